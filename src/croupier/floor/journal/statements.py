"""The statements of every commit, compiled once; each use only brings the values.

SQLAlchemy writes the statements, so they work with any database it knows. Having it look each one up again for every
command would take longer than deciding the command.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Dialect, Insert, Select, bindparam, func, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite

from croupier.floor.journal.records import Entry
from croupier.floor.journal.schema import balances, decks, fence, journal, ledger, seals, snapshots


class Prepared(Struct, frozen=True):
    """A statement compiled for one database."""

    text: str
    names: tuple[str, ...]
    """The names of its values, in order."""
    by_place: bool
    """Whether the database's driver takes values by position; otherwise it takes them by name."""

    def run(self, connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """Once for each row of values."""
        connection.exec_driver_sql(self.text, rows if self.by_place else [self._named(row) for row in rows])

    def first(self, connection: Connection, *values: Any) -> Sequence[Any] | None:
        """The first row that is found."""
        return connection.exec_driver_sql(self.text, values if self.by_place else self._named(values)).first()

    def _named(self, row: tuple[Any, ...]) -> dict[str, Any]:
        return dict(zip(self.names, row, strict=True))


class Statements:
    """The insertions of a commit, and the questions that come before them."""

    def __init__(self, dialect: Dialect) -> None:
        # The same words in both, but SQLAlchemy has no common name for them.
        into = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
        put = into(balances)
        moved = put.on_conflict_do_update(
            index_elements=[balances.c.account], set_={"cents": balances.c.cents + put.excluded.cents}
        )
        snap = into(snapshots)
        taken = snap.on_conflict_do_update(
            index_elements=[snapshots.c.stream], set_={"version": snap.excluded.version, "state": snap.excluded.state}
        )
        keyed = select(journal.c.version).where(
            journal.c.stream == bindparam("stream"),
            journal.c.key == bindparam("key"),
            text("key <> ''"),  # word for word the condition of the index of keys, otherwise SQLite would not use it
        )
        self.position = _prepared(select(func.max(journal.c.position)), (), dialect)
        self.by_key = _prepared(keyed, ("stream", "key"), dialect)
        self.entry = _insertion(insert(journal), Entry.__struct_fields__, dialect)
        self.movement = _insertion(insert(ledger), ("stream", "version", "event", "account", "cents"), dialect)
        self.balance = _insertion(moved, ("account", "cents"), dialect)
        self.snapshot = _insertion(taken, ("stream", "version", "state"), dialect)
        self.seal = _insertion(insert(seals), tuple(column.name for column in seals.columns), dialect)
        self.fence = _prepared(select(fence.c.token, fence.c.server), (), dialect)
        self.deck = _insertion(insert(decks), ("stream", "number", "sealed"), dialect)


def _insertion(statement: Insert, columns: tuple[str, ...], dialect: Dialect) -> Prepared:
    return _prepared(statement.inline(), columns, dialect, column_keys=list(columns))


def _prepared(statement: Insert | Select[Any], names: tuple[str, ...], dialect: Dialect, **options: Any) -> Prepared:
    compiled = statement.compile(dialect=dialect, **options)
    assert tuple(compiled.positiontup or names) == names, "the values come in the order of the statement"
    return Prepared(str(compiled), names, dialect.positional)
