"""A made-up game that no solver covers: Lantern Stud, with a second side wager that goes by the Dealer's hand."""

from msgspec.structs import replace

from croupier.hands import Category
from croupier.money import To1
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Comparison, PayLine, PayTable, ranks_from
from croupier.rules.terms import WagerName
from tests.documents import lantern_stud_v1


def _dealers(hand: Comparison) -> int:
    return hand.dealer


_STUD = lantern_stud_v1.GAME
assert isinstance(_STUD, BankedGame)
_BY_THE_DEALER = PayTable("4.3", (PayLine("flush", To1(25), ranks_from(Category.FLUSH, _dealers)),))
GAME = replace(
    _STUD,
    document=replace(_STUD.document, game="lantern-unsolved"),
    pays={**_STUD.pays, WagerName.BONUS: _BY_THE_DEALER},
)
