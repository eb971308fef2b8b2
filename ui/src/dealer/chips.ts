import type { WagerSettled } from "../wire";

/** What a settled wager moves on the layout now. A jackpot wager was swept in when the bets were closed. */
export function moves(line: Pick<WagerSettled, "wager" | "staked" | "paid" | "returned">): number {
  return line.paid + line.returned - (line.wager === "jackpot" && line.returned === 0 ? 0 : line.staked);
}

/** An amount in the chips of a table, the largest first, with the number of each. */
export function inDenominations(cents: number, chips: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  let left = cents;
  for (const chip of [...chips].sort((one, other) => other - one)) {
    const count = Math.floor(left / chip);
    if (count > 0) found.push([chip, count]);
    left -= count * chip;
  }
  return found;
}
