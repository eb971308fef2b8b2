import { ledger, short, signed } from "../../money";
import { t } from "../../strings/index.svelte";
import type { BankedPage } from "../../wire";
import type { BoxShown, SpotShown } from "./felt";
import { ended } from "./felt";
import { conditionOf } from "./pays";

// What is read and written about a box.

/** A server's name such as "straight_flush", for reading. */
export const spoken = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const playerName = (box: BoxShown): string => (box.mine ? t.table.you : box.player);

/** "examined", "played blind" or "face down". */
export function seen(box: BoxShown): string {
  if (box.view === undefined || box.view.cards.length === 0) return "";
  if (box.view.looked) return t.table.state.examined;
  return box.view.decisions.length > 0 ? t.table.state.blind : t.table.state.down;
}

/** "Box 4, yours, examined, One Pair Queens, Ante 50". */
export function boxLabel(box: BoxShown): string {
  if (box.state === "empty") return t.table.emptyBox(box.number);
  if (box.state === "closed") return t.table.closedBox(box.number);
  const states = t.table.state;
  const words = [t.table.box(box.number), box.mine ? states.yours : box.player];
  if (box.state === "waits") words.push(states.waits);
  if (box.state === "folded") words.push(box.view?.absent ? states.late : states.folded);
  else if (seen(box) !== "") words.push(seen(box));
  if (box.state === "acting") words.push(states.acting);
  if (box.state === "void") words.push(states.void);
  if (box.locked) words.push(states.locked);
  if (box.hand !== undefined) words.push(box.hand.name.replace(",", ""));
  words.push(...wagersSaid(box.spots));
  if (box.net !== undefined && box.lines.length > 0) words.push(signed(box.net));
  return t.table.says(words);
}

export function wagersSaid(spots: readonly SpotShown[]): string[] {
  const held = spots.filter((one) => one.cents > 0 && one.state !== "asked");
  return held.map((one) => t.table.placed(one.spot.title, short(one.cents)));
}

/** Words instead of figures under a spot: what came back, or what a folded box lost there. */
export function spotNote(box: BoxShown, one: SpotShown): string | undefined {
  if (one.back > 0) return t.table.back(short(one.back));
  return one.state === "lost" && box.state === "folded" && one.spot.shape !== "coin" ? t.table.lostAnte(short(one.cents)) : undefined;
}

/** What stands under a spot of mine: what it pays or needs. */
export function spotCondition(box: BoxShown, one: SpotShown): string {
  return conditionOf(t.table.pays, one.spot, box.pays, box.rows, box.lines.find((line) => line.wager === one.spot.wager));
}

/** What the round came to, for the polite live region: the Dealer, then each of my boxes. */
export function resultSaid(page: BankedPage, boxes: readonly BoxShown[]): string {
  if (!ended(page)) return "";
  const mine = boxes.filter((box) => box.mine && box.lines.length > 0);
  if (mine.length === 0) return "";
  const dealer = page.dealer === null ? [] : [t.table.announce.dealer(page.dealer.name)];
  const lines = mine.map((box) => t.table.announce.line(box.number, box.hand?.short ?? "", signed(box.net ?? 0)));
  return t.table.announce.settled([...dealer, ...lines].join(" "));
}

/** The limits on the second line of the top bar. */
export function limitsSaid(page: BankedPage): string {
  const { minimum, maximum, jackpot_wager: jackpot } = page.view.limits;
  return t.table.more(short(minimum), short(maximum), jackpot === null ? null : short(jackpot));
}

export const money = ledger;
