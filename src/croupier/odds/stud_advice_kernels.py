"""Every hand that the Dealer can have beside the cards that are known, counted in a moment."""

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.odds.evaluator import Tables, five_strength


@kernel
def count_meetings(
    tables: Tables, left: NDArray[np.uint8], known: NDArray[np.uint8], own: int, qualifying: int, out: NDArray[np.int64]
) -> None:
    """By meeting: not qualified, lower than the Player's, equal, higher. ``left`` are the cards nobody has seen."""
    open_ = 5 - len(known)
    hand = np.empty(5, np.uint8)
    hand[open_:] = known
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
