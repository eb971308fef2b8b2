"""The cage's page."""

from croupier.floor.deciding.permissions import Query, allowed
from croupier.floor.house.credentials import Session
from croupier.play.refusal import Reason, Refusal
from croupier.web.desks.pit.cage import cage_page
from croupier.web.topics.topic import PlainTopic, Topic
from croupier.web.venue import Venue
from croupier.web.wire.cage import CagePage


class CageTopic(PlainTopic):
    """The topic of drawers, cash, and signatures that are due."""

    kinds = ("cage", "table:", "house")

    def page(self, venue: Venue, session: Session) -> CagePage:
        """Return the cage's page as it is now."""
        return cage_page(venue, session)


def find(venue: Venue, session: Session, rest: str) -> Topic | Refusal:
    """Return the cage's topic, for cashiers, those above them, and auditors."""
    refused = allowed(session.role, Query.CAGE)
    if refused is not None:
        return refused
    if rest or "cage" not in venue.floor.streams:
        return Refusal(Reason.FACT, f"The cage has no page {rest[:40]!r}", ())
    return CageTopic("cage")
