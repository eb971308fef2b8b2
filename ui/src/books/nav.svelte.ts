import { session } from "../live/session.svelte";
import { role } from "../pit/words";
import { paths } from "../router.svelte";
import { t } from "../strings/index.svelte";

const PIT = ["pit_supervisor", "pit_manager", "shift_manager", "auditor"];

interface Place {
  href: string;
  text: string;
}

/** The head of every page of staff: the same pages, and who works there; nothing of it for others. */
export function staffTop(): { nav?: Place[]; balance?: null; who?: { label: string; name: string } } {
  const nav = staffPages();
  return nav.length === 0 || session.me === undefined ? {} : { nav, balance: null, who: { label: role(session.me.role), name: session.me.name } };
}

/** The pages of staff, for whoever may open them in the role in which they act now. */
function staffPages(): Place[] {
  const acts = (...roles: string[]): boolean => session.me !== undefined && roles.includes(session.me.role);
  if (!acts(...PIT, "cage")) return [];
  const page = (shown: boolean, href: string, text: string): Place[] => (shown ? [{ href, text }] : []);
  return [
    ...page(acts(...PIT), paths.pit(), t.pit.tabs.pit),
    ...page(true, paths.pit("money"), t.pit.tabs.money),
    ...page(acts(...PIT), paths.pit("jackpots"), t.pit.tabs.jackpots),
    ...page(acts(...PIT), paths.pit("room"), t.pit.tabs.room),
    ...page(!acts("pit_supervisor"), paths.cage(), t.books.nav.cage),
    ...page(true, paths.claims(), t.books.nav.claims),
    ...page(true, paths.counts(), t.books.nav.counts),
    ...page(acts("shift_manager", "auditor"), paths.report(), t.books.nav.report),
    ...page(acts("shift_manager", "auditor"), paths.audit(), t.pit.tabs.audit),
    ...page(acts("pit_manager", "shift_manager", "auditor"), paths.restated(), t.pit.tabs.restated),
    ...page(acts("pit_supervisor", "pit_manager", "shift_manager"), paths.ruleDesk(), t.pit.tabs.ruleDesk),
    ...page(true, paths.rules(), t.pit.tabs.rules),
  ];
}
