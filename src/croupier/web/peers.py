"""Peer servers of a house in PostgreSQL: followed, told who is present, and replaced when they are gone.

Every server decides the requests that it gets, on the whole floor (decision 41). What only one may do is keep the clock
of a table: the tables are shared out, and a server that gives no sign for a few seconds loses its own to the others,
who rule on the rounds that it left in play.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from croupier.floor.house.recovery import recover
from croupier.floor.journal import servers
from croupier.floor.journal.servers import Peer
from croupier.floor.journal.store import FencedError, Store, StoreError
from croupier.floor.journal.wakes import Ear, streams_of
from croupier.web.clock.pacing import Pacer, SaidReady
from croupier.web.clock.presence import Attendance, Presence
from croupier.web.command_queue import CommandQueue

SIGN_SECONDS: Final = 1.0
"""The seconds between two signs of a server."""
FOLLOW_SECONDS: Final = 0.05
"""The seconds between two looks for commits of other servers when no notification arrives; also the delay after a
notification about streams that no page here depends on."""
UNCALLED_SECONDS: Final = 0.5
"""The seconds between two such looks while notifications do arrive, in case one was lost."""
BEHIND_SECONDS: Final = servers.LOST
"""The seconds without a reading of the record after which a server no longer knows how things stand."""

_log = logging.getLogger(__name__)


class Owned:
    """The tables whose clocks this server keeps; all, where it is the only one."""

    def __init__(self, store: Store) -> None:
        self._shared = store.shared
        self.streams: frozenset[str] = frozenset()
        self.stands_in: Callable[[str], str] = lambda _table: ""
        """A function from a table to the Dealer of the program that deals there whenever no person does: only this
        server has its clock then."""

    def __call__(self, table: str) -> bool:
        return not self._shared or f"table:{table}" in self.streams or bool(self.stands_in(table))


class Peers:
    """The part of a server that keeps up with the other servers of its house."""

    def __init__(self, desk: CommandQueue, presence: Presence, pacer: Pacer, owned: Owned) -> None:
        self._desk, self._presence, self._pacer, self._owned = desk, presence, pacer, owned
        self._store = desk.floor.store
        self._there: frozenset[str] = frozenset()
        self._began = self._signed = self._steady = time.monotonic()
        """The times at which this server came, gave its last sign, and last resumed after a gap in its signs."""
        self._followed = self._began
        """The time at which this server had last read the whole record."""
        self._caught_up = asyncio.Event()
        self.on_behind: list[Callable[[], None]] = []
        """Callbacks for the moment when this server has lost sight of the record."""
        self._called = asyncio.Event()
        """An event that is set when another server has committed something that a page here depends on."""
        self._soon: asyncio.TimerHandle | None = None
        """A timer that sets the event a little later, after a notification about other streams."""
        self.concerned: Callable[[Sequence[str]], bool] = lambda _streams: True
        """A function that returns whether a page here depends on one of these streams."""
        self._listens = False
        self._telling: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start to sign, follow, listen and watch."""
        keep = (self._keep_signing(), self._keep_following(), self._keep_listening(), self._keep_watch())
        self._tasks = [asyncio.create_task(one, name="peers") for one in keep]
        self._pacer.on_ready.append(self._tell)

    async def stop(self) -> None:
        """Stop all tasks, and wait for the notifications that are on their way."""
        self._pacer.on_ready.remove(self._tell)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._telling, return_exceptions=True)

    async def _keep_following(self) -> None:
        while True:
            # Not wait_for, which ignores a cancellation that comes together with a notification.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(UNCALLED_SECONDS if self._listens else FOLLOW_SECONDS):
                    await self._called.wait()
            self._called.clear()  # before following: a later notification is about a later commit
            if self._soon is not None:
                self._soon.cancel()
                self._soon = None
            await self._follow()

    async def _follow(self) -> None:
        began = time.monotonic()
        if await self._desk.follow():
            self._followed = began
            self._caught_up.set()
            self._caught_up.clear()  # all waiters have been woken

    async def _keep_watch(self) -> None:
        """Call the listeners of ``on_behind`` once this server is behind, even if a lost database hangs."""
        told = False
        while True:
            await asyncio.sleep(SIGN_SECONDS)
            behind = self.is_behind()
            for listener in self.on_behind if behind and not told else ():
                listener()
            told = behind

    def behind(self) -> float:
        """Return the seconds since this server had read the whole record."""
        return time.monotonic() - self._followed

    def is_behind(self) -> bool:
        """Return whether this server has lost sight of the record: it was stopped, or cut off from the database."""
        return self.behind() > BEHIND_SECONDS

    def servers(self) -> int:
        """Return how many servers the house has, as far as this one knows."""
        return 1 + len(self._there)

    def clocks(self) -> int:
        """Return the number of tables whose clocks this server keeps."""
        return len(self._owned.streams)

    async def caught_up(self, seconds: float) -> bool:
        """Wait until this server has read the whole record. Return whether it has."""
        self._called.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._caught_up.wait()
        return not self.is_behind()

    async def _keep_listening(self) -> None:
        while True:
            opening = asyncio.ensure_future(asyncio.to_thread(self._store.listen))
            try:
                await self._listen(await asyncio.shield(opening))
            except asyncio.CancelledError:
                opening.add_done_callback(_closed)
                raise
            except StoreError as wrong:  # no commit is missed: without notifications the server looks more often
                _log.warning("%s", wrong)
            await asyncio.sleep(SIGN_SECONDS)

    async def _listen(self, ear: Ear) -> None:
        """Listen to notifications until the connection to the database fails, which raises :class:`StoreError`."""
        loop = asyncio.get_running_loop()
        gone: asyncio.Future[None] = loop.create_future()

        def hear() -> None:
            try:
                self._hear(ear.heard())
            except StoreError as wrong:
                loop.remove_reader(ear.file)  # at once: another file may soon get this descriptor
                gone.set_exception(wrong)

        try:
            loop.add_reader(ear.file, hear)
            self._listens = True
            await gone
        finally:
            self._listens = False
            if gone.cancelled():
                loop.remove_reader(ear.file)
            ear.close()

    def _hear(self, words: Sequence[str]) -> None:
        for word in words:
            streams = streams_of(word)
            if streams is None:
                with contextlib.suppress(msgspec.DecodeError):  # from a release with another form
                    self._pacer.told_ready(msgspec.json.decode(word, type=SaidReady))
            if not streams or self._hurries(streams):  # a ready Player may belong to a commit just made
                self._called.set()
            elif self._soon is None:
                self._soon = asyncio.get_running_loop().call_later(FOLLOW_SECONDS, self._called.set)

    def _hurries(self, streams: Sequence[str]) -> bool:
        """Return whether to look at once: not for tables that no page here shows, of which there are many.

        A link alone is no reason: its meter moves with every round, and pages are told of it now and then. Before this
        server decides anything it looks in any case.
        """
        kinds = {stream.partition(":")[0] for stream in streams}
        tables = [stream for stream in streams if stream.startswith("table:")]
        return not kinds <= {"table", "link"} or self.concerned(tables)

    def _tell(self, said: SaidReady) -> None:
        """Notify the other servers that a Player is ready: the clock may be theirs. If that is lost, it runs out."""
        telling = asyncio.create_task(asyncio.to_thread(self._store.tell, msgspec.json.encode(said).decode()))
        self._telling.add(telling)
        telling.add_done_callback(self._told)

    def _told(self, telling: asyncio.Task[None]) -> None:
        self._telling.discard(telling)
        if not telling.cancelled() and telling.exception() is not None:
            _log.warning("%s", telling.exception())

    async def _keep_signing(self) -> None:
        while True:
            try:
                await self.sign()
            except FencedError as fenced:
                self._desk.on_fenced(str(fenced))
            except StoreError as wrong:  # such as a database that is away for a moment
                _log.warning("%s", wrong)
            except Exception:  # a bug in a listener must not cost this server its tables
                _log.exception("the other servers could not be heard")
            await asyncio.sleep(SIGN_SECONDS)

    async def sign(self) -> None:
        """Give a sign, take over the presence at other servers, and take the tables of servers that are gone."""
        present = msgspec.json.encode(self._presence.attendance()).decode()
        others = await asyncio.to_thread(self._store.renew, present)
        strikes = self._may_strike()
        here = [one for one in others if not (one.lost and strikes)]
        self._presence.told(_attendance(one) for one in here)
        there = frozenset(one.token for one in here)
        streams = [f"table:{name}" for name in self._desk.floor.tables()]
        if there != self._there or not await asyncio.to_thread(self._store.is_shared_out, streams, others):
            share = await asyncio.to_thread(partial(self._store.share_out, streams, strikes=strikes))
            await self._take(share.owned, share.interrupted)
        self._there = there

    def _may_strike(self) -> bool:
        """Return whether this server can tell that another is gone: not if it was itself cut off a moment ago."""
        now = time.monotonic()
        if now - self._signed > servers.LOST / 2:
            self._steady = now
        self._signed = now
        return now - self._steady >= servers.LOST or self._steady == self._began

    async def _take(self, owned: frozenset[str], interrupted: tuple[str, ...]) -> None:
        names = [stream.partition(":")[2] for stream in interrupted]
        if names:
            self._pacer.was_interrupted(names)
            await self._desk.in_floor(lambda: (self._desk.floor.follow(), recover(self._desk.floor, names)))
        changed = self._owned.streams ^ owned
        self._owned.streams = owned
        for stream in sorted(changed):
            self._pacer.look(stream.partition(":")[2])


def _closed(opening: asyncio.Future[Ear]) -> None:
    """Close a connection that opened too late to be used."""
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()


def _attendance(peer: Peer) -> Attendance:
    """Return who is present at another server; nobody, if its release writes that in another form."""
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(peer.present or "{}", type=Attendance)
    return Attendance()
