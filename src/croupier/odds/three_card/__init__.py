"""Three-card games: one decision, to fold or to play, without a card of the Dealer's in sight."""
