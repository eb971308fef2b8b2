"""Documents and odds: the content of the rules and odds pages."""
