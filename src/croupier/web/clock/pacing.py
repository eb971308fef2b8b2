"""The clock of the tables that the program deals.

An automatic table deals, turns and settles by itself, in the commit of the act that made it due. This module adds the
steps that need time: "Place your Bets" when a Player is there to bet, "No more Bets", the turn clocks, and the pause
after a round. There is one timer per table, set again only when the table has changed; an empty table costs nothing.

A table with a Dealer has no clock while a person deals there. While the program stands in for that person, the clock
runs as at automatic tables, and its acts are done in the stand-in's name.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.floor.journal.store import StoreError
from croupier.floor.values.ports import Notice
from croupier.floor.values.requests import Reply, Request
from croupier.floor.values.table import PlayRoom
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import commands as room
from croupier.rules.terms import Role
from croupier.web.clock.presence import Presence
from croupier.web.clock.waiting import Wait, handed_back, waits_for
from croupier.web.command_queue import CommandQueue
from croupier.web.wire import Clock, Seated

LAPSES: Final = 2
"""The number of turn clocks in a row that may run out before a Player of the poker room sits out."""

MOST_KEPT: Final = 3
"""The most empty boxes that are kept for one Player who sits there; a box with their Ante is theirs by the document."""
MOST_UNSEEN: Final = 64
"""The number of changes after which another server's clock is computed although no page shows it."""

_GUIDED: Final = frozenset({"bets", "turn"})
"""The clocks that leave time to read a guide."""

_log = logging.getLogger(__name__)


class Pace(Struct, frozen=True):
    """The House's times, in seconds, with defaults that suit people."""

    bets: float = 15
    """The time from the first wager of a round to "No more Bets"."""
    turn: float = 30
    """The time for a decision."""
    choice: float = 30
    """The time for a choice that a ruling left to a Player."""
    show: float = 8
    """The time to show or muck a hand in the poker room."""
    pause: float = 6
    """The pause between a settled round and the next."""
    room_pause: float = 4
    guided: float = 60
    """The time in place of ``bets`` and ``turn`` for a Player whom a page guides, while no other Player waits."""
    alone_bets: float = 6
    """The time in place of ``bets`` if only bots are there, so that a newcomer does not wait long."""
    alone_pause: float = 2
    """The time in place of ``pause`` if only bots have played, since no person reads the result."""
    retry: float = 5
    """The time until a refused act is tried again."""
    reveal: float = 1.0
    """The factor on the duration of each stage in which the end of a round is shown; 0 shows all at once."""
    signs: float = 6
    """The time until a demonstration's Shift Manager signs for a major award that no person has signed for."""
    deals: float = 0.35
    """The time until a demonstration's Dealer deals the next card."""
    turns: float = 1.2
    """The time until a demonstration's Dealer turns cards, shows a hand or settles."""
    left: float = 45
    """The time until a demonstration's Dealer returns to a console that a person has taken over and left."""
    idle: float = 300
    """The time until a demonstration's Dealer returns to a console whose page is open but idle."""


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""
        ...


class Timers(Protocol):
    """A clock that calls back; an event loop is one."""

    def time(self) -> float:
        """Return the current time, in seconds."""
        ...

    def call_at(self, when: float, callback: Callable[..., object], *args: object) -> Timer:
        """Schedule a call at a time."""
        ...


class SaidReady(Struct, frozen=True):
    """A Player's statement that they are ready for the next stage of a table."""

    table: str
    player: str
    stage: tuple[int, str]
    """The round, and whether it was open for bets or over at that time."""
    wagered: bool
    """True if the Player had wagered by then."""


class _Paced(Struct, eq=False):
    """The clock's state of a table."""

    version: int = 0
    """The stream's version at the last look."""
    stage: tuple[int, str] = (0, "")
    """The round, and whether it is open for bets, in play or over."""
    ready: dict[str, bool] = field(default_factory=dict)
    """The Players who are ready, with whether they had wagered by then."""
    told: dict[str, SaidReady] = field(default_factory=dict)
    """The Players who are ready at another server, perhaps at a stage of the round that this server has not reached."""
    ended: float = -math.inf
    wait: Wait | None = None
    began: float = 0.0
    total: float = 0.0
    deadline: float = 0.0
    alone: bool = False
    """True if only bots were there when the clock was set."""
    guided: set[str] = field(default_factory=set)
    """The Players whom a page guides through a hand."""
    unhurried: bool = False
    """True if every Player present was guided when the clock was set."""
    shown: float = 0.0
    """The time at which the last round will have been shown to all pages, as of the last look."""
    refused: bool = False
    """True if the act due at the end of this wait has been refused."""
    timer: Timer | None = None
    rings: float = 0.0
    """The time of the timer's call: at the deadline or before it, since most clocks begin anew before they run out."""
    acting: bool = False
    looked_at: TableState | None = None
    """The state of the table at the last look, whose wait is in ``waits``; presence and readiness do not change it."""
    waits: Wait | None = None
    unseen: list[tuple[TableState, float, frozenset[str]]] = field(default_factory=list)
    """The states since the clock was last computed, each with its time and the people present.

    They collect while another server keeps the clock and no page shows it.
    """


class Pacer:
    """The clocks of every table that the program deals."""

    def __init__(
        self,
        desk: CommandQueue,
        pace: Pace,
        presence: Presence,
        timers: Timers | None = None,
        shown_until: Callable[[str], float] | None = None,
        stands_in: Callable[[str], str] | None = None,
        interrupted: Iterable[str] = (),
        owns: Callable[[str], bool] | None = None,
    ) -> None:
        """Create the clocks; they run once started.

        ``shown_until`` returns the time at which a table's last round has been shown to all pages: the pause begins
        then. ``stands_in`` returns the program's Dealer at a table with a Dealer now; empty if a person deals.
        ``interrupted`` are the tables whose round was ruled on at the start: their Players are to read that before the
        next round opens. ``owns`` returns whether this server keeps a table's clock; clocks that other servers keep are
        only shown.
        """
        self.desk, self.pace, self.presence = desk, pace, presence
        self._timers = timers
        self._shown_until = shown_until or (lambda _table: 0.0)
        self._stands_in = stands_in or (lambda _table: "")
        self._interrupted = set(interrupted)
        self._owns = owns or (lambda _table: True)
        self._tables: dict[str, _Paced] = {}
        self._seated: dict[str, tuple[Mapping[int, str], tuple[Seated, ...]]] = {}
        """By table, the Players who sit there, and the same for pages."""
        self._down: dict[str, str] = {}
        """By link: the reason it was down at the last look."""
        self.on_ready: list[Callable[[SaidReady], None]] = []
        """Called when a Player at this server is ready."""
        self.on_noted: list[Callable[[str, str], None]] = []
        """Called with a table and a Player who is ready there, at any server, if that moves no clock.

        Only that Player's pages show it then.
        """
        self._lapses: dict[tuple[str, str], int] = {}
        """By table and Player of the poker room: the number of their clocks in a row that have run out."""
        self._sweeping: Timer | None = None
        self._acts: set[asyncio.Task[None]] = set()
        self._started = False

    async def start(self) -> None:
        """Look at every table now, and follow its changes from now on."""
        self._timers = self._timers or asyncio.get_running_loop()
        self._started = True
        self.presence.on_change.append(self._moved)
        for stream, kept in [*self.desk.floor.streams.items()]:
            kind, _, name = stream.partition(":")
            if kind == "link":
                self._down[name] = kept.state.down
            elif kind == "table":
                self._look(name)
        self._sweep()

    async def stop(self) -> None:
        """Stop every clock. Acts on their way to the floor are abandoned."""
        self._started = False
        if self._moved in self.presence.on_change:
            self.presence.on_change.remove(self._moved)
        for one in self._tables.values():
            if one.timer is not None:
                one.timer.cancel()
        if self._sweeping is not None:
            self._sweeping.cancel()
        for task in self._acts:
            task.cancel()
        await asyncio.gather(*self._acts, return_exceptions=True)

    # ---- Queries and hints of pages ---------------------------------------------------------------------------------

    def clock(self, table: str) -> Clock | None:
        """Return the clock that runs at a table; None if none does."""
        one = self._tables.get(table)
        if one is None or self._timers is None:
            return None
        self._work_out(one)
        if one.wait is None or one.total <= 0:
            return None
        left = max(0.0, one.deadline - self._timers.time())
        wait = one.wait
        total = max(one.total, left)
        return Clock(wait.kind, math.ceil(left * 1000), math.ceil(total * 1000), wait.box, wait.then, wait.cites)

    def ready(self, table: str, player: str) -> bool:
        """Return whether a Player is ready for the next stage."""
        one = self._tables.get(table)
        return one is not None and player in one.ready

    def seated(self, table: str) -> tuple[Seated, ...]:
        """Return the Players who sit at a house-banked table, with their boxes."""
        seats = self.presence.seats(table)
        known = self._seated.get(table)
        if known is None or known[0] is not seats:
            known = self._seated[table] = (seats, tuple([Seated(box, player) for box, player in seats.items()]))
        return known[1]

    def hint(self, table: str, player: str, hint: str, box: int | None = None) -> Refusal | None:
        """Carry out a Player's hint: sit, stand, ready, next, guided or unguided. Returns the refusal, if any."""
        state = self._state(table)
        if state is None:
            return Refusal(Reason.FACT, f"There is no table {table[:40]}", ())
        match hint:
            case "sit":
                return self._sit(state, player, box)
            case "stand":
                return self.presence.stand(table, box, player)
            case "ready" | "next":
                return self._be_ready(state, player)
            case "guided" | "unguided":
                self._guide(state, player, guided=hint == "guided")
                return None
            case _:
                sentence = f"{hint[:40]!r} is not one of sit, stand, ready, next, guided and unguided"
                return Refusal(Reason.FACT, sentence, ())

    def kept_free(self, table: str, box: int, player: str) -> Refusal | None:
        """Refuse an empty box that is kept for another Player who sits there; None if it is free.

        Once the box has an Ante, the document decides.
        """
        state = self._state(table)
        round_ = state.engine.round if isinstance(state, BankedTable) and state.running else None
        if round_ is not None and round_.box(box) is not None:
            return None
        return self.taken(table, box, player)

    def kept_from(self, table: str, player: str) -> frozenset[int]:
        """Return the empty boxes that are kept for other Players."""
        others = [box for box, other in self.presence.seats(table).items() if other != player]
        state = self._state(table)
        if not others or not isinstance(state, BankedTable):
            return frozenset()
        round_ = state.engine.round if state.running else None
        lying = {box.number for box in round_.boxes} if round_ is not None else set()
        return frozenset(others) - lying

    def taken(self, table: str, box: int, player: str) -> Refusal | None:
        """Refuse a box at which another Player sits or has wagered; None if it is free."""
        state = self._state(table)
        if not isinstance(state, BankedTable):
            return None
        cites = (state.game.occupancy.cite,)
        round_ = state.engine.round if state.running else None
        lying = round_.box(box) if round_ is not None else None
        other = self.presence.seats(table).get(box, player)
        if lying is not None and lying.player != player:
            return Refusal(Reason.NOT_YOURS, f"Box {box} is {lying.player}'s", cites)
        return None if other == player else Refusal(Reason.NOT_YOURS, f"{other} sits at box {box}", cites)

    def _sit(self, state: TableState, player: str, box: int | None) -> Refusal | None:
        if not isinstance(state, BankedTable):
            return Refusal(Reason.MOMENT, "A seat in the poker room is taken with a Table Stake", ())
        game, name = state.game, state.info.name
        if box is None or not 1 <= box <= state.engine.policy.boxes:
            sentence = f"There is no such box at this table; it has {state.engine.policy.boxes} boxes"
            return Refusal(Reason.NO_SUCH_BOX, sentence, (game.boxes.cite,))
        kept = [
            one
            for one, who in self.presence.seats(name).items()
            if who == player and not self._holds(name, one, player)
        ]
        if len(kept) >= MOST_KEPT and box not in kept:
            return Refusal(Reason.LIMITS, f"At most {MOST_KEPT} empty boxes are kept for one Player", ())
        return self.taken(name, box, player) or self.presence.sit(name, box, player, (game.occupancy.cite,))

    def _be_ready(self, state: TableState, player: str) -> Refusal | None:
        one = self._tables.get(state.info.name)
        if one is not None and one.stage[1] != "play":
            one.ready[player] = wagered = state.running and player in state.players
            for listener in self.on_ready:
                listener(SaidReady(state.info.name, player, one.stage, wagered))
            self._note_ready(one, state.info.name, player)
        return None

    def told_ready(self, said: SaidReady) -> None:
        """Record a Player who is ready at another server."""
        one = self._tables.get(said.table)
        if one is None or not self._started:
            return
        one.told[said.player] = said
        if said.stage == one.stage:
            one.ready[said.player] = said.wagered
            self._note_ready(one, said.table, said.player)

    def _note_ready(self, one: _Paced, table: str, player: str) -> None:
        """Look at a table where a Player is ready, and publish it only if that moves the clock.

        A clock that another server keeps may have moved, and is always published.
        """
        before = one.deadline
        self._look(table)
        if one.deadline != before or not self._owns(table):
            self.presence.changed(table)
            return
        for listener in self.on_noted:
            listener(table, player)

    def _guide(self, state: TableState, player: str, *, guided: bool) -> None:
        one = self._tables.setdefault(state.info.name, _Paced())
        if guided != (player in one.guided):
            (one.guided.add if guided else one.guided.discard)(player)
            self.presence.changed(state.info.name)

    # ---- Changes ----------------------------------------------------------------------------------------------------

    def heard(self, notices: Sequence[Notice]) -> None:
        """Look at the tables and links in the notices of a commit."""
        if not self._started:
            return
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            if kind == "table":
                for one in notice.entries if self._lapses else ():
                    if one.entry.role == Role.PLAYER:
                        self._lapses.pop((name, one.entry.actor), None)
                self._look(name)
            elif kind == "link":
                self._look_at_link(name)

    def _look_at_link(self, name: str) -> None:
        """Look at a link's tables if it went down or up. Its meter moves with every round, which changes no clock."""
        down = self.desk.floor.link(name).down
        if down == self._down.get(name, ""):
            return
        self._down[name] = down
        for table in self._tables:
            state = self._state(table)
            if state is not None and state.info.link == name:
                self._look(table)

    def was_interrupted(self, tables: Iterable[str]) -> None:
        """Record that rounds of these tables were ruled on after a restart, which their Players are to read first."""
        self._interrupted.update(tables)

    def look(self, table: str) -> None:
        """Look at a table whose clock may have to move."""
        if self._started and self._state(table) is not None:
            self._look(table)

    def shown(self, table: str) -> None:
        """Look at a table of whose last round a page has shown more, and publish it only if that moves the clock.

        A clock that another server keeps may have moved, and is always published.
        """
        before = self._until(table)
        self.look(table)
        if self._started and (self._until(table) != before or not self._owns(table)):
            self.presence.changed(table)

    def _until(self, table: str) -> float | None:
        """Return the deadline of a table's wait; None if it waits for nothing."""
        one = self._tables.get(table)
        return None if one is None or one.wait is None else one.deadline

    def _moved(self, table: str) -> None:
        """Look at a table where presence, seats or readiness changed."""
        self.look(table)
        if self._sweeping is None:
            self._sweep()

    def _sweep(self) -> None:
        """Free the boxes of Players who are gone, now and when the next Player's time runs out."""
        self._sweeping = None
        if not self._started or self._timers is None:
            return
        left = self.presence.sweep(self._holds)
        if left is not None and self._sweeping is None:
            self._sweeping = self._timers.call_at(self._timers.time() + left, self._sweep)

    def _holds(self, table: str, box: int, player: str) -> bool:
        state = self._state(table)
        if not isinstance(state, BankedTable) or state.engine.round is None or not state.running:
            return False
        lying = state.engine.round.box(box)
        return lying is not None and any(share.player == player for wager in lying.wagers for share in wager.shares)

    def _state(self, table: str) -> TableState | None:
        kept = self.desk.floor.streams.get(f"table:{table}")
        return None if kept is None else kept.state

    # ---- Looking ----------------------------------------------------------------------------------------------------

    def _look(self, name: str) -> None:
        """Set the clock for the table's present wait. An error here is logged and does not stop the other tables.

        A clock that another server keeps is only computed when a page shows it.
        """
        try:
            self._set(name)
        except Exception:
            _log.exception("the clock of table %s failed", name)

    def _set(self, name: str) -> None:
        assert self._timers is not None
        kept = self.desk.floor.streams[f"table:{name}"]  # read once: state and version belong together
        state: TableState = kept.state
        one = self._tables.setdefault(name, _Paced())
        one.version = kept.version
        self._follow(one, state)
        if one.unseen and one.unseen[-1][0].engine.rounds != state.engine.rounds:
            one.unseen.clear()  # the waits of an earlier round no longer matter
        one.unseen.append((state, self._timers.time(), self.presence.players(name)))
        if self._owns(name) or len(one.unseen) >= MOST_UNSEEN:
            self._work_out(one)
        self._arm(name, one)

    def _work_out(self, one: _Paced) -> None:
        """Compute a table's clock from the states since the last time."""
        unseen, one.unseen = one.unseen, []
        for state, at, here in unseen:
            try:
                self._set_clock(one, state, at, here)
            except Exception:
                _log.exception("the clock of table %s failed", state.info.name)

    def _set_clock(self, one: _Paced, state: TableState, now: float, here: frozenset[str]) -> None:
        """Set the wait and deadline of a table from its state at a moment, with these people present."""
        name = state.info.name
        if one.looked_at is not state:
            one.looked_at, one.waits = state, waits_for(state)
        wait = one.waits if self._deals(state) else None
        if wait is not None and wait.kind == "next" and not self._wanted(state, here):
            wait = None
        one.guided &= here
        alone, unhurried = not here, bool(here) and here == one.guided
        if wait is None:
            one.wait, one.refused = None, False
        elif one.wait is None or (wait.kind, wait.key) != (one.wait.kind, one.wait.key):
            one.refused = False
            one.wait, one.alone, one.unhurried, one.began = wait, alone, unhurried, now
            one.total, one.deadline = self._time(one, state, wait, now)
            if wait.kind == "next":
                one.shown = self._shown_until(name)
                one.deadline += max(0.0, one.shown - now)
        else:
            if wait.kind == "next" and not one.refused:  # a page may have skipped the rest of the show
                shown = self._shown_until(name)
                one.deadline -= max(0.0, one.shown - max(shown, now))
                one.shown = min(one.shown, max(shown, now))
            if wait.kind == "next" and name in self._interrupted:  # a Player may be back
                one.total = self._reading(state)
                one.deadline = min(one.deadline, now + one.total)
            if wait.kind == "bets" and alone != one.alone:  # the first person came, or the last left
                one.alone, one.unhurried, one.began = alone, unhurried, now
                one.total, one.deadline = self._time(one, state, wait, now)
            elif wait.kind in _GUIDED and unhurried != one.unhurried:
                one.unhurried = unhurried  # counted from when it began: a reload wins no time
                one.total, usual = self._time(one, state, wait, now)
                one.deadline = one.began + one.total if unhurried else min(one.deadline, usual)
            one.wait = replace(wait, then=one.wait.then, cites=one.wait.cites) if one.refused else wait
        if one.wait is not None and not one.refused and self._all_ready(one, state):
            one.deadline = min(one.deadline, now)

    def _follow(self, one: _Paced, state: TableState) -> None:
        """Record that a round has begun, closed its bets or ended. A Player who wagered keeps the box for the next."""
        assert self._timers is not None
        phase = "over"
        if state.running:
            phase = "bets" if state.takes_bets else "play"
        stage = (state.engine.rounds, phase)
        if stage != one.stage:
            if phase == "over" and one.stage[1]:
                one.ended = self._timers.time()
            one.stage = stage
            one.told = {name: said for name, said in one.told.items() if said.stage[0] >= stage[0]}
            one.ready = {name: said.wagered for name, said in one.told.items() if said.stage == stage}
            if phase == "bets":
                self._interrupted.discard(state.info.name)
        if phase != "bets" or not isinstance(state, BankedTable) or state.engine.round is None:
            return
        here, seats = self.presence.players_here(state.info.name), self.presence.seats(state.info.name)
        for box in state.engine.round.boxes:
            if box.number not in seats and box.player in here:
                self.presence.sit(state.info.name, box.number, box.player)
        without = [player for player, had in one.ready.items() if not had]
        wagered = state.players if without else frozenset()
        for player in without:
            if player in wagered:
                del one.ready[player]  # they were ready before wagering, and have wagered since

    def _wanted(self, state: TableState, here: frozenset[str]) -> bool:
        """Return whether a round is to be opened: a person is present. The record does not grow in an empty house."""
        name = state.info.name
        if isinstance(state, BankedTable):
            return bool(here or (self.presence.company(name) and self.presence.anybody()))
        company = self.presence.company(name)
        human = any(seat.present and seat.player not in company for seat in state.engine.seats)
        return human or self.presence.watchers(name) > 0

    def _time(self, one: _Paced, state: TableState, wait: Wait, now: float) -> tuple[float, float]:
        """Return the duration of a clock and its deadline."""
        pace = self.pace
        match wait.kind:
            case "bets":
                total = min(pace.bets, pace.alone_bets) if one.alone else pace.bets
            case "turn":
                total = pace.turn
            case "choice":
                total = pace.choice
            case "show":
                total = pace.show
            case _ if state.info.name in self._interrupted:
                total = self._reading(state)
            case _ if isinstance(state, RoomTable):
                total = pace.room_pause
            case _:
                played = state.players
                total = pace.pause if played - self.presence.company(state.info.name) else pace.alone_pause
                return total, max(now, one.ended + min(total, pace.pause))
        if one.unhurried and wait.kind in _GUIDED:
            total = max(total, pace.guided)
        return total, now + total

    def _reading(self, state: TableState) -> float:
        """Return the time for Players to come back and read the ruling on their interrupted round."""
        name, pace = state.info.name, self.pace
        people = state.players - self.presence.company(name)
        if not people:
            return pace.alone_pause
        return pace.pause if people & self.presence.players(name) else max(pace.pause, pace.turn)

    def _all_ready(self, one: _Paced, state: TableState) -> bool:
        """Return whether every person concerned is ready. Bots alone let the clock run, for a person who might come."""
        assert one.wait is not None
        if not one.ready:  # the usual case
            return False
        name = state.info.name
        here, company = self.presence.players(name), self.presence.company(name)
        if one.wait.kind == "next":
            needed = (state.players & here) - company
            if not needed and name not in self._interrupted:  # the Players have left, and are not waited for
                needed = here - company
        elif one.wait.kind == "bets":
            needed = state.players | (frozenset(self.presence.seats(name).values()) & here)
        else:
            return False
        return bool(needed - company) and needed <= one.ready.keys()

    # ---- Acting -----------------------------------------------------------------------------------------------------

    def _deals(self, state: TableState) -> bool:
        """Return whether the program deals a table."""
        return state.info.automatic or bool(self._stands_in(state.info.name))

    async def _ask(self, state: TableState, command: object, version: int | None = None) -> Reply:
        """Send a command in the name of the present dealer: the floor itself, or the program's Dealer."""
        stream = f"table:{state.info.name}"
        if state.info.automatic:
            return await self.desk.by_itself(stream, command, version=version)
        name = self._stands_in(state.info.name)
        if not name:
            return Refusal(Reason.STALE, "A person has taken the table over", ())
        return await self.desk.ask(Request(stream, name, Role.DEALER, command, version=version))

    def _arm(self, name: str, one: _Paced) -> None:
        """Set a table's timer for its deadline.

        A timer that calls before the deadline is left as it is, and set again when it calls: most turns begin long
        before the time of the one before is over.
        """
        runs = one.wait is not None and not one.acting and self._started and self._owns(name)
        if one.timer is not None and not (runs and one.rings <= one.deadline):
            one.timer.cancel()
            one.timer = None
        if runs and one.timer is None and self._timers is not None:
            one.timer, one.rings = self._timers.call_at(one.deadline, self._run_out, name), one.deadline

    def _run_out(self, name: str) -> None:
        one = self._tables[name]
        one.timer = None
        if one.wait is None or one.acting or not self._started or not self._owns(name):
            return
        if one.rings < one.deadline:
            self._arm(name, one)
            return
        one.acting = True
        task = asyncio.get_running_loop().create_task(self._act(name, one, one.wait), name=f"clock of {name}")
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)

    async def _act(self, name: str, one: _Paced, wait: Wait) -> None:
        """Carry out the command of a wait once. If the table has moved on, look at it again."""
        assert self._timers is not None
        look: Callable[[str], None] = self._look  # a commit publishes the pages by itself
        try:
            if one.wait is None or one.wait.key != wait.key:
                return  # the table has moved on since the time ran out
            # A Player's act may be on its way to the floor already: then the table has moved on, and this is refused.
            reply = await self._ask(self.desk.floor.table(name), wait.command, one.version)
            if not isinstance(reply, Refusal):
                await self._lapsed(name, wait)
            elif reply.reason is not Reason.STALE:
                look = self.presence.changed  # publishes the pages that show the clock
                await self._in_vain(name, one, wait, reply)
        except Exception as wrong:
            look = self.presence.changed
            _log.error(
                "the clock of table %s could not act: %s", name, wrong, exc_info=not isinstance(wrong, StoreError)
            )
            one.refused, one.deadline = True, self._timers.time() + self.pace.retry
        finally:
            one.acting = False
            if self._started:
                look(name)

    async def _in_vain(self, name: str, one: _Paced, wait: Wait, refusal: Refusal) -> None:
        """Try a refused act again later; bets that cannot be closed are handed back the second time."""
        assert self._timers is not None
        state = self._state(name)
        back: list[object] = []
        if isinstance(state, BankedTable) and wait.kind == "bets":
            down = bool(state.info.link) and bool(self.desk.floor.link(state.info.link).down)
            back = [*handed_back(state, link_down=down)]
        if one.refused and back and state is not None:
            for command in back:
                reply = await self._ask(state, command)
                if isinstance(reply, Refusal):
                    _log.warning("table %s: chips could not be handed back: %s", name, reply)
        elif not back:
            _log.warning("table %s: %s was refused: %s", name, wait.kind, refusal)
        if one.wait is not None and one.wait.key == wait.key:
            one.refused = not one.refused or not back
            one.total = self.pace.retry
            one.deadline = self._timers.time() + (self.pace.retry if one.refused else 0.0)
            if one.refused and back:
                one.wait = replace(one.wait, then="returns", cites=refusal.cites)

    async def _lapsed(self, name: str, wait: Wait) -> None:
        """Sit out a Player of the poker room after ``LAPSES`` clocks in a row ran out, so that the others can play."""
        state = self._state(name)
        if not isinstance(state, RoomTable) or wait.kind != "turn" or wait.box is None:
            return
        seat = state.engine.seat(wait.box)
        if seat is None or seat.away:
            return
        count = self._lapses[name, seat.player] = self._lapses.get((name, seat.player), 0) + 1
        if count >= LAPSES:
            del self._lapses[name, seat.player]
            await self._ask(state, PlayRoom(room.SitOut(seat.number)))
