"""Garbage collection for a server: frequent collection passes, mostly over young objects.

Python frees nearly everything at once; the garbage that is left is objects that refer to each other in a circle, about
one an act. Python's own collector starts a pass only when the number of objects has grown: where each act replaces the
objects of the act before, that is rarely, and then it stops all tables at once (docs/programmers/performance.md). Here
a pass over the young objects runs several times a second, and the objects that are still in use are frozen. Each pass
stops the server for a few acts' worth of objects, however many tables a house has.

Objects that became garbage after they were frozen are found by a full pass. Nearly all of them are left behind by
closed pages, so closed pages are counted; other garbage, such as requests that were being answered just then, shows in
the number of frozen objects.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

YOUNG_SECONDS: Final = 0.25
"""The seconds between two passes over the young objects."""
LITTLE: Final = 20
"""The number of garbage objects below which a pass is not worth its time: it costs a microsecond for each object that
the young ones refer to."""
UNSEEN: Final = 7
"""The number of passes that are skipped after a pass that has found so little; young objects are frozen unseen."""
CLOSED_PAGES: Final = 2_000
"""The number of closed pages after which a full pass runs: each leaves about 80 small objects behind."""
COUNT_SECONDS: Final = 600.0
"""The seconds between two counts of the frozen objects: a count takes some milliseconds for 100,000 objects."""
SET_ASIDE: Final = 2_000_000
"""The growth of the frozen objects after which a full pass runs: some hundred megabytes.

A house that fills up in the morning does not reach it, and garbage alone does in a few hours at the earliest.
"""
LONGEST_SECONDS: Final = 86_400.0
"""The seconds after which a full pass runs in any case."""


class Tidying:
    """A garbage collector that takes the place of Python's own schedule."""

    def __init__(self, closed: Callable[[], int]) -> None:
        """Take ``closed``, a function that returns how many pages have been closed so far."""
        self._closed = closed
        self._seen, self._looked, self._kept = 0, 0.0, 0
        """The closed pages, the time and the frozen objects at the last full pass."""
        self._counted = 0.0
        self._unseen = 0
        """The number of passes that are still to be skipped."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start collecting in this event loop, in place of Python. The objects that exist now are frozen."""
        gc.disable()
        gc.freeze()
        self._note(asyncio.get_running_loop().time())
        self._wait()

    def stop(self) -> None:
        """Unfreeze all objects, and leave collecting to Python again."""
        if self._timer is not None:
            self._timer.cancel()
            gc.unfreeze()
            gc.enable()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(YOUNG_SECONDS, self._look)

    def _note(self, now: float) -> None:
        self._seen, self._looked, self._counted, self._kept = self._closed(), now, now, gc.get_freeze_count()

    def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        everything = self._closed() - self._seen >= CLOSED_PAGES or now - self._looked >= LONGEST_SECONDS
        if everything or self._has_grown(now):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._note(now)
        else:
            if self._unseen:
                self._unseen -= 1
            elif gc.collect(0) < LITTLE:
                self._unseen = UNSEEN
            gc.freeze()
        self._wait()

    def _has_grown(self, now: float) -> bool:
        if now - self._counted < COUNT_SECONDS:
            return False
        self._counted = now
        return gc.get_freeze_count() >= self._kept + SET_ASIDE
