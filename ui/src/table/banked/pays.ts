import type { Catalogue } from "../../strings/en";
import type { BankedPage, PayGroup, PayRow, SpotShape, WagerSettled } from "../../wire";

// What the pay tables say about a hand: which rows are lit, and what stands under a spot.

export type Lit = readonly string[];
type Words = Catalogue["table"]["pays"];

export const isLit = (row: PayRow, lit: Lit): boolean => row.cells.some((cell) => lit.includes(cell.line));

/** What a wager pays for the hand as it is now, where its table goes by the hand. */
export function oddsOf(groups: readonly PayGroup[], wager: string, lit: Lit): string {
  const line = lit.find((one) => one.startsWith(`${wager}/`));
  const cells = groups.flatMap((group) => group.rows.flatMap((row) => row.cells));
  return cells.find((cell) => cell.line === line)?.pays ?? "";
}

/** A hand's name for a narrow place. */
export const brief = (words: Words, key: string, name = ""): string => words.brief[key] ?? (name === "" ? spoken(key) : name);

const spoken = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll("_", " ");

/** What stands under a spot: what it pays, from which hand on, and after the round what became of it. */
export function conditionOf(words: Words, spot: SpotShape, groups: readonly PayGroup[], lit: Lit, line: WagerSettled | undefined): string {
  const pays = spot.pays;
  if (pays === undefined || pays.by === "") return "";
  const odds = pays.by === "odds" ? (pays.odds ?? "") : oddsOf(groups, spot.wager, lit);
  if (line !== undefined) {
    if (line.result === "win") return pays.by !== "hand" || odds === "" ? words.paidPlain : words.paid(odds);
    if (line.result !== "lose") return pays.needs ? words.needs(brief(words, pays.needs)) : "";
    return pays.by === "award" && pays.lowest ? words.needs(brief(words, pays.lowest)) : "";
  }
  if (pays.by === "award") return odds !== "" ? words.wins(odds) : pays.lowest ? words.from(brief(words, pays.lowest)) : "";
  if (pays.needs) return words.from(brief(words, pays.needs));
  if (odds !== "") return pays.by === "cards" || (pays.by === "odds" && !spot.first) ? odds : words.odds(odds);
  return pays.by === "cards" ? words.byCards : words.byHand;
}

/** The table that a ladder shows: the first that goes by a hand. */
export function laddered(page: Pick<BankedPage, "pays">): { rows: PayRow[]; title: string } {
  const found = (page.pays ?? []).find((group) => group.rows.length > 3);
  return { rows: [...(found?.rows ?? [])].reverse(), title: found?.columns[0] ?? found?.title ?? "" };
}

/** "250 to 1" as "250". */
export const figure = (pays: string): string => pays.replace(/ (to|for) 1$/, "");
