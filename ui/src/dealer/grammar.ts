import { typed } from "../money";
import type { DealerPage, HandRow, Lying, Offer, WagerName } from "../wire";

// What the keys of the Dealer's console mean. Pure: the table and the line in, a longer line or an act or a refusal out.
// One meaning a key and step; what means nothing is refused and changes nothing. An amount says what lies there.

export type Table = Pick<
  DealerPage,
  "kind" | "phase" | "rows" | "entering" | "offers" | "betting" | "boxes" | "names" | "areas" | "before" | "seated" | "paying" | "pending" | "claims"
>;
export type Step = "closed" | "bets" | "card" | "decide" | "show" | "pay" | "act" | "next" | "wait";
export type Command = Record<string, unknown>;

/** A decision that was said; with an amount, if the wager is not of the size that it must have. */
export interface Said {
  decision: string;
  amount?: number;
}
export type Held = ReadonlyMap<number, Said>;

/** What the console remembers beside the page: decisions that wait for their turn, who was said to be at a box, where the stream goes on. */
export interface Memory {
  held: Held;
  owners: ReadonlyMap<number, string>;
  place: string;
}
export const NOTHING: Memory = { held: new Map(), owners: new Map(), place: "" };

export type Act =
  | { do: "again"; opens?: Command }
  | { do: "lay"; lying: Lying[]; close: boolean }
  | { do: "own"; box: number; player: string }
  | { do: "send"; commands: Command[] }
  | { do: "hold"; boxes: number[]; said: Said }
  | { do: "card"; card: string; place: string }
  | { do: "place"; place: string }
  | { do: "look"; box: number | null }
  | { do: "back" }
  | { do: "report"; name: string; box: number | null; move: string };

/** A reason why a key means nothing, and what it is about; the catalogue has the sentence. */
export interface Why {
  why: string;
  what?: string;
}

export interface Pressed {
  line: string;
  act?: Act;
  refused?: Why;
}

const RANKS = "23456789TJQKA";
const SUITS = "SHDC";
const DIGITS = "0123456789";
const REST = "*";
const NAME = /^(\d)P([^\n]*)(?:\n(\d*(?:\.\d{0,2})?))?$/;

/** A key of the keyboard or of the screen as the grammar knows it; empty for one that it does not. */
export function keyOf(pressed: string): string {
  if (pressed === ";" || pressed === "✱") return REST;
  if (pressed === "=") return "+";
  if (pressed === "−") return "-";
  if (pressed === "Enter") return "\n";
  if (pressed === ",") return " ";
  return pressed.length === 1 || pressed === "Escape" || pressed === "Backspace" ? pressed : "";
}

/** Whether a name is being typed: then letters are letters. */
export const naming = (line: string): boolean => NAME.test(line) && !line.includes("\n");

export function stepOf(table: Table): Step {
  if (table.pending.length > 0 && table.phase !== "ended") return "wait";
  if (table.betting) return "bets";
  if (table.entering !== null) return "card";
  if (table.rows.some((row) => row.choice.length > 0)) return "wait";
  if (offered(table, "Choose").length > 0) return "decide";
  if (table.paying !== null) return "pay";
  if (offered(table, "ShowHand").length > 0) return "show";
  if (offered(table, "Act").length > 0) return "act";
  return mainOf(table) === undefined ? "closed" : "next";
}

export const mainOf = (table: Table): Offer | undefined => table.offers.find((offer) => offer.main);
export const offered = (table: Table, type: string): Offer[] => table.offers.filter((offer) => offer.command["type"] === type);
const rowAt = (table: Table, box: number): HandRow | undefined => table.rows.find((row) => row.number === box);

/** The boxes that have yet to decide and of which nothing is held. */
export function undecided(table: Table, held: Held): number[] {
  return table.rows.flatMap((row) => (row.number !== null && row.to_decide && !held.has(row.number) ? [row.number] : []));
}

/** What a letter decides now; the choices of whoever's turn it is are those of all. */
export function decisionOf(table: Table, letter: string): string | undefined {
  const choices = offered(table, "Choose").map((offer) => String(offer.command["decision"]));
  if (letter === "F") return choices.find((one) => one === "fold");
  if (letter === "C") return choices.find((one) => one === "check");
  return letter === "B" ? choices.find((one) => one !== "fold" && one !== "check") : undefined;
}

/** The decisions that are held and whose turn has come, in turn: they are entered together, one with an amount alone. */
export function inTurn(table: Table, held: Held): Command[] {
  const commands: Command[] = [];
  for (const row of table.rows) {
    if (row.number === null || !row.to_decide) continue;
    const said = held.get(row.number);
    if (said === undefined || (said.amount !== undefined && commands.length > 0)) break;
    commands.push({ type: "Choose", box: row.number, ...said });
    if (said.amount !== undefined) break;
  }
  return commands;
}

/** The looks to be recorded: of two boxes of one Player the first, the other stays blind. */
export function looksOf(table: Table, boxes: readonly number[]): Command[] {
  const seen = new Set(table.rows.filter((row) => row.looked).map((row) => row.player));
  return offered(table, "Look").flatMap(({ command }) => {
    const row = rowAt(table, Number(command["box"]));
    if (row?.number == null || !boxes.includes(row.number) || seen.has(row.player)) return [];
    seen.add(row.player);
    return [command];
  });
}

/** Who is at a box: in this round, as was said, in the last round, or sitting there. */
export function ownerOf(table: Table, owners: ReadonlyMap<number, string>, box: number): string {
  const here = table.betting ? rowAt(table, box)?.player : undefined;
  return here ?? owners.get(box) ?? table.before.find((one) => one.box === box)?.player ?? table.seated.find((one) => one.box === box)?.player ?? "";
}

/** A name that was typed: one that the table knows and that begins so, otherwise as it was typed. */
export function nameOf(table: Table, text: string): string | undefined {
  const known = [...new Set([...table.names, ...table.before.map((one) => one.player), ...table.seated.map((one) => one.player)])];
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return undefined;
  const exact = known.find((name) => name.toLowerCase() === wanted);
  const begins = known.filter((name) => name.toLowerCase().startsWith(wanted));
  if (exact !== undefined) return exact;
  return begins.length > 1 ? undefined : (begins[0] ?? text.trim());
}

/** What lies on an area for its owner. */
export function liesAt(table: Table, box: number, wager: string): number {
  return table.betting ? (rowAt(table, box)?.wagers.find((one) => one.wager === wager)?.amount ?? 0) : 0;
}

/** The place to which the next card goes. */
export function placeOf(table: Table, memory: Memory): { place: string; index: number } | undefined {
  const slots = table.entering?.slots ?? [];
  return (memory.place === "" ? undefined : slots.find((slot) => slot.place === memory.place)) ?? slots[0];
}

const boxOf = (table: Table, digit: string): number => (digit === "0" && table.boxes > 9 ? 10 : Number(digit));
const isBox = (table: Table, digit: string): boolean => boxOf(table, digit) >= 1 && boxOf(table, digit) <= table.boxes;
const no = (line: string, why: string, what = ""): Pressed => ({ line, refused: what === "" ? { why } : { why, what } });
const act = (made: Act): Pressed => ({ line: "", act: made });
const send = (...commands: Command[]): Pressed => act({ do: "send", commands });

/** What a key makes of the line. */
export function press(table: Table, memory: Memory, line: string, pressed: string): Pressed {
  const key = keyOf(pressed);
  if (key === "") return { line };
  if (key === "Escape") return { line: "" };
  if (key === "Backspace") return { line: line.slice(0, -1) };
  if (naming(line)) return named(table, line, key);
  const letter = key.toUpperCase();
  if (letter === " ") return { line };
  if (letter === "-" || letter === "Z") return line === "" ? act({ do: "back" }) : { line: "" };
  if (letter === "I") return act({ do: "report", name: "", box: null, move: "" });
  switch (stepOf(table)) {
    case "bets":
      return bets(table, memory, line, letter);
    case "card":
      return card(table, memory, line, letter);
    case "decide":
      return decide(table, memory, line, letter);
    case "show":
      return show(table, line, letter);
    case "pay":
      return pay(table, letter);
    case "act":
      return seat(table, line, letter);
    case "next":
      return go(table, line, letter);
    case "wait":
      return letter === "\n" ? { line } : no("", "waits");
    case "closed":
      return letter === "\n" ? { line } : no("", "nothing", key);
  }
}

function named(table: Table, line: string, key: string): Pressed {
  if (key !== "\n") return /^[\w.-]$/.test(key) ? { line: line + key } : { line };
  const [, digit = "", text = ""] = NAME.exec(line) ?? [];
  const name = nameOf(table, text);
  if (name === undefined) return no(line, text.trim() === "" ? "noName" : "manyNames", text.trim());
  return { line: `${digit}P${name}\n`, act: { do: "own", box: boxOf(table, digit), player: name } };
}

// ---- Bets -----------------------------------------------------------------------------------------------------------

function bets(table: Table, memory: Memory, line: string, key: string): Pressed {
  if (line.includes("\n")) return share(table, line, key);
  if (key === REST) return line === "" ? act({ do: "again" }) : no(line, "restAlone");
  if (DIGITS.includes(key) || key === ".") return digits(table, line, key);
  const close = key === "+";
  if (key === "\n" || close) {
    const main = mainOf(table);
    // What stands in the way of the close is the table's to say.
    if (line === "") return close ? send(main?.command ?? { type: "CloseBets" }) : { line };
    return amount(table, memory, line, "ante", close);
  }
  if (line === "") return no("", "boxFirst", key);
  if (key === "P") return line.length === 1 ? { line: `${line}P` } : no(line, "oneBox");
  if (key === "X") return everyBox(table, line, (box) => emptied(table, box));
  const area = table.areas.find((one) => one.letter === key);
  if (area === undefined) return no(line, "nothing", key);
  if (area.exact === 0) return amount(table, memory, line, area.wager, false);
  return everyBox(table, line, (box) => {
    const on = liesAt(table, box, area.wager) > 0;
    const player = ownerOf(table, memory.owners, box);
    return player === "" ? null : [{ box, wager: area.wager, player, amount: on ? 0 : area.exact }];
  });
}

function digits(table: Table, line: string, key: string): Pressed {
  if (line === "" && (key === "." || !isBox(table, key))) return no("", "noBox", key);
  if (key === "." && (line.length < 2 || line.includes("."))) return no(line, "nothing", ".");
  const longer = line + key;
  return /^\d{1,9}(\.\d{0,2})?$/.test(longer) ? { line: longer } : no(line, "tooLong");
}

/** Box and amount: what lies there from now on. */
function amount(table: Table, memory: Memory, line: string, wager: WagerName, close: boolean): Pressed {
  const box = boxOf(table, line.charAt(0));
  const cents = typed(line.slice(1).replace(/\.$/, ""));
  if (cents === null) return no(line, "noAmount", String(box));
  const player = ownerOf(table, memory.owners, box);
  return player === "" ? no(line, "nobody", String(box)) : act({ do: "lay", lying: [{ box, wager, player, amount: cents }], close });
}

/** The same for several boxes, one digit each. */
function everyBox(table: Table, line: string, lay: (box: number) => Lying[] | null): Pressed {
  const wrong = [...line].find((digit) => !isBox(table, digit));
  if (wrong !== undefined) return no(line, "noBox", wrong);
  const lying: Lying[] = [];
  for (const box of new Set([...line].map((digit) => boxOf(table, digit)))) {
    const found = lay(box);
    if (found === null) return no(line, "nobody", String(box));
    lying.push(...found);
  }
  return act({ do: "lay", lying, close: false });
}

/** Nothing lies on the box any more: what needs the Ante goes first. */
function emptied(table: Table, box: number): Lying[] {
  const row = rowAt(table, box);
  if (row === undefined) return [];
  const owners = [...row.shares.map(([player]) => player), row.player];
  const wagers = [...row.wagers].reverse();
  return owners.flatMap((player) => wagers.map(({ wager }) => ({ box, wager, player, amount: 0 })));
}

/** After a name: the stake of that person there, if one is typed. */
function share(table: Table, line: string, key: string): Pressed {
  const [, digit = "", player = "", stake = ""] = NAME.exec(line) ?? [];
  if (DIGITS.includes(key) || key === ".") return NAME.test(line + key) && stake.length < 9 ? { line: line + key } : no(line, "tooLong");
  const area = key === "\n" || key === "+" ? table.areas.find((one) => one.letter === "") : table.areas.find((one) => one.letter === key && one.exact === 0);
  if (area === undefined) return no(line, "nothing", key);
  if (stake === "") return key === "\n" ? { line: "" } : no(line, "noAmount", digit);
  const cents = typed(stake.replace(/\.$/, ""));
  if (cents === null) return no(line, "noAmount", digit);
  return act({ do: "lay", lying: [{ box: boxOf(table, digit), wager: area.wager, player, amount: cents }], close: key === "+" });
}

// ---- Cards ----------------------------------------------------------------------------------------------------------

function card(table: Table, memory: Memory, line: string, key: string): Pressed {
  const entering = table.entering;
  if (entering === null) return no("", "nothing", key);
  if (key === "\n") return { line };
  if (line === "/") return going(table, key);
  if (line === REST) return key === "N" ? withheld(table) : no("", "nothing", key);
  if (SUITS.includes(key) && line !== "" && line !== "1") return act({ do: "card", card: `${line}${key.toLowerCase()}`, place: memory.place || board(table) });
  if (key === "0") return line === "1" ? { line: "T" } : no(line, "noRank", key);
  if (key === "1" || RANKS.includes(key)) return { line: key };
  if (SUITS.includes(key)) return no(line, "rankFirst", key);
  if (key === "L" && DIGITS.includes(line) && line !== "") return looked(table, line);
  if (key === "/") return { line: "/" };
  if (key === ".") return line !== "" ? no(line, "suit", line) : entering.down ? act({ do: "card", card: "??", place: "" }) : no("", "faceUp");
  if (key === REST) {
    if (line !== "") return no(line, "suit", line);
    if (entering.downs > 0) return send({ type: "DealCards", cards: Array<number>(entering.downs).fill(entering.unseen) });
    return offered(table, "WithholdHand").length > 0 || offered(table, "MuckHand").length > 0 ? { line: REST } : no("", entering.what === "deal" ? "faceUp" : "turnEach");
  }
  if (key === "N") return withholds(table, placeOf(table, memory)?.place ?? "");
  if (key === "+") return no(line, "cardsFirst");
  return no(line, "nothing", key);
}

/** A card that is seen while one is to be burnt first is the Community Card after it: nobody sees the burnt one. */
function board(table: Table): string {
  const slots = table.entering?.what === "deal" ? table.entering.slots : [];
  const next = slots.find((slot) => slot.place !== "burn");
  return slots[0]?.place === "burn" && next?.place === "community" ? next.place : "";
}

/** "/" and a digit: the stream goes on at that box. */
function going(table: Table, key: string): Pressed {
  const place = key === "D" ? "dealer" : DIGITS.includes(key) && isBox(table, key) ? String(boxOf(table, key)) : "";
  if (!table.entering?.slots.some((slot) => slot.place === place)) return no("", "notThere", key);
  return act({ do: "place", place });
}

const hides = (offer: Offer): boolean => offer.command["type"] === "WithholdHand" || offer.command["type"] === "MuckHand";

function withholds(table: Table, place: string): Pressed {
  const offer = table.offers.find((one) => hides(one) && one.place === place);
  return offer === undefined ? no("", "mustShow", place) : send(offer.command);
}

function withheld(table: Table): Pressed {
  const rest = table.offers.filter(hides);
  return rest.length === 0 ? no("", "mustShow") : send(...rest.map((one) => one.command));
}

function looked(table: Table, line: string): Pressed {
  const commands = looksOf(table, [...line].map((digit) => boxOf(table, digit)));
  return commands.length === 0 ? no("", "noLook", line) : send(...commands);
}

// ---- Decisions ------------------------------------------------------------------------------------------------------

function decide(table: Table, memory: Memory, line: string, key: string): Pressed {
  const sized = /^(\d)M(\d*)$/.exec(line);
  if (sized !== null) return sizedWager(table, line, sized[1] ?? "", sized[2] ?? "", key);
  if (key === "\n") return { line };
  if (key === REST) return line === "" ? { line: REST } : no(line, "restAlone");
  if (DIGITS.includes(key)) {
    if (line === REST) return no(line, "letter");
    return isBox(table, key) ? { line: line + key } : no(line, "noBox", key);
  }
  if (key === "+") return no(line, "decisionsFirst", undecided(table, memory.held).join(", "));
  if (line === "") return no("", "boxFirst", key);
  if (key === "M") return line.length === 1 && line !== REST ? { line: `${line}M` } : no(line, "oneBox");
  const boxes = line === REST ? undecided(table, memory.held) : [...new Set([...line].map((digit) => boxOf(table, digit)))];
  if (key === "L") {
    const every = line === REST ? table.rows.flatMap((row) => (row.number === null ? [] : [row.number])) : boxes;
    const commands = looksOf(table, every);
    return commands.length === 0 ? no("", "noLook", boxes.join(", ")) : send(...commands);
  }
  const decision = decisionOf(table, key);
  if (decision === undefined) return no(line, "nothing", key);
  const wrong = boxes.find((box) => !rowAt(table, box)?.to_decide);
  if (wrong !== undefined) return no("", rowAt(table, wrong) === undefined ? "nobody" : "decided", String(wrong));
  return boxes.length === 0 ? no("", "allDecided") : act({ do: "hold", boxes, said: { decision } });
}

/** A wager of another size, said before its turn like any decision: the table says whether it may be. */
function sizedWager(table: Table, line: string, digit: string, stake: string, key: string): Pressed {
  if (DIGITS.includes(key)) return stake.length < 8 ? { line: line + key } : no(line, "tooLong");
  if (key !== "\n") return no(line, "nothing", key);
  const cents = typed(stake);
  const decision = decisionOf(table, "B");
  if (cents === null || decision === undefined) return no(line, "noAmount", digit);
  const box = boxOf(table, digit);
  if (!rowAt(table, box)?.to_decide) return no("", rowAt(table, box) === undefined ? "nobody" : "decided", String(box));
  return act({ do: "hold", boxes: [box], said: { decision, amount: cents } });
}

// ---- Hands that are known already, payments, what comes next ---------------------------------------------------------

function show(table: Table, line: string, key: string): Pressed {
  if (key === "\n") return { line };
  const shows = offered(table, "ShowHand");
  if (key === REST) return send(...shows.map((offer) => offer.command));
  if (DIGITS.includes(key)) return isBox(table, key) ? { line: key } : no(line, "noBox", key);
  const place = line === "" ? (table.rows.find((row) => row.turn)?.place ?? shows[0]?.place ?? "") : String(boxOf(table, line));
  if (key === "N") return withholds(table, place);
  const offer = shows.find((one) => one.place === place);
  if (key === "S") return offer === undefined ? no("", "notThere", place) : send(offer.command);
  if (key === "+") return no("", "handsFirst");
  return no(line, "nothing", key);
}

function pay(table: Table, key: string): Pressed {
  const main = mainOf(table);
  if (key === "\n") return act({ do: "look", box: null });
  if (DIGITS.includes(key)) return isBox(table, key) ? act({ do: "look", box: boxOf(table, key) }) : no("", "noBox", key);
  if (key !== "+") return no("", "nothing", key);
  if (main === undefined) return no("", table.claims.length > 0 ? "signatures" : "waits");
  return send(main.command);
}

/** Between rounds the star says "Place your Bets" too, if there was a round to repeat. */
export const repeats = (table: Table): boolean => mainOf(table)?.command["type"] === "OpenRound" && table.before.length > 0;

function go(table: Table, line: string, key: string): Pressed {
  const main = mainOf(table);
  if (key === "\n") return { line };
  if (key === "+" && main !== undefined) return send(main.command);
  if (key === REST && repeats(table)) return act({ do: "again", opens: main?.command });
  return no("", "plusFirst", main?.label ?? "");
}

// ---- The poker room -------------------------------------------------------------------------------------------------

const MOVES: Record<string, readonly string[]> = { F: ["fold"], C: ["check", "call"], B: ["bet"], R: ["raise"], A: ["all_in"] };

/** The act of a letter for whoever is to act. */
export function moveOf(table: Table, letter: string): Offer | undefined {
  const turn = table.rows.find((row) => row.turn)?.place;
  return offered(table, "Act").find((offer) => offer.place === turn && (MOVES[letter] ?? []).includes(String(offer.command["move"])));
}

/** Who folds when all others do: everybody in turn but the last, who takes the pot. */
export function othersFold(table: Table): Command[] {
  const first = table.rows.findIndex((row) => row.turn);
  const around = first < 0 ? [] : [...table.rows.slice(first), ...table.rows.slice(0, first)];
  const live = around.filter((row) => row.number !== null && row.slots.length > 0 && !row.folded && !row.marks.includes("all_in"));
  return live.slice(0, -1).map((row) => ({ type: "Act", seat: row.number, move: "fold" }));
}

function seat(table: Table, line: string, key: string): Pressed {
  const sized = /^([BR])(\d*(?:\.\d{0,2})?)$/.exec(line);
  if (sized !== null) return toAmount(table, line, sized[1] ?? "", sized[2] ?? "", key);
  if (line === "A") return key === "\n" ? moved(table, "A") : no("", "nothing", key);
  if (line === REST) return key === "F" ? folds(table) : no("", "nothing", key);
  if (key === "\n") return { line };
  if (key === REST) return line === "" ? { line: REST } : no(line, "restAlone");
  if (DIGITS.includes(key)) return line === "" && isBox(table, key) ? { line: key } : no(line, "noSeat", key);
  if (line !== "") return elsewhere(table, line, key);
  if (key === "+") return mainOf(table) === undefined ? no("", "bettingFirst") : go(table, line, key);
  if (MOVES[key] === undefined) return no("", "nothing", key);
  if (moveOf(table, key) === undefined) return no("", "noMove", key);
  return key === "B" || key === "R" || key === "A" ? { line: key } : moved(table, key);
}

function moved(table: Table, key: string): Pressed {
  const offer = moveOf(table, key);
  return offer === undefined ? no("", "noMove", key) : send(offer.command);
}

function folds(table: Table): Pressed {
  const commands = othersFold(table);
  return commands.length === 0 ? no("", "noMove", "F") : send(...commands);
}

function toAmount(table: Table, line: string, letter: string, stake: string, key: string): Pressed {
  if (DIGITS.includes(key) || key === ".") return /^\d{1,9}(\.\d{0,2})?$/.test(stake + key) ? { line: line + key } : no(line, "tooLong");
  if (key !== "\n") return no(line, "nothing", key);
  const offer = moveOf(table, letter);
  const cents = typed(stake.replace(/\.$/, ""));
  if (offer === undefined || cents === null) return no(line, "noAmount");
  return send({ ...offer.command, [offer.amount || "to"]: cents });
}

/** A seat and a letter: their own act if it is their turn, otherwise one out of turn. */
function elsewhere(table: Table, line: string, key: string): Pressed {
  const number = boxOf(table, line);
  const row = rowAt(table, number);
  if (row === undefined) return no("", "emptySeat", line);
  if (key === "X") {
    const out = table.offers.find((offer) => offer.command["type"] === "SitOut" && offer.place === row.place);
    return out === undefined ? no("", "noSitOut", line) : send(out.command);
  }
  if (MOVES[key] === undefined) return no(line, "nothing", key);
  if (row.turn) return seat(table, "", key);
  const move = MOVES[key]?.[0] ?? "";
  return act({ do: "report", name: "out_of_turn", box: number, move });
}
