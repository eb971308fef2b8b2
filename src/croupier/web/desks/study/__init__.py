"""Documents and odds: what the rules and odds pages show."""
