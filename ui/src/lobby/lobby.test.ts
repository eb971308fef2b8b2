import { describe, expect, it } from "vitest";
import { lobby } from "../strings/en/lobby";
import { HEIGHT, place, WIDTH } from "./plan";

describe("a table's plan", () => {
  it("puts box 1 on the right edge and the last on the left, all inside the picture", () => {
    for (const [kind, of] of [["banked", 7], ["banked", 6], ["room", 6], ["room", 9]] as const) {
      const places = Array.from({ length: of }, (_, at) => place(kind, at, of));
      expect(places.every(({ x, y }) => x > 14 && x < WIDTH - 14 && y > 14 && y < HEIGHT - 14)).toBe(true);
      if (kind === "banked") expect(places[0]!.x).toBeGreaterThan(places.at(-1)!.x);
    }
  });
});

describe("how many tables are open", () => {
  it("is said in words", () => {
    expect([0, 1, 5, 13].map(lobby.open)).toEqual(["No table is open.", "One table is open.", "Five tables are open.", "13 tables are open."]);
  });
});
