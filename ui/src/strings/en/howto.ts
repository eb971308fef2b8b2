// How to play: /how-to-play. Figures and names come from the game's document; the sentences around them stand here.

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const count = (number: number): string => COUNTS[number] ?? String(number);
const listed = (parts: readonly string[], word: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Came {
  titles: readonly string[];
  comes: string;
  pays: string;
  needs: string;
  otherwise: string;
}

const came = ({ titles, comes, pays, needs, otherwise }: Came): string => {
  const many = titles.length > 1;
  const who = listed(titles, "and");
  if (comes === "loses") return `${who} ${many ? "are" : "is"} lost`;
  if (comes === "back") return `${who} ${many ? "come" : "comes"} back`;
  const paid = pays === "" ? `${who} ${many ? "pay" : "pays"} by the hand` : `${who} ${many ? "pay" : "pays"} ${pays}`;
  if (needs === "") return paid;
  return `${paid} from ${needs} up, and otherwise ${otherwise === "back" ? (many ? "come back" : "comes back") : many ? "are lost" : "is lost"}`;
};

export const howto = {
  title: (game: string) => `${game}, in one minute`,
  games: "Games",
  leadBanked: (cards: number, board: number, decisions: number) =>
    `You play ${board > 0 ? `your ${count(cards)} cards and ${count(board)} on the board` : `your ${count(cards)} cards`} against the Dealer's. ${first(count(decisions))} ${decisions === 1 ? "choice" : "choices"} a round. The better hand wins.`,
  leadRoom: (cards: number, board: number) =>
    `You play against the others at the table: ${count(cards)} cards of your own, ${count(board)} for all. The best hand takes the pot, or whoever is left when all others fold.`,
  play: "Sit down and play",
  failed: "This cannot be fetched just now.",
  exact: (version: number) => `The exact rules, Version ${version}, paragraph by paragraph`,

  wager: { title: (wager: string) => `Place your ${wager}`, least: (wager: string, amount: string) => `Put a chip on ${wager}, ${amount} at least.`, any: (wager: string) => `Put a chip on ${wager}.`, more: (wager: string) => `${wager} is a wager beside it; it is your choice.`, fixed: (wager: string, amount: string) => `${wager} is a wager of ${amount} beside it; it is your choice.` },
  deal: {
    title: "Look at your cards",
    cards: (cards: number) => `You get ${count(cards)} cards.`,
    dealer: (cards: number, shows: number) => `The Dealer gets ${count(cards)} too${shows > 0 ? ` and shows ${count(shows)}` : ", face down"}.`,
    board: (cards: number) => `${first(count(cards))} more lie face down for everybody.`,
  },
  decide: {
    title: (choices: readonly string[]) => listed(choices, "or"),
    pays: (choice: string, least: number, most: number, stays: boolean) =>
      `${choice} adds ${least === most ? (least === 1 ? "one more Ante" : least === 2 ? "twice your Ante" : `${count(least)} times your Ante`) : `${count(least)} to ${count(most)} times your Ante`}${stays ? " and keeps you in" : ""}.`,
    fold: (choice: string) => `${choice} ends your hand.`,
    free: (choice: string) => `${choice} goes on without a wager.`,
    after: (name: string, cards: number) => `Then the ${name.toLowerCase().replace(/ cards?$/, "")} is turned: ${count(cards)} ${cards === 1 ? "card" : "cards"}.`,
  },
  ends: {
    needs: (hand: string) => `The Dealer needs ${hand}`,
    compares: "The hands are compared",
    or: "or better",
    folded: (results: string) => `If you fold: ${results}.`,
    unqualified: (results: string) => `With less, the Dealer does not qualify: ${results}.`,
    higher: (results: string) => `If your hand is higher: ${results}.`,
    same: (results: string) => `If both rank the same: ${results}.`,
    lower: (results: string) => `If it is lower: ${results}.`,
    results: (results: readonly Came[]) => results.map(came).join("; "),
  },
  room: {
    blinds: "Two post the Blinds",
    blindsText: (times: number) => `The two left of the Dealer Button put in the Small Blind and the Big Blind, ${times === 2 ? "twice" : `${count(times)} times`} as much. Then everybody gets cards.`,
    bet: "Bet, call, raise or fold",
    betText: "In turn, everybody matches what lies there, raises it, or folds and is out. With nothing to match you may check.",
    board: "Cards for everybody",
    boardText: (streets: readonly { name: string; count: number }[]) => `${first(listed(streets.map((one) => `${count(one.count)} on the ${one.name}`), "and"))}, with betting after each.`,
    show: "The best hand takes the pot",
    showText: (makes: number, cards: number) => `The best ${count(makes)} of all ${count(cards)} cards count.`,
  },
  ranks: "What beats what",
  ranksPays: (wagers: readonly string[]) => `What beats what, and what ${listed(wagers, "and")} pays`,
  jackpot: "Jackpot",
  jackpotRow: (hand: string, pays: string) => `${hand}: ${pays}`,
};
