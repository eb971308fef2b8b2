"""The Dealer's console over the wire: the round as the Dealer sees it, and the entries that may come next."""

from typing import Any, Literal

from msgspec import Struct

from croupier.money import Cents
from croupier.play.authority import Compared
from croupier.play.banked.events import WagerSettled
from croupier.play.banked.options import Stake, TakeBack
from croupier.play.refusal import Refusal
from croupier.play.room.events import PotAwarded
from croupier.play.room.view import PotView
from croupier.rules.document import Cite
from croupier.rules.room import Move
from croupier.rules.terms import Role, WagerName
from croupier.web.wire import (
    Cites,
    Clock,
    Face,
    HandName,
    JoinOption,
    Printed,
    RulingShown,
    Seated,
    SpotShape,
    Told,
)


class Slot(Struct, frozen=True):
    """A card's place: a box or seat, ``dealer``, ``community`` or ``burn``, and its number there, from 0."""

    place: str
    index: int


class SlotShown(Struct, frozen=True):
    """A card's place as the Dealer sees it."""

    card: str
    """The card; empty before it is dealt, ``??`` while it is face down."""
    entered: bool = False
    """True if the card is face down, and the table knows which card it is."""
    up: bool = False
    """True if the card is face up, or will be."""
    next: bool = False
    """True if the next card goes here."""


class WagerLies(Struct, frozen=True):
    """Chips on an area."""

    wager: WagerName
    amount: Cents


class HandRow(Struct, frozen=True):
    """A hand: a box's, a seat's, the Dealer's, or the Community Cards."""

    place: str
    number: int | None
    """The number of the box or seat."""
    player: str
    slots: tuple[SlotShown, ...]
    wagers: tuple[WagerLies, ...] = ()
    shares: tuple[tuple[str, Cents], ...] = ()
    """The wagers of each person by name, if several share a box."""
    looked: bool | None = None
    """True if its Player has looked; None if no Player looks at it alone."""
    turn: bool = False
    folded: bool = False
    out: Cites = ()
    """The paragraphs under which the hand left the round."""
    shown: bool | None = None
    absent: bool = False
    decisions: tuple[str, ...] = ()
    to_decide: bool = False
    """True if the hand decides in this round of decisions, and has not yet; its turn may be later."""
    asks: Cents = 0
    """The wager that the hand is asked for now, if it decides to go on."""
    choice: tuple[str, ...] = ()
    """The options from which its Player has to choose before the round goes on."""
    hand: HandName | None = None
    """The name of the hand, if it is face up."""
    lines: tuple[WagerSettled, ...] = ()
    """The settlement of its wagers."""
    net: Cents | None = None
    stack: Cents | None = None
    """The rest of the Table Stake, in the poker room."""
    bet: Cents = 0
    marks: tuple[str, ...] = ()
    """The marks: ``button``, ``small_blind``, ``big_blind``, ``all_in``, ``away``, ``owes``, ``missed``."""


class Stage(Struct, frozen=True):
    """A step of the round, as the head of the console shows it."""

    kind: str
    """The kind of step: ``bets``, ``deal``, ``decide``, ``reveal``, ``settle``; in the poker room ``blinds``, ``deal``,
    ``betting``, ``showdown``, ``settle``."""
    state: str
    """The state: ``done``, ``now`` or ``ahead``."""
    at: int | None = None
    done: int = 0
    of: int = 0


class Entering(Struct, frozen=True):
    """Cards that are to be entered now, in this order."""

    what: str
    """The way in which they come: ``deal`` (out of the shoe), ``name`` (dealt unseen, turned now) or ``show`` (dealt
    unseen, and all of a seat's turned at once)."""
    slots: tuple[Slot, ...]
    down: bool
    """True if the first card may be dealt unseen."""
    downs: int
    """The number of cards that may be dealt unseen from here on, up to the first that the rules want face up."""
    unseen: int
    """The value for an unseen card in a command."""
    cites: Cites


class CardKey(Struct, frozen=True):
    """A key of the keypad."""

    text: str
    """The text on the key, such as ``As``."""
    code: int
    """The card's number, as commands use it."""
    used: bool
    """True if the card lies open on the page. A card that lies face down is not named here either."""


class Offer(Struct, frozen=True):
    """An act that may be done now: the command is sent back unchanged, with an amount if one is asked for."""

    command: dict[str, Any]
    label: str
    cites: Cites
    place: str = ""
    """The hand that the act concerns."""
    main: bool = False
    """True if it is the act that comes next."""
    amount: str = ""
    """The field that takes the amount."""
    least: Cents = 0
    most: Cents = 0
    step: Cents = 0
    wager: str = ""
    """The wager that a decision places, if it places one."""


class IrregularityShown(Struct, frozen=True):
    """An irregularity of this game."""

    name: str
    title: str
    cites: Cites
    about: tuple[str, ...]
    """The things that a report names besides facts: ``box``, ``boxes`` (one, or none in particular), ``seat``,
    ``wager``, ``player``, ``cards`` (some of those dealt), ``seen`` (cards by name), ``move``."""
    kind: int
    """The digit of its kind, 1 to 9: the same in every game and at every step."""


class IrregularityFound(Struct, frozen=True):
    """An irregularity that words of the floor may mean, or one of all if nothing was searched for."""

    name: str
    why: str
    """The words that it was found by, as they were read, and what the document says of it."""
    impossible: str
    """The reason why it cannot be reported now; empty if it can."""


class CardSlip(Struct, frozen=True):
    """A card that may be corrected."""

    place: str
    index: int
    card: str
    reason: bool
    """True if a correction needs a reason by now."""


class WagerSlip(Struct, frozen=True):
    """A wager that may be corrected, or added if there is none."""

    box: int
    player: str
    wager: WagerName
    amount: Cents
    least: Cents
    most: Cents
    step: Cents
    nothing: bool
    """True if it may be corrected to no wager at all."""
    reason: bool


class PendingShown(Struct, frozen=True):
    """A decision that the round waits for."""

    number: int
    title: str
    role: Role
    options: tuple[str, ...]
    box: int | None
    cites: Cites
    signed: str = ""
    """The person who has decided on a Void so far: a second person must too."""
    mine: bool = False
    """True if the viewer's role may take the decision, in the pit."""


class ClaimShown(Struct, frozen=True):
    """An award that is locked until two people have signed."""

    box: int
    award: str
    signed: tuple[str, ...]
    needed: int


class Lying(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips on an area, by owner: the amount is the total there, and is never added to it."""

    box: int
    wager: WagerName
    player: str
    amount: Cents


class AreaKey(Struct, frozen=True):
    """An area that takes a wager before the close, and the letter by which it is keyed."""

    wager: WagerName
    letter: str
    """The letter; empty for the Ante, which needs none."""
    exact: Cents
    """The amount, where only one is accepted; otherwise zero."""
    least: Cents
    most: Cents
    cite: Cite


class Paying(Struct, frozen=True):
    """The amounts that the Dealer pays and takes now; nothing is booked before the Dealer says that it is paid."""

    lines: tuple[WagerSettled, ...]
    ends: bool
    """True if the round ends with it; otherwise awards wait for signatures."""


class StandIn(Struct, frozen=True):
    """The demonstration's Dealer, who deals a table while no person does."""

    name: str
    deals: bool
    """True if they deal now: a person may take the table over. Otherwise a person deals, and may hand it back."""


class DealtBefore(Struct, frozen=True):
    """A Dealer who dealt here before."""

    dealer: str
    since: int
    until: int


class ReliefShown(Struct, frozen=True):
    """The Dealer who comes next to relieve the one on duty."""

    at: int
    comes: str


class DutyShown(Struct, frozen=True):
    """The Dealer on duty, and since when they deal."""

    dealer: str
    """The Dealer's name; empty if none has signed on."""
    since: int
    mine: bool
    """True if the viewer is that Dealer."""
    assigned: tuple[str, ...]
    """The Dealers who may sign on; if empty, every Dealer may."""
    pins: bool
    """True if Dealers sign on with a PIN."""
    running: bool
    """True if a round with a wager is in play: Dealers hand over between rounds."""
    dealt: tuple[DealtBefore, ...]
    """The Dealers who dealt before, oldest first."""
    consents: tuple[str, ...] | None = None
    """The Players whose wallets the Dealer may stake; None where no consent is asked for."""
    relief: ReliefShown | None = None
    """The relief that is planned next."""
    called: int = 0
    """The time since which the Dealer waits for a supervisor; 0 if they do not."""
    hourly: int = 0
    """The number of rounds that have begun in the last hour."""


TapeWhose = Literal["you", "supervisor", "two", "nobody"]
"""The person who takes an act back: the Dealer at once, a supervisor with a reason, two people, or nobody."""


class TapeRow(Struct, frozen=True):
    """An act on the tape of the round."""

    at: int
    words: str
    by: str
    """The person who entered it."""
    cites: Cites
    whose: TapeWhose


class SlipChoice(Struct, frozen=True):
    """A correction to the real decision, as a command; the reason, and perhaps an amount, are still to be given."""

    command: dict[str, Any]
    label: str
    amount: str = ""
    """The field that takes the amount; empty if none is asked for."""
    least: Cents = 0
    most: Cents = 0


class CashDue(Struct, frozen=True):
    """Large cash for chips that waits for the second signature."""

    number: int
    cents: Cents
    name: str


class ActSlip(Struct, frozen=True):
    """A decision or a seat's act that others may have followed, and its possible corrections."""

    place: str
    player: str
    words: str
    choices: tuple[SlipChoice, ...]


# ---- Pending statements --------------------------------------------------------------------------------------------


class Rung(Struct, frozen=True):
    """A stage of a round, and the people who must stand behind a statement at it."""

    stage: str
    who: str
    now: bool


class StatementSigner(Struct, frozen=True):
    """A person who stands behind a statement."""

    name: str
    role: Role


class StatementShown(Struct, frozen=True):
    """A statement of staff that waits for more people, as one of them sees it."""

    table: str
    game: str
    rulebook: str
    number: int
    title: str
    about: str
    """The subject, such as ``box 3``; empty if it has none of its own."""
    by: str
    role: Role
    reason: str
    signers: tuple[StatementSigner, ...]
    touches: tuple[str, ...]
    compared: tuple[Compared, ...]
    difference: Cents | None
    """The House's result with the statement, less the result without; None where unknown cards decide it."""
    missing: str
    """The person who is still needed, within a sentence."""
    ladder: tuple[Rung, ...]
    ruling: RulingShown | None
    """The ruling that the statement leads to once it is signed."""
    needs_reason: bool
    cites: Cites
    stops: str
    """The reason why the viewer may not sign it; empty if they may."""
    sign: dict[str, Any] | None
    refuse: dict[str, Any] | None
    """The command that refuses it, to be sent with a reason, unless its maker withdraws it."""
    own: bool
    """True if the viewer has made the statement."""


# ---- The page -------------------------------------------------------------------------------------------------------


class DealerPage(Struct, frozen=True, tag="dealer"):
    """A table as its Dealer sees it."""

    face: Face
    kind: str
    """The kind of table: ``banked`` or ``room``."""
    dealer: str
    role: Role
    round: int
    phase: str | None
    stages: tuple[Stage, ...]
    rows: tuple[HandRow, ...]
    entering: Entering | None
    keys: tuple[CardKey, ...]
    """The keypad; empty if the program deals."""
    offers: tuple[Offer, ...]
    betting: bool
    """True if wagers may be placed for Players."""
    boxes: int
    names: tuple[str, ...]
    """The Players whom the table knows."""
    joins: JoinOption | None
    cash_due: tuple[CashDue, ...]
    """Large cash for chips that waits for a second signature."""
    anonymous: bool
    """True if the boxes are played without wallets: chips are bought at the table."""
    public: Cents
    """The value of those chips."""
    lowest_chip: Cents
    irregularities: tuple[IrregularityShown, ...]
    card_slips: tuple[CardSlip, ...]
    wager_slips: tuple[WagerSlip, ...]
    pending: tuple[PendingShown, ...]
    claims: tuple[ClaimShown, ...]
    rulings: tuple[RulingShown, ...]
    told: tuple[Told, ...]
    clock: Clock | None
    pots: tuple[PotView, ...]
    awarded: tuple[PotAwarded, ...]
    marker: str
    """The Game Marker of the poker room."""
    notice: str
    notice_cites: Cites
    stand_in: StandIn | None
    """The demonstration's Dealer; None where the floor deals, or only people do."""
    duty: DutyShown
    tape: tuple[TapeRow, ...]
    """The acts that were entered since the last ruling, newest first."""
    act_slips: tuple[ActSlip, ...]
    """The decisions that may be corrected, for a viewer who may do so."""
    limits: tuple[Cents, Cents] = (0, 0)
    """The least and the most of an Ante, or the two Blinds."""
    layout: tuple[SpotShape, ...] = ()
    """The spots of a box, those of decisions too: each has its place from the beginning of a round."""
    areas: tuple[AreaKey, ...] = ()
    chips: tuple[Cents, ...] = ()
    """The chips in use, lowest first."""
    before: tuple[Lying, ...] = ()
    """The wagers on the layout when the bets of the last round were closed."""
    seated: tuple[Seated, ...] = ()
    """The Players who sit at a box without a wager yet."""
    paying: Paying | None = None
    qualifies: bool | None = None
    """True if the Dealer's hand qualifies, once it is open and the document asks for it."""
    qualifies_cites: Cites = ()
    printed: tuple[Printed, ...] = ()
    """The lines on the felt about the Dealer's hand and the wagers."""
    statements: tuple[StatementShown, ...] = ()
    """Statements of staff that wait for signatures."""


# ---- Entries --------------------------------------------------------------------------------------------------------


class ReportAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity as the console reports it: cards that are face down are named by their places."""

    irregularity: str
    facts: dict[str, str] = {}
    box: int | None = None
    """The box, or the seat."""
    wager: WagerName | None = None
    amount: Cents | None = None
    player: str = ""
    slots: tuple[Slot, ...] = ()
    cards: tuple[int, ...] = ()
    move: Move | None = None
    to: Cents | None = None
    reason: str = ""
    """The reason why the record is contradicted; only a Pit Supervisor or someone above them may do so."""


class LeftOut(Struct, frozen=True):
    """A wager that could not be laid, and the reason."""

    lying: Lying
    refused: Refusal
    report: ReportAsked | None = None
    """The report to make, if chips lie there all the same and the document rules on that."""


class WagersEntered(Struct, frozen=True):
    """The wagers that an entry has laid on the layout, and those that it could not lay."""

    laid: tuple[Lying, ...]
    left: tuple[LeftOut, ...]
    version: int


class CardRead(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it is keyed or read: the table knows where it goes."""

    key: str
    """The idempotency key, chosen by the reader: the same when the card is sent again."""
    card: str
    """The card, such as ``Kh``; ``??`` for a card that stays face down and is unknown."""
    place: str = ""
    """The place of the card, if not the next one: a box or seat, ``dealer`` or ``community``."""


class CardEntered(Struct, frozen=True):
    """The place that a card was entered at."""

    key: str
    place: str
    repeated: bool
    """True if it had been entered under this key before: nothing has changed then."""
    version: int


# ---- Wagers for Players, and reports --------------------------------------------------------------------------------


class StakesFor(Struct, frozen=True):
    """The wagers that may be placed for a Player, and taken back."""

    player: str
    stakes: tuple[Stake, ...]
    back: tuple[TakeBack, ...]


class FactValue(Struct, frozen=True):
    """A value that a fact may have."""

    value: str
    label: str


class FactAsked(Struct, frozen=True):
    """A fact of an irregularity."""

    name: str
    label: str
    values: tuple[FactValue, ...]
    value: str
    """The value; empty if nobody has said."""
    known: bool
    """True if the table knows the value, so that nobody is asked."""
    recorded: str = ""
    """The recorded value, if it may be contradicted: a supervisor confirms that, with a reason."""
    since: int | None = None
    """The time at which that was recorded."""


class Neighbour(Struct, frozen=True):
    """A fact that would lead to another ruling."""

    sentence: str
    cites: Cites


class RulingPreview(Struct, frozen=True):
    """The ruling that a report would lead to now; nothing has happened."""

    facts: tuple[FactAsked, ...]
    slots: tuple[Slot, ...]
    """The cards that it is about, as far as the table can tell."""
    ruling: RulingShown | None
    refused: Refusal | None
    """The reason why there is no ruling yet."""
    verb: str
    """The effect of reporting it, in words for a button."""
    changes: tuple[Neighbour, ...]
    waits: StatementShown | None = None
    """The statement that this would become, if more people must stand behind it."""
    needs_reason: bool = False
    """True if a reason is required."""
    enters: str = ""
    """The wager that the report is about, which is entered with it because it is not entered yet."""
