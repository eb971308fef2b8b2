"""The poker room's waiting list: the Players who wait for a seat, their Blinds, since when, and the calls.

The list is a stream of its own and moves neither chips nor seats: a Player who takes a seat leaves the list
automatically.
"""

from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.vocabulary import Vocabulary
from croupier.money import MOST, Cents
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role

STREAM: Final = "desk"
LONGEST_NAME: Final = 40
LONGEST_REASON: Final = 200
MOST_WAITING: Final = 200

# ---- Commands -------------------------------------------------------------------------------------------------------


class AddWaiting(Struct, frozen=True, tag=True):
    """A Player wants a seat."""

    player: str
    blinds: tuple[Cents, ...] = ()
    """The Small Blinds of the tables that the Player would take; empty for any table."""


class CallWaiting(Struct, frozen=True, tag=True):
    """A Player on the list is called: a seat is free."""

    number: int


class DropWaiting(Struct, frozen=True, tag=True):
    """A Player no longer waits."""

    number: int
    reason: str = ""
    table: str = ""
    """The table at which the Player has taken a seat; filled in by the floor."""


DeskCommand = AddWaiting | CallWaiting | DropWaiting

# ---- Events ---------------------------------------------------------------------------------------------------------


class WaitingAdded(Struct, frozen=True, tag=True):
    """A Player is on the list, after all others."""

    number: int
    player: str
    blinds: tuple[Cents, ...]


class WaitingCalled(Struct, frozen=True, tag=True):
    """A Player was called."""

    number: int


class WaitingDropped(Struct, frozen=True, tag=True):
    """A Player is no longer on the list: seated at a table, or gone."""

    number: int
    player: str
    reason: str
    table: str


DeskEvent = WaitingAdded | WaitingCalled | WaitingDropped

# ---- State ----------------------------------------------------------------------------------------------------------


class Waits(Struct, frozen=True):
    """A Player on the list; times in microseconds since 1970."""

    number: int
    player: str
    blinds: tuple[Cents, ...]
    since: int
    called: int = 0
    """The time of the Player's last call; 0 before the first."""

    def takes(self, blind: Cents) -> bool:
        """Return whether the Player would take a table with this Small Blind."""
        return not self.blinds or blind in self.blinds


class DeskState(Struct, frozen=True):
    """The waiting list, in the order in which Players came."""

    waiting: tuple[Waits, ...] = ()
    counted: int = 0

    def of(self, player: str) -> Waits | None:
        """Return a Player's place on the list, or None."""
        return next((one for one in self.waiting if one.player == player), None)


DESK: Final[Vocabulary[DeskState, DeskCommand, DeskEvent]] = Vocabulary(STREAM, DeskState, DeskCommand, DeskEvent)


def decide_desk(
    _name: str, state: DeskState | None, actor: str, _role: Role, command: DeskCommand, _at: int
) -> tuple[DeskEvent, ...] | Refusal:
    """Return the events of a command to the waiting list, or its refusal."""
    desk = state or DeskState()
    if isinstance(command, AddWaiting):
        return _add(desk, command)
    waits = next((one for one in desk.waiting if one.number == command.number), None)
    if waits is None:
        return Refusal(Reason.MOMENT, f"Nobody waits under number {command.number}", ())
    match command:
        case CallWaiting():
            return (WaitingCalled(waits.number),)
        case DropWaiting():
            if command.table and actor != SYSTEM:
                return Refusal(Reason.ROLE, "Whoever takes a seat leaves the list by themselves", ())
            if len(command.reason) > LONGEST_REASON:
                return Refusal(Reason.FACT, f"A reason must have at most {LONGEST_REASON} characters", ())
            return (WaitingDropped(waits.number, waits.player, command.reason, command.table),)
        case _:
            assert_never(command)


def _add(desk: DeskState, command: AddWaiting) -> tuple[DeskEvent, ...] | Refusal:
    name = command.player
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME:
        return Refusal(Reason.FACT, f"Give a name of at most {LONGEST_NAME} characters", ())
    if desk.of(name) is not None:
        return Refusal(Reason.MOMENT, f"{name} waits already", ())
    if len(desk.waiting) >= MOST_WAITING:
        return Refusal(Reason.MOMENT, f"The list is full: {MOST_WAITING} people wait", ())
    if any(not 1 <= one <= MOST for one in command.blinds):
        return Refusal(Reason.AMOUNT, "A Small Blind must be positive", ())
    return (WaitingAdded(desk.counted + 1, name, tuple(sorted(set(command.blinds)))),)


def evolve_desk(state: DeskState | None, event: DeskEvent, at: int) -> DeskState:
    """Return the waiting list after an event."""
    desk = state or DeskState()
    match event:
        case WaitingAdded():
            waits = Waits(event.number, event.player, event.blinds, at)
            return DeskState((*desk.waiting, waits), event.number)
        case WaitingCalled():
            called = (replace(one, called=at) if one.number == event.number else one for one in desk.waiting)
            return replace(desk, waiting=tuple(called))
        case WaitingDropped():
            return replace(desk, waiting=tuple(one for one in desk.waiting if one.number != event.number))
        case _:
            assert_never(event)
