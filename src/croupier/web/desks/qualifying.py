"""Which hand a Dealer needs, in words: asked of the rulebook, so that felt and designer cannot say otherwise."""

from typing import Final

from croupier.cards import parse_cards
from croupier.hands import BEST, Strength, rank_five
from croupier.odds.stud_terms import comparison
from croupier.play.banked.settlement import first_outcome
from croupier.rules.house import HouseGame
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName

NEIGHBOURS: Final = (("AsQd4h3c2s", "Ace and Queen"), ("AsKd4h3c2s", "Ace and King"), ("2s2d5h4c3s", "One Pair"))
"""The lowest hands of three kinds: below, at and above what the stud games approve."""


def lowest_qualifying(game: HouseGame) -> tuple[Strength, str, str]:
    """The lowest hand with which the Dealer qualifies: its strength, its cards and its name."""
    for cards, name in NEIGHBOURS:
        lowest = rank_five(parse_cards(cards))
        if _qualifies(game, lowest) and not _qualifies(game, lowest - 1):
            return lowest, cards, name
    raise ValueError(f"{game.name}: the Dealer qualifies with another hand")


def _qualifies(game: HouseGame, dealer: Strength) -> bool:
    """Whether a BET is compared with such a hand, or goes back."""
    found = first_outcome(game, WagerName.BET, comparison(game, BEST, dealer))
    return found.results[WagerName.BET] is not Result.RETURNED
