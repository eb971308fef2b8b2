"""A kind of stream as a value: its vocabulary, its decisions, and everything that the floor adds to them.

The commit loop (:mod:`croupier.floor.running.transaction`) runs requests through these values and knows no kind by
name.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Generic, Protocol

from msgspec import Struct
from msgspec.structs import fields, replace

from croupier.cards import Card
from croupier.floor.deciding.limits import FloorState
from croupier.floor.values.entries import Posting, Written
from croupier.floor.values.requests import Request
from croupier.floor.values.shuffle import Shuffle
from croupier.floor.values.table_kinds import BankedTable
from croupier.floor.values.vocabulary import Command, Event, State, Vocabulary
from croupier.money import Cents
from croupier.play.actor import Entered
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role

Moves = dict[str, Cents]
"""The amounts that an event moves, by account; they add up to zero."""


class Transaction(Protocol):
    """A request in execution: all that a kind of stream may see and do."""

    def state(self, words: Vocabulary[State, Any, Any], name: str = "") -> State | None:
        """Return the state of a stream of a known kind; None before its first entry."""
        ...

    def state_at(self, words: Vocabulary[State, Any, Any], stream: str) -> State | None:
        """Return the state of a stream of a known kind, by its whole name; None before its first entry."""
        ...

    def state_of(self, stream: str) -> object:
        """Return the state of a stream of any kind."""
        ...

    def names(self) -> list[str]:
        """Return the names of all streams, sorted."""
        ...

    def linked(self, link: str) -> list[BankedTable]:
        """Return the tables on a link."""
        ...

    def claiming(self, link: str) -> list[BankedTable]:
        """Return the tables on a link where a major award may wait; others may be among them."""
        ...

    def count(self) -> int:
        """Return how many entries the request has written so far."""
        ...

    def before(self) -> FloorState:
        """Return the floor as the requests before this one left it."""
        ...

    def now(self) -> int:
        """Return the time, as far as the clock can be believed."""
        ...

    def clock_reads(self) -> int:
        """Return the time that the machine's clock shows."""
        ...

    def clock_due(self) -> int:
        """Return the time by the floor's own count."""
        ...

    def staff_at(self, stream: str) -> set[str]:
        """Return the staff who have acted at a table on the gaming day."""
        ...

    def day(self, at: int) -> str:
        """Return the gaming day of a time, by the House's clock if it has set one."""
        ...

    def append(self, request: Request) -> tuple[object, ...] | Refusal:
        """Decide a request and write its entry, with the entries that follow from it."""
        ...

    def must(self, stream: str, command: object) -> None:
        """Write an act of the floor itself; a refusal would be an error in the program."""
        ...

    def remember(self, stream: str, number: int) -> None:
        """Remember the state from which a round begins."""
        ...

    def shuffled(self, cards: Iterable[Card]) -> Shuffle:
        """Return these cards in a secret order."""
        ...

    def keep_shoe(self, stream: str, number: int, shuffle: Shuffle) -> None:
        """Keep the order of a table's shoe, sealed."""
        ...

    def shoe(self, stream: str) -> Shuffle:
        """Return the order of a table's shoe."""
        ...

    def key_missing(self, public: str) -> Refusal | None:
        """Return the refusal to change to a key of the House that is not here, or while other servers run."""
        ...


class Handling(Struct, Generic[Command], frozen=True):
    """A row for a class of command: the one place that states what the floor adds to it.

    A command of a game has its own row, beside that of the command that carries it.
    """

    of: type[Command]
    prepare: Callable[[Transaction, Request, Command], Command | Refusal] | None = None
    """A function that returns the command to decide, or a Refusal; called once a request, before any decision."""
    fill: Callable[[Transaction, Any, Command, int], Command] | None = None
    """A function that returns the command as it is kept; called with the state and time of every entry."""
    adds: tuple[str, ...] = ()
    """The fields that ``prepare`` or ``fill`` writes: a repeated delivery is recognised without them."""
    bare: Callable[[Command], Command] | None = None
    """A function that removes additions that ``adds`` cannot name."""

    def as_asked(self, command: Command) -> object:
        """Return the command without what the floor has added to it."""
        bare: Any = command if self.bare is None else self.bare(command)
        kind: type[Struct] = type(bare)
        return replace(bare, **_defaults(kind, self.adds)) if self.adds else bare


@cache
def _defaults(kind: type[Struct], names: tuple[str, ...]) -> dict[str, object]:
    """Return the defaults of these fields: each that the floor writes has one."""
    return {field.name: field.default for field in fields(kind) if field.name in names}


def rows(*handlings: Handling[Any]) -> Mapping[type, Handling[Any]]:
    """Return the rows by the class of command."""
    return {one.of: one for one in handlings}


Follows = Callable[[Transaction, Written], None]
"""A function that writes the consequences of an entry."""
Beforehand = Callable[[Transaction, Request], Refusal | None]
"""A function that refuses a request because of other streams; called once, before the request is prepared."""
Afterwards = Callable[[Transaction, Request, object], Refusal | None]
"""A function that carries out a request's consequences once, or refuses it; given the state before the request."""
Stops = Callable[[tuple[Posting, ...]], Refusal | None]
"""A function that refuses postings that are not allowed."""
Instead = Callable[
    [Transaction, Request, object, object, tuple[Posting, ...], Stops],
    tuple[object, ...] | Refusal | None,
]
"""A function that decides otherwise if a command's money is refused, given the request, the state of its stream, the
command as filled, and its postings; None if nothing else is decided."""


class Stream(Struct, Generic[State, Command, Event], frozen=True, kw_only=True):
    """A kind of stream. ``decide`` and ``evolve`` are pure."""

    words: Vocabulary[State, Command, Event]
    decide: Callable[[str, State | None, str, Role, Command, int], tuple[Event, ...] | Refusal]
    """The function from name, state, actor, role, command and time of the entry to the events of a command."""
    evolve: Callable[[State | None, Event, int, Entered | None], tuple[State, Moves]]
    """The function from state, event, time and, if known, who entered it to the state after and what it moved."""
    handling: Mapping[type, Handling[Any]] = {}
    beforehand: Beforehand | None = None
    follows: tuple[Follows, ...] = ()
    """The consequences of every entry, in this order."""
    afterwards: tuple[Afterwards, ...] = ()
    """The consequences of a whole request, in this order."""
    instead: Instead | None = None
    dated: Callable[[Command, int], int] | None = None
    """The function that returns the time of the entry, if the command states it."""
    owes: Callable[[Command], bool] | None = None
    """The function that returns whether a command is carried out although an account is negative afterwards."""
    goes_on_in_doubt: Callable[[str, object], bool] | None = None
    """The function that returns whether an actor's command is taken while the clock is in doubt; none is without it."""
    hides: Callable[[State], bool] | None = None
    """The function that returns whether entries in a state keep their cards sealed."""


def without_money(
    evolve: Callable[[State | None, Event, int], State],
) -> Callable[[State | None, Event, int, Entered | None], tuple[State, Moves]]:
    """Return the evolve of a kind of stream whose events move no money."""

    def evolved(state: State | None, event: Event, at: int, _entered: Entered | None) -> tuple[State, Moves]:
        return evolve(state, event, at), {}

    return evolved
