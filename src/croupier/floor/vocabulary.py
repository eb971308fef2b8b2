"""The vocabulary of a kind of stream: which states, commands and events it has.

Texts are read by it, commands are addressed by it, and no rule is in it, so that the journal can know it.
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
    """Whether there is one stream of the kind, called like it; otherwise each has a name of its own."""
    dialects: Mapping[str, object] = {}
    """The events by kind of state, where these differ."""
