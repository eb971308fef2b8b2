"""Alerts: what stays on the pit's page until somebody has dealt with it.

Large cash is acknowledged by a command; a claim disappears when it is paid, a failed link when it works again.
"""

from collections.abc import Iterator

from croupier.floor.money.cage import AcknowledgeAlert
from croupier.floor.people.credentials import Session
from croupier.floor.people.permissions import PERMISSIONS, Query
from croupier.web.http.sessions import may_ask
from croupier.web.live.wire.pit import PitAlert, PitClaim, PitLink
from croupier.web.venue import Venue


def alerts_of(
    venue: Venue, session: Session, claims: tuple[PitClaim, ...], links: tuple[PitLink, ...]
) -> tuple[PitAlert, ...]:
    """Everything that has to be dealt with: claims first, then links, then cash."""
    return (*map(_of_claim, claims), *(_of_link(link) for link in links if link.down), *_of_cash(venue, session))


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
        kind="link",
        id=f"link {link.link} {link.since}",
        at=link.since,
        table=link.link,
        game=link.game,
        rulebook=link.rulebook,
        amount=link.meter,
        reason=link.down,
        stream=f"link:{link.link}",
    )


def _of_cash(venue: Venue, session: Session) -> Iterator[PitAlert]:
    if may_ask(session, Query.CAGE) is not None or "cage" not in venue.floor.streams:
        return
    may = session.role in PERMISSIONS[AcknowledgeAlert]
    for alert in venue.floor.cage().alerts:
        yield PitAlert(
            kind="cash",
            id=f"cash {alert.number}",
            at=venue.books.since("cage", f"alert {alert.number}"),
            player=alert.player,
            way=alert.way,
            day=alert.day,
            amount=alert.total,
            stream="cage",
            command={"type": "AcknowledgeAlert", "number": alert.number} if may else None,
        )
