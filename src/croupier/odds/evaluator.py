"""Ranking hands by the million: the strengths of :mod:`croupier.hands`, from tables made by asking it.

Every card has a key: the weight of its rank in the low half, a one in its suit's four bits, and a one at the top. The
keys of a hand are added up. Each suit starts with three, so that five cards of it set its fourth bit: then only that
suit's ranks count, as a set of bits. Otherwise the sum of rank weights finds the strength::

    table[rows[sum >> ROW_BITS] + sum]

All sums that share the same upper bits are a row, most of it empty; the rows are laid over each other so that no two
hands collide, in places found once by :mod:`croupier.odds.rows`. The tables hold what
:func:`croupier.hands.representative` says; nothing here knows a ranking.
"""

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, rank_of, suit_of
from croupier.hands import BEST, representative
from croupier.odds.compiling import kernel

Cards = NDArray[np.integer]
Strengths = NDArray[np.uint16]

RANK_WEIGHTS: Final = (0, 4, 5, 32, 136, 606, 2535, 11427, 29432, 98157, 245004, 601934, 1522171)
"""No two ways to hold seven ranks, and no two to hold five, have the same sum; tests prove it."""

_SEVEN_RANKS: Final = 49_205
"""The ways to hold seven ranks, none more than four times."""

ROW_BITS: Final = 11
NOTHING: Final = 0xFFFF
"""The table's value where there is no hand."""

_SUIT_SHIFT: Final = 32
START: Final = 0x3333 << _SUIT_SHIFT
_FIFTH: Final = 0x8888 << _SUIT_SHIFT
_LOW: Final = 0xFFFFFFFF
_CARDS_SHIFT: Final = 56
"""The place of the count of cards in a key, above the suits."""
_PART_BITS: Final = 13


class Tables(NamedTuple):
    """The look-up tables of the kernels, which take them as an argument."""

    keys: NDArray[np.int64]
    """The key of each card: its rank weight and its suit's count."""
    parts: NDArray[np.int64]
    """The sums of keys, by quarter of the deck and the 13 bits of a mask there."""
    rows5: NDArray[np.int32]
    five: Strengths
    rows7: NDArray[np.int32]
    seven: Strengths
    flush: Strengths
    """The strengths of flushes, by the rank bits of a suit's cards, five or more."""


# --- one hand ------------------------------------------------------------------------------------------------------


@kernel
def _flush_bits(mask: int, suit: int) -> int:
    """Return the ranks of a suit in a mask of 52 cards, as 13 bits."""
    bits = 0
    for rank in range(13):
        bits |= ((mask >> (rank * 4 + suit)) & 1) << rank
    return bits


@kernel
def _flush_suit(key: int) -> int:
    """Return the suit that is held five times, read from a key that has its fifth-card bit set."""
    suits = (key & _FIFTH) >> (_SUIT_SHIFT + 3)
    return ((suits >> 4) & 1) + 2 * ((suits >> 8) & 1) + 3 * ((suits >> 12) & 1)


@kernel
def five_of_key(tables: Tables, key: int, mask: int) -> int:
    """Return the strength of five cards from :data:`START` plus the sum of their keys, and their mask."""
    if key & _FIFTH:
        return int(tables.flush[_flush_bits(mask, _flush_suit(key))])
    ranks = np.uint32(key & _LOW)  # unsigned, which avoids a check for negative places
    return int(tables.five[np.uint32(tables.rows5[ranks >> np.uint32(ROW_BITS)] + ranks)])


@kernel
def seven_of_key(tables: Tables, key: int, mask: int) -> int:
    """Return the strength of the best five of seven cards from :data:`START` plus their keys, and their mask."""
    if key & _FIFTH:
        return int(tables.flush[_flush_bits(mask, _flush_suit(key))])
    ranks = np.uint32(key & _LOW)  # unsigned, which avoids a check for negative places
    return int(tables.seven[np.uint32(tables.rows7[ranks >> np.uint32(ROW_BITS)] + ranks)])


@kernel
def five_strength(tables: Tables, a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the strength of five different cards."""
    keys = tables.keys
    key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if key & _FIFTH:
        return int(
            tables.flush[(1 << (a >> 2)) | (1 << (b >> 2)) | (1 << (c >> 2)) | (1 << (d >> 2)) | (1 << (e >> 2))]
        )
    ranks = np.uint32(key & _LOW)  # unsigned, which avoids a check for negative places
    return int(tables.five[np.uint32(tables.rows5[ranks >> np.uint32(ROW_BITS)] + ranks)])


@kernel
def seven_strength(tables: Tables, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """Return the strength of the best five of seven different cards."""
    keys = tables.keys
    key = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    if key & _FIFTH:
        one = np.int64(1)
        mask = (one << a) | (one << b) | (one << c) | (one << d) | (one << e) | (one << f) | (one << g)
        return int(tables.flush[_flush_bits(int(mask), _flush_suit(key))])
    ranks = np.uint32(key & _LOW)  # unsigned, which avoids a check for negative places
    return int(tables.seven[np.uint32(tables.rows7[ranks >> np.uint32(ROW_BITS)] + ranks)])


@kernel
def mask_key(tables: Tables, mask: int) -> int:
    """Return :data:`START` plus the sum of the keys of the cards whose bits are set."""
    parts = tables.parts
    return int(
        START
        + parts[0, mask & 0x1FFF]
        + parts[1, (mask >> 13) & 0x1FFF]
        + parts[2, (mask >> 26) & 0x1FFF]
        + parts[3, (mask >> 39) & 0x1FFF]
    )


# --- many hands ----------------------------------------------------------------------------------------------------


@kernel
def _rank_fives(tables: Tables, cards: Cards, out: Strengths) -> None:
    for at in range(len(cards)):
        hand = cards[at]
        out[at] = five_strength(tables, hand[0], hand[1], hand[2], hand[3], hand[4])


@kernel
def _rank_sevens(tables: Tables, cards: Cards, out: Strengths) -> None:
    for at in range(len(cards)):
        hand = cards[at]
        out[at] = seven_strength(tables, hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6])


@kernel
def _rank_seven_masks(tables: Tables, masks: NDArray[np.int64], out: Strengths) -> int:
    """Rank hands of seven given as masks into ``out``; return how many masks are not such a hand and are skipped."""
    wrong = 0
    for at in range(len(masks)):
        mask = masks[at]
        key = mask_key(tables, mask)
        if key >> _CARDS_SHIFT == 7 and mask >> 52 == 0:
            out[at] = seven_of_key(tables, key, mask)
        else:
            wrong += 1
    return wrong


def five_strengths(cards: Cards) -> Strengths:
    """Return the strengths of many hands of five different cards, given as an array of five columns."""
    out = np.empty(len(cards), np.uint16)
    _rank_fives(tables(), _checked(cards, 5), out)
    return out


def seven_strengths(cards: Cards) -> Strengths:
    """Return the strengths of the best five of many hands of seven different cards, an array of seven columns."""
    out = np.empty(len(cards), np.uint16)
    _rank_sevens(tables(), _checked(cards, 7), out)
    return out


def seven_mask_strengths(masks: Cards) -> Strengths:
    """Return the strengths of many hands of seven given as masks, with bit ``card`` set for each card.

    Raises ValueError.
    """
    out = np.empty(len(masks), np.uint16)
    if _rank_seven_masks(tables(), _flat(masks), out):
        raise ValueError("a mask of a hand of 7 cards has 7 bits, and none beyond the 52 of the deck")
    return out


def _checked(cards: Cards, number: int) -> NDArray[np.uint8]:
    """Return cards as bytes in one block.

    Raises ValueError for another shape or unknown cards; repeated ones are not checked.
    """
    if cards.ndim != 2 or cards.shape[1] != number:
        raise ValueError(f"hands of {number} cards come as an array of {number} columns, not of shape {cards.shape}")
    if cards.size and (cards.max() >= len(DECK) or (cards.dtype != np.uint8 and cards.min() < 0)):
        raise ValueError("a card that is face down, or not of the deck, cannot be ranked")
    return np.ascontiguousarray(cards, np.uint8)


def _flat(masks: Cards) -> NDArray[np.int64]:
    if masks.ndim != 1:
        raise ValueError(f"masks come as an array of one dimension, not of shape {masks.shape}")
    return np.ascontiguousarray(masks, np.int64)


# --- the tables ----------------------------------------------------------------------------------------------------


@cache
def tables() -> Tables:
    """Make the tables, once in a process."""
    weights = np.array(RANK_WEIGHTS, np.int64)
    keys = np.array([RANK_WEIGHTS[rank_of(card)] + (1 << (_SUIT_SHIFT + 4 * suit_of(card))) for card in DECK])
    keys += 1 << _CARDS_SHIFT
    fives, flush = _by_representative()
    rows5, rows7 = np.load(Path(__file__).with_name("rows.npy"))
    five = _filled(rows5, np.array(list(fives)), np.array(list(fives.values()), np.uint16))
    sums, strengths = np.empty(_SEVEN_RANKS, np.int64), np.empty(_SEVEN_RANKS, np.uint16)
    _best_of_seven(weights, rows5, five, sums, strengths)
    _best_of_more(flush)
    return Tables(keys, _parts(keys), rows5, five, rows7, _filled(rows7, sums, strengths), flush)


def _by_representative() -> tuple[dict[int, int], Strengths]:
    """Return all 7,462 strengths: those without a suit by the sum of rank weights, those of one suit by rank bits."""
    fives: dict[int, int] = {}
    flush = np.full(1 << 13, NOTHING, np.uint16)
    for strength in range(BEST + 1):
        cards = representative(strength)
        ranks = [rank_of(card) for card in cards]
        if len({suit_of(card) for card in cards}) == 1:
            flush[sum(1 << rank for rank in ranks)] = strength
        else:
            fives[sum(RANK_WEIGHTS[rank] for rank in ranks)] = strength
    return fives, flush


@kernel
def _best_of_seven(
    weights: NDArray[np.int64],
    rows5: NDArray[np.int32],
    five: Strengths,
    sums: NDArray[np.int64],
    strengths: Strengths,
) -> None:
    """Fill ``sums`` and ``strengths`` with every way to hold seven ranks: the best of its 21 choices of five."""
    held = np.zeros(7, np.int64)
    at = 0
    while True:
        if (held[4:] != held[:3]).all():
            total = 0
            for rank in held:
                total += weights[rank]
            best = -1
            for first in range(6):
                for second in range(first + 1, 7):
                    left = total - weights[held[first]] - weights[held[second]]
                    best = max(best, int(five[rows5[left >> ROW_BITS] + left]))
            sums[at] = total
            strengths[at] = best
            at += 1
        place = 6
        while place >= 0 and held[place] == 12:
            place -= 1
        if place < 0:
            return
        held[place:] = held[place] + 1


def _best_of_more(flush: Strengths) -> None:
    """Add six and seven cards of a suit to ``flush``: each set is worth the best of the sets with one card less."""
    for number in (6, 7):
        for ranks in combinations(range(13), number):
            whole = sum(1 << rank for rank in ranks)
            flush[whole] = max(int(flush[whole & ~(1 << rank)]) for rank in ranks)


def _filled(rows: NDArray[np.int32], sums: NDArray[np.int64], strengths: Strengths) -> Strengths:
    """Return the table of these strengths, with each row shifted to the place that ``rows`` says."""
    places = rows[sums >> ROW_BITS] + sums
    table = np.full(int(places.max()) + 1, NOTHING, np.uint16)
    table[places] = strengths
    return table


def _parts(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum of the keys of every set of cards within each quarter of the deck."""
    parts = np.zeros((4, 1 << _PART_BITS), np.int64)
    for quarter in range(4):
        for bit in range(_PART_BITS):
            parts[quarter, 1 << bit : 2 << bit] = parts[quarter, : 1 << bit] + keys[quarter * _PART_BITS + bit]
    return parts
