"""Whether a house can take what is asked of it: its database can be written, nobody else has, its clock is trusted."""

import asyncio
import time
from typing import Final

from msgspec import Struct

from croupier.floor.journal.store import StoreError
from croupier.floor.running import Floor

KEPT_SECONDS: Final = 1.0
"""For how long an answer is kept: whoever asks must not keep the database busy."""
_AGAIN_SECONDS: Final = 0.1


class Ready(Struct, frozen=True):
    """Whether the house is ready, and in sentences what is wrong if it is not."""

    ready: bool
    wrong: tuple[str, ...] = ()


class Readiness:
    """Looks at the floor, at most once a second."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._looking = asyncio.Lock()
        self._found, self._at = Ready(ready=False), -KEPT_SECONDS

    async def now(self) -> Ready:
        """As it is, or was a moment ago."""
        async with self._looking:
            if time.monotonic() - self._at >= KEPT_SECONDS:
                wrong = await asyncio.to_thread(self._look)
                self._found, self._at = Ready(not wrong, wrong), time.monotonic()
            return self._found

    def _look(self) -> tuple[str, ...]:
        wrong = []
        try:
            overtaken = self._overtaken()
            if overtaken:  # or a commit of its own is on its way from the disk to the floor
                time.sleep(_AGAIN_SECONDS)
                overtaken = self._overtaken()
            if overtaken:
                wrong.append("Somebody else has written to this house's database: it has to be opened again")
        except StoreError as error:
            wrong.append(f"The database cannot be written: {error}")
        if self._floor.doubt() is not None or self._floor.time.stopped:
            wrong.append("The clock is in doubt: two people have to sign for the time")
        return tuple(wrong)

    def _overtaken(self) -> bool:
        """Whether the journal has an entry that this floor does not know."""
        with self._floor.store.writing() as writing:
            return writing.position() != self._floor.position and not self._floor.store.shared
