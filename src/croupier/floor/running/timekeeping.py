"""The time of the floor: the machine's clock, as long as it can be trusted.

While the floor runs, the clock is compared with a stopwatch that cannot be set: once they differ by more than
:data:`~croupier.floor.values.clock.STEP` since the start, the clock was set. When the floor starts, there is only the
last entry to compare it with. A clock that cannot be trusted is not followed: time goes on from the last known time by
the stopwatch alone, until two people have signed for another.
"""

from croupier.floor.values.clock import keeps, starts_well
from croupier.floor.values.ports import Clock, Stopwatch


class Timekeeper:
    """The floor's time, which is never before the last entry."""

    def __init__(self, clock: Clock, stopwatch: Stopwatch | None, last: int, *, doubted: bool) -> None:
        """Begin at ``last``, the time of the last entry, or 0; ``doubted`` if the record doubts the clock.

        Without a stopwatch, as in a simulation, the clock also measures the time that passes.
        """
        self.clock, self._watch = clock, stopwatch
        self.last = last
        self.begin(doubted=doubted)

    def begin(self, *, doubted: bool) -> None:
        """Compare the clock with the last entry, as a start does; ``doubted`` if the record doubts the clock."""
        self.first = self.clock.now()
        self.stopped = doubted or not starts_well(self.first, self.last)
        self._from = self.last if self.stopped else self.first
        self._since = self._elapsed()

    def _elapsed(self) -> int:
        return self.clock.now() if self._watch is None else self._watch.elapsed()

    def due(self) -> int:
        """Return the time by the floor's own count."""
        return max(self._from + self._elapsed() - self._since, self.last)

    def strays(self, reads: int) -> bool:
        """Return whether a clock that reads so was set since the floor started."""
        return not keeps(reads, self._from + self._elapsed() - self._since)

    def now(self) -> int:
        """Return the clock's time, or the floor's own count if the clock cannot be trusted."""
        reads = self.clock.now()
        return self.due() if self.stopped or self.strays(reads) else max(reads, self.last)

    def stop(self) -> None:
        """Stop following the clock, because the record doubts it."""
        self.stopped = True

    def trust(self, time: int) -> None:
        """Go on at a time for which two people have signed."""
        self.stopped, self.last = False, time
        self._from, self._since = time, self._elapsed()
