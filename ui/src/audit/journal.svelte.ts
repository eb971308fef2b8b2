import { http, LineDown, Refusal, type Refused } from "../live/http";
import type { AuditPage } from "../wire";
import { address, type Filters, type Kind } from "./asked";

// The rows of one question, a page at a time, the latest first.

const LIMIT = 50;

export class Journal {
  rows: unknown[] = $state.raw([]);
  next: number | null = $state(null);
  /** Up to when was searched, where more may lie before it. */
  until: number | null = $state(null);
  kind: Kind = $state("rounds");
  busy = $state(true);
  failed = $state(false);
  refusal: Refused | null = $state.raw(null);
  private asked = 0;

  /** A new question; what is on its way for an older one is dropped. */
  async ask(kind: Kind, filters: Filters): Promise<void> {
    await this.load(kind, filters, null);
  }

  async older(filters: Filters): Promise<void> {
    if (this.next !== null && !this.busy) await this.load(this.kind, filters, this.next);
  }

  private async load(kind: Kind, filters: Filters, before: number | null): Promise<void> {
    const mine = (this.asked += 1);
    this.busy = true;
    try {
      const place: Record<string, string> = before === null ? {} : { before: String(before) };
      const page = await http.get<AuditPage>(address(kind, filters, { limit: String(LIMIT), ...place }));
      if (mine !== this.asked) return;
      this.rows = before === null ? page.rows : [...this.rows, ...page.rows];
      this.next = page.next;
      this.until = page.until;
      this.kind = kind;
      this.failed = false;
      this.refusal = null;
    } catch (wrong) {
      if (mine !== this.asked) return;
      if (wrong instanceof Refusal) this.refusal = wrong;
      else if (wrong instanceof LineDown) this.failed = true;
      else throw wrong;
    } finally {
      if (mine === this.asked) this.busy = false;
    }
  }
}
