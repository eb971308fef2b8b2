import { describe, expect, it } from "vitest";
import type { VerdictShown } from "../wire";
import { heardAt, type Told } from "./told";

const verdict = (kind: string, net: number): VerdictShown => ({ kind, net, reason: "Same five ranks", cites: [], boxes: [] });
const page = (more: Partial<Told> = {}, dealer: string[] = ["??", "9c"], round = 7): Told => ({ view: { round, phase: "play", community: [], dealer }, ...more });
const turning = { cue: "turning", to_turn: 1, needs: "" };

describe("sounds", () => {
  it("come with a card that is turned, and not before", () => {
    expect(heardAt(page({ reveal: turning }), page({ reveal: turning }))).toBeNull();
    expect(heardAt(page({ reveal: turning }), page({ reveal: turning }, ["As", "9c"]))).toBe("card");
  });
  it("make a win heard at its verdict, and a loss not at all", () => {
    expect(heardAt(page({ reveal: turning }), page({ reveal: turning, verdict: verdict("win", 100) }))).toBe("win");
    expect(heardAt(page({ reveal: turning }), page({ reveal: turning, verdict: verdict("lose", -100) }))).toBeNull();
  });
  it("are none for a page that has just been opened, or for another round", () => {
    expect(heardAt(undefined, page({ verdict: verdict("win", 100) }))).toBeNull();
    expect(heardAt(page({}, [], 6), page({ verdict: verdict("win", 100) }))).toBeNull();
  });
});
