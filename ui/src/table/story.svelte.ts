import { untrack } from "svelte";
import { hint, line } from "../live/socket.svelte";
import { ledger } from "../money";
import { reduced } from "../motion";
import { preferences } from "../preferences.svelte";
import { sound } from "../sound";
import { t } from "../strings/index.svelte";
import type { VerdictShown } from "../wire";
import { heardAt, type Told } from "./told";

// The end of a round as the server shows it, stage by stage: what the page does with it beside drawing what it is sent.
// The server keeps the pace, so that nothing here can know more than what lies open.

export type Tone = "win" | "lose" | "push";

/** The first line: what it came to. */
export function resultOf(verdict: VerdictShown): { words: string; tone: Tone } {
  const amount = ledger(Math.abs(verdict.net));
  switch (verdict.kind) {
    case "win":
      return { words: t.story.win(amount), tone: "win" };
    case "lose":
      return { words: t.story.lose(amount), tone: "lose" };
    case "stand_off":
      return { words: t.story.standOff, tone: "push" };
    case "back":
      return { words: t.story.back, tone: "push" };
    default:
      return { words: t.story.even, tone: "push" };
  }
}

/** For the polite live region. */
export const verdictSaid = (verdict: VerdictShown): string => t.story.said(resultOf(verdict).words, verdict.reason);

/** Follows a table's pages: tells the server how they are to be shown, and makes their sounds. */
export class Story {
  private before: Told | undefined;

  constructor(
    private readonly topic: () => string,
    private readonly page: () => Told,
  ) {
    // Said anew after a break: the server keeps it as long as somebody is there.
    $effect(() => {
      const wish = preferences.reducedMotion || reduced() ? "calm" : "lively";
      if (line.connected) void hint(this.topic(), wish);
    });
    $effect(() => {
      const now = this.page();
      const heard = untrack(() => heardAt(this.before, now));
      this.before = now;
      if (heard !== null) sound(heard);
    });
    // Nobody watches a page that is hidden: it shows the end when it is seen again.
    $effect(() => {
      const hidden = (): void => {
        if (document.hidden && this.page().reveal != null) this.showAll();
      };
      if (this.page().reveal != null) hidden();
      document.addEventListener("visibilitychange", hidden);
      return () => document.removeEventListener("visibilitychange", hidden);
    });
  }

  get showing(): boolean {
    return this.page().reveal != null;
  }

  showAll(): void {
    void hint(this.topic(), "show_all");
  }

  /** One key turns all sound off, or on. */
  toggleSound(): void {
    preferences.sound = !preferences.sound;
  }
}

/** The last page with a result, which stays in sight until its Player goes on: the first chip, Repeat, or leaving. */
export class Lasting<T extends Told> {
  private last: T | undefined = $state.raw(undefined);

  constructor(
    private readonly page: () => T,
    /** Whether the Player has gone on from that result. */
    private readonly wentOn: (last: T) => boolean,
  ) {
    $effect(() => {
      const now = this.page();
      if (now.verdict != null && now.reveal == null) untrack(() => (this.last = now));
    });
  }

  /** What the felt shows: the settled round as long as it stays, otherwise the page as it is. */
  get shown(): T {
    return this.stays && this.last !== undefined ? this.last : this.page();
  }

  get stays(): boolean {
    const now = this.page();
    const last = this.last;
    return last !== undefined && now.view.round === last.view.round + 1 && now.view.phase === "betting" && !this.wentOn(last);
  }

  /** The page whose verdict is no longer on the line, for a peek; until the next one's comes. */
  get peek(): T | null {
    const now = this.page();
    return this.last === undefined || this.stays || now.verdict != null || now.reveal != null ? null : this.last;
  }
}
