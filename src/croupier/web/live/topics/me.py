"""Who I am, and what I have."""

from croupier.floor.people.credentials import Session
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role
from croupier.web.live.topics.topic import PlainTopic, Streams, Topic, wallet_of
from croupier.web.live.wire import MePage
from croupier.web.venue import Venue
from croupier.web.welcome import is_built


class MeTopic(PlainTopic):
    """The head of every page."""

    pause = 0.2

    def __init__(self, name: str, account: str) -> None:
        super().__init__(name)
        self._wallet = wallet_of(account)
        self._manual = is_built()
        """Looked at when somebody comes: the page is made with every act, and the disk would be asked each time."""

    @property
    def keys(self) -> frozenset[str]:
        """Accounts, and one's own wallet."""
        return frozenset({"house", self._wallet})

    def concerns(self, streams: Streams) -> bool:
        """What changes somebody's wallet or account."""
        return "house" in streams or self._wallet in streams

    def page(self, venue: Venue, session: Session) -> MePage:
        """As it is now."""
        return me_page(venue, session, manual=self._manual)


def me_page(venue: Venue, session: Session, *, manual: bool | None = None) -> MePage:
    """Who has a session; ``manual`` if it is known whether there is one."""
    house = venue.floor.house()
    account = None if house is None else house.accounts.get(session.account)
    known = account.roles if account is not None else (session.role,)
    roles = tuple(Role) if venue.demonstration else known
    balance = venue.reveals.wallet(session.account) if session.role is Role.PLAYER else None
    built = is_built() if manual is None else manual
    return MePage(session.account, session.role, balance, venue.demonstration, venue.name, roles, built)


def find(_venue: Venue, session: Session, _rest: str) -> Topic | Refusal:
    """For everybody."""
    return MeTopic("me", session.account)
