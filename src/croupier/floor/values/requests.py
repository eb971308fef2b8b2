"""The requests to the floor and its replies."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, final

from msgspec import Struct

from croupier.money import Cents
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role


class Request(Struct, frozen=True):
    """A request of a person to a stream."""

    stream: str
    actor: str
    role: Role
    command: Any
    key: str = ""
    """A key of the caller's choice, by which a repeated delivery is recognised."""
    version: int | None = None
    """The version of the stream that the actor saw."""
    moment: str = ""
    """The moment of a table's round that the actor saw, such as ``12.3``, or the round alone; empty if not stated."""


class Accepted(Struct, frozen=True):
    """A request that was committed: the entry, and everything that followed from it in the same commit."""

    stream: str
    version: int
    events: tuple[Any, ...]
    repeated: bool = False
    """True if the request had been committed before, so that nothing happened now."""


Reply = Accepted | Refusal


# ---- Several requests that are one act ------------------------------------------------------------------------------


class Books(Protocol):
    """The floor as the requests so far have left it."""

    def balance(self, account: str) -> Cents:
        """Return the balance of an account."""
        ...

    def states_with(self, player: str) -> Iterable[Any]:
        """Return the states of the tables where a Player has wagers; others may be among them."""
        ...

    def state_of(self, stream: str) -> Any:
        """Return a stream's state."""
        ...


HouseRule = Callable[[Books, Request], Refusal | None]
"""A rule by which the House refuses a request that the documents would allow, given the state before it.

It returns the refusal, or None.
"""


@final
class AtomicRequest(Struct, frozen=True):
    """Requests that are one act: each is decided on the state after the one before, and all happen or none does."""

    requests: tuple[Request, ...]
    rule: HouseRule | None = None


@final
class Rejected(Struct, frozen=True):
    """An act of which nothing happened, because one of its requests was refused."""

    number: int
    """The place of the refused request in the act, from 0."""
    refusal: Refusal


Outcome = tuple[Accepted, ...] | Rejected
