"""Sets of six cards, of which the best five count: how often each strength comes."""

from functools import cache
from math import comb
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.hands import BEST
from croupier.odds.compiling import kernel
from croupier.odds.evaluator import START, Tables, five_of_key, tables
from croupier.odds.storing import Store

TOTAL: Final = comb(52, 6)


@kernel
def _count(tables: Tables, ways: NDArray[np.int64]) -> None:
    """Rank all sets of six: without each of its cards in turn, five are left, and the best of those counts."""
    keys = tables.keys
    held = np.arange(6)
    one = np.int64(1)
    while True:
        key, mask = np.int64(START), np.int64(0)
        for card in held:
            key += keys[card]
            mask |= one << card
        best = -1
        for card in held:
            best = max(best, five_of_key(tables, int(key - keys[card]), int(mask ^ (one << card))))
        ways[best] += 1
        at = 5
        while at >= 0 and held[at] == 46 + at:
            at -= 1
        if at < 0:
            return
        held[at] += 1
        for after in range(at + 1, 6):
            held[after] = held[after - 1] + 1


@cache
def count_sixes() -> NDArray[np.int64]:
    """Count the 20,358,520 sets of six cards by strength: from disk, or counted in a second or two."""
    folder = Path(__file__).parent
    store = Store("sixes", b"\0".join((folder / name).read_bytes() for name in ("evaluator.py", "sixes.py")))
    kept = store.load()
    if kept is None or kept.keys() != {"ways"}:
        kept = {"ways": np.zeros(BEST + 1, np.int64)}
        _count(tables(), kept["ways"])
        store.save(kept)
    ways: NDArray[np.int64] = kept["ways"]
    return ways
