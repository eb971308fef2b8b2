"""How much anybody may ask for that costs the house a lot to answer.

The odds may be read without a name, and some of their answers take a second of a processor. Each place has an allowance
that is used up by asking and comes back with time, so that one visitor's loop does not keep the tables waiting.
"""

import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

BURST: Final = 120
"""How many questions somebody may ask at once."""
A_SECOND: Final = 2.0
"""How many more with every second."""
MOST_PLACES: Final = 10_000
"""How many places are remembered; whoever has all of their allowance needs no remembering."""


class _Left(Struct):
    """What a place had left when it last asked."""

    questions: float
    at: float


class Allowance:
    """What each place may still ask."""

    def __init__(
        self, burst: int = BURST, a_second: float = A_SECOND, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.a_second, self._clock = burst, a_second, clock
        self._left: dict[str, _Left] = {}

    def take(self, place: str) -> float:
        """Use up one question; how many seconds to wait if there is none, and then none is used up."""
        now = self._clock()
        left = self._left.pop(place, None) or _Left(self.burst, now)
        left.questions = min(self.burst, left.questions + (now - left.at) * self.a_second)
        left.at = now
        wait = max(0.0, (1 - left.questions) / self.a_second)
        if not wait:
            left.questions -= 1
        self._left[place] = left  # last again: the first are those that have not asked for longest
        while len(self._left) > MOST_PLACES:
            self._left.pop(next(iter(self._left)))
        return wait
