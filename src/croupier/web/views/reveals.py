"""The progress of each reveal: the floor as it is known here, and the ends of rounds, shown to each person in stages.

The journal knows a round's end at once, and so may those who work here: staff, auditors, the program's own players.
Players and displays are shown it in stages (:mod:`croupier.web.views.stages`), and until a stage is reached nothing
that they are sent knows more: table, log, wallet, jackpot, lists of rounds. Each person has their own pace: a person
who has shown themselves all, who wants no motion, or who comes back to a table is not kept waiting.

Looking never tells; acting finishes the reveal, so that nobody wagers on what they have not seen.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.floor.house.credentials import Session
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState
from croupier.floor.values.entries import Written
from croupier.floor.values.links import LinkState, MeterMoved
from croupier.floor.values.ports import Notice
from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.money import Cents
from croupier.play.banked import events as banked
from croupier.play.room import events as room
from croupier.rules.terms import Role
from croupier.web.clock.pacing import Timer, Timers
from croupier.web.clock.presence import Presence
from croupier.web.views.stages import CALM, Stage, held_from, stages_of
from croupier.web.views.telling import Moment, RoundTold, Telling

SHOWN: Final = frozenset({Role.PLAYER, Role.DISPLAY})
"""The roles that are shown rounds in stages; all other roles work here."""
Whom = Callable[[Session], bool]
"""A condition on a session."""
_WALLET: Final = "wallet:"
_OPENINGS: Final = frozenset({banked.RoundOpened, room.RoundOpened})
_EARLY: Final = 0.002
"""The seconds by which an event loop may call back before the time: a stage is not missed for it."""


class Seen(Struct, frozen=True):
    """A table as a person may see it now."""

    kept: StreamState
    told: RoundTold
    stage: Stage | None = None
    """The stage of the round's end that is being shown; None if nothing is held back."""


class _Showing(Struct, eq=False):
    """The end of a round that is being shown."""

    order: int
    """The number of rounds' ends that have been shown, with this one."""
    table: str
    link: str
    number: int
    began: float
    stages: tuple[Stage, ...]
    times: tuple[float, ...]
    """The seconds from the beginning, by stage."""
    calm: tuple[float, ...]
    """The seconds from the beginning by stage, without motion."""
    held: dict[str, Cents]
    """The money that the settlement moves into wallets, by Player."""
    players: frozenset[str]
    """The Players of the round. Their pages are checked at every stage, whether or not they have won."""
    before: LinkState | None
    """The jackpot before, if the round has won some of it; None if not.

    Wagers that other tables on the link have put in meanwhile are no secret of this round.
    """
    taken: int
    """The amount by which its awards have moved the meter."""
    done: set[str] = field(default_factory=set)
    """The accounts that have been shown all of it."""
    timer: Timer | None = None

    @property
    def end(self) -> float:
        """The time at which the slowest viewer has seen all of it."""
        return self.began + max(self.times[-1], self.calm[-1])


class Reveals:
    """The state of every table that is known here, and how far its round's end has been shown."""

    def __init__(self, floor: Floor, telling: Telling, presence: Presence, speed: float = 1.0) -> None:
        """Take ``speed``, which stretches every stage; 0 shows all at once."""
        self.floor, self.telling, self.presence, self.speed = floor, telling, presence, speed
        self.on_change: list[Callable[[str, str, Whom, Iterable[str]], None]] = []
        """Callbacks for a table of which some sessions may see more now.

        They get the table; its link if the round has won of its jackpot; a condition for the sessions concerned; and
        the Players of the round, whose wallets it may move.
        """
        self._timers: Timers | None = None
        self._showing: dict[str, _Showing] = {}
        self._owed: dict[str, dict[str, _Showing]] = {}
        """The rounds' ends that move money into a Player's wallet, by Player and table."""
        self._moving: dict[str, dict[str, _Showing]] = {}
        """The rounds' ends that have won some of the jackpot, by link and table."""
        self._shown = 0
        """The number of rounds' ends that have been shown, or begun to be."""
        self._acted: dict[str, int] = {}
        """The value of ``_shown`` at each account's last act, which showed them all rounds so far."""
        self._calm: set[str] = set()
        self._wallets = {
            account.removeprefix(_WALLET): cents
            for account, cents in floor.balances.items()
            if account.startswith(_WALLET)
        }
        self._tables = {name: floor.streams[f"table:{name}"] for name in floor.tables()}
        self._links: dict[str, LinkState] = {
            stream.partition(":")[2]: kept.state for stream, kept in floor.streams.items() if stream.startswith("link:")
        }

    def start(self, timers: Timers) -> None:
        """Show rounds in stages from now on."""
        self._timers = timers

    def stop(self) -> None:
        """Show everything."""
        self._timers = None
        for one in self._showing.values():
            if one.timer is not None:
                one.timer.cancel()
        for kept in (self._showing, self._owed, self._moving):
            kept.clear()

    # ---- Queries of pages -------------------------------------------------------------------------------------------

    def seen(self, table: str, session: Session) -> Seen:
        """Return a table, as far as a person has been shown it."""
        one = self._shown_to(table, session)
        kept = self._tables.get(table)
        if kept is None:  # a table opened just now, whose commit was not announced yet
            return Seen(self.floor.streams[f"table:{table}"], RoundTold())
        if one is None:
            return Seen(kept, self.telling.tables[table])
        stage = one.stages[self._at(one, session.account)]
        moment = stage.moment
        return Seen(StreamState(moment.state, moment.version), moment.told, stage)

    def wallet(self, player: str) -> Cents:
        """Return a Player's money, without what they have not been shown yet."""
        owed = self._owed.get(player, {}).values()
        return self._wallets.get(player, 0) - sum(one.held[player] for one in owed if self._holds_back(one, player))

    def link(self, name: str, session: Session) -> LinkState:
        """Return a jackpot, without awards that a person has not been shown yet."""
        state = self._links[name]
        if session.role not in SHOWN:
            return state
        showing = [one for one in self._moving.get(name, {}).values() if self._holds_back(one, session.account)]
        first = min(showing, key=lambda one: one.began, default=None)
        if first is None or first.before is None:
            return state
        return replace(first.before, meter=state.meter - sum(one.taken for one in showing), down=state.down)

    def version(self, stream: str, session: Session, version: int) -> int:
        """Return the version of a stream that a person may know of."""
        kind, _, table = stream.partition(":")
        one = self._shown_to(table, session) if kind == "table" else None
        return version if one is None else min(version, self.seen(table, session).kept.version)

    def still_shown(self, table: str, number: int, session: Session) -> bool:
        """Return whether a person is still being shown this round."""
        one = self._shown_to(table, session)
        return one is not None and one.number == number

    def until(self, table: str) -> float:
        """Return when all Players at a table have been shown its last round; a time long past if none waits."""
        one = self._showing.get(table)
        if one is None:
            return 0.0
        here = self.presence.players(table)
        waiting = [player for player in here if not self._is_done(one, player)]
        if waiting:
            return one.began + max((one.calm if player in self._calm else one.times)[-1] for player in waiting)
        return one.end if not here and self.presence.watchers(table) else one.began

    def _shown_to(self, table: str, session: Session) -> _Showing | None:
        one = self._showing.get(table)
        if one is None or session.role not in SHOWN or not self._holds_back(one, session.account):
            return None
        return one

    def _holds_back(self, one: _Showing, account: str) -> bool:
        return not self._is_done(one, account) and self._at(one, account) < len(one.stages) - 1

    def _is_done(self, one: _Showing, account: str) -> bool:
        """Return whether an account has skipped to the end, or has acted since it began."""
        return account in one.done or self._acted.get(account, 0) >= one.order

    def _at(self, one: _Showing, account: str) -> int:
        """Return the index of the stage that an account has come to."""
        assert self._timers is not None
        times = one.calm if account in self._calm else one.times
        return bisect_right(times, self._timers.time() - one.began + _EARLY) - 1

    # ---- Hints from people ------------------------------------------------------------------------------------------

    def show_all(self, account: str, table: str = "") -> None:
        """Show an account the end of a round, at one table or at all where one is being shown.

        A Player who acts at one table of many is present at few others: only pages that this changes are told.
        """
        if self._timers is None:
            return
        concerned = {table} if table else {*self.presence.tables(account), *self._owed.get(account, ())}
        ending = [one for name in concerned if (one := self._showing.get(name)) and not self._is_done(one, account)]
        if not table:
            self._acted[account] = self._shown
        for one in ending:
            one.done.add(account)
            self._changed(one, lambda session: session.account == account)

    def be_calm(self, account: str, *, calm: bool) -> None:
        """Turn motion off for an account, or on again."""
        if calm == (account in self._calm):
            return
        (self._calm.add if calm else self._calm.discard)(account)
        for one in [*self._showing.values()]:
            self._arm(one)

    # ---- Commits ----------------------------------------------------------------------------------------------------

    def heard(self, notices: Sequence[Notice]) -> None:
        """Take in a commit; the telling must have heard of it first."""
        won: dict[str, tuple[LinkState, int]] = {}
        for notice in notices:
            self._note_money(notice.entries)
            kind, _, name = notice.stream.partition(":")
            if kind == "link":
                won |= _won(self._links.get(name), notice.entries)
                self._links[name] = notice.entries[-1].after
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            if kind == "table":
                self._tables[name] = StreamState(notice.entries[-1].after, notice.version)
                self._note_table(name, notice, won.get(name))

    def _note_money(self, entries: Iterable[Written]) -> None:
        for one in entries:
            for posting in one.posted:
                if posting.account.startswith(_WALLET):
                    player = posting.account.removeprefix(_WALLET)
                    self._wallets[player] = self._wallets.get(player, 0) + posting.cents

    def _note_table(self, name: str, notice: Notice, won: tuple[LinkState, int] | None) -> None:
        moments = self.telling.moments[name]
        if not _OPENINGS.isdisjoint([type(one.event) for one in moments]):
            self._end(name)
        if self._timers is None or not self.speed or len(moments) < 2:
            return
        stages = stages_of(moments)
        if stages:
            self._end(name)
            self._begin(name, stages, notice, won or (None, 0))

    def _begin(self, name: str, stages: tuple[Stage, ...], notice: Notice, won: tuple[LinkState | None, int]) -> None:
        assert self._timers is not None
        state = stages[-1].moment.state
        times = tuple(accumulate(stage.after / 1_000 * self.speed for stage in stages))
        calm = tuple(at * CALM / 1_000 * self.speed for at in range(len(stages)))
        link, (before, taken), held = state.info.link, won, _held(notice.entries, held_from(stages))
        self._shown += 1
        one = _Showing(
            order=self._shown,
            table=name,
            link=link,
            number=state.engine.rounds,
            began=self._timers.time(),
            stages=stages,
            times=times,
            calm=calm,
            held=held,
            players=held_from(stages).state.players | held.keys(),
            before=before,
            taken=taken,
            done=set(_out_of_it(state)),
        )
        self._showing[name] = one
        for player in one.held:
            self._owed.setdefault(player, {})[name] = one
        if one.before is not None:
            self._moving.setdefault(link, {})[name] = one
        self._arm(one)

    def _arm(self, one: _Showing) -> None:
        assert self._timers is not None
        if one.timer is not None:
            one.timer.cancel()
        now = self._timers.time() - one.began + _EARLY
        times = (*one.times, *one.calm) if self._calm_there(one) else one.times
        ahead = [at for at in times if at > now]
        if ahead:
            one.timer = self._timers.call_at(one.began + min(ahead), self._reached, one)
        else:
            self._end(one.table)

    def _calm_there(self, one: _Showing) -> bool:
        """Return whether a viewer of the round's end wants no motion. Of onlookers only their number is known."""
        if not self._calm:
            return False
        here = self.presence.players(one.table)
        return not self._calm.isdisjoint(here | one.held.keys()) or self.presence.watchers(one.table) > len(here)

    def _reached(self, one: _Showing) -> None:
        if self._showing.get(one.table) is one:
            self._arm(one)
            self._changed(one, lambda session: session.role in SHOWN and session.account not in one.done)

    def _end(self, name: str) -> None:
        one = self._showing.pop(name, None)
        if one is None:
            return
        for player in one.held:
            self._owed[player].pop(name, None)
            if not self._owed[player]:
                del self._owed[player]
        if one.before is not None:
            self._moving[one.link].pop(name, None)
        if one.timer is not None:
            one.timer.cancel()

    def _changed(self, one: _Showing, whom: Whom) -> None:
        link = one.link if one.before is not None else ""
        for told in self.on_change:
            told(one.table, link, whom, one.players)


def _won(before: LinkState | None, entries: Iterable[Written]) -> dict[str, tuple[LinkState, int]]:
    """Return each table that has won some of a link, with the link before and what the awards moved the meter by."""
    moved: dict[str, int] = {}
    for event in (event for one in entries for event in one.events):
        if isinstance(event, MeterMoved) and event.move.award:
            moved[event.table] = moved.get(event.table, 0) + event.after - event.before
    return {} if before is None else {table: (before, by) for table, by in moved.items()}


def _held(entries: Sequence[Written], shown: Moment) -> dict[str, Cents]:
    """Return the money that moves into wallets after the moment that all people are shown at once."""
    held: dict[str, Cents] = {}
    for at, one in enumerate(entries):
        for posting in one.posted:
            if posting.account.startswith(_WALLET) and (at, posting.event) > (shown.entry, shown.index):
                player = posting.account.removeprefix(_WALLET)
                held[player] = held.get(player, 0) + posting.cents
    return held


def _out_of_it(state: TableState) -> frozenset[str]:
    """Return the Players without a wager that the comparison could still decide: they folded, and may see all."""
    if not isinstance(state, BankedTable) or state.engine.round is None:
        return frozenset()
    round_ = state.engine.round
    playing = {share.player for box in round_.boxes if box.in_play for wager in box.wagers for share in wager.shares}
    return state.players - playing
