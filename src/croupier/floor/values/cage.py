"""The commands, events and state of the cage: drawers, cash, claims, second signatures and alerts.

Cash moves through a drawer that has one holder, and every act has a number. A cage of earlier books has no drawers:
there cash moves between a wallet and the outside, until the House keeps drawers.

An award that was registered at a table is a claim with a number. The cage pays a claim whole and once; no amount of it
is ever typed.
"""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from croupier.floor.values.tray import Counts
from croupier.floor.values.vocabulary import Vocabulary
from croupier.money import Cents

NOTES: Final = (100_000, 10_000, 5_000, 1_000, 500, 200, 1)
"""The default denominations of a drawer's count: notes, and coins by the cent."""


class CageTerms(Struct, frozen=True):
    """The House's settings for its cage. No document regulates the cage, so all of them are the House's own."""

    two_from: Cents = 1_000_000
    """The amount of cash from which two people sign: all that one person moved in one direction on a gaming day."""
    identify_from: Cents = 1_000_000
    """The amount of redeemed chips from which a person without an account must give name and document."""
    tolerance: Cents = 500
    """The largest difference that a drawer's holder signs for alone: the sum over all their drawers of a gaming day."""
    notes: tuple[Cents, ...] = NOTES


# ---- Commands -------------------------------------------------------------------------------------------------------


class EstablishCage(Struct, frozen=True, tag=True):
    """The House puts its money into the cage, and sets the amount of cash per gaming day that raises an alert."""

    capital: Cents
    alert_from: Cents = 1_000_000
    terms: CageTerms | UnsetType = UNSET
    """The cage's settings; left out only in earlier books, which know no drawers."""
    claims: bool | UnsetType = UNSET
    """True where the cage keeps claims from its first day; left out in earlier books."""


class KeepDrawers(Struct, frozen=True, tag=True):
    """The House moves cash through drawers from now on; the floor enters it when it opens a house of earlier books."""

    terms: CageTerms


class OpenDrawer(Struct, frozen=True, tag=True):
    """A cashier takes a drawer and counts its float into it, from the cage's own money."""

    drawer: str
    counts: Counts


class CountDrawer(Struct, frozen=True, tag=True):
    """One person's count of a drawer, to close it or to hand it over."""

    drawer: str
    counts: Counts
    to: str = ""
    """The cashier who takes the drawer over, named with the first count; empty if the drawer is closed."""
    day: str = ""
    """The gaming day, which the floor fills in."""


class AbandonDrawerCount(Struct, frozen=True, tag=True):
    """A supervisor discards the counts of a drawer: the count begins again."""

    drawer: str
    reason: str


class CashIn(Struct, frozen=True, tag=True):
    """A Player brings cash."""

    player: str
    cents: Cents
    day: str
    """The gaming day of the act, as the House counts days."""


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
    """The name of the person who redeems the chips, as their document has it; empty if it was not asked for."""
    document: str = ""
    """The number of that person's document; empty if it was not asked for."""
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
    """The cage pays the whole of a claim to a named person. Two people of the cage sign."""

    claim: str
    """The number of the claim, such as ``A-0012``; table, box and amount are the claim's own."""
    day: str
    name: str
    document: str = ""
    cheque: Cents = 0
    """The part that leaves as a cheque; the rest is cash from the drawer."""
    cheque_number: str = ""


CashAct = CashIn | CashOut | CashChips | CashSlip
CashTwoSigned = CashAct | PayClaim | FillDrawer | VoidCash


class ProposeCash(Struct, frozen=True, tag=True):
    """The first of two signatures: a cash act waits for a second person of the cage."""

    what: CashTwoSigned


class CountersignCash(Struct, frozen=True, tag=True):
    """A second signature: the proposed act is executed, at the drawer of the person who signed first."""

    number: int


class RejectCash(Struct, frozen=True, tag=True):
    """A person of the cage turns a proposal down: the proposed act is not executed."""

    number: int
    reason: str


class AcknowledgeAlert(Struct, frozen=True, tag=True):
    """A person of the cage confirms that an alert has been dealt with."""

    number: int


class NoteTableCash(Struct, frozen=True, tag=True):
    """A known person has brought cash to a table; the floor notes it, so that it is added to the cash at the cage."""

    table: str
    person: str
    cents: Cents
    day: str
    by: tuple[str, ...]


AwardState = Literal["registered", "owed", "in_wallet", "from_tray", "dropped", "undone"]
"""The state of an award at its table.

It waits for signatures, the cage owes it, it went into a wallet or was paid from the tray, it was dropped before it was
paid, or its round has no result after all.
"""


class AwardStep(Struct, frozen=True):
    """One change that a table's entry made to one of the table's awards."""

    round: int
    box: int
    """The box of the award; 0 for every award of the round."""
    state: AwardState
    award: str = ""
    cents: Cents = 0
    hand: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()


class NoteAwards(Struct, frozen=True, tag=True):
    """A table's entry has registered, settled or undone awards; the floor notes it for the cage's claims."""

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
    """Awards are numbered claims from now on; the floor enters it when it opens a house of earlier books."""

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
    """The cage was established with its capital."""

    capital: Cents
    alert_from: Cents
    terms: CageTerms | UnsetType = UNSET
    claims: bool | UnsetType = UNSET


class ClaimsKept(Struct, frozen=True, tag=True):
    """The cage keeps awards as numbered claims from now on."""


class ClaimRegistered(Struct, frozen=True, tag=True):
    """An award of a box was registered under a number; again under the same number if its hand was settled again."""

    claim: str
    table: str
    link: str
    round: int
    box: int
    award: str


class ClaimMoved(Struct, frozen=True, tag=True):
    """A claim is owed at the cage, was settled at its table, or was dropped."""

    claim: str
    state: AwardState
    award: str = ""
    cents: Cents = 0
    hand: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()


class DrawersKept(Struct, frozen=True, tag=True):
    """The cage moves cash through drawers from now on."""

    terms: CageTerms


class DrawerOpened(Struct, frozen=True, tag=True):
    """A cashier holds a drawer with a counted float."""

    drawer: str
    holder: str
    counts: Counts


class DrawerCounted(Struct, frozen=True, tag=True):
    """One person has counted a drawer, without seeing its books."""

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
    """A drawer was closed: its cash is the cage's again, and its difference from the books is signed for."""

    drawer: str
    counts: Counts
    difference: Cents
    """The difference from the books; negative if cash was missing."""
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
    """The key of the person's sums: an account, a document or a name; empty if the person was not named."""
    name: str
    document: str
    table: str
    """The table whose chips or slip was paid."""
    counts: Counts
    cents: Cents
    day: str
    first: str
    second: str
    """The person who signed second; empty if one signature was enough."""
    claim: str | UnsetType = UNSET
    """The claim or the redemption that was paid whole; left out for any other act, and in earlier books."""
    cheque: Cheque | UnsetType = UNSET
    """The part of the claim that left as a cheque."""


class TableCashNoted(Struct, frozen=True, tag=True):
    """Cash was brought to a table. The table has the money; the cage only adds it to the person's sum."""

    table: str
    person: str
    cents: Cents
    day: str
    by: tuple[str, ...]
    """The one or two people who signed for it."""


class CashVoided(Struct, frozen=True, tag=True):
    """A cash act was voided: its money went back, through the drawer of the person who signed first."""

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
    """A cash act waits for its second signature."""

    number: int
    what: CashTwoSigned
    actor: str
    role: str


class CashCountersigned(Struct, frozen=True, tag=True):
    """Two people have signed a cash act."""

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
    """The direction of the cash: ``in`` or ``out``."""
    total: Cents
    by: tuple[str, ...] | UnsetType = UNSET
    """The people who moved the cash; they do not acknowledge the alert. Not known in earlier books."""


class DrawerAlert(Struct, frozen=True, tag=True):
    """A drawer differed from its books by more than one signature covers."""

    number: int
    drawer: str
    difference: Cents
    by: tuple[str, ...]
    """The people who held and counted the drawer; they do not acknowledge the alert."""
    total: Cents | UnsetType = UNSET
    """The sum of the holder's differences on the gaming day, without their signs, if there were others."""


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
    """A drawer that a cashier holds."""

    name: str
    holder: str
    holds: Cents
    """The amount in the drawer by its books; the person who counts it does not see it."""
    since: int
    """The moment when the holder opened or took over the drawer."""
    float: Cents
    """The amount with which the holder opened or took over the drawer."""
    moves: int = 0
    count: DrawerCount | None = None


class Moved(Struct, frozen=True):
    """A cash act of the gaming day, and when it was done."""

    at: int
    act: CashBooked
    voided: tuple[str, ...] = ()
    """The two people who voided the act; empty while it stands."""


class LastClose(Struct, frozen=True):
    """A drawer's last close or handover: the people who took part in it may see it afterwards."""

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
    """The sum of the differences without their signs: a surplus at one close does not offset a shortage at another."""


class Drawers(Struct, frozen=True):
    """The state of a cage that keeps drawers."""

    terms: CageTerms
    open: tuple[Drawer, ...] = ()
    acts: tuple[Moved, ...] = ()
    """The acts of this gaming day."""
    numbered: int = 0
    proposals: tuple[CashProposed, ...] = ()
    proposed: int = 0
    closed: tuple[LastClose, ...] = ()
    """The last close or handover of each drawer."""
    off: tuple[DayOff, ...] | UnsetType = UNSET
    """The differences on the last gaming day on which drawers were counted; not there in earlier books."""

    redeemed: int | UnsetType = UNSET
    """The number of redemptions that have been numbered; not there in earlier books."""

    def off_by(self, holder: str, day: str) -> Cents:
        """Return how far a person's drawers were from their books on a gaming day."""
        return sum(one.cents for one in self.off or () if (one.holder, one.day) == (holder, day))

    def drawer(self, name: str) -> Drawer | None:
        """Return an open drawer by its name, or None."""
        return next((one for one in self.open if one.name == name), None)

    def of(self, holder: str) -> Drawer | None:
        """Return the drawer that a person holds, or None."""
        return next((one for one in self.open if one.holder == holder), None)

    def act(self, number: int) -> Moved | None:
        """Return a cash act of the gaming day by its number, or None."""
        return next((one for one in self.acts if one.act.number == number), None)

    def proposal(self, number: int) -> CashProposed | None:
        """Return a proposal that waits for its second signature, or None."""
        return next((one for one in self.proposals if one.number == number), None)


class Claim(Struct, frozen=True):
    """An award with its number, from the table's register to the cage's payment."""

    number: str
    table: str
    link: str
    round: int
    """The round of the award; 0 where earlier books do not record it."""
    box: int
    award: str
    state: AwardState | Literal["paid", "to_return"]
    """The state of the claim; ``to_return`` if it was paid and its round turned out to have no result."""
    registered: int
    since: int
    """The moment when the claim reached its present state."""
    cents: Cents = 0
    hand: str = ""
    player: str = ""
    signed: tuple[str, ...] = ()
    """The people who signed for the hand at the table; they do not pay it."""
    paid: "Moved | None" = None

    @property
    def open(self) -> bool:
        """True while a person at the table or at the cage must still act on the claim."""
        return self.state in {"registered", "owed", "to_return"}


class Claims(Struct, frozen=True):
    """The register of claims."""

    open: tuple[Claim, ...] = ()
    """The claims that are open, the oldest first."""
    closed: tuple[Claim, ...] = ()
    """The claims that were closed lately, the newest first."""
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
    """The cash of this gaming day: a person, the amount that they brought, and the amount that they took."""
    alerts: tuple[Alert, ...] = ()
    """The alerts that have not been acknowledged."""
    raised: int = 0
    drawers: Drawers | UnsetType = UNSET
    """The drawers; not there in a cage of earlier books."""
    noted: tuple[TableCashNoted, ...] | UnsetType = UNSET
    """Cash that known persons brought to tables on this gaming day; not there before the first."""
    claims: Claims | UnsetType = UNSET
    """The register of claims; not there in a cage of earlier books until it is opened again."""

    @property
    def proposals(self) -> tuple[CashProposed, ...]:
        """The cash acts that wait for a second signature."""
        return () if self.drawers is UNSET else self.drawers.proposals


CAGE: Final[Vocabulary[CageState, CageCommand, CageEvent]] = Vocabulary("cage", CageState, CageCommand, CageEvent)


def asked_cash(state: CageState | None, command: object) -> CashTwoSigned | None:
    """Return the cash act that a command would execute, propose or countersign; None for any other command."""
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
