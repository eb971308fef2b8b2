import { describe, expect, it } from "vitest";
import type { RoundReview, SessionPage } from "../wire";
import { course, parts, worthALook } from "./figures";

const head = { table: "stud-1", called: "Emerald table 1", game: "rws-casino-stud", rulebook: "rws-casino-stud-v6", at: 0, ended: 0, title: "", reason: "", staked: 0, boxes: [1] };
const round = (number: number, net: number, average: number | null, cost: number): RoundReview => ({
  head: { ...head, number, net },
  hands: [],
  dealer: [],
  dealer_name: "",
  community: [],
  average,
  cards: average === null ? null : -10_000,
  choices: average === null ? [] : [{ box: 1, made: "bet", known: [], cost, antes: cost / 10_000, choices: [] }],
});

describe("a session", () => {
  it("adds up results and averages, and keeps the average where nothing is counted", () => {
    const found = course([round(1, 5_000, -520, 0), round(2, -30_000, null, 0), round(3, 10_000, -2_700, 2_170)]);
    expect(found.map((one) => one.result)).toEqual([50, -250, -150]);
    expect(found.map((one) => one.average)).toEqual([-5.2, -5.2, -32.2]);
    expect(course([round(1, 100, null, 0)])[0]?.average).toBeNull();
  });

  it("lists the dearest choices first, and none that was the best", () => {
    const page = { me: "ann", rounds: [round(1, 0, -520, 0), round(2, 0, -600, 100), round(3, 0, -700, 200)] } as SessionPage;
    expect(worthALook(page, 5).map((one) => one.head.number)).toEqual([3, 2]);
    expect(worthALook(page, 1).map((one) => one.head.number)).toEqual([3]);
  });

  it("says what a result is made of, to the cent", () => {
    // An Ante of 100 and a BET of 200 are lost. To fold loses 100; a BET was worth 21.70 less, the rest is luck.
    expect(parts(round(1, -30_000, -2_690, 2_170))).toEqual({ cards: -10_000, choice: -2_170, luck: -17_830 });
    expect(parts(round(1, 500, null, 0))).toBeNull();
  });
});
