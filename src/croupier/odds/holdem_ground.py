"""What the kernels of hold'em stand on: boards up to suit, and tables by card, by pair and by strength."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Ground(NamedTuple):
    """What all counting stands on; the kernels take it as an argument."""

    pair_at: NDArray[np.uint16]
    hole_at: NDArray[np.uint8]
    """By pair: which of the 169 starting hands it is."""
    category: NDArray[np.uint8]
    """By strength."""
    notable: NDArray[np.bool_]
    """By category: whether an award looks at it."""
    boards3: NDArray[np.uint8]
    keys3: NDArray[np.int64]
    boards4: NDArray[np.uint8]
    keys4: NDArray[np.int64]
    orbits4: NDArray[np.int64]
    boards5: NDArray[np.uint8]
    keys5: NDArray[np.int64]
    orbits5: NDArray[np.int64]
