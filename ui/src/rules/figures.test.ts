import { describe, expect, it } from "vitest";
import { aBoard, chartName, grouped, perCent, units, worth } from "./figures";
import { byChapter } from "./kinds";

describe("figures of the odds", () => {
  it("writes shares with the minus of print", () => expect([perCent(0.020369), perCent(-0.5, 1)]).toEqual(["2.0369", "\u221250.0"]));
  it("signs what a hand is worth, but not nothing", () => expect([worth(2.81), worth(-1.16), worth(0.004), worth(-0.004)]).toEqual(["+2.8", "\u22121.2", "0.0", "0.0"]));
  it("groups numbers that are too long for a number", () => expect(grouped("55627620048000")).toBe("55,627,620,048,000"));
  it("leaves whole Antes whole", () => expect([units(501), units(-3), units(0.5)]).toEqual(["501", "\u22123", "0.5000"]));
  it("puts suited hands above the diagonal", () => expect([chartName(0, 0), chartName(0, 1), chartName(1, 0), chartName(12, 9)]).toEqual(["AA", "AKs", "AKo", "52o"]));
});

describe("chapters", () => {
  it("keep the document's order", () => {
    const rows = ["1.1", "1.2", "3.1", "10.1"].map((number) => ({ number }));
    expect(byChapter(rows).map((one) => [one.chapter, one.rows.length])).toEqual([["1", 2], ["3", 1], ["10", 1]]);
  });
});

describe("a board at random", () => {
  it("picks cards that differ", () => {
    // The last of those left, each time: clubs first, then diamonds and hearts of the lowest rank.
    expect(aBoard(3, () => 0.9999)).toBe("2c 2d 2h");
    expect(aBoard(4, () => 0)).toBe("As Ah Ad Ac");
  });
});
