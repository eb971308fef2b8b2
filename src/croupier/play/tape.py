"""The tape of a round: what has been entered since the last ruling, so that a slip of the keyboard can be taken back.

A round keeps the state it was in before the first act on its tape, and the events of every act since. Taking an act
back tells the rest again from that state, so that nothing remains of it but its record. A ruling, or the settlement,
ends the tape: what came before it stands.

Lines part the tape. Above the newest line an act is still being keyed; below it a card or another person's act has
followed. The table of authority says who takes back what. A line stays where it is when the act that drew it is taken
back: what people have seen or heard is not undone.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType

from croupier.play.actor import Entered

E = TypeVar("E")
R = TypeVar("R")


class Keyed(Struct, Generic[E], frozen=True, gc=False):
    """An act as it was entered, and what happened by it."""

    entered: Entered
    events: tuple[E, ...]


class Tape(Struct, Generic[R, E], frozen=True, gc=False):
    """The entries of a round, in order; never empty."""

    base: R
    """The round before the first act."""
    acts: tuple[Keyed[E], ...]
    line: int = 0
    """The number of acts below the newest line."""


def recorded(
    tape: Tape[R, E] | UnsetType, before: R, entered: Entered, event: E, draws: Callable[[Keyed[E], E], bool] | None
) -> Tape[R, E]:
    """Return the tape after one more event.

    ``draws`` says whether its act draws a line above the act before it.
    """
    if isinstance(tape, UnsetType):
        return Tape(before, (Keyed(entered, (event,)),))
    newest = tape.acts[-1]
    if newest.entered.number == entered.number:
        same = Keyed(newest.entered, (*newest.events, event))
        return Tape(tape.base, (*tape.acts[:-1], same), tape.line)
    line = len(tape.acts) if draws is not None and draws(newest, event) else tape.line
    return Tape(tape.base, (*tape.acts, Keyed(entered, (event,))), line)


def rewritten(
    tape: Tape[R, E], without: Collection[int], changed: Mapping[int, Keyed[E]] | None = None
) -> Tape[R, E] | UnsetType:
    """Return the tape without some of its acts and with others changed; the line stays between the same acts."""
    kept = [at for at in range(len(tape.acts)) if at not in without]
    if not kept:
        return UNSET
    acts = tuple((changed or {}).get(at, tape.acts[at]) for at in kept)
    return Tape(tape.base, acts, sum(at < tape.line for at in kept))


def standing(tape: Tape[R, E] | UnsetType) -> Tape[R, E]:
    """Return the tape of a round that has one."""
    assert not isinstance(tape, UnsetType), "nothing on record says who entered this"
    return tape


def latest(tape: Tape[R, E], is_it: Callable[[Keyed[E]], bool]) -> int:
    """Return the place of the last act of this kind, which must exist."""
    return next(at for at in reversed(range(len(tape.acts))) if is_it(tape.acts[at]))


def newest(tape: Tape[R, E], stays: Callable[[Keyed[E]], bool]) -> int | None:
    """Return the place of the last act that can be taken back; ``stays`` says of an act that it cannot."""
    return next((at for at in reversed(range(len(tape.acts))) if not stays(tape.acts[at])), None)


def entries(tape: Tape[R, E] | UnsetType) -> tuple[Keyed[E], ...]:
    """Return the acts on a tape, newest first."""
    return () if isinstance(tape, UnsetType) else tape.acts[::-1]


def until(tape: Tape[R, E], at: int, stays: Callable[[Keyed[E]], bool]) -> Tape[R, E]:
    """Return the tape as it is for an act once those after it have been taken back, without those that stay."""
    return Tape(tape.base, (*tape.acts[: at + 1], *(act for act in tape.acts[at + 1 :] if stays(act))), tape.line)


def struck(events: list[E], wrong: Collection[E]) -> None:
    """Remove, in place, the last of each of these events from a record."""
    for event in wrong:
        at = next(at for at in reversed(range(len(events))) if events[at] == event)
        del events[at]
