import type { Refusal as RefusalSent } from "../wire";

// JSON over HTTP. What the server refuses arrives as a Refusal with the server's own sentence.

/** As the rules refuse, or as anything between here and the server does: then the reason is a status. */
export type Refused = Omit<RefusalSent, "reason"> & { reason: string };

export class Refusal extends Error implements Refused {
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly sentence: string,
    readonly cites: string[] = [],
  ) {
    super(sentence);
    this.name = "Refusal";
  }
}

/** The server could not be reached, or answered something that is no answer. */
export class LineDown extends Error {
  constructor(cause?: unknown) {
    super("line down", { cause });
    this.name = "LineDown";
  }
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

async function refusal(response: Response): Promise<Refusal> {
  let body: Record<string, unknown> = {};
  try {
    const read: unknown = await response.json();
    if (typeof read === "object" && read !== null) body = read as Record<string, unknown>;
  } catch {
    // An empty or foreign body: the status has to do.
  }
  const sentence = [body["sentence"], body["detail"]].find((one) => typeof one === "string") as string | undefined;
  const reason = typeof body["reason"] === "string" ? body["reason"] : String(response.status);
  return new Refusal(response.status, reason, sentence ?? response.statusText, texts(body["cites"]));
}

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    throw new LineDown(cause);
  }
  // 503 is an answer too: what was asked for is being made, and the sentence says so.
  if ((response.status >= 400 && response.status < 500) || response.status === 503) throw await refusal(response);
  if (!response.ok) throw new LineDown(response.status);
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw new LineDown(cause);
  }
}

export const http = {
  get: <T>(path: string, signal?: AbortSignal) => call<T>("GET", path, undefined, signal),
  post: <T>(path: string, body: unknown = {}) => call<T>("POST", path, body),
  put: <T>(path: string, body: unknown = {}) => call<T>("PUT", path, body),
  delete: <T>(path: string) => call<T>("DELETE", path),
};
