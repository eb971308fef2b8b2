import { http } from "./live/http";
import { getRulebook } from "./live/cites.svelte";
import type { GameShown, GamesList, HandName } from "./wire";

// The games as their documents declare themselves: names, letters beside the hue, so that nobody has to tell felts by
// colour alone, and the words on the layout. Asked for once, before the first page is drawn.

const known = new Map<string, GameShown>();

export function takeGames(games: readonly GameShown[]): void {
  for (const one of games) known.set(one.game, one);
}

/** Asks for the games and gives each felt its hue. A page without them still works: names and letters are made up for. */
export async function loadGames(): Promise<void> {
  try {
    takeGames((await http.get<GamesList>("/api/games")).games);
  } catch {
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...known.values()].map(hues).join("\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Any container may carry data-game; what is inside takes the hue. */
const hues = ({ game, colours }: GameShown): string =>
  `[data-game="${game}"] { --hi: ${colours.light}; --felt: ${colours.felt}; --lo: ${colours.shade}; --tint: ${colours.tint}; }`;

export const games = (): string[] => [...known.keys()];
/** Those that are played against the House: they have wagers with names of their own. */
export const bankedGames = (): string[] => games().filter((game) => Object.keys(known.get(game)?.wagers ?? {}).length > 0);

export const gameName = (game: string, title = game): string => known.get(game)?.short ?? title;

/** The first letters of its name where nobody has said which. */
export function gameLetters(game: string): string {
  return known.get(game)?.letters ?? game.split("-").slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join("");
}

const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const wagerTitle = (game: string, wager: string): string => known.get(game)?.wagers[wager] ?? words(wager);
export const decisionTitle = (game: string, decision: string): string => known.get(game)?.decisions[decision] ?? words(decision);

/** The words of the page's game; to be asked for when a component is made, as a citation asks for its rulebook. */
export function gameWords(): { wager: (name: string) => string; decision: (name: string) => string; has: (wager: string) => boolean } {
  const rulebook = getRulebook();
  const game = (): string => (rulebook?.() ?? "").replace(/-v\d+$/, "");
  return {
    wager: (name) => wagerTitle(game(), name),
    decision: (name) => decisionTitle(game(), name),
    has: (wager) => known.get(game())?.wagers[wager] !== undefined,
  };
}

/** "Two Pairs, Kings and Nines", without the cards beside it. */
export const handBriefly = ({ short, made }: HandName): string => (made === "" ? short : `${short}, ${made}`);
