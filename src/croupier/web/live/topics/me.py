"""Who I am, and what I have."""

from croupier.floor.people.credentials import Session
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.live.topics.topic import PlainTopic, Streams, Topic
from croupier.web.live.wire import MePage
from croupier.web.venue import Venue
from croupier.web.welcome import is_built


class MeTopic(PlainTopic):
    """The head of every page."""

    kinds = ("table:", "cage", "house")
    pause = 0.2

    def concerns(self, streams: Streams, actors: frozenset[str], session: Session | None) -> bool:
        """What changes somebody's wallet or account, or, if nobody is named, whatever may do so."""
        if session is None:
            return super().concerns(streams, actors, session)
        return "house" in streams or session.account in actors

    def page(self, venue: Venue, session: Session) -> MePage:
        """As it is now."""
        return me_page(venue, session)


def me_page(venue: Venue, session: Session) -> MePage:
    """Who has a session."""
    house = venue.floor.house()
    account = None if house is None else house.accounts.get(session.account)
    known = account.roles if account is not None else (session.role,)
    roles = tuple(Role) if venue.demonstration else known
    balance = venue.reveals.wallet(session.account) if session.role is Role.PLAYER else None
    return MePage(session.account, session.role, balance, venue.demonstration, venue.name, roles, is_built())


def find(_venue: Venue, _session: Session, _rest: str) -> Topic | Refusal:
    """For everybody."""
    return MeTopic("me")
