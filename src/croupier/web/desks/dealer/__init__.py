"""The Dealer's console: what lies before him, what he may report, and what would follow from it."""
