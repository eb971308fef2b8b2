"""``croupier simulate``: rounds by the million, beside the exact odds."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from croupier.cli.checkpoints import Keep, checkpoint_of, kept_in
from croupier.cli.odds import interruptible, progress_bar
from croupier.cli.output import console, write_json
from croupier.cli.problems import OK
from croupier.cli.results import Files, refuse_bad_results, write_results
from croupier.money import MOST, format_money
from croupier.notation.problem import InputError

if TYPE_CHECKING:
    from croupier.trials.plan import Plan
    from croupier.trials.playing import Checkpoint
    from croupier.trials.result import Result

_MOST_WORKERS: Final = 256
_REACHED_WITHIN: Final = 10
"""The seconds within which a scheduler must answer."""


class Simulated(Struct, frozen=True):
    """The options of the command line about a simulation."""

    game: str
    rounds: int
    seed: int
    boxes: int
    strategy: str = ""
    ante: int | None = None
    side: list[str] = []
    jackpot_wager: int = 0
    meter: int | None = None
    pay: list[str] = []
    version: str = ""
    workers: int | None = None
    processes: bool = False
    """True if workers are processes of their own, not threads of this one."""
    dask: str = ""
    """The address of a Dask scheduler whose workers are to play."""
    checkpoint: str = ""
    resume: bool = False
    files: Files = Files()
    manner: list[str] = []


@interruptible()
def simulate(asked: Simulated, *, json: bool) -> int:
    """Simulate a game, and print the result. Return the exit code."""
    workers = workers_of(asked.workers)
    refuse_bad_results(asked.files, checkpoint=asked.checkpoint)
    file = checkpoint_of(asked.checkpoint, resume=asked.resume)
    plan = plan_of(asked)
    from croupier.trials.engine import EngineTrial
    from croupier.trials.playing import check, play, take_up, trial_of
    from croupier.trials.result import result_of
    from croupier.trials.room import RoomTrial

    game = check(plan)
    plan = replace(plan, game=game.name)
    with kept_in(file) as kept:
        begun = take_up(file, plan) if file is not None and asked.resume else None
        with progress_bar(f"Counting {game.document.title}"):
            trial = trial_of(plan)  # loads or makes the counts once, before workers look for them
        with executor_of(workers, processes=asked.processes, dask=asked.dask) as crew, _told(plan, kept) as told:
            part = play(plan, *crew, begun, told)
    why, strategy = (trial.why, trial.strategy) if isinstance(trial, EngineTrial | RoomTrial) else ("", plan.strategy)
    shown = replace(plan, strategy=strategy)
    result = result_of(game, shown, part, trial.expected_won(), trial.expected_rows(), why)
    if asked.files.any:
        from croupier.reports.simulated import of_rounds

        write_results(asked.files, of_rounds(result))
    write_json(result) if json else _print(result)
    return OK


def workers_of(asked: int | None) -> int:
    """Return how many cores to use. Raises InputError for an impossible number."""
    if asked is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= asked <= _MOST_WORKERS:
        raise InputError(f"--workers: must be from 1 to {_MOST_WORKERS}, not {asked}")
    return asked


def plan_of(asked: Simulated) -> "Plan":
    """Return the plan of a simulation. Raises InputError for an impossible amount."""
    from croupier.odds.whatif import read_changes
    from croupier.trials.plan import Plan

    for name, amount in (("--ante", asked.ante), ("--meter", asked.meter), ("--jackpot-wager", asked.jackpot_wager)):
        if amount is not None and not 0 <= amount <= MOST:
            raise InputError(f"{name}: must be an amount in cents, at most {MOST}")
    plain = Plan(asked.game, asked.rounds)
    return Plan(
        asked.game,
        asked.rounds,
        asked.seed,
        asked.boxes,
        asked.strategy or plain.strategy,
        asked.version,
        tuple(read_changes(asked.pay).items()),
        plain.ante if asked.ante is None else asked.ante,
        tuple(_sides(asked.side)),
        asked.jackpot_wager,
        plain.meter if asked.meter is None else asked.meter,
        tuple(asked.manner),
    )


def _sides(given: list[str]) -> Iterator[tuple[str, int]]:
    seen = set()
    for one in given:
        name, sign, amount = (part.strip() for part in one.partition("="))
        if not sign or not (amount.isascii() and amount.isdigit()) or not 1 <= int(amount[:20]) <= MOST:
            raise InputError(f"--side: write a wager and its cents, such as bonus=2500, not {one[:60]!r}")
        if name in seen:
            raise InputError(f"--side: {name} is given twice")
        seen.add(name)
        yield name, int(amount)


@contextmanager
def executor_of(workers: int, *, processes: bool = False, dask: str = "") -> Iterator[tuple[Executor, int]]:
    """Yield an executor and the number of its workers.

    The workers are threads, which kernels run on side by side; processes, spawned because a fork would copy locks that
    are held; or those of a Dask cluster, which have croupier installed.
    """
    if dask:
        with _cluster(dask) as crew:
            yield crew
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) if processes else ThreadPoolExecutor(workers) as executor:
        yield executor, workers


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ImportError:
        raise InputError('--dask: Dask is not installed here; pip install "croupier[dask]" brings it') from None
    try:
        client = Client(address, timeout=_REACHED_WITHIN, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"--dask: no scheduler answers at {address[:80]}: {error}") from None
    with client, client.get_executor(pure=False) as executor:
        yield executor, max(1, sum(client.nthreads().values()))


@contextmanager
def _told(plan: "Plan", kept: Keep) -> Iterator[Callable[["Checkpoint"], None]]:
    """Yield a function that shows a checkpoint in a bar with rate and time left, and keeps it."""
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """A column with the rounds a second."""

        def render(self, task: object) -> Text:
            speed = getattr(task, "finished_speed", None) or getattr(task, "speed", None)
            return Text("" if not speed else f"{speed / 1e6:.1f} million rounds a second")

    where = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=where, transient=True, disable=not where.is_terminal) as bar:
        task = bar.add_task("Playing", total=plan.rounds)

        def told(so_far: "Checkpoint") -> None:
            bar.update(task, completed=so_far.part.rounds)
            kept(so_far)

        yield told


# --- output --------------------------------------------------------------------------------------------------------


def _print(result: "Result") -> None:
    out = console()
    head = f"{result.game}: {result.rounds:,} rounds of {result.boxes} box{'es' * (result.boxes > 1)}"
    out.print(f"{head}, strategy {result.strategy}, seed {result.seed}", soft_wrap=True, markup=False)
    if result.why:
        out.print(result.why, soft_wrap=True, markup=False)
    table = Table("wagers", "staked", "won", "a round", "95 % band", "expected", "errors", "house edge")
    for one in result.columns:
        table.add_row(
            one.name,
            format_money(one.staked),
            format_money(one.won),
            f"{one.a_round / 100:,.4f}",
            f"{one.low / 100:,.4f} to {one.high / 100:,.4f}",
            "" if one.expected is None else f"{one.expected / 100:,.4f}",
            "" if one.errors is None else f"{one.errors:+.2f}",
            "" if one.house_edge is None else f"{100 * one.house_edge:.4f} %",
        )
    out.print(table)
    rows = Table("counted", "boxes", "expected")
    for row in result.rows:
        rows.add_row(row.key, f"{row.count:,}", "" if row.expected is None else f"{row.expected:,.1f}")
    out.print(rows)
    low, high = format_money(result.lowest), format_money(result.highest)
    out.print(f"The Players together were between {low} and {high} ahead.", soft_wrap=True, markup=False)
