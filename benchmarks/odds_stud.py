"""Both Casino Stud games, solved exactly: how long, on one core and on two, and in how much memory.

No peer solves them in a time that could be measured beside ours: to evaluate every combination takes more than two days
at a hundred million hands a second. Kernels are compiled before the clock starts; nothing counted is kept.
A what-if is timed from a changed row of the pay table to the whole answer, in a warm process and from the command line.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from benchmarks.measure import Record, asked
from croupier.odds.meetings.solution import round_figures, sorted_rows
from croupier.odds.meetings.terms import read_meetings
from croupier.odds.solver import Question
from croupier.odds.stud import solution as stud
from croupier.odds.stud.counts import TOTAL, count, unpacked
from croupier.odds.stud.solver import SOLVER as STUD_SOLVER
from croupier.rulebooks import load_banked

GAMES = ("rws-casino-stud", "rws-multi-link-casino-stud")


def main(*, show: bool = True, rounds: int = 3) -> list[Record]:
    """Time each game on one core and on two, then what-ifs. Printed as a table if ``show``."""
    count(read_meetings(load_banked(GAMES[0])).qualifying)  # compiles, where that has not been done
    records = []
    for name in GAMES:
        for cores in (1, 2):
            records.append(_record(f"{name}, solved", f"{cores} core{'s' * (cores > 1)}", _solver(name, cores), rounds))
        records.append(_record(f"{name}, what if", "warm process", _what_if(name), 9))
        records.append(_record(f"{name}, what if", "command line", _command(name), rounds))
    if show:
        _show(records)
    return records


def _solver(name: str, cores: int) -> Callable[[], object]:
    def solve() -> object:
        game = load_banked(name)
        qualifying = read_meetings(game).qualifying
        found = stud.Stud(game)
        found.__dict__["counts"] = unpacked(qualifying, count(qualifying, workers=cores))
        found.__dict__["rows"] = sorted_rows(found.counts, found.completions)
        return round_figures(found.solve())

    return solve


def _what_if(name: str) -> Callable[[], object]:
    game = load_banked(name)
    STUD_SOLVER.answer(game)
    return lambda: STUD_SOLVER.answer(game, Question({"bet.royal_flush": "100"}))


def _command(name: str) -> Callable[[], object]:
    line = [sys.executable, "-m", "croupier.cli", "odds", name, "--pay", "bet.royal_flush=100", "--json"]
    return lambda: subprocess.run(line, stdout=subprocess.DEVNULL, check=True)


def _record(task: str, name: str, go: Callable[[], object], rounds: int) -> Record:
    times = []
    for _ in range(rounds):
        started = time.perf_counter_ns()
        go()
        times.append(float(time.perf_counter_ns() - started))
    middle = sorted(times)[len(times) // 2]
    return Record(task, name, items=1, first=times[0], best=min(times), median=middle, per_second=1e9 / middle)


def _show(records: list[Record]) -> None:
    table = Table("task", "by", "best", "median", title=f"Casino Stud, {TOTAL:,} combinations")
    for one in records:
        assert one.best is not None
        assert one.median is not None
        table.add_row(one.task, one.name, f"{one.best / 1e9:.3f} s", f"{one.median / 1e9:.3f} s")
    out = Console()
    out.print(table)
    out.print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB")


if __name__ == "__main__":
    asked(__doc__)
    main()
