"""The signed-in person, their role and their wallet."""

from croupier.floor.house.credentials import Session
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.topics.topic import PlainTopic, Streams, Topic, wallet_of
from croupier.web.venue import Venue
from croupier.web.welcome import is_built
from croupier.web.wire import MePage


class MeTopic(PlainTopic):
    """The topic of the signed-in person, shown in the head of every page."""

    pause = 0.2

    def __init__(self, name: str, account: str) -> None:
        super().__init__(name)
        self._wallet = wallet_of(account)
        self._manual = is_built()
        """True if the manual is built; checked once, because the page is made with every act."""

    @property
    def keys(self) -> frozenset[str]:
        """The stream of accounts, and the person's own wallet."""
        return frozenset({"house", self._wallet})

    def concerns(self, streams: Streams) -> bool:
        """Return whether a change concerns the person's wallet or an account."""
        return "house" in streams or self._wallet in streams

    def page(self, venue: Venue, session: Session) -> MePage:
        """Return the person's page as it is now."""
        return me_page(venue, session, manual=self._manual)


def me_page(venue: Venue, session: Session, *, manual: bool | None = None) -> MePage:
    """Return the page of a session's person; ``manual`` says whether a manual is built, None to check."""
    house = venue.floor.house()
    account = None if house is None else house.accounts.get(session.account)
    known = account.roles if account is not None else (session.role,)
    roles = tuple(Role) if venue.demonstration else known
    balance = venue.reveals.wallet(session.account) if session.role is Role.PLAYER else None
    built = is_built() if manual is None else manual
    return MePage(session.account, session.role, balance, venue.demonstration, venue.name, roles, built)


def find(_venue: Venue, session: Session, _rest: str) -> Topic | Refusal:
    """Return the session's own topic."""
    return MeTopic("me", session.account)
