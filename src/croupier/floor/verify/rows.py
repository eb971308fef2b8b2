"""Rows as they are in the database, whatever they hold: nothing is converted, so that everything can be reported."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Connection, Table, select, type_coerce
from sqlalchemy.types import NullType

from croupier.floor.journal.schema import balances, decks, journal, ledger, seals, snapshots
from croupier.floor.verify.finding import Finding, Kind, found, plain

_AT_ONCE: Final = 200
NAMES: Final = {str: "text", int: "a whole number", bytes: "bytes"}

VERIFIED: Final = (journal, ledger, balances, snapshots, decks, seals)
"""The tables that are checked; others hold nothing that the journal could vouch for."""
TYPES: Final[dict[str, dict[str, type]]] = {
    table.name: {column.name: column.type.python_type for column in table.columns} for table in VERIFIED
}
EXACT: Final = {name: tuple(kinds.values()) for name, kinds in TYPES.items()}


@contextmanager
def as_it_lies(connection: Connection) -> Iterator[None]:
    """SQLite's driver stops at a text that is not UTF-8; here such a text is read and then found."""
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
    """What stands in a text column and is not UTF-8."""


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
) -> Iterator[Any]:
    """A table's rows in an order, a few at a time: all of them, or those of a stream, or those after something."""
    asked = select(*(type_coerce(column, NullType()).label(column.name) for column in table.columns)).order_by(*order)
    if stream is not None:
        asked = asked.where(table.c.stream == stream)
    if after is not None:
        asked = asked.where(after)
    result = connection.execution_options(stream_results=True).execute(asked)
    try:
        while batch := result.fetchmany(_AT_ONCE):
            yield from batch
    finally:
        result.close()


def right_types(table: str, row: Sequence[Any]) -> bool:
    """Whether every field of a row holds what its column is for."""
    return tuple(map(type, row)) == EXACT[table]


def wrong_types(table: str, row: Sequence[Any]) -> Iterator[Finding]:
    """The fields of a row with the wrong type for their columns."""
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


def _number(by_name: dict[str, Any]) -> Any:
    return by_name.get("version", by_name.get("number"))
