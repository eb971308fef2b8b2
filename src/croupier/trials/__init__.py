"""Rounds by the million, played by chance: how a House and its Players swing, beside the exact odds."""
