/** The time of day for "3 min ago": looked at twice a minute. Call it while a component is being made. */
export function watchClock(): { readonly now: number } {
  let now = $state(Date.now());
  $effect(() => {
    const timer = setInterval(() => (now = Date.now()), 30_000);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
