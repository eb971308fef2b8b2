import type { Component } from "svelte";
import { fit, type Params } from "./fit";
import { t } from "./strings/index.svelte";

// Paths are the addresses people share: a table, a paragraph, a round. Pages are fetched when they are first opened.

export type { Params };

interface Route {
  pattern: string;
  /** From the catalogue; the page may say something better with setTitle. */
  title: () => string;
  load: () => Promise<{ default: Component<{ params: Params }> }>;
}

const SHOWS_PARTS = import.meta.env.DEV || import.meta.env.MODE === "parts";

// A trailing "?" makes a segment optional. The first route that fits is taken.
const routes: Route[] = [
  { pattern: "/", title: () => t.pages.lobby, load: () => import("./pages/Lobby.svelte") },
  { pattern: "/table/:table", title: () => t.pages.table, load: () => import("./pages/Table.svelte") },
  { pattern: "/dealer/:table", title: () => t.pages.dealer, load: () => import("./pages/Dealer.svelte") },
  { pattern: "/pit/:tab?", title: () => t.pages.pit, load: () => import("./pages/Pit.svelte") },
  { pattern: "/cage/log", title: () => t.pages.cashLog, load: () => import("./pages/CashLog.svelte") },
  { pattern: "/cage/:claim?", title: () => t.pages.cage, load: () => import("./pages/Cage.svelte") },
  { pattern: "/claims/:number?", title: () => t.pages.claims, load: () => import("./pages/Claims.svelte") },
  { pattern: "/counts/:table?/:number?", title: () => t.pages.counts, load: () => import("./pages/Counts.svelte") },
  { pattern: "/display/:link?", title: () => t.pages.display, load: () => import("./pages/Display.svelte") },
  { pattern: "/audit", title: () => t.pages.audit, load: () => import("./pages/Audit.svelte") },
  { pattern: "/keys", title: () => t.pages.keys, load: () => import("./pages/Keys.svelte") },
  { pattern: "/report", title: () => t.pages.report, load: () => import("./pages/Report.svelte") },
  { pattern: "/audit/chance", title: () => t.pages.chance, load: () => import("./pages/Chance.svelte") },
  { pattern: "/restated", title: () => t.pages.restated, load: () => import("./pages/Restated.svelte") },
  { pattern: "/how-to-play/:game?", title: () => t.pages.howTo, load: () => import("./pages/HowTo.svelte") },
  { pattern: "/rule-desk", title: () => t.pages.ruleDesk, load: () => import("./pages/RuleDesk.svelte") },
  { pattern: "/rules/:game?/:paragraph?", title: () => t.pages.rules, load: () => import("./pages/Rules.svelte") },
  { pattern: "/rounds", title: () => t.pages.rounds, load: () => import("./pages/Rounds.svelte") },
  { pattern: "/rounds/session", title: () => t.pages.session, load: () => import("./pages/Session.svelte") },
  { pattern: "/rounds/:table/:round", title: () => t.pages.round, load: () => import("./pages/Round.svelte") },
  { pattern: "/designer/:game?", title: () => t.pages.designer, load: () => import("./pages/Designer.svelte") },
  { pattern: "/sign-in", title: () => t.pages.signIn, load: () => import("./pages/SignIn.svelte") },
  // Every part in every state, for those who build pages; not in what the server serves.
  ...(SHOWS_PARTS ? [{ pattern: "/parts", title: () => t.pages.parts, load: () => import("./pages/Parts.svelte") }] : []),
];

const nowhere: Route = { pattern: "", title: () => t.pages.nowhere, load: () => import("./pages/Nowhere.svelte") };

function routeOf(path: string): { route: Route; params: Params } {
  for (const route of routes) {
    const params = fit(route.pattern, path);
    if (params !== null) return { route, params };
  }
  return { route: nowhere, params: {} };
}

class Router {
  path = $state(location.pathname);
  private readonly found = $derived(routeOf(this.path));
  /** What the page called itself; forgotten when the page changes. */
  own: string | null = $state(null);

  get route(): Route {
    return this.found.route;
  }
  get params(): Params {
    return this.found.params;
  }
  get title(): string {
    return this.own ?? this.found.route.title();
  }
}

export const router = new Router();

/** A better title than the route's: `$effect(() => setTitle(t.table.title(name)))`. */
export function setTitle(title: string): void {
  router.own = title;
}

export function go(path: string, { replace = false } = {}): void {
  if (path === location.pathname + location.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", path);
  arrived();
  scrollTo(0, 0);
}

function arrived(): void {
  if (router.path === location.pathname) return;
  router.own = null;
  router.path = location.pathname;
}

/** Plain clicks on links of this application change the page without loading it anew. Called once by App.svelte. */
export function listen(): () => void {
  function clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || link.hasAttribute("download")) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
    if (to.pathname === location.pathname && to.hash !== "") return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  }
  addEventListener("click", clicked);
  addEventListener("popstate", arrived);
  return () => {
    removeEventListener("click", clicked);
    removeEventListener("popstate", arrived);
  };
}

const part = encodeURIComponent;

/** Addresses of pages, so that no page spells another's. */
export const paths = {
  lobby: () => "/",
  table: (table: string) => `/table/${part(table)}`,
  /** The table, and a box or seat that one would like to take there. */
  seat: (table: string, box: number) => `/table/${part(table)}?box=${box}`,
  dealer: (table: string) => `/dealer/${part(table)}`,
  pit: (tab?: "money" | "jackpots" | "room") => (tab === undefined ? "/pit" : `/pit/${tab}`),
  /** The cage, and perhaps a claim to be paid there. */
  cage: (claim?: string) => (claim === undefined ? "/cage" : `/cage/${part(claim)}`),
  /** The cash log of a gaming day, or one person's part of it, to print. */
  cashLog: (day = "", person = "") => {
    const asked = new URLSearchParams({ ...(day === "" ? {} : { day }), ...(person === "" ? {} : { person }) });
    return `/cage/log${asked.size > 0 ? `?${asked}` : ""}`;
  },
  /** Claims, vouchers and counts, and perhaps one of them. */
  claims: (number?: string) => (number === undefined ? "/claims" : `/claims/${part(number)}`),
  /** All trays, one of them, or a signed count of it. */
  counts: (table?: string, number?: string) => ["/counts", table, number].flatMap((one, at) => (one === undefined ? [] : [at === 0 ? one : part(one)])).join("/"),
  display: (link?: string) => (link === undefined ? "/display" : `/display/${part(link)}`),
  audit: () => "/audit",
  /** The House's keys and anchors. */
  keys: () => "/keys",
  report: () => "/report",
  chance: () => "/audit/chance",
  restated: () => "/restated",
  /** The rule desk, bound to a table if one is named. */
  ruleDesk: (table = "") => (table === "" ? "/rule-desk" : `/rule-desk?table=${part(table)}`),
  rules: (game?: string, paragraph?: string) => ["/rules", game, paragraph].filter((one) => one !== undefined).join("/"),
  howTo: (game?: string) => (game === undefined ? "/how-to-play" : `/how-to-play/${part(game)}`),
  rounds: () => "/rounds",
  session: () => "/rounds/session",
  round: (table: string, round: string | number) => `/rounds/${part(table)}/${part(String(round))}`,
  designer: (game?: string) => (game === undefined ? "/designer" : `/designer/${part(game)}`),
  signIn: () => "/sign-in",
  /** No page of this application: the server has it. */
  manual: () => "/docs",
};
