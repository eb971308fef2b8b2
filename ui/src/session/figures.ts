import type { RoundReview, SessionPage } from "../wire";

// What the page of a session draws, from what the server has judged.

export interface Point {
  /** In whole units of money, after this round. */
  result: number;
  /** The same on average for the choices made; null as long as nothing has been counted. */
  average: number | null;
  net: number;
}

/** Round by round, added up. A round without odds leaves the average where it was. */
export function course(rounds: readonly RoundReview[]): Point[] {
  let result = 0;
  let average: number | null = null;
  return rounds.map((one) => {
    result += one.head.net;
    if (one.average !== null) average = (average ?? 0) + one.average;
    return { result: result / 100, average: average === null ? null : average / 100, net: one.head.net };
  });
}

export const costOf = (round: RoundReview): number => round.choices.reduce((sum, one) => sum + one.cost, 0);

/** The dearest choices first; a round in which every choice was the best one is not among them. */
export function worthALook(page: SessionPage, most: number): RoundReview[] {
  return page.rounds
    .filter((one) => costOf(one) > 0)
    .sort((one, other) => costOf(other) - costOf(one))
    .slice(0, most);
}

/** What a round's result is made of: the cards as they came, the choices, and the cards that came after them. */
export function parts(round: RoundReview): { cards: number; choice: number; luck: number } | null {
  if (round.cards === null) return null;
  const choice = -costOf(round);
  return { cards: round.cards, choice, luck: round.head.net - round.cards - choice };
}

export const keyOf = (round: RoundReview): string => `${round.head.table}/${round.head.number}`;
