"""A hundred tables on the web: how long a decision takes from the browser's socket to its answer, committed.

The server runs in a process of its own, as ``croupier serve`` would, on a real file; this process is everybody's
browser. A Player at each table of Casino Stud wagers, looks, decides and wants the next round, thinking for about as
long as a brisk person does; every table's page goes to him and to somebody who watches. Measured is the time from
sending an act to its answer, which comes after the commit.

Two cores are enough for server and browsers together; what one would like to know is the 99th hundredth.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

TABLES: Final = 100
SECONDS: Final = 20.0
WARM_UP: Final = 5.0
THINK: Final = (0.4, 1.6)
"""Seconds before an act, from and to."""


class Answered(Struct, frozen=True):
    """How long acts took, in milliseconds."""

    tables: int
    acts: int
    acts_per_second: float
    median: float
    p95: float
    p99: float
    slowest: float
    rounds: int


def main(*, show: bool = True, tables: int = TABLES, seconds: float = SECONDS) -> list[Answered]:
    """Measure, and show it."""
    with TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.web", "--serve", folder, str(tables)], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            found = asyncio.run(_measured(address.rstrip("/"), tables, seconds))
        finally:
            server.terminate()
            server.wait(20)
    if show:
        _show(found)
    return [found]


def _serve(folder: str, tables: int) -> None:
    from croupier.floor.config import FloorPlan, House, LinkPlan, TablePlan
    from croupier.web.serving import Opening, Reached, serve
    from croupier.web.venue import Crowd

    plan = FloorPlan(
        House(name="A hundred tables", capital=10**12, alert_from=10**9),
        {"stud": LinkPlan()},
        {f"stud-{number}": TablePlan("rws-casino-stud", "stud") for number in range(1, tables + 1)},
    )
    opening = Opening(db=str(Path(folder, "floor.db")), plan=plan, company=False, crowd=Crowd(10**6, 10**6))
    serve(opening, Reached(), json=True)


async def _measured(address: str, tables: int, seconds: float) -> Answered:
    waited: list[tuple[float, float]] = []
    rounds = [0]
    tokens = [await asyncio.to_thread(enter, address) for _ in range(2 * tables)]
    people = [_play(address, tokens.pop(), f"stud-{number}", waited, rounds) for number in range(1, tables + 1)]
    people += [_watch(address, tokens.pop(), f"stud-{number}") for number in range(1, tables + 1)]
    tasks = [asyncio.create_task(one) for one in people]
    await asyncio.sleep(WARM_UP + seconds)
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(done, Exception) and not isinstance(done, asyncio.CancelledError):
            raise done
    first = min(at for at, _ in waited) + WARM_UP
    took = sorted(spent * 1000 for at, spent in waited if at >= first)

    def share(part: float) -> float:
        return took[min(len(took) - 1, int(len(took) * part))]

    return Answered(tables, len(took), len(took) / seconds, share(0.5), share(0.95), share(0.99), took[-1], rounds[0])


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
    return connect(f"{address.replace('http', 'ws', 1)}/live", additional_headers=header, max_size=None)


async def _watch(address: str, token: str, table: str) -> None:
    async with connected(address, token) as socket:
        await socket.send(json.dumps({"type": "watch", "topic": f"table:{table}"}))
        async for _ in socket:
            pass


async def _play(address: str, token: str, table: str, waited: list[tuple[float, float]], rounds: list[int]) -> None:
    rng, topic, keys, hinted = Random(table), f"table:{table}", 0, ""
    async with connected(address, token) as socket:
        await socket.send(json.dumps({"type": "watch", "topic": topic}))
        asked: dict[str, float] = {}
        page: dict[str, Any] | None = None
        async for text in socket:
            message = msgspec.json.decode(text)
            if message["type"] == "page":
                page = message["page"]
            elif message["key"] in asked:  # the page that shows an act's effect may come before its answer
                at = asked.pop(message["key"])
                waited.append((at, time.perf_counter() - at))
            if page is None or asked:
                continue
            command, hint = _next(page)
            if command is not None:
                await asyncio.sleep(rng.uniform(*THINK))
                keys += 1
                asked[str(keys)] = time.perf_counter()
                act = {"type": "act", "topic": topic, "key": str(keys), "commands": [command]}
                await socket.send(json.dumps(act))
            elif hint and hint != hinted:
                hinted = hint
                rounds[0] += hint.startswith("next")
                await socket.send(json.dumps({"type": "hint", "topic": topic, "hint": hint.split()[0]}))


def _next(page: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
    """What a Player at box 4 does, by his page: a wager, a look, a decision; or what he tells the Dealer."""
    seen = page["view"]
    own = any(box["box"] == 4 for box in seen["boxes"])
    if seen["phase"] == "betting" and not own:
        return {"type": "PlaceWager", "box": 4, "wager": "ante", "amount": 2_500}, ""
    offers = [one["command"] for one in page["options"] if one["type"] == "Act"]
    wanted = [one for one in offers if one["type"] in {"Look", "Choose"} and one.get("decision") != "fold"]
    if wanted:
        return wanted[0], ""
    if seen["phase"] == "betting":
        return None, f"ready {seen['round']}"
    return None, f"next {seen['round']}" if seen["phase"] == "ended" else ""


def _show(found: Answered) -> None:
    table = Table(title=f"{found.tables} tables on {os.cpu_count()} cores, browsers included")
    for name in ("acts", "acts a second", "rounds", "median", "95 %", "99 %", "slowest"):
        table.add_column(name, justify="right")
    times = (found.median, found.p95, found.p99, found.slowest)
    row = (f"{found.acts:,}", f"{found.acts_per_second:,.0f}", f"{found.rounds:,}")
    table.add_row(*row, *(f"{one:.1f} ms" for one in times))
    Console().print(table)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(sys.argv[2], int(sys.argv[3]))
    else:
        main()
