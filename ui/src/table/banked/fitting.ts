// How the boxes share the felt. Sizes are the stylesheet's, in the felt's own width and height; here stands only what
// a stylesheet cannot know: whether all of them fit beside each other.

/**
 * arc: everybody's box with cards and spots. tight: others' cards as small as they are still read. names: of others
 * name and state only. rows: one box of mine in full, everybody's place in a row below.
 */
export type Seating = "arc" | "tight" | "names" | "rows";

export interface Crowd {
  /** Of the felt, in pixels. */
  width: number;
  height: number;
  boxes: number;
  mine: number;
  others: number;
  /** In a hand. */
  cards: number;
  /** In a box. */
  spots: number;
}

/** Below this height of the felt everything has its least size: a phone on its side. */
export const LOW = 420;
const LEAST_SPOT = 44;
const LEAST_CARD = 34;

/** Two cards and many spots stand in a grid of four columns instead of below each other. */
export const pairs = (cards: number, spots: number): boolean => cards <= 2 && spots > 4;

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** The width of a box of mine; twin of Box.svelte's own. */
function mineWide({ width, height, cards, spots }: Crowd): number {
  const low = height <= LOW;
  const unit = (w: number, h: number): number => Math.min((w * width) / 100, (h * height) / 100);
  if (pairs(cards, spots)) return (low ? LEAST_SPOT + 9 : Math.max(LEAST_SPOT, unit(4.7, 9.8)) * 1.16) * 4 + 0.02 * width + 16;
  const spot = low ? LEAST_SPOT : Math.max(LEAST_SPOT, unit(6.6, 11.2));
  const card = low ? unit(7.2, 12.6) : unit(8.7, 13.8);
  return Math.max(card * (1 + (cards - 1) * 0.62), spot * 1.24 * spots) + 0.02 * width + 4;
}

/** How much room the boxes take beside each other. */
export function needed(crowd: Crowd, seating: Exclude<Seating, "rows">): number {
  const { width, height, boxes, mine, others, cards } = crowd;
  const unit = (w: number, h: number): number => Math.min((w * width) / 100, (h * height) / 100);
  const letter = between(11, unit(1.36, 2.35), 17);
  const pair = cards <= 2;
  const card = seating === "tight" ? LEAST_CARD : Math.max(LEAST_CARD, unit(4, 7.8));
  const other = seating === "names" ? Math.max(LEAST_SPOT, 5.4 * letter) : Math.max(card * (pair ? 1.75 : 2.8), (pair ? 6.4 : 7.4) * letter);
  const free = Math.max(LEAST_SPOT, unit(5, 10));
  return mine * mineWide(crowd) + others * other + (boxes - mine - others) * free + (boxes - 1) * 0.006 * width + 0.05 * width + 30;
}

/** The roomiest way in which all of them fit. */
export function seatingOf(crowd: Crowd): Seating {
  // Six own boxes beside each other would still fit on a wall; nobody follows that many at once.
  if (crowd.mine > 3) return "rows";
  return (["arc", "tight", "names"] as const).find((seating) => needed(crowd, seating) <= crowd.width) ?? "rows";
}

/**
 * How much of the felt, in pixels from one edge, the outermost of my boxes takes there: the first two places at either
 * end are lifted beside the line. Nothing where I have none of them.
 */
export function reach(crowd: Crowd, fromEdge: readonly number[]): number {
  const out = Math.max(-1, ...fromEdge.filter((places) => places < 2));
  return out < 0 ? 0 : mineWide(crowd) + (0.035 + 0.1 * out) * crowd.width;
}

/** How far a box is lifted along the arc of the table, in hundredths of its height, by its place from 0. */
export function lift(at: number, boxes: number, squarer: boolean): number {
  const half = (boxes - 1) / 2;
  const out = half === 0 ? 0 : Math.abs(at - half) / half;
  return Math.round((squarer ? 9 : 15) * out ** 3.2 * 10) / 10;
}
