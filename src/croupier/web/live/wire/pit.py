"""The pit's pages: what goes over the wire to those who watch over the tables.

If something may be done, its command comes along as the server accepts it; the page fills in what only a person can
say: a reason, a count of chips, or which boxes are meant.
"""

from typing import Any

from msgspec import Struct

from croupier.money import Cents
from croupier.rules.document import Cite
from croupier.rules.terms import Role
from croupier.web.live.wire.dealer import StatementShown

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


class PitDuty(Struct, frozen=True):
    """Who deals at a table, and who may."""

    dealer: str
    """Who has signed on; empty if nobody has."""
    since: int
    assigned: tuple[str, ...]
    known: tuple[str, ...]
    """The Dealers of the house, if it keeps accounts."""


class PitTable(Struct, frozen=True):
    """A table in the pit's list."""

    table: str
    game: str
    title: str
    rulebook: str
    automatic: bool
    dealer: str
    """Who deals; empty if nobody has yet, and at an automatic table."""
    duty: PitDuty | None
    """None at an automatic table."""
    open: bool
    room: bool
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
    float: Cents | None
    """None for those who count it: they see its level."""
    level: int
    """How full the tray is, from 0 to 5, by what it held when the table opened."""
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
    """Whether its link works, and only this table's jackpot has yet to be reopened."""
    hourly: int = 0
    """How many rounds have begun in the last hour."""
    mode_waits: str = ""
    """``automatic`` or ``dealer`` if that is how it is dealt once the round in play has ended."""


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


class PitLinkTable(Struct, frozen=True):
    """A table of a link: what a failure has made of it, and what it waits for."""

    table: str
    game: str
    rulebook: str
    dealer: str
    automatic: bool
    open: bool
    step: PitStep
    state: str
    """``running``, or how it is played while its jackpot is down: ``undecided``, ``close_table``, ``close_boxes``,
    ``without_jackpot``."""
    boxes: tuple[int, ...]
    """The boxes that are closed."""
    round: int
    void: bool
    """Whether its last round was void."""
    cites: Cites
    """The paragraphs by which it is so."""
    reopen: bool
    """Whether only this table's jackpot has failed, and a person says when it works again."""
    choice: int
    """The number of the decision that the House has to take about later rounds; 0 if there is none."""
    choices: tuple[str, ...]


class PitHappened(Struct, frozen=True):
    """A line of a jackpot's failure."""

    at: int
    table: str
    """Empty for the link itself."""
    words: str
    by: str
    """Who reported, signed or chose it; empty for what follows by itself."""
    cites: Cites


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
    rows: tuple[PitLinkTable, ...] = ()
    failing: tuple[str, ...] = ()
    """The tables at which the jackpot does not run although the link works."""
    happened: tuple[PitHappened, ...] = ()
    """What happened in its last failure, in order."""


class PitValue(Struct, frozen=True):
    """The value from which a round's awards are paid after a failure of the jackpot system."""

    registered: Cents
    """What was registered before the failure, from which they are paid unless another value is stated."""
    two: bool
    """Another value takes two people."""


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
    value: PitValue | None
    """To be stated besides, if the answer takes one."""


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
    hand_before: tuple[str, ...] = ()
    """The hand as it was signed for, if it has been changed since."""
    fell: tuple[str, ...] = ()
    """Whose signatures no longer count: the hand was changed, or the claim was returned."""
    returned_by: str = ""
    """Who has returned it; nobody signs until it is settled again."""
    returned_why: str = ""
    stale: bool = False
    """Whether the hand, as it is now, no longer has this award: it has to be settled again."""
    give_back: dict[str, Any] | None = None
    """The command that returns it, for those who may; to be sent with a reason."""
    again: dict[str, Any] | None = None
    """The command that settles again, for those who may, if it was returned or the award is another one."""


class PitPlace(Struct, frozen=True):
    """A major award in its turn."""

    table: str
    round: int
    box: int
    player: str
    title: str
    dealt: int
    """When the hand was complete."""


class PitOrderStated(Struct, frozen=True):
    """An order of awards that waits for further people."""

    number: int
    places: tuple[PitPlace, ...]
    by: tuple[str, ...]
    """The people who stand behind it so far."""
    reason: str
    missing: str
    """The person who is still needed, within a sentence."""
    sign: dict[str, Any] | None
    refuse: dict[str, Any] | None
    """To be sent with a reason, unless its maker withdraws it."""


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
    stated: tuple[PitOrderStated, ...] = ()


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
    ``AdoptRulebook``, ``Terms``, ``CreateAccount``, ``ChangeRoles``, ``Readmit``; at the cage ``CashIn``,
    ``CashOut``, ``CashChips``, ``CashSlip``, ``FillDrawer``, ``VoidCash``."""
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
    """``call`` of a Dealer, ``claim``, ``cash``, ``link``, ``failing`` for a link of which a table has failed,
    ``barred`` for somebody who may not play and sits at a table, ``variance`` for a tray and ``drawer`` for a drawer
    that does not match the books, ``clock`` for a clock in doubt."""
    id: str
    at: int
    table: str = ""
    game: str = ""
    rulebook: str = ""
    box: int | None = None
    title: str = ""
    percent: int = 0
    amount: Cents = 0
    total: Cents = 0
    """Of a drawer, the holder's differences of the gaming day added up, if there were others."""
    player: str = ""
    way: str = ""
    day: str = ""
    reason: str = ""
    cites: Cites = ()
    stream: str = ""
    command: dict[str, Any] | None = None
    """The command that acknowledges it, for those who may."""


class PitRelief(Struct, frozen=True):
    """Who is planned to relieve whom."""

    table: str
    game: str
    at: int
    leaves: str
    comes: str
    elsewhere: str
    """The other table at which whoever comes deals now; empty if they deal nowhere."""


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
    statements: tuple[StatementShown, ...]
    """Statements of staff that wait for signatures, table by table."""
    claims: tuple[PitClaim, ...]
    """Those of one link in the order in which they are paid."""
    orders: tuple[PitOrder, ...]
    """For every link with more than one pending award."""
    proposals: tuple[PitProposal, ...]
    answers: tuple[PitAnswer, ...]
    """Answers to my own proposals, newest first."""
    notices: tuple[str, ...] = ()
    """What of the file that the house began with no longer counts, in sentences."""
    hourly: int = 0
    """Rounds an hour at an open table, on average."""
    reliefs: tuple[PitRelief, ...] = ()
    """The earliest first."""


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
    float: Cents | None
    level: int
    empty: bool
    """Whether nothing is in the tray: then the table opens with a float from the cage."""
    kept: bool
    """Whether the tray is chips alone, and opens and closes by a count of two."""
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
    """What the viewer may do about them: ``exclude``, ``readmit``, ``limits``, ``roles``, ``reset``."""
    signed_roles: tuple[Role, ...]
    """The roles for which two people would have to sign."""
    sits: tuple[str, ...] = ()
    """The tables at which they sit or play."""
    code: str = ""
    """Why the viewer may give them a code: ``first`` if they have no password yet, ``reset`` if two have signed for a
    new one; empty if they may not."""
    locked_by_two: bool = False
    """Whether two people lock and unlock the account."""


class PitGame(Struct, frozen=True):
    """A game, for a new table."""

    game: str
    title: str
    linked: bool
    """Whether its tables are on a jackpot link."""


class PitMoneyPage(Struct, frozen=True, tag="pit_money"):
    """Floats, limits and the accounts."""

    me: str
    role: Role
    may: tuple[str, ...]
    tills: tuple[PitTill, ...]
    accounts: tuple[PitAccount, ...] | None
    """None if the House keeps none, or this role may not see them."""
    accounts_left: int
    """How many more there are than shown."""
    roles: tuple[Role, ...]
    """The roles that somebody may be given."""
    games: tuple["PitGame", ...] = ()
    """The games of which a table may be put on the floor."""


# ---- The poker room's desk ------------------------------------------------------------------------------------------


class PitWaiting(Struct, frozen=True):
    """Somebody who waits for a seat."""

    number: int
    player: str
    blinds: tuple[Cents, ...]
    """The Small Blinds that they would take; none for any."""
    since: int
    called: int
    """When they were called; 0 if they have not been."""
    table: str
    """A table with a free seat that they would take; empty if there is none."""


class PitSeat(Struct, frozen=True):
    """A seat of the poker room."""

    seat: int
    player: str
    """Empty if it is free."""
    chips: Cents
    away: bool
    joins: bool
    """Whether they owe the Big Blind to join."""
    small: bool
    big: bool
    """Which Blinds they have missed."""
    passed: int
    """How often in a row the Blinds have passed them."""
    since: int
    """Since when they have had the seat; 0 if that is not known."""
    away_since: int
    """Since when they have been away; 0 if they are not, or it is not known."""


class PitRoomTable(Struct, frozen=True):
    """A table of the poker room, as its desk sees it."""

    table: str
    game: str
    rulebook: str
    open: bool
    dealer: str
    automatic: bool
    running: bool
    round: int
    """The last round, in play or over."""
    small: Cents
    big: Cents
    minimum: Cents
    maximum: Cents
    hourly: int
    seats: tuple[PitSeat, ...]
    free: tuple[int, ...]
    rake: str
    """The share of the Pot."""
    rake_amount: Cents
    """The amount of a round, if the Rake is one; otherwise 0."""
    cap: Cents
    rake_cites: Cites
    missed_cites: Cites


class PitMove(Struct, frozen=True):
    """Who moves next to which table with the same Blinds: whoever has sat longest at the one with fewer Players."""

    player: str
    table: str
    seat: int
    to: str
    to_seat: int
    chips: Cents
    """All of it: the whole stake goes with the Player."""
    waits: bool
    """Whether they have a hand in play, so that they move when the round is over."""
    rulebook: str
    cites: Cites
    command: dict[str, Any] | None
    """To be sent to the table they move to."""


class PitBreak(Struct, frozen=True):
    """A table that may be broken: its Players all find a seat at others with the same Blinds."""

    table: str
    players: int
    to: tuple[str, ...]
    rulebook: str
    cites: Cites


class PitRoomPage(Struct, frozen=True, tag="pit_room"):
    """The poker room's desk."""

    me: str
    role: Role
    may: tuple[str, ...]
    waiting: tuple[PitWaiting, ...]
    tables: tuple[PitRoomTable, ...]
    moves: tuple[PitMove, ...]
    """In their order."""
    breaks: tuple[PitBreak, ...] = ()
    """The tables that the desk might break now."""
