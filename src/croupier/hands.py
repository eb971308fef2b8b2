"""Hands of five cards: which of two is better, ranked one hand at a time.

A hand's :data:`Strength` is its place among the 7,462 that can be told apart, 0 for 7-5-4-3-2 of mixed suits up to 7461
for a royal flush. A higher number wins; the same number is a stand-off.

How a hand is looked up
-----------------------
Every card has a key of one rank weight and one suit weight, and a hand's key is their sum, so the order of the
cards cannot matter::

    key = (rank weights) << 8 | (suit weights)

- The low eight bits say whether a suit is held five times, and which. Without it only the ranks count and
  ``key >> 8`` finds the strength; with it only the ranks of that suit count, as a set of bits. With five or more
  cards of a suit among seven, neither four of a kind nor a full house is possible, so the flush is the answer.
- The rank weights keep all 49,205 ways to hold seven ranks apart (and so all 6,175 ways to hold five: put the same
  unused pair on both sides).

The five-card tables are listed, class by class, when the first hand is ranked; nothing is built at import. Seven
cards have no rule of their own: the first time a set of seven ranks comes by, the best of its 21 choices of five is
remembered. Anything out of the ordinary (a table not filled yet, a card too many, a card face down) surfaces as an
exception on the fast path and is sorted out off it, where checking costs nothing.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, Self

from croupier.cards import DECK, RANKS, SUITS, Card, first_repeated, format_card, rank_of, suit_of

Strength = int


class HandOrder(IntEnum):
    """The orders of one type of hand, lowest first. Each is written as the number of strengths that it has."""

    lowest: Strength
    """The lowest and the highest strength of the order, both included."""
    highest: Strength

    def __new__(cls, strengths: int) -> Self:
        """Create the next order, whose strengths follow those of the orders before it."""
        below = list(cls.__members__.values())
        order = int.__new__(cls, len(below))
        order._value_ = len(below)
        order.lowest = below[-1].highest + 1 if below else 0
        order.highest = order.lowest + strengths - 1
        return order

    @property
    def key(self) -> str:
        """The name in files and answers, such as ``royal_flush``."""
        return self.name.lower()

    @property
    def title(self) -> str:
        """The name for people, such as ``Royal Flush`` or ``Four of a Kind``."""
        return self.name.replace("_", " ").title().replace(" Of A ", " of a ")


class Category(HandOrder):
    """The ten orders of five-card hands in the words of the approved documents, by the ways to choose their ranks."""

    FIVE_ODD_CARDS = comb(13, 5) - 10
    ONE_PAIR = 13 * comb(12, 3)
    TWO_PAIRS = comb(13, 2) * 11
    THREE_OF_A_KIND = 13 * comb(12, 2)
    STRAIGHT = 10
    FLUSH = comb(13, 5) - 10
    FULL_HOUSE = 13 * 12
    FOUR_OF_A_KIND = 13 * 12
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 1


_SUITED: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)

_CATEGORIES: Final = tuple(Category)
_LOWEST: Final = (*(category.lowest for category in Category), Category.ROYAL_FLUSH.highest + 1)

STRENGTHS_OF: Final[dict[Category, tuple[Strength, Strength]]] = {
    category: (category.lowest, category.highest) for category in Category
}
"""The lowest and the highest strength of each category, both included."""

BEST: Final[Strength] = Category.ROYAL_FLUSH.highest
"""The strength of a royal flush."""


# --- keys: found by search, proven by tests/test_hands.py ---------------------------------------------------------
#
# Rank weights: taken one after the other in ascending order, each the least number, from a randomly stretched start,
# that leaves no two hands of seven ranks with the same sum; the best of some minutes of such tries. The least and the
# greatest sum lie less than 2**23 apart. Counted from the middle of that span and shifted by the eight suit bits,
# every sum stays within 30 bits and a sign, which CPython adds without a second digit.
#
# Suit weights: of all that give five, six or seven cards of one suit, whatever the others are, a sum that no other
# seven cards have, those whose largest is smallest (7 * 32 < 2**8). They serve five cards too.

_RANK_SPREAD: Final = (0, 4, 5, 32, 136, 606, 2535, 11427, 29432, 98157, 245004, 601934, 1522171)
_MIDDLE: Final = (4 * _RANK_SPREAD[12] + 3 * _RANK_SPREAD[11]) // 14
_RANK_WEIGHT: Final = tuple(spread - _MIDDLE for spread in _RANK_SPREAD)
_SUIT_WEIGHT: Final = (0, 1, 25, 32)

_RANK_BIT: Final = tuple(1 << rank for rank in range(len(RANKS)))

_KEY: Final = [(_RANK_WEIGHT[rank_of(card)] << 8) + _SUIT_WEIGHT[suit_of(card)] for card in DECK]
_RANK_BIT_IN: Final = [
    [_RANK_BIT[rank_of(card)] if suit_of(card) == suit else 0 for card in DECK] for suit in range(len(SUITS))
]


def _flush_finder(further_cards: int) -> list[list[int] | None]:
    """List, by sum of suit weights, the rank bits of the suit held five times or more; None if there is none."""
    finder: list[list[int] | None] = [None] * 256
    for weight, rank_bits in zip(_SUIT_WEIGHT, _RANK_BIT_IN, strict=True):
        for others in combinations_with_replacement(_SUIT_WEIGHT, further_cards):
            finder[5 * weight + sum(others)] = rank_bits
    return finder


_FLUSH_IN_FIVE: Final = _flush_finder(0)
_FLUSH_IN_SEVEN: Final = _flush_finder(2)

_FIVE: Final[dict[int, Strength]] = {}
"""The strengths by the rank weights of five cards that are no flush."""

_SEVEN: Final[dict[int, Strength]] = {}
"""The strengths by the rank weights of seven cards without a flush; learnt as they come."""

_FLUSH: Final[dict[int, Strength]] = {}
"""The strengths by the rank bits of a suit's cards: sets of five, and those of six and seven learnt as they come."""


# --- ranking ------------------------------------------------------------------------------------------------------


def rank_five(cards: Sequence[Card]) -> Strength:
    """Return the strength of exactly five known cards.

    Raises ValueError for another number of cards and for cards face down. The caller must make sure that no card
    appears twice (:func:`croupier.cards.parse_cards` does): checking would cost half as much again as ranking.
    """
    try:
        a, b, c, d, e = cards
        keys = _KEY
        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        bit = _FLUSH_IN_FIVE[key & 0xFF]
        if bit is None:
            return _FIVE[key >> 8]
        return _FLUSH[bit[a] | bit[b] | bit[c] | bit[d] | bit[e]]
    except (KeyError, IndexError, ValueError):
        return _rank_five_anew(cards)


def rank_seven(cards: Sequence[Card]) -> Strength:
    """Return the strength of the best five among exactly seven known cards.

    Raises ValueError as :func:`rank_five` does, and like it leaves repeated cards to the caller.
    """
    try:
        a, b, c, d, e, f, g = cards
        keys = _KEY
        key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        bit = _FLUSH_IN_SEVEN[key & 0xFF]
        if bit is None:
            return _SEVEN[key >> 8]
        return _FLUSH[bit[a] | bit[b] | bit[c] | bit[d] | bit[e] | bit[f] | bit[g]]
    except (KeyError, IndexError, ValueError):
        return _rank_seven_anew(cards)


def rank_best(cards: Sequence[Card]) -> Strength:
    """Return the strength of the best five among five or more known cards.

    Raises ValueError as :func:`rank_five` does.
    """
    match len(cards):
        case 5:
            return rank_five(cards)
        case 7:
            return rank_seven(cards)
        case number if number < 5:
            raise ValueError(f"a hand of 5 cards cannot be ranked from {number}")
        case _:
            return max(map(rank_five, combinations(cards, 5)))


def _rank_five_anew(cards: Sequence[Card]) -> Strength:
    """Rank five cards off the fast path: refuse what is no hand, else list the tables first."""
    _refuse_unless(5, cards)
    _list_five()
    key = sum(_KEY[card] for card in cards)
    rank_bit = _FLUSH_IN_FIVE[key & 0xFF]
    return _FIVE[key >> 8] if rank_bit is None else _FLUSH[sum(rank_bit[card] for card in cards)]


def _rank_seven_anew(cards: Sequence[Card]) -> Strength:
    """Rank seven cards whose ranks come by for the first time, and remember the best of their 21 choices of five."""
    _refuse_unless(7, cards)
    _list_five()
    key = sum([_KEY[card] for card in cards])
    rank_bit = _FLUSH_IN_SEVEN[key & 0xFF]
    if rank_bit is None:
        weights = [_KEY[card] >> 8 for card in cards]
        total = key >> 8
        best = _SEVEN[total] = max([_FIVE[total - x - y] for x, y in combinations(weights, 2)])
        return best
    bits = [rank_bit[card] for card in cards if rank_bit[card]]
    best = _FLUSH[sum(bits)] = max(_FLUSH[sum(five)] for five in combinations(bits, 5))
    return best


def _refuse_unless(number: int, cards: Sequence[Card]) -> None:
    """Raise ValueError, with a sentence for people, unless these are ``number`` different known cards."""
    if len(cards) != number:
        raise ValueError(f"a hand of {number} cards cannot be ranked from {len(cards)}") from None
    if min(cards) < 0 or max(cards) >= len(DECK):
        raise ValueError("a card that is face down, or not of the deck, cannot be ranked") from None
    repeated = first_repeated(cards)
    if repeated is not None:
        raise ValueError(f"{format_card(repeated)} appears twice in one hand") from None


# --- the 7,462 classes --------------------------------------------------------------------------------------------

_DESCENDING: Final = range(len(RANKS) - 1, -1, -1)

_STRAIGHTS: Final = ((3, 2, 1, 0, 12), *(tuple(range(high, high - 5, -1)) for high in range(4, 13)))
"""Five ranks in a row, lowest first: in 5-4-3-2-A the ace counts as one and comes last."""

_SHAPES: Final = {
    Category.FIVE_ODD_CARDS: ((5, 1), (0, 1)),
    Category.ONE_PAIR: ((1, 2), (3, 1)),
    Category.TWO_PAIRS: ((2, 2), (1, 1)),
    Category.THREE_OF_A_KIND: ((1, 3), (2, 1)),
    Category.FULL_HOUSE: ((1, 3), (1, 2)),
    Category.FOUR_OF_A_KIND: ((1, 4), (1, 1)),
}
"""The shape of each category, (how many ranks, how many cards of each), for the ranks compared first and the rest."""


def _of_shape(category: Category) -> list[tuple[int, ...]]:
    """Return all rank patterns of a category, each in the order in which its cards are compared, weakest first."""
    (firsts, of_first), (nexts, of_next) = _SHAPES[category]
    found: list[tuple[int, ...]] = []
    for first in combinations(_DESCENDING, firsts):
        leading = tuple(sorted(first * of_first, reverse=True))
        others = [rank for rank in _DESCENDING if rank not in first]
        found.extend([leading + following * of_next for following in combinations(others, nexts)])
    return sorted(found)


@cache
def _patterns(category: Category) -> Sequence[tuple[int, ...]]:
    """Return the rank patterns of a category, weakest first."""
    match category:
        case Category.STRAIGHT:
            return _STRAIGHTS
        case Category.STRAIGHT_FLUSH:
            return _STRAIGHTS[:-1]
        case Category.ROYAL_FLUSH:
            return _STRAIGHTS[-1:]
        case Category.FLUSH:
            return _patterns(Category.FIVE_ODD_CARDS)
        case Category.FIVE_ODD_CARDS:
            in_a_row = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
            return [ranks for ranks in _of_shape(category) if ranks not in in_a_row]
        case _:
            return _of_shape(category)


def _compared_ranks(strength: Strength) -> tuple[int, ...]:
    """Return the five ranks of a strength, in the order in which they are compared."""
    category = category_of(strength)
    return _patterns(category)[strength - _LOWEST[category]]


@cache
def _list_five() -> None:
    """Fill the five-card tables, once."""
    strengths = list(range(BEST + 1))  # made in one go, they lie side by side in memory, where the tables look
    for category, (lowest, highest) in STRENGTHS_OF.items():
        table, part = (_FLUSH, _RANK_BIT) if category in _SUITED else (_FIVE, _RANK_WEIGHT)
        for strength, ranks in zip(strengths[lowest : highest + 1], _patterns(category), strict=True):
            table[sum([part[rank] for rank in ranks])] = strength


# --- the meaning of a strength ------------------------------------------------------------------------------------


def category_of(strength: Strength) -> Category:
    """Return the order of hands that a strength belongs to."""
    if not 0 <= strength <= BEST:
        raise ValueError(f"{strength} is not a strength; they run from 0 to {BEST}")
    return _CATEGORIES[bisect_right(_LOWEST, strength) - 1]


def representative(strength: Strength) -> tuple[Card, ...]:
    """Return five cards of this strength, in the order in which they are compared."""
    category = category_of(strength)
    ranks = _compared_ranks(strength)
    if category in _SUITED:
        return tuple(Card(rank * 4) for rank in ranks)
    suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
    if not any(suits):
        suits[0] = 1  # five ranks that all differ: a second suit, or it would be a flush
    return tuple(Card(rank * 4 + suit) for rank, suit in zip(ranks, suits, strict=True))


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five of five or more cards that make the best hand, in the order in which they are compared.

    Where several cards would do (an eight of hearts or of clubs beside the same pair), the one given first is taken.
    """
    strength = rank_best(cards)
    left = list(cards)
    if category_of(strength) in _SUITED:
        suits = [suit_of(card) for card in cards]
        left = [card for card in cards if suits.count(suit_of(card)) >= 5]
    return tuple(_take(left, rank) for rank in _compared_ranks(strength))


def _take(cards: list[Card], rank: int) -> Card:
    """Take the first card of a rank out of ``cards``."""
    return cards.pop(next(at for at, card in enumerate(cards) if rank_of(card) == rank))


# fmt: off
RANK_NAMES: Final = (
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)
# fmt: on


def rank_plural(rank: int) -> str:
    """Return the plural of a rank for people: ``Sixes``, ``Kings``."""
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank].endswith("x") else "s")


def describe(strength: Strength) -> str:
    """Describe a strength for people: ``Full House, Kings over Jacks``; ``Two Pairs, Sevens and Fours, Jack``."""
    category = category_of(strength)
    return ", ".join((category.title, *_details(category, _compared_ranks(strength))))


def _details(category: Category, ranks: tuple[int, ...]) -> Iterator[str]:
    """Yield the parts after the category's title: the sets of equal cards, then the cards that stand alone."""
    match category:
        case Category.ROYAL_FLUSH:
            return
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            yield f"{RANK_NAMES[ranks[0]]} high"
        case Category.FULL_HOUSE:
            yield f"{rank_plural(ranks[0])} over {rank_plural(ranks[3])}"
        case _:
            sets = [rank_plural(rank) for rank in dict.fromkeys(ranks) if ranks.count(rank) > 1]
            if sets:
                yield " and ".join(sets)
            yield " ".join(RANK_NAMES[rank] for rank in ranks if ranks.count(rank) == 1)
