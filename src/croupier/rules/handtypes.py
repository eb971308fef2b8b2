"""Types of hand as values: how many cards make one, how it ranks, its orders and their words.

A document names its type; code that ranks, counts or names a hand asks the game's type and never assumes five cards.
"""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from croupier import hands, three_cards
from croupier.cards import Card, rank_of
from croupier.hands import RANK_NAMES, HandOrder, Strength


class HandType(Struct, frozen=True):
    """One way to rank hands. Strengths are numbers from 0 to :attr:`best`; those of different types do not compare."""

    name: str
    """The name for people and sentences, such as ``five-card``."""
    cards: int
    """The number of cards that make a hand."""
    orders: tuple[HandOrder, ...]
    """The orders of hands, lowest first; each knows its strengths."""
    rank: Callable[[Sequence[Card]], Strength]
    """The strength of exactly that many known cards; raises ValueError for anything else."""
    rank_best: Callable[[Sequence[Card]], Strength]
    """The strength of the best hand among that many cards or more."""
    best_of: Callable[[Sequence[Card]], tuple[Card, ...]]
    """The cards of that hand, in the order in which they are compared."""
    order_of: Callable[[Strength], HandOrder]
    representative: Callable[[Strength], tuple[Card, ...]]
    """Cards of a strength, in the order in which they are compared."""
    describe: Callable[[Strength], str]
    """The function that describes a strength within a sentence: ``Full House, Kings over Jacks``."""

    @property
    def best(self) -> Strength:
        """The highest strength."""
        return self.orders[-1].highest

    def made(self, strength: Strength) -> str:
        """Return what follows the title in a short line: ``Kings and Nines``, ``Ace high``; empty for the best hand."""
        _, *details = self.describe(strength).split(", ")
        ranks = [rank_of(card) for card in self.representative(strength)]
        if details and len(set(ranks)) == len(ranks):
            return f"{RANK_NAMES[ranks[0]]} high"
        return details[0] if details else ""

    def called_after(self, cards: Sequence[Card]) -> frozenset[Card]:
        """Return the cards that give a hand its name: those of equal rank, or all; none for high cards only."""
        if self.order_of(self.rank(cards)) is self.orders[0]:
            return frozenset()
        ranks = [rank_of(card) for card in cards]
        equal = frozenset(card for card in cards if ranks.count(rank_of(card)) > 1)
        return equal or frozenset(cards)


FIVE_CARDS: Final = HandType(
    name="five-card",
    cards=5,
    orders=tuple(hands.Category),
    rank=hands.rank_five,
    rank_best=hands.rank_best,
    best_of=hands.best_five,
    order_of=hands.category_of,
    representative=hands.representative,
    describe=hands.describe,
)
"""The ten orders from High Card to the Royal Flush."""


def best_of_seven(hole: tuple[Card, ...], community: tuple[Card, ...]) -> Strength:
    """Return the strength of the best five of two Hole Cards and five Community Cards."""
    return hands.rank_seven(hole + community)


THREE_CARDS: Final = HandType(
    name="three-card",
    cards=3,
    orders=tuple(three_cards.ThreeCards),
    rank=three_cards.rank_three,
    rank_best=three_cards.rank_best_three,
    best_of=three_cards.best_three,
    order_of=three_cards.three_order_of,
    representative=three_cards.three_representative,
    describe=three_cards.describe_three,
)
"""The six orders from High Card to the Straight Flush; a Straight ranks above a Flush."""
