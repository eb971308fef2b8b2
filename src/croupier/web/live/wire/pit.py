"""The pit's pages: what goes over the wire to those who watch over the tables.

If something may be done, its command comes along as the server accepts it; the page fills in what only a person can
say: a reason, a count of chips, or which boxes are meant.
"""

from typing import Any

from msgspec import Struct

from croupier.money import Cents
from croupier.rules.document import Cite
from croupier.rules.terms import Role

Cites = tuple[Cite, ...]
Counts = tuple[tuple[Cents, int], ...]


class PitStep(Struct, frozen=True):
    """The state of a round."""

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
    """Who deals; empty if nobody has yet, and at an automatic table."""
    open: bool
    poker: bool
    step: PitStep
    boxes: int
    """Boxes, or seats."""
    played: tuple[int, ...]
    players: tuple[str, ...]
    """In the poker room, the seated Players, whom the pit may move to another table."""
    free: tuple[int, ...]
    """In the poker room, the seats to which somebody may be moved."""
    absent: tuple[PitAbsent, ...]
    """In the poker room, who may be deemed gone: two turns missed in a row, or no word that they would be back."""
    minimum: Cents
    """The Ante; in the poker room the Blinds."""
    maximum: Cents
    float: Cents
    exposure: Cents
    """The most that the House could lose on the round in play; nothing in the poker room."""
    exposure_cites: Cites
    exposure_exact: bool
    """Otherwise it is a bound: no deal costs more, and perhaps none costs as much."""
    rake: Cents | None
    """The Rake of the shift, in the poker room."""
    drop: Cents
    win: Cents
    """Both for the shift."""
    state: str
    """``open``, ``closed``, ``decision``, ``claim``, ``irregularity``, ``no_jackpot``."""
    notice: str
    """What is displayed at the table while its jackpot is down."""
    notice_cites: Cites
    link: str
    reopen: bool
    """Whether its link works again, and only this table's jackpot has yet to be reopened."""


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
    """The game of its first table, whose hue it has."""
    rulebook: str
    tables: tuple[str, ...]
    meter: Cents
    """If it is down, the value registered last."""
    down: str
    since: int
    """When it went down; 0 if that is not known, or it works."""
    unsure: tuple[str, ...]
    """Tables where the record does not show whether cards have been seen: the person who reports it down says so."""
    claims: int
    terms: PitTerms
    waiting: PitTerms | None
    """The terms that apply once all of it has been won."""
    awards: tuple[PitAward, ...]
    cites: Cites
    """The paragraphs of its awards, in the document of its first table."""


class PitOption(Struct, frozen=True):
    """Something that may be decided."""

    option: str
    label: str
    command: dict[str, Any]
    """To be sent with a reason, and with boxes if some have to be named."""
    tells: tuple[str, ...]
    """What would happen, in words."""
    back: Cents
    """What would go back to the Players."""
    boxes: tuple[int, ...]
    """Boxes to choose from; none if there is nothing to choose."""
    at_table: bool
    """It needs the order of the cards, which is entered at the table."""
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
    """None if it is a higher role's."""


class PitSignature(Struct, frozen=True):
    """Somebody's."""

    name: str
    role: str
    at: int
    """0 if that is not known."""


class PitClaim(Struct, frozen=True):
    """A major award waiting for its signatures."""

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
    """The command, for those who may sign it now."""
    turn: int
    """Its place among those pending on its link."""
    registered: Cents | None
    """The value from which it is paid, if the jackpot system failed in its round."""
    borne: bool
    """It is paid by the House: somebody else has won the jackpot since."""


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
    """Several major awards pending on one link, in the order in which they are paid."""

    link: str
    rulebook: str
    places: tuple[PitPlace, ...]
    by: str
    """Who has recorded that the House found this order; empty while the record of the deal holds."""
    reason: str
    cites: Cites
    command: dict[str, Any] | None
    """The command, for those who may record another order; to be sent with the order and a reason."""


class PitChange(Struct, frozen=True):
    """A value that would change."""

    name: str
    before: str
    after: str


class PitProposal(Struct, frozen=True):
    """Something waiting for a second signature."""

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
    """Whether I have proposed it, so that somebody else has to sign."""
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
    """Why it was rejected."""


class PitAlert(Struct, frozen=True):
    """Something that stays on the page until it is dealt with."""

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
    """The command that acknowledges it, for those who may."""


class PitShift(Struct, frozen=True):
    """The current shift."""

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
    """For every link with more than one pending award."""
    proposals: tuple[PitProposal, ...]
    answers: tuple[PitAnswer, ...]
    """Answers to my own proposals, newest first."""


# ---- Money ----------------------------------------------------------------------------------------------------------


class PolicyField(Struct, frozen=True):
    """A part of a table's policy that two people may change."""

    name: str
    kind: str
    """``cents``, ``count``, ``flag``, ``choice``, ``text``."""
    value: str
    """The current value: cents as a whole number, a flag as ``yes`` or ``no``, empty if nothing is set."""
    choices: tuple[str, ...] = ()
    parameter: bool = False
    """Whether it is one of the readings that the document leaves to the House."""


class PitVersion(Struct, frozen=True):
    """A version of a document."""

    rulebook: str
    version: int
    day: str
    """The first gaming day on which it may be followed, or will be."""


class PitTill(Struct, frozen=True):
    """A table's money and terms."""

    table: str
    game: str
    rulebook: str
    open: bool
    running: bool
    """Whether a round is in play."""
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
    """The version that it will take up."""


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
    """A person as the House knows them."""

    name: str
    roles: tuple[Role, ...]
    locked: str
    excluded: str
    """Why they are excluded; empty if they are not."""
    until: str
    loss_limit: Cents | None
    time_limit: int | None
    wallet: Cents
    acts: tuple[str, ...]
    """What the viewer may do about them: ``exclude``, ``readmit``, ``roles``."""
    signed_roles: tuple[Role, ...]
    """The roles for which two people would have to sign."""


class PitMoneyPage(Struct, frozen=True, tag="pit_money"):
    """Floats, limits, the cage and the accounts."""

    me: str
    role: Role
    may: tuple[str, ...]
    tills: tuple[PitTill, ...]
    cage: PitCage | None
    accounts: tuple[PitAccount, ...] | None
    """None if the House keeps none, or this role may not see them."""
    accounts_left: int
    """How many more there are than shown."""
    roles: tuple[Role, ...]
    """The roles that somebody may be given."""
