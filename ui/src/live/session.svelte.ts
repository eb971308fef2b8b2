import { go, paths } from "../router.svelte";
import type { MePage } from "../wire";
import { http } from "./http";
import { hold, reconnect, replaced, disconnect, peek } from "./socket.svelte";

const TOPIC = "me";

// Made before anybody reads it, so that every reader follows it.
peek(TOPIC);

class Session {
  get me(): MePage | undefined {
    return peek(TOPIC) as MePage | undefined;
  }

  may(...roles: string[]): boolean {
    return this.me?.roles.some((role) => roles.includes(role)) ?? false;
  }
}

export const session = new Session();

/** Watched as long as the application runs. */
export function follow(): () => void {
  return hold(TOPIC);
}

// The cookie is the browser's, the socket is the page's: when somebody signs in on one page, the others follow.
const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("croupier.session");
if (others !== null) others.onmessage = () => reconnect();

/** Throws a Refusal with the server's sentence when the server does not let the person in. */
export async function signIn(body: Record<string, unknown>): Promise<void> {
  await http.post("/api/session", body);
  reconnect();
  others?.postMessage("signed in");
}

/** Somebody signs on at a console, or takes it over: the session of the page becomes theirs. Throws like `signIn`. */
export async function signOn(address: string, body: Record<string, unknown>): Promise<void> {
  await replaced(http.post(address, body));
  others?.postMessage("signed in");
}

export async function signOut(): Promise<void> {
  await http.delete("/api/session");
  disconnect();
  go(paths.signIn());
}
