"""Two servers of one house, and one of them is killed, or stopped and let go on, while Players are at both."""

import random
import signal
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from croupier.floor.chance.sealing import KeyFile, KeyRing
from croupier.floor.journal.engines import IDLE, PATIENCE
from croupier.floor.journal.records import SYSTEM
from croupier.floor.journal.servers import LOST
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.opening import kept_at, key_file
from croupier.floor.tables.dealing import INTERRUPTION
from croupier.floor.verify.verification import verify
from tests.faults.machines import a_machine
from tests.faults.servers import TABLES, House, Line, Player
from tests.postgresql import PostgreSQL, running

WITHIN = LOST + 6
"""Seconds within which the others have its tables: on a machine that is busy with tests."""


class Record:
    """The journal, looked at from outside."""

    def __init__(self, url: str) -> None:
        self.store = Store(open_engine(url))

    def position(self) -> int:
        with self.store.reading() as reading:
            return reading.position()

    def passed(self, position: int) -> bool:
        return self.position() > position

    def taken(self) -> list[tuple[str, str]]:
        with self.store.reading() as reading:
            return [(one.stream, one.key) for one in reading.following(0) if one.key]

    def ruled(self, since: int) -> set[str]:
        """The tables where the floor has reported an interruption since."""
        with self.store.reading() as reading:
            entries = reading.following(since)
        return {one.stream for one in entries if one.actor == SYSTEM and INTERRUPTION in one.command}

    def owners(self) -> set[str]:
        with self.store.engine.connect() as connection:
            return {token for (token,) in connection.exec_driver_sql("SELECT DISTINCT token FROM owners")}


def until(holds: Callable[[], object], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_other_goes_on(
    postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals, seed: int
) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    url, rng = postgresql.fresh(), random.Random(seed)
    record, house = Record(url), [House(url, tmp_path)]
    house.append(House(url, tmp_path))
    until(lambda: len(record.owners()) == 2, WITHIN)
    players = [Player(house[number % 2], number) for number in range(1, 7)]
    over = threading.Event()
    threads = [
        threading.Thread(target=one.play, args=(house[one.number % 2], random.Random(rng.random()), over), daemon=True)
        for one in players
    ]
    for thread in threads:
        thread.start()
    time.sleep(1 + rng.random())
    gone, other = house
    gone.signal(how)
    at = record.position()
    until(lambda: len(record.owners()) == 1, WITHIN)
    until(lambda: record.ruled(at), WITHIN)
    after = record.position()
    until(lambda: record.position() > after + 20, WITHIN)  # the other is played at, on all of them
    if how is signal.SIGSTOP:
        gone.signal(signal.SIGCONT)
        assert gone.ends(WITHIN), "a server that comes back late stops"
    else:
        assert gone.ends(WITHIN)
    over.set()
    for thread in threads:
        thread.join(60)
    _asked_again(other, players, record)
    other.kill()
    _sound(record, players, url)


@pytest.mark.long
@pytest.mark.cables
@pytest.mark.parametrize("seed", [1, 2])
def test_a_server_whose_cable_is_pulled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """It still answers its Players, but not for the house; the other has its tables; back too late, it stops."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    rng = random.Random(seed)
    with a_machine() as machine, running("fsync=off", f"listen_addresses={machine.database}") as server:
        server.admit(f"{machine.database}/24")
        here = server.fresh()
        there = here.replace("@/", f"@{machine.database}/").partition("?")[0]
        record, house = Record(here), [House(there, tmp_path, machine)]
        house.append(House(here, tmp_path))
        until(lambda: len(record.owners()) == 2, WITHIN)
        players = [Player(house[number % 2], number) for number in range(1, 7)]
        over = threading.Event()
        threads = [
            threading.Thread(
                target=one.play, args=(house[one.number % 2], random.Random(rng.random()), over), daemon=True
            )
            for one in players
        ]
        for thread in threads:
            thread.start()
        time.sleep(1 + rng.random())
        gone, other = house
        machine.pull()
        at = record.position()
        until(lambda: len(record.owners()) == 1, WITHIN + IDLE)
        until(lambda: record.ruled(at), WITHIN)
        after = record.position()
        until(lambda: record.position() > after + 20, WITHIN)
        acknowledged = [len(one.acknowledged) for one in players if one.number % 2 == 0]
        line = Line(gone, players[1].token)
        answer = line.ask("GET", "/api/tables/stud-1")
        line.close()
        assert answer is not None
        assert answer[0] == 503, "it does not answer for a house that has gone on without it"
        machine.plug()
        assert gone.ends(WITHIN + PATIENCE), "a server that comes back late stops"
        over.set()
        for thread in threads:
            thread.join(60)
        told = [len(one.acknowledged) for one in players if one.number % 2 == 0]
        assert told == acknowledged, "nothing was taken by the one that had lost its tables"
        _asked_again(other, players, record)
        other.kill()
        _sound(record, players, here)


@pytest.mark.long
def test_postgresql_is_restarted_under_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is away for longer than a server may be: none is taken for lost, and both go on."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    with running() as server:
        url = server.fresh()
        record, house = Record(url), [House(url, tmp_path)]
        house.append(House(url, tmp_path))
        until(lambda: len(record.owners()) == 2, WITHIN)
        players = [Player(house[number % 2], number) for number in range(1, 7)]
        for seconds in (0.1, LOST + 1):
            over = threading.Event()
            given = [(house[one.number % 2], random.Random(one.number), over) for one in players]
            threads = [
                threading.Thread(target=one.play, args=words, daemon=True)
                for one, words in zip(players, given, strict=True)
            ]
            for thread in threads:
                thread.start()
            time.sleep(1)
            server.stop()
            time.sleep(seconds)
            server.start()
            record.store.engine.dispose()
            until(partial(record.passed, record.position() + 20), WITHIN)
            over.set()
            for thread in threads:
                thread.join(60)
            assert len(record.owners()) == 2
        _asked_again(house[0], players, record)
        for one in house:
            assert not one.ends(0), "none has stopped"
            one.kill()
        _sound(record, players, url)


def _asked_again(other: House, players: list[Player], record: Record) -> None:
    """Whoever was not answered asks the other server, twice, with the same key: it happens once."""
    for player in players:
        line = Line(other, player.token)
        for act in player.unanswered:
            was_there = (f"table:{act.table}", act.keys[0]) in record.taken()
            first, second = player.act(line, act), player.act(line, act)
            assert first is not None
            assert second is not None
            if was_there:
                assert (first[0], second[0]) == (200, 200), (act, first, second)
        line.close()


def _sound(record: Record, players: list[Player], url: str) -> None:
    """Whatever was acknowledged is there, once; the record is in order; nobody unknown has written."""
    keys = record.taken()
    assert len(keys) == len({*keys})
    told = [(f"table:{act.table}", key) for one in players for act in one.acknowledged for key in act.keys]
    assert told
    assert {*told} <= {*keys}
    engine = open_engine(url)
    ring = KeyRing(KeyFile(key_file(kept_at(engine))).read())
    with record.store.reading() as reading:
        assert list(verify(reading, keys=ring)) == []
        tables = {one.stream for one in reading.following(0) if one.stream.startswith("table:")}
    assert {f"table:{name}" for name in TABLES} <= tables
    record.store.close()
    engine.dispose()
