"""The Dealers of a demonstration, who deal the tables with a Dealer as long as no person does.

Such a Dealer acts like a person at the console, one act after the other and in their own name. They key the cards one
by one, turn them, show hands and settle. The clock of :mod:`croupier.web.clock.pacing` announces and closes the bets
for them. They decide nothing that a document leaves to a role, and report nothing.

A person who takes the table over continues from its present state, in the middle of a round too. The Dealer's pending
requests are answered first, and no act of theirs follows. The Dealer returns once the person has handed the table back,
has left the console for a while, or has been idle there for longer still.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, Struct, field

from croupier.cards import Card
from croupier.floor.deciding.dealing import duty_of
from croupier.floor.deciding.permissions import allowed
from croupier.floor.deciding.shoes import cards_left
from croupier.floor.journal.store import StoreError
from croupier.floor.values.entropy import Entropy, below
from croupier.floor.values.ports import Notice
from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked, PlayRoom
from croupier.floor.values.table_duty import SignOff
from croupier.floor.values.table_kinds import TableState
from croupier.play.banked.commands import Report
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import Report as RoomReport
from croupier.rules.terms import Role, at_least
from croupier.web.clock.pacing import Pace
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue

_log = logging.getLogger(__name__)


class _Console(Struct, eq=False):
    """The console of a table with a demonstration's Dealer."""

    dealer: str
    """The name of the demonstration's Dealer."""
    people: set[str] = field(default_factory=set)
    """The people who have taken the table over; empty while the Dealer deals."""
    yielded: bool = False
    """True if the Dealer's requests are all answered, so that the people have the console to themselves."""
    pages: Counter[str] = field(default_factory=Counter)
    """The number of open pages of the console, by person."""
    touched: float = 0.0
    """The time at which one of these people last acted there, came or left."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.TimerHandle | None = None


class Dealers:
    """The demonstration's Dealers, by table."""

    def __init__(
        self, desk: CommandQueue, presence: Presence, pace: Pace, names: Mapping[str, str], entropy: Entropy
    ) -> None:
        self.desk, self.presence, self.pace, self.entropy = desk, presence, pace, entropy
        self._consoles = {table: _Console(name) for table, name in names.items()}
        self._work: list[asyncio.Task[None]] = []

    # ---- Queries ----------------------------------------------------------------------------------------------------

    @property
    def names(self) -> frozenset[str]:
        """The Dealers' names, which no other account may have."""
        return frozenset(one.dealer for one in self._consoles.values())

    def dealing(self, table: str) -> str:
        """Return the Dealer who deals a table now; empty if a person does, or the floor."""
        one = self._consoles.get(table)
        return one.dealer if one is not None and not one.people else ""

    def stands_in(self, table: str) -> str:
        """Return the Dealer who deals a table whenever no person does; empty where the floor deals."""
        one = self._consoles.get(table)
        return one.dealer if one is not None else ""

    def yielded(self, table: str) -> bool:
        """Return whether a person has the console, without any pending request of the Dealer."""
        one = self._consoles.get(table)
        return one is None or one.yielded

    # ---- Persons at the console -------------------------------------------------------------------------------------

    def came(self, table: str, name: str) -> None:
        """Count a page of the console that a person has opened; the table is not taken over by that."""
        if (one := self._consoles.get(table)) is not None:
            one.pages[name] += 1
            self._touch(table, one, name)

    def left(self, table: str, name: str) -> None:
        """Stop counting a page of the console that a person has closed."""
        if (one := self._consoles.get(table)) is not None:
            one.pages[name] -= 1
            self._touch(table, one, name)

    async def take_over(self, table: str, name: str) -> None:
        """Let a person deal from now on. Returns once the Dealer's earlier requests are all answered."""
        one = self._consoles.get(table)
        if one is None:
            return
        one.people.add(name)
        self._touch(table, one, name)
        self.presence.changed(table)  # the listeners stop the clock
        if not one.yielded:
            await self.desk.caught_up()
            one.yielded = bool(one.people)
            self.presence.changed(table)

    def hand_back(self, table: str) -> None:
        """Let the Dealer deal again."""
        if (one := self._consoles.get(table)) is None:
            return
        one.people.clear()
        one.yielded = False
        if one.timer is not None:
            one.timer.cancel()
            one.timer = None
        one.wake.set()
        self.presence.changed(table)

    async def acts(self, stream: str, name: str, role: Role, command: object) -> None:
        """Take the table over for a person who does a Dealer's work there, from the console or over HTTP."""
        kind, _, table = stream.partition(":")
        one = self._consoles.get(table) if kind == "table" else None
        if one is None:
            return
        if at_least(role, Role.DEALER) and _is_dealing(command):
            await self.take_over(table, name)
        elif name in one.people:
            self._touch(table, one, name)

    def _touch(self, table: str, one: _Console, name: str) -> None:
        if name in one.people:
            one.touched = asyncio.get_running_loop().time()
            self._wait(table, one)

    def _wait(self, table: str, one: _Console) -> None:
        """Schedule the Dealer's return for when the people who took over have left, or have been idle for too long."""
        here = any(one.pages[name] > 0 for name in one.people)
        if one.timer is not None:
            one.timer.cancel()
        when = one.touched + (self.pace.idle if here else self.pace.left)
        one.timer = asyncio.get_running_loop().call_at(when, self.hand_back, table)

    # ---- Dealing ----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start dealing; a round may have been in play when the server stopped."""
        for table, one in self._consoles.items():
            one.wake.set()
            self._work.append(asyncio.create_task(self._keep_dealing(table, one), name=f"dealer of {table}"))

    async def stop(self) -> None:
        """Stop dealing, in the middle of a round too."""
        for one in self._consoles.values():
            if one.timer is not None:
                one.timer.cancel()
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self._work.clear()

    def heard(self, notices: Sequence[Notice]) -> None:
        """Wake the Dealers of the tables in the notices of a commit; a link that changes wakes all of them."""
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            for table, one in self._consoles.items():
                if kind == "link" or table == name:
                    one.wake.set()

    async def _keep_dealing(self, table: str, one: _Console) -> None:
        while True:
            await one.wake.wait()
            one.wake.clear()
            try:
                while await self._deal(table):
                    pass
            except Exception as wrong:
                _log.error(
                    "the Dealer of table %s does not know what to do: %s",
                    table,
                    wrong,
                    exc_info=not isinstance(wrong, StoreError),
                )
                await asyncio.sleep(self.pace.retry)

    async def _deal(self, table: str) -> bool:
        """Do the next act that waits for the Dealer alone. Returns whether there may be another."""
        state = self._state(table)
        if state is None or not self.dealing(table) or not _waits(state):
            return False
        await asyncio.sleep(self.pace.deals if state.cards_due() else self.pace.turns)
        kept = self.desk.floor.streams[f"table:{table}"]  # read once: state and version belong together
        name, command = self.dealing(table), self._next(kept.state)
        if not name or command is None:
            return True
        if duty_of(kept.state.info).dealer not in {"", name}:  # a person signed on, and has left or is idle
            gone = SignOff("the console was left")
            await self.desk.ask(Request(f"table:{table}", name, Role.PIT_SUPERVISOR, gone))
            return True
        asked = Request(f"table:{table}", name, Role.DEALER, command, version=kept.version)
        reply = await self.desk.ask(asked)
        if isinstance(reply, Refusal) and reply.reason is not Reason.STALE:
            _log.info("table %s: %s has to wait: %s", table, name, reply)
            await asyncio.sleep(self.pace.retry)
        return True

    def _state(self, table: str) -> TableState | None:
        kept = self.desk.floor.streams.get(f"table:{table}")
        return None if kept is None else kept.state

    def _next(self, state: TableState) -> PlayBanked | PlayRoom | None:
        """Return the Dealer's next command: deal one card, look at cards dealt unseen, or carry out the due act."""
        if state.cards_due():
            return state.dealing(self._drawn(state, 1))
        unseen = state.unseen()
        if unseen:
            return state.naming(unseen, self._drawn(state, len(unseen)))
        return state.due()

    def _drawn(self, state: TableState, count: int) -> tuple[Card, ...]:
        """Draw cards from a shuffled deck: each card that is not out is equally likely."""
        left, drawn = [*cards_left(state)], list[Card]()
        for _ in range(count):
            drawn.append(left.pop(below(self.entropy, len(left))))
        return tuple(drawn)


def _waits(state: TableState) -> bool:
    """Return whether a table waits for its Dealer alone; while a round is held it waits for the pit."""
    return state.info.held is UNSET and bool(state.cards_due() or state.unseen() or state.due() is not None)


def _is_dealing(command: object) -> bool:
    """Return whether a command is a Dealer's work.

    Acts of the pit are not, and neither are reports, which every person beside the table may make.
    """
    if not isinstance(command, PlayBanked | PlayRoom) or isinstance(command.command, Report | RoomReport):
        return False
    return allowed(Role.DEALER, command) is None


def named(tables: Iterable[str], names: Sequence[str]) -> dict[str, str]:
    """Return a Dealer for each table; where there are more tables than names, numbers distinguish them."""
    return {
        table: names[at % len(names)] + (f"-{at // len(names) + 1}" if at >= len(names) else "")
        for at, table in enumerate(sorted(tables))
    }
