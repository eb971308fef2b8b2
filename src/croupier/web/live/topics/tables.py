"""A table as a topic: whoever watches it counts as present."""

from typing import Final

import msgspec
from msgspec.structs import replace

from croupier.floor.people.credentials import Session
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.live.topics.banked import banked_page
from croupier.web.live.topics.room import room_page
from croupier.web.live.topics.topic import Streams, Topic, wallet_of
from croupier.web.live.wire import BankedPage, RoomPage
from croupier.web.venue import Venue

TablePage = BankedPage | RoomPage
_encoder: Final = msgspec.json.Encoder()
_FACE: Final = b'{"type":"banked","face":'
_CLOCK: Final = b',"clock":'


def _retold(text: bytes, before: BankedPage, after: BankedPage) -> bytes:
    """The text of a page that differs from another in its face and its clock: the rest of it is taken over.

    With many tables on a link nearly all pages that are sent are such, and what they are made of has not been looked at
    for a while: a text is one piece of memory, a page a thousand.
    """
    begins = _FACE + _encoder.encode(before.face)
    clock = text.index(_CLOCK, len(begins)) + len(_CLOCK)
    was = _encoder.encode(before.clock)
    assert text.startswith(begins), text[:400]
    assert text.startswith(was, clock), text[clock : clock + 400]
    between, rest = text[len(begins) : clock], text[clock + len(was) :]
    return b"".join((_FACE, _encoder.encode(after.face), between, _encoder.encode(after.clock), rest))


class TableTopic:
    """One table."""

    pause = 0.02  # the effects of one act come in several pieces, which are sent together

    def __init__(self, table: str, link: str, account: str = "") -> None:
        """As somebody watches it, if they are named: what the cage puts into their wallet is shown there."""
        self.table, self.link = table, link
        self.name = f"table:{table}"
        self._streams = frozenset({f"table:{table}", f"presence:{table}", f"link:{link}"})
        self._wallet = wallet_of(account)
        self.keys = self._streams | {self._wallet}

    def concerns(self, streams: Streams) -> bool:
        """The table, its jackpot, who is there, and what the cage put into a Player's wallet."""
        return ("cage" in streams and self._wallet in streams) or not self._streams.isdisjoint(streams)

    def page(self, venue: Venue, session: Session) -> TablePage:
        """As it is now."""
        if venue.is_room(self.table):
            return room_page(venue, session, self.table)
        return banked_page(venue, session, self.table)

    def metered(self, venue: Venue, session: Session, page: TablePage, text: bytes) -> tuple[TablePage, bytes] | None:
        """A page where nothing has changed since but its jackpot's meter and how long its clock has left, and its text;
        None where it has to be made anew.

        A wallet may have moved at another table, and then so has what can be wagered here.
        """
        same = isinstance(page, BankedPage) and (not page.me or page.balance == venue.reveals.wallet(page.me))
        if not isinstance(page, BankedPage) or not same or page.face.meter is None:
            return None
        face = replace(page.face, meter=venue.reveals.link(self.link, session).shown)
        now = replace(page, face=face, clock=page.clock and venue.pacer.clock(self.table))
        return now, _retold(text, page, now)

    def entered(self, venue: Venue, session: Session) -> None:
        """Somebody comes to the table."""
        venue.presence.entered(self.table, _player(session))

    def left(self, venue: Venue, session: Session) -> None:
        """Somebody leaves it, or has lost their connection."""
        venue.presence.left(self.table, _player(session))


def _player(session: Session) -> str | None:
    return session.account if session.role is Role.PLAYER else None


def find(venue: Venue, session: Session, table: str) -> Topic | Refusal:
    """For everybody."""
    if not venue.has_table(table):
        return Refusal(Reason.FACT, f"There is no table {table[:40]}", ())
    return TableTopic(table, venue.floor.table(table).info.link, session.account)
