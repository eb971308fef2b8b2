import { ledger, signed } from "../../money";
import { t } from "../../strings/index.svelte";
import type { RoomPage } from "../../wire";
import { nameOf, offersOf } from "./offers";

export interface News {
  /** Changes with the turn and with the result. */
  key: string;
  sentence: string;
  /** It is my turn. */
  mine: boolean;
}

/** What a screen reader is told: whose turn it is, or how the round ended. */
export function newsOf(page: RoomPage): News {
  const { view } = page;
  if (view.phase === "ended") return { key: `${view.round} over`, sentence: overSentence(page), mine: false };
  if (view.turn === null) return { key: `${view.round} ${view.phase ?? ""}`, sentence: "", mine: false };
  const mine = view.turn === page.seat;
  const key = `${view.round} ${view.community.length} ${view.turn} ${view.level} ${view.phase}`;
  if (!mine) return { key, sentence: (view.phase === "showdown" ? t.room.sayShows : t.room.sayOther)(nameOf(view, view.turn)), mine };
  if (view.phase === "showdown") return { key, sentence: t.room.sayShow, mine };
  const call = offersOf(page.options).moves.find((one) => one.move === "call");
  return { key, sentence: t.room.sayTurn(call ? t.room.toCall(ledger(call.costs)) : t.room.free_), mine };
}

function overSentence(page: RoomPage): string {
  if (page.void) return t.room.sayVoid;
  const won = new Map<number, number>();
  for (const pot of page.pots) for (const [seat, amount] of pot.winners) won.set(seat, (won.get(seat) ?? 0) + amount);
  const sentences = [...won].map(([seat, amount]) => (seat === page.seat ? t.room.sayYouWon(ledger(amount)) : t.room.sayWon(nameOf(page.view, seat), ledger(amount))));
  const own = page.seat === null ? undefined : page.result[page.seat];
  if (own !== undefined) sentences.push(t.room.sayNet(signed(own)));
  return sentences.join(" ");
}
