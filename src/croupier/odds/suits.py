"""Cards up to suit: of all the ways to rename the suits, one stands for all.

A set of cards is four sets of ranks, one for each suit. Renaming the suits puts those four in another order; the order
in which they descend is the one kept, so two sets of cards are the same up to suit when their sorted ranks agree.
"""

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel

PAIRS: Final = tuple(combinations(range(52), 2))
"""The 1,326 pairs of cards, in their order."""


def pair_places() -> NDArray[np.uint16]:
    """Return, by two cards in either order, the place of their pair."""
    places = np.zeros((52, 52), np.uint16)
    for place, (one, other) in enumerate(PAIRS):
        places[one, other] = places[other, one] = place
    return places


@kernel
def suit_ranks(cards: NDArray[np.uint8], ranks: NDArray[np.int64]) -> None:
    """Fill ``ranks`` with the rank bits of each suit."""
    ranks[:] = 0
    for card in cards:
        ranks[card & 3] |= np.int64(1) << (card >> 2)


@kernel
def descending(ranks: NDArray[np.int64], names: NDArray[np.int64]) -> int:
    """Fill ``names`` with what each suit is to be called for the ranks to descend; the key of the set of cards."""
    key = 0
    for suit in range(4):
        place = 0
        for other in range(4):
            if ranks[other] > ranks[suit] or (ranks[other] == ranks[suit] and other < suit):
                place += 1
        names[suit] = place
        key |= int(ranks[suit]) << (13 * (3 - place))
    return key


@kernel
def renamed(names: NDArray[np.int64], cards: NDArray[np.uint8]) -> None:
    """Fill ``cards`` with what each card of the deck becomes."""
    for card in range(52):
        cards[card] = (card & 0xFC) | names[card & 3]


@kernel
def place_of(keys: NDArray[np.int64], key: int) -> int:
    """Return the place of a key in sorted keys."""
    low = 0
    high = len(keys) - 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def orbit(ranks: NDArray[np.int64]) -> int:
    """Return the number of sets of cards that are this one up to suit."""
    same = 1
    for suit in range(4):
        alike = 1
        for other in range(suit):
            if ranks[other] == ranks[suit]:
                alike += 1
        same *= alike
    return 24 // same


@kernel
def _list(number: int, cards: NDArray[np.uint8], keys: NDArray[np.int64], orbits: NDArray[np.int64]) -> int:
    """Fill the arrays, as far as they reach, with one set of ``number`` cards for each up to suit; how many exist."""
    held = np.arange(number).astype(np.uint8)
    ranks = np.zeros(4, np.int64)
    found = 0
    while True:
        suit_ranks(held, ranks)
        if ranks[0] >= ranks[1] and ranks[1] >= ranks[2] and ranks[2] >= ranks[3]:
            if found < len(cards):
                for at in range(number):
                    cards[found, at] = held[at]
                keys[found] = (ranks[0] << 39) | (ranks[1] << 26) | (ranks[2] << 13) | ranks[3]
                orbits[found] = orbit(ranks)
            found += 1
        at = number - 1
        while at >= 0 and held[at] == 52 - number + at:
            at -= 1
        if at < 0:
            return found
        held[at] += 1
        for after in range(at + 1, number):
            held[after] = held[after - 1] + 1


def up_to_suit(number: int) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """List sets of ``number`` cards up to suit in the order of their keys: cards, keys, how many each stands for."""
    room = {3: 1_755, 4: 16_432, 5: 134_459}[number]
    cards, keys, orbits = np.zeros((room, number), np.uint8), np.zeros(room, np.int64), np.zeros(room, np.int64)
    found = _list(number, cards, keys, orbits)
    assert found == room, (found, room)
    order = np.argsort(keys)
    return cards[order], keys[order], orbits[order]
