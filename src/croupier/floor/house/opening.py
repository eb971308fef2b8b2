"""The opening of a house's database: its files are private, its journal is signed, and its anchors agree with it.

The files of a house are its owner's alone: the database, what SQLite keeps beside it, the key, the anchors. A key that
is gone is never replaced silently, and nothing goes on from a journal that its anchors do not know, until two people
have signed for either (:mod:`croupier.floor.values.record`).
"""

import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from msgspec import Struct
from sqlalchemy import Engine, select

from croupier.floor.journal.anchors import Anchor, AnchorError, AnchorFile, beginning, parted
from croupier.floor.journal.database import prepare
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.schema import decks, journal, seals
from croupier.floor.journal.sealing import KEY, Key, KeyFileError, KeyRing
from croupier.floor.journal.signing import NO_HEAD, Seal, Signer, chained
from croupier.floor.journal.store import Reading, Store, StoreError
from croupier.floor.running.loading import load
from croupier.floor.values.entries import entry_hash
from croupier.floor.values.entropy import Entropy
from croupier.floor.values.folders import data_folder
from croupier.floor.values.record import STREAM as RECORD
from croupier.floor.values.record import RecordState

_ASIDE: Final = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite keeps beside a database."""
ROUNDS: Final = ".rounds"
"""The ending of the file beside the database with the states that rounds began from; pages about the past write it."""
CHAINED_ANEW: Final = 5_000
"""The number of last entries that each start checks against their hashes and the last signature."""


def kept_at(engine: Engine) -> str:
    """Return the beginning of the paths of a house's other files; empty for a database in memory.

    It is the database's path, or for PostgreSQL the database's name in the user's data folder.
    """
    database = engine.url.database or ""
    if engine.dialect.name != "sqlite":
        return str(data_folder() / quote(database, safe=""))
    return "" if database == ":memory:" else database


def _called(reading: Reading) -> str:
    """Return the name of a database in a sentence."""
    engine = reading.connection.engine
    return f"{'' if engine.dialect.name == 'sqlite' else 'the database '}{engine.url.database}"


def to_type(engine: Engine, what: str, anchor: str = "") -> str:
    """Return the command with which two people sign for a closed house's record: ``accept``, or ``key --lost``."""
    database = engine.url.database if engine.dialect.name == "sqlite" else engine.url.render_as_string()
    command, _, option = what.partition(" ")
    parts = [f"croupier {command}", f"--db {shlex.quote(database or '')}", option]
    parts += [f"--anchor {shlex.quote(anchor)}"] if anchor else []
    return " ".join((*filter(None, parts), "--by NAME --by NAME --reason REASON"))


class Opened(Struct, frozen=True, eq=False):
    """A database that a floor may be run on."""

    store: Store
    keys: KeyRing
    key_files: KeyFiles | None
    """The files of the keys; None for a database in memory."""
    anchors: AnchorFile | None
    """The file of the anchors; None for a database in memory."""
    notices: tuple[str, ...]


def key_file(database: str) -> Path:
    """Return the path of a database's key, which is beside it; a copy should be kept elsewhere."""
    return KeyFiles(database).path


def anchor_file(database: str, named: str = "") -> AnchorFile:
    """Return the file of the anchors: beside the key, unless the caller names another place, best on another disk."""
    return AnchorFile(Path(named or f"{database}.anchor"))


def open_house(
    engine: Engine,
    entropy: Entropy,
    anchor: str = "",
    *,
    accepting: bool = False,
    lost: bool = False,
    shared: bool = False,
) -> Opened:
    """Open a database for a floor. Raise StoreError or KeyFileError with a sentence that says why it is not opened.

    ``shared`` if other servers may run the same floor, where its database can be shared. ``accepting`` leaves the
    anchors aside, and ``lost`` that another key has signed so far: two people are about to sign that they no longer
    count.
    """
    database = kept_at(engine)
    if not database:
        prepare(engine)
        return Opened(Store(engine), KeyRing(Key(entropy.draw(KEY))), None, None, ())
    notices = tuple(kept_private(database, anchor, is_file=engine.dialect.name == "sqlite"))
    store = Store(engine)
    try:
        prepare(engine)
        store.hold(shared=shared)
        anchors = anchor_file(database, anchor)
        # The anchors first and the record then: what other servers commit in between only makes the record longer.
        seen = None if accepting else _seen(anchors)
        with store.reading() as reading:
            keys = keys_of(reading, database, entropy)
            check_signed(reading, database, keys, lost=lost)
            if seen is not None:
                check_anchored(reading, seen, keys, lost=lost, joined=store.joined)
    except BaseException:
        store.close()
        raise
    return Opened(store, keys, KeyFiles(database), anchors, notices)


# ---- Files ----------------------------------------------------------------------------------------------------------


def kept_private(database: str, anchor: str, *, is_file: bool) -> Iterator[str]:
    """Make the files of a house readable for the owner alone. Yield a sentence about each that others could read."""
    if is_file and not os.path.lexists(database):
        try:  # SQLite would make it readable for all users
            os.close(os.open(database, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        except OSError as wrong:
            raise StoreError(f"{database} cannot be created: {wrong.strerror}") from None
    anchors = anchor_file(database, anchor)
    kept = [f"{database}{ROUNDS}", *([database] if is_file else [])]
    files = [Path(f"{one}{aside}") for one in kept for aside in ("", *_ASIDE)]
    for path in (*files, anchors.path, anchors.last):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & 0o700)
                yield f"{path} could be read by others on this machine: now only by its owner"
        except FileNotFoundError:
            continue
        except OSError as wrong:
            yield f"{path} can be read by others on this machine, which could not be changed: {wrong.strerror}"


# ---- The key --------------------------------------------------------------------------------------------------------


def keys_of(reading: Reading, database: str, entropy: Entropy) -> KeyRing:
    """Return the key of a house, and those before it; create one only for a house that has never had any.

    Raise :class:`KeyFileError` if the key of an older house is missing.
    """
    files, signed_for = KeyFiles(database), record_of(reading).key()
    if signed_for is not None:
        files.finish(signed_for.key)
    if not files.exists() and (reading.seal() is not None or _has_decks(reading)):
        raise KeyFileError(
            f"the key file {files.path} is missing, with which this house signs and seals: bring it back from its "
            f"copy; if it is lost for good, two Shift Managers sign for another: "
            f"{to_type(reading.connection.engine, 'key --lost')}"
        )
    return files.read_or_create(entropy)


def _has_decks(reading: Reading) -> bool:
    return reading.connection.execute(select(decks.c.number).limit(1)).first() is not None


# ---- Signatures -----------------------------------------------------------------------------------------------------


def record_of(reading: Reading) -> RecordState:
    """Return what two people have signed for about the record."""
    state = load(reading, RECORD).state
    return state if isinstance(state, RecordState) else RecordState()


def check_signed(reading: Reading, database: str, keys: KeyRing, *, lost: bool = False) -> None:
    """Check that the journal bears the House's signature; entries before the first signature are unsigned.

    A start does not wait for a long past: the last entries are chained again, and those before them only have to lead
    to where they begin. ``verify`` checks all of it. Raise :class:`StoreError` if the journal was changed.
    """
    seal, reached, called = reading.seal(), reading.position(), _called(reading)
    if seal is None:
        return
    if seal.position > reached:
        raise StoreError(
            f"{called} ends with entry {reached}, and the House has signed up to {seal.position}: its tail was cut"
        )
    if seal.position < reached:
        raise StoreError(
            f"entries {seal.position + 1} to {reached} of {called} bear no signature of the House: somebody else "
            "has written them (see croupier verify)"
        )
    if not seal.genuine or not _leads_to(reading, seal):
        raise StoreError(f"{called} does not hold what the House has signed: it was changed (see croupier verify)")
    for entry in reading.tail(CHAINED_ANEW):
        if entry_hash(entry) != entry.hash:
            raise StoreError(
                f"entry {entry.version} of {entry.stream} in {called} is not what its hash was made from: "
                "it was changed (see croupier verify)"
            )
    replaced = record_of(reading).key()
    due, public = seal.key if replaced is None else replaced.key, Signer(keys.current).public
    if due != public and not lost:
        older = next((one for one in keys.older if Signer(one).public == due), None)
        where = "" if older is None else f"; it lies in {key_file(database)}.{older.id.hex()}"
        raise KeyFileError(
            f"{called} was signed with the key {due[:16]}…, and the key file {key_file(database)} holds "
            f"{public[:16]}…: bring the right one back{where}"
        )


def _leads_to(reading: Reading, seal: Seal) -> bool:
    """Return whether the last entries lead to a signed head, from the head of a commit before them.

    That head needs no signature of its own: each head contains the one before, so no other head leads to the same.
    """
    asked = select(seals.c.position, seals.c.head).where(seals.c.position <= seal.position - CHAINED_ANEW)
    row = reading.connection.execute(asked.order_by(seals.c.position.desc()).limit(1)).first()
    begun, head = (0, NO_HEAD) if row is None else row
    since = select(journal.c.hash).where(journal.c.position > begun).order_by(journal.c.position)
    return chained(head, reading.connection.execute(since).scalars()) == seal.head


class Seen(Struct, frozen=True, eq=False):
    """The end of the anchors, read before the record with which it is compared."""

    anchors: AnchorFile
    ending: tuple[Anchor, ...]
    """The last line and the last commit; empty if there are no anchors, or they cannot be used."""
    wrong: str = ""
    """The reason for which the anchors cannot be used; empty if they can, or if there are none."""


def _seen(anchors: AnchorFile) -> Seen:
    """Read the end of the anchors."""
    if not anchors.exists():
        return Seen(anchors, ())
    try:
        return Seen(anchors, tuple(anchors.ending()))
    except AnchorError as wrong:
        return Seen(anchors, (), str(wrong))


def check_anchored(reading: Reading, seen: Seen, keys: KeyRing, *, lost: bool = False, joined: bool = False) -> None:
    """Check that the journal is the one that its anchors have seen. Raise :class:`StoreError` if it is not.

    ``joined`` if other servers have the house open: they vouch for its journal where nothing was anchored here yet.
    """
    anchors, seal, signer = seen.anchors, reading.seal(), Signer(keys.current)
    named = "" if anchors.path == anchor_file(kept_at(reading.connection.engine)).path else str(anchors.path)
    typed = to_type(reading.connection.engine, "accept", named)
    accept = f"two Shift Managers sign that it goes on all the same: {typed}"
    if seen.wrong:
        raise StoreError(f"{seen.wrong}: bring the anchors of {_called(reading)} back, or {accept}")
    reached = max((anchor.position for anchor in seen.ending), default=0)
    if not reached:
        begun = seal is not None and seal.first > 1  # the first commit may come before the first anchor
        if begun and not joined:
            raise StoreError(
                f"the anchors {anchors.path} of {_called(reading)} are missing: bring them back, or {accept}"
            )
        if not seen.ending:
            anchors.begin(beginning(signer))
        return
    if seal is None:
        raise StoreError(
            f"{_called(reading)} bears no signature of the House any more, and the anchors {anchors.path} have "
            f"seen one: bring the right database back, or {accept}"
        )
    known = {signer.public, *(Signer(one).public for one in keys.older)}
    if lost:  # the key that signed last, or a new key before its first signature
        replaced = record_of(reading).key()
        known |= {seal.key, *(() if replaced is None else (replaced.key,))}
    for anchor in seen.ending:
        if anchor.key not in known:
            raise StoreError(f"the anchors {anchors.path} were signed with another key than this house's")
        if told := parted(reading, anchor):
            raise StoreError(
                f"{_called(reading)} is not what the anchors {anchors.path} have seen: {told}. "
                f"If it was restored from a copy, {accept}"
            )
