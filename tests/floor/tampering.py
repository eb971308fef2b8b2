"""Somebody with access to the database's file: what he can do to it, in plain SQL."""

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.signing import NO_HEAD, Signer, chained
from croupier.floor.journal.store import Store, open_engine
from croupier.floor.values.entries import GENESIS, Entry, Head, sealed
from croupier.floor.verify.checkpoints import Checkpoint, Content
from croupier.floor.verify.finding import Finding, Kind, Summary
from croupier.floor.verify.pieces import Asked, side_by_side
from croupier.floor.verify.restating import Restating
from croupier.floor.verify.verification import verify
from tests.floor import stand_alone
from tests.floor.house import KEYS

ENTRY = Entry.__struct_fields__
HOUSE = Signer(KEYS.current)
IN_PIECES = False
"""Whether what is found is also looked for in pieces, side by side."""


def findings(
    path: Path,
    *,
    keys: KeyRing | None = KEYS,
    heads: Sequence[Head] = (),
    summary: Summary | None = None,
    seals: bool = False,
) -> list[Finding]:
    """What a verification finds; every finding is one line that says something.

    Signatures notice every change and say nothing else about it, so they are left out unless they are the subject.
    """
    store = Store(open_engine(str(path)))
    with store.reading() as reading:
        told = list(verify(reading, keys=keys, heads=heads, summary=summary))
    store.close()
    stand_alone.agree(path, told, heads)
    if IN_PIECES:
        assert is_well_in_pieces(path, keys=keys, heads=heads) is not bool(told)
        _with_the_houses_key(path, keys, heads)
    told = [one for one in told if seals or one.kind is not Kind.SEAL]
    for one in told:
        assert one.wrong
        assert "\n" not in str(one)
    return told


def _with_the_houses_key(path: Path, keys: KeyRing | None, heads: Sequence[Head]) -> None:
    """Where whoever changed it could sign for it too, pieces find it as one walk does."""
    copy = path.with_name(f"signed-{path.name}")
    shutil.copy(path, copy)
    with suppress(TypeError, sqlite3.Error):  # what is no commit any more cannot be signed for
        sign_anew(copy)
        store = Store(open_engine(str(copy)))
        with store.reading() as reading:
            told = next(verify(reading, keys=keys, heads=heads), None)
        store.close()
        assert is_well_in_pieces(copy, keys=keys, heads=heads) is (told is None)
    copy.unlink()


def sign_anew(path: Path, signer: Signer = HOUSE) -> None:
    """The House's signature under every commit, as its entries are now."""
    with closing(sqlite3.connect(path)) as connection:
        hashes, head, at = dict(connection.execute("SELECT position, hash FROM journal")), NO_HEAD, 0
        for position, begins in connection.execute("SELECT position, first FROM seals ORDER BY position").fetchall():
            head = chained(head, (hashes[place] for place in range(at + 1, position + 1) if place in hashes))
            seal, at = signer.seal(begins, position, head), position
            anew = (seal.head, seal.key, seal.signature, position)
            connection.execute("UPDATE seals SET head = ?, key = ?, signature = ? WHERE position = ?", anew)
        connection.commit()


def is_well_in_pieces(
    path: Path | str,
    *checkpoints: Checkpoint,
    keys: KeyRing | None = KEYS,
    heads: Sequence[Head] = (),
    trusted: Iterable[str] = (),
    summary: Summary | None = None,
    reached: Callable[[Content], None] = lambda _: None,
) -> bool:
    """What two processes find, but here: in one thread, piece after piece."""
    asked = Asked(str(path), keys, tuple(heads), frozenset(trusted))
    with ThreadPoolExecutor(1) as pool:
        return side_by_side(
            *(asked, checkpoints, pool, 2), summary=summary or Summary(), restating=Restating(), reached=reached
        )


def change(path: Path, *statements: str, values: Sequence[Any] = ()) -> int:
    """Plain SQL, one statement after the other; how many rows it changed."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")  # for speed: no test pulls the plug here
        for statement in statements:
            connection.execute(statement, tuple(values))
        connection.commit()
        return connection.total_changes


def ask(path: Path, question: str, *values: Any) -> list[tuple[Any, ...]]:
    """Rows."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question, values).fetchall()


def entries(path: Path, stream: str) -> list[Entry]:
    """A stream."""
    rows = ask(path, f"SELECT {', '.join(map(_quoted, ENTRY))} FROM journal WHERE stream = ? ORDER BY version", stream)
    return [Entry(*row) for row in rows]


def put(path: Path, entry: Entry) -> None:
    """An entry in the place of the one with its version."""
    named = ", ".join(f"{_quoted(name)} = ?" for name in ENTRY)
    values = [getattr(entry, name) for name in ENTRY]
    where = (entry.stream, entry.version)
    assert change(path, f"UPDATE journal SET {named} WHERE stream = ? AND version = ?", values=(*values, *where)) == 1


def rewrite(path: Path, stream: str, version: int, **changes: Any) -> None:
    """A history that is consistent in itself: one entry is changed, and it and all after it are chained anew."""
    before = GENESIS
    for entry in entries(path, stream):
        if entry.version >= version:
            changed = changes if entry.version == version else {}
            chained = sealed(replace(entry, previous=before, **changed))
            put(path, chained)
            before = chained.hash
        else:
            before = entry.hash


def cut(path: Path, stream: str, version: int) -> None:
    """The tail of a stream is gone, from this version on."""
    change(path, "DELETE FROM journal WHERE stream = ? AND version >= ?", values=(stream, version))


def saved_heads(path: Path) -> list[Head]:
    """How far every stream has come."""
    store = Store(open_engine(str(path)))
    with store.reading() as reading:
        found = reading.heads()
    store.close()
    return found


def unlocked(path: Path, table: str) -> None:
    """A table without its constraints: whatever is put into it stays."""
    change(
        path,
        f"CREATE TABLE other AS SELECT * FROM {table}",
        f"DROP TABLE {table}",
        f"ALTER TABLE other RENAME TO {table}",
    )


def _quoted(name: str) -> str:
    return f'"{name}"'
