"""An event loop whose time passes only when nothing is left to do, and a deck in any order.

Hours pass in milliseconds, and twice the same.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from croupier.cards import DECK, Card
from croupier.floor.chance.shuffle import SALT


class VirtualLoop(asyncio.SelectorEventLoop):
    """Sleeps take no time, and threads are not needed: whatever would run in one runs at once."""

    def __init__(self) -> None:
        super().__init__()
        self._virtual = 1_000.0

    def time(self) -> float:
        """The virtual time, in seconds."""
        return self._virtual

    def _run_once(self) -> None:
        ready, scheduled = self._ready, self._scheduled  # type: ignore[attr-defined]
        if not ready and scheduled:
            self._virtual = max(self._virtual, scheduled[0].when())
        super()._run_once()  # type: ignore[misc]

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Here and now."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as wrong:
            done.set_exception(wrong)
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
