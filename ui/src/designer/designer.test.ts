import { readPay, writePay } from "./designing.svelte";
import { describe, expect, it, vi } from "vitest";
import { scale } from "../scale";
import { took } from "./figures";

// The catalogue alone: which locale is shown, an address says, and there is none here.
vi.mock("../strings/index.svelte", async () => ({ t: (await import("../strings/en")).en }));

describe("a scale", () => {
  it("has round ticks that hold every number", () => {
    const found = scale([16.69, 12.61, 8.54, 4.47, 0.4, -3.68], 16, 232);
    expect(found.ticks).toEqual([-10, 0, 10, 20]);
    expect(found.at(20)).toBe(16);
    expect(found.at(-10)).toBe(232);
    expect(found.ticks.map(found.print)).toEqual(["\u221210", "0", "10", "20"]);
  });
  it("does not fall over a line that moves nothing", () => {
    const found = scale([5.2, 5.2, 5.2], 16, 232);
    expect(found.at(5.2)).toBeGreaterThan(16);
    expect(found.at(5.2)).toBeLessThan(232);
  });
});

describe("changes in an address", () => {
  it("come back as they were written", () => {
    const pay = { "bet.flush": 7, "qualifying.hand": "AQ" };
    expect(writePay(pay)).toBe("?pay=bet.flush%3D7&pay=qualifying.hand%3DAQ");
    expect(readPay(writePay(pay))).toEqual(pay);
    expect([writePay({}), readPay("")]).toEqual(["", {}]);
  });
});

describe("how long it took", () => {
  it("is told in seconds from one second on", () => {
    expect([0.2, 999.4, 999.5, 1000, 17603].map(took)).toEqual(["1 ms", "999 ms", "1.0 s", "1.0 s", "17.6 s"]);
  });
});
