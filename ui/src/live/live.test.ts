import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CROWDED, Live, PATIENCE_MS, SILENCE_MS, type Connection, type Listener } from "./live.svelte";

// The line beside a server of its own: what it hears and says is written down, and time is turned by hand.

const TABLE = "table:stud-1";
const WORDS = { lost: "lost", over: "over" };

class Server {
  listener: Listener | undefined;
  said: { type: string; key?: string; topic?: string; moment?: string }[] = [];
  dialled = 0;
  left = 0;
  known = true;
  reachable = true;
  private keys = 0;
  readonly line = new Live({
    connect: (listener) => this.dial(listener),
    admit: () => (this.reachable ? Promise.resolve(this.known) : Promise.reject(new Error("unreachable"))),
    leave: () => void this.left++,
    newKey: () => `k${++this.keys}`,
    sign: () => Promise.resolve(null),
    words: () => WORDS,
  });

  private dial(listener: Listener): Connection {
    this.dialled += 1;
    this.listener = listener;
    return { send: (text) => void this.said.push(JSON.parse(text)), close: () => undefined };
  }

  /** The line is open, and a page of the table is held. */
  async open(): Promise<void> {
    this.line.connect();
    this.line.hold(TABLE);
    await vi.advanceTimersByTimeAsync(0);
    this.listener?.opened();
  }

  /** The connection breaks, and comes back. */
  async breaks(): Promise<void> {
    this.listener?.closed(1006, "");
    await vi.advanceTimersByTimeAsync(60_000);
    this.listener?.opened();
  }

  says(message: object): void {
    this.listener?.heard(JSON.stringify(message));
  }

  page(moment: string, seq = 1): void {
    this.says({ type: "page", topic: TABLE, seq, page: { face: { moment } } });
  }

  answers(key: string, refused: object | null = null): void {
    this.says({ type: "answer", key, refused, repeated: false, version: 1 });
  }

  sent(type: string): { key?: string; moment?: string }[] {
    return this.said.filter((one) => one.type === type);
  }
}

describe("the line to the server", () => {
  let server: Server;
  beforeEach(async () => {
    vi.useFakeTimers();
    server = new Server();
    await server.open();
  });
  afterEach(() => {
    server.line.disconnect();
    vi.useRealTimers();
  });

  it("sends an act with the moment that its page showed, also after the table has gone on", async () => {
    server.page("7.0");
    void server.line.act(TABLE, [{ type: "Choose" }]);
    await server.breaks();
    server.page("8.0", 2);
    expect(server.sent("act").map((one) => one.moment)).toEqual(["7.0", "7.0"]);
    server.answers("k1", { reason: "stale", sentence: "offered in round 7", cites: [] });
    void server.line.act(TABLE, [{ type: "Choose" }]);
    expect(server.sent("act").at(-1)?.moment).toBe("8.0");
  });

  it("gives acts elsewhere than at tables no moment", () => {
    void server.line.act("cage", [{ type: "CashIn" }]);
    expect(server.sent("act")[0]?.moment).toBe("");
  });

  it("asks again under the same key after a break, until it is answered", async () => {
    const answered = server.line.act(TABLE, []);
    await server.breaks();
    expect(server.sent("act").map((one) => one.key)).toEqual(["k1", "k1"]);
    server.answers("k1");
    expect((await answered).refused).toBeNull();
    await server.breaks();
    expect(server.sent("act")).toHaveLength(2);
  });

  it("settles acts that wait when somebody else signs in, and sends none of them", async () => {
    const answered = server.line.act(TABLE, []);
    server.line.reconnect();
    expect((await answered).refused).toEqual({ reason: "line", sentence: "over", cites: [] });
    await vi.advanceTimersByTimeAsync(0);
    server.listener?.opened();
    expect(server.sent("act")).toHaveLength(1);
  });

  it("settles acts that wait when the session ends, and leaves", async () => {
    const answered = server.line.act(TABLE, []);
    const hinted = server.line.hint(TABLE, "ready");
    server.says({ type: "ended" });
    expect((await answered).refused?.sentence).toBe("over");
    expect((await hinted)?.sentence).toBe("over");
    expect(server.left).toBe(1);
  });

  it("answers each hint with its own answer", async () => {
    const third = server.line.hint(TABLE, "sit", 3);
    const first = server.line.hint(TABLE, "sit", 1);
    const refused = { reason: "moment", sentence: "taken", cites: [] };
    server.answers("k2");
    server.answers("k1", refused);
    expect([await third, await first]).toEqual([refused, null]);
  });

  it("refuses a hint while the line is down, and one that the break has lost", async () => {
    const unheard = server.line.hint(TABLE, "sit", 3);
    server.listener?.closed(1006, "");
    expect((await unheard)?.sentence).toBe("lost");
    expect((await server.line.hint(TABLE, "sit", 1))?.sentence).toBe("lost");
    await server.breaks();
    expect(server.sent("hint")).toHaveLength(1);
    const heard = server.line.hint(TABLE, "sit", 1);
    server.answers("k2");
    expect(await heard).toBeNull();
  });

  it("asks a silent server whether it is there, and dials again where no answer comes", async () => {
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(server.sent("ping")).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.sent("ping")).toHaveLength(1);
    server.answers("ping");
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(server.line.connected).toBe(true);
    await vi.advanceTimersByTimeAsync(SILENCE_MS - PATIENCE_MS);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
    expect(server.line.connected).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect([server.line.connected, server.line.lost]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.dialled).toBe(2);
  });

  it("starts anew after half a message", async () => {
    server.page("1.0");
    server.listener?.heard('{"type": "page", "top');
    expect(server.line.connected).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.dialled).toBe(2);
  });

  it("holds a page back until the act under way is answered", async () => {
    server.page("1.0");
    void server.line.act(TABLE, []);
    server.page("1.3", 2);
    expect(server.line.topic(TABLE).page).toEqual({ face: { moment: "1.0" } });
    server.answers("k1");
    expect(server.line.topic(TABLE).page).toEqual({ face: { moment: "1.3" } });
  });

  it("passes over a page that is older than the one shown", () => {
    server.page("1.3", 2);
    server.page("1.0", 1);
    expect(server.line.topic(TABLE).page).toEqual({ face: { moment: "1.3" } });
  });

  it("tries again where the server cannot be reached, and leaves where it knows nobody", async () => {
    server.reachable = false;
    server.listener?.closed(1006, "");
    await vi.advanceTimersByTimeAsync(5_000);
    expect([server.dialled, server.left]).toEqual([1, 0]);
    server.reachable = true;
    server.known = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([server.dialled, server.left]).toEqual([1, 1]);
  });

  it("says why the house takes no page more", () => {
    server.listener?.closed(CROWDED, "Too many pages");
    expect(server.line.full).toBe("Too many pages");
  });
});
