// What a person set for this browser. Storage may be forbidden or full: then a setting lasts as long as the page.

const STORE = "croupier.preferences";

interface Settings {
  fourColour: boolean;
  /** My cards stay face down until I look at them; otherwise a hand that I may examine is turned as it is dealt. */
  blind: boolean;
  /** Show the exact odds of my decisions without being asked. */
  advice: boolean;
  sound: boolean;
  /** Less motion even where the system does not ask for it. */
  reducedMotion: boolean;
  /** The guide through a first hand was read or skipped. */
  guided: boolean;
  /** Paragraph numbers stand at a table in full, instead of a quiet mark. */
  ruleNumbers: boolean;
  /** Single keys act on a table that has the focus. */
  keys: boolean;
  locale: string;
}

const usual: Settings = {
  fourColour: false,
  blind: false,
  advice: false,
  sound: false,
  reducedMotion: false,
  guided: false,
  ruleNumbers: false,
  keys: true,
  locale: "en",
};

function stored(): Settings {
  const settings: Settings = { ...usual };
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    if (typeof found !== "object" || found === null) return settings;
    for (const name of Object.keys(usual) as (keyof Settings)[]) {
      const value = (found as Record<string, unknown>)[name];
      if (typeof value === typeof usual[name]) Object.assign(settings, { [name]: value });
    }
  } catch {
    // No storage, or not ours: the usual settings.
  }
  return settings;
}

export const preferences: Settings = $state(stored());

export function keepPreferences(): void {
  const root = document.documentElement;
  root.classList.toggle("four-colour", preferences.fourColour);
  root.dataset["motion"] = preferences.reducedMotion ? "reduced" : "system";
  try {
    localStorage.setItem(STORE, JSON.stringify(preferences));
  } catch {
    // Kept in memory only.
  }
}
