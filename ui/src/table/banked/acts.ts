/** What a press on the felt does; a felt without acts is only looked at. */
export interface FeltActs {
  /** For a spot that takes chips now, or gives them back. */
  spot(box: number, wager: string): { label: string; act: () => void; key?: string | undefined } | undefined;
  /** For a free box. */
  sit(box: number): (() => void) | undefined;
  /** For a box of mine without wagers. */
  stand(box: number): (() => void) | undefined;
  /** For a box of mine before its cards come: whether they stay face down, and the other way. */
  blind(box: number): { on: boolean; label: string; act: () => void } | undefined;
  /** For a hand that may be looked at. */
  look(box: number): (() => void) | undefined;
}
