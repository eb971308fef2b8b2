"""The types of the pit's pages, for the people who supervise the tables.

If an act is possible, its command comes along as the server accepts it; the page adds what only a person can say: a
reason, a count of chips, or the boxes that are meant.
"""

from typing import Any

from msgspec import Struct

from croupier.money import Cents
from croupier.rules.document import Cite
from croupier.rules.terms import Role
from croupier.web.wire.dealer import StatementShown

Cites = tuple[Cite, ...]
Counts = tuple[tuple[Cents, int], ...]


class PitStep(Struct, frozen=True):
    """The state of a round."""

    kind: str
    """The kind of step: ``closed``, ``between``, ``bets``, ``deal``, ``decide``, ``choose``, ``reveal``, ``dealer``,
    ``show``, ``settle``, ``locked``, ``waits``; in the poker room ``deal``, ``betting`` and ``showdown``."""
    at: int = 0
    """The number of the card in the deal, or of the Betting Round."""
    of: int = 0
    box: int | None = None
    name: str = ""
    """The name of the cards that are turned, or decided about, such as ``flop``."""


class PitAbsent(Struct, frozen=True):
    """A Player of the poker room who is away, and whom the House may deem gone."""

    seat: int
    player: str
    cites: Cites


class PitDuty(Struct, frozen=True):
    """The Dealer on duty at a table, and the Dealers who may sign on."""

    dealer: str
    """The Dealer who has signed on; empty if none has."""
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
    """The Dealer who deals; empty if none has yet, and at an automatic table."""
    duty: PitDuty | None
    """The Dealers' duty; None at an automatic table."""
    open: bool
    room: bool
    step: PitStep
    boxes: int
    """The number of boxes, or of seats."""
    played: tuple[int, ...]
    players: tuple[str, ...]
    """The seated Players of the poker room, whom the pit may move to another table."""
    free: tuple[int, ...]
    """The free seats of the poker room, to which the pit may move a Player."""
    absent: tuple[PitAbsent, ...]
    """The Players of the poker room who may be deemed gone: two turns missed in a row, or no word of coming back."""
    minimum: Cents
    """The least Ante; in the poker room the Small Blind."""
    maximum: Cents
    float: Cents | None
    """The float; None for those who count it: they see its level."""
    level: int
    """The level of the tray from 0 to 5, compared with what it held when the table opened."""
    exposure: Cents
    """The most that the House could lose on the round in play; 0 in the poker room."""
    exposure_cites: Cites
    exposure_exact: bool
    """True if ``exposure`` is exact; otherwise it is an upper bound: no deal costs more."""
    rake: Cents | None
    """The Rake of the shift, in the poker room."""
    drop: Cents
    win: Cents
    """The win of the shift; ``drop`` is of the shift too."""
    state: str
    """The state: ``open``, ``closed``, ``decision``, ``claim``, ``irregularity``, ``no_jackpot``."""
    notice: str
    """The notice at the table while its jackpot is down."""
    notice_cites: Cites
    link: str
    reopen: bool
    """True if its link works, and only this table's jackpot has yet to be reopened."""
    hourly: int = 0
    """The number of rounds that have begun in the last hour."""
    mode_waits: str = ""
    """The mode after the round in play, ``automatic`` or ``dealer``, if it changes."""


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
    """A table of a link: the effect of a failure on it, and the decision that it waits for."""

    table: str
    game: str
    rulebook: str
    dealer: str
    automatic: bool
    open: bool
    step: PitStep
    state: str
    """The state: ``running``, or the way in which it is played while its jackpot is down: ``undecided``,
    ``close_table``, ``close_boxes``, ``without_jackpot``."""
    boxes: tuple[int, ...]
    """The boxes that are closed."""
    round: int
    void: bool
    """True if its last round was void."""
    cites: Cites
    """The paragraphs for that state."""
    reopen: bool
    """True if only this table's jackpot has failed, and a person says when it works again."""
    choice: int
    """The number of the decision that the House has to take about later rounds; 0 if there is none."""
    choices: tuple[str, ...]


class PitHappened(Struct, frozen=True):
    """A line of a jackpot's failure."""

    at: int
    table: str
    """The table; empty for the link itself."""
    words: str
    by: str
    """The person who reported, signed or chose it; empty for a consequence."""
    cites: Cites


class PitLink(Struct, frozen=True):
    """A jackpot link."""

    link: str
    game: str
    """The game of its first table, whose hue it has."""
    rulebook: str
    tables: tuple[str, ...]
    meter: Cents
    """The meter; if the link is down, the value registered last."""
    down: str
    since: int
    """The time at which it went down; 0 if that is not known, or it works."""
    unsure: tuple[str, ...]
    """The tables where the record does not show whether cards were seen: the person who reports it down says so."""
    claims: int
    terms: PitTerms
    waiting: PitTerms | None
    """The terms that apply once all of the jackpot has been won."""
    awards: tuple[PitAward, ...]
    cites: Cites
    """The paragraphs of its awards, in the document of its first table."""
    rows: tuple[PitLinkTable, ...] = ()
    failing: tuple[str, ...] = ()
    """The tables at which the jackpot does not run although the link works."""
    happened: tuple[PitHappened, ...] = ()
    """The course of its last failure, in order."""


class PitValue(Struct, frozen=True):
    """The value from which a round's awards are paid after a failure of the jackpot system."""

    registered: Cents
    """The value registered before the failure, from which awards are paid unless another value is stated."""
    two: bool
    """True if another value takes two people."""


class PitOption(Struct, frozen=True):
    """An answer that a decision may have."""

    option: str
    label: str
    command: dict[str, Any]
    """The command, to be sent with a reason, and with boxes if some have to be named."""
    tells: tuple[str, ...]
    """The effects, in words."""
    back: Cents
    """The money that would go back to the Players."""
    boxes: tuple[int, ...]
    """The boxes to choose from; none if there is nothing to choose."""
    at_table: bool
    """True if it needs the order of the cards, which is entered at the table."""
    two: bool
    """True if two people decide it."""
    signed: str
    """The person who has already decided so."""
    value: PitValue | None
    """The value to be stated besides, if the answer takes one."""


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
    """The possible answers; none if the decision is a higher role's."""


class PitSignature(Struct, frozen=True):
    """A person's signature."""

    name: str
    role: str
    at: int
    """The time of the signature; 0 if it is not known."""


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
    """The current amount of the award."""
    before: Cents
    after: Cents
    """The meter after the award; ``before`` is the meter before it."""
    cards: tuple[str, ...]
    community: tuple[str, ...]
    making: tuple[int, ...]
    """The indices of the hand's cards that make it, from 0."""
    dealt: int
    entered: int
    signed: tuple[PitSignature, ...]
    needed: int
    cites: Cites
    command: dict[str, Any] | None
    """The command, for those who may sign it now."""
    turn: int
    """The place of the award among those pending on its link."""
    registered: Cents | None
    """The value from which the award is paid, if the jackpot system failed in its round."""
    borne: bool
    """True if the House pays the award: another Player has won the jackpot since."""
    hand_before: tuple[str, ...] = ()
    """The hand as it was signed for, if it has been changed since."""
    fell: tuple[str, ...] = ()
    """The people whose signatures no longer count: the hand was changed, or the claim was returned."""
    returned_by: str = ""
    """The person who has returned it; nobody signs until it is settled again."""
    returned_why: str = ""
    stale: bool = False
    """True if the current hand no longer has this award: it has to be settled again."""
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
    """The time at which the hand was complete."""


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
    """The command that refuses it, to be sent with a reason, unless its maker withdraws it."""


class PitOrder(Struct, frozen=True):
    """Several major awards pending on one link, in the order in which they are paid."""

    link: str
    rulebook: str
    places: tuple[PitPlace, ...]
    by: str
    """The person who has recorded that the House found this order; empty while the record of the deal holds."""
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
    """An act that waits for a second signature."""

    stream: str
    table: str
    """The table or the link that it is about."""
    game: str
    number: int
    what: str
    """The act: ``OpenTable``, ``CloseTable``, ``FillFloat``, ``CreditFloat``, ``TakeDrop``, ``ChangePolicy``,
    ``AdoptRulebook``, ``Terms``, ``CreateAccount``, ``ChangeRoles``, ``Readmit``; at the cage ``CashIn``, ``CashOut``,
    ``CashChips``, ``CashSlip``, ``FillDrawer``, ``VoidCash``."""
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
    """True if the viewer has proposed it, so that another person has to sign."""
    sign: dict[str, Any] | None
    reject: dict[str, Any] | None
    """The command that rejects it, to be sent with a reason."""


class PitAnswer(Struct, frozen=True):
    """The answer to a proposal of the viewer."""

    stream: str
    table: str
    """The table or the link that it was about."""
    number: int
    what: str
    """The act, as in the proposal."""
    by: str
    role: str
    at: int
    signed: bool
    reason: str
    """The reason of a rejection."""


class PitAlert(Struct, frozen=True):
    """An alert that stays on the page until it is dealt with."""

    kind: str
    """The kind: ``call`` of a Dealer, ``claim``, ``cash``, ``link``, ``failing`` for a link of which a table has
    failed, ``barred`` for a person who may not play and sits at a table, ``variance`` for a tray and ``drawer`` for a
    drawer that does not match the books, ``clock`` for a clock in doubt."""
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
    """The sum of the drawer holder's differences on the gaming day, if there were others."""
    player: str = ""
    way: str = ""
    day: str = ""
    reason: str = ""
    cites: Cites = ()
    stream: str = ""
    command: dict[str, Any] | None = None
    """The command that acknowledges it, for those who may."""


class PitRelief(Struct, frozen=True):
    """A planned relief of one Dealer by another."""

    table: str
    game: str
    at: int
    leaves: str
    comes: str
    elsewhere: str
    """Another table at which the coming Dealer deals now; empty if they deal nowhere."""


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
    """The names of the commands and queries that the viewer's role may use."""
    shift: PitShift
    open: int
    """The number of open tables."""
    drop: Cents
    win: Cents
    alerts: tuple[PitAlert, ...]
    tables: tuple[PitTable, ...]
    links: tuple[PitLink, ...]
    decisions: tuple[PitDecision, ...]
    """The decisions, oldest first."""
    statements: tuple[StatementShown, ...]
    """Statements of staff that wait for signatures, table by table."""
    claims: tuple[PitClaim, ...]
    """The claims; those of one link are in the order in which they are paid."""
    orders: tuple[PitOrder, ...]
    """The orders of every link with more than one pending award."""
    proposals: tuple[PitProposal, ...]
    answers: tuple[PitAnswer, ...]
    """Answers to the viewer's own proposals, newest first."""
    notices: tuple[str, ...] = ()
    """Sentences about what no longer counts in the file that the house began with."""
    hourly: int = 0
    """The mean number of rounds an hour at an open table."""
    reliefs: tuple[PitRelief, ...] = ()
    """The planned reliefs, the earliest first."""


# ---- Money ----------------------------------------------------------------------------------------------------------


class PolicyField(Struct, frozen=True):
    """A part of a table's policy that two people may change."""

    name: str
    kind: str
    """The kind of value: ``cents``, ``count``, ``flag``, ``choice``, ``text``."""
    value: str
    """The current value: cents as a whole number, a flag as ``yes`` or ``no``, empty if nothing is set."""
    choices: tuple[str, ...] = ()
    parameter: bool = False
    """True if it is one of the interpretations that the document leaves to the House."""


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
    """True if a round is in play."""
    float: Cents | None
    level: int
    empty: bool
    """True if nothing is in the tray: then the table opens with a float from the cage."""
    kept: bool
    """True if the tray is chips alone, and opens and closes by a count of two."""
    chips: tuple[Cents, ...]
    """The denominations, for counting."""
    anonymous: bool
    held: Cents
    """The cash in the box under the table."""
    drop: Cents
    win: Cents
    policy: dict[str, Any]
    """The whole policy, to be sent back with the changes."""
    fields: tuple[PolicyField, ...]
    versions: tuple[PitVersion, ...]
    """The versions of its document that the table may adopt."""
    adopted: PitVersion | None
    """The version that the table will adopt."""


class PitAccount(Struct, frozen=True):
    """A person as the House knows them."""

    name: str
    roles: tuple[Role, ...]
    locked: str
    excluded: str
    """The reason why they are excluded; empty if they are not."""
    until: str
    loss_limit: Cents | None
    time_limit: int | None
    wallet: Cents
    acts: tuple[str, ...]
    """The acts that the viewer may do on the account: ``exclude``, ``readmit``, ``limits``, ``roles``, ``reset``."""
    signed_roles: tuple[Role, ...]
    """The roles for which two people would have to sign."""
    sits: tuple[str, ...] = ()
    """The tables at which they sit or play."""
    code: str = ""
    """The reason why the viewer may give them a one-time code: ``first`` if they have no password yet, ``reset`` if two
    people have signed for a new one; empty if the viewer may not."""
    locked_by_two: bool = False
    """True if two people lock and unlock the account."""


class PitGame(Struct, frozen=True):
    """A game, for a new table."""

    game: str
    title: str
    linked: bool
    """True if its tables are on a jackpot link."""


class PitMoneyPage(Struct, frozen=True, tag="pit_money"):
    """The page of floats, limits and accounts."""

    me: str
    role: Role
    may: tuple[str, ...]
    tills: tuple[PitTill, ...]
    accounts: tuple[PitAccount, ...] | None
    """The accounts; None if the House keeps none, or this role may not see them."""
    accounts_left: int
    """The number of accounts that are not shown."""
    roles: tuple[Role, ...]
    """The roles that a person may be given."""
    games: tuple["PitGame", ...] = ()
    """The games of which a table may be put on the floor."""


# ---- The poker room's desk ------------------------------------------------------------------------------------------


class PitWaiting(Struct, frozen=True):
    """A Player who waits for a seat."""

    number: int
    player: str
    blinds: tuple[Cents, ...]
    """The Small Blinds that they would take; none for any."""
    since: int
    called: int
    """The time at which they were called; 0 if they have not been."""
    table: str
    """A table with a free seat that they would take; empty if there is none."""


class PitSeat(Struct, frozen=True):
    """A seat of the poker room."""

    seat: int
    player: str
    """The Player's name; empty if the seat is free."""
    chips: Cents
    away: bool
    joins: bool
    """True if they owe the Big Blind to join."""
    small: bool
    big: bool
    """True if they have missed the Big Blind; ``small`` is for the Small Blind."""
    passed: int
    """The number of times in a row that the Blinds have passed them."""
    since: int
    """The time since which they have had the seat; 0 if that is not known."""
    away_since: int
    """The time since which they have been away; 0 if they are not, or it is not known."""


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
    """The Rake as a share of the Pot."""
    rake_amount: Cents
    """The Rake of a round as an amount, if it is one; otherwise 0."""
    cap: Cents
    rake_cites: Cites
    missed_cites: Cites


class PitMove(Struct, frozen=True):
    """A proposed move of the longest-seated Player at the smallest table to another table with the same Blinds."""

    player: str
    table: str
    seat: int
    to: str
    to_seat: int
    chips: Cents
    """The whole stake, which goes with the Player."""
    waits: bool
    """True if they have a hand in play, so that they move when the round is over."""
    rulebook: str
    cites: Cites
    command: dict[str, Any] | None
    """The command, to be sent to the table they move to."""


class PitBreak(Struct, frozen=True):
    """A table that may be broken: its Players all find a seat at others with the same Blinds."""

    table: str
    players: int
    to: tuple[str, ...]
    rulebook: str
    cites: Cites


class PitRoomPage(Struct, frozen=True, tag="pit_room"):
    """The poker room's desk as one person sees it."""

    me: str
    role: Role
    may: tuple[str, ...]
    waiting: tuple[PitWaiting, ...]
    tables: tuple[PitRoomTable, ...]
    moves: tuple[PitMove, ...]
    """The moves, in their order."""
    breaks: tuple[PitBreak, ...] = ()
    """The tables that the desk might break now."""
