"""Several servers of one house in PostgreSQL: acts a second against their number, what a common link costs, and how
long after a commit another server's page shows it.

The servers run in processes of their own, as ``croupier serve`` would, on a PostgreSQL that is started for the run and
waits for its disk; the browsers of each server's Players are another process. At each table of Casino Stud a Player
plays all seven boxes with a jackpot wager, one act after the other as fast as they are answered, at the server that the
table's number falls to; the clock of the table may be another's, and leaves everybody all the time they need. All
tables are on one link, or each is on its own: that is the cost of a link, since this game has no table without one.
One table is kept apart: there an Ante is placed and taken back at the first server ten times a second while a page at
the last one watches; the time from the answer, which comes after the commit, to the page that shows it is the latency.
Servers that hear no words of each other (:mod:`croupier.floor.journal.wakes`) are measured beside.

Bare inserts are what PostgreSQL makes of rows of the same bytes as an act's entry, one transaction each, without
anything of croupier around them: by one connection, and by four that share its commits.

``python -m benchmarks.servers`` measures 1, 2 and 3 servers, and the most of them with a link a table and without
words; ``python -m benchmarks.servers 1 2 4 8`` as many as are named. 24 tables wait for each other's answers and fill
no core: they show what an act costs and how soon it is seen elsewhere. ``4x600`` has 600 tables at four servers, which
they keep as busy as these can be: that shows how many acts a second they come to. Servers, browsers and PostgreSQL
share the machine's cores: with fewer than four of them a second server has none of its own, and the figures say little
about what it would bring.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from benchmarks.measure import asked, at_least_one
from benchmarks.web import PATIENCE, TICKS, Tally, connected, enter, play, processor_seconds
from tests.postgresql import PostgreSQL, running

TABLES: Final = 24
HOUSES: Final = ((1, TABLES), (2, TABLES), (3, TABLES))
"""Servers and tables."""
SECONDS: Final = 15.0
WARM_UP: Final = 6.0
PROBES: Final = 10.0
"""Acts a second at the table that is watched from another server."""
PROBED: Final = "probe"
ENTRY: Final = 1_200
"""Bytes: about what the journal's row of an act has."""


class House(Struct, frozen=True):
    """What is measured."""

    servers: int
    tables: int = TABLES
    one_link: bool = True
    hears: bool = True
    """Whether the servers hear words of each other; otherwise they look twenty times a second."""

    @property
    def name(self) -> str:
        """In words."""
        tables = [f"{self.tables} tables"] if self.tables != TABLES else []
        return " ".join(
            (*tables, *([] if self.one_link else ["a link a table"]), *([] if self.hears else ["no words"]))
        )


class Served(Struct, frozen=True):
    """What a house came to; times are in milliseconds."""

    house: str
    servers: int
    acts_per_second: float
    server: float
    """Of the servers' processor time, an act."""
    database: float
    """Of PostgreSQL's, an act."""
    stored: float
    """Bytes that the database has grown by, an act."""
    logged: float
    """Bytes of PostgreSQL's log, an act."""
    median: float
    p99: float
    shown_median: float | None
    """From a commit to another server's page."""
    shown_p99: float | None


def main(*, show: bool = True, houses_of: Sequence[tuple[int, int]] = HOUSES, seconds: float = SECONDS) -> list[Served]:
    """Measure, and show it."""
    houses = [House(*one) for one in houses_of]
    more = max((servers for servers, tables in houses_of if tables == TABLES), default=1)
    if more > 1:
        houses += [House(more, one_link=False), House(more, hears=False)]
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        with running("fsync=on", beside=Path(folder)) as database:
            bare = [Served(f"inserts, {count} at once", 0, *_inserted(database, count)) for count in (1, 4)]
            found = [*bare, *(_measured(database, folder, house, seconds) for house in houses)]
    if show:
        _show(found)
    return found


# ---- PostgreSQL alone -----------------------------------------------------------------------------------------------


def _inserted(
    database: PostgreSQL, connections: int
) -> tuple[float, float, float, float, float, float, float, None, None]:
    """Transactions a second, no server, what the database does for one, and how long one takes."""
    url, content, took = database.fresh(), "x" * ENTRY, list[float]()
    with psycopg.connect(url, autocommit=True) as made:
        made.execute("CREATE TABLE bare (id bigserial PRIMARY KEY, content text NOT NULL)")
    until, before = time.perf_counter() + 3.0, _used(database, url)

    def insert() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while (began := time.perf_counter()) < until:
                connection.execute("INSERT INTO bare (content) VALUES (%s)", (content,))
                took.append((time.perf_counter() - began) * 1000)

    threads = [threading.Thread(target=insert) for _ in range(connections)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    spent = [after - was for was, after in zip(before, _used(database, url), strict=True)]
    each = [one / len(took) for one in spent]
    return len(took) / 3.0, 0.0, each[0] * 1000, each[1], each[2], _share(took, 0.5), _share(took, 0.99), None, None


def _used(database: PostgreSQL, url: str) -> tuple[float, float, float]:
    """What PostgreSQL has used of the processors in seconds, and the bytes of a database and of its log."""
    with psycopg.connect(url) as connection:
        asked = "SELECT pg_database_size(current_database()), pg_current_wal_lsn() - '0/0'::pg_lsn"
        row = connection.execute(asked).fetchone()
        assert row is not None
        return _spent(database.process.pid), float(row[0]), float(row[1])


def _spent(process: int) -> float:
    """What a process and its children have used of the processors, whether they go on or have ended."""
    while True:
        children = _children(process)
        with suppress(FileNotFoundError, ProcessLookupError):  # one has ended just now
            spent = _ended(process) + sum(processor_seconds(one) for one in (process, *children))
            if _children(process) == children:
                return spent


def _ended(process: int) -> float:
    """What those of its children that have ended had used of the processors."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / TICKS


def _children(process: int) -> list[int]:
    """The processes that one has started and that go on."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


# ---- A house --------------------------------------------------------------------------------------------------------


def _measured(database: PostgreSQL, folder: str, house: House, seconds: float) -> Served:
    url = database.fresh()
    with ExitStack() as stack:
        served = [stack.enter_context(_server(url, folder, house)) for _ in range(house.servers)]
        return asyncio.run(_played(house, served, seconds, partial(_used, database, url)))


@contextmanager
def _server(url: str, folder: str, house: House) -> Iterator[tuple[str, int]]:
    """Its address, and its process."""
    words = ["--serve", url, str(house.tables), str(int(house.one_link)), str(int(house.hears))]
    environment = {**os.environ, "CROUPIER_DATA": folder}
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.servers", *words], stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        try:
            assert server.stdout is not None
            yield json.loads(server.stdout.readline())["address"].rstrip("/"), server.pid
        finally:
            server.terminate()


def _serve(url: str, tables: int, one_link: bool, hears: bool) -> None:
    from croupier.floor.house.config import FloorPlan, House, LinkPlan, TablePlan
    from croupier.web import peers
    from croupier.web.clock.pacing import Pace
    from croupier.web.serving import Opening, Reached, serve
    from croupier.web.venue import Crowd

    if not hears:
        peers.Peers._keep_listening = _deaf  # type: ignore[assignment, method-assign]
    names = [PROBED, *(f"stud-{number}" for number in range(1, tables + 1))]
    links = {name: "stud" if one_link else f"link-{name}" for name in names}
    plan = FloorPlan(
        House(name="Many servers", capital=10**12, alert_from=10**9),
        {link: LinkPlan() for link in links.values()},
        {name: TablePlan("rws-casino-stud", link) for name, link in links.items()},
    )
    pace = Pace(bets=PATIENCE, turn=PATIENCE, choice=PATIENCE)
    serve(Opening(db=url, plan=plan, pace=pace, company=False, crowd=Crowd(*(10**6,) * 4)), Reached(), json=True)


async def _deaf(_peers: object) -> None:
    """Nothing is heard."""


async def _played(
    house: House,
    served: Sequence[tuple[str, int]],
    seconds: float,
    looked: Callable[[], tuple[float, float, float]],
) -> Served:
    shown = list[float]()
    crowds = [
        await _crowd(address, number, len(served), house.tables) for number, (address, _) in enumerate(served, start=1)
    ]
    probe = asyncio.create_task(_probe(served[0][0], served[-1][0], shown))
    try:
        await asyncio.gather(*(_said(crowd) for crowd in crowds))  # all of them are at their tables
        await asyncio.sleep(WARM_UP)
        for crowd in crowds:
            _ask(crowd)
        shown.clear()
        before = looked()
        began, used = time.perf_counter(), sum(processor_seconds(process) for _, process in served)
        await asyncio.sleep(seconds)
        used = sum(processor_seconds(process) for _, process in served) - used
        after = looked()
        spent = time.perf_counter() - began
        for crowd in crowds:
            _ask(crowd)
        took = [one for crowd in crowds for one in await _said(crowd)]
        probed = [one * 1000 for one in shown]
        if probe.done():
            probe.result()
    finally:
        probe.cancel()
        for crowd in crowds:
            if crowd.returncode is None:
                crowd.kill()
        await asyncio.gather(probe, *(crowd.wait() for crowd in crowds), return_exceptions=True)
    count = len(took) + len(probed)
    seen = probed if len(served) > 1 else []
    times = (_share(took, 0.5), _share(took, 0.99))
    later = (_share(seen, 0.5), _share(seen, 0.99)) if seen else (None, None)
    database, stored, logged = ((now - was) / count for was, now in zip(before, after, strict=True))
    cost = (count / spent, used / count * 1000, database * 1000, stored, logged)
    return Served(house.name, len(served), *cost, *times, *later)


# ---- Its browsers ---------------------------------------------------------------------------------------------------


async def _crowd(address: str, first: int, step: int, tables: int) -> asyncio.subprocess.Process:
    """The browsers of one server, in a process of their own: one cannot play as fast as several servers answer."""
    words = ["--play", address, str(first), str(step), str(tables)]
    pipe = asyncio.subprocess.PIPE
    # What it says at the end is one line, with the time that each act took.
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.servers", *words, stdin=pipe, stdout=pipe, limit=1 << 26
    )


def _ask(crowd: asyncio.subprocess.Process) -> None:
    assert crowd.stdin is not None
    crowd.stdin.write(b"\n")


async def _said(crowd: asyncio.subprocess.Process) -> list[float]:
    assert crowd.stdout is not None
    said: list[float] = json.loads(await crowd.stdout.readline() or "null")
    if said is None:
        raise ConnectionError("the browsers have gone: their reason stands above")
    return said


async def _playing(address: str, numbers: range) -> None:
    """Play these tables. Says when all Players are there; the next line that it hears begins the count, and the one
    after it ends it."""
    tally = Tally([], [])
    tokens = [await asyncio.to_thread(enter, address) for _ in numbers]
    tables = [
        asyncio.create_task(play(address, token, f"stud-{number}", tally, 0.0))
        for number, token in zip(numbers, tokens, strict=True)
    ]
    _say([])
    await _heard(tables)
    tally.waited = []
    await _heard(tables)
    _say([one * 1000 for one in tally.waited])


def _say(took: list[float]) -> None:
    sys.stdout.write(json.dumps(took) + "\n")
    sys.stdout.flush()


async def _heard(tables: Sequence[asyncio.Task[None]]) -> None:
    """Wait for a line; a Player who has failed meanwhile fails the run."""
    line = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
    await asyncio.wait([line, *tables], return_when=asyncio.FIRST_COMPLETED)
    for ended in (one for one in tables if one.done()):
        ended.result()


async def _probe(here: str, there: str, shown: list[float]) -> None:
    """An Ante that is placed and taken back at one server, and how long after the answer another's page shows it."""
    tokens = [await asyncio.to_thread(enter, here) for _ in range(2)]
    topic, keys, arrived = f"table:{PROBED}", 0, asyncio.Queue[tuple[int, float]]()
    async with connected(here, tokens[0]) as acts, connected(there, tokens[1]) as watches:
        for socket in (acts, watches):
            await socket.send(json.dumps({"type": "watch", "topic": topic}))
        watching = asyncio.create_task(_watch(watches, arrived))
        page = await _page(acts, lambda page: page["view"]["phase"] == "betting")
        try:
            while True:
                keys += 1
                kind = "PlaceWager" if keys % 2 else "WithdrawWager"
                command = {"type": kind, "box": 1, "wager": "ante", "amount": 2_500}
                act = {
                    "type": "act",
                    "topic": topic,
                    "key": str(keys),
                    "commands": [command],
                    "moment": page["face"]["moment"],
                }
                version = page["face"]["version"]
                await acts.send(json.dumps(act))
                answered, page = await _answered(acts, version)
                while True:
                    async with asyncio.timeout(30):  # not wait_for, which may pass over being cancelled
                        seen, at = await arrived.get()
                    if seen >= page["face"]["version"]:
                        break
                shown.append(max(0.0, at - answered))
                await asyncio.sleep(1 / PROBES)
        finally:
            watching.cancel()


async def _watch(socket: Any, arrived: "asyncio.Queue[tuple[int, float]]") -> None:
    async for text in socket:
        at, message = time.perf_counter(), msgspec.json.decode(text)
        if message["type"] == "page":
            arrived.put_nowait((message["page"]["face"]["version"], at))


async def _page(socket: Any, wanted: Any) -> dict[str, Any]:
    async for text in socket:
        message = msgspec.json.decode(text)
        if message["type"] == "page" and wanted(message["page"]):
            page: dict[str, Any] = message["page"]
            return page
    raise ConnectionError("the server has closed the socket")


async def _answered(socket: Any, version: int) -> tuple[float, dict[str, Any]]:
    """When the answer came, and the page that shows what was done; either may come first."""
    at, page = 0.0, None
    async for text in socket:
        message = msgspec.json.decode(text)
        if message["type"] == "page" and message["page"]["face"]["version"] > version:
            page = message["page"]
        elif message["type"] == "answer":
            assert message["refused"] is None, message
            at = time.perf_counter()
        if at and page is not None:
            return at, page
    raise ConnectionError("the server has closed the socket")


def _share(took: Sequence[float], part: float) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * part))] if took else 0.0


# ---- For people -----------------------------------------------------------------------------------------------------


def _show(found: Sequence[Served]) -> None:
    cores = f"{os.cpu_count()} cores, browsers and PostgreSQL included"
    table = Table(title=f"{TABLES} tables of seven boxes on one PostgreSQL, {cores}", title_justify="left")
    figures = ("a second", "server\nms", "database\nms", "bytes\nkept", "bytes\nlogged", "p50 ms", "p99 ms")
    for name in ("servers", "", *figures, "elsewhere\np50 ms", "\np99 ms"):
        table.add_column(name, justify="right", no_wrap=True)
    for one in found:
        later = ("" if value is None else f"{value:,.1f}" for value in (one.shown_median, one.shown_p99))
        cost = (f"{one.server:,.2f}", f"{one.database:,.2f}", f"{one.stored:,.0f}", f"{one.logged:,.0f}")
        rate = (f"{one.acts_per_second:,.0f}", *cost, f"{one.median:,.1f}", f"{one.p99:,.1f}")
        table.add_row(str(one.servers or ""), one.house, *rate, *later)
    Console(width=max(Console().width, 130)).print(table)  # a narrow one would cut figures off


def _asked(text: str) -> tuple[int, int]:
    servers, times, tables = text.partition("x")
    return at_least_one(servers), at_least_one(tables) if times else TABLES


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2], int(sys.argv[3]), sys.argv[4] == "1", sys.argv[5] == "1")
    elif sys.argv[1:2] == ["--play"]:
        first, step, tables = map(int, sys.argv[3:6])
        asyncio.run(_playing(sys.argv[2], range(first, tables + 1, step)))
    else:
        main(houses_of=asked(__doc__, "SERVERS[xTABLES]", _asked) or HOUSES)
