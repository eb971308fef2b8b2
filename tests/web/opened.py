"""A demonstration floor that is open: a database in a file, a desk, a clock that is in a hurry, and guests."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace
from sqlalchemy import event, select

from croupier.floor.journal import schema
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.entropy import Entropy, SystemEntropy
from croupier.floor.values.ports import SystemClock
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.floor.verify.verification import verify
from croupier.play.banked.commands import Choose, Look, PlaceWager
from croupier.play.banked.state import Round
from croupier.play.room.options import RoomOption, room_options
from croupier.play.viewer import Viewer
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.clock.pacing import Pace, Pacer
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue
from croupier.web.demo import demonstration
from croupier.web.demo.company import Company, CompanyPlan
from croupier.web.demo.dealers import Dealers
from croupier.web.demo.managers import Managers
from croupier.web.demo.teller import give
from tests.floor.fresh import fresh

KEYS = KeyRing(Key(bytes(range(32))))
SLOW = Pace(**dict.fromkeys(Pace.__struct_fields__, 60.0))
"""Nothing runs out by itself."""
QUICK = Pace(
    bets=0.05,
    turn=2,
    choice=2,
    show=2,
    pause=0.01,
    room_pause=0.02,
    alone_bets=0.05,
    alone_pause=0.01,
    retry=0.05,
    signs=0.01,
    deals=0.001,
    turns=0.001,
)
AT_ONCE = replace(demonstration.company(), think=(0.0, 0.002), room_think=(0.0, 0.002), rests=0.02)


def pace(**seconds: float) -> Pace:
    """A slow one, but for this."""
    return replace(SLOW, **seconds)


class Opened:
    """The floor, and what a person might do there."""

    def __init__(
        self,
        path: Path,
        pace: Pace = SLOW,
        away: float = 60.0,
        entropy: Entropy | None = None,
        *,
        dealt: bool = False,
    ) -> None:
        engine = fresh(path)
        event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous=OFF"))  # for speed
        self.floor = Floor(Store(engine), clock=SystemClock(), entropy=entropy or SystemEntropy(), keys=KEYS)
        demonstration.furnish(self.floor, demonstration.plan())
        self.desk = CommandQueue(self.floor)
        self.presence = Presence(away=away)
        names = demonstration.dealers(self.floor) if dealt else {}
        self.dealers = Dealers(self.desk, self.presence, pace, names, self.floor.entropy)
        self.pacer = Pacer(self.desk, pace, self.presence, stands_in=self.dealers.dealing)
        self.company: Company | None = None
        self.managers = Managers(self.desk, demonstration.MANAGERS, pace.signs, self.dealers.dealing)
        for heard in (self.pacer.heard, self.dealers.heard, self.managers.heard):
            self.desk.listen(heard)
        self.presence.on_change.append(self.managers.look)

    # ---- Acts -------------------------------------------------------------------------------------------------------

    async def guest(self, name: str, table: str, cents: int = 1_000_000) -> None:
        """Somebody with money opens a table's page."""
        await give(self.desk, name, cents)
        self.presence.entered(table, name)

    async def ask(self, name: str, table: str, command: Any) -> Reply:
        poker = isinstance(self.floor.table(table), RoomTable)
        wrapped = PlayRoom(command) if poker else PlayBanked(command)
        return await self.desk.ask(Request(f"table:{table}", name, Role.PLAYER, wrapped))

    async def do(self, name: str, table: str, command: Any) -> Accepted:
        reply = await self.ask(name, table, command)
        assert isinstance(reply, Accepted), f"{name}, {command}: {reply}"
        return reply

    async def ante(self, name: str, table: str, box: int, cents: int = 2_500) -> None:
        await self.do(name, table, PlaceWager(box, WagerName.ANTE, cents))

    async def decide(self, name: str, table: str, box: int, decision: Decision) -> None:
        await self.do(name, table, Look(box))
        await self.do(name, table, Choose(box, decision))

    # ---- What there is ----------------------------------------------------------------------------------------------

    def round(self, table: str) -> Round:
        state = self.floor.table(table)
        assert isinstance(state, BankedTable)
        assert state.engine.round is not None
        return state.engine.round

    def phase(self, table: str) -> str:
        state = self.floor.table(table)
        return "" if state.engine.round is None else state.engine.round.phase.value

    def room_options(self, table: str, name: str) -> tuple[RoomOption, ...]:
        state = self.floor.table(table)
        assert isinstance(state, RoomTable)
        return room_options(state.game, state.engine, Viewer(Role.PLAYER, name))

    def opens(self, table: str) -> tuple[str, ...]:
        state = self.floor.table(table)
        assert isinstance(state, BankedTable)
        return (state.game.opens,)

    def entries(self) -> int:
        return self.floor.position

    def commands(self, table: str) -> list[str]:
        """The commands of a table's record, in order."""
        return [command for _, _, command in self.record(table)]

    def record(self, table: str) -> list[tuple[str, str, str]]:
        """Who asked for what at a table, in order: name, role, command."""
        columns = schema.journal.c
        with self.floor.store.engine.connect() as connection:
            rows = connection.execute(
                select(columns.actor, columns.role, columns.command)
                .where(columns.stream == f"table:{table}")
                .order_by(columns.version)
            )
            return [(str(actor), str(role), str(command)) for actor, role, command in rows]

    async def until(self, holds: Callable[[], object], seconds: float = 10.0) -> None:
        """Wait for something; the test fails where it does not come."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, "it did not come to that"
            await asyncio.sleep(0.002)

    async def quiet(self, seconds: float = 0.15) -> None:
        """Nothing is written meanwhile."""
        before = self.entries()
        await asyncio.sleep(seconds)
        assert self.entries() == before

    def in_order(self) -> None:
        """Nothing is wrong with the record, and money has come from nowhere."""
        with self.floor.store.reading() as reading:
            found = list(verify(reading, keys=KEYS))
        assert not found, found
        assert sum(self.floor.balances.values()) == 0


@asynccontextmanager
async def opened(
    path: Path,
    pace: Pace = SLOW,
    company: CompanyPlan | None = None,
    seed: int = 1,
    away: float = 60.0,
    entropy: Entropy | None = None,
    *,
    dealt: bool = False,
) -> AsyncIterator[Opened]:
    """Open a floor for a while; its tables with a Dealer are dealt by the demonstration's only if that is asked."""
    house = Opened(path / "floor.db", pace, away, entropy, dealt=dealt)
    house.desk.start()
    await house.pacer.start()
    await house.managers.start()
    await house.dealers.start()
    if company is not None:
        house.company = Company(house.desk, house.presence, house.pacer, company, Random(seed))
        house.desk.listen(house.company.heard)
        await house.company.start()
    try:
        yield house
    finally:
        if house.company is not None:
            await house.company.stop()
        await house.dealers.stop()
        await house.managers.stop()
        await house.pacer.stop()
        await house.desk.stop()
        house.floor.store.close()
