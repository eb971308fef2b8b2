// Where seats lie on a table's plan, in its 400 × 172 field. Box 1 is on the Dealer's left: the right edge of the screen.

export const WIDTH = 400;
export const HEIGHT = 172;

export interface Place {
  x: number;
  y: number;
}

/** The boxes of a house-banked table, along its bend. */
function box(at: number, of: number): Place {
  const angle = ((of < 2 ? 90 : 8 + (164 * at) / (of - 1)) * Math.PI) / 180;
  return { x: 200 + Math.cos(angle) * 158, y: 26 + Math.sin(angle) * 122 };
}

/** The seats of a poker table, around it. */
function seat(at: number, of: number): Place {
  const angle = (at / of) * Math.PI * 2 - Math.PI / 3;
  return { x: 200 + Math.cos(angle) * 150, y: 88 + Math.sin(angle) * 66 };
}

export function place(kind: string, at: number, of: number): Place {
  return kind === "room" ? seat(at, of) : box(at, of);
}

/** Rows of face-down cards drawn on the felt: what the game deals in the middle and before the Dealer. */
export function cardRows({ cards = 0, board = 0 }: { cards?: number; board?: number }): { cards: number; y: number }[] {
  if (cards === 0) return [{ cards: board, y: 76 }];
  return board > 0 ? [{ cards, y: 8 }, { cards: board, y: 40 }] : [{ cards, y: 16 }];
}
