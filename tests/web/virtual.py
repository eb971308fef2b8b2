"""An event loop whose time passes only when nothing is left to do, and a deck in any order.

Hours pass in milliseconds, and twice the same.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from croupier.cards import DECK, Card
from croupier.floor.values.shuffle import SALT


class StuckError(Exception):
    """Nothing is left to do, now or later, and somebody still waits."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Sleeps take no time, and threads are not needed: whatever would run in one runs at once."""

    def __init__(self) -> None:
        super().__init__()
        self._virtual = 1_000.0
        self.late = 0.0
        """How many seconds pass before somebody hears what a thread does now; its work is done by then."""

    def time(self) -> float:
        """The virtual time, in seconds."""
        return self._virtual

    def _run_once(self) -> None:
        ready, scheduled = self._ready, self._scheduled  # type: ignore[attr-defined]
        if not ready and not self._stopping:  # type: ignore[attr-defined]
            # Timers that were cancelled may still lie before the next: to wait for one of them would take real time.
            due = min((timer.when() for timer in scheduled if not timer.cancelled()), default=None)
            if due is None:
                raise StuckError("everybody waits for something that never comes")
            self._virtual = max(self._virtual, due)
        super()._run_once()  # type: ignore[misc]

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Here and now, and heard of at once unless it is late."""
        done = self.create_future()
        try:
            tell = partial(done.set_result, func(*args))
        except Exception as wrong:
            tell = partial(done.set_exception, wrong)
        late, self.late = self.late, 0.0
        if late:
            self.call_later(late, lambda: None if done.done() else tell())
        else:
            tell()
        return done


class LoopClock:
    """The virtual time as the journal writes it; never the same twice."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop, self._last = loop, 0

    def now(self) -> int:
        """Microseconds."""
        self._last = max(self._last + 1, int(self._loop.time() * 1_000_000))
        return self._last


class Rigged:
    """Chance that shuffles one deck into the order that is wanted, and is always the same otherwise."""

    def __init__(self, order: Iterable[Card]) -> None:
        self._wanted = tuple(order)
        self._bytes: list[int] = []
        self._drawn = 0

    def draw(self, count: int) -> bytes:
        """A byte chooses a card; more are a salt, a nonce or a token."""
        self._drawn += 1
        if count > 1:
            return self._drawn.to_bytes(SALT, "big").rjust(count, b"\0")[-count:]
        if not self._bytes:
            self._bytes = _choices(self._wanted)
        return bytes([self._bytes.pop(0)])


def _choices(wanted: tuple[Card, ...]) -> list[int]:
    """What Fisher and Yates have to be told, from the last place to the first, to end with this order."""
    order, told = list(DECK), []
    for last in range(len(order) - 1, 0, -1):
        chosen = order.index(wanted[last])
        told.append(chosen)
        order[last], order[chosen] = order[chosen], order[last]
    return told
