"""What is asked of the floor, and what it answers."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, final

from msgspec import Struct

from croupier.money import Cents
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
    moment: str = ""
    """The moment of a table's round that the actor saw, such as ``12.3``, or the round alone; empty if not stated."""


class Accepted(Struct, frozen=True):
    """Committed: the entry, and everything that followed from it in the same commit."""

    stream: str
    version: int
    events: tuple[Any, ...]
    repeated: bool = False
    """Whether it had been committed before, so that nothing happened now."""


Reply = Accepted | Refusal


# ---- Several requests that are one act ------------------------------------------------------------------------------


class Books(Protocol):
    """The floor as the requests so far have left it."""

    def balance(self, account: str) -> Cents:
        """An account."""
        ...

    def states_with(self, player: str) -> Iterable[Any]:
        """The states of the tables where a Player has wagers; others may be among them."""
        ...

    def state_of(self, stream: str) -> Any:
        """A stream's state."""
        ...


HouseRule = Callable[[Books, Request], Refusal | None]
"""Why the House does not take a request that the documents would allow, over what the requests before it leave."""


@final
class Whole(Struct, frozen=True):
    """Requests that are one act: each is decided over what the one before it leaves, and all happen or none does."""

    requests: tuple[Request, ...]
    rule: HouseRule | None = None


@final
class Stopped(Struct, frozen=True):
    """Nothing of an act happened, because of one of its requests."""

    number: int
    """Which of them was refused, from 0."""
    refusal: Refusal


Outcome = tuple[Accepted, ...] | Stopped
