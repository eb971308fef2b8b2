"""The password throttle: passwords and PINs are checked a few at a time, and each place gets its turn.

Hashing takes 64 MB and a twentieth of a second, so it runs in threads of its own. Checks that wait are let through
place by place, in turn: a thousand attempts from one address keep only that address waiting.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from croupier.floor.house.credentials import TOO_MANY
from croupier.play.refusal import Reason, Refusal

AT_ONCE: Final = 2
"""The number of passwords that are checked at the same time."""
MOST_EACH: Final = 8
"""The number of checks that may wait from one place; further ones are refused."""
MOST: Final = 200
"""The number of checks that may wait from all places."""
BUSY: Final = Refusal(Reason.MOMENT, f"{TOO_MANY} people are signing in: try again in a moment", ())
_hashing: Final = ThreadPoolExecutor(AT_ONCE, "passwords")


class PasswordThrottle:
    """A throttle that runs a few checks at once, from each place in turn."""

    def __init__(self) -> None:
        self._inside = 0
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The waiting checks by place; the place whose turn is next comes first."""

    async def through(self, place: str, check: Callable[[], Refusal | None]) -> Refusal | None:
        """Run a check when it is its turn, and return its refusal; refuse where too many wait."""
        if self._inside < AT_ONCE:
            self._inside += 1
        elif not await self._turn(place):
            return BUSY
        try:
            return await asyncio.get_running_loop().run_in_executor(_hashing, check)
        finally:
            self._inside -= 1
            self._next()

    async def _turn(self, place: str) -> bool:
        """Wait for the turn of a place; return False at once if there is no room to wait."""
        queue = self._waiting.get(place, deque())
        if len(queue) >= MOST_EACH or sum(map(len, self._waiting.values())) >= MOST:
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._waiting[place] = queue
        try:
            await turn
        except asyncio.CancelledError:  # a caller that has gone gives its turn to the next
            if turn.done() and not turn.cancelled():
                self._inside -= 1
                self._next()
            raise
        return True

    def _next(self) -> None:
        """Admit the first check of the place whose turn it is; that place then comes last."""
        while self._waiting and self._inside < AT_ONCE:
            place, queue = next(iter(self._waiting.items()))
            del self._waiting[place]
            turn = queue.popleft()
            if queue:
                self._waiting[place] = queue
            if not turn.done():
                self._inside += 1
                turn.set_result(None)
