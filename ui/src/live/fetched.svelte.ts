import { LineDown, Refusal, http, type Refused } from "./http";

// What a page asks for once over HTTP, again when what it asks for changes. Called while a component is being made.

export class Fetched<T> {
  found: T | undefined = $state.raw();
  /** The server's sentence. */
  refusal: Refused | null = $state.raw(null);
  /** The server could not be reached. */
  failed = $state(false);
  busy = $state(false);
  private times = $state(0);

  /** `path` is null while there is nothing to ask; `again` says after how many milliseconds to ask once more, 0 for never. */
  constructor(path: () => string | null, again: (found: T) => number = () => 0) {
    $effect(() => {
      const asked = path();
      void this.times;
      if (asked === null) return;
      const stop = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      this.busy = true;
      void http
        .get<T>(asked, stop.signal)
        .then((found) => {
          this.settle(found, null, false);
          const after = again(found);
          if (after > 0) timer = setTimeout(() => (this.times += 1), after);
        })
        .catch((wrong: unknown) => {
          if (stop.signal.aborted) return;
          if (wrong instanceof Refusal) this.settle(undefined, wrong, false);
          else if (wrong instanceof LineDown) this.settle(this.found, null, true);
          else throw wrong;
        });
      return () => {
        stop.abort();
        clearTimeout(timer);
      };
    });
  }

  private settle(found: T | undefined, refusal: Refused | null, failed: boolean): void {
    this.found = found;
    this.refusal = refusal;
    this.failed = failed;
    this.busy = false;
  }

  retry(): void {
    this.times += 1;
  }
}
