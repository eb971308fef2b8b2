import { describe, expect, test } from "vitest";
import { typedKey } from "./typing";

/** What a row of keys makes of a card. */
function typed(keys: string): string[] {
  const cards: string[] = [];
  let rank = "";
  for (const key of keys) {
    const made = typedKey(rank, key);
    if (made === null) continue;
    rank = made.rank;
    if (made.card) cards.push(made.card);
  }
  return cards;
}

describe("typed cards", () => {
  test("a rank and a suit, in either case", () => {
    expect(typed("9D")).toEqual(["9d"]);
    expect(typed("asKh")).toEqual(["As", "Kh"]);
  });
  test("ten as 10 and as T", () => {
    expect(typed("10cTh")).toEqual(["Tc", "Th"]);
  });
  test("another rank takes the place of the first", () => {
    expect(typed("9Jd")).toEqual(["Jd"]);
  });
  test("a suit alone, a 1 alone and other keys are nothing", () => {
    expect(typed("d1hxs")).toEqual([]);
    expect(typedKey("9", "Enter")).toBeNull();
    expect(typedKey("", "z")).toBeNull();
  });
});
