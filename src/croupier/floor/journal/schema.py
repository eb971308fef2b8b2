"""The store's tables. Migrations make them (``floor/migrations``); a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Column,
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

metadata = MetaData()

journal = Table(
    "journal",
    metadata,
    Column("position", Integer, primary_key=True, autoincrement=True),
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
    Column("id", Integer, primary_key=True, autoincrement=True),
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
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
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

credentials = Table(
    "credentials",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("hash", String(255), nullable=False),
    Column("changed", BigInteger, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("account", String(80), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
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
    Index("sessions_by_account", "account"),
)
