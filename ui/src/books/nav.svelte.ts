import { session } from "../live/session.svelte";
import { paths } from "../router.svelte";
import { t } from "../strings/index.svelte";

/** The pages of the house's books, for whoever may open them in the role in which they act now. */
export function bookPages(): { href: string; text: string }[] {
  const acts = (...roles: string[]): boolean => session.me !== undefined && roles.includes(session.me.role);
  if (!acts("pit_supervisor", "pit_manager", "shift_manager", "auditor", "cage")) return [];
  return [
    ...(acts("pit_supervisor") ? [] : [{ href: paths.cage(), text: t.books.nav.cage }]),
    { href: paths.counts(), text: t.books.nav.counts },
    ...(acts("shift_manager", "auditor") ? [{ href: paths.report(), text: t.books.nav.report }] : []),
  ];
}

/** The pages of a staff console: the pit's, the books', and the audit's. */
export function staffPages(): { href: string; text: string }[] {
  const acts = (...roles: string[]): boolean => session.me !== undefined && roles.includes(session.me.role);
  return [
    { href: acts("cage") ? paths.pit("money") : paths.pit(), text: acts("cage") ? t.pit.tabs.money : t.pit.tabs.pit },
    ...bookPages(),
    ...(acts("shift_manager", "auditor") ? [{ href: paths.audit(), text: t.pit.tabs.audit }] : []),
  ];
}
