import { expect, test } from "vitest";
import { inDenominations, moves } from "./chips";

const CHIPS = [500, 2_500, 10_000, 50_000, 100_000];

test("the largest chips first", () => {
  expect(inDenominations(15_000, CHIPS)).toEqual([[10_000, 1], [2_500, 2]]);
  expect(inDenominations(120_000, CHIPS)).toEqual([[100_000, 1], [10_000, 2]]);
});
test("below, at and above the lowest chip", () => {
  expect(inDenominations(499, CHIPS)).toEqual([]);
  expect(inDenominations(500, CHIPS)).toEqual([[500, 1]]);
  expect(inDenominations(1_001, CHIPS)).toEqual([[500, 2]]);
});

test("a jackpot wager was swept in before: only its award moves now, or what goes back", () => {
  const coin = { wager: "jackpot" as const, staked: 500, paid: 0, returned: 0 };
  expect(moves(coin)).toBe(0);
  expect(moves({ ...coin, paid: 10_000 })).toBe(10_000);
  expect(moves({ ...coin, returned: 500 })).toBe(0);
  expect(moves({ wager: "ante", staked: 5_000, paid: 0, returned: 0 })).toBe(-5_000);
});
