"""What is no longer needed goes; what somebody uses stays. An interruption leaves nothing broken."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.web import processor_seconds
from croupier.odds import caches, compiling
from croupier.odds.caches import alone_at, prune_files, prune_folders, use_folder, user_folder
from tests.sampling import first

HOLDER = """
import sys
from pathlib import Path
from croupier.odds.caches import (use_folder)
lock = use_folder(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


COMPILING = """
import numpy as np
from croupier.odds.suits import suit_ranks
suit_ranks(np.arange(5, dtype=np.uint8), np.zeros(4, np.int64))
stats = suit_ranks.stats
print(sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))
"""


def folders(parent: Path, number: int) -> list[Path]:
    """Used one after the other, the first longest ago."""
    found = []
    for at in range(number):
        folder = parent / f"kernels-{at}"
        lock = use_folder(folder)
        assert lock is not None
        lock.close()
        (folder / "code").write_text("code")
        os.utime(folder / ".in-use", (at, at))
        found.append(folder)
    return found


def test_all_but_the_last_few_go(tmp_path: Path) -> None:
    found = folders(tmp_path, 5)
    prune_folders(found, kept=2)
    assert [folder.exists() for folder in found] == [False, False, False, True, True]


def test_a_folder_without_a_note_goes_too(tmp_path: Path) -> None:
    old = tmp_path / "kernels-old"
    (old / "deep").mkdir(parents=True)
    prune_folders([old], kept=0)
    assert not old.exists()


def test_what_another_process_uses_stays(tmp_path: Path) -> None:
    used, unused = folders(tmp_path, 2)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(used)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        prune_folders([used, unused], kept=0)
        assert (used.exists(), unused.exists()) == (True, False)
        holder.communicate()
    prune_folders([used], kept=0)
    assert not used.exists()


def test_this_version_is_in_use() -> None:
    folder = user_folder() / f"kernels-{compiling.source_hash()}"
    compiling.kept_folder()
    assert (folder / ".in-use").exists()
    prune_folders([folder], kept=0)
    assert folder.exists()


def test_a_folder_that_went_in_between_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([False, True])
    monkeypatch.setattr(caches, "_same", lambda lock, path: next(answers))
    lock = use_folder(tmp_path / "kernels-1")
    assert lock is not None
    lock.close()
    assert list(answers) == []


def test_a_folder_that_cannot_be_made_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert use_folder(tmp_path / "file" / "kernels-1") is None


def test_counts_used_longest_ago_go_first(tmp_path: Path) -> None:
    for at in range(5):
        (tmp_path / f"{at}.npz").write_bytes(bytes(100))
        os.utime(tmp_path / f"{at}.npz", (at, at))
    (tmp_path / ".begun.npz").write_bytes(bytes(1000))
    (tmp_path / ".left.npz").write_bytes(bytes(1000))
    os.utime(tmp_path / ".left.npz", (1, 1))
    prune_files(tmp_path, kept_bytes=250)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".begun.npz", "3.npz", "4.npz"]
    prune_files(tmp_path / "nowhere")


def interrupted(folder: Path, game: str, after: float) -> tuple[int, bytes, str]:
    """The odds of a game, counted in this folder and interrupted: the exit status, and what was written.

    After so many seconds of the processor: on a busy machine the clock says little about how far it is.
    """
    counting = subprocess.Popen(
        [sys.executable, "-m", "croupier.cli", "odds", game],
        env={**os.environ, "CROUPIER_CACHE": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while counting.poll() is None and processor_seconds(counting.pid) < after:
        time.sleep(0.01)
    assert counting.poll() is None, "it was done before it could be interrupted"
    counting.send_signal(signal.SIGINT)
    out, err = counting.communicate(timeout=60)
    return counting.returncode, out, err.decode().strip()


@pytest.fixture
def _ctrl_c_is_heard() -> Iterator[None]:
    """As at a terminal: what a shell has put into the background ignores it, and so do its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c_is_heard")
@pytest.mark.parametrize(("game", "after"), first(1, [("rws-casino-stud", 1.2), ("rws-progressive-texas-holdem", 2.5)]))
def test_ctrl_c_is_one_sentence(tmp_path: Path, game: str, after: float) -> None:
    """Compiled kernels are lent to a folder that has no counts; nothing is left there of those that were begun."""
    compiled = f"kernels-{compiling.source_hash()}"
    (tmp_path / compiled).symlink_to(user_folder() / compiled)
    assert interrupted(tmp_path, game, after) == (130, b"", "croupier: interrupted")
    assert [path for path in tmp_path.rglob("*.npz") if compiled not in path.parts] == []


@pytest.mark.usefixtures("_ctrl_c_is_heard")
def test_ctrl_c_in_code_that_was_given_as_text(tmp_path: Path) -> None:
    """Libraries run such code while they are imported, and Python remembers that it was broken off."""
    (tmp_path / "broken_off.py").write_text(
        "import sys\nfrom croupier.cli.problems import guarded\n"
        "sys.exit(guarded(lambda: exec('import signal; signal.raise_signal(signal.SIGINT)')))\n"
    )
    done = subprocess.run([sys.executable, "-m", "broken_off"], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode().strip()) == (130, "croupier: interrupted")


@pytest.mark.usefixtures("_ctrl_c_is_heard")
def test_ctrl_c_waits_for_the_compiler_and_is_not_lost() -> None:
    """Also where one kernel is compiled for another."""
    told = []

    def inner() -> None:
        signal.raise_signal(signal.SIGINT)
        told.append("inner")

    def outer() -> None:
        compiling.undisturbed(inner)()
        told.append("outer")

    with pytest.raises(KeyboardInterrupt):
        compiling.undisturbed(outer)()
    assert told == ["inner", "outer"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert compiling.undisturbed(lambda: 7)() == 7


@pytest.mark.usefixtures("_ctrl_c_is_heard")
@pytest.mark.parametrize("after", first(0, [1.5, 3.5]))
def test_ctrl_c_while_kernels_are_compiled(tmp_path: Path, after: float) -> None:
    assert interrupted(tmp_path, "rws-progressive-texas-holdem", after) == (130, b"", "croupier: interrupted")


def test_who_needs_a_kernel_that_another_compiles_waits_for_it(tmp_path: Path) -> None:
    """And what one compiles for another is no second turn."""
    told: list[str] = []
    kernel = compiling._once(lambda: told.append("kernel"), tmp_path / ".kernel")
    caller = compiling._once(kernel, tmp_path / ".caller")
    waiting = threading.Thread(target=caller)
    with alone_at(tmp_path / ".kernel"):
        waiting.start()
        waiting.join(0.2)
        assert told == []
    waiting.join(20)
    assert told == ["kernel"]
    assert not [*tmp_path.iterdir()]


@pytest.mark.long
def test_of_two_processes_one_compiles(tmp_path: Path) -> None:
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", COMPILING],
            env={**os.environ, "CROUPIER_CACHE": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert sorted(one.communicate()[0] for one in begun) == ["0 1\n", "1 0\n"]
