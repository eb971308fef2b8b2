"""A server that joins a house which others run: its anchors, its record and its start are one protocol."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.floor.house.config import establish, parse_floor
from croupier.floor.house.opening import Opened, open_house
from croupier.floor.house.recovery import recover
from croupier.floor.journal.anchors import Anchor, AnchorFile
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn
from croupier.floor.values.clock import STEP, STREAM, StartClock
from croupier.floor.values.entries import SYSTEM, Entry, sealed
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.ports import MICROSECONDS, Clock
from croupier.floor.values.requests import Request
from croupier.floor.values.table import OpenTable
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.times import JOINING
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import CloseBets, OpenRound
from croupier.rules.terms import Role
from tests.faults.joining import Busy, joined_once, pay
from tests.floor.house_floor import HouseFloor, SetClock
from tests.floor.rigged import FLOAT, act, sign
from tests.floor.shared import Shared, joined
from tests.floor.stand_alone import checked
from tests.postgresql import PostgreSQL

JOINS = 12


@pytest.fixture
def url(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database that holds nothing yet, with a folder of its own for key and anchors."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    return postgresql.fresh()


def loaded(url: str, clock: Clock | None = None) -> tuple[Floor, Opened]:
    """A floor that has read the record and is about to put its start on it."""
    entropy = SystemEntropy()
    opened = open_house(open_engine(url), entropy, shared=True)
    clock = clock or Shared()
    return Floor(opened.store, clock=clock, entropy=entropy, keys=opened.keys, anchors=opened.anchors), opened


@contextmanager
def server(url: str, clock: Clock | None = None) -> Iterator[Floor]:
    """A server of the house, until it leaves in order."""
    floor, opened = loaded(url, clock)
    with closing(opened.store):
        floor.start()
        floor.anchor()
        yield floor


def findings(floor: Floor) -> list[str]:
    with floor.store.reading() as reading:
        return [str(one) for one in verify(reading, keys=floor.keys)]


def test_what_others_commit_while_a_server_reads_makes_its_start_no_finding(url: str) -> None:
    with server(url) as first:
        pay(first)
        second, opened = loaded(url)
        pay(first)  # the second server has read the record, and does not know of this act
        second.start()
        pay(first)
        with opened.store.reading() as reading:
            [_, start] = [one for one in reading.entries(STREAM) if "StartClock" in one.command]
            before = reading.connection.execute(select(journal.c.at).order_by(journal.c.position).limit(3)).scalars()
            assert f'"last":{list(before)[-1]}' in start.command
        assert findings(first) == []
        opened.store.close()


def test_what_others_commit_while_a_server_opens_is_no_restored_copy(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first server commits between any two steps in which the second reads its files."""
    with server(url) as first:
        pay(first)
        read, read_line = AnchorFile.ending, AnchorFile.latest

        def ending(file: AnchorFile) -> list[Anchor]:
            pay(first)
            found = read(file)
            pay(first)
            return found

        def latest(file: AnchorFile) -> Anchor | None:
            pay(first)
            first.anchor()
            return read_line(file)

        monkeypatch.setattr(AnchorFile, "ending", ending)
        monkeypatch.setattr(AnchorFile, "latest", latest)
        with server(url) as second:
            pay(second)
        assert findings(first) == []


def test_servers_come_and_go_beside_one_that_never_rests(url: str) -> None:
    """A short form of ``./run soak --joins``, with one thread for the server that stays."""
    with server(url) as first, Busy(first) as busy:
        for _ in range(JOINS):
            joined_once(url)
        assert busy.acts > JOINS, "it has worked all the time"
    with server(url) as after:
        assert findings(after) == []
        with after.store.reading() as reading:
            starts = [one for one in reading.entries(STREAM) if "StartClock" in one.command]
    assert len(starts) == JOINS + 2


@pytest.mark.parametrize("automatic", ["true", "false"])
def test_a_round_that_others_ended_meanwhile_was_not_interrupted(url: str, automatic: str) -> None:
    """A server takes a table over, and has read the record before the round there ended."""
    plan = f"""
    [links.one]
    [tables.stud]
    game = "rws-casino-stud"
    link = "one"
    automatic = {automatic}
    """
    first = joined(url, 1)
    with closing(first.store):
        establish(first, parse_floor(plan, "floor.toml"))
        sign(first, "stud", OpenTable(((max(first.table("stud").engine.policy.chips), FLOAT),)))
        act(first, "stud", OpenRound())
        second = joined(url, 2)
        with closing(second.store):
            assert second.table("stud").running
            act(first, "stud", CloseBets())
            assert not first.table("stud").running
            assert recover(second, ["stud"]) == []
            assert findings(second) == []


# ---- Starts of earlier releases -------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> HouseFloor:
    """A house whose last entries lie a second apart."""
    at = HouseFloor(tmp_path / "floor.db").furnish()
    for _ in range(5):
        at.clock.at += MICROSECONDS
        at.ask("cage", CashIn("ann", 100, at.house.day(at.clock.at)), "tom", Role.CAGE)
    return at


def times(house: HouseFloor) -> list[int]:
    with house.floor.store.reading() as reading:
        return list(reading.connection.execute(select(journal.c.at).order_by(journal.c.position)).scalars())


def started(house: HouseFloor, last: int, position: int = 0) -> list[str]:
    """What ``verify`` says of a start that names this time as the last entry's, and this as its place."""
    command = StartClock(house.clock.at, last, position)
    house.floor.by_itself(Request(STREAM, SYSTEM, Role.SHIFT_MANAGER, command))
    with house.floor.store.reading() as reading:
        told = [one.wrong for one in verify(reading, keys=house.floor.keys) if one.kind is Kind.TIME]
    database = house.floor.store.engine.url.database
    assert database is not None
    assert checked(Path(database)).consistent == ("no" if told else "yes"), "the stand-alone check has the same rule"
    return told


def test_a_start_of_an_earlier_release_may_name_an_entry_before_the_last(house: HouseFloor) -> None:
    assert started(house, times(house)[-3]) == []


def test_a_start_of_an_earlier_release_names_an_entry_that_is_there(house: HouseFloor) -> None:
    [wrong] = started(house, times(house)[-3] + 1)
    assert wrong.startswith("no entry of the last 65 seconds before this start has the time")


def test_a_start_of_an_earlier_release_names_no_later_time(house: HouseFloor) -> None:
    assert len(started(house, times(house)[-1] + 1)) == 1


@pytest.mark.parametrize(("more", "found"), [(-1, 0), (0, 0), (1, 1)])
def test_a_start_of_an_earlier_release_was_written_soon_after_what_it_had_read(
    house: HouseFloor, more: int, found: int
) -> None:
    """The server it joined had committed the next entry, and the start came at most so long after that."""
    last = times(house)[-2]
    house.clock.at = times(house)[-1] + JOINING + more
    assert len(started(house, last)) == found


@pytest.mark.parametrize(("off", "found"), [(-1, 1), (0, 0), (1, 1)])
def test_a_start_of_today_names_exactly_the_last_entry(house: HouseFloor, off: int, found: int) -> None:
    assert len(started(house, times(house)[-1], house.floor.position + off)) == found


def test_a_start_of_today_has_the_time_of_the_last_entry(house: HouseFloor) -> None:
    assert len(started(house, times(house)[-2], house.floor.position)) == 1


def test_the_place_of_a_start_is_held_against_its_hash(house: HouseFloor) -> None:
    """To take the place out, so that a start reads as one of an earlier release, changes what was signed."""
    house.floor.start()
    with house.floor.store.engine.connect() as connection:
        row = connection.execute(journal.select().order_by(journal.c.position.desc()).limit(1)).one()
        entry = Entry(*row[1:])
        assert f'"position":{row.position - 1}' in entry.command
        changed = sealed(replace(entry, command=entry.command.replace(f',"position":{row.position - 1}', "")))
        where = journal.update().where(journal.c.position == row.position)
        connection.execute(where.values(command=changed.command, hash=changed.hash))
    with house.floor.store.reading() as reading:
        assert {one.kind for one in verify(reading)} == {Kind.SEAL}


def test_a_start_reads_the_clock_when_it_is_written(url: str) -> None:
    """Reading a long record may take longer than a clock may differ from the last entry."""
    clock = SetClock()
    with server(url, clock) as first:
        pay(first)
        second, opened = loaded(url, clock)
        clock.at += 2 * STEP
        pay(first)
        second.start()
        assert second.doubt() is None
        assert findings(first) == []
        opened.store.close()
