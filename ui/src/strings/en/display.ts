// The jackpot display: /display and /display/<link>.

export const display = {
  jackpot: (game: string) => `${game} Jackpot`,
  playMoney: "SGD · play money",
  currency: "SGD",
  ladder: "What a hand wins",
  awards: "Latest awards",
  noAwards: "None yet.",
  others: "Other jackpots",
  where: (award: string, table: string, box: number) => `${award}, ${table} box ${box}`,
  down: "Jackpot link down",
  downWhy: (reason: string) => `The link of this jackpot is down: ${reason}. The value registered last stands.`,
  none: "There is no jackpot in this house yet.",
  unknown: "There is no jackpot of that name here.",
  all: "All jackpots",
};
