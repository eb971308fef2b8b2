"""One guest fills the house with pages: how long another Player's act takes meanwhile.

The server runs in a process of its own (:mod:`benchmarks.web`), without the cap on open pages, so that what is measured
is the work that one more watcher of a table makes for everybody else. The crowd opens its sockets at one table and the
lobby; a Player at the next table wagers and takes back.
"""

import asyncio
import json
import subprocess
import sys
import time
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from msgspec import Struct

from benchmarks.measure import asked
from benchmarks.web import connected, enter

SOCKETS: Final = 200
ACTS: Final = 60


class Crowded(Struct, frozen=True):
    """The median of a Player's acts, in milliseconds: alone, while the crowd comes, and once it is there."""

    sockets: int
    alone: float
    coming: float
    there: float


def main(*, show: bool = True, sockets: int = SOCKETS) -> list[Crowded]:
    """Measure, and show it."""
    with TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.web", "--serve", folder, "2"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            found = asyncio.run(_measured(address.rstrip("/"), sockets))
        finally:
            server.terminate()
            server.wait(20)
    if show:
        sys.stdout.write(
            f"{sockets} sockets: p50 {found.alone:.1f} ms alone, {found.coming:.1f} ms while they come, "
            f"{found.there:.1f} ms once they are there\n"
        )
    return [found]


async def _measured(address: str, sockets: int) -> Crowded:
    crowd, player = await asyncio.to_thread(enter, address), await asyncio.to_thread(enter, address)
    async with connected(address, player) as socket:
        await socket.send(json.dumps({"type": "watch", "topic": "table:stud-2"}))
        acts = _Acts(socket)
        await acts.betting()
        alone = await acts.median(ACTS)
        coming = asyncio.create_task(_come(address, crowd, sockets))
        meanwhile = await acts.median(ACTS)
        pages = await coming
        there = await acts.median(ACTS)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)
    return Crowded(sockets, alone, meanwhile, there)


async def _come(address: str, token: str, sockets: int) -> list[asyncio.Task[None]]:
    pages = []
    for _ in range(sockets):
        opened = asyncio.Event()
        pages.append(asyncio.create_task(_page(address, token, opened)))
        await opened.wait()
    return pages


async def _page(address: str, token: str, opened: asyncio.Event) -> None:
    async with connected(address, token) as socket:
        for topic in ("table:stud-1", "lobby"):
            await socket.send(json.dumps({"type": "watch", "topic": topic}))
        opened.set()
        async for _ in socket:
            pass


class _Acts:
    """An Ante that is placed and taken back, again and again."""

    def __init__(self, socket: Any) -> None:
        self._socket, self._keys, self._moment = socket, 0, ""

    async def betting(self) -> None:
        async for text in self._socket:
            message = msgspec.json.decode(text)
            if message["type"] == "page" and message["page"]["view"]["phase"] == "betting":
                self._moment = message["page"]["face"]["moment"]
                return

    async def median(self, count: int) -> float:
        took = sorted([await self._act() for _ in range(count)])
        return took[len(took) // 2] * 1000

    async def _act(self) -> float:
        self._keys += 1
        kind = "PlaceWager" if self._keys % 2 else "WithdrawWager"
        command = {"type": kind, "box": 1, "wager": "ante", "amount": 2_500}
        began = time.perf_counter()
        act = {
            "type": "act",
            "topic": "table:stud-2",
            "key": str(self._keys),
            "commands": [command],
            "moment": self._moment,
        }
        await self._socket.send(json.dumps(act))
        async for text in self._socket:
            message = msgspec.json.decode(text)
            if message["type"] == "answer" and message["key"] == str(self._keys):
                return time.perf_counter() - began
        raise ConnectionError("the server has closed the socket")


if __name__ == "__main__":
    asked(__doc__)
    main()
