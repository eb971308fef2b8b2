"""``verify`` from a page: checks the whole record in a thread, on a read-only connection."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import Reading, Store, StoreError
from croupier.floor.opening import kept_at
from croupier.floor.running import Floor
from croupier.floor.verify.finding import Finding, Summary
from croupier.floor.verify.restating import Restating, totals
from croupier.floor.verify.verification import verify
from croupier.web.live.wire.records import FindingShown, RestatedPage, VerifyPage

SHOWN: Final = 200
"""How many findings a page lists; the others are counted."""
_BREATH: Final = 0.002
"""Seconds of rest every now and then, because the tables have priority."""

_log = logging.getLogger(__name__)


class _StoppedError(Exception):
    """The house closes."""


class Checking:
    """Runs one verification at a time, for everybody who asks."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._summary, self._restating = Summary(), Restating()
        self._found: list[Finding] = []
        self._state, self._by, self._sentence = "none", "", ""
        self._begun, self._from, self._took = 0, 0.0, 0.0

    def begin(self, by: str) -> VerifyPage:
        """Start, unless one is under way."""
        with self._lock:
            if self._state != "running":
                self._summary, self._restating, self._found = Summary(), Restating(), []
                self._state, self._by, self._sentence = "running", by, ""
                self._begun, self._from = self._floor.now(), time.monotonic()
                self._thread = threading.Thread(target=self._run, name="verify", daemon=True)
                self._thread.start()
        return self.page()

    def stop(self) -> None:
        """End it, wherever it is."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(10)

    def page(self) -> VerifyPage:
        """How far it has come."""
        one = self._summary
        took = time.monotonic() - self._from if self._state == "running" else self._took
        return VerifyPage(
            state=self._state,
            by=self._by,
            begun=self._begun,
            milliseconds=round(took * 1000),
            total=one.total,
            entries=one.entries,
            streams=one.streams,
            events=one.events,
            rounds=one.rounds,
            postings=one.postings,
            accounts=one.accounts,
            decks=one.decks,
            opened=one.opened,
            findings=one.findings,
            shown=tuple(_shown(finding) for finding in tuple(self._found)),
            restated=len(self._restating.rounds),
            undecided=len(self._restating.undecided),
            sentence=self._sentence,
        )

    def restated(self) -> RestatedPage:
        """The rounds found so far that today's rules decide differently."""
        rounds, undecided = tuple(self._restating.rounds), tuple(self._restating.undecided)
        return RestatedPage(self._state, self._begun, rounds, undecided, totals(rounds))

    def _run(self) -> None:
        ended, sentence = "failed", "The verification failed because of a system error, which has been logged."
        try:
            with self._reading() as reading:
                told = verify(
                    reading,
                    keys=self._floor.keys,
                    trusted=(Signer(one).public for one in (self._floor.keys.current, *self._floor.keys.older)),
                    anchors=self._floor.anchors.read() if self._floor.anchors is not None else (),
                    summary=self._summary,
                    progress=self._told,
                    restating=self._restating,
                )
                for finding in told:
                    if len(self._found) < SHOWN:
                        self._found.append(finding)
            ended, sentence = "done", ""
        except _StoppedError:
            sentence = "The house closed before the verification was complete."
        except StoreError as wrong:
            sentence = f"The record cannot be read: {wrong}"
        except Exception:
            _log.exception("a verification failed")
        finally:
            with self._lock:
                self._took = time.monotonic() - self._from
                self._state, self._sentence = ended, sentence

    @contextmanager
    def _reading(self) -> Iterator[Reading]:
        store = self._floor.store
        if not kept_at(store.engine):  # in memory, where nobody else can look
            with store.reading() as reading:
                yield reading
            return
        engine = open_for_reading(store.engine.url)
        try:
            with Store(engine).reading() as reading:
                yield reading
        finally:
            engine.dispose()

    def _told(self, _summary: Summary) -> None:
        if self._stop.is_set():
            raise _StoppedError
        time.sleep(_BREATH)


def _shown(finding: Finding) -> FindingShown:
    where = str(finding).removesuffix(f": {finding.wrong}")
    return FindingShown(finding.kind.value, where, finding.wrong)
