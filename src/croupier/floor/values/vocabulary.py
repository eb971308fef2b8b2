"""The vocabulary of a kind of stream: its states, commands and events.

Texts are decoded by it and commands are routed by it. It contains no rules, so that the journal can use it.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import Struct

State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")


class Vocabulary(Struct, Generic[State, Command, Event], frozen=True):
    """A kind of stream: its name, and the unions that its texts are read as."""

    kind: str
    """The first part of a stream's name: ``table`` of ``table:7``."""
    state: object
    command: object
    event: object
    """The events that can be read before the state of the stream is known."""
    alone: bool = True
    """True if there is one stream of the kind, with its name; otherwise each has a name of its own."""
    dialects: Mapping[str, object] = {}
    """The events by kind of state, where these differ."""
