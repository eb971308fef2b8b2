// What is left on a clock, counted down here between two pages of the server.

const TICK_MS = 200;

/** Call it while a component is being made; null is no clock. */
export function secondsLeft(clock: () => { remaining: number } | null | undefined): { readonly value: number | null } {
  let left = $state(0);
  let runs = $state(false);
  $effect(() => {
    const current = clock();
    runs = current !== null && current !== undefined;
    if (current === null || current === undefined) return;
    const end = performance.now() + current.remaining;
    left = current.remaining;
    const timer = setInterval(() => (left = Math.max(0, end - performance.now())), TICK_MS);
    return () => clearInterval(timer);
  });
  return {
    get value() {
      return runs ? Math.ceil(left / 1000) : null;
    },
  };
}
