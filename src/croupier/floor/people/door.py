"""The door's book: who came in and went, who was turned away, whose password changed, and what was refused to whom.

It is a stream of its own, which only the floor writes: nothing is decided by it, and nothing else in the journal
changes with it. Passwords and PINs are never in it.
"""

from typing import Final, Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.journal.records import SYSTEM
from croupier.floor.vocabulary import Vocabulary
from croupier.play.refusal import Reason, Refusal
from croupier.rules.document import Cite
from croupier.rules.terms import Role

STREAM: Final = "door"
Secret = Literal["password", "PIN", "second factor"]

# ---- Commands -------------------------------------------------------------------------------------------------------


class NoteSignIn(Struct, frozen=True, tag=True):
    """Somebody has signed in, with their password or, at a table, with their PIN."""

    account: str
    role: Role
    table: str = ""


class NoteSignInFailed(Struct, frozen=True, tag=True):
    """Somebody was turned away."""

    account: str
    """The name that was given; empty if it was none."""
    role: Role
    reason: str
    table: str = ""


class NoteSignOut(Struct, frozen=True, tag=True):
    """Somebody has signed out."""

    account: str
    role: Role


class NotePassword(Struct, frozen=True, tag=True):
    """An account has another password or PIN, or another second factor or none."""

    account: str
    by: str
    """Who changed it; empty if it was changed outside the house's pages."""
    secret: Secret
    changed: int
    """When, as the credentials have it."""


class NoteRefusal(Struct, frozen=True, tag=True):
    """What somebody who works here asked for was refused."""

    account: str
    role: Role
    stream: str
    command: str
    sentence: str
    cites: tuple[Cite, ...] = ()


DoorCommand = NoteSignIn | NoteSignInFailed | NoteSignOut | NotePassword | NoteRefusal

# ---- Events ---------------------------------------------------------------------------------------------------------


class SignedIn(Struct, frozen=True, tag=True):
    """Somebody came in, to a table if one is named."""

    account: str
    role: Role
    table: str


class SignInFailed(Struct, frozen=True, tag=True):
    """Somebody was turned away."""

    account: str
    role: Role
    reason: str
    table: str


class SignedOut(Struct, frozen=True, tag=True):
    """Somebody went."""

    account: str
    role: Role


class PasswordChanged(Struct, frozen=True, tag=True):
    """An account has another password or PIN, or another second factor or none."""

    account: str
    by: str
    secret: Secret
    changed: int


class CommandRefused(Struct, frozen=True, tag=True):
    """Nothing happened, and this is why."""

    account: str
    role: Role
    stream: str
    command: str
    sentence: str
    cites: tuple[Cite, ...]


DoorEvent = SignedIn | SignInFailed | SignedOut | PasswordChanged | CommandRefused

# ---- State ----------------------------------------------------------------------------------------------------------


class DoorState(Struct, frozen=True):
    """When each account's password was last seen to change, so that a change from outside is noticed once."""

    passwords: dict[str, int] = {}


DOOR: Final[Vocabulary[DoorState, DoorCommand, DoorEvent]] = Vocabulary(STREAM, DoorState, DoorCommand, DoorEvent)


def decide_door(
    _name: str, _state: DoorState | None, actor: str, _role: Role, command: DoorCommand, _at: int
) -> tuple[DoorEvent, ...] | Refusal:
    """The event of a note; only the floor makes any."""
    if actor != SYSTEM:
        return Refusal(Reason.ROLE, "Nobody may do this: the floor does it by itself", ())
    match command:
        case NoteSignIn():
            return (SignedIn(command.account, command.role, command.table),)
        case NoteSignInFailed():
            return (SignInFailed(command.account, command.role, command.reason, command.table),)
        case NoteSignOut():
            return (SignedOut(command.account, command.role),)
        case NotePassword():
            return (PasswordChanged(command.account, command.by, command.secret, command.changed),)
        case NoteRefusal():
            told = (command.stream, command.command, command.sentence, command.cites)
            return (CommandRefused(command.account, command.role, *told),)
        case _:
            assert_never(command)


def evolve_door(state: DoorState | None, event: DoorEvent, _at: int) -> DoorState:
    """The book after an event."""
    state = state or DoorState()
    if isinstance(event, PasswordChanged) and event.secret == "password":
        return replace(state, passwords={**state.passwords, event.account: event.changed})
    return state
