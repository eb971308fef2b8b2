"""Which hand a Dealer needs, in words: asked of the rulebook, so that felt and designer cannot say otherwise."""

from functools import lru_cache
from typing import Final

from croupier.cards import parse_cards
from croupier.hands import Strength, rank_five
from croupier.odds.stud_terms import read_meetings
from croupier.rulebooks import load_rulebook
from croupier.rules.document import Cite
from croupier.rules.house import HouseGame

NEIGHBOURS: Final = (("AsQd4h3c2s", "Ace and Queen"), ("AsKd4h3c2s", "Ace and King"), ("2s2d5h4c3s", "One Pair"))
"""The lowest hands of three kinds: below, at and above what the stud games approve."""


def lowest_qualifying(game: HouseGame) -> tuple[Strength, str, str]:
    """The lowest hand with which the Dealer qualifies: its strength, its cards and its name."""
    lowest = read_meetings(game).qualifying
    cards, name = next(one for one in NEIGHBOURS if rank_five(parse_cards(one[0])) == lowest)
    return lowest, cards, name


@lru_cache(maxsize=32)
def defined(rulebook: str) -> tuple[Cite, ...]:
    """The paragraph that says which hand qualifies, where the document knows such a thing."""
    paragraphs = load_rulebook(rulebook).document.paragraphs
    return tuple(one.number for one in paragraphs if one.summary.startswith("Qualifying Hand:"))
