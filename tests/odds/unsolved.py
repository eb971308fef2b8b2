"""A made-up game that no solver covers: Lantern Stud, with a second side wager that goes by the Dealer's hand."""

from msgspec.structs import replace

from croupier.rules.house import HouseGame
from croupier.rules.settling import Comparison, PayTable
from croupier.rules.terms import WagerName
from tests.documents import lantern_stud_v1


def _dealers(hand: Comparison) -> int:
    return hand.dealer


_STUD = lantern_stud_v1.GAME
assert isinstance(_STUD, HouseGame)
_TABLE = _STUD.pays[WagerName.BONUS]
assert isinstance(_TABLE, PayTable)
GAME = replace(
    _STUD,
    document=replace(_STUD.document, game="lantern-unsolved"),
    pays={**_STUD.pays, WagerName.BONUS: replace(_TABLE, ranked=_dealers)},
)
