"""The Shift Managers of a demonstration, who sign where no person is in the pit.

They sign for major awards at the tables that the program deals, have rounds ruled on that a restart has interrupted
there, and sign for the time after the demonstration was shut for long.

Two people must sign before a share of the meter is paid. On a demonstration the pit may be empty: without these
managers a Royal Flush would stop its table for ever. They wait a while, so that a person in the pit may sign first, and
do not act at tables that a person deals. A real House has people for this.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from msgspec import UNSET

from croupier.floor.deciding.dealing import INTERRUPTION
from croupier.floor.journal.store import StoreError
from croupier.floor.running.floor import Floor
from croupier.floor.values.clock import STREAM as CLOCK
from croupier.floor.values.clock import ClockState, CountersignTime, ProposeTime
from croupier.floor.values.ports import Notice
from croupier.floor.values.requests import Request
from croupier.floor.values.table import SIGNATURES, SignClaim
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.command_queue import CommandQueue

_log = logging.getLogger(__name__)


class Managers:
    """The managers' signatures, each given after a delay."""

    def __init__(
        self, desk: CommandQueue, names: tuple[str, ...], after: float, stands_in: Callable[[str], str] | None = None
    ) -> None:
        """Keep the managers' names, and the delay of their signatures in seconds.

        ``stands_in`` returns the program's Dealer at a table now; empty if a person deals there.
        """
        self.desk, self.names, self.after = desk, names, after
        self._stands_in = stands_in or (lambda _table: "")
        self._work: dict[str, asyncio.Task[None]] = {}
        """The signatures that are under way, by stream."""
        self._started = False

    async def start(self) -> None:
        """Look at every table; a claim may have been open, or a round in play, when the server stopped."""
        self._started = True
        for stream in [*self.desk.floor.streams]:
            self._look(stream)

    async def stop(self) -> None:
        """Cancel the signatures that are under way."""
        self._started = False
        work = [*self._work.values()]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    def heard(self, notices: Sequence[Notice]) -> None:
        """Look at the tables in the notices of a commit."""
        for notice in notices:
            self._look(notice.stream)

    def look(self, table: str) -> None:
        """Look at a table that a person has taken over or has left to the program."""
        self._look(f"table:{table}")

    def _look(self, stream: str) -> None:
        if self._started and stream not in self._work and self._next(stream) is not None:
            self._work[stream] = asyncio.get_running_loop().create_task(self._answer(stream), name=f"pit of {stream}")

    def _next(self, stream: str) -> Request | None:
        """Return a manager's next act on a stream: a signature that is missing, or a report of a held round."""
        if stream == CLOCK:
            return sign_for_the_time(self.desk.floor, self.names)
        kept = self.desk.floor.streams.get(stream)
        state = kept.state if kept is not None else None
        if not isinstance(state, BankedTable | RoomTable):
            return None
        if not state.info.automatic and not self._stands_in(state.info.name):
            return None
        if state.info.held is not UNSET:
            return Request(stream, self.names[0], Role.SHIFT_MANAGER, state.reporting(INTERRUPTION))
        open_claims = (one for one in state.info.claims if one.returned is UNSET)
        claim = next((one for one in open_claims if len(one.signed) < SIGNATURES), None)
        name = next((one for one in self.names if claim is not None and one not in claim.signed), None)
        if claim is None or name is None:
            return None
        return Request(stream, name, Role.SHIFT_MANAGER, SignClaim(claim.box))

    async def _answer(self, stream: str) -> None:
        """Carry out the managers' acts on a stream one after the other until none is due."""
        try:
            while self._next(stream) is not None:
                await asyncio.sleep(self.after)
                asked = self._next(stream)  # a person in the pit may have been quicker
                if asked is None:
                    return
                reply = await self.desk.ask(asked)
                if isinstance(reply, Refusal) and reply.reason is not Reason.MOMENT:
                    _log.warning("%s cannot do %s at %s: %s", asked.actor, asked.command, stream, reply)
                    return
        except Exception as wrong:
            _log.error(
                "nobody could sign for the awards of %s: %s", stream, wrong, exc_info=not isinstance(wrong, StoreError)
            )
        finally:
            del self._work[stream]


def sign_for_the_time(floor: Floor, names: Sequence[str]) -> Request | None:
    """Return the next signature for the clock's reading, if the floor doubts it; None otherwise."""
    if floor.doubt() is None:
        return None
    clock: ClockState = floor.streams[CLOCK].state
    first = next(iter(clock.proposals), None)
    if first is None:
        return Request(CLOCK, names[0], Role.SHIFT_MANAGER, ProposeTime("A demonstration follows its machine's clock"))
    name = next(one for one in names if one != first.actor)
    return Request(CLOCK, name, Role.SHIFT_MANAGER, CountersignTime(first.number))
