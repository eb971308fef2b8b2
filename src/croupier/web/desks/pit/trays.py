"""Trays, slips and drop boxes, as the viewer may see them."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding.counting import decide_tray, may_recount, signs
from croupier.floor.deciding.permissions import COUNTING, PERMISSIONS, Query
from croupier.floor.house.credentials import Session
from croupier.floor.reading.reports import TableReport, since_opened
from croupier.floor.values import table as tables
from croupier.floor.values import tray as commands
from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.floor.values.tray import (
    CancelSlip,
    Counter,
    ReceiveSlip,
    RecountOrdered,
    SendSlip,
    Tray,
    TrayCount,
    worth,
)
from croupier.money import Cents
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.venue import Venue
from croupier.web.wire.books import (
    TrayBooks,
    TrayBox,
    TrayCounter,
    TrayCountView,
    TrayFinal,
    TrayFound,
    TrayOrdered,
    TrayPerson,
    TrayRow,
    TraySlip,
    TraysPage,
    TrayView,
)
from croupier.web.wire.pit import PitTable

LEVELS: Final = 5
_SEE_BOOKS: Final = frozenset({Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.AUDITOR})
"""The roles that see the result of every count, and therefore do not recount."""
ASKED: Final = (
    commands.CountTray,
    commands.SignCount,
    commands.AbandonCount,
    commands.OrderRecount,
    commands.RequestFill,
    commands.RequestCredit,
    commands.PullBox,
    commands.ReceiveBox,
    commands.CountBox,
    tables.Propose,
    Query.LEDGER,
    Query.CAGE,
)
"""The commands and queries that the page offers to roles that are permitted them."""


def trays_page(venue: Venue, session: Session) -> TraysPage:
    """Return the page of every tray of the house, with the slips and boxes that are under way."""
    states = [venue.floor.table(name) for name in venue.floor.tables()]
    return TraysPage(
        me=session.account,
        role=session.role,
        may=tuple(
            one.value if isinstance(one, Query) else one.__name__ for one in ASKED if session.role in PERMISSIONS[one]
        ),
        trays=tuple(_view(venue, session, state) for state in states),
        slips=slips_of(venue, session),
        boxes=tuple(box for state in states for box in _boxes(session, state)),
    )


def level_of(state: TableState) -> int:
    """Return how full a tray is, from 0 to 5, compared with its content when the table opened."""
    tray, holds = state.info.tray, state.info.float
    opened = holds if tray is UNSET else tray.opened
    if holds <= 0:
        return 0
    return LEVELS if opened <= 0 else max(1, min(LEVELS, round(LEVELS * holds / opened)))


def seen_float(role: Role, state: TableState) -> Cents | None:
    """Return the content of a tray by the books; None for a role that counts it blind."""
    return None if role in COUNTING and state.info.tray is not UNSET else state.info.float


def blind(venue: Venue, role: Role, row: PitTable) -> PitTable:
    """Return a table's row without the sum of its tray if this role counts it."""
    sum_ = seen_float(role, venue.floor.table(row.table))
    return row if sum_ == row.float else replace(row, float=sum_)


def _view(venue: Venue, session: Session, state: TableState) -> TrayView:
    info = state.info
    tray = None if info.tray is UNSET else info.tray
    watches = session.role is not Role.CAGE
    return TrayView(
        table=info.name,
        game=info.game,
        open=info.open,
        running=state.engaged,
        kept=tray is not None,
        empty=info.float == 0,
        level=level_of(state),
        float=seen_float(session.role, state) if watches else None,
        tolerance=0 if tray is None else tray.tolerance,
        cash=tray is not None and tray.cash > 0,
        chips=tuple(sorted(state.engine.policy.chips, reverse=True)),
        rounds=state.engine.rounds,
        dealer=venue.books.dealer(info.name),
        claims=len(info.claims) if isinstance(state, BankedTable) else 0,
        box=1 if tray is None else tray.box,
        count=None if tray is None or tray.count is None or not watches else _count(venue, session, state, tray),
        finals=() if tray is None else tuple(_finals(session, tray)),
        books=None if tray is None else _closing_books(venue, session, state, tray),
        ordered=None if tray is None or tray.ordered is UNSET else _ordered(tray.ordered),
        recounters=() if tray is None else tuple(_recounters(venue, session, state, tray)),
    )


def _finals(session: Session, tray: Tray) -> Iterator[TrayFinal]:
    for one in tray.finals or ():
        if session.role in _SEE_BOOKS or session.account in one.names:
            counted = worth(one.counts)
            yield TrayFinal(
                number=one.number,
                at=one.at,
                shown=one.shown or one.at,
                closing=one.closing,
                counts=one.counts,
                counted=counted,
                books=counted - one.difference,
                difference=one.difference,
                by=one.counted,
                signed=one.signed,
                role=Role(one.role),
                reason=one.reason,
                recount=None if one.recount is UNSET else _ordered(one.recount),
            )


def _ordered(order: RecountOrdered) -> TrayOrdered:
    return TrayOrdered(order.number, order.count, order.by, order.actor, Role(order.role), order.reason)


def _closing_books(venue: Venue, session: Session, state: TableState, tray: Tray) -> TrayBooks | None:
    """Return the books at the last count of a table that has been closed since; None if the viewer may not see them."""
    last = tray.final
    if last is None or state.info.open or tray.count is not None or last.recount is not UNSET:
        return None
    if session.role not in _SEE_BOOKS and session.account not in last.names:
        return None
    shift = venue.books.since_opened(state.info.name, last.number)
    return _books(shift, worth(last.counts) - last.difference)


def _recounters(venue: Venue, session: Session, state: TableState, tray: Tray) -> Iterator[TrayPerson]:
    """Yield the Pit Supervisors of the house for a manager who may order a recount of the last count now."""
    last, house = tray.final, venue.floor.house()
    if last is None or house is None or tray.count is not None or tray.ordered is not UNSET:
        return
    if session.role not in PERMISSIONS[commands.OrderRecount] or session.account in last.names:
        return
    here = venue.floor.worked(house, venue.floor.now()).staff.get(f"table:{state.info.name}", set())
    for account in house.accounts.values():
        if may_recount(account.roles):
            name = account.name
            barred = "signed" if name in last.names else "worked" if name in here else ""
            yield TrayPerson(name, "self" if name == session.account else barred)


def _count(venue: Venue, session: Session, state: TableState, tray: Tray) -> TrayCountView | None:
    count = tray.count
    if count is None:
        return None
    own = count.of(session.account)
    free = len(count.counters) < commands.COUNTERS and session.role in COUNTING
    mine = "again" if own is not None and own.due else "signed" if own is not None else "due" if free else ""
    chips = tuple(sorted(state.engine.policy.chips, reverse=True))
    agreed = count.difference is not None
    if count.recount is not UNSET and own is None and session.account not in count.recount.by:
        mine = ""
    sees = agreed and (own is not None or session.role in _SEE_BOOKS)
    return TrayCountView(
        closing=count.closing,
        counters=tuple(TrayCounter(one.actor, Role(one.role), one.due) for one in count.counters),
        mine=mine,
        chips=chips if mine == "due" else count.again if mine == "again" else (),
        found=_found(venue, session, state, tray, count, count.difference)
        if sees and count.difference is not None
        else None,
        agreed=agreed,
        shown=count.shown or 0,
        number=count.number or "",
        recount="" if count.recount is UNSET else count.recount.count,
    )


def _found(
    venue: Venue, session: Session, state: TableState, tray: Tray, count: TrayCount, difference: Cents
) -> TrayFound:
    with venue.floor.store.reading() as reading:
        shift = since_opened(reading, state.info.name)
    needed = signs(tray, difference)
    return TrayFound(
        rows=tuple(_rows(count)),
        counted=worth(count.counters[0].counts),
        difference=difference,
        books=_books(shift, state.info.float),
        manager=needed is Role.PIT_MANAGER,
        sign=not isinstance(decide_tray(state, session.account, session.role, commands.SignCount("x")), Refusal)
        and session.role in PERMISSIONS[commands.SignCount],
    )


def _books(shift: TableReport, tray: Cents) -> TrayBooks:
    """Return the movements since the table opened, which add up to the content of its tray by the books."""
    return TrayBooks(
        opening=shift.opening,
        fills=shift.fills,
        credits=shift.credits,
        taken=shift.taken,
        paid=shift.paid,
        fixed=shift.fixed,
        sold=shift.drop,
        tray=tray,
        contributions=shift.contributions,
        from_meter=shift.from_meter,
    )


def _rows(count: TrayCount) -> Iterator[TrayRow]:
    numbers = [dict(one.counts) for one in count.counters]
    for chip, _ in _highest_first(count.counters[0]):
        yield TrayRow(chip, tuple(one[chip] for one in numbers), chip in count.recounted)


def _highest_first(counter: Counter) -> list[tuple[Cents, int]]:
    return sorted(counter.counts, reverse=True)


def slips_of(venue: Venue, session: Session) -> tuple[TraySlip, ...]:
    """Return the fills and credits that are under way, with the acts that the viewer may take on each."""
    states = (venue.floor.table(name) for name in venue.floor.tables())
    return tuple(slip for state in states for slip in _slips(session, state))


def _slips(session: Session, state: TableState) -> Iterator[TraySlip]:
    tray = state.info.tray
    for slip in () if tray is UNSET else tray.slips:
        yield TraySlip(
            table=state.info.name,
            game=state.info.game,
            slip=slip.slip,
            fill=slip.fill,
            counts=slip.counts,
            cents=worth(slip.counts),
            asked=slip.asked,
            sent=slip.sent,
            at=slip.at,
            send=_may(session, state, SendSlip(slip.slip)),
            receive=_may(session, state, ReceiveSlip(slip.slip)),
            cancel=_may(session, state, CancelSlip(slip.slip, "x")),
        )


def _may(session: Session, state: TableState, command: SendSlip | ReceiveSlip | CancelSlip) -> bool:
    if session.role not in PERMISSIONS[type(command)]:
        return False
    return not isinstance(decide_tray(state, session.account, session.role, command), Refusal)


def _boxes(session: Session, state: TableState) -> Iterator[TrayBox]:
    tray = state.info.tray
    for box in () if tray is UNSET else tray.boxes:
        names = tuple(name for name, _ in box.counters)
        sealed = bool(box.seal) and box.received is UNSET
        yield TrayBox(
            state.info.name,
            state.info.game,
            box.number,
            names,
            session.account in names,
            box.drop or "",
            sealed,
            box.actor == session.account,
        )
