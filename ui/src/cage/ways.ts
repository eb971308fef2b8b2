/** What is done with cash: in and out of a wallet, chips redeemed, an award's slip, or cash between cage and drawer. */
export type Way = "in" | "out" | "chips" | "slip" | "fill";
