/** What is done with cash: in and out of a wallet, chips redeemed, a claim paid, or cash between cage and drawer. */
export type Way = "in" | "out" | "chips" | "claim" | "fill";
