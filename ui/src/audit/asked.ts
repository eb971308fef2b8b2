import { micros } from "../when";

// What the audit page asks for, as the address of a question.

export const KINDS = ["rounds", "commands", "events", "rulings", "corrections", "people", "movements"] as const;
export type Kind = (typeof KINDS)[number];

export interface Filters {
  stream: string;
  player: string;
  employee: string;
  cite: string;
  /** As a datetime-local field holds it. */
  since: string;
  until: string;
}

export const NO_FILTERS: Filters = { stream: "", player: "", employee: "", cite: "", since: "", until: "" };

/** The query of a page of the record; empty filters are left out. */
export function address(kind: Kind, filters: Filters, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const name of ["stream", "player", "employee", "cite"] as const) if (filters[name].trim() !== "") query.set(name, filters[name].trim());
  for (const name of ["since", "until"] as const) {
    const at = micros(filters[name]);
    if (at !== null) query.set(name, String(at));
  }
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const text = query.toString();
  return `/api/audit/${kind}${text === "" ? "" : `?${text}`}`;
}
