import { describe, expect, test } from "vitest";
import type { FactAsked, IrregularityShown } from "../wire";
import { askedOf, beside, NONE, open, questionsOf, type Stated, type Words } from "./questions";

const WORDS: Words = {
  ...{ box: "Box", seat: "Seat", noBox: "None", wager: "Wager", lies: "There", player: "Player", cards: "Cards", seen: "Seen" },
  ...{ move: "Meant", moves: { check: "Check", bet: "Bet" }, to: "Up to" },
};
const TABLE = {
  boxes: 7,
  automatic: false,
  rows: [
    { number: 2, wagers: [{ wager: "ante" as const, amount: 2_500, cite: "" }] },
    { number: 5, wagers: [] },
    { number: null, wagers: [] },
  ],
} as unknown as Parameters<typeof questionsOf>[0];
const AFRESH: Stated = { name: "", box: null, wager: "", amount: "", player: "", move: "", to: "", passed: new Set() };
const about = (...what: string[]): IrregularityShown => ({ name: "x", title: "X", cites: [], about: what, kind: 4 });
const fact = (name: string, more: Partial<FactAsked> = {}): FactAsked => ({
  ...{ name, label: name, value: "", known: false, recorded: "", since: null },
  values: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ],
  ...more,
});
const asked = (chosen: IrregularityShown, stated: Partial<Stated> = {}, facts: FactAsked[] = []) =>
  questionsOf(TABLE, chosen, { ...AFRESH, ...stated }, facts, WORDS, (wager, amount) => `${wager} ${amount}`);
const names = (...args: Parameters<typeof asked>) => asked(...args).map((one) => one.name);

describe("what is asked", () => {
  test("the box comes before every fact, and nothing else until it is there", () => {
    expect(names(about("box"), {}, [fact("stage")])).toEqual(["box"]);
    expect(names(about("box"), { box: 2 }, [fact("stage")])).toEqual(["box", "fact stage"]);
  });

  test("a box is its own digit, none in particular is 0", () => {
    const [box] = asked(about("boxes"), {}, [fact("seen")]);
    expect(box?.options.map((one) => [one.value, one.digit])).toEqual([
      ["2", "2"],
      ["5", "5"],
      [NONE, "0"],
    ]);
    expect(names(about("boxes"), {}, [fact("seen")])).toEqual(["boxes", "fact seen"]);
  });

  test("a wager with what lies there, then the amount", () => {
    const found = asked(about("box", "wager"), { box: 2 });
    expect(found.map((one) => one.name)).toEqual(["box", "wager", "amount"]);
    expect(found[1]?.options).toEqual([{ value: "ante", text: "ante 2500", digit: "1" }]);
  });

  test("an amount of a move that has one", () => {
    expect(names(about("seat", "move"), { box: 2, move: "check" })).toEqual(["seat", "move"]);
    expect(names(about("seat", "move"), { box: 2, move: "bet" })).toEqual(["seat", "move", "to"]);
  });
});

describe("which question keys answer", () => {
  const NOTHING = new Set<string>();

  test("the first that waits; what the table knows or has filled in is passed over", () => {
    const found = asked(about("box"), { box: 2 }, [fact("stage", { value: "yes", known: true }), fact("when", { value: "yes" }), fact("seen")]);
    expect(askedOf(found, "", NOTHING)?.name).toBe("fact seen");
    expect(askedOf(found, "fact when", NOTHING)?.name).toBe("fact when");
  });

  test("one without need is gone past", () => {
    const found = asked(about("boxes", "player"), {}, [fact("seen")]);
    expect(askedOf(found, "", NOTHING)?.name).toBe("boxes");
    expect(askedOf(found, "", new Set(["boxes"]))?.name).toBe("player");
    expect(asked(about("boxes"), { passed: new Set(["boxes"]) })[0]?.value).toBe(NONE);
    expect(askedOf(found, "", new Set(["boxes", "player", "fact seen"]))?.name).toBe("fact seen");
    expect(open(found[2]!, new Set(["seen"]))).toBe(true);
  });

  test("the last, once nothing waits", () => {
    const found = asked(about("box"), { box: 2 }, [fact("seen", { value: "no" })]);
    expect(askedOf(found, "", NOTHING)?.name).toBe("fact seen");
    expect(beside(found, found[1], -1)?.name).toBe("box");
    expect(beside(found, found[1], 1)?.name).toBe("fact seen");
  });
});
