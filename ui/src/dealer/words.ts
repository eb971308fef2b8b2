import { decisionTitle, wagerTitle } from "../games";
import { ledger, short, typed } from "../money";
import { t } from "../strings/index.svelte";
import type { Lying } from "../wire";
import { decisionOf, liesAt, moveOf, nameOf, ownerOf, placeOf, stepOf, undecided, type Act, type Command, type Memory, type Said } from "./grammar";
import type { Desk } from "./types";

// Every act is read back in words and money: while it is typed, and once it is done.

/** What stands in the line, and what it would do. */
export interface Read {
  text: string;
  more: string;
}

const room = (desk: Desk): boolean => desk.kind === "room";
export const placeName = (desk: Desk, box: number): string => {
  const player = desk.rows.find((row) => row.number === box)?.player ?? "";
  return player === "" ? t.dealer.place(String(box), room(desk)) : t.dealer.placeOf(t.dealer.place(String(box), room(desk)), player);
};

/** Several boxes: "Boxes 2, 5, 7". */
const boxes = (numbers: readonly number[]): string => t.dealer.boxes(numbers.join(", "), numbers.length);

function lyingWords(desk: Desk, one: Lying): string {
  const name = wagerTitle(desk.face.game, one.wager);
  return t.dealer.lies(one.box, one.player, one.amount === 0 ? t.dealer.noWager(name) : t.dealer.wagerLine(name, ledger(one.amount)));
}

const total = (laid: readonly Lying[], coins: boolean): number =>
  laid.filter((one) => (one.wager === "jackpot") === coins).reduce((sum, one) => sum + one.amount, 0);

function commandWords(desk: Desk, command: Command): string {
  const box = Number(command["box"] ?? command["seat"] ?? 0);
  switch (command["type"]) {
    case "Look":
      return t.dealer.didLook(placeName(desk, box));
    case "Choose":
      return t.dealer.did(placeName(desk, box), decisionTitle(desk.face.game, String(command["decision"])));
    case "DealCards": {
      const count = (command["cards"] as readonly number[]).length;
      return t.dealer.didDown(count);
    }
    case "Act": {
      const move = t.dealer.report.moves[String(command["move"])] ?? String(command["move"]);
      const to = command["to"];
      return t.dealer.did(placeName(desk, box), typeof to === "number" ? t.dealer.wagerLine(move, ledger(to)) : move);
    }
    case "WithholdHand":
    case "MuckHand":
      return t.dealer.did(placeName(desk, box), t.dealer.withheld);
    case "Settle":
      return desk.paying?.ends === false ? t.dealer.didLock : t.dealer.didPay(desk.round);
    default:
      return desk.offers.find((offer) => offer.command === command)?.label ?? "";
  }
}

/** An act once it is done, or held. */
export function told(desk: Desk, act: Act, laid: readonly Lying[] = []): string {
  switch (act.do) {
    case "again":
      return laid.length === 0 ? t.dealer.nothingAgain : t.dealer.didAgain(new Set(laid.map((one) => one.box)).size, ledger(total(laid, false)), ledger(total(laid, true)));
    case "lay":
      return act.lying.length === 0 ? t.dealer.nothingThere : act.lying.map((one) => lyingWords(desk, one)).join(" · ");
    case "send":
      return [...new Set(act.commands.map((command) => commandWords(desk, command)))].filter(Boolean).join(" · ");
    case "hold":
      return t.dealer.did(act.boxes.length === 1 ? placeName(desk, act.boxes[0]!) : boxes(act.boxes), decisionWords(desk, act.said, act.boxes));
    default:
      return "";
  }
}

/** "BET 100, 200": a decision with what each box is asked for. */
function decisionWords(desk: Desk, { decision, amount }: Said, numbers: readonly number[]): string {
  const word = decisionTitle(desk.face.game, decision);
  if (decision === "fold" || decision === "check") return word;
  if (amount !== undefined) return t.dealer.wagerLine(word, short(amount));
  const asked = numbers.map((box) => short(desk.rows.find((row) => row.number === box)?.asks ?? 0));
  return t.dealer.wagerLine(word, asked.join(", "));
}

/** What a box is paid, and for what. */
export function paysWords(desk: Desk, box: number | null): Read {
  const lines = desk.paying?.lines ?? [];
  const dealer = desk.rows.find((row) => row.place === "dealer")?.hand?.name ?? "";
  if (box === null) return { text: lines.length === 0 ? "" : t.dealer.nothingPaid, more: dealer };
  const found = lines.filter((line) => line.box === box);
  const paid = found.reduce((sum, line) => sum + line.paid, 0);
  const each = found.filter((line) => line.paid > 0).map((line) => t.dealer.wagerLine(line.award ? t.dealer.awardOf(line.award) : wagerTitle(desk.face.game, line.wager), ledger(line.paid)));
  const hand = desk.rows.find((row) => row.number === box)?.hand?.name ?? "";
  const hands = hand !== "" && dealer !== "" ? t.dealer.handsMeet(hand, dealer) : hand;
  return { text: t.dealer.did(placeName(desk, box), paid > 0 ? t.dealer.pays(ledger(paid)) : t.dealer.nothingDue), more: [hands, ...each].filter(Boolean).join(" · ") };
}

/** What the line means so far. */
export function reading(desk: Desk, memory: Memory, line: string): Read {
  const nothing: Read = { text: "", more: "" };
  if (line === "") return nothing;
  switch (stepOf(desk)) {
    case "bets":
      return readBets(desk, memory, line);
    case "card":
      return readCard(desk, memory, line);
    case "decide":
      return readDecide(desk, memory, line);
    case "act":
      return readSeat(desk, line);
    case "show":
      return { text: placeName(desk, Number(line)), more: "" };
    default:
      return nothing;
  }
}

function readBets(desk: Desk, memory: Memory, line: string): Read {
  const [whole = "", stake] = line.split("\n");
  const box = Number(whole.charAt(0));
  if (whole.charAt(1) === "P") {
    const text = whole.slice(2);
    const name = stake === undefined ? nameOf(desk, text) : text;
    if (stake === undefined) return { text: t.dealer.whoAt(box, text), more: text === "" ? t.dealer.typeName : name === undefined ? t.dealer.why["manyNames"]!(text) : t.dealer.nameIs(name) };
    const amount = typed(stake);
    return { text: t.dealer.lies(box, text, amount === null ? "…" : t.dealer.wagerLine(wagerTitle(desk.face.game, "ante"), ledger(amount))), more: t.dealer.stakeOf };
  }
  const ante = desk.areas.find((one) => one.letter === "");
  const limits = ante === undefined ? "" : t.dealer.limits(short(ante.least), short(ante.most));
  const amount = typed(whole.slice(1));
  const player = ownerOf(desk, memory.owners, box);
  if (amount === null) {
    const lies = liesAt(desk, box, "ante");
    return { text: player === "" ? t.dealer.place(String(box), false) : t.dealer.placeOf(t.dealer.place(String(box), false), player), more: lies > 0 ? t.dealer.liesNow(ledger(lies)) : t.dealer.amountOrLetter };
  }
  const before = desk.before.find((one) => one.box === box && one.wager === "ante")?.amount;
  return {
    text: t.dealer.lies(box, player, t.dealer.wagerLine(wagerTitle(desk.face.game, "ante"), ledger(amount))),
    more: [before === undefined ? "" : t.dealer.lastRound(short(before)), limits].filter(Boolean).join(" · "),
  };
}

function readCard(desk: Desk, memory: Memory, line: string): Read {
  if (line === "/") return { text: t.dealer.goesOn, more: t.dealer.goesOnTo };
  if (line === "*") return { text: t.dealer.theRest, more: t.dealer.restHidden };
  if (line === "1") return { text: t.dealer.half("1"), more: "" };
  const slot = placeOf(desk, memory);
  return { text: t.dealer.halfCard(t.cards.ranks[line] ?? line), more: slot === undefined ? "" : t.dealer.suitFor(t.dealer.slot(slot.place, slot.index, room(desk))) };
}

function readDecide(desk: Desk, memory: Memory, line: string): Read {
  const sized = /^(\d)M(\d*)$/.exec(line);
  const going = decisionOf(desk, "B") ?? "";
  if (sized !== null) return { text: t.dealer.did(placeName(desk, Number(sized[1])), t.dealer.wagerLine(decisionTitle(desk.face.game, going), sized[2] || "…")), more: t.dealer.anotherSize };
  const numbers = line === "*" ? undecided(desk, memory.held) : [...line].map(Number);
  const letters = [decisionOf(desk, "F"), decisionOf(desk, "C"), going].filter((one): one is string => one !== undefined && one !== "").map((one) => decisionWords(desk, { decision: one }, numbers));
  return { text: line === "*" ? t.dealer.restOf(numbers.join(", ")) : numbers.length === 1 ? placeName(desk, numbers[0]!) : boxes(numbers), more: letters.join(" · ") };
}

function readSeat(desk: Desk, line: string): Read {
  const turn = desk.rows.find((row) => row.turn);
  const who = turn?.number == null ? "" : placeName(desk, turn.number);
  if (line === "A") return { text: t.dealer.did(who, t.dealer.report.moves["all_in"] ?? ""), more: t.dealer.enterToConfirm };
  if (line === "*") return { text: t.dealer.theRest, more: t.dealer.restFolds };
  const offer = moveOf(desk, line.charAt(0));
  if (offer === undefined) return { text: placeName(desk, Number(line)), more: t.dealer.outOfTurn };
  const cents = typed(line.slice(1));
  return { text: t.dealer.did(who, t.dealer.wagerLine(offer.label, cents === null ? "…" : ledger(cents))), more: t.dealer.limits(ledger(offer.least), ledger(offer.most)) };
}
