"""Games with one decision, to fold or to bet, after which the hand meets the Dealer's: what they have in common."""
