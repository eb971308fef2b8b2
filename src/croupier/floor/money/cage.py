"""The cage: its drawers, the cash that goes through them, its claims, what two people sign for, and the alerts.

Cash moves through a drawer that somebody holds, and every act has a number. A cage of earlier books has no drawers:
there cash moves between a wallet and the outside, until the House keeps drawers.

An award that was registered at a table is a claim with a number. The cage pays a claim whole and once; no amount of it
is ever typed.
"""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from croupier.floor.tables.tray import Counts
from croupier.floor.vocabulary import Vocabulary
from croupier.money import Cents

NOTES: Final = (100_000, 10_000, 5_000, 1_000, 500, 200, 1)
"""What a drawer is counted in unless the House says otherwise: notes, and coins by the cent."""


class CageTerms(Struct, frozen=True):
    """What the House has set for its cage. No document speaks of the cage: all of it is the House's own."""

    two_from: Cents = 1_000_000
    """Cash of one person, in one direction and on one gaming day, that is moved on one signature stays below this."""
    identify_from: Cents = 1_000_000
    """Chips redeemed for somebody without an account: from here on name and document are asked."""
    tolerance: Cents = 500
    """The largest difference of drawers from their books, all of one holder's gaming day added up, that they sign for
    alone."""
    notes: tuple[Cents, ...] = NOTES


# ---- Commands -------------------------------------------------------------------------------------------------------


class EstablishCage(Struct, frozen=True, tag=True):
    """The House puts its money into the cage, and sets the amount of cash per gaming day that raises an alert."""

    capital: Cents
    alert_from: Cents = 1_000_000
    terms: CageTerms | UnsetType = UNSET
    """Left out only in earlier books, which know no drawers."""
    claims: bool | UnsetType = UNSET
    """True where the cage keeps claims from its first day; left out in earlier books."""


class KeepDrawers(Struct, frozen=True, tag=True):
    """From now on cash goes through drawers; the floor does it when a house of earlier books is opened."""

    terms: CageTerms


class OpenDrawer(Struct, frozen=True, tag=True):
    """Somebody takes a drawer and counts its float into it, from the cage's own money."""

    drawer: str
    counts: Counts


class CountDrawer(Struct, frozen=True, tag=True):
    """What somebody has counted in a drawer, to close it or to hand it over."""

    drawer: str
    counts: Counts
    to: str = ""
    """Who takes the drawer over; empty if it is closed. Said with the first count."""
    day: str = ""
    """The gaming day, which the floor fills in."""


class AbandonDrawerCount(Struct, frozen=True, tag=True):
    """The count of a drawer begins again from nothing."""

    drawer: str
    reason: str


class CashIn(Struct, frozen=True, tag=True):
    """A Player brings cash."""

    player: str
    cents: Cents
    day: str
    """The gaming day it belongs to, as the House counts days."""


class CashOut(Struct, frozen=True, tag=True):
    """A Player takes cash."""

    player: str
    cents: Cents
    day: str


class CashChips(Struct, frozen=True, tag=True):
    """Cash for chips of a table without wallets."""

    table: str
    counts: Counts
    day: str
    name: str = ""
    """Who brings them, as their document has it; empty if nobody has asked."""
    document: str = ""
    """Its number."""
    redemption: str = ""
    """The number of the redemption, such as ``R-0012``; the floor fills it in."""


class CashSlip(Struct, frozen=True, tag=True):
    """Cash for an award by amount, as earlier books have it; today :class:`PayClaim` pays awards."""

    table: str
    cents: Cents
    day: str
    name: str = ""
    document: str = ""


class FillDrawer(Struct, frozen=True, tag=True):
    """Cash goes from the cage's own money into a drawer, or back if it is negative. Two people sign."""

    drawer: str
    cents: Cents
    day: str


class VoidCash(Struct, frozen=True, tag=True):
    """A cash act of the gaming day was a mistake: its money goes back. Two people sign."""

    number: int
    reason: str
    day: str


class PayClaim(Struct, frozen=True, tag=True):
    """The whole of a claim is paid to a person who is named. Two people of the cage sign."""

    claim: str
    """Its number, such as ``A-0012``; table, box and amount are the claim's own."""
    day: str
    name: str
    document: str = ""
    cheque: Cents = 0
    """The part that leaves as a cheque; the rest is cash from the drawer."""
    cheque_number: str = ""


CashAct = CashIn | CashOut | CashChips | CashSlip
CashTwoSigned = CashAct | PayClaim | FillDrawer | VoidCash


class ProposeCash(Struct, frozen=True, tag=True):
    """The first of two signatures."""

    what: CashTwoSigned


class CountersignCash(Struct, frozen=True, tag=True):
    """The second of two signatures: what was proposed happens, at the drawer of whoever signed first."""

    number: int


class RejectCash(Struct, frozen=True, tag=True):
    """What was proposed does not happen."""

    number: int
    reason: str


class AcknowledgeAlert(Struct, frozen=True, tag=True):
    """Somebody has dealt with an alert."""

    number: int


class NoteTableCash(Struct, frozen=True, tag=True):
    """Somebody who is known has brought cash to a table; the floor notes it, so that it is added up with the cage's."""

    table: str
    person: str
    cents: Cents
    day: str
    by: tuple[str, ...]


AwardState = Literal["registered", "owed", "in_wallet", "from_tray", "dropped", "undone"]
"""What became of an award at its table: it waits for signatures, the cage owes it, it went into a wallet or out of the
tray, it came to nothing before it was paid, or its round has no result after all."""


class AwardStep(Struct, frozen=True):
    """What an entry of a table did to one of its awards."""

    round: int
    box: int
    """0 for every award of the round."""
    state: AwardState
    award: str = ""
    cents: Cents = 0
    hand: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()


class NoteAwards(Struct, frozen=True, tag=True):
    """A table's entry has registered, settled or undone awards: the cage's claims follow. The floor notes it itself."""

    table: str
    link: str
    version: int
    steps: tuple[AwardStep, ...]


class EarlierAward(Struct, frozen=True):
    """An award that a cage of earlier books still owes, as far as its link remembers it."""

    table: str
    link: str
    cents: Cents
    round: int = 0
    box: int = 0
    award: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()


class KeepClaims(Struct, frozen=True, tag=True):
    """From now on awards are claims with numbers; the floor does it when a house of earlier books is opened."""

    owed: tuple[EarlierAward, ...] = ()


CageCommand = (
    EstablishCage
    | KeepDrawers
    | KeepClaims
    | NoteAwards
    | OpenDrawer
    | CountDrawer
    | AbandonDrawerCount
    | CashAct
    | ProposeCash
    | CountersignCash
    | RejectCash
    | AcknowledgeAlert
    | NoteTableCash
)

# ---- Events ---------------------------------------------------------------------------------------------------------


class CageEstablished(Struct, frozen=True, tag=True):
    """The cage has its capital."""

    capital: Cents
    alert_from: Cents
    terms: CageTerms | UnsetType = UNSET
    claims: bool | UnsetType = UNSET


class ClaimsKept(Struct, frozen=True, tag=True):
    """Awards are claims with numbers from here on."""


class ClaimRegistered(Struct, frozen=True, tag=True):
    """An award of a box has a number; registered anew under the same number if its hand was settled again."""

    claim: str
    table: str
    link: str
    round: int
    box: int
    award: str


class ClaimMoved(Struct, frozen=True, tag=True):
    """A claim is owed at the cage, was settled at its table, or has come to nothing."""

    claim: str
    state: AwardState
    award: str = ""
    cents: Cents = 0
    hand: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()


class DrawersKept(Struct, frozen=True, tag=True):
    """Cash goes through drawers from here on."""

    terms: CageTerms


class DrawerOpened(Struct, frozen=True, tag=True):
    """Somebody holds a drawer, with a counted float."""

    drawer: str
    holder: str
    counts: Counts


class DrawerCounted(Struct, frozen=True, tag=True):
    """Somebody has counted a drawer, without its books."""

    drawer: str
    actor: str
    counts: Counts
    to: str


class DrawerCountsDiffer(Struct, frozen=True, tag=True):
    """The two counts of a drawer differ: both count again."""

    drawer: str


class DrawerCountAbandoned(Struct, frozen=True, tag=True):
    """The count of a drawer begins again."""

    drawer: str
    reason: str


class DrawerClosed(Struct, frozen=True, tag=True):
    """The cash of a drawer is the cage's again, and its difference from the books is signed for."""

    drawer: str
    counts: Counts
    difference: Cents
    """Negative if cash was missing."""
    counted: tuple[str, ...]
    day: str | UnsetType = UNSET
    """The gaming day; left out in earlier books."""


class DrawerHandedOver(Struct, frozen=True, tag=True):
    """A drawer has another holder; both have counted the same."""

    drawer: str
    holder: str
    counts: Counts
    difference: Cents
    counted: tuple[str, ...]
    day: str | UnsetType = UNSET
    """The gaming day; left out in earlier books."""


class CashMoved(Struct, frozen=True, tag=True):
    """Cash went into a wallet (positive) or out of one, in a cage without drawers."""

    player: str
    cents: Cents
    day: str


class Cheque(Struct, frozen=True):
    """A cheque of the House."""

    number: str
    cents: Cents


class CashBooked(Struct, frozen=True, tag=True):
    """Cash went into a drawer (positive) or out of one."""

    number: int
    kind: str
    """``in`` or ``out`` of a wallet, ``chips`` redeemed, or the ``slip`` of an award."""
    drawer: str
    person: str
    """By whom sums are kept: an account, or somebody's document or name; empty if nobody was named."""
    name: str
    document: str
    table: str
    """Whose chips or slip it was."""
    counts: Counts
    cents: Cents
    day: str
    first: str
    second: str
    """Empty if one signature was enough."""
    claim: str | UnsetType = UNSET
    """The claim or the redemption that was paid whole; left out for any other act, and in earlier books."""
    cheque: Cheque | UnsetType = UNSET
    """The part of the claim that left as a cheque."""


class TableCashNoted(Struct, frozen=True, tag=True):
    """Cash was brought to a table. Its money is the table's: here it only counts."""

    table: str
    person: str
    cents: Cents
    day: str
    by: tuple[str, ...]
    """Who signed for it: one person or two."""


class CashVoided(Struct, frozen=True, tag=True):
    """The money of a cash act went back, through the drawer of whoever signed first."""

    act: CashBooked
    drawer: str
    reason: str
    first: str
    second: str


class DrawerFilled(Struct, frozen=True, tag=True):
    """The cage's own money went into a drawer, or came back from it (negative)."""

    drawer: str
    cents: Cents


class CashProposed(Struct, frozen=True, tag=True):
    """Something at the cage waits for a second signature."""

    number: int
    what: CashTwoSigned
    actor: str
    role: str


class CashCountersigned(Struct, frozen=True, tag=True):
    """Both have signed."""

    number: int
    what: CashTwoSigned
    first: str
    second: str


class CashRejected(Struct, frozen=True, tag=True):
    """A proposal was turned down."""

    number: int
    reason: str


class CashAlert(Struct, frozen=True, tag=True):
    """A person's cash in, or out, on a gaming day has reached the amount that the law or the House watches."""

    number: int
    player: str
    day: str
    way: str
    """``in`` or ``out``."""
    total: Cents
    by: tuple[str, ...] | UnsetType = UNSET
    """Who moved it: they do not acknowledge it. Not known in earlier books."""


class DrawerAlert(Struct, frozen=True, tag=True):
    """A drawer was further from its books than one signature covers."""

    number: int
    drawer: str
    difference: Cents
    by: tuple[str, ...]
    """Who held and counted it: they do not acknowledge it."""
    total: Cents | UnsetType = UNSET
    """The sum of the holder's differences on the gaming day, whichever way each went, if there were others."""


class AlertAcknowledged(Struct, frozen=True, tag=True):
    """An alert was dealt with."""

    number: int
    actor: str


Alert = CashAlert | DrawerAlert
CageEvent = (
    CageEstablished
    | DrawersKept
    | ClaimsKept
    | ClaimRegistered
    | ClaimMoved
    | DrawerOpened
    | DrawerCounted
    | DrawerCountsDiffer
    | DrawerCountAbandoned
    | DrawerClosed
    | DrawerHandedOver
    | CashMoved
    | CashBooked
    | CashVoided
    | TableCashNoted
    | DrawerFilled
    | CashProposed
    | CashCountersigned
    | CashRejected
    | CashAlert
    | DrawerAlert
    | AlertAcknowledged
)

# ---- State ----------------------------------------------------------------------------------------------------------


class DrawerCount(Struct, frozen=True):
    """A count under way."""

    to: str = ""
    counters: tuple[tuple[str, Counts], ...] = ()


class Drawer(Struct, frozen=True):
    """A drawer that somebody holds."""

    name: str
    holder: str
    holds: Cents
    """By the books; whoever counts does not see it."""
    since: int
    """When it was opened or taken over."""
    float: Cents
    """What it was opened or taken over with."""
    moves: int = 0
    count: DrawerCount | None = None


class Moved(Struct, frozen=True):
    """A cash act of the gaming day, and when it was done."""

    at: int
    act: CashBooked
    voided: tuple[str, ...] = ()
    """Who has voided it."""


class LastClose(Struct, frozen=True):
    """How a drawer was last closed or handed over: what both, or its holder alone, may see afterwards."""

    drawer: str
    at: int
    counted: Cents
    difference: Cents
    by: tuple[str, ...]


class DayOff(Struct, frozen=True):
    """The differences of a person's drawers from their books on a gaming day."""

    holder: str
    day: str
    cents: Cents
    """Added up whichever way each went: what one close lacked does not make good another."""


class Drawers(Struct, frozen=True):
    """What a cage with drawers knows besides."""

    terms: CageTerms
    open: tuple[Drawer, ...] = ()
    acts: tuple[Moved, ...] = ()
    """Of this gaming day."""
    numbered: int = 0
    proposals: tuple[CashProposed, ...] = ()
    proposed: int = 0
    closed: tuple[LastClose, ...] = ()
    """The last time of each drawer."""
    off: tuple[DayOff, ...] | UnsetType = UNSET
    """Of the last gaming day on which drawers were counted; not there in earlier books."""

    redeemed: int | UnsetType = UNSET
    """How many redemptions have a number; not there in earlier books."""

    def off_by(self, holder: str, day: str) -> Cents:
        """Return how far a person's drawers were from their books on a gaming day."""
        return sum(one.cents for one in self.off or () if (one.holder, one.day) == (holder, day))

    def drawer(self, name: str) -> Drawer | None:
        """An open drawer."""
        return next((one for one in self.open if one.name == name), None)

    def of(self, holder: str) -> Drawer | None:
        """Somebody's drawer."""
        return next((one for one in self.open if one.holder == holder), None)

    def act(self, number: int) -> Moved | None:
        """A cash act of the gaming day."""
        return next((one for one in self.acts if one.act.number == number), None)

    def proposal(self, number: int) -> CashProposed | None:
        """What waits for a second signature."""
        return next((one for one in self.proposals if one.number == number), None)


class Claim(Struct, frozen=True):
    """An award with its number, from the table's register to the cage's payment."""

    number: str
    table: str
    link: str
    round: int
    """0 where earlier books do not say."""
    box: int
    award: str
    state: AwardState | Literal["paid", "to_return"]
    """``to_return``: it was paid, and its round turned out to have no result."""
    registered: int
    since: int
    """When it came to where it stands."""
    cents: Cents = 0
    hand: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()
    """The people who signed for the hand at the table; they do not pay it."""
    paid: "Moved | None" = None

    @property
    def open(self) -> bool:
        """Whether somebody still has to act."""
        return self.state in {"registered", "owed", "to_return"}


class Claims(Struct, frozen=True):
    """The register of claims."""

    open: tuple[Claim, ...] = ()
    """The oldest first."""
    closed: tuple[Claim, ...] = ()
    """The last ones, newest first."""
    numbered: int = 0

    def claim(self, number: str) -> Claim | None:
        """Find a claim by its number, among those that are open or were closed lately."""
        return next((one for one in (*self.open, *self.closed) if one.number == number), None)

    @property
    def owed(self) -> Cents:
        """The sum of what tables have won and the cage has not paid, less what is to be returned."""
        signs = {"owed": 1, "to_return": -1}
        return sum(signs.get(one.state, 0) * one.cents for one in self.open)


class CageState(Struct, frozen=True):
    """The cage at one moment."""

    alert_from: Cents
    day: str = ""
    cash: tuple[tuple[str, Cents, Cents], ...] = ()
    """Of this gaming day, by person: in and out."""
    alerts: tuple[Alert, ...] = ()
    """The alerts that nobody has dealt with."""
    raised: int = 0
    drawers: Drawers | UnsetType = UNSET
    """Not there in a cage of earlier books."""
    noted: tuple[TableCashNoted, ...] | UnsetType = UNSET
    """Cash that was brought to tables by people who are known, of this gaming day; not there before the first."""
    claims: Claims | UnsetType = UNSET
    """Not there in a cage of earlier books until it is opened again."""

    @property
    def proposals(self) -> tuple[CashProposed, ...]:
        """What waits for a second signature."""
        return () if self.drawers is UNSET else self.drawers.proposals


CAGE: Final[Vocabulary[CageState, CageCommand, CageEvent]] = Vocabulary("cage", CageState, CageCommand, CageEvent)


def asked_cash(state: CageState | None, command: object) -> CashTwoSigned | None:
    """What a command would do with cash: by itself, proposed, or by signing for what somebody else has proposed."""
    match command:
        case CashIn() | CashOut() | CashChips() | CashSlip():
            return command
        case ProposeCash(what):
            return what
        case CountersignCash(number) if state is not None and state.drawers is not UNSET:
            waits = state.drawers.proposal(number)
            return None if waits is None else waits.what
        case _:
            return None
