"""Rounds of hold'em against the House.

Whether a Turn or River wager is placed is a bit: of the board up to suit, and of the Hole Cards with the suits renamed
in the same way. A board is found by its cards in order; the table says which board it is up to suit and what each suit
becomes.
"""

from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.odds.evaluator import START, Tables, five_strength, seven_of_key
from croupier.odds.holdem.ground import BELOW, COLUMNS, HOLE_PAIRS, LEVEL
from croupier.odds.suits import descending, place_of, suit_ranks
from croupier.trials.booking import BLOCK, Account, Found, Ints, book
from croupier.trials.streams import CARDS, HAND, REDRAWN, State, draw

FOLDED: Final = 4 * COLUMNS
MAINS: Final = FOLDED + 1
"""Turn wager or not, River wager or not, and how the hand compares; or folded."""
BOARD: Final = 5
HOLE: Final = 2

Bits = NDArray[np.uint32]
Dealt = NDArray[np.uint8]
Cells = NDArray[np.int32]

PLACES: Final = np.array([[comb(card, number) for card in range(CARDS)] for number in range(5)], np.int64)
"""The number of sets of lower cards, by the size of the set up to one, and by card."""


class Boards(NamedTuple):
    """Boards of three and of four, by their cards in order: which they are up to suit, and what the suits become."""

    three: NDArray[np.uint32]
    four: NDArray[np.uint32]


class Decisions(NamedTuple):
    """A strategy."""

    plays: NDArray[np.bool_]
    """True for each pair that sees the Flop."""
    turn: Bits
    """A bit for each board of three up to suit and each pair."""
    river: Bits


class Rows(NamedTuple):
    """The rows of the Bonus, and the awards, that a deal meets."""

    pair_at: NDArray[np.uint16]
    category: NDArray[np.uint8]
    bonus: NDArray[np.int16]
    """The Bonus row of the Player's pair; below zero, the row of the next table that has it."""
    by_dealer: NDArray[np.int16]
    bonuses: int
    rare_from: int
    """The category from which on a deal may win an award."""
    awards: NDArray[np.int16]
    """The awards of a hand, by whether it was folded and by the four digits of its kind."""
    sets: int


@kernel
def place_three(a: int, b: int, c: int, places: Ints) -> int:
    """Return the place of three cards among all sets of three."""
    low, high = min(a, b), max(a, b)
    middle = max(low, min(high, c))
    return int(places[1, min(low, c)] + places[2, middle] + places[3, max(high, c)])


@kernel
def place_four(a: int, b: int, c: int, d: int, places: Ints) -> int:
    """Return the place of four cards among all sets of four."""
    one, two = min(a, b), max(a, b)
    three, four = min(c, d), max(c, d)
    lowest, other = min(one, three), max(one, three)
    highest, another = max(two, four), min(two, four)
    return int(places[1, lowest] + places[2, min(other, another)] + places[3, max(other, another)] + places[4, highest])


@kernel
def list_boards(number: int, keys: Ints, places: Ints, out: NDArray[np.uint32]) -> None:
    """Fill ``out`` for all sets of three or four cards; ``keys`` are those of the boards up to suit, in order."""
    cards = np.arange(number).astype(np.uint8)
    ranks, names = np.empty(4, np.int64), np.empty(4, np.int64)
    while True:
        suit_ranks(cards, ranks)
        place = place_of(keys, descending(ranks, names))
        packed = names[0] | (names[1] << 2) | (names[2] << 4) | (names[3] << 6)
        at = 0
        for which in range(number):
            at += places[which + 1, cards[which]]
        out[at] = (place << 8) | packed
        held = number - 1
        while held >= 0 and cards[held] == CARDS - number + held:
            held -= 1
        if held < 0:
            return
        cards[held] += 1
        for after in range(held + 1, number):
            cards[after] = cards[after - 1] + 1


@kernel
def _place(board: int, pair_at: NDArray[np.uint16], one: int, other: int) -> int:
    """Return the bit of a board and two Hole Cards, whose suits are renamed as the board's are."""
    first = (one & 0xFC) | ((board >> (2 * (one & 3))) & 3)
    second = (other & 0xFC) | ((board >> (2 * (other & 3))) & 3)
    return (board >> 8) * HOLE_PAIRS + int(pair_at[first, second])


@kernel
def _kind(tables: Tables, category: NDArray[np.uint8], dealt: Dealt, at: int, own: int) -> int:
    """Return four digits: the category on the Flop, on the Turn, at the end, and of the board alone."""
    flop = five_strength(tables, dealt[at], dealt[at + 1], dealt[0], dealt[1], dealt[2])
    turn = flop
    held = np.empty(6, np.uint8)
    held[0], held[1], held[5] = dealt[at], dealt[at + 1], dealt[3]
    held[2], held[3], held[4] = dealt[0], dealt[1], dealt[2]
    for out in range(5):
        held[5], held[out] = held[out], held[5]
        turn = max(turn, five_strength(tables, held[0], held[1], held[2], held[3], held[4]))
        held[5], held[out] = held[out], held[5]
    board = five_strength(tables, dealt[0], dealt[1], dealt[2], dealt[3], dealt[4])
    return int(category[flop]) * 1000 + int(category[turn]) * 100 + int(category[own]) * 10 + int(category[board])


@kernel
def _deal(state: State, deck: Ints, redrawn: Ints, places: Ints, rounds: int, dealt: Dealt, found: Ints) -> None:
    """Deal some rounds, and find the places of their boards of three and of four."""
    cards = dealt.shape[1]
    hands = (cards + HAND - 1) // HAND
    for round_ in range(rounds):
        draw(state, deck, hands, redrawn)
        for at in range(cards):
            dealt[round_, at] = deck[at]
        found[0, round_] = place_three(deck[0], deck[1], deck[2], places)
        found[1, round_] = place_four(deck[0], deck[1], deck[2], deck[3], places)


@kernel
def _decide(
    boards: Boards, decisions: Decisions, pair_at: NDArray[np.uint16], rounds: int, dealt: Dealt, found: Ints
) -> None:
    """Look up whether Turn and River wager are placed, in passes over all rounds so that memory accesses overlap."""
    for round_ in range(rounds):
        found[0, round_] = boards.three[found[0, round_]]
        found[1, round_] = boards.four[found[1, round_]]
    boxes = len(found) // 2 - 1
    for box in range(boxes):
        at = BOARD + HOLE * box
        for round_ in range(rounds):
            one, other = int(dealt[round_, at]), int(dealt[round_, at + 1])
            found[2 + 2 * box, round_] = _place(found[0, round_], pair_at, one, other)
            found[3 + 2 * box, round_] = _place(found[1, round_], pair_at, one, other)
        for round_ in range(rounds):
            turn, river = found[2 + 2 * box, round_], found[3 + 2 * box, round_]
            on_turn = (decisions.turn[turn >> 5] >> np.uint32(turn & 31)) & np.uint32(1)
            on_river = (decisions.river[river >> 5] >> np.uint32(river & 31)) & np.uint32(1)
            found[2 + 2 * box, round_] = 2 * np.int64(on_turn) + np.int64(on_river)


@kernel
def _compare(
    tables: Tables, plays: NDArray[np.bool_], rows: Rows, rounds: int, dealt: Dealt, found: Ints, cells: Cells
) -> None:
    """Find the cell of every box."""
    keys, pair_at = tables.keys, rows.pair_at
    dealer_at = dealt.shape[1] - HOLE
    one = np.int64(1)
    for round_ in range(rounds):
        key, mask = np.int64(START), np.int64(0)
        for at in range(BOARD):
            key += keys[dealt[round_, at]]
            mask |= one << dealt[round_, at]
        x, y = dealt[round_, dealer_at], dealt[round_, dealer_at + 1]
        dealer = seven_of_key(tables, key + keys[x] + keys[y], mask | (one << x) | (one << y))
        for box in range(cells.shape[1]):
            at = BOARD + HOLE * box
            u, v = dealt[round_, at], dealt[round_, at + 1]
            own = seven_of_key(tables, key + keys[u] + keys[v], mask | (one << u) | (one << v))
            pair = pair_at[u, v]
            main = LEVEL if own == dealer else BELOW
            if own > dealer:
                main = int(rows.category[own])
            main = main + COLUMNS * found[2 + 2 * box, round_] if plays[pair] else FOLDED
            bonus = np.int64(rows.bonus[pair])
            if bonus < 0:
                bonus = np.int64(rows.by_dealer[-bonus - 1, pair_at[x, y]])
            award = np.int64(0)
            if rows.category[own] >= rows.rare_from:
                folded = 0 if plays[pair] else 1
                award = np.int64(rows.awards[folded, _kind(tables, rows.category, dealt[round_], at, own)])
            cells[round_, box] = (main * rows.bonuses + bonus) * rows.sets + award


@kernel
def play_holdem(
    tables: Tables,
    boards: Boards,
    decisions: Decisions,
    rows: Rows,
    account: Account,
    rounds: int,
    boxes: int,
    state: State,
    found: Found,
) -> None:
    """Play rounds: five Community Cards, two Hole Cards for each box, then the Dealer's two."""
    deck = np.arange(CARDS)
    dealt = np.zeros((BLOCK, BOARD + HOLE * (boxes + 1)), np.uint8)
    found_at = np.zeros((2 + 2 * boxes, BLOCK), np.int64)
    cells = np.zeros((BLOCK, boxes), np.int32)
    for first in range(0, rounds, BLOCK):
        number = min(BLOCK, rounds - first)
        _deal(state, deck, REDRAWN, PLACES, number, dealt, found_at)
        _decide(boards, decisions, rows.pair_at, number, dealt, found_at)
        _compare(tables, decisions.plays, rows, number, dealt, found_at, cells)
        book(account, found, first, number, cells)


@kernel
def deal_holdem(
    tables: Tables,
    boards: Boards,
    decisions: Decisions,
    rows: Rows,
    state: State,
    deck: Ints,
    rounds: int,
    cells: Cells,
) -> None:
    """Deal and play ``rounds`` rounds, and find the cell of every box."""
    boxes = cells.shape[1]
    dealt = np.zeros((BLOCK, BOARD + HOLE * (boxes + 1)), np.uint8)
    found_at = np.zeros((2 + 2 * boxes, BLOCK), np.int64)
    for first in range(0, rounds, BLOCK):
        number = min(BLOCK, rounds - first)
        _deal(state, deck, REDRAWN, PLACES, number, dealt, found_at)
        _decide(boards, decisions, rows.pair_at, number, dealt, found_at)
        _compare(tables, decisions.plays, rows, number, dealt, found_at, cells[first:])
