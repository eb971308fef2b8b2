"""Visitors who play without end over real sockets, by nothing but the pages they are sent, and keep every byte."""

import asyncio
import time
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.web.server import HOST, Visitor
from tests.web.shown import take_in

Page = dict[str, Any]
STAYS = 25
"""Messages that somebody who goes his rounds hears at one place."""


class Restless:
    """Somebody who watches topics, and plays at one table if he is a Player there."""

    def __init__(
        self, visitor: Visitor, topics: tuple[str, ...], *, seat: int = 0, seed: int = 0, rounds: tuple[str, ...] = ()
    ) -> None:
        """``rounds`` are topics that are watched in turn, one at a time, by somebody who goes his rounds."""
        self.visitor, self.topics, self.seat, self.rounds = visitor, topics, seat, rounds
        self.heard: list[str] = []
        self.pages: dict[str, Page] = {}
        self.waited: list[float] = []
        """Seconds from an act to its answer."""
        self._rng = Random(seed)
        self._asked: dict[str, float] = {}
        self._keys = 0
        self._readied = ""

    async def stay(self, think: float = 0.0) -> None:
        """Play until cancelled."""
        url = f"ws://{HOST}:{self.visitor.served.port}/live"
        header = {"Cookie": f"croupier={self.visitor.token}"}
        async with connect(url, additional_headers=header, max_size=None, compression=None) as socket:
            for topic in (*self.topics, *self.rounds[:1]):
                await _say(socket, type="watch", topic=topic)
            async for text in socket:
                assert isinstance(text, str)
                self.heard.append(text)
                await self._go_on(socket)
                message = msgspec.json.decode(text)
                if message["type"] == "answer":
                    asked = self._asked.pop(message["key"], None)
                    if asked is not None:
                        self.waited.append(time.perf_counter() - asked)
                else:
                    take_in(self.pages, message)
                if self.seat and self.topics[0] in self.pages and not self._asked:
                    await self._move(socket, self.pages[self.topics[0]], think)

    async def _go_on(self, socket: ClientConnection) -> None:
        """To the next of his rounds, when he has heard a while."""
        if self.rounds and len(self.heard) % STAYS == 0:
            at = len(self.heard) // STAYS
            before, after = (self.rounds[one % len(self.rounds)] for one in (at - 1, at))
            await _say(socket, type="leave", topic=before)
            await _say(socket, type="watch", topic=after)

    async def _move(self, socket: ClientConnection, page: Page, think: float) -> None:
        commands = _poker(page, self.seat, self._rng) if page["type"] == "room" else self._banked(page)
        if commands:
            if think:
                await asyncio.sleep(self._rng.uniform(0.5, 1.5) * think)
            self._keys += 1
            key = f"{self.visitor.name}.{self._keys}"
            self._asked[key] = time.perf_counter()
            await _say(
                socket, type="act", topic=self.topics[0], key=key, commands=commands, moment=page["face"]["moment"]
            )
            return
        hint = "" if page["type"] == "room" else self._hint(page)
        if hint and hint != self._readied:
            self._readied = hint
            await _say(socket, type="hint", topic=self.topics[0], hint=hint.partition(" ")[0])

    def _banked(self, page: Page) -> list[dict[str, Any]]:
        seen = page["view"]
        if seen["phase"] == "betting":
            if any(box["box"] == self.seat for box in seen["boxes"]):
                return []
            stakes = {
                one["wager"]: one for one in page["options"] if one["type"] == "Stake" and one["box"] == self.seat
            }
            if "ante" not in stakes:
                return []
            found = [_place(stakes["ante"])]
            # The other areas are offered once an Ante lies; their amounts are those of the table.
            found += [_jackpot(self.seat, seen)] if self._rng.random() < 0.7 else []
            return found
        wanted = {"Look", "Choose", "AnswerChoice", "ShowHand"}
        acts = [one["command"] for one in page["options"] if one["type"] == "Act" and one["command"]["type"] in wanted]
        return [self._rng.choice(acts)] if acts else []

    def _hint(self, page: Page) -> str:
        seen = page["view"]
        if seen["phase"] == "betting" and any(box["box"] == self.seat for box in seen["boxes"]):
            return f"ready {seen['round']}"
        return f"next {seen['round']}" if seen["phase"] == "ended" else ""


def _place(stake: dict[str, Any]) -> dict[str, Any]:
    return {"type": "PlaceWager", "box": stake["box"], "wager": stake["wager"], "amount": stake["enough"]}


def _jackpot(box: int, seen: dict[str, Any]) -> dict[str, Any]:
    return {"type": "PlaceWager", "box": box, "wager": "jackpot", "amount": seen["limits"]["jackpot_wager"]}


def _poker(page: Page, seat: int, rng: Random) -> list[dict[str, Any]]:
    if page["seat"] is None:
        joins = page["joins"]
        if joins is None or seat not in joins["seats"]:
            return []
        return [{"type": "JoinTable", "seat": seat, "stake": joins["least"]}]
    mine = page["seat"]
    acts = [one for one in page["options"] if one["type"] == "act"]
    looks = [one for one in page["options"] if one["type"] == "seat" and one["what"] in {"look", "show", "muck"}]
    if looks and rng.random() < 0.6:
        kinds = {"look": "Look", "show": "ShowHand", "muck": "MuckHand"}
        return [{"type": kinds[rng.choice(looks)["what"]], "seat": mine}]
    if acts:
        chosen = rng.choice([one for one in acts if one["move"] != "fold"] or acts) if rng.random() < 0.8 else acts[0]
        sized = {"to": chosen["least"]} if chosen["move"] in {"bet", "raise"} else {}
        return [{"type": "Act", "seat": mine, "move": chosen["move"], **sized}]
    if looks:
        return [{"type": "Look" if looks[0]["what"] == "look" else "ShowHand", "seat": mine}]
    short = next((one for one in page["options"] if one["type"] == "top_up"), None)
    stack = next(one["stack"] for one in page["view"]["seats"] if one["seat"] == mine)
    if short is not None and not stack and page["balance"] >= short["least"]:
        return [{"type": "TopUp", "seat": mine, "amount": short["least"]}]
    return []


async def _say(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


async def play_together(players: list[Restless], done: Any, *, think: float = 0.0, limit: float = 120.0) -> None:
    """All of them play until something is done."""
    tasks = [asyncio.create_task(one.stay(think)) for one in players]
    try:
        async with asyncio.timeout(limit):
            while not done():
                await asyncio.sleep(0.05)
                for task in tasks:
                    if task.done():
                        task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
