"""Forked processes in which tests are run, two at a time, so that nothing has to be started twice."""

import gc
import math
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

import hypothesis
import msgspec
import pytest
from msgspec import Struct

import croupier
import croupier.rulebooks

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = ROOT / "tests"
SOURCE: Final = Path(croupier.__file__ or "").parent
RULEBOOKS: Final = f"{croupier.rulebooks.__name__}."
WORKERS: Final = 2
PROFILE: Final = "mutants"
LIMIT: Final = 60
"""Seconds that the tests of one mutant may take; longer is an endless loop, and counts as noticed."""


class Task(Struct, frozen=True):
    """Something to do in a process of its own, and how long it may take."""

    do: Callable[[], "Ran"]
    limit: int = LIMIT


class Called(Struct, frozen=True):
    """A test that passed: how long it took, and what it called."""

    test: str
    seconds: float
    functions: frozenset[str]


class Ran(Struct, frozen=True):
    """What became of a job: the exit status of pytest, or the signal that ended it, and what failed."""

    status: int
    failed: tuple[str, ...] = ()
    error: str = ""
    """Why pytest itself did not get through."""
    called: tuple[Called, ...] = ()

    @property
    def killed_by(self) -> str:
        """What noticed that something was changed; empty where nothing did."""
        if self.status < 0:
            return signal.Signals(-self.status).name
        return self.failed[0] if self.failed else ""


class Watch:
    """A pytest plugin that notes what fails, be it a test or the reading of a test file, and what a test calls."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.called: list[Called] = []
        self.functions: set[str] = set()
        self._fixtures = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        elif isinstance(report, pytest.TestReport) and report.when == "setup":
            self._fixtures = report.duration
        elif isinstance(report, pytest.TestReport) and report.when == "call":
            seconds = report.duration + self._fixtures
            self.called.append(Called(report.nodeid, seconds, frozenset(self.functions)))
            self.functions.clear()

    pytest_collectreport = pytest_runtest_logreport


def source_path(module: str) -> Path:
    """The file of a module of croupier, which need not be loaded for it."""
    return SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py")


@cache
def source_of(module: str) -> str:
    """The text of a module, read once: a mutant knows its place in it."""
    return source_path(module).read_text(encoding="utf-8")


def _work(task: Task, report: Path) -> NoReturn:
    """The life of a forked process. Whatever happens in it, it does not return."""
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(task.limit)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        report.write_bytes(msgspec.json.encode(task.do()))
    except BaseException as error:
        report.write_bytes(msgspec.json.encode(Ran(1, error=repr(error))))
    finally:
        os._exit(0)


def run_tasks(
    tasks: Sequence[Task], done: Callable[[int], None] = lambda number: None, until: float = math.inf
) -> list[Ran]:
    """Do tasks, two at a time, each in a process of its own; the results in the order of the tasks.

    None is begun once the clock is past ``until``: then there are fewer results than tasks.
    """
    gc.collect()
    gc.freeze()
    results: dict[int, Ran] = {}
    running: dict[int, int] = {}
    waiting = iter(enumerate(tasks))
    with tempfile.TemporaryDirectory() as reports:
        while True:
            while len(running) < WORKERS and time.monotonic() < until and (following := next(waiting, None)):
                at, task = following
                sys.stdout.flush()
                sys.stderr.flush()
                pid = os.fork()
                if not pid:
                    _work(task, Path(reports, str(at)))
                running[pid] = at
            if not running:
                return [results[at] for at in sorted(results)]
            pid, status = os.waitpid(-1, 0)
            if pid in running:
                at = running.pop(pid)
                written = Path(reports, str(at))
                ended = os.waitstatus_to_exitcode(status)
                results[at] = Ran(ended) if ended else msgspec.json.decode(written.read_bytes(), type=Ran)
                done(len(results))


def same_examples() -> list[str]:
    """Keep the examples of hypothesis the same from mutant to mutant; what pytest has to be told."""
    os.environ.pop("PYTEST_ADDOPTS", None)
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile(
        PROFILE, derandomize=True, database=None, deadline=None, phases=phases, print_blob=False
    )
    calm = "ignore::pytest.PytestAssertRewriteWarning"  # plugins are loaded before pytest is
    return ["-q", "-p", "no:cacheprovider", "--tb=no", "-W", calm, f"--hypothesis-profile={PROFILE}"]


def failing_of(named: Sequence[str], ran: Ran) -> list[str]:
    """Those of the tests of one file that failed as things are; all of them where the file cannot be read."""
    if ran.status and not ran.failed:
        raise RuntimeError(f"the tests could not be run: status {ran.status} {ran.error}")
    failed = {one.partition("[")[0] for one in ran.failed}
    return list(named) if named[0].partition("::")[0] in failed else [one for one in named if one in failed]


def by_file(tests: Sequence[str]) -> dict[str, list[str]]:
    """Tests by the file they stand in."""
    files: dict[str, list[str]] = {}
    for one in tests:
        files.setdefault(one.partition("::")[0], []).append(one)
    return files
