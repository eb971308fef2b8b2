import { describe, expect, it } from "vitest";
import type { ActOption, RoomPage, RoomView, SeatView } from "../../wire";
import { chosen, mayChoose, moveOf, stands } from "./ahead";
import { placeOf, slotOf } from "./geometry";
import { openSeats, percent, sharesPath } from "./openHands";
import { clamped, part, presets, type Sizing } from "./presets";

describe("seats", () => {
  it("puts mine at the bottom and goes on clockwise", () => {
    expect([6, 1, 2, 3, 4, 5].map((seat) => slotOf(seat, 6, 6))).toEqual([0, 1, 2, 3, 4, 5]);
    expect([1, 2, 3, 4, 5, 6].map((seat) => slotOf(seat, 3, 6))).toEqual([4, 5, 0, 1, 2, 3]);
  });
  it("shows a passer-by the last seat at the bottom", () => expect(slotOf(9, null, 9)).toBe(0));
  it("goes from the bottom to the left, the top and the right", () => {
    const [bottom, left, , top, , right] = [0, 1, 2, 3, 4, 5].map((slot) => placeOf(slot, 6).plate.wide);
    expect(bottom).toEqual({ x: 50, y: 94 });
    expect(left!.x).toBeLessThan(12);
    expect(top!.y).toBeLessThan(8);
    expect(right!.x).toBeGreaterThan(88);
  });
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("keeps %i plates and their cards apart, on every shape", (places) => {
    // Tables as they are left in the smallest window of each shape: on a laptop, on a phone's side, and upright.
    for (const [shape, [width, height], [plate, line]] of [
      ["wide", [1010, 480], [172, 42]],
      ["wide", [620, 340], [112, 24]],
      ["small", [390, 560], [108, 38]],
    ] as const) {
      const boxes = Array.from({ length: places - 1 }, (_, at) => {
        const place = placeOf(at + 1, places);
        const { x, y } = place.plate[shape];
        const side = shape === "wide" ? place.cards : place.cardsSmall;
        const left = Math.min(Math.max((x / 100) * width - plate / 2, 0), width - plate);
        const top = side === "beside" ? 3 : (y / 100) * height - line / 2;
        const card = shape === "wide" && width > 1000 ? 56 : 40;
        const grown = { above: [0, card, 0], below: [0, 0, card], beside: [66, 0, 24] }[side];
        return { left, right: left + plate + grown[0]!, top: top - grown[1]!, bottom: top + line + grown[2]! };
      });
      for (const [at, one] of boxes.entries()) {
        expect(one.top).toBeGreaterThanOrEqual(-2);
        for (const other of boxes.slice(at + 1)) {
          const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
          expect(apart, `${places} on ${width}: ${JSON.stringify([one, other])}`).toBe(true);
        }
      }
    }
  });
});

const seatOf = (seat: number, more: Partial<SeatView> = {}): SeatView => ({
  seat,
  player: `p${seat}`,
  stack: 100_000,
  bet: 0,
  cards: ["??", "??"],
  dealt_in: true,
  folded: false,
  all_in: false,
  looked: true,
  shown: null,
  away: false,
  owes: false,
  missed: false,
  pays: false,
  ...more,
});
const pageOf = (view: Partial<RoomView>, more: Partial<RoomPage> = {}): RoomPage =>
  ({ seat: 1, to_act: [2, 1], held: [], view: { round: 7, phase: "betting", turn: 2, level: 0, community: ["2c", "3c", "4c"], seats: [seatOf(1), seatOf(2)], ...view }, ...more }) as unknown as RoomPage;
const option = (move: ActOption["move"], costs = 0): ActOption => ({ type: "act", seat: 1, move, least: costs, most: costs, costs, step: 100, cites: [] });

describe("ahead of my turn", () => {
  const free = pageOf({});
  const raised = pageOf({ level: 20_000 });

  it("may be chosen while others act and I have yet to", () => {
    expect(mayChoose(free)).toBe(true);
    expect(mayChoose(pageOf({ turn: 1 }))).toBe(false);
    expect(mayChoose(pageOf({}, { to_act: [2] }))).toBe(false);
    expect(mayChoose(pageOf({ phase: "showdown" }))).toBe(false);
  });
  it("drops a Check when there is something to call, and a Call when it costs another amount", () => {
    expect(stands(chosen("check_or_call", free), free)).toBe(true);
    expect(stands(chosen("check_or_call", free), raised)).toBe(false);
    expect(stands(chosen("check_or_call", raised), pageOf({ level: 20_001 }))).toBe(false);
    expect(stands(chosen("check_or_call", raised), raised)).toBe(true);
  });
  it("keeps what is meant for any amount, as long as the Betting Round", () => {
    for (const choice of ["check_or_fold", "call_any"] as const) {
      expect(stands(chosen(choice, free), raised)).toBe(true);
      expect(stands(chosen(choice, free), pageOf({ community: ["2c", "3c", "4c", "5c"] }))).toBe(false);
      expect(stands(chosen(choice, free), pageOf({ round: 8 }))).toBe(false);
    }
  });
  it("makes the move that it says", () => {
    const unbet = [option("fold"), option("check")];
    const bet = [option("fold"), option("call", 20_000)];
    expect(moveOf(chosen("check_or_fold", free), unbet)?.move).toBe("check");
    expect(moveOf(chosen("check_or_fold", free), bet)?.move).toBe("fold");
    expect(moveOf(chosen("check_or_call", free), unbet)?.move).toBe("check");
    expect(moveOf(chosen("check_or_call", free), bet)).toBeUndefined();
    expect(moveOf(chosen("check_or_call", raised), bet)?.move).toBe("call");
    expect(moveOf(chosen("call_any", free), bet)?.move).toBe("call");
    expect(moveOf(chosen("call_any", free), unbet)?.move).toBe("check");
  });
});

describe("open hands", () => {
  const shown = (seat: number, cards: string[]) => seatOf(seat, { cards, shown: true });
  const view = { ...pageOf({}).view, game: "poker", phase: "showdown", community: ["Qd", "9s", "4s"], seats: [shown(1, ["As", "Js"]), shown(2, ["Qc", "Qh"]), seatOf(3, { folded: true, cards: [] })] } as RoomView;

  it("are those still in, once all of them lie open and cards are to come", () => {
    expect(openSeats(view)).toEqual([1, 2]);
    expect(openSeats({ ...view, phase: "betting" })).toEqual([]);
    expect(openSeats({ ...view, community: ["Qd", "9s", "4s", "2h", "3c"] })).toEqual([]);
    expect(openSeats({ ...view, seats: [shown(1, ["As", "Js"]), seatOf(2)] })).toEqual([]);
  });
  it("are asked about by their cards alone", () => {
    expect(sharesPath(view, [1, 2])).toBe("/api/odds/poker/shares?hands=AsJs,QcQh&board=Qd9s4s");
    expect(sharesPath(view, [])).toBeNull();
  });
  it("say neither all nor nothing while a card can change it", () => expect([0, 0.001, 0.16, 0.996, 1].map(percent)).toEqual(["0 %", "< 1 %", "16 %", "> 99 %", "100 %"]));
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
