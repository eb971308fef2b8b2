import { handBriefly } from "../../games";
import { ledger } from "../../money";
import { t } from "../../strings/index.svelte";
import type { ActShown, HandName, PotView, SeatView } from "../../wire";

// What a seat says about itself, in one line and for a screen reader. All of it is told by the server; here it is only
// decided which of it matters most now.

export interface SeatFacts {
  seat: SeatView;
  mine: boolean;
  bot: boolean;
  button: boolean;
  /** Whose turn it is to act or to show. */
  turn: boolean;
  showing: boolean;
  /** It has yet to act after me, whose turn it is. */
  afterMe: boolean;
  /** It has yet to act, and somebody else's turn it is. */
  later: boolean;
  act?: ActShown | undefined;
  hand?: HandName | undefined;
  pots: readonly PotView[];
  /** A round is in play. */
  playing: boolean;
}

export function actWords(act: ActShown): string {
  return t.room.acts[act.what]?.(ledger(act.amount)) ?? "";
}

const ROOM = { mine: 28, other: 19 };

/** "One Pair, Queens" without the cards beside it; where a plate has no room for that, "Full House". */
export function handWords(hand: HandName, mine: boolean): string {
  const words = handBriefly(hand);
  return words.length <= (mine ? ROOM.mine : ROOM.other) ? words : hand.short;
}

/** Of an all-in hand: whether it contends for the Main Pot alone. */
function mainOnly({ seat, pots }: SeatFacts): boolean {
  return pots.length > 1 && pots.slice(1).every((pot) => !pot.seats.includes(seat.seat));
}

/** What matters most about a seat now, in words; empty where nothing is to be said. */
export function stateOf(facts: SeatFacts): string {
  const { seat, playing } = facts;
  const words = t.room.states;
  const open = seat.dealt_in && seat.shown === true && facts.hand !== undefined;
  if (!open && (!seat.dealt_in || !playing)) {
    if (seat.away) return words.out;
    if (!seat.stack) return words.broke;
    if (seat.owes) return seat.pays ? words.pays : words.owes;
  }
  if (!seat.dealt_in) return playing ? words.waits : "";
  if (seat.folded) return words.folded;
  if (facts.hand !== undefined && (facts.mine || seat.shown)) return handWords(facts.hand, facts.mine);
  if (seat.shown === false) return words.mucked;
  if (seat.shown) return words.shown;
  if (!playing) return "";
  if (seat.all_in && mainOnly(facts)) return words.mainOnly;
  if (facts.turn && !facts.mine) return facts.showing ? words.shows : words.acts;
  if (facts.mine && facts.turn && !seat.looked) return words.unseen;
  if (facts.afterMe) return words.after;
  if (facts.act !== undefined) return actWords(facts.act);
  if (seat.all_in) return words.allIn;
  return facts.later ? words.later : "";
}

/** "Seat 3, Ivy, bot, all-in, 340.00 before Ivy": the whole seat for a screen reader. */
export function seatLabel(facts: SeatFacts): string {
  const { seat } = facts;
  const parts = [t.room.seat(seat.seat), seat.player];
  if (facts.mine) parts.push(t.room.states.you);
  if (facts.bot) parts.push(t.room.bot);
  if (seat.all_in) parts.push(t.room.states.allIn);
  else parts.push(t.room.chips(ledger(seat.stack)));
  const state = stateOf(facts);
  if (state !== "" && state !== t.room.states.allIn) parts.push(state);
  if (facts.mine && seat.dealt_in && !seat.looked && !seat.folded && state !== t.room.states.unseen) parts.push(t.room.states.unseen);
  if (facts.button) parts.push(t.room.hasButton);
  if (seat.missed) parts.push(t.room.missedDisc);
  return t.room.list(parts);
}
