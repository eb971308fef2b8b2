"""The clock on record: each start of the floor, each doubt about the machine's clock, and who signed for the time.

Gaming days, exclusions, limits and versions of documents follow from the time, so the floor checks the machine's clock
before it uses it. A clock that has been set while the floor runs, or that a start finds behind the last entry or far
ahead of it, is doubted: the floor takes no requests until two people have signed for what the clock then reads. Their
signature is an entry with that very time, and the only one that may be earlier than the entry before it: earlier
entries under a wrong clock count as no later than that.

No document regulates this; it is the House's rule.
"""

from datetime import UTC, datetime, timedelta
from typing import Final, assert_never, final

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.values import signatures
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.gaming_day import ZONE, read_zone
from croupier.floor.values.vocabulary import Vocabulary
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role

STREAM: Final = "clock"
STEP: Final = 60 * 1_000_000
"""The most that the clock may differ from the time that has passed, in microseconds; beyond it, the clock was set."""
WAY_OUT: Final = (
    "set the machine's clock right if it is not; then one manager signs in the pit with “The clock is right: sign”, "
    "and another under “Second signature”"
)
SHUT: Final = 24 * 60 * STEP
"""The longest time after the last entry at which a floor starts without signatures; daily opening stays below it."""
_MOST: Final = 253_402_300_799_000_000
"""The end of the year 9999, after which dates cannot be named."""

# ---- Commands -------------------------------------------------------------------------------------------------------


@final
class StartClock(Struct, frozen=True, tag=True, omit_defaults=True):
    """The floor starts: its clock's reading, and the time of the last entry. The floor itself notes it."""

    reads: int
    last: int
    position: int = 0
    """The number of the last entry, read under the lock of the commit; 0 in starts of earlier releases, and in the
    first of all."""


class DoubtClock(Struct, frozen=True, tag=True):
    """The clock differs from the time that has passed. The floor itself notes it."""

    reads: int
    due: int


class ProposeTime(Struct, frozen=True, tag=True):
    """The first of two signatures: the clock is right now."""

    reason: str = ""
    """A remark of the person who signs: the house was shut, the clock was put right."""
    reads: int = 0
    """The time that the clock reads; the floor fills it in."""


@final
class CountersignTime(Struct, frozen=True, tag=True):
    """A second signature: the floor goes on at the time that the clock reads."""

    number: int
    reads: int = 0
    due: int = 0
    """The time by the floor's own count; the floor fills in this and ``reads``, the time that the clock reads."""


class RejectTime(Struct, frozen=True, tag=True):
    """A person rejects a proposed time: the clock is not right, and the floor waits on."""

    number: int
    reason: str


ClockCommand = StartClock | DoubtClock | ProposeTime | CountersignTime | RejectTime

# ---- Events ---------------------------------------------------------------------------------------------------------


class ClockStarted(Struct, frozen=True, tag=True):
    """The floor has started."""

    reads: int
    last: int


class ClockDoubted(Struct, frozen=True, tag=True):
    """The clock is doubted: the floor takes no requests until two people have signed for the time."""

    reads: int
    due: int


class TimeProposed(Struct, frozen=True, tag=True):
    """A person has signed for what the clock reads."""

    number: int
    reads: int
    at: int
    """The time of the signature by the floor's own count."""
    reason: str
    actor: str
    role: str


class TimeCountersigned(Struct, frozen=True, tag=True):
    """Two people have signed for the time, whatever the times of earlier entries."""

    number: int
    time: int
    first: str
    second: str


class TimeRejected(Struct, frozen=True, tag=True):
    """A proposal was rejected."""

    number: int
    reason: str


ClockEvent = ClockStarted | ClockDoubted | TimeProposed | TimeCountersigned | TimeRejected

# ---- State ----------------------------------------------------------------------------------------------------------


class ClockState(Struct, frozen=True):
    """The doubt about the clock, if there is one, and the first signatures for the time."""

    doubted: ClockDoubted | None = None
    proposals: tuple[TimeProposed, ...] = ()
    proposed: int = 0


CLOCK: Final[Vocabulary[ClockState, ClockCommand, ClockEvent]] = Vocabulary(
    STREAM, ClockState, ClockCommand, ClockEvent
)


def starts_well(reads: int, last: int) -> bool:
    """Return whether a start may trust a clock that reads so, this long after the last entry; 0 is an empty journal."""
    return last == 0 or last - STEP <= reads <= last + SHUT


def keeps(reads: int, due: int) -> bool:
    """Return whether the clock agrees with the time that has passed."""
    return abs(reads - due) <= STEP


def decide_clock(
    _name: str, state: ClockState | None, actor: str, role: Role, command: ClockCommand, at: int
) -> tuple[ClockEvent, ...] | Refusal:
    """Return the events of a command about the clock, or its refusal."""
    clock = state or ClockState()
    if isinstance(command, StartClock | DoubtClock):
        return _noted(clock, actor, command)
    if isinstance(command, RejectTime):
        refused = signatures.turned_down(clock.proposals, command.number, command.reason)
        return refused or (TimeRejected(command.number, command.reason),)
    if clock.doubted is None:
        return Refusal(Reason.MOMENT, "The clock is not in doubt", ())
    if not 0 < command.reads <= _MOST:
        return Refusal(Reason.FACT, "The clock reads a time that no day has: put it right first", ())
    match command:
        case ProposeTime():
            if len(command.reason) > signatures.LONGEST_REASON:
                sentence = f"A reason must have at most {signatures.LONGEST_REASON} characters"
                return Refusal(Reason.FACT, sentence, ())
            return (TimeProposed(clock.proposed + 1, command.reads, at, command.reason, actor, role.value),)
        case CountersignTime():
            return _countersigned(clock, actor, command)
        case _:
            assert_never(command)


def _noted(clock: ClockState, actor: str, command: StartClock | DoubtClock) -> tuple[ClockEvent, ...] | Refusal:
    if actor != SYSTEM:
        return Refusal(Reason.ROLE, "Nobody may do this: the floor does it by itself", ())
    if isinstance(command, StartClock):
        started = ClockStarted(command.reads, command.last)
        if clock.doubted is not None or starts_well(command.reads, command.last):
            return (started,)
        return (started, ClockDoubted(command.reads, command.last))
    if clock.doubted is not None:
        return Refusal(Reason.MOMENT, "The clock is in doubt already", ())
    return (ClockDoubted(command.reads, command.due),)


def _countersigned(clock: ClockState, actor: str, command: CountersignTime) -> tuple[ClockEvent, ...] | Refusal:
    first = signatures.second(clock.proposals, command.number, actor)
    if isinstance(first, Refusal):
        return first
    if not keeps(command.reads, first.reads + command.due - first.at):
        return Refusal(Reason.MOMENT, f"The clock has been set since {first.actor} signed: it is proposed again", ())
    return (TimeCountersigned(first.number, command.reads, first.actor, actor),)


def evolve_clock(state: ClockState | None, event: ClockEvent, _at: int) -> ClockState:
    """Return the state of the clock after an event."""
    clock = state or ClockState()
    match event:
        case ClockStarted():
            return clock
        case ClockDoubted():
            return replace(clock, doubted=event)
        case TimeProposed():
            return replace(clock, proposals=(*clock.proposals, event), proposed=event.number)
        case TimeCountersigned():
            return replace(clock, doubted=None, proposals=())
        case TimeRejected():
            return replace(clock, proposals=signatures.without(clock.proposals, event.number))
        case _:
            assert_never(event)


# ---- While it is in doubt -------------------------------------------------------------------------------------------


def stopped(doubt: ClockDoubted, zone: str = ZONE) -> Refusal:
    """Return the refusal of requests while the clock is doubted."""
    sentence = f"{alarm(doubt, zone)}. Nothing is taken until two people have signed for the time: {WAY_OUT}"
    return Refusal(Reason.MOMENT, sentence, ())


def alarm(doubt: ClockDoubted, zone: str = ZONE) -> str:
    """Return the sentence that says what is wrong with the clock."""
    reads, due = in_words(doubt.reads, zone), in_words(doubt.due, zone)
    if doubt.reads < doubt.due:
        return f"The machine's clock reads {reads}, but on this floor it was already {due}"
    return f"The machine's clock reads {reads}, but by what is on record it would be about {due}"


def in_words(at: int, zone: str = ZONE) -> str:
    """Return a moment as people say it, in the House's time zone."""
    if not 0 <= at <= _MOST:
        return "a time that no day has"
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at)
    return moment.astimezone(read_zone(zone)).strftime("%Y-%m-%d %H:%M:%S")
