import type { Proof } from "../wire";

// The same check as examples/verify_shuffle.py, in the browser: SHA-256 from the platform, and nothing of the server.

export type Why = "scheme" | "twice" | "seed" | "order" | "path" | "empty" | "published";

export class NotProven extends Error {
  constructor(readonly why: Why) {
    super(why);
  }
}

const SCHEME = "croupier-shuffle-1";
const utf8 = new TextEncoder();
const CARD = /^[2-9TJQKA][cdhs]$/;

function must(holds: boolean, why: Why): void {
  if (!holds) throw new NotProven(why);
}

function bytes(hex: string): Uint8Array {
  must(hex.length % 2 === 0 && /^[0-9a-f]*$/i.test(hex), "scheme");
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A number in so many bytes, the greater first. */
function big(value: number, length: number): Uint8Array {
  const data = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) data[at] = rest % 256;
  return data;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function H(purpose: string, ...parts: Uint8Array[]): Promise<Uint8Array> {
  const data = joined([utf8.encode(`${SCHEME}:${purpose}:`), ...parts]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", data));
}

const sized = (part: Uint8Array): Uint8Array => joined([big(part.length, 2), part]);

function before(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) if (one[at] !== other[at]) return (one[at] ?? 0) - (other[at] ?? 0);
  return one.length - other.length;
}

/** The bytes of H(draw, key, 0), H(draw, key, 1), … one after the other. */
async function* drawn(key: Uint8Array): AsyncGenerator<number> {
  for (let block = 0; ; block += 1) yield* await H("draw", key, big(block, 8));
}

/** Check the seeds against their digests; give the committed position of each card dealt. */
async function orderDealt(root: Uint8Array, count: number, seeds: Proof["seeds"]): Promise<number[]> {
  must(new Set(seeds.map((one) => one.player)).size === seeds.length, "twice");
  const revealed: { name: Uint8Array; told: Uint8Array }[] = [];
  for (const { player, digest, seed } of seeds) {
    if (seed === null) continue;
    const name = utf8.encode(player);
    const secret = bytes(seed);
    must(hex(await H("seed", root, sized(name), secret)) === digest, "seed");
    revealed.push({ name, told: joined([sized(name), sized(secret)]) });
  }
  const order = Array.from({ length: count }, (_, at) => at);
  if (revealed.length === 0) return order;
  revealed.sort((one, other) => before(one.name, other.name));
  const key = await H("order", root, big(revealed.length, 2), ...revealed.map((one) => one.told));
  const stream = drawn(key);
  for (let last = count - 1; last > 0; last -= 1) {
    const fair = 256 - (256 % (last + 1));
    let byte: number;
    do byte = (await stream.next()).value as number;
    while (byte >= fair);
    const chosen = byte % (last + 1);
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}

/** Climb from an opened card to the root that it belongs to. */
async function rootAbove(opening: Proof["openings"][number], count: number): Promise<string> {
  const steps = opening.path.map(bytes);
  let at = opening.position;
  let reached = await H("leaf", big(at, 1), utf8.encode(opening.card), bytes(opening.salt));
  for (let width = count; width > 1; width = (width + 1) >> 1, at >>= 1) {
    if ((at ^ 1) >= width) continue;
    const next = steps.shift();
    must(next !== undefined, "path");
    reached = at % 2 === 1 ? await H("node", next!, reached) : await H("node", reached, next!);
  }
  must(steps.length === 0, "path");
  return hex(await H("root", big(count, 1), reached));
}

/** Throws NotProven. `published` is the root that the table showed before the first wager, where the page knows it. */
export async function verify(proof: Proof, published = ""): Promise<void> {
  const { root, count, openings } = proof;
  must(proof.scheme === SCHEME && count >= 1 && count <= 52, "scheme");
  must(published === "" || published === root, "published");
  const order = await orderDealt(bytes(root), count, proof.seeds);
  must(openings.length > 0, "empty");
  for (const field of ["dealt", "position", "card"] as const) must(new Set(openings.map((one) => one[field])).size === openings.length, "twice");
  for (const opening of openings) {
    must(CARD.test(opening.card) && opening.salt.length === 32 && opening.dealt >= 0 && opening.dealt < count, "scheme");
    must(order[opening.dealt] === opening.position, "order");
    must((await rootAbove(opening, count)) === root, "path");
  }
}
