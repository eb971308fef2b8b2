"""Two disks that a simulated house can be kept on, both behind the floor's own port for its store.

``MemoryDisk`` keeps what SQLite promises (a transaction is there as a whole or not at all, one entry a version, one
entry a key) and nothing more, in a few dictionaries, so that thousands of histories fit into seconds. ``FileDisk`` is
the real store on a real file, of which a crash leaves a photograph: the database and its log as they lay at that
moment, and the log cut anywhere within a commit that was on its way. A share of the seeds is lived on it.

Where something can go wrong, either calls its :class:`Seam`, which the world may have break.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final, Protocol

from msgspec.structs import replace

from croupier.floor.journal.codec import write_state
from croupier.floor.journal.database import prepare
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.signing import NO_HEAD, Seal, chained
from croupier.floor.journal.store import Reading, RepeatedError, Store, StoreError, Writing, open_engine
from croupier.floor.running.loading import StreamState
from croupier.floor.values.entries import Entry, Head, Written
from croupier.floor.values.table_kinds import in_play

BEFORE: Final = "before"
"""Decided, and nothing of it written."""
AMID: Final = "amid"
"""Some of it written, nothing committed."""
WITHIN: Final = "within"
"""All of it written, nothing committed."""
TORN: Final = "torn"
"""While it is committed: it is there as a whole afterwards, or not at all."""
COMMITTED: Final = "committed"
"""Committed, and nobody has heard of it."""
POINTS: Final = (BEFORE, AMID, WITHIN, TORN, COMMITTED)


class Crash(BaseException):
    """The machine stops here. Nothing that runs on it may catch this, so it is no ``Exception``."""


class Seam:
    """Where a store can fail, and how it does the next time: nothing goes wrong unless the world says so."""

    def __init__(self) -> None:
        self.crash_at = ""
        self.fail_at = ""
        self.kept = False
        """Whether what a crash tears is there afterwards."""
        self.full = False
        """Whether the disk takes nothing more."""
        self.slow: Callable[[], None] | None = None
        """Lets the time pass that the next commit takes."""
        self.spared = 0
        """How many commits go well before anything breaks."""
        self.broke: Counter[str] = Counter()
        """How often it has broken, and how: a fault that nothing meets does not happen."""

    def breaks(self, what: str, where: str, spared: int = 0) -> None:
        """A commit goes wrong as a plan says: the next, or the one after some that go well."""
        self.spared = spared
        match what:
            case "crash" if where == "torn kept":
                self.crash_at, self.kept = TORN, True
            case "crash":
                self.crash_at = where
            case "fail":
                self.fail_at = where
            case "full":
                self.full = True
            case _:
                pass

    def mend(self) -> None:
        """Nothing goes wrong any more."""
        self.crash_at = self.fail_at = ""
        self.kept = self.full = False
        self.slow, self.spared = None, 0

    @property
    def tears(self) -> bool:
        """Whether the machine stops while this commit is on its way."""
        return self.crash_at == TORN and not self.spared

    def reached(self, point: str) -> None:
        """Called by a store that has come to a point."""
        if self.spared:
            self.spared -= point == COMMITTED
            return
        if self.slow is not None and point == WITHIN:
            self.broke["slow"] += 1
            self.slow()
            self.slow = None
        if self.crash_at == point:
            self.broke[f"crash {point}{' kept' if self.kept else ''}"] += 1
            self.crash_at = ""
            raise Crash(point)
        if self.fail_at == point:
            self.broke[f"fail {point}"] += 1
            self.fail_at = ""
            raise StoreError(f"the database refused: disk I/O error {point} the commit")
        if self.full and point in (AMID, WITHIN):  # passwords and sessions are written without an entry
            self.broke["full"] += 1
            raise StoreError("the database refused: database or disk is full")


class Disk(Protocol):
    """What is left of a house when its machine stops."""

    seam: Seam

    def open(self) -> Store:
        """The store on it, for a floor that starts."""
        ...

    def stopped(self) -> None:
        """The machine has stopped: only what is durable is left."""
        ...

    def entries(self, after: int = 0) -> Sequence[Entry]:
        """Everything that is durable, in order, from the one after a position."""
        ...

    def verified(self) -> "FileDisk":
        """The same as a file, for whoever reads files."""
        ...

    def close(self) -> None:
        """Remove it."""
        ...


# ---- In memory ------------------------------------------------------------------------------------------------------


class Contents:
    """The durable part: every table of the schema that the floor itself uses."""

    def __init__(self) -> None:
        self.journal: list[Written] = []
        self.streams: dict[str, list[Entry]] = {}
        self.keys: dict[tuple[str, str], int] = {}
        self.balances: dict[str, int] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.decks: dict[tuple[str, int], bytes] = {}
        self.seals: list[Seal] = []

    def copy(self) -> "Contents":
        """The same once more; what happens to one does not happen to the other."""
        made = Contents()
        made.journal = list(self.journal)
        made.streams = {name: list(entries) for name, entries in self.streams.items()}
        made.keys, made.balances = dict(self.keys), dict(self.balances)
        made.snapshots, made.decks = dict(self.snapshots), dict(self.decks)
        made.seals = list(self.seals)
        return made

    def add(self, one: Written) -> None:
        """An entry and its money, refused as the schema's constraints would."""
        entry = one.entry
        entries = self.streams.setdefault(entry.stream, [])
        if any(kept.version == entry.version for kept in entries[entry.version - 1 :]):
            raise StoreError("the database refused: UNIQUE constraint failed: journal.stream, journal.version")
        if entry.key:
            if (entry.stream, entry.key) in self.keys:
                raise StoreError("the database refused: UNIQUE constraint failed: journal.stream, journal.key")
            self.keys[entry.stream, entry.key] = entry.version
        entries.append(entry)
        self.journal.append(Written(entry, (), (), one.posted))
        for moved in one.posted:
            self.balances[moved.account] = self.balances.get(moved.account, 0) + moved.cents


class MemoryReading(Reading):
    """Asking what is durable."""

    def __init__(self, contents: Contents, keys: KeyRing | None) -> None:
        self.contents, self.keys = contents, keys

    def opens(self, stream: str, first: int) -> str:
        return next((one.opens for one in self.contents.streams[stream][first:] if one.opens), "")

    def streams(self) -> list[str]:
        return sorted(self.contents.streams)

    def heads(self) -> list[Head]:
        lasts = (entries[-1] for _, entries in sorted(self.contents.streams.items()))
        return [Head(last.stream, last.version, last.hash) for last in lasts]

    def position(self) -> int:
        return len(self.contents.journal)

    def latest(self) -> int:
        return self.contents.journal[-1].entry.at if self.contents.journal else 0

    def entries(self, stream: str, after: int = 0) -> Iterator[Entry]:
        yield from map(self.opened, self.contents.streams.get(stream, ())[after:])

    def entry(self, stream: str, version: int) -> Entry | None:
        entries = self.contents.streams.get(stream, ())
        return self.opened(entries[version - 1]) if 0 < version <= len(entries) else None

    def since(self, at: int, prefix: str) -> list[Entry]:
        latest, found = self.latest(), []
        for one in reversed(self.contents.journal):
            latest = min(latest, one.entry.at) if one.entry.stream.startswith(("clock", prefix)) else latest
            if one.entry.stream.startswith(prefix):
                found.append(replace(self.opened(one.entry), at=latest))
        return [entry for entry in reversed(found) if entry.at >= at]

    def by_key(self, stream: str, key: str) -> Entry | None:
        version = self.contents.keys.get((stream, key)) if key else None
        return None if version is None else self.entry(stream, version)

    def seal(self, position: int | None = None) -> Seal | None:
        found = (one for one in reversed(self.contents.seals) if position is None or one.position == position)
        return next(found, None)

    def chain(self) -> str:
        return chained(NO_HEAD, (one.entry.hash for one in self.contents.journal))

    def balances(self) -> dict[str, int]:
        return dict(self.contents.balances)

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        return self.contents.snapshots.get(stream)

    def deck(self, stream: str, number: int) -> bytes | None:
        return self.contents.decks.get((stream, number))


class MemoryWriting(MemoryReading, Writing):
    """A transaction in the making: the volatile part, which a crash takes with it."""

    def __init__(self, contents: Contents, keys: KeyRing | None, seam: Seam) -> None:
        super().__init__(contents, keys)
        self.seam = seam
        self.written: list[Written] = []
        self.saved: list[tuple[str, int, bytes]] = []
        self.sealed: list[tuple[str, int, bytes]] = []
        self.signed: list[Seal] = []

    def position(self) -> int:
        return super().position() + len(self.written)

    def append(self, written: Sequence[Written]) -> None:
        if any((one.entry.stream, one.entry.key) in self.contents.keys for one in written if one.entry.key):
            raise RepeatedError("the database refused: UNIQUE constraint failed: journal.stream, journal.key")
        self.written += written
        self.seam.reached(AMID)

    def save_seal(self, seal: Seal) -> None:
        self.signed.append(seal)

    def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        self.saved.append((stream, version, state))

    def save_deck(self, stream: str, number: int, sealed: bytes) -> None:
        self.sealed.append((stream, number, sealed))

    def commit(self) -> None:
        """Make it durable, all of it."""
        for one in self.written:
            self.contents.add(one)
        self.contents.seals += self.signed
        for stream, version, state in self.saved:
            self.contents.snapshots[stream] = (version, state)
        for stream, number, sealed in self.sealed:
            self.contents.decks[stream, number] = sealed


class MemoryStore(Store):
    """A store on a disk in memory."""

    def __init__(self, contents: Contents, seam: Seam) -> None:
        self.contents, self.seam = contents, seam

    def hold(self, *, shared: bool = False) -> None:
        """Nobody else is there."""

    def close(self) -> None:
        """Nothing to release."""

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        self.seam.reached(BEFORE)
        writing = MemoryWriting(self.contents, self.keys, self.seam)
        yield writing
        self.seam.reached(WITHIN)
        if self.seam.tears and self.seam.kept:
            writing.commit()
        self.seam.reached(TORN)
        writing.commit()
        self.seam.reached(COMMITTED)

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        yield MemoryReading(self.contents, self.keys)

    @contextmanager
    def asking(self) -> Iterator[Reading]:
        yield MemoryReading(self.contents, self.keys)


class MemoryDisk:
    """A disk in memory."""

    stores: type[MemoryStore] = MemoryStore

    def __init__(self, contents: Contents | None = None) -> None:
        self.contents, self.seam = contents or Contents(), Seam()

    def open(self) -> Store:
        return self.stores(self.contents, self.seam)

    def stopped(self) -> None:
        """What was not committed was never in it."""

    def entries(self, after: int = 0) -> Sequence[Entry]:
        return [one.entry for one in self.contents.journal[after:]]

    def verified(self) -> "FileDisk":
        return on_file(self.contents)

    def close(self) -> None:
        """Nothing to remove."""

    def snapshots(self, streams: dict[str, StreamState]) -> None:
        """Keep these states, so that whoever opens the disk begins there."""
        for name, kept in streams.items():
            if in_play(kept.state):  # nor does the floor: a state has its cards in the clear
                continue
            self.contents.snapshots[name] = (kept.version, write_state(kept.state))


# ---- On a file ------------------------------------------------------------------------------------------------------


class FileWriting(Writing):
    """The real transaction, with the seam after what was appended."""

    seam: Seam

    def append(self, written: Sequence[Written]) -> None:
        super().append(written)
        self.seam.reached(AMID)


class FileStore(Store):
    """The real store, with the seam around its commits."""

    def __init__(self, disk: "FileDisk") -> None:
        super().__init__(open_engine(str(disk.path)))
        self.disk, self.seam = disk, disk.seam

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        with seamed(self.disk, super().writing, self.keys) as writing:
            yield writing


@contextmanager
def seamed(
    disk: "FileDisk", real: Callable[[], AbstractContextManager[Writing]], keys: KeyRing | None
) -> Iterator[Writing]:
    """A transaction of the real store, with the disk's seam before, within and after it."""
    seam = disk.seam
    seam.reached(BEFORE)
    with real() as opened:
        writing = FileWriting(opened.connection, opened.statements, keys)
        writing.seam = seam
        yield writing
        seam.reached(WITHIN)
        if seam.fail_at == TORN:
            seam.reached(TORN)
        begun = disk.logged()
    if seam.tears:
        disk.tear(begun, kept=seam.kept)
    seam.reached(TORN)
    seam.reached(COMMITTED)


class FileDisk:
    """A file of SQLite, in memory where the system has a folder for that: commits wait for no platter."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seam, self.lives = folder, Seam(), 0
        self._cut: int | None = None
        self._store: Store | None = None

    @property
    def path(self) -> Path:
        """The database of this life."""
        return self.folder / f"{self.lives}.db"

    def open(self) -> Store:
        return self.hold(FileStore(self))

    def hold(self, store: Store) -> Store:
        """This store is on it: whoever stops the machine closes it."""
        self._store = store
        return store

    def logged(self) -> int:
        """How long SQLite's log is."""
        log = Path(f"{self.path}-wal")
        return log.stat().st_size if log.exists() else 0

    def tear(self, begun: int, *, kept: bool) -> None:
        """What a crash within the last commit leaves of the log: all of the commit, or a part of its bytes."""
        self._cut = None if kept else begun + (self.logged() - begun) // 2

    def stopped(self) -> None:
        """The files as they lie are copied for the next life: nobody of this one closes them."""
        taken = self.path
        self.lives += 1
        for file in self.folder.glob(f"{taken.name}*"):  # a house has its key and its anchors beside it
            if not file.name.endswith(("-wal", "-shm")):
                shutil.copy(file, f"{self.path}{file.name.removeprefix(taken.name)}")
        log = Path(f"{taken}-wal")
        if log.exists():
            bytes_ = log.read_bytes()
            Path(f"{self.path}-wal").write_bytes(bytes_ if self._cut is None else bytes_[: self._cut])
        self._cut = None
        if self._store is not None:
            self._store.close()

    def entries(self, after: int = 0) -> Sequence[Entry]:
        assert self._store is not None
        columns = ", ".join(f'"{name}"' for name in Entry.__struct_fields__)
        with self._store.reading() as reading:
            found = reading.connection.exec_driver_sql(
                f"SELECT {columns} FROM journal WHERE position > ? ORDER BY position", (after,)
            )
            return [Entry(*row) for row in found]

    def verified(self) -> "FileDisk":
        return self

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
        shutil.rmtree(self.folder)


def on_file(contents: Contents) -> FileDisk:
    """What lies on a disk in memory, as a file."""
    disk = FileDisk(Path(mkdtemp(prefix="simulated-", dir=_memory())))
    shutil.copy(_empty(), disk.path)
    with disk.open().writing() as writing:
        writing.append(contents.journal)
        for (stream, number), sealed in contents.decks.items():
            writing.save_deck(stream, number, sealed)
        for seal in contents.seals:
            writing.save_seal(seal)
        for stream, (version, state) in contents.snapshots.items():
            writing.save_snapshot(stream, version, state)
    return disk


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


@cache
def _empty() -> Path:
    """A database without a house, prepared once: migrations take longer than a history."""
    folder = TemporaryDirectory(prefix="simulated-", dir=_memory())
    _kept.append(folder)
    path = Path(folder.name) / "empty.db"
    engine = open_engine(str(path))
    prepare(engine)
    engine.dispose()
    return path


_kept: list[TemporaryDirectory[str]] = []
"""Until the process ends."""
