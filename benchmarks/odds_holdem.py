"""Both hold'em games, solved exactly: how long, on one core and on two, and in how much memory.

No peer solves them in a time that could be measured beside ours: a published study put a full cycle at 310 hours, and
sampled. Kernels are compiled before the clock starts, and nothing counted is kept. A what-if is timed in a warm
process, from a changed Ante threshold to the whole answer. ``first run``: a process of its own with nothing compiled
and nothing counted, from its start to the whole answer.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Record, asked
from croupier.odds.holdem import counts as holdem_counts
from croupier.odds.holdem.answer import answer_holdem
from croupier.odds.holdem.counts import DEALS
from croupier.odds.holdem.solution import Holdem, holdem_figures
from croupier.odds.holdem.terms import notable_categories
from croupier.odds.solver import Question
from croupier.rulebooks import load_banked

GAMES = ("rws-progressive-texas-holdem", "mbs-texas-holdem-bonus-progressive")
EDGE = 0.02036921866695497

FIRST_RUN = """
from croupier.odds.holdem.answer import answer_holdem
from croupier.rulebooks import load_banked
print(answer_holdem(load_banked("{game}")).house_edge.value)
"""


def main(*, show: bool = True, rounds: int = 3) -> list[Record]:
    """Time each game on one core and on two, then what-ifs, then a first run. Printed as a table if ``show``."""
    records = []
    for name in GAMES:
        answer_holdem(load_banked(name))  # compiles, where that has not been done
        for cores in (1, 2):
            records.append(_record(f"{name}, solved", f"{cores} core{'s' * (cores > 1)}", _solver(name, cores), rounds))
        records.append(_record(f"{name}, what if", "croupier", _what_if(name), 9))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    records.append(_record("first run", "croupier", _first_run, 1))
    if show:
        _show(records, most)
    return records


def _solver(name: str, cores: int) -> Callable[[], object]:
    def solve() -> object:
        game = load_banked(name)
        holdem_counts.ground.cache_clear()
        holdem = Holdem(game)
        holdem.counts = holdem_counts.count(notable_categories(game), workers=cores)
        edge = holdem_figures(holdem, holdem.solve()).house_edge
        assert float(edge) == EDGE
        return edge

    return solve


def _what_if(name: str) -> Callable[[], object]:
    game = load_banked(name)
    return lambda: answer_holdem(game, Question({"ante.from": "flush"}))


def _first_run() -> None:
    with TemporaryDirectory() as folder:
        ran = subprocess.run(
            [sys.executable, "-c", FIRST_RUN.format(game=GAMES[0])],
            env={**os.environ, "CROUPIER_CACHE": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    assert float(ran.stdout) == EDGE


def _record(task: str, name: str, go: Callable[[], object], rounds: int) -> Record:
    times = []
    for _ in range(rounds):
        started = time.perf_counter_ns()
        go()
        times.append(float(time.perf_counter_ns() - started))
    middle = sorted(times)[len(times) // 2]
    return Record(task, name, items=1, first=times[0], best=min(times), median=middle, per_second=1e9 / middle)


def _show(records: list[Record], most: float) -> None:
    table = Table("task", "by", "best", "median", title=f"Hold'em against the House, {DEALS:,} deals")
    for one in records:
        assert one.best is not None
        assert one.median is not None
        table.add_row(one.task, one.name, f"{one.best / 1e9:.3f} s", f"{one.median / 1e9:.3f} s")
    out = Console()
    out.print(table)
    out.print(f"most memory: {most:,.0f} MiB")


if __name__ == "__main__":
    asked(__doc__)
    main()
