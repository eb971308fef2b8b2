import { session } from "../live/session.svelte";
import type { Place, PlaceGroup } from "../parts/places";
import { role } from "../pit/words";
import { paths } from "../router.svelte";
import { t } from "../strings/index.svelte";

const PIT = ["pit_supervisor", "pit_manager", "shift_manager", "auditor"];

/** The head of every page of staff: the same pages, and who works there; nothing of it for others. */
export function staffTop(): { nav?: (Place | PlaceGroup)[]; balance?: null; who?: { label: string; name: string } } {
  const nav = staffPages();
  return nav.length === 0 || session.me === undefined ? {} : { nav, balance: null, who: { label: role(session.me.role), name: session.me.name } };
}

/** The pages of staff, for whoever may open them in the role in which they act now; what is read rarely stands under one name. */
function staffPages(): (Place | PlaceGroup)[] {
  const acts = (...roles: string[]): boolean => session.me !== undefined && roles.includes(session.me.role);
  if (!acts(...PIT, "cage")) return [];
  const page = (shown: boolean, href: string, text: string): Place[] => (shown ? [{ href, text }] : []);
  const group = (text: string, ...pages: Place[]): (Place | PlaceGroup)[] => (pages.length > 1 ? [{ text, pages }] : pages);
  return [
    ...page(acts(...PIT), paths.pit(), t.pit.tabs.pit),
    ...page(true, paths.pit("money"), t.pit.tabs.money),
    ...page(acts(...PIT), paths.pit("jackpots"), t.pit.tabs.jackpots),
    ...page(acts(...PIT), paths.pit("room"), t.pit.tabs.room),
    ...page(!acts("pit_supervisor"), paths.cage(), t.books.nav.cage),
    ...page(true, paths.claims(), t.books.nav.claims),
    ...page(true, paths.counts(), t.books.nav.counts),
    ...group(
      t.pit.tabs.record,
      ...page(acts("shift_manager", "auditor"), paths.report(), t.books.nav.report),
      ...page(acts("shift_manager", "auditor"), paths.audit(), t.pit.tabs.audit),
      ...page(acts("pit_manager", "shift_manager", "auditor"), paths.restated(), t.pit.tabs.restated),
      ...page(acts("shift_manager", "auditor"), paths.keys(), t.record.title),
      ...page(acts("shift_manager", "auditor"), paths.chance(), t.audit.chanceLink),
    ),
    ...group(
      t.pit.tabs.rules,
      ...page(acts("pit_supervisor", "pit_manager", "shift_manager"), paths.ruleDesk(), t.pit.tabs.ruleDesk),
      ...page(true, paths.rules(), t.pit.tabs.documents),
    ),
  ];
}
