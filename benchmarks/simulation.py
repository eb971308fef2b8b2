"""Simulated rounds a second: one box of stud and of hold'em, on one core and on two, and seven boxes from one deck.

Tables are filled and kernels compiled before the clock starts; what is timed is playing chunks and adding them up.
"""

import time
from concurrent.futures import ThreadPoolExecutor

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from benchmarks.measure import Record
from croupier.trials.plan import CHUNK, Plan
from croupier.trials.playing import play, play_chunk

STUD, HOLDEM = "rws-casino-stud", "rws-progressive-texas-holdem"
PLANS = (
    ("stud, one box", Plan(STUD, 16 * CHUNK)),
    ("hold'em, one box", Plan(HOLDEM, 12 * CHUNK)),
    ("stud, seven boxes and jackpot wagers", Plan(STUD, 4 * CHUNK, boxes=7, jackpot_wager=500)),
    ("hold'em, seven boxes, Bonus and jackpot wagers", Plan(HOLDEM, 2 * CHUNK, 1, 7, sides=(("bonus", 2_500),))),
)


def main(*, show: bool = True, rounds: int = 3) -> list[Record]:
    """Time every plan on one core and on two. Printed as a table if ``show``."""
    records = [_record(task, plan, cores, rounds) for task, plan in PLANS for cores in (1, 2)]
    if show:
        table = Table("task", "by", "rounds a second, best", "median", title="Simulation")
        for one in records:
            assert one.best is not None
            table.add_row(one.task, one.name, f"{1e9 / one.best:,.0f}", f"{one.per_second:,.0f}")
        Console().print(table)
    return records


def _record(task: str, plan: Plan, cores: int, rounds: int) -> Record:
    play_chunk(replace(plan, rounds=1_000), 0)
    play_chunk(plan, 0)
    times = []
    for _ in range(rounds):
        started = time.perf_counter_ns()
        with ThreadPoolExecutor(cores) as executor:
            play(plan, executor, cores)
        times.append((time.perf_counter_ns() - started) / plan.rounds)
    middle = sorted(times)[len(times) // 2]
    name = f"{cores} core{'s' * (cores > 1)}"
    return Record(
        task, name, items=plan.rounds, first=times[0], best=min(times), median=middle, per_second=1e9 / middle
    )


if __name__ == "__main__":
    main()
