"""A house on the web: what an act costs its server, and how long a decision takes from the browser's socket to its
answer, committed, against the number of tables and of open pages.

The server runs in a process of its own, as ``croupier serve`` would, on a real file; this process is everybody's
browser. At each table of Casino Stud a Player plays all seven boxes: seven Antes and a jackpot wager (all tables are on
one link), a look, seven decisions, and the next round. So many acts a second are asked of the whole house, however many
tables share them. The house's clocks leave them all the time they need: with many tables each of them thinks for
long, and a clock that closed the bets meanwhile would make other rounds, with fewer acts in each. Whoever only watches
is one more open page at a table; every tenth of them is in the lobby.

An act's time is what the server's process has used of the processors, divided by the acts that it has carried out: it
contains the clocks, the reveals and every page made and sent meanwhile. How long an act takes is told twice: until it
is answered, which is after its commit, and until the page that shows it is there too. Two cores are enough for server
and browsers together; the latencies are worth something only where nothing else runs.

``python -m benchmarks.web`` measures 10, 100 and 300 tables, and 10 tables with 100 and 300 pages more;
``python -m benchmarks.web 1000`` as many tables as are named, and ``10+300`` also the pages. ``1000@350`` asks for 350
acts a second; without it, for 60.
"""

import asyncio
import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.measure import asked, at_least_one

ACTS: Final = 60.0
"""A second, in the whole house."""
HOUSES: Final = ((10, 0, ACTS), (100, 0, ACTS), (300, 0, ACTS), (10, 100, ACTS), (10, 300, ACTS))
"""Tables, pages of those who only watch, and acts a second."""
BOXES: Final = 7
ENOUGH: Final = 100_000
"""Cents for any round; with less, a guest is given more play money."""
SECONDS: Final = 20.0
WARM_UP: Final = 6.0
EARLY_ACTS: Final = 16
"""About as many as a round has: each table makes some of them first, quickly, so that all parts of a round are met."""
EARLY_RATE: Final = 200.0
BRISK: Final = 0.5
"""Seconds between a table's acts at the quickest, in that time."""
PATIENCE: Final = 3_600.0
"""Seconds for bets and decisions: longer than anybody thinks."""
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Answered(Struct, frozen=True):
    """What acts cost, and how long they took, in milliseconds."""

    tables: int
    pages: int
    """Open ones: a Player's at each table, and those of whoever only watches."""
    acts: int
    acts_per_second: float
    server: float
    """Of the server's processor time, an act."""
    sent: float
    """Pages that the browsers were sent, an act."""
    median: float
    p99: float
    slowest: float
    shown: float
    """The 99th percentile of the time until the page that shows an act has come as well."""
    rounds: int


class Wager(Struct, frozen=True, gc=False):
    """One that lies in a box."""

    name: str


class Box(Struct, frozen=True, gc=False):
    """Where somebody plays."""

    box: int
    wagers: list[Wager]


class View(Struct, frozen=True, gc=False):
    """The table."""

    phase: str | None
    round: int
    boxes: list[Box]


class Option(Struct, frozen=True, gc=False):
    """Something that may be done."""

    type: str
    wager: str | None = None
    least: int = 0
    command: dict[str, Any] = {}


class Face(Struct, frozen=True, gc=False):
    """What a page begins with."""

    version: int
    moment: str


class Page(Struct, frozen=True, gc=False):
    """What a Player of all boxes reads on a table's page."""

    face: Face
    view: View
    options: list[Option]
    balance: int


class Message(Struct, frozen=True, gc=False):
    """A page, or the answer to an act."""

    type: str
    topic: str = ""
    page: msgspec.Raw = msgspec.Raw()
    key: str = ""
    refused: dict[str, Any] | None = None
    version: int | None = None


class Tally(Struct):
    """What the browsers have counted."""

    waited: list[float]
    shown: list[float]
    rounds: int = 0
    pages: int = 0


_message: Final = msgspec.json.Decoder(Message)
_page: Final = msgspec.json.Decoder(Page)


def main(
    *, show: bool = True, houses: Sequence[tuple[int, int, float]] = HOUSES, seconds: float = SECONDS
) -> list[Answered]:
    """Measure, and show it."""
    found = [_house(tables, watchers, seconds, acts) for tables, watchers, acts in houses]
    if show:
        _show(found)
    return found


def _house(tables: int, watchers: int, seconds: float, acts: float) -> Answered:
    with TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.web", "--serve", folder, str(tables)], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            gc.disable()  # all browsers would look through their memory at once, and that would be timed
            return asyncio.run(_measured(address.rstrip("/"), server.pid, tables, watchers, seconds, acts))
        finally:
            gc.enable()
            server.terminate()
            server.wait(20)


def _serve(folder: str, tables: int) -> None:
    from croupier.floor.house.config import FloorPlan, House, LinkPlan, TablePlan
    from croupier.web.clock.pacing import Pace
    from croupier.web.serving import Opening, Reached, serve
    from croupier.web.venue import Crowd

    plan = FloorPlan(
        House(name="Many tables", capital=10**12, alert_from=10**9),
        {"stud": LinkPlan()},
        {f"stud-{number}": TablePlan("rws-casino-stud", "stud") for number in range(1, tables + 1)},
    )
    pace = Pace(bets=PATIENCE, turn=PATIENCE, choice=PATIENCE)
    crowd = Crowd(*(10**6,) * 4)
    opening = Opening(db=str(Path(folder, "floor.db")), plan=plan, pace=pace, company=False, crowd=crowd)
    serve(opening, Reached(), json=True)


async def _measured(address: str, server: int, tables: int, watchers: int, seconds: float, acts: float) -> Answered:
    tally = Tally([], [])
    tokens = [await asyncio.to_thread(enter, address) for _ in range(tables + 1)]
    onlooker = tokens.pop()
    people = [
        play(address, token, f"stud-{number}", tally, tables / acts) for number, token in enumerate(tokens, start=1)
    ]
    people += [_watch(address, onlooker, _topic(number, tables), tally) for number in range(watchers)]
    tasks = []
    for one in people:
        tasks.append(asyncio.create_task(one))
        await asyncio.sleep(min(0.01, 5.0 / len(people)))
    await asyncio.sleep(WARM_UP + tables * EARLY_ACTS / 2 / EARLY_RATE)
    tally.waited, tally.shown, tally.rounds, tally.pages = [], [], 0, 0
    began, used = time.perf_counter(), processor_seconds(server)
    await asyncio.sleep(seconds)
    used, spent = processor_seconds(server) - used, time.perf_counter() - began
    took, shown = (sorted(one * 1000 for one in found) for found in (tally.waited, tally.shown))
    count, rounds, pages = len(took), tally.rounds, tally.pages
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(done, Exception) and not isinstance(done, asyncio.CancelledError):
            raise done

    def share(of: list[float], part: float) -> float:
        return of[min(len(of) - 1, int(len(of) * part))]

    return Answered(
        tables,
        tables + watchers,
        count,
        count / spent,
        used / count * 1000,
        pages / count,
        share(took, 0.5),
        share(took, 0.99),
        took[-1],
        share(shown, 0.99),
        rounds,
    )


def processor_seconds(process: int) -> float:
    """What a process has used of the processors so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _topic(number: int, tables: int) -> str:
    return "lobby" if number % 10 == 9 else f"table:stud-{number % tables + 1}"


def enter(address: str) -> str:
    """The token of a new guest."""
    asked = Request(f"{address}/api/session", b"{}", {"Content-Type": "application/json"})
    with urlopen(asked, timeout=30) as answer:
        token: str = json.load(answer)["token"]
    return token


def connected(address: str, token: str) -> Any:
    """Their live socket."""
    from websockets.asyncio.client import connect

    header = {"Cookie": f"croupier={token}"}
    return connect(
        f"{address.replace('http', 'ws', 1)}/live",
        additional_headers=header,
        max_size=None,
        open_timeout=60,  # a thousand of them come within seconds
        ping_interval=None,  # a browser answers the server's pings, and sends none
    )


async def _watch(address: str, token: str, topic: str, tally: Tally) -> None:
    async with connected(address, token) as socket:
        await socket.send(json.dumps({"type": "watch", "topic": topic}))
        async for _ in socket:
            tally.pages += 1


async def play(address: str, token: str, table: str, tally: Tally, think: float) -> None:
    """Play all boxes of a table, so many seconds between a page and the act that follows it."""
    rng, topic, keys, hinted, reached = Random(table), f"table:{table}", 0, "", 0
    early = rng.randrange(EARLY_ACTS)
    async with connected(address, token) as socket:
        for watched in (topic, "me"):  # as a browser does: the head of its page shows the wallet
            await socket.send(json.dumps({"type": "watch", "topic": watched}))
        asked: dict[str, float] = {}
        page: Page | None = None
        since: float | None = None
        async for text in socket:
            message = _message.decode(text)
            if message.type == "meter":  # nothing that he acts by
                continue
            if message.type == "page":
                page = _page.decode(message.page) if message.topic == topic else page
                tally.pages += 1
            elif message.key in asked:  # the page that shows an act's effect may come before its answer
                since = asked.pop(message.key)
                if message.refused is None:
                    tally.waited.append(time.perf_counter() - since)
                    reached = message.version or 0
                else:  # where a house has the usual clocks, one may have closed the bets; the page that says so comes
                    assert message.refused["reason"] == "moment", message
                    since = None
            if page is None or asked or page.face.version < reached:  # what has been done is not on it yet
                continue
            if since is not None:
                tally.shown.append(time.perf_counter() - since)
                since = None
            command, hint = _next(page)
            if command is not None:
                hurried = keys < early and think > BRISK
                await asyncio.sleep(rng.uniform(0.5, 1.5) * (BRISK if hurried else think))
                keys += 1
                asked[str(keys)] = time.perf_counter()
                act = {
                    "type": "act",
                    "topic": topic,
                    "key": str(keys),
                    "commands": [command],
                    "moment": page.face.moment,
                }
                await socket.send(json.dumps(act))
                page = None
            elif hint and hint != hinted:
                hinted = hint
                tally.rounds += hint.startswith("next")
                if page.balance < ENOUGH:
                    await asyncio.to_thread(_refill, address, token)
                await socket.send(json.dumps({"type": "hint", "topic": topic, "hint": hint.split()[0]}))


def _refill(address: str, token: str) -> None:
    asked = Request(f"{address}/api/refill", b"", {"Cookie": f"croupier={token}"}, method="POST")
    with urlopen(asked, timeout=30):
        pass


def _next(page: Page) -> tuple[dict[str, Any] | None, str]:
    """What a Player of all boxes does, by his page: a wager, a look, a decision; or what he tells the Dealer."""
    seen = page.view
    lying = {box.box: box for box in seen.boxes}
    if seen.phase == "betting":
        empty = [box for box in range(1, BOXES + 1) if box not in lying]
        if empty:
            return {"type": "PlaceWager", "box": empty[0], "wager": "ante", "amount": 2_500}, ""
        if not any(wager.name == "jackpot" for wager in lying[1].wagers):
            offers = [one for one in page.options if one.type == "Stake" and one.wager == "jackpot"]
            if offers:
                return {"type": "PlaceWager", "box": 1, "wager": "jackpot", "amount": offers[0].least}, ""
        return None, f"ready {seen.round}"
    wanted = [
        one.command
        for one in page.options
        if one.type == "Act" and one.command["type"] in {"Look", "Choose"} and one.command.get("decision") != "fold"
    ]
    if wanted:
        return wanted[0], ""
    return None, f"next {seen.round}" if seen.phase == "ended" else ""


def _show(found: Sequence[Answered]) -> None:
    title = f"Seven boxes a table, on {len(os.sched_getaffinity(0))} cores, browsers included"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in ("tables", "pages", "acts", "a s", "rounds", "sent\nan act", "server\nms"):
        table.add_column(name, justify="right", overflow="fold")
    for name in ("p50\nms", "p99\nms", "most\nms", "shown\np99"):
        table.add_column(name, justify="right", overflow="fold")
    for one in found:
        counts = (one.tables, one.pages, one.acts)
        parts = (one.sent, one.server, one.median, one.p99, one.slowest, one.shown)
        row = (*(f"{count:,}" for count in counts), f"{one.acts_per_second:,.0f}", f"{one.rounds:,}")
        table.add_row(*row, *(f"{part:,.2f}" for part in parts[:2]), *(f"{part:,.1f}" for part in parts[2:]))
    Console().print(table)


def _asked(text: str) -> tuple[int, int, float]:
    house, at, acts = text.partition("@")
    tables, plus, pages = house.partition("+")
    return at_least_one(tables), at_least_one(pages) if plus else 0, at_least_one(acts) if at else ACTS


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2], int(sys.argv[3]))
    else:
        main(houses=asked(__doc__, "TABLES[+PAGES][@ACTS]", _asked) or HOUSES)
