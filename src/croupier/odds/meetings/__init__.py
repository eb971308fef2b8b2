"""Games with one decision, to fold or to bet, after which the hand is compared with the Dealer's: what they have in
common."""
