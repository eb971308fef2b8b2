"""The two kinds of databases that can hold a floor: a file of SQLite, or PostgreSQL.

Both have the same tables and run the same statements. This module holds the differences: how to connect, how a
transaction begins, and how a process reserves a floor for itself.

SQLite runs in WAL mode with ``synchronous=FULL`` and ``BEGIN IMMEDIATE``: there is one writer, and committed data is on
the disk. In PostgreSQL each transaction that writes first takes one lock, so there is one writer at a time
(decision 27).
"""

import os
import platform
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from weakref import WeakSet

from msgspec import Struct
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.util import LRUCache

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LONGEST_LOG: Final = 4 * 1024 * 1024
"""The bytes of the write-ahead log's file that are kept for the next entries after a checkpoint."""
PATIENCE: Final = 10
"""The most seconds that a connection may take, or that a transaction may wait for another to end."""
IDLE: Final = 5
"""The most seconds that a PostgreSQL transaction may be idle: a process that hangs must not block the others."""
_LOCK: Final = 0x63726F7570696572
"""The number of PostgreSQL's advisory lock around every transaction that writes."""
_ASKED: Final = "asked"
"""The key under which a connection to SQLite keeps its cursors."""
_ISOLATION: Final = "AUTOCOMMIT"
"""The isolation level for SQLAlchemy, which then begins no transactions: the store does."""


class StoreError(Exception):
    """An error about a database that cannot be used; the message is a sentence for a person."""


class FencedError(StoreError):
    """An error after another process has taken over this floor: this process must stop."""


class RepeatedError(StoreError):
    """An error about a new entry whose idempotency key, or whose version in its stream, exists already."""


class DoubtError(StoreError):
    """An error about a connection that was lost during a commit: the caller has to find out whether it happened."""


def parsed(url: str) -> URL:
    """Return the parsed URL of a database, given as a URL or as the path of an SQLite file.

    Raises :class:`StoreError`.
    """
    try:
        found = make_url(url if "://" in url else f"sqlite:///{url}")
        known = found.drivername in {"sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg"}
    except (ArgumentError, ValueError):
        raise StoreError(_no_url(url)) from None
    if not known:
        raise StoreError(f"a floor is kept in an SQLite file or in PostgreSQL, not in {found.drivername[:40]}")
    if found.get_backend_name() == "postgresql":
        if not found.database:
            raise StoreError(f"{_without_password(url)!r} names no database, such as postgresql://host/floor")
        return found.set(drivername="postgresql+psycopg")
    return found


def open_engine(url: str) -> Engine:
    """Return the engine of a database, which connects at the first statement; raises :class:`StoreError`."""
    return connected(parsed(url))


def connected(url: URL, *, reading: bool = False) -> Engine:
    """Return the engine of a parsed URL; with ``reading`` it cannot change the database. Raises :class:`StoreError`."""
    arguments: dict[str, Any] = {}
    if url.get_backend_name() == "postgresql":
        arguments = {"connect_args": _settings(url, reading), "pool_size": 8, "max_overflow": 24}
    else:
        url, arguments = url.set(drivername=_OURS), {"execution_options": {"compiled_cache": _COMPILED}}
    try:
        # A statement's values may include a hidden card, so they are not logged.
        engine = create_engine(url, isolation_level=_ISOLATION, hide_parameters=True, **arguments)
    except (ArgumentError, NoSuchModuleError, ImportError):
        raise StoreError(_no_url(url.render_as_string())) from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _only_reading if reading else _prepare)
        event.listen(engine, "after_cursor_execute", _note)
        event.listen(engine, "reset", _let_go)
    return engine


def _no_url(url: str) -> str:
    return f"{_without_password(url)!r} is not a database URL such as sqlite:///floor.db or postgresql://host/floor"


def _without_password(url: str) -> str:
    """Return the start of a URL with its password replaced by ``***``."""
    return re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)[:80]


@contextmanager
def answered() -> Iterator[None]:
    """Turn an error of the database into a :class:`StoreError` with a sentence of one line."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"the database refused: {said(error)}") from error


def said(error: DBAPIError) -> str:
    """Return the first line of a database's message; PostgreSQL adds further lines with hints."""
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()]
    return lines[0] if lines else type(error.orig).__name__


class Hold(Protocol):
    """The reservation of a floor for this process alone."""

    token: str
    """The token that this process writes into the database when it reserves the floor."""

    def release(self) -> None:
        """End the reservation."""
        ...


class Database(Protocol):
    """The operations that differ between the kinds of databases."""

    begin_writing: str
    begin_reading: str
    shared: bool
    """True if several processes may run one floor."""

    def hold(self, engine: Engine) -> Hold | None:
        """Reserve the floor for this process until it releases it or ends; None if the database needs no lock."""
        ...

    def checkpoint(self, connection: Connection) -> None:
        """Do the maintenance that the database needs while there are no writes."""
        ...


def database_of(engine: Engine) -> Database:
    """Return the operations for the kind of database behind an engine."""
    return _PostgreSQL() if engine.dialect.name == "postgresql" else _SQLite()


# ---- SQLite ---------------------------------------------------------------------------------------------------------


class Dialect(SQLiteDialect_pysqlite):
    """SQLAlchemy's dialect for SQLite, with one cache of compiled statements for all engines.

    SQLAlchemy compiles statements anew for each engine's dialect, unless the dialects are equal. All files of SQLite
    run the same statements, and a process may open hundreds of them, as the tests do.
    """

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


_OURS: Final = "sqlite+croupier"
registry.register("sqlite.croupier", __name__, Dialect.__name__)
_COMPILED: Final[LRUCache[Any, Any]] = LRUCache(500)
"""The statements that have been compiled for any SQLite file."""


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # SQLite truncates a log that grew beyond the limit when it next starts from the beginning.
    limit = f"journal_size_limit={LONGEST_LOG}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", limit):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _only_reading(connection: Any, _record: object) -> None:
    """Set up a connection that only reads; unlike :func:`_prepare` it leaves SQLite's journal mode as it is."""
    for pragma in ("busy_timeout=10000", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _note(connection: Connection, cursor: Any, *_what: object) -> None:
    connection.info.setdefault(_ASKED, WeakSet()).add(cursor)


def _let_go(_connection: object, record: Any, _state: object) -> None:
    """Close all cursors when a connection returns to the pool, so that its next user sees the current data.

    SQLite keeps its snapshot open as long as a query has rows that were not fetched, even after the transaction. If a
    reader stopped half-way and an error still holds its frame, the next user would read the old snapshot.
    """
    for cursor in [*record.info.get(_ASKED, ())]:
        cursor.close()


class _SQLite:
    begin_writing = "BEGIN IMMEDIATE"
    begin_reading = "BEGIN"
    shared = False

    def hold(self, engine: Engine) -> Hold | None:
        path = engine.url.database
        return None if not path or path == ":memory:" else _hold(Path(path))

    def checkpoint(self, connection: Connection) -> None:
        """Move the write-ahead log into the database and truncate it, unless another connection is reading."""
        connection.exec_driver_sql("PRAGMA busy_timeout=0")  # do not make readers and writers wait
        try:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()
        finally:
            connection.exec_driver_sql("PRAGMA busy_timeout=10000")


class _Lock(Struct):
    """The lock of this process on a database, shared by all its stores."""

    where: tuple[int, int]
    file: int
    token: str
    stores: int = 0

    def release(self) -> None:
        self.stores -= 1
        if not self.stores:
            del _LOCKS[self.where]
            os.close(self.file)


_LOCKS: Final[dict[tuple[int, int], _Lock]] = {}
"""The locks of this process, by device and inode, which identify a database under any of its names."""


def _hold(database: Path) -> _Lock:
    """Lock a database for this process, until it is released or the process ends; raises :class:`StoreError`."""
    if fcntl is None:
        raise StoreError("a house in a file is kept on Linux or macOS; on Windows use WSL")
    # Checked before the file is opened: closing any handle of the file would drop this process's SQLite locks on it.
    try:
        status = database.stat()
        where = (status.st_dev, status.st_ino)
        opened = -1 if where in _LOCKS else os.open(_locked(database), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as wrong:
        raise StoreError(f"{database} cannot be opened: {wrong.strerror}") from None
    if where not in _LOCKS:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(opened)
            raise StoreError(f"another process is running the floor in {database}") from None
        _LOCKS[where] = _Lock(where, opened, secrets.token_hex(16))
    _LOCKS[where].stores += 1
    return _LOCKS[where]


def _locked(database: Path) -> Path:
    """Return the file to lock: on Linux the database itself, so that a second name of it is locked too.

    Elsewhere our lock would keep SQLite out of its own database, so a file beside it is locked; a process that uses a
    second name of the database is then detected only by the token in the database.
    """
    if platform.system() == "Linux":
        return database
    name = database.resolve()
    return name.with_name(f"{name.name}.lock")


# ---- PostgreSQL -----------------------------------------------------------------------------------------------------


def _settings(url: URL, reading: bool) -> dict[str, Any]:
    """Return the settings of a connection, which the URL may override; a lost connection is detected in seconds."""
    given = {
        "application_name": "croupier",
        "connect_timeout": PATIENCE,
        "keepalives_idle": IDLE,
        "keepalives_interval": 1,
        "keepalives_count": IDLE,
        "tcp_user_timeout": PATIENCE * 1000,
    }
    settings: dict[str, Any] = {name: value for name, value in given.items() if name not in url.query}
    if reading and "options" not in url.query:
        settings["options"] = "-c default_transaction_read_only=on"
    return settings


class _PostgreSQL:
    # ``synchronous_commit`` puts each commit on the disk even if the server's own settings do not. The lock makes
    # transactions write one after the other: positions have no gaps, and no reader sees a later one before an earlier.
    begin_writing = (
        "BEGIN; SET LOCAL synchronous_commit = 'on'; "
        f"SET LOCAL lock_timeout = '{PATIENCE}s'; SET LOCAL idle_in_transaction_session_timeout = '{IDLE}s'; "
        f"SELECT pg_advisory_xact_lock({_LOCK})"
    )
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    shared = True

    def hold(self, engine: Engine) -> Hold | None:
        """Return None: on PostgreSQL the servers enter a registry instead (``servers.py``)."""
        return None

    def checkpoint(self, connection: Connection) -> None:
        """Do nothing: PostgreSQL maintains its log by itself."""
