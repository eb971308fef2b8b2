import { describe, expect, it } from "vitest";
import { placeOf, slotOf, smallPlate, widePlate } from "./geometry";
import { clamped, part, presets, type Sizing } from "./presets";

describe("seats", () => {
  it("puts mine at the bottom and goes on clockwise", () => {
    expect([6, 1, 2, 3, 4, 5].map((seat) => slotOf(seat, 6, 6))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([1, 2, 3, 4, 5, 6].map((seat) => slotOf(seat, 3, 6))).toEqual([4, 5, 0, 1, 2, 3]);
  });
  it("shows a passer-by the last seat at the bottom", () => expect(slotOf(9, null, 9)).toBe(0));
  it("goes from the bottom to the left, the top and the right", () => {
    const [bottom, left, , top, , right] = [0, 1, 2, 3, 4, 5].map((slot) => widePlate(slot, 6));
    expect(bottom).toEqual({ x: 50, y: 100 });
    expect(left!.x).toBeLessThan(10);
    expect(top!.y).toBeLessThan(5);
    expect(right!.x).toBeGreaterThan(90);
  });
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("keeps %i plates apart, on both sizes", (places) => {
    // A plate and its cards as the style sheets have them, on the smallest felt of each size.
    for (const [plate, [width, height], felt] of [
      [widePlate, [190, 104], [880, 536]],
      [smallPlate, [100, 70], [366, places > 6 ? 600 : 482]],
    ] as const) {
      const centres = Array.from({ length: places }, (_, slot) => plate(slot, places));
      for (const [at, one] of centres.entries())
        for (const other of centres.slice(at + 1)) {
          const across = (Math.abs(one.x - other.x) / 100) * felt[0];
          const down = (Math.abs(one.y - other.y) / 100) * felt[1];
          expect(across >= width || down >= height, `${places}: ${JSON.stringify([one, other])}`).toBe(true);
        }
    }
  });
  it("mirrors left and right", () => {
    for (let slot = 1; slot < 9; slot += 1) {
      const [one, other] = [placeOf(slot, 9), placeOf(9 - slot, 9)];
      expect(one.plate.wide.x + other.plate.wide.x).toBeCloseTo(100, 0);
      expect(one.bet.small.y).toBe(other.bet.small.y);
    }
  });
});

describe("presets", () => {
  // Pots of 900 with a BET of 200 before somebody else, and 1,295 before me: the pot after my Call is 1,100, so a Raise
  // of half of it goes to 200 + 550, of all of it to 200 + 1,100.
  const sizing: Sizing = { least: 40_000, most: 129_500, step: 100, allIn: 129_500, level: 20_000, bet: 0, pot: 90_000 };

  it("are the least, half the pot, the pot, and all", () => {
    expect(presets(sizing)).toEqual([
      { name: "least", to: 40_000, beyond: false },
      { name: "half", to: 75_000, beyond: false },
      { name: "pot", to: 130_000, beyond: true },
      { name: "all", to: 129_500, beyond: false },
    ]);
  });
  it("say nothing twice", () => {
    const small = { ...sizing, pot: 20_000, most: 60_000, allIn: null };
    expect(presets(small).map(({ name, to }) => [name, to])).toEqual([
      ["least", 40_000],
      ["pot", 60_000],
    ]);
  });
  it("count what lies before me already", () => {
    // Blinds 5 and 10, I have posted 5: after my Call of 5 the pot is 20.
    const blinds = { ...sizing, least: 2_000, level: 1_000, bet: 500, pot: 1_500, step: 500 };
    expect(presets(blinds).find(({ name }) => name === "pot")?.to).toBe(3_000);
  });
  it("clamp to the step and to what is offered", () => {
    expect([10, 40_149, 40_151, 129_499, 500_000].map((to) => clamped(to, sizing))).toEqual([40_000, 40_100, 40_200, 129_500, 129_500]);
  });
  it("fill the track", () => expect([part(50, 0, 100), part(5, 5, 5), part(-5, 0, 10)]).toEqual([0.5, 1, 0]));
});
