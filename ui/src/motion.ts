import type { Action } from "svelte/action";
import type { TransitionConfig } from "svelte/transition";
import { preferences } from "./preferences.svelte";

// Milliseconds; twins of the --t-… tokens.
export const FAST = 120;
export const MOVE = 260;
export const DEAL = 340;
export const DEAL_APART = 70;
export const SETTLE = 600;
export const SETTLE_APART = 120;

/** Whether motion is to be a cut, by the system's setting or by the preference. */
export function reduced(): boolean {
  return preferences.reducedMotion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** cubic-bezier(.2, .8, .2, 1) closely enough for transitions that Svelte samples. */
const arriveEase = (t: number): number => 1 - (1 - t) ** 3.2;

/** When a card of the deal has come to rest: what is said about it waits for that. */
export const landed = (index: number): number => Math.max(0, index) * DEAL_APART + DEAL;

/** A card comes from the shoe. `index` is its place in the deal; `x`, `y` where the shoe is, in pixels from the card. */
export function deal(_node: Element, { index = 0, x = 260, y = -160 } = {}): TransitionConfig {
  if (reduced()) return { duration: 0 };
  return {
    delay: Math.max(0, index) * DEAL_APART,
    duration: DEAL,
    easing: arriveEase,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) rotate(${u * -14}deg); opacity: ${Math.min(1, t * 2)}`,
  };
}

/** Chips and panels arrive. */
export function arrive(_node: Element, { x = 0, y = 12, duration = MOVE, delay = 0 }: { x?: number; y?: number; duration?: number | undefined; delay?: number } = {}): TransitionConfig {
  if (reduced()) return { duration: 0 };
  return { delay, duration, easing: arriveEase, css: (t, u) => `transform: translate(${u * x}px, ${u * y}px); opacity: ${t}` };
}

/** cubic-bezier(.45, .05, .2, 1): what travels gathers speed before it comes to rest. */
function travelEase(t: number): number {
  const at = (one: number, two: number, s: number): number => 3 * one * s * (1 - s) ** 2 + 3 * two * s * s * (1 - s) + s ** 3;
  let low = 0;
  let high = 1;
  for (let halves = 0; halves < 16; halves += 1) {
    const middle = (low + high) / 2;
    if (at(0.45, 0.2, middle) < t) low = middle;
    else high = middle;
  }
  return at(0.05, 1, low);
}

/** A payment slides from the Dealer's tray, at the top of the felt, to its spot; wager by wager, `at` counted from 0. */
export function settle(node: Element, { at = 0 } = {}): TransitionConfig {
  if (reduced()) return { duration: 0 };
  const felt = node.closest(".felt-in")?.getBoundingClientRect();
  const own = node.getBoundingClientRect();
  const x = felt === undefined ? 0 : felt.left + felt.width / 2 - (own.left + own.width / 2);
  const y = felt === undefined ? -180 : felt.top - own.top;
  return { delay: at * SETTLE_APART, duration: SETTLE, easing: travelEase, css: (t, u) => `transform: translate(${u * x}px, ${u * y}px); opacity: ${Math.min(1, t * 8)}` };
}

/** With reduced motion, outlines the node for a second whenever `value` changes: `use:changed={value}`. */
export const changed: Action<HTMLElement, unknown> = (node, value) => {
  let last = value;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    update(next) {
      if (Object.is(next, last)) return;
      last = next;
      if (reduced()) outline(node, (made) => (clearTimeout(timer), (timer = made)));
    },
    destroy: () => clearTimeout(timer),
  };
};

function outline(node: HTMLElement, keep: (timer: ReturnType<typeof setTimeout>) => void): void {
  node.classList.add("changed");
  keep(setTimeout(() => node.classList.remove("changed"), 1000));
}
