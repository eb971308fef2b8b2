import { paths } from "../router.svelte";
import type { VoucherRow } from "../wire";

/** Where an object is dealt with: awards and redemptions at the cage, for those who open it; the rest in the counts. */
export function where(row: VoucherRow, cage: boolean): string | null {
  if (row.kind === "A" || row.kind === "R") return cage && ["owed", "second_name", "to_return"].includes(row.state) ? paths.cage(row.kind === "A" ? row.number : undefined) : null;
  if (row.kind === "N") return row.state === "signed" ? paths.counts(row.table, row.number) : paths.counts(row.table);
  return row.open ? paths.counts() : null;
}

export function toneOf(row: VoucherRow): "win" | "lose" | "warn" | "alarm" {
  if (row.late) return "alarm";
  if (row.wrong) return "lose";
  return row.open ? "warn" : "win";
}

/** Whether an object fits what was typed: its number, table, seal, person or owner. */
export function fits(row: VoucherRow, text: string): boolean {
  const asked = text.trim().toLowerCase();
  return asked === "" || [row.number, row.table, row.seal, row.person, row.owner].some((one) => one.toLowerCase().includes(asked));
}

/** A whole number such as F-0012, as it may be typed: "f12", "F-12", "f-0012"; null for anything else. */
export function numberIn(text: string): string | null {
  const found = /^([afcrdn])-?0*(\d{1,9})$/i.exec(text.trim());
  return found ? `${found[1]!.toUpperCase()}-${found[2]!.padStart(4, "0")}` : null;
}
