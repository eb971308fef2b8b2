import { describe, expect, it } from "vitest";
import { en } from "../../strings/en";
import type { BankedPage, SpotShape, Stake, TakeBack, WagerSettled } from "../../wire";
import { boxesOf, handSize, type FeltPage } from "./felt";
import { lift, needed, seatingOf } from "./fitting";
import { conditionOf } from "./pays";
import { amountFor, inOrder, lookedAtOnce, repeated, takes, usable } from "./offers";

const stake = (part: Partial<Stake> = {}): Stake => ({ type: "Stake", box: 4, wager: "ante", player: "me", least: 2500, enough: 2500, most: 500_000, step: 500, cites: [], ...part });
const back = (part: Partial<TakeBack> = {}): TakeBack => ({ type: "TakeBack", box: 4, wager: "ante", player: "me", whole: 10_000, least: 500, most: 7500, step: 500, cites: [], ...part });

describe("a chip on a spot", () => {
  it("is the chip where it fits", () => {
    expect(amountFor(stake(), 10_000)).toBe(10_000);
  });
  it("is the least where the chip is less", () => {
    expect(amountFor(stake(), 500)).toBe(2500);
  });
  it("is nothing where the chip is more than the most", () => {
    expect(amountFor(stake({ most: 7500 }), 10_000)).toBeNull();
  });
  it("is the one amount that is taken, whatever chip is in hand", () => {
    const coin = stake({ wager: "jackpot", least: 500, most: 500 });
    expect(amountFor(coin, 100_000)).toBe(500);
    expect(amountFor(coin, null)).toBe(500);
  });
  it("keeps to the steps that the server sent", () => {
    // From 2,500 in steps of 1,000: 3,500 is the first that covers a chip of 3,000.
    expect(amountFor(stake({ step: 1000 }), 3000)).toBe(3500);
    expect(amountFor(stake({ step: 1000, most: 3000 }), 3000)).toBeNull();
  });
});

describe("the tray", () => {
  it("offers what fits somewhere", () => {
    expect(usable([stake({ most: 10_000 })], [500, 2500, 10_000, 50_000])).toEqual([500, 2500, 10_000]);
  });
  it("is empty where only a prescribed wager may be placed", () => {
    expect(usable([stake({ least: 500, most: 500 })], [500, 2500])).toEqual([]);
  });
});

describe("taking back", () => {
  it("takes the whole, or a part within its ends", () => {
    expect(takes(back(), 10_000)).toBe(true);
    expect(takes(back(), 7500)).toBe(true);
    expect(takes(back(), 8000)).toBe(false);
    expect(takes(back(), 750)).toBe(false);
  });
  it("takes no part where none may go alone", () => {
    expect(takes(back({ least: 0, most: 0 }), 0)).toBe(false);
  });
});

describe("repeating", () => {
  it("leaves others' boxes alone and lays jackpots last", () => {
    const last = [
      { box: 3, wager: "ante" as const, amount: 2500 },
      { box: 3, wager: "jackpot" as const, amount: 500 },
      { box: 4, wager: "ante" as const, amount: 5000 },
    ];
    const seated = [{ box: 4, player: "Rosa" }];
    expect(repeated(last, { mine: [3], me: "me", seated: [] }).map((one) => `${one.box} ${one.wager}`)).toEqual(["3 ante", "4 ante", "3 jackpot"]);
    expect(repeated(last, { mine: [3], me: "me", seated }).map((one) => `${one.box} ${one.wager}`)).toEqual(["3 ante", "3 jackpot"]);
  });
});

describe("looking at once", () => {
  const look = (box: number) => ({ type: "Act", command: { type: "Look", box }, label: "", cites: [] });
  const box = (number: number, more = {}) => ({ box: number, player: "me", looked: false, out: [], ...more });
  const page = (offered: number[], boxes: object[]) => ({ options: offered.map(look), me: "me", view: { boxes } }) as unknown as BankedPage;
  it("looks at the only hand", () => {
    expect(lookedAtOnce(page([4], [box(4), box(5, { player: "Rosa" })]))).toEqual([4]);
    expect(lookedAtOnce(page([4], [box(4), box(5, { out: ["folded"] })]))).toEqual([4]);
  });
  it("leaves the choice where there are several", () => {
    expect(lookedAtOnce(page([4, 5], [box(4), box(5)]))).toEqual([]);
  });
  it("leaves the choice while the Dealer has not finished the other hand", () => {
    expect(lookedAtOnce(page([4], [box(4), box(5)]))).toEqual([]);
  });
  it("goes on where the server still offers it after the first", () => {
    expect(lookedAtOnce(page([5], [box(4, { looked: true }), box(5)]))).toEqual([5]);
  });
});

describe("answers", () => {
  it("stand in the order Fold, Check, wager", () => {
    const act = (decision: string) => ({ command: { decision } });
    expect(inOrder([act("turn"), act("check"), act("fold")]).map((one) => one.command.decision)).toEqual(["fold", "check", "turn"]);
  });
});

describe("the felt", () => {
  // A window of 1366 x 657 leaves the felt about 1018 x 510.
  const crowd = { width: 1018, height: 510, boxes: 7, mine: 1, others: 2, cards: 5, spots: 3 };
  it("draws everybody's cards and spots while there is room", () => {
    expect(seatingOf(crowd)).toBe("arc");
  });
  it("draws others' cards smaller before it leaves them out", () => {
    expect(seatingOf({ ...crowd, others: 6 })).toBe("tight");
    expect(seatingOf({ ...crowd, width: 740, height: 580, others: 6 })).toBe("names");
  });
  it("shows one box in full where somebody has more than the felt can hold", () => {
    expect(seatingOf({ ...crowd, mine: 2, others: 0 })).toBe("arc");
    expect(seatingOf({ ...crowd, mine: 4, others: 0 })).toBe("rows");
    expect(seatingOf({ ...crowd, width: 622, height: 340, mine: 3, others: 0 })).toBe("rows");
  });
  it("never lets the boxes take more than its width", () => {
    for (const [width, height] of [[1018, 510], [740, 580], [622, 340], [1490, 760]] as const)
      for (const cards of [2, 5])
        for (let mine = 0; mine <= 7; mine += 1)
          for (let others = 0; others <= 7 - mine; others += 1) {
            const given = { ...crowd, width, height, cards, mine, others, spots: cards === 2 ? 6 : 3 };
            const found = seatingOf(given);
            if (found !== "rows") expect(needed(given, found), `${cards} cards, ${mine} mine, ${others} others`).toBeLessThanOrEqual(width);
          }
  });
  it("lifts the ends of the arc and not its middle", () => {
    expect([0, 3, 6].map((at) => lift(at, 7, false))).toEqual([15, 0, 15]);
    expect(lift(0, 7, true)).toBe(9);
  });
});

describe("the places of a hand", () => {
  const page = (cards: string[], size: number): FeltPage => ({ view: { boxes: [{ cards }] }, cards: size }) as unknown as FeltPage;
  it("are all there while a Dealer deals card by card", () => expect([0, 1, 4, 5].map((dealt) => handSize(page(Array(dealt).fill("??"), 5)))).toEqual([5, 5, 5, 5]));
  it("are as many as the game deals", () => expect([2, 3].map((size) => handSize(page([], size)))).toEqual([2, 3]));
  it("are more where more was dealt by mistake", () => expect(handSize(page(Array(6).fill("??"), 5))).toBe(6));
});

describe("a spot without chips", () => {
  const spot = (wager: string) => ({ wager, shape: "round", first: true, cites: [] });
  const page = (mine: number[]): FeltPage => ({ view: { boxes: [], lines: [], phase: "betting" }, layout: [spot("ante"), spot("jackpot")], boxes: 4, mine, seated: [{ box: 4, player: "me" }], options: [stake()] }) as unknown as FeltPage;
  const states = (mine: number[]): string[] | undefined => boxesOf(page(mine))[3]?.spots.map((one) => one.state);
  it("is free where the server takes chips, and not yet possible where it takes none", () => expect(states([4])).toEqual(["open", "dashed"]));
  it("is free in another's box", () => expect(states([])).toEqual(["open", "open"]));
});

describe("what stands under a spot", () => {
  const spot = (wager: string, pays: object, first = true): SpotShape => ({ wager, title: wager, shape: "round", first, pays }) as unknown as SpotShape;
  const groups = [{ title: "", columns: ["BET", "Jackpot"], cites: [], rows: [{ name: "Flush", key: "flush", needs: "", cells: [{ line: "bet/flush", pays: "5 to 1" }, { line: "jackpot/flush", pays: "100" }] }] }];
  const ended = (result: string): WagerSettled => ({ result }) as unknown as WagerSettled;
  it("is what it pays, or from which hand on", () => {
    expect(conditionOf(en.table.pays, spot("ante", { by: "odds", odds: "1 to 1" }), [], [], undefined)).toBe("pays 1 to 1");
    expect(conditionOf(en.table.pays, spot("ante", { by: "odds", odds: "1 to 1", needs: "straight" }), [], [], undefined)).toBe("from Straight");
    expect(conditionOf(en.table.pays, spot("jackpot", { by: "award", lowest: "flush" }), groups, [], undefined)).toBe("from Flush");
    expect(conditionOf(en.table.pays, spot("flop", { by: "odds", odds: "1 to 1" }, false), [], [], undefined)).toBe("1 to 1");
  });
  it("follows the hand", () => {
    const bet = spot("bet", { by: "hand" }, false);
    expect(conditionOf(en.table.pays, bet, groups, [], undefined)).toBe("pays by hand");
    expect(conditionOf(en.table.pays, bet, groups, ["bet/flush", "jackpot/flush"], undefined)).toBe("pays 5 to 1");
    expect(conditionOf(en.table.pays, bet, groups, ["bet/flush"], ended("win"))).toBe("paid 5 to 1");
    // The figures above it say what came back.
    expect(conditionOf(en.table.pays, bet, groups, ["bet/flush"], ended("returned"))).toBe("");
  });
  it("says what a wager would have needed that only came back", () => {
    expect(conditionOf(en.table.pays, spot("ante", { by: "odds", odds: "1 to 1", needs: "straight" }), groups, [], ended("returned"))).toBe("needs Straight");
  });
  it("says what a lost jackpot wager would have needed", () => {
    expect(conditionOf(en.table.pays, spot("jackpot", { by: "award", lowest: "flush" }), groups, [], ended("lose"))).toBe("needs Flush");
  });
});
