import { untrack } from "svelte";
import { line } from "../../live/socket.svelte";
import { preferences } from "../../preferences.svelte";
import { t } from "../../strings/index.svelte";
import { short } from "../../money";
import type { BankedPage } from "../../wire";
import { ended } from "./felt";
import type { Playing } from "./playing.svelte";

// The guide through somebody's first hand: four cards, each at its moment, until they are done or skipped. Everything
// it says comes from the game at this table.

export class Guiding {
  /** The next card; those before it were read, or their moment has passed. */
  private next = $state(0);
  /** The round that somebody was guided through, once it is over. */
  private over: number | null = $state(null);

  constructor(private readonly play: Playing) {
    // The server leaves more time to somebody who reads, unless others wait; said anew after a break.
    let said = false;
    $effect(() => {
      if (!line.connected || (!this.running && !said)) return;
      said = this.running;
      untrack(() => play.wish(said ? "guided" : "unguided"));
    });
    // One hand, and no longer: it ends with the first chip of the next.
    $effect(() => {
      const { phase, round } = play.page.view;
      if (!this.running) return;
      if (momentOf(play.page).includes(LAST)) this.over = round;
      else if (phase === "betting" && this.over !== null && play.wentOn >= this.over) this.end();
    });
  }

  /** Whether somebody who plays is guided, be there a card at this moment or not. */
  get running(): boolean {
    return !preferences.guided && this.play.page.me !== "" && this.play.page.mine.length > 0;
  }

  /** The card of this moment, or null. */
  get step(): number | null {
    if (!this.running) return null;
    const at = this.over !== null && this.play.page.view.phase === "betting" ? [LAST] : momentOf(this.play.page);
    return at.find((one) => one >= this.next) ?? null;
  }

  /** What it says. */
  get words(): { title: string; text: string } {
    const step = this.step ?? 0;
    return wordsOf(this.play.page, step, this.play.following);
  }

  read(): void {
    const step = this.step;
    if (step === null) return;
    if (step >= LAST) this.end();
    else this.next = step + 1;
  }

  end(): void {
    preferences.guided = true;
  }

  again(): void {
    this.next = 0;
    this.over = null;
    preferences.guided = false;
  }
}

const LAST = 3;

/** Which cards belong to a moment of the round. */
function momentOf(page: BankedPage): number[] {
  if (ended(page)) return page.view.lines.some((line) => page.mine.includes(line.box)) ? [LAST] : [];
  if (page.view.phase === "betting") return page.ready ? [] : [0];
  return page.view.turn !== null && page.view.turn !== undefined && page.mine.includes(page.view.turn) ? [1, 2] : [];
}

export function wordsOf(page: BankedPage, step: number, next: { title: string; times: number } | undefined): { title: string; text: string } {
  const words = t.table.guide;
  const jackpot = page.view.limits.jackpot_wager;
  const open = page.view.dealer.filter((card) => card !== "??").length;
  const cards = [
    { title: words.ante, text: words.anteText(jackpot === null ? null : short(jackpot)) },
    { title: words.cards, text: words.cardsText(page.cards ?? 0, open, (page.board ?? []).length > 0) },
    { title: words.decide, text: next === undefined ? "" : words.decideText(next.title, t.table.ledger.fix(next.times)) },
    { title: words.why, text: words.whyText },
  ];
  return cards[step] ?? cards[0]!;
}
