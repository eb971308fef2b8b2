// A session in review: /rounds/session. The tone is a coach's: what was best, what the other choice costs, and why.

const COUNTS = ["no", "one", "two", "three", "four", "five"];
const count = (number: number): string => COUNTS[number] ?? String(number);

export const session = {
  title: "Your session in review",
  open: "Review my session",
  empty: "You have not played a round yet.",
  staff: "Only Players have a session to review.",
  failed: "Your session could not be fetched.",
  counting: "The odds are still being counted. Your choices are judged as soon as they are there.",
  round: (round: string) => `Round ${round}, in review`,
  where: (table: string, time: string) => `${table} · ${time}`,
  earlier: "Earlier round",
  later: "Later round",
  replay: "Replay",
  back: "Back to the table",

  hands: "The hands",
  you: (box: number) => `You, box ${box}`,
  dealer: "Dealer",
  board: "Community Cards",
  unseen: "Not seen",

  box: (box: number) => `Box ${box}`,
  known: (cards: number) => (cards === 0 ? "Before the Community Cards" : `With ${count(cards)} Community Cards`),
  best: (made: string) => `${made} was the best choice.`,
  other: (best: string, made: string, antes: string) => `Best was ${best}. ${made} cost you ${antes}.`,
  antes: (antes: number) => (antes < 0.05 ? "less than 0.1 Antes" : antes.toFixed(1) === "1.0" ? "1 Ante" : `${antes.toFixed(1)} Antes`),
  onAverage: (made: string, its: string, other: string, others: string) => `On average ${made} comes to ${its} here, and ${other} to ${others}.`,
  averages: "Average result of each choice",
  bestMark: (choice: string) => `${choice}, best`,
  yours: (choice: string) => `${choice}, yours`,
  bestYours: (choice: string) => `${choice}, best and yours`,
  blind: "You played this hand blind: a choice made without looking is not judged.",
  notJudged: "There is nothing to judge in this round.",
  room: "Hands of the poker room are not judged: what is best depends on what the others hold.",

  went: { lost: (amount: string) => `Where the ${amount} went`, won: (amount: string) => `Where the ${amount} came from`, even: "What made it even" },
  parts: { cards: "the cards, at best play", choice: "your choices", luck: "luck" },

  graph: "This session",
  graphSays: (rounds: number, end: string, highest: string, at: number) =>
    `Result after each of ${rounds === 1 ? "1 round" : `${rounds} rounds`}, from 0 to ${end}; highest ${highest} after round ${at}`,
  result: "your result",
  average: "average for your choices",
  rounds: "Rounds",
  staked: "Staked",
  bestChoices: "Best choices",
  bestOf: (best: number, of: number) => `${best} of ${of}`,
  cost: "Choices cost",
  worth: "Rounds worth a look",
  worthNone: "Every choice that could be judged was the best one.",
  worthOther: "Every other choice that could be judged was the best one.",
  worthUnjudged: "None of these rounds had a choice to judge.",
  chose: (round: string, made: string) => `${round} · ${made}`,
  by: (best: string, antes: string) => `Best was ${best}, by ${antes}`,
};
