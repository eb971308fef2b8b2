"""Counting the Dealer's hands by inclusion and exclusion.

Hands are taken in order of strength, weakest first. At every moment the tables know, for each small set of cards, how
many of the hands taken so far hold all of it; a table has a row for each set of cards that the Player may hold and a
column for each card that the Dealer may show. How many of the Dealer's hands with a given face-up card are weaker
than a Player's hand, and hold none of that hand's cards, is then a sum of rows with alternating signs, one row for
every subset of the Player's cards. A row more, and those as strong are among them.

Nothing here knows a rule of a game: a class of hands is a number, and a higher one is the better.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.odds.evaluator import Tables, five_strength

CARDS: Final = 52
HANDS: Final = 2_598_960
SETS: Final = (1, 52, 1_326, 22_100, 270_725)
"""The number of ways to choose none, one, two, three and four cards."""

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
    """The place of each class's first hand, and after them the place where the last class ends."""
    ways: Bytes
    """The number of hands that each hand stands for as suits are renamed; 0 for hands that another stands for."""
    fifth: NDArray[np.uint16]
    """The class of the hand of four cards and a fifth."""


class Held(NamedTuple):
    """The number of hands taken so far that hold a set of cards and one more card, by set and by that card."""

    none: Counts
    one: Counts
    two: NDArray[np.int16]
    three: Bytes


def nothing_taken() -> Held:
    """Make the tables for no hands taken."""
    return Held(
        np.zeros(CARDS, np.int32),
        np.zeros((SETS[1], CARDS), np.int32),
        np.zeros((SETS[2], CARDS), np.int16),
        np.zeros((SETS[3], CARDS), np.uint8),
    )


# --- places of sets ------------------------------------------------------------------------------------------------


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
    """Return the five cards of a hand as 64-bit numbers."""
    return (
        np.int64(hands[at, 0]),
        np.int64(hands[at, 1]),
        np.int64(hands[at, 2]),
        np.int64(hands[at, 3]),
        np.int64(hands[at, 4]),
    )


# --- all hands -----------------------------------------------------------------------------------------------------


@kernel
def list_hands(out: Bytes) -> None:
    """Fill ``out`` with all hands of five ascending cards."""
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
    """Sort the hands by class into ``out``; those of one class keep their order."""
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


# --- counting ------------------------------------------------------------------------------------------------------


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
    """Return the place of the four cards that are left without one."""
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
    """Count, by face-up card, the hands of the classes below, all taken, that hold it and none of this hand's cards.

    The columns of the hand's own cards have no meaning.
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
    """Count, by face-up card, the Dealer's hands below a class, all taken, for hands that stand for others."""
    for at in range(start, stop):
        _avoiding(deals, standing[at], below, held, out[at])


@kernel
def _matches(hand: Hand, up: int) -> int:
    """Return a bit for each of five cards of different ranks that shares the face-up card's suit; else 0."""
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
    both = np.empty(52, np.int32)
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
                _avoiding(deals, at, strength, held, weaker_of[here])
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
    """Add a row for each face-up card that the hand leaves; return the next free row."""
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


# --- one hand, and the Dealer's known cards ------------------------------------------------------------------------


@kernel
def count_meetings(
    tables: Tables, left: NDArray[np.uint8], known: NDArray[np.uint8], own: int, qualifying: int, out: NDArray[np.int64]
) -> None:
    """Count meetings: not qualified, lower than the Player's, equal, higher. ``left`` are the cards not seen yet."""
    open_ = 5 - len(known)
    hand = np.empty(5, np.uint8)
    for place in range(len(known)):
        hand[open_ + place] = known[place]
    at = np.arange(open_)
    while True:
        for place in range(open_):
            hand[place] = left[at[place]]
        dealer = five_strength(tables, hand[0], hand[1], hand[2], hand[3], hand[4])
        if dealer < qualifying:
            out[0] += 1
        elif own > dealer:
            out[1] += 1
        elif own == dealer:
            out[2] += 1
        else:
            out[3] += 1
        last = open_ - 1
        while last >= 0 and at[last] == len(left) - open_ + last:
            last -= 1
        if last < 0:
            return
        at[last] += 1
        for place in range(last + 1, open_):
            at[place] = at[place - 1] + 1


# --- exposed cards -------------------------------------------------------------------------------------------------
#
# The worth of knowing two, three or four of the Dealer's cards, summed over all deals. With known cards of several
# suits the Dealer cannot have a flush: then only ranks count, and all hands of a class are one case. Known cards of
# one suit are taken one set after the other: the ways to complete the Dealer's hand are few, and the tables of how many
# of them hold which cards stay small. Three counts travel in one number: completions below the fixed class, weaker
# ones, and those no stronger.


BITS: Final = 20
LOW: Final = (1 << BITS) - 1


class Known(NamedTuple):
    """The tables that all known cards share."""

    tables: Tables
    hands: Bytes
    """Hands of which others come by renaming all suits but clubs; weakest first."""
    starts: Starts
    ways: Bytes
    masks: Starts
    """The hands as masks, one bit for each card."""
    fixed: int
    """The class that is counted apart."""
    gains: NDArray[np.int64]
    """The amount that a bet wins more than a fold, by class and meeting."""


class Ranks(NamedTuple):
    """Known ranks, and those that complete them to a hand; sets are ranks with how often they are taken."""

    known: Starts
    known_sets: Starts
    rest_sets: Starts
    classes: Starts
    """The class of the hand by its known ranks and its other ranks; it is no flush."""
    suited: Starts
    """The deals of a hand and known cards of one suit, by class and known ranks."""
    ways: Starts
    """The number of ways to take cards from those left of a rank."""


@kernel
def keep_clubs(hands: Bytes, out: Bytes) -> None:
    """Fill in how many ways the suits but clubs can be renamed; 0 for hands that another hand stands for."""
    ranks = np.empty(4, np.int64)
    for at in range(len(hands)):
        ranks[:] = 0
        for place in range(5):
            card = hands[at, place]
            ranks[card & 3] |= np.int64(1) << (card >> 2)
        if ranks[1] < ranks[2] or ranks[2] < ranks[3]:
            out[at] = 0
        elif ranks[1] == ranks[3]:
            out[at] = 1
        elif ranks[1] == ranks[2] or ranks[2] == ranks[3]:
            out[at] = 3
        else:
            out[at] = 6


@kernel
def _gain(won: NDArray[np.int64], qualified: bool, counted: int, all_: int) -> int:
    """Return how much more a bet wins than a fold over all meetings, from the three counts packed in one number."""
    below = counted & LOW
    if not qualified:
        return int(below * won[0] + (all_ - below) * won[3])
    weaker = (counted >> BITS) & LOW
    no_stronger = counted >> (2 * BITS)
    return int(
        below * won[0] + (weaker - below) * won[1] + (no_stronger - weaker) * won[2] + (all_ - no_stronger) * won[3]
    )


@kernel
def _note(counts: Any, cards: Any, size: int, amount: int) -> None:
    """Count a completion for each set of cards that it holds."""
    none, one, two, three = counts
    none[0] += amount
    for x in range(size):
        one[cards[x]] += amount
        for y in range(x + 1, size):
            two[_two(cards[x], cards[y])] += amount
            for z in range(y + 1, size):
                three[_three(cards[x], cards[y], cards[z])] += amount


@kernel
def _left(counts: Any, hand: Hand, size: int) -> int:
    """Return the packed counts of completions that hold none of a hand's cards."""
    none, one, two, three = counts
    a, b, c, d, e = hand
    found = none[0] - one[a] - one[b] - one[c] - one[d] - one[e]
    if size == 1:
        return int(found)
    for x in range(4):
        for y in range(x + 1, 5):
            found += two[_two(hand[x], hand[y])]
    if size > 2:
        for x in range(3):
            for y in range(x + 1, 4):
                for z in range(y + 1, 5):
                    found -= three[_three(hand[x], hand[y], hand[z])]
    return int(found)


@kernel
def _complete(tables: Tables, known: NDArray[np.int64], cards: Starts, classes: Starts) -> int:
    """List the ways to complete known cards, with the class of the whole hand; how many there are."""
    size = 5 - len(known)
    hand = np.empty(5, np.int64)
    for place in range(len(known)):
        hand[size + place] = known[place]
    at = 0
    for a in range(52):
        for b in range(a + 1, 52 if size > 1 else a + 2):
            for c in range(b + 1, 52 if size > 2 else b + 2):
                hand[0] = a
                if size > 1:
                    hand[1] = b
                if size > 2:
                    hand[2] = c
                again = False
                for x in range(size):
                    for card in known:
                        again = again or hand[x] == card
                if again:
                    continue
                cards[at, 0], cards[at, 1], cards[at, 2] = a, b, c
                classes[at] = five_strength(tables, hand[0], hand[1], hand[2], hand[3], hand[4])
                at += 1
    return at


@kernel
def suited_known(of: Known, known: NDArray[np.int64], all_: int, avoiding: NDArray[np.int64]) -> int:
    """Return how much more bets win than folds over all hands, for known clubs.

    ``avoiding``: hands without them, by class.
    """
    size = 5 - len(known)
    cards, classes = np.empty((22_100, 3), np.int64), np.empty(22_100, np.int64)
    number = _complete(of.tables, known, cards, classes)
    order = np.argsort(classes[:number])
    counts = (np.zeros(1, np.int64), np.zeros(52, np.int64), np.zeros(1326, np.int64), np.zeros(22_100, np.int64))
    for at in range(number):
        if classes[at] < of.fixed:
            _note(counts, cards[at], size, 1)
    held = np.int64(0)
    for card in known:
        held |= np.int64(1) << card
    total, next_ = np.int64(0), 0
    for own in range(len(of.starts) - 1):
        first = next_
        while next_ < number and classes[order[next_]] == own:
            _note(counts, cards[order[next_]], size, 1 << (2 * BITS))
            next_ += 1
        for at in range(of.starts[own], of.starts[own + 1]):
            if of.masks[at] & held:
                continue
            ways = np.int64(of.ways[at])
            avoiding[own] += ways
            gain = _gain(of.gains[own], own >= of.fixed, _left(counts, _cards(of.hands, at), size), all_)
            if gain > 0:
                total += ways * gain
        for at in range(first, next_):
            _note(counts, cards[order[at]], size, 1 << BITS)
    return int(total)


@kernel
def _choose(left: NDArray[np.int64], sets: NDArray[np.int64], ways: NDArray[np.int64]) -> int:
    """Return the number of ways to take these cards of each rank from those left; ``ways`` has it for one rank."""
    found = 1
    for at in range(len(sets)):
        found *= ways[left[sets[at, 0]], sets[at, 1]]
    return found


@kernel
def rank_classes(tables: Tables, known: Starts, rest: Starts, out: Starts) -> None:
    """Fill in, by known ranks and the other ranks, the class of the hand, which is no flush."""
    ranks = np.empty(5, np.int64)
    size = known.shape[1]
    for first in range(len(known)):
        for second in range(len(rest)):
            for at in range(5):
                ranks[at] = known[first, at] if at < size else rest[second, at - size]
            a, b, c, d, e = ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]
            out[first, second] = -1
            if not a == b == c == d == e:
                out[first, second] = five_strength(tables, a * 4, b * 4 + 1, c * 4 + 2, d * 4 + 3, e * 4)


@kernel
def mixed_known(of: Known, by: Ranks, own_ranks: Starts, own_ways: Starts, all_: int, first: int, last: int) -> int:
    """Return how much more bets win than folds for known cards of mixed suits, over some classes of the Player's hand.

    ``own_ranks`` and ``own_ways``: the ranks of each class, and how many hands it has.
    """
    total = 0
    left = np.empty(13, np.int64)
    for own in range(first, last):
        for at in range(len(by.known)):
            left[:] = 4
            for rank in own_ranks[own]:
                left[rank] -= 1
            deals = _choose(left, by.known_sets[at], by.ways) * own_ways[own] - by.suited[own, at]
            if deals <= 0:
                continue
            for rank in by.known[at]:
                left[rank] -= 1
            below = weaker = no_stronger = 0
            for other in range(len(by.rest_sets)):
                ways = _choose(left, by.rest_sets[other], by.ways)
                dealer = by.classes[at, other]
                below += ways if dealer < of.fixed else 0
                weaker += ways if dealer < own else 0
                no_stronger += ways if dealer <= own else 0
            counted = below + (weaker << BITS) + (no_stronger << (2 * BITS))
            gain = _gain(of.gains[own], own >= of.fixed, counted, all_)
            if gain > 0:
                total += deals * gain
    return total
