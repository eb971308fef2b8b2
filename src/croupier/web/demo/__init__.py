"""The demonstration floor: its tables, bots, stand-in staff, and absent guests."""
