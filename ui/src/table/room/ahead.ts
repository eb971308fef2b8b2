import type { ActOption, RoomPage } from "../../wire";

// What somebody chooses ahead of their turn. It is kept on this page alone and sent when the turn comes: nobody at the
// table can know of it.

export type Choice = "check_or_fold" | "check_or_call" | "call_any";

export interface Ahead {
  choice: Choice;
  round: number;
  /** The Betting Round, by its Community Cards. */
  cards: number;
  /** What it took to call when it was chosen; nothing where a check was free. */
  toCall: number;
}

/** What it takes me to call now. */
export function toCallOf({ view, seat }: RoomPage): number {
  const mine = view.seats.find((one) => one.seat === seat);
  return mine === undefined ? 0 : Math.max(0, Math.min(view.level - mine.bet, mine.stack));
}

/** Whether I may choose now: I have yet to act in this Betting Round, and it is somebody else's turn. */
export function mayChoose(page: RoomPage): boolean {
  const { view, seat } = page;
  return seat !== null && view.phase === "betting" && view.turn !== seat && view.turn !== null && page.to_act.includes(seat) && page.held.length === 0;
}

export function chosen(choice: Choice, page: RoomPage): Ahead {
  return { choice, round: page.view.round, cards: page.view.community.length, toCall: toCallOf(page) };
}

/** Whether a choice still means what it meant: it ends with its Betting Round, and a Check or a Call of so much when the amount changes. */
export function stands(ahead: Ahead, page: RoomPage): boolean {
  if (ahead.round !== page.view.round || ahead.cards !== page.view.community.length || page.view.phase !== "betting") return false;
  return ahead.choice !== "check_or_call" || ahead.toCall === toCallOf(page);
}

/** The move that a choice makes, of those that are offered; none where it means nothing among them. */
export function moveOf(ahead: Ahead, moves: readonly ActOption[]): ActOption | undefined {
  const found = (name: ActOption["move"]) => moves.find(({ move }) => move === name);
  const check = found("check");
  if (check !== undefined) return check;
  if (ahead.choice === "check_or_fold") return found("fold");
  const call = found("call");
  return ahead.choice === "call_any" || call?.costs === ahead.toCall ? call : undefined;
}
