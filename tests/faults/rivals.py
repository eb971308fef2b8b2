"""Two servers of one house in PostgreSQL with Players at both, and their record looked at from outside."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from croupier.floor.deciding.dealing import INTERRUPTION
from croupier.floor.house.opening import kept_at, key_file
from croupier.floor.journal.sealing import KeyFile, KeyRing
from croupier.floor.journal.servers import LOST, owned
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.loading import load
from croupier.floor.values.entries import SYSTEM
from croupier.floor.verify.verification import verify
from tests.faults.servers import TABLES, House, Line, Player

WITHIN: Final = LOST + 6
"""Seconds within which the others have its tables: on a machine that is busy with tests."""
PATIENCE: Final = 30.0
"""Seconds that whatever else must come may take on such a machine."""
SETTLED: Final = 1.0
"""Seconds after which whatever the others could do to a round without the one that is gone is done."""


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
        """The servers that keep a table's clock, by token."""
        with self.store.engine.connect() as connection:
            return {*owned(connection).values()}

    def in_play(self, token: str) -> set[str]:
        """The tables whose clock a server keeps and where cards lie."""
        with self.store.engine.connect() as connection:
            streams = [stream for stream, owner in owned(connection).items() if owner == token]
        with self.store.reading() as reading:
            states = {stream: load(reading, stream).state for stream in streams}
        return {name for name, one in states.items() if one.info.automatic and one.running and not one.takes_bets}


def until(holds: Callable[[], object], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)


def opened(record: Record, first: Callable[[], House], second: Callable[[], House]) -> tuple[list[House], str]:
    """Two servers that share the tables, and the token of the first."""
    house = [first()]
    until(record.owners, PATIENCE)
    (token,) = record.owners()
    house.append(second())
    until(lambda: len(record.owners()) == 2, PATIENCE)
    return house, token


@contextmanager
def playing(house: Sequence[House], players: Sequence[Player], rng: random.Random) -> Iterator[None]:
    """Everybody plays, each at the server that their number falls to."""
    over = threading.Event()
    given = [(house[one.number % len(house)], random.Random(rng.random()), over) for one in players]
    threads = [
        threading.Thread(target=one.play, args=words, daemon=True) for one, words in zip(players, given, strict=True)
    ]
    for thread in threads:
        thread.start()
    yield
    over.set()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "somebody waits for an answer that does not come"


def lose(record: Record, token: str, rng: random.Random, gone: Callable[[], None], back: Callable[[], None]) -> int:
    """Lose a server at a random moment at which a round is in play that only its own clock, or its own Players, can
    end: there is something to rule on. Where it has ended all the same, the server comes back in time, and is lost
    again. The record's position before it was lost."""
    for _ in range(20):
        time.sleep(rng.random())
        until(lambda: record.in_play(token), PATIENCE)
        since = record.position()
        gone()
        time.sleep(SETTLED)
        if record.in_play(token) or token not in record.owners():  # on a machine that stood still, it is struck off
            return since
        back()
    raise AssertionError("no round stays in play")


def taken_over(record: Record, since: int, patience: float) -> None:
    """The other has the tables within so many seconds, the rounds left in play are ruled on, and play goes on."""
    until(lambda: len(record.owners()) == 1, patience)
    until(lambda: record.ruled(since), WITHIN)
    after = record.position()
    until(lambda: record.position() > after + 20, PATIENCE)


def asked_again(other: House, players: Sequence[Player], record: Record) -> None:
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


def check(record: Record, players: Sequence[Player], url: str) -> None:
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
