import { untrack } from "svelte";
import { go } from "../router.svelte";
import type { Answer, Do, Ended, Hint, Leave, MeterMessage, PageMessage, Watch, Wish } from "../wire";
import { http, LineDown, Refusal, type Refused } from "./http";

// The one line to the server. Topics are watched by name and come as whole pages, but for a jackpot that only moves; acts
// carry a key and are sent again after a break until they are answered, so that a wager is neither lost nor placed twice.

type Heard = PageMessage | MeterMessage | Answer | Ended;
type Says = Watch | Leave | Do | Hint;

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** With this code the house closes a socket that is one too many; the reason is a sentence. */
const CROWDED = 4429;
/** A page that follows another often watches the same topic: wait before leaving it. */
const LEAVE_AFTER_MS = 1500;
/** The longest that a page waits for the answer to an act that is under way. */
const TOGETHER_MS = 250;

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

class Line {
  /** The socket is open. */
  connected = $state(false);
  /** It was open before: a page that never loaded shows bones, not a lost line. */
  known = $state(false);
  /** Which attempt to come back this is; 0 while connected. */
  attempt = $state(0);
  /** Why the house does not take one page more, if it said so. */
  full = $state("");

  get lost(): boolean {
    return this.known && !this.connected;
  }
}

export const line = new Line();

const topics = new Map<string, Topic>();
const waiting = new Map<string, { act: Do; answer: (answer: Answer) => void }>();
/** Pages that came while an act was under way. They are shown with its answer, in one go: what offers the next move is
    not on the screen while a key for it would do nothing yet. */
const early = new Map<string, unknown>();
let late: ReturnType<typeof setTimeout> | undefined;
/** By wish, who waits to hear what became of it. */
const wishes = new Map<string, ((refused: Refused | null) => void)[]>();
let socket: WebSocket | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
let running = false;
let opening = false;
/** A session existed: should it be gone at a reconnect, it is over, and no new guest may take up its acts. */
let recognised = false;

function topicOf(name: string): Topic {
  let topic = topics.get(name);
  if (topic === undefined) topics.set(name, (topic = new Topic()));
  return topic;
}

function send(message: Says): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Asks for a topic, once a line: a topic that nobody held for a moment may have missed the opening of this one. */
function ask(name: string, topic: Topic): void {
  if (topic.sent || socket?.readyState !== WebSocket.OPEN) return;
  topic.sent = true;
  send({ type: "watch", topic: name });
}

function heard(said: Heard): void {
  // Only now: a line that opens and breaks at once must not be tried without pause.
  line.attempt = 0;
  line.full = "";
  if (said.type === "page") {
    const topic = topics.get(said.topic);
    if (topic !== undefined && said.seq >= topic.seq) take(said.topic, topic, said.seq, said.page);
  } else if (said.type === "meter") {
    const topic = topics.get(said.topic);
    const page = (early.get(said.topic) ?? topic?.page) as { face: object } | undefined;
    if (topic === undefined || page === undefined || said.seq < topic.seq) return;
    take(said.topic, topic, said.seq, { ...page, face: { ...page.face, meter: said.meter }, clock: said.clock });
  } else if (said.type === "answer" && said.key.startsWith("watch ")) {
    const topic = topics.get(said.key.slice(6));
    if (topic !== undefined) topic.refusal = said.refused;
  } else if (said.type === "answer" && said.key.startsWith("hint ")) {
    // Answered in the order in which they were said.
    const [first, ...rest] = wishes.get(said.key.slice(5)) ?? [];
    wishes.set(said.key.slice(5), rest);
    first?.(said.refused);
  } else if (said.type === "answer") {
    const act = waiting.get(said.key);
    waiting.delete(said.key);
    if (waiting.size === 0) show();
    act?.answer(said);
  } else if (!changing) {
    ended();
  }
}

/** A page as it is from now on: shown at once, or with the answer to an act that is under way. */
function take(name: string, topic: Topic, seq: number, page: unknown): void {
  topic.seq = seq;
  early.set(name, page);
  if (waiting.size === 0 || topic.page === undefined) show();
  else late ??= setTimeout(show, TOGETHER_MS);
}

/** Another session is about to take the place of this one: its end, which may be heard first, is no reason to leave. */
let changing = false;

export async function replaced(asking: Promise<unknown>): Promise<void> {
  changing = true;
  try {
    await asking;
    reconnect();
  } finally {
    changing = false;
  }
}

/** Everything that has come. */
function show(): void {
  clearTimeout(late);
  late = undefined;
  for (const [name, page] of early) {
    const topic = topics.get(name);
    if (topic === undefined) continue;
    topic.page = page;
    topic.fresh = true;
    topic.refusal = null;
  }
  early.clear();
}

/** The session is over: nothing that waits may be sent in another person's name. */
function ended(): void {
  disconnect();
  waiting.clear();
  go("/sign-in");
}

function opened(): void {
  line.connected = true;
  line.known = true;
  for (const [name, topic] of topics) {
    // The server may have started anew and count from the beginning.
    topic.seq = -1;
    topic.sent = false;
    if (topic.holders > 0) ask(name, topic);
  }
  for (const { act } of waiting.values()) send(act);
}

function closed(): void {
  socket = null;
  show();
  // A hint that was not heard is not said again.
  for (const waits of wishes.values()) for (const heardOf of waits) heardOf(null);
  wishes.clear();
  line.connected = false;
  for (const topic of topics.values()) topic.fresh = false;
  if (!running) return;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** line.attempt);
  line.attempt += 1;
  clearTimeout(retry);
  retry = setTimeout(() => void open(), wait * (0.5 + Math.random() / 2));
}

const denied = (error: unknown): boolean => error instanceof Refusal && (error.status === 401 || error.status === 403);

/** True when the server knows this browser; a guest is made on a demonstration floor. */
async function admitted(): Promise<boolean> {
  try {
    // Nobody is known: 401, or an empty answer, which keeps a first visit out of the browser's list of errors.
    if ((await http.get<object | null | undefined>("/api/session")) != null) return true;
  } catch (error) {
    if (!denied(error)) throw error;
  }
  if (recognised) return false;
  // Only a demonstration takes in whoever comes; elsewhere there is no need to be refused first.
  if (!(await http.get<{ demonstration: boolean }>("/api/session/door")).demonstration) return false;
  try {
    await http.post("/api/session", {});
    return true;
  } catch (error) {
    if (denied(error)) return false;
    throw error;
  }
}

async function open(): Promise<void> {
  if (!running || opening || socket !== null) return;
  opening = true;
  try {
    if (!(await admitted())) return ended();
  } catch (error) {
    // Unreachable, or too many requests: both are a matter of trying later.
    if (!(error instanceof LineDown || error instanceof Refusal)) throw error;
    return closed();
  } finally {
    opening = false;
  }
  if (!running || socket !== null) return;
  recognised = true;
  const made = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
  socket = made;
  made.onopen = () => socket === made && opened();
  made.onmessage = (event: MessageEvent<string>) => socket === made && heard(JSON.parse(event.data) as Heard);
  made.onclose = (event: CloseEvent) => {
    if (socket !== made) return;
    line.full = event.code === CROWDED ? event.reason : "";
    closed();
  };
}

function hurry(): void {
  if (!running || socket !== null) return;
  clearTimeout(retry);
  void open();
}

function dropped(): void {
  // The browser knows sooner than the socket does.
  const old = socket;
  if (old === null) return;
  closed();
  old.close();
}

export function connect(): void {
  if (running) return;
  running = true;
  addEventListener("online", hurry);
  addEventListener("offline", dropped);
  void open();
}

export function disconnect(): void {
  running = false;
  recognised = false;
  removeEventListener("online", hurry);
  removeEventListener("offline", dropped);
  clearTimeout(retry);
  const old = socket;
  socket = null;
  line.connected = false;
  line.known = false;
  line.attempt = 0;
  clearTimeout(late);
  late = undefined;
  early.clear();
  for (const topic of topics.values()) {
    topic.page = undefined;
    topic.fresh = false;
  }
  old?.close();
}

/** After signing in or out: the same topics, seen as somebody else. */
export function reconnect(): void {
  disconnect();
  // Acts that wait were somebody else's.
  waiting.clear();
  connect();
}

/** Watches a topic until the returned function is called. Components use watch(). */
export function hold(name: string): () => void {
  const topic = topicOf(name);
  clearTimeout(topic.leaving);
  topic.leaving = undefined;
  topic.holders += 1;
  ask(name, topic);
  return () => {
    if (--topic.holders > 0) return;
    topic.leaving = setTimeout(() => {
      send({ type: "leave", topic: name });
      topics.delete(name);
    }, LEAVE_AFTER_MS);
  };
}

export interface Watched<T> {
  /** Undefined until the server sent it. */
  readonly page: T | undefined;
  /** The line is lost and this is how things last stood. */
  readonly stale: boolean;
  /** Why there is nothing to be seen: no such table, or not for one's role. */
  readonly refusal: Refused | null;
}

/** Call it while a component is being made. A function as topic may follow the component's props, or give null. */
export function watch<T>(topic: string | (() => string | null)): Watched<T> {
  const name = typeof topic === "string" ? () => topic : topic;
  $effect(() => {
    const held = name();
    return held === null ? undefined : untrack(() => hold(held));
  });
  const current = $derived.by(() => {
    const held = name();
    return held === null ? null : topicOf(held);
  });
  return {
    get page() {
      return current?.page as T | undefined;
    },
    get stale() {
      return current !== null && current.page !== undefined && !current.fresh;
    },
    get refusal() {
      return current?.refusal ?? null;
    },
  };
}

/** The page of a topic that somebody holds, read reactively. */
export function peek(name: string): unknown {
  return topicOf(name).page;
}

/** A key for an act: whoever sends it again uses the same. */
export function newKey(): string {
  // randomUUID exists on secure origins only, and a floor may be served on its own plain network.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Sends commands as one act; answers when the server did, however often the line breaks meanwhile. */
export function act(topic: string, commands: unknown[], version: number | null = null): Promise<Answer> {
  // Typed by whoever acts: what a command holds depends on the topic.
  const made: Do = { type: "act", topic, key: newKey(), commands: commands as Do["commands"], version };
  return new Promise((answer) => {
    waiting.set(made.key, { act: made, answer });
    send(made);
  });
}

/** Tells a table what its Player would like; answers with a refusal where that cannot be, such as a box that is taken. */
export function hint(topic: string, wish: Wish, box: number | null = null): Promise<Refused | null> {
  send({ type: "hint", topic, hint: wish, box });
  return new Promise((heardOf) => {
    const before = wishes.get(wish) ?? [];
    wishes.set(wish, [...before, heardOf]);
  });
}
