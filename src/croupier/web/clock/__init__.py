"""The automatic Dealer's clock: presence at the tables, the waits of a table, and their deadlines."""
