import { landed } from "../../motion";
import type { BankedPage, BoxView, HandName, PayGroup, SpotShape, WagerSettled } from "../../wire";
import { choices, stakeOn, type Option } from "./offers";

// What the felt shows of a page. A replay has the same parts and no options, so the felt asks for no more than these.

export type FeltPage = Pick<BankedPage, "view" | "layout" | "boxes"> &
  Partial<Pick<BankedPage, "options" | "mine" | "seated" | "me" | "hands" | "dealer" | "qualifies" | "qualifies_cites" | "result" | "claims" | "closed" | "clock" | "cards" | "board" | "printed" | "pays" | "lit" | "verdict">> & {
    face: Pick<BankedPage["face"], "game"> & { meter?: number | null };
  };

export interface SpotShown {
  spot: SpotShape;
  state: "dashed" | "open" | "solid" | "asked" | "won" | "lost";
  cents: number;
  won: number;
  /** What of the stake came back though nothing was won. */
  back: number;
  lit: boolean;
}

/** Somebody's box, or a free one: everything that the felt knows of it. */
export interface BoxShown {
  number: number;
  view: BoxView | undefined;
  player: string;
  mine: boolean;
  state: "empty" | "closed" | "waits" | "in" | "acting" | "folded" | "void" | "won" | "lost" | "even";
  locked: boolean;
  spots: SpotShown[];
  hand: HandName | undefined;
  net: number | undefined;
  lines: WagerSettled[];
  /** What its wagers pay, and the rows that its cards make. */
  pays: readonly PayGroup[];
  rows: readonly string[];
}

/** Whether somebody has wagered on a box, his own or another's. */
export const shared = (box: BoxShown, player: string): boolean => box.view?.wagers.some((wager) => wager.shares.some((share) => share.player === player)) ?? false;

/** What of a wager is somebody's. */
export function ownOf(box: BoxShown, wager: string, player: string): number {
  const shares = box.view?.wagers.find((one) => one.name === wager)?.shares ?? [];
  return shares.filter((share) => share.player === player).reduce((sum, one) => sum + one.amount, 0);
}

export const ended = (page: FeltPage): boolean => page.view.phase === "ended";

/** Boxes 1 to the last, whether somebody is there or not. */
export function boxesOf(page: FeltPage): BoxShown[] {
  return Array.from({ length: page.boxes }, (_, at) => boxOf(page, at + 1));
}

function boxOf(page: FeltPage, number: number): BoxShown {
  const view = page.view.boxes.find((one) => one.box === number);
  const player = view?.player ?? page.seated?.find((one) => one.box === number)?.player ?? "";
  const lines = page.view.lines.filter((line) => line.box === number);
  const net = page.result?.[number];
  return {
    number,
    view,
    player,
    mine: page.mine?.includes(number) ?? false,
    state: stateOf(page, number, view, player, lines, net),
    locked: page.claims?.includes(number) ?? false,
    spots: page.layout.map((spot) => spotOf(page, number, spot, view, lines)),
    hand: page.hands?.[number],
    net,
    lines,
    pays: page.pays ?? [],
    rows: page.lit?.[number] ?? [],
  };
}

function stateOf(page: FeltPage, number: number, view: BoxView | undefined, player: string, lines: WagerSettled[], net: number | undefined): BoxShown["state"] {
  if (view === undefined) return page.closed?.includes(number) ? "closed" : player === "" ? "empty" : "waits";
  if (lines.length > 0 && lines.every((line) => line.result === "void")) return "void";
  if (view.out.length > 0) return "void";
  if (ended(page) && net !== undefined && lines.length > 0) {
    if (view.folded && net < 0) return "folded";
    return net > 0 ? "won" : net < 0 ? "lost" : "even";
  }
  const judged = page.verdict?.boxes?.find((one) => one.box === number);
  if (judged !== undefined && !view.folded) return judged.net > 0 ? "won" : judged.net < 0 ? "lost" : "even";
  if (view.folded) return "folded";
  return page.view.turn === number ? "acting" : "in";
}

function spotOf(page: FeltPage, number: number, spot: SpotShape, view: BoxView | undefined, lines: WagerSettled[]): SpotShown {
  const cents = view?.wagers.find((wager) => wager.name === spot.wager)?.amount ?? 0;
  const line = lines.find((one) => one.wager === spot.wager);
  const betting = page.view.phase === "betting";
  const lit = cents > 0 && !betting && line?.result !== "lose";
  const made = { spot, cents, won: 0, back: 0, lit };
  if (line !== undefined) {
    const stake = { ...made, cents: line.staked };
    if (line.result === "win") return { ...stake, state: "won", won: line.paid, lit: true };
    if (line.result === "lose") return { ...stake, state: "lost" };
    return { ...stake, state: "solid", back: line.returned, lit: false };
  }
  if (cents > 0) return { ...made, state: view?.folded && spot.shape !== "coin" ? "lost" : "solid" };
  const asked = askedFor(page.options ?? [], number, spot.wager);
  if (asked !== undefined) return { ...made, state: "asked", cents: asked };
  return { ...made, state: betting && spot.first && may(page, number, spot.wager) ? "open" : "dashed" };
}

/** Whether a spot of mine takes chips now: a jackpot wager waits for its Ante. What others may do, their pages say. */
function may(page: FeltPage, box: number, wager: string): boolean {
  return page.options === undefined || !page.mine?.includes(box) || stakeOn(page.options, box, wager) !== undefined;
}

/** What a decision would put on this spot now. */
function askedFor(options: readonly Option[], box: number, wager: string): number | undefined {
  return choices(options).find((one) => one.command.box === box && one.wager === wager)?.places;
}

/** The spots that another's box shows: the Ante, and the last wager that followed it. */
export function brief(spots: readonly SpotShown[]): SpotShown[] {
  const first = spots[0];
  const later = spots.filter((one) => !one.spot.first && one.cents > 0 && one.state !== "asked").at(-1);
  return [...(first === undefined ? [] : [first]), ...(later === undefined ? [] : [later])];
}

/** In which order the wagers of a box are paid: the Ante, those that followed it, those that lie beside it, a coin last. */
export function payingOrder(spots: readonly SpotShown[]): SpotShown[] {
  const rank = ({ spot }: SpotShown): number => (spot.wager === "ante" ? 0 : !spot.first ? 1 : spot.shape === "coin" ? 3 : 2);
  return [...spots].sort((one, two) => rank(one) - rank(two));
}

/** How long the cards of the deal are on their way, the Dealer's among them; 0 once a decision was taken. */
export function dealTime(page: FeltPage): number {
  if (page.view.boxes.some((box) => box.decisions.length > 0)) return 0;
  return landed((page.view.boxes.length + (page.view.dealer.length > 0 ? 1 : 0)) * handSize(page) - 1);
}

/** How many cards a hand has room for: as many as the game deals, or more that lie there by mistake. */
export function handSize(page: FeltPage): number {
  return Math.max(page.cards ?? 0, ...page.view.boxes.map((box) => box.cards.length));
}
