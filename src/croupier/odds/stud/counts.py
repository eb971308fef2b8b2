"""Exact counts of how each hand meets the Dealer's in Casino Stud, counted once and stored on disk.

A row stands for all deals of a Player's hand and a face-up card from which the same numbers of Dealer's hands follow:
hands below the qualifying one, hands weaker than the Player's, and hands as strong. Pay tables play no part, so the
same rows answer for every change of them. Another qualifying hand needs another count.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.hands import BEST, Strength
from croupier.odds.solver import Progress, nothing
from croupier.odds.storing import Store

if TYPE_CHECKING:
    from croupier.odds.stud.kernels import Counts, Deals

CLASSES: Final = BEST + 1
HANDS: Final = comb(52, 5)
DEALS: Final = HANDS * 47
"""A Player's five cards and the Dealer's face-up card."""
COMPLETIONS: Final = comb(46, 4)
"""The ways to complete the Dealer's hand."""
TOTAL: Final = DEALS * COMPLETIONS

COUNT_BITS: Final = 18
EQUAL_BITS: Final = 7
MATCH_BITS: Final = 5

Ints = NDArray[np.int64]


class StudCounts(NamedTuple):
    """Rows in order of the Player's class; see the module."""

    qualifying: Strength
    starts: Ints
    """The place of each class's first row, and after them the place where the last class ends."""
    ways: Ints
    """The number of the 122,151,120 deals of a hand and a face-up card that each row stands for."""
    up_rank: NDArray[np.uint8]
    matches: NDArray[np.uint8]
    """A bit for each of the Player's cards, from the lowest, in the suit of the face-up card; 0 with a pair."""
    unqualified: Ints
    weaker: Ints
    equal: Ints

    @property
    def classes(self) -> Ints:
        """The Player's class, row by row."""
        return np.repeat(np.arange(CLASSES), np.diff(self.starts))


def stud_counts(qualifying: Strength, progress: Progress = nothing, workers: int | None = None) -> StudCounts:
    """Return the counts for a Dealer who qualifies from a class on: from memory, from disk, or counted."""
    if qualifying in _REMEMBERED:
        return _REMEMBERED[qualifying]
    store = Store(f"stud-{qualifying}", _version())
    packed = _kept(store)
    if packed is None:
        with store.alone():
            packed = _kept(store)
            if packed is None:
                packed = count(qualifying, progress, workers)
                store.save(packed)
    _REMEMBERED[qualifying] = unpacked(qualifying, packed)
    return _REMEMBERED[qualifying]


def _kept(store: Store) -> dict[str, NDArray[Any]] | None:
    packed = store.load()
    return packed if packed is not None and _is_whole(packed) else None


_REMEMBERED: Final[dict[Strength, StudCounts]] = {}


@cache
def _version() -> bytes:
    """Return the sources that count: stored counts are valid only for these."""
    folder = Path(__file__).parent
    return b"\0".join((folder / name).read_bytes() for name in ("../evaluator.py", "kernels.py", "counts.py"))


def _is_whole(packed: dict[str, NDArray[Any]]) -> bool:
    """Return whether rows read from disk can be a complete count."""
    if set(packed) != {"keys", "ways", "starts"}:
        return False
    keys, ways, starts = packed["keys"], packed["ways"], packed["starts"]
    return (
        len(starts) == CLASSES + 1
        and len(keys) == len(ways) == starts[-1]
        and bool((np.diff(starts) > 0).all())
        and int(ways.sum(dtype=np.int64)) == DEALS
    )


def unpacked(qualifying: Strength, packed: dict[str, NDArray[Any]]) -> StudCounts:
    """Unpack the counts from their keys."""
    keys = packed["keys"]
    low = (1 << COUNT_BITS) - 1
    head = keys >> (EQUAL_BITS + 2 * COUNT_BITS)
    return StudCounts(
        qualifying,
        packed["starts"].astype(np.int64),
        packed["ways"].astype(np.int64),
        (head >> MATCH_BITS).astype(np.uint8),
        (head & ((1 << MATCH_BITS) - 1)).astype(np.uint8),
        (keys >> (EQUAL_BITS + COUNT_BITS)) & low,
        (keys >> EQUAL_BITS) & low,
        keys & ((1 << EQUAL_BITS) - 1),
    )


# --- counting ------------------------------------------------------------------------------------------------------


def list_deals() -> "Deals":
    """List every hand of five cards, weakest first."""
    from croupier.odds.evaluator import five_strengths
    from croupier.odds.stud import kernels

    listed = np.empty((HANDS, 5), np.uint8)
    kernels.list_hands(listed)
    classes = five_strengths(listed)
    starts = np.zeros(CLASSES + 1, np.int64)
    np.cumsum(np.bincount(classes, minlength=CLASSES), out=starts[1:])
    hands = np.empty_like(listed)
    kernels.put_in_order(listed, classes, starts, hands)
    ways = np.empty(HANDS, np.uint8)
    kernels.find_ways(hands, ways)
    fifth = np.full((kernels.SETS[4], kernels.CARDS), kernels.NO_HAND, np.uint16)
    kernels.find_fifths(hands, starts, fifth)
    return kernels.Deals(hands, starts, ways, fifth)


def count(qualifying: Strength, progress: Progress = nothing, workers: int | None = None) -> dict[str, NDArray[Any]]:
    """Count everything, on as many cores as there are."""
    workers = workers or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else workers or 1
    deals = list_deals()
    progress(0.2)
    stopped = Event()
    with ThreadPoolExecutor(workers) as pool:
        try:
            return _count(deals, qualifying, _unless(stopped, progress), pool, workers)
        finally:
            stopped.set()


class _Stopped(Exception):  # noqa: N818
    """The count is no longer wanted."""


def _unless(stopped: Event, progress: Progress) -> Progress:
    """Wrap progress so that it ends the work of threads whose result is no longer wanted."""

    def tell(done: float) -> None:
        if stopped.is_set():
            raise _Stopped
        progress(done)

    return tell


def _count(
    deals: "Deals", qualifying: Strength, progress: Progress, pool: ThreadPoolExecutor, workers: int
) -> dict[str, NDArray[Any]]:
    from croupier.odds.stud import kernels

    standing = np.flatnonzero(deals.ways)
    held = kernels.nothing_taken()
    kernels.take(deals.hands, 0, deals.starts[qualifying], held)
    fixed = np.empty((len(standing), kernels.CARDS), np.int32)
    edges = np.linspace(0, len(standing), workers + 1).astype(np.int64).tolist()
    list(
        pool.map(
            lambda part: kernels.count_below(deals, standing, edges[part], edges[part + 1], qualifying, held, fixed),
            range(workers),
        )
    )
    progress(0.4)
    shares = np.searchsorted(deals.starts, np.linspace(0, HANDS, workers + 1) * _LEANING[workers > 1])
    shares[0], shares[-1] = 0, CLASSES
    done = [0.0] * workers

    def counted(part: int) -> tuple[NDArray[Any], NDArray[Any], Ints]:
        def tell(share: float) -> None:
            done[part] = share
            progress(0.4 + 0.6 * sum(done) / workers)

        return _count_share(deals, standing, fixed, (int(shares[part]), int(shares[part + 1])), tell)

    parts = list(pool.map(counted, range(workers)))
    sizes = np.concatenate([sizes for _, _, sizes in parts])
    return {
        "keys": np.concatenate([keys for keys, _, _ in parts]),
        "ways": np.concatenate([ways for _, ways, _ in parts]),
        "starts": np.concatenate(([0], np.cumsum(sizes))),
    }


_LEANING: Final = (1.0, 1.06)
"""The extra work of the other threads: the one that counts the stronger hands first takes all weaker ones."""

_PORTIONS: Final = 12
"""The number of portions of a share: in between, progress is reported and an interruption noticed."""


def _count_share(
    deals: "Deals", standing: Ints, fixed: "Counts", classes: tuple[int, int], tell: Progress
) -> tuple[NDArray[Any], NDArray[Any], Ints]:
    """Return keys, ways, and the number of rows of each class, for a range of classes."""
    from croupier.odds.stud import kernels

    held = kernels.nothing_taken()
    first, last = classes
    kernels.take(deals.hands, 0, deals.starts[first], held)
    wanted = np.linspace(deals.starts[first], deals.starts[last], _PORTIONS + 1)
    edges = np.unique(np.concatenate(([first], np.searchsorted(deals.starts, wanted[1:-1]), [last])))
    all_keys, all_ways, sizes = [], [], []
    for start, stop in pairwise(edges.tolist()):
        begin, end = np.searchsorted(standing, (deals.starts[start], deals.starts[stop]))
        keys = np.empty((end - begin) * 47, np.int64)
        ways = np.empty(len(keys), np.uint32)
        ends = np.zeros(CLASSES, np.int64)
        filled = kernels.count_classes(deals, start, stop, held, fixed, begin, keys, ways, ends)
        all_keys.append(keys[:filled].copy())
        all_ways.append(ways[:filled].copy())
        sizes.append(np.diff(ends[start:stop], prepend=0))
        tell((stop - first) / (last - first))
    return np.concatenate(all_keys), np.concatenate(all_ways), np.concatenate(sizes)
