import { untrack } from "svelte";
import { go } from "../router.svelte";
import { t } from "../strings/index.svelte";
import type { Answer, Wish } from "../wire";
import { http, LineDown, Refusal, type Refused } from "./http";
import { NotSigned, sign } from "./passkey";
import { Live, type Connection, type Listener } from "./live.svelte";

// The page's own line: `Live` in this browser.

const denied = (error: unknown): boolean => error instanceof Refusal && (error.status === 401 || error.status === 403);

/** True when the server knows this browser; a guest is made on a demonstration floor, once. */
async function admit(first: boolean): Promise<boolean> {
  try {
    // Nobody is known: 401, or an empty answer, which keeps a first visit out of the browser's list of errors.
    if ((await http.get<object | null | undefined>("/api/session")) != null) return true;
  } catch (error) {
    if (!denied(error)) throw error;
  }
  if (!first) return false;
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

function dial(listener: Listener): Connection {
  const made = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
  made.onopen = () => listener.opened();
  made.onmessage = (event: MessageEvent<string>) => listener.heard(event.data);
  made.onclose = (event: CloseEvent) => listener.closed(event.code, event.reason);
  return { send: (text) => made.send(text), close: () => made.close() };
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

export const line = new Live({
  connect: dial,
  admit: async (first) => {
    try {
      return await admit(first);
    } catch (error) {
      if (!(error instanceof LineDown || error instanceof Refusal)) console.error(error);
      throw error;
    }
  },
  leave: () => go("/sign-in"),
  newKey,
  sign: async (asked) => {
    try {
      return await sign(asked);
    } catch (error) {
      if (error instanceof NotSigned) return null;
      throw error;
    }
  },
  words: () => t.line,
});

const hurry = (): void => line.hurry();
const drop = (): void => line.drop();

export function connect(): void {
  addEventListener("online", hurry);
  addEventListener("offline", drop);
  line.connect();
}

export function disconnect(): void {
  removeEventListener("online", hurry);
  removeEventListener("offline", drop);
  line.disconnect();
}

/** After signing in or out: the same topics, seen as somebody else. */
export function reconnect(): void {
  disconnect();
  connect();
}

export const replaced = (asking: Promise<unknown>): Promise<void> => line.replaced(asking);

/** Watches a topic until the returned function is called. Components use watch(). */
export const hold = (name: string): (() => void) => line.hold(name);

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
    return held === null ? null : line.topic(held);
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
export const peek = (name: string): unknown => line.topic(name).page;

export const act = (topic: string, commands: unknown[], version: number | null = null): Promise<Answer> =>
  line.act(topic, commands, version);

export const hint = (topic: string, wish: Wish, box: number | null = null): Promise<Refused | null> =>
  line.hint(topic, wish, box);
