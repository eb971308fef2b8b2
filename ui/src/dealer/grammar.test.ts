import { describe, expect, test } from "vitest";
import type { HandRow, Lying, Offer } from "../wire";
import { inTurn, keyOf, nameOf, NOTHING, othersFold, ownerOf, press, stepOf, undecided, type Act, type Memory, type Table } from "./grammar";

const EMPTY: Table = {
  kind: "banked",
  phase: "play",
  rows: [],
  entering: null,
  offers: [],
  betting: false,
  boxes: 7,
  names: [],
  areas: [
    { wager: "ante", letter: "", exact: 0, least: 2_500, most: 500_000, cite: "3.4" },
    { wager: "jackpot", letter: "J", exact: 500, least: 500, most: 500, cite: "4.1" },
    { wager: "bonus", letter: "U", exact: 0, least: 500, most: 50_000, cite: "4.2" },
  ],
  before: [],
  seated: [],
  paying: null,
  pending: [],
  claims: [],
};

const row = (number: number, more: Partial<HandRow> = {}): HandRow => ({
  place: String(number),
  number,
  player: `P${number}`,
  slots: [],
  wagers: [],
  shares: [],
  looked: false,
  turn: false,
  folded: false,
  out: [],
  shown: null,
  absent: false,
  decisions: [],
  to_decide: false,
  asks: 0,
  choice: [],
  hand: null,
  lines: [],
  net: null,
  stack: null,
  bet: 0,
  marks: [],
  ...more,
});
const offer = (command: Record<string, unknown>, more: Partial<Offer> = {}): Offer => ({
  command,
  label: String(command["type"]),
  cites: [],
  place: String(command["box"] ?? command["seat"] ?? ""),
  main: false,
  amount: "",
  least: 0,
  most: 0,
  step: 0,
  wager: "",
  ...more,
});
const ante = (box: number, amount: number, player = `P${box}`): Lying => ({ box, wager: "ante", player, amount });

/** The acts of keys typed one after the other, and the line that is left; a refusal throws. */
function typed(table: Table, keys: string, memory: Memory = NOTHING): { acts: Act[]; line: string } {
  let line = "";
  const acts: Act[] = [];
  for (const key of keys) {
    const made = press(table, memory, line, key === "⏎" ? "Enter" : key);
    if (made.refused) throw new Error(made.refused.why);
    if (made.act) acts.push(made.act);
    line = made.line;
  }
  return { acts, line };
}
const refused = (table: Table, keys: string, memory: Memory = NOTHING): (() => unknown) => () => typed(table, keys, memory);

describe("keys", () => {
  test("the keys of a number block and those without one", () => {
    for (const [pressed, key] of [["*", "*"], [";", "*"], ["+", "+"], ["=", "+"], ["-", "-"], ["Enter", "\n"], [",", " "], ["F9", ""], ["Shift", ""]] as const) expect(keyOf(pressed)).toBe(key);
  });
  test("Space and comma only part, in every step", () => {
    for (const table of [BETS, DEAL, DECIDE, PAY, { ...EMPTY, phase: null, offers: [offer({ type: "OpenRound" }, { main: true })] }]) {
      expect(typed(table, " , ,")).toEqual({ acts: [], line: "" });
    }
  });
  test("minus clears the line, and takes back when there is none; Z is the same", () => {
    expect(typed(BETS, "31-")).toEqual({ acts: [], line: "" });
    expect(typed(BETS, "-").acts).toEqual([{ do: "back" }]);
    expect(typed(DECIDE, "z").acts).toEqual([{ do: "back" }]);
  });
  test("Esc clears, Backspace takes one key away", () => {
    expect(press(BETS, NOTHING, "310", "Escape")).toEqual({ line: "" });
    expect(press(BETS, NOTHING, "310", "Backspace")).toEqual({ line: "31" });
  });
  test("Enter on an empty line does nothing, in every step but paying", () => {
    for (const table of [BETS, DEAL, DECIDE]) expect(typed(table, "⏎⏎")).toEqual({ acts: [], line: "" });
  });
});

const BETS: Table = {
  ...EMPTY,
  phase: "betting",
  betting: true,
  offers: [offer({ type: "CloseBets" }, { main: true })],
  rows: [row(1, { wagers: [{ wager: "ante", amount: 5_000 }] }), row(6, { wagers: [{ wager: "ante", amount: 5_000 }, { wager: "jackpot", amount: 500 }], shares: [["Arjun", 2_500]] })],
  before: [ante(3, 5_000), ante(7, 5_000, "Tomas")],
  names: ["Hana", "Hanno", "Mei"],
};

describe("bets", () => {
  test("box and amount, ended by Enter", () => {
    expect(typed(BETS, "3100⏎").acts).toEqual([{ do: "lay", lying: [ante(3, 10_000)], close: false }]);
    expect(typed(BETS, "312.50⏎").acts).toEqual([{ do: "lay", lying: [ante(3, 1_250)], close: false }]);
  });
  test("plus ends the amount and closes the bets", () => {
    expect(typed(BETS, "725+").acts).toEqual([{ do: "lay", lying: [ante(7, 2_500, "Tomas")], close: true }]);
    expect(typed(BETS, "+").acts).toEqual([{ do: "send", commands: [{ type: "CloseBets" }] }]);
  });
  test("a second Enter does nothing", () => {
    expect(typed(BETS, "3100⏎⏎").acts).toHaveLength(1);
  });
  test("the star: as in the last round, alone", () => {
    expect(typed(BETS, "*").acts).toEqual([{ do: "again" }]);
    expect(refused(BETS, "3*")).toThrow("restAlone");
  });
  test("coins on and off at several boxes", () => {
    const lying = [
      { box: 1, wager: "jackpot", player: "P1", amount: 500 },
      { box: 6, wager: "jackpot", player: "P6", amount: 0 },
    ];
    expect(typed(BETS, "16J").acts).toEqual([{ do: "lay", lying, close: false }]);
    expect(typed(BETS, "61j6".slice(0, 3)).acts).toHaveLength(1);
  });
  test("another area by its letter", () => {
    expect(typed(BETS, "110U").acts).toEqual([{ do: "lay", lying: [{ box: 1, wager: "bonus", player: "P1", amount: 1_000 }], close: false }]);
    expect(refused(BETS, "1U")).toThrow("noAmount");
  });
  test("out: everything on the box, shares and what needs the Ante first", () => {
    const out = typed(BETS, "6X").acts[0];
    expect(out).toEqual({
      do: "lay",
      close: false,
      lying: [
        { box: 6, wager: "jackpot", player: "Arjun", amount: 0 },
        { box: 6, wager: "ante", player: "Arjun", amount: 0 },
        { box: 6, wager: "jackpot", player: "P6", amount: 0 },
        { box: 6, wager: "ante", player: "P6", amount: 0 },
      ],
    });
  });
  test("boxes: below, at and above those of the table", () => {
    expect(refused(BETS, "0")).toThrow("noBox");
    expect(typed(BETS, "7").line).toBe("7");
    expect(refused(BETS, "8")).toThrow("noBox");
    expect(refused(BETS, "18J")).toThrow("noBox");
  });
  test("amounts: none, the longest, one digit more", () => {
    expect(refused(BETS, "3⏎")).toThrow("noAmount");
    expect(typed(BETS, "312345678").line).toBe("312345678");
    expect(refused(BETS, "3123456789")).toThrow("tooLong");
    expect(refused(BETS, "3.")).toThrow("nothing");
    expect(refused(BETS, "310.505")).toThrow("tooLong");
  });
  test("nobody is at the box", () => {
    expect(refused(BETS, "5100⏎")).toThrow("nobody");
    expect(refused(BETS, "5J")).toThrow("nobody");
    expect(typed(BETS, "5100⏎", { ...NOTHING, owners: new Map([[5, "Hana"]]) }).acts).toEqual([{ do: "lay", lying: [ante(5, 10_000, "Hana")], close: false }]);
  });
  test("who is at a box, and their stake", () => {
    expect(typed(BETS, "5Pmei⏎")).toEqual({ acts: [{ do: "own", box: 5, player: "Mei" }], line: "5PMei\n" });
    expect(typed(BETS, "5Pzoltan⏎25⏎").acts).toEqual([
      { do: "own", box: 5, player: "zoltan" },
      { do: "lay", lying: [ante(5, 2_500, "zoltan")], close: false },
    ]);
    expect(typed(BETS, "5Pmei⏎⏎").line).toBe("");
    expect(refused(BETS, "5Phan⏎")).toThrow("manyNames");
    expect(refused(BETS, "5P⏎")).toThrow("noName");
    expect(refused(BETS, "56P")).toThrow("oneBox");
  });
  test("a name that begins so, a whole name, a new one", () => {
    expect(nameOf(BETS, "me")).toBe("Mei");
    expect(nameOf(BETS, "hana")).toBe("Hana");
    expect(nameOf(BETS, "han")).toBeUndefined();
    expect(nameOf(BETS, "Ravi")).toBe("Ravi");
  });
  test("who plays a box: now, as said, last time, sitting there", () => {
    const table = { ...BETS, seated: [{ box: 4, player: "Sue" }] };
    expect([1, 3, 4, 5].map((box) => ownerOf(table, new Map(), box))).toEqual(["P1", "P3", "Sue", ""]);
    expect(ownerOf(table, new Map([[3, "Mei"]]), 3)).toBe("Mei");
  });
  test("a letter without a box, and one without a meaning", () => {
    expect(refused(BETS, "J")).toThrow("boxFirst");
    expect(refused(BETS, "3F")).toThrow("nothing");
  });
});

const slot = (place: string, index: number) => ({ place, index });
const DEAL: Table = { ...EMPTY, entering: { what: "deal", slots: [slot("3", 1), slot("4", 1)], down: true, downs: 12, unseen: 52, cites: [] } };
const LAST: Table = { ...EMPTY, entering: { what: "deal", slots: [slot("dealer", 4)], down: false, downs: 0, unseen: 52, cites: [] } };
const TURN: Table = {
  ...EMPTY,
  entering: { what: "name", slots: [slot("3", 0), slot("3", 1), slot("6", 0)], down: false, downs: 0, unseen: 52, cites: [] },
  rows: [row(3), row(6)],
  offers: [offer({ type: "WithholdHand", box: 3 }), offer({ type: "WithholdHand", box: 6 })],
};
const cards = (table: Table, keys: string): string[] => typed(table, keys).acts.map((act) => (act.do === "card" ? act.card : act.do));

describe("cards", () => {
  test("rank and suit, in either case, parted or not", () => {
    expect(cards(TURN, "9DasKh")).toEqual(["9d", "As", "Kh"]);
    expect(cards(TURN, "9D, as⏎Kh ")).toEqual(["9d", "As", "Kh"]);
  });
  test("ten as 10 and as T", () => {
    expect(cards(TURN, "10cTh")).toEqual(["Tc", "Th"]);
  });
  test("another rank takes the place of the first; a suit needs one", () => {
    expect(cards(TURN, "9Jd")).toEqual(["Jd"]);
    expect(refused(TURN, "d")).toThrow("rankFirst");
    expect(refused(TURN, "1d")).toThrow("rankFirst");
    expect(refused(TURN, "20")).toThrow("noRank");
  });
  test("a card that is seen where one is burnt first is the Community Card after it; before a hand it is the burnt one", () => {
    const burns = (...places: string[]): Table => ({ ...DEAL, entering: { ...DEAL.entering!, slots: places.map((place) => slot(place, 0)) } });
    expect(typed(burns("burn", "community"), "KS").acts).toEqual([{ do: "card", card: "Ks", place: "community" }]);
    expect(typed(burns("community"), "KS").acts).toEqual([{ do: "card", card: "Ks", place: "" }]);
    expect(typed(burns("burn", "1"), "KS").acts).toEqual([{ do: "card", card: "Ks", place: "" }]);
  });
  test("one card face down, where it may be", () => {
    expect(cards(DEAL, ".")).toEqual(["??"]);
    expect(refused(LAST, ".")).toThrow("faceUp");
    expect(refused(DEAL, "K.")).toThrow("suit");
  });
  test("the rest face down is one act", () => {
    expect(typed(DEAL, "*").acts).toEqual([{ do: "send", commands: [{ type: "DealCards", cards: Array(12).fill(52) }] }]);
    expect(refused(LAST, "*")).toThrow("faceUp");
  });
  test("the stream goes on at a box", () => {
    expect(typed(TURN, "/6").acts).toEqual([{ do: "place", place: "6" }]);
    expect(refused(TURN, "/5")).toThrow("notThere");
    expect(typed(TURN, "9d", { ...NOTHING, place: "6" }).acts).toEqual([{ do: "card", card: "9d", place: "6" }]);
  });
  test("not shown: the one that is next, or the rest", () => {
    expect(typed(TURN, "N").acts).toEqual([{ do: "send", commands: [{ type: "WithholdHand", box: 3 }] }]);
    expect(typed(TURN, "N", { ...NOTHING, place: "6" }).acts).toEqual([{ do: "send", commands: [{ type: "WithholdHand", box: 6 }] }]);
    expect(typed(TURN, "*N").acts).toEqual([{ do: "send", commands: [{ type: "WithholdHand", box: 3 }, { type: "WithholdHand", box: 6 }] }]);
    expect(refused({ ...TURN, offers: [] }, "N")).toThrow("mustShow");
  });
  test("looked, during the deal", () => {
    const table = { ...DEAL, rows: [row(5)], offers: [offer({ type: "Look", box: 5 })] };
    expect(typed(table, "5L").acts).toEqual([{ do: "send", commands: [{ type: "Look", box: 5 }] }]);
    expect(refused(table, "6L")).toThrow("noLook");
  });
  test("plus announces nothing while cards are due", () => {
    expect(refused(DEAL, "+")).toThrow("cardsFirst");
  });
});

const DECIDE: Table = {
  ...EMPTY,
  rows: [1, 2, 3, 5].map((box) => row(box, { to_decide: box !== 3, turn: box === 1, player: box === 2 ? "P1" : `P${box}` })),
  offers: [
    ...[1, 2, 5].map((box) => offer({ type: "Look", box })),
    offer({ type: "Choose", box: 1, decision: "fold", amount: null }),
    offer({ type: "Choose", box: 1, decision: "bet", amount: 10_000 }),
  ],
};

const [FOLD, BET] = [{ decision: "fold" }, { decision: "bet" }];

describe("decisions", () => {
  test("several boxes, one letter", () => {
    expect(typed(DECIDE, "25F").acts).toEqual([{ do: "hold", boxes: [2, 5], said: { decision: "fold" } }]);
    expect(typed(DECIDE, "1b").acts).toEqual([{ do: "hold", boxes: [1], said: { decision: "bet" } }]);
  });
  test("the rest are those that have not decided and of which nothing is held", () => {
    expect(typed(DECIDE, "*B").acts).toEqual([{ do: "hold", boxes: [1, 2, 5], said: { decision: "bet" } }]);
    const held = new Map([[2, FOLD], [5, FOLD]]);
    expect(undecided(DECIDE, held)).toEqual([1]);
    expect(typed(DECIDE, "*B", { ...NOTHING, held }).acts).toEqual([{ do: "hold", boxes: [1], said: { decision: "bet" } }]);
    expect(refused(DECIDE, "*B", { ...NOTHING, held: new Map([...held, [1, BET]]) })).toThrow("allDecided");
  });
  test("held decisions are entered in turn, as far as they go", () => {
    expect(inTurn(DECIDE, new Map([[2, FOLD], [5, FOLD]]))).toEqual([]);
    expect(inTurn(DECIDE, new Map([[2, FOLD], [1, BET]]))).toEqual([
      { type: "Choose", box: 1, decision: "bet" },
      { type: "Choose", box: 2, decision: "fold" },
    ]);
  });
  test("a box that has decided, or that nobody plays", () => {
    expect(refused(DECIDE, "3F")).toThrow("decided");
    expect(refused(DECIDE, "4F")).toThrow("nobody");
    expect(refused(DECIDE, "1C")).toThrow("nothing");
  });
  test("looked: of two boxes of one Player the first", () => {
    const send = (...boxes: number[]) => [{ do: "send", commands: boxes.map((box) => ({ type: "Look", box })) }];
    expect(typed(DECIDE, "*L").acts).toEqual(send(1, 5));
    expect(typed(DECIDE, "2L").acts).toEqual(send(2));
    expect(refused(DECIDE, "3L")).toThrow("noLook");
  });
  test("a wager of another size", () => {
    const said = { decision: "bet", amount: 15_000 };
    expect(typed(DECIDE, "1M150⏎").acts).toEqual([{ do: "hold", boxes: [1], said }]);
    expect(typed(DECIDE, "5M150⏎").acts).toEqual([{ do: "hold", boxes: [5], said }]); // before its turn, like any decision
    expect(refused(DECIDE, "1M⏎")).toThrow("noAmount");
    expect(refused(DECIDE, "3M150⏎")).toThrow("decided");
    expect(refused(DECIDE, "4M150⏎")).toThrow("nobody");
    // It is entered alone: the table may rule on it before the next box decides.
    expect(inTurn(DECIDE, new Map([[1, BET], [2, said], [5, FOLD]]))).toEqual([{ type: "Choose", box: 1, decision: "bet" }]);
    expect(inTurn(DECIDE, new Map([[1, said], [2, FOLD]]))).toEqual([{ type: "Choose", box: 1, ...said }]);
  });
  test("plus says who has yet to decide", () => {
    expect(press(DECIDE, NOTHING, "", "+").refused).toEqual({ why: "decisionsFirst", what: "1, 2, 5" });
  });
});

const PAY: Table = { ...EMPTY, phase: "settling", paying: { lines: [], ends: true }, offers: [offer({ type: "Settle" }, { main: true })] };

describe("paying and what comes next", () => {
  test("plus pays, and the table stands between rounds", () => {
    expect(typed(PAY, "+").acts).toEqual([{ do: "send", commands: [{ type: "Settle" }] }]);
    expect(typed({ ...PAY, paying: { lines: [], ends: false } }, "+").acts).toEqual([{ do: "send", commands: [{ type: "Settle" }] }]);
  });
  test("Enter goes on, a digit shows one", () => {
    expect(typed(PAY, "⏎4").acts).toEqual([{ do: "look", box: null }, { do: "look", box: 4 }]);
  });
  test("between rounds plus opens one, and nothing else means anything", () => {
    const table = { ...EMPTY, phase: "ended", offers: [offer({ type: "OpenRound" }, { main: true })] };
    expect(stepOf(table)).toBe("next");
    expect(typed(table, "+").acts).toEqual([{ do: "send", commands: [{ type: "OpenRound" }] }]);
    expect(refused(table, "3")).toThrow("plusFirst");
    expect(refused(table, "*")).toThrow("plusFirst"); // there was no round to repeat
  });
  test("between rounds the star opens one and lays what lay in the last", () => {
    const table = { ...EMPTY, phase: "ended", before: [ante(3, 5_000)], offers: [offer({ type: "OpenRound" }, { main: true })] };
    expect(typed(table, "*").acts).toEqual([{ do: "again", opens: { type: "OpenRound" } }]);
  });
  test("while a decision is waited for, nothing does", () => {
    const table = { ...DECIDE, pending: [{ number: 1, title: "", role: "pit_supervisor" as const, options: [], box: null, cites: [], signed: "", mine: false }] };
    expect(refused(table, "1F")).toThrow("waits");
  });
});

const move = (seat: number, name: string, sized = "") => offer({ type: "Act", seat, move: name }, { amount: sized });
const hand = (number: number, more: Partial<HandRow> = {}) => row(number, { slots: [{ card: "??", entered: false, up: false, next: false }], ...more });
const SEATS: Table = {
  ...EMPTY,
  kind: "room",
  boxes: 9,
  rows: [hand(1), hand(2), hand(3, { folded: true }), hand(4), hand(6, { turn: true })],
  offers: [move(6, "fold"), move(6, "call"), move(6, "raise", "to"), move(6, "all_in"), offer({ type: "SitOut", seat: 2 })],
};

describe("the poker room", () => {
  const sent = (...commands: object[]) => [{ do: "send", commands }];
  test("fold, call, raise to, all-in with Enter", () => {
    expect(typed(SEATS, "F").acts).toEqual(sent({ type: "Act", seat: 6, move: "fold" }));
    expect(typed(SEATS, "C").acts).toEqual(sent({ type: "Act", seat: 6, move: "call" }));
    expect(typed(SEATS, "R300⏎").acts).toEqual(sent({ type: "Act", seat: 6, move: "raise", to: 30_000 }));
    expect(typed(SEATS, "A")).toEqual({ acts: [], line: "A" });
    expect(typed(SEATS, "A⏎").acts).toEqual(sent({ type: "Act", seat: 6, move: "all_in" }));
  });
  test("what is not offered is refused", () => {
    expect(refused(SEATS, "B")).toThrow("noMove");
    expect(refused(SEATS, "R⏎")).toThrow("noAmount");
    expect(refused(SEATS, "5F")).toThrow("emptySeat");
  });
  test("all others fold, clockwise, but the last", () => {
    expect(othersFold(SEATS).map((one) => one["seat"])).toEqual([6, 1, 2]);
    expect(typed(SEATS, "*F").acts).toEqual(sent(...[6, 1, 2].map((seat) => ({ type: "Act", seat, move: "fold" }))));
  });
  test("a seat and an act: their own in turn, otherwise out of turn", () => {
    expect(typed(SEATS, "6F").acts).toEqual(sent({ type: "Act", seat: 6, move: "fold" }));
    expect(typed(SEATS, "1F").acts).toEqual([{ do: "report", name: "out_of_turn", box: 1, move: "fold" }]);
    expect(typed(SEATS, "2X").acts).toEqual(sent({ type: "SitOut", seat: 2 }));
  });
});
