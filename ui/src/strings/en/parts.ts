// What the shared parts say, wherever they appear.

export const common = {
  back: "Back to the lobby",
  close: "Close",
  copied: "Copied.",
  copy: "Copy",
  loading: "Loading",
  nowhere: "There is no page at this address.",
  reload: "Load again",
  skip: "Skip to the page",
  unfinished: "This page does not exist yet.",
  pageFailed: "The page could not be fetched.",
  failed: "That did not work. Nothing was changed.",
  why: "Why",
};

export const cards = {
  down: "face-down card",
  hole: "not dealt yet",
  name: (rank: string, suit: string) => `${rank} of ${suit}`,
  labelled: (whose: string, list: string) => `${whose}: ${list}`,
  hand: (list: string) => `Hand: ${list}`,
  ranks: {
    A: "Ace",
    K: "King",
    Q: "Queen",
    J: "Jack",
    T: "10",
    "9": "9",
    "8": "8",
    "7": "7",
    "6": "6",
    "5": "5",
    "4": "4",
    "3": "3",
    "2": "2",
  } as Record<string, string>,
  suits: { s: "Spades", h: "Hearts", d: "Diamonds", c: "Clubs" } as Record<string, string>,
};

export const line = {
  cut: "The connection was lost. Your wagers stand; the clock keeps running.",
  lost: "The connection was lost before the house heard this. Try again when it is back.",
  over: "Your session has ended. Sign in, and try again.",
  trying: (attempt: number) => (attempt < 2 ? "Trying again." : `Trying again, attempt ${attempt}.`),
  back: "The connection is back.",
};

export const meter = {
  currency: "SGD",
  value: (amount: string) => `SGD ${amount}`,
  jackpot: "Progressive jackpot",
};

export const money = {
  chip: (amount: string) => `Chip ${amount}`,
  chipNot: (amount: string, why: string) => `Chip ${amount}, not now: ${why}`,
  tray: "Chip tray",
  net: (amount: string) => `Net ${amount}`,
  won: (amount: string) => `won ${amount}`,
  lost: (amount: string) => `lost ${amount}`,
};

export const spots = {
  later: "later",
  dashed: "not yet",
  open: "free",
  solid: "placed",
  asked: "asked for now",
  won: "won",
  lost: "lost",
  plus: (stake: string, won: string) => `${stake} + ${won}`,
  more: (won: string) => `+ ${won}`,
  says: (parts: string[]) => parts.join(", "),
};

export const clock = {
  left: (seconds: number) => `${seconds} seconds left`,
};

export const top = {
  brand: "croupier",
  home: "croupier, lobby",
  nav: "Pages",
  balance: "Play money",
  settings: "Settings",
  manual: "The manual, in a page of its own",
  soundOn: "Sound is on",
  soundOff: "Sound is off",
  signIn: (name: string) => `${name}: sign in as somebody else`,
  signedInAs: (name: string, role: string) => `${name}, ${role}`,
  lobby: "Lobby",
  howTo: "How to play",
  rounds: "My rounds",
  rules: "Rules and odds",
  designer: "Pay-table designer",
  pit: "Pit",
  audit: "Audit",
  display: "Display",
  atTable: "Table",
  more: (facts: string) => ` · ${facts}`,
  rulesOf: "Rules of this game",
  rulesWord: "Rules",
  help: "Help",
  leave: "Leave",
  leaveTable: "Leave the table",
};

export const preferences = {
  title: "Settings",
  kept: "Kept in this browser.",
  fourColour: "Four-colour cards",
  fourColourWhy: "Diamonds blue, Clubs green.",
  blind: "Play blind",
  blindWhy: "Your cards stay face down until you look. Off: they are dealt face up, for you alone.",
  advice: "Advice at every decision",
  adviceWhy: "What each decision is worth, from the exact odds. Off: when you ask for it.",
  sound: "Sound",
  soundWhy: "A short tone for chips, cards and your turn.",
  reducedMotion: "Less motion",
  reducedMotionWhy: "Nothing slides; what changed is outlined for a second.",
  ruleNumbers: "Show rule numbers",
  ruleNumbersWhy: "At a table, the number of each paragraph. Off: a quiet ¶ that opens it.",
  keys: "Single keys",
  keysWhy: "F folds, Space repeats, and so on, while the table has focus.",
};

export const keys = {
  title: "Help and keys",
  none: "This page has no keys of its own.",
  list: "All keys",
  space: "Space",
  focus: "Keys work while the table has focus.",
};

export const cites = {
  says: "What the paragraph says",
  question: "The document leaves open:",
  choice: "This House:",
  inRules: "Open in the rules",
  numbers: (each: string[]) => each.join(", "),
  failed: "The paragraph could not be fetched. Open it again to try once more.",
};
