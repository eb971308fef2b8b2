import { t } from "../../strings/index.svelte";
import type { ActOption, RoomTableAct, RoomPage, RoomView, SeatOption, StakeOption } from "../../wire";
import type { Sizing } from "./presets";

// What the server offers, sorted, and the commands that take it up.

interface Offers {
  moves: ActOption[];
  offers: SeatOption[];
  topUp: StakeOption | undefined;
}

export function offersOf(options: RoomPage["options"]): Offers {
  return {
    moves: options.filter((one) => one.type === "act"),
    offers: options.filter((one) => one.type === "seat"),
    topUp: options.find((one) => one.type === "top_up"),
  };
}

/** The command behind each thing that one may do about a seat. */
export const SEAT_COMMANDS: Record<SeatOption["what"], (seat: number) => RoomTableAct> = {
  look: (seat) => ({ type: "Look", seat }),
  show: (seat) => ({ type: "ShowHand", seat }),
  muck: (seat) => ({ type: "MuckHand", seat }),
  sit_out_back: (seat) => ({ type: "SitOut", seat, will_return: true }),
  sit_out: (seat) => ({ type: "SitOut", seat }),
  sit_out_gone: (seat) => ({ type: "SitOut", seat, will_return: false }),
  come_back: (seat) => ({ type: "ComeBack", seat }),
  pay_in: (seat) => ({ type: "PayIn", seat }),
  wait: (seat) => ({ type: "PayIn", seat, pays: false }),
  leave: (seat) => ({ type: "LeaveTable", seat }),
};

/** What the sizes of a BET or Raise are made from. */
export function sizingOf(page: RoomPage, sized: ActOption | undefined, all: ActOption | undefined): Sizing {
  const { view } = page;
  return {
    least: sized?.least ?? 0,
    most: sized?.most ?? 0,
    step: sized?.step ?? 1,
    allIn: all?.least ?? null,
    level: view.level,
    bet: view.seats.find((one) => one.seat === page.seat)?.bet ?? 0,
    pot: view.pots.reduce((sum, pot) => sum + pot.amount, 0),
  };
}

export function nameOf(view: RoomView, seat: number): string {
  return view.seats.find((one) => one.seat === seat)?.player ?? t.room.seat(seat);
}

/** "You" where the seat is mine. */
export function callName(view: RoomView, seat: number, mine: number | null): string {
  return seat === mine ? t.table.you : nameOf(view, seat);
}

/** "0.05" as "5". */
export function perCent(rate: string): string {
  return String(Math.round(Number(rate) * 1_000_000) / 10_000);
}
