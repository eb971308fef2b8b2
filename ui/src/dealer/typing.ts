// A card is typed as its rank and then its suit: "9" "D", "T" "s", "1" "0" "h". A scanner types the same, only faster.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** What a key makes of what was typed before: a rank that waits, a whole card such as "9d", or null for no such key. */
export function typedKey(waiting: string, key: string): { rank: string; card: string } | null {
  const pressed = key.toUpperCase();
  if (pressed.length !== 1) return null;
  if (key === "1") return { rank: "1", card: "" };
  if (key === "0") return waiting === "1" ? { rank: "T", card: "" } : null;
  if (RANKS.includes(pressed)) return { rank: pressed, card: "" };
  const suit = key.toLowerCase();
  if (!SUITS.includes(suit) || waiting === "" || waiting === "1") return null;
  return { rank: "", card: `${waiting}${suit}` };
}
