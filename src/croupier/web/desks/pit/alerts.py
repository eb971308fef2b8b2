"""Alerts, which stay on the pit's page until a member of staff has dealt with them.

An alert about cash is acknowledged by a command. A claim disappears when it is paid, a failed link when it works again.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from croupier.floor.deciding.cashiering import concerned
from croupier.floor.deciding.permissions import PERMISSIONS, Query
from croupier.floor.house.credentials import Session
from croupier.floor.values import clock, door
from croupier.floor.values.cage import AcknowledgeAlert, DrawerAlert
from croupier.floor.values.table_duty import AnswerCall
from croupier.floor.values.table_kinds import RoomTable
from croupier.web.acting.sessions import may_ask
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitAlert, PitClaim, PitLink


def alerts_of(
    venue: Venue, session: Session, claims: tuple[PitClaim, ...], links: tuple[PitLink, ...]
) -> tuple[PitAlert, ...]:
    """Return the alerts, the most urgent first.

    The order: a clock in doubt and forged rows, calls for a supervisor, claims, failed links, people who may not play,
    trays that do not match, and cash.
    """
    failed = (_of_link(link) for link in links if link.down or link.failing)
    others = (*_of_barred(venue, session), *_of_variance(venue, session))
    calls = _of_calls(venue, session)
    urgent = (*_of_clock(venue, session), *_of_forged(venue, session))
    return (*urgent, *calls, *map(_of_claim, claims), *failed, *others, *_of_cash(venue, session))


def _of_clock(venue: Venue, session: Session) -> Iterator[PitAlert]:
    """Yield the alert of a clock in doubt, during which the floor accepts no commands."""
    doubt, house = venue.floor.doubt(), venue.floor.house()
    if doubt is None:
        return
    state: clock.ClockState = venue.floor.streams[clock.STREAM].state
    may = session.role in PERMISSIONS[clock.ProposeTime] and not state.proposals
    yield PitAlert(
        kind="clock",
        id=f"clock {doubt.reads}",
        at=0,
        reason=clock.alarm(doubt) if house is None else clock.alarm(doubt, house.zone),
        stream=clock.STREAM,
        command={"type": "ProposeTime"} if may else None,
    )


def _of_forged(venue: Venue, session: Session) -> Iterator[PitAlert]:
    """Yield the alerts of forged rows in the sign-in tables, until a manager has acknowledged them."""
    if may_ask(session, Query.PROPOSALS) is not None:
        return
    kept = venue.floor.streams.get(door.STREAM)
    book: door.DoorState = door.DoorState() if kept is None else kept.state
    for one in book.forgeries:
        may = session.role in PERMISSIONS[door.AcknowledgeForgery] and session.account != one.account
        yield PitAlert(
            kind="forged",
            id=f"forged {one.number}",
            at=one.at,
            table=one.table,
            player=one.account,
            reason=one.wrong,
            stream=door.STREAM,
            command={"type": "AcknowledgeForgery", "number": one.number} if may else None,
        )


def _of_calls(venue: Venue, session: Session) -> Iterator[PitAlert]:
    """Yield the Dealers' calls for a supervisor, the longest waiting first."""
    if may_ask(session, Query.PROPOSALS) is not None:
        return
    infos = [venue.floor.table(name).info for name in venue.floor.tables()]
    calls = [(info.call, info) for info in infos if info.call is not UNSET]
    for call, info in sorted(calls, key=lambda one: one[0].since):
        may = session.role in PERMISSIONS[AnswerCall] and session.account != call.dealer
        yield PitAlert(
            kind="call",
            id=f"call {info.name} {call.since}",
            at=call.since,
            table=info.name,
            game=info.game,
            player=call.dealer,
            stream=f"table:{info.name}",
            command={"type": "AnswerCall"} if may else None,
        )


def _of_claim(claim: PitClaim) -> PitAlert:
    return PitAlert(
        kind="claim",
        id=f"claim {claim.table} {claim.box} {claim.entered}",
        at=claim.entered,
        table=claim.table,
        game=claim.game,
        rulebook=claim.rulebook,
        box=claim.box,
        title=claim.title,
        percent=claim.percent,
        amount=claim.amount,
        player=claim.player,
        cites=claim.cites,
    )


def _of_link(link: PitLink) -> PitAlert:
    return PitAlert(
        kind="link" if link.down else "failing",
        id=f"link {link.link} {link.since} {' '.join(link.failing)}",
        at=link.since,
        table=link.link,
        game=link.game,
        rulebook=link.rulebook,
        amount=link.meter,
        reason=link.down or ", ".join(link.failing),
        stream=f"link:{link.link}",
    )


def _of_variance(venue: Venue, session: Session) -> Iterator[PitAlert]:
    """Yield the finished counts that differ from the books and have not been signed for."""
    if may_ask(session, Query.PROPOSALS) is not None:
        return
    for name in venue.floor.tables():
        info = venue.floor.table(name).info
        count = None if info.tray is UNSET else info.tray.count
        if count is not None and count.difference:
            yield PitAlert(
                kind="variance",
                id=f"variance {name} {info.float} {count.difference}",
                at=0,
                table=name,
                game=info.game,
                amount=count.difference,
            )


def _of_barred(venue: Venue, session: Session) -> Iterator[PitAlert]:
    """Yield the people who sit at a table although they have been excluded or locked since they sat down."""
    house = venue.floor.house()
    if house is None or may_ask(session, Query.ACCOUNTS) is not None or may_ask(session, Query.PROPOSALS) is not None:
        return
    day = venue.books.day()
    for account in house.accounts.values():
        excluded = account.exclusion is not None and account.exclusion.on(day)
        if not account.locked and not excluded:
            continue
        why = account.locked or (account.exclusion.reason if account.exclusion is not None else "")
        for table in where(venue, account.name):
            state = venue.floor.table(table)
            yield PitAlert(
                kind="barred",
                id=f"barred {account.name} {table}",
                at=0,
                table=table,
                game=state.info.game,
                player=account.name,
                reason=why,
            )


def where(venue: Venue, player: str) -> tuple[str, ...]:
    """Return the tables at which a Player sits or plays."""
    return tuple(name for name in venue.floor.tables() if player in _there(venue, name))


def _there(venue: Venue, table: str) -> frozenset[str]:
    state = venue.floor.table(table)
    if state.info.anonymous:
        return frozenset()
    if isinstance(state, RoomTable):
        return frozenset(seat.player for seat in state.engine.seats)
    seated = frozenset(one.player for one in venue.pacer.seated(table))
    return seated | (state.players if state.running else frozenset())


def _of_cash(venue: Venue, session: Session) -> Iterator[PitAlert]:
    """Yield the alerts of large cash and of drawers that did not match, which their author may not acknowledge."""
    if may_ask(session, Query.CAGE) is not None or "cage" not in venue.floor.streams:
        return
    for alert in venue.floor.cage().alerts:
        may = session.role in PERMISSIONS[AcknowledgeAlert] and session.account not in concerned(alert)
        told: dict[str, Any] = {
            "id": f"cash {alert.number}",
            "at": venue.books.since("cage", f"alert {alert.number}"),
            "stream": "cage",
            "command": {"type": "AcknowledgeAlert", "number": alert.number} if may else None,
        }
        if isinstance(alert, DrawerAlert):
            total = alert.total or 0
            yield PitAlert(kind="drawer", table=alert.drawer, amount=alert.difference, total=total, **told)
        else:
            yield PitAlert(kind="cash", player=alert.player, way=alert.way, day=alert.day, amount=alert.total, **told)
