"""The vocabulary in which rulebooks are written. Knows no game."""
