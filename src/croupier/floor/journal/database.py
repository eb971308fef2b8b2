"""The form of the database: made, brought up to date, and recognised.

Each release knows a series of steps (``floor/migrations``). A database says how far along it is; one that is further
than this croupier knows was written by a newer one, and is left alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from croupier.floor.journal.schema import metadata
from croupier.floor.journal.store import StoreError, open_engine

_STEPS: Final = Path(__file__).parent / "migrations"


def prepare(engine: Engine) -> None:
    """Make the database, or bring it up to date: completely, or not at all if the database can roll back."""
    settings = _settings()
    with _changing(engine) as connection:
        reached = _reached(connection)
        if not reached and (strangers := _ours_among(connection)):
            raise StoreError(
                f"the database has a table {strangers[0]}, but does not say which croupier made it: it is left alone"
            )
        _refuse_newer(settings, reached)
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")


def check_form(connection: Connection) -> None:
    """Check that a database has today's form; raises :class:`StoreError` saying what it is otherwise."""
    settings, reached = _settings(), _reached(connection)
    if not reached:
        raise StoreError("this database holds no floor")
    _refuse_newer(settings, reached)
    if set(reached) != set(ScriptDirectory.from_config(settings).get_heads()):
        raise StoreError("the database is of an older croupier: start the floor once to bring it up to date")


def open_for_reading(url: str) -> Engine:
    """An existing database, opened so that nothing in it can change."""
    named = url if "://" in url else f"sqlite:///{url}"
    try:
        parsed = make_url(named)
    except ArgumentError:
        raise StoreError(f"{url[:80]!r} is not a database URL such as sqlite:///floor.db") from None
    if parsed.get_backend_name() != "sqlite":
        return open_engine(url)
    if not parsed.database or "\0" in parsed.database or not Path(parsed.database).is_file():
        raise StoreError(f"there is no database {(parsed.database or url)[:200]!r}")
    engine = create_engine(parsed, isolation_level="AUTOCOMMIT", hide_parameters=True)
    event.listen(engine, "connect", _only_reading)
    return engine


def _only_reading(connection: Any, _record: object) -> None:
    """Not even the way in which SQLite keeps its own journal is changed."""
    for pragma in ("busy_timeout=10000", "query_only=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _settings() -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(_STEPS).replace("%", "%%"))  # a % would be read as a setting
    settings.set_main_option("path_separator", "os")
    return settings


@contextmanager
def _changing(engine: Engine) -> Iterator[Connection]:
    """A transaction around everything. SQLite's driver would open one for changes of rows only, so we say so."""
    try:
        if engine.dialect.name != "sqlite":
            with engine.begin() as connection:
                yield connection
            return
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise
            connection.exec_driver_sql("COMMIT")
    except DBAPIError as error:
        raise StoreError(f"the database refused: {error.orig}") from error


def _reached(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def _ours_among(connection: Connection) -> list[str]:
    return sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))


def _refuse_newer(settings: Config, reached: tuple[str, ...]) -> None:
    known = [script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()]
    for one in reached:
        if one not in known:
            raise StoreError(
                f"the database is of a newer croupier (its form is {one[:40]}, the newest known here is {known[0]}): "
                "use that one, or a newer"
            )
