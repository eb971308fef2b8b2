"""Reports of a shift or a gaming day, table by table: made from journal and ledger, and reconciled with them.

The float is followed by the books. What it holds at the end is what it held at the beginning, and what came in and went
out between: floats opened with, fills, credits, floats counted away at a close, what a count then found beyond the
books, chips sold for cash, and what the play won or lost. ``TableReport.reconciles`` adds it up again, and where the
float is a tray of chips it adds the play up too: wagers taken, less what was paid on wagers and the fixed awards.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct
from sqlalchemy import func, or_, select

from croupier.floor.deciding.postings import meter_shares
from croupier.floor.journal import codec
from croupier.floor.journal.schema import journal, ledger
from croupier.floor.journal.store import Reading
from croupier.floor.reading.dealers import DealerLine, Spells, together, who_dealt
from croupier.floor.values.entries import Entry, Posting
from croupier.floor.values.gaming_day import START, ZONE, begins, is_day, next_day
from croupier.floor.values.table import (
    ChipsBought,
    CloseTable,
    Countersigned,
    CreditFloat,
    DropTaken,
    FillFloat,
    FloatMoved,
    OpenTable,
    TableClosedForPlay,
    TableEstablished,
    TableOpenedForPlay,
)
from croupier.floor.values.table_kinds import kind_of_game
from croupier.floor.values.tray import BoxEmptied, CountSigned, SlipReceived, worth
from croupier.money import Cents
from croupier.play.banked import events as banked
from croupier.play.room import events as room
from croupier.rulebooks import load_rulebook
from croupier.rules.document import Cite
from croupier.rules.room import RoomGame
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName

SHIFTS: Final = 3
"""The number of shifts of equal length in a gaming day, unless the House sets another."""


class ReportError(ValueError):
    """A report that cannot be made: the message is a sentence for a person."""


class Period(Struct, frozen=True):
    """A span of time from a moment up to, not including, another; in microseconds since 1970, UTC."""

    name: str
    begin: int
    end: int


def day_period(day: str, start: str = START, zone: str = ZONE) -> Period:
    """Return the period of a gaming day. Raise :class:`ReportError` if the text names no day."""
    if not is_day(day):
        raise ReportError(f"{day[:40]!r} is not a day such as 2026-11-15")
    return Period(day, begins(day, start, zone), begins(next_day(day), start, zone))


def shift_period(day: str, number: int, of: int = SHIFTS, start: str = START, zone: str = ZONE) -> Period:
    """Return the period of a shift of a gaming day, counted from 1. Raise :class:`ReportError` if there is none."""
    if not 1 <= number <= of:
        raise ReportError(f"a gaming day has shifts 1 to {of}")
    whole = day_period(day, start, zone)
    length = whole.end - whole.begin
    return Period(
        f"{day}, shift {number} of {of}",
        whole.begin + length * (number - 1) // of,
        whole.begin + length * number // of,
    )


class RulingLine(Struct, frozen=True):
    """A ruling of the period."""

    at: int
    round: int
    irregularity: str
    ruling: str
    cites: tuple[Cite, ...]


class CountLine(Struct, frozen=True):
    """A count of the tray that was signed in the period."""

    at: int
    closing: bool
    counted: Cents
    difference: Cents
    """The difference from the books; negative if chips were missing."""
    signed: str
    role: str
    reason: str
    count: str = ""
    """The number of the count; empty, like the names, in earlier books."""
    by: tuple[str, ...] = ()
    recount: str = ""
    """The number of the count that this one repeats, if it is a recount; the variances of both stand."""


class SlipLine(Struct, frozen=True):
    """A fill or a credit that was received in the period, with its three names."""

    at: int
    slip: str
    fill: bool
    cents: Cents
    asked: str
    sent: str
    received: str


class BoxLine(Struct, frozen=True):
    """A box of cash that was counted in the period, and the people who counted it."""

    at: int
    number: int
    counted: Cents
    difference: Cents
    by: tuple[str, ...]


class TableReport(Struct):
    """The figures of a table in a period, in cents."""

    table: str
    game: str
    link: str
    period: str
    opening: Cents = 0
    """The amount in the float by the books when the period began."""
    opened: Cents = 0
    """Floats that the table opened with."""
    fills: Cents = 0
    credits: Cents = 0
    closed: Cents = 0
    """Floats counted and taken away at a close."""
    variance: Cents = 0
    """The difference of counts from the books; negative if chips were missing."""
    drop: Cents = 0
    """Cash for which chips were sold, into the table's box."""
    drop_taken: Cents = 0
    """Cash that was taken from the box to the cage."""
    drop_left: Cents = 0
    """Cash in the box at the end, and in boxes on their way to be counted."""
    drop_variance: Cents = 0
    """The difference of boxes counted from the books; negative if cash was missing."""
    win: Cents = 0
    """The amount that the House won at the table, Rake included, after its contributions to the jackpot's meter."""
    rake: Cents = 0
    contributions: Cents = 0
    """Contributions to the jackpot's meter, less those returned with void wagers, in whole cents as the meter shows."""
    awards: Cents = 0
    """Jackpot awards paid, from the meter or from the float."""
    from_meter: Cents = 0
    """The part of the awards that was shares of the meter."""
    seeded: Cents = 0
    """The House's seeds for a meter that restarted after all of it was won; part of the win or loss."""
    handle: Cents = 0
    """Wagers placed, less what was taken back before the close; in the poker room all that was bet and called."""
    rounds: int = 0
    """The number of rounds that ended, including those found void afterwards."""
    voided: int = 0
    """The number of rounds that were found to have no result."""
    closing: Cents = 0
    """The amount in the float by the books at the end."""
    rulings: tuple[RulingLine, ...] = ()
    taken: Cents = 0
    """Wagers that the House kept."""
    paid: Cents = 0
    """Winnings paid on wagers."""
    fixed: Cents = 0
    """Fixed awards, handed out from the tray."""
    house: Cents = 0
    """The House's part in the jackpot, part of the win: contributions, seeds and awards that it bears; negative for
    what it gave. No chip moves for it. In earlier books it was part of the float."""
    hands: int = 0
    """The number of boxes, or seats, that were dealt in, added up over the rounds."""
    played: dict[str, dict[str, Cents]] = {}
    """Wagers against the House that were settled, by rulebook and wager; those of void rounds are not."""
    open_time: int = 0
    """The time that the table was open, in microseconds."""
    counts: tuple[CountLine, ...] = ()
    slips: tuple[SlipLine, ...] = ()
    boxes: tuple[BoxLine, ...] = ()
    taken_back: int = 0
    """The number of acts that were keyed in wrongly and taken back."""
    corrections: int = 0
    """The number of cards, wagers, decisions and acts that were keyed in wrongly and corrected."""
    dealers: tuple[DealerLine, ...] = ()
    """The work of each Dealer."""
    books: str = ""
    """``tray`` if the float was chips alone throughout, ``float`` if it was of earlier books; empty for a sum."""

    @property
    def float_result(self) -> Cents:
        """The effect of the play on the float alone, without Rake and the House's part in a jackpot."""
        return self.win - self.rake - self.house

    @property
    def reconciles(self) -> bool:
        """True if the movements explain the float."""
        moved = self.opened + self.fills - self.credits - self.closed + self.variance - self.drop + self.float_result
        if self.books == "tray" and self.float_result != self.taken - self.paid - self.fixed:
            return False
        return self.opening + moved == self.closing


_WAGERS: Final = (
    banked.WagerPlaced,
    banked.WagerWithdrawn,
    banked.Decided,
    banked.WagerCorrected,
    banked.WagerCounted,
)
"""The events that change the wagers on a layout before settlement, apart from acts taken back and corrected."""


def report(reading: Reading, period: Period, table: str = "") -> list[TableReport]:
    """Return a report for every table on the floor at the end of the period, or for one.

    Raise :class:`ReportError` if there was no such table.
    """
    names = tables_of(reading, period)
    if table and table not in names:
        raise ReportError(f"there was no table {table[:40]} at the end of {period.name}")
    return [table_report(reading, name, period) for name in names if table in {"", name}]


def tables_of(reading: Reading, period: Period) -> list[str]:
    """Return the names of the tables on the floor at the end of a period."""
    asked = select(journal.c.stream).where(journal.c.version == 1, journal.c.at < period.end).order_by(journal.c.stream)
    return [one.partition(":")[2] for one in reading.connection.execute(asked).scalars() if one.startswith("table:")]


def total(reports: list[TableReport], period: Period) -> TableReport:
    """Return the sum of reports as one report of all tables."""
    whole = TableReport("all tables", "", "", period.name)
    for name in TableReport.__struct_fields__:
        if isinstance(getattr(whole, name), int):
            setattr(whole, name, sum(getattr(one, name) for one in reports))
    for one in reports:
        for rulebook, played in one.played.items():
            sums = whole.played.setdefault(rulebook, {})
            for wager, cents in played.items():
                sums[wager] = sums.get(wager, 0) + cents
    for name in ("rulings", "counts", "slips", "boxes"):
        lines = (line for one in reports for line in getattr(one, name))
        setattr(whole, name, tuple(sorted(lines, key=lambda line: line.at)))
    whole.dealers = together(line for one in reports for line in one.dealers)
    return whole


def by_game(reports: list[TableReport], period: Period) -> list[TableReport]:
    """Return one report for the tables of each game, named after it, in the order of their first tables."""
    found = []
    for game in dict.fromkeys(one.game for one in reports):
        whole = total([one for one in reports if one.game == game], period)
        whole.table = whole.game = game
        found.append(whole)
    return found


def table_report(reading: Reading, table: str, period: Period) -> TableReport:
    """Return a table's report of a period."""
    return _report(reading, table, period, *_versions(reading, f"table:{table}", period))


def since_opened(reading: Reading, table: str) -> TableReport:
    """Return a table's report since it opened last: how the books explain what its tray should hold."""
    stream = f"table:{table}"
    opened, entry = 0, None
    for version in _door_versions(reading, stream):
        entry = next(reading.entries(stream, version - 1))
        if _opens(entry):
            opened = version
            break
    begin = 0 if entry is None else entry.at
    last = reading.connection.execute(select(func.max(journal.c.version)).where(journal.c.stream == stream)).scalar()
    return _report(reading, table, Period("since it opened", begin, begin), opened, last or 0)


def _report(reading: Reading, table: str, period: Period, low: int, high: int) -> TableReport:
    """Return the report of a table's entries after one version, up to another."""
    stream = f"table:{table}"
    first = next(reading.entries(stream))
    (established,) = codec.read_events("table", first.schema, first.events)
    assert isinstance(established, TableEstablished)
    game = load_rulebook(established.rulebook)
    kind = kind_of_game(game)
    found = TableReport(table, established.game, established.link, period.name)
    found.opening = _held(reading, stream, f"float:{table}", low)
    found.closing = _held(reading, stream, f"float:{table}", high)
    found.drop_left = sum(_held(reading, stream, f"{where}:{table}", high) for where in ("drop", "box"))
    before = _Tally(TableReport(table, established.game, established.link, ""))
    begun = _round_before(reading, stream, low)
    if begun:
        before.over(_between(reading, stream, begun - 1, low), kind)
    tally = _Tally(found, before)
    tally.open_since = period.begin if _was_open(reading, stream, low) else None
    tally.spells = Spells(who_dealt(reading, stream, low, kind), period.begin)
    chips = established.tolerance is not UNSET or _holds(reading, stream, low, "TrayKept")
    found.books = "tray" if chips else "float"
    tally.over(_between(reading, stream, low, high), kind)
    tally.close(min(period.end, max(reading.latest(), period.begin)))
    return found


def _versions(reading: Reading, stream: str, period: Period) -> tuple[int, int]:
    """Return the last version before a period, and the last one in it."""

    def last(moment: int) -> int:
        asked = select(func.max(journal.c.version)).where(journal.c.stream == stream, journal.c.at < moment)
        return reading.connection.execute(asked).scalar() or 0

    return last(period.begin), last(period.end)


def _held(reading: Reading, stream: str, account: str, version: int) -> Cents:
    """Return the balance of a table's account after a version."""
    asked = select(func.coalesce(func.sum(ledger.c.cents), 0)).where(
        ledger.c.stream == stream, ledger.c.account == account, ledger.c.version <= version
    )
    return int(reading.connection.execute(asked).scalar_one())


def _between(reading: Reading, stream: str, low: int, high: int) -> Iterator[Entry]:
    for entry in reading.entries(stream, low):
        if entry.version > high:
            return
        yield entry


def _round_before(reading: Reading, stream: str, version: int) -> int:
    """Return the version that began the round in play, or just ended, at a version; 0 if there is none."""
    asked = select(func.max(journal.c.version)).where(
        journal.c.stream == stream, journal.c.version <= version, journal.c.events.contains('"RoundOpened"')
    )
    return reading.connection.execute(asked).scalar() or 0


_DOORS: Final = ("TableOpenedForPlay", "TableClosedForPlay", "CountSigned")
"""The events that open a table or close it."""


def _was_open(reading: Reading, stream: str, version: int) -> bool:
    """Return whether a table was open after a version."""
    last = next((one for one in _door_versions(reading, stream) if one <= version), 0)
    return last > 0 and _opens(next(reading.entries(stream, last - 1)))


def _door_versions(reading: Reading, stream: str) -> list[int]:
    """Return the versions of a stream's entries that open or close the table, the last first."""
    told = or_(*(journal.c.events.contains(f'"{name}"') for name in _DOORS))
    asked = select(journal.c.version).where(journal.c.stream == stream, told).order_by(journal.c.version.desc())
    return list(reading.connection.execute(asked).scalars())


def _opens(entry: Entry) -> bool:
    return '"TableOpenedForPlay"' in entry.events or '"closing":false' in entry.events


def _holds(reading: Reading, stream: str, version: int, name: str) -> bool:
    """Return whether a stream has an event of that name up to a version."""
    asked = select(func.count()).where(
        journal.c.stream == stream, journal.c.version <= version, journal.c.events.contains(f'"{name}"')
    )
    return bool(reading.connection.execute(asked).scalar())


class _Settled(Struct, frozen=True):
    """A wager that was settled."""

    wager: WagerName
    staked: Cents
    taken: Cents
    paid: Cents
    fixed: Cents


class _Tally:
    """A table's report that is filled entry by entry."""

    def __init__(self, found: TableReport, before: "_Tally | None" = None) -> None:
        """Take up the round in play when the period began from the tally ``before``: its awards may be undone."""
        self.found = found
        self.meter_awards: frozenset[str] = frozenset() if before is None else before.meter_awards
        """The awards that are shares of the meter, by the rulebook version of the round in play."""
        self.rulebook: str = "" if before is None else before.rulebook
        self.round: int = 0 if before is None else before.round
        """The number of the round in play; 0 until a round begins."""
        self.known: set[int] = set() if before is None else before.ended
        """The rounds that were counted before the period: one that is found void only now ends once more."""
        self.known_void: set[int] = set() if before is None else before.void
        self.ended: set[int] = set()
        self.void: set[int] = set()
        self.paid: dict[int, tuple[Cents, Cents, Cents]] = {} if before is None else dict(before.paid)
        """The awards of the round in play, by box: the whole, the part from the meter, and the House's seed."""
        self.lines: dict[int, list[_Settled]] = {} if before is None else dict(before.lines)
        """The settled wagers of the round in play, by box."""
        self.seats: int = 0 if before is None else before.seats
        """The number of seats that were dealt into the round of the poker room."""
        self.open_since: int | None = None
        self.spells = Spells()
        self.rulings: list[RulingLine] = []

    def over(self, entries: Iterator[Entry], kind: str) -> None:
        """Count entries, one after the other."""
        for entry in entries:
            events = codec.read_events("table" if entry.version == 1 else kind, entry.schema, entry.events)
            self.take(entry, events, codec.read_postings(entry.postings))

    def take(self, entry: Entry, events: tuple[object, ...], postings: tuple[Posting, ...]) -> None:
        """Count an entry with its movements of money."""
        moved: dict[int, dict[str, Cents]] = {}
        for one in postings:
            accounts = moved.setdefault(one.event, {})
            kind = one.account.partition(":")[0]
            accounts[kind] = accounts.get(kind, 0) + one.cents
        self.spells.take(entry, events)
        for at, event in enumerate(events):
            accounts = moved.get(at, {})
            self._money(events, at, event, accounts)
            self._doors(entry, event)
            self._signed_for(entry, event)
            self._play(entry, event, accounts)

    def close(self, end: int) -> None:
        """Finish the report at the end of the period."""
        self._door(False, end)
        self.spells.until(end)
        self.found.dealers = together(self.spells.found.values())
        self.found.taken_back, self.found.corrections = self.spells.taken_back, self.spells.corrections
        self.found.rulings = tuple(self.rulings)
        self.found.rounds, self.found.voided = len(self.ended - self.known), len(self.void - self.known_void)

    def _money(self, events: tuple[object, ...], at: int, event: object, moved: dict[str, Cents]) -> None:
        """Count what moved the float apart from the play."""
        found, cents = self.found, moved.get("float", 0)
        match event:
            case FloatMoved():
                signed = next(one for one in reversed(events[:at]) if isinstance(one, Countersigned))
                self._signed(signed, cents)
            case TableClosedForPlay():
                found.variance += cents
            case ChipsBought():
                found.drop += event.cents
            case DropTaken():
                found.drop_taken += event.cents
            case BoxEmptied():
                found.drop_taken += event.cents - event.difference
                found.drop_variance += event.difference
            case SlipReceived(fill=True):
                found.fills += worth(event.counts)
            case SlipReceived():
                found.credits += worth(event.counts)
            case CountSigned():
                found.variance += cents
            case _:
                found.house += moved.get("house", 0)
                found.win += cents + moved.get("rake", 0) + moved.get("house", 0)
                found.rake += moved.get("rake", 0)

    def _doors(self, entry: Entry, event: object) -> None:
        """Count how long the table is open."""
        match event:
            case TableOpenedForPlay() | CountSigned(closing=False):
                self._door(True, entry.at)
            case TableClosedForPlay() | CountSigned():
                self._door(False, entry.at)
            case _:
                pass

    def _signed_for(self, entry: Entry, event: object) -> None:
        """Collect counts, slips and boxes, with the names under them."""
        found = self.found
        match event:
            case CountSigned():
                head = (entry.at, event.closing, worth(event.counts), event.difference)
                numbers = (event.count or "", event.counted or (), event.recount or "")
                found.counts = (*found.counts, CountLine(*head, event.actor, event.role, event.reason, *numbers))
            case SlipReceived():
                names = (event.asked, event.sent, event.received)
                line = SlipLine(entry.at, event.slip, event.fill, worth(event.counts), *names)
                found.slips = (*found.slips, line)
            case BoxEmptied():
                found.boxes = (
                    *found.boxes,
                    BoxLine(entry.at, event.number, event.cents, event.difference, event.counted),
                )
            case _:
                pass

    def _door(self, opens: bool, at: int) -> None:
        if self.open_since is not None:
            self.found.open_time += at - self.open_since
        self.open_since = at if opens else None

    def _signed(self, signed: Countersigned, cents: Cents) -> None:
        match signed.what:
            case OpenTable():
                self.found.opened += cents
            case FillFloat():
                self.found.fills += cents
            case CreditFloat():
                self.found.credits -= cents
            case CloseTable():
                self.found.closed -= cents
            case _:
                raise AssertionError("no other signature moves a float")

    def _play(self, entry: Entry, event: object, moved: dict[str, Cents]) -> None:
        found = self.found
        match event:
            case banked.RoundOpened() | room.RoundOpened():
                self.round, self.paid, self.lines, self.rulebook = event.number, {}, {}, event.rulebook
                self.seats = len(event.seats) if isinstance(event, room.RoundOpened) else 0
                room_game = isinstance(load_rulebook(event.rulebook), RoomGame)
                self.meter_awards = frozenset() if room_game else meter_shares(event.rulebook)
            case banked.RoundEnded() | room.RoundEnded():
                if self.round not in self.ended | self.known:
                    found.hands += self.seats or len(self.lines)
                    self.spells.round_ended(entry)
                self.ended.add(self.round)
            case banked.RoundVoided() | room.RoundVoided():
                self.void.add(self.round)
                self._undo(set(self.paid))
                self._unsettle(set(self.lines))
            case banked.HandInvalidated():
                self._undo({event.box})
                self._unsettle({event.box})
            case banked.WagerSettled():
                self._settle(event)
            case banked.JackpotFed() | banked.JackpotUnfed():
                found.contributions += moved.get("meter", 0)
            case banked.JackpotPaid():
                of_meter = event.amount if event.award in self.meter_awards else 0
                paid = (event.amount, of_meter, of_meter + moved.get("meter", 0))
                self._award(event.box, paid)
            case room.Acted() | room.BlindPosted():
                found.handle += event.amount
            case room.BetReturned():
                found.handle -= event.amount
            case room.ActTakenBack():
                found.handle -= sum(one.amount for one in event.act if isinstance(one, room.Acted))
                found.handle += sum(one.amount for one in event.act if isinstance(one, room.BetReturned))
            case room.ActCorrected():
                found.handle += event.after.amount - event.before.amount
            case banked.IrregularityRuled() | room.IrregularityRuled():
                line = RulingLine(entry.at, self.round, event.irregularity, event.ruling.value, event.cites)
                self.rulings.append(line)
            case banked.ActTakenBack() | banked.DecisionCorrected():
                found.handle += moved.get("layout", 0)
            case _ if isinstance(event, _WAGERS):
                found.handle += moved.get("layout", 0)
            case _:
                pass

    def _settle(self, line: banked.WagerSettled) -> None:
        """Count a wager that was won or lost; a share of the meter is not paid from the tray."""
        paid = 0 if line.award in self.meter_awards else line.paid
        settled = _Settled(
            line.wager,
            0 if line.result is Result.VOID else line.staked,
            line.staked - line.returned,
            0 if line.award else paid,
            paid if line.award else 0,
        )
        self.lines.setdefault(line.box, []).append(settled)
        self._count_settled(settled, 1)

    def _count_settled(self, settled: _Settled, sign: int) -> None:
        found = self.found
        found.taken += sign * settled.taken
        found.paid += sign * settled.paid
        found.fixed += sign * settled.fixed
        played = found.played.setdefault(self.rulebook, {})
        played[settled.wager.value] = played.get(settled.wager.value, 0) + sign * settled.staked

    def _unsettle(self, boxes: set[int]) -> None:
        """Take back the settled wagers of hands that turned out to have no result."""
        for box in boxes:
            for settled in self.lines.pop(box, []):
                self._count_settled(settled, -1)

    def _award(self, box: int, paid: tuple[Cents, Cents, Cents], sign: int = 1) -> None:
        """Count the award of a hand, which has at most one; -1 takes it back."""
        self.paid[box] = paid
        self.found.awards += sign * paid[0]
        self.found.from_meter += sign * paid[1]
        self.found.seeded += sign * paid[2]

    def _undo(self, boxes: set[int]) -> None:
        """Take back the awards of hands that turned out to have no result."""
        for box in boxes & self.paid.keys():
            self._award(box, self.paid[box], -1)
            del self.paid[box]
