// The lobby: /.

const WORDS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
const word = (count: number): string => WORDS[count] ?? String(count);
const small = (count: number): string => word(count).toLowerCase();

export const lobby = {
  open: (count: number) => (count < 2 ? `${word(count)} table is open.` : `${word(count)} tables are open.`),
  lead: "Touch a free seat and you are playing. No account, play money only.",
  leadAccount: "Touch a free seat and you are playing.",
  leadStaff: "Every table as it is now. You can watch without taking a seat.",
  withDealer: "With a Dealer",
  withDealerLead: "A Dealer enters the cards; your wagers are your own.",
  waitsForDealer: (count: number) => (count === 1 ? "One table waits for a Dealer." : `${word(count)} tables wait for a Dealer.`),
  none: "No table has been set up in this house yet.",
  legend: { title: "Seats", taken: "taken", bot: "bot", free: "free", mine: "you" },

  table: (game: string, table: string) => `${game}, table ${table}`,
  automatic: "automatic dealing",
  byDealer: "dealt by a Dealer",
  company: (bots: number, people: number) =>
    `${small(bots)} ${bots === 1 ? "bot" : "bots"}, ${people === 0 ? "no Player" : `${small(people)} ${people === 1 ? "Player" : "Players"}`}`,
  alone: (people: number) => (people === 0 ? "nobody yet" : `${small(people)} ${people === 1 ? "Player" : "Players"}`),
  jackpot: "Jackpot",
  down: "Jackpot link down",
  rake: "Rake",
  rakeIs: (share: string, cap: string) => `${share} %, cap ${cap}, from each pot`,
  rakeAmount: (amount: string) => `${amount} per hand, at most 5 % of each pot`,
  rakeUncapped: (share: string) => `${share} %, from each pot`,
  ante: "Ante",
  blinds: "Blinds",
  jackpotWager: "Jackpot wager",
  tableStake: "Table stake",
  freeBoxes: "Free boxes",
  freeSeats: "Free seats",
  range: (least: string, most: string) => `${least} to ${most}`,
  both: (little: string, big: string) => `${little} / ${big}`,
  freeOf: (free: number, of: number) => `${free} of ${of}`,
  briefBoxes: (least: string, most: string, free: number, of: number) => `Ante ${least} to ${most} · ${free} of ${of} boxes free`,
  briefSeats: (little: string, big: string, free: number, of: number) => `Blinds ${little} / ${big} · ${free} of ${of} seats free`,

  box: (number: number, state: string) => `Box ${number}, ${state}`,
  seat: (number: number, state: string) => `Seat ${number}, ${state}`,
  states: { free: "free: sit down", mine: "yours: go back", taken: "taken", bot: "taken by a bot", closed: "free" } as Record<string, string>,
  sitDown: "Sit down",
  sitDownAt: (table: string) => `Sit down at ${table}`,
  backToBox: (box: number) => `Back to box ${box}`,
  backToSeat: (seat: number) => `Back to seat ${seat}`,
  watch: "Watch",
  watchTable: (table: string) => `Watch ${table}`,
  deal: "Deal",
  dealAt: (table: string) => `Deal at ${table}`,
  closed: "Closed",
  full: "Every seat is taken",

  last: {
    title: "My last rounds",
    all: "All rounds",
    none: "Nothing yet. Your rounds will appear here, each with its replay.",
    failed: "Your rounds cannot be fetched at the moment.",
    note: "Every round can be replayed step by step, with the proof of its shuffle.",
    where: (table: string, round: string, time: string) => `${table} · round ${round} · ${time}`,
  },
};
