"""The store: entries, money, snapshots and sealed decks, in an SQLite file or in PostgreSQL (``engines.py``)."""

import os
import platform
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from threading import Lock

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, PendingRollbackError

from croupier.floor.chance.sealing import KeyRing, SealError
from croupier.floor.journal import servers
from croupier.floor.journal.engines import (
    DoubtError,
    FencedError,
    Hold,
    RepeatedError,
    StoreError,
    answered,
    database_of,
    open_engine,
    said,
)
from croupier.floor.journal.hidden import opened
from croupier.floor.journal.records import Entry, Head, Written, sums
from croupier.floor.journal.schema import decks, fence, journal, ledger, seals
from croupier.floor.journal.servers import Peer, Share
from croupier.floor.journal.signing import NO_HEAD, Seal, chained
from croupier.floor.journal.statements import Statements, say, statements_of
from croupier.floor.journal.wakes import Ear, committed, say_to_others

__all__ = ["DoubtError", "FencedError", "Reading", "RepeatedError", "Store", "StoreError", "Writing", "open_engine"]

_ENTRY = [column for column in journal.columns if column.name != "position"]

# Asked for every stream when a house opens: to put such a question together takes as long as to answer it.
_HERE = journal.c.stream == bindparam("stream")
_ENTRIES = select(*_ENTRY).where(_HERE, journal.c.version > bindparam("after")).order_by(journal.c.version)
_ONE = select(*_ENTRY).where(_HERE, journal.c.version == bindparam("version"))


class Store:
    """A database that holds a floor."""

    keys: KeyRing | None = None
    """With which the cards of rounds in play are read; those of rounds that are over need none."""
    shared = False
    """Whether other servers may run the same floor beside this one."""
    joined = False
    """Whether another had it already when this one came."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._statements = statements_of(engine.dialect)
        self._database = database_of(engine)
        self._held: Hold | None = None
        self._token = ""
        """What this process wrote into the database when it took it; empty if it has not."""
        # One transaction at a time: threads that find the database busy would sleep, and not take turns.
        self._writing = Lock()
        self._kept: Connection | None = None
        """SQLite's connection for all that is written: to take one for each commit costs a tenth of the commit."""

    def hold(self, *, shared: bool = False) -> None:
        """Reserve this floor for this process, until the store is closed or the process ends; or share it with others
        that do likewise, if the database can.

        A second process that did not know of the first would take the rounds in play for interrupted ones. The lock is
        on the file itself, by whatever name; a process that takes the floor all the same, where files cannot be locked,
        writes its token into the database, and from then on the one before it can write nothing.
        """
        if self._token:
            return
        server = f"process {os.getpid()} on {platform.node()}"[:200]
        if self._database.shared:
            self._enter(secrets.token_hex(16), server, shared)
            return
        with answered():
            self._held = self._database.hold(self.engine)
        if self._held is not None:
            with self.writing() as writing:
                writing.take_fence(self._held.token, server)
            self._token = self._held.token

    def _enter(self, token: str, server: str, shared: bool) -> None:
        with self.writing() as writing:
            servers.strike_lost(writing.connection)
            others = servers.roll(writing.connection)
            if others and not shared:
                raise StoreError(
                    f"another process is running the floor in the database {self.engine.url.database}, or did until a "
                    f"moment ago ({others[0].server})"
                )
            servers.enter(writing.connection, token, server)
        self._token, self.shared, self.joined = token, True, bool(others)

    def renew(self, present: str) -> list[Peer]:
        """Give the other servers a sign, and say who is there. Returns the others; raises :class:`FencedError`."""
        with answered(), self.engine.connect() as connection:
            return [one for one in servers.renew(connection, self._token, present) if one.token != self._token]

    def share_out(self, streams: Iterable[str], *, strikes: bool = True) -> Share:
        """Bring this server's tables to its share of them all; ``strikes`` if those who are gone lose theirs."""
        with self.writing() as writing:
            return servers.share_out(writing.connection, self._token, streams, strikes=strikes)

    def is_shared_out(self, streams: Iterable[str], others: Iterable[Peer]) -> bool:
        """Whether every table has a server that is there; looked at without a lock."""
        there = {self._token, *(one.token for one in others)}
        with self.reading() as reading:
            now = servers.owned(reading.connection)
        return all(now.get(stream) in there for stream in streams)

    def others(self) -> list[Peer]:
        """The other servers that run the same floor."""
        if not self.shared:
            return []
        with self.reading() as reading:
            found = servers.roll(reading.connection)
        return [one for one in found if one.token != self._token and not one.lost]

    def listen(self) -> Ear:
        """Hear at once when another server commits something, or tells something."""
        return Ear(self.engine, self._token)

    def tell(self, word: str) -> None:
        """Tell the other servers something that is no part of the record."""
        with answered(), self.engine.connect() as connection:
            say_to_others(connection, self._token, word)

    def check_fence(self) -> None:
        """Raises :class:`FencedError` if another process has taken the floor."""
        with self.reading() as reading:
            self._fenced(reading)

    def _fenced(self, reading: "Reading") -> None:
        if not self._token:
            return
        if self._database.shared:
            servers.check_place(reading.connection, self._token)
            return
        token, server = reading.fence()
        if token != self._token:
            raise FencedError(f"another server has taken this floor ({server or 'its mark is gone'}): this one stops")

    def checkpoint(self) -> None:
        """Let the database tidy up, unless somebody is reading just then."""
        with answered(), self._writing, self.engine.connect() as connection:
            self._database.checkpoint(connection)

    def close(self) -> None:
        """Release the database."""
        if self.shared:
            with suppress(StoreError), self.writing() as writing:  # struck off already, or the database is gone
                servers.leave(writing.connection, self._token)
        if self._kept is not None:
            self._kept.close()
        self.engine.dispose()
        if self._held is not None:
            self._held.release()
        self._kept, self._held, self._token, self.shared = None, None, "", False

    @contextmanager
    def writing(self) -> Iterator["Writing"]:
        """One transaction: all of it is committed at the end, or nothing."""
        with answered(), self._connected() as connection:
            try:
                say(connection, self._database.begin_writing)
                writing = Writing(connection, self._statements, self.keys)
                self._fenced(writing)
                yield writing
            except BaseException:
                _roll_back(connection)
                raise
            _commit(connection)
            if self.shared and writing.appended:
                say_to_others(connection, self._token, committed(writing.appended))

    @contextmanager
    def asking(self) -> Iterator["Reading"]:
        """The database for one question, for which no transaction has to begin.

        Servers that share it ask again within their transaction, once they have taken in what others did meanwhile:
        they must not wait for themselves.
        """
        with answered(), self.engine.connect() if self._database.shared else self._connected() as connection:
            yield Reading(connection, self._statements, self.keys)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection that nobody else uses meanwhile."""
        with self._writing:
            if self._database.shared:  # there, one that breaks is another one the next time
                with self.engine.connect() as connection:
                    yield connection
                return
            if self._kept is None:
                self._kept = self.engine.connect()
            try:
                yield self._kept
            except BaseException:  # whatever state it is in, the next one is in none
                self._kept.close()
                self._kept = None
                raise

    @contextmanager
    def reading(self) -> Iterator["Reading"]:
        """A view of the database as it is at one moment."""
        with answered(), self.engine.connect() as connection:
            say(connection, self._database.begin_reading)
            try:
                yield Reading(connection, self._statements, self.keys)
            finally:
                _roll_back(connection)


def _commit(connection: Connection) -> None:
    """Commit. Where the connection is lost on the way, it is not known whether the database has."""
    try:
        say(connection, "COMMIT")
    except DBAPIError as wrong:
        if wrong.connection_invalidated:
            raise DoubtError(f"the database did not say whether it committed: {said(wrong)}") from wrong
        raise


def _roll_back(connection: Connection) -> None:
    """Roll back. On a full disk SQLite has done so itself, and where a connection is gone the database has; what went
    wrong before is what matters."""
    with suppress(DBAPIError, PendingRollbackError):
        say(connection, "ROLLBACK")


class Reading:
    """Asking the database."""

    def __init__(self, connection: Connection, statements: Statements, keys: KeyRing | None = None) -> None:
        self.connection, self.statements, self.keys = connection, statements, keys
        self._given_out: dict[tuple[str, int], str] = {}

    def opened(self, entry: Entry) -> Entry:
        """An entry with its cards, as far as anybody may know them; with ``??`` for those that stay sealed."""
        if not entry.sealed:
            return entry
        try:
            return opened(entry, self.keys, self.opens) or entry
        except SealError as wrong:
            raise StoreError(f"entry {entry.version} of {entry.stream} cannot be read: {wrong}") from None

    def opens(self, stream: str, first: int) -> str:
        """The key that was given out for the entries of a stream from a version on; empty if none was."""
        if (stream, first) not in self._given_out:
            asked = select(journal.c.opens).where(
                journal.c.stream == stream, journal.c.version > first, journal.c.opens != ""
            )
            found = self.connection.execute(asked.order_by(journal.c.version).limit(1)).scalar()
            self._given_out[stream, first] = found or ""
        return self._given_out[stream, first]

    def streams(self) -> list[str]:
        """All streams, by name."""
        found = self.statements.streams.all(self.connection)
        return sorted(name for (name,) in found)  # databases differ in how they order names

    def heads(self) -> list[Head]:
        """The last entry of every stream."""
        return [self._head(stream) for stream in self.streams()]

    def _head(self, stream: str) -> Head:
        row = self.connection.execute(
            select(journal.c.stream, journal.c.version, journal.c.hash)
            .where(journal.c.stream == stream)
            .order_by(journal.c.version.desc())
            .limit(1)
        ).one()
        return Head(*row)

    def position(self) -> int:
        """The place of the last entry, counted over all streams; 0 in an empty journal."""
        row = self.statements.position.first(self.connection)
        return 0 if row is None or row[0] is None else int(row[0])

    def latest(self) -> int:
        """The time of the last entry; 0 in an empty journal."""
        row = self.statements.latest.first(self.connection)
        return 0 if row is None else int(row[0])

    def entries(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """A stream's entries in order, from the one after a version."""
        for row in self.connection.execute(_ENTRIES, {"stream": stream, "after": after}):
            yield self.opened(Entry(*row))

    def stored(self, stream: str, after: int, until: int) -> Iterator[Entry]:
        """Entries of a stream as they are stored, from the one after a version up to another."""
        within = (journal.c.stream == stream) & (journal.c.version > after) & (journal.c.version <= until)
        for row in self.connection.execute(select(*_ENTRY).where(within).order_by(journal.c.version)):
            yield Entry(*row)

    def following(self, position: int) -> list[Entry]:
        """The entries of all streams after a place, in the order in which they were written.

        None is missed: places are given under a lock that is held until what has them can be seen, so that nobody sees
        a later one before an earlier one.
        """
        asked = select(*_ENTRY).where(journal.c.position > position).order_by(journal.c.position)
        return [self.opened(Entry(*row)) for row in self.connection.execute(asked)]

    def news(self, position: int) -> tuple[list[Entry], Seal | None]:
        """The same, with the signature under the last of them, in one question: a server asks it for every act."""
        rows, fields = self.statements.news.all(self.connection, position), len(_ENTRY)
        seal = Seal(*rows[-1][fields:]) if rows and rows[-1][fields] is not None else None
        return [self.opened(Entry(*row[:fields])) for row in rows], seal

    def entry(self, stream: str, version: int) -> Entry | None:
        """One entry of a stream."""
        row = self.connection.execute(_ONE, {"stream": stream, "version": version}).first()
        return None if row is None else self.opened(Entry(*row))

    def since(self, at: int, prefix: str) -> list[Entry]:
        """The entries from a moment on, in the order in which they were written, of the streams called so.

        None of them is later than one that was written after it: where the clock was put back, what was written under
        the wrong one has the time from which the floor went on.
        """
        # Put in order here: asked to, SQLite would walk the whole journal in that order instead of its index by time.
        asked = select(journal.c.position, *_ENTRY).where(
            journal.c.at >= at, journal.c.stream.startswith(prefix, autoescape=True)
        )
        signed = select(journal.c.position, journal.c.at).where(journal.c.stream == "clock")
        rows = sorted((*self.connection.execute(asked), *self.connection.execute(signed)), key=lambda row: -row[0])
        latest, found = self.latest(), []
        for _, *fields in rows:
            if len(fields) == 1:
                latest = min(latest, fields[0])
                continue
            entry = self.opened(Entry(*fields))
            latest = min(latest, entry.at)
            found.append(entry if entry.at == latest else msgspec.structs.replace(entry, at=latest))
        return [entry for entry in reversed(found) if entry.at >= at]

    def moving(self, stream: str, account: str, first: int, last: int) -> list[int]:
        """Return the versions of a stream, from one to another, that moved money of an account."""
        within = (ledger.c.stream == stream, ledger.c.version.between(first, last), ledger.c.account == account)
        return [*self.connection.execute(select(ledger.c.version).where(*within).distinct()).scalars()]

    def last_moving(self, account: str, count: int) -> list[tuple[str, int]]:
        """Return the last entries of all streams that moved money of an account, by stream and version."""
        asked = (
            select(ledger.c.stream, ledger.c.version)
            .where(ledger.c.account == account)
            .group_by(ledger.c.stream, ledger.c.version)
            .order_by(func.max(ledger.c.id).desc())
            .limit(count)
        )
        return [(stream, version) for stream, version in self.connection.execute(asked)]

    def by_key(self, stream: str, key: str) -> Entry | None:
        """The entry that a repeated delivery repeats."""
        found = self.statements.by_key.first(self.connection, stream, key)
        return None if found is None else self.entry(stream, found[0])

    def seal(self, position: int | None = None) -> Seal | None:
        """The signature under the commit that ended there; under the last one if no place is named."""
        if position is None:
            row = self.statements.last_seal.first(self.connection)
        else:
            row = self.statements.seal_at.first(self.connection, position)
        return None if row is None else Seal(*row)

    def first_seal(self) -> Seal | None:
        """The signature under the first commit that has one."""
        row = self.connection.execute(select(seals).order_by(seals.c.position).limit(1)).first()
        return None if row is None else Seal(*row)

    def chain(self) -> str:
        """The head over the entries of all streams, worked out from the first on."""
        hashes = self.connection.execute(select(journal.c.hash).order_by(journal.c.position)).scalars()
        return chained(NO_HEAD, hashes)

    def tail(self, count: int) -> Iterator[Entry]:
        """The last entries of all streams as they are stored, the latest first."""
        asked = select(*_ENTRY).order_by(journal.c.position.desc()).limit(count)
        for row in self.connection.execute(asked):
            yield Entry(*row)

    def fence(self) -> tuple[str, str]:
        """The token of the process that has the floor, and which it is; both empty if none ever had it."""
        row = self.statements.fence.first(self.connection)
        return ("", "") if row is None else (str(row[0]), str(row[1]))

    def balances(self) -> dict[str, int]:
        """What every account holds."""
        return {row[0]: row[1] for row in self.statements.held.all(self.connection)}

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """A stream's last snapshot, with its version."""
        row = self.statements.kept.first(self.connection, stream)
        return None if row is None else (row[0], row[1])

    def deck(self, stream: str, number: int) -> bytes | None:
        """A sealed deck."""
        return self.connection.execute(
            select(decks.c.sealed).where(decks.c.stream == stream, decks.c.number == number)
        ).scalar()


class Writing(Reading):
    """Changing the database, within one transaction."""

    appended: frozenset[str] = frozenset()
    """The streams that have new entries."""
    _reached: int | None = None

    def position(self) -> int:
        """The place of the last entry, asked for once: nobody else writes meanwhile."""
        if self._reached is None:
            self._reached = super().position()
        return self._reached

    def append(self, written: Sequence[Written]) -> None:
        """New entries with their movements of money; balances move along. Raises :class:`RepeatedError`.

        Their places are counted here, since what a database counts by itself has gaps where a transaction failed.
        """
        if not written:
            return
        statements, first = self.statements, self.position() + 1
        entries = [(place, *msgspec.structs.astuple(one.entry)) for place, one in enumerate(written, first)]
        try:
            statements.entry.run(self.connection, entries)
        except IntegrityError as wrong:
            raise RepeatedError(f"the database refused: {said(wrong)}") from wrong
        self.appended |= {one.entry.stream for one in written}
        self._reached = first + len(written) - 1
        rows: list[tuple[object, ...]] = []
        for one in written:
            where = (one.entry.stream, one.entry.version)
            rows += [where + msgspec.structs.astuple(moved) for moved in one.posted]
        if rows:
            statements.movement.run(self.connection, rows)
            moved = sums(chain.from_iterable([one.posted for one in written]))
            statements.balance.run(self.connection, list(moved.items()))

    def take_fence(self, token: str, server: str) -> None:
        """From now on the floor is this process's."""
        self.connection.execute(delete(fence))
        self.connection.execute(insert(fence).values(id=1, token=token, server=server))

    def save_seal(self, seal: Seal) -> None:
        """The signature under this commit."""
        self.statements.seal.run(self.connection, [msgspec.structs.astuple(seal)])

    def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        """Save a stream's state, replacing an older one."""
        self.statements.snapshot.run(self.connection, [(stream, version, state)])

    def save_deck(self, stream: str, number: int, sealed: bytes) -> None:
        """A sealed deck."""
        self.statements.deck.run(self.connection, [(stream, number, sealed)])
