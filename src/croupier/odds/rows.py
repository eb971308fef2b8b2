"""The places of the rows in the evaluator's tables: found here once, kept in ``rows.npy`` beside this file.

``python -m croupier.odds.rows`` rewrites that file, which is only needed when the rank weights change.
"""

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.odds.evaluator import RANK_WEIGHTS, ROW_BITS

FILE: Final = Path(__file__).with_name("rows.npy")


def sums_of(number: int) -> list[int]:
    """List the sum of rank weights of every way to hold ``number`` ranks, none more than four times."""
    return [
        sum(RANK_WEIGHTS[rank] for rank in ranks)
        for ranks in combinations_with_replacement(range(13), number)
        if all(ranks[at] != ranks[at + 4] for at in range(number - 4))
    ]


def laid_over(sums: list[int]) -> NDArray[np.int32]:
    """Lay the rows over each other, the fullest first, each at the first place where no two hands collide."""
    held = np.array(sorted(sums))
    places = np.zeros((7 * max(RANK_WEIGHTS) >> ROW_BITS) + 1, np.int32)
    numbers, starts, counts = np.unique(held >> ROW_BITS, return_index=True, return_counts=True)
    fullest = np.argsort(-counts, kind="stable")
    _lay(held, numbers[fullest], starts[fullest], counts[fullest], places)
    return places


@kernel
def _lay(
    sums: NDArray[np.int64],
    numbers: NDArray[np.int64],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
    places: NDArray[np.int32],
) -> None:
    taken = np.zeros(1 << 20, np.bool_)
    lowest = 0
    for row in range(len(numbers)):
        hands = sums[starts[row] : starts[row] + counts[row]]
        while taken[lowest]:
            lowest += 1
        shift = lowest - hands[0]
        meets = True
        while meets:
            meets = False
            for hand in hands:
                if taken[hand + shift]:
                    meets = True
                    shift += 1
                    break
        places[numbers[row]] = shift
        for hand in hands:
            taken[hand + shift] = True


def main() -> None:
    """Write the file."""
    np.save(FILE, np.stack([laid_over(sums_of(5)), laid_over(sums_of(7))]))


if __name__ == "__main__":
    main()
