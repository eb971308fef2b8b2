// Times come as microseconds since 1970, UTC; people read them by their own clock.

const MICROSECONDS = 1000;
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const MINUTE = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

const date = (at: number): Date => new Date(at / MICROSECONDS);

/** "09:08:57" */
export const clockTime = (at: number): string => TIME.format(date(at));
/** "09:08" */
export const hourMinute = (at: number): string => MINUTE.format(date(at));
/** "15 Nov" */
export const shortDay = (at: number): string => DAY.format(date(at));
/** "15 Nov, 09:08" */
export const dayAndTime = (at: number): string => DAY_AND_TIME.format(date(at));

/** What a datetime-local field holds, in microseconds; null when it is empty. */
export function micros(local: string): number | null {
  const at = Date.parse(local);
  return Number.isNaN(at) ? null : at * MICROSECONDS;
}
