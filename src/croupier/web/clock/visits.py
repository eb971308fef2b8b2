"""Presence without a socket: a program that plays over HTTP counts as present if it has asked about a table lately."""

import asyncio
from typing import Final

from croupier.web.clock.presence import Presence

STAYS: Final = 60.0
"""Seconds for which somebody counts as present after they last asked about a table."""


class Visits:
    """Who is present where without a socket."""

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
