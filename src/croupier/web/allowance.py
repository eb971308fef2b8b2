"""A throttle for questions that cost the house a lot to answer.

The odds may be read without a name, and some of their answers take a second of a processor. Each place has an allowance
that is used up by asking and comes back with time, so that one visitor's loop does not keep the tables waiting.
"""

import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

BURST: Final = 120
"""The number of questions that one place may ask at once."""
A_SECOND: Final = 2.0
"""The number of questions that a place gets back with every second."""
MOST_PLACES: Final = 10_000
"""The number of places that are remembered; a place with its full allowance needs no entry."""


class _Left(Struct):
    """The allowance that a place had left when it last asked."""

    questions: float
    at: float


class Allowance:
    """A token bucket of questions for each place."""

    def __init__(
        self, burst: int = BURST, a_second: float = A_SECOND, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.a_second, self._clock = burst, a_second, clock
        self._left: dict[str, _Left] = {}

    def take(self, place: str) -> float:
        """Use up one question of a place; return the seconds to wait if it has none left, and then use up nothing."""
        now = self._clock()
        left = self._left.pop(place, None) or _Left(self.burst, now)
        left.questions = min(self.burst, left.questions + (now - left.at) * self.a_second)
        left.at = now
        wait = max(0.0, (1 - left.questions) / self.a_second)
        if not wait:
            left.questions -= 1
        self._left[place] = left  # moved to the end: the first places have not asked for the longest time
        while len(self._left) > MOST_PLACES:
            self._left.pop(next(iter(self._left)))
        return wait
