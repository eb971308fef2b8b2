"""A real server for a test: the real application on uvicorn, its own thread, its own database."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from msgspec.structs import replace
from websockets.sync.client import ClientConnection, connect

from croupier.floor.house.config import TablePlan
from croupier.floor.house.credentials import Terms
from croupier.web.app import PAGES, create_app
from croupier.web.clock.pacing import Pace
from croupier.web.demo import demonstration
from croupier.web.serving import Opening, Reached, configured, listening, open_venue
from croupier.web.venue import Venue
from tests.floor.fresh import lay
from tests.web.shown import take_in

HOST = "127.0.0.1"
HERE = Reached()
PATIENCE = 30
"""Seconds that an answer may take on a busy machine."""
BRISK = Pace(bets=120, turn=120, choice=120, show=1, pause=0.3, room_pause=0.2, reveal=0, signs=0.3)
"""Nobody waits between rounds, nor for cards to be turned; nobody is hurried in one."""

LIGHT = Terms(time_cost=1, memory_kib=64, lanes=1)
"""Hashes of a thousandth of the work, where many passwords and PINs are set; tests/floor/test_credentials.py has the
real ones."""

SECRET = "a long enough secret"
"""The password of both Shift Managers, where they have one."""

PLAN = """
[house]
name = "The House"
managers = ["mia", "max"]

[tables.poker-1]
game = "rws-poker"
"""


def keeping_accounts(folder: Path) -> Opening:
    """A House that keeps accounts: two Shift Managers, who have no passwords yet."""
    plan = folder / "floor.toml"
    plan.write_text(PLAN, encoding="utf-8")
    return Opening(plan, str(folder / "floor.db"), pace=BRISK, terms=LIGHT)


class Served:
    """A house that is open, at an address."""

    def __init__(self, venue: Venue, port: int, app: Litestar) -> None:
        self.venue, self.port, self.app = venue, port, app
        self.url = f"http://{HOST}:{port}"
        self.visitors: list[Visitor] = []

    def get(self, path: str, **asked: Any) -> httpx.Response:
        """What anybody is answered, by a connection of its own."""
        return httpx.get(f"{self.url}{path}", verify=False, **asked)  # to read certificates takes longest

    def post(self, path: str, **asked: Any) -> httpx.Response:
        """Likewise."""
        return httpx.post(f"{self.url}{path}", verify=False, **asked)

    def visit(self, **asked: Any) -> "Visitor":
        """Somebody comes, as a guest or in a role."""
        self.visitors.append(Visitor(self, asked))
        return self.visitors[-1]


class Visitor:
    """Somebody with a session, over HTTP and over the socket."""

    def __init__(self, served: Served, asked: dict[str, Any]) -> None:
        self.served = served
        self.http = httpx.Client(base_url=served.url, timeout=PATIENCE, verify=False)
        answer = self.http.post("/api/session", json=asked)
        assert answer.status_code == 201, answer.text
        content = answer.json()
        self.token: str = content["token"]
        self.name: str = content["me"]["name"]
        self.role: str = content["me"]["role"]
        self.heard: list[str] = []
        """Every text that the socket has brought."""
        self._keys = 0

    def key(self) -> str:
        """A key that was not used before."""
        self._keys += 1
        return f"{self.name}-{self._keys}"

    def act(self, table: str, *commands: dict[str, Any], key: str = "", moment: str | None = None) -> httpx.Response:
        """Act at a table over HTTP; a Player means the moment of play as it is now, unless another is given."""
        if moment is None:
            known = self.role == "player" and table in self.served.venue.floor.tables()
            moment = self.served.venue.floor.table(table).engine.moment if known else ""
        body = {"key": key or self.key(), "commands": commands, "moment": moment}
        return self.http.post(f"/api/tables/{table}/acts", json=body)

    def table(self, table: str) -> dict[str, Any]:
        """A table's page, over HTTP."""
        answer = self.http.get(f"/api/tables/{table}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @contextmanager
    def live(self, *topics: str) -> Iterator["Socket"]:
        """The live socket, watching these topics."""
        url = f"ws://{HOST}:{self.served.port}/live"
        with connect(url, additional_headers={"Cookie": f"croupier={self.token}"}) as socket:
            wrapped = Socket(socket, self.heard)
            for topic in topics:
                wrapped.say(type="watch", topic=topic)
            yield wrapped

    def close(self) -> None:
        """Go home."""
        self.http.close()


class Socket:
    """A live socket in a test."""

    def __init__(self, socket: ClientConnection, heard: list[str]) -> None:
        self.socket, self.heard = socket, heard
        self.pages: dict[str, Any] = {}

    def say(self, **message: Any) -> None:
        """Send a message; an act is meant for the moment of play that the page shows, unless another is given."""
        if message["type"] == "act":
            face = self.pages.get(message["topic"], {}).get("face", {})
            message = {"moment": face.get("moment", ""), **message}
        self.socket.send(msgspec.json.encode(message).decode())

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        take_in(self.pages, message)
        return message

    def page(self, topic: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next page of a topic, or the same with another meter."""
        while True:
            message = self.hear(timeout)
            if message["type"] in {"page", "meter"} and message["topic"] == topic:
                found: dict[str, Any] = self.pages[topic]
                return found

    def until(self, topic: str, holds: Callable[[dict[str, Any]], bool], timeout: float = PATIENCE) -> dict[str, Any]:
        """The page of a topic, from when something holds of it; an answer may come after the page that shows it."""
        page: dict[str, Any] | None = self.pages.get(topic)
        while page is None or not holds(page):
            page = self.page(topic, timeout)
        return page

    def answer(self, key: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The answer to an act."""
        while True:
            message = self.hear(timeout)
            if message["type"] == "answer" and message["key"] == key:
                return message

    def act(self, topic: str, *commands: dict[str, Any], key: str) -> dict[str, Any]:
        """Act, and wait for the answer."""
        self.say(type="act", topic=topic, key=key, commands=commands)
        return self.answer(key)


_STOPPED: dict[tuple[Path, frozenset[str]], list[Litestar]] = {}
"""Applications whose house has closed, by their pages and names."""


@contextmanager
def application(venue: Venue, pages: Path = PAGES, names: frozenset[str] = HERE.names) -> Iterator[Litestar]:
    """The application in front of a house: one that has stopped, if there is one, since to register all routes takes
    longer than to open a house. It is taken back once whoever runs it has stopped it."""
    stopped = _STOPPED.setdefault((pages, names), [])
    app = stopped.pop() if stopped else create_app(venue, pages, names)
    app.state = State({"venue": venue})
    yield app
    app.state = State()
    stopped.append(app)


def with_tables(patch: pytest.MonkeyPatch, tables: Mapping[str, TablePlan]) -> None:
    """Let the demonstration have further tables until the patch is undone."""
    own = demonstration.plan()
    patch.setattr(demonstration, "plan", lambda: replace(own, tables={**own.tables, **tables}))


@contextmanager
def serving(
    folder: Path,
    *,
    pace: Pace = BRISK,
    company: bool = False,
    pages: Path = PAGES,
    opening: Opening | None = None,
    reached: Reached = HERE,
    port: int = 0,
) -> Iterator[Served]:
    """A demonstration floor, open, or another house; at any port, or at the one where it was before a restart."""
    opening = opening or Opening(db=str(folder / "floor.db"), pace=pace, company=company, seed=1)
    if opening.db and "://" not in opening.db:
        lay(opening.db)
    venue = open_venue(opening)
    bound = listening(HOST, port)
    with application(venue, pages, reached.names) as app:
        config = configured(app, reached)
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            thread.join(0.01)
        served = Served(venue, bound.getsockname()[1], app)
        try:
            yield served
        finally:
            for visitor in served.visitors:
                visitor.close()
            server.should_exit = True
            thread.join(10)
            bound.close()
            venue.floor.store.close()
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def serving_accounts(folder: Path) -> Iterator[Served]:
    """A House that keeps accounts, open; both Shift Managers have their password."""
    with serving(folder, opening=keeping_accounts(folder)) as found:
        for name in ("mia", "max"):
            assert found.venue.credentials.set_password(name, SECRET) is None
        yield found


def manager(served: Served, name: str) -> Visitor:
    """One of them."""
    return served.visit(name=name, password=SECRET, role="shift_manager")
