"""The types of the pages about rules, odds, past rounds and the audit, with amounts and times as in the package."""

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
from croupier.web.wire import Cites, HandName, PotShown, Printed, RulingShown, SpotShape, Street

# ---- Rules ----------------------------------------------------------------------------------------------------------


class GameShown(Struct, frozen=True):
    """The facts of a game that every page may need, as its document declares them."""

    game: str
    title: str
    short: str
    letters: str
    colours: Colours
    wagers: dict[str, str]
    """The words that the layout prints on each area; none in the poker room."""
    decisions: dict[str, str]
    """The document's name of each decision; none in the poker room."""


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
    """The kind of game: ``banked`` or ``room``."""
    paragraphs: int
    carried_out: int
    dispositions: dict[str, int]


class RulesVersion(Struct, frozen=True):
    """A version of a document."""

    rulebook: str
    version: int
    effective: str
    current: bool
    """True if it is the version in force."""


class RulesList(Struct, frozen=True):
    """All documents of the House."""

    games: tuple[RulesHead, ...]


class RuleParagraph(Struct, frozen=True):
    """A paragraph of a document, in our own words."""

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
    """The pays of a wager."""

    wager: WagerName
    title: str
    """The title of the wager, or of an additional pay on it."""
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
    """The kind of prize: ``percent`` of the meter, ``fixed``, or ``odds``."""
    community: bool
    """True if the Community Cards alone win it."""
    cite: Cite


class HowWager(Struct, frozen=True):
    """A wager that is placed before the deal."""

    wager: WagerName
    title: str
    prescribed: bool
    """True if it is always the same amount, which the House sets."""


class HowChoice(Struct, frozen=True):
    """A choice that a Player may make."""

    title: str
    least: int
    """The least number of Antes that it costs; 0 for nothing."""
    most: int
    decision: str


class HowStep(Struct, frozen=True):
    """A decision, or Community Cards that are turned."""

    kind: str
    """The kind of step: ``decide`` or ``board``."""
    name: str = ""
    count: int = 0
    choices: tuple[HowChoice, ...] = ()


class HowResult(Struct, frozen=True):
    """The result of a wager in one ending."""

    title: str
    comes: str
    """The result: ``wins``, ``loses`` or ``back``."""
    pays: str = ""
    """The odds, where they are always the same."""
    needs: str = ""
    """The lowest hand with which it wins, where not every hand does."""
    otherwise: str = ""
    """The result without that hand: ``loses`` or ``back``."""


class HowEnding(Struct, frozen=True):
    """One way in which a hand ends."""

    when: str
    """The condition: ``folded``, ``unqualified``, ``higher``, ``same`` or ``lower``."""
    results: tuple[HowResult, ...]


class HowHand(Struct, frozen=True):
    """A kind of hand: an example of it, and its pays."""

    title: str
    cards: tuple[str, ...]
    making: tuple[int, ...]
    """The indices of the cards that it is named after, from 0; none where it is named after none."""
    pays: tuple[str, ...] = ()
    """The pays by column; empty where it pays nothing there."""


class HowTo(Struct, frozen=True):
    """A game for a person who has a minute."""

    game: str
    rulebook: str
    title: str
    version: int
    kind: str
    """The kind of game: ``banked`` or ``room``."""
    makes: int
    """The number of cards that make a hand."""
    cards: int
    """The number of cards that a Player is dealt."""
    board: int
    shows: int = 0
    """The number of the Dealer's cards that lie face up from the start."""
    wagers: tuple[HowWager, ...] = ()
    steps: tuple[HowStep, ...] = ()
    qualifies: str = ""
    """The lowest hand with which the Dealer qualifies; empty where any does."""
    qualifying: tuple[str, ...] = ()
    endings: tuple[HowEnding, ...] = ()
    pays: tuple[str, ...] = ()
    """The wagers that pay by the hand: the columns beside the hands."""
    hands: tuple[HowHand, ...] = ()
    """The kinds of hands, the highest first."""
    awards: tuple[AwardRow, ...] = ()
    sides: tuple[PayTableShown, ...] = ()
    """The wagers that are paid by other cards than the hand which is compared."""
    big_blind: int = 0
    """The Big Blind as a multiple of the Small Blind, in the poker room."""
    table: str = ""
    """An open table of the House where the game is played."""
    minimum: Cents | None = None
    """The least Ante at that table."""
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
    """The answer to a question for one paragraph, interpretation or overlap."""

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
    """The number of combinations: a whole number, as text, because a browser's numbers could not hold it exactly."""
    share: float
    """The share of all combinations."""
    raises: int | None = None
    """The number of wagers that followed the Ante, if that distinguishes outcomes."""


class OddsStrategy(Struct, frozen=True):
    """A way to play, and its cost compared with perfect play."""

    name: str
    means: str
    house_edge: Ratio
    costs: Ratio


class ChartHand(Struct, frozen=True):
    """A starting hand of a hold'em game."""

    hand: str
    decision: str
    worth: float
    """The value of the Flop wager with perfect play after it, in Antes."""


class GridShown(Struct, frozen=True):
    """Hands of a stud game with the same highest cards."""

    hand: str
    """The cards, such as ``AKJ`` or ``KK``, or a category such as ``two_pairs``."""
    bets: tuple[float, ...]
    """The share of such deals in which to bet, by the Dealer's face-up card, Ace first."""


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
    """The frequency with which each raise is placed."""
    outcomes: tuple[OddsOutcome, ...]
    strategies: tuple[OddsStrategy, ...]
    side_wagers: dict[str, Ratio]
    """The house edge of each side wager."""
    jackpot: JackpotReturn | None
    """The jackpot's return; None if the game has no jackpot."""
    chart: tuple[ChartHand, ...]
    """The 169 starting hands; none in a stud game."""
    grid: tuple[GridShown, ...]
    """The hands with which to bet in a stud game."""
    always_fold_to: str
    always_bet_from: str


class BoardPage(Struct, frozen=True):
    """Perfect play with three or four Community Cards."""

    game: str
    community: tuple[str, ...]
    wager: str
    """The wager that is placed or not."""
    hands: tuple[OnBoard, ...]


class AdviceChoice(Struct, frozen=True):
    """The value of a decision, with perfect play after it."""

    decision: str
    antes: float
    exact: str
    cents: Cents
    """The value at the Ante wagered, to the nearest cent."""


class AdvicePage(Struct, frozen=True):
    """The exact odds of a hand's decisions."""

    table: str
    box: int
    version: int
    """The version of the table's stream when the advice was made."""
    decision: str
    choices: tuple[AdviceChoice, ...]
    """The decisions, best first."""


class HandShare(Struct, frozen=True):
    """The share of an open hand, over every run of the cards to come."""

    cards: tuple[str, ...]
    wins: int
    """The boards that it wins alone."""
    ties: int
    """The boards that it shares."""
    share: float
    """The share of the pot, from 0 to 1."""


class SharesPage(Struct, frozen=True):
    """The shares of a pot that open hands win."""

    boards: int
    """The number of ways in which the cards to come can fall."""
    hands: tuple[HandShare, ...]
    """The hands, in the order of the question."""


# ---- Past rounds ----------------------------------------------------------------------------------------------------


class RoundHead(Struct, frozen=True):
    """A round that a Player took part in."""

    table: str
    called: str
    """The name of the table for people."""
    game: str
    rulebook: str
    number: int
    at: int
    """The time at which it began."""
    ended: int | None
    """The time at which it was settled; None for one that was abandoned."""
    title: str
    net: Cents
    boxes: tuple[int, ...]
    """The Player's boxes, or their seat."""
    reason: str = ""
    """The reason of its result, in a sentence; empty in the poker room, where the title says it."""
    staked: Cents = 0
    """The money that the Player put in."""


class ChoiceReview(Struct, frozen=True):
    """A choice that a Player made, and the value of each possible one."""

    box: int
    made: str
    known: tuple[str, ...]
    """The Community Cards that lay open."""
    cost: Cents
    """The value of the best choice less that of the one made, at the Ante wagered."""
    antes: float
    """The cost in Antes."""
    choices: tuple[AdviceChoice, ...]
    """The possible choices, best first."""


class HandReview(Struct, frozen=True):
    """A hand of a round that is over."""

    box: int
    cards: tuple[str, ...]
    name: str
    """The name of the hand; empty where not all of its cards were seen."""


class RoundReview(Struct, frozen=True):
    """A round of a session, with its exact odds."""

    head: RoundHead
    hands: tuple[HandReview, ...] = ()
    """The Player's own hands; none in the poker room."""
    dealer: tuple[str, ...] = ()
    dealer_name: str = ""
    community: tuple[str, ...] = ()
    average: Cents | None = None
    """The average result of such a round with the choices that were made; None where nothing is counted."""
    cards: Cents | None = None
    """The value with the best play when the first choice came; None where no choice was judged."""
    choices: tuple[ChoiceReview, ...] = ()
    """The choices in order; a hand that was played blind has none."""


class SessionPage(Struct, frozen=True):
    """A Player's rounds since their last long pause."""

    me: str
    rounds: tuple[RoundReview, ...]
    """The rounds, the earliest first."""
    net: Cents = 0
    staked: Cents = 0
    choices: int = 0
    """The number of choices that were judged."""
    best: int = 0
    """The number of judged choices that were the best."""
    cost: Cents = 0
    """The average cost of the other choices."""
    counting: bool = False
    """True if the odds of a game are still being counted: its choices are judged afterwards."""


class RoundsPage(Struct, frozen=True):
    """A Player's last rounds, latest first."""

    player: str
    rounds: tuple[RoundHead, ...]
    session: Cents = 0
    """The result of all rounds since the Player's last long pause, including those not listed."""


class ReplayStep(Struct, frozen=True):
    """An event of a round, and the table after it."""

    at: int
    actor: str
    role: Role
    event: str
    sentence: str
    cites: Cites
    hands: dict[int, HandName]
    """The hands of which the viewer sees all cards, by box or seat."""
    banked: TableView | None = None
    """The table as the viewer saw it, if it is house-banked; ``room`` is the view of the poker room."""
    room: RoomView | None = None
    gathered: tuple[PotView, ...] = ()
    """The pots without the bets in front of the seats, in the poker room."""
    pots: tuple[PotShown, ...] = ()
    """The awarded pots, each with its Rake and winners."""
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
    """The kind of table: ``banked`` or ``room``."""
    number: int
    automatic: bool
    me: str
    role: Role
    mine: tuple[int, ...]
    boxes: int
    layout: tuple[SpotShape, ...]
    cards: int
    """The number of cards in a dealt hand."""
    board: tuple[Street, ...]
    printed: tuple[Printed, ...]
    """The lines that are printed on the felt."""
    result: dict[int, Cents]
    """The money that each box's or seat's Player has won or lost."""
    won: Cents | None
    """The money that the viewer has won or lost, if they took part."""
    lines: tuple[ReplayLine, ...]
    rulings: tuple[RulingShown, ...]
    steps: tuple[ReplayStep, ...]
    before: int | None
    """The round before, if the viewer may see it; ``after`` is the round after. None if there is none."""
    after: int | None
    provable: bool
    """True if there is a shuffle to prove."""


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
    """The money that the House has won or lost on it; in the poker room, the Rake."""
    ruled: int
    """The number of rulings."""
    void: bool
    staff: tuple[str, ...]
    """The employees who acted in it, the Dealer first."""
    shoe: bool
    """True if the table dealt from its own shoe, and no employee dealt."""


class AuditCommand(Struct, frozen=True):
    """A command that was accepted."""

    position: int
    stream: str
    version: int
    at: int
    actor: str
    role: str
    command: str
    """The name of the command."""
    content: Any
    events: int
    cites: Cites
    rulebook: str
    hash: str


class AuditEvent(Struct, frozen=True):
    """An event on record."""

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
    """A correction of an entry that was keyed in wrongly."""

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
    """An entry about a person: a sign-in or sign-out, duty as a Dealer, or a refusal."""

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
    """The position of the ledger's row."""
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
    """The value to send as ``before`` for the next page; None at the beginning of the record."""
    until: int | None
    """The time back to which the search went, if there may be more before it."""


class AuditHead(Struct, frozen=True):
    """The tables and streams to choose from, and the length of the record."""

    tables: tuple[str, ...]
    streams: tuple[str, ...]
    entries: int
    may_verify: bool


class HouseKey(Struct, frozen=True):
    """A key that the House signs its record with, or did."""

    key: str
    """The public key, in hexadecimal digits."""
    since: int
    """The time at which it was first signed with, or signed for."""
    lost: bool
    """True if the key before it was lost, so that it could not sign for this one."""
    by: tuple[str, ...]
    """The people who signed for it; empty for the first."""
    reason: str


class AnchorShown(Struct, frozen=True):
    """The last anchor of the journal."""

    at: str
    position: int
    head: str
    key: str
    line: str
    """The whole anchor, as it stands in the file and can be kept on paper."""
    picture: str
    """The anchor as a QR code for a telephone: SVG in a data address."""
    cosigned: tuple[str, ...] = ()
    """The last head that each witness has signed, as it stands in the witness's file."""


class WitnessShown(Struct, frozen=True):
    """The standing of the house with a witness."""

    name: str
    key: str
    position: int
    """The last entry that it has signed; 0 if none since this server started."""
    at: str
    waited: int
    """The seconds for which the oldest commit has waited for it."""
    wrong: str
    """The reason why it does not sign, in a sentence; empty if it does."""


class CheckpointShown(Struct, frozen=True):
    """The last verification that found nothing and was signed for."""

    position: int
    at: int
    """The time of the last entry that it went through."""
    key: str


class KeyProposal(Struct, frozen=True):
    """A proposed key that waits for a second signature."""

    number: int
    key: str
    actor: str
    reason: str


class KeysPage(Struct, frozen=True):
    """The House's keys, and the files about its record outside the database."""

    keys: tuple[HouseKey, ...]
    """The keys; the last is the one that signs now."""
    key_file: str
    """The path of the key's file; empty in memory."""
    file_sound: bool
    """True if the file is there and holds the key that signs."""
    anchor_file: str
    anchor: AnchorShown | None
    checkpoint_file: str
    checkpoint: CheckpointShown | None
    proposal: KeyProposal | None
    may_sign: bool
    password: bool
    """True if a signer gives their password: not on a demonstration, where nobody has one."""
    code: bool
    """True if the viewer has a second factor, and gives its code too."""
    hindered: str
    """The reason why no key can be replaced here now, in a sentence; empty if one can."""
    closed: tuple[str, ...]
    """The commands for a closed house: to replace a lost key, and to go on from a copy."""
    witnesses: tuple[WitnessShown, ...] = ()


class FindingShown(Struct, frozen=True):
    """A fault that a verification found."""

    kind: str
    where: str
    wrong: str


class VerifyPage(Struct, frozen=True):
    """A verification of the whole record: under way, or done."""

    state: str
    """The state: ``none``, ``running``, ``done`` or ``failed``."""
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
    """The first of the findings."""
    consistent: PartAnswer
    authentic: PartAnswer
    complete: PartAnswer
    not_looked_at: tuple[str, ...]
    """The parts that could not be verified, and the limits of a yes."""
    signed_by: str
    """The public key under the last commit."""
    restated: int
    """The number of rounds of earlier revisions that today's rules would pay differently."""
    undecided: int
    """The number of rounds that today's rules leave open."""
    sentence: str = ""
    """The reason of a failure."""


class LookShown(Struct, frozen=True):
    """One question about a table, a Dealer or a Player."""

    kind: str
    """The kind of subject: ``table``, ``dealer`` or ``player``."""
    name: str
    place: str
    """The place, such as ``box 3`` or ``seat 3``; empty for all boxes of a Player together."""
    question: str
    """The question: ``dealt`` (how good the cards were) or ``played`` (how the box stood after its last decision)."""
    high: bool
    rounds: int
    unknown: int
    """The number of those hands that nobody saw."""
    once_in: str
    """The odds of so extreme a result by chance in this look: once in this many times."""
    among_all: str
    """The odds of it by chance among as many looks: once in this many investigations."""
    found: bool
    sentence: str


class InvestigationPage(Struct, frozen=True):
    """An investigation into whether the deals can be chance: under way, or done."""

    state: str
    """The state: ``none``, ``running``, ``done`` or ``failed``."""
    by: str
    begun: int
    milliseconds: int
    rounds: int
    left_out: int
    looks: int
    too_few: int
    found: int
    shown: tuple[LookShown, ...]
    """The looks, the most unusual first."""
    rate: str
    """The bound on false findings: an honest house has a finding at most once in this many investigations."""
    sentence: str = ""
    """The reason of a failure."""


class RestatedPage(Struct, frozen=True):
    """Rounds of earlier revisions that today's rules decide differently, as the last verification found them."""

    state: str
    """The state of that verification."""
    begun: int
    rounds: tuple[Restated, ...]
    """The rounds in which a Player was overpaid or underpaid."""
    undecided: tuple[Restated, ...]
    """The rounds in which today's rules need a fact that is not on record."""
    totals: dict[str, Cents]
    """The total by which each Player was underpaid; negative if they were overpaid."""
