import { ledger } from "../money";
import { t } from "../strings/index.svelte";
import type { PitStep } from "../wire";

// What the pit says about times, steps and values, from what the server sent.

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const CLOCK_SECONDS = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Microseconds since 1970 as the wall's clock shows them; nothing for a time that is not known. */
export function clock(at: number, seconds = false): string {
  return at === 0 ? "" : (seconds ? CLOCK_SECONDS : CLOCK).format(at / 1000);
}

export function minutesSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at / 1000) / 60_000));
}

export function role(name: string): string {
  return t.pit.roles[name] ?? name;
}

export function percent(share: string): string {
  return `${Number((Number(share) * 100).toFixed(4))} %`;
}

/** The slip of a major award, as it is printed. */
export function slipOf({ table, round, box }: { table: string; round: number; box: number }): string {
  return `/api/rounds/${encodeURIComponent(table)}/${round}/slips/${box}`;
}

/** Where a round stands. */
export function step({ kind, at = 0, of = 0, box = null, name = "" }: PitStep): string {
  const words = t.pit.steps;
  switch (kind) {
    case "deal":
      return of > 0 ? words.dealing(at, of) : words.deal;
    case "decide": {
      const before = words.before[name];
      if (before !== undefined) return box === null ? before : words.beforeBox(before, box);
      return box === null ? words.decide : words.decideBox(box);
    }
    case "choose":
      return box === null ? words.waits : words.choose(box);
    case "locked":
      return box === null ? words.waits : words.locked(box);
    case "waits":
      return box === null ? words.waits : words.waitsBox(box);
    case "betting":
      return words.betting[at - 1] ?? words.decide;
    case "closed":
    case "between":
    case "bets":
    case "reveal":
    case "dealer":
    case "show":
    case "settle":
    case "showdown":
      return words[kind];
    default:
      return kind;
  }
}

const CENTS = /^(minimum|maximum|bonus_minimum|bonus_maximum|small_blind|minimum_stake|maximum_stake|rake_amount|rake_cap|rake_unit|seed|wager|jackpot_wager|loss_limit)$/;

/** A value of a policy as the server wrote it; amounts as amounts. */
export function policyValue(name: string, value: string): string {
  return CENTS.test(name) && /^\d+$/.test(value) ? ledger(Number(value)) : value;
}
