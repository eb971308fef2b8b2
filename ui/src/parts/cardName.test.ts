import { describe, expect, it, vi } from "vitest";
import { handName } from "./cardName";

// The catalogue alone: which locale is shown, an address says, and there is none here.
vi.mock("../strings/index.svelte", async () => ({ t: (await import("../strings/en")).en }));

describe("the name of a hand", () => {
  it("is whose it is, and its cards", () => expect(handName(["Qh", "??"], "Dealer’s hand")).toBe("Dealer’s hand: Queen of Hearts, face-down card"));
  it("says that there are no cards yet instead of ending in a colon", () => expect(handName([], "Flop")).toBe("Flop: not dealt yet"));
  it("is nothing where neither is known", () => expect(handName([])).toBe(""));
});
