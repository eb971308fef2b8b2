"""Killing a house that is open, with Players at its tables, again and again.

The server is the real one, in a process of its own; Players act over HTTP, each in a thread, and a page follows every
table over a live socket. Now and then the process is killed (SIGKILL) while their requests are under way. What it
leaves is looked at from outside, by SQL alone: whatever was acknowledged or shown is there. Then the house opens again
on the same file, and whoever was not answered asks again, twice, with the same key.

A killed process takes nothing with it that it had handed to the system, so the file may lie in memory.
"""

import http.client
import json
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn
from msgspec import Struct
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from croupier.floor.house.opening import key_file
from croupier.floor.journal.sealing import KeyFile, KeyRing
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.verify.verification import verify
from croupier.web.app import create_app
from croupier.web.clock.pacing import Pace
from croupier.web.serving import Opening, listening, open_venue
from tests.faults.audit import Audit
from tests.faults.machines import DOOR, Machine

HOST: Final = "127.0.0.1"
PLAYERS: Final = 6
TABLES: Final = ("stud-1", "multi-link-1", "holdem-1", "bonus-1")
DECISIONS: Final = ("bet", "flop", "check", "turn", "river", "fold")
MOST_ANSWERS: Final = 150
"""After so many answers at most the house is killed; about a third of them accept an act."""
LONGEST_LIFE: Final = 5.0
"""Seconds after which it is killed anyway."""
FAITHFUL: Final = 0.8
"""How often somebody acts at the table at which they have acted before."""
VERIFY_EVERY: Final = 25
_PATIENCE: Final = 60
"""Seconds after which a server that does not open, or does not answer, is stuck."""
_QUICK: Final = Pace(
    bets=0.3, turn=0.3, choice=0.3, show=0.05, pause=0.01, alone_bets=0.3, alone_pause=0.01, reveal=0, signs=0.05
)
"""Rounds follow each other, whether or not somebody decides."""
_MEMORY: Final = Path("/dev/shm")

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(["tests.faults.servers"])


def _open(database: str, data: str, machine: Machine | None, writing: Any) -> None:
    """The house, until it is killed."""
    if machine is not None:
        machine.move_in()
    if data:
        os.environ["CROUPIER_DATA"] = data
    venue = open_venue(Opening(db=database, pace=_QUICK, company=False))
    bound = listening(HOST if machine is None else DOOR, 0)
    writing.send(bound.getsockname()[1])
    app = create_app(venue, Path(database).parent / "no-pages")  # which nobody asks for here
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
    venue.desk.on_fenced = lambda _: setattr(server, "should_exit", True)
    server.run([bound])
    venue.floor.store.close()


class Act(Struct, frozen=True):
    """What a Player asked for."""

    player: str
    table: str
    key: str
    commands: tuple[dict[str, Any], ...]
    moment: str = ""

    @property
    def keys(self) -> list[str]:
        """The keys of its entries."""
        alone = len(self.commands) == 1
        return [self.key] if alone else [f"{self.key}.{number}" for number in range(len(self.commands))]


class House:
    """A server in a process."""

    def __init__(self, path: Path | str, data: Path | str = "", machine: Machine | None = None) -> None:
        """``data`` is the folder for key and anchors of a house in PostgreSQL; ``machine`` is where it runs, if not
        here."""
        self.host = HOST if machine is None else DOOR
        reading, writing = _SERVER.Pipe(duplex=False)
        self._process = _SERVER.Process(target=_open, args=(str(path), str(data), machine, writing), daemon=True)
        self._process.start()
        writing.close()
        assert reading.poll(_PATIENCE), "the house does not open"
        self.port: int = reading.recv()
        reading.close()

    def signal(self, number: int) -> None:
        """Stop it where it is, or let it go on."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def ends(self, seconds: float) -> bool:
        """Whether it ends by itself."""
        self._process.join(seconds)
        return not self._process.is_alive()

    def leave(self) -> None:
        """Stop in order."""
        self.signal(signal.SIGTERM)
        assert self.ends(_PATIENCE), "the house does not stop"

    def kill(self) -> None:
        """As a power failure would."""
        self._process.kill()
        self._process.join()


class Line:
    """Somebody's connection to a house, kept open from one question to the next."""

    def __init__(self, house: House, token: str = "") -> None:
        self._connection = http.client.HTTPConnection(house.host, house.port, timeout=_PATIENCE)
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Cookie"] = f"croupier={token}"

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any] | None:
        """An answer, or None if none came."""
        try:
            text = None if body is None else json.dumps(body)
            self._connection.request(method, path, text, self._headers)
            answer = self._connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError):
            return None

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


class Watcher:
    """A page that follows every table, and keeps how far each was when it was shown last."""

    def __init__(self, house: House, token: str) -> None:
        self.shown: dict[str, int] = {}
        self._url, self._token = f"ws://{HOST}:{house.port}/live", token

    def watch(self) -> None:
        """Until the house is gone."""
        cookie = {"Cookie": f"croupier={self._token}"}
        with suppress(WebSocketException, OSError), connect(self._url, additional_headers=cookie) as socket:
            for table in TABLES:
                socket.send(json.dumps({"type": "watch", "topic": f"table:{table}"}))
            for text in socket:
                message = json.loads(text)
                if message["type"] == "page":
                    self.shown[message["topic"]] = message["page"]["face"]["version"]


class Player:
    """Somebody who plays, and keeps what they were told."""

    def __init__(self, house: House, number: int) -> None:
        line = Line(house)
        answer = line.ask("POST", "/api/session", {})
        line.close()
        assert answer is not None
        assert answer[0] == 201, answer
        self.token: str = answer[1]["token"]
        self.name: str = answer[1]["me"]["name"]
        self.number, self.sent, self.answers = number, 0, 0
        self.acknowledged: list[Act] = []
        self.unanswered: list[Act] = []

    def play(self, house: House, rng: random.Random, over: threading.Event) -> None:
        """One act after the other, until no answer comes."""
        line, mine = Line(house, self.token), rng.choice(TABLES)
        while not over.is_set():
            act = self._wish(line, rng, mine if rng.random() < FAITHFUL else rng.choice(TABLES))
            answer = self.act(line, act)
            if answer is None:
                self.unanswered.append(act)
                break
            self.answers += 1
            if answer[0] >= 500:  # it may have happened, or not
                self.unanswered.append(act)
            elif answer[0] == 200:
                self.acknowledged.append(act)
            line.ask("POST", f"/api/tables/{act.table}/hints", {"hint": "ready"})
        line.close()

    def act(self, line: Line, act: Act) -> tuple[int, Any] | None:
        """Ask for something, once more if need be."""
        body = {"key": act.key, "commands": act.commands, "moment": act.moment}
        return line.ask("POST", f"/api/tables/{act.table}/acts", body)

    def _wish(self, line: Line, rng: random.Random, table: str) -> Act:
        self.sent += 1
        page = line.ask("GET", f"/api/tables/{table}", None)
        moment = page[1]["face"]["moment"] if page is not None and page[0] == 200 else "1"
        box = self.number
        ante = {"type": "PlaceWager", "box": box, "wager": "ante", "amount": 5_000, "player": self.name}
        jackpot = {**ante, "wager": "jackpot", "amount": 500}
        wishes: list[tuple[dict[str, Any], ...]] = [
            (ante,),
            (ante, jackpot),  # one act: both, or neither
            ({"type": "WithdrawWager", "box": box, "wager": "ante", "amount": None, "player": self.name},),
            ({"type": "Look", "box": box},),
            ({"type": "Choose", "box": box, "decision": rng.choice(DECISIONS)},),
        ]
        return Act(self.name, table, f"{self.name}-{self.sent}", rng.choice(wishes), moment)


class Killed(Struct):
    """What a campaign has come to."""

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    there: int = 0
    """How many of those that were not answered had happened."""
    shown: int = 0
    """Tables that a page followed to the end."""

    def add(self, other: "Killed") -> None:
        """What another house has come to."""
        self.kills += other.kills
        self.acknowledged += other.acknowledged
        self.unanswered += other.unanswered
        self.there += other.there
        self.shown += other.shown


def campaign(folder: Path, seed: int, kills: int, total: Killed, done: Callable[[], None] = lambda: None) -> None:
    """So many kills of one house, added to what others have come to. Raises AssertionError."""
    rng, path, audit = random.Random(seed), folder / "house.db", Audit()
    house = House(path)
    players = [Player(house, number) for number in range(1, PLAYERS + 1)]
    for number in range(kills):
        shown = _life(house, players, rng)
        audit.follow(path)
        _looked_at(players, shown, audit, total)
        house = House(path)
        audit.follow(path)
        for player in players:
            _asked_again(house, player, audit, path, total)
        if number % VERIFY_EVERY == VERIFY_EVERY - 1 or number == kills - 1:
            _verified(path)
        total.kills += 1
        done()
    house.kill()


def alone(seed: int, kills: int) -> tuple[Killed, str]:
    """So many kills of a house of its own, and how it failed, if it did."""
    total = Killed()
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        try:
            campaign(Path(folder), seed, kills, total)
        except AssertionError as error:
            return total, f"seed {seed}: {str(error)[:400] or 'an assertion failed'}"
    return total, ""


def _life(house: House, players: list[Player], rng: random.Random) -> dict[str, int]:
    """Everybody plays, and at some moment the house is killed. How far the tables were that a page was shown."""
    over = threading.Event()
    watcher = Watcher(house, rng.choice(players).token)
    threads = [
        threading.Thread(target=player.play, args=(house, random.Random(rng.random()), over)) for player in players
    ]
    threads.append(threading.Thread(target=watcher.watch))
    for thread in threads:
        thread.start()
    enough, until = rng.randint(0, MOST_ANSWERS), time.monotonic() + LONGEST_LIFE
    before = sum(player.answers for player in players)
    while sum(player.answers for player in players) - before < enough and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(rng.random() * 0.01)
    house.kill()
    over.set()
    for thread in threads:
        thread.join(_PATIENCE)
        assert not thread.is_alive(), "somebody waits for an answer that will never come"
    return watcher.shown


def _looked_at(players: list[Player], shown: dict[str, int], audit: Audit, total: Killed) -> None:
    """Whatever somebody was told or shown is so is there; of an act, all or nothing."""
    for stream, version in shown.items():
        assert audit.hashes[stream][0] >= version, (
            f"{stream} was shown at {version} and is at {audit.hashes[stream][0]}"
        )
        total.shown += 1
    for player in players:
        for act in player.acknowledged:
            missing = [key for key in act.keys if (f"table:{act.table}", key) not in audit.keys]
            assert not missing, f"{missing} was acknowledged and is not there"
        for act in player.unanswered:
            there = [(f"table:{act.table}", key) in audit.keys for key in act.keys]
            assert all(there) or not any(there), f"a part of {act.key} is there"
        total.acknowledged += len(player.acknowledged)
        player.acknowledged = []


def _asked_again(house: House, player: Player, audit: Audit, path: Path, total: Killed) -> None:
    """Whoever was not answered asks again, twice: it happens once."""
    line = Line(house, player.token)
    for act in player.unanswered:
        was_there = (f"table:{act.table}", act.keys[0]) in audit.keys
        total.unanswered += 1
        total.there += was_there
        first, second = player.act(line, act), player.act(line, act)
        assert first is not None
        assert second is not None
        if was_there:
            assert (first[0], second[0]) == (200, 200), f"{act.key} is there, and the answer is {first}"
        audit.follow(path)  # which finds a key that happened twice
        happened = (f"table:{act.table}", act.keys[0]) in audit.keys
        assert happened == (first[0] == 200 or second[0] == 200), f"{act.key}: {first}, {second}"
    line.close()
    player.unanswered = []


def _verified(path: Path) -> None:
    """The floor's own verification finds nothing."""
    store = Store(open_engine(str(path)))
    with store.reading() as reading:
        findings = list(verify(reading, keys=KeyRing(KeyFile(key_file(str(path))).read())))
    store.close()
    assert not findings, findings
