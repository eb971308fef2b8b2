"""The contents of the tape of a round in the poker room, and the places of its lines."""

from collections.abc import Iterable
from typing import Final, TypeGuard, get_args

from msgspec import UNSET
from msgspec.structs import replace

from croupier.play.actor import Entered
from croupier.play.room.events import (
    ActCorrected,
    ActTakenBack,
    CardCorrected,
    CardsDealt,
    HandLookedAt,
    Happening,
    RoomEvent,
    Taped,
)
from croupier.play.room.state import Phase, Round, Table
from croupier.play.tape import Keyed, Tape, recorded, struck

_TAPED: Final = frozenset(get_args(Taped))
_NO_LINE: Final = frozenset({HandLookedAt, CardCorrected})
_ENDED: Final = Phase.ENDED
"""A member looked up in its enumeration costs as much as the rest of a line; every event asks."""


def _taped(event: Happening) -> TypeGuard[Taped]:
    return type(event) in _TAPED


def remembered(before: Table, after: Table, event: Happening, entered: Entered | None) -> Table:
    """Return the table after an event, with the event on its round's tape.

    An event that cannot be taken back ends the tape. An event that leaves the round as it is, such as a Player's coming
    or a ruling that changes nothing, leaves its tape too.
    """
    round_ = after.round
    if round_ is None:
        return after
    if entered is None or not _taped(event) or round_.phase is _ENDED:
        ends = round_.tape is not UNSET and round_ != before.round
        return replace(after, round=replace(round_, tape=UNSET)) if ends else after
    assert before.round is not None
    tape = recorded(round_.tape, before.round, entered, event, None if type(event) in _NO_LINE else _draws_line)
    return replace(after, round=replace(round_, tape=tape))


def _draws_line(newest: Keyed[Taped], event: Taped) -> bool:
    """Return whether an event draws a line on the tape.

    Every act is a line for the one before it; several cards draw one line.
    """
    return type(event) is not CardsDealt or type(newest.events[0]) is not CardsDealt


def keying(tape: Tape[Round, Taped], at: int) -> bool:
    """Return whether an act is still being keyed: staff entered it, and no card and no act has followed."""
    if at < tape.line or not tape.acts[at].entered.by_staff:
        return False
    return all(type(one.events[0]) in _NO_LINE for one in tape.acts[at + 1 :])


def stays(act: Keyed[Taped]) -> bool:
    """Return whether an act cannot be taken back: cards that a Player has seen stay seen."""
    return isinstance(act.events[0], HandLookedAt)


def standing(events: Iterable[RoomEvent]) -> list[Happening]:
    """Return a record as it stands: without what was taken back, and with acts as they really were."""
    stands: list[Happening] = []
    for event in events:
        if isinstance(event, ActTakenBack):
            struck(stands, event.act)
        elif isinstance(event, ActCorrected):
            at = next(at for at in reversed(range(len(stands))) if stands[at] == event.before)
            stands[at] = event.after
        else:
            stands.append(event)
    return stands
