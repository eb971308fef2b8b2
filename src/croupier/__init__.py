"""croupier: five casino poker games, run exactly as their approved documents say."""
