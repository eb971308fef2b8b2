"""Killing a floor again and again, and looking at what is left each time."""

import json
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from croupier.floor.deciding.dealing import INTERRUPTION
from croupier.floor.house.recovery import recover
from croupier.floor.journal.codec import read_command
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.rulebooks.revisions import REVISION
from croupier.rules.irregularities import Ruling
from croupier.rules.terms import Role
from tests.faults.audit import Audit
from tests.faults.worker import COMMITTED, POINTS, Stop, run
from tests.floor.pit import backed
from tests.floor.random_floor import KEYS, furnish, open_floor
from tests.room import chips_on

CITES: Final = {
    "rws-casino-stud": {Ruling.CONTINUE: "5.7.1", Ruling.VOID_ROUND: "5.7.2"},
    "rws-multi-link-casino-stud": {Ruling.CONTINUE: "5.7.1", Ruling.VOID_ROUND: "5.7.2"},
    "rws-progressive-texas-holdem": {Ruling.CONTINUE: "5.7.1", Ruling.VOID_ROUND: "5.7.2"},
    "mbs-texas-holdem-bonus-progressive": {Ruling.CONTINUE: "5.16.2", Ruling.PLAYERS_CHOOSE: "5.16.1"},
    "rws-poker": {Ruling.CONTINUE: "5.1.1", Ruling.VOID_ROUND: "5.1.2"},
}
"""What each document says of a round that is interrupted."""
VERIFY_EVERY: Final = 12
_PATIENCE: Final = 60
"""Seconds after which a worker that says nothing is stuck."""

_MOST_LINES: Final = 150
"""Of a worker that should stand still: some moments never come."""

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(["tests.faults.worker"])
"""Workers are processes of their own; what they import is imported once."""


class Life:
    """What a worker said before it was killed."""

    def __init__(self) -> None:
        self.acknowledged: list[tuple[str, int, str]] = []
        self.open: list[Request] = []
        """Asked, and never answered."""
        self.stood = ""
        self.playing = False

    def hear(self, line: bytes) -> None:
        match json.loads(line):
            case ["ask", stream, actor, role, command, key]:
                asked = read_command(stream, REVISION, json.dumps(command))
                self.open.append(Request(stream, actor, Role(role), asked, key))
            case ["ack", stream, version, key]:
                self.acknowledged.append((stream, version, key))
                self.open = [one for one in self.open if one.key != key]
            case ["no", _, _, key]:
                self.open = [one for one in self.open if one.key != key]
            case ["standing", point]:
                self.stood = point
            case ["playing"]:
                self.playing = True
            case ["ruled", *_]:
                pass
            case other:
                raise AssertionError(f"not a line of the worker: {other}")


class Worker:
    """A process that runs the floor in a file, and what it has said so far."""

    def __init__(self, path: Path, seed: int, stop: Stop | None) -> None:
        self.life, self.lines, self.ended = Life(), 0, False
        self._kept = b""
        self._reading, writing = _SERVER.Pipe(duplex=False)
        self._process = _SERVER.Process(target=_work, args=(str(path), seed, stop, writing), daemon=True)
        self._process.start()
        writing.close()

    def listen(self) -> None:
        """Wait until it says something."""
        assert self._reading.poll(_PATIENCE), "the worker is stuck"
        some = os.read(self._reading.fileno(), 65_536)
        self.ended = not some
        *whole, self._kept = (self._kept + some).split(b"\n")
        for line in whole:
            self.life.hear(line)
        self.lines += len(whole)

    def kill(self) -> None:
        """Kill it, and hear what it had said; a line that it was cut off in counts as not said."""
        self._process.kill()
        self._process.join()
        while not self.ended:
            self.listen()
        self._reading.close()


def _work(path: str, seed: int, stop: Stop | None, writing: Any) -> None:
    run(path, seed, stop, writing.fileno())


@contextmanager
def worker_at(path: Path, seed: int, stop: Stop | None) -> Iterator[Worker]:
    """A worker that stands still at a moment, or has begun to play; it is killed afterwards."""
    worker = Worker(path, seed, stop)
    try:
        while not (worker.life.stood or (stop is None and worker.life.playing)):
            worker.listen()
            assert not worker.ended, "the worker has ended by itself"
        yield worker
    finally:
        worker.kill()


@contextmanager
def worker_playing(path: Path, seed: int) -> Iterator[Worker]:
    """A worker that plays while something else is done; somebody hears it all the time."""
    with worker_at(path, seed, None) as worker:
        over = threading.Event()

        def hear() -> None:
            while not over.is_set():
                worker.listen()

        ear = threading.Thread(target=hear)
        ear.start()
        try:
            yield worker
        finally:
            over.set()
            ear.join()


def live(path: Path, seed: int, rng: random.Random) -> Life:
    """Let a worker play, and kill it: where it stands still, or after so many lines and a moment more."""
    stop = Stop(rng.choice(POINTS), rng.randint(1, 12), rng.randint(1, 5)) if rng.random() < 0.5 else None
    worker, enough = Worker(path, seed, stop), rng.randint(0, 60)
    try:
        while not worker.life.stood and worker.lines < (enough if stop is None else _MOST_LINES):
            worker.listen()
            assert not worker.ended, "the worker has ended by itself"
        if not worker.life.stood:
            time.sleep(rng.random() * 0.02)
    finally:
        worker.kill()
    return worker.life


def campaign(folder: Path, seed: int, kills: int) -> int:
    """So many kills of one floor; how many rounds were found interrupted. Raises AssertionError."""
    rng, path, audit = random.Random(seed), folder / "floor.db", Audit()
    first = open_floor(path)
    furnish(first)
    first.store.close()
    ruled = 0
    for number in range(kills):
        life = live(path, seed * 100_000 + number, rng)
        audit.follow(path)
        _acknowledged_is_there(life, audit)
        ruled += restart(path, life, audit)
        if number % VERIFY_EVERY == VERIFY_EVERY - 1 or number == kills - 1:
            verified(path)
    return ruled


def _acknowledged_is_there(life: Life, audit: Audit) -> None:
    for stream, version, key in life.acknowledged:
        assert audit.keys.get((stream, key)) == version, f"{key} was acknowledged and is not there"
    there = [one for one in life.open if (one.stream, one.key) in audit.keys]
    if life.stood == COMMITTED and life.playing:
        assert there, "what was committed is not there"
    elif life.stood:
        assert not there, "something of a transaction that was never committed is there"


def restart(path: Path, life: Life, audit: Audit) -> int:
    """Open the floor again as a house would after a crash, and check what it makes of it."""
    floor = open_floor(path)
    before = {name: floor.table(name) for name in floor.tables()}
    running = [name for name, state in before.items() if state.running]
    ruled_before = len(audit.rulings)
    recovered = recover(floor)
    assert [one.table for one in recovered] == running
    audit.follow(path)
    rulings = audit.rulings[ruled_before:]
    decided = [(one.table, one.ruling) for one in recovered if one.ruling is not None]
    assert {one.table for one in recovered if one.ruling is None} == {
        name for name in running if not before[name].info.automatic
    }
    assert [stream for stream, _, _ in rulings] == [f"table:{name}" for name, _ in decided]
    for (name, ruling), (_, actor, event) in zip(decided, rulings, strict=True):
        assert actor == SYSTEM
        _ruled_as_written(floor.table(name), ruling, event)
    for one in recovered:  # the pit has the rounds ruled on that lie on the felt, so that the next life can play
        state = floor.table(one.table)
        if one.ruling is None:
            asked = Request(f"table:{one.table}", "pit", Role.PIT_SUPERVISOR, state.reporting(INTERRUPTION))
            assert isinstance(backed(floor, asked), Accepted)
    _nothing_hangs(floor)
    _redelivered(floor, life, audit)
    audit.follow(path)
    _nothing_hangs(floor)
    floor.store.close()
    return len(running)


def _ruled_as_written(state: TableState, ruling: Ruling, event: dict[str, Any]) -> None:
    cite = CITES[state.info.game][ruling]
    assert event["ruling"] == ruling.value
    assert cite in event["cites"]
    match ruling:
        case Ruling.VOID_ROUND:
            assert not state.running
        case Ruling.PLAYERS_CHOOSE:
            assert isinstance(state, BankedTable)
            assert state.engine.round is not None
            assert all(box.choice for box in state.engine.round.boxes if box.in_play)
        case _:
            assert ruling is Ruling.CONTINUE


def _nothing_hangs(floor: Floor) -> None:
    """Chips lie where a round is in play, and nowhere else; what waits for nobody has happened."""
    for name in floor.tables():
        state = floor.table(name)
        if isinstance(state, RoomTable):
            assert floor.balances.get(f"stakes:{name}", 0) == chips_on(state.engine), name
        elif not state.running:
            assert not floor.balances.get(f"layout:{name}", 0), name
        if state.info.automatic and state.info.root and not state.info.claims:
            assert not state.cards_due(), name
            assert state.due() is None, name


def _redelivered(floor: Floor, life: Life, audit: Audit) -> None:
    """Whoever was not answered asks again, twice, with the same key: it happens once."""
    for request in life.open:
        was_there = audit.keys.get((request.stream, request.key))
        first, second = floor.submit(request)[0], floor.submit(request)[0]
        if was_there is not None:
            assert isinstance(first, Accepted), request.key
            assert first.repeated
            assert first.version == was_there
        if isinstance(first, Accepted):
            assert isinstance(second, Accepted), request.key
            assert second.repeated
            assert second.version == first.version


def verified(path: Path) -> None:
    """The floor's own verification finds nothing."""
    from croupier.floor.verify.verification import verify

    store = Store(open_engine(str(path)))
    with store.reading() as reading:
        findings = list(verify(reading, keys=KEYS))
    store.close()
    assert not findings, findings
