"""The contents of the tape of a house-banked round, and the places of its lines."""

from collections.abc import Iterable
from typing import Final, TypeGuard, get_args

from msgspec import UNSET
from msgspec.structs import replace

from croupier.play.actor import Entered
from croupier.play.banked.events import (
    ActTakenBack,
    BankedEvent,
    BetsClosed,
    CardCorrected,
    CardsDealt,
    CommunityRevealed,
    DealerRevealed,
    DecisionCorrected,
    HandInspected,
    HandLookedAt,
    Happening,
    JackpotArranged,
    JackpotDown,
    JackpotFed,
    JackpotUnfed,
    PlayerBarred,
    PlayerRestricted,
    Taped,
    WagerCorrected,
    WagerPlaced,
    WagerWithdrawn,
)
from croupier.play.banked.state import Phase, Round, Table
from croupier.play.tape import Keyed, Tape, recorded, struck

_TAPED: Final = frozenset(get_args(Taped))
_LINES: Final = frozenset({BetsClosed, CardsDealt, HandLookedAt, CommunityRevealed, DealerRevealed})
_ENDS: Final = frozenset({JackpotDown, JackpotArranged, PlayerBarred, PlayerRestricted})
"""The events that change which wagers may lie on the layout, so that none can come back to where it lay."""
_FOLLOWS: Final = frozenset({JackpotFed, JackpotUnfed})
"""The events that happen only as a part of an act."""


def _taped(event: Happening) -> TypeGuard[Taped]:
    return type(event) in _TAPED


def remembered(before: Table, after: Table, event: Happening, entered: Entered | None) -> Table:
    """Return the table after an event, with the event on its round's tape.

    An event that cannot be taken back ends the tape. A table that deals by itself has no tape, and neither has a round
    whose entries have no known author. A ruling that leaves the round as it is does not end the tape.
    """
    round_ = after.round
    if round_ is None or (entered is None and round_.tape is UNSET):
        return after
    kind = type(event)
    if entered is None or after.automatic or not _taped(event) or round_.phase is Phase.ENDED:
        ends = round_.tape is not UNSET and (kind in _ENDS or round_ != before.round)
        return replace(after, round=replace(round_, tape=UNSET)) if ends else after
    if kind in _FOLLOWS and (round_.tape is UNSET or round_.tape.acts[-1].entered.number != entered.number):
        return after  # of a ruling, or of an act that is being taken back
    assert before.round is not None
    tape = recorded(round_.tape, before.round, entered, event, _draws_line if kind in _LINES else None)
    return replace(after, round=replace(round_, tape=tape))


def _draws_line(newest: Keyed[Taped], event: Taped) -> bool:
    """Return whether an event draws a line on the tape.

    Several cards, or several Players who look, draw one line.
    """
    return type(newest.events[0]) is not type(event)


_NO_ACT_OF_PLAY: Final = frozenset({WagerPlaced, WagerWithdrawn, CardCorrected, WagerCorrected})
"""The entries of the same person after which an earlier one still is a slip of their own keying."""


def keying(tape: Tape[Round, Taped], at: int) -> bool:
    """Return whether an act is still being keyed: staff entered it, and since then no card and no other person's act.

    The same person's own decision, turned card or shown hand ends it too.
    """
    act, later = tape.acts[at], tape.acts[at + 1 :]
    if at < tape.line or not act.entered.by_staff:
        return False
    return all(one.entered.by == act.entered.by and type(one.events[0]) in _NO_ACT_OF_PLAY for one in later)


def stays(act: Keyed[Taped]) -> bool:
    """Return whether an act cannot be taken back: cards that a person has really seen stay seen."""
    seen = act.events[0]
    return isinstance(seen, HandInspected) or (isinstance(seen, HandLookedAt) and not act.entered.by_staff)


def standing(events: Iterable[BankedEvent]) -> list[Happening]:
    """Return a record as it stands: without what was taken back, and with decisions as they really were.

    What a wrong act gave to the jackpot and what it gave back stay in the record: both were true at the time.
    """
    stands: list[Happening] = []
    for event in events:
        if isinstance(event, ActTakenBack):
            struck(stands, event.act)
        elif isinstance(event, DecisionCorrected):
            at = next(at for at in reversed(range(len(stands))) if stands[at] == event.before)
            stands[at] = event.after
            for act in event.dropped:
                struck(stands, act)
        else:
            stands.append(event)
    return stands
