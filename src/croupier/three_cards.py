"""Hands of three cards: fewer straights than flushes, so a straight ranks above a flush.

Strengths run as in :mod:`croupier.hands`, a higher number winning: 741 can be told apart, 0 for 5-3-2 of mixed suits up
to 740 for A-K-Q of one suit. The table is listed when the first hand is ranked; three ranks and whether they share a
suit are the whole key.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

from croupier.cards import DECK, RANKS, Card, first_repeated, format_card, rank_of, suit_of
from croupier.hands import RANK_NAMES, HandOrder, Strength, rank_plural


class ThreeCards(HandOrder):
    """The six orders of three-card hands, by the ways to choose their ranks."""

    THREE_ODD_CARDS = comb(13, 3) - 12
    ONE_PAIR = 13 * 12
    FLUSH = comb(13, 3) - 12
    STRAIGHT = 12
    THREE_OF_A_KIND = 13
    STRAIGHT_FLUSH = 12


_SUITED: Final = (ThreeCards.FLUSH, ThreeCards.STRAIGHT_FLUSH)
_LOWEST: Final = tuple(order.lowest for order in ThreeCards)
_ORDERS: Final = tuple(ThreeCards)
_BEST: Final = _ORDERS[-1].highest

_DESCENDING: Final = range(len(RANKS) - 1, -1, -1)
_STRAIGHTS: Final = ((1, 0, 12), *((high, high - 1, high - 2) for high in range(2, 13)))
"""Three ranks in a row, lowest first: in 3-2-A the ace counts as one and comes last."""


@cache
def _patterns(order: ThreeCards) -> tuple[tuple[int, ...], ...]:
    """Return the ranks of each hand of an order as they are compared, weakest first."""
    match order:
        case ThreeCards.STRAIGHT | ThreeCards.STRAIGHT_FLUSH:
            return _STRAIGHTS
        case ThreeCards.THREE_OF_A_KIND:
            return tuple((rank, rank, rank) for rank in range(len(RANKS)))
        case ThreeCards.ONE_PAIR:
            return tuple((pair, pair, odd) for pair in range(len(RANKS)) for odd in range(len(RANKS)) if odd != pair)
        case _:
            in_a_row = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
            return tuple(sorted(ranks for ranks in combinations(_DESCENDING, 3) if ranks not in in_a_row))


@cache
def _table() -> dict[tuple[int, int, int, bool], Strength]:
    """Map every three ranks, highest first, and whether they share a suit, to the strength of the hand."""
    table: dict[tuple[int, int, int, bool], Strength] = {}
    for order in ThreeCards:
        for strength, ranks in enumerate(_patterns(order), order.lowest):
            first, second, third = sorted(ranks, reverse=True)
            table[first, second, third, order in _SUITED] = strength
    return table


def rank_three(cards: Sequence[Card]) -> Strength:
    """Return the strength of exactly three known cards. Raises ValueError for anything else."""
    if len(cards) != 3:
        raise ValueError(f"a hand of 3 cards cannot be ranked from {len(cards)}")
    if min(cards) < 0 or max(cards) >= len(DECK):
        raise ValueError("a card that is face down, or not of the deck, cannot be ranked")
    repeated = first_repeated(cards)
    if repeated is not None:
        raise ValueError(f"{format_card(repeated)} appears twice in one hand")
    first, second, third = sorted(map(rank_of, cards), reverse=True)
    return _table()[first, second, third, len({suit_of(card) for card in cards}) == 1]


def rank_best_three(cards: Sequence[Card]) -> Strength:
    """Return the strength of the best three among three or more known cards."""
    return max(map(rank_three, combinations(cards, 3)))


def three_order_of(strength: Strength) -> ThreeCards:
    """Return the order of hands that a strength belongs to."""
    if not 0 <= strength <= _BEST:
        raise ValueError(f"{strength} is not a strength; they run from 0 to {_BEST}")
    return _ORDERS[bisect_right(_LOWEST, strength) - 1]


def _compared_ranks(strength: Strength) -> tuple[int, ...]:
    order = three_order_of(strength)
    return _patterns(order)[strength - order.lowest]


def three_representative(strength: Strength) -> tuple[Card, ...]:
    """Return three cards of this strength, in the order in which they are compared."""
    ranks = _compared_ranks(strength)
    if three_order_of(strength) in _SUITED:
        return tuple(Card(rank * 4) for rank in ranks)
    suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
    if not any(suits):
        suits[0] = 1  # three ranks that all differ: a second suit, or it would be a flush
    return tuple(Card(rank * 4 + suit) for rank, suit in zip(ranks, suits, strict=True))


def best_three(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the three of three or more cards that make the best hand, in the order in which they are compared."""
    best = max(combinations(cards, 3), key=rank_three)
    order = _compared_ranks(rank_three(best))
    return tuple(sorted(best, key=lambda card: order.index(rank_of(card))))


def describe_three(strength: Strength) -> str:
    """Describe a strength for people: ``Straight, Queen high``; ``One Pair, Sevens, Jack``."""
    order = three_order_of(strength)
    return ", ".join((order.title, *_details(order, _compared_ranks(strength))))


def _details(order: ThreeCards, ranks: tuple[int, ...]) -> Iterator[str]:
    match order:
        case ThreeCards.STRAIGHT | ThreeCards.STRAIGHT_FLUSH:
            yield f"{RANK_NAMES[ranks[0]]} high"
        case ThreeCards.THREE_OF_A_KIND:
            yield rank_plural(ranks[0])
        case ThreeCards.ONE_PAIR:
            yield rank_plural(ranks[0])
            yield RANK_NAMES[ranks[2]]
        case _:
            yield " ".join(RANK_NAMES[rank] for rank in ranks)
