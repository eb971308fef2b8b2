"""Exact counts of how two hands of three cards meet.

A row stands for all of a Player's hands that become each other as suits are renamed: 1,755 for 22,100. For each, the
18,424 hands that the other cards leave to the Dealer are sorted by class. This is fast, and nothing is stored on disk.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.hands import Strength
from croupier.rules.handtypes import HandType

HANDS: Final = comb(52, 3)
COMPLETIONS: Final = comb(49, 3)
"""The Dealer's hands, once the Player's is known."""
TOTAL: Final = HANDS * COMPLETIONS

Ints = NDArray[np.int64]


class Dealt(NamedTuple):
    """The counts of every two hands, before a qualifying hand is chosen."""

    starts: Ints
    """The place of each class's first row, and after them the place where the last class ends."""
    ways: Ints
    """The number of the 22,100 hands that each row stands for."""
    hands: tuple[tuple[Card, ...], ...]
    """One of the hands that each row stands for."""
    below: Ints
    """The number of the Dealer's hands of a lower class, by row and class; one column more for all."""


class ThreeCardCounts(NamedTuple):
    """Rows in order of the Player's class, for a Dealer who qualifies from a class on."""

    qualifying: Strength
    starts: Ints
    ways: Ints
    unqualified: Ints
    weaker: Ints
    equal: Ints


def three_card_counts(hand: HandType, qualifying: Strength) -> ThreeCardCounts:
    """Return the counts for a Dealer who qualifies from a class on."""
    dealt = count(hand)
    rows = np.arange(len(dealt.ways))
    own = np.repeat(np.arange(len(dealt.starts) - 1), np.diff(dealt.starts))
    weaker = dealt.below[rows, own]
    equal = dealt.below[rows, own + 1] - weaker
    return ThreeCardCounts(qualifying, dealt.starts, dealt.ways, dealt.below[:, qualifying], weaker, equal)


_COUNTED: Final[dict[str, Dealt]] = {}


def count(hand: HandType) -> Dealt:
    """Count for a type of hand, once in a process."""
    if hand.name not in _COUNTED:
        _COUNTED[hand.name] = _count(hand)
    return _COUNTED[hand.name]


@cache
def _up_to_suit() -> tuple[Ints, Ints]:
    """Return one of each hand of three cards up to suit, and how many hands it stands for.

    A hand is its place in the deck's order.
    """
    cards = np.array([*combinations(range(len(DECK)), 3)])
    ranks = np.zeros((HANDS, 4), np.int64)
    for place in range(3):
        ranks[np.arange(HANDS), cards[:, place] & 3] |= np.int64(1) << (cards[:, place] >> 2)
    ranks.sort(axis=1)
    keys = (ranks << (13 * np.arange(4))).sum(axis=1)
    _, first, ways = np.unique(keys, return_index=True, return_counts=True)
    return first, ways


def _count(hand: HandType) -> Dealt:
    hands = [*combinations(DECK, 3)]
    classes = np.array([hand.rank(one) for one in hands])
    masks = (np.int64(1) << np.array(hands, np.int64)).sum(axis=1)
    first, ways = _up_to_suit()
    order = np.argsort(classes[first], kind="stable")
    first, ways = first[order], ways[order]
    number = hand.best + 1
    below = np.zeros((len(first), number + 1), np.int64)
    for row, at in enumerate(first.tolist()):
        left = classes[(masks & masks[at]) == 0]
        np.cumsum(np.bincount(left, minlength=number), out=below[row, 1:])
    starts = np.searchsorted(classes[first], np.arange(number + 1)).astype(np.int64)
    return Dealt(starts, ways.astype(np.int64), tuple(hands[at] for at in first.tolist()), below)
