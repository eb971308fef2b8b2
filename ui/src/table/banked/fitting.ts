// How large the boxes of a felt are drawn, so that all of them fit beside each other. In pixels.

export interface Sizes {
  mine: BoxSize;
  others: BoxSize;
  /** The width of a free box. */
  empty: number;
}
export interface BoxSize {
  card: number;
  spot: number;
  /** The width of a hand, in cards. */
  hand: number;
  /** Between two spots. */
  gap: number;
  /** At each side of the box. */
  padding: number;
}

interface Crowd {
  /** Of the felt's inside. */
  width: number;
  boxes: number;
  mine: number;
  others: number;
  /** In a hand. */
  cards: number;
  /** Spots abreast in a box of mine, and in another's. */
  spots: number;
  otherSpots: number;
}

export const MARGIN = 52;
export const GAP = 6;
const LEAST_CARD = 34;
const LEAST_SPOT = 28;
/** A hand of five overlaps, two cards lie beside each other. */
const LARGE = { mine: { card: 64, spot: 58, hand: 2.92 }, others: { card: 52, spot: 50, hand: 2.92 } };
const LARGE_PAIR = { mine: { card: 76, spot: 54, hand: 2.1 }, others: { card: 56, spot: 48, hand: 1.7 } };

/** From roomy to crowded: by how much mine and others' are drawn smaller, a free box, gaps and padding. */
const STEPS: readonly (readonly [number, number, number, number, number])[] = [
  [1, 1, 68, 14, 10],
  [1, 0.88, 60, 14, 10],
  [0.94, 0.8, 54, 12, 9],
  [0.88, 0.74, 48, 10, 8],
  [0.8, 0.7, 44, 9, 8],
  [0.72, 0.64, 42, 8, 7],
  [0.62, 0.6, 40, 7, 6],
  [0.54, 0.56, 38, 6, 5],
  [0.5, 0.5, 36, 5, 4],
];

/** How wide a box of that size is. */
export function boxWidth(size: BoxSize, spots: number): number {
  return Math.max(size.hand * size.card, spots * size.spot + (spots - 1) * size.gap) + 2 * size.padding;
}

/** How much room all of them take. */
export function needed(found: Sizes, crowd: Crowd): number {
  const free = crowd.boxes - crowd.mine - crowd.others;
  const taken = crowd.mine * boxWidth(found.mine, crowd.spots) + crowd.others * boxWidth(found.others, crowd.otherSpots);
  return MARGIN + GAP * (crowd.boxes - 1) + taken + free * found.empty;
}

/** The largest sizes at which the boxes fit; others' shrink first, then all. */
export function sizes(crowd: Crowd): Sizes {
  const large = crowd.cards > 2 ? LARGE : LARGE_PAIR;
  const made = STEPS.map(([mine, others, empty, gap, padding]) => {
    const scaled = (size: Omit<BoxSize, "gap" | "padding">, by: number): BoxSize => ({
      card: Math.max(LEAST_CARD, Math.round(size.card * by)),
      spot: Math.max(LEAST_SPOT, Math.round(size.spot * by)),
      hand: size.hand,
      gap,
      padding,
    });
    return { mine: scaled(large.mine, mine), others: scaled(large.others, others), empty };
  });
  return made.find((found) => needed(found, crowd) <= crowd.width) ?? made[made.length - 1]!;
}

/** How far a box is lifted along the arc of the table, by its place from 0. */
export function lift(at: number, boxes: number): number {
  const half = (boxes - 1) / 2;
  const out = half === 0 ? 0 : Math.abs(at - half) / half;
  return -Math.round(104 * out ** 2.2);
}
