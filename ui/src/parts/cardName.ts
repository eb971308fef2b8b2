import { t } from "../strings/index.svelte";

/** "Qh" in words, from the catalogue. */
export function cardName(card: string): string {
  if (card === "??") return t.cards.down;
  const rank = card.charAt(0);
  const suit = card.charAt(1);
  return t.cards.name(t.cards.ranks[rank] ?? rank, t.cards.suits[suit] ?? suit);
}

/** The ranks of the cards that lie open, highest first: "Ace, 9, 7". */
export function rankWords(cards: readonly string[]): string {
  const order = "AKQJT98765432";
  const ranks = cards.filter((card) => card !== "??").map((card) => card.charAt(0));
  return ranks.sort((one, two) => order.indexOf(one) - order.indexOf(two)).map((rank) => t.cards.ranks[rank] ?? rank).join(", ");
}

/** What is read of a hand: "Dealer’s hand: Queen of Hearts, face-down card"; nothing of one that nobody has named and that has no cards. */
export function handName(cards: readonly string[], label?: string): string {
  if (cards.length === 0) return label === undefined ? "" : t.cards.labelled(label, t.cards.hole);
  const list = cards.map(cardName).join(", ");
  return label === undefined ? t.cards.hand(list) : t.cards.labelled(label, list);
}
