// Made from the server's types by `python -m croupier.web.typescript`. Do not edit: a test
// compares the two. Amounts are whole cents; times are microseconds since 1970, UTC; what is left on a clock is
// milliseconds.

/** A count, or an ordered recount, is abandoned before the books were shown. */
export interface AbandonCount {
  type: "AbandonCount";
  reason: string;
}

/** A supervisor discards the counts of a drawer: the count begins again. */
export interface AbandonDrawerCount {
  type: "AbandonDrawerCount";
  drawer: string;
  reason: string;
}

/** A person of the cage confirms that an alert has been dealt with. */
export interface AcknowledgeAlert {
  type: "AcknowledgeAlert";
  number: number;
}

/** A move that a Player may make in their turn. */
export interface ActOption {
  type: "act";
  seat: number;
  move: Move;
  least: number;
  most: number;
  costs: number;
  step: number;
  cites: string[];
}

/** A Player's last act in this Betting Round. */
export interface ActShown {
  what: string;
  amount: number;
  by_clock: boolean;
}

/** A decision or a seat's act that others may have followed, and its possible corrections. */
export interface ActSlip {
  place: string;
  player: string;
  words: string;
  choices: SlipChoice[];
}

/** A new version of the document, from the first round of a gaming day on. */
export interface AdoptRulebook {
  type: "AdoptRulebook";
  rulebook: string;
  day: string;
  today?: string;
}

/** The value of a decision, with perfect play after it. */
export interface AdviceChoice {
  decision: string;
  antes: number;
  exact: string;
  cents: number;
}

/** The exact odds of a hand's decisions. */
export interface AdvicePage {
  table: string;
  box: number;
  version: number;
  decision: string;
  choices: AdviceChoice[];
}

/** The last anchor of the journal. */
export interface AnchorShown {
  at: string;
  position: number;
  head: string;
  key: string;
  line: string;
  picture: string;
  cosigned: string[];
}

/** The result of an act. */
export interface Answer {
  type: "answer";
  key: string;
  refused: Refusal | null;
  repeated: boolean;
  version: number;
  sign: ToSign | null;
}

/** A supervisor has heard the call, and comes. */
export interface AnswerCall {
  type: "AnswerCall";
}

/** A Player's answer if a ruling leaves the choice to them. Staff may name the Player for whom they answer. */
export interface AnswerChoice {
  type: "AnswerChoice";
  box: number;
  option: string;
  player?: string;
}

/** An area that takes a wager before the close, and the letter by which it is keyed. */
export interface AreaKey {
  wager: WagerName;
  letter: string;
  exact: number;
  least: number;
  most: number;
  cite: string;
}

/** The pit assigns Dealers to a table; only these deal there. */
export interface AssignDealers {
  type: "AssignDealers";
  dealers: string[];
}

/** A command that was accepted. */
export interface AuditCommand {
  position: number;
  stream: string;
  version: number;
  at: number;
  actor: string;
  role: string;
  command: string;
  content: unknown;
  events: number;
  cites: string[];
  rulebook: string;
  hash: string;
}

/** A correction of an entry that was keyed in wrongly. */
export interface AuditCorrection {
  position: number;
  index: number;
  stream: string;
  version: number;
  at: number;
  actor: string;
  role: string;
  event: string;
  content: unknown;
  reason: string;
  cites: string[];
  rulebook: string;
}

/** An event on record. */
export interface AuditEvent {
  position: number;
  index: number;
  stream: string;
  version: number;
  at: number;
  actor: string;
  event: string;
  content: unknown;
  cites: string[];
  rulebook: string;
}

/** The tables and streams to choose from, and the length of the record. */
export interface AuditHead {
  tables: string[];
  streams: string[];
  entries: number;
  may_verify: boolean;
}

/** A movement of money. */
export interface AuditMovement {
  position: number;
  stream: string;
  version: number;
  at: number;
  account: string;
  cents: number;
  event: string;
  cites: string[];
  rulebook: string;
}

/** A page of the record, latest first. */
export interface AuditPage {
  kind: string;
  rows: unknown[];
  next: number | null;
  until: number | null;
}

/** An entry about a person: a sign-in or sign-out, duty as a Dealer, or a refusal. */
export interface AuditPerson {
  position: number;
  index: number;
  stream: string;
  version: number;
  at: number;
  who: string;
  role: string;
  event: string;
  sentence: string;
  cites: string[];
}

/** A finished round. */
export interface AuditRound {
  position: number;
  table: string;
  game: string;
  rulebook: string;
  number: number;
  at: number;
  ended: number | null;
  players: string[];
  staked: number;
  house: number;
  ruled: number;
  void: boolean;
  staff: string[];
  shoe: boolean;
}

/** A ruling or a decision of a role. */
export interface AuditRuling {
  position: number;
  index: number;
  stream: string;
  version: number;
  at: number;
  actor: string;
  role: string;
  event: string;
  sentence: string;
  facts: Record<string, string>;
  box: number | null;
  cites: string[];
  rulebook: string;
}

/** A rung of the jackpot's ladder. */
export interface AwardRow {
  name: string;
  title: string;
  pays: string;
  kind: string;
  community: boolean;
  cite: string;
}

/** An award on the display. */
export interface AwardShown {
  at: number;
  award: string;
  title: string;
  table: string;
  box: number;
  amount: number;
}

/** A house-banked table as one person sees it. */
export interface BankedPage {
  type: "banked";
  face: Face;
  view: TableView;
  options: (OptionAct | Stake | TakeBack | Deal)[];
  layout: SpotShape[];
  boxes: number;
  me: string;
  role: Role;
  balance: number;
  mine: number[];
  seated: Seated[];
  hands: Record<string, HandName>;
  dealer: HandName | null;
  qualifies: boolean | null;
  qualifies_cites: string[];
  result: Record<string, number>;
  won: number | null;
  clock: Clock | null;
  ready: boolean;
  last: Placed[];
  rulings: RulingShown[];
  told: Told[];
  claims: number[];
  waits_for: string;
  closed: number[];
  cards: number;
  board: Street[];
  printed: Printed[];
  verdict: VerdictShown | null;
  reveal: RevealShown | null;
  kept: number;
  pays: PayGroup[];
  lit: Record<string, string[]>;
  held: string;
  held_cites: string[];
  consent: boolean | null;
}

/** A notice that the deals of this game are being counted: ask again in a moment. */
export interface BeingCounted {
  type: "counting";
  sentence: string;
}

/** Perfect play with three or four Community Cards. */
export interface BoardPage {
  game: string;
  community: string[];
  wager: string;
  hands: OnBoard[];
}

/** The result of one of the viewer's boxes. */
export interface BoxVerdictShown {
  box: number;
  kind: string;
  net: number;
  reason: string;
  cites: string[];
  parts: PartShown[];
}

/** A box as one person sees it. */
export interface BoxView {
  box: number;
  player: string;
  wagers: WagerView[];
  cards: string[];
  looked: boolean;
  folded: boolean;
  decisions: Decision[];
  shown: boolean | null;
  absent: boolean;
  out: string[];
  choice: string[];
  choosers: string[];
}

/** A person changes cash for chips at a table without wallets. */
export interface BuyChips {
  type: "BuyChips";
  cents: number;
  name?: string;
  document?: string;
  person?: string;
  day?: string;
  two?: boolean;
}

/** An award with its number. */
export interface CageClaim {
  number: string;
  table: string;
  rulebook: string;
  round: number;
  box: number;
  title: string;
  hand: string;
  cents: number;
  state: string;
  registered: number;
  since: number;
  signed: string[];
  paying: string;
  paid_by: string[];
  paid_to: string;
  mine: boolean;
}

/** The last closing or handing over of a drawer. */
export interface CageClose {
  drawer: string;
  at: number;
  counted: number;
  difference: number;
  by: string[];
}

/** A drawer that a cashier holds. */
export interface CageDrawer {
  name: string;
  holder: string;
  since: number;
  float: number;
  moves: number;
  holds: number | null;
  to: string;
  counted: string[];
  counting: boolean;
  count: boolean;
  abandon: boolean;
}

/** The cage as one person sees it. */
export interface CagePage {
  type: "cage";
  me: string;
  role: Role;
  may: string[];
  day: string;
  terms: CageTerms | null;
  holds: number | null;
  drawers: CageDrawer[];
  closed: CageClose[];
  proposals: CageProposal[];
  tables: CageTable[];
  claims: CageClaim[];
  owed: number;
  won: number;
  slips: TraySlip[];
  log: CashLine[];
  patrons: Patron[];
  alerts: number;
  accounts: string[];
}

/** An act that waits for a second signature. */
export interface CageProposal {
  number: number;
  what: string;
  who: string;
  document: string;
  table: string;
  cents: number;
  reason: string;
  by: string;
  role: string;
  at: number;
  own: boolean;
  sign: Record<string, unknown> | null;
  reject: Record<string, unknown> | null;
}

/** A table without wallets, whose chips are paid at the cage. */
export interface CageTable {
  table: string;
  chips: number[];
}

/** The terms that the House has set for the cage. */
export interface CageTerms {
  two_from: number;
  identify_from: number;
  tolerance: number;
  alert_from: number;
  notes: number[];
}

/** The Dealer calls a supervisor to the table. */
export interface CallSupervisor {
  type: "CallSupervisor";
}

/** The chips of a slip stay where they are, or go back there. */
export interface CancelSlip {
  type: "CancelSlip";
  slip: string;
  reason: string;
}

/** A key of the keypad. */
export interface CardKey {
  text: string;
  code: number;
  used: boolean;
}

/** A card that may be corrected. */
export interface CardSlip {
  place: string;
  index: number;
  card: string;
  reason: boolean;
}

/** Cash for chips of a table without wallets. */
export interface CashChips {
  type: "CashChips";
  table: string;
  counts: ([number, number])[];
  day: string;
  name?: string;
  document?: string;
  redemption?: string;
}

/** Large cash for chips that waits for the second signature. */
export interface CashDue {
  number: number;
  cents: number;
  name: string;
}

/** A Player brings cash. */
export interface CashIn {
  type: "CashIn";
  player: string;
  cents: number;
  day: string;
}

/** Cash that came in (positive) or went out. */
export interface CashLine {
  at: number;
  number: number;
  kind: string;
  person: string;
  name: string;
  document: string;
  table: string;
  cents: number;
  drawer: string;
  first: string;
  second: string;
  voided: string[];
  reason: string;
}

/** A Player takes cash. */
export interface CashOut {
  type: "CashOut";
  player: string;
  cents: number;
  day: string;
}

/** The cash log of a gaming day, or of one person on it. */
export interface CashReport {
  me: string;
  role: Role;
  house: string;
  day: string;
  today: string;
  report_from: number;
  person: string;
  lines: CashLine[];
  patrons: Patron[];
}

/** Cash for an award by amount, as earlier books have it; today :class:`PayClaim` pays awards. */
export interface CashSlip {
  type: "CashSlip";
  table: string;
  cents: number;
  day: string;
  name?: string;
  document?: string;
}

/** A change of the table's mode from the next round on: the floor deals from a committed shoe, or a Dealer does. */
export interface ChangeMode {
  type: "ChangeMode";
  automatic: boolean;
}

/** New limits, stakes or Rake, from the next round on. */
export interface ChangePolicy {
  type: "ChangePolicy";
  policy: Record<string, unknown>;
}

/** A person acts in these roles from now on. */
export interface ChangeRoles {
  type: "ChangeRoles";
  account: string;
  roles: Role[];
}

/** A starting hand of a hold'em game. */
export interface ChartHand {
  hand: string;
  decision: string;
  worth: number;
}

/** The last verification that found nothing and was signed for. */
export interface CheckpointShown {
  position: number;
  at: number;
  key: string;
}

/** A choice that a Player made, and the value of each possible one. */
export interface ChoiceReview {
  box: number;
  made: string;
  known: string[];
  cost: number;
  antes: number;
  choices: AdviceChoice[];
}

/** A Player decides about a hand. The amount may be left out; if given, it must be exact. */
export interface Choose {
  type: "Choose";
  box: number;
  decision: Decision;
  amount?: number | null;
}

/** The place of a major award that waits. */
export interface ClaimAt {
  table: string;
  round: number;
  box: number;
}

/** An award that is locked until two people have signed. */
export interface ClaimShown {
  box: number;
  award: string;
  signed: string[];
  needed: number;
}

/** A running clock, and what happens when it runs out. */
export interface Clock {
  kind: string;
  remaining: number;
  total: number;
  box: number | null;
  then: string;
  cites: string[];
}

/** The Dealer announces "No more Bets". */
export interface CloseBets {
  type: "CloseBets";
}

/** The table closes; what its float holds goes back to the cage, counted. */
export interface CloseTable {
  type: "CloseTable";
  counts: ([number, number])[];
}

/** A one-time code, shown this once; the store has only its hash. */
export interface Code {
  account: string;
  code: string;
}

/** A declared overlap: the paragraphs that apply, and how the rows rule. */
export interface Collision {
  number: string;
  situation: string;
  prevails: string;
  others: string[];
  why: string;
  reading: string;
  reports: Telling[];
}

/** The colours of a game's felt, each as ``#rrggbb``: in the light, the middle and the shade, and for writing. */
export interface Colours {
  light: string;
  felt: string;
  shade: string;
  tint: string;
  name: string;
}

/** A Player is back at their seat. */
export interface ComeBack {
  type: "ComeBack";
  seat: number;
}

/** A Player commits to a seed for the shoe by sending its digest, in hexadecimal. */
export interface CommitSeed {
  type: "CommitSeed";
  digest: string;
}

/** A Player agrees that the Dealer stakes their wallet at this table, or no longer does. */
export interface Consent {
  type: "Consent";
  given?: boolean;
}

/** A seat's last act was keyed in wrongly, and others have followed: this is what was really done. */
export interface CorrectAct {
  type: "CorrectAct";
  seat: number;
  move: Move;
  to?: number | null;
  reason?: string;
}

/** A hand's last decision was keyed in wrongly, and others have followed: this is what was really decided. */
export interface CorrectDecision {
  type: "CorrectDecision";
  box: number;
  decision: Decision;
  amount?: number | null;
  reason?: string;
}

/** A wager was keyed in wrongly. */
export interface CorrectWager {
  type: "CorrectWager";
  box: number;
  wager: WagerName;
  amount: number;
  reason?: string;
}

/** The amount that one of two people has counted in a box that was pulled. */
export interface CountBox {
  type: "CountBox";
  number: number;
  cents: number;
}

/** One person's count of a drawer, to close it or to hand it over. */
export interface CountDrawer {
  type: "CountDrawer";
  drawer: string;
  counts: ([number, number])[];
  to?: string;
  day?: string;
}

/** One person's count of the tray: of every denomination, or of those that are counted again. */
export interface CountTray {
  type: "CountTray";
  counts: ([number, number])[];
  count?: string;
}

/** A second signature under a proposal, which takes effect with it. */
export interface Countersign {
  type: "Countersign";
  number: number;
}

/** A second signature: the proposed act is executed, at the drawer of the person who signed first. */
export interface CountersignCash {
  type: "CountersignCash";
  number: number;
}

/** A second signature under a proposal, which takes effect with it. */
export interface CountersignChange {
  type: "CountersignChange";
  number: number;
}

/** A second signature under new terms: they wait until all of the jackpot has been won. */
export interface CountersignTerms {
  type: "CountersignTerms";
  number: number;
}

/** A second signature for a link that works again: its tables are released. */
export interface CountersignUp {
  type: "CountersignUp";
  number: number;
}

/** A person gets an account. If they are to work in a role, two people sign. */
export interface CreateAccount {
  type: "CreateAccount";
  account: string;
  roles?: Role[];
}

/** Chips from the float to the cage. */
export interface CreditFloat {
  type: "CreditFloat";
  counts: ([number, number])[];
}

/** Other numbers in the rows named, and the row that moves. */
export interface CurveAsked {
  line: string;
  pay?: Record<string, number | string>;
  meter?: number | null;
}

/** The house edge for several values of one row. */
export interface CurvePage {
  type: "curve";
  line: string;
  wager: string;
  points: CurvePoint[];
}

/** A row's number, and the house edge with it. */
export interface CurvePoint {
  value: number;
  edge: Ratio;
}

/** Cards are to be dealt: one for each place, in this order, all at once or some at a time. */
export interface Deal {
  type: "Deal";
  places: string[];
  cites: string[];
}

/** The Dealer's next act. */
export interface DealerOption {
  type: "dealer";
  what: "deal" | "open_round" | "settle" | "turn_marker";
  cards: number;
  places: string[];
  cites: string[];
}

/** A table as its Dealer sees it. */
export interface DealerPage {
  type: "dealer";
  face: Face;
  kind: string;
  dealer: string;
  role: Role;
  round: number;
  phase: string | null;
  stages: Stage[];
  rows: HandRow[];
  entering: Entering | null;
  keys: CardKey[];
  offers: Offer[];
  betting: boolean;
  boxes: number;
  names: string[];
  joins: JoinOption | null;
  cash_due: CashDue[];
  anonymous: boolean;
  public: number;
  lowest_chip: number;
  irregularities: IrregularityShown[];
  card_slips: CardSlip[];
  wager_slips: WagerSlip[];
  pending: PendingShown[];
  claims: ClaimShown[];
  rulings: RulingShown[];
  told: Told[];
  clock: Clock | null;
  pots: PotView[];
  awarded: PotAwarded[];
  marker: string;
  notice: string;
  notice_cites: string[];
  stand_in: StandIn | null;
  duty: DutyShown;
  tape: TapeRow[];
  act_slips: ActSlip[];
  limits: [number, number];
  layout: SpotShape[];
  areas: AreaKey[];
  chips: number[];
  before: Lying[];
  seated: Seated[];
  paying: Paying | null;
  qualifies: boolean | null;
  qualifies_cites: string[];
  printed: Printed[];
  statements: StatementShown[];
}

/** A Dealer who dealt here before. */
export interface DealtBefore {
  dealer: string;
  since: number;
  until: number;
}

/** A decision that a Player may make about a hand. */
export type Decision = "bet" | "check" | "flop" | "fold" | "river" | "turn";

/** A ruling waits for a role's decision. */
export interface DecisionPending {
  type: "DecisionPending";
  number: number;
  irregularity: string;
  facts: Record<string, string>;
  seat: number | null;
  role: Role;
  options: string[];
  cites: string[];
}

/** A Player with a share in another's box does not fund the next wager. */
export interface DeclineShare {
  type: "DeclineShare";
  box: number;
  player?: string;
}

/** The House deems that an absent Player has left the game. */
export interface DeemLeft {
  type: "DeemLeft";
  seat: number;
  reason: string;
  minute?: number;
  day?: string;
}

/** Pay tables and their figures, every combination counted. */
export interface DesignFound {
  pay: Record<string, number>;
  edge: Ratio;
  hits: Ratio;
  standard_deviation: number;
}

/** The rows of a wager. */
export interface DesignGroup {
  wager: string;
  title: string;
  cites: string[];
  edge: string;
  rows: DesignRow[];
  most: number | null;
  most_cite: string;
}

/** A possible value of a threshold: the lowest hand with which it is met. */
export interface DesignOption {
  value: string;
  title: string;
}

/** The pay tables and thresholds of a game that can be designed. */
export interface DesignPage {
  game: string;
  title: string;
  rulebook: string;
  version: number;
  total: string;
  groups: DesignGroup[];
  thresholds: DesignThreshold[];
  jackpot_wager: number;
  meter: number;
  games: string[];
}

/** A row that may be changed. */
export interface DesignRow {
  key: string;
  title: string;
  value: number;
  kind: string;
  cite: string;
  least: number;
  most: number;
  step: number;
}

/** The lowest hand with which the Ante wins. */
export interface DesignThreshold {
  key: string;
  approved: string;
  options: DesignOption[];
  cites: string[];
}

/** The answer of the rule desk: the facts that decide it, and the ruling once they are known. */
export interface DeskAnswer {
  irregularity: string;
  title: string;
  game: string;
  rulebook: string;
  document: string;
  table: string;
  round: number;
  stage: string | null;
  stage_words: string;
  about: ("box" | "player" | "wager")[];
  places: DeskPlace[];
  facts: FactAsked[];
  missing: string[];
  refused: Refusal | null;
  ruling: DeskRuling | null;
}

/** A question for the ruling on an irregularity, at a table or by a document at a stage of the round. */
export interface DeskAsked {
  irregularity: string;
  game?: string;
  table?: string;
  stage?: string;
  facts?: Record<string, string>;
  box?: number | null;
  wager?: WagerName | null;
  amount?: number | null;
  player?: string;
}

/** An irregularity that words of the floor may mean. */
export interface DeskFound {
  irregularity: string;
  title: string;
  why: string;
}

/** A document that can be asked. */
export interface DeskGame {
  name: string;
  title: string;
  irregularities: DeskFound[];
}

/** The money of one box or seat. */
export interface DeskMoney {
  box: number;
  players: string[];
  lies: Record<string, number>;
  back: number;
  may_take_back: number;
  result: number | null;
  without: number | null;
  difference: number | null;
}

/** Another paragraph that describes the same event. */
export interface DeskOverlap {
  number: string;
  sentence: string;
}

/** The documents and tables of the rule desk. */
export interface DeskPage {
  games: DeskGame[];
  tables: DeskTable[];
  stages: DeskStage[];
}

/** A box or seat that the question may be about. */
export interface DeskPlace {
  box: number;
  players: string[];
  wagers: string[];
}

/** A ruling, as it is read at the table. */
export interface DeskRuling {
  headline: string;
  explanation: string;
  cites: string[];
  decided_by: string;
  contradicted: string[];
  steps: DeskStep[];
  signs: DeskSigner[];
  money: DeskMoney[];
  difference: number | null;
  overlaps: DeskOverlap[];
  wording: DeskSentence[];
  wording_refused: string;
}

/** The irregularities that were found, the best match first. */
export interface DeskSearch {
  found: DeskFound[];
}

/** A paragraph, word for word, from the House's own file. */
export interface DeskSentence {
  paragraph: string;
  text: string;
}

/** An act that the ruling needs, and the people who must sign it. */
export interface DeskSigner {
  act: string;
  stage: string;
  stage_words: string;
  who: string;
  sentence: string;
  people: number;
}

/** A stage of the round, for a question to a document without a table. */
export interface DeskStage {
  stage: string;
  words: string;
}

/** A step that the pit takes. */
export interface DeskStep {
  kind: string;
  text: string;
  cites: string[];
}

/** A table that can be asked. */
export interface DeskTable {
  name: string;
  title: string;
  game: string;
}

/** The secret for a device, shown this once. */
export interface Device {
  secret: string;
  picture: string;
}

/** The wall display, with all jackpots. */
export interface DisplayPage {
  type: "display";
  links: LinkShown[];
  demonstration: boolean;
}

/** Commands for the stream behind a topic, in order: one act, of which all happens or nothing. */
export interface Do {
  type: "act";
  topic: string;
  key: string;
  commands: (Record<string, unknown>)[];
  version?: number | null;
  moment?: string;
  signed?: SignedBy | null;
}

/** The facts about the house that a visitor sees before signing in. */
export interface Door {
  house: string;
  demonstration: boolean;
  roles: Role[];
}

/** A planned relief does not take place. */
export interface DropRelief {
  type: "DropRelief";
  at: number;
  comes: string;
}

/** The Dealer on duty, and since when they deal. */
export interface DutyShown {
  dealer: string;
  since: number;
  mine: boolean;
  assigned: string[];
  pins: boolean;
  running: boolean;
  dealt: DealtBefore[];
  consents: string[] | null;
  relief: ReliefShown | null;
  called: number;
  hourly: number;
}

/** The house edge of a wager, now and as approved. */
export interface EdgeShown {
  wager: string;
  edge: Ratio;
  approved: Ratio;
}

/** The jackpot system of this table works again. */
export interface EndFailure {
  type: "EndFailure";
}

/** The end of the session. */
export interface Ended {
  type: "ended";
}

/** Cards that are to be entered now, in this order. */
export interface Entering {
  what: string;
  slots: Slot[];
  down: boolean;
  downs: number;
  unseen: number;
  cites: string[];
}

/** A person does not play: at their own wish or the House's. */
export interface ExcludePerson {
  type: "ExcludePerson";
  account: string;
  reason: string;
  until?: string;
}

/** The head of every table's page. */
export interface Face {
  table: string;
  called: string;
  game: string;
  title: string;
  rulebook: string;
  automatic: boolean;
  open: boolean;
  version: number;
  moment: string;
  link: string;
  meter: number | null;
  link_down: string;
  root: string;
  dealer: string;
}

/** A fact of an irregularity. */
export interface FactAsked {
  name: string;
  label: string;
  values: FactValue[];
  value: string;
  known: boolean;
  recorded: string;
  since: number | null;
}

/** A value that a fact may have. */
export interface FactValue {
  value: string;
  label: string;
}

/** The state of a person's second factor. */
export interface FactorPage {
  asks: "choice" | "off" | "required";
  has: boolean;
  needed: boolean;
  codes_left: number;
}

/** Cash goes from the cage's own money into a drawer, or back if it is negative. Two people sign. */
export interface FillDrawer {
  type: "FillDrawer";
  drawer: string;
  cents: number;
  day: string;
}

/** Chips from the cage into the float. */
export interface FillFloat {
  type: "FillFloat";
  counts: ([number, number])[];
}

/** A fault that a verification found. */
export interface FindingShown {
  kind: string;
  where: string;
  wrong: string;
}

/** The facts of a game that every page may need, as its document declares them. */
export interface GameShown {
  game: string;
  title: string;
  short: string;
  letters: string;
  colours: Colours;
  wagers: Record<string, string>;
  decisions: Record<string, string>;
}

/** All games that the House has documents for. */
export interface GamesList {
  games: GameShown[];
}

/** A combination of facts on which something can be said about the document. */
export interface Gap {
  irregularity: string;
  facts: Record<string, string>;
  ruling: Ruling;
  cites: string[];
  other_ruling: Ruling | null;
  other_cites: string[];
  why: string;
}

/** The findings of a linter in an approved document. */
export interface Gaps {
  compared: BankedCompared;
  uncovered: Gap[];
  contradicted: Gap[];
  overlaps: Collision[];
  undeclared: Undeclared[];
  interpreted: Reading[];
}

/** Hands of a stud game with the same highest cards. */
export interface GridShown {
  hand: string;
  bets: number[];
}

/** The name of a hand that a person sees in full. */
export interface HandName {
  category: string;
  name: string;
  short: string;
  made: string;
  own: number[];
  community: number[];
}

/** A hand of a round that is over. */
export interface HandReview {
  box: number;
  cards: string[];
  name: string;
}

/** A hand: a box's, a seat's, the Dealer's, or the Community Cards. */
export interface HandRow {
  place: string;
  number: number | null;
  player: string;
  slots: SlotShown[];
  wagers: WagerLies[];
  shares: ([string, number])[];
  looked: boolean | null;
  turn: boolean;
  folded: boolean;
  out: string[];
  shown: boolean | null;
  absent: boolean;
  decisions: string[];
  to_decide: boolean;
  asks: number;
  choice: string[];
  hand: HandName | null;
  lines: WagerSettled[];
  net: number | null;
  stack: number | null;
  bet: number;
  marks: string[];
}

/** The share of an open hand, over every run of the cards to come. */
export interface HandShare {
  cards: string[];
  wins: number;
  ties: number;
  share: number;
}

/** A decision that the table waits for. */
export interface Held {
  irregularity: string;
  role: Role;
  seat: number | null;
  cites: string[];
}

/** A hint for the automatic Dealer that no document mentions: a Player sits, stands up or is ready. */
export interface Hint {
  type: "hint";
  topic: string;
  hint: string;
  box?: number | null;
  key?: string;
}

/** A key that the House signs its record with, or did. */
export interface HouseKey {
  key: string;
  since: number;
  lost: boolean;
  by: string[];
  reason: string;
}

/** A choice that a Player may make. */
export interface HowChoice {
  title: string;
  least: number;
  most: number;
  decision: string;
}

/** One way in which a hand ends. */
export interface HowEnding {
  when: string;
  results: HowResult[];
}

/** A kind of hand: an example of it, and its pays. */
export interface HowHand {
  title: string;
  cards: string[];
  making: number[];
  pays: string[];
}

/** The result of a wager in one ending. */
export interface HowResult {
  title: string;
  comes: string;
  pays: string;
  needs: string;
  otherwise: string;
}

/** A decision, or Community Cards that are turned. */
export interface HowStep {
  kind: string;
  name: string;
  count: number;
  choices: HowChoice[];
}

/** A game for a person who has a minute. */
export interface HowTo {
  game: string;
  rulebook: string;
  title: string;
  version: number;
  kind: string;
  makes: number;
  cards: number;
  board: number;
  shows: number;
  wagers: HowWager[];
  steps: HowStep[];
  qualifies: string;
  qualifying: string[];
  endings: HowEnding[];
  pays: string[];
  hands: HowHand[];
  awards: AwardRow[];
  sides: PayTableShown[];
  big_blind: number;
  table: string;
  minimum: number | null;
  jackpot_wager: number | null;
}

/** A wager that is placed before the deal. */
export interface HowWager {
  wager: WagerName;
  title: string;
  prescribed: boolean;
}

/** Staff look at a hand that was not shown. */
export interface InspectHand {
  type: "InspectHand";
  box: number;
}

/** A point that the text leaves open: question, choice and reason. Cited like a paragraph. */
export interface Interpretation {
  number: string;
  question: string;
  choice: string;
  why: string;
  paragraphs: string[];
  code: string[];
}

/** An investigation into whether the deals can be chance: under way, or done. */
export interface InvestigationPage {
  state: string;
  by: string;
  begun: number;
  milliseconds: number;
  rounds: number;
  left_out: number;
  looks: number;
  too_few: number;
  found: number;
  shown: LookShown[];
  rate: string;
  sentence: string;
}

/** An irregularity that words of the floor may mean, or one of all if nothing was searched for. */
export interface IrregularityFound {
  name: string;
  why: string;
  impossible: string;
}

/** An irregularity of this game. */
export interface IrregularityShown {
  name: string;
  title: string;
  cites: string[];
  about: string[];
  kind: number;
}

/** The worth of a jackpot wager: a fixed part, and a part that grows with the meter. */
export interface JackpotReturn {
  wager: number;
  fixed_return: number;
  fixed_return_exact: string;
  meter_coefficient: Ratio;
  break_even_meter: number | null;
  break_even_meter_exact: string | null;
  meter: number | null;
  house_edge: Ratio | null;
}

/** An offer to take one of these seats with a Table Stake. */
export interface JoinOption {
  seats: number[];
  least: number;
  most: number;
  step: number;
  usual: number;
  cites: string[];
  owes: boolean;
  missed: boolean;
  owes_cites: string[];
}

/** A Player takes a seat with a Table Stake. Staff name the Player whom they seat. */
export interface JoinTable {
  type: "JoinTable";
  seat: number;
  stake: number;
  player?: string;
  relocated?: boolean;
  minute?: number;
  day?: string;
}

/** A proposed key that waits for a second signature. */
export interface KeyProposal {
  number: number;
  key: string;
  actor: string;
  reason: string;
}

/** The House's keys, and the files about its record outside the database. */
export interface KeysPage {
  keys: HouseKey[];
  key_file: string;
  file_sound: boolean;
  anchor_file: string;
  anchor: AnchorShown | null;
  checkpoint_file: string;
  checkpoint: CheckpointShown | null;
  proposal: KeyProposal | null;
  may_sign: boolean;
  password: boolean;
  code: boolean;
  hindered: string;
  closed: string[];
  witnesses: WitnessShown[];
}

/** The prize of a hand from a jackpot. */
export interface LadderLine {
  title: string;
  pays: string;
}

/** A request to stop sending a page. */
export interface Leave {
  type: "leave";
  topic: string;
}

/** A Player gives up their seat and takes their chips. */
export interface LeaveTable {
  type: "LeaveTable";
  seat: number;
  minute?: number;
  day?: string;
}

/** A wager that could not be laid, and the reason. */
export interface LeftOut {
  lying: Lying;
  refused: Refusal;
  report: ReportAsked | null;
}

/** The limits displayed at the table, under their paragraph. */
export interface LimitsView {
  minimum: number;
  maximum: number;
  bonus_minimum: number | null;
  bonus_maximum: number | null;
  jackpot_wager: number | null;
  chips: number[];
  cites: string[];
}

/** The average pay of a row, per unit of the wager whose edge it changes. */
export interface LinePaid {
  key: string;
  share: Ratio;
}

/** The jackpot system of a link has failed: all its tables are told at once. */
export interface LinkDown {
  type: "LinkDown";
  reason: string;
  seen?: Record<string, boolean>;
}

/** A failure of the link of several tables: the value registered before it, less what their awards have taken. */
export interface LinkFailure {
  number: number;
  value: number;
}

/** A jackpot on the display. */
export interface LinkShown {
  link: string;
  title: string;
  game: string;
  meter: number;
  down: string;
  ladder: LadderLine[];
  awards: AwardShown[];
  cites: string[];
}

/** The state of play at a table. */
export interface LobbyNow {
  what: string;
  round: number;
  remaining: number | null;
  pot: number | null;
}

/** The lobby, with all tables. */
export interface LobbyPage {
  type: "lobby";
  tables: LobbyTable[];
}

/** A box or seat in the lobby. */
export interface LobbySeat {
  number: number;
  state: string;
}

/** A table in the lobby. */
export interface LobbyTable {
  face: Face;
  now: LobbyNow;
  kind: string;
  seats: LobbySeat[];
  minimum: number;
  maximum: number;
  best: number | null;
  cards: number;
  board: number;
  jackpot_wager: number | null;
  small_blind: number | null;
  big_blind: number | null;
  rake: string;
  rake_amount: number;
  rake_cap: number | null;
  rake_cites: string[];
}

/** An account is not used until it is unlocked. Two people sign for that of a Shift Manager. */
export interface LockAccount {
  type: "LockAccount";
  account: string;
  reason: string;
}

/** One question about a table, a Dealer or a Player. */
export interface LookShown {
  kind: string;
  name: string;
  place: string;
  question: string;
  high: boolean;
  rounds: number;
  unknown: number;
  once_in: string;
  among_all: string;
  found: boolean;
  sentence: string;
}

/** Chips on an area, by owner: the amount is the total there, and is never added to it. */
export interface Lying {
  box: number;
  wager: WagerName;
  player: string;
  amount: number;
}

/** The two faces of the Game Marker. */
export type Marker = "betting_round" | "showdown";

/** The signed-in person. */
export interface MePage {
  type: "me";
  name: string;
  role: Role;
  balance: number | null;
  demonstration: boolean;
  house: string;
  roles: Role[];
  manual: boolean;
}

/** A jackpot's meter and the clock's remaining time, for a table's page that is otherwise unchanged. */
export interface MeterMessage {
  type: "meter";
  topic: string;
  seq: number;
  meter: number;
  clock: Clock | null;
}

/** A move that a Player may make on their turn. */
export type Move = "all_in" | "bet" | "call" | "check" | "fold" | "raise";

/** A Player gives up their hand without showing it. */
export interface MuckHand {
  type: "MuckHand";
  seat: number;
}

/** A fact that would lead to another ruling. */
export interface Neighbour {
  sentence: string;
  cites: string[];
}

/** One way in which a round ends. */
export interface OddsOutcome {
  title: string;
  units: number;
  combinations: string;
  share: number;
  raises: number | null;
}

/** A game's odds, every combination counted. */
export interface OddsPage {
  game: string;
  rulebook: string;
  total: string;
  house_edge: Ratio;
  element_of_risk: number;
  standard_deviation: number;
  average_wager: number;
  frequencies: Record<string, Ratio>;
  outcomes: OddsOutcome[];
  strategies: OddsStrategy[];
  side_wagers: Record<string, Ratio>;
  jackpot: JackpotReturn | null;
  chart: ChartHand[];
  grid: GridShown[];
  always_fold_to: string;
  always_bet_from: string;
}

/** A way to play, and its cost compared with perfect play. */
export interface OddsStrategy {
  name: string;
  means: string;
  house_edge: Ratio;
  costs: Ratio;
}

/** An act that may be done now: the command is sent back unchanged, with an amount if one is asked for. */
export interface Offer {
  command: Record<string, unknown>;
  label: string;
  cites: string[];
  place: string;
  main: boolean;
  amount: string;
  least: number;
  most: number;
  step: number;
  wager: string;
}

/** A starting hand on a board: how many of its pairs can be held there, and with how many the wager is placed. */
export interface OnBoard {
  hand: string;
  pairs: number;
  placed: number;
}

/** A cashier takes a drawer and counts its float into it, from the cage's own money. */
export interface OpenDrawer {
  type: "OpenDrawer";
  drawer: string;
  counts: ([number, number])[];
}

/** The table opens with a counted float from the cage. */
export interface OpenTable {
  type: "OpenTable";
  counts: ([number, number])[];
}

/** The Ante's house edge with another threshold. */
export interface OptionEdge {
  key: string;
  value: string;
  edge: Ratio;
}

/** The House has determined in which order hands with major awards were dealt. */
export interface OrderClaims {
  type: "OrderClaims";
  order: ClaimAt[];
  reason: string;
  cites?: string[];
  signed?: string[];
}

/** A manager orders that two other people count a tray once more; the count before it stays on record. */
export interface OrderRecount {
  type: "OrderRecount";
  count: string;
  reason: string;
  by: string[];
  number?: string;
  worked?: string[];
}

/** A page in its current state. */
export interface PageMessage {
  type: "page";
  topic: string;
  seq: number;
  page: unknown;
}

/** The answer to one of the three questions. */
export type PartAnswer = "no" | "not looked at" | "yes";

/** The reasons for the result of one wager, beside its amounts in the ledger. */
export interface PartShown {
  wager: WagerName;
  odds: string;
  needs: string;
  capped: number | null;
}

/** The state of a person's passkey. */
export interface PasskeyPage {
  signing: "passkey" | "session";
  house: string;
}

/** A person's cash on a gaming day. */
export interface Patron {
  person: string;
  name: string;
  document: string;
  brought: number;
  taken: number;
  acts: number;
  due: boolean;
}

/** The pay of a wager for a hand. */
export interface PayCell {
  line: string;
  pays: string;
}

/** The cage pays the whole of a claim to a named person. Two people of the cage sign. */
export interface PayClaim {
  type: "PayClaim";
  claim: string;
  day: string;
  name: string;
  document?: string;
  cheque?: number;
  cheque_number?: string;
}

/** Rows of pays that belong together, from the highest hand to the lowest. */
export interface PayGroup {
  title: string;
  columns: string[];
  rows: PayRow[];
  cites: string[];
}

/** A Player will pay what they owe to join or to return, in the next round that they may play. */
export interface PayIn {
  type: "PayIn";
  seat: number;
  pays?: boolean;
}

/** A row of a pay table, with all wagers of the hand. */
export interface PayRow {
  name: string;
  key: string;
  cells: PayCell[];
  needs: string;
}

/** A row of a pay table. */
export interface PayRowShown {
  name: string;
  title: string;
  pays: string;
}

/** The pays of a wager. */
export interface PayTableShown {
  wager: WagerName;
  title: string;
  rows: PayRowShown[];
  cite: string;
  most: number | null;
  most_cite: string;
}

/** The amounts that the Dealer pays and takes now; nothing is booked before the Dealer says that it is paid. */
export interface Paying {
  lines: WagerSettled[];
  ends: boolean;
}

/** A decision that a ruling leaves to a role. */
export interface Pending {
  number: number;
  irregularity: string;
  facts: Record<string, string>;
  box: number | null;
  player: string;
  role: Role;
  options: string[];
  cites: string[];
  piles: ([string, number[]])[];
}

/** A decision that the round waits for. */
export interface PendingShown {
  number: number;
  title: string;
  role: Role;
  options: string[];
  box: number | null;
  cites: string[];
  signed: string;
  mine: boolean;
}

/** A question whether the line still works; the answer has the key ``ping``. */
export interface Ping {
  type: "ping";
}

/** A Player of the poker room who is away, and whom the House may deem gone. */
export interface PitAbsent {
  seat: number;
  player: string;
  cites: string[];
}

/** A person as the House knows them. */
export interface PitAccount {
  name: string;
  roles: Role[];
  locked: string;
  excluded: string;
  until: string;
  loss_limit: number | null;
  time_limit: number | null;
  wallet: number;
  acts: string[];
  signed_roles: Role[];
  sits: string[];
  code: string;
  locked_by_two: boolean;
}

/** An alert that stays on the page until it is dealt with. */
export interface PitAlert {
  kind: string;
  id: string;
  at: number;
  table: string;
  game: string;
  rulebook: string;
  box: number | null;
  title: string;
  percent: number;
  amount: number;
  total: number;
  player: string;
  way: string;
  day: string;
  reason: string;
  cites: string[];
  stream: string;
  command: Record<string, unknown> | null;
}

/** The answer to a proposal of the viewer. */
export interface PitAnswer {
  stream: string;
  table: string;
  number: number;
  what: string;
  by: string;
  role: string;
  at: number;
  signed: boolean;
  reason: string;
}

/** One of a jackpot's last awards. */
export interface PitAward {
  award: string;
  title: string;
  table: string;
  round: number;
  box: number;
  player: string;
  amount: number;
  before: number;
  after: number;
  signed: string[];
}

/** A table that may be broken: its Players all find a seat at others with the same Blinds. */
export interface PitBreak {
  table: string;
  players: number;
  to: string[];
  rulebook: string;
  cites: string[];
}

/** A value that would change. */
export interface PitChange {
  name: string;
  before: string;
  after: string;
}

/** A major award waiting for its signatures. */
export interface PitClaim {
  table: string;
  game: string;
  rulebook: string;
  link: string;
  round: number;
  box: number;
  player: string;
  award: string;
  title: string;
  percent: number;
  amount: number;
  before: number;
  after: number;
  cards: string[];
  community: string[];
  making: number[];
  dealt: number;
  entered: number;
  signed: PitSignature[];
  needed: number;
  cites: string[];
  command: Record<string, unknown> | null;
  turn: number;
  registered: number | null;
  borne: boolean;
  hand_before: string[];
  fell: string[];
  returned_by: string;
  returned_why: string;
  stale: boolean;
  give_back: Record<string, unknown> | null;
  again: Record<string, unknown> | null;
}

/** A decision that a document leaves to a role. */
export interface PitDecision {
  table: string;
  game: string;
  rulebook: string;
  number: number;
  box: number | null;
  player: string;
  irregularity: string;
  title: string;
  why: string;
  facts: PitFact[];
  role: Role;
  mine: boolean;
  since: number;
  cites: string[];
  options: PitOption[];
}

/** The Dealer on duty at a table, and the Dealers who may sign on. */
export interface PitDuty {
  dealer: string;
  since: number;
  assigned: string[];
  known: string[];
}

/** A fact of an irregularity. */
export interface PitFact {
  name: string;
  value: string;
}

/** A game, for a new table. */
export interface PitGame {
  game: string;
  title: string;
  linked: boolean;
}

/** A line of a jackpot's failure. */
export interface PitHappened {
  at: number;
  table: string;
  words: string;
  by: string;
  cites: string[];
}

/** A jackpot link. */
export interface PitLink {
  link: string;
  game: string;
  rulebook: string;
  tables: string[];
  meter: number;
  down: string;
  since: number;
  unsure: string[];
  claims: number;
  terms: PitTerms;
  waiting: PitTerms | null;
  awards: PitAward[];
  cites: string[];
  rows: PitLinkTable[];
  failing: string[];
  happened: PitHappened[];
}

/** A table of a link: the effect of a failure on it, and the decision that it waits for. */
export interface PitLinkTable {
  table: string;
  game: string;
  rulebook: string;
  dealer: string;
  automatic: boolean;
  open: boolean;
  step: PitStep;
  state: string;
  boxes: number[];
  round: number;
  void: boolean;
  cites: string[];
  reopen: boolean;
  choice: number;
  choices: string[];
}

/** The page of floats, limits and accounts. */
export interface PitMoneyPage {
  type: "pit_money";
  me: string;
  role: Role;
  may: string[];
  tills: PitTill[];
  accounts: PitAccount[] | null;
  accounts_left: number;
  roles: Role[];
  games: PitGame[];
}

/** A proposed move of the longest-seated Player at the smallest table to another table with the same Blinds. */
export interface PitMove {
  player: string;
  table: string;
  seat: number;
  to: string;
  to_seat: number;
  chips: number;
  waits: boolean;
  rulebook: string;
  cites: string[];
  command: Record<string, unknown> | null;
}

/** An answer that a decision may have. */
export interface PitOption {
  option: string;
  label: string;
  command: Record<string, unknown>;
  tells: string[];
  back: number;
  boxes: number[];
  at_table: boolean;
  two: boolean;
  signed: string;
  value: PitValue | null;
}

/** Several major awards pending on one link, in the order in which they are paid. */
export interface PitOrder {
  link: string;
  rulebook: string;
  places: PitPlace[];
  by: string;
  reason: string;
  cites: string[];
  command: Record<string, unknown> | null;
  stated: PitOrderStated[];
}

/** An order of awards that waits for further people. */
export interface PitOrderStated {
  number: number;
  places: PitPlace[];
  by: string[];
  reason: string;
  missing: string;
  sign: Record<string, unknown> | null;
  refuse: Record<string, unknown> | null;
}

/** The pit as one person sees it. */
export interface PitPage {
  type: "pit";
  me: string;
  role: Role;
  may: string[];
  shift: PitShift;
  open: number;
  drop: number;
  win: number;
  alerts: PitAlert[];
  tables: PitTable[];
  links: PitLink[];
  decisions: PitDecision[];
  statements: StatementShown[];
  claims: PitClaim[];
  orders: PitOrder[];
  proposals: PitProposal[];
  answers: PitAnswer[];
  notices: string[];
  hourly: number;
  reliefs: PitRelief[];
}

/** A major award in its turn. */
export interface PitPlace {
  table: string;
  round: number;
  box: number;
  player: string;
  title: string;
  dealt: number;
}

/** An act that waits for a second signature. */
export interface PitProposal {
  stream: string;
  table: string;
  game: string;
  number: number;
  what: string;
  by: string;
  role: string;
  at: number;
  counts: ([number, number])[];
  cents: number | null;
  changes: PitChange[];
  account: string;
  roles: Role[];
  reason: string;
  own: boolean;
  sign: Record<string, unknown> | null;
  reject: Record<string, unknown> | null;
}

/** A planned relief of one Dealer by another. */
export interface PitRelief {
  table: string;
  game: string;
  at: number;
  leaves: string;
  comes: string;
  elsewhere: string;
}

/** The poker room's desk as one person sees it. */
export interface PitRoomPage {
  type: "pit_room";
  me: string;
  role: Role;
  may: string[];
  waiting: PitWaiting[];
  tables: PitRoomTable[];
  moves: PitMove[];
  breaks: PitBreak[];
}

/** A table of the poker room, as its desk sees it. */
export interface PitRoomTable {
  table: string;
  game: string;
  rulebook: string;
  open: boolean;
  dealer: string;
  automatic: boolean;
  running: boolean;
  round: number;
  small: number;
  big: number;
  minimum: number;
  maximum: number;
  hourly: number;
  seats: PitSeat[];
  free: number[];
  rake: string;
  rake_amount: number;
  cap: number;
  rake_cites: string[];
  missed_cites: string[];
}

/** A seat of the poker room. */
export interface PitSeat {
  seat: number;
  player: string;
  chips: number;
  away: boolean;
  joins: boolean;
  small: boolean;
  big: boolean;
  passed: number;
  since: number;
  away_since: number;
}

/** The current shift. */
export interface PitShift {
  day: string;
  number: number;
  of: number;
  begin: number;
  end: number;
}

/** A person's signature. */
export interface PitSignature {
  name: string;
  role: string;
  at: number;
}

/** The state of a round. */
export interface PitStep {
  kind: string;
  at: number;
  of: number;
  box: number | null;
  name: string;
}

/** A table in the pit's list. */
export interface PitTable {
  table: string;
  game: string;
  title: string;
  rulebook: string;
  automatic: boolean;
  dealer: string;
  duty: PitDuty | null;
  open: boolean;
  room: boolean;
  step: PitStep;
  boxes: number;
  played: number[];
  players: string[];
  free: number[];
  absent: PitAbsent[];
  minimum: number;
  maximum: number;
  float: number | null;
  level: number;
  exposure: number;
  exposure_cites: string[];
  exposure_exact: boolean;
  rake: number | null;
  drop: number;
  win: number;
  state: string;
  notice: string;
  notice_cites: string[];
  link: string;
  reopen: boolean;
  hourly: number;
  mode_waits: string;
}

/** A jackpot's terms. */
export interface PitTerms {
  seed: number;
  contribution: string;
  wager: number;
}

/** A table's money and terms. */
export interface PitTill {
  table: string;
  game: string;
  rulebook: string;
  open: boolean;
  running: boolean;
  float: number | null;
  level: number;
  empty: boolean;
  kept: boolean;
  chips: number[];
  anonymous: boolean;
  held: number;
  drop: number;
  win: number;
  policy: Record<string, unknown>;
  fields: PolicyField[];
  versions: PitVersion[];
  adopted: PitVersion | null;
}

/** The value from which a round's awards are paid after a failure of the jackpot system. */
export interface PitValue {
  registered: number;
  two: boolean;
}

/** A version of a document. */
export interface PitVersion {
  rulebook: string;
  version: number;
  day: string;
}

/** A Player who waits for a seat. */
export interface PitWaiting {
  number: number;
  player: string;
  blinds: number[];
  since: number;
  called: number;
  table: string;
}

/** Chips go on an area, on top of what is there. Staff name the Player for whom they place them. */
export interface PlaceWager {
  type: "PlaceWager";
  box: number;
  wager: WagerName;
  amount: number;
  player?: string;
}

/** A wager of a Player's last round. */
export interface Placed {
  box: number;
  wager: WagerName;
  amount: number;
}

/** The pit plans that one Dealer relieves another at a time. */
export interface PlanRelief {
  type: "PlanRelief";
  at: number;
  leaves: string;
  comes: string;
}

/** A part of a table's policy that two people may change. */
export interface PolicyField {
  name: string;
  kind: string;
  value: string;
  choices: string[];
  parameter: boolean;
}

/** A pot is awarded: the Rake, and the winners' shares of the rest. */
export interface PotAwarded {
  type: "PotAwarded";
  pot: number;
  amount: number;
  rake: number;
  winners: ([number, number])[];
  cites: string[];
}

/** An awarded pot: the Rake and the winners of the rest, each under their paragraphs. */
export interface PotShown {
  pot: number;
  amount: number;
  rake: number;
  rake_cites: string[];
  winners: ([number, number])[];
  cites: string[];
}

/** A pot as it would be made now, and the seats that contend for it. */
export interface PotView {
  amount: number;
  seats: number[];
}

/** A Player asks for the commitment of the next round's shoe before the round, to add seeds to it. */
export interface PrepareShoe {
  type: "PrepareShoe";
}

/** A line that is printed on the felt. */
export interface Printed {
  words: string;
  cites: string[];
}

/** The proof that a shoe was dealt as committed, as ``examples/verify_shuffle.py`` reads it. */
export interface Proof {
  scheme: string;
  root: string;
  count: number;
  seeds: ProofSeed[];
  openings: ProofOpening[];
}

/** A card, and its path to the root. */
export interface ProofOpening {
  dealt: number;
  position: number;
  card: string;
  salt: string;
  path: string[];
}

/** A Player's seed. */
export interface ProofSeed {
  player: string;
  digest: string;
  seed: string | null;
}

/** The proofs of a round's shuffles. */
export interface ProofsPage {
  table: string;
  round: number;
  proofs: Proof[];
}

/** The first of two signatures. */
export interface Propose {
  type: "Propose";
  what: OpenTable | CloseTable | FillFloat | CreditFloat | TakeDrop | ChangePolicy | AdoptRulebook | ChangeMode | BuyChips | EndFailure;
}

/** The first of two signatures: a cash act waits for a second person of the cage. */
export interface ProposeCash {
  type: "ProposeCash";
  what: CashIn | CashOut | CashChips | CashSlip | PayClaim | FillDrawer | VoidCash;
}

/** The first of two signatures. */
export interface ProposeChange {
  type: "ProposeChange";
  what: CreateAccount | ChangeRoles | Readmit | ResetPassword | LockAccount | UnlockAccount | SetLossLimit | SetTimeLimit;
}

/** The first of two signatures for a new seed, rate or wager. */
export interface ProposeTerms {
  type: "ProposeTerms";
  seed: number;
  contribution: string;
  wager: number;
}

/** The first of two signatures that the jackpot system of a link works again, with what was seen of it. */
export interface ProposeUp {
  type: "ProposeUp";
  meter: number;
  coins: Record<string, boolean>;
}

/** The box of cash leaves the table, sealed, and an empty one takes its place. */
export interface PullBox {
  type: "PullBox";
  seal?: string;
  drop?: string;
}

/** A number as the fraction it is, and as a decimal. */
export interface Ratio {
  exact: string;
  value: number;
}

/** An interpretation with what depends on it. */
export interface Reading {
  number: string;
  question: string;
  choice: string;
  why: string;
  paragraphs: string[];
  rests: Rests[];
  code: string[];
  decides: string[];
}

/** An excluded person may play again, before the end of the exclusion if it has one. Two people sign. */
export interface Readmit {
  type: "Readmit";
  account: string;
  reason: string;
}

/** The reasons of refusals in order of precedence: if several apply, the first is given. */
export type Reason = "amount" | "cards" | "examined" | "fact" | "funds" | "limits" | "moment" | "needs_ante" | "no_such_box" | "no_such_seat" | "no_such_wager" | "not_your_turn" | "not_yours" | "role" | "stale";

/** A box has arrived where it is counted, and its seal was read. */
export interface ReceiveBox {
  type: "ReceiveBox";
  number: number;
  seal?: string;
}

/** The chips of a slip have arrived, and were counted. */
export interface ReceiveSlip {
  type: "ReceiveSlip";
  slip: string;
}

/** Recovery codes for a lost device, each to be used once; shown this once. */
export interface Recovery {
  codes: string[];
}

/** The refusal of an act with its reason. Nothing has changed. */
export interface Refusal {
  reason: Reason;
  sentence: string;
  cites: string[];
}

/** An order of awards ends without effect: another person refuses it, or its maker withdraws it. */
export interface RefuseOrder {
  type: "RefuseOrder";
  number: number;
  reason?: string;
}

/** A statement ends without effect: another person refuses it, or its maker withdraws it. */
export interface RefuseStatement {
  type: "RefuseStatement";
  number: number;
  reason?: string;
}

/** The values with which a browser asks a device for a new key, each in base64url. */
export interface Registering {
  challenge: string;
  house: string;
  title: string;
  user: string;
  name: string;
}

/** A person turns a proposal down: the proposed act is not carried out. */
export interface Reject {
  type: "Reject";
  number: number;
  reason: string;
}

/** A person of the cage turns a proposal down: the proposed act is not executed. */
export interface RejectCash {
  type: "RejectCash";
  number: number;
  reason: string;
}

/** A person turns a proposal down: the proposed change is not made. */
export interface RejectChange {
  type: "RejectChange";
  number: number;
  reason: string;
}

/** A person rejects proposed terms. */
export interface RejectTerms {
  type: "RejectTerms";
  number: number;
  reason: string;
}

/** A person rejects a report that the link works again. */
export interface RejectUp {
  type: "RejectUp";
  number: number;
  reason: string;
}

/** The Dealer who comes next to relieve the one on duty. */
export interface ReliefShown {
  at: number;
  comes: string;
}

/** The jackpot system works again. */
export interface ReopenJackpot {
  type: "ReopenJackpot";
}

/** A wager of the viewer, or a pot in which they had a part, and its result. */
export interface ReplayLine {
  box: number;
  wager: string;
  staked: number;
  paid: number;
  returned: number;
  result: string;
  cites: string[];
}

/** A finished round, step by step. */
export interface ReplayPage {
  table: string;
  game: string;
  title: string;
  rulebook: string;
  kind: string;
  number: number;
  automatic: boolean;
  me: string;
  role: Role;
  mine: number[];
  boxes: number;
  layout: SpotShape[];
  cards: number;
  board: Street[];
  printed: Printed[];
  result: Record<string, number>;
  won: number | null;
  lines: ReplayLine[];
  rulings: RulingShown[];
  steps: ReplayStep[];
  before: number | null;
  after: number | null;
  provable: boolean;
}

/** An event of a round, and the table after it. */
export interface ReplayStep {
  at: number;
  actor: string;
  role: Role;
  event: string;
  sentence: string;
  cites: string[];
  hands: Record<string, HandName>;
  banked: TableView | null;
  room: RoomView | null;
  gathered: PotView[];
  pots: PotShown[];
  dealer: HandName | null;
  qualifies: boolean | null;
  qualifies_cites: string[];
  root: string;
}

/** An irregularity as the console reports it: cards that are face down are named by their places. */
export interface ReportAsked {
  irregularity: string;
  facts?: Record<string, string>;
  box?: number | null;
  wager?: WagerName | null;
  amount?: number | null;
  player?: string;
  slots?: Slot[];
  cards?: number[];
  move?: Move | null;
  to?: number | null;
  reason?: string;
}

/** The figures of a Dealer in the period, at all their tables. */
export interface ReportDealer {
  dealer: string;
  tables: string[];
  time: number;
  rounds: number;
  an_hour: number | null;
  taken_back: number;
  corrections: number;
}

/** The figures of a jackpot in the period. */
export interface ReportLink {
  link: string;
  game: string;
  opening: number;
  seed: number;
  contributions: number;
  awards: number;
  seeded: number;
  closing: number;
}

/** The report of a shift or a gaming day, table by table. */
export interface ReportPage {
  me: string;
  role: Role;
  day: string;
  shift: number | null;
  shifts: number;
  today: string;
  now: number | null;
  begin: number;
  end: number;
  rows: ReportRow[];
  banked: ReportRow;
  games: ReportRow[];
  dealers: ReportDealer[];
  links: ReportLink[];
  variances: ReportVariance[];
  rulings: number;
  voided: number;
  reconciles: boolean;
  counting: boolean;
}

/** The figures of a table in a shift or a gaming day. */
export interface ReportRow {
  table: string;
  game: string;
  room: boolean;
  open_time: number;
  rounds: number;
  an_hour: number | null;
  hands: number;
  drop: number;
  opening: number;
  fills: number;
  credits: number;
  closing: number;
  jackpot: number;
  rake: number;
  win: number;
  hold: number | null;
  handle: number;
  average: number | null;
  theoretical: number | null;
  variance: number;
  taken_back: number;
  corrections: number;
}

/** A count that differed from the books, and the person who signed for it. */
export interface ReportVariance {
  table: string;
  at: number;
  difference: number;
  signed: string;
  role: Role;
  reason: string;
  count: string;
  recount: string;
}

/** A table asks to send chips to the cage. */
export interface RequestCredit {
  type: "RequestCredit";
  counts: ([number, number])[];
  slip?: string;
  role?: string;
}

/** A table asks the cage for chips. */
export interface RequestFill {
  type: "RequestFill";
  counts: ([number, number])[];
  slip?: string;
  role?: string;
}

/** A person chooses a new password, with a code instead of the old one. Two people sign. */
export interface ResetPassword {
  type: "ResetPassword";
  account: string;
  reason: string;
}

/** A round that today's rules decide differently. */
export interface Restated {
  stream: string;
  rulebook: string;
  round: number;
  revision: number;
  first: number;
  last: number;
  at: number;
  paragraphs: string[];
  corrections: string[];
  players: Record<string, number>;
  house: number;
  jackpot: number;
  recorded: Record<string, number>;
  restated: Record<string, number>;
  lies: Record<string, number>;
  between: Record<string, [number, number]>;
  waits: string;
  notes: string[];
}

/** Rounds of earlier revisions that today's rules decide differently, as the last verification found them. */
export interface RestatedPage {
  state: string;
  begun: number;
  rounds: Restated[];
  undecided: Restated[];
  totals: Record<string, number>;
}

/** A Player is kept to one box from now on, or no longer. */
export interface RestrictPlayer {
  type: "RestrictPlayer";
  player: string;
  restricted?: boolean;
}

/** A part of the rulebook that cites an interpretation: its kind and its name. */
export interface Rests {
  kind: string;
  name: string;
}

/** The end of a wager. */
export type Result = "lose" | "returned" | "stand_off" | "void" | "win";

/** The pit finds that the interruption does not affect the round: it goes on as it lies. */
export interface ResumeRound {
  type: "ResumeRound";
  reason: string;
}

/** A person has checked the cards of a major award and does not sign: earlier signatures no longer count. */
export interface ReturnClaim {
  type: "ReturnClaim";
  box: number;
  reason: string;
}

/** The Dealer turns the cards that are next to be turned. */
export interface Reveal {
  type: "Reveal";
}

/** A Player reveals the seed that they committed to. */
export interface RevealSeed {
  type: "RevealSeed";
  seed: string;
}

/** The part of a round's end that has been shown to the viewer, while it is being shown. */
export interface RevealShown {
  cue: string;
  to_turn: number;
  needs: string;
}

/** The role in which a person acts. */
export type Role = "auditor" | "cage" | "dealer" | "display" | "pit_manager" | "pit_supervisor" | "player" | "shift_manager";

/** A table of the poker room as one person sees it. */
export interface RoomPage {
  type: "room";
  face: Face;
  view: RoomView;
  options: (ActOption | SeatOption | StakeOption | DealerOption)[];
  joins: JoinOption | null;
  places: number;
  me: string;
  role: Role;
  balance: number;
  seat: number | null;
  bots: string[];
  hands: Record<string, HandName>;
  clock: Clock | null;
  rulings: RulingShown[];
  told: Told[];
  gathered: PotView[];
  pot_cites: string[];
  marker_cites: string[];
  least_cites: string[];
  to_act: number[];
  acts: Record<string, ActShown>;
  pots: PotShown[];
  result: Record<string, number>;
  void: boolean;
  held: Held[];
  group: string;
  verdict: VerdictShown | null;
  reveal: RevealShown | null;
  consent: boolean | null;
}

/** A table of the poker room as one person sees it. */
export interface RoomView {
  table: string;
  game: string;
  rulebook: string;
  version: number;
  round: number;
  phase: RoomPhase | null;
  marker: Marker | null;
  signage: SignageView;
  first_orbit: boolean;
  button: number | null;
  small_blind: number | null;
  big_blind: number | null;
  seats: SeatView[];
  community: string[];
  burnt: number;
  level: number;
  turn: number | null;
  pots: PotView[];
  awarded: PotAwarded[];
  pending: DecisionPending[];
  statements: StatementView[];
}

/** A round that a Player took part in. */
export interface RoundHead {
  table: string;
  called: string;
  game: string;
  rulebook: string;
  number: number;
  at: number;
  ended: number | null;
  title: string;
  net: number;
  boxes: number[];
  reason: string;
  staked: number;
}

/** A round of a session, with its exact odds. */
export interface RoundReview {
  head: RoundHead;
  hands: HandReview[];
  dealer: string[];
  dealer_name: string;
  community: string[];
  average: number | null;
  cards: number | null;
  choices: ChoiceReview[];
}

/** A Player's last rounds, latest first. */
export interface RoundsPage {
  player: string;
  rounds: RoundHead[];
  session: number;
}

/** The answer to a question for one paragraph, interpretation or overlap. */
export interface RuleFound {
  number: string;
  disposition: string;
  summary: string;
  why: string;
  question: string | null;
  choice: string | null;
  paragraphs: string[];
  interpretations: string[];
  rulebook: string;
}

/** A paragraph of a document, in our own words. */
export interface RuleParagraph {
  number: string;
  disposition: string;
  summary: string;
  why: string;
  code: string[];
  tests: string[];
}

/** A game's document. */
export interface RulesHead {
  game: string;
  rulebook: string;
  title: string;
  operator: string;
  version: number;
  effective: string;
  kind: string;
  paragraphs: number;
  carried_out: number;
  dispositions: Record<string, number>;
}

/** All documents of the House. */
export interface RulesList {
  games: RulesHead[];
}

/** A whole document. */
export interface RulesPage {
  head: RulesHead;
  paragraphs: RuleParagraph[];
  interpretations: Interpretation[];
  pays: PayTableShown[];
  awards: AwardRow[];
  gaps: Gaps;
  par: string[];
  versions: RulesVersion[];
}

/** A version of a document. */
export interface RulesVersion {
  rulebook: string;
  version: number;
  effective: string;
  current: boolean;
}

/** The consequence of an irregularity. */
export type Ruling = "bet_stands" | "call_or_fold" | "call_or_raise" | "check_hand" | "continue" | "discard_card" | "fold_hand" | "invalidate_hand" | "player_adjusts" | "players_choose" | "post_blinds" | "rank_below_dealer" | "reconstruct" | "redeal_card" | "refuse_wager" | "retract_action" | "return_excess" | "return_wager" | "role_decides" | "settle_as_placed" | "settle_at_maximum" | "use_card" | "void_round";

/** An effect of a ruling, with the money that it moves. */
export interface RulingLine {
  sentence: string;
  cites: string[];
  amount: number | null;
}

/** The ruling that a report would lead to now; nothing has happened. */
export interface RulingPreview {
  facts: FactAsked[];
  slots: Slot[];
  ruling: RulingShown | null;
  refused: Refusal | null;
  verb: string;
  changes: Neighbour[];
  waits: StatementShown | null;
  needs_reason: boolean;
  enters: string;
}

/** A ruling of this round, as the banner shows it. */
export interface RulingShown {
  irregularity: string;
  ruling: string;
  sentence: string;
  facts: Record<string, string>;
  box: number | null;
  decided_by: string;
  cites: string[];
  lines: RulingLine[];
}

/** A stage of a round, and the people who must stand behind a statement at it. */
export interface Rung {
  stage: string;
  who: string;
  now: boolean;
}

/** The wanted figures of a design, and the rows that may move. */
export interface SearchAsked {
  edge: number;
  moves: string[];
  hits?: number | null;
  deviation?: number | null;
}

/** A Pareto front: no design in it is both further from the wanted figures and swings more than another. */
export interface SearchPage {
  type: "search";
  designs: DesignFound[];
  milliseconds: number;
}

/** An act about a Player's seat or hand that they may do now. */
export interface SeatOption {
  type: "seat";
  seat: number;
  what: "come_back" | "leave" | "look" | "muck" | "pay_in" | "show" | "sit_out" | "sit_out_back" | "sit_out_gone" | "wait";
  cites: string[];
}

/** A seat as one person sees it. */
export interface SeatView {
  seat: number;
  player: string;
  stack: number;
  bet: number;
  cards: string[];
  dealt_in: boolean;
  folded: boolean;
  all_in: boolean;
  looked: boolean;
  shown: boolean | null;
  away: boolean;
  owes: boolean;
  missed: boolean;
  pays: boolean;
}

/** A Player who sits at a box, whether or not they have wagered yet. */
export interface Seated {
  box: number;
  player: string;
}

/** The chips of a slip are on their way: from the cage, or from the table. */
export interface SendSlip {
  type: "SendSlip";
  slip: string;
}

/** A Player's rounds since their last long pause. */
export interface SessionPage {
  me: string;
  rounds: RoundReview[];
  net: number;
  staked: number;
  choices: number;
  best: number;
  cost: number;
  counting: boolean;
}

/** The most that a person may lose in a gaming day; None for no limit. It falls at once and rises the next day. */
export interface SetLossLimit {
  type: "SetLossLimit";
  account: string;
  cents: number | null;
}

/** A limit on the minutes that a person may play in a gaming day; None for no limit. */
export interface SetTimeLimit {
  type: "SetTimeLimit";
  account: string;
  minutes: number | null;
}

/** One Player's part of a wager. */
export interface Share {
  player: string;
  amount: number;
  folded: boolean;
  back: boolean;
  excess: number;
}

/** One Player's part of a settled wager. */
export interface ShareSettled {
  player: string;
  staked: number;
  paid: number;
  returned: number;
}

/** The shares of a pot that open hands win. */
export interface SharesPage {
  boards: number;
  hands: HandShare[];
}

/** A person has checked the cards of a major award and signs for it. */
export interface SignClaim {
  type: "SignClaim";
  box: number;
  hand?: string;
}

/** Two people have counted the same: one signs for the variance, and the table opens or closes. */
export interface SignCount {
  type: "SignCount";
  reason?: string;
  seal?: string;
  drop?: string;
}

/** The Dealer leaves the table without a successor; during a round only the pit may say that they are gone. */
export interface SignOff {
  type: "SignOff";
  reason?: string;
}

/** A further person signs an order of awards. */
export interface SignOrder {
  type: "SignOrder";
  number: number;
  reason?: string;
}

/** A further person stands behind a statement, with a reason if it has none yet. */
export interface SignStatement {
  type: "SignStatement";
  number: number;
  reason?: string;
}

/** The signage at the table, under its paragraphs. */
export interface SignageView {
  minimum_stake: number;
  maximum_stake: number;
  small_blind: number;
  big_blind: number;
  rake: string;
  rake_amount: number;
  rake_cap: number;
  rake_unit: number;
  chips: number[];
  cites: string[];
}

/** A statement as :class:`ToSign` has it, and the signature of the person's passkey, in base64url. */
export interface SignedBy {
  authenticator: string;
  client: string;
  signature: string;
  statement: string;
}

/** The person who is signed in. The token is for programs; a browser gets it as a cookie that no script can read. */
export interface SignedIn {
  me: MePage;
  token: string;
}

/** A person who stands behind an act, and the role in which they do. */
export interface Signer {
  name: string;
  role: Role;
}

/** A Player leaves their seat for a while, from the next round on. */
export interface SitOut {
  type: "SitOut";
  seat: number;
  will_return?: boolean | null;
}

/** A correction to the real decision, as a command; the reason, and perhaps an amount, are still to be given. */
export interface SlipChoice {
  command: Record<string, unknown>;
  label: string;
  amount: string;
  least: number;
  most: number;
}

/** A card's place: a box or seat, ``dealer``, ``community`` or ``burn``, and its number there, from 0. */
export interface Slot {
  place: string;
  index: number;
}

/** A card's place as the Dealer sees it. */
export interface SlotShown {
  card: string;
  entered: boolean;
  up: boolean;
  next: boolean;
}

/** The pays that a spot shows before anybody holds a card. */
export interface SpotPays {
  by: string;
  odds: string;
  needs: string;
  lowest: string;
}

/** A spot of the layout, in its order. */
export interface SpotShape {
  wager: WagerName;
  title: string;
  shape: string;
  first: boolean;
  times_ante: number;
  cites: string[];
  pays: SpotPays;
}

/** Chips may go on an area, on top of what is there: any multiple of ``step`` from ``least`` to ``most``. */
export interface Stake {
  type: "Stake";
  box: number;
  wager: WagerName;
  player: string;
  least: number;
  enough: number;
  most: number;
  step: number;
  cites: string[];
}

/** The amount that a Player may add to their Table Stake. */
export interface StakeOption {
  type: "top_up";
  seat: number;
  least: number;
  most: number;
  step: number;
  cites: string[];
}

/** The wagers that may be placed for a Player, and taken back. */
export interface StakesFor {
  player: string;
  stakes: Stake[];
  back: TakeBack[];
}

/** The demonstration's Dealer, who deals a table while no person does. */
export interface StandIn {
  name: string;
  deals: boolean;
}

/** A statement of staff that waits for more people, as one of them sees it. */
export interface StatementShown {
  table: string;
  game: string;
  rulebook: string;
  number: number;
  title: string;
  about: string;
  by: string;
  role: Role;
  reason: string;
  signers: StatementSigner[];
  touches: string[];
  compared: StatementCompared[];
  difference: number | null;
  missing: string;
  ladder: Rung[];
  ruling: RulingShown | null;
  needs_reason: boolean;
  cites: string[];
  stops: string;
  sign: Record<string, unknown> | null;
  refuse: Record<string, unknown> | null;
  own: boolean;
}

/** A person who stands behind a statement. */
export interface StatementSigner {
  name: string;
  role: Role;
}

/** A statement that waits, as staff see it before they sign: record, statement and the difference in money. */
export interface StatementView {
  number: number;
  act: StatementAct;
  what: string;
  about: string;
  by: string;
  role: Role;
  reason: string;
  signers: Signer[];
  touches: Touches[];
  stage: StatementStage;
  compared: StatementCompared[];
  difference: number | null;
  needs: string;
  missing: string;
  cites: string[];
}

/** A line of an object's history. */
export interface Step {
  at: number;
  what: string;
  by: string;
  note: string;
}

/** A Player is stopped: they may no longer wager here. */
export interface StopPlayer {
  type: "StopPlayer";
  player: string;
  reason: string;
}

/** Community Cards that are turned together. */
export interface Street {
  name: string;
  count: number;
}

/** A table as one person sees it. */
export interface TableView {
  table: string;
  game: string;
  rulebook: string;
  version: number;
  round: number;
  phase: BankedPhase | null;
  limits: LimitsView;
  jackpot: number;
  boxes: BoxView[];
  community: string[];
  dealer: string[];
  turn: number | null;
  lines: WagerSettled[];
  restricted: string[];
  pending: Pending[];
  notice: string;
  notice_cites: string[];
  statements: StatementView[];
}

/** Chips may come off an area: the whole of the Player's, or any multiple of ``step`` from ``least`` to ``most``. */
export interface TakeBack {
  type: "TakeBack";
  box: number;
  wager: WagerName;
  player: string;
  whole: number;
  least: number;
  most: number;
  step: number;
  cites: string[];
}

/** Cash that was changed at the table goes from its box to the cage. */
export interface TakeDrop {
  type: "TakeDrop";
  cents: number;
}

/** An act on the tape of the round. */
export interface TapeRow {
  at: number;
  words: string;
  by: string;
  cites: string[];
  whose: "nobody" | "supervisor" | "two" | "you";
}

/** One way to report a situation, and what is ruled on it. */
export interface Telling {
  irregularity: string;
  facts: Record<string, string>;
  ruling: Ruling;
  cites: string[];
}

/** A statement for a person's passkey to sign; the act is then sent again with the signature, under the same key. */
export interface ToSign {
  statement: string;
  challenge: string;
  passkey: string;
  house: string;
}

/** An event of the round, in words that all people at the table may see. */
export interface Told {
  at: number;
  sentence: string;
  cites: string[];
  group: string;
  brief: string;
  amount: number | null;
  seat: number | null;
  yours: string;
}

/** A Player increases their Table Stake. */
export interface TopUp {
  type: "TopUp";
  seat: number;
  amount: number;
}

/** A thing that an act touches. */
export type Touches = "against_record" | "certain" | "decided_wager" | "fills_gap" | "gives_back" | "known" | "nothing" | "outside" | "own_slip" | "signed";

/** The movements since the table opened, from which the books calculate what the tray should hold. */
export interface TrayBooks {
  opening: number;
  fills: number;
  credits: number;
  taken: number;
  paid: number;
  fixed: number;
  sold: number;
  tray: number;
  contributions: number;
  from_meter: number;
}

/** A box of cash on its way to be counted. */
export interface TrayBox {
  table: string;
  game: string;
  number: number;
  counted: string[];
  mine: boolean;
  drop: string;
  sealed: boolean;
  pulled: boolean;
}

/** A count of a tray under way. */
export interface TrayCountView {
  closing: boolean;
  counters: TrayCounter[];
  mine: string;
  chips: number[];
  found: TrayFound | null;
  agreed: boolean;
  shown: number;
  number: string;
  recount: string;
}

/** A person who counts a tray. */
export interface TrayCounter {
  name: string;
  role: Role;
  again: boolean;
}

/** A signed count of a tray. */
export interface TrayFinal {
  number: string;
  at: number;
  shown: number;
  closing: boolean;
  counts: ([number, number])[];
  counted: number;
  books: number;
  difference: number;
  by: string[];
  signed: string;
  role: Role;
  reason: string;
  recount: TrayOrdered | null;
}

/** The figures of both counters, beside the books. */
export interface TrayFound {
  rows: TrayRow[];
  counted: number;
  difference: number;
  books: TrayBooks;
  manager: boolean;
  sign: boolean;
}

/** A recount that was ordered and waits for its two people. */
export interface TrayOrdered {
  number: string;
  count: string;
  by: string[];
  actor: string;
  role: Role;
  reason: string;
}

/** A Pit Supervisor whom a recount may or may not name. */
export interface TrayPerson {
  name: string;
  barred: string;
}

/** A denomination as both people have counted it. */
export interface TrayRow {
  chip: number;
  numbers: number[];
  again: boolean;
}

/** A fill or a credit that is under way. */
export interface TraySlip {
  table: string;
  game: string;
  slip: string;
  fill: boolean;
  counts: ([number, number])[];
  cents: number;
  asked: string;
  sent: string;
  at: number;
  send: boolean;
  receive: boolean;
  cancel: boolean;
}

/** A table's tray. */
export interface TrayView {
  table: string;
  game: string;
  open: boolean;
  running: boolean;
  kept: boolean;
  empty: boolean;
  level: number;
  float: number | null;
  tolerance: number;
  cash: boolean;
  chips: number[];
  rounds: number;
  dealer: string;
  claims: number;
  box: number;
  count: TrayCountView | null;
  finals: TrayFinal[];
  books: TrayBooks | null;
  ordered: TrayOrdered | null;
  recounters: TrayPerson[];
}

/** Every tray of the house, and the slips and boxes on their way. */
export interface TraysPage {
  type: "trays";
  me: string;
  role: Role;
  may: string[];
  trays: TrayView[];
  slips: TraySlip[];
  boxes: TrayBox[];
}

/** The Dealer flips the Game Marker to SHOWDOWN. */
export interface TurnMarker {
  type: "TurnMarker";
}

/** A situation with two rulings, where the rulebook does not say which prevails. */
export interface Undeclared {
  situation: string;
  one: Telling;
  other: Telling;
}

/** A locked account is used again. Two people sign for that of a Shift Manager. */
export interface UnlockAccount {
  type: "UnlockAccount";
  account: string;
  reason: string;
}

/** The result of the last round for the viewer, and the reasons. */
export interface VerdictShown {
  kind: string;
  net: number;
  reason: string;
  cites: string[];
  boxes: BoxVerdictShown[];
}

/** A verification of the whole record: under way, or done. */
export interface VerifyPage {
  state: string;
  by: string;
  begun: number;
  milliseconds: number;
  total: number;
  entries: number;
  streams: number;
  events: number;
  rounds: number;
  postings: number;
  accounts: number;
  decks: number;
  opened: number;
  findings: number;
  shown: FindingShown[];
  consistent: PartAnswer;
  authentic: PartAnswer;
  complete: PartAnswer;
  not_looked_at: string[];
  signed_by: string;
  restated: number;
  undecided: number;
  sentence: string;
}

/** A cash act of the gaming day was a mistake: its money goes back. Two people sign. */
export interface VoidCash {
  type: "VoidCash";
  number: number;
  reason: string;
  day: string;
}

/** A claim, a voucher or a count. */
export interface VoucherRow {
  number: string;
  kind: string;
  table: string;
  game: string;
  box: number;
  title: string;
  counts: ([number, number])[];
  cents: number | null;
  state: string;
  done: number;
  of: number;
  open: boolean;
  wrong: boolean;
  late: boolean;
  owner: string;
  since: number;
  person: string;
  seal: string;
  history: Step[];
}

/** The claims, vouchers and counts of the gaming day, and open ones of earlier days. */
export interface VouchersPage {
  type: "vouchers";
  me: string;
  role: Role;
  rows: VoucherRow[];
  closed: number;
  owed: number | null;
  won: number | null;
}

/** Chips on an area. */
export interface WagerLies {
  wager: WagerName;
  amount: number;
}

/** A betting area on the layout: the wagers that documents share, in the order in which a box is settled. */
export type WagerName = string;

/** A wager's result: what is won, and how much of the stake comes back. */
export interface WagerSettled {
  type: "WagerSettled";
  box: number;
  player: string;
  wager: WagerName;
  staked: number;
  result: Result;
  paid: number;
  returned: number;
  cites: string[];
  award: string;
  shares: ShareSettled[];
}

/** A wager that may be corrected, or added if there is none. */
export interface WagerSlip {
  box: number;
  player: string;
  wager: WagerName;
  amount: number;
  least: number;
  most: number;
  step: number;
  nothing: boolean;
  reason: boolean;
}

/** The chips on an area; all see the layout. */
export interface WagerView {
  name: WagerName;
  amount: number;
  shares: Share[];
}

/** The wagers that an entry has laid on the layout, and those that it could not lay. */
export interface WagersEntered {
  laid: Lying[];
  left: LeftOut[];
  version: number;
}

/** A request to send a page now, and after each change of it. */
export interface Watch {
  type: "watch";
  topic: string;
}

/** Other numbers in the rows named; all other rows are as approved. */
export interface WhatIfAsked {
  pay?: Record<string, number | string>;
  meter?: number | null;
}

/** The game with those numbers, every combination counted. */
export interface WhatIfPage {
  type: "what_if";
  game: string;
  pay: Record<string, string>;
  edges: EdgeShown[];
  element_of_risk: Ratio;
  element_approved: Ratio;
  average_wager: Ratio;
  average_approved: Ratio;
  standard_deviation: number;
  frequencies: Record<string, Ratio>;
  paid: LinePaid[];
  options: OptionEdge[];
  chart: ChartHand[];
  grid: GridShown[];
  always_fold_to: string;
  always_bet_from: string;
  milliseconds: number;
}

/** Chips come off an area before the close: all of the Player's, or some. */
export interface WithdrawWager {
  type: "WithdrawWager";
  box: number;
  wager: WagerName;
  amount?: number | null;
  player?: string;
}

/** A Player does not show their hand. */
export interface WithholdHand {
  type: "WithholdHand";
  box: number;
}

/** The standing of the house with a witness. */
export interface WitnessShown {
  name: string;
  key: string;
  position: number;
  at: string;
  waited: number;
  wrong: string;
}

/** A value on record beside the one that was stated. */
export interface StatementCompared {
  name: string;
  record: string;
  statement: string;
}

/** A card was keyed in wrongly. */
export interface BankedCorrectCard {
  type: "CorrectCard";
  place: string;
  index: number;
  card: number;
  reason?: string;
}

/** The next cards of the deal, in the order in which they come. */
export interface BankedDealCards {
  type: "DealCards";
  cards: number[];
}

/** A Player examines their hand. */
export interface BankedLook {
  type: "Look";
  box: number;
}

/** The Dealer announces "Place your Bets". */
export interface BankedOpenRound {
  type: "OpenRound";
}

/** An irregularity, reported by staff. Facts that the table knows need not be stated. */
export interface BankedReport {
  type: "Report";
  irregularity: string;
  facts?: Record<string, string>;
  box?: number | null;
  wager?: WagerName | null;
  amount?: number | null;
  cards?: number[];
  player?: string;
  round?: number | null;
  piles?: ([string, number[]])[];
  at?: ([string, number])[];
  reason?: string;
  failure?: LinkFailure;
}

/** The turn clock of a box has run out. */
export interface BankedRunOutClock {
  type: "RunOutClock";
  box: number;
}

/** The Dealer settles every wager and ends the round. */
export interface BankedSettle {
  type: "Settle";
  awards?: number[];
}

/** A hand is shown. */
export interface BankedShowHand {
  type: "ShowHand";
  box: number;
}

/** A wrong entry is taken back, as if it had never been made. */
export interface BankedTakeBackLast {
  type: "TakeBackLast";
  reason?: string;
}

/** The role to which a ruling leaves a decision takes it, with a reason. */
export interface BankedTakeDecision {
  type: "TakeDecision";
  number: number;
  option: string;
  reason: string;
  boxes?: number[];
  piles?: ([string, number[]])[];
  value?: number;
}

/** An act without an amount: the caller sends the command back as it is. */
export interface OptionAct {
  type: "Act";
  command: BankedOpenRound | PlaceWager | WithdrawWager | CloseBets | BankedDealCards | BankedLook | Choose | DeclineShare | Reveal | BankedShowHand | WithholdHand | InspectHand | RestrictPlayer | StopPlayer | BankedSettle | BankedReport | AnswerChoice | BankedRunOutClock | BankedTakeDecision | ReopenJackpot | BankedCorrectCard | CorrectWager | BankedTakeBackLast | CorrectDecision | SignStatement | RefuseStatement;
  label: string;
  cites: string[];
  places: number;
  wager: WagerName | null;
}

/** The state of a round. */
export type BankedPhase = "betting" | "ended" | "play" | "settling";

/** The amount of text and of rows that was read. */
export interface BankedCompared {
  paragraphs: number;
  irregularities: number;
  combinations: number;
  situations: number;
  interpretations: number;
}

/** A Player acts in their turn. */
export interface RoomAct {
  type: "Act";
  seat: number;
  move: Move;
  to?: number | null;
}

/** A card was keyed in wrongly. */
export interface RoomCorrectCard {
  type: "CorrectCard";
  place: string;
  index: number;
  card: number;
  reason?: string;
}

/** The next cards of the deal, in the order in which they come. */
export interface RoomDealCards {
  type: "DealCards";
  cards: number[];
}

/** A Player looks at their Hole Cards. */
export interface RoomLook {
  type: "Look";
  seat: number;
}

/** The Dealer announces "Place your Blind Bets, please". */
export interface RoomOpenRound {
  type: "OpenRound";
}

/** An irregularity, reported by staff. Facts that the table knows need not be stated. */
export interface RoomReport {
  type: "Report";
  irregularity: string;
  facts?: Record<string, string>;
  seat?: number | null;
  cards?: number[];
  move?: Move | null;
  to?: number | null;
  piles?: ([string, number[]])[];
  reason?: string;
}

/** The turn clock of a seat has run out. */
export interface RoomRunOutClock {
  type: "RunOutClock";
  seat: number;
}

/** The Dealer takes the Rake, awards the pots and ends the round. */
export interface RoomSettle {
  type: "Settle";
}

/** A Player's showing of their Hole Cards, which names them if they were unknown. */
export interface RoomShowHand {
  type: "ShowHand";
  seat: number;
  cards?: number[];
}

/** A wrong entry is taken back, as if it had never been made. */
export interface RoomTakeBackLast {
  type: "TakeBackLast";
  reason?: string;
}

/** The role to which a ruling leaves a decision takes it, with a reason. */
export interface RoomTakeDecision {
  type: "TakeDecision";
  number: number;
  option: string;
  reason: string;
}

/** The state of a round. */
export type RoomPhase = "betting" | "dealing" | "ended" | "showdown";

/** A kind of act that the table rules on. */
export type StatementAct = "absence" | "claim" | "correct_card" | "correct_decision" | "correct_wager" | "count" | "decision" | "order_claims" | "recount" | "reopen" | "report" | "slip" | "take_back";

/** The progress of the wagers that an act touches. */
export type StatementStage = "keying" | "later" | "open" | "outcome" | "settled";

/** A step of the round, as the head of the console shows it. */
export interface Stage {
  kind: string;
  state: string;
  at: number | null;
  done: number;
  of: number;
}

export type BankedTableAct = BankedOpenRound | PlaceWager | WithdrawWager | CloseBets | BankedDealCards | BankedLook | Choose | DeclineShare | Reveal | BankedShowHand | WithholdHand | InspectHand | RestrictPlayer | StopPlayer | BankedSettle | BankedReport | AnswerChoice | BankedRunOutClock | BankedTakeDecision | ReopenJackpot | BankedCorrectCard | CorrectWager | BankedTakeBackLast | CorrectDecision | SignStatement | RefuseStatement | PrepareShoe | CommitSeed | RevealSeed | BuyChips | SignClaim | ReturnClaim | Propose | Countersign | Reject | CountTray | SignCount | AbandonCount | OrderRecount | RequestFill | RequestCredit | SendSlip | ReceiveSlip | CancelSlip | PullBox | ReceiveBox | CountBox | AssignDealers | SignOff | Consent | ResumeRound | CallSupervisor | AnswerCall | PlanRelief | DropRelief;

export type RoomTableAct = JoinTable | TopUp | SitOut | ComeBack | PayIn | LeaveTable | DeemLeft | RoomOpenRound | RoomDealCards | RoomLook | RoomAct | RoomRunOutClock | TurnMarker | RoomShowHand | MuckHand | RoomSettle | RoomReport | RoomTakeDecision | RoomCorrectCard | RoomTakeBackLast | CorrectAct | SignStatement | RefuseStatement | PrepareShoe | CommitSeed | RevealSeed | BuyChips | SignClaim | ReturnClaim | Propose | Countersign | Reject | CountTray | SignCount | AbandonCount | OrderRecount | RequestFill | RequestCredit | SendSlip | ReceiveSlip | CancelSlip | PullBox | ReceiveBox | CountBox | AssignDealers | SignOff | Consent | ResumeRound | CallSupervisor | AnswerCall | PlanRelief | DropRelief;

export type LinkAct = ProposeTerms | CountersignTerms | RejectTerms | LinkDown | ProposeUp | CountersignUp | RejectUp | OrderClaims | SignOrder | RefuseOrder;

export type CageAct = OpenDrawer | CountDrawer | AbandonDrawerCount | CashIn | CashOut | CashChips | ProposeCash | CountersignCash | RejectCash | AcknowledgeAlert;

export type HouseAct = CreateAccount | ChangeRoles | ExcludePerson | LockAccount | UnlockAccount | SetLossLimit | SetTimeLimit | ProposeChange | CountersignChange | RejectChange;

export type Wish = "calm" | "guided" | "lively" | "next" | "ready" | "show_all" | "sit" | "stand" | "unguided";
