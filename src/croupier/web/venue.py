"""A house that is open: the floor and everything around it that a page needs."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct, field

from croupier.floor.config import DocumentPlan
from croupier.floor.journal.streams import Kept
from croupier.floor.people.credentials import Credentials, Session
from croupier.floor.people.second_factor import Factors
from croupier.floor.running import Floor
from croupier.money import Cents
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.allowance import Allowance
from croupier.web.clock.pacing import Pacer
from croupier.web.clock.presence import Presence
from croupier.web.demo.company import Company
from croupier.web.demo.dealers import Dealers
from croupier.web.demo.managers import Managers
from croupier.web.desk import Desk
from croupier.web.desks.pit.books import Books
from croupier.web.desks.pit.exposure import Exposures
from croupier.web.desks.pit.failures import Failures
from croupier.web.desks.pit.pulse import Pulse
from croupier.web.desks.pit.vouchers import VoucherBook
from croupier.web.live.awards import Awards
from croupier.web.live.made import Made
from croupier.web.live.names import Names
from croupier.web.live.reveals import Reveals
from croupier.web.live.telling import Telling
from croupier.web.metrics import Metrics
from croupier.web.peers import Peers
from croupier.web.turnstile import Turnstile
from croupier.web.witnesses import Witnesses

GUESTS_A_SECOND = 0.2
"""How many more guests may come from an address with every second."""


class Host(Protocol):
    """Receives the guests of a demonstration."""

    async def welcome(self, name: str) -> None:
        """Give a new guest their play money."""
        ...

    async def refill(self, name: str) -> Refusal | None:
        """Give a guest more, if they have little left."""
        ...


class Crowd(Struct, frozen=True):
    """How many open pages and guests the house takes, so that nobody fills it alone."""

    of_session: int = 16
    of_address: int = 256
    """More than a casino floor has screens behind one address."""
    guests_of_address: int = 200
    """How many come to a demonstration from one address at once; then one more every few seconds."""
    guests: int = 50_000
    """How many accounts a demonstration has altogether: a guest's wallet stays on record for good."""


class Venue(Struct, eq=False):
    """What the pages are made from."""

    floor: Floor
    desk: Desk
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
    """The House's."""
    factors: Factors
    exposures: Exposures = field(default_factory=Exposures)
    peers: Peers | None = None
    """The other servers of the house, where there may be some."""
    witnesses: Witnesses | None = None
    """The witnesses that sign how far the record has come; None where the house has none."""
    documents: Mapping[str, DocumentPlan] = {}
    """The House's own files of its documents, by rulebook."""
    company: Company | None = None
    """The company that the program plays."""
    dealers: Dealers | None = None
    """Who deals the tables with a Dealer on a demonstration floor while no person does."""
    managers: Managers | None = None
    """Who signs for major awards on a demonstration floor."""
    host: Host | None = None
    """Gives the guests of a demonstration floor their play money; None on a real one."""
    crowd: Crowd = Crowd()
    notices: tuple[str, ...] = ()
    """What of the file that the house began with no longer counts, in sentences."""
    made: Made = field(default_factory=Made)
    """What has been made of the tables' states for pages."""
    names: Names = field(default_factory=Names)
    """What people call the tables."""
    metrics: Metrics = field(default_factory=Metrics)
    turnstile: Turnstile = field(default_factory=Turnstile)
    allowance: Allowance = field(default_factory=Allowance)
    """What may still be asked of the odds, by place."""
    newcomers: Allowance = field(default_factory=lambda: Allowance(Crowd().guests_of_address, GUESTS_A_SECOND))
    """Who may still come to a demonstration, by place."""
    guests: set[str] = field(default_factory=set)
    """Names that guests were given since the house opened, whose wallets may still be on their way."""

    @property
    def demonstration(self) -> bool:
        """Whether everything here is play money, and nobody needs an account."""
        return self.host is not None

    async def welcome(self, name: str) -> None:
        """Receive a guest."""
        if self.host is not None:
            await self.host.welcome(name)

    async def refill(self, session: Session) -> Refusal | None:
        """More play money for a guest who has little left."""
        if self.host is None or session.role is not Role.PLAYER:
            return Refusal(Reason.ROLE, "Play money is for the guests of a demonstration", ())
        return await self.host.refill(session.account)

    def wallet(self, player: str) -> Cents:
        """What somebody has in their wallet, by the books, whatever they have been shown."""
        return self.floor.balances.get(f"wallet:{player}", 0)

    def bots(self, table: str) -> frozenset[str]:
        """The names at a table that the program plays."""
        return self.company.names(table) if self.company is not None else frozenset()

    def is_room(self, table: str) -> bool:
        """Whether a table is in the poker room."""
        return self.floor.table(table).kind == "room"

    def kept(self, table: str) -> Kept:
        """A table's state and version at the same moment."""
        return self.floor.streams[f"table:{table}"]

    def has_table(self, table: str) -> bool:
        """Whether there is such a table."""
        return f"table:{table}" in self.floor.streams
