"""Rubbish in a server's memory: looked for often, and only among what is new.

Python frees nearly everything at once; what is left is objects that refer to each other in a circle, about one an act.
Left to itself, it looks for them among all that has come since the last look, and counts only by how much the number
of objects has grown: where each act replaces what the one before it has left, that is rarely, and then all tables at
once (decision 72 has the figures). Here what is new is looked through several times a second, and what is still in
use then is set aside. Nobody waits for more than a few acts' worth of it, however many tables a house has.

What was in use then and has become rubbish since is found by a look through everything. Nearly all of it is what a
closed page leaves behind, so that closed pages are counted; whatever else it may be, such as requests that were being
answered just then, shows in how much has been set aside.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Final

YOUNG_SECONDS: Final = 0.25
"""Between two looks at what is new."""
LITTLE: Final = 20
"""So few objects of rubbish are not worth a look: it touches whatever the new ones refer to, a microsecond each."""
UNSEEN: Final = 7
"""How many times what is new is set aside unseen after a look that has found so little."""
CLOSED_PAGES: Final = 2_000
"""After how many closed pages everything is looked through: each leaves about 80 small objects behind."""
COUNT_SECONDS: Final = 600.0
"""Between two counts of what has been set aside: everybody waits for it, some milliseconds for each hundred thousand
objects."""
SET_ASIDE: Final = 2_000_000
"""By how many objects that may grow since the last look through everything: some hundred megabytes, which a house that
fills up in the morning does not reach, and rubbish alone in a few hours at the earliest."""
LONGEST_SECONDS: Final = 86_400.0
"""And after how long everything is looked through in any case."""


class Tidying:
    """Looks for rubbish, in place of Python itself."""

    def __init__(self, closed: Callable[[], int]) -> None:
        """``closed`` says how many pages have been closed so far."""
        self._closed = closed
        self._seen, self._looked, self._kept = 0, 0.0, 0
        """How many had been, when that was, and what was set aside, at the last look through everything."""
        self._counted = 0.0
        self._unseen = 0
        """How many times more."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """From now on, in this event loop. What a house opens with stays."""
        gc.disable()
        gc.freeze()
        self._note(asyncio.get_running_loop().time())
        self._wait()

    def stop(self) -> None:
        """Leave it to Python again."""
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
