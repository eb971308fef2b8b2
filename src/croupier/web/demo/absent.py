"""Guests of a demonstration who closed the page and left their chips at a poker table.

No Pit Employee calls them back or decides about their seats, so that they would keep them for ever. A guest who is not
dealt in and has not been connected for a while leaves between rounds, as if at their own request. Their chips are in
their wallet when they return. A real House has people for this, and does not use this module.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from croupier.floor.journal.store import StoreError
from croupier.floor.values.ports import Notice
from croupier.floor.values.table import PlayRoom
from croupier.floor.values.table_kinds import RoomTable
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import LeaveTable
from croupier.web.clock.presence import Presence
from croupier.web.command_queue import CommandQueue

_log = logging.getLogger(__name__)


class Absent:
    """The guests who are gone, by poker table, and since when."""

    def __init__(
        self, desk: CommandQueue, presence: Presence, after: float, company: Callable[[str], frozenset[str]]
    ) -> None:
        self.desk, self.presence, self.after = desk, presence, after
        self._company = company
        """Returns the names of the bots at a table, which are never absent."""
        self._since: dict[tuple[str, str], float] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._acts: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._started = False

    def start(self) -> None:
        """Look at every table. A guest who left before the server started counts as gone from now on."""
        self._started = True
        self.presence.on_change.append(self.look)
        for stream in [*self.desk.floor.streams]:
            self.look(stream.removeprefix("table:"))

    async def stop(self) -> None:
        """Stop; all guests keep their seats."""
        self._started = False
        if self.look in self.presence.on_change:
            self.presence.on_change.remove(self.look)
        for timer in self._timers.values():
            timer.cancel()
        acts = [*self._acts.values()]
        for task in acts:
            task.cancel()
        await asyncio.gather(*acts, return_exceptions=True)

    def heard(self, notices: Sequence[Notice]) -> None:
        """Look at the tables in the notices of a commit."""
        for notice in notices:
            self.look(notice.stream.removeprefix("table:"))

    def look(self, table: str) -> None:
        """Record who is gone, let those leave whose time is up, and schedule the next look."""
        kept = self.desk.floor.streams.get(f"table:{table}")
        if not self._started or kept is None or not isinstance(kept.state, RoomTable):
            return
        loop = asyncio.get_running_loop()
        now, waits = loop.time(), []
        here = self.presence.players(table) | self._company(table)
        gone = {(table, seat.player): seat for seat in kept.state.engine.seats if seat.player not in here}
        self._since = {who: since for who, since in self._since.items() if who[0] != table or who in gone}
        for who, seat in gone.items():
            left = self._since.setdefault(who, now) + self.after - now
            if left > 0:
                waits.append(left)
            elif not seat.present and not kept.state.engine.playing and who not in self._acts:
                self._acts[who] = loop.create_task(self._leaves(who, seat.number, kept.version))
        if table in self._timers:
            self._timers.pop(table).cancel()
        if waits:
            self._timers[table] = loop.call_later(min(waits), self.look, table)

    async def _leaves(self, who: tuple[str, str], seat: int, version: int) -> None:
        table, player = who
        try:
            reply = await self.desk.by_itself(f"table:{table}", PlayRoom(LeaveTable(seat)), version=version)
        except Exception as wrong:
            _log.error(
                "%s could not be taken from table %s: %s",
                player,
                table,
                wrong,
                exc_info=not isinstance(wrong, StoreError),
            )
            self._since.pop(who, None)  # their time starts again
        else:
            if isinstance(reply, Refusal) and reply.reason is not Reason.STALE:
                _log.warning("table %s: %s keeps their seat: %s", table, player, reply)
                self._since.pop(who, None)
        finally:
            del self._acts[who]
            self.look(table)
