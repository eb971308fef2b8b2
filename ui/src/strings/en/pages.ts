// Titles of pages, as the browser's tab shows them.
export const pages = {
  audit: "Audit",
  dealer: "Dealer console",
  designer: "Pay-table designer",
  display: "Jackpot display",
  howTo: "How to play",
  lobby: "Lobby",
  nowhere: "Nothing here",
  parts: "Parts",
  pit: "Pit console",
  restated: "Restated rounds",
  round: "Round",
  rounds: "My rounds",
  rules: "Rules and odds",
  signIn: "Sign in",
  table: "Table",
  tab: (page: string) => `${page} · croupier`,
};
