"""The shift's books, table by table, since when things wait, and how proposals were answered.

All of it is kept from what the desk says after each commit.

Drop and win are those of :func:`croupier.floor.money.reports.table_report`. A report reads every entry of its period;
here the database adds up the shift so far once, when the house opens, and from then on each entry adds its own
movements. So a long shift costs a page nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, get_args

from msgspec import Struct, field
from sqlalchemy import ColumnElement, Select, bindparam, exists, func, or_, select

from croupier.floor.clock import TimeCountersigned, TimeProposed, TimeRejected
from croupier.floor.jackpots.links import (
    TermsCountersigned,
    TermsProposed,
    TermsRejected,
    UpCountersigned,
    UpProposed,
    UpRejected,
)
from croupier.floor.journal.records import SYSTEM, Entry, Written
from croupier.floor.journal.schema import has, journal, ledger
from croupier.floor.journal.store import Reading
from croupier.floor.journal.streams import events_of
from croupier.floor.money.cage import CashCountersigned, CashProposed, CashRejected
from croupier.floor.money.gaming_day import day_of
from croupier.floor.money.reports import SHIFTS, Period, TableReport, shift_period, since_opened
from croupier.floor.people.house import ChangeCountersigned, ChangeProposed, ChangeRejected, hours_of
from croupier.floor.ports import Notice
from croupier.floor.running import Floor
from croupier.floor.tables.kinds import BankedTable, RoomTable
from croupier.floor.tables.table import Countersigned, Proposed, Rejected
from croupier.money import Cents
from croupier.rules.terms import Role

_NOT_PLAY: Final = ("cage", "variance")
"""A movement on one of these, or on a table's box, counts a float or sells chips: nobody has won or lost."""
_BEGAN: Final = {
    "decision": 'DecisionPending","number":{},',
    "proposal": 'Proposed","number":{},',
    "alert": 'Alert","number":{},',
    "down": "LinkWentDown",
}
"""How the journal writes that something became pending."""
_TOLD_FOR: Final = 24 * 60 * 60 * 1_000_000
"""How long somebody is told how their proposals were answered."""
_TOLD: Final = 3
"""The most answers that are shown."""


class Money(Struct):
    """A table in the shift so far, in cents."""

    drop: Cents = 0
    """Cash for which chips were sold."""
    win: Cents = 0
    """What the House won, Rake included, after what it put into the jackpot's meter."""
    rake: Cents = 0


class Signed(Struct, frozen=True):
    """Who signed, in which role and when."""

    role: str
    at: int


class _Noted(Struct):
    """The times kept for a stream."""

    dealer: str = ""
    since: dict[str, int] = field(default_factory=dict)
    """By what is pending: ``decision 3``, ``proposal 2``, ``down``."""
    signed: dict[tuple[int, str], Signed] = field(default_factory=dict)
    """Signatures under claims, by box and name."""


_WRITTEN: Final = ('Rejected","number":', 'ountersigned","number":')
"""How the journal writes that a proposal was answered."""


_REJECTED: Final = Rejected | ChangeRejected | TermsRejected | UpRejected | TimeRejected | CashRejected
_SIGNED: Final = (
    Countersigned | ChangeCountersigned | TermsCountersigned | UpCountersigned | TimeCountersigned | CashCountersigned
)
_ANSWERS: Final = _REJECTED | _SIGNED
"""The events that answer a proposal."""
_ANSWERING: Final = frozenset(get_args(_ANSWERS))
"""Their classes: every event of every act is asked for its own."""
_Proposal = Proposed | ChangeProposed | TermsProposed | UpProposed | TimeProposed | CashProposed


class Answered(Struct, frozen=True):
    """A proposal that has been answered."""

    stream: str
    number: int
    what: str
    """The name of the command that was proposed.

    ``Terms`` for a jackpot's, ``Up`` that its link works again, ``Time`` for the clock's.
    """
    proposer: str
    by: str
    role: str
    at: int
    signed: bool
    reason: str
    """Why it was rejected."""


# What is asked about every stream when the house opens, put together once.

_HERE: Final = journal.c.stream == bindparam("stream")
_SAYS: Final = has(journal.c.events, bindparam("told"))
_LAST_DEALER: Final = (
    select(journal.c.actor)
    .where(_HERE, journal.c.role == Role.DEALER, journal.c.actor != SYSTEM)
    .order_by(journal.c.version.desc())
    .limit(1)
)
# From the latest entry back: what waits has begun to a short while ago, and is not looked for any further.
_LAST_TOLD: Final = (
    select(journal.c.at, journal.c.version).where(_HERE, _SAYS).order_by(journal.c.version.desc()).limit(1)
)
_LAST_BEFORE: Final = select(func.max(journal.c.version)).where(_HERE, journal.c.at < bindparam("begin"))
# Of all streams at once, so that it is found by its time: asked stream by stream, databases go through all of each.
ANSWERED: Final = select(journal.c.stream, journal.c.version).where(
    journal.c.at >= bindparam("at"), or_(*(has(journal.c.events, words) for words in _WRITTEN))
)


def _total(*where: ColumnElement[bool]) -> Select[tuple[Any]]:
    here = (ledger.c.stream == bindparam("stream"), ledger.c.version > bindparam("low"))
    return select(func.coalesce(func.sum(ledger.c.cents), 0)).where(*here, *where)


def _of(account: str) -> ColumnElement[bool]:
    return ledger.c.account == bindparam(account)


_OTHER: Final = ledger.alias()
_COUNTED: Final = exists().where(
    *(_OTHER.c[name] == ledger.c[name] for name in ("stream", "version", "event")),
    or_(_OTHER.c.account.in_(_NOT_PLAY), _OTHER.c.account == bindparam("drop")),
)
"""The same event counts a float or sells chips."""
_RAKE: Final = _total(_of("rake"), ~_COUNTED)
_WON: Final = _total(or_(_of("float"), _of("house")), ~_COUNTED)
_SOLD: Final = _total(_of("drop"), ledger.c.cents > 0)


class Books:
    """Kept for every stream of a floor."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._money: dict[str, Money] = {}
        self._noted: dict[str, _Noted] = {}
        self._answered: dict[str, list[Answered]] = {}
        """By proposer, oldest first."""
        self._opened: dict[str, tuple[str, TableReport]] = {}
        """By table: the number of a count, and the books since the table opened, as they were at that count."""
        self._period = Period("", 0, 0)
        self.number = 0
        with floor.store.reading() as reading:
            self._turn_to(floor.now())
            for name in floor.tables():
                self._money[name] = _so_far(reading, name, self._period)
            for stream in floor.streams:
                self._remember(reading, stream)
            self._keep(self._answers_since(reading, floor.now() - _TOLD_FOR))
            for answers in self._answered.values():
                answers.sort(key=lambda one: one.at)

    # ---- Asking -----------------------------------------------------------------------------------------------------

    def money(self, table: str) -> Money:
        """A table's shift so far."""
        self._turn_to(self.floor.now())
        return self._money.setdefault(table, Money())

    @property
    def period(self) -> Period:
        """The current shift."""
        self._turn_to(self.floor.now())
        return self._period

    def day(self) -> str:
        """The gaming day."""
        return day_of(self.floor.now(), *hours_of(self.floor.house()))

    def dealer(self, table: str) -> str:
        """Who dealt last; empty where the floor deals."""
        return self._of(f"table:{table}").dealer

    def since(self, stream: str, what: str) -> int:
        """When something became pending; 0 if that is not known."""
        return self._of(stream).since.get(what, 0)

    def since_opened(self, table: str, count: str) -> TableReport:
        """Return a table's books since it opened; they are made once for each signed count."""
        kept = self._opened.get(table)
        if kept is None or kept[0] != count:
            with self.floor.store.reading() as reading:
                kept = self._opened[table] = (count, since_opened(reading, table))
        return kept[1]

    def signature(self, table: str, box: int, name: str) -> Signed:
        """When somebody signed for an award; empty if that is not known."""
        return self._of(f"table:{table}").signed.get((box, name), Signed("", 0))

    def answered(self, name: str) -> tuple[Answered, ...]:
        """How somebody's last proposals were answered, newest first."""
        begin = self.floor.now() - _TOLD_FOR
        return tuple(one for one in reversed(self._answered.get(name, ())) if one.at >= begin)[:_TOLD]

    # ---- Keeping ----------------------------------------------------------------------------------------------------

    def heard(self, notices: Sequence[Notice]) -> None:
        """After a commit."""
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            for one in notice.entries:
                self._turn_to(one.entry.at)
                if kind == "table":
                    self._add(name, one)
                self._note(notice.stream, one)
                happened = {*map(type, one.events)}
                if TimeCountersigned in happened:
                    self._begin_again()
                if not _ANSWERING.isdisjoint(happened):
                    with self.floor.store.reading() as reading:
                        self._keep(_answers_in(reading, one.before, one.entry, one.events))

    def _begin_again(self) -> None:
        """Two people have signed for the time, so another shift may be under way."""
        with self.floor.store.reading() as reading:
            self._money = {name: _so_far(reading, name, self._period) for name in self.floor.tables()}

    def _add(self, table: str, written: Written) -> None:
        if not written.posted or written.entry.at < self._period.begin:
            return
        money = self._money.setdefault(table, Money())
        by_event: dict[int, list[tuple[str, Cents]]] = {}
        for one in written.posted:
            by_event.setdefault(one.event, []).append((one.account, one.cents))
        for moved in by_event.values():
            accounts = dict(moved)
            sold = accounts.get(f"drop:{table}", 0)
            money.drop += max(0, sold)
            if sold or any(account in _NOT_PLAY for account in accounts):
                continue
            rake = accounts.get(f"rake:{table}", 0)
            money.rake += rake
            money.win += rake + accounts.get(f"float:{table}", 0) + accounts.get(f"house:{table}", 0)

    def _note(self, stream: str, written: Written) -> None:
        """Whatever waits after an entry and did not before, has begun to wait with it."""
        entry, noted, waiting = written.entry, self._of(stream), set(_waiting(written.after))
        if noted.since or waiting:
            noted.since = {what: at for what, at in noted.since.items() if what in waiting}
            for what in waiting:
                noted.since.setdefault(what, entry.at)
        if entry.role == Role.DEALER and entry.actor != SYSTEM:
            noted.dealer = entry.actor
        claims = getattr(getattr(written.after, "info", None), "claims", ())
        for claim in claims:
            if entry.actor in claim.signed:
                noted.signed.setdefault((claim.box, entry.actor), Signed(entry.role, entry.at))
        if not claims:
            noted.signed.clear()

    def _keep(self, answers: Iterator[Answered]) -> None:
        for one in answers:
            self._answered.setdefault(one.proposer, []).append(one)

    def _of(self, stream: str) -> _Noted:
        return self._noted.setdefault(stream, _Noted())

    def _remember(self, reading: Reading, stream: str) -> None:
        """Read the times of a stream that existed before the house opened."""
        noted, state = self._of(stream), self.floor.streams[stream].state
        if isinstance(state, BankedTable | RoomTable) and not state.info.automatic:
            noted.dealer = reading.connection.execute(_LAST_DEALER, {"stream": stream}).scalar() or ""
        for what in _waiting(state):
            word, _, number = what.partition(" ")
            asked = {"stream": stream, "told": _BEGAN[word].format(number)}
            noted.since[what] = reading.connection.execute(_LAST_TOLD, asked).scalar() or 0

    def _answers_since(self, reading: Reading, at: int) -> Iterator[Answered]:
        """The answers since a moment."""
        for stream, version in reading.connection.execute(ANSWERED, {"at": at}).all():
            if (entry := reading.entry(stream, version)) is not None:
                state = self.floor.streams[stream].state
                yield from _answers_in(reading, state, entry, events_of(state, entry))

    def _turn_to(self, at: int) -> None:
        """A new shift starts from zero."""
        if self._period.begin <= at < self._period.end:
            return
        day = day_of(at, *hours_of(self.floor.house()))
        for number in range(1, SHIFTS + 1):
            period = shift_period(day, number, SHIFTS, *hours_of(self.floor.house()))
            if period.begin <= at < period.end:
                self._period, self.number, self._money = period, number, {}
                return


def _waiting(state: Any) -> Iterator[str]:
    """What is pending on a stream."""
    engine, info = getattr(state, "engine", None), getattr(state, "info", state)
    if engine is not None:
        yield from (f"decision {one.number}" for one in engine.pending)
    yield from (f"proposal {one.number}" for one in getattr(info, "proposals", ()))
    yield from (f"alert {one.number}" for one in getattr(state, "alerts", ()))
    if getattr(state, "down", ""):
        yield "down"


def _so_far(reading: Reading, table: str, period: Period) -> Money:
    """A table's shift as the database adds it up."""
    asked: dict[str, Any] = {"stream": f"table:{table}", "begin": period.begin}
    asked["low"] = reading.connection.execute(_LAST_BEFORE, asked).scalar() or 0
    asked |= {account: f"{account}:{table}" for account in ("rake", "float", "house", "drop")}
    rake, won, sold = (int(reading.connection.execute(total, asked).scalar_one()) for total in (_RAKE, _WON, _SOLD))
    return Money(sold, won + rake, rake)


# ---- How proposals were answered ------------------------------------------------------------------------------------


def _answers_in(reading: Reading, state: Any, entry: Entry, events: Iterable[Any]) -> Iterator[Answered]:
    """The answers that the events of an entry give, each with its proposal from earlier in the stream."""
    for event in events:
        if not isinstance(event, _ANSWERS):
            continue
        signed, reason = (False, event.reason) if isinstance(event, _REJECTED) else (True, "")
        first = _proposal(reading, state, entry.stream, event.number)
        what = _what(first)
        yield Answered(entry.stream, event.number, what, first.actor, entry.actor, entry.role, entry.at, signed, reason)


def _what(first: _Proposal) -> str:
    match first:
        case TermsProposed():
            return "Terms"
        case UpProposed():
            return "Up"
        case TimeProposed():
            return "Time"
        case _:
            return type(first.what).__name__


def _proposal(reading: Reading, state: Any, stream: str, number: int) -> _Proposal:
    asked = {"stream": stream, "told": f'Proposed","number":{number},'}
    entry = reading.entry(stream, reading.connection.execute(_LAST_TOLD, asked).one().version)
    assert entry is not None
    return next(event for event in events_of(state, entry) if isinstance(event, _Proposal) and event.number == number)
