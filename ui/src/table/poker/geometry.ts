// Where seats, bets and the Button lie on the felt, in per cent of it. Seats go clockwise as at a real table, and the
// whole ring is turned so that my seat is nearest to me, at the bottom; a passer-by sees the highest number there.

export interface Point {
  x: number;
  y: number;
}

/** A place on a wide felt, and on a phone's. */
export interface Spot {
  wide: Point;
  small: Point;
}

export interface Place {
  plate: Spot;
  bet: Spot;
  button: Spot;
  /** Near the top rail: the cards lie below the plate there, above it elsewhere. */
  top: boolean;
  /** The same on a phone. */
  topSmall: boolean;
}

/** How many seats clockwise from the bottom one; `mine` null is somebody who only watches. */
export function slotOf(seat: number, mine: number | null, places: number): number {
  return (((seat - (mine ?? places)) % places) + places) % places;
}

const round = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });

const CENTRE_Y = 45.5;

/** On the rail of a wide table: flat ends, and more room for the cards of the bottom seat. */
export function widePlate(slot: number, places: number): Point {
  const turn = (slot / places) * 2 * Math.PI;
  const across = Math.sin(turn);
  const down = Math.cos(turn);
  const full = places > 8;
  const x = 50 - Math.sign(across) * 46.2 * Math.abs(across) ** (full ? 0.8 : 0.5);
  const y = down > 0 ? CENTRE_Y + 54.5 * down ** 1.04 : CENTRE_Y - 43.5 * (-down) ** (full ? 0.95 : 0.715);
  return round({ x, y });
}

/** Heights of the plates on one side of a phone's felt, from the bottom: none beside the Community Cards. */
const LEVELS: readonly (readonly number[])[] = [[], [24], [76, 24], [77, 34, 13], [86, 70, 33, 13]];

export function smallPlate(slot: number, places: number): Point {
  if (slot === 0) return { x: 50, y: 98 };
  if (places % 2 === 0 && slot === places / 2) return { x: 50, y: 1 };
  const side = Math.ceil(places / 2) - 1;
  const left = slot <= side;
  const at = left ? slot - 1 : places - slot - 1;
  const y = LEVELS[side]?.[at] ?? 50;
  return { x: left ? 11.5 : 88.5, y };
}

function wideAround({ x, y }: Point, top: boolean, bottom: boolean): { bet: Point; button: Point } {
  if (bottom) return { bet: { x: 36, y: 80 }, button: { x: 66.5, y: 91 } };
  if (top && x > 30 && x < 70) return { bet: { x: x + 11, y: 15 }, button: { x: x - 12.5, y: 9 } };
  const inward = x < 50 ? 1 : -1;
  const button = { x: x + inward * 13.2, y: y + 2 };
  return { bet: { x: x + (50 - x) * 0.29, y: y < CENTRE_Y ? y + 14 : y - 9.5 }, button };
}

function smallAround({ x, y }: Point, top: boolean, bottom: boolean): { bet: Point; button: Point } {
  if (bottom) return { bet: { x: 50, y: 74 }, button: { x: 79, y: 94 } };
  const inward = x < 50 ? 1 : -1;
  if (top && x === 50) return { bet: { x: 50, y: 19.5 }, button: { x: 71, y: 5 } };
  if (y < 50) return { bet: { x: x + inward * 7, y: y + 8.5 }, button: { x: x + inward * 19.5, y: y - 1 } };
  return { bet: { x: x + inward * 27, y: y - 9 }, button: { x: x + inward * 11.5, y: y - 8 } };
}

export function placeOf(slot: number, places: number): Place {
  const wide = widePlate(slot, places);
  const small = smallPlate(slot, places);
  const bottom = slot === 0;
  const top = wide.y < 12;
  const onWide = wideAround(wide, top, bottom);
  const onSmall = smallAround(small, top, bottom);
  return {
    plate: { wide, small },
    bet: { wide: round(onWide.bet), small: round(onSmall.bet) },
    button: { wide: round(onWide.button), small: round(onSmall.button) },
    top,
    topSmall: small.y < 8,
  };
}

/** As custom properties of an element with class "at". */
export function styled({ wide, small }: Spot): string {
  return `--x:${wide.x}%;--y:${wide.y}%;--mx:${small.x}%;--my:${small.y}%`;
}
