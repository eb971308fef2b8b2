// Short news that needs no answer. What needs one is a Ruling, a Refusal or a dialog.

export type Tone = "plain" | "win" | "warn" | "alarm";

export interface Toast {
  id: number;
  text: string;
  tone: Tone;
}

const SHOWN_MS = 6000;
let next = 1;

export const toasts: Toast[] = $state([]);

export function toast(text: string, tone: Tone = "plain"): void {
  const id = next++;
  toasts.push({ id, text, tone });
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
