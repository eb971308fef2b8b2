import type { DealerPage, HandRow, Offer, PendingShown, SlotShown, Stage } from "../wire";

// The server always sends every field; only what a browser sends may leave some out.

export type SlotSeen = Required<SlotShown>;
export type Row = Required<Omit<HandRow, "slots">> & { slots: SlotSeen[] };
export type Offered = Required<Offer>;
export type StageSeen = Required<Stage>;
export type Waiting = Required<PendingShown>;

export interface Desk extends Omit<DealerPage, "rows" | "offers" | "stages" | "pending"> {
  rows: Row[];
  offers: Offered[];
  stages: StageSeen[];
  pending: Waiting[];
}

/** Whether a ruling of this round, on a card of its own, has left this decision to somebody. */
export function isRuled(desk: Desk, waiting: Waiting): boolean {
  const titles = desk.rulings.filter((one) => one.decided_by === waiting.role).map((one) => desk.irregularities.find(({ name }) => name === one.irregularity)?.title);
  return titles.includes(waiting.title);
}
