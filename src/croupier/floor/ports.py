"""What the floor needs from the outside, as small ports that a test can replace.

The floor itself is plain synchronous code from a command's arrival to its commit.
"""

import time
from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from croupier.floor.journal.records import Written

MICROSECONDS = 1_000_000


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> int:
        """Microseconds since the beginning of 1970, UTC."""
        ...


class SystemClock:
    """The machine's clock; it never goes back, so that a record's times are in its order."""

    def __init__(self) -> None:
        self._last = 0

    def now(self) -> int:
        """The time, or just after the last one if the machine's clock was set back."""
        self._last = max(self._last + 1, time.time_ns() // 1_000)
        return self._last


class Notice(Struct, frozen=True):
    """Something that has been committed: a stream has a new version, and these entries led to it."""

    stream: str
    version: int
    entries: tuple[Written, ...]


class Outbox(Protocol):
    """Where news of commits goes; never before the commit."""

    def send(self, notices: Sequence[Notice]) -> None:
        """Tell the listeners."""
        ...


class NoOutbox:
    """Nobody listens."""

    def send(self, notices: Sequence[Notice]) -> None:
        """Nothing to do."""
