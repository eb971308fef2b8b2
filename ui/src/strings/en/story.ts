const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
const counted = (count: number): string => COUNTS[count] ?? String(count);
const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// The end of a round: cards, verdict, money. Reasons come from the server, in the document's own names.
export const story = {
  win: (amount: string) => `You win ${amount}`,
  lose: (amount: string) => `You lose ${amount}`,
  standOff: "Stand-off",
  back: "All back",
  even: "You break even",
  said: (result: string, reason: string) => `${result}. ${reason}.`,
  toTurn: (count: number) => `${first(counted(count))} more to turn`,
  needs: (hand: string) => `The Dealer qualifies with ${hand} or better`,
  soFar: (ranks: string) => `So far: ${ranks}`,
  allTurned: "All cards lie open",
  hands: "Hands are compared",
  turning: "The Dealer turns the cards",
  dealing: "The cards are dealt to the end",
  lies: (amount: string) => `${amount} on the table`,
  showAll: "Show all",
  last: "Last result",
  stays: "The result stays until your first chip",
  sound: "Sound on or off",
};
