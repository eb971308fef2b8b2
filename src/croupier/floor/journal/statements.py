"""The prepared statements of every commit, compiled once; each execution only passes the values.

SQLAlchemy generates the statements, so they fit both databases. Its own cache lookup for every command would take
longer than deciding the command. PostgreSQL gets the rows of an insertion as one array for each column, since one
statement for each row takes four times as long. SQLite answers in a few microseconds, a tenth of SQLAlchemy's overhead
for a statement, so its statements go straight to its driver.
"""

import sqlite3
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Dialect, Insert, Select, Table, bindparam, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from croupier.floor.journal.schema import balances, decks, fence, journal, ledger, seals, snapshots
from croupier.floor.values.entries import Entry

TOGETHER: Final = 16
"""The rows that one insertion into SQLite has: one by one, each row takes a quarter longer."""


class Prepared(Struct, frozen=True):
    """A statement compiled for one database."""

    text: str
    names: tuple[str, ...]
    """The names of its values, in order."""
    by_place: bool
    """True if the database's driver takes values by position; otherwise it takes them by name."""
    by_column: bool = False
    """True if the statement takes all rows at once, as one array for each column."""
    of_many: str = ""
    """The statement for :data:`TOGETHER` rows, one after the other; empty if it is no insertion."""

    def run(self, connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """Execute the statement for these rows of values."""
        driver = _sqlite(connection)
        if driver is not None:
            try:
                whole = len(rows) - len(rows) % TOGETHER if self.of_many else 0
                for at in range(0, whole, TOGETHER):
                    driver.execute(self.of_many, [*chain.from_iterable(rows[at : at + TOGETHER])])
                driver.executemany(self.text, rows[whole:])
            except sqlite3.Error as wrong:
                raise _refused(self.text, wrong) from wrong
        elif self.by_column:
            connection.exec_driver_sql(self.text, self._named([list(column) for column in zip(*rows, strict=True)]))
        else:
            connection.exec_driver_sql(self.text, [*rows] if self.by_place else [self._named(row) for row in rows])

    def first(self, connection: Connection, *values: Any) -> Sequence[Any] | None:
        """Execute the query, and return the first row; None if there is none."""
        driver = _sqlite(connection)
        if driver is None:
            return connection.exec_driver_sql(self.text, values if self.by_place else self._named(values)).first()
        try:
            row: Sequence[Any] | None = driver.execute(self.text, values).fetchone()
        except sqlite3.Error as wrong:
            raise _refused(self.text, wrong) from wrong
        return row

    def all(self, connection: Connection, *values: Any) -> Sequence[Sequence[Any]]:
        """Execute the query, and return all rows."""
        driver = _sqlite(connection)
        if driver is None:
            return connection.exec_driver_sql(self.text, values if self.by_place else self._named(values)).all()
        try:
            rows: Sequence[Sequence[Any]] = driver.execute(self.text, values).fetchall()
        except sqlite3.Error as wrong:
            raise _refused(self.text, wrong) from wrong
        return rows

    def _named(self, row: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self.names, row, strict=True))


def say(connection: Connection, words: str) -> None:
    """Execute a statement without values, such as the begin or end of a transaction."""
    driver = _sqlite(connection)
    if driver is None:
        connection.exec_driver_sql(words)
        return
    try:
        driver.execute(words)
    except sqlite3.Error as wrong:
        raise _refused(words, wrong) from wrong


def _sqlite(connection: Connection) -> sqlite3.Connection | None:
    """Return the connection of SQLite's driver; None if it is another database."""
    driver = connection.connection.dbapi_connection  # the direct way, since every statement needs it
    return driver if isinstance(driver, sqlite3.Connection) else None


def _refused(words: str, wrong: sqlite3.Error) -> Exception:
    """Wrap an error of SQLite as SQLAlchemy does for any database, without the values, since they may include cards."""
    return DBAPIError.instance(words, None, wrong, sqlite3.Error, hide_parameters=True)


def streams_in(table: Table) -> Select[Any]:
    """Select the names of all streams in a table, along its index: SELECT DISTINCT would read the whole table."""
    first = select(func.min(table.c.stream).label("stream")).cte("names", recursive=True)
    following = select(func.min(table.c.stream)).where(table.c.stream > first.c.stream).scalar_subquery()
    names = first.union_all(select(following).where(first.c.stream.is_not(None)))
    return select(names.c.stream).where(names.c.stream.is_not(None))


class Statements:
    """The statements that must be fast: those of a commit, of following other servers, and of opening a floor."""

    def __init__(self, dialect: Dialect) -> None:
        keyed = select(journal.c.version).where(
            journal.c.stream == bindparam("stream"),
            journal.c.key == bindparam("key"),
            text("key <> ''"),  # exactly the condition of the partial index, otherwise SQLite would not use it
        )
        self.position = _prepared(select(func.max(journal.c.position)), (), dialect)
        # One query, which is consistent without a transaction around it: a commit's signature has the position of the
        # commit's last entry.
        news = select(*(journal.c[one] for one in Entry.__struct_fields__), *seals.columns)
        news = news.select_from(journal.outerjoin(seals, seals.c.position == journal.c.position))
        later = news.where(journal.c.position > bindparam("after")).order_by(journal.c.position)
        self.news = _prepared(later, ("after",), dialect)
        self.by_key = _prepared(keyed, ("stream", "key"), dialect)
        self.entry = insertion(journal, ("position", *Entry.__struct_fields__), dialect)
        self.movement = insertion(ledger, ("stream", "version", "event", "account", "cents"), dialect)
        added = "ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
        self.balance = insertion(balances, ("account", "cents"), dialect, added)
        replaced = "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, state = excluded.state"
        self.snapshot = insertion(snapshots, ("stream", "version", "state"), dialect, replaced)
        self.seal = insertion(seals, tuple(column.name for column in seals.columns), dialect)
        self.fence = _prepared(select(fence.c.token, fence.c.server), (), dialect)
        self.streams = _prepared(streams_in(journal), (), dialect)
        written = {"literal_binds": True}  # otherwise the limit would be a value to pass
        last = select(journal.c.at).order_by(journal.c.position.desc()).limit(1)
        self.latest = _prepared(last, (), dialect, compile_kwargs=written)
        signed = select(seals).order_by(seals.c.position.desc()).limit(1)
        self.last_seal = _prepared(signed, (), dialect, compile_kwargs=written)
        at = select(seals).where(seals.c.position == bindparam("position"))
        self.seal_at = _prepared(at, ("position",), dialect)
        self.held = _prepared(select(balances.c.account, balances.c.cents), (), dialect)
        kept = select(snapshots.c.version, snapshots.c.state).where(snapshots.c.stream == bindparam("stream"))
        self.kept = _prepared(kept, ("stream",), dialect)
        self.deck = insertion(decks, ("stream", "number", "sealed"), dialect)


_MADE: Final[dict[tuple[str, str], Statements]] = {}


def statements_of(dialect: Dialect) -> Statements:
    """Return the statements for a kind of database and its driver, compiled once for all databases of a process."""
    kind = (dialect.name, dialect.paramstyle)
    if kind not in _MADE:
        _MADE[kind] = Statements(dialect)
    return _MADE[kind]


def insertion(table: Table, columns: tuple[str, ...], dialect: Dialect, conflict: str = "") -> Prepared:
    """Prepare an insertion of rows; ``conflict`` is an ON CONFLICT clause that both databases understand."""
    if dialect.name != "postgresql":
        made = _prepared(insert(table).inline(), columns, dialect, column_keys=list(columns))
        one, row = f"{made.text} {conflict}".rstrip(), made.text[made.text.rindex("(") :]
        return replace(made, text=one, of_many=f"{made.text}{f', {row}' * (TOGETHER - 1)} {conflict}".rstrip())
    named = ", ".join(dialect.identifier_preparer.quote(one) for one in columns)
    given = ", ".join(f"%({one})s::{table.c[one].type.compile(dialect)}[]" for one in columns)
    # The rows keep their order, since the ledger numbers them.
    rows = f"SELECT {named} FROM unnest({given}) WITH ORDINALITY AS given ({named}, row_of) ORDER BY row_of"
    return Prepared(f"INSERT INTO {table.name} ({named}) {rows} {conflict}".rstrip(), columns, False, True)


def _prepared(statement: Insert | Select[Any], names: tuple[str, ...], dialect: Dialect, **options: Any) -> Prepared:
    compiled = statement.compile(dialect=dialect, **options)
    assert tuple(compiled.positiontup or names) == names, "the values come in the order of the statement"
    return Prepared(str(compiled), names, dialect.positional)
