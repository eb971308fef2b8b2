"""Counts on disk: whole, of this version, or not there."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.odds import caches, storing
from croupier.odds.storing import Store
from croupier.odds.stud import counts as stud_counts
from croupier.odds.stud.counts import CLASSES, DEALS, StudCounts

ARRAYS: dict[str, NDArray[Any]] = {"a": np.arange(1000), "b": np.ones((3, 4), np.uint8)}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own."""
    monkeypatch.setattr(storing, "wanted_folder", lambda: tmp_path)
    return tmp_path


def test_what_is_kept_comes_back() -> None:
    store = Store("one", b"1")
    assert store.load() is None
    store.save(ARRAYS)
    kept = store.load()
    assert kept is not None
    assert set(kept) == set(ARRAYS)
    assert all((kept[name] == ARRAYS[name]).all() and kept[name].dtype == ARRAYS[name].dtype for name in ARRAYS)


def test_another_version_is_not_read() -> None:
    Store("one", b"1").save(ARRAYS)
    assert Store("one", b"2").load() is None


def test_who_would_count_the_same_waits_and_finds_it_counted() -> None:
    counted = []

    def count() -> None:
        store = Store("one", b"1")
        with store.alone():
            if store.load() is None:
                counted.append(1)
                time.sleep(0.2)
                store.save(ARRAYS)

    with ThreadPoolExecutor(4) as threads:
        for one in [threads.submit(count) for _ in range(4)]:
            one.result()
    assert counted == [1]


def test_where_no_lock_can_be_everybody_counts(folder: Path) -> None:
    (folder / "counts").write_text("in the way")
    with Store("one", b"1").alone():
        pass


@pytest.mark.parametrize("harm", ["cut", "changed", "empty", "words"])
def test_a_broken_file_is_not_read(harm: str) -> None:
    store = Store("one", b"1")
    store.save(ARRAYS)
    data = store.path.read_bytes()
    middle = len(data) // 2
    broken = {
        "cut": data[:middle],
        "changed": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        "empty": b"",
        "words": b"no counts here",
    }
    store.path.write_bytes(broken[harm])
    assert store.load() is None


def test_an_interruption_leaves_nothing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    def interrupted(*args: object, **arrays: object) -> None:
        raise KeyboardInterrupt

    store = Store("one", b"1")
    store.save(ARRAYS)
    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        store.save({"a": np.zeros(3)})
    assert [path.name for path in (folder / "counts").iterdir()] == ["one.npz"]
    assert store.load() is not None


def test_a_folder_that_cannot_be_written_is_no_trouble(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "file").write_text("in the way")
    monkeypatch.setattr(storing, "wanted_folder", lambda: folder / "file")
    store = Store("one", b"1")
    store.save(ARRAYS)
    assert store.load() is None


def test_counts_that_do_not_add_up_are_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    keys, starts = np.zeros(CLASSES, np.int64), np.arange(CLASSES + 1)
    ways = np.zeros(CLASSES, np.uint32)
    ways[0] = DEALS

    def count(qualifying: int, *rest: object) -> dict[str, NDArray[Any]]:
        calls.append(qualifying)
        return {"keys": keys, "ways": ways, "starts": starts}

    monkeypatch.setattr(stud_counts, "count", count)
    monkeypatch.setattr(stud_counts, "_REMEMBERED", {})
    stud_counts.stud_counts(99)
    stud_counts.stud_counts(99)
    stud_counts._REMEMBERED.clear()
    stud_counts.stud_counts(99)
    assert calls == [99]
    stud_counts._REMEMBERED.clear()
    Store("stud-99", stud_counts._version()).save({"keys": keys, "ways": ways // 2, "starts": starts})
    stud_counts.stud_counts(99)
    assert calls == [99, 99]


def test_an_interrupted_count_keeps_nothing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    def interrupted(done: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(stud_counts, "_REMEMBERED", {})
    with pytest.raises(KeyboardInterrupt):
        stud_counts.stud_counts(1113, interrupted)
    assert not list(folder.rglob("*.npz"))
    assert stud_counts._REMEMBERED == {}


@pytest.mark.long
def test_one_core_counts_what_two_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """All the cores counted what the whole run uses; where there is but one, two threads count here."""
    monkeypatch.setattr(storing, "wanted_folder", caches.wanted_folder)
    together = stud_counts.stud_counts(1113)
    alone = stud_counts.unpacked(1113, stud_counts.count(1113, workers=2 if os.cpu_count() == 1 else 1))
    for name in StudCounts._fields:
        assert np.array_equal(getattr(alone, name), getattr(together, name)), name
