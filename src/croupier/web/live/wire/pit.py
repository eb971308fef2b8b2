"""The pit's pages: what goes over the wire to whoever watches over the tables.

Where something may be done, its command comes along as the server takes it; the page fills in what only a person can
say, which is a reason, a count of chips, or which boxes are meant.
"""

from typing import Any

from msgspec import Struct

from croupier.money import Cents
from croupier.rules.document import Cite
from croupier.rules.terms import Role

Cites = tuple[Cite, ...]
Counts = tuple[tuple[Cents, int], ...]


class PitStep(Struct, frozen=True):
    """Where a round stands."""

    kind: str
    """``closed``, ``between``, ``bets``, ``deal``, ``decide``, ``choose``, ``reveal``, ``dealer``, ``show``,
    ``settle``, ``locked``, ``waits``; in the poker room ``deal``, ``betting`` and ``showdown``."""
    at: int = 0
    """Which card of the deal, or which Betting Round."""
    of: int = 0
    box: int | None = None
    name: str = ""
    """What is turned, or decided about: ``flop``."""


class PitAbsent(Struct, frozen=True):
    """A Player of the poker room who is away, and whom the House may deem gone."""

    seat: int
    player: str
    cites: Cites


class PitTable(Struct, frozen=True):
    """A table in the pit's list."""

    table: str
    game: str
    title: str
    rulebook: str
    automatic: bool
    dealer: str
    """Who deals; empty where nobody has yet, and at an automatic table."""
    open: bool
    poker: bool
    step: PitStep
    boxes: int
    """Boxes, or seats."""
    played: tuple[int, ...]
    players: tuple[str, ...]
    """In the poker room, who sits at them, whom the pit may move to another table."""
    free: tuple[int, ...]
    """Likewise, the seats to which somebody may be moved."""
    absent: tuple[PitAbsent, ...]
    """Likewise, who may be deemed gone: two turns missed in a row, or no word that he would be back."""
    minimum: Cents
    """The Ante; in the poker room the Blinds."""
    maximum: Cents
    float: Cents
    exposure: Cents
    """The most that the House could lose on the round in play as it lies; nothing in the poker room."""
    exposure_cites: Cites
    exposure_exact: bool
    """Otherwise it is a bound: no deal costs more, and perhaps none costs as much."""
    rake: Cents | None
    """Of the shift, in the poker room."""
    drop: Cents
    win: Cents
    """Of the shift, both."""
    state: str
    """``open``, ``closed``, ``decision``, ``claim``, ``irregularity``, ``no_jackpot``."""
    notice: str
    """What is displayed at the table while its jackpot is down."""
    notice_cites: Cites
    link: str
    reopen: bool
    """Its link works again, and the jackpot has yet to be reopened at this table alone."""


class PitAward(Struct, frozen=True):
    """One of a jackpot's last awards."""

    award: str
    title: str
    table: str
    round: int
    box: int
    player: str
    amount: Cents
    before: Cents
    after: Cents
    signed: tuple[str, ...]


class PitTerms(Struct, frozen=True):
    """A jackpot's terms."""

    seed: Cents
    contribution: str
    wager: Cents


class PitLink(Struct, frozen=True):
    """A jackpot link."""

    link: str
    game: str
    """Of its first table, whose hue it has."""
    rulebook: str
    tables: tuple[str, ...]
    meter: Cents
    """Where it is down, the value registered last."""
    down: str
    since: int
    """When it went down; 0 where that is not known, or it works."""
    unsure: tuple[str, ...]
    """Tables where nobody can know from the record whether cards have been seen: who reports it down says so."""
    claims: int
    terms: PitTerms
    waiting: PitTerms | None
    """The terms that hold once all of it has been won."""
    awards: tuple[PitAward, ...]
    cites: Cites
    """Of its awards, in the document of its first table."""


class PitOption(Struct, frozen=True):
    """Something that may be decided."""

    option: str
    label: str
    command: dict[str, Any]
    """To be sent with a reason, and with boxes where some are to be named."""
    tells: tuple[str, ...]
    """What would happen, in words."""
    back: Cents
    """And what would go back to the Players."""
    boxes: tuple[int, ...]
    """Boxes to choose from; none where there is nothing to choose."""
    at_table: bool
    """It needs the order of the cards, which is entered where they lie."""
    two: bool
    """Two people decide it."""
    signed: str
    """Who has done so already."""


class PitFact(Struct, frozen=True):
    """A fact of an irregularity."""

    name: str
    value: str


class PitDecision(Struct, frozen=True):
    """A decision that a document leaves to a role."""

    table: str
    game: str
    rulebook: str
    number: int
    box: int | None
    player: str
    irregularity: str
    title: str
    why: str
    """The document's reason."""
    facts: tuple[PitFact, ...]
    role: Role
    mine: bool
    since: int
    cites: Cites
    options: tuple[PitOption, ...]
    """None where it is a higher role's."""


class PitSignature(Struct, frozen=True):
    """Somebody's."""

    name: str
    role: str
    at: int
    """0 where that is not known."""


class PitClaim(Struct, frozen=True):
    """A major award that waits for its signatures."""

    table: str
    game: str
    rulebook: str
    link: str
    round: int
    box: int
    player: str
    award: str
    title: str
    percent: int
    amount: Cents
    """What it comes to now."""
    before: Cents
    after: Cents
    """The meter."""
    cards: tuple[str, ...]
    community: tuple[str, ...]
    making: tuple[int, ...]
    """Which of the hand's cards make it, from 0."""
    dealt: int
    entered: int
    signed: tuple[PitSignature, ...]
    needed: int
    cites: Cites
    command: dict[str, Any] | None
    """For who may sign it now."""
    turn: int
    """Its place among those that wait on its link."""
    registered: Cents | None
    """The value it is paid from, where the jackpot system has failed in its round."""
    borne: bool
    """By the House: somebody else has won the jackpot since."""


class PitPlace(Struct, frozen=True):
    """A major award in its turn."""

    table: str
    round: int
    box: int
    player: str
    title: str
    dealt: int
    """When the hand was complete."""


class PitOrder(Struct, frozen=True):
    """Several major awards that wait on one link, in the order in which they are paid."""

    link: str
    rulebook: str
    places: tuple[PitPlace, ...]
    by: str
    """Who has recorded that the House found this order; empty while the record of the deal holds."""
    reason: str
    cites: Cites
    command: dict[str, Any] | None
    """For who may record another order, to be sent with the order and a reason."""


class PitChange(Struct, frozen=True):
    """Something that would be otherwise."""

    name: str
    before: str
    after: str


class PitProposal(Struct, frozen=True):
    """Something that waits for a second signature."""

    stream: str
    table: str
    """The table or the link it is about."""
    game: str
    number: int
    what: str
    """``OpenTable``, ``CloseTable``, ``FillFloat``, ``CreditFloat``, ``TakeDrop``, ``ChangePolicy``,
    ``AdoptRulebook``, ``Terms``, ``CreateAccount``, ``ChangeRoles``, ``Readmit``."""
    by: str
    role: str
    at: int
    counts: Counts
    cents: Cents | None
    changes: tuple[PitChange, ...]
    account: str
    roles: tuple[Role, ...]
    reason: str
    own: bool
    """I have proposed it: another signs."""
    sign: dict[str, Any] | None
    reject: dict[str, Any] | None
    """To be sent with a reason."""


class PitAnswer(Struct, frozen=True):
    """How something that I proposed was answered."""

    stream: str
    table: str
    """The table or the link it was about."""
    number: int
    what: str
    """As in the proposal."""
    by: str
    role: str
    at: int
    signed: bool
    reason: str
    """Why it was turned down."""


class PitAlert(Struct, frozen=True):
    """Something that stays on the page until it is seen to."""

    kind: str
    """``claim``, ``cash``, ``link``."""
    id: str
    at: int
    table: str = ""
    game: str = ""
    rulebook: str = ""
    box: int | None = None
    title: str = ""
    percent: int = 0
    amount: Cents = 0
    player: str = ""
    way: str = ""
    day: str = ""
    reason: str = ""
    cites: Cites = ()
    stream: str = ""
    command: dict[str, Any] | None = None
    """What acknowledges it, for who may."""


class PitShift(Struct, frozen=True):
    """The shift that runs."""

    day: str
    number: int
    of: int
    begin: int
    end: int


class PitPage(Struct, frozen=True, tag="pit"):
    """The pit as one person sees it."""

    me: str
    role: Role
    may: tuple[str, ...]
    """What my role may ask for, by the name of the command or the question."""
    shift: PitShift
    open: int
    """How many tables."""
    drop: Cents
    win: Cents
    alerts: tuple[PitAlert, ...]
    tables: tuple[PitTable, ...]
    links: tuple[PitLink, ...]
    decisions: tuple[PitDecision, ...]
    """Oldest first."""
    claims: tuple[PitClaim, ...]
    """Those of one link in the order in which they are paid."""
    orders: tuple[PitOrder, ...]
    """For every link on which more than one waits."""
    proposals: tuple[PitProposal, ...]
    answers: tuple[PitAnswer, ...]
    """To my own, the newest first."""


# ---- Money ----------------------------------------------------------------------------------------------------------


class PolicyField(Struct, frozen=True):
    """A part of a table's policy that two people may change."""

    name: str
    kind: str
    """``cents``, ``count``, ``flag``, ``choice``, ``text``."""
    value: str
    """As it is now; cents as a whole number, a flag as ``yes`` or ``no``, nothing where nothing is set."""
    choices: tuple[str, ...] = ()
    parameter: bool = False
    """It is one of the readings that the document leaves to the House."""


class PitVersion(Struct, frozen=True):
    """A version of a document."""

    rulebook: str
    version: int
    day: str
    """The first gaming day from which it may be played by, or will be."""


class PitTill(Struct, frozen=True):
    """A table's money and terms."""

    table: str
    game: str
    rulebook: str
    open: bool
    running: bool
    """A round is in play."""
    float: Cents
    chips: tuple[Cents, ...]
    """The denominations, for counting."""
    anonymous: bool
    held: Cents
    """Cash in the box under the table."""
    drop: Cents
    win: Cents
    policy: dict[str, Any]
    """All of it, to be sent back with what is to change."""
    fields: tuple[PolicyField, ...]
    versions: tuple[PitVersion, ...]
    """Those of its document that the table may adopt."""
    adopted: PitVersion | None
    """The one that it will take up."""


class PitCash(Struct, frozen=True):
    """A Player's cash of the gaming day."""

    player: str
    brought: Cents
    taken: Cents
    wallet: Cents


class PitCage(Struct, frozen=True):
    """The cage."""

    holds: Cents
    day: str
    alert_from: Cents
    cash: tuple[PitCash, ...]


class PitAccount(Struct, frozen=True):
    """A person as the House knows him."""

    name: str
    roles: tuple[Role, ...]
    locked: str
    excluded: str
    """Why; empty where he is not."""
    until: str
    loss_limit: Cents | None
    time_limit: int | None
    wallet: Cents
    acts: tuple[str, ...]
    """What whoever sees this may do about him: ``exclude``, ``readmit``, ``roles``."""
    signed_roles: tuple[Role, ...]
    """The roles that two people would have to sign for."""


class PitMoneyPage(Struct, frozen=True, tag="pit_money"):
    """Floats, limits, the cage and the accounts."""

    me: str
    role: Role
    may: tuple[str, ...]
    tills: tuple[PitTill, ...]
    cage: PitCage | None
    accounts: tuple[PitAccount, ...] | None
    """None where the House keeps none, or it is not for this role."""
    accounts_left: int
    """How many more there are than are shown."""
    roles: tuple[Role, ...]
    """That somebody may be given."""
