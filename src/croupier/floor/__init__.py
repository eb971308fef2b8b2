"""The floor: runs tables, remembers what happened, pays."""
