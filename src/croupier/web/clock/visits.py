"""Programs that play over HTTP alone have no socket; whoever has asked about a table lately counts as being there."""

import asyncio
from typing import Final

from croupier.web.clock.presence import Presence

STAYS: Final = 60.0
"""Seconds for which somebody counts as being at a table after he last asked about it."""


class Visits:
    """Who is where without a socket."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}

    def touch(self, table: str, player: str) -> None:
        """Somebody asks about a table."""
        known = self._leaving.pop((table, player), None)
        if known is None:
            self._presence.entered(table, player)
        else:
            known.cancel()
        loop = asyncio.get_running_loop()
        self._leaving[table, player] = loop.call_later(STAYS, self._leave, table, player)

    def _leave(self, table: str, player: str) -> None:
        del self._leaving[table, player]
        self._presence.left(table, player)

    def close(self) -> None:
        """The house closes."""
        for handle in self._leaving.values():
            handle.cancel()
        self._leaving.clear()
