"""The floor's ports to the outside, small enough that a test can replace them.

The floor itself is plain synchronous code from a command's arrival to its commit.
"""

import time
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from croupier.floor.values.entries import Written

MICROSECONDS = 1_000_000


class Clock(Protocol):
    """A source of the time."""

    def now(self) -> int:
        """Return the microseconds since the beginning of 1970, UTC."""
        ...


class Stopwatch(Protocol):
    """A measure of the time that passes, independent of the clock's settings."""

    def elapsed(self) -> int:
        """Return the microseconds since a moment of its own."""
        ...


class SystemClock:
    """The machine's clock. It does not go back within a second, so that consecutive acts have consecutive times."""

    def __init__(self) -> None:
        self._last = 0

    def now(self) -> int:
        """Return the time; just after the last one if the clock was set back a little."""
        reads, last = time.time_ns() // 1_000, self._last
        if reads <= last and last - MICROSECONDS <= reads:
            reads = last + 1
        self._last = reads
        return reads


class SystemStopwatch:
    """The time since the machine started, asleep or not."""

    def __init__(self) -> None:
        # Where the system has no clock that goes on while the machine sleeps, waking up looks as if the clock was set.
        self._clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)

    def elapsed(self) -> int:
        """Return the microseconds since the machine started."""
        return time.clock_gettime_ns(self._clock) // 1_000


class Notice(Struct, frozen=True):
    """A notice of a commit: a stream has a new version, and these entries led to it."""

    stream: str
    version: int
    entries: tuple[Written, ...]


class Outbox(Protocol):
    """The receiver of notices about commits; never called before the commit."""

    def send(self, notices: Sequence[Notice]) -> None:
        """Tell the listeners."""
        ...


class NoOutbox:
    """An outbox without listeners."""

    def send(self, notices: Sequence[Notice]) -> None:
        """Ignore the notices."""
