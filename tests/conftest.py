"""What every test stands on: the same random examples each time, one folder for what is counted and compiled, and
folders of its own in memory.

The examples are the same so that a failure is the change's own; ``./run soak`` looks for others.
"""

import fcntl
import gc
import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from tests.postgresql import PostgreSQL, running

MEMORY: Final = Path("/dev/shm")
ENOUGH: Final = 2 << 30
"""Bytes that the folders of a whole run may need; in a container there is often far less."""

KINDS: Final = ("sqlite", "postgresql")
HERE: Final = Path(__file__).parent
LONGEST: Final = (
    *("faults", "browser/test_shift.py", "house", "trials"),
    *("simulation", "web/test_pit_exposure.py", "documentation", "environments"),
    "mutants",
)
"""Where a single test may take a minute: servers are lost, a shift is dealt, environments set up, campaigns played."""

settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("chance", max_examples=1_000, deadline=None, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Unless another profile was asked for.

    The workers of a run and the commands that tests start inherit the folder from the process that began the run:
    deals are counted and kernels compiled once for all of them, and not again as long as the sources stay the same.
    """
    if not config.getoption("--hypothesis-profile", None):
        settings.load_profile("repeatable")
    gc.disable()  # until all is collected: none of it is garbage
    if hasattr(config, "workerinput"):
        return
    if config.pluginmanager.has_plugin("cacheprovider"):
        assert config.cache is not None
        os.environ["CROUPIER_CACHE"] = str(config.cache.mkdir("croupier"))
    # Every entry of a journal waits until the disk has it: in memory it waits for nothing.
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """One worker compiles a module and what it imports, and the others wait for it: else in a fresh checkout each
    compiles everything."""
    if not isinstance(collector, pytest.Module):
        return (yield)
    with collector.path.open() as module:
        fcntl.flock(module, fcntl.LOCK_EX)
        return (yield)


@pytest.hookimpl(trylast=True)  # once it is known what is left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: at the end the workers share what is short, and none is left alone with it.

    Each worker begins with its part of the tests, as they lie here, and then takes from the others what they have left:
    so each part begins with some of the longest.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    short = []
    for item, rank in sorted(((item, _rank(item)) for item in items), key=lambda one: one[1]):
        if rank < len(LONGEST):
            parts[rank % workers].append(item)
        else:
            short.append(item)
    for part in parts:
        room = max(len(items) // workers - len(part), 0)
        part.extend(short[:room])
        del short[:room]
    items[:] = [item for part in (*parts, short) for item in part]


def _rank(item: pytest.Item) -> int:
    path = item.path.relative_to(HERE).as_posix()
    return next((rank for rank, long in enumerate(LONGEST) if path.startswith(long)), len(LONGEST))


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: whoever looks for garbage need not look there again."""
    gc.enable()
    gc.freeze()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """The run's own PostgreSQL."""
    with running() as server:
        yield server


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of today's form that holds nothing yet, of either kind: what is tested with it is tested on both."""
    if request.param == "sqlite":
        from tests.floor.fresh import lay  # not before somebody needs it

        lay(tmp_path / "floor.db")
        return str(tmp_path / "floor.db")
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.fresh()


@pytest.fixture(params=KINDS)
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Likewise, without a form."""
    if request.param == "sqlite":
        return str(tmp_path / "floor.db")
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server.empty()
