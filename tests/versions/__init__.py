"""Versions that nobody has approved, made up for the tests. Nothing but a test registers them."""
