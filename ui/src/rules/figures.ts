// Figures of the odds: shares as per cent, signs as everywhere.

const MINUS = "\u2212";

const signed = (text: string): string => text.replace(/^-/, MINUS);

/** 0.0203 as "2.0300". */
export const perCent = (share: number, places = 4): string => signed((share * 100).toFixed(places));
/** "+2.8", "−0.4", "0.0": what a hand is worth in Antes. */
export const worth = (antes: number, places = 1): string => {
  const text = signed(antes.toFixed(places));
  return antes > 0 && Number(antes.toFixed(places)) !== 0 ? `+${text}` : text.replace(/^\u2212(0(\.0*)?)$/, "$1");
};
/** "19,933,230,517,200": a whole number too long for a browser's own. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");
/** "5", "−3", "0.5": whole where it is whole. */
export const units = (antes: number): string => signed(Number.isInteger(antes) ? String(antes) : antes.toFixed(4));

export const RANKS = "AKQJT98765432";

/** The 13 × 13 chart: pairs on the diagonal, suited above it, unsuited below. */
export function chartName(row: number, column: number): string {
  const high = RANKS[Math.min(row, column)] ?? "";
  const low = RANKS[Math.max(row, column)] ?? "";
  return row === column ? high + low : `${high}${low}${column > row ? "s" : "o"}`;
}

const SUITS = "shdc";

/** Cards of a board, picked at random. */
export function aBoard(number: number, random: () => number = Math.random): string {
  const left = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  return Array.from({ length: number }, () => left.splice(Math.floor(random() * left.length), 1)[0]).join(" ");
}
