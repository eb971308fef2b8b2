"""Rows with the raw values of the database: values are not converted, so that any wrong one can be reported."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from sqlite3 import Error as SqliteError
from sqlite3 import OperationalError
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, Executable, Table, select, type_coerce
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import NullType

from croupier.floor.journal.schema import balances, decks, journal, ledger, seals, snapshots
from croupier.floor.verify.finding import Finding, Kind, found, plain

_AT_ONCE: Final = 200
Row = Any
"""A row as it is stored: each column may hold a value of any type."""
NAMES: Final = {str: "text", int: "a whole number", bytes: "bytes"}

VERIFIED: Final = (journal, ledger, balances, snapshots, decks, seals)
"""The tables that are checked; the journal says nothing about the rows of the others."""
TYPES: Final[dict[str, dict[str, type]]] = {
    table.name: {column.name: column.type.python_type for column in table.columns} for table in VERIFIED
}
_NAMED: Final[dict[str, Callable[[Sequence[object]], Row]]] = {
    name: NamedTuple(name, list(kinds.items()))._make for name, kinds in TYPES.items()
}
EXACT: Final = {name: tuple(kinds.values()) for name, kinds in TYPES.items()}


@contextmanager
def as_it_lies(connection: Connection) -> Iterator[None]:
    """Read a text that is not UTF-8 as :class:`NotText`, to be reported; SQLite's driver would raise an error."""
    driver: Any = connection.connection.dbapi_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    before = driver.text_factory
    driver.text_factory = _read
    try:
        yield
    finally:
        driver.text_factory = before


class NotText(str):
    """A value of a text column that is not UTF-8."""


def _read(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return NotText(data.decode("utf-8", "backslashreplace"))


def rows(
    connection: Connection,
    table: Table,
    *order: Column[Any],
    stream: str | None = None,
    after: ColumnElement[bool] | None = None,
) -> Iterator[Row]:
    """Yield a table's rows in an order: all rows, or those of a stream, or those for which ``after`` holds."""
    asked = select(*(type_coerce(column, NullType()).label(column.name) for column in table.columns)).order_by(*order)
    if stream is not None:
        asked = asked.where(table.c.stream == stream)
    if after is not None:
        asked = asked.where(after)
    named = _NAMED[table.name]
    if connection.dialect.name == "sqlite":
        yield from map(named, _of_sqlite(connection, asked))
        return
    result = connection.execute(asked, execution_options={"stream_results": True})
    try:
        while batch := result.fetchmany(_AT_ONCE):
            yield from map(named, batch)
    finally:
        result.close()


def _of_sqlite(connection: Connection, asked: Executable) -> Iterator[tuple[object, ...]]:
    """Yield rows straight from SQLite's driver, since SQLAlchemy's wrapper of a row costs as much as reading it.

    The driver decodes the texts, which is fast. If one is not UTF-8, the query runs again with our slower decoder, and
    the rows that were given already are skipped.
    """
    given = 0
    try:
        for batch in _batches(connection, asked, str):
            yield from batch
            given += len(batch)
        return
    except OperationalError:
        pass
    try:
        yield from islice(chain.from_iterable(_batches(connection, asked, _read)), given, None)
    except SqliteError as wrong:
        raise DBAPIError(str(asked), None, wrong) from wrong


def _batches(
    connection: Connection, asked: Executable, text: Callable[[bytes], str]
) -> Iterator[list[tuple[object, ...]]]:
    """Yield batches of rows, with their texts decoded by ``text``."""
    driver: Any = connection.connection.dbapi_connection
    result = connection.execute(asked)
    source: Any = result.cursor
    try:
        while True:
            before, driver.text_factory = driver.text_factory, text
            try:
                batch = source.fetchmany(_AT_ONCE)
            finally:
                driver.text_factory = before
            if not batch:
                return
            yield batch
    finally:
        result.close()


def right_types(table: str, row: Sequence[object]) -> bool:
    """Return whether each field of a row has the type of its column."""
    return tuple(map(type, row)) == EXACT[table]


def wrong_types(table: str, row: Sequence[object]) -> Iterator[Finding]:
    """Report the fields of a row that do not have the type of their column."""
    if right_types(table, row):
        return
    by_name = dict(zip(TYPES[table], row, strict=True))
    for name, kind in TYPES[table].items():
        value = by_name[name]
        if type(value) is kind:
            continue
        meant = "text in UTF-8" if type(value) is NotText else NAMES[kind]
        wrong = f"holds {plain(value, 40)}, not {meant}"
        where = {key: by_name.get(key, "") for key in ("stream", "account")}
        yield found(Kind.TYPE, table, wrong, version=_number(by_name), field=name, **where)


def _number(by_name: Mapping[str, object]) -> object:
    return by_name.get("version", by_name.get("number"))
