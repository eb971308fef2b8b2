"""The Dealer's console over the wire: the round as the Dealer sees it, and what they may enter next."""

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
from croupier.web.live.wire import (
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
    """Empty before it is dealt, ``??`` while it is face down."""
    entered: bool = False
    """It is face down, and the table has been told which card it is."""
    up: bool = False
    """It is face up, or will be."""
    next: bool = False
    """The next card goes here."""


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
    """What others have wagered, by name, if several share a box."""
    looked: bool | None = None
    """None if nobody looks at it alone."""
    turn: bool = False
    folded: bool = False
    out: Cites = ()
    """The paragraphs under which it left the round."""
    shown: bool | None = None
    absent: bool = False
    decisions: tuple[str, ...] = ()
    to_decide: bool = False
    """Whether it decides in this round of decisions, and has not yet; its turn may be later."""
    asks: Cents = 0
    """The wager that the hand is asked for now, if it decides to go on."""
    choice: tuple[str, ...] = ()
    """The options from which its Player has to choose before the round goes on."""
    hand: HandName | None = None
    """Its name, if it is face up."""
    lines: tuple[WagerSettled, ...] = ()
    """How its wagers were settled."""
    net: Cents | None = None
    stack: Cents | None = None
    """In the poker room: what is left of the Table Stake."""
    bet: Cents = 0
    marks: tuple[str, ...] = ()
    """``button``, ``small_blind``, ``big_blind``, ``all_in``, ``away``, ``owes``, ``missed``."""


class Stage(Struct, frozen=True):
    """A step of the round, as the head of the console shows it."""

    kind: str
    """``bets``, ``deal``, ``decide``, ``reveal``, ``settle``; in the poker room ``blinds``, ``deal``, ``betting``,
    ``showdown``, ``settle``."""
    state: str
    """``done``, ``now`` or ``ahead``."""
    at: int | None = None
    done: int = 0
    of: int = 0


class Entering(Struct, frozen=True):
    """Cards that are to be entered now, in this order."""

    what: str
    """``deal`` (they leave the shoe), ``name`` (they were dealt unseen and are turned now), ``show`` (likewise, all
    of a seat's at once)."""
    slots: tuple[Slot, ...]
    down: bool
    """Whether the first card may be dealt unseen."""
    downs: int
    """How many may be dealt unseen from here on, up to the first that the rules want face up."""
    unseen: int
    """The value for an unseen card in a command."""
    cites: Cites


class CardKey(Struct, frozen=True):
    """A key of the keypad."""

    text: str
    """``As``."""
    code: int
    """The card's number, as commands use it."""
    used: bool
    """It lies open on the page. A card that lies face down is not named here either."""


class Offer(Struct, frozen=True):
    """Something that may be done now: the command is sent back as it is, with an amount if one is asked for."""

    command: dict[str, Any]
    label: str
    cites: Cites
    place: str = ""
    """The hand that it concerns."""
    main: bool = False
    """It is what comes next."""
    amount: str = ""
    """The field that takes the amount."""
    least: Cents = 0
    most: Cents = 0
    step: Cents = 0
    wager: str = ""
    """The wager that a decision places, if it places one."""


class IrregularityShown(Struct, frozen=True):
    """Something that can go wrong in this game."""

    name: str
    title: str
    cites: Cites
    about: tuple[str, ...]
    """What a report has to say besides facts: ``box``, ``boxes`` (one, or none in particular), ``seat``, ``wager``,
    ``player``, ``cards`` (which of those dealt), ``seen`` (cards by name), ``move``."""
    kind: int
    """The digit of its kind, 1 to 9: the same in every game and at every step."""


class IrregularityFound(Struct, frozen=True):
    """An irregularity that words of the floor may mean, or all of them if nothing was searched for."""

    name: str
    why: str
    """The words that it was found by, as they were read, and what the document says of it."""
    impossible: str
    """Why it cannot be reported now; empty if it can."""


class CardSlip(Struct, frozen=True):
    """A card that may be corrected."""

    place: str
    index: int
    card: str
    reason: bool
    """Whether a correction needs a reason by now."""


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
    """Whether it may be corrected to no wager at all."""
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
    """Who has decided on a Void so far: a second person must too."""
    mine: bool = False
    """Whether my role may take it, in the pit."""


class ClaimShown(Struct, frozen=True):
    """An award that is locked until two have signed."""

    box: int
    award: str
    signed: tuple[str, ...]
    needed: int


class Lying(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on an area, by owner: an amount says what is there, and is never added to it."""

    box: int
    wager: WagerName
    player: str
    amount: Cents


class AreaKey(Struct, frozen=True):
    """An area that takes a wager before the close, and the letter by which it is keyed."""

    wager: WagerName
    letter: str
    """Empty for the Ante, which needs none."""
    exact: Cents
    """The amount, where only one is accepted; otherwise zero."""
    least: Cents
    most: Cents
    cite: Cite


class Paying(Struct, frozen=True):
    """What the Dealer pays and takes now; nothing is booked before it is said to be paid."""

    lines: tuple[WagerSettled, ...]
    ends: bool
    """Whether the round ends with it; otherwise awards wait for signatures."""


class StandIn(Struct, frozen=True):
    """The demonstration's Dealer, who deals a table while no person does."""

    name: str
    deals: bool
    """Whether they deal now: a person may take the table over. Otherwise a person deals, and may hand it back."""


class DealtBefore(Struct, frozen=True):
    """Somebody who dealt here before."""

    dealer: str
    since: int
    until: int


class ReliefShown(Struct, frozen=True):
    """Who relieves the Dealer next."""

    at: int
    comes: str


class DutyShown(Struct, frozen=True):
    """Who deals, and since when."""

    dealer: str
    """Empty if nobody has signed on."""
    since: int
    mine: bool
    """Whether I am that Dealer."""
    assigned: tuple[str, ...]
    """Who may sign on; nobody in particular if empty."""
    pins: bool
    """Whether people sign on with a PIN."""
    running: bool
    """Whether a round with a wager is in play: Dealers hand over between rounds."""
    dealt: tuple[DealtBefore, ...]
    """Who dealt before, oldest first."""
    consents: tuple[str, ...] | None = None
    """Whose wallets the Dealer may stake; None where nobody is asked."""
    relief: ReliefShown | None = None
    """The relief that is planned next."""
    called: int = 0
    """Since when the Dealer waits for a supervisor; 0 if they do not."""
    hourly: int = 0
    """How many rounds have begun in the last hour."""


TapeWhose = Literal["you", "supervisor", "two", "nobody"]
"""Who takes an act back: the Dealer at once, a supervisor with a reason, two people, or nobody."""


class TapeRow(Struct, frozen=True):
    """An act on the tape of the round."""

    at: int
    words: str
    by: str
    """Who entered it."""
    cites: Cites
    whose: TapeWhose


class SlipChoice(Struct, frozen=True):
    """What really was decided, as the command that corrects it; the reason is still to be given, and an amount."""

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
    """A decision or a seat's act that others may have followed, and what it can be corrected to."""

    place: str
    player: str
    words: str
    choices: tuple[SlipChoice, ...]


# ---- Statements that wait ------------------------------------------------------------------------------------------


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
    """Its subject, such as ``box 3``; empty if it has none of its own."""
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
    """What it leads to once it is signed."""
    needs_reason: bool
    cites: Cites
    stops: str
    """Why the person who sees this may not sign it; empty if they may."""
    sign: dict[str, Any] | None
    refuse: dict[str, Any] | None
    """To be sent with a reason, unless its maker withdraws it."""
    own: bool
    """Whether the person who sees this has made it."""


# ---- The page -------------------------------------------------------------------------------------------------------


class DealerPage(Struct, frozen=True, tag="dealer"):
    """A table as its Dealer sees it."""

    face: Face
    kind: str
    """``banked`` or ``room``."""
    dealer: str
    role: Role
    round: int
    phase: str | None
    stages: tuple[Stage, ...]
    rows: tuple[HandRow, ...]
    entering: Entering | None
    keys: tuple[CardKey, ...]
    """None if the program deals."""
    offers: tuple[Offer, ...]
    betting: bool
    """Wagers may be placed for Players."""
    boxes: int
    names: tuple[str, ...]
    """Players whom the table knows."""
    joins: JoinOption | None
    cash_due: tuple[CashDue, ...]
    """Large cash for chips that waits for a second signature."""
    anonymous: bool
    """The boxes are played without wallets: chips are bought at the table."""
    public: Cents
    """What those chips come to."""
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
    """None where the floor deals, or only people do."""
    duty: DutyShown
    tape: tuple[TapeRow, ...]
    """What was entered since the last ruling, newest first."""
    act_slips: tuple[ActSlip, ...]
    """For whoever may correct a decision."""
    limits: tuple[Cents, Cents] = (0, 0)
    """The least and the most of an Ante, or the two Blinds."""
    layout: tuple[SpotShape, ...] = ()
    """The spots of a box, those of decisions too: each has its place from the beginning of a round."""
    areas: tuple[AreaKey, ...] = ()
    chips: tuple[Cents, ...] = ()
    """The chips in use, lowest first."""
    before: tuple[Lying, ...] = ()
    """What lay on the layout when the bets of the last round were closed."""
    seated: tuple[Seated, ...] = ()
    """Who sits where without a wager yet."""
    paying: Paying | None = None
    qualifies: bool | None = None
    """Whether the Dealer's hand qualifies, once it is open and the document asks for it."""
    qualifies_cites: Cites = ()
    printed: tuple[Printed, ...] = ()
    """What the felt says of the Dealer's hand and of the wagers."""
    statements: tuple[StatementShown, ...] = ()
    """Statements of staff that wait for signatures."""


# ---- Entries --------------------------------------------------------------------------------------------------------


class ReportAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity as the console reports it: cards that are face down are named by their places."""

    irregularity: str
    facts: dict[str, str] = {}
    box: int | None = None
    """Or the seat."""
    wager: WagerName | None = None
    amount: Cents | None = None
    player: str = ""
    slots: tuple[Slot, ...] = ()
    cards: tuple[int, ...] = ()
    move: Move | None = None
    to: Cents | None = None
    reason: str = ""
    """Why the record is contradicted; only a Pit Supervisor or someone above them may do so."""


class LeftOut(Struct, frozen=True):
    """A wager that could not be laid, and why."""

    lying: Lying
    refused: Refusal
    report: ReportAsked | None = None
    """If chips lie there all the same, and the document rules on that: the report of it."""


class WagersEntered(Struct, frozen=True):
    """What an entry has laid on the layout, and what could not be."""

    laid: tuple[Lying, ...]
    left: tuple[LeftOut, ...]
    version: int


class CardRead(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it is keyed or read: the table knows where it goes."""

    key: str
    """Chosen by the reader, and the same when the card is sent again, so that no card is dealt twice."""
    card: str
    """``Kh``; ``??`` for a card that stays face down and that nobody knows."""
    place: str = ""
    """Where it lies, if not at the next place: a box or seat, ``dealer`` or ``community``."""


class CardEntered(Struct, frozen=True):
    """Where a card went."""

    key: str
    place: str
    repeated: bool
    """Whether it had been entered under this key before: nothing has changed then."""
    version: int


# ---- Wagers for Players, and reports --------------------------------------------------------------------------------


class StakesFor(Struct, frozen=True):
    """What may be placed for a Player, and taken back."""

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
    """Empty if nobody has said."""
    known: bool
    """Whether the table knows it, so that nobody is asked."""
    recorded: str = ""
    """What the record says, if it may be contradicted: a supervisor confirms that, with a reason."""
    since: int | None = None
    """When that was recorded."""


class Neighbour(Struct, frozen=True):
    """A fact that would lead to another ruling."""

    sentence: str
    cites: Cites


class RulingPreview(Struct, frozen=True):
    """What would be ruled if this were reported now; nothing has happened."""

    facts: tuple[FactAsked, ...]
    slots: tuple[Slot, ...]
    """The cards that it is about, as far as the table can tell."""
    ruling: RulingShown | None
    refused: Refusal | None
    """Why there is no ruling yet."""
    verb: str
    """What reporting it does, in words for a button."""
    changes: tuple[Neighbour, ...]
    waits: StatementShown | None = None
    """The statement that this would become, if more people must stand behind it."""
    needs_reason: bool = False
    """Whether nobody may say this without a reason."""
    enters: str = ""
    """What is entered with the report because nobody has entered it yet: the wager that it is about."""
