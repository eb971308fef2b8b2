"""A meter, round by round, while some Players look at it before they wager."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.trials.booking import Ints

ALWAYS: Final = 0
"""The kind of a box whose Player always wagers."""
COME: Final = 1
"""The kind of a box whose Player waits for the meter, while it shows enough."""
AWAY: Final = 2
"""The kind of a box whose Player waits for the meter, while it shows too little."""
KINDS: Final = 3

NO_BOX: Final = -1


@kernel
def follow(
    cells: NDArray[np.int32],
    feeds: Ints,
    always: Ints,
    above: Ints,
    growth: int,
    hit: NDArray[np.bool_],
    first: int,
    meter: Ints,
    counts: Ints,
) -> int:
    """Feed the meter and count cells, from round ``first`` on, through the next round that may be paid from the meter.

    Who waits for the meter decides by what it shows before the wagers of the round. Returns the number of the round
    that is to be paid, with ``meter[1]`` for whether they wagered in it, or how many there are if none is left; what is
    paid is nothing that a kernel knows.
    """
    for round_ in range(first, cells.shape[0]):
        feed = feeds[round_]
        come = COME if meter[0] >= above[feed] else AWAY
        wagers, pays = 0, False
        for box in range(cells.shape[1]):
            cell = cells[round_, box]
            if cell == NO_BOX:
                break
            kind = ALWAYS if box < always[feed] else come
            counts[kind, cell] += 1
            if kind != AWAY:
                wagers += 1
                pays |= hit[cell]
        meter[0] += wagers * growth
        meter[1] = come
        if pays:
            return round_
    return len(cells)
