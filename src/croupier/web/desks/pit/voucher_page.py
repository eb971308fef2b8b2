"""The page of claims, vouchers and counts."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.deciding.permissions import PERMISSIONS, Query
from croupier.floor.house.credentials import Session
from croupier.floor.reading.vouchers import CARRIED_TOO_LONG, STEPS, Voucher
from croupier.floor.values import tray
from croupier.notation.speech import spoken
from croupier.web.venue import Venue
from croupier.web.wire.books import VoucherRow, VouchersPage

SHOWN: Final = 100
"""The most closed objects that the page has; any other is found by its number."""
_NAMES_A_PERSON: Final = frozenset({"second_name", "paid"})


def vouchers_page(venue: Venue, session: Session) -> VouchersPage:
    """Return the page of claims, vouchers and counts as the viewer may see them."""
    known = venue.vouchers.all
    opened = [one for one in known if one.open]
    closed = [one for one in known if not one.open]
    claims = venue.floor.cage().claims if "cage" in venue.floor.streams else UNSET
    sees = session.role in PERMISSIONS[Query.CAGE]
    return VouchersPage(
        me=session.account,
        role=session.role,
        rows=tuple(row_of(venue, session, one) for one in (*opened, *closed[:SHOWN])),
        closed=len(closed),
        owed=claims.owed if sees and claims is not UNSET else None,
        won=sum(venue.floor.balances.get(f"slips:{name}", 0) for name in venue.floor.tables()) if sees else None,
    )


def row_of(venue: Venue, session: Session, one: Voucher) -> VoucherRow:
    """Return a row without the details that the viewer may not see.

    The person who receives a box reads its seal from the box itself. Only the cage sees the names of persons.
    """
    history, person, seal = one.history, one.person, one.seal
    if session.role not in PERMISSIONS[Query.CAGE]:
        person = ""
        history = tuple(replace(step, note="") if step.what in _NAMES_A_PERSON else step for step in history)
    if one.state == "pulled" and session.role in PERMISSIONS[tray.ReceiveBox]:
        seal = ""
        history = tuple(replace(step, note="") if step.what == "pulled" else step for step in history)
    table = venue.floor.table(one.table) if venue.has_table(one.table) else None
    return VoucherRow(
        number=one.number,
        kind=one.kind,
        table=one.table,
        game="" if table is None else table.info.game,
        box=one.box,
        title=spoken(one.title) if one.title else "",
        counts=one.counts,
        cents=one.cents,
        state=one.state,
        done=one.done,
        of=STEPS[one.kind],
        open=one.open,
        wrong=one.wrong,
        late=one.state == "pulled" and venue.floor.now() - one.since > CARRIED_TOO_LONG,
        owner=one.owner,
        since=one.since,
        person=person,
        seal=seal,
        history=tuple(reversed(history)),
    )
