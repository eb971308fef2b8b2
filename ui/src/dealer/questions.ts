import type { FactAsked, HandRow, IrregularityShown, WagerName } from "../wire";

// The questions of a report, one after the other. Pure: what has been said in, what is asked and how a digit answers out.

/** How a question is answered: by a digit, in a field, by cards of the table, or on the keypad. */
export type Way = "digit" | "field" | "cards" | "keypad";

export interface Option {
  value: string;
  text: string;
  /** The key that chooses it; empty if there is none. */
  digit: string;
}

export interface Question {
  name: string;
  label: string;
  way: Way;
  options: readonly Option[];
  value: string;
  /** The table knows it: nobody is asked. */
  known: boolean;
  /** Without an answer there is no ruling. */
  needed: boolean;
  /** The fact, if it is one. */
  fact?: FactAsked;
}

/** What was said so far, as far as the questions depend on it. */
export interface Stated {
  name: string;
  box: number | null;
  wager: string;
  amount: string;
  player: string;
  move: string;
  to: string;
  /** The questions that were gone past without an answer. */
  passed: ReadonlySet<string>;
}

/** The words of the questions that are no facts. */
export interface Words {
  box: string;
  seat: string;
  noBox: string;
  wager: string;
  lies: string;
  player: string;
  cards: string;
  seen: string;
  move: string;
  moves: Record<string, string>;
  to: string;
}

export const NONE = "none";
const PLACES = ["box", "boxes", "seat"];

/** What a table shows of itself to whoever asks which box or wager. */
export interface Table {
  boxes: number;
  rows: readonly Pick<HandRow, "number" | "wagers">[];
  automatic: boolean;
}

/** How a wager is called, with the amount that lies there. */
export type Called = (wager: WagerName, amount: number) => string;

/** The question of which box or seat, if it is one of these reports. */
export const placeOf = (about: readonly string[]): string | undefined => about.find((one) => PLACES.includes(one));

const numbered = (options: readonly { value: string; text: string }[]): Option[] =>
  options.map(({ value, text }, at) => ({ value, text, digit: at < 9 ? String(at + 1) : "" }));

function field(name: string, label: string, value: string): Question {
  return { name, label, way: "field", options: [], value, known: false, needed: false };
}

/** Which boxes may be meant: those in the round; where no Ante lies, every one. */
export function boxesOf(table: Table, name: string): number[] {
  if (name === "jackpot_without_ante") return Array.from({ length: table.boxes }, (_, at) => at + 1);
  return table.rows.flatMap((row) => (row.number === null ? [] : [row.number]));
}

/** Everything that is asked, in order: the box first, since most facts are about it. */
export function questionsOf(
  table: Table,
  chosen: IrregularityShown,
  stated: Stated,
  facts: readonly FactAsked[],
  words: Words,
  called: Called,
): Question[] {
  const { about } = chosen;
  const found: Question[] = [];
  const place = placeOf(about);
  if (place !== undefined) {
    const boxes = boxesOf(table, chosen.name).map((box) => ({ value: String(box), text: String(box), digit: box < 10 ? String(box) : "" }));
    const none = place === "box" ? [] : [{ value: NONE, text: words.noBox, digit: "0" }];
    const value = stated.box !== null ? String(stated.box) : stated.passed.has(place) ? NONE : "";
    found.push({ name: place, label: place === "seat" ? words.seat : words.box, way: "digit", options: [...boxes, ...none], value, known: false, needed: place === "box" });
    if (place === "box" && stated.box === null) return found;
  }
  if (about.includes("wager")) {
    const there = table.rows.find((row) => row.number === stated.box)?.wagers ?? [];
    const named = stated.wager as WagerName;
    const lying = stated.wager === "" || there.some((one) => one.wager === named) ? there : [...there, { wager: named, amount: 0 }];
    const options = numbered(lying.map((one) => ({ value: one.wager, text: called(one.wager, one.amount) })));
    found.push({ name: "wager", label: words.wager, way: "digit", options, value: stated.wager, known: false, needed: true });
    found.push({ ...field("amount", words.lies, stated.amount), needed: true });
  }
  if (about.includes("player")) found.push(field("player", words.player, stated.player));
  if (about.includes("cards") && !table.automatic) found.push({ ...field("cards", words.cards, ""), way: "cards" });
  if (about.includes("seen")) found.push({ ...field("seen", words.seen, ""), way: "keypad" });
  if (about.includes("move")) {
    const moves = Object.entries(words.moves).map(([value, text]) => ({ value, text }));
    found.push({ name: "move", label: words.move, way: "digit", options: numbered(moves), value: stated.move, known: false, needed: true });
    if (stated.move === "bet" || stated.move === "raise") found.push({ ...field("to", words.to, stated.to), needed: true });
  }
  return [...found, ...facts.map(asQuestion)];
}

function asQuestion(fact: FactAsked): Question {
  const options = numbered(fact.values.map(({ value, label }) => ({ value, text: label })));
  return { name: `fact ${fact.name}`, label: fact.label, way: "digit", options, value: shown(fact), known: fact.known, needed: true, fact };
}

/** A count above the last sample is said by the last. */
function shown(fact: FactAsked): string {
  const last = fact.values.at(-1);
  return fact.value !== "" && last?.label.endsWith("+") && Number(fact.value) > Number(last.value) ? last.value : fact.value;
}

/** Whether a question waits for its answer; `passed` are those that were gone past without one. */
export function open(question: Question, passed: ReadonlySet<string>): boolean {
  if (question.known || question.value !== "") return false;
  if (question.way === "cards" || question.way === "keypad") return false;
  return question.needed || !passed.has(question.name);
}

/** The question that keys answer: the one that was gone to, otherwise the first that waits, otherwise the last. */
export function askedOf(questions: readonly Question[], wanted: string, passed: ReadonlySet<string>): Question | undefined {
  return questions.find((one) => one.name === wanted) ?? questions.find((one) => open(one, passed)) ?? questions.filter((one) => !one.known).at(-1);
}

/** The question before or after one, without those that nobody is asked. */
export function beside(questions: readonly Question[], from: Question | undefined, step: 1 | -1): Question | undefined {
  const asked = questions.filter((one) => !one.known);
  const at = from === undefined ? -1 : asked.indexOf(from);
  return asked[Math.min(Math.max(0, at + step), asked.length - 1)];
}
