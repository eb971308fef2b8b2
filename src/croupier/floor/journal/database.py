"""The schema of the database: created, migrated and checked.

Each release has a series of migrations (``migrations``). A database names the last one that it has had. A database with
a migration that this release does not know was written by a newer croupier, and is left alone.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from croupier.floor.journal import servers
from croupier.floor.journal.engines import StoreError, answered, connected, database_of, parsed
from croupier.floor.journal.schema import metadata
from croupier.floor.journal.schema import servers as the_roll

_STEPS: Final = Path(__file__).parent / "migrations"
BESIDE: Final = "beside"
"""The name that a migration's module sets to True if servers of earlier releases can run beside it.

Such a migration only adds tables, or columns with defaults.
"""


def prepare(engine: Engine) -> None:
    """Create the schema, or migrate it, in one transaction; raises :class:`StoreError`."""
    with _changing(engine) as connection:
        reached = _reached(connection)
        if not reached and (strangers := _ours_among(connection)):
            raise StoreError(
                f"the database has a table {strangers[0]}, but does not say which croupier made it: it is left alone"
            )
        _refuse_newer(reached)
        if not _is_todays(reached):
            settings = _settings(_STEPS)
            if reached:
                _refuse_beside_others(connection, settings, reached)
            settings.attributes["connection"] = connection
            command.upgrade(settings, "head")


def check_form(connection: Connection) -> None:
    """Check that a database has today's schema; raises :class:`StoreError` with the reason if it has not."""
    reached = _reached(connection)
    if not reached:
        raise StoreError("this database holds no floor")
    _refuse_newer(reached)
    if not _is_todays(reached):
        raise StoreError("the database is of an older croupier: start the floor once to bring it up to date")


def open_for_reading(url: str | URL) -> Engine:
    """Open an existing database so that nothing in it can change; raises :class:`StoreError` if there is none."""
    named = parsed(url) if isinstance(url, str) else url
    if named.get_backend_name() == "sqlite":
        path = named.database or ""
        if not path or "\0" in path or not Path(path).is_file():
            raise StoreError(f"there is no database {(path or str(url))[:200]!r}")
    return connected(named, reading=True)


def is_begun(engine: Engine) -> bool:
    """Return whether a house was ever opened in a database; raises :class:`StoreError`."""
    if engine.dialect.name == "sqlite":
        return Path(engine.url.database or "").is_file()
    with answered(), engine.connect() as connection:
        return bool(_reached(connection))


def _settings(steps: Path) -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(steps).replace("%", "%%"))  # a % would be read as a setting
    settings.set_main_option("path_separator", "os")
    return settings


@contextmanager
def _changing(engine: Engine) -> Iterator[Connection]:
    """Run the block in one transaction; SQLite's driver alone would begin one only for changes of rows."""
    with answered(), engine.connect() as connection:
        try:
            connection.exec_driver_sql(database_of(engine).begin_writing)
            yield connection
        except BaseException:
            with suppress(DBAPIError, PendingRollbackError):
                connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


def _reached(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def _ours_among(connection: Connection) -> list[str]:
    return sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))


@cache
def _known(steps: Path) -> tuple[str, ...]:
    """Return the migrations of this release, the newest first; cached, since the files do not change meanwhile."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_settings(steps)).walk_revisions())


def _is_todays(reached: tuple[str, ...]) -> bool:
    return reached == _known(_STEPS)[:1]


def _refuse_beside_others(connection: Connection, settings: Config, reached: tuple[str, ...]) -> None:
    """Raise :class:`StoreError` if servers are running that cannot work beside one of the migrations needed."""
    steps = ScriptDirectory.from_config(settings)
    needed = [one for one in steps.iterate_revisions("head", reached) if one.revision not in reached]
    alone = [one.revision for one in needed if not getattr(one.module, BESIDE, False)]
    if not alone or not inspect(connection).has_table(the_roll.name):
        return
    there = [one.server for one in servers.roll(connection) if not one.lost]
    if there:
        raise StoreError(
            f"the database has to be brought to a form ({alone[0][:40]}) that older servers cannot work beside: stop "
            f"all of them first ({len(there)} there, such as {there[0]})"
        )


def _refuse_newer(reached: tuple[str, ...]) -> None:
    known = _known(_STEPS)
    for one in reached:
        if one not in known:
            raise StoreError(
                f"the database is of a newer croupier (its form is {one[:40]}, the newest known here is {known[0]}): "
                "use that one, or a newer"
            )
