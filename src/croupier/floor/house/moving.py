"""A closed house copied into another database, from a file to PostgreSQL or back: every row, its key, its anchors.

The copy is made in one transaction, and read back beside the original before that is committed: it is the same to the
last byte, or it is not there.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, func, select

from croupier.floor.house.opening import anchor_file, kept_at, kept_private, key_file
from croupier.floor.journal.database import check_form, is_begun, prepare
from croupier.floor.journal.engines import answered
from croupier.floor.journal.schema import fence, journal, ledger, metadata, owners, servers
from croupier.floor.journal.statements import insertion
from croupier.floor.journal.store import Store, StoreError

_AT_ONCE: Final = 500
COPIED: Final = tuple(table for table in metadata.sorted_tables if table not in {fence, servers, owners})
"""The tables that are copied: all but the fence and the registry of servers, which are about processes."""


def copy_house(source: Engine, target: Engine) -> dict[str, int]:
    """Copy a house into a database that holds none. Return how many rows each table has.

    Raises StoreError with a sentence, and leaves the target without a house.
    """
    if not is_begun(source):
        raise StoreError(f"there is no house in {source.url.database}")
    if is_begun(target):
        raise StoreError(f"{target.url.database} holds a house already: nothing was copied")
    files = [*_files(source, target)]
    store = Store(source)
    try:
        store.hold()  # no other process writes meanwhile
        if target.dialect.name == "sqlite":
            [*kept_private(kept_at(target), "", is_file=True)]
        try:
            with store.reading() as reading:
                check_form(reading.connection)
                prepare(target)
                counts = _copied(reading.connection, target)
            for old, new in files:
                _copy_file(old, new)
        except BaseException:
            _undone(target, [new for _, new in files])
            raise
    finally:
        store.close()
    return counts


# ---- Rows -----------------------------------------------------------------------------------------------------------


def _copied(source: Connection, target: Engine) -> dict[str, int]:
    counts = {}
    with Store(target).writing() as writing:
        for table in COPIED:
            columns = tuple(column.name for column in table.columns)
            put, counts[table.name] = insertion(table, columns, target.dialect), 0
            for rows in _rows(source, table):
                put.run(writing.connection, [tuple(row) for row in rows])
                counts[table.name] += len(rows)
        _count_on(writing.connection)
        for table in COPIED:
            _compare(source, writing.connection, table)
    return counts


def _rows(connection: Connection, table: Table) -> Iterator[Sequence[Any]]:
    """Yield a table's rows in the order of its key, some at a time, each page continuing after the last key."""
    last: tuple[Any, ...] | None = None
    key = tuple(table.primary_key.columns)
    while True:
        asked = select(table).order_by(*key).limit(_AT_ONCE)
        if last is not None:
            asked = asked.where(_after(key, last))
        rows = connection.execute(asked).all()
        if not rows:
            return
        yield rows
        last = tuple(getattr(rows[-1], column.name) for column in key)


def _after(key: Sequence[Any], last: Sequence[Any]) -> Any:
    """Return a condition that a key comes after another, column by column."""
    further = key[0] > last[0]
    return further if len(key) == 1 else further | ((key[0] == last[0]) & _after(key[1:], last[1:]))


def _compare(source: Connection, target: Connection, table: Table) -> None:
    """Compare a table with its copy. Rows are sorted here, because databases order names differently."""
    ours, theirs = (_ordered(one, table) for one in (source, target))
    for mine, copied in zip_longest(ours, theirs):
        if mine != copied:
            raise StoreError(f"the copy of the table {table.name} is not the same: nothing was copied")


def _ordered(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    rows = (tuple(row) for some in _rows(connection, table) for row in some)
    return rows if table in {journal, ledger} else iter(sorted(rows))


def _count_on(connection: Connection) -> None:
    """Set PostgreSQL's sequences to the last row; SQLite needs none."""
    if connection.dialect.name != "postgresql":
        return
    for table, column in ((journal, journal.c.position), (ledger, ledger.c.id)):
        last = connection.execute(select(func.max(column))).scalar()
        if last is not None:
            connection.execute(select(func.setval(f"{table.name}_{column.name}_seq", last)))


def _undone(target: Engine, files: Sequence[Path]) -> None:
    """Remove what was created for a copy that failed."""
    if target.dialect.name == "sqlite":
        target.dispose()
        for ending in ("", "-wal", "-shm"):
            Path(f"{target.url.database}{ending}").unlink(missing_ok=True)
    else:
        with answered(), target.begin() as connection:
            metadata.drop_all(connection)
            connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
    for file in files:
        file.unlink(missing_ok=True)


# ---- Files ----------------------------------------------------------------------------------------------------------


def _files(source: Engine, target: Engine) -> Iterator[tuple[Path, Path]]:
    """Yield the key, the older keys and the anchors, each with its new path.

    Raise :class:`StoreError` if a file is there already.
    """
    old, new = kept_at(source), kept_at(target)
    if not old or not new:
        raise StoreError("a house in memory is not copied")
    key, anchors = key_file(old), anchor_file(old)
    for file in (key, *sorted(key.parent.glob(f"{key.name}.????????????????")), anchors.path, anchors.last):
        if file.exists():
            place = Path(f"{new}{file.name.removeprefix(Path(old).name)}")
            if os.path.lexists(place):
                raise StoreError(f"{place} is there already: it may be another house's, so nothing was copied")
            yield file, place


def _copy_file(old: Path, new: Path) -> None:
    """Copy a file, readable for the owner alone, and flush it to the disk."""
    try:
        opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(old.read_bytes())
            file.flush()
            os.fsync(file.fileno())
    except OSError as wrong:
        raise StoreError(f"{new} cannot be written: {wrong.strerror}") from None
