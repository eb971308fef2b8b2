"""The Shift Managers of a demonstration, who sign for major awards at the tables that the program deals.

A share of the meter is paid once two people have signed for it, and on a demonstration there may be nobody in the pit:
without these managers a Royal Flush would stop its table for ever. They take their time, so that a person in the pit
may sign first, and leave the tables that a person deals alone. A real House has people for this.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from croupier.floor.ports import Notice
from croupier.floor.requests import Request
from croupier.floor.tables.kinds import BankedTable
from croupier.floor.tables.table import SIGNATURES, OpenClaim, SignClaim
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from croupier.web.desk import Desk

_log = logging.getLogger(__name__)


class Managers:
    """Their names, and the seconds until one of them signs."""

    def __init__(
        self, desk: Desk, names: tuple[str, ...], after: float, stands_in: Callable[[str], str] | None = None
    ) -> None:
        """``stands_in`` says who of the program deals a table with a Dealer now; empty if a person does."""
        self.desk, self.names, self.after = desk, names, after
        self._stands_in = stands_in or (lambda _table: "")
        self._work: dict[str, asyncio.Task[None]] = {}
        """By table."""
        self._started = False

    async def start(self) -> None:
        """Look at every table: a claim may have been open when the server stopped."""
        self._started = True
        for stream in [*self.desk.floor.streams]:
            self._look(stream)

    async def stop(self) -> None:
        """Stop signing."""
        self._started = False
        work = [*self._work.values()]
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    def heard(self, notices: Sequence[Notice]) -> None:
        """After a commit: look at the tables that it concerns."""
        for notice in notices:
            self._look(notice.stream)

    def look(self, table: str) -> None:
        """Somebody has taken a table over, or has left it to the program."""
        self._look(f"table:{table}")

    def _look(self, stream: str) -> None:
        if self._started and stream not in self._work and self._unsigned(stream) is not None:
            self._work[stream] = asyncio.get_running_loop().create_task(self._sign(stream), name=f"claims of {stream}")

    def _unsigned(self, stream: str) -> OpenClaim | None:
        """The table's next claim that lacks a signature."""
        kept = self.desk.floor.streams.get(stream)
        state = kept.state if kept is not None else None
        if not isinstance(state, BankedTable):
            return None
        if not state.info.automatic and not self._stands_in(state.info.name):
            return None
        return next((one for one in state.info.claims if len(one.signed) < SIGNATURES), None)

    async def _sign(self, stream: str) -> None:
        """Sign one claim after the other, as long as a signature is missing."""
        try:
            while self._unsigned(stream) is not None:
                await asyncio.sleep(self.after)
                claim = self._unsigned(stream)  # somebody at the desk may have been quicker
                name = next((one for one in self.names if claim is not None and one not in claim.signed), None)
                if claim is None or name is None:
                    continue
                reply = await self.desk.ask(Request(stream, name, Role.SHIFT_MANAGER, SignClaim(claim.box)))
                if isinstance(reply, Refusal) and reply.reason is not Reason.MOMENT:
                    _log.warning("%s does not sign for box %s of %s: %s", name, claim.box, stream, reply)
                    return
        except Exception:
            _log.exception("nobody could sign for the awards of %s", stream)
        finally:
            del self._work[stream]
