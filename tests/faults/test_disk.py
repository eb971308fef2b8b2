"""Disks that are full, copies that are torn, and two who write at once."""

import resource
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from croupier.floor.house.recovery import recover
from croupier.floor.journal.store import Store, StoreError, Writing, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashOut
from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import OpenRound, PlaceWager
from croupier.rules.terms import Role, WagerName
from tests.faults.audit import Audit
from tests.faults.campaign import worker_at, worker_playing
from tests.faults.worker import BEFORE, Stop
from tests.floor.cashiers import two_sign
from tests.floor.random_floor import DAY, KEYS, agreed, asked, done, furnish, open_floor, wanted

TABLE = "table:stud-1"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    made = open_floor(tmp_path / "floor.db")
    furnish(made)
    yield made
    made.store.close()


def again(floor: Floor) -> Floor:
    """The floor as somebody finds it who opens it now."""
    return open_floor(str(floor.store.engine.url.database))


def bet(key: str = "", amount: int = 10_000) -> Request:
    return asked(TABLE, PlayBanked(PlaceWager(1, WagerName.ANTE, amount)), "ann", Role.PLAYER, key)


def unchanged(floor: Floor, request: Request) -> None:
    """A request that the disk does not take leaves no trace, in memory or in the file."""
    streams, balances, position = dict(floor.streams), dict(floor.balances), floor.position
    with pytest.raises(StoreError):
        floor.submit(request)
    assert (floor.streams, floor.balances, floor.position) == (streams, balances, position)
    other = again(floor)
    agreed(floor, other)
    other.store.close()


# ---- A full disk ----------------------------------------------------------------------------------------------------


@contextmanager
def no_more_pages(floor: Floor) -> Iterator[None]:
    """SQLite's own limit: the next page that the file would need is refused."""

    def limit(pages: int) -> None:
        with floor.store.asking() as asking:  # the limit is that of the connection which writes
            asking.connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    limit(1)  # as few as there are
    yield
    limit(1_000_000)


@contextmanager
def no_more_bytes(floor: Floor) -> Iterator[None]:
    """The operating system's limit: no file of this process may grow."""
    wal = Path(f"{floor.store.engine.url.database}-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _full(floor: Floor, rng: Random) -> Request:
    """Play until the disk is full; the request that it did not take."""
    for number in range(5_000):
        one = wanted(floor, rng, ["stud-1", "bonus-1"])
        request = Request(one.stream, one.actor, one.role, one.command, f"full-{number}")
        before = dict(floor.streams)
        try:
            floor.submit(request)
        except StoreError as error:
            told = str(error)
        else:
            continue
        assert "cannot rollback" not in told  # what went wrong first is what is told
        assert floor.streams == before
        return request
    raise AssertionError("the disk was never full")


@pytest.mark.parametrize("full", [no_more_pages, no_more_bytes])
def test_a_full_disk_changes_nothing_and_what_was_asked_works_later(
    floor: Floor, full: Callable[[Floor], Iterator[None]]
) -> None:
    with full(floor):  # type: ignore[attr-defined]
        request = _full(floor, Random(4))
        unchanged(floor, request)
    assert not done(floor, request)[0].repeated
    assert done(floor, request)[0].repeated
    sound(floor)


class Failing(Store):
    """A store whose next transaction fails, before its commit or after it."""

    fails = ""

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        fails, self.fails = self.fails, ""
        with super().writing() as writing:
            yield writing
            if fails == "before":
                raise StoreError("the database refused: disk I/O error")
        if fails == "after":
            raise StoreError("the database refused: disk I/O error")


def test_a_commit_that_fails_has_not_happened(tmp_path: Path) -> None:
    floor = open_floor(tmp_path / "floor.db", store=Failing)
    furnish(floor)
    done(floor, asked(TABLE, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    assert isinstance(floor.store, Failing)
    floor.store.fails = "before"
    unchanged(floor, bet("one"))
    assert not done(floor, bet("one"))[0].repeated
    sound(floor)
    floor.store.close()


def test_a_commit_that_fails_to_say_so_has_happened_once(tmp_path: Path) -> None:
    """The disk has it, but this floor heard of a failure: it does not go on from what is not so any more."""
    floor = open_floor(tmp_path / "floor.db", store=Failing)
    furnish(floor)
    done(floor, asked(TABLE, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    assert isinstance(floor.store, Failing)
    floor.store.fails = "after"
    with pytest.raises(StoreError):
        floor.submit(bet("one"))
    assert done(floor, bet("one"))[0].repeated
    with pytest.raises(StoreError, match="open it again"):
        floor.submit(bet("two"))
    with pytest.raises(StoreError, match="open it again"):
        floor.submit(asked("cage", CashOut("bob", 30_000, DAY), "cashier"))
    other = again(floor)
    assert not done(other, bet("two"))[0].repeated
    assert other.balances["layout:stud-1"] == 20_000
    sound(other)
    other.store.close()
    floor.store.close()


# ---- Two at once ----------------------------------------------------------------------------------------------------


def test_whoever_writes_second_is_told_to_open_the_floor_again(floor: Floor) -> None:
    """What is in another stream counts too: the wallet that A has emptied, B must not wager from."""
    done(floor, asked(TABLE, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    other = again(floor)
    two_sign(floor, CashOut("ann", 3_000_000, DAY))
    unchanged_streams = dict(other.streams)
    with pytest.raises(StoreError, match="open it again"):
        other.submit(bet())
    assert other.streams == unchanged_streams
    assert floor.balances["wallet:ann"] == 0
    other.store.close()
    sound(floor)


def test_a_writer_who_does_not_let_go_is_not_waited_for_for_ever(floor: Floor) -> None:
    done(floor, asked(TABLE, PlayBanked(OpenRound()), "dealer", Role.DEALER))
    with floor.store.asking() as asking:  # the connection that it writes by
        asking.connection.exec_driver_sql("PRAGMA busy_timeout = 50")
    holder = sqlite3.connect(str(floor.store.engine.url.database), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    unchanged(floor, bet("one"))
    holder.execute("ROLLBACK")
    holder.close()
    assert not done(floor, bet("one"))[0].repeated
    sound(floor)


def test_one_process_runs_a_floor(floor: Floor) -> None:
    """A second one would take the rounds of the first for interrupted ones; a killed one leaves no lock behind."""
    path = Path(str(floor.store.engine.url.database))
    floor.store.close()
    with worker_at(path, 7, Stop(BEFORE, 3)):
        second = open_floor(path)
        with pytest.raises(StoreError, match="another process is running the floor"):
            recover(second)
        second.store.close()
    third = open_floor(path)
    recover(third)
    fourth = open_floor(path)  # the same process may begin again
    recover(fourth)
    sound(fourth)
    third.store.close()
    fourth.store.close()


# ---- Torn copies ----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_torn_copy_is_noticed_or_an_earlier_state(floor: Floor, tmp_path: Path) -> None:
    """Copied as files while the floor runs, without the write-ahead log, or with one of another moment."""
    path = Path(str(floor.store.engine.url.database))
    floor.store.close()
    rng, copies = Random(2), []
    with worker_playing(path, 11):
        for number in range(16):
            moving = threading.Thread(target=_checkpoint, args=(path,))
            moving.start()
            copy = tmp_path / f"copy-{number}.db"
            _copy(path, copy, rng.random() if number % 2 else 1.0)
            moving.join()
            if rng.random() < 0.5:
                _copy(path.with_name("floor.db-wal"), tmp_path / f"copy-{number}.db-wal", 1.0)
            copies.append(copy)
    told = [_what_is(copy, path) for copy in copies]
    assert {"noticed", "earlier"} == set(told)


def _checkpoint(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    connection.close()


def _copy(path: Path, to: Path, part: float) -> None:
    """As a backup of files does: the file may change when a part of it has been read."""
    with path.open("rb") as read, to.open("wb") as write:
        write.write(read.read(int(path.stat().st_size * part)))
        if part < 1:
            time.sleep(0.03)
            _checkpoint(path)
        write.write(read.read())


def _what_is(copy: Path, original: Path) -> str:
    """``noticed`` where verification, or SQLite itself, objects; else it must be a state that the floor has been in."""
    store = Store(open_engine(str(copy)))
    try:
        with store.reading() as reading:
            findings = next(verify(reading, keys=KEYS), None)
            heads = [] if findings else reading.heads()
    except StoreError:
        return "noticed"
    finally:
        store.close()
    if findings:
        return "noticed"
    Audit().follow(copy)
    connection = sqlite3.connect(original)
    asked_for = "SELECT hash FROM journal WHERE stream = ? AND version = ?"
    for head in heads:
        assert connection.execute(asked_for, (head.stream, head.version)).fetchone() == (head.hash,), head
    connection.close()
    return "earlier"


def sound(floor: Floor) -> None:
    """Memory, file, books and verification agree."""
    other = again(floor)
    agreed(floor, other)
    other.store.close()
    Audit().follow(Path(str(floor.store.engine.url.database)))
    with floor.store.reading() as reading:
        assert not list(verify(reading, keys=KEYS))
