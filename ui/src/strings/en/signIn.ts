// Signing in: /sign-in.

import { roles } from "./roles";

export const signIn = {
  title: "Sign in",
  demonstration: "A demonstration floor: play money, no password. Try any desk of the house.",
  accounts: (house: string) => `${house}. Sign in with the name and password of your account.`,
  you: (name: string, role: string) => `You are ${name}, ${role}.`,
  signOut: "Sign out",
  desk: "Desk",
  as: "Sign in as",
  name: "Name",
  nameWhy: "Letters, digits and _ . - only. It is recorded with everything you do.",
  password: "Password",
  enter: "Sign in",
  play: "Play as a guest",
  unreachable: "The house cannot be reached. Try again in a moment.",
  roles,
  does: {
    player: "Sit down with play money",
    dealer: "Deal at a table, enter the cards",
    pit_supervisor: "Watch over tables, rule on irregularities",
    pit_manager: "Decide what is left to a manager",
    shift_manager: "Open tables, sign for floats and terms",
    cage: "Cash in and out",
    auditor: "Read everything, change nothing",
    display: "The jackpots on a wall",
  } as Record<string, string>,
};
