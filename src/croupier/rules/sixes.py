"""Pay tables based on the best of a Player's five cards and the Dealer's face-up card: detected by asking them."""

from random import Random
from typing import Final

from croupier.cards import DECK
from croupier.rules.house import HouseGame
from croupier.rules.settling import NO_HAND, Comparison, PayTable

_SAMPLES: Final = 200
"""The deals used for detection."""


def goes_by_six(game: HouseGame, table: PayTable) -> bool:
    """Whether a table ranks the best five of those six cards, and looks at nothing else."""
    if game.hand.cards != 5:
        return False
    rng = Random(52)
    for _ in range(_SAMPLES):
        cards = tuple(rng.sample(DECK, 6))
        hand = Comparison(
            folded=False,
            shown=True,
            own=game.hand.rank(cards[:5]),
            dealer=rng.choice((NO_HAND, 0, game.hand.best)),
            hole=cards[:5],
            dealer_hole=(),
            community=(),
            dealing=next(iter(game.rounds)),
            parameters={one.name: one.values[0] for one in game.parameters},
            dealer_up=cards[5:],
        )
        try:
            found = table.ranked(hand)
        except (ValueError, IndexError):
            return False
        if found != game.hand.rank_best(cards):
            return False
    return True
