"""What the tape of a house-banked round holds, and where its lines are."""

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
"""What changes the rules by which wagers may lie there, so that none comes back to where it lay."""
_FOLLOWS: Final = frozenset({JackpotFed, JackpotUnfed})
"""What happens only as a part of an act."""


def _taped(event: Happening) -> TypeGuard[Taped]:
    return type(event) in _TAPED


def remembered(before: Table, after: Table, event: Happening, entered: Entered | None) -> Table:
    """The table after an event, with the event on its round's tape; what cannot be taken back ends the tape.

    A table that deals by itself needs none, and where it is not known who entered something there is none. A ruling
    that leaves the round as it is ends nothing.
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
    """Several cards, or several Players who look, draw one line."""
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
    """Whether nobody can take an act back: what somebody has really seen, they have seen."""
    seen = act.events[0]
    return isinstance(seen, HandInspected) or (isinstance(seen, HandLookedAt) and not act.entered.by_staff)


def standing(events: Iterable[BankedEvent]) -> list[Happening]:
    """A record as it stands: without what was taken back, and with decisions as they really were.

    What a jackpot was given and gave back by a wrong act is still told: it was so, for that time.
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
