import { short } from "../money";
import { perCent } from "../rules/figures";
import { t } from "../strings/index.svelte";
import type { DesignRow } from "../wire";

// How the designer prints what the server sent.

/** "4 to 1", "20 for 1", "10 %", "1,500". */
export function pays(row: DesignRow, value: number): string {
  const made = t.designer.kinds[row.kind];
  const figures = row.kind === "cents" ? short(value) : value.toLocaleString("en");
  return made === undefined ? figures : made(figures);
}

/** "−4.0724", "+0.2200": percentage points between two shares. */
export function points(now: number, approved: number): string {
  const text = perCent(now - approved);
  return now > approved ? `+${text}` : text;
}

export const same = (one: { exact: string }, other: { exact: string }): boolean => one.exact === other.exact;

/** "1 ms", "999 ms", "1.0 s", "17.6 s". */
export function took(milliseconds: number): string {
  const whole = Math.max(1, Math.round(milliseconds));
  return whole < 1000 ? t.designer.milliseconds(whole.toString()) : t.designer.seconds((whole / 1000).toFixed(1));
}
