"""The counts that every hold'em solution is made of: made once, kept on disk, good for any pay table.

A deal is two Hole Cards, a Flop of three, a Turn, a River and two Dealer's cards: 55,627,620,048,000 in all. They are
counted by starting hand, by what the Turn and the River wager would have to pay to be worth placing, and by how the
hand compares, so that a changed pay table or Ante threshold is a matter of adding up.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import RANKS, Card, format_card
from croupier.hands import BEST, category_of
from croupier.odds.holdem.ground import CATEGORIES, COLUMNS, DEALERS, HOLE_PAIRS, RUNGS, Ground
from croupier.odds.solver import Progress
from croupier.odds.storing import Store

DEALS: Final = 55_627_620_048_000
DEALS_OF_A_PAIR: Final = 41_951_448_000
BOARDS_OF_A_PAIR: Final = DEALS_OF_A_PAIR // DEALERS
"""Flop, Turn and River for given Hole Cards, without the Dealer's."""

_SHARES: Final = (0.47, 0.38, 0.02, 0.06, 0.01, 0.06)
"""Shares of the whole work: five Community Cards, four, three, all together; the simple strategies on Flops, and in
total."""


class Counts(Struct, frozen=True):
    """Every deal, counted."""

    deals: NDArray[np.int64]
    """The deals by starting hand, rung of the Turn wager, rung of the River wager, and how the hand compares."""
    awards: NDArray[np.int64]
    """The deals by starting hand and kind, four digits: the notable category on Flop, on Turn, at the end, on board."""
    examples: NDArray[np.int64]
    """A deal of each kind, six bits a card, the first Hole Card lowest and the River highest."""
    simple: NDArray[np.int64]
    """The deals by simple strategy, starting hand, Turn wager or not, River wager or not, and how the hand compares."""
    flops: NDArray[np.uint8]
    """The rung of the Turn wager, by board of three up to suit and pair."""
    turns: NDArray[np.uint8]
    """The rung of the River wager, by board of four up to suit and pair."""

    def example(self, kind: int) -> tuple[Card, ...]:
        """Return the seven cards of one deal of a kind: Hole Cards, Flop, Turn and River."""
        return tuple(Card((int(self.examples[kind]) >> (6 * at)) & 63) for at in range(7))


def _hole_names() -> tuple[str, ...]:
    """List the 169 starting hands, ``AA``, ``AKs``, ``AKo``, …: by the higher rank, then the lower, suited first."""
    names = []
    for high in reversed(range(13)):
        names.append(RANKS[high] * 2)
        for low in reversed(range(high)):
            names += [f"{RANKS[high]}{RANKS[low]}s", f"{RANKS[high]}{RANKS[low]}o"]
    return tuple(names)


HOLES: Final = _hole_names()
_HOLE_PLACES: Final = {name: place for place, name in enumerate(HOLES)}


def hole_name(one: int, other: int) -> str:
    """Return the name of the starting hand that two cards make."""
    low, high = sorted((one, other))
    if low >> 2 == high >> 2:
        return RANKS[low >> 2] * 2
    return RANKS[high >> 2] + RANKS[low >> 2] + ("s" if low & 3 == high & 3 else "o")


def hole_size(name: str) -> int:
    """Return the number of pairs of cards that make a starting hand: 6, 4 or 12."""
    return 6 if len(name) == 2 else 4 if name.endswith("s") else 12


@cache
def categories() -> NDArray[np.uint8]:
    """Return the category of every strength."""
    return np.array([category_of(strength) for strength in range(BEST + 1)], np.uint8)


def counted_known(known: tuple[Card, ...]) -> NDArray[np.int64]:
    """Count, by column, all that can follow two Hole Cards and four Community Cards."""
    from croupier.odds import evaluator
    from croupier.odds.holdem import kernels

    out = np.zeros(COLUMNS, np.int64)
    kernels.count_known(evaluator.tables(), categories(), np.array(known, np.uint8), out)
    return out


@cache
def counted_pairs(own: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[int, ...]:
    """Count, by column, all boards for two Hole Cards against the Dealer's two."""
    store = Store("-".join(["holdem-pairs", *map(format_card, own + dealer)]), _version(frozenset()))
    kept = store.load()
    if kept is None or kept.keys() != {"columns"}:
        from croupier.odds import evaluator
        from croupier.odds.holdem import kernels

        out = np.zeros(COLUMNS, np.int64)
        kernels.count_pairs(evaluator.tables(), categories(), np.array(own + dealer, np.uint8), out)
        kept = {"columns": out}
        store.save(kept)
    return tuple(kept["columns"].tolist())


@cache
def ground(notable: frozenset[int]) -> Ground:
    """Make the kernels' tables for awards that depend on these categories."""
    from croupier.odds import suits

    boards3, keys3, _ = suits.up_to_suit(3)
    boards4, keys4, orbits4 = suits.up_to_suit(4)
    boards5, keys5, orbits5 = suits.up_to_suit(5)
    return Ground(
        suits.pair_places(),
        np.array([_HOLE_PLACES[hole_name(*pair)] for pair in suits.PAIRS], np.uint8),
        categories(),
        np.array([category in notable for category in range(CATEGORIES)]),
        boards3,
        keys3,
        boards4,
        keys4,
        orbits4,
        boards5,
        keys5,
        orbits5,
    )


Pays = tuple[int, int]
"""The odds to 1 that the Turn and the River wager pay."""


def count(
    notable: frozenset[int], pays: Pays | None = None, workers: int | None = None, progress: Progress | None = None
) -> Counts:
    """Count every deal, without looking for stored counts.

    With ``pays``, rungs say only whether the wager is worth placing at those pays: the first, or the last.
    """
    from croupier.odds import evaluator
    from croupier.odds.holdem import kernels

    on_turn, on_river = pays or (-1, -1)
    tables, at = evaluator.tables(), ground(notable)
    work = _Work(workers or len(os.sched_getaffinity(0)), progress or (lambda done: None))
    counts = np.zeros((len(at.keys5), HOLE_PAIRS), np.uint32)
    sums = np.zeros((len(at.keys4), HOLE_PAIRS), np.uint32)
    above = np.empty((len(at.keys4), HOLE_PAIRS, CATEGORIES), np.uint16)
    times = np.zeros((len(at.keys4), HOLE_PAIRS), np.uint8)
    flops = np.zeros((len(at.keys3), HOLE_PAIRS), np.uint8)
    turns = np.zeros((len(at.keys4), HOLE_PAIRS), np.uint8)
    examples = np.zeros(CATEGORIES**4, np.int64)
    awards = work.spread(
        len(at.keys5),
        (len(HOLES), CATEGORIES**4),
        lambda first, last, out: kernels.count_boards(tables, at, first, last, counts, examples, out),
    )
    work.spread(
        len(at.keys4),
        (0,),
        lambda first, last, out: kernels.count_turns(at, first, last, counts, sums, above, times),
    )
    work.spread(
        len(at.keys3), (0,), lambda first, last, out: kernels.count_flops(at, first, last, on_turn, sums, flops)
    )
    deals = work.spread(
        len(at.keys4),
        (len(HOLES), RUNGS, RUNGS, COLUMNS),
        lambda first, last, out: kernels.count_together(
            at, first, last, on_river, sums, above, times, flops, turns, out
        ),
    )
    marks, sequences = np.empty_like(flops), kernels.sequences()
    work.spread(len(at.keys3), (0,), lambda first, last, out: kernels.mark_flops(at, first, last, sequences, marks))
    marked = work.spread(
        len(at.keys4),
        (len(HOLES), kernels.MARKS, kernels.MARKS, COLUMNS),
        lambda first, last, out: kernels.count_simple(at, first, last, sequences, sums, above, times, marks, out),
    )
    return Counts(deals, awards, examples, kernels.by_strategy(marked), flops, turns)


class _Work:
    """Work cut into pieces that several threads take in turn; an interruption stops them all at the next piece."""

    def __init__(self, workers: int, progress: Progress) -> None:
        self._workers = workers
        self._progress = progress
        self._stage = 0
        self._lock = threading.Lock()

    def spread(
        self,
        number: int,
        shape: tuple[int, ...],
        go: Callable[[int, int, NDArray[np.int64]], None],
        pieces: int = 100,
    ) -> NDArray[np.int64]:
        """Do all of ``number``. Each thread adds to an array of its own; their sum."""
        size = -(-number // pieces)
        waiting = iter(range(0, number, size))
        done = sum(_SHARES[: self._stage])
        share = _SHARES[self._stage]
        self._stage += 1
        stopped = threading.Event()

        def take() -> Iterator[int]:
            while not stopped.is_set():
                with self._lock:
                    first = next(waiting, None)
                    if first is None:
                        return
                yield first

        def work() -> NDArray[np.int64]:
            out = np.zeros(shape, np.int64)
            for first in take():
                go(first, min(number, first + size), out)
                with self._lock:
                    self._progress(done + share * min(number, first + size) / number)
            return out

        with ThreadPoolExecutor(self._workers) as threads:
            try:
                parts = [one.result() for one in [threads.submit(work) for _ in range(self._workers)]]
            finally:
                stopped.set()
        total: NDArray[np.int64] = np.sum(parts, axis=0)
        return total


def _version(notable: frozenset[int]) -> bytes:
    """Return a digest of all that the stored counts depend on: the sources that count, and the notable categories."""
    digest = hashlib.sha256(repr(sorted(notable)).encode())
    for module in ("hands.py", "cards.py", *(f"odds/{name}.py" for name in _SOURCES)):
        digest.update((files("croupier") / module).read_bytes())
    return digest.digest()


_SOURCES: Final = ("evaluator", "suits", "holdem/ground", "holdem/kernels", "holdem/counts")
_REMEMBERED: Final[dict[tuple[frozenset[int], Pays | None], Counts]] = {}


def counts_for(
    notable: frozenset[int], pays: Pays | None = None, workers: int | None = None, progress: Progress | None = None
) -> Counts:
    """Return the counts: from memory, from disk, or counted now and stored."""
    if (notable, pays) not in _REMEMBERED:
        name = "-".join(map(str, ("holdem", *sorted(notable), *(("pays", *pays) if pays else ()))))
        store = Store(name, _version(notable))
        kept = _unpacked(store.load())
        if kept is None:
            with store.alone():
                kept = _unpacked(store.load())
                if kept is None:
                    kept = count(notable, pays, workers, progress)
                    store.save(_packed(kept))
        _REMEMBERED[notable, pays] = kept
    return _REMEMBERED[notable, pays]


_PACKED: Final = {"deals", "award_places", "award_counts", "examples", "simple", "flops", "turns"}


def _packed(counts: Counts) -> dict[str, NDArray[Any]]:
    """Pack counts for the disk: of the award counts, only those that are not zero, which are few."""
    where = np.flatnonzero(counts.awards)
    return {
        "deals": counts.deals,
        "award_places": where,
        "award_counts": counts.awards.ravel()[where],
        "examples": counts.examples,
        "simple": counts.simple,
        "flops": counts.flops,
        "turns": counts.turns,
    }


def _unpacked(arrays: dict[str, NDArray[Any]] | None) -> Counts | None:
    if arrays is None or arrays.keys() != _PACKED:
        return None
    awards = np.zeros((len(HOLES), CATEGORIES**4), np.int64)
    awards.ravel()[arrays["award_places"]] = arrays["award_counts"]
    return Counts(arrays["deals"], awards, *(arrays[name] for name in ("examples", "simple", "flops", "turns")))
