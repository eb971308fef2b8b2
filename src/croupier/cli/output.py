"""Output of answers: JSON for programs, tables for people."""

import sys

import msgspec
from rich.console import Console


def write_json(value: object) -> None:
    """Write one JSON document on a line of its own."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def console() -> Console:
    """Return the console that people read; a pipe is wide enough for whole lines."""
    plain = Console(highlight=False)
    return plain if plain.is_terminal else Console(highlight=False, width=160)
