import { announce } from "../../announce.svelte";
import { Acting } from "../../live/acting.svelte";
import { hint } from "../../live/socket.svelte";
import { http, type Refused } from "../../live/http";
import { short } from "../../money";
import { sound } from "../../sound";
import { t } from "../../strings/index.svelte";
import type { BankedPage, Placed } from "../../wire";
import * as offers from "./offers";

// What a Player does at a table, and what the page remembers of it: the chip in hand, the box in view, the order in
// which chips were placed, and that the last wagers shall go down again when the next round opens.

interface Laid {
  box: number;
  wager: string;
  amount: number;
}

export class Playing {
  readonly acting: Acting;
  /** The chip in hand, in cents. */
  chip: number | null = $state(null);
  /** The last round whose result its Player has gone on from: by a chip, by repeating, by asking for the next round. */
  wentOn = $state(0);
  /** The round after which the wagers are to be repeated, once the next is open. */
  repeatAfter: number | null = $state(null);
  /** What was said last about a chip: why it cannot be placed, or that the least was placed instead. */
  said = $state("");
  /** The box of mine that was chosen, by key or by a press; the one that decides comes before it. */
  private chosen: number | null = $state(null);
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
    this.said = "";
  }

  /** The box of mine that keys act on, and that is shown in full where not all of them can be. */
  get current(): number | undefined {
    const options = this.page.options;
    const decides = (offers.choices(options)[0] ?? offers.answers(options)[0])?.command.box;
    const mine = this.page.mine;
    return this.chosen !== null && mine.includes(this.chosen) ? this.chosen : (decides ?? mine[0]);
  }

  choose(box: number): void {
    this.chosen = box;
  }

  /** Another decision is asked for: its box comes first again. */
  turned(): void {
    this.chosen = null;
  }

  /** The next of my boxes at the left or right of the screen; box 1 is at the right edge. */
  step(by: 1 | -1): void {
    const mine = this.page.mine;
    const at = mine.indexOf(this.current ?? 0);
    const next = mine[(at + by + mine.length) % mine.length];
    if (next !== undefined) this.chosen = next;
  }

  /** The wager that a hand is asked for first, or can only be given up. */
  get following(): { title: string; times: number } | undefined {
    const spot = this.page.layout.find((one) => !one.first && (one.times_ante ?? 0) > 0);
    return spot === undefined ? undefined : { title: spot.title, times: spot.times_ante ?? 0 };
  }

  /** "200 kept ready for your BET". */
  get keptSaid(): string {
    const kept = this.page.kept ?? 0;
    const next = this.following;
    return kept === 0 || next === undefined ? "" : t.table.bet.kept(short(kept), next.title);
  }

  /** "Your money does not reach to Turn and River": they are not kept ready, and a hand may be played without them. */
  get shortSaid(): string {
    const { layout, view, me, balance, kept } = this.page;
    const further = layout.filter((one) => !one.first && (one.times_ante ?? 0) > 0).slice(1);
    const antes = view.boxes.filter((box) => box.player === me).reduce((sum, box) => sum + (box.wagers.find((one) => one.name === "ante")?.amount ?? 0), 0);
    const needed = further.reduce((sum, one) => sum + antes * (one.times_ante ?? 0), 0);
    return needed === 0 || balance - (kept ?? 0) >= needed ? "" : t.table.bet.notReach(further.map((one) => one.title), short(needed), short(Math.max(0, balance - (kept ?? 0))));
  }

  /** Why no spot of mine takes that chip now; empty where one does. */
  unfit(cents: number): string {
    const page = this.page;
    const own = offers.stakes(page.options).filter((stake) => page.mine.includes(stake.box));
    if (offers.usable(own, [cents]).length > 0) return "";
    const limits = page.view.limits;
    const next = this.following;
    const lies = Math.max(0, ...page.view.boxes.filter((box) => box.player === page.me).map((box) => box.wagers.find((one) => one.name === "ante")?.amount ?? 0));
    if (lies + cents > limits.maximum) return t.table.bet.most(short(limits.maximum));
    if (next !== undefined && cents <= page.balance) return t.table.bet.needs(short(cents), short(cents * next.times), next.title);
    return cents > page.balance ? t.table.bet.money(short(page.balance)) : t.table.bet.noSpot(short(cents));
  }

  /** A chip goes in hand; one that cannot be placed says why instead. */
  take(cents: number): void {
    const why = this.unfit(cents);
    this.said = why;
    this.goOn();
    if (why === "") this.chip = cents;
    else this.say(why);
  }

  place(box: number, wager: string): void {
    const stake = offers.stakeOn(this.page.options, box, wager);
    const amount = stake === undefined ? null : offers.amountFor(stake, this.chip);
    this.chosen = box;
    if (amount === null) return;
    const raised = stake !== undefined && this.chip !== null && stake.least < stake.most && amount > this.chip;
    this.said = raised ? t.table.bet.raised(short(amount), this.page.layout.find((one) => one.wager === wager)?.title ?? wager) : "";
    if (raised) this.say(this.said);
    void this.lay([{ box, wager: wager as Placed["wager"], amount }]);
  }

  /** The coin: down where it is offered, else back. */
  toggle(box: number, wager: string): void {
    const back = offers.backFrom(this.page.options, box, wager);
    if (back !== undefined && back.whole > 0) void this.withdraw(box, wager, back.whole);
    else this.place(box, wager);
  }

  private goOn(): void {
    const { phase, round } = this.page.view;
    this.wentOn = phase === "betting" ? round - 1 : round;
  }

  private async lay(wagers: readonly Placed[]): Promise<void> {
    this.goOn();
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
    this.said = "";
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
    this.said = "";
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
    this.goOn();
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

  async wish(wish: "ready" | "sit" | "stand" | "next" | "guided" | "unguided", box: number | null = null): Promise<void> {
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
