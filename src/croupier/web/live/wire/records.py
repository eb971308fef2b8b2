"""What the pages about rules, odds, past rounds and the audit are sent. Amounts and times as in ``wire.py``."""

from typing import Any

from msgspec import Struct

from croupier.floor.verify.restating import Restated
from croupier.floor.verify.verdict import PartAnswer
from croupier.money import Cents
from croupier.odds.results import JackpotReturn, OnBoard, Ratio
from croupier.play.banked.view import TableView
from croupier.play.gaps import Gaps
from croupier.play.room.view import PotView, RoomView
from croupier.rules.document import Cite, Colours, Interpretation
from croupier.rules.terms import Role, WagerName
from croupier.web.live.wire import Cites, HandName, PotShown, Printed, RulingShown, SpotShape, Street

# ---- Rules ----------------------------------------------------------------------------------------------------------


class GameShown(Struct, frozen=True):
    """What every page may need to know of a game, as its document declares it."""

    game: str
    title: str
    short: str
    letters: str
    colours: Colours
    wagers: dict[str, str]
    """What the layout prints on each area; none in the poker room."""
    decisions: dict[str, str]
    """What the document calls each decision; none in the poker room."""


class GamesList(Struct, frozen=True):
    """All games that the House has documents for."""

    games: tuple[GameShown, ...]


class RulesHead(Struct, frozen=True):
    """A game's document."""

    game: str
    rulebook: str
    title: str
    operator: str
    version: int
    effective: str
    kind: str
    """``banked`` or ``room``."""
    paragraphs: int
    carried_out: int
    dispositions: dict[str, int]


class RulesVersion(Struct, frozen=True):
    """A version of a document."""

    rulebook: str
    version: int
    effective: str
    current: bool
    """It is the one in force."""


class RulesList(Struct, frozen=True):
    """All documents."""

    games: tuple[RulesHead, ...]


class RuleParagraph(Struct, frozen=True):
    """A paragraph, in our own words."""

    number: Cite
    disposition: str
    summary: str
    why: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


class PayRowShown(Struct, frozen=True):
    """A row of a pay table."""

    name: str
    title: str
    pays: str


class PayTableShown(Struct, frozen=True):
    """What a wager is paid."""

    wager: WagerName
    title: str
    """The title of the wager, or of what is paid on it in addition."""
    rows: tuple[PayRowShown, ...]
    cite: Cite
    most: Cents | None = None
    """The most that is paid on one wager of one box."""
    most_cite: Cite = ""


class AwardRow(Struct, frozen=True):
    """A rung of the jackpot's ladder."""

    name: str
    title: str
    pays: str
    kind: str
    """``percent`` of the meter, ``fixed``, or ``odds``."""
    community: bool
    """Whether the Community Cards alone win it."""
    cite: Cite


class HowWager(Struct, frozen=True):
    """A wager that is placed before the deal."""

    wager: WagerName
    title: str
    prescribed: bool
    """Whether it is always the same amount, which the House sets."""


class HowChoice(Struct, frozen=True):
    """Something that a Player may decide."""

    title: str
    least: int
    """How many times the Ante it costs; 0 for nothing."""
    most: int
    decision: str


class HowStep(Struct, frozen=True):
    """A decision, or Community Cards that are turned."""

    kind: str
    """``decide`` or ``board``."""
    name: str = ""
    count: int = 0
    choices: tuple[HowChoice, ...] = ()


class HowResult(Struct, frozen=True):
    """What becomes of a wager."""

    title: str
    comes: str
    """``wins``, ``loses`` or ``back``."""
    pays: str = ""
    """The odds, where they are always the same."""
    needs: str = ""
    """The lowest hand with which it wins, where not every hand does."""
    otherwise: str = ""
    """What becomes of it without that hand: ``loses`` or ``back``."""


class HowEnding(Struct, frozen=True):
    """One way in which a hand ends."""

    when: str
    """``folded``, ``unqualified``, ``higher``, ``same`` or ``lower``."""
    results: tuple[HowResult, ...]


class HowHand(Struct, frozen=True):
    """A kind of hand: an example of it, and what it pays."""

    title: str
    cards: tuple[str, ...]
    making: tuple[int, ...]
    """The cards that it is called after, from 0; none where it is called after none."""
    pays: tuple[str, ...] = ()
    """By column; empty where it pays nothing there."""


class HowTo(Struct, frozen=True):
    """A game for somebody who has a minute."""

    game: str
    rulebook: str
    title: str
    version: int
    kind: str
    """``banked`` or ``room``."""
    makes: int
    """How many cards make a hand."""
    cards: int
    """How many a Player is dealt."""
    board: int
    shows: int = 0
    """How many of the Dealer's cards lie face up from the start."""
    wagers: tuple[HowWager, ...] = ()
    steps: tuple[HowStep, ...] = ()
    qualifies: str = ""
    """The lowest hand with which the Dealer qualifies; empty where any does."""
    qualifying: tuple[str, ...] = ()
    endings: tuple[HowEnding, ...] = ()
    pays: tuple[str, ...] = ()
    """What pays by the hand: the columns beside the hands."""
    hands: tuple[HowHand, ...] = ()
    """The highest first."""
    awards: tuple[AwardRow, ...] = ()
    sides: tuple[PayTableShown, ...] = ()
    """Wagers that are paid by other cards than the hand which is compared."""
    big_blind: int = 0
    """So many times the Small Blind; in the poker room."""
    table: str = ""
    """An open table of the House where it is played."""
    minimum: Cents | None = None
    """The least Ante there."""
    jackpot_wager: Cents | None = None


class RulesPage(Struct, frozen=True):
    """A whole document."""

    head: RulesHead
    paragraphs: tuple[RuleParagraph, ...]
    interpretations: tuple[Interpretation, ...]
    pays: tuple[PayTableShown, ...]
    awards: tuple[AwardRow, ...]
    gaps: Gaps
    par: tuple[str, ...] = ()
    """The formats of the PAR sheet."""
    versions: tuple[RulesVersion, ...] = ()
    """Every version of the document, including this one."""


class RuleFound(Struct, frozen=True):
    """One paragraph, interpretation or overlap that somebody asked about."""

    number: Cite
    disposition: str
    summary: str
    why: str
    question: str | None
    choice: str | None
    paragraphs: Cites
    """The paragraphs that an interpretation is about, or that overlap."""
    interpretations: Cites
    """The interpretations that are about a paragraph, or decide an overlap."""
    rulebook: str


# ---- Odds -----------------------------------------------------------------------------------------------------------


class OddsOutcome(Struct, frozen=True):
    """One way in which a round ends."""

    title: str
    units: float
    combinations: str
    """A whole number, as text: too large for a browser's numbers to be exact."""
    share: float
    """Of all combinations."""
    raises: int | None = None
    """How many wagers followed the Ante, if that distinguishes outcomes."""


class OddsStrategy(Struct, frozen=True):
    """A way to play, and what it costs compared with perfect play."""

    name: str
    means: str
    house_edge: Ratio
    costs: Ratio


class ChartHand(Struct, frozen=True):
    """A starting hand of a hold'em game."""

    hand: str
    decision: str
    worth: float
    """Of the Flop wager with perfect play after it, in Antes."""


class GridShown(Struct, frozen=True):
    """Hands of a stud game with the same highest cards."""

    hand: str
    """``AKJ``, ``KK``, or a category such as ``two_pairs``."""
    bets: tuple[float, ...]
    """By the Dealer's face-up card, Ace first: the share of such deals in which to bet."""


class OddsPage(Struct, frozen=True):
    """A game's odds, every combination counted."""

    game: str
    rulebook: str
    total: str
    house_edge: Ratio
    element_of_risk: float
    standard_deviation: float
    average_wager: float
    frequencies: dict[str, Ratio]
    """How often each raise is placed."""
    outcomes: tuple[OddsOutcome, ...]
    strategies: tuple[OddsStrategy, ...]
    side_wagers: dict[str, Ratio]
    """The house edge of each."""
    jackpot: JackpotReturn | None
    """None if the game has no jackpot."""
    chart: tuple[ChartHand, ...]
    """The 169 starting hands; none in a stud game."""
    grid: tuple[GridShown, ...]
    """When to bet in a stud game."""
    always_fold_to: str
    always_bet_from: str


class BoardPage(Struct, frozen=True):
    """Perfect play with three or four Community Cards."""

    game: str
    community: tuple[str, ...]
    wager: str
    """The one that is placed or not."""
    hands: tuple[OnBoard, ...]


class AdviceChoice(Struct, frozen=True):
    """What a decision is worth, with perfect play after it."""

    decision: str
    antes: float
    exact: str
    cents: Cents
    """The same at the Ante wagered, to the nearest cent."""


class AdvicePage(Struct, frozen=True):
    """What the exact odds say about a hand."""

    table: str
    box: int
    version: int
    """The version of the table's stream when the advice was made."""
    decision: str
    choices: tuple[AdviceChoice, ...]
    """Best first."""


class HandShare(Struct, frozen=True):
    """What an open hand wins, over every run of the cards to come."""

    cards: tuple[str, ...]
    wins: int
    """Boards that it wins alone."""
    ties: int
    """Boards that it shares."""
    share: float
    """Of the pot, from 0 to 1."""


class SharesPage(Struct, frozen=True):
    """How much of a pot hands that lie open win."""

    boards: int
    """Ways in which the cards to come can fall."""
    hands: tuple[HandShare, ...]
    """In the order in which they were asked about."""


# ---- Past rounds ----------------------------------------------------------------------------------------------------


class RoundHead(Struct, frozen=True):
    """A round that somebody took part in."""

    table: str
    called: str
    """What people call the table."""
    game: str
    rulebook: str
    number: int
    at: int
    """When it began."""
    ended: int | None
    """When it was settled; None for one that was abandoned."""
    title: str
    net: Cents
    boxes: tuple[int, ...]
    """The Player's boxes, or their seat."""
    reason: str = ""
    """Why it ended as it did, in a sentence; empty in the poker room, where the title says it."""
    staked: Cents = 0
    """What the Player put in."""


class ChoiceReview(Struct, frozen=True):
    """A choice that a Player made, and what each was worth."""

    box: int
    made: str
    known: tuple[str, ...]
    """The Community Cards that lay open."""
    cost: Cents
    """How much less it was worth than the best, at the Ante wagered."""
    antes: float
    """The same in Antes."""
    choices: tuple[AdviceChoice, ...]
    """Best first."""


class HandReview(Struct, frozen=True):
    """A hand of a round that is over."""

    box: int
    cards: tuple[str, ...]
    name: str
    """Empty where not all of its cards were seen."""


class RoundReview(Struct, frozen=True):
    """A round of a session, and what the odds say about it."""

    head: RoundHead
    hands: tuple[HandReview, ...] = ()
    """The Player's own; none in the poker room."""
    dealer: tuple[str, ...] = ()
    dealer_name: str = ""
    community: tuple[str, ...] = ()
    average: Cents | None = None
    """What such a round comes to on average, with the choices that were made; None where nothing is counted."""
    cards: Cents | None = None
    """What it was worth with the best play when the first choice came; None where no choice was judged."""
    choices: tuple[ChoiceReview, ...] = ()
    """In order; a hand that was played blind has none."""


class SessionPage(Struct, frozen=True):
    """A Player's rounds since their last long pause."""

    me: str
    rounds: tuple[RoundReview, ...]
    """The first one first."""
    net: Cents = 0
    staked: Cents = 0
    choices: int = 0
    """How many were judged."""
    best: int = 0
    """How many of them were the best."""
    cost: Cents = 0
    """What the others cost, on average."""
    counting: bool = False
    """Whether the odds of a game are still being counted: its choices are judged when they are there."""


class RoundsPage(Struct, frozen=True):
    """A Player's last rounds, latest first."""

    player: str
    rounds: tuple[RoundHead, ...]
    session: Cents = 0
    """What their rounds since their last long pause have come to, these and earlier ones."""


class ReplayStep(Struct, frozen=True):
    """Something that happened, and the table after it."""

    at: int
    actor: str
    role: Role
    event: str
    sentence: str
    cites: Cites
    hands: dict[int, HandName]
    """By box or seat, if the viewer sees all its cards."""
    banked: TableView | None = None
    """The table as the viewer saw it; one or the other, depending on the kind of table."""
    room: RoomView | None = None
    gathered: tuple[PotView, ...] = ()
    """In the poker room, the pots without what is in front of the seats."""
    pots: tuple[PotShown, ...] = ()
    """How the pots were awarded."""
    dealer: HandName | None = None
    qualifies: bool | None = None
    qualifies_cites: Cites = ()
    root: str = ""
    """The commitment of the shoe in use."""


class ReplayLine(Struct, frozen=True):
    """A wager of the viewer, or a pot in which they had a part, and its result."""

    box: int
    wager: str
    staked: Cents
    paid: Cents
    returned: Cents
    result: str
    cites: Cites


class ReplayPage(Struct, frozen=True):
    """A finished round, step by step."""

    table: str
    game: str
    title: str
    rulebook: str
    kind: str
    """``banked`` or ``room``."""
    number: int
    automatic: bool
    me: str
    role: Role
    mine: tuple[int, ...]
    boxes: int
    layout: tuple[SpotShape, ...]
    cards: int
    """How many cards a hand is dealt."""
    board: tuple[Street, ...]
    printed: tuple[Printed, ...]
    """On the felt."""
    result: dict[int, Cents]
    """By box or seat, what its Player has won or lost."""
    won: Cents | None
    """What the viewer has won or lost, if they took part."""
    lines: tuple[ReplayLine, ...]
    rulings: tuple[RulingShown, ...]
    steps: tuple[ReplayStep, ...]
    before: int | None
    """The round before and the one after, if the viewer may see them; None if there is none."""
    after: int | None
    provable: bool
    """Whether there is a shuffle to prove."""


class ProofOpening(Struct, frozen=True):
    """A card, and its path to the root."""

    dealt: int
    position: int
    card: str
    salt: str
    path: tuple[str, ...]


class ProofSeed(Struct, frozen=True):
    """A Player's seed."""

    player: str
    digest: str
    seed: str | None


class Proof(Struct, frozen=True):
    """The proof that a shoe was dealt as committed, as ``examples/verify_shuffle.py`` reads it."""

    scheme: str
    root: str
    count: int
    seeds: tuple[ProofSeed, ...]
    openings: tuple[ProofOpening, ...]


class ProofsPage(Struct, frozen=True):
    """The proofs of a round's shuffles."""

    table: str
    round: int
    proofs: tuple[Proof, ...]


# ---- Audit ----------------------------------------------------------------------------------------------------------


class AuditRound(Struct, frozen=True):
    """A finished round."""

    position: int
    table: str
    game: str
    rulebook: str
    number: int
    at: int
    ended: int | None
    players: tuple[str, ...]
    staked: Cents
    house: Cents
    """What the House has won or lost on it; in the poker room, the Rake."""
    ruled: int
    """How many rulings there were."""
    void: bool
    staff: tuple[str, ...]
    """Who of those who work here did something in it, the Dealer first."""
    shoe: bool
    """Whether the table dealt from its own shoe, and nobody of them dealt."""


class AuditCommand(Struct, frozen=True):
    """A command that was accepted."""

    position: int
    stream: str
    version: int
    at: int
    actor: str
    role: str
    command: str
    """Its name."""
    content: Any
    events: int
    cites: Cites
    rulebook: str
    hash: str


class AuditEvent(Struct, frozen=True):
    """Something that happened."""

    position: int
    index: int
    stream: str
    version: int
    at: int
    actor: str
    event: str
    content: Any
    cites: Cites
    rulebook: str


class AuditRuling(Struct, frozen=True):
    """A ruling or a decision of a role."""

    position: int
    index: int
    stream: str
    version: int
    at: int
    actor: str
    role: str
    event: str
    sentence: str
    facts: dict[str, str]
    box: int | None
    cites: Cites
    rulebook: str


class AuditCorrection(Struct, frozen=True):
    """Something that was keyed in wrongly, and put right."""

    position: int
    index: int
    stream: str
    version: int
    at: int
    actor: str
    role: str
    event: str
    content: Any
    reason: str
    cites: Cites
    rulebook: str


class AuditPerson(Struct, frozen=True):
    """Something about a person: who came and went, who dealt, what was refused to whom."""

    position: int
    index: int
    stream: str
    version: int
    at: int
    who: str
    role: str
    event: str
    sentence: str
    cites: Cites


class AuditMovement(Struct, frozen=True):
    """A movement of money."""

    position: int
    """Of the ledger's row."""
    stream: str
    version: int
    at: int
    account: str
    cents: Cents
    event: str
    cites: Cites
    rulebook: str


class AuditPage(Struct, frozen=True):
    """A page of the record, latest first."""

    kind: str
    rows: tuple[Any, ...]
    next: int | None
    """What to send as ``before`` for the next page; None at the beginning of the record."""
    until: int | None
    """The time back to which the search went, if there may be more before it."""


class AuditHead(Struct, frozen=True):
    """What can be chosen from."""

    tables: tuple[str, ...]
    streams: tuple[str, ...]
    entries: int
    may_verify: bool


class HouseKey(Struct, frozen=True):
    """A key that the House signs its record with, or did."""

    key: str
    """The public one, in hexadecimal digits."""
    since: int
    """When it was first signed with, or signed for."""
    lost: bool
    """Whether the one before it was gone, so that it could not sign for this one."""
    by: tuple[str, ...]
    """Who signed for it; empty for the first."""
    reason: str


class AnchorShown(Struct, frozen=True):
    """How far the journal had come when it was last anchored."""

    at: str
    position: int
    head: str
    key: str
    line: str
    """All of it, as it stands in the file and can be kept on paper."""
    picture: str
    """The same for a telephone: a QR code as SVG, in an address of its own."""
    cosigned: tuple[str, ...] = ()
    """The last head that each witness has signed, as it stands in the witness's file."""


class WitnessShown(Struct, frozen=True):
    """How the house stands with a witness."""

    name: str
    key: str
    position: int
    """The last entry that it has signed; 0 if none since this server started."""
    at: str
    waited: int
    """Seconds for which the oldest commit has waited for it."""
    wrong: str
    """Why it does not sign, in a sentence; empty if it does."""


class CheckpointShown(Struct, frozen=True):
    """The last verification that found nothing and was signed for."""

    position: int
    at: int
    """When the last entry that it went through was written."""
    key: str


class KeyProposal(Struct, frozen=True):
    """Another key that waits for a second signature."""

    number: int
    key: str
    actor: str
    reason: str


class KeysPage(Struct, frozen=True):
    """The House's keys, and what is kept of its record outside the database."""

    keys: tuple[HouseKey, ...]
    """The last is the one that signs now."""
    key_file: str
    """Where it is kept; empty in memory."""
    file_sound: bool
    """Whether the file is there and holds the key that signs."""
    anchor_file: str
    anchor: AnchorShown | None
    checkpoint_file: str
    checkpoint: CheckpointShown | None
    proposal: KeyProposal | None
    may_sign: bool
    password: bool
    """Whether whoever signs gives their password: not on a demonstration, where nobody has one."""
    code: bool
    """Whether whoever asks has a second factor, and gives its code too."""
    hindered: str
    """Why no key can be replaced here now, in a sentence; empty if one can."""
    closed: tuple[str, ...]
    """What is typed while the house is closed: where its key is lost, and where it goes on from a copy."""
    witnesses: tuple[WitnessShown, ...] = ()


class FindingShown(Struct, frozen=True):
    """One thing that is wrong."""

    kind: str
    where: str
    wrong: str


class VerifyPage(Struct, frozen=True):
    """A verification of the whole record: under way, or done."""

    state: str
    """``none``, ``running``, ``done`` or ``failed``."""
    by: str
    begun: int
    milliseconds: int
    total: int
    entries: int
    streams: int
    events: int
    rounds: int
    postings: int
    accounts: int
    decks: int
    opened: int
    findings: int
    shown: tuple[FindingShown, ...]
    """The first of them."""
    consistent: PartAnswer
    authentic: PartAnswer
    complete: PartAnswer
    not_looked_at: tuple[str, ...]
    """What a part of the answer was missing, and what limits a yes."""
    signed_by: str
    """The public key under the last commit."""
    restated: int
    """Rounds of earlier revisions that today's rules would pay differently."""
    undecided: int
    """Rounds that today's rules leave open."""
    sentence: str = ""
    """Why it failed."""


class LookShown(Struct, frozen=True):
    """One question about a table, a Dealer or a Player."""

    kind: str
    """``table``, ``dealer`` or ``player``."""
    name: str
    place: str
    """``box 3`` or ``seat 3``; empty for all boxes of a Player together."""
    question: str
    """``dealt``: how good the cards were; ``played``: how the box stood after its last decision."""
    high: bool
    rounds: int
    unknown: int
    """Hands of them that nobody saw."""
    once_in: str
    """As much happens by chance once in so many times,"""
    among_all: str
    """and once in so many investigations of as many looks."""
    found: bool
    sentence: str


class InvestigationPage(Struct, frozen=True):
    """Whether what was dealt can be chance: an investigation under way, or done."""

    state: str
    """``none``, ``running``, ``done`` or ``failed``."""
    by: str
    begun: int
    milliseconds: int
    rounds: int
    left_out: int
    looks: int
    too_few: int
    found: int
    shown: tuple[LookShown, ...]
    """The most unusual first."""
    rate: str
    """An honest house has something found in it once in so many investigations at most."""
    sentence: str = ""
    """Why it failed."""


class RestatedPage(Struct, frozen=True):
    """Rounds of earlier revisions that today's rules decide differently, as the last verification found them."""

    state: str
    """When that verification ended."""
    begun: int
    rounds: tuple[Restated, ...]
    """Rounds in which somebody was overpaid or underpaid."""
    undecided: tuple[Restated, ...]
    """Rounds in which today's rules need something that is not on record."""
    totals: dict[str, Cents]
    """What each Player was underpaid in total; negative if they were overpaid."""
