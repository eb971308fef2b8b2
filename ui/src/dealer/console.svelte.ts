import { announce } from "../announce.svelte";
import { Acting } from "../live/acting.svelte";
import { http, LineDown, Refusal } from "../live/http";
import { newKey } from "../live/socket.svelte";
import { cardName } from "../parts/cardName";
import { t } from "../strings/index.svelte";
import type { Answer, CardKey, Lying, Slot, WagersEntered } from "../wire";
import { inTurn, keyOf, mainOf, naming, offered, placeOf, press, type Act, type Command, type Held, type Memory, type Said } from "./grammar";
import { watches, type Desk } from "./types";
import { told } from "./words";

// The keys of the table, one after the other: what a key means is known once the page shows what the one before it did.
// Keyboard, screen and card reader come in here alike; the grammar says what they mean, this carries it out.

/** The longest that the console waits for the page of what was just done. */
const PATIENCE_MS = 3000;
/** How often an entry is sent before the line is called broken. */
const TRIES = 3;

export type Sheet = "" | "report" | "slip" | "more" | "back" | "fill";

/** What was said last, or why it was not done. */
export interface Echo {
  text: string;
  cites: readonly string[];
  refused: boolean;
}

/** What a report begins with: what is known when it is opened. */
export interface Begins {
  name: string;
  box: number | null;
  move: string;
  wager: string;
  amount: number | null;
  player: string;
}
export const AFRESH: Begins = { name: "", box: null, move: "", wager: "", amount: null, player: "" };

/** What the tape held before a key and after it, what waited for its turn before it, and what was said. */
interface Entry {
  round: number;
  from: number;
  to: number;
  held: Held;
  words: string;
}

export class Console {
  sheet: Sheet = $state("");
  line = $state("");
  echo: Echo | null = $state.raw(null);
  /** Decisions that were said and wait for their turn, by box. */
  held: Held = $state.raw(new Map());
  /** Who was said to be at a box. */
  owners: ReadonlyMap<number, string> = $state.raw(new Map());
  /** Where the stream of cards goes on, if not at the next place. */
  place = $state("");
  /** The box that is paid now, or shown in full. */
  focus: number | null = $state(null);
  /** Cards that were seen where they should be face down. */
  exposed: readonly (Slot & { text: string })[] = $state.raw([]);
  /** What was entered last, for a look at it; cards that lie face down are not sent back by the server. */
  last: { text: string; slot: Slot } | null = $state.raw(null);
  busy = $state(false);
  /** Where cards go instead of the table: to an open sheet. */
  taker: ((code: number, text: string) => void) | null = $state.raw(null);
  /** What a report begins with, if a key has said so. */
  begins: Begins = $state.raw(AFRESH);
  readonly acting: Acting;
  private queue: string[] = [];
  private ahead: string[] = [];
  private pumping = false;
  private round = 0;
  private dealer = "";
  /** Why the last entry was refused. */
  private why = "";
  /** What each key here has brought to the tape, the latest last: what one key did, one key takes back. */
  private entries: readonly Entry[] = [];

  constructor(
    private readonly topic: () => string,
    private readonly read: () => Desk | undefined,
  ) {
    this.acting = new Acting(topic);
  }

  get desk(): Desk | undefined {
    return this.read();
  }

  get memory(): Memory {
    return { held: this.held, owners: this.owners, place: this.place };
  }

  private get path(): string {
    return `/api/tables/${encodeURIComponent(this.desk?.face.table ?? this.topic().slice("dealer:".length))}`;
  }

  open(sheet: Sheet): void {
    this.sheet = this.sheet === sheet ? "" : sheet;
    if (this.echo?.refused) this.echo = null; // what was refused before is nothing that this sheet says
    this.taker = null;
    this.line = "";
    this.ahead = this.sheet === "report" ? this.queue : [];
    this.queue = [];
  }

  /** The keys that came before the sheet did. */
  handed(): readonly string[] {
    const keys = this.ahead;
    this.ahead = [];
    return keys;
  }

  close(): void {
    this.sheet = "";
    this.taker = null;
    this.line = "";
  }

  /** The page has changed: what was remembered for what is over is forgotten, and what was held and is due is entered. */
  refresh(): void {
    const desk = this.desk;
    if (desk === undefined) return;
    if (desk.dealer !== this.dealer) {
      this.round = -1; // whoever was here before has left nothing
      this.line = "";
      this.echo = null;
    }
    if (desk.round !== this.round) {
      [this.round, this.dealer] = [desk.round, desk.dealer];
      this.held = this.kept();
      this.owners = new Map();
      this.exposed = [];
      this.last = null;
      this.focus = null;
      this.entries = [];
    }
    const held = new Map([...this.held].filter(([box]) => desk.rows.some((row) => row.number === box && row.to_decide)));
    if (held.size !== this.held.size) this.hold(held);
    if (this.place !== "" && !desk.entering?.slots.some((slot) => slot.place === this.place)) this.place = "";
    if (!this.pumping && this.held.size > 0) this.type("");
  }

  /** What was said and waits outlives a reload of the page, for the same Dealer in the same round. */
  private get keptAs(): string {
    return JSON.stringify(["croupier.held", this.topic(), this.dealer, this.round]);
  }

  private hold(held: Held): void {
    this.held = held;
    if (held.size > 0) sessionStorage.setItem(this.keptAs, JSON.stringify([...held]));
    else sessionStorage.removeItem(this.keptAs);
  }

  private kept(): Held {
    return new Map(JSON.parse(sessionStorage.getItem(this.keptAs) ?? "[]") as (readonly [number, Said])[]);
  }

  /** The keypad: struck is what lies open, and what was typed here and still lies there: whoever typed it has seen it. */
  keys(desk: Desk): readonly CardKey[] {
    const lies = ({ place, index }: Slot): boolean => desk.rows.some((row) => row.place === place && (row.slots[index]?.card ?? "") !== "");
    const typed = [...this.exposed.filter(lies).map((one) => one.text), ...(this.last !== null && lies(this.last.slot) ? [this.last.text] : [])];
    return desk.keys.map((key) => (typed.includes(key.text) ? { ...key, used: true } : key));
  }

  /** What was entered last is what it was corrected to. */
  corrected(slot: Slot, text: string): void {
    if (this.last?.slot.place === slot.place && this.last.slot.index === slot.index) this.last = { text, slot };
    this.exposed = this.exposed.map((one) => (one.place === slot.place && one.index === slot.index ? { ...one, text } : one));
    this.say({ text: t.dealer.entered(cardName(text), t.dealer.slot(slot.place, slot.index, this.desk?.kind === "room")), cites: [], refused: false });
  }

  /** A key of the keyboard or of the screen. While a sheet is open it only completes cards that the sheet asked for. */
  type(key: string): void {
    if (this.sheet !== "") return this.typeForSheet(key);
    this.queue.push(key);
    void this.pump();
  }

  /** A button that stands for several keys, or for one. */
  typeAll(...keys: string[]): void {
    for (const key of keys) this.type(key);
  }

  /** Something that a button does and no key says. */
  async send(...commands: Command[]): Promise<boolean> {
    this.busy = true;
    try {
      return await this.enter("entries", { commands });
    } finally {
      this.busy = false;
    }
  }

  /** A supervisor is called to the table; who calls again is told that they have. */
  async call(): Promise<void> {
    if (await this.send({ type: "CallSupervisor" })) this.say({ text: t.dealer.called, cites: [], refused: false });
  }

  private typeForSheet(key: string): void {
    if (this.taker === null) return;
    const pressed = keyOf(key).toUpperCase();
    if (pressed === "0" && this.line === "1") this.line = "T";
    else if ("123456789TJQKA".includes(pressed) && pressed !== "") this.line = pressed;
    else if ("SHDC".includes(pressed) && pressed !== "" && this.line !== "") {
      const text = `${this.line}${pressed.toLowerCase()}`;
      const code = this.desk?.keys.find((one) => one.text === text)?.code;
      this.line = "";
      if (code !== undefined) this.taker(code, text);
    }
  }

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    try {
      for (let key = this.queue.shift(); key !== undefined; key = this.queue.shift()) {
        const goesOn = key === "" ? await this.flush() : await this.pressed(key);
        if (!goesOn) this.queue = [];
      }
    } finally {
      this.pumping = false;
    }
  }

  private async pressed(key: string): Promise<boolean> {
    const desk = this.desk;
    if (desk === undefined || watches(desk)) return false;
    const made = press(desk, this.memory, this.line, key);
    this.line = made.line;
    if (made.refused !== undefined) {
      const { why, what = "" } = made.refused;
      this.say({ text: t.dealer.why[why]?.(what) ?? t.dealer.why["nothing"]!(what), cites: [], refused: true });
      return false;
    }
    if (made.act === undefined) {
      if (this.echo?.refused) this.echo = null;
      return true;
    }
    this.echo = null;
    this.busy = true;
    const before = { round: desk.round, from: desk.tape.length, held: this.held };
    try {
      return await this.carryOut(desk, made.act);
    } finally {
      this.busy = false;
      if (made.act.do !== "back") this.note(before);
    }
  }

  /** Remembers what a key has done, if it has entered something or said something that waits. */
  private note({ round, from, held }: Pick<Entry, "round" | "from" | "held">): void {
    const desk = this.desk;
    if (desk === undefined) return;
    const begins = desk.round === round ? from : 0;
    if (desk.tape.length === begins && held === this.held) return;
    const entry: Entry = { round: desk.round, from: begins, to: desk.tape.length, held: desk.round === round ? held : new Map(), words: this.echo?.refused === false ? this.echo.text : "" };
    this.entries = [...this.entries.filter((one) => one.round === desk.round), entry];
  }

  private async carryOut(desk: Desk, act: Act): Promise<boolean> {
    switch (act.do) {
      case "again":
        if (act.opens !== undefined && !(await this.enter("entries", { commands: [act.opens] }))) return false;
        return this.lay(desk, act, { again: true }, false);
      case "lay":
        return this.lay(desk, act, { lying: act.lying }, act.close);
      case "send":
        return this.enter("entries", { commands: act.commands }, told(desk, act));
      case "card":
        return this.card(desk, act);
      case "hold":
        this.hold(new Map([...this.held, ...act.boxes.map((box) => [box, act.said] as const)]));
        this.say({ text: told(desk, act), cites: [], refused: false });
        return this.flush();
      case "own":
        this.owners = new Map([...this.owners, [act.box, act.player]]);
        return true;
      case "place":
        this.place = act.place;
        return true;
      case "look":
        this.focus = act.box ?? this.nextToPay(desk);
        return true;
      case "back":
        return this.takeBack(desk);
      case "report":
        this.lies({ ...AFRESH, name: act.name, box: act.box, move: act.move });
        return false;
    }
  }

  /** Opens a report with what is known; nothing if this person cannot report that here. */
  private lies(begins: Begins | undefined): void {
    if (begins === undefined || !this.desk?.irregularities.some((one) => begins.name === "" || one.name === begins.name)) return;
    this.begins = begins;
    this.open("report");
  }

  /** What is held and in turn is entered in one go; a wager of another size, whose turn has come then, after it. */
  private async flush(): Promise<boolean> {
    const desk = this.desk;
    const commands = desk === undefined ? [] : inTurn(desk, this.held);
    if (commands.length === 0) return true;
    if (await this.enter("entries", { commands })) return this.desk === desk || this.flush();
    const report = desk === undefined || this.why !== "amount" ? undefined : wrongSize(desk, commands);
    this.hold(new Map(report === undefined ? [] : [...this.held].filter(([box]) => box !== report.box)));
    this.lies(report);
    return false;
  }

  /** From box to box of those that are paid. */
  private nextToPay(desk: Desk): number | null {
    const paid = paidBoxes(desk);
    const now = this.focus ?? paid[0] ?? 0;
    return paid.find((box) => box > now) ?? paid[0] ?? null;
  }

  /** The box that is looked at while the Dealer pays: clockwise from the first that is paid. */
  get pays(): number | null {
    const desk = this.desk;
    return desk?.paying == null ? null : (this.focus ?? paidBoxes(desk)[0] ?? null);
  }

  private async lay(desk: Desk, act: Act, body: { again: true } | { lying: Lying[] }, close: boolean): Promise<boolean> {
    const answer = await this.post<WagersEntered>("wagers", { key: newKey(), ...body });
    if (answer === null) return false;
    await this.moved(answer.version);
    const left = answer.left.map(({ lying, refused }) => t.dealer.leftOut(lying.box, lying.player, refused.sentence));
    if (left.length > 0) {
      this.say({ text: left.join(" "), cites: answer.left.flatMap((one) => one.refused.cites), refused: true });
      // One amount that was keyed, and lies there: the document rules on it. A whole round repeated is only told of.
      const report = act.do === "lay" && answer.left.length === 1 ? answer.left[0]?.report : undefined;
      if (report) this.lies({ ...AFRESH, name: report.irregularity, box: report.box ?? null, wager: report.wager ?? "", amount: report.amount ?? null, player: report.player ?? "" });
      return false;
    }
    this.say({ text: told(desk, act, answer.laid), cites: [], refused: false });
    const main = this.desk === undefined ? undefined : mainOf(this.desk);
    return close && main !== undefined ? this.enter("entries", { commands: [main.command] }, main.label) : true;
  }

  private async card(desk: Desk, act: Act & { do: "card" }): Promise<boolean> {
    const slot = act.place === "community" ? desk.entering?.slots.find((one) => one.place === act.place) : placeOf(desk, this.memory);
    const words = t.dealer.entered(act.card === "??" ? t.dealer.slip.unseen : cardName(act.card), slot === undefined ? "" : t.dealer.slot(slot.place, slot.index, desk.kind === "room"));
    // A card that is typed was seen: where the rules want it face down it is exposed, and a report is offered.
    const seen = slot !== undefined && act.card !== "??" && desk.entering?.what === "deal" && desk.entering.down && /^\d+$|dealer/.test(slot.place) && desk.rows.every((row) => row.decisions.length === 0);
    if (!(await this.enter("entries", { card: act.card, place: act.place }, seen ? t.dealer.seenThere(words) : words))) return false;
    if (seen) this.exposed = [...this.exposed, { ...slot, text: act.card }];
    this.last = slot === undefined || act.card === "??" ? null : { text: act.card, slot };
    return true;
  }

  private async takeBack(desk: Desk): Promise<boolean> {
    const entry = this.newest(desk);
    this.entries = entry === undefined ? [] : this.entries.slice(0, -1);
    if (entry === undefined || entry.from === entry.to) {
      const before = entry?.held ?? new Map([...this.held].slice(0, -1));
      const again = [...this.held.keys()].filter((box) => !before.has(box));
      if (again.length > 0) {
        this.hold(before);
        this.say({ text: t.dealer.unheld(again), cites: [], refused: false });
        return true;
      }
    }
    // Below the newest line a person above the Dealer says why; what the Dealer takes back there waits for them.
    const whose = desk.tape[0]?.whose;
    if ((whose === "supervisor" || whose === "two") && desk.role !== "dealer") {
      this.open("back");
      return false;
    }
    if (entry !== undefined && (await this.backTo(desk, entry))) return true;
    if (entry === undefined && (await this.back(""))) return true;
    // What is paid is not taken back; a ruling may change it, until the next round begins.
    if (desk.phase === "ended" && this.why === "moment") this.lies({ ...AFRESH, name: "not_covered" });
    return false;
  }

  /** What the last key here has done, if nothing has come to the tape since. */
  private newest(desk: Desk): Entry | undefined {
    const last = this.entries.at(-1);
    return last !== undefined && last.round === desk.round && last.to === desk.tape.length ? last : undefined;
  }

  /** Takes back all that a key has done, as one act; what had waited for its turn before it waits again. */
  private async backTo(desk: Desk, entry: Entry): Promise<boolean> {
    const own = desk.tape.slice(0, entry.to - entry.from).filter((row) => row.whose !== "nobody");
    if (own.length < 2 || own.some((row) => row.whose !== "you")) return this.back("");
    if (!(await this.back("", own.length, entry.words))) return false;
    this.hold(new Map([...entry.held].filter(([box]) => this.desk?.rows.some((row) => row.number === box && row.to_decide))));
    return true;
  }

  /** Takes back what was entered last, or as many acts of one entry; true once it is. */
  async back(reason: string, acts = 1, said = ""): Promise<boolean> {
    const words = said === "" ? (this.desk?.tape[0]?.words ?? "") : said;
    // Several are taken back only from the tape that is seen here: another's act may be on its way.
    const answer = await this.acting.send(new Array(acts).fill({ type: "TakeBackLast", reason }), acts === 1 ? null : (this.desk?.face.version ?? null));
    this.why = answer.refused?.reason ?? "";
    if (answer.refused !== null) {
      this.say({ text: answer.refused.sentence, cites: answer.refused.cites, refused: true });
      return false;
    }
    this.exposed = this.exposed.slice(0, -1);
    this.say({ text: t.dealer.takenBack(words), cites: [], refused: false });
    await this.moved(answer.version);
    return true;
  }

  private async enter(where: string, body: object, words = ""): Promise<boolean> {
    const answer = await this.post<Answer>(where, { key: newKey(), ...body });
    if (answer === null) return false;
    this.why = answer.refused?.reason ?? "";
    if (answer.refused !== null) {
      this.say({ text: answer.refused.sentence, cites: answer.refused.cites, refused: true });
      return false;
    }
    if (words !== "") this.say({ text: words, cites: [], refused: false });
    await this.moved(answer.version);
    return true;
  }

  /** The server's answer; null if there was none, and then why is said. Sent again over a broken line, it has the same key. */
  private async post<Found>(where: string, body: object): Promise<Found | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await http.post<Found>(`${this.path}/${where}`, body);
      } catch (error) {
        if (error instanceof LineDown && tries < TRIES) continue;
        this.say({ ...refusalOf(error), refused: true });
        return null;
      }
    }
  }

  private say(echo: Echo): void {
    this.echo = echo;
    void announce(echo.text);
  }

  /** The page that shows what was just done. */
  private async moved(version: number): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while ((this.desk?.face.version ?? 0) < version && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
  }

  /** Whether letters are letters of a name now. */
  get naming(): boolean {
    return naming(this.line);
  }
}

/** The boxes that are paid, clockwise. */
const paidBoxes = (desk: Desk): number[] => [...new Set(desk.paying?.lines.filter((line) => line.paid > 0).map((line) => line.box))].sort((one, other) => one - other);

/** A decision that was keyed with an amount of its own: the wager lies there, and has another size than it must have. */
function wrongSize(desk: Desk, commands: readonly Command[]): Begins | undefined {
  const [one] = commands;
  if (commands.length !== 1 || one?.["type"] !== "Choose" || typeof one["amount"] !== "number") return undefined;
  const wager = offered(desk, "Choose").find((offer) => offer.command["decision"] === one["decision"])?.wager;
  return wager ? { ...AFRESH, name: "wager_wrong_size", box: Number(one["box"]), wager, amount: one["amount"] } : undefined;
}

function refusalOf(error: unknown): { text: string; cites: readonly string[] } {
  if (error instanceof Refusal) return { text: error.sentence, cites: error.cites };
  if (error instanceof LineDown) return { text: t.common.failed, cites: [] };
  throw error;
}

