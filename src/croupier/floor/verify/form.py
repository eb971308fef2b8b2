"""The check of the database's schema: the floor's tables, constraints and indexes, and no triggers."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect

from croupier.floor.journal.database import prepare
from croupier.floor.journal.schema import metadata
from croupier.floor.journal.store import open_engine
from croupier.floor.verify.finding import Finding, Kind, found, plain
from croupier.floor.verify.rows import VERIFIED


def check(connection: Connection, *, pages: bool = True) -> Iterator[Finding]:
    """Report differences from the floor's schema: without its constraints a database accepts rows that it must refuse.

    With ``pages`` SQLite also checks each page of the file, which takes longer the more entries there are.
    """
    if connection.dialect.name == "sqlite":
        yield from _sqlite(connection, pages=pages)
    else:
        yield from _postgresql(connection)


def readable(connection: Connection) -> bool:
    """Return whether every table and column exists, so that a verification can read them."""
    looked = inspect(connection)
    there = {name: {column["name"] for column in looked.get_columns(name)} for name in looked.get_table_names()}
    return all({column.name for column in table.columns} <= there.get(table.name, set()) for table in VERIFIED)


_ADDED: Final = """
    SELECT 'trigger', tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
    UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL SELECT 'policy', policyname FROM pg_policies WHERE schemaname = current_schema()
    ORDER BY 1, 2
"""
"""The query for triggers, rules and policies, which change or hide rows on PostgreSQL; a floor has none."""


def _postgresql(connection: Connection) -> Iterator[Finding]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    for one in compare_metadata(context, metadata):
        for part in one if isinstance(one, list) else [one]:
            words = (str(getattr(word, "name", None) or word) for word in part if word is not None)
            yield found(Kind.FORM, "database", f"is not built as the floor builds it: {plain(' '.join(words))}")
    for what, name in connection.exec_driver_sql(_ADDED):
        yield found(Kind.FORM, "database", f"the {what} {name} is not the floor's")


def _sqlite(connection: Connection, *, pages: bool) -> Iterator[Finding]:
    due = _due()
    built = _built(connection)
    for what, name in sorted(due.keys() | built.keys()):
        if (what, name) not in built:
            wrong = f"the {what} {name} is missing"
        elif (what, name) not in due:
            wrong = f"the {what} {name} is not the floor's"
        elif built[what, name] != due[what, name]:
            wrong = f"the {what} {name} is built differently: {built[what, name]}"
        else:
            continue
        yield found(Kind.FORM, "database", wrong)
    for (told,) in connection.exec_driver_sql("PRAGMA integrity_check") if pages else ():
        if told != "ok":
            yield found(Kind.FORM, "database", f"is damaged: {plain(told)}")


@cache
def _due() -> dict[tuple[str, str], str]:
    """Return the schema that a database should have, from a new one."""
    fresh = open_engine("sqlite://")
    prepare(fresh)
    with fresh.connect() as connection:
        due = _built(connection)
    fresh.dispose()
    return due


def _built(connection: Connection) -> dict[tuple[str, str], str]:
    """Return the statement that created each object of a SQLite database, by type and name."""
    asked = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    return {(row[0], row[1]): " ".join((row[2] or "").split()) for row in connection.exec_driver_sql(asked)}
