import type { Key } from "../keys.svelte";
import { printed } from "../money";
import { t } from "../strings/index.svelte";

/** Keys 1 to 8 for the chips of a Tray, in its order. */
export function trayKeys(values: readonly number[], choose: (cents: number) => void): Key[] {
  return values.slice(0, 8).map((cents, at) => ({ key: String(at + 1), label: t.money.chip(printed(cents)), act: () => choose(cents) }));
}
