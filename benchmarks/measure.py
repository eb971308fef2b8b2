"""Timing side by side: every contestant takes its turn in every round, so that a noisy moment hits them all.

A ratio is the median, over the rounds, of a contestant's time in that round over croupier's in the same round.
"""

import argparse
import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

T = TypeVar("T")
Pass = Callable[[Sequence[Any]], None]
"""Does the work once for each item."""


def asked(about: str | None, names: str = "", read: Callable[[str], T] | None = None) -> list[T]:
    """What was said on the command line of a benchmark, or nothing; ``--help`` shows what it is about.

    ``read`` makes something of one argument, of which ``names`` is the word for a person, and raises a ValueError.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    if read is not None:
        parser.add_argument("said", nargs="*", type=read, metavar=names)
    return list(getattr(parser.parse_args(), "said", ()))


def at_least_one(text: str) -> int:
    """A whole number from 1 on. Raises ArgumentTypeError."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not int(text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 on")
    return int(text)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing elsewhere; it hears how many are done. It draws without a thread: we fork."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)

        def done(number: int) -> None:
            bar.update(task, completed=number, refresh=True)

        yield done


class Contestant(Struct, frozen=True):
    """A way to do the work, and what it does it to; without a way, one that is not installed."""

    name: str
    go: Pass | None
    items: Sequence[Any] = ()


class Record(Struct, frozen=True, omit_defaults=True):
    """One contestant's times for one task, in nanoseconds an item; None where it is not installed."""

    task: str
    name: str
    installed: bool = True
    items: int = 0
    first: float | None = None
    """The first pass, with whatever the contestant prepares on first use."""
    best: float | None = None
    median: float | None = None
    per_second: float | None = None
    ratio: float | None = None
    """How many times as long as the first contestant; above 1, the first contestant is ahead."""


def one_by_one(call: Callable[[Any], object]) -> Pass:
    """Call with each item as the only argument."""

    def go(items: Sequence[Any]) -> None:
        for item in items:
            call(item)

    return go


def spread_out(call: Callable[..., object]) -> Pass:
    """Call with the parts of each item as arguments."""

    def go(items: Sequence[Any]) -> None:
        for item in items:
            call(*item)

    return go


def side_by_side(task: str, contestants: Sequence[Contestant], rounds: int = 9) -> list[Record]:
    """Time all contestants in turn, ``rounds`` times after a first pass. The first one is what others are held to."""
    present = [(each.name, each.go, each.items) for each in contestants if each.go is not None]
    times: dict[str, list[float]] = {name: [] for name, _, _ in present}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(1 + rounds):
            for name, go, items in present:
                times[name].append(_nanoseconds_an_item(go, items))
    finally:
        if collecting:
            gc.enable()
    _, *reference = times[contestants[0].name]
    return [_record(task, each, times.get(each.name), reference) for each in contestants]


def _nanoseconds_an_item(go: Pass, items: Sequence[Any]) -> float:
    began = time.perf_counter_ns()
    go(items)
    return (time.perf_counter_ns() - began) / len(items)


def _record(task: str, contestant: Contestant, times: list[float] | None, reference: list[float]) -> Record:
    if times is None:
        return Record(task=task, name=contestant.name, installed=False)
    first, *later = times
    return Record(
        task=task,
        name=contestant.name,
        items=len(contestant.items),
        first=first,
        best=min(later),
        median=statistics.median(later),
        per_second=1e9 / min(later),
        ratio=statistics.median(mine / theirs for mine, theirs in zip(later, reference, strict=True)),
    )


def show(title: str, item: str, records: Sequence[Record]) -> None:
    """Print the records as one table; ``item`` is the word for what is counted.

    ``first`` is the pass that also prepares tables; a ratio above 1 means slower than the first of its task.
    """
    table = Table(title=f"{title} (nanoseconds a {item})", title_justify="left")
    table.add_column("task", no_wrap=True, min_width=max(len(one.task) for one in records))
    table.add_column("by", no_wrap=True, min_width=max(len(one.name) for one in records))
    for heading in ("best", "median", "first", f"{item}s / s", "ratio"):
        table.add_column(heading, justify="right", overflow="fold")  # on a slow machine figures are long: none is cut
    for at, record in enumerate(records):
        table.add_row(record.task, record.name, *_cells(record), end_section=_ends_section(records, at))
    Console().print(table)


def _ends_section(records: Sequence[Record], at: int) -> bool:
    return at + 1 < len(records) and records[at + 1].task != records[at].task


def _cells(record: Record) -> tuple[str, ...]:
    if not record.installed:
        return ("not installed",)
    times = (f"{value:,.0f}" for value in (record.best, record.median, record.first, record.per_second) if value)
    return (*times, f"{record.ratio:,.2f}")
