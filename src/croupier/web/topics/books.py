"""The books' pages: trays, and chips and cash on their way between tables and cage."""

from croupier.floor.deciding.permissions import Query, allowed
from croupier.floor.house.credentials import Session
from croupier.play.refusal import Reason, Refusal
from croupier.web.desks.pit.trays import trays_page
from croupier.web.desks.pit.voucher_page import vouchers_page
from croupier.web.topics.topic import PlainTopic, Topic
from croupier.web.venue import Venue
from croupier.web.wire.books import TraysPage, VouchersPage


class TraysTopic(PlainTopic):
    """The topic of trays, slips and boxes."""

    kinds = ("table:",)

    def page(self, venue: Venue, session: Session) -> TraysPage:
        """Return the page of trays as they are now."""
        return trays_page(venue, session)


class VouchersTopic(PlainTopic):
    """The topic of claims, vouchers and counts."""

    kinds = ("table:", "cage")
    pause = 0.5

    def page(self, venue: Venue, session: Session) -> VouchersPage:
        """Return the page of vouchers as they are now."""
        return vouchers_page(venue, session)


def find(_venue: Venue, session: Session, rest: str) -> Topic | Refusal:
    """Return a topic of the books, for the pit, the cage and auditors."""
    refused = allowed(session.role, Query.PROPOSALS)
    if refused is not None and allowed(session.role, Query.CAGE) is not None:
        return refused
    if rest == "trays":
        return TraysTopic("books:trays")
    if rest == "vouchers":
        return VouchersTopic("books:vouchers")
    return Refusal(Reason.FACT, f"The books have no page {rest[:40]!r}", ())
