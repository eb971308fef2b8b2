"""The databases that a floor can be kept in: a file of SQLite, or PostgreSQL.

Both hold the same tables and are asked in the same words. What differs is here: how one is connected to, how a
transaction begins, and how a process has a floor to itself.

SQLite runs in WAL with ``synchronous=FULL`` and ``BEGIN IMMEDIATE``: one writer, and what is committed is on the disk.
PostgreSQL has one writer at a time by a lock that each transaction takes first
([decision 40](decisions/0040-one-store-two-databases.md)).
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
"""How many bytes of the write-ahead log are kept for the next entries, once all of it is in the database."""
PATIENCE: Final = 10
"""Seconds that a connection may take, or a transaction may wait for another to end."""
IDLE: Final = 5
"""Seconds that a process may keep a transaction open on PostgreSQL and do nothing: one that hangs stops nobody else."""
_LOCK: Final = 0x63726F7570696572
"""The number of PostgreSQL's advisory lock around every transaction that writes."""
_ASKED: Final = "asked"
"""Under which a connection to SQLite knows its cursors."""
_ISOLATION: Final = "AUTOCOMMIT"
"""Transactions begin and end where the store says so."""


class StoreError(Exception):
    """The database cannot be used: the message is a sentence for a person."""


class FencedError(StoreError):
    """Another process has written to this floor: this one can no longer vouch for what it shows."""


class RepeatedError(StoreError):
    """An entry is there already under the key, or at the place in its stream, of one that was to be written."""


class DoubtError(StoreError):
    """The database was asked to commit and was gone before it answered: whether it has is to be found out."""


def parsed(url: str) -> URL:
    """The database behind a URL, or behind the path of an SQLite file."""
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
    """Connect to a database, as soon as it is asked something."""
    return connected(parsed(url))


def connected(url: URL, *, reading: bool = False) -> Engine:
    """The engine behind a parsed URL; ``reading`` if nothing in the database may change."""
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
    """What somebody typed, without what is between user and host."""
    return re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)[:80]


@contextmanager
def answered() -> Iterator[None]:
    """What the database refuses is said in a sentence of one line."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"the database refused: {said(error)}") from error


def said(error: DBAPIError) -> str:
    """The first line of what a database said: PostgreSQL adds others with hints."""
    lines = [line.strip() for line in str(error.orig).splitlines() if line.strip()]
    return lines[0] if lines else type(error.orig).__name__


class Hold(Protocol):
    """The floor, had by this process alone."""

    token: str
    """What this process writes into the database when it takes the floor."""

    def release(self) -> None:
        """Let go of it."""
        ...


class Database(Protocol):
    """What the store asks a kind of database for."""

    begin_writing: str
    begin_reading: str
    shared: bool
    """Whether several processes may run one floor."""

    def hold(self, engine: Engine) -> Hold | None:
        """Reserve the floor for this process, until it lets go or ends; None where the database has no say in it."""
        ...

    def checkpoint(self, connection: Connection) -> None:
        """Tidy up while nothing is written."""
        ...


def database_of(engine: Engine) -> Database:
    """The kind of database behind an engine."""
    return _PostgreSQL() if engine.dialect.name == "postgresql" else _SQLite()


# ---- SQLite ---------------------------------------------------------------------------------------------------------


class Dialect(SQLiteDialect_pysqlite):
    """SQLAlchemy's own. Each engine has one, and finds what was compiled for its own alone; but files of SQLite are all
    asked in the same words, and a process may open hundreds of them, as the tests do."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


_OURS: Final = "sqlite+croupier"
registry.register("sqlite.croupier", __name__, Dialect.__name__)
_COMPILED: Final[LRUCache[Any, Any]] = LRUCache(500)
"""The statements that have been compiled for any file."""


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # A log that once grew long is cut back when it begins anew.
    limit = f"journal_size_limit={LONGEST_LOG}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", limit):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _only_reading(connection: Any, _record: object) -> None:
    """Not even the way in which SQLite keeps its own journal is changed."""
    for pragma in ("busy_timeout=10000", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _note(connection: Connection, cursor: Any, *_what: object) -> None:
    connection.info.setdefault(_ASKED, WeakSet()).add(cursor)


def _let_go(_connection: object, record: Any, _state: object) -> None:
    """Whoever has a connection next sees what is there then. SQLite keeps the view of a moment open as long as a
    question has rows that nobody has fetched, whatever becomes of the transaction: where a reader has stopped half-way
    and something still holds its frame, as an error does, they would read what was there at that moment."""
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
        """Bring the write-ahead log into the database and empty it, unless somebody is reading just then."""
        connection.exec_driver_sql("PRAGMA busy_timeout=0")  # whoever reads or writes is not made to wait
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
"""By device and inode: whatever a database is called, it is the same one."""


def _hold(database: Path) -> _Lock:
    """Lock a database for this process, until it is released or the process ends."""
    if fcntl is None:
        raise StoreError("a house in a file is kept on Linux or macOS; on Windows use WSL")
    # Looked at before it is opened: closing any handle of the file would drop SQLite's own locks of this process.
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
    """Which file is locked: the database itself, which is the same one whatever it is called, where that is possible.

    Only Linux keeps these locks apart from the ones that SQLite takes. Elsewhere ours would keep SQLite out of its own
    database, so that a file beside it is locked; a second name of the database is then found out by its token alone.
    """
    if platform.system() == "Linux":
        return database
    name = database.resolve()
    return name.with_name(f"{name.name}.lock")


# ---- PostgreSQL -----------------------------------------------------------------------------------------------------


def _settings(url: URL, reading: bool) -> dict[str, Any]:
    """How a connection is made, unless the URL says otherwise. One that is cut off is noticed within seconds."""
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
    # What is committed is on the disk whatever the server's own settings say, and entries are written one transaction
    # after the other: their positions have no gaps, and nobody sees a later one before an earlier one.
    begin_writing = (
        "BEGIN; SET LOCAL synchronous_commit = 'on'; "
        f"SET LOCAL lock_timeout = '{PATIENCE}s'; SET LOCAL idle_in_transaction_session_timeout = '{IDLE}s'; "
        f"SELECT pg_advisory_xact_lock({_LOCK})"
    )
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    shared = True

    def hold(self, engine: Engine) -> Hold | None:
        """Servers put themselves on a roll instead (``servers.py``)."""
        return None

    def checkpoint(self, connection: Connection) -> None:
        """PostgreSQL does that by itself."""
