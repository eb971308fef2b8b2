"""The desk: the queue through which every request reaches the floor, from any page, bot or clock.

The floor is synchronous and has one writer. The desk gives it a thread of its own, collects the requests that arrive
while a commit is on its way to the disk, and commits those together: under load one commit serves many tables. Where
many requests came together, the next commit waits a moment for more of them; in a quiet house each is answered at once.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Final

from msgspec import Struct

from croupier.floor.journal.store import FencedError, StoreError
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.ports import Notice
from croupier.floor.values.requests import AtomicRequest, Outcome, Rejected, Reply, Request
from croupier.rules.terms import Role

_log = logging.getLogger(__name__)
MOST_TOGETHER: Final = 64
"""The most requests in one commit: more would keep the first of them waiting."""
BUSY: Final = 3
"""The number of requests in one commit that shows that the house is busy: some hundred acts a second.

The house stays busy for as long as two requests come together.
"""
GATHER_SECONDS: Final = 0.02
"""The seconds between the beginnings of two commits in a busy house.

A commit costs nearly the same for one request as for ten, and so does telling the listeners.
"""

Listener = Callable[[Sequence[Notice]], None]
"""A function that is called with the notices of each commit, in the event loop and in order."""


def _tell(listener: Listener, news: Sequence[Notice]) -> None:
    """Call a listener; log its failure, so that the desk goes on for the other listeners."""
    try:
        listener(news)
    except Exception:
        _log.exception("a listener of the desk failed")


def _tried(work: Callable[[], object]) -> StoreError | None:
    """Run some work with the floor; return the error if its database refuses."""
    try:
        work()
    except StoreError as wrong:
        return wrong
    return None


class _Asked(Struct, frozen=True, eq=False):
    act: AtomicRequest
    own: bool
    answer: "asyncio.Future[Outcome]"


class CommandQueue:
    """A queue of requests to the floor, which tells listeners what was committed."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._asked: asyncio.Queue[_Asked] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "floor")
        self._news: list[Notice] = []
        self._noting = Lock()
        """The lock of the news, which are added in the floor's thread and taken in the event loop."""
        self._listeners: list[Listener] = []
        self._latest: asyncio.Future[Outcome] | None = None
        self._work: asyncio.Task[None] | None = None
        self.on_fenced: Callable[[str], None] = _log.error
        """A function that is called with a sentence once another server has taken the floor."""
        floor.outbox = self

    def send(self, notices: Sequence[Notice]) -> None:
        """Add notices of a commit to the news; the floor calls this as its outbox, in its own thread."""
        with self._noting:
            self._news.extend(notices)

    def take_news(self) -> list[Notice]:
        """Take the notices that listeners have not been told of yet; the caller must tell them."""
        with self._noting:
            news, self._news = self._news, []
        return news

    def waiting(self) -> int:
        """Return how many acts wait for the floor."""
        return self._asked.qsize()

    def listen(self, listener: Listener) -> None:
        """Start the task that passes requests to the floor."""
        self._listeners.append(listener)

    def start(self) -> None:
        """Start the desk."""
        self._work = asyncio.create_task(self._keep_asking(), name="desk")

    async def stop(self) -> None:
        """Finish what is on its way to the disk, and stop."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        self._thread.shutdown(wait=True)
        while not self._asked.empty():
            self._asked.get_nowait().answer.cancel()

    async def ask(self, request: Request) -> Reply:
        """Ask the floor for something on behalf of an account; return its answer after the commit."""
        return await self._put(request, own=False)

    async def ask_whole(self, whole: AtomicRequest) -> Outcome:
        """Ask the floor for several requests that are one act: it commits all of them, or none."""
        return await self._put_whole(whole, own=False)

    async def by_itself(
        self, stream: str, command: object, role: Role = Role.DEALER, *, version: int | None = None
    ) -> Reply:
        """Ask the floor for something that it does on its own; refused if the stream is not at ``version``."""
        return await self._put(Request(stream, SYSTEM, role, command, version=version), own=True)

    async def _put(self, request: Request, *, own: bool) -> Reply:
        outcome = await self._put_whole(AtomicRequest((request,)), own=own)
        return outcome.refusal if isinstance(outcome, Rejected) else outcome[0]

    async def _put_whole(self, act: AtomicRequest, *, own: bool) -> Outcome:
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(_Asked(act, own, answer))
        self._latest = answer
        return await asyncio.shield(answer)  # a caller that stops waiting does not withdraw the request

    async def anchor(self) -> None:
        """Anchor what has been committed, and checkpoint the write-ahead log into the database."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._anchor)

    def _anchor(self) -> None:
        try:
            self.floor.anchor()
            self.floor.store.checkpoint()
        except StoreError as wrong:
            _log.error("%s", wrong)

    async def follow(self) -> bool:
        """Read what other servers of the house have committed, and tell the listeners. Return whether it could."""
        return await self.in_floor(self.floor.follow)

    async def in_floor(self, work: Callable[[], object]) -> bool:
        """Run work with the floor that is not an act, in its turn, and tell the listeners what came of it.

        Return whether the database let it.
        """
        wrong = await asyncio.get_running_loop().run_in_executor(self._thread, _tried, work)
        self._tell_news()
        if isinstance(wrong, FencedError):
            self.on_fenced(str(wrong))
        elif wrong is not None:
            _log.warning("%s", wrong)
        return wrong is None

    def _tell_news(self) -> None:
        news = self.take_news()
        for listener in self._listeners if news else ():
            _tell(listener, news)

    async def still_ours(self) -> None:
        """Check whether another server has taken the floor."""
        try:
            await asyncio.to_thread(self.floor.store.check_fence)
        except FencedError as fenced:
            self.on_fenced(str(fenced))
        except StoreError as wrong:  # such as a full disk: the next check tries again
            _log.warning("%s", wrong)

    async def caught_up(self) -> None:
        """Wait until every request so far is answered: requests are answered in their order."""
        if self._latest is not None:
            await asyncio.wait({self._latest})

    async def _keep_asking(self) -> None:
        loop, busy = asyncio.get_running_loop(), False
        while True:
            asked = [await self._asked.get()]
            while len(asked) < MOST_TOGETHER and not self._asked.empty():
                asked.append(self._asked.get_nowait())
            busy = len(asked) >= (2 if busy else BUSY)
            next_at = loop.time() + (GATHER_SECONDS if busy else 0.0)
            outcomes = await loop.run_in_executor(self._thread, self._decide, asked)
            self._tell_news()
            for one, outcome in zip(asked, outcomes, strict=True):
                if one.answer.done():
                    continue
                if isinstance(outcome, FencedError):
                    self.on_fenced(str(outcome))
                if isinstance(outcome, Exception):
                    one.answer.set_exception(outcome)
                else:
                    one.answer.set_result(outcome)
            if next_at > loop.time():
                await asyncio.sleep(next_at - loop.time())

    def _decide(self, asked: list[_Asked]) -> list[Outcome | Exception]:
        """Run a batch in the floor's thread. If deciding one act fails, run each act by itself."""
        try:
            return [*self.floor.together((one.act, one.own) for one in asked)]
        except Exception as wrong:  # nothing of the batch was committed
            if len(asked) == 1:
                return [wrong]
            return [outcome for one in asked for outcome in self._decide([one])]
