"""A kind of stream as a value: its vocabulary, what a command leads to, and how an event changes its state."""

from collections.abc import Callable
from typing import Generic

from msgspec import Struct

from croupier.floor.vocabulary import Command, Event, State, Vocabulary
from croupier.money import Cents
from croupier.play.actor import Entered
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role

Moves = dict[str, Cents]
"""By account, what an event moves; it sums to zero."""


class Stream(Struct, Generic[State, Command, Event], frozen=True, kw_only=True):
    """A kind of stream. Both functions are pure."""

    words: Vocabulary[State, Command, Event]
    decide: Callable[[str, State | None, str, Role, Command, int], tuple[Event, ...] | Refusal]
    """Returns the events of a command: name, state, actor, role, command and time of the entry."""
    evolve: Callable[[State | None, Event, int, Entered | None], tuple[State, Moves]]
    """Returns the state after an event, and what it moved: state, event, time and who entered it, if that is known."""


def without_money(
    evolve: Callable[[State | None, Event, int], State],
) -> Callable[[State | None, Event, int, Entered | None], tuple[State, Moves]]:
    """Return the evolve of a kind of stream whose events move no money, whoever entered them."""

    def evolved(state: State | None, event: Event, at: int, _entered: Entered | None) -> tuple[State, Moves]:
        return evolve(state, event, at), {}

    return evolved
