"""The report of a shift or a gaming day: what the books of each table come to, beside what the game's odds expect.

The figures are those of :mod:`croupier.floor.reading.reports`; nothing is counted twice. The theoretical win is what
the Antes and the side wagers lose on average to perfect play, by the exact odds of the document that each round was
played under. Where the odds of a document are not known, there is no theoretical win, never a guess. The jackpot's
wagers are not part of it: what they lose depends on the meter of each round.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

from msgspec import Struct
from sqlalchemy import and_, func, select

from croupier.floor.journal.schema import journal, ledger
from croupier.floor.journal.store import Reading
from croupier.floor.reading.dealers import together
from croupier.floor.reading.reports import Period, TableReport, by_game, report, total
from croupier.money import Cents
from croupier.reports.workbook import Column, Workbook
from croupier.rulebooks import as_banked, load, load_rulebook
from croupier.rules.room import RoomGame
from croupier.rules.terms import WagerName

HOUR: Final = 3_600 * 1_000_000
ALL_BANKED: Final = "all banked tables"

Edges = Callable[[str], Mapping[str, Fraction] | None]
"""A function from a rulebook to the house edge on each wager by name; None where the losses are not known."""


class ShiftRow(Struct, frozen=True):
    """A table in a period; amounts in cents."""

    table: str
    game: str
    room: bool
    open_time: int
    """The time for which the table was open, in microseconds."""
    rounds: int
    voided: int
    hands: int
    drop: Cents
    opening: Cents
    """The tray's contents when the period began, and the table's first opening."""
    fills: Cents
    credits: Cents
    closing: Cents
    jackpot: Cents
    """The House's part in the jackpot."""
    rake: Cents
    win: Cents
    handle: Cents
    theoretical: Cents | None
    variance: Cents
    taken_back: int
    """Acts that were keyed in wrongly and taken back."""
    corrections: int

    @property
    def hold(self) -> float | None:
        """The share of the drop that was won.

        None without a drop, and in the poker room, where the House wins the Rake.
        """
        return self.win / self.drop if self.drop and not self.room else None

    @property
    def an_hour(self) -> float | None:
        """Rounds in an hour of being open."""
        return self.rounds * HOUR / self.open_time if self.open_time else None

    @property
    def average(self) -> Cents | None:
        """The average wager on a hand; None in the poker room."""
        return None if self.room or not self.hands else round(self.handle / self.hands)


class DealerRow(Struct, frozen=True):
    """A Dealer in a period, at all their tables."""

    dealer: str
    tables: tuple[str, ...]
    time: int
    """The time for which they had signed on, in microseconds; 0 if no Dealer signs on."""
    rounds: int
    timed: int
    """The number of those rounds at tables where they had signed on."""
    taken_back: int
    corrections: int

    @property
    def an_hour(self) -> float | None:
        """Rounds in an hour of dealing; None where it is not known how long that was."""
        return self.timed * HOUR / self.time if self.time else None


class LinkRow(Struct, frozen=True):
    """The account of a jackpot in a period."""

    link: str
    opening: Cents
    seed: Cents
    """The seed that the House began it with, and what changed terms put in or took out."""
    contributions: Cents
    awards: Cents
    seeded: Cents
    """The seeds from which it began again after all of it was won."""
    others: Cents
    """The moves of tables that the report is not about; nothing in a report of all tables."""
    closing: Cents

    @property
    def reconciles(self) -> bool:
        """True if the movements explain the meter."""
        moved = self.seed + self.contributions - self.awards + self.seeded + self.others
        return self.opening + moved == self.closing


class VarianceRow(Struct, frozen=True):
    """A count that did not find what the books say."""

    table: str
    at: int
    difference: Cents
    signed: str
    role: str
    reason: str
    count: str = ""
    """The number of the count; empty in earlier books."""
    recount: str = ""
    """The number of the count before it, if it is a recount."""


class ShiftReport(Struct, frozen=True):
    """All tables in a period."""

    period: Period
    rows: tuple[ShiftRow, ...]
    banked: ShiftRow
    """All house-banked tables together."""
    games: tuple[ShiftRow, ...]
    """The tables of each game together, in the order of their first tables."""
    dealers: tuple[DealerRow, ...]
    links: tuple[LinkRow, ...]
    variances: tuple[VarianceRow, ...]
    rulings: int
    voided: int
    reconciles: bool


def shift_report(reading: Reading, period: Period, edges: Edges, table: str = "") -> ShiftReport:
    """Make the report of a period: of all tables, or of one."""
    made = report(reading, period, table)
    banked = [one for one in made if not _among_players(one)]
    whole, links = total(made, period), tuple(_links(reading, period, made, every=not table))
    return ShiftReport(
        period=period,
        rows=tuple(row_of(one, edges) for one in made),
        banked=_row(total(banked, period), edges, False, ALL_BANKED),
        games=tuple(row_of(one, edges) for one in by_game(made, period)),
        dealers=dealers_of(made),
        links=links,
        variances=tuple(variance for one in made for variance in _variances(one)),
        rulings=len(whole.rulings),
        voided=whole.voided,
        reconciles=all(one.reconciles for one in made) and all(one.reconciles for one in links),
    )


def _variances(one: TableReport) -> Iterator[VarianceRow]:
    """Return the counts of a table that found a difference, or were counted again, and the recounts."""
    again = {line.recount for line in one.counts if line.recount}
    for line in one.counts:
        if line.difference or line.recount or (line.count and line.count in again):
            signed = (line.signed, line.role, line.reason)
            yield VarianceRow(one.table, line.at, line.difference, *signed, line.count, line.recount)


def dealers_of(made: Sequence[TableReport]) -> tuple[DealerRow, ...]:
    """List every Dealer, with the tables at which they dealt or entered something."""
    at: dict[str, list[str]] = {}
    for one in made:
        for line in one.dealers:
            at.setdefault(line.dealer, []).append(one.table)
    lines = together(line for one in made for line in one.dealers)
    return tuple(
        DealerRow(one.dealer, tuple(at[one.dealer]), one.time, one.rounds, one.timed, one.taken_back, one.corrections)
        for one in lines
    )


def _among_players(one: TableReport) -> bool:
    return bool(one.game) and isinstance(load(one.game), RoomGame)


def theoretical(one: TableReport, edges: Edges) -> Cents | None:
    """Return what the wagers of a table lose on average to perfect play; None if that is not known."""
    won = Fraction(0)
    for rulebook, played in one.played.items():
        known = edges(rulebook)
        if known is None:
            return None
        won += sum((edge * played.get(wager, 0) for wager, edge in known.items()), Fraction(0))
    return round(won)


def unknown(_rulebook: str) -> None:
    """Return no edges: the default for reports without theoretical results."""


def exact_edges(rulebook: str) -> dict[str, Fraction] | None:
    """Return the house edges of a document; None for a game without odds.

    They are counted now if they never were, which may take minutes.
    """
    from croupier.odds import desk  # NumPy and the counts are loaded only on demand
    from croupier.odds.solver import why_not

    game = load_rulebook(rulebook)
    if isinstance(game, RoomGame) or why_not(as_banked(game)):
        return None
    found = desk.what_if(as_banked(game), {})
    side = {name: edge.fraction for name, edge in found.side_wagers.items()}
    return {WagerName.ANTE.value: found.house_edge.fraction, **side}


def row_of(one: TableReport, edges: Edges) -> ShiftRow:
    """Return a table's report as a row."""
    return _row(one, edges, _among_players(one))


def _row(one: TableReport, edges: Edges, room: bool, name: str = "") -> ShiftRow:
    return ShiftRow(
        table=name or one.table,
        game=one.game,
        room=room,
        open_time=one.open_time,
        rounds=one.rounds,
        voided=one.voided,
        hands=one.hands,
        drop=one.drop,
        opening=one.opening + one.opened,
        fills=one.fills,
        credits=one.credits,
        closing=one.closing,
        jackpot=one.house,
        rake=one.rake,
        win=one.win,
        handle=one.handle,
        theoretical=None if room else theoretical(one, edges),
        variance=one.variance,
        taken_back=one.taken_back,
        corrections=one.corrections,
    )


def _links(reading: Reading, period: Period, made: Sequence[TableReport], *, every: bool) -> Iterator[LinkRow]:
    """Return the accounts of the jackpots of these tables, or of every jackpot that has begun."""
    linked = {one.link for one in made if one.link}
    names = {*linked}
    if every:
        meters = select(ledger.c.account).where(ledger.c.account.startswith("meter:")).distinct()
        names |= {account.partition(":")[2] for account in reading.connection.execute(meters).scalars()}
    for name in sorted(names):
        tables = [one for one in made if one.link == name]
        before, during = _meter(reading, name, 0, period.begin), _meter(reading, name, period.begin, period.end)
        here = {f"link:{name}", *(f"table:{one.table}" for one in tables)}
        opening = sum(before.values())
        if not before and not during and name not in linked:  # the meter began later
            continue
        yield LinkRow(
            link=name,
            opening=opening,
            seed=during.get(f"link:{name}", 0),
            contributions=sum(one.contributions for one in tables),
            awards=sum(one.from_meter for one in tables),
            seeded=sum(one.seeded for one in tables),
            others=sum(cents for stream, cents in during.items() if stream not in here),
            closing=opening + sum(during.values()),
        )


def _meter(reading: Reading, link: str, begin: int, end: int) -> dict[str, Cents]:
    """Return what each stream put into a jackpot or took out of it, from one moment up to another."""
    same = and_(journal.c.stream == ledger.c.stream, journal.c.version == ledger.c.version)
    asked = (
        select(ledger.c.stream, func.sum(ledger.c.cents))
        .join(journal, same)
        .where(ledger.c.account == f"meter:{link}", journal.c.at >= begin, journal.c.at < end)
        .group_by(ledger.c.stream)
    )
    return {stream: int(cents) for stream, cents in reading.connection.execute(asked)}


# ---- As files -------------------------------------------------------------------------------------------------------

_COLUMNS: Final[tuple[Column, ...]] = (
    ("table", "text"),
    ("game", "text"),
    ("hours", "number"),
    ("rounds", "whole"),
    ("an hour", "number"),
    ("hands", "whole"),
    ("drop", "money"),
    ("opening", "money"),
    ("fills", "money"),
    ("credits", "money"),
    ("closing", "money"),
    ("jackpot", "money"),
    ("rake", "money"),
    ("win", "money"),
    ("hold", "share"),
    ("wagered", "money"),
    ("average wager", "money"),
    ("theoretical win", "money"),
    ("variance", "money"),
    ("taken back", "whole"),
    ("corrections", "whole"),
)
_OF_DEALERS: Final[tuple[Column, ...]] = (
    ("dealer", "text"),
    ("tables", "text"),
    ("hours", "number"),
    ("rounds", "whole"),
    ("an hour", "number"),
    ("taken back", "whole"),
    ("corrections", "whole"),
)
By = Literal["table", "game", "dealer"]
"""The subject of a line of a report."""


def _cells(row: ShiftRow) -> tuple[Any, ...]:
    """Return a row's cells in the order of the columns, amounts in cents."""
    return (
        row.table,
        row.game,
        row.open_time / HOUR,
        row.rounds,
        row.an_hour,
        row.hands,
        row.drop,
        row.opening,
        row.fills,
        row.credits,
        row.closing,
        row.jackpot,
        row.rake,
        row.win,
        row.hold,
        row.handle,
        row.average,
        row.theoretical,
        row.variance,
        row.taken_back,
        row.corrections,
    )


def _of_a_dealer(row: DealerRow) -> tuple[Any, ...]:
    hours = row.time / HOUR if row.time else None
    tables = ", ".join(row.tables)
    return (row.dealer, tables, hours, row.rounds, row.an_hour, row.taken_back, row.corrections)


def _listed(made: ShiftReport, by: By) -> tuple[Sequence[Column], list[tuple[Any, ...]]]:
    """Return the columns and lines of a report by table, by game or by Dealer."""
    if by == "dealer":
        return _OF_DEALERS, [_of_a_dealer(row) for row in made.dealers]
    if by == "game":  # a line is a game, without a table's name
        return _COLUMNS[1:], [_cells(row)[1:] for row in made.games]
    return _COLUMNS, [_cells(row) for row in (*made.rows, made.banked)]


def render_csv(made: ShiftReport, by: By = "table") -> str:
    """Write the lines as CSV, amounts in SGD with two decimals.

    A byte order mark at its beginning tells spreadsheets the encoding.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    columns, rows = _listed(made, by)
    writer.writerow(name for name, _ in columns)
    for row in rows:
        writer.writerow(_written(kind, cell) for (_, kind), cell in zip(columns, row, strict=True))
    return "\ufeff" + out.getvalue()


def _written(kind: str, cell: Any) -> str:
    if cell is None:
        return ""
    if kind == "money":
        sign = "-" if cell < 0 else ""
        return f"{sign}{abs(cell) // 100}.{abs(cell) % 100:02}"
    if kind == "number":
        return f"{cell:.2f}"
    return f"{cell:.4f}" if kind == "share" else str(cell)


def render_xlsx(made: ShiftReport) -> bytes:
    """Write the tables, games, Dealers, jackpots and variances as a workbook."""
    book = Workbook()
    book.sheet("Tables", *_listed(made, "table"))
    book.sheet("Games", *_listed(made, "game"))
    book.sheet("Dealers", *_listed(made, "dealer"))
    amounts = ("opening", "seed", "contributions", "awards", "seeded", "others", "closing")
    links: list[Column] = [("link", "text"), *((name, "money") for name in amounts)]
    book.sheet("Jackpots", links, [(one.link, *(getattr(one, name) for name in amounts)) for one in made.links])
    varied = (("table", "text"), ("variance", "money"), ("signed by", "text"), ("role", "text"), ("reason", "text"))
    rows = [(one.table, one.difference, one.signed, one.role, one.reason) for one in made.variances]
    book.sheet("Variances", varied, rows)
    return book.bytes()
