import { getContext, setContext, untrack } from "svelte";
import type { RuleFound } from "../wire";
import { http } from "./http";

// A paragraph that somebody asked about. One at a time: the panel of the page shows it, or the sheet where there is none.

interface Asked {
  rulebook: string;
  paragraph: string;
  /** Every paragraph behind the same mark, this one among them. */
  all: readonly string[];
  /** A quiet mark: what it says stands beside it. */
  mark: HTMLElement | null;
}

class Cites {
  asked: Asked | null = $state.raw(null);
  found: RuleFound | null = $state.raw(null);
  failed = $state(false);
  /** How many panels are on the page; without one the sheet shows the paragraph. */
  panels = $state(0);

  private readonly known = new Map<string, RuleFound>();
  private from: HTMLElement | null = null;

  async open(rulebook: string, paragraph: string, from: HTMLElement | null = null): Promise<void> {
    this.from = from;
    await this.show({ rulebook, paragraph, all: [paragraph], mark: null });
  }

  /** From a quiet mark, which may stand for several. */
  async openMark(rulebook: string, all: readonly string[], mark: HTMLElement): Promise<void> {
    this.from = mark;
    await this.show({ rulebook, paragraph: all[0] ?? "", all, mark });
  }

  /** Another paragraph behind the same mark. */
  async turn(paragraph: string): Promise<void> {
    if (this.asked !== null) await this.show({ ...this.asked, paragraph });
  }

  private async show(asked: Asked): Promise<void> {
    const { rulebook, paragraph } = asked;
    const name = `${rulebook} ${paragraph}`;
    this.asked = asked;
    this.failed = false;
    this.found = this.known.get(name) ?? null;
    if (this.found !== null) return;
    try {
      const path = `/api/rules/${encodeURIComponent(rulebook)}/${encodeURIComponent(paragraph)}`;
      const found = await http.get<RuleFound>(path);
      this.known.set(name, found);
      if (this.asked === asked) this.found = found;
    } catch {
      if (this.asked === asked) this.failed = true;
    }
  }

  // Read and written in one go would make the panel's own effect depend on what it writes.
  enter(): void {
    untrack(() => (this.panels += 1));
  }

  leave(): void {
    untrack(() => (this.panels -= 1));
  }

  /** The focus goes back to where it was asked for; not where something else was pressed. */
  close(back = true): void {
    this.asked = null;
    this.found = null;
    this.failed = false;
    if (back) this.from?.focus();
    this.from = null;
  }
}

export const cites = new Cites();

/** "3.14.1" is printed ¶3.14.1, the interpretation "I7" is printed I-7. */
export function printedCite(number: string): string {
  const interpretation = /^I-?(\d+)$/.exec(number);
  return interpretation ? `I-${interpretation[1]}` : `¶${number}`;
}

const RULEBOOK = Symbol("rulebook");
const QUIET = Symbol("quiet");

/** A page says once whose paragraphs its citations are; a function, because a page may change its table. */
export function setRulebook(rulebook: () => string): void {
  setContext(RULEBOOK, rulebook);
}

export function getRulebook(): (() => string) | undefined {
  return getContext<(() => string) | undefined>(RULEBOOK);
}

/** A page says once that its citations are one quiet mark a line: a Player's table, where numbers would distract. */
export function setQuiet(): void {
  setContext(QUIET, true);
}

export function getQuiet(): boolean {
  return getContext<boolean | undefined>(QUIET) ?? false;
}
