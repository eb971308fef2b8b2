"""The services of the pages about the past: checkpoints, reviews, verification, investigation and keys.

Reads of the past are slow compared with a commit, so none runs in the event loop. Lists are read in any thread, replays
one after the other in a thread of their own.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from croupier.floor.house.opening import ROUNDS, kept_at
from croupier.web.desks.records.checking import Checking
from croupier.web.desks.records.checkpoints import Checkpoints
from croupier.web.desks.records.investigating import Investigating
from croupier.web.desks.records.keeping import Keeping
from croupier.web.desks.records.reviewing import Reviews
from croupier.web.venue import Venue

T = TypeVar("T")


class Archive:
    """The services about the past of one house."""

    def __init__(self, venue: Venue) -> None:
        self.floor = venue.floor
        database = kept_at(venue.floor.store.engine)
        self.checkpoints = Checkpoints(venue.floor, f"{database}{ROUNDS}" if database else ":memory:")
        self.reviews = Reviews(venue.floor, self.checkpoints)
        self.checking = Checking(venue.floor, venue.witnesses)
        self.investigating = Investigating(venue.floor)
        self.keeping = Keeping(venue)
        self._thread = ThreadPoolExecutor(1, "replays")
        venue.desk.listen(self.checkpoints.heard)

    async def replaying(self, work: Callable[[], T]) -> T:
        """Run a function that may replay a table's stream, in the thread for replays."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Release files and threads; a verification or an investigation ends at its next rest."""
        self.checking.stop()
        self.investigating.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self.checkpoints.close()
