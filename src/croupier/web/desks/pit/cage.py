"""The cage's page, and its log of cash as a report."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from croupier.floor.deciding.cashiering import moves
from croupier.floor.deciding.claiming import hand_of
from croupier.floor.deciding.permissions import PERMISSIONS, Query
from croupier.floor.deciding.postings import CAGE
from croupier.floor.house.credentials import Session
from croupier.floor.reading.cash_log import CashLine, cash_log, patrons
from croupier.floor.reading.reports import Period, ReportError, day_period
from croupier.floor.values import cage as commands
from croupier.floor.values import tray
from croupier.floor.values.cage import CageState, Drawer, Drawers
from croupier.floor.values.gaming_day import is_day
from croupier.floor.values.house import hours_of
from croupier.floor.values.table_kinds import BankedTable
from croupier.money import Cents
from croupier.notation.speech import spoken
from croupier.reports.cash import render_cash
from croupier.rules.terms import Role
from croupier.web.desks.csv_rows import csv_head, csv_lines
from croupier.web.desks.pit.trays import slips_of
from croupier.web.venue import Venue
from croupier.web.wire.cage import (
    CageClaim,
    CageClose,
    CageDrawer,
    CagePage,
    CageProposal,
    CageTable,
    CageTerms,
    CashReport,
)

SHOWN: Final = 60
"""The most acts of the day that the page has; the report has them all."""
MOST_NAMES: Final = 300
ASKED: Final = (
    commands.OpenDrawer,
    commands.CashIn,
    commands.ProposeCash,
    commands.CountersignCash,
    commands.AcknowledgeAlert,
    tray.CountBox,
)
"""The commands that the page offers to roles that are permitted them."""


def cage_page(venue: Venue, session: Session) -> CagePage:
    """Return the page of the cage in its present state."""
    state, day = venue.floor.cage(), venue.books.day()
    drawers = None if state.drawers is UNSET else state.drawers
    lines = _lines(venue, day)
    names = [one for one in sorted({*_accounts(venue), *(line.person for line in lines)}) if one and one[0] not in "#~"]
    return CagePage(
        me=session.account,
        role=session.role,
        may=tuple(one.__name__ for one in ASKED if session.role in PERMISSIONS[one]),
        day=day,
        terms=None if drawers is None else _terms(state, drawers),
        holds=venue.floor.balances.get(CAGE, 0) if _sees_books(session) else None,
        drawers=() if drawers is None else tuple(_drawer(session, one) for one in drawers.open),
        closed=() if drawers is None else tuple(_closed(session, drawers)),
        proposals=tuple(waiting_at(venue, session)),
        tables=tuple(_tables(venue)),
        claims=tuple(_claims(venue, session, state)),
        owed=0 if state.claims is UNSET else state.claims.owed,
        won=sum(venue.floor.balances.get(f"slips:{name}", 0) for name in venue.floor.tables()),
        slips=slips_of(venue, session),
        log=tuple(reversed(lines))[:SHOWN],
        patrons=patrons(lines, state.alert_from)[:SHOWN],
        alerts=len(state.alerts),
        accounts=tuple(names[:MOST_NAMES]),
    )


def _sees_books(session: Session) -> bool:
    """Return whether the viewer sees the cage's content by the books; such a person does not count it."""
    return session.role in PERMISSIONS[Query.LEDGER]


def _accounts(venue: Venue) -> Iterator[str]:
    house = venue.floor.house()
    if house is not None:
        return (one.name for one in house.accounts.values() if Role.PLAYER in one.roles)
    return (name.partition(":")[2] for name in venue.floor.balances if name.startswith("wallet:"))


def _terms(state: CageState, drawers: Drawers) -> CageTerms:
    terms = drawers.terms
    return CageTerms(terms.two_from, terms.identify_from, terms.tolerance, state.alert_from, terms.notes)


def _drawer(session: Session, drawer: Drawer) -> CageDrawer:
    count = drawer.count
    counted = () if count is None else tuple(name for name, _ in count.counters)
    teller = session.role in PERMISSIONS[commands.CountDrawer] and not _sees_books(session)
    second = count is not None and (not count.to or not counted or session.account == count.to)
    mine = drawer.holder == session.account if count is None else session.account not in counted and second
    others = drawer.holder != session.account and session.account not in counted
    return CageDrawer(
        name=drawer.name,
        holder=drawer.holder,
        since=drawer.since,
        float=drawer.float,
        moves=drawer.moves,
        holds=drawer.holds if _sees_books(session) else None,
        to="" if count is None else count.to,
        counted=counted,
        counting=count is not None,
        count=teller and mine,
        abandon=count is not None and others and session.role in PERMISSIONS[commands.AbandonDrawerCount],
    )


def _closed(session: Session, drawers: Drawers) -> Iterator[CageClose]:
    """Yield the closed drawers that the viewer may see: a cashier their own counts, every other role all of them."""
    for one in reversed(drawers.closed):
        if session.account in one.by or session.role is not Role.CAGE:
            yield CageClose(one.drawer, one.at, one.counted, one.difference, one.by)


def waiting_at(venue: Venue, session: Session) -> Iterator[CageProposal]:
    """Yield the proposals that wait at the cage for a second signature; none if the viewer may not see the cage."""
    if session.role not in PERMISSIONS[Query.CAGE] or "cage" not in venue.floor.streams:
        return
    state = venue.floor.cage()
    for one in state.proposals:
        what, document, table, reason = one.what, "", "", ""
        cents: Cents
        match what:
            case commands.FillDrawer():
                who, cents = what.drawer, what.cents
            case commands.VoidCash():
                drawers = state.drawers
                act = None if drawers is UNSET else drawers.act(what.number)
                who = "" if act is None else act.act.name or act.act.person
                cents, reason = 0 if act is None else -act.act.cents, what.reason
            case commands.CashIn() | commands.CashOut():
                who, cents = what.player, moves(what)
            case commands.PayClaim():
                claim = None if state.claims is UNSET else state.claims.claim(what.claim)
                table = what.claim
                who, cents, document = what.name, -claim.cents if claim is not None else 0, what.document
            case _:
                who, cents, document, table = what.name, moves(what), what.document, what.table
        signs = session.role in PERMISSIONS[commands.CountersignCash] and session.account not in (one.actor, who)
        yield CageProposal(
            number=one.number,
            what=type(what).__name__,
            who=who,
            document=document,
            table=table,
            cents=cents,
            reason=reason,
            by=one.actor,
            role=one.role,
            at=venue.books.since("cage", f"proposal {one.number}"),
            own=one.actor == session.account,
            sign={"type": "CountersignCash", "number": one.number} if signs else None,
            reject={"type": "RejectCash", "number": one.number}
            if session.role in PERMISSIONS[commands.RejectCash]
            else None,
        )


def _tables(venue: Venue) -> Iterator[CageTable]:
    for name in _halls(venue):
        chips = tuple(sorted(venue.floor.table(name).engine.policy.chips, reverse=True))
        yield CageTable(name, chips)


CLOSED: Final = 20
"""The most closed claims that the page has."""


def _claims(venue: Venue, session: Session, state: CageState) -> Iterator[CageClaim]:
    """Yield the open claims, and those that were closed last."""
    if state.claims is UNSET:
        return
    paying = {one.what.claim: one.actor for one in state.proposals if isinstance(one.what, commands.PayClaim)}
    for claim in (*state.claims.open, *state.claims.closed[:CLOSED]):
        table = venue.floor.table(claim.table)
        here = next((one for one in table.info.claims if one.box == claim.box), None)
        waits = claim.state == "registered" and here is not None
        act = None if claim.paid is None else claim.paid.act
        yield CageClaim(
            number=claim.number,
            table=claim.table,
            rulebook=table.engine.rulebook,
            round=claim.round,
            box=claim.box,
            title=spoken(claim.award) if claim.award else "",
            hand=claim.hand or (hand_of(table, claim.box) if waits and isinstance(table, BankedTable) else ""),
            cents=claim.cents,
            state=claim.state,
            registered=claim.registered,
            since=claim.since,
            signed=here.signed if waits and here is not None else claim.signed,
            paying=paying.get(claim.number, ""),
            paid_by=() if act is None else (act.first, act.second),
            paid_to="" if act is None else act.name,
            mine=claim.state == "owed"
            and session.role in PERMISSIONS[commands.ProposeCash]
            and session.account not in claim.signed,
        )


def _halls(venue: Venue) -> tuple[str, ...]:
    """Return the tables whose Players are anonymous and have no wallets."""
    return tuple(name for name in venue.floor.tables() if venue.floor.table(name).info.anonymous)


# ---- The log --------------------------------------------------------------------------------------------------------


def _lines(venue: Venue, day: str) -> tuple[CashLine, ...]:
    with venue.floor.store.reading() as reading:
        return cash_log(reading, _period(venue, day), _halls(venue))


def _period(venue: Venue, day: str) -> Period:
    return day_period(day, *hours_of(venue.floor.house()))


def cash_report(venue: Venue, session: Session, day: str, person: str) -> CashReport:
    """Return the cash log of a gaming day, or one person's part of it. Raises :class:`ReportError`."""
    if day and not is_day(day):
        raise ReportError(f"{day[:40]!r} is not a day such as 2026-11-15")
    today = venue.books.day()
    lines = _lines(venue, day or today)
    state = venue.floor.cage()
    found = patrons(lines, state.alert_from)
    if person:
        lines = tuple(line for line in lines if line.person == person)
        found = tuple(one for one in found if one.person == person)
        if not lines:
            raise ReportError(f"{person[:40]!r} has moved no cash on {day or today}")
    return CashReport(
        session.account, session.role, venue.name, day or today, today, state.alert_from, person, lines, found
    )


def cash_csv(report: CashReport) -> str:
    """Return the lines of a report as CSV, one per row."""
    return csv_head(CashLine) + csv_lines(report.lines)


def cash_workbook(venue: Venue, report: CashReport) -> bytes:
    """Return the sums and the lines of a report as a workbook."""
    _, zone = hours_of(venue.floor.house())
    return render_cash(report.lines, report.patrons, zone)
