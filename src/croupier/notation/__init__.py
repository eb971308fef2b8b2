"""Rounds as text: our TOML form, and recorded rounds for settling."""
