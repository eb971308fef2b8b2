"""The tables of the hold'em kernels: how deals are distinguished, boards up to suit, and tables by card and pair."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

RUNGS: Final = 16
"""The number of rungs that distinguish from which pay on a Turn or River wager is worth placing; see the kernels."""
CATEGORIES: Final = 10
BELOW: Final = 10
LEVEL: Final = 11
COLUMNS: Final = 12
"""The columns of a count: above by the category of the own hand, then below, then level."""
DEALERS: Final = 990
"""Pairs left for the Dealer, once seven cards are known."""
RIVERS: Final = 46
"""River Cards left, once two Hole Cards and a board of four are known."""
HOLE_PAIRS: Final = 1326
"""The number of pairs: two of fifty-two cards."""


class Ground(NamedTuple):
    """The tables for all counting; the kernels take them as an argument."""

    pair_at: NDArray[np.uint16]
    hole_at: NDArray[np.uint8]
    """The place of each pair among the 169 starting hands."""
    category: NDArray[np.uint8]
    """The category of each strength."""
    notable: NDArray[np.bool_]
    """True for each category that an award looks at."""
    boards3: NDArray[np.uint8]
    keys3: NDArray[np.int64]
    boards4: NDArray[np.uint8]
    keys4: NDArray[np.int64]
    orbits4: NDArray[np.int64]
    boards5: NDArray[np.uint8]
    keys5: NDArray[np.int64]
    orbits5: NDArray[np.int64]
