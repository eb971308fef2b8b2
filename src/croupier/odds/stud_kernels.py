"""Counting the Dealer's hands by inclusion and exclusion.

Hands are taken in order of strength, weakest first. At every moment the tables know, for each small set of cards, how
many of the hands taken so far hold all of it; a table has a row for each set of cards that the Player may hold and a
column for each card that the Dealer may show. How many of the Dealer's hands with a given face-up card are weaker
than a Player's hand, and hold none of his cards, is then a sum of rows with alternating signs, one row for every
subset of the Player's cards. A row more, and those as strong are among them.

Nothing here knows a rule of a game: a class of hands is a number, and a higher one is the better.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel

CARDS: Final = 52
HANDS: Final = 2_598_960
SETS: Final = (1, 52, 1_326, 22_100, 270_725)
"""In how many ways none, one, two, three and four cards are chosen."""

NO_HAND: Final = 0xFFFF
"""Stands where five cards are no hand, because one of them is held twice."""

COUNT_BITS: Final = 18
EQUAL_BITS: Final = 7
MATCH_BITS: Final = 5
"""The parts of a key, see :func:`count_classes`."""

Bytes = NDArray[np.uint8]
Counts = NDArray[np.int32]
Starts = NDArray[np.int64]
Hand = tuple[Any, Any, Any, Any, Any]


class Deals(NamedTuple):
    """Every hand of five cards."""

    hands: Bytes
    """A row of five ascending cards for each hand, weakest hand first."""
    starts: Starts
    """By class: where its hands begin; one more, where the last class ends."""
    ways: Bytes
    """Of each hand that stands for all it becomes as suits are renamed: how many those are; 0 of the others."""
    fifth: NDArray[np.uint16]
    """By four cards and a fifth: the class of the hand."""


class Held(NamedTuple):
    """How many of the hands taken so far hold a set of cards and one more card, by set and by that card."""

    none: Counts
    one: Counts
    two: NDArray[np.int16]
    three: Bytes


def nothing_taken() -> Held:
    """The tables before the first hand."""
    return Held(
        np.zeros(CARDS, np.int32),
        np.zeros((SETS[1], CARDS), np.int32),
        np.zeros((SETS[2], CARDS), np.int16),
        np.zeros((SETS[3], CARDS), np.uint8),
    )


# --- where a set stands -------------------------------------------------------------------------------------------


@kernel
def _two(a: int, b: int) -> int:
    return a + b * (b - 1) // 2


@kernel
def _three(a: int, b: int, c: int) -> int:
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@kernel
def _four(a: int, b: int, c: int, d: int) -> int:
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@kernel
def _cards(hands: Bytes, at: int) -> Hand:
    """The five cards of a hand, as numbers to reckon with."""
    return (
        np.int64(hands[at, 0]),
        np.int64(hands[at, 1]),
        np.int64(hands[at, 2]),
        np.int64(hands[at, 3]),
        np.int64(hands[at, 4]),
    )


# --- all hands ----------------------------------------------------------------------------------------------------


@kernel
def list_hands(out: Bytes) -> None:
    """All hands of five ascending cards."""
    at = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        out[at, 0] = a
                        out[at, 1] = b
                        out[at, 2] = c
                        out[at, 3] = d
                        out[at, 4] = e
                        at += 1


@kernel
def put_in_order(hands: Bytes, classes: NDArray[np.uint16], starts: Starts, out: Bytes) -> None:
    """The hands by class, those of one class in the order in which they came."""
    place = starts.copy()
    for at in range(len(hands)):
        here = place[classes[at]]
        for card in range(5):
            out[here, card] = hands[at, card]
        place[classes[at]] += 1


@kernel
def find_ways(hands: Bytes, out: Bytes) -> None:
    """Fill :attr:`Deals.ways`: of hands alike but for the names of suits, the one with the higher suits first."""
    ranks = np.empty(4, np.int64)
    for at in range(len(hands)):
        ranks[:] = 0
        for place in range(5):
            card = hands[at, place]
            ranks[card & 3] |= np.int64(1) << (card >> 2)
        if ranks[0] < ranks[1] or ranks[1] < ranks[2] or ranks[2] < ranks[3]:
            out[at] = 0
            continue
        ways, alike = 24, 1
        for suit in range(1, 4):
            alike = alike + 1 if ranks[suit] == ranks[suit - 1] else 1
            ways //= alike
        out[at] = ways


@kernel
def find_fifths(hands: Bytes, starts: Starts, out: NDArray[np.uint16]) -> None:
    """Fill :attr:`Deals.fifth`."""
    for strength in range(len(starts) - 1):
        for at in range(starts[strength], starts[strength + 1]):
            a, b, c, d, e = _cards(hands, at)
            out[_four(a, b, c, d), e] = strength
            out[_four(a, b, c, e), d] = strength
            out[_four(a, b, d, e), c] = strength
            out[_four(a, c, d, e), b] = strength
            out[_four(b, c, d, e), a] = strength


# --- counting -----------------------------------------------------------------------------------------------------


@kernel
def take(hands: Bytes, start: int, stop: int, held: Held) -> None:
    """Take these hands too. Columns of cards that are in the set itself are counted along, and mean nothing."""
    none, one, two, three = held
    for at in range(start, stop):
        hand = _cards(hands, at)
        for x in range(5):
            a = hand[x]
            none[a] += 1
            for up in hand:
                one[a, up] += 1
            for y in range(x + 1, 5):
                b = hand[y]
                here = _two(a, b)
                for up in hand:
                    two[here, up] += 1
                for z in range(y + 1, 5):
                    here = _three(a, b, hand[z])
                    for up in hand:
                        three[here, up] += 1


@kernel
def _without(hand: Hand, left_out: int) -> int:
    """Where the four cards stand that are left without one."""
    a, b, c, d, e = hand
    if left_out == 0:
        return _four(b, c, d, e)
    if left_out == 1:
        return _four(a, c, d, e)
    if left_out == 2:
        return _four(a, b, d, e)
    if left_out == 3:
        return _four(a, b, c, e)
    return _four(a, b, c, d)


@kernel
def _avoiding(deals: Deals, at: int, below: int, held: Held, out: Counts) -> None:
    """By face-up card: how many hands of the classes below, all taken, hold it and none of this hand's cards.

    Columns of the hand's own cards mean nothing.
    """
    hand = _cards(deals.hands, at)
    for up in range(52):
        out[up] = held.none[up]
    for x in range(5):
        one = held.one[hand[x]]
        for up in range(52):
            out[up] -= one[up]
        for y in range(x + 1, 5):
            two = held.two[_two(hand[x], hand[y])]
            for up in range(52):
                out[up] += two[up]
            for z in range(y + 1, 5):
                three = held.three[_three(hand[x], hand[y], hand[z])]
                for up in range(52):
                    out[up] -= three[up]
        four = deals.fifth[_without(hand, x)]
        for up in range(52):
            if four[up] < below:
                out[up] += 1


@kernel
def count_below(deals: Deals, standing: Starts, start: int, stop: int, below: int, held: Held, out: Counts) -> None:
    """For hands that stand for others: the Dealer's hands below a class, which are all taken, by face-up card."""
    for at in range(start, stop):
        _avoiding(deals, standing[at], below, held, out[at])


@kernel
def _matches(hand: Hand, up: int) -> int:
    """Which cards, a bit each, share the face-up card's suit, of five cards of different ranks; else 0."""
    bits = 0
    for place in range(5):
        if place and hand[place] >> 2 == hand[place - 1] >> 2:
            return 0
        if hand[place] & 3 == up & 3:
            bits |= 1 << place
    return bits


@kernel
def count_classes(
    deals: Deals,
    first: int,
    last: int,
    held: Held,
    fixed: Counts,
    standing_at: int,
    keys: Starts,
    ways: NDArray[np.uint32],
    ends: Starts,
) -> int:
    """Count for every hand of some classes and every face-up card, and add up those that have the same key.

    ``held`` has all classes below the first taken, and on return all below the last. ``fixed`` are counts from
    :func:`count_below`, ``standing_at`` where these classes begin there. A key is, from the high bits to the low::

        rank of the face-up card | cards of its suit | fixed count | weaker hands | hands as strong

    Returns how many rows of ``keys`` and ``ways`` are filled; ``ends`` says where each class ends.
    """
    weaker, both = np.empty(52, np.int32), np.empty(52, np.int32)
    filled = 0
    for strength in range(first, last):
        start, stop = deals.starts[strength], deals.starts[strength + 1]
        size = 0
        for at in range(start, stop):
            if deals.ways[at]:
                size += 47
        row_keys, row_ways = np.empty(size, np.int64), np.empty(size, np.int64)
        weaker_of = np.empty((size // 47, 52), np.int32)
        here = 0
        for at in range(start, stop):
            if deals.ways[at]:
                _avoiding(deals, at, strength, held, weaker)
                weaker_of[here, :] = weaker
                here += 1
        take(deals.hands, start, stop, held)
        row = here = 0
        for at in range(start, stop):
            if deals.ways[at]:
                _avoiding(deals, at, strength + 1, held, both)
                row = _add_rows(deals, at, fixed[standing_at], weaker_of[here], both, row, row_keys, row_ways)
                here += 1
                standing_at += 1
        order = np.argsort(row_keys)
        for place in order:
            if filled and place != order[0] and keys[filled - 1] == row_keys[place]:
                ways[filled - 1] += row_ways[place]
            else:
                keys[filled] = row_keys[place]
                ways[filled] = row_ways[place]
                filled += 1
        ends[strength] = filled
    return filled


@kernel
def _add_rows(
    deals: Deals,
    at: int,
    fixed: Counts,
    weaker: Counts,
    both: Counts,
    row: int,
    keys: Starts,
    ways: Starts,
) -> int:
    """A row for each face-up card that the hand leaves; the next free row."""
    hand = _cards(deals.hands, at)
    for up in range(52):
        if up in hand:
            continue
        head = np.int64(((up >> 2) << MATCH_BITS) | _matches(hand, up))
        counts = (np.int64(fixed[up]) << COUNT_BITS) | np.int64(weaker[up])
        counts = (counts << EQUAL_BITS) | np.int64(both[up] - weaker[up])
        keys[row] = (head << (2 * COUNT_BITS + EQUAL_BITS)) | counts
        ways[row] = deals.ways[at]
        row += 1
    return row
