import { describe, expect, it } from "vitest";
import { fit } from "./fit";
import { gameLetters, gameName, takeGames, wagerTitle } from "./games";
import { ledger, printed, short, signed, typed } from "./money";
import { inChips } from "./parts/drawings";
import { pseudo, pseudoText } from "./strings/pseudo";
import { en } from "./strings/en";

describe("money", () => {
  it.each([
    [0, "0.00", "0", "0.00"],
    [5, "0.05", "0.05", "+0.05"],
    [-15000, "−150.00", "−150", "−150.00"],
    [104500, "1,045.00", "1,045", "+1,045.00"],
    [123456789012, "1,234,567,890.12", "1,234,567,890.12", "+1,234,567,890.12"],
  ])("writes %i cents", (cents, inLedger, inShort, net) => {
    expect([ledger(cents), short(cents), signed(cents)]).toEqual([inLedger, inShort, net]);
  });
  it("takes no fraction of a cent", () => expect(() => ledger(0.5)).toThrow(RangeError));
  it.each([
    [100, "1"],
    [50_000, "500"],
    [100_000, "1K"],
    [1_000_000, "10K"],
  ])("prints %i on a chip", (cents, value) => expect(printed(cents)).toBe(value));
  it.each([
    ["1,250", 125000],
    [" 12.5 ", 1250],
    ["12.50", 1250],
    ["0.07", 7],
    ["", null],
    ["1.234", null],
    ["12,50", null],
    ["-5", null],
    ["1e3", null],
  ])("reads %j", (text, cents) => expect(typed(text)).toBe(cents));
});

describe("chips", () => {
  it("puts the largest at the bottom", () => expect(inChips(167_500).map((chip) => chip.cents)).toEqual([100_000, 50_000, 10_000, 2_500, 2_500, 2_500]));
  it("draws six at most", () => expect(inChips(99_999_999_900)).toHaveLength(6));
  it("draws something for cents, and nothing for nothing", () => expect([inChips(50).length, inChips(0).length]).toEqual([1, 0]));
});

describe("addresses", () => {
  it.each([
    ["/", "/", {}],
    ["/table/:table", "/table/CS%2002", { table: "CS 02" }],
    ["/table/:table", "/table", null],
    ["/rules/:game?/:paragraph?", "/rules", {}],
    ["/rules/:game?/:paragraph?", "/rules/rws-poker/3.1", { game: "rws-poker", paragraph: "3.1" }],
    ["/rounds", "/rounds/CS-02/7", null],
    ["/table/:table", "/table/%E0%A4%A", null],
  ])("fits %s to %s", (pattern, path, params) => expect(fit(pattern, path)).toEqual(params));
});

describe("pseudo language", () => {
  it("brackets and lengthens", () => expect(pseudoText("Fold")).toMatch(/^⟦Fóld··⟧$/));
  it("covers every leaf of the catalogue", () => {
    const leaves = (value: unknown): unknown[] => (typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value]);
    for (const leaf of leaves(pseudo(en))) if (typeof leaf === "string") expect(leaf).toMatch(/^⟦.*⟧$/s);
    expect(pseudo(en).line.trying(3)).toMatch(/^⟦.*3.*⟧$/);
  });
});

it("knows the letters of games, and makes some for others", () => {
  const colours = { light: "#111111", felt: "#222222", shade: "#333333", tint: "#444444", name: "Slate" };
  takeGames([{ game: "house-game", title: "The House’s Own Game", short: "House Game", letters: "HG", colours, wagers: { bet: "Play" }, decisions: { bet: "Play" } }]);
  expect([gameLetters("house-game"), gameLetters("own-game")]).toEqual(["HG", "OG"]);
  expect([gameName("house-game"), gameName("own-game", "Own Game")]).toEqual(["House Game", "Own Game"]);
  expect([wagerTitle("house-game", "bet"), wagerTitle("own-game", "bet")]).toEqual(["Play", "Bet"]);
});
