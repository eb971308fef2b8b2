import type { RevealShown, VerdictShown } from "../wire";

/** The parts of either kind of table's page that tell a story. */
export interface Told {
  view: { round: number; phase: string | null; community: readonly string[]; dealer?: readonly string[] };
  verdict?: VerdictShown | null;
  reveal?: RevealShown | null;
}

const open = (page: Told): number => [...page.view.community, ...(page.view.dealer ?? [])].filter((card) => card !== "??").length;

/** What is heard at a stage: a card that is turned, a win. A loss is quiet. */
export function heardAt(before: Told | undefined, now: Told): "card" | "win" | "chip" | null {
  if (before === undefined || before.view.round !== now.view.round) return null;
  if (now.verdict != null && before.verdict == null) return now.verdict.kind === "win" ? "win" : null;
  const paid = before.reveal != null && now.reveal == null && now.verdict?.kind === "win";
  if (paid) return "chip";
  return now.reveal != null && open(now) > open(before) ? "card" : null;
}
