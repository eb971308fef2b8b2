// How large the boxes of a felt are drawn, so that all of them fit beside each other. In pixels.

export interface Sizes {
  mine: BoxSize;
  others: BoxSize;
  /** The width of a free box. */
  empty: number;
  /** Another's box shows one stack of everything instead of every spot, and a hand of five in two rows. */
  packed: boolean;
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

/** How wide another's box is when it is packed: a hand in cards, and the coin beside one spot in spots. */
const PACKED = { hand: 1.96, pair: 1.7, spots: 1.8 };

/**
 * From roomy to crowded: by how much mine and others' are drawn smaller, a free box, gaps and padding, and whether
 * others' are packed. Nobody's tags and figures run into each other: rather than that, others' are packed.
 */
const STEPS: readonly (readonly [number, number, number, number, number, boolean])[] = [
  [1, 1, 68, 14, 10, false],
  [1, 0.88, 60, 14, 10, false],
  [0.94, 0.84, 54, 12, 9, false],
  [1, 1, 60, 14, 10, true],
  [0.94, 0.9, 54, 12, 9, true],
  [0.88, 0.82, 48, 10, 8, true],
  [0.82, 0.74, 44, 9, 7, true],
  [0.76, 0.66, 42, 8, 6, true],
  [0.7, 0.6, 40, 8, 5, true],
  [0.62, 0.56, 38, 7, 4, true],
  [0.54, 0.52, 38, 6, 4, true],
  [0.5, 0.5, 36, 5, 3, true],
];

/** How wide a box of that size is. */
export function boxWidth(size: BoxSize, spots: number): number {
  return Math.ceil(Math.max(size.hand * size.card, spots * size.spot + (Math.ceil(spots) - 1) * size.gap) + 2 * size.padding);
}

/** How wide another's box is. */
export function otherWidth(found: Sizes, spots: number): number {
  return boxWidth(found.others, found.packed ? PACKED.spots : spots);
}

/** Below this size of a spot its figures are small. */
export const SMALL_SPOT = 46;
const FIGURE = 6.7;
const SMALL_FIGURE = 6;

/** Whether figures under a spot take a second line: they may reach half-way to the next spot. */
export function breaks(figures: string, size: BoxSize): boolean {
  return figures.length * (size.spot < SMALL_SPOT ? SMALL_FIGURE : FIGURE) > size.spot + size.gap;
}

/** How much room all of them take. */
export function needed(found: Sizes, crowd: Crowd): number {
  const free = crowd.boxes - crowd.mine - crowd.others;
  const taken = crowd.mine * boxWidth(found.mine, crowd.spots) + crowd.others * otherWidth(found, crowd.otherSpots);
  return MARGIN + GAP * (crowd.boxes - 1) + taken + free * found.empty;
}

/** The largest sizes at which the boxes fit; others' shrink first, then all. */
export function sizes(crowd: Crowd): Sizes {
  const large = crowd.cards > 2 ? LARGE : LARGE_PAIR;
  const made = STEPS.map(([mine, others, empty, gap, padding, packed]) => {
    const scaled = (size: Omit<BoxSize, "gap" | "padding">, by: number): BoxSize => ({
      card: Math.max(LEAST_CARD, Math.round(size.card * by)),
      spot: Math.max(LEAST_SPOT, Math.round(size.spot * by)),
      hand: size.hand,
      gap,
      padding,
    });
    const hand = packed ? (crowd.cards > 2 ? PACKED.hand : PACKED.pair) : large.others.hand;
    return { mine: scaled(large.mine, mine), others: scaled({ ...large.others, hand }, others), empty, packed };
  });
  return made.find((found) => needed(found, crowd) <= crowd.width) ?? made[made.length - 1]!;
}

/** How far a box is lifted along the arc of the table, by its place from 0. */
export function lift(at: number, boxes: number): number {
  const half = (boxes - 1) / 2;
  const out = half === 0 ? 0 : Math.abs(at - half) / half;
  return -Math.round(104 * out ** 2.2);
}
