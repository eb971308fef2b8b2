import { untrack } from "svelte";
import type { Action } from "svelte/action";
import { preferences } from "./preferences.svelte";

// Single keys act only while the focus is inside the element that registered them, or on nothing at all after that
// element had it. So a stray key can place no wager, and a screen reader's own keys stay its own.

export interface Key {
  /** As KeyboardEvent.key says it: "f", " ", "ArrowUp". Letters in lower case. */
  key: string;
  /** From the catalogue; the list of keys shows it. */
  label: string;
  act: () => void;
}

interface Registered {
  node: HTMLElement;
  keys: Key[];
}

let registered: Registered[] = $state.raw([]);
/** The element that last had the focus; a click on bare felt puts the focus on the body and means the same table. */
let last: HTMLElement | null = null;

class KeyList {
  open = $state(false);
  /** Starts the guide of the page, where it has one. */
  guide: (() => void) | null = $state.raw(null);
  get all(): Key[] {
    return registered.flatMap((one) => one.keys);
  }
}

export const keyList = new KeyList();

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input:not([type=range]), select, textarea, [contenteditable]") !== null;

const BUTTONS = "button, a, summary, [role=button], [role=radio]";
/** The button that mouse or finger pressed last: it keeps the focus, but whoever goes on by keyboard means the table. */
let pointed: Element | null = null;

/** Space and Enter on a button or link that the keyboard has come to press it; they are no table key then. */
function presses(event: KeyboardEvent): boolean {
  if ((event.key !== " " && event.key !== "Enter") || !(event.target instanceof HTMLElement)) return false;
  const button = event.target.closest(BUTTONS);
  return button !== null && button !== pointed;
}

/** Nothing has the focus: the page was just opened, or bare felt was clicked. */
const nowhere = (target: EventTarget | null): boolean => target === document.body || (target instanceof Element && target.tagName === "MAIN");

function found(event: KeyboardEvent): Key | undefined {
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A dialog over the table has its own keys: the Esc that closes it does not leave the table as well.
  const dialog = event.target instanceof Element ? event.target.closest("dialog[open]") : null;
  // A part of a page may have keys of its own beside the page's: whoever is in the part, or nowhere on the page, has both.
  const holders = registered.filter(({ node }) =>
    nowhere(event.target) ? last?.contains(node) : event.target instanceof Node && node.contains(event.target) && (dialog === null || dialog.contains(node)),
  );
  const inner = [...holders].sort((one, other) => (one.node.contains(other.node) ? 1 : -1));
  return inner.flatMap((one) => one.keys).find(({ key }) => key === pressed);
}

/** Called once by App.svelte; returns what takes it away again. */
export function listen(): () => void {
  function down(event: KeyboardEvent): void {
    if (event.key === "Tab") pointed = null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
    if (event.key === "?") {
      event.preventDefault();
      keyList.open = true;
      return;
    }
    if (!preferences.keys || event.repeat || presses(event)) return;
    const key = found(event);
    if (key === undefined) return;
    event.preventDefault();
    key.act();
  }
  function point(event: PointerEvent): void {
    pointed = event.target instanceof Element ? event.target.closest(BUTTONS) : null;
  }
  addEventListener("keydown", down);
  addEventListener("pointerdown", point);
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("pointerdown", point);
  };
}

/** `<section tabindex="-1" use:keys={[{ key: "f", label: t.table.fold, act: fold }]}>`. Until something else is focused, a new page's
    table has the keys. */
export const keys: Action<HTMLElement, Key[]> = (node, list) => {
  const entered = (): void => void (last = node);
  node.addEventListener("focusin", entered);
  registered = [...registered, { node, keys: list }];
  if (nowhere(document.activeElement)) last = node;
  return {
    update(next) {
      // Read and written in one go would make the caller's effect depend on what it writes.
      untrack(() => (registered = registered.map((one) => (one.node === node ? { node, keys: next } : one))));
    },
    destroy() {
      node.removeEventListener("focusin", entered);
      registered = registered.filter((one) => one.node !== node);
      if (last === node) last = null;
    },
  };
};
