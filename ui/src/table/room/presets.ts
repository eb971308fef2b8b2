// Sizes offered beside the slider. They are made from what the server sent (the pots, what lies before the Players, the
// least and the most) and are only suggestions: the server decides what may be bet.

/** What is offered: the least, the most, and in which steps. */
export interface Sized {
  least: number;
  most: number;
  step: number;
}

export interface Sizing extends Sized {
  /** All-in, where it is offered; it need not be a whole number of steps. */
  allIn: number | null;
  /** What has to lie before me to have called, and what lies there. */
  level: number;
  bet: number;
  /** All pots, with what lies before the Players. */
  pot: number;
}

export interface Preset {
  name: "least" | "half" | "pot" | "all";
  /** What would lie before me. */
  to: number;
  /** Above my stake. */
  beyond: boolean;
}

/** To the step, and into what is offered. */
export function clamped(to: number, { least, most, step }: Sized): number {
  if (to >= most) return most;
  if (to <= least) return least;
  return Math.min(most, least + Math.round((to - least) / step) * step);
}

/** A Raise of so many pots: the Call first, then that part of what then lies there. */
function ofPot(part: number, sizing: Sizing): number {
  const { level, bet, pot, step, least } = sizing;
  const wanted = level + part * (pot + level - bet);
  return wanted <= least ? least : least + Math.round((wanted - least) / step) * step;
}

/** Min, ½ pot, pot, all-in; one that says the same as the one before it is left out. */
export function presets(sizing: Sizing): Preset[] {
  const { least, most, allIn } = sizing;
  const list: Preset[] = [{ name: "least", to: least, beyond: false }];
  const add = (name: Preset["name"], to: number): void => {
    if (to > (list.at(-1)?.to ?? 0)) list.push({ name, to, beyond: to > most });
  };
  add("half", ofPot(0.5, sizing));
  add("pot", ofPot(1, sizing));
  if (allIn !== null) list.push({ name: "all", to: allIn, beyond: false });
  return list;
}

/** How much of the slider's track is filled, from 0 to 1. */
export function part(value: number, least: number, most: number): number {
  return most > least ? Math.min(1, Math.max(0, (value - least) / (most - least))) : 1;
}
