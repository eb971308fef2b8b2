"""The first release: journal, ledger, balances, snapshots, sealed decks, passwords and sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

COUNT = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""The type of numbers that are counted over a whole house; SQLite, the first release's only database, has one type."""


def upgrade() -> None:
    """Create the tables of the first release."""
    op.create_table(
        "journal",
        sa.Column("position", COUNT, primary_key=True, autoincrement=True),
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("postings", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.UniqueConstraint("stream", "version", name="one_entry_a_version"),
        sqlite_autoincrement=True,
    )
    keyed = sa.text("key <> ''")
    op.create_index(
        "one_entry_a_key", "journal", ["stream", "key"], unique=True, sqlite_where=keyed, postgresql_where=keyed
    )
    op.create_index("journal_by_time", "journal", ["at"])
    op.create_table(
        "ledger",
        sa.Column("id", COUNT, primary_key=True, autoincrement=True),
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("account", sa.String(120), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
    )
    op.create_index("ledger_by_account", "ledger", ["account"])
    op.create_index("ledger_by_entry", "ledger", ["stream", "version"])
    op.create_table(
        "balances",
        sa.Column("account", sa.String(120), primary_key=True),
        sa.Column("cents", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "decks",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    _people()


def _people() -> None:
    """Create the tables of passwords, failed attempts and sessions."""
    op.create_table(
        "credentials",
        sa.Column("account", sa.String(80), primary_key=True),
        sa.Column("hash", sa.String(255), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("account", sa.String(80), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(80), nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account"])
