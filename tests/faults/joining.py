"""Servers that join a house under play and leave it again, hundreds of times, with a verification after each."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Final, Self

import pytest
from msgspec import Struct

from croupier.floor.house.opening import anchor_file, kept_at, key_file, open_house
from croupier.floor.journal.sealing import KeyFile, KeyRing
from croupier.floor.journal.store import StoreError, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, EstablishCage
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.verify.checkpoints import Content
from croupier.floor.verify.verification import verify
from croupier.rules.terms import Role
from tests.faults.rivals import Record, playing
from tests.faults.servers import PLAYERS, House, Line, Player
from tests.floor.house import DAY
from tests.floor.shared import Shared
from tests.postgresql import MEMORY

KILLED: Final = 0.2
"""How often a server that has joined is killed; otherwise it stops in order."""
CHANGES: Final = 10
"""After so many joins the server that stayed stops in order, and another opens the house."""
LONGEST_STAY: Final = 0.5
"""Seconds."""


class Busy:
    """A server whose acts follow each other without a pause."""

    def __init__(self, floor: Floor) -> None:
        self.acts, self.wrong = 0, ""
        self._floor, self._over = floor, threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, wrong: BaseException | None, _: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
        assert not self.wrong, self.wrong

    def _work(self) -> None:
        try:
            while not self._over.wait(0.001):
                pay(self._floor)
                self.acts += 1
        except Exception as wrong:
            self.wrong = f"the server that was there has failed: {wrong!r}"


def pay(floor: Floor) -> None:
    """An act of the cage; the first of all establishes it."""
    command = CashIn("ann", 100, DAY) if "cage" in floor.streams else EstablishCage(10**9)
    role = Role.CAGE if "cage" in floor.streams else Role.SHIFT_MANAGER
    reply = floor.submit(Request("cage", "cash desk", role, command))[0]
    assert isinstance(reply, Accepted), reply


def joined_once(url: str) -> None:
    """A server opens the house, acts, and leaves it in order."""
    entropy = SystemEntropy()
    opened = open_house(open_engine(url), entropy, shared=True)
    with closing(opened.store) as store:
        floor = Floor(store, clock=Shared(), entropy=entropy, keys=opened.keys, anchors=opened.anchors)
        floor.start()
        floor.anchor()
        pay(floor)


# ---- Servers in processes of their own ------------------------------------------------------------------------------


class Joined(Struct):
    """What a campaign has come to."""

    joins: int = 0
    killed: int = 0
    acts: int = 0
    """Those of Players that were acknowledged."""
    entries: int = 0
    """Those that were gone through by the verifications, each once but for the last one over everything."""

    def add(self, other: "Joined") -> None:
        """What another house has come to."""
        self.joins += other.joins
        self.killed += other.killed
        self.acts += other.acts
        self.entries += other.entries


class Verifying:
    """A verification after each join, which goes on where the one before it ended."""

    def __init__(self, url: str, kept: str) -> None:
        """``kept`` begins the names of key and anchors."""
        self.record, self._anchors = Record(url), anchor_file(kept)
        self._keys = KeyRing(KeyFile(key_file(kept)).read())
        self._come: list[Content] = []

    def go_on(self, total: Joined) -> None:
        """Verify from where the last one ended."""
        self._verified(total, self._come[-1] if self._come else None)

    def close(self, players: list[Player], total: Joined) -> None:
        """Verify all of it in one walk; every act that was acknowledged is there."""
        self._verified(total, None)
        taken = {*self.record.taken()}
        told = [(f"table:{act.table}", key) for one in players for act in one.acknowledged for key in act.keys]
        assert {*told} <= taken, "an act was acknowledged and is not there"
        total.acts += sum(len(one.acknowledged) for one in players)
        self.record.store.close()

    def _verified(self, total: Joined, since: Content | None) -> None:
        anchors = self._anchors.read()
        with self.record.store.reading() as reading:
            walk = verify(reading, keys=self._keys, since=since, anchors=anchors, reached=self._come.append)
            findings = [str(one) for one in walk]
            total.entries += reading.position() - (0 if since is None else since.position)
        assert not findings, findings


@contextmanager
def serving(house: House, players: list[Player], rng: random.Random) -> Iterator[None]:
    """A server with Players at it, until it has been stopped."""
    if not players:
        players += [Player(house, number) for number in range(1, PLAYERS + 1)]
    try:
        with playing([house], players, rng):
            yield
    finally:
        house.kill()


def shared(folder: Path, url: str, seed: int, joins: int, total: Joined, done: Callable[[], None]) -> None:
    """Have so many servers join a house in PostgreSQL beside one that stays. Raises AssertionError."""
    rng, players = random.Random(seed), list[Player]()
    verifying: Verifying | None = None
    for number in range(0, joins, CHANGES):
        stays = House(url, folder)
        with serving(stays, players, rng):
            verifying = verifying or Verifying(url, str(folder / Path(kept_at(open_engine(url))).name))
            for _ in range(min(CHANGES, joins - number)):
                comes = House(url, folder)
                line = Line(comes, rng.choice(players).token)
                assert line.ask("GET", "/api/session") is not None, "the server that has joined does not answer"
                line.close()
                _stopped(comes, rng, total)
                verifying.go_on(total)
                total.joins += 1
                done()
            stays.leave()
    assert verifying is not None
    verifying.close(players, total)


def alone_on_a_file(folder: Path, seed: int, joins: int, total: Joined, done: Callable[[], None]) -> None:
    """Have so many servers open a house in a file, one after the other; a second one beside it is refused. Raises
    AssertionError."""
    rng, players, path = random.Random(seed), list[Player](), folder / "house.db"
    verifying: Verifying | None = None
    for _ in range(joins):
        house = House(path)
        with serving(house, players, rng):
            verifying = verifying or Verifying(str(path), str(path))
            with pytest.raises(StoreError, match="another process is running the floor"):
                open_house(open_engine(str(path)), SystemEntropy(), shared=True)
            _stopped(house, rng, total)
        verifying.go_on(total)
        total.joins += 1
        done()
    assert verifying is not None
    verifying.close(players, total)


def _stopped(house: House, rng: random.Random, total: Joined) -> None:
    """Stop a server after a moment, in order or not."""
    time.sleep(rng.random() * LONGEST_STAY)
    if rng.random() < KILLED:
        house.kill()
        total.killed += 1
    else:
        house.leave()


def alone(url: str, seed: int, joins: int) -> tuple[Joined, str]:
    """So many joins of a house of its own, in a file if no database is named, and how it failed, if it did."""
    total = Joined()
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        try:
            if url:
                shared(Path(folder), url, seed, joins, total, lambda: None)
            else:
                alone_on_a_file(Path(folder), seed, joins, total, lambda: None)
        except (AssertionError, EOFError) as error:
            return total, f"seed {seed}: {str(error)[:400] or 'a server did not open'}"
    return total, ""
