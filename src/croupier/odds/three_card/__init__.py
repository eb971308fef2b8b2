"""Three-card games: one decision, to fold or to play, without seeing a card of the Dealer's."""
