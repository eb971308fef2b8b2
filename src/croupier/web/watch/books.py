"""The books of the shift by table, the times since which things wait, and the answers to proposals.

All of them are updated from the notices of each commit.

Drop and win are those of :func:`croupier.floor.reading.reports.table_report`. A report reads every entry of its period.
Here the database adds up the shift so far once, when the house opens; from then on each entry adds its own movements. A
page therefore costs the same however long the shift is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, get_args

from msgspec import Struct, field
from sqlalchemy import ColumnElement, Select, bindparam, exists, func, or_, select

from croupier.floor.journal.schema import has, journal, ledger
from croupier.floor.journal.store import Reading
from croupier.floor.reading.reports import SHIFTS, Period, TableReport, shift_period, since_opened
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import events_of
from croupier.floor.values.cage import CashCountersigned, CashProposed, CashRejected
from croupier.floor.values.clock import TimeCountersigned, TimeProposed, TimeRejected
from croupier.floor.values.entries import SYSTEM, Entry, Written
from croupier.floor.values.gaming_day import day_of
from croupier.floor.values.house import ChangeCountersigned, ChangeProposed, ChangeRejected, hours_of
from croupier.floor.values.links import (
    TermsCountersigned,
    TermsProposed,
    TermsRejected,
    UpCountersigned,
    UpProposed,
    UpRejected,
)
from croupier.floor.values.ports import Notice
from croupier.floor.values.table import Countersigned, Proposed, Rejected
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.money import Cents
from croupier.rules.terms import Role

_NOT_PLAY: Final = ("cage", "variance")
"""The accounts of movements that are not play: an event that moves one of them counts a float or sells chips."""
_BEGAN: Final = {
    "decision": 'DecisionPending","number":{},',
    "proposal": 'Proposed","number":{},',
    "alert": 'Alert","number":{},',
    "down": "LinkWentDown",
}
"""The text in the journal that marks the beginning of a wait."""
_TOLD_FOR: Final = 24 * 60 * 60 * 1_000_000
"""The time for which a proposer is shown the answers to their proposals, in microseconds."""
_TOLD: Final = 3
"""The most answers that a proposer is shown."""


class Money(Struct):
    """The sums of a table in the shift so far, in cents."""

    drop: Cents = 0
    """Cash for which chips were sold."""
    win: Cents = 0
    """The House's win including Rake, less its payments into the jackpot's meter."""
    rake: Cents = 0


class Signed(Struct, frozen=True):
    """The role and the time of a signature."""

    role: str
    at: int


class _Noted(Struct):
    """The times that are recorded for a stream."""

    dealer: str = ""
    since: dict[str, int] = field(default_factory=dict)
    """The beginning of each wait, by its name: ``decision 3``, ``proposal 2``, ``down``."""
    signed: dict[tuple[int, str], Signed] = field(default_factory=dict)
    """Signatures under claims, by box and name."""


_WRITTEN: Final = ('Rejected","number":', 'ountersigned","number":')
"""The text in the journal that marks the answer to a proposal."""


_REJECTED: Final = Rejected | ChangeRejected | TermsRejected | UpRejected | TimeRejected | CashRejected
_SIGNED: Final = (
    Countersigned | ChangeCountersigned | TermsCountersigned | UpCountersigned | TimeCountersigned | CashCountersigned
)
_ANSWERS: Final = _REJECTED | _SIGNED
"""The events that answer a proposal."""
_ANSWERING: Final = frozenset(get_args(_ANSWERS))
"""The classes of those events, for a fast check of every event."""
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


# The queries about each stream when the house opens, built once.

_HERE: Final = journal.c.stream == bindparam("stream")
_SAYS: Final = has(journal.c.events, bindparam("told"))
_LAST_DEALER: Final = (
    select(journal.c.actor)
    .where(_HERE, journal.c.role == Role.DEALER, journal.c.actor != SYSTEM)
    .order_by(journal.c.version.desc())
    .limit(1)
)
# From the latest entry back: a wait has mostly begun a short while ago, so that the search ends soon.
_LAST_TOLD: Final = (
    select(journal.c.at, journal.c.version).where(_HERE, _SAYS).order_by(journal.c.version.desc()).limit(1)
)
_LAST_BEFORE: Final = select(func.max(journal.c.version)).where(_HERE, journal.c.at < bindparam("begin"))
# One query for all streams uses the index by time; a query for each stream would scan all its entries.
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
"""True for a movement whose event counts a float or sells chips."""
_RAKE: Final = _total(_of("rake"), ~_COUNTED)
_WON: Final = _total(or_(_of("float"), _of("house")), ~_COUNTED)
_SOLD: Final = _total(_of("drop"), ledger.c.cents > 0)


class Books:
    """The books, waits and answers of every stream of a floor."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._money: dict[str, Money] = {}
        self._noted: dict[str, _Noted] = {}
        self._answered: dict[str, list[Answered]] = {}
        """The answers by proposer, oldest first."""
        self._opened: dict[str, tuple[str, TableReport]] = {}
        """By table: the number of its last count, and the books from its opening to that count."""
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
        """Return the sums of a table in the shift so far."""
        self._turn_to(self.floor.now())
        return self._money.setdefault(table, Money())

    @property
    def period(self) -> Period:
        """The current shift."""
        self._turn_to(self.floor.now())
        return self._period

    def day(self) -> str:
        """Return the current gaming day."""
        return day_of(self.floor.now(), *hours_of(self.floor.house()))

    def dealer(self, table: str) -> str:
        """Return the person who dealt last at a table; empty where the floor deals."""
        return self._of(f"table:{table}").dealer

    def since(self, stream: str, what: str) -> int:
        """Return the time at which a wait began; 0 if it is not known."""
        return self._of(stream).since.get(what, 0)

    def since_opened(self, table: str, count: str) -> TableReport:
        """Return a table's books since it opened, computed once for each signed count."""
        kept = self._opened.get(table)
        if kept is None or kept[0] != count:
            with self.floor.store.reading() as reading:
                kept = self._opened[table] = (count, since_opened(reading, table))
        return kept[1]

    def signature(self, table: str, box: int, name: str) -> Signed:
        """Return the role and time of a person's signature for an award; an empty one if it is not known."""
        return self._of(f"table:{table}").signed.get((box, name), Signed("", 0))

    def answered(self, name: str) -> tuple[Answered, ...]:
        """Return the answers to a person's last proposals, newest first."""
        begin = self.floor.now() - _TOLD_FOR
        return tuple(one for one in reversed(self._answered.get(name, ())) if one.at >= begin)[:_TOLD]

    # ---- Keeping ----------------------------------------------------------------------------------------------------

    def heard(self, notices: Sequence[Notice]) -> None:
        """Update the books from the notices of a commit."""
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
        """Compute the sums again, because a signed change of the clock may have changed the shift."""
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
        """Record the time of an entry for each wait that began with it, and drop the waits that ended."""
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
        """Read the times of a stream from before the house opened."""
        noted, state = self._of(stream), self.floor.streams[stream].state
        if isinstance(state, BankedTable | RoomTable) and not state.info.automatic:
            noted.dealer = reading.connection.execute(_LAST_DEALER, {"stream": stream}).scalar() or ""
        for what in _waiting(state):
            word, _, number = what.partition(" ")
            asked = {"stream": stream, "told": _BEGAN[word].format(number)}
            noted.since[what] = reading.connection.execute(_LAST_TOLD, asked).scalar() or 0

    def _answers_since(self, reading: Reading, at: int) -> Iterator[Answered]:
        """Yield the answers since a time."""
        for stream, version in reading.connection.execute(ANSWERED, {"at": at}).all():
            if (entry := reading.entry(stream, version)) is not None:
                state = self.floor.streams[stream].state
                yield from _answers_in(reading, state, entry, events_of(state, entry))

    def _turn_to(self, at: int) -> None:
        """Start the sums from zero if another shift has begun."""
        if self._period.begin <= at < self._period.end:
            return
        day = day_of(at, *hours_of(self.floor.house()))
        for number in range(1, SHIFTS + 1):
            period = shift_period(day, number, SHIFTS, *hours_of(self.floor.house()))
            if period.begin <= at < period.end:
                self._period, self.number, self._money = period, number, {}
                return


def _waiting(state: object) -> Iterator[str]:
    """Yield the name of each wait on a stream."""
    engine, info = getattr(state, "engine", None), getattr(state, "info", state)
    if engine is not None:
        yield from (f"decision {one.number}" for one in engine.pending)
    yield from (f"proposal {one.number}" for one in getattr(info, "proposals", ()))
    yield from (f"alert {one.number}" for one in getattr(state, "alerts", ()))
    if getattr(state, "down", ""):
        yield "down"


def _so_far(reading: Reading, table: str, period: Period) -> Money:
    """Return the sums of a table in the shift so far, added up by the database."""
    asked: dict[str, object] = {"stream": f"table:{table}", "begin": period.begin}
    asked["low"] = reading.connection.execute(_LAST_BEFORE, asked).scalar() or 0
    asked |= {account: f"{account}:{table}" for account in ("rake", "float", "house", "drop")}
    rake, won, sold = (int(reading.connection.execute(total, asked).scalar_one()) for total in (_RAKE, _WON, _SOLD))
    return Money(sold, won + rake, rake)


# ---- How proposals were answered ------------------------------------------------------------------------------------


def _answers_in(reading: Reading, state: object, entry: Entry, events: Iterable[object]) -> Iterator[Answered]:
    """Yield the answers among the events of an entry, each with its proposal from earlier in the stream."""
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


def _proposal(reading: Reading, state: object, stream: str, number: int) -> _Proposal:
    asked = {"stream": stream, "told": f'Proposed","number":{number},'}
    entry = reading.entry(stream, reading.connection.execute(_LAST_TOLD, asked).one().version)
    assert entry is not None
    return next(event for event in events_of(state, entry) if isinstance(event, _Proposal) and event.number == number)
