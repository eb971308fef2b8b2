"""Shift and day reports for their page, with the house edges that have been computed."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.floor.house.credentials import Session
from croupier.floor.reading.reports import SHIFTS, Period, day_period, shift_period
from croupier.floor.values.house import hours_of
from croupier.reports.shift import ShiftReport, ShiftRow, shift_report
from croupier.rulebooks import as_banked, load_rulebook
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role, WagerName
from croupier.web.desks.study.counting import COUNTING, COUNTS, READY
from croupier.web.venue import Venue
from croupier.web.wire.books import ReportDealer, ReportLink, ReportPage, ReportRow, ReportVariance


class KnownEdges:
    """The house edges of games whose odds have been computed; a request for another game starts its computation."""

    def __init__(self) -> None:
        self.counting = False

    def __call__(self, rulebook: str) -> Mapping[str, Fraction] | None:
        """Return the house edge of each wager in a document; None if its odds are not ready."""
        game = load_rulebook(rulebook)
        if isinstance(game, RoomGame) or COUNTS.why_not(as_banked(game)):
            return None
        state = COUNTS.state(game)
        self.counting = self.counting or state == COUNTING
        if state != READY:
            return None
        page = COUNTS.page(game)
        side = {name: edge.fraction for name, edge in page.side_wagers.items() if name != WagerName.JACKPOT}
        return {WagerName.ANTE: page.house_edge.fraction, **side}


def period_of(venue: Venue, day: str, shift: int | None) -> Period:
    """Return a shift, or a whole gaming day; today's if ``day`` is empty. Raises ReportError."""
    hours = hours_of(venue.floor.house())
    named = day or venue.books.day()
    return day_period(named, *hours) if shift is None else shift_period(named, shift, SHIFTS, *hours)


def made(venue: Venue, period: Period, edges: KnownEdges) -> ShiftReport:
    """Return the report of a period, read from journal and ledger. Slow: callers run it in a thread."""
    with venue.floor.store.reading() as reading:
        return shift_report(reading, period, edges)


def report_page(venue: Venue, session: Session, day: str, shift: int | None) -> ReportPage:
    """Return the page of a period. Raises ReportError."""
    period, edges, today = period_of(venue, day, shift), KnownEdges(), venue.books.day()
    found = made(venue, period, edges)
    linked = {state.info.link: state.info.game for state in map(venue.floor.table, venue.floor.tables())}
    return ReportPage(
        me=session.account,
        role=session.role,
        day=day or today,
        shift=shift,
        shifts=SHIFTS,
        today=today,
        now=venue.books.number if (day or today) == today else None,
        begin=period.begin,
        end=period.end,
        rows=tuple(map(_row, found.rows)),
        banked=_row(found.banked),
        games=tuple(map(_row, found.games)),
        dealers=tuple(
            ReportDealer(one.dealer, one.tables, one.time, one.rounds, one.an_hour, one.taken_back, one.corrections)
            for one in found.dealers
        ),
        links=tuple(
            ReportLink(
                one.link,
                linked.get(one.link, ""),
                one.opening,
                one.seed,
                one.contributions,
                one.awards,
                one.seeded,
                one.closing,
            )
            for one in found.links
        ),
        variances=tuple(
            ReportVariance(
                one.table, one.at, one.difference, one.signed, Role(one.role), one.reason, one.count, one.recount
            )
            for one in found.variances
        ),
        rulings=found.rulings,
        voided=found.voided,
        reconciles=found.reconciles,
        counting=edges.counting,
    )


def _row(row: ShiftRow) -> ReportRow:
    return ReportRow(
        table=row.table,
        game=row.game,
        room=row.room,
        open_time=row.open_time,
        rounds=row.rounds,
        an_hour=row.an_hour,
        hands=row.hands,
        drop=row.drop,
        opening=row.opening,
        fills=row.fills,
        credits=row.credits,
        closing=row.closing,
        jackpot=row.jackpot,
        rake=row.rake,
        win=row.win,
        hold=row.hold,
        handle=row.handle,
        average=row.average,
        theoretical=row.theoretical,
        variance=row.variance,
        taken_back=row.taken_back,
        corrections=row.corrections,
    )
