"""What the pit's pages are made from."""
