// Money is an integer number of cents everywhere; figures are made from digits, never from a float.

const MINUS = "\u2212";

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

function parts(cents: number): { negative: boolean; whole: string; rest: string } {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`);
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return { negative: cents < 0, whole: grouped(digits.slice(0, -2)), rest: digits.slice(-2) };
}

/** Ledger style: "1,045.00"; a negative amount carries U+2212. */
export function ledger(cents: number): string {
  const { negative, whole, rest } = parts(cents);
  return `${negative ? MINUS : ""}${whole}.${rest}`;
}

/** Chips and spots: "1,000"; cents only where there are any. */
export function short(cents: number): string {
  const { negative, whole, rest } = parts(cents);
  return `${negative ? MINUS : ""}${whole}${rest === "00" ? "" : `.${rest}`}`;
}

/** Net results only: "+1,195.00", "−150.00", "0.00". */
export function signed(cents: number): string {
  return cents > 0 ? `+${ledger(cents)}` : ledger(cents);
}

/** What is printed on a chip: "500", "1K", "10K". */
export function printed(cents: number): string {
  return cents >= 100_000 && cents % 100_000 === 0 ? `${cents / 100_000}K` : short(cents);
}

/** Typed figures as cents: "1,250", "12.5", "12.50"; null when that is no amount. */
export function typed(text: string): number | null {
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match?.[1]) return null;
  const cents = Number(match[1].replaceAll(",", "") + (match[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}
