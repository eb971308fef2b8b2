"""The store: entries, money, snapshots and sealed decks, in one SQLite file unless another database is named.

SQLite runs in WAL with ``synchronous=FULL`` and ``BEGIN IMMEDIATE``: one writer, and what is committed is on the disk.
"""

import fcntl
import os
import platform
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from croupier.floor.journal.records import Entry, Head, Written
from croupier.floor.journal.schema import balances, decks, fence, journal, seals, snapshots
from croupier.floor.journal.signing import NO_HEAD, Seal, chained
from croupier.floor.journal.statements import Statements

_ENTRY = [column for column in journal.columns if column.name != "position"]


LONGEST_LOG: Final = 4 * 1024 * 1024
"""How many bytes of the write-ahead log are kept for the next entries, once all of it is in the database."""


class StoreError(Exception):
    """The database cannot be used: the message is a sentence for a person."""


class FencedError(StoreError):
    """Another process has written to this floor: this one can no longer vouch for what it shows."""


def open_engine(url: str) -> Engine:
    """The database behind a URL, or behind the path of an SQLite file."""
    if "://" not in url:
        url = f"sqlite:///{url}"
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"{url[:80]!r} is not a database URL such as sqlite:///floor.db") from None
    if parsed.get_backend_name() != "sqlite":
        raise StoreError(f"a floor can only be kept in an SQLite file, not in {parsed.get_backend_name()}")
    try:
        # A statement's values may include a hidden card, so they are not logged.
        engine = create_engine(parsed, isolation_level="AUTOCOMMIT", hide_parameters=True)
    except (ArgumentError, NoSuchModuleError, ImportError):
        raise StoreError(f"{url[:80]!r} is not a database URL such as sqlite:///floor.db") from None
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # A log that once grew long is cut back when it begins anew.
    limit = f"journal_size_limit={LONGEST_LOG}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", limit):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """A database that holds a floor."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._statements = Statements(engine.dialect)
        self._held: tuple[int, int] | None = None
        self._token = ""
        """What this process wrote into the database when it took it; empty if it has not."""
        # One transaction at a time: threads that find the database busy would sleep, and not take turns.
        self._writing = Lock()

    def hold(self) -> None:
        """Reserve this floor for this process, until the store is closed or the process ends.

        A second process would take the rounds in play for interrupted ones. The lock is on the file itself, by whatever
        name; a process that takes the floor all the same, where files cannot be locked, writes its token into the
        database, and from then on the one before it can write nothing.
        """
        path = self.engine.url.database
        if self._held is not None or self.engine.dialect.name != "sqlite" or not path or path == ":memory:":
            return
        self._held = _hold(Path(path))
        token = _LOCKS[self._held].token
        with self.writing() as writing:
            writing.take_fence(token, f"process {os.getpid()} on {platform.node()}"[:200])
        self._token = token

    def check_fence(self) -> None:
        """Raises :class:`FencedError` if another process has taken the floor."""
        with self.reading() as reading:
            self._fenced(reading)

    def _fenced(self, reading: "Reading") -> None:
        if not self._token:
            return
        token, server = reading.fence()
        if token != self._token:
            raise FencedError(f"another server has taken this floor ({server or 'its mark is gone'}): this one stops")

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the database and empty it, unless somebody is reading just then."""
        if self.engine.dialect.name != "sqlite":
            return
        with self._writing, self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA busy_timeout=0")  # whoever reads or writes is not made to wait
            try:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()
            except DBAPIError as error:
                raise StoreError(f"the database refused: {error.orig}") from error
            finally:
                connection.exec_driver_sql("PRAGMA busy_timeout=10000")

    def close(self) -> None:
        """Release the database."""
        self.engine.dispose()
        if self._held is not None:
            _release(self._held)
            self._held, self._token = None, ""

    @contextmanager
    def writing(self) -> Iterator["Writing"]:
        """One transaction: all of it is committed at the end, or nothing."""
        try:
            with self._writing, self.engine.connect() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                try:
                    writing = Writing(connection, self._statements)
                    self._fenced(writing)
                    yield writing
                except BaseException:
                    _roll_back(connection)
                    raise
                connection.exec_driver_sql("COMMIT")
        except DBAPIError as error:
            raise StoreError(f"the database refused: {error.orig}") from error

    @contextmanager
    def reading(self) -> Iterator["Reading"]:
        """A view of the database as it is at one moment."""
        try:
            with self.engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                try:
                    yield Reading(connection, self._statements)
                finally:
                    connection.exec_driver_sql("ROLLBACK")
        except DBAPIError as error:
            raise StoreError(f"the database refused: {error.orig}") from error


class _Lock(Struct):
    """The lock of this process on a database, shared by all its stores."""

    file: int
    token: str
    stores: int = 0


_LOCKS: Final[dict[tuple[int, int], _Lock]] = {}
"""By device and inode: whatever a database is called, it is the same one."""


def _hold(database: Path) -> tuple[int, int]:
    """Lock the file itself for this process, until it is released or the process ends."""
    # Looked at before it is opened: closing any handle of the file would drop SQLite's own locks of this process.
    try:
        status = database.stat()
        where = (status.st_dev, status.st_ino)
        opened = -1 if where in _LOCKS else os.open(database, os.O_RDWR | os.O_CLOEXEC)
    except OSError as wrong:
        raise StoreError(f"{database} cannot be opened: {wrong.strerror}") from None
    if where not in _LOCKS:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(opened)
            raise StoreError(f"another process is running the floor in {database}") from None
        _LOCKS[where] = _Lock(opened, secrets.token_hex(16))
    _LOCKS[where].stores += 1
    return where


def _release(where: tuple[int, int]) -> None:
    lock = _LOCKS[where]
    lock.stores -= 1
    if not lock.stores:
        del _LOCKS[where]
        os.close(lock.file)


def _roll_back(connection: Connection) -> None:
    """Roll back. On a full disk SQLite has done so itself; what went wrong before is what matters."""
    with suppress(DBAPIError):
        connection.exec_driver_sql("ROLLBACK")


class Reading:
    """Asking the database."""

    def __init__(self, connection: Connection, statements: Statements) -> None:
        self.connection, self.statements = connection, statements

    def streams(self) -> list[str]:
        """All streams, by name."""
        # From each to the next along the index: a search for all that differ would read the whole journal.
        first = select(func.min(journal.c.stream).label("stream")).cte("names", recursive=True)
        following = select(func.min(journal.c.stream)).where(journal.c.stream > first.c.stream).scalar_subquery()
        names = first.union_all(select(following).where(first.c.stream.is_not(None)))
        return list(self.connection.execute(select(names.c.stream).where(names.c.stream.is_not(None))).scalars())

    def heads(self) -> list[Head]:
        """The last entry of every stream."""
        return [self._head(stream) for stream in self.streams()]

    def _head(self, stream: str) -> Head:
        row = self.connection.execute(
            select(journal.c.stream, journal.c.version, journal.c.hash)
            .where(journal.c.stream == stream)
            .order_by(journal.c.version.desc())
            .limit(1)
        ).one()
        return Head(*row)

    def position(self) -> int:
        """The place of the last entry, counted over all streams; 0 in an empty journal."""
        row = self.statements.position.first(self.connection)
        return 0 if row is None or row[0] is None else int(row[0])

    def latest(self) -> int:
        """The time of the last entry; 0 in an empty journal."""
        return self.connection.execute(select(journal.c.at).order_by(journal.c.position.desc()).limit(1)).scalar() or 0

    def entries(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """A stream's entries in order, from the one after a version."""
        rows = self.connection.execute(
            select(*_ENTRY).where(journal.c.stream == stream, journal.c.version > after).order_by(journal.c.version)
        )
        for row in rows:
            yield Entry(*row)

    def entry(self, stream: str, version: int) -> Entry | None:
        """One entry of a stream."""
        asked = select(*_ENTRY).where(journal.c.stream == stream, journal.c.version == version)
        row = self.connection.execute(asked).first()
        return None if row is None else Entry(*row)

    def since(self, at: int, prefix: str) -> list[Entry]:
        """The entries from a moment on, in the order in which they were written, of the streams called so.

        None of them is later than one that was written after it: where the clock was put back, what was written under
        the wrong one has the time from which the floor went on.
        """
        # Put in order here: asked to, SQLite would walk the whole journal in that order instead of its index by time.
        asked = select(journal.c.position, *_ENTRY).where(
            journal.c.at >= at, journal.c.stream.startswith(prefix, autoescape=True)
        )
        signed = select(journal.c.position, journal.c.at).where(journal.c.stream == "clock")
        rows = sorted((*self.connection.execute(asked), *self.connection.execute(signed)), key=lambda row: -row[0])
        latest, found = self.latest(), []
        for _, *fields in rows:
            if len(fields) == 1:
                latest = min(latest, fields[0])
                continue
            entry = Entry(*fields)
            latest = min(latest, entry.at)
            found.append(entry if entry.at == latest else msgspec.structs.replace(entry, at=latest))
        return [entry for entry in reversed(found) if entry.at >= at]

    def by_key(self, stream: str, key: str) -> Entry | None:
        """The entry that a repeated delivery repeats."""
        found = self.statements.by_key.first(self.connection, stream, key)
        return None if found is None else self.entry(stream, found[0])

    def seal(self, position: int | None = None) -> Seal | None:
        """The signature under the commit that ended there; under the last one if no place is named."""
        asked = select(seals).order_by(seals.c.position.desc()).limit(1)
        if position is not None:
            asked = select(seals).where(seals.c.position == position)
        row = self.connection.execute(asked).first()
        return None if row is None else Seal(*row)

    def chain(self) -> str:
        """The head over the entries of all streams, worked out from the first on."""
        hashes = self.connection.execute(select(journal.c.hash).order_by(journal.c.position)).scalars()
        return chained(NO_HEAD, hashes)

    def fence(self) -> tuple[str, str]:
        """The token of the process that has the floor, and which it is; both empty if none ever had it."""
        row = self.statements.fence.first(self.connection)
        return ("", "") if row is None else (str(row[0]), str(row[1]))

    def balances(self) -> dict[str, int]:
        """What every account holds."""
        return {row.account: row.cents for row in self.connection.execute(select(balances))}

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """A stream's last snapshot, with its version."""
        row = self.connection.execute(
            select(snapshots.c.version, snapshots.c.state).where(snapshots.c.stream == stream)
        ).first()
        return None if row is None else (row.version, row.state)

    def deck(self, stream: str, number: int) -> bytes | None:
        """A sealed deck."""
        return self.connection.execute(
            select(decks.c.sealed).where(decks.c.stream == stream, decks.c.number == number)
        ).scalar()


class Writing(Reading):
    """Changing the database, within one transaction."""

    def append(self, written: Sequence[Written]) -> None:
        """New entries with their movements of money; balances move along."""
        if not written:
            return
        said = self.statements
        said.entry.run(self.connection, [msgspec.structs.astuple(one.entry) for one in written])
        rows = [
            (one.entry.stream, one.entry.version, moved.event, moved.account, moved.cents)
            for one in written
            for moved in one.posted
        ]
        if rows:
            said.movement.run(self.connection, rows)
            sums: dict[str, int] = {}
            for *_, account, cents in rows:
                sums[account] = sums.get(account, 0) + cents
            said.balance.run(self.connection, list(sums.items()))

    def take_fence(self, token: str, server: str) -> None:
        """From now on the floor is this process's."""
        self.connection.execute(delete(fence))
        self.connection.execute(insert(fence).values(id=1, token=token, server=server))

    def save_seal(self, seal: Seal) -> None:
        """The signature under this commit."""
        self.statements.seal.run(self.connection, [msgspec.structs.astuple(seal)])

    def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        """Save a stream's state, replacing an older one."""
        self.statements.snapshot.run(self.connection, [(stream, version, state)])

    def save_deck(self, stream: str, number: int, sealed: bytes) -> None:
        """A sealed deck."""
        self.statements.deck.run(self.connection, [(stream, number, sealed)])
