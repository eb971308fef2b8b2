import type { RoomView, SharesPage } from "../../wire";

// Hands that lie open while cards are still to come: nobody can bet any more, and their shares can be counted.

/** The seats of hands that are all open, with cards to come; none otherwise. */
export function openSeats(view: RoomView, board = 5): number[] {
  if (view.phase !== "showdown" || view.community.length >= board) return [];
  const inPlay = view.seats.filter((seat) => seat.dealt_in && !seat.folded && seat.shown !== false);
  const open = inPlay.every((seat) => seat.shown === true && seat.cards.length > 0 && !seat.cards.includes("??"));
  return open && inPlay.length > 1 ? inPlay.map((seat) => seat.seat) : [];
}

/** Where the shares are asked for, from the cards that are seen and no others. */
export function sharesPath(view: RoomView, seats: readonly number[]): string | null {
  if (seats.length === 0) return null;
  const hands = seats.map((number) => view.seats.find((seat) => seat.seat === number)?.cards.join("") ?? "");
  return `/api/odds/${encodeURIComponent(view.game)}/shares?hands=${hands.join(",")}&board=${view.community.join("")}`;
}

/** "84 %": whole numbers, but neither all nor nothing while a single card can change it. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (share > 0 && whole === 0) return "< 1 %";
  if (share < 1 && whole === 100) return "> 99 %";
  return `${whole} %`;
}

/** The shares by seat, where they are those of these hands. */
export function bySeat(view: RoomView, seats: readonly number[], found: SharesPage | undefined): Map<number, SharesPage["hands"][number]> {
  const shares = new Map<number, SharesPage["hands"][number]>();
  for (const [at, number] of seats.entries()) {
    const cards = view.seats.find((seat) => seat.seat === number)?.cards.join("");
    const share = found?.hands[at];
    if (share !== undefined && share.cards.join("") === cards) shares.set(number, share);
  }
  return shares.size === seats.length ? shares : new Map();
}
