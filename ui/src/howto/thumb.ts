import type { OddsPage } from "../wire";

/** Perfect play in as few words as it can be put, from the exact odds. */
export interface Thumb {
  /** Always played from this hand on, and never up to that one. */
  from: string;
  to: string;
  /** The starting hands that are not played, "72o"; empty where hands are not told by their first two cards. */
  folded: string[];
}

export function told(odds: Pick<OddsPage, "always_bet_from" | "always_fold_to" | "chart">): Thumb {
  return { from: odds.always_bet_from, to: odds.always_fold_to, folded: odds.chart.filter((one) => one.decision === "fold").map((one) => spelt(one.hand)) };
}

/** "72o" as "7-2 unsuited", "AKs" as "A-K suited", "22" as "2-2". */
export function spelt(hand: string): string {
  const [first = "", second = "", kind = ""] = hand;
  const ranks = [first, second].map((rank) => (rank === "T" ? "10" : rank)).join("-");
  return kind === "o" ? `${ranks} unsuited` : kind === "s" ? `${ranks} suited` : ranks;
}
