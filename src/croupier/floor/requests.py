"""What is asked of the floor, and what it answers."""

from typing import Any

from msgspec import Struct

from croupier.play.refusal import Refusal
from croupier.rules.terms import Role


class Request(Struct, frozen=True):
    """Somebody asks something of a stream."""

    stream: str
    actor: str
    role: Role
    command: Any
    key: str = ""
    """Makes a repeated delivery recognisable."""
    version: int | None = None
    """The version of the stream that the actor saw."""


class Accepted(Struct, frozen=True):
    """Committed: the entry, and everything that followed from it in the same commit."""

    stream: str
    version: int
    events: tuple[Any, ...]
    repeated: bool = False
    """Whether it had been committed before, so that nothing happened now."""


Reply = Accepted | Refusal
