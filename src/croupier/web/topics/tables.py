"""A table as a topic: each person who watches it counts as present."""

from croupier.floor.house.credentials import Session
from croupier.money import Cents
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.topics.banked import banked_page
from croupier.web.topics.room import room_page
from croupier.web.topics.topic import Streams, Topic, wallet_of
from croupier.web.venue import Venue
from croupier.web.wire import BankedPage, Clock, RoomPage

TablePage = BankedPage | RoomPage
Metered = tuple[Cents, Clock | None]
"""The value on a jackpot's meter, and the table's clock."""


class TableTopic:
    """The topic of one table."""

    pause = 0.02  # the effects of one act come in several pieces, which are sent together

    def __init__(self, table: str, link: str, account: str = "") -> None:
        """Take the table and the account that watches it: money that the cage puts into its wallet is shown there."""
        self.table, self.link = table, link
        self.name = f"table:{table}"
        self._streams = frozenset({f"table:{table}", f"presence:{table}", f"link:{link}"})
        self._wallet = wallet_of(account)
        self.keys = self._streams | {self._wallet}

    def concerns(self, streams: Streams) -> bool:
        """Return whether a change concerns the table, its jackpot, its presence, or cash from the cage."""
        return ("cage" in streams and self._wallet in streams) or not self._streams.isdisjoint(streams)

    def page(self, venue: Venue, session: Session) -> TablePage:
        """Return the table's page as it is now."""
        if venue.is_room(self.table):
            return room_page(venue, session, self.table)
        return banked_page(venue, session, self.table)

    def metered(self, venue: Venue, session: Session, page: TablePage) -> Metered | None:
        """Return the jackpot and the clock as they are now, for a page on which nothing else has changed.

        Return None if the page has to be made anew: a wallet may have moved at another table, and with it what can be
        wagered here.
        """
        if not isinstance(page, BankedPage) or page.face.meter is None:
            return None
        if page.me and page.balance != venue.reveals.wallet(page.me):
            return None
        return venue.reveals.link(self.link, session).shown, page.clock and venue.pacer.clock(self.table)

    def entered(self, venue: Venue, session: Session) -> None:
        """Publish that a person has come to the table."""
        venue.presence.entered(self.table, _player(session))

    def left(self, venue: Venue, session: Session) -> None:
        """Publish that a person has left the table, or has lost their connection."""
        venue.presence.left(self.table, _player(session))


def _player(session: Session) -> str | None:
    return session.account if session.role is Role.PLAYER else None


def find(venue: Venue, session: Session, table: str) -> Topic | Refusal:
    """Return the topic of a table, for every visitor."""
    if not venue.has_table(table):
        return Refusal(Reason.FACT, f"There is no table {table[:40]}", ())
    return TableTopic(table, venue.floor.table(table).info.link, session.account)
