"""The counts and sums in whole cents that kernels keep of the rounds that they play.

A kernel plays rounds by number: which hands met, which row of a pay table a hand stands in, whether a wager was placed.
All of that together is a cell, and the rulebook has been asked before what each cell wins (:class:`Account`). Only what
the counts of cells cannot give is added up here: squares of what several boxes of a round win together, how low and how
high a run of rounds goes, the sums of shifts, and the rounds that take from a meter.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.trials.streams import apart

Ints = NDArray[np.int64]

ALL: Final = 0
"""The first column of an account: everything that a cell wins."""
MOST: Final = 1 << 30
"""The most that a round may win or lose, in cents: its square is added up in 62 bits."""
HITS: Final = 1 << 14
"""The number of rounds of a chunk that may take from a meter."""
BLOCK: Final = 1024
"""The number of rounds that a kernel plays before it books them, which is cheaper than one at a time."""
SQUARE_BITS: Final = 62
_MASK: Final = (1 << SQUARE_BITS) - 1


class Account(NamedTuple):
    """The amounts that every cell wins, and how to add them up."""

    nets: Ints
    """The win of each cell in each column, in cents; the first column is everything."""
    staked: Ints
    hit: NDArray[np.bool_]
    """True for a cell that may be paid from a meter."""
    period: int
    """The number of rounds in a shift; 0 if shifts are not counted."""


class Found(NamedTuple):
    """The arrays that a kernel fills."""

    counts: Ints
    """The number of boxes that ended in each cell."""
    squares: Ints
    """The squares of what a round wins, by column, in two numbers of 62 bits; of several boxes only."""
    path: Ints
    """The running total won so far, and the least and the most that it has been after a round."""
    periods: Ints
    """The amounts won and wagered in each shift, and the least and the most that was won so far after a round."""
    hits: Ints
    """Round, box and cell."""
    number: Ints
    """The number of rounds that take from a meter."""


def nothing_found(cells: int, columns: int, periods: int) -> Found:
    """Make the arrays as they are before the first round."""
    return Found(apart(cells), apart(columns, 2), apart(3), apart(periods, 4), apart(HITS, 3), apart(1))


@kernel
def book(account: Account, found: Found, first: int, rounds: int, cells: NDArray[np.int32]) -> None:
    """Add ``rounds`` rounds from number ``first`` on, given as the cells of their boxes."""
    counts, path = found.counts, found.path
    won, lowest, highest = path[0], path[1], path[2]
    boxes = cells.shape[1]
    for round_ in range(rounds):
        for box in range(boxes):
            cell = cells[round_, box]
            counts[cell] += 1
            won += account.nets[cell, ALL]
            if account.hit[cell]:
                at = found.number[0]
                if at < HITS:
                    found.hits[at, 0], found.hits[at, 1], found.hits[at, 2] = first + round_, box, cell
                found.number[0] = at + 1
        lowest, highest = min(lowest, won), max(highest, won)
    path[0], path[1], path[2] = won, lowest, highest
    if boxes > 1:
        _add_squares(account, found, rounds, cells)
    if account.period:
        for round_ in range(rounds):
            shift = (first + round_) // account.period
            for box in range(boxes):
                found.periods[shift, 0] += account.nets[cells[round_, box], ALL]
                found.periods[shift, 1] += account.staked[cells[round_, box]]
            found.periods[shift, 2] = min(found.periods[shift, 2], found.periods[shift, 0])
            found.periods[shift, 3] = max(found.periods[shift, 3], found.periods[shift, 0])


@kernel
def _add_squares(account: Account, found: Found, rounds: int, cells: NDArray[np.int32]) -> None:
    for column in range(account.nets.shape[1]):
        high, low = found.squares[column, 0], found.squares[column, 1]
        for round_ in range(rounds):
            total = np.int64(0)
            for box in range(cells.shape[1]):
                total += account.nets[cells[round_, box], column]
            low += total * total
            high += low >> SQUARE_BITS
            low &= _MASK
        found.squares[column, 0], found.squares[column, 1] = high, low
