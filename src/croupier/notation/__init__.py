"""Rounds as text: our TOML form, and rounds written down for settling."""
