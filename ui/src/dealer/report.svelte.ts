import { tick } from "svelte";
import { http, LineDown, Refusal, type Refused } from "../live/http";
import { newKey } from "../live/socket.svelte";
import { typed } from "../money";
import { t } from "../strings/index.svelte";
import { NONE, type Question } from "./questions";
import type { Move, ReportAsked, RulingPreview, Slot, WagerName } from "../wire";

/** A moment for somebody who is still choosing. */
const PAUSE_MS = 120;

/** A report that is being put together, and what the server would rule on it. */
export class Report {
  name = $state("");
  facts: Record<string, string> = $state({});
  box: number | null = $state(null);
  /** The questions that were gone past without an answer. */
  passed: ReadonlySet<string> = $state.raw(new Set());
  wager = $state("");
  amount = $state("");
  player = $state("");
  reason = $state("");
  /** Null until somebody has chosen: the server's own suggestion holds till then. */
  slots: Slot[] | null = $state.raw(null);
  cards: { code: number; text: string }[] = $state.raw([]);
  move = $state("");
  to = $state("");
  preview: RulingPreview | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  busy = $state(false);
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private answered = 0;
  private key = newKey();

  constructor(private readonly table: () => string) {}

  choose(name: string): void {
    this.name = name;
    this.facts = {};
    this.box = null;
    this.passed = new Set();
    this.wager = this.amount = this.player = this.reason = this.move = this.to = "";
    this.slots = null;
    this.cards = [];
    this.preview = null;
    this.refusal = null;
  }

  /** The answer to a question that a digit or a press has given. Another box is asked about afresh. */
  answer(question: Question, value: string): void {
    if (["box", "boxes", "seat"].includes(question.name)) {
      const box = value === NONE ? null : Number(value);
      if (question.name === "box" && box !== this.box) {
        this.facts = {};
        this.wager = "";
      }
      this.box = box;
      this.passed = new Set([...this.passed, question.name]);
    } else if (question.name === "wager") this.wager = value;
    else if (question.name === "move") this.move = value;
    else if (question.fact) this.facts = { ...this.facts, [question.fact.name]: value };
  }

  get body(): ReportAsked {
    return {
      irregularity: this.name,
      facts: { ...this.facts },
      box: this.box,
      ...(this.wager ? { wager: this.wager as WagerName } : {}),
      amount: typed(this.amount),
      player: this.player.trim(),
      reason: this.reason.trim(),
      slots: this.slots ?? [],
      cards: this.cards.map((one) => one.code),
      ...(this.move ? { move: this.move as Move, to: typed(this.to) } : {}),
    };
  }

  /** Ask what would be ruled, once the choosing has come to rest. */
  ask(body: ReportAsked): void {
    clearTimeout(this.waiting);
    const asked = ++this.asked;
    this.waiting = setTimeout(() => void this.fetched(body, asked), PAUSE_MS);
  }

  /** Once the document has answered to all that was said: a key that comes earlier must not mean an older question. */
  async settled(): Promise<void> {
    await tick();
    while (this.answered < this.asked) await new Promise((resolve) => setTimeout(resolve, 8));
    await tick();
  }

  private async fetched(body: ReportAsked, asked: number): Promise<void> {
    try {
      const preview = await http.post<RulingPreview>(`/api/tables/${encodeURIComponent(this.table())}/rulings`, { report: body });
      if (asked !== this.asked) return;
      this.preview = preview;
      this.refusal = null;
      // What the table has come to know since is not said any more.
      const said = preview.facts.filter((one) => one.known && one.name in this.facts).map((one) => one.name);
      if (said.length > 0) this.facts = Object.fromEntries(Object.entries(this.facts).filter(([name]) => !said.includes(name)));
    } catch (error) {
      if (asked === this.asked) this.fail(error);
    } finally {
      this.answered = Math.max(this.answered, asked);
    }
  }

  /** True once it is reported. The same report sent again has the same key: nothing is done twice. */
  async send(): Promise<boolean> {
    const preview = this.preview;
    if (this.busy || preview?.ruling == null || (preview.needs_reason && this.reason.trim() === "")) return false;
    this.busy = true;
    try {
      const facts: Record<string, string> = {};
      for (const fact of preview.facts) if (!fact.known && fact.value && fact.value !== fact.recorded) facts[fact.name] = fact.value;
      const report = { ...this.body, facts, slots: this.slots ?? preview.slots };
      await http.post(`/api/tables/${encodeURIComponent(this.table())}/reports`, { key: this.key, report });
      this.key = newKey();
      return true;
    } catch (error) {
      this.fail(error);
      if (error instanceof Refusal) this.key = newKey();
      return false;
    } finally {
      this.busy = false;
    }
  }

  private fail(error: unknown): void {
    if (error instanceof Refusal) this.refusal = { reason: error.reason, sentence: error.sentence, cites: error.cites };
    else if (error instanceof LineDown) this.refusal = { reason: "line", sentence: t.common.failed, cites: [] };
    else throw error;
  }
}
