"""The readiness of a house: its database can be written, no other server has taken it, and its clock is trusted."""

import asyncio
import time
from typing import Final

from msgspec import Struct
from sqlalchemy import delete, insert

from croupier.floor.journal.schema import probe
from croupier.floor.journal.store import StoreError
from croupier.floor.running.floor import Floor
from croupier.floor.values.clock import WAY_OUT

KEPT_SECONDS: Final = 1.0
"""The seconds for which an answer is cached: frequent questions must not keep the database busy."""
ANSWER_SECONDS: Final = 2.0
"""The seconds within which a question is answered even if the database hangs: a proxy soon gives up."""
_AGAIN_SECONDS: Final = 0.1
_SILENT: Final = f"The database has not answered within {ANSWER_SECONDS:g} seconds"


class Ready(Struct, frozen=True):
    """A readiness answer, with sentences about what is wrong if the house is not ready."""

    ready: bool
    wrong: tuple[str, ...] = ()


class Readiness:
    """The readiness check of a floor, which runs at most once a second."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._looking: asyncio.Task[tuple[str, ...]] | None = None
        """The check under way: one that hangs holds one thread, however often it is asked."""
        self._found, self._at = Ready(ready=False), -KEPT_SECONDS

    async def now(self) -> Ready:
        """Return the readiness, at most a second old."""
        if time.monotonic() - self._at < KEPT_SECONDS:
            return self._found
        if self._looking is None:
            self._looking = asyncio.create_task(asyncio.to_thread(self._look), name="readiness")
        looking = self._looking
        await asyncio.wait({looking}, timeout=ANSWER_SECONDS)
        if not looking.done():
            return Ready(ready=False, wrong=(_SILENT,))
        if self._looking is looking:
            wrong = looking.result()
            self._looking, self._found, self._at = None, Ready(not wrong, wrong), time.monotonic()
        return self._found

    def _look(self) -> tuple[str, ...]:
        wrong = []
        try:
            overtaken = self._overtaken()
            if overtaken:  # it may also be this floor's own commit, which it has not taken in yet
                time.sleep(_AGAIN_SECONDS)
                overtaken = self._overtaken()
            if overtaken:
                wrong.append("Somebody else has written to this house's database: it has to be opened again")
        except StoreError as error:
            wrong.append(f"The database cannot be written: {error}")
        if self._floor.doubt() is not None or self._floor.time.stopped:
            wrong.append(f"The clock is in doubt: {WAY_OUT}")
        return tuple(wrong)

    def _overtaken(self) -> bool:
        """Write to the database as a commit does. Return whether the journal has an entry unknown to this floor."""
        with self._floor.store.writing() as writing:
            writing.connection.execute(delete(probe))
            writing.connection.execute(insert(probe).values(id=1, at=self._floor.time.now()))
            return writing.position() != self._floor.position and not self._floor.store.shared
