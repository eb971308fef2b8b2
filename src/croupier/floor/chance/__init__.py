"""Chance: entropy, the shoe, seals, Players' seeds and proofs."""
