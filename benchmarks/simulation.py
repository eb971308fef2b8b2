"""Simulated rounds a second: one box of stud and of hold'em, on one core and on two, and seven boxes from one deck; and
what a Dask cluster of two processes takes more than two threads, on chunks of about a second.

Tables are filled and kernels compiled before the clock starts; what is timed is playing chunks and adding them up, of
which there are so many that a core with nothing left to do at the end makes no difference.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from benchmarks.measure import Record, asked
from croupier.cli.simulating import executor_of
from croupier.trials.plan import CHUNK, Plan
from croupier.trials.playing import play, play_chunk

STUD, HOLDEM = "rws-casino-stud", "rws-progressive-texas-holdem"
PLANS = (
    ("stud, one box", Plan(STUD, 48 * CHUNK)),
    ("hold'em, one box", Plan(HOLDEM, 32 * CHUNK)),
    ("stud, seven boxes and jackpot wagers", Plan(STUD, 4 * CHUNK, boxes=7, jackpot_wager=500)),
    ("hold'em, seven boxes, Bonus and jackpot wagers", Plan(HOLDEM, 2 * CHUNK, 1, 7, sides=(("bonus", 2_500),))),
)
LONG = 14 * CHUNK
"""Rounds of a chunk that lasts about a second on one core."""
LONG_CHUNKS = Plan(STUD, 8 * LONG, period=LONG)
Crew = AbstractContextManager[tuple[Executor, int]]
"""Who plays, and how many they are."""


class Timed(NamedTuple):
    """Times, and what they took of the processor, in nanoseconds a round; more than alone if cores wait for memory."""

    record: Record
    processor: float


def main(*, show: bool = True, rounds: int = 5) -> list[Record]:
    """Time every plan on one core and on two, in turns. Printed as a table if ``show``."""
    timed = [one for task, plan in PLANS for one in _on_cores(task, plan, rounds)]
    records = [one.record for one in timed]
    records += [
        _long_chunks("two threads", rounds, _two_threads()),
        _long_chunks("two Dask workers", rounds, _cluster()),
    ]
    if show:
        table = Table("task", "by", "rounds a second, best", "median", title="Simulation")
        for one in records:
            assert one.best is not None
            table.add_row(one.task, one.name, f"{1e9 / one.best:,.0f}", f"{one.per_second:,.0f}")
        Console().print(table)
        for one, two in zip(records[::2], records[1::2], strict=True):
            assert one.best is not None
            assert two.best is not None
            ratio = one.best / two.best
            Console().print(f"{one.task}: {two.name} are {ratio:.2f} times as fast as {one.name}")
        for alone, both in zip(timed[::2], timed[1::2], strict=True):
            told = f"{alone.processor:.1f} ns a round on one core, {both.processor:.1f} on two"
            Console().print(f"{alone.record.task}: the processor takes {told}")
    return records


def _on_cores(task: str, plan: Plan, rounds: int) -> list[Timed]:
    """On one core and on two, turn by turn, so that whatever else the machine does hits both."""
    play_chunk(replace(plan, rounds=1_000), 0)
    play_chunk(plan, 0)
    walls: dict[int, list[float]] = {1: [], 2: []}
    processors: dict[int, list[float]] = {1: [], 2: []}
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        for _ in range(rounds):
            for cores, executor in ((1, one), (2, two)):
                began = time.process_time_ns()
                walls[cores].append(_wall(plan, executor, cores))
                processors[cores].append((time.process_time_ns() - began) / plan.rounds)
    return [
        Timed(_record(task, f"{cores} core{'s' * (cores > 1)}", plan, walls[cores]), min(processors[cores]))
        for cores in (1, 2)
    ]


def _wall(plan: Plan, executor: Executor, workers: int) -> float:
    """How long a run takes, in nanoseconds a round."""
    started = time.perf_counter_ns()
    play(plan, executor, workers)
    return (time.perf_counter_ns() - started) / plan.rounds


def _record(task: str, name: str, plan: Plan, times: list[float]) -> Record:
    middle = sorted(times)[len(times) // 2]
    return Record(
        task, name, items=plan.rounds, first=times[0], best=min(times), median=middle, per_second=1e9 / middle
    )


def _long_chunks(name: str, rounds: int, crew: Crew) -> Record:
    with crew as (executor, workers):
        play(replace(LONG_CHUNKS, rounds=2 * LONG), executor, workers)  # every worker compiles and fills its tables
        times = [_wall(LONG_CHUNKS, executor, workers) for _ in range(rounds)]
    return _record("stud, chunks of a second", name, LONG_CHUNKS, times)


@contextmanager
def _two_threads() -> Iterator[tuple[Executor, int]]:
    with ThreadPoolExecutor(2) as executor:
        yield executor, 2


@contextmanager
def _cluster() -> Iterator[tuple[Executor, int]]:
    """Two processes of one thread each, reached as ``simulate --dask`` reaches them."""
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        executor_of(1, dask=cluster.scheduler_address) as crew,
    ):
        yield crew


if __name__ == "__main__":
    asked(__doc__)
    main()
