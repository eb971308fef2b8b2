"""The floor: runs tables, records what happened, and pays."""
