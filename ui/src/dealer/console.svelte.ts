import { announce } from "../announce.svelte";
import { Acting } from "../live/acting.svelte";
import { cardName } from "../parts/cardName";
import { t } from "../strings/index.svelte";
import type { Slot } from "../wire";
import { typedKey } from "./typing";
import { watches, type Desk, type Offered } from "./types";

// Cards come from the keypad, from the keyboard, or from a scanner that types like one. They are entered one after the
// other: what a card is for (the next place, a hand that is turned, a slip) is known once the one before it is in.

/** A scanner ends a card with Enter; that Enter presses nothing. */
const SCANNER_MS = 250;

export type Sheet = "" | "report" | "slip";

export class Console {
  sheet: Sheet = $state("");
  /** A rank that was typed and waits for its suit. */
  rank = $state("");
  /** What was entered last, for a look at it; cards that lie face down are not sent back by the server. */
  last: { text: string; slot: Slot; round: number } | null = $state.raw(null);
  /** Cards of a hand that is shown whole, as far as they are entered. */
  shown: number[] = $state.raw([]);
  /** Where cards go instead of the table: to an open sheet. */
  taker: ((code: number, text: string) => void) | null = $state.raw(null);
  readonly acting: Acting;
  private queue: number[] = [];
  private pumping = false;
  private typedAt = 0;

  constructor(
    topic: () => string,
    private readonly read: () => Desk | undefined,
  ) {
    this.acting = new Acting(topic);
  }

  get desk(): Desk | undefined {
    return this.read();
  }

  /** What comes next by one press, if that is an announcement or a turn of cards. */
  get main(): Offered | undefined {
    return this.desk?.offers.find((offer) => offer.main);
  }

  /** A sheet that is open has the whole keyboard: no card is dealt behind it. */
  get takesCards(): boolean {
    return this.taker !== null || (this.sheet === "" && (this.desk?.entering ?? null) !== null);
  }

  open(sheet: Sheet): void {
    this.sheet = this.sheet === sheet ? "" : sheet;
    this.taker = null;
    this.rank = "";
  }

  close(): void {
    this.sheet = "";
    this.taker = null;
    this.rank = "";
  }

  async send(command: Record<string, unknown>): Promise<boolean> {
    const answer = await this.acting.send([command]);
    return answer.refused === null;
  }

  /** What was entered last is what it was corrected to. */
  corrected(slot: Slot, text: string, round: number): void {
    if (this.last?.slot.place !== slot.place || this.last.slot.index !== slot.index) return;
    this.last = text === "??" ? null : { text, slot, round };
  }

  /** Space: the card goes down unseen, or the next announcement is made. */
  next(): void {
    if (this.sheet !== "") return;
    const entering = this.desk?.entering;
    if (entering?.what === "deal") {
      if (entering.down) this.enter(entering.unseen);
    } else if (this.main !== undefined && !this.acting.busy && this.desk !== undefined && !watches(this.desk)) {
      void this.send(this.main.command);
    }
  }

  /** A card by its code. */
  enter(code: number): void {
    const text = this.desk?.keys.find((key) => key.code === code)?.text ?? "??";
    this.rank = "";
    if (this.taker !== null) return this.taker(code, text);
    if (!this.takesCards) return;
    this.queue.push(code);
    void this.pump();
  }

  /** A key that may be half of a card; true when it was. */
  type(key: string): boolean {
    if (!this.takesCards) return false;
    const typed = typedKey(this.rank, key);
    if (typed === null) return false;
    this.rank = typed.rank;
    const code = this.desk?.keys.find(({ text }) => text === typed.card)?.code;
    if (code !== undefined) {
      this.typedAt = performance.now();
      this.enter(code);
    }
    return true;
  }

  /** Whether an Enter belongs to a card that was just scanned. */
  get scanned(): boolean {
    return performance.now() - this.typedAt < SCANNER_MS;
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      for (let code = this.queue.shift(); code !== undefined; code = this.queue.shift()) {
        if (!(await this.put(code))) this.queue = [];
      }
    } finally {
      this.pumping = false;
    }
  }

  private async put(code: number): Promise<boolean> {
    const desk = this.desk;
    const entering = desk?.entering;
    const slot = entering?.slots[entering.what === "show" ? this.shown.length : 0];
    if (!desk || !entering || !slot) return false;
    const text = desk.keys.find((key) => key.code === code)?.text ?? "??";
    if (entering.what === "show") return this.collect(desk, code, entering.slots.length, slot);
    const before = desk.face.version;
    const done = await this.send(
      entering.what === "deal" ? { type: "DealCards", cards: [code] } : { type: "CorrectCard", place: slot.place, index: slot.index, card: code },
    );
    if (!done) return false;
    this.last = code === entering.unseen ? null : { text, slot, round: desk.round };
    if (code !== entering.unseen) void announce(t.dealer.entered(cardName(text), t.dealer.slot(slot.place, slot.index, desk.kind === "poker")));
    await this.moved(before);
    return true;
  }

  /** The hand of a seat is shown whole: the cards are kept until all are there. */
  private async collect(desk: Desk, code: number, size: number, slot: Slot): Promise<boolean> {
    this.shown = [...this.shown, code];
    if (this.shown.length < size) return true;
    const cards = this.shown;
    this.shown = [];
    const done = await this.send({ type: "ShowHand", seat: Number(slot.place), cards });
    if (done) await this.moved(desk.face.version);
    return done;
  }

  /** The page that shows what was just done. */
  private async moved(version: number): Promise<void> {
    const until = performance.now() + 2000;
    while (this.desk?.face.version === version && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
  }
}
