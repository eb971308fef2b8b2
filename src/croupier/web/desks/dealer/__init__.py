"""The Dealer's console: the view of the table, reports of irregularities, and their consequences."""
