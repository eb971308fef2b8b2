"""Bots for a demonstration: Players that the program plays, at the same tables and under the same rules as people.

They see their own view and options, and send their requests through the command queue. They play only while a browser
is connected, so that a floor without visitors stands still. They make room, so that no table is full of them.
"""

import asyncio
import logging
from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from msgspec import Struct

from croupier.bots import BOTS, Level
from croupier.bots.banked import Character, regular
from croupier.bots.manners import BUY_IN
from croupier.floor.deciding.dealing import asks_consent, duty_of
from croupier.floor.journal.store import StoreError
from croupier.floor.values.ports import Notice
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import PlayBanked, PlayRoom, TableInfo
from croupier.floor.values.table_duty import Consent
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.money import Cents
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.options import Act, Option, Stake, options
from croupier.play.banked.state import Phase
from croupier.play.banked.view import TableView, view
from croupier.play.refusal import Refusal
from croupier.play.room.commands import JoinTable, LeaveTable, RoomCommand
from croupier.play.room.options import room_options
from croupier.play.room.seating import free_seats
from croupier.play.room.state import Table
from croupier.play.room.view import room_view
from croupier.play.viewer import Viewer
from croupier.rules.terms import Role
from croupier.web.clock.pacing import Pacer
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue
from croupier.web.demo.absent import Absent
from croupier.web.demo.teller import give

FREE_BOXES: Final = 2
"""The number of boxes of a house-banked table that bots leave free."""
FREE_SEATS: Final = 1
"""The number of seats of a poker table that bots leave free."""
_FIRST_SEAT: Final = 2
_HURRY: Final = 0.35
"""The factor on a bot's time to think when a person waits for the round to end."""
_CHARACTERS: Final = (
    Character(ante=(1, 1, 2), jackpot=0.9, bonus=0.3),
    Character(ante=(2, 4, 4), jackpot=1.0, bonus=0.6),
    Character(ante=(1,), jackpot=0.7, bonus=0.15),
)

_log = logging.getLogger(__name__)


class CompanyPlan(Struct, frozen=True):
    """The bots of each table, and their times."""

    regulars: dict[str, tuple[str, ...]] = {}
    """The names of bots by house-banked table."""
    room: dict[str, tuple[tuple[str, Level], ...]] = {}
    """The names and levels of bots by table of the poker room, in the order of seats from the second on."""
    think: tuple[float, float] = (0.4, 1.2)
    """The range of seconds before an act at a house-banked table."""
    room_think: tuple[float, float] = (0.5, 1.8)
    rests: float = 10.0
    """The seconds until a bot that has left a poker table returns."""
    purse: Cents = 500_000
    """The cash that a bot brings to the cage when it has less than half of it."""
    gone: float = 120.0
    """The seconds without a connection after which a guest who is not dealt in loses their seat at a poker table."""


class _Member(Protocol):
    """A bot at a table."""

    table: str
    name: str
    wake: asyncio.Event

    async def step(self) -> bool:
        """Carry out the next act. Returns whether there may be another."""
        ...

    def leave(self) -> None:
        """Leave the table, as far as that needs no act of the floor."""
        ...


class Company:
    """The bots of a floor."""

    def __init__(self, desk: CommandQueue, presence: Presence, pacer: Pacer, plan: CompanyPlan, rng: Random) -> None:
        self.desk, self.presence, self.pacer, self.plan = desk, presence, pacer, plan
        self._members: dict[str, list[_Member]] = {}
        for table, names in plan.regulars.items():
            own = self._members.setdefault(table, [])
            for at, name in enumerate(names):
                own.append(_Regular(self, table, name, at, Random(rng.random())))
        for table, people in plan.room.items():
            own = self._members.setdefault(table, [])
            for at, (name, level) in enumerate(people):
                own.append(_RoomPlayer(self, table, name, at, level, Random(rng.random())))
        self._absent = Absent(desk, presence, plan.gone, self.names)
        self._work: list[asyncio.Task[None]] = []
        self._somebody = False

    def names(self, table: str) -> frozenset[str]:
        """Return the names of the bots at a table."""
        return frozenset(member.name for member in self._members.get(table, ()))

    async def start(self) -> None:
        """Start all bots."""
        self.presence.on_change.append(self._moved)
        self._absent.start()
        for members in self._members.values():
            for member in members:
                member.wake.set()
                self._work.append(asyncio.create_task(self._keep_playing(member), name=f"company: {member.name}"))

    async def stop(self) -> None:
        """Stop all bots; the clocks deal with the wagers that they have placed."""
        if self._moved in self.presence.on_change:
            self.presence.on_change.remove(self._moved)
        await self._absent.stop()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._work.clear()
        for members in self._members.values():
            for member in members:
                member.leave()

    def heard(self, notices: Sequence[Notice]) -> None:
        """Wake the bots at the tables in the notices of a commit."""
        self._absent.heard(notices)
        for notice in notices:
            self._wake(notice.stream.removeprefix("table:"))

    def _moved(self, table: str) -> None:
        """Wake the bots of a table where a person came or left; the first to come and the last to leave wake all."""
        somebody = self.presence.anybody()
        if somebody != self._somebody:
            self._somebody = somebody
            for name in self._members:
                self._wake(name)
        self._wake(table)

    def _wake(self, table: str) -> None:
        for member in self._members.get(table, ()):
            member.wake.set()

    async def _keep_playing(self, member: _Member) -> None:
        while True:
            await member.wake.wait()
            member.wake.clear()
            try:
                while await member.step():
                    pass
            except Exception as wrong:
                _log.error(
                    "%s at %s does not know what to do: %s",
                    member.name,
                    member.table,
                    wrong,
                    exc_info=not isinstance(wrong, StoreError),
                )
                await asyncio.sleep(self.plan.think[1])

    async def agree(self, name: str, table: str, info: TableInfo) -> None:
        """Consent that the Dealer stakes a bot's wallet, where the table asks that of Players.

        A person who takes over the console then keys "as last round" for the bots too.
        """
        if asks_consent(info) and name not in duty_of(info).consents:
            await self.do(name, table, Consent())

    async def do(self, name: str, table: str, command: PlayBanked | PlayRoom | Consent) -> bool:
        """Send a bot's command to the floor, with enough money for it. Returns whether it was accepted."""
        has = self.desk.floor.balances.get(f"wallet:{name}", 0)
        if has < self.plan.purse // 2:
            await give(self.desk, name, self.plan.purse)
        reply = await self.desk.ask(Request(f"table:{table}", name, Role.PLAYER, command))
        if isinstance(reply, Refusal):
            _log.info("%s at %s: %s", name, table, reply)
        return isinstance(reply, Accepted)


# ---- House-banked tables --------------------------------------------------------------------------------------------


class _Regular:
    """A bot at a house-banked table."""

    def __init__(self, company: Company, table: str, name: str, at: int, rng: Random) -> None:
        self.company, self.table, self.name, self.rng = company, table, name, rng
        self.wake = asyncio.Event()
        self.box: int | None = None
        self._place = at
        self._plays = regular(_CHARACTERS[at % len(_CHARACTERS)])
        self._through = 0
        """The last round for which all wagers of the bot are placed."""

    async def step(self) -> bool:
        """Sit down, wager or decide, whichever is next. Returns whether another act may follow."""
        state = self._state()
        if state is None or not self._here(state):
            return False
        await self.company.agree(self.name, self.table, state.info)
        seen = self._seen(state)
        if not self._asked(state, seen):
            return False
        await asyncio.sleep(self._thinks(state))
        state = self._state()
        if state is None or not self._asked(state, self._seen(state)):
            return True
        command = self._plays(self._seen(state), self._may(state), self.rng)
        done = command is not None and await self.company.do(self.name, self.table, PlayBanked(command))
        if not done:  # no further wager is accepted: the others need not wait
            self._through = state.engine.rounds
            self.company.pacer.hint(self.table, self.name, "ready", None)
        return done

    def leave(self) -> None:
        """Stand up from the box."""
        if self.box is not None:
            self.box = None
            self.company.presence.parted(self.table, self.name)

    def _state(self) -> BankedTable | None:
        kept = self.company.desk.floor.streams.get(f"table:{self.table}")
        return kept.state if kept is not None and isinstance(kept.state, BankedTable) else None

    def _here(self, state: BankedTable) -> bool:
        """Return whether the bot sits at a box, after sitting down or standing up if that is due.

        It sits while a browser is connected and the table is not crowded, and as long as it has chips there.
        """
        presence = self.company.presence
        if self._wagered(state):
            return self.box is not None
        free = self._free(state)
        if not presence.anybody() or len(free) < FREE_BOXES:
            self.leave()
            return False
        if self.box is None and len(free) > FREE_BOXES:
            middle = (state.engine.policy.boxes + 1) / 2 + (self._place + 1) // 2 * (-1) ** self._place
            self.box = min(free, key=lambda box: (abs(box - middle), box))
            presence.joined(self.table, self.name)
            presence.sit(self.table, self.box, self.name)
        return self.box is not None

    def _wagered(self, state: BankedTable) -> bool:
        return state.running and self.name in state.players

    def _free(self, state: BankedTable) -> list[int]:
        """Return the boxes without a Player and without wagers."""
        taken = set(self.company.presence.seats(self.table)) | set(state.engine.closed_boxes)
        if state.running and state.engine.round is not None:
            taken |= {box.number for box in state.engine.round.boxes}
        return [box for box in range(1, state.engine.policy.boxes + 1) if box not in taken]

    def _seen(self, state: BankedTable) -> TableView:
        return view(state.game, state.engine, Viewer(Role.PLAYER, self.name))

    def _may(self, state: BankedTable) -> tuple[Option, ...]:
        """Return the options that the bot has at its box."""
        offered = options(state.game, state.engine, Viewer(Role.PLAYER, self.name))
        return tuple(one for one in offered if _box_of(one) == self.box)

    def _asked(self, state: BankedTable, seen: TableView) -> bool:
        """Return whether the table waits for the bot."""
        if seen.phase is Phase.BETTING:
            return self._through != seen.round and self.company.presence.anybody()
        mine = next((box for box in seen.boxes if box.box == self.box and box.player == self.name), None)
        return state.running and mine is not None and (seen.turn == self.box or bool(mine.choice))

    def _thinks(self, state: BankedTable) -> float:
        """Return the seconds to think; fewer if a person who is not in the round waits for its end."""
        seconds = self.rng.uniform(*self.company.plan.think)
        people = self.company.presence.players(self.table)
        in_play = state.engine.round is not None and not state.takes_bets
        waits = in_play and people and not people & state.players
        return seconds * _HURRY if waits else seconds


def _box_of(option: Option) -> int | None:
    match option:
        case Act(command=command):
            return _box_named(command)
        case Stake(box=box):
            return box
        case _:
            return None


def _box_named(command: BankedCommand) -> int | None:
    box = getattr(command, "box", None)
    return box if isinstance(box, int) else None


# ---- The poker room -------------------------------------------------------------------------------------------------


class _RoomPlayer:
    """A bot in the poker room."""

    def __init__(self, company: Company, table: str, name: str, at: int, level: Level, rng: Random) -> None:
        self.company, self.table, self.name, self.rng = company, table, name, rng
        self.wake = asyncio.Event()
        self._place, self._bot = at, BOTS[level]
        self._back = 0.0
        """The time at which the bot returns if it has left."""

    async def step(self) -> bool:
        """Sit down, bet, top up the Table Stake, or give up the seat. Returns whether another act may follow."""
        state = self._state()
        if state is None:
            return False
        mine = next((seat for seat in state.engine.seats if seat.player == self.name), None)
        if mine is None:
            return await self._sits_down(state)
        if self.name not in self.company.presence.company(self.table):
            self.company.presence.joined(self.table, self.name)
        await self.company.agree(self.name, self.table, state.info)
        if not self._asked(state):
            return False
        await asyncio.sleep(self.rng.uniform(*self.company.plan.room_think))
        state = self._state()
        if state is None or not self._asked(state):
            return True
        command = self._chosen(state, mine.number)
        if command is None or not await self.company.do(self.name, self.table, PlayRoom(command)):
            return False
        if isinstance(command, LeaveTable):
            self.leave()
            self._rest()
        return True

    def leave(self) -> None:
        """Stop counting as present; the seat itself is given up by a command to the floor."""
        self.company.presence.parted(self.table, self.name)

    def _state(self) -> RoomTable | None:
        kept = self.company.desk.floor.streams.get(f"table:{self.table}")
        return kept.state if kept is not None and isinstance(kept.state, RoomTable) else None

    def _chosen(self, state: RoomTable, seat: int) -> RoomCommand | None:
        table, game, who = state.engine, state.game, Viewer(Role.PLAYER, self.name)
        if not table.playing and self._makes_room(table):
            return LeaveTable(seat)
        return self._bot(room_view(game, table, who), room_options(game, table, who), self.rng)

    def _asked(self, state: RoomTable) -> bool:
        """Return whether the bot has to act: on its turn, or between rounds while a person is there to play with."""
        table = state.engine
        if table.playing:
            seen = room_view(state.game, table, Viewer(Role.PLAYER, self.name))
            mine = next((seat for seat in seen.seats if seat.player == self.name), None)
            return mine is not None and mine.dealt_in and seen.turn == mine.seat
        return state.info.open and self._wanted(table)

    def _wanted(self, table: Table) -> bool:
        names = self.company.names(self.table)
        people = any(seat.present and seat.player not in names for seat in table.seats)
        return people or self.company.presence.watchers(self.table) > 0

    def _makes_room(self, table: Table) -> bool:
        """Return whether the bot has to leave: if too few seats are free, the bot who sat down last leaves."""
        if table.policy.seats - len(table.seats) >= FREE_SEATS:
            return False
        names = self.company.names(self.table)
        ours = [seat.player for seat in table.seats if seat.player in names]
        return bool(ours) and ours[-1] == self.name

    async def _sits_down(self, state: RoomTable) -> bool:
        """Join with the usual stake, if a seat stays free for others. Returns whether the bot joined."""
        loop = asyncio.get_running_loop()
        wait = self._back - loop.time()
        if not state.info.open or not self.company.presence.anybody():
            return False
        if wait > 0:
            loop.call_later(wait, self.wake.set)
            return False
        await asyncio.sleep(self.rng.uniform(*self.company.plan.room_think))
        state = self._state() or state
        table, policy = state.engine, state.engine.policy
        free = free_seats(table)
        if len(free) <= FREE_SEATS:
            return False
        wanted = _FIRST_SEAT + self._place
        seat = wanted if wanted in free else free[-1]
        big = policy.small_blind * state.game.big_blind_times_small
        stake = min(max(BUY_IN * big, policy.minimum_stake), policy.maximum_stake)
        stake -= stake % policy.lowest_chip
        self.company.presence.joined(self.table, self.name)
        if await self.company.do(self.name, self.table, PlayRoom(JoinTable(seat, stake))):
            return True
        self.leave()
        self._rest()
        return False

    def _rest(self) -> None:
        """Schedule the bot's return."""
        seconds = self.rng.uniform(0.5, 1.5) * self.company.plan.rests
        loop = asyncio.get_running_loop()
        self._back = loop.time() + seconds
        loop.call_later(seconds, self.wake.set)
