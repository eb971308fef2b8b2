// A vertical axis for a few numbers: round ticks, the largest number at the top, nothing where nothing is.

export interface Scale {
  least: number;
  ticks: number[];
  at: (value: number) => number;
  print: (tick: number) => string;
}

const TICKS = 4;

/** The largest of 1, 2, 5, 10 … that gives about four ticks. */
function stepFor(span: number): number {
  const rough = span / TICKS;
  const size = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * size).find((step) => step >= rough) ?? 10 * size;
}

export function scale(values: readonly number[], top: number, foot: number): Scale {
  let least = Math.min(...values);
  let most = Math.max(...values);
  if (most - least < 0.02) [least, most] = [least - 0.5, most + 0.5];
  const step = stepFor(most - least);
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  const count = Math.round((high - low) / step);
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    least,
    ticks: Array.from({ length: count + 1 }, (_, at) => Number((low + at * step).toFixed(places))),
    at: (value) => foot - ((value - low) / (high - low)) * (foot - top),
    print: (tick) => tick.toFixed(places).replace("-", "\u2212"),
  };
}
