// Letters beside the hue, so that nobody has to tell felts by colour alone.

const LETTERS: Record<string, string> = {
  "rws-casino-stud": "CS",
  "rws-multi-link-casino-stud": "ML",
  "rws-progressive-texas-holdem": "PH",
  "mbs-texas-holdem-bonus-progressive": "HB",
  "rws-poker": "PR",
};

export const GAMES = Object.keys(LETTERS);

/** A house may bring a game of its own: the first letters of its name then. */
export function gameLetters(game: string): string {
  const known = LETTERS[game];
  if (known !== undefined) return known;
  return game.split("-").slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join("");
}
