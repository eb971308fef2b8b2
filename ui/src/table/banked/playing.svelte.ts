import { announce } from "../../announce.svelte";
import { Acting } from "../../live/acting.svelte";
import { hint } from "../../live/socket.svelte";
import { http, type Refused } from "../../live/http";
import { sound } from "../../sound";
import { t } from "../../strings/index.svelte";
import type { BankedPage, Placed } from "../../wire";
import * as offers from "./offers";

// What a Player does at a table, and what the page remembers of it: the chip in hand, the order in which he placed
// chips, and that the last wagers shall go down again when the next round opens.

interface Laid {
  box: number;
  wager: string;
  amount: number;
}

export class Playing {
  readonly acting: Acting;
  /** The chip in hand, in cents. */
  chip: number | null = $state(null);
  /** The round after which the wagers are to be repeated, once the next is open. */
  repeatAfter: number | null = $state(null);
  private laid: Laid[] = [];
  private round = 0;

  constructor(
    private readonly topic: () => string,
    private readonly seen: () => BankedPage,
  ) {
    this.acting = new Acting(topic);
  }

  get page(): BankedPage {
    return this.seen();
  }

  /** A new round forgets what was laid in the last one. */
  follow(round: number): void {
    if (round === this.round) return;
    this.round = round;
    this.laid = [];
  }

  place(box: number, wager: string): void {
    const stake = offers.stakeOn(this.page.options, box, wager);
    const amount = stake === undefined ? null : offers.amountFor(stake, this.chip);
    if (amount !== null) void this.lay([{ box, wager: wager as Placed["wager"], amount }]);
  }

  /** The coin: down where it is offered, else back. */
  toggle(box: number, wager: string): void {
    const back = offers.backFrom(this.page.options, box, wager);
    if (back !== undefined && back.whole > 0) void this.withdraw(box, wager, back.whole);
    else this.place(box, wager);
  }

  private async lay(wagers: readonly Placed[]): Promise<void> {
    const commands = wagers.map((one) => ({ type: "PlaceWager", box: one.box, wager: one.wager, amount: one.amount }));
    sound("chip");
    const answer = await this.acting.send(commands);
    if (answer.refused === null) this.laid.push(...wagers);
  }

  private async withdraw(box: number, wager: string, amount: number): Promise<void> {
    sound("chip");
    await this.acting.send([{ type: "WithdrawWager", box, wager, amount }]);
  }

  /** The last chips first; what came from another page or before a reload goes wager by wager. */
  takeBack(): void {
    const options = this.page.options;
    for (let last = this.laid.pop(); last !== undefined; last = this.laid.pop()) {
      const back = offers.backFrom(options, last.box, last.wager);
      if (back === undefined) continue;
      const amount = offers.takes(back, last.amount) ? last.amount : back.whole;
      if (amount > 0) return void this.withdraw(last.box, last.wager, amount);
    }
    const back = offers.backs(options).filter((one) => one.whole > 0).at(-1);
    if (back !== undefined) void this.withdraw(back.box, back.wager, back.whole);
  }

  /** Everything, the Ante of each box last: the others need it. */
  clear(): void {
    const backs = offers.backs(this.page.options);
    const held = this.page.view.boxes.flatMap((box) =>
      [...box.wagers].reverse().flatMap((wager) => {
        const own = wager.shares.filter((share) => share.player === this.page.me).reduce((sum, one) => sum + one.amount, 0);
        return own > 0 && backs.some((one) => one.box === box.box) ? [{ box: box.box, wager: wager.name, amount: own }] : [];
      }),
    );
    this.laid = [];
    if (held.length > 0) void this.acting.send(held.map((one) => ({ type: "WithdrawWager", ...one })));
  }

  get repeatable(): Placed[] {
    return offers.repeated(this.page.last, this.page);
  }

  /** At once where bets are taken, else as soon as they are. */
  repeat(): void {
    if (this.page.view.phase === "betting") {
      this.repeatAfter = null;
      void this.lay(this.repeatable);
    } else {
      this.repeatAfter = this.page.view.round;
      this.next();
    }
  }

  /** Called with every page: lays the wagers that were to be repeated. */
  opened(): void {
    if (this.repeatAfter === null || this.page.view.phase !== "betting") return;
    const after = this.repeatAfter;
    this.repeatAfter = null;
    if (this.page.view.round > after) void this.lay(this.repeatable);
  }

  next(): void {
    void this.wish("next");
  }

  ready(): void {
    void this.wish("ready");
  }

  sit(box: number): void {
    void this.wish("sit", box);
  }

  stand(box: number): void {
    void this.wish("stand", box);
  }

  private async wish(wish: "ready" | "sit" | "stand" | "next", box: number | null = null): Promise<void> {
    const refused = await hint(this.topic(), wish, box);
    if (refused !== null) this.acting.refusal = refused;
  }

  look(box: number): void {
    const option = offers.looks(this.page.options).find((one) => one.command.box === box);
    if (option !== undefined) this.send(option);
  }

  /** An option goes back as it came. */
  send(option: offers.Act): void {
    sound("card");
    void this.acting.send([option.command]);
  }

  async refill(): Promise<void> {
    try {
      await http.post("/api/session/refill");
    } catch (error) {
      const refused = error as Partial<Refused>;
      this.acting.refusal = { reason: refused.reason ?? "", sentence: refused.sentence ?? t.common.failed, cites: refused.cites ?? [] };
    }
  }

  say(sentence: string): void {
    if (sentence !== "") void announce(sentence);
  }
}
