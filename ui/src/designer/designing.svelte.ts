import { http, Refusal, type Refused } from "../live/http";
import type { BeingCounted, CurvePage, DesignGroup, DesignPage, DesignRow, WhatIfPage } from "../wire";

// One question at a time, and always the latest one: a slider may move while an answer is under way.

const SETTLE_MS = 50;
const COUNTING_MS = 1000;

export type Pay = Record<string, number | string>;

/** "?pay=bet.flush%3D7&pay=…": one for each row that differs, as the command line has them. */
export function writePay(pay: Pay): string {
  const rows = Object.entries(pay).map(([key, value]) => ["pay", `${key}=${value}`]);
  return rows.length === 0 ? "" : `?${new URLSearchParams(rows).toString()}`;
}

/** What an address changes. Whether it can be is for the server to say. */
export function readPay(search: string): Pay {
  const rows = new URLSearchParams(search).getAll("pay").map((row): [string, number | string] => {
    const [key = "", ...value] = row.split("=");
    const text = value.join("=");
    return [key, /^\d+$/.test(text) ? Number(text) : text];
  });
  return Object.fromEntries(rows);
}

export class Designing {
  page: DesignPage | null = $state.raw(null);
  /** What differs from the approved tables. */
  pay: Pay = $state.raw({});
  found: WhatIfPage | null = $state.raw(null);
  curve: CurvePage | null = $state.raw(null);
  /** The row that the chart is about. */
  line = $state("");
  counting = $state(false);
  failed = $state(false);
  refusal: Refused | null = $state.raw(null);

  private asking = false;
  private asked = "";
  private curved = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(readonly game: string) {
    this.pay = readPay(location.search);
  }

  /** The same changes as an address has them: of this page, to share, and of the sheet. Empty where there are none. */
  get query(): string {
    return writePay(this.pay);
  }

  get rows(): DesignRow[] {
    return this.page?.groups.flatMap((group) => group.rows) ?? [];
  }

  get group(): DesignGroup | undefined {
    return this.page?.groups.find((group) => group.rows.some((row) => row.key === this.line));
  }

  get row(): DesignRow | undefined {
    return this.rows.find((row) => row.key === this.line);
  }

  get changes(): number {
    return Object.keys(this.pay).length;
  }

  value(row: DesignRow): number {
    const own = this.pay[row.key];
    return typeof own === "number" ? own : row.value;
  }

  async open(): Promise<void> {
    try {
      this.page = await http.get<DesignPage>(`/api/odds/${encodeURIComponent(this.game)}/design`);
      const groups = this.page.groups;
      // Where there is a wager beside the Ante its table is what a designer is after; its last line is paid most often.
      const first = groups.find((group) => group.edge === "bonus") ?? groups[0];
      this.line = first?.rows.at(-1)?.key ?? "";
      this.soon(0);
    } catch (wrong) {
      this.fail(wrong);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  move(row: DesignRow, value: number): void {
    this.change(row.key, Math.min(row.most, Math.max(row.least, value)), row.value);
  }

  change(key: string, value: number | string, approved: number | string): void {
    const { [key]: _, ...others } = this.pay;
    this.pay = value === approved ? others : { ...others, [key]: value };
    this.remember();
    this.soon();
  }

  choose(key: string): void {
    if (this.line === key) return;
    this.line = key;
    this.soon();
  }

  reset(): void {
    this.pay = {};
    this.remember();
    this.soon(0);
  }

  /** A design that was found, as changes: whatever it does not name is as approved. */
  private changed(found: Record<string, number>): Pay {
    return Object.fromEntries(this.rows.filter((row) => (found[row.key] ?? row.value) !== row.value).map((row) => [row.key, found[row.key] ?? row.value]));
  }

  has(found: Record<string, number>): boolean {
    const wanted = this.changed(found);
    return Object.keys(wanted).length === this.changes && Object.entries(wanted).every(([key, value]) => this.pay[key] === value);
  }

  take(found: Record<string, number>): void {
    this.pay = this.changed(found);
    this.remember();
    this.soon(0);
  }

  /** Changes stand in the address, so that they survive a reload and can be shared. */
  private remember(): void {
    history.replaceState(null, "", location.pathname + this.query);
  }

  private soon(wait = SETTLE_MS): void {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.ask(), wait);
  }

  private async ask(): Promise<void> {
    if (this.asking || this.page === null) return;
    this.asking = true;
    try {
      const { pay, line } = this;
      const wanted = JSON.stringify(pay);
      if (wanted !== this.asked) {
        const found = await this.post<WhatIfPage>("what-if", { pay });
        if (found === null) return;
        [this.found, this.asked, this.refusal] = [found, wanted, null];
      }
      // The curve is the same wherever its own row stands.
      const { [line]: _, ...others } = pay;
      const drawn = JSON.stringify([line, others]);
      if (drawn !== this.curved && line !== "") {
        const curve = await this.post<CurvePage>("curve", { pay: others, line });
        if (curve === null) return;
        [this.curve, this.curved] = [curve, drawn];
      }
    } catch (wrong) {
      this.fail(wrong);
      return;
    } finally {
      this.asking = false;
    }
    if (this.behind) this.soon(0);
  }

  /** Whether something has moved since the last question. */
  private get behind(): boolean {
    const { [this.line]: _, ...others } = this.pay;
    return JSON.stringify(this.pay) !== this.asked || JSON.stringify([this.line, others]) !== this.curved;
  }

  /** Null while the deals are being counted: asked again in a moment. */
  private async post<T extends { type: string }>(what: string, body: object): Promise<T | null> {
    const answer = await http.post<T | BeingCounted>(`/api/odds/${encodeURIComponent(this.game)}/${what}`, { ...body, meter: this.page?.meter });
    this.failed = false;
    this.counting = answer.type === "counting";
    if (!this.counting) return answer as T;
    this.soon(COUNTING_MS);
    return null;
  }

  private fail(wrong: unknown): void {
    if (wrong instanceof Refusal) this.refusal = wrong;
    else this.failed = true;
  }
}
