// Where seats, bets and the Button lie on the table, in per cent of it. Seats go clockwise as at a real table, and the
// whole ring is turned so that my seat is nearest to me, at the bottom; a passer-by sees the highest number there.

export interface Point {
  x: number;
  y: number;
}

/** A place on a wide table, and on one that stands upright. */
export interface Spot {
  wide: Point;
  small: Point;
}

/** Where the cards of a seat lie from its plate. */
export type Side = "above" | "beside" | "below";

export interface Place {
  plate: Spot;
  bet: Spot;
  button: Spot;
  cards: Side;
  /** The same on a phone that stands upright. */
  cardsSmall: Side;
}

type Name = "me" | "low left" | "left" | "high left" | "corner left" | "top left" | "top" | "top right" | "corner right" | "high right" | "right" | "low right";

const at = (x: number, y: number): Point => ({ x, y });
const place = (plate: [Point, Point], bet: [Point, Point], button: [Point, Point], cards: Side, cardsSmall: Side): Place => ({
  plate: { wide: plate[0], small: plate[1] },
  bet: { wide: bet[0], small: bet[1] },
  button: { wide: button[0], small: button[1] },
  cards,
  cardsSmall,
});
const mirrored = ({ plate, bet, button, cards, cardsSmall }: Place): Place => {
  const other = ({ wide, small }: Spot): Spot => ({ wide: at(100 - wide.x, wide.y), small: at(100 - small.x, small.y) });
  return { plate: other(plate), bet: other(bet), button: other(button), cards, cardsSmall };
};

const LOW = place([at(19, 89), at(15, 88)], [at(32, 77), at(36, 80)], [at(30.5, 91), at(33.5, 90)], "above", "above");
const LEFT = place([at(9, 66), at(15, 73)], [at(24, 60), at(38, 70)], [at(20.5, 70), at(33.5, 75)], "above", "above");
const HIGH = place([at(9, 37), at(15, 20)], [at(23.5, 40), at(36.5, 27)], [at(20.5, 34), at(33.5, 20)], "above", "below");
const CORNER = place([at(11, 20), at(15, 22)], [at(24, 30), at(38, 24)], [at(21, 33), at(37, 19)], "above", "above");
const TOP_LEFT = place([at(16.5, 6), at(15, 5)], [at(27, 19), at(35, 12)], [at(13, 17), at(33.5, 5)], "beside", "below");
const TOP_RIGHT = place([at(77, 6), at(85, 5)], [at(72, 19), at(65, 12)], [at(82, 17), at(66.5, 5)], "beside", "below");

const PLACES: Record<Name, Place> = {
  me: place([at(50, 94), at(50, 95)], [at(36, 76), at(50, 71)], [at(69, 92), at(84, 96)], "above", "above"),
  "low left": LOW,
  left: LEFT,
  "high left": HIGH,
  "corner left": CORNER,
  "top left": TOP_LEFT,
  top: place([at(47, 6), at(50, 5)], [at(45, 19), at(50, 20)], [at(37, 17), at(69, 14)], "beside", "below"),
  "top right": TOP_RIGHT,
  "corner right": mirrored(CORNER),
  "high right": mirrored(HIGH),
  right: mirrored(LEFT),
  "low right": mirrored(LOW),
};

/** Which places a table of so many seats has, clockwise from mine. */
const RINGS: Record<number, readonly Name[]> = {
  2: ["me", "top"],
  3: ["me", "corner left", "corner right"],
  4: ["me", "left", "top", "right"],
  5: ["me", "left", "corner left", "corner right", "right"],
  6: ["me", "left", "corner left", "top", "corner right", "right"],
  7: ["me", "left", "high left", "top left", "top right", "high right", "right"],
  8: ["me", "left", "high left", "top left", "top", "top right", "high right", "right"],
  9: ["me", "low left", "left", "high left", "top left", "top right", "high right", "right", "low right"],
  10: ["me", "low left", "left", "high left", "top left", "top", "top right", "high right", "right", "low right"],
};
const MOST = 10;

/** How many seats clockwise from the bottom one; `mine` null is somebody who only watches. */
export function slotOf(seat: number, mine: number | null, places: number): number {
  return (((seat - (mine ?? places)) % places) + places) % places;
}

/** More seats than the document has room for share the last places. */
export function placeOf(slot: number, places: number): Place {
  const ring = RINGS[Math.min(Math.max(places, 2), MOST)]!;
  return PLACES[ring[Math.min(slot, ring.length - 1)]!];
}

/** As custom properties of an element with class "at". */
export function styled({ wide, small }: Spot): string {
  return `--x:${wide.x}%;--y:${wide.y}%;--mx:${small.x}%;--my:${small.y}%`;
}
