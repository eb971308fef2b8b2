import { LineDown, Refusal, http } from "../live/http";
import type { DeskAnswer, DeskAsked, DeskFound, DeskSearch } from "../wire";

/** The question that a person puts to the rule desk, and the last answer to it. */
export class RuleDesk {
  /** The words of the floor, as they are typed. */
  words = $state("");
  game = $state("");
  table = $state("");
  stage = $state("");
  irregularity = $state("");
  facts: Record<string, string> = $state.raw({});
  box: number | null = $state(null);
  wager = $state("");
  amount: number | null = $state(null);
  player = $state("");
  found: DeskFound[] = $state.raw([]);
  answer: DeskAnswer | undefined = $state.raw();
  failed = $state(false);
  private asked = 0;

  /** Another document or table: the words stay, what was answered there does not count here. */
  at(game: string, table: string): void {
    this.game = game;
    this.table = table;
    this.choose(this.irregularity);
  }

  /** Another irregularity: its facts are its own. */
  choose(irregularity: string): void {
    this.irregularity = irregularity;
    this.facts = {};
    this.box = null;
    this.wager = "";
    this.amount = null;
    this.player = "";
    this.answer = undefined;
  }

  get body(): DeskAsked {
    return {
      irregularity: this.irregularity,
      game: this.table === "" ? this.game : "",
      table: this.table,
      stage: this.table === "" ? this.stage : "",
      facts: this.facts,
      box: this.box,
      wager: this.wager === "" ? null : this.wager,
      amount: this.amount,
      player: this.player.trim(),
    };
  }

  /** The latest question counts; an earlier answer that comes after it is dropped. */
  async ask(body: DeskAsked): Promise<void> {
    const number = ++this.asked;
    try {
      const answer = await http.post<DeskAnswer>("/api/rule-desk", body);
      if (number === this.asked) this.answer = answer;
      this.failed = false;
    } catch (wrong) {
      if (!(wrong instanceof LineDown || wrong instanceof Refusal)) throw wrong;
      if (number === this.asked) this.failed = true;
    }
  }

  /** Finds what the words may mean, and takes the first of it. */
  async search(game: string, words: string): Promise<void> {
    const number = ++this.asked;
    try {
      const { found } = await http.get<DeskSearch>(`/api/rule-desk/${encodeURIComponent(game)}/search?words=${encodeURIComponent(words)}`);
      if (number !== this.asked) return;
      this.found = found;
      this.failed = false;
      const first = found[0];
      if (first !== undefined && first.irregularity !== this.irregularity) this.choose(first.irregularity);
    } catch (wrong) {
      if (!(wrong instanceof LineDown || wrong instanceof Refusal)) throw wrong;
      if (number === this.asked) this.failed = true;
    }
  }
}
