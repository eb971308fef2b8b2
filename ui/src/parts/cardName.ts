import { t } from "../strings/index.svelte";

/** "Qh" in words, from the catalogue. */
export function cardName(card: string): string {
  if (card === "??") return t.cards.down;
  const rank = card.charAt(0);
  const suit = card.charAt(1);
  return t.cards.name(t.cards.ranks[rank] ?? rank, t.cards.suits[suit] ?? suit);
}
