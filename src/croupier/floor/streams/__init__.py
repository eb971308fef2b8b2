"""Kinds of stream in execution: what the floor adds to a command, and what follows from an entry."""
