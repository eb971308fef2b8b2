import { audit } from "./en/audit";
import { books } from "./en/books";
import { cage } from "./en/cage";
import { claims } from "./en/claims";
import { corrections } from "./en/corrections";
import { dealer } from "./en/dealer";
import { designer } from "./en/designer";
import { display } from "./en/display";
import { handover } from "./en/handover";
import { howto } from "./en/howto";
import { lobby } from "./en/lobby";
import { common, cards, cites, line, meter, money, preferences, keys, spots, clock, top } from "./en/parts";
import { pages } from "./en/pages";
import { pit } from "./en/pit";
import { room } from "./en/room";
import { record } from "./en/record";
import { chance } from "./en/chance";
import { restated } from "./en/restated";
import { rounds } from "./en/rounds";
import { ruleDesk } from "./en/ruleDesk";
import { rules } from "./en/rules";
import { session } from "./en/session";
import { signIn } from "./en/signIn";
import { statements } from "./en/statements";
import { story } from "./en/story";
import { table } from "./en/table";

// The one catalogue: a branch a page, in strings/en/<page>.ts; what parts share is in strings/en/parts.ts.
// A leaf is a sentence or a function that makes one; another language has the same keys (type Catalogue).
export const en = {
  audit,
  books,
  cage,
  cards,
  chance,
  cites,
  claims,
  clock,
  common,
  corrections,
  dealer,
  designer,
  display,
  handover,
  howto,
  keys,
  line,
  lobby,
  meter,
  money,
  pages,
  pit,
  room,
  preferences,
  record,
  restated,
  rounds,
  ruleDesk,
  rules,
  session,
  signIn,
  spots,
  statements,
  story,
  table,
  top,
};

export type Catalogue = typeof en;
