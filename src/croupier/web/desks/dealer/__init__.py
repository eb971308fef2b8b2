"""The Dealer's console: what the Dealer sees, what they may report, and what would follow from it."""
