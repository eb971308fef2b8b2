"""Long tasks over the whole record, in a thread of their own and on a read-only connection.

The tasks rest every now and then, because the tables have priority.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from croupier.floor.house.opening import kept_at
from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.store import Reading, Store, StoreError
from croupier.floor.running.floor import Floor

_BREATH: Final = 0.002
"""The length of a rest in seconds."""

_log = logging.getLogger(__name__)


class _StoppedError(Exception):
    """The house closes while the work runs."""


class Background:
    """A runner of one task at a time, shared by all viewers."""

    name = ""
    """The name of the task, such as ``verification``."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.state, self.by, self.sentence, self.begun = "none", "", "", 0
        self._from = self._took = 0.0
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    def work(self, reading: Reading) -> None:
        """Carry out the task on a read-only connection."""
        raise NotImplementedError

    def forget(self) -> None:
        """Reset the results of the last run."""
        raise NotImplementedError

    def start(self, by: str) -> None:
        """Start the task unless it is under way."""
        with self._lock:
            if self.state != "running":
                self.forget()
                self.state, self.by, self.sentence = "running", by, ""
                self.begun, self._from = self.floor.now(), time.monotonic()
                self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop the task at its next rest, and wait up to ten seconds for its thread."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(10)

    def breathe(self) -> None:
        """Rest for a moment; the task calls this regularly. Raises _StoppedError when the house closes."""
        if self._stop.is_set():
            raise _StoppedError
        time.sleep(_BREATH)

    @property
    def milliseconds(self) -> int:
        """The time that the task has taken so far."""
        took = time.monotonic() - self._from if self.state == "running" else self._took
        return round(took * 1000)

    def _run(self) -> None:
        ended, sentence = "failed", f"The {self.name} failed because of a system error, which has been logged."
        try:
            with self._reading() as reading:
                self.work(reading)
            ended, sentence = "done", ""
        except _StoppedError:
            sentence = f"The house closed before the {self.name} was complete."
        except StoreError as wrong:
            sentence = f"The record cannot be read: {wrong}"
        except Exception:
            _log.exception("a %s failed", self.name)
        finally:
            with self._lock:
                self._took = time.monotonic() - self._from
                self.state, self.sentence = ended, sentence

    @contextmanager
    def _reading(self) -> Iterator[Reading]:
        store = self.floor.store
        if not kept_at(store.engine):  # in memory, which a second connection could not read
            with store.reading() as reading:
                yield reading
            return
        engine = open_for_reading(store.engine.url)
        try:
            with Store(engine).reading() as reading:
                yield reading
        finally:
            engine.dispose()
