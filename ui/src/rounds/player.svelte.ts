// Where a replay stands: a step that moves by hand, or by itself.

const APART_MS = 1400;

export class Player {
  at = $state(0);
  playing = $state(false);

  constructor(private readonly count: () => number) {
    // A step after the other while it plays; a change by hand starts the wait anew.
    $effect(() => {
      if (!this.playing) return;
      const at = this.at;
      const timer = setTimeout(() => {
        if (at >= this.last) this.playing = false;
        else this.at = at + 1;
      }, APART_MS);
      return () => clearTimeout(timer);
    });
  }

  get last(): number {
    return Math.max(0, this.count() - 1);
  }

  go(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.last);
  }

  toggle(): void {
    if (!this.playing && this.at >= this.last) this.at = 0;
    this.playing = !this.playing;
  }
}
