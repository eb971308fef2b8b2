import { describe, expect, it } from "vitest";
import { spelt, told } from "./thumb";

describe("a rule of thumb", () => {
  it("spells a starting hand", () => {
    expect(["72o", "AKs", "TTo", "22"].map(spelt)).toEqual(["7-2 unsuited", "A-K suited", "10-10 unsuited", "2-2"]);
  });

  it("names the hands that are not played, where there is a chart of them", () => {
    const chart = [
      { hand: "72o", decision: "fold", worth: -1.03 },
      { hand: "A2o", decision: "flop", worth: 0.18 },
    ];
    expect(told({ always_bet_from: "", always_fold_to: "", chart })).toEqual({ from: "", to: "", folded: ["7-2 unsuited"] });
  });
});
