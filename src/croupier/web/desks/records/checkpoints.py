"""Checkpoints of tables beside the database, so that an old round needs no replay from the first day.

The file can be deleted: everything in it follows from the journal. A checkpoint names the hash of the entry that it was
taken after, and is used only while the journal has that entry.
"""

import os
import sqlite3
import threading
import zlib
from collections.abc import Sequence
from typing import Final

from sqlalchemy import select

from croupier.floor.deciding.tables import step
from croupier.floor.journal import codec
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState, events_of
from croupier.floor.values.ports import Notice
from croupier.play.banked.events import RoundOpened
from croupier.play.room import events as room_events

EVERY: Final = 16
"""The number of rounds from one checkpoint to the next: the most that replaying an old round costs."""
_FORM: Final = """
CREATE TABLE IF NOT EXISTS checkpoints (
    stream TEXT NOT NULL, round INTEGER NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (stream, round)
) WITHOUT ROWID
"""


class Checkpoints:
    """The checkpoints of a floor, in a small file of their own, which the floor never waits for."""

    def __init__(self, floor: Floor, path: str) -> None:
        self._floor = floor
        self._lock = threading.Lock()
        self._last: dict[str, int] = {}
        """By stream, the last round that was saved."""
        try:
            self._file = self._opened(path)
        except (
            OSError,
            sqlite3.Error,
        ):  # not writable, or no space: kept in memory instead, as long as the house is open
            self._file = self._opened(":memory:")

    @staticmethod
    def _opened(path: str) -> sqlite3.Connection:
        if path != ":memory:":  # SQLite would make the file and its journals world-readable
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("PRAGMA synchronous=OFF")  # after a crash, lost rows are computed again from the journal
        file.execute(_FORM)
        return file

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._file.close()

    def heard(self, notices: Sequence[Notice]) -> None:
        """Save the state that a round begins from, once every ``EVERY`` rounds, from the notices of a commit."""
        for notice in notices:
            begun = self._floor.begun.get(notice.stream)
            number = max(tuple(begun), default=0) if begun else 0
            if number and number - self._last.get(notice.stream, -EVERY) >= EVERY:
                kept = None if begun is None else begun.get(number)
                if kept is not None:
                    self.keep(notice.stream, number, kept)

    def keep(self, stream: str, number: int, kept: StreamState) -> None:
        """Save the state that a round begins from."""
        self._last[stream] = max(number, self._last.get(stream, 0))
        state = zlib.compress(codec.write_state(kept.state), 3)
        with self._lock:
            row = (stream, number, kept.version, kept.hash, state)
            self._file.execute("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)", row)

    def _nearest(self, reading: Reading, stream: str, number: int) -> StreamState | None:
        """Return the last checkpoint at or before a round, None without one; delete those of another journal."""
        asked = (
            "SELECT version, hash, state FROM checkpoints WHERE stream = ? AND round <= ? ORDER BY round DESC LIMIT 1"
        )
        with self._lock:
            row = self._file.execute(asked, (stream, number)).fetchone()
        if row is None:
            return None
        version, known, packed = row
        there = select(journal.c.hash).where(journal.c.stream == stream, journal.c.version == version)
        if reading.connection.execute(there).scalar() != known:
            with self._lock:
                self._file.execute("DELETE FROM checkpoints WHERE stream = ?", (stream,))
            return None
        return StreamState(codec.read_state(stream, zlib.decompress(packed)), version, known)

    def begun(self, reading: Reading, stream: str, number: int) -> StreamState:
        """Return the state that a round began from: saved, or replayed from the nearest checkpoint, saving others."""
        known = self._floor.begun.get(stream, {}).get(number)
        if known is not None:
            return known
        start = self._nearest(reading, stream, number) or StreamState(None)
        rest, state = start, start.state
        for entry in reading.entries(stream, start.version):
            for event in events_of(state, entry):
                if isinstance(event, RoundOpened | room_events.RoundOpened):
                    if event.number == number:
                        return rest
                    if event.number % EVERY == 0:
                        self.keep(stream, event.number, rest)
                state = step(state, event, entry.at, entry.entered)[0]
            if not state.info.root and not state.running:
                rest = StreamState(state, entry.version, entry.hash)
        return rest
