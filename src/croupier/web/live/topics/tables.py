"""A table as a topic: whoever watches it counts as present."""

from msgspec.structs import replace

from croupier.floor.people.credentials import Session
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.live.topics.banked import banked_page
from croupier.web.live.topics.room import room_page
from croupier.web.live.topics.topic import Streams, Topic
from croupier.web.live.wire import BankedPage, RoomPage
from croupier.web.venue import Venue


class TableTopic:
    """One table."""

    pause = 0.02  # the effects of one act come in several pieces, which are sent together

    def __init__(self, table: str, link: str) -> None:
        self.table, self.link = table, link
        self.name = f"table:{table}"
        self._streams = frozenset({f"table:{table}", f"presence:{table}", f"link:{link}"})
        self.keys = self._streams | {"cage"}

    def concerns(self, streams: Streams, actors: frozenset[str], session: Session | None) -> bool:
        """The table, its jackpot, who is there, and what the cage put into a Player's wallet."""
        paid = "cage" in streams and session is not None and session.account in actors
        return paid or not self._streams.isdisjoint(streams)

    def page(self, venue: Venue, session: Session) -> BankedPage | RoomPage:
        """As it is now."""
        if venue.is_room(self.table):
            return room_page(venue, session, self.table)
        return banked_page(venue, session, self.table)

    def metered(self, venue: Venue, session: Session, page: BankedPage | RoomPage) -> BankedPage | RoomPage:
        """A page where nothing has changed since but its jackpot's meter and how long its clock has left.

        A wallet may have moved at another table, and then so has what can be wagered here.
        """
        same = isinstance(page, BankedPage) and (not page.me or page.balance == venue.reveals.wallet(page.me))
        if not isinstance(page, BankedPage) or not same or page.face.meter is None:
            return self.page(venue, session)
        face = replace(page.face, meter=venue.reveals.link(self.link, session).shown)
        return replace(page, face=face, clock=page.clock and venue.pacer.clock(self.table))

    def entered(self, venue: Venue, session: Session) -> None:
        """Somebody comes to the table."""
        venue.presence.entered(self.table, _player(session))

    def left(self, venue: Venue, session: Session) -> None:
        """Somebody leaves it, or has lost their connection."""
        venue.presence.left(self.table, _player(session))


def _player(session: Session) -> str | None:
    return session.account if session.role is Role.PLAYER else None


def find(venue: Venue, _session: Session, table: str) -> Topic | Refusal:
    """For everybody."""
    if not venue.has_table(table):
        return Refusal(Reason.FACT, f"There is no table {table[:40]}", ())
    return TableTopic(table, venue.floor.table(table).info.link)
