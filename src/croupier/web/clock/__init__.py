"""The automatic Dealer's clock: who is here, what a table waits for, and until when."""
