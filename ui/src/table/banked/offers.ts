import type { BankedPage, Placed, Stake, TakeBack } from "../../wire";

// What the server offers, sorted for the page. Nothing here knows a rule: amounts are the server's, and a chip is
// only fitted between the ends that it sent.

export type Option = BankedPage["options"][number];
export type Act = Extract<Option, { type: "Act" }>;
export type Command = Act["command"];

const of = <T extends Command["type"]>(type: T) =>
  (option: Option): option is Act & { command: Extract<Command, { type: T }> } =>
    option.type === "Act" && option.command.type === type;

export const looks = (options: readonly Option[]) => options.filter(of("Look"));
export const choices = (options: readonly Option[]) => options.filter(of("Choose"));
export const answers = (options: readonly Option[]) => options.filter(of("AnswerChoice"));
export const declines = (options: readonly Option[]) => options.filter(of("DeclineShare"));
export const shows = (options: readonly Option[]) =>
  options.filter((option) => of("ShowHand")(option) || of("WithholdHand")(option)) as Act[];

export const stakes = (options: readonly Option[]): Stake[] => options.filter((option): option is Stake => option.type === "Stake");
export const backs = (options: readonly Option[]): TakeBack[] =>
  options.filter((option): option is TakeBack => option.type === "TakeBack");

export function stakeOn(options: readonly Option[], box: number, wager: string): Stake | undefined {
  return stakes(options).find((stake) => stake.box === box && stake.wager === wager);
}

export function backFrom(options: readonly Option[], box: number, wager: string): TakeBack | undefined {
  return backs(options).find((back) => back.box === box && back.wager === wager);
}

/**
 * What goes down when a chip is put on a spot: the chip, or the least that the spot takes where the chip is less.
 * Null where the chip is too much for it. Where only one amount is taken, that is it whatever chip is in hand.
 */
export function amountFor(stake: Stake, chip: number | null): number | null {
  if (stake.least === stake.most) return stake.least;
  if (chip === null || chip > stake.most) return null;
  if (chip <= stake.least) return stake.least;
  const over = Math.ceil((chip - stake.least) / stake.step) * stake.step;
  const amount = stake.least + over;
  return amount <= stake.most ? amount : null;
}

/** The chips of the tray that at least one spot takes. */
export function usable(all: readonly Stake[], chips: readonly number[]): number[] {
  const free = all.filter((stake) => stake.least !== stake.most);
  return chips.filter((chip) => free.some((stake) => amountFor(stake, chip) !== null));
}

/** Whether a part of what lies on a spot may come back; the whole always may where the server says so. */
export function takes(back: TakeBack, amount: number): boolean {
  const part = back.most > 0 && amount >= back.least && amount <= back.most && (amount - back.least) % back.step === 0;
  return amount > 0 && (amount === back.whole || part);
}

/** The commands that lay the last wagers again; jackpots last, since a refusal ends the rest. */
export function repeated(last: readonly Placed[], page: Pick<BankedPage, "mine" | "seated" | "me">): Placed[] {
  const others = page.seated.filter((one) => one.player !== page.me).map((one) => one.box);
  const own = last.filter((one) => !others.includes(one.box));
  return [...own.filter((one) => one.wager !== "jackpot"), ...own.filter((one) => one.wager === "jackpot")];
}

export const total = (placed: readonly { amount: number }[]): number => placed.reduce((sum, one) => sum + one.amount, 0);

/** B goes on with the first wager after the deal, whatever it is called: F is Fold. */
const KEYS: Record<string, string> = { fold: "f", check: "c", bet: "b", flop: "b", turn: "t", river: "r" };
export const keyOf = (decision: string): string | undefined => KEYS[decision];

/** The key of a spot that takes chips. */
const SPOT_KEYS: Record<string, string> = { ante: "a", jackpot: "j", bonus: "o" };
export const spotKey = (wager: string): string | undefined => SPOT_KEYS[wager];

/** Fold, then Check, then the wager; the server's order otherwise. */
const RANK: Record<string, number> = { fold: 0, check: 1 };
export function inOrder<T extends { command: { decision: string } }>(acts: readonly T[]): T[] {
  return [...acts].sort((one, two) => (RANK[one.command.decision] ?? 2) - (RANK[two.command.decision] ?? 2));
}

/**
 * The hands to look at without being asked: none where the Player has to choose which. Once one of his was examined,
 * what is still offered may be looked at as well.
 */
export function lookedAtOnce(page: Pick<BankedPage, "options" | "view" | "me">): number[] {
  const offered = looks(page.options).map((option) => option.command.box);
  const hands = page.view.boxes.filter((box) => box.player === page.me && box.out.length === 0);
  // A Dealer finishes one hand before the next: the only one on offer need not be his only one.
  return hands.length === 1 || hands.some((box) => box.looked) ? offered : [];
}
