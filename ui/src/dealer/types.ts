import type { DealerPage as Desk, PendingShown as Waiting } from "../wire";

export type { DealerPage as Desk, HandRow as Row, Offer as Offered, PendingShown as Waiting, SlotShown as SlotSeen, Stage as StageSeen } from "../wire";

/** Whether the program deals, the floor or the demonstration's Dealer: then nothing is entered here. */
export const watches = (desk: Desk): boolean => desk.face.automatic || desk.stand_in?.deals === true;

/** Whether a ruling of this round, on a card of its own, has left this decision to somebody. */
export function isRuled(desk: Desk, waiting: Waiting): boolean {
  const titles = desk.rulings.filter((one) => one.decided_by === waiting.role).map((one) => desk.irregularities.find(({ name }) => name === one.irregularity)?.title);
  return titles.includes(waiting.title);
}
