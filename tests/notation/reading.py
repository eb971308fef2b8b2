"""The notation from its text; commands read the text first, to see of which kind it is."""

from croupier.notation.form import read_toml
from croupier.notation.noted import NotedRound, noted_of
from croupier.notation.room_noted import NotedSitting, sitting_of


def read_noted(text: str) -> NotedRound:
    """A round against the House."""
    return noted_of(read_toml(text))


def read_sitting(text: str) -> NotedSitting:
    """A sitting in the poker room."""
    return sitting_of(read_toml(text))
