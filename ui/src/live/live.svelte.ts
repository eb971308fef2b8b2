import type { Answer, Do, Ended, Hint, Leave, MeterMessage, PageMessage, Ping, SignedBy, ToSign, Watch, Wish } from "../wire";
import type { Refused } from "./http";

// The one line to the server. Topics are watched by name and come as whole pages, but for a jackpot that only moves. Acts
// carry a key and are sent again after a break until they are answered, so that a wager is neither lost nor placed twice;
// each also carries the moment of play that its page showed, so that the server refuses it once that has passed.

type Heard = PageMessage | MeterMessage | Answer | Ended;
type Says = Watch | Leave | Do | Hint | Ping;

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** With this code the house closes a socket that is one too many; the reason is a sentence. */
export const CROWDED = 4429;
/** A page that follows another often watches the same topic: wait before leaving it. */
const LEAVE_AFTER_MS = 1500;
/** The longest that a page waits for the answer to an act that is under way. */
const TOGETHER_MS = 250;
/** After so long a silence the server is asked whether it is still there. */
export const SILENCE_MS = 20_000;
/** A server that does not answer a ping within this time is taken for lost. */
export const PATIENCE_MS = 8_000;

/** An open connection, as far as the line uses it. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

/** The events of a connection. */
export interface Listener {
  opened(): void;
  heard(text: string): void;
  closed(code: number, reason: string): void;
}

/** The browser around the line: a test has its own. */
export interface Surroundings {
  connect(listener: Listener): Connection;
  /** Resolves to whether the server knows this browser; throws where the server cannot be reached. */
  admit(first: boolean): Promise<boolean>;
  /** Called when the session is over. */
  leave(): void;
  newKey(): string;
  /** Has the person's device sign an act; null where it does not. */
  sign(asked: ToSign): Promise<SignedBy | null>;
  /** The sentences of refusals that no server has sent. */
  words(): { lost: string; over: string };
}

class Topic {
  page: unknown = $state.raw(undefined);
  fresh = $state(false);
  seq = -1;
  holders = 0;
  /** The server was told on this very line, and sends it. */
  sent = false;
  leaving: ReturnType<typeof setTimeout> | undefined;
  refusal: Refused | null = $state.raw(null);
}

export class Live {
  /** The socket is open. */
  connected = $state(false);
  /** It was open before: a page that never loaded shows bones, not a lost line. */
  known = $state(false);
  /** Which attempt to come back this is; 0 while connected. */
  attempt = $state(0);
  /** Why the house does not take one page more, if it said so. */
  full = $state("");

  private readonly topics = new Map<string, Topic>();
  private readonly acts = new Map<string, { act: Do; answer: (answer: Answer) => void }>();
  private readonly hints = new Map<string, (refused: Refused | null) => void>();
  /** Pages that came while an act was under way. They are shown with its answer, in one go: what offers the next move is
      not on the screen while a key for it would do nothing yet. */
  private readonly early = new Map<string, unknown>();
  private late: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private watchdog: ReturnType<typeof setTimeout> | undefined;
  private connection: Connection | null = null;
  private running = false;
  private opening = false;
  /** A session existed: should it be gone at a reconnect, it is over, and no new guest may take up its acts. */
  private recognised = false;
  /** Another session is about to take the place of this one: its end, which may be heard first, is no reason to leave. */
  private changing = false;

  constructor(private readonly around: Surroundings) {}

  get lost(): boolean {
    return this.known && !this.connected;
  }

  // ---- Opening and closing -------------------------------------------------------------------------------------------

  connect(): void {
    if (this.running) return;
    this.running = true;
    void this.open();
  }

  disconnect(): void {
    this.running = false;
    this.recognised = false;
    clearTimeout(this.retry);
    clearTimeout(this.watchdog);
    clearTimeout(this.late);
    this.late = undefined;
    const old = this.connection;
    this.connection = null;
    this.connected = false;
    this.known = false;
    this.attempt = 0;
    this.early.clear();
    this.settle("over");
    for (const topic of this.topics.values()) {
      topic.page = undefined;
      topic.fresh = false;
    }
    old?.close();
  }

  /** Watches the same topics as somebody else, after signing in or out; acts that wait were the other's. */
  reconnect(): void {
    this.disconnect();
    this.connect();
  }

  async replaced(asking: Promise<unknown>): Promise<void> {
    this.changing = true;
    try {
      await asking;
      this.reconnect();
    } finally {
      this.changing = false;
    }
  }

  /** Tries again at once: the browser has come back. */
  hurry(): void {
    if (!this.running || this.connection !== null) return;
    clearTimeout(this.retry);
    void this.open();
  }

  /** Gives the connection up: the browser, or the watchdog, knows sooner than the socket does. */
  drop(): void {
    const old = this.connection;
    if (old === null) return;
    this.closed();
    old.close();
  }

  private async open(): Promise<void> {
    if (!this.running || this.opening || this.connection !== null) return;
    this.opening = true;
    let admitted: boolean;
    try {
      admitted = await this.around.admit(!this.recognised);
    } catch {
      // Unreachable, or too many requests: both are a matter of trying later.
      return this.closed();
    } finally {
      this.opening = false;
    }
    if (!this.running || this.connection !== null) return;
    if (!admitted) return this.ended();
    this.recognised = true;
    const made: Connection = this.around.connect({
      opened: () => this.connection === made && this.opened(),
      heard: (text) => this.connection === made && this.read(text),
      closed: (code, reason) => {
        if (this.connection !== made) return;
        this.full = code === CROWDED ? reason : "";
        this.closed();
      },
    });
    this.connection = made;
  }

  private opened(): void {
    this.connected = true;
    this.known = true;
    this.watchSilence();
    for (const [name, topic] of this.topics) {
      // The server may have started anew and count from the beginning.
      topic.seq = -1;
      topic.sent = false;
      if (topic.holders > 0) this.ask(name, topic);
    }
    // The server answers what it has done already as the first time, and refuses what its table no longer offers.
    for (const { act } of this.acts.values()) this.send(act);
  }

  private closed(): void {
    this.connection = null;
    clearTimeout(this.watchdog);
    this.show();
    // Hints are not sent again: whoever waits for one hears that it was lost.
    this.settleHints("lost");
    this.connected = false;
    for (const topic of this.topics.values()) topic.fresh = false;
    if (!this.running) return;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempt);
    this.attempt += 1;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.open(), wait * (0.5 + Math.random() / 2));
  }

  /** The session is over: nothing that waits may be sent in another person's name. */
  private ended(): void {
    this.disconnect();
    this.around.leave();
  }

  /** Asks a silent server whether it is there, and gives the connection up where no answer comes. */
  private watchSilence(): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => {
      this.send({ type: "ping" });
      this.watchdog = setTimeout(() => this.drop(), PATIENCE_MS);
    }, SILENCE_MS);
  }

  private send(message: Says): void {
    if (this.connected) this.connection?.send(JSON.stringify(message));
  }

  // ---- Hearing -------------------------------------------------------------------------------------------------------

  private read(text: string): void {
    let said: Heard;
    try {
      said = JSON.parse(text) as Heard;
    } catch {
      // Half a message: the pages are sent whole again after a new start.
      this.drop();
      return;
    }
    this.watchSilence();
    this.hear(said);
  }

  private hear(said: Heard): void {
    // Only now: a line that opens and breaks at once must not be tried without pause.
    this.attempt = 0;
    this.full = "";
    switch (said.type) {
      case "page": {
        const topic = this.topics.get(said.topic);
        if (topic !== undefined && said.seq >= topic.seq) this.take(said.topic, topic, said.seq, said.page);
        return;
      }
      case "meter": {
        const topic = this.topics.get(said.topic);
        const page = (this.early.get(said.topic) ?? topic?.page) as { face: object } | undefined;
        if (topic === undefined || page === undefined || said.seq < topic.seq) return;
        this.take(said.topic, topic, said.seq, { ...page, face: { ...page.face, meter: said.meter }, clock: said.clock });
        return;
      }
      case "answer":
        this.answered(said);
        return;
      case "ended":
        if (!this.changing) this.ended();
    }
  }

  private answered(said: Answer): void {
    if (said.key.startsWith("watch ")) {
      const topic = this.topics.get(said.key.slice(6));
      if (topic !== undefined) topic.refusal = said.refused;
      return;
    }
    const hinted = this.hints.get(said.key);
    if (hinted !== undefined) {
      this.hints.delete(said.key);
      hinted(said.refused);
      return;
    }
    const act = this.acts.get(said.key);
    this.acts.delete(said.key);
    if (this.acts.size === 0) this.show();
    act?.answer(said);
  }

  /** A page as it is from now on: shown at once, or with the answer to an act that is under way. */
  private take(name: string, topic: Topic, seq: number, page: unknown): void {
    topic.seq = seq;
    this.early.set(name, page);
    if (this.acts.size === 0 || topic.page === undefined) this.show();
    else this.late ??= setTimeout(() => this.show(), TOGETHER_MS);
  }

  /** Shows all that has come. */
  private show(): void {
    clearTimeout(this.late);
    this.late = undefined;
    for (const [name, page] of this.early) {
      const topic = this.topics.get(name);
      if (topic === undefined) continue;
      topic.page = page;
      topic.fresh = true;
      topic.refusal = null;
    }
    this.early.clear();
  }

  /** Settles every promise that waits: nothing else will. */
  private settle(why: "lost" | "over"): void {
    const acts = [...this.acts.values()];
    this.acts.clear();
    for (const { act, answer } of acts) {
      answer({ type: "answer", key: act.key, refused: this.unsent(why) as Answer["refused"], repeated: false, version: 0, sign: null });
    }
    this.settleHints(why);
  }

  private settleHints(why: "lost" | "over"): void {
    const hints = [...this.hints.values()];
    this.hints.clear();
    for (const heard of hints) heard(this.unsent(why));
  }

  private unsent(why: "lost" | "over"): Refused {
    return { reason: "line", sentence: this.around.words()[why], cites: [] };
  }

  // ---- Watching ------------------------------------------------------------------------------------------------------

  topic(name: string): Topic {
    let topic = this.topics.get(name);
    if (topic === undefined) this.topics.set(name, (topic = new Topic()));
    return topic;
  }

  /** Asks for a topic, once a line: a topic that nobody held for a moment may have missed the opening of this one. */
  private ask(name: string, topic: Topic): void {
    if (topic.sent || !this.connected) return;
    topic.sent = true;
    this.send({ type: "watch", topic: name });
  }

  /** Watches a topic until the returned function is called. */
  hold(name: string): () => void {
    const topic = this.topic(name);
    clearTimeout(topic.leaving);
    topic.leaving = undefined;
    topic.holders += 1;
    this.ask(name, topic);
    return () => {
      if (--topic.holders > 0) return;
      topic.leaving = setTimeout(() => {
        this.send({ type: "leave", topic: name });
        this.topics.delete(name);
      }, LEAVE_AFTER_MS);
    };
  }

  // ---- Acting --------------------------------------------------------------------------------------------------------

  /** Sends commands as one act; answers when the server did, however often the line breaks meanwhile. */
  async act(topic: string, commands: unknown[], version: number | null = null): Promise<Answer> {
    const answer = await this.submit(topic, commands, version, this.around.newKey());
    if (!answer.sign) return answer;
    const signed = await this.around.sign(answer.sign);
    // The same act again, with the signature: what was signed is one request, under its key.
    return signed === null ? answer : this.submit(topic, commands, version, answer.key, signed);
  }

  private submit(
    topic: string,
    commands: unknown[],
    version: number | null,
    key: string,
    signed: SignedBy | null = null,
  ): Promise<Answer> {
    // Typed by whoever acts: what a command holds depends on the topic.
    const made: Do = {
      type: "act",
      topic,
      key,
      commands: commands as Do["commands"],
      version,
      moment: this.moment(topic),
      ...(signed === null ? {} : { signed }),
    };
    return new Promise((answer) => {
      this.acts.set(made.key, { act: made, answer });
      this.send(made);
    });
  }

  /** The moment of play that a table's page shows: an act is meant for it, and refused at another. */
  private moment(topic: string): string {
    const page = this.topics.get(topic)?.page as { face?: { moment?: string } } | undefined;
    return topic.startsWith("table:") ? (page?.face?.moment ?? "") : "";
  }

  /** Tells a table what its Player would like; answers with a refusal where that cannot be, such as a box that is taken. */
  hint(topic: string, wish: Wish, box: number | null = null): Promise<Refused | null> {
    if (!this.connected) return Promise.resolve(this.unsent("lost"));
    const key = this.around.newKey();
    return new Promise((heard) => {
      this.hints.set(key, heard);
      this.send({ type: "hint", topic, hint: wish, box, key });
    });
  }
}
