"""The store's tables. Migrations create them (``migrations``); a test compares the two."""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Column,
    ColumnElement,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

metadata = MetaData()

_COUNT: Final = BigInteger().with_variant(Integer, "sqlite")
"""The type of numbers that are counted over a whole house: they may need eight bytes; SQLite's integers grow anyway."""

journal = Table(
    "journal",
    metadata,
    Column("position", _COUNT, primary_key=True, autoincrement=True),
    Column("stream", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", String(80), nullable=False),
    Column("role", String(20), nullable=False),
    Column("key", String(80), nullable=False),
    Column("schema", Integer, nullable=False),
    Column("command", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("postings", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("sealed", Text, nullable=False, server_default=text("''")),
    Column("opens", String(64), nullable=False, server_default=text("''")),
    UniqueConstraint("stream", "version", name="one_entry_a_version"),
    Index(
        "one_entry_a_key",
        "stream",
        "key",
        unique=True,
        sqlite_where=text("key <> ''"),
        postgresql_where=text("key <> ''"),
    ),
    Index("journal_by_time", "at"),
    sqlite_autoincrement=True,
)

ledger = Table(
    "ledger",
    metadata,
    Column("id", _COUNT, primary_key=True, autoincrement=True),
    Column("stream", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("account", String(120), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Index("ledger_by_account", "account"),
    Index("ledger_by_entry", "stream", "version"),
)

balances = Table(
    "balances",
    metadata,
    Column("account", String(120), primary_key=True),
    Column("cents", BigInteger, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

decks = Table(
    "decks",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
)

seals = Table(
    "seals",
    metadata,
    Column("position", _COUNT, primary_key=True, autoincrement=False),
    Column("first", _COUNT, nullable=False),
    Column("head", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("signature", LargeBinary, nullable=False),
)

fence = Table(
    "fence",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False),
    Column("server", String(200), nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("server", String(200), nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("present", Text, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("stream", String(80), primary_key=True),
    Column("token", String(64), nullable=False),
)

credentials = Table(
    "credentials",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("hash", String(255), nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("mac", String(100), nullable=False, server_default=text("''")),
)

attempts = Table(
    "attempts",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
)

second_factors = Table(
    "second_factors",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("pending", LargeBinary, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("mac", String(100), nullable=False, server_default=text("''")),
)

recovery = Table(
    "recovery",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("mac", String(100), nullable=False, server_default=text("''")),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", String(80), nullable=False),
    Column("role", String(20), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("revoked", BigInteger, nullable=False),
    Column("mac", String(100), nullable=False, server_default=text("''")),
    Column("console", String(80), nullable=False, server_default=text("''")),
    Index("sessions_by_account", "account"),
)

probe = Table(
    "probe",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""The table with the one row that a readiness check writes."""


class _Place(FunctionElement[int]):
    """The position of a text within another, from 1; 0 if it is not there."""

    type = Integer()
    inherit_cache = True


@compiles(_Place)
def _place(element: _Place, compiler: SQLCompiler, **words: Any) -> str:
    return f"instr({compiler.process(element.clauses, **words)})"


@compiles(_Place, "postgresql")
def _place_in_postgresql(element: _Place, compiler: SQLCompiler, **words: Any) -> str:
    return f"strpos({compiler.process(element.clauses, **words)})"


def has(column: Column[Any], words: str | BindParameter[str]) -> ColumnElement[bool]:
    """Return the condition that a text contains these words exactly; the databases name the function differently."""
    return _Place(column, words) > 0
