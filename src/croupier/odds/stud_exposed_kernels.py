"""What knowing two, three or four of the Dealer's cards is worth, summed over all deals.

Known cards that do not all share a suit leave no flush to hope for: then only ranks count, and all hands of a class
are one case. Known cards of one suit are taken one set after the other: the ways to complete the Dealer's hand are
few, and the tables of how many of them hold which cards stay small.

Three counts travel in one number: completions below the fixed class, weaker ones, and those no stronger.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.odds.evaluator import Tables, five_strength
from croupier.odds.stud_kernels import Bytes, Hand, Starts, _cards, _three, _two

BITS: Final = 20
LOW: Final = (1 << BITS) - 1


class Known(NamedTuple):
    """What is the same for all known cards."""

    tables: Tables
    hands: Bytes
    """Hands of which others come by renaming all suits but clubs; weakest first."""
    starts: Starts
    ways: Bytes
    masks: Starts
    """Each hand as a bit for each card."""
    fixed: int
    """The class that is counted apart."""
    gains: NDArray[np.int64]
    """By class and meeting: what a bet wins more than a fold."""


class Ranks(NamedTuple):
    """Known ranks, and those that complete them to a hand; sets are ranks with how often they are taken."""

    known: Starts
    known_sets: Starts
    rest_sets: Starts
    classes: Starts
    """By known ranks and the others: the class of the hand, which is no flush."""
    suited: Starts
    """By class and known ranks: the deals of hand and known cards in which those share a suit."""
    ways: Starts
    """In how many ways cards are taken from those left of a rank."""


@kernel
def keep_clubs(hands: Bytes, out: Bytes) -> None:
    """In how many ways the suits but clubs can be renamed; 0 for hands that another stands for."""
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
    """What a bet wins more than a fold, by meeting, from the three counts in one number."""
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
    """The counts of completions that hold none of a hand's cards."""
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
    hand[size:] = known
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
    """For known clubs: what bets win more than folds over all hands. ``avoiding``: hands without them, by class."""
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
    """In how many ways so many cards of each rank are taken from what is left; ``ways`` tells it for one rank."""
    found = 1
    for at in range(len(sets)):
        found *= ways[left[sets[at, 0]], sets[at, 1]]
    return found


@kernel
def rank_classes(tables: Tables, known: Starts, rest: Starts, out: Starts) -> None:
    """By known ranks and the other ranks: the class of the hand, which is no flush."""
    ranks = np.empty(5, np.int64)
    size = known.shape[1]
    for first in range(len(known)):
        for second in range(len(rest)):
            ranks[:size] = known[first]
            ranks[size:] = rest[second]
            out[first, second] = -1
            if (ranks != ranks[0]).any():
                a, b, c, d, e = ranks * 4 + np.array([0, 1, 2, 3, 0])
                out[first, second] = five_strength(tables, a, b, c, d, e)


@kernel
def mixed_known(of: Known, by: Ranks, own_ranks: Starts, own_ways: Starts, all_: int, first: int, last: int) -> int:
    """For known cards that do not share a suit: the same sum, over some classes of the Player's hand.

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
