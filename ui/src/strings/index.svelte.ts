import { preferences } from "../preferences.svelte";
import { en, type Catalogue } from "./en";
import { pseudo } from "./pseudo";

// Every visible word comes from here: `t.table.fold`, `t.table.round(1184)`. Do not take a branch out into a module
// constant: it would not follow a change of language.

/** A catalogue may be made when it is first wanted. */
const locales: Record<string, () => Catalogue> = {
  en: () => en,
  pseudo: () => pseudo(en),
};

/** The address wins over the preference, so that a link or a test can show a language without setting it. */
const asked = new URLSearchParams(location.search).get("locale");

const locale = $derived(asked !== null && asked in locales ? asked : preferences.locale in locales ? preferences.locale : "en");
const catalogue = $derived((locales[locale] ?? locales["en"]!)());

export const t: Catalogue = new Proxy({} as Catalogue, {
  get: (_, branch) => catalogue[branch as keyof Catalogue],
});
