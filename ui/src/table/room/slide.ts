import type { TransitionConfig } from "svelte/transition";
import { MOVE, reduced } from "../../motion";

// Chips travel between a seat and the middle of the felt: bets go in when a Betting Round is over.

function towardsPot(node: Element): { x: number; y: number } {
  const pot = node.closest(".room")?.querySelector("[data-pots]")?.getBoundingClientRect();
  const own = node.getBoundingClientRect();
  if (pot === undefined) return { x: 0, y: 0 };
  return { x: pot.x + pot.width / 2 - own.x - own.width / 2, y: pot.y + pot.height / 2 - own.y - own.height / 2 };
}

const travels = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2);

/** A bet is gathered. */
export function toPot(node: Element): TransitionConfig {
  if (reduced()) return { duration: 0 };
  const { x, y } = towardsPot(node);
  return {
    duration: MOVE,
    easing: travels,
    css: (t, u) => `translate: ${u * x}px ${u * y}px; opacity: ${Math.min(1, t * 3)}`,
  };
}

/** A bet leaves its Player's plate: from further out than where it comes to lie. */
export function fromPlate(node: Element): TransitionConfig {
  if (reduced()) return { duration: 0 };
  const { x, y } = towardsPot(node);
  return { duration: MOVE, easing: (t) => 1 - (1 - t) ** 3.2, css: (t, u) => `translate: ${-u * x * 0.3}px ${-u * y * 0.3}px; opacity: ${t}` };
}
