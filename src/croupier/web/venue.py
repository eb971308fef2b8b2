"""An open house: the floor and everything around it that a page needs."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from croupier.floor.house.config import DocumentPlan
from croupier.floor.house.credentials import Credentials, Session
from croupier.floor.house.second_factor import Factors
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState
from croupier.money import Cents
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.allowance import Allowance
from croupier.web.clock.pacing import Pacer
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue
from croupier.web.demo.company import Company
from croupier.web.demo.dealers import Dealers
from croupier.web.demo.managers import Managers
from croupier.web.metrics import Metrics
from croupier.web.password_throttle import PasswordThrottle
from croupier.web.peers import Peers
from croupier.web.views.awards import Awards
from croupier.web.views.made import Made
from croupier.web.views.names import Names
from croupier.web.views.reveals import Reveals
from croupier.web.views.telling import Telling
from croupier.web.watch.books import Books
from croupier.web.watch.exposure import Exposures
from croupier.web.watch.failures import Failures
from croupier.web.watch.pulse import Pulse
from croupier.web.watch.vouchers import VoucherBook
from croupier.web.witnesses import Witnesses

GUESTS_A_SECOND = 0.2
"""The number of further guests that may come from an address with every second."""


class Host(Protocol):
    """The reception of a demonstration."""

    async def welcome(self, name: str) -> None:
        """Give a new guest their play money."""
        ...

    async def refill(self, name: str) -> Refusal | None:
        """Give a guest more play money, if they have little left; refused otherwise."""
        ...


class Crowd(Struct, frozen=True):
    """The limits to open pages and guests, so that no client uses up the house."""

    of_session: int = 16
    of_address: int = 256
    """The open pages from one address; a casino floor has fewer screens behind one."""
    guests_of_address: int = 200
    """The guests that may come to a demonstration from one address at once; then one more every few seconds."""
    guests: int = 50_000
    """The accounts of a demonstration altogether: a guest's wallet stays on record for good."""


class Venue(Struct, eq=False):
    """The application context that all pages of an open house are made from."""

    floor: Floor
    desk: CommandQueue
    credentials: Credentials
    telling: Telling
    reveals: Reveals
    awards: Awards
    books: Books
    pulse: Pulse
    failures: Failures
    vouchers: VoucherBook
    presence: Presence
    pacer: Pacer
    name: str
    """The name of the House."""
    factors: Factors
    exposures: Exposures = field(default_factory=Exposures)
    peers: Peers | None = None
    """Peer servers of the house; None where it can have only one."""
    witnesses: Witnesses | None = None
    """The witnesses that sign how far the record has come; None where the house has none."""
    documents: Mapping[str, DocumentPlan] = {}
    """The House's own files of its documents, by rulebook."""
    company: Company | None = None
    """The bots of a demonstration floor."""
    dealers: Dealers | None = None
    """The program's Dealers on a demonstration floor, for tables where no person deals."""
    managers: Managers | None = None
    """The program's managers on a demonstration floor, who sign for major awards."""
    host: Host | None = None
    """The reception that gives the guests of a demonstration floor their play money; None on a real one."""
    crowd: Crowd = Crowd()
    notices: tuple[str, ...] = ()
    """Sentences about what no longer counts in the file that the house began with."""
    made: Made = field(default_factory=Made)
    """A cache of what pages have been made from the tables' states."""
    names: Names = field(default_factory=Names)
    """The names of the tables for people."""
    metrics: Metrics = field(default_factory=Metrics)
    turnstile: PasswordThrottle = field(default_factory=PasswordThrottle)
    allowance: Allowance = field(default_factory=Allowance)
    """The throttle of questions about the odds, by place."""
    newcomers: Allowance = field(default_factory=lambda: Allowance(Crowd().guests_of_address, GUESTS_A_SECOND))
    """The throttle of new guests of a demonstration, by place."""
    guests: set[str] = field(default_factory=set)
    """Names that guests were given since the house opened, whose wallets may not be committed yet."""

    @property
    def demonstration(self) -> bool:
        """True if everything here is play money, and nobody needs an account."""
        return self.host is not None

    async def welcome(self, name: str) -> None:
        """Give a new guest of a demonstration their play money."""
        if self.host is not None:
            await self.host.welcome(name)

    async def refill(self, session: Session) -> Refusal | None:
        """Give a guest who has little left more play money; refused on a real floor, and to other roles."""
        if self.host is None or session.role is not Role.PLAYER:
            return Refusal(Reason.ROLE, "Play money is for the guests of a demonstration", ())
        return await self.host.refill(session.account)

    def wallet(self, player: str) -> Cents:
        """Return a Player's wallet by the books, including what the Player has not been shown yet."""
        return self.floor.balances.get(f"wallet:{player}", 0)

    def bots(self, table: str) -> frozenset[str]:
        """Return the names at a table that bots play."""
        return self.company.names(table) if self.company is not None else frozenset()

    def is_room(self, table: str) -> bool:
        """Return whether a table is in the poker room."""
        return self.floor.table(table).kind == "room"

    def kept(self, table: str) -> StreamState:
        """Return a table's state and version at the same moment."""
        return self.floor.streams[f"table:{table}"]

    def has_table(self, table: str) -> bool:
        """Return whether the floor has a table of this name."""
        return f"table:{table}" in self.floor.streams
