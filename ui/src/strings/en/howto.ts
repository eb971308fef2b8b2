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
    `You play ${board > 0 ? `your ${count(cards)} cards, with ${count(board)} Community Cards for everybody,` : `your ${count(cards)} cards`} against the Dealer’s ${count(cards)}. ${first(count(decisions))} ${decisions === 1 ? "choice" : "choices"} a round. The better hand wins.`,
  leadRoom: (cards: number, board: number) =>
    `You play against the others at the table: ${count(cards)} cards of your own, ${count(board)} for all. The best hand takes the pot, or whoever is left when all others fold.`,
  play: "Sit down and play",
  failed: "This cannot be fetched just now.",
  exact: (version: number) => `The exact rules, Version ${version}, paragraph by paragraph`,

  wager: { title: (wager: string) => `Place your ${wager}`, least: (wager: string, amount: string) => `Put a chip on ${wager}, ${amount} at least.`, any: (wager: string) => `Put a chip on ${wager}.`, more: (wager: string) => `${wager} is a side wager, if you like.`, fixed: (wager: string, amount: string) => `${wager} is a side wager of ${amount}, if you like.` },
  deal: {
    title: "Look at your cards",
    cards: (cards: number) => `You get ${count(cards)} cards.`,
    dealer: (cards: number, shows: number) => `The Dealer gets ${count(cards)} too${shows > 0 ? ` and shows ${count(shows)}` : ", face down"}.`,
    board: (cards: number) => `${first(count(cards))} Community Cards lie face down for everybody.`,
  },
  decide: {
    title: (choices: readonly string[]) => listed(choices, "or"),
    pays: (choice: string, least: number, most: number, stays: boolean) =>
      `${choice} adds ${least === most ? (least === 1 ? "one more Ante" : least === 2 ? "twice your Ante" : `${count(least)} times your Ante`) : `${count(least)} to ${count(most)} times your Ante`}${stays ? " and keeps you in" : ""}.`,
    fold: (choice: string) => `${choice} ends your hand.`,
    free: (choice: string) => `${choice} goes on without a wager.`,
    after: (name: string, cards: number) => `Then the ${name.replace(/ cards?$/i, "")} is turned: ${count(cards)} ${cards === 1 ? "card" : "cards"}.`,
  },
  ends: {
    needs: (hand: string) => `The Dealer needs ${hand}`,
    compares: "The hands are compared",
    or: "or better",
    folded: (results: string) => `If you fold: ${results}.`,
    unqualified: (results: string) => `With less, the Dealer does not qualify: ${results}.`,
    higher: (results: string) => `If your hand is higher: ${results}.`,
    same: (results: string) => `It is a stand-off: ${results}.`,
    lower: (results: string) => `If it is lower: ${results}.`,
    results: (results: readonly Came[]) => results.map(came).join("; "),
  },
  room: {
    blinds: "Two post the Blinds",
    blindsText: (cards: number, times: number) =>
      `The two Players left of the Button put in the Small Blind and the Big Blind, ${times === 2 ? "twice" : `${count(times)} times`} as much. Then everybody is dealt ${count(cards)} cards.`,
    small: "Small Blind",
    big: "Big Blind",
    bet: "Bet, call, raise or fold",
    betText: "In turn, everybody matches the bet, raises it, or folds and is out. With nothing to match, you may check.",
    board: "Cards for everybody",
    boardText: (streets: readonly { name: string; count: number }[]) => `${first(listed(streets.map((one) => `${count(one.count)} on the ${one.name}`), "and"))}, with betting after each.`,
    show: "The best hand takes the pot",
    showText: (makes: number, cards: number) => `Your best ${count(makes)} of all ${count(cards)} cards make your hand. If everybody else has folded, the pot is yours without showing.`,
  },
  ranks: "What beats what",
  ranksPays: (wagers: readonly string[]) => `What beats what, and what ${listed(wagers, "and")} ${wagers.length > 1 ? "pay" : "pays"}`,
  side: (wager: string) => `What ${wager} pays`,
  jackpot: "What the jackpot pays",

  thumb: {
    title: (wager: string) => `When should I place the ${wager}?`,
    always: (choice: string) => `${choice}, always.`,
    orBetter: (hand: string) => `${hand} or better`,
    orWorse: (hand: string) => `${hand} or worse`,
    between: "In between",
    depends: "It depends on the Dealer’s face-up card.",
    allOthers: "Every other hand",
    exact: "The chart, from the exact odds",
  },
  know: {
    title: "Good to know",
    equal: "What if the hands are equal?",
    boxes: "May I play several boxes?",
    boxesText: "Yes, but you may look at one hand only. The others are played blind, and the table says so beside the Look button.",
    late: "What if I do not answer in time?",
    lateText: "You fold, or check where that is one of the choices.",
    lateRoom: "You check if nothing has to be matched, and fold otherwise. After a few times you sit out.",
    more: "Can I buy more chips in a hand?",
    moreText: "No. You play with what lies before you: Table Stakes. More chips count from the next hand.",
  },
};
