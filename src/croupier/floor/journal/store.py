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
from croupier.floor.journal.schema import decks, fence, journal, ledger, seals
from croupier.floor.journal.sealing import KeyRing, SealError
from croupier.floor.journal.servers import Peer, Share
from croupier.floor.journal.signing import NO_HEAD, Seal, chained
from croupier.floor.journal.statements import Statements, say, statements_of
from croupier.floor.journal.wakes import Ear, committed, say_to_others
from croupier.floor.values.entries import Entry, Head, Written, sums

__all__ = ["DoubtError", "FencedError", "Reading", "RepeatedError", "Store", "StoreError", "Writing", "open_engine"]

_ENTRY = [column for column in journal.columns if column.name != "position"]

# Built once, since they run for every stream when a house opens: building one takes as long as executing it.
_HERE = journal.c.stream == bindparam("stream")
_ENTRIES = select(*_ENTRY).where(_HERE, journal.c.version > bindparam("after")).order_by(journal.c.version)
_ONE = select(*_ENTRY).where(_HERE, journal.c.version == bindparam("version"))


class Store:
    """A database that holds a floor."""

    keys: KeyRing | None = None
    """The keys for the cards of rounds in play; the cards of finished rounds need none."""
    shared = False
    """True if other servers may run the same floor beside this one."""
    joined = False
    """True if another server was running the floor already when this one joined."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._statements = statements_of(engine.dialect)
        self._database = database_of(engine)
        self._held: Hold | None = None
        self._token = ""
        """The token that this process wrote into the database when it reserved the floor; empty if it has not."""
        # One transaction at a time: threads that find the database busy would poll instead of taking turns.
        self._writing = Lock()
        self._kept: Connection | None = None
        """SQLite's connection for all writes: one from the pool for each commit would cost a tenth of the commit."""

    def hold(self, *, shared: bool = False) -> None:
        """Reserve this floor for this process until the store is closed; raises :class:`StoreError`.

        With ``shared``, other servers may run it too if the database is PostgreSQL. A second process that did not know
        of the first would take the rounds in play for interrupted ones. SQLite's lock is on the file itself, under any
        of its names. Where files cannot be locked, a second process writes its own token into the database, and from
        then on the first one can write nothing.
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
        """Renew this server's lease, publish its presence, and return the other servers.

        Raises :class:`FencedError`.
        """
        with answered(), self.engine.connect() as connection:
            return [one for one in servers.renew(connection, self._token, present) if one.token != self._token]

    def share_out(self, streams: Iterable[str], *, strikes: bool = True) -> Share:
        """Take free tables or give some up, until this server has its share; ``strikes`` evicts lost servers first."""
        with self.writing() as writing:
            return servers.share_out(writing.connection, self._token, streams, strikes=strikes)

    def is_shared_out(self, streams: Iterable[str], others: Iterable[Peer]) -> bool:
        """Return whether every table has a running server; read without a lock."""
        there = {self._token, *(one.token for one in others)}
        with self.reading() as reading:
            now = servers.owned(reading.connection)
        return all(now.get(stream) in there for stream in streams)

    def others(self) -> list[Peer]:
        """Return the other servers that run the same floor."""
        if not self.shared:
            return []
        with self.reading() as reading:
            found = servers.roll(reading.connection)
        return [one for one in found if one.token != self._token and not one.lost]

    def listen(self) -> Ear:
        """Listen for the notifications of other servers."""
        return Ear(self.engine, self._token)

    def tell(self, word: str) -> None:
        """Notify the other servers of a matter outside the record."""
        with answered(), self.engine.connect() as connection:
            say_to_others(connection, self._token, word)

    def check_fence(self) -> None:
        """Raise :class:`FencedError` if another process has taken the floor."""
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
        """Run the database's maintenance: SQLite's checkpoint of its write-ahead log."""
        with answered(), self._writing, self.engine.connect() as connection:
            self._database.checkpoint(connection)

    def close(self) -> None:
        """Leave the registry of servers, close all connections, and release the lock."""
        if self.shared:
            with suppress(StoreError), self.writing() as writing:  # evicted already, or the database is gone
                servers.leave(writing.connection, self._token)
        if self._kept is not None:
            self._kept.close()
        self.engine.dispose()
        if self._held is not None:
            self._held.release()
        self._kept, self._held, self._token, self.shared = None, None, "", False

    @contextmanager
    def writing(self) -> Iterator["Writing"]:
        """Run the block in one transaction that writes: it commits at the end, or nothing is written.

        Raises :class:`FencedError` if another process has taken the floor, and :class:`DoubtError` if the connection
        was lost during the commit.
        """
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
        """Yield a reader for one query outside a transaction.

        On PostgreSQL it uses a connection of its own and does not wait for this process's writes; such servers ask
        again within their transaction, once they have caught up with the other servers' entries.
        """
        with answered(), self.engine.connect() if self._database.shared else self._connected() as connection:
            yield Reading(connection, self._statements, self.keys)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Yield a connection for writing, under this store's lock."""
        with self._writing:
            if self._database.shared:  # a broken connection is replaced by the pool
                with self.engine.connect() as connection:
                    yield connection
                return
            if self._kept is None:
                self._kept = self.engine.connect()
            try:
                yield self._kept
            except BaseException:  # its state is unknown: the next write opens a new one
                self._kept.close()
                self._kept = None
                raise

    @contextmanager
    def reading(self) -> Iterator["Reading"]:
        """Yield a reader that sees the database as it is at one moment."""
        with answered(), self.engine.connect() as connection:
            say(connection, self._database.begin_reading)
            try:
                yield Reading(connection, self._statements, self.keys)
            finally:
                _roll_back(connection)


def _commit(connection: Connection) -> None:
    """Commit; raises :class:`DoubtError` if the connection is lost before the database answers."""
    try:
        say(connection, "COMMIT")
    except DBAPIError as wrong:
        if wrong.connection_invalidated:
            raise DoubtError(f"the database did not say whether it committed: {said(wrong)}") from wrong
        raise


def _roll_back(connection: Connection) -> None:
    """Roll back, and ignore errors: SQLite on a full disk, and a database without the connection, have done so already.

    The error that led here is the one to report.
    """
    with suppress(DBAPIError, PendingRollbackError):
        say(connection, "ROLLBACK")


class Reading:
    """Queries of the database, on one connection."""

    def __init__(self, connection: Connection, statements: Statements, keys: KeyRing | None = None) -> None:
        self.connection, self.statements, self.keys = connection, statements, keys
        self._given_out: dict[tuple[str, int], str] = {}

    def opened(self, entry: Entry) -> Entry:
        """Return an entry with its cards opened, or with ``??`` if its key is not known; raises :class:`StoreError`."""
        if not entry.sealed:
            return entry
        try:
            return opened(entry, self.keys, self.opens) or entry
        except SealError as wrong:
            raise StoreError(f"entry {entry.version} of {entry.stream} cannot be read: {wrong}") from None

    def opens(self, stream: str, first: int) -> str:
        """Return the key that was published after the round in which this version was written; empty if none was."""
        if (stream, first) not in self._given_out:
            asked = select(journal.c.opens).where(
                journal.c.stream == stream, journal.c.version > first, journal.c.opens != ""
            )
            found = self.connection.execute(asked.order_by(journal.c.version).limit(1)).scalar()
            self._given_out[stream, first] = found or ""
        return self._given_out[stream, first]

    def streams(self) -> list[str]:
        """Return the names of all streams, sorted."""
        found = self.statements.streams.all(self.connection)
        return sorted(name for (name,) in found)  # the databases sort names differently

    def heads(self) -> list[Head]:
        """Return the last entry of every stream."""
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
        """Return the position of the last entry, counted over all streams; 0 in an empty journal."""
        row = self.statements.position.first(self.connection)
        return 0 if row is None or row[0] is None else int(row[0])

    def latest(self) -> int:
        """Return the time of the last entry; 0 in an empty journal."""
        row = self.statements.latest.first(self.connection)
        return 0 if row is None else int(row[0])

    def entries(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """Yield a stream's entries after a version, in order, with their cards opened."""
        for row in self.connection.execute(_ENTRIES, {"stream": stream, "after": after}):
            yield self.opened(Entry(*row))

    def stored(self, stream: str, after: int, until: int) -> Iterator[Entry]:
        """Yield a stream's entries after a version up to another, as they are stored: with their cards sealed."""
        within = (journal.c.stream == stream) & (journal.c.version > after) & (journal.c.version <= until)
        for row in self.connection.execute(select(*_ENTRY).where(within).order_by(journal.c.version)):
            yield Entry(*row)

    def following(self, position: int) -> list[Entry]:
        """Return the entries of all streams after a position, in the order in which they were written.

        No entry is missed: positions are assigned under a lock that is held until the commit, so a reader never sees a
        later entry before an earlier one.
        """
        asked = select(*_ENTRY).where(journal.c.position > position).order_by(journal.c.position)
        return [self.opened(Entry(*row)) for row in self.connection.execute(asked)]

    def news(self, position: int) -> tuple[list[Entry], Seal | None]:
        """Return the entries after a position, and the signature under the last of them, in one query.

        A server runs this for every act.
        """
        rows, fields = self.statements.news.all(self.connection, position), len(_ENTRY)
        seal = Seal(*rows[-1][fields:]) if rows and rows[-1][fields] is not None else None
        return [self.opened(Entry(*row[:fields])) for row in rows], seal

    def entry(self, stream: str, version: int) -> Entry | None:
        """Return one entry of a stream with its cards opened; None if there is none."""
        row = self.connection.execute(_ONE, {"stream": stream, "version": version}).first()
        return None if row is None else self.opened(Entry(*row))

    def since(self, at: int, prefix: str) -> list[Entry]:
        """Return the entries since a time, in the order of writing, of the streams whose names begin with ``prefix``.

        Their times never decrease: where the clock was put back, entries that were written under the wrong clock get
        the time from which the floor went on.
        """
        # Sorted here: with ORDER BY, SQLite would scan the whole journal instead of using its index by time.
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
        """Return the versions of a stream, from ``first`` to ``last``, that moved money of an account."""
        within = (ledger.c.stream == stream, ledger.c.version.between(first, last), ledger.c.account == account)
        return [*self.connection.execute(select(ledger.c.version).where(*within).distinct()).scalars()]

    def last_moving(self, account: str, count: int) -> list[tuple[str, int]]:
        """Return the stream and version of the last entries that moved money of an account, the latest first."""
        asked = (
            select(ledger.c.stream, ledger.c.version)
            .where(ledger.c.account == account)
            .group_by(ledger.c.stream, ledger.c.version)
            .order_by(func.max(ledger.c.id).desc())
            .limit(count)
        )
        return [(stream, version) for stream, version in self.connection.execute(asked)]

    def by_key(self, stream: str, key: str) -> Entry | None:
        """Return the entry with an idempotency key; None if there is none."""
        found = self.statements.by_key.first(self.connection, stream, key)
        return None if found is None else self.entry(stream, found[0])

    def seal(self, position: int | None = None) -> Seal | None:
        """Return the signature under the commit that ended at a position, or under the last commit; None if none."""
        if position is None:
            row = self.statements.last_seal.first(self.connection)
        else:
            row = self.statements.seal_at.first(self.connection, position)
        return None if row is None else Seal(*row)

    def first_seal(self) -> Seal | None:
        """Return the signature under the first commit that has one; None if no commit has."""
        row = self.connection.execute(select(seals).order_by(seals.c.position).limit(1)).first()
        return None if row is None else Seal(*row)

    def chain(self) -> str:
        """Compute the head over the entries of all streams, from the first entry on."""
        hashes = self.connection.execute(select(journal.c.hash).order_by(journal.c.position)).scalars()
        return chained(NO_HEAD, hashes)

    def tail(self, count: int) -> Iterator[Entry]:
        """Yield the last entries of all streams as they are stored, the latest first."""
        asked = select(*_ENTRY).order_by(journal.c.position.desc()).limit(count)
        for row in self.connection.execute(asked):
            yield Entry(*row)

    def fence(self) -> tuple[str, str]:
        """Return the token and the name of the process that reserved the floor; both empty if none ever has."""
        row = self.statements.fence.first(self.connection)
        return ("", "") if row is None else (str(row[0]), str(row[1]))

    def balances(self) -> dict[str, int]:
        """Return the cents that each account holds."""
        return {row[0]: row[1] for row in self.statements.held.all(self.connection)}

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """Return the version and the state of a stream's snapshot; None if there is none."""
        row = self.statements.kept.first(self.connection, stream)
        return None if row is None else (row[0], row[1])

    def deck(self, stream: str, number: int) -> bytes | None:
        """Return a sealed deck; None if there is none with this number."""
        return self.connection.execute(
            select(decks.c.sealed).where(decks.c.stream == stream, decks.c.number == number)
        ).scalar()


class Writing(Reading):
    """Queries and changes of the database, within one transaction."""

    appended: frozenset[str] = frozenset()
    """The streams to which this transaction has appended entries."""
    _reached: int | None = None

    def position(self) -> int:
        """Return the position of the last entry; cached, since there is no other writer meanwhile."""
        if self._reached is None:
            self._reached = super().position()
        return self._reached

    def append(self, written: Sequence[Written]) -> None:
        """Append entries with their movements of money, and update the balances; raises :class:`RepeatedError`.

        The positions are counted here, since a database's own sequence has gaps after failed transactions.
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
        """Reserve the floor for this process: the one before can write nothing from now on."""
        self.connection.execute(delete(fence))
        self.connection.execute(insert(fence).values(id=1, token=token, server=server))

    def save_seal(self, seal: Seal) -> None:
        """Save the signature under this commit."""
        self.statements.seal.run(self.connection, [msgspec.structs.astuple(seal)])

    def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        """Save a stream's state, replacing an older one."""
        self.statements.snapshot.run(self.connection, [(stream, version, state)])

    def save_deck(self, stream: str, number: int, sealed: bytes) -> None:
        """Save a sealed deck."""
        self.statements.deck.run(self.connection, [(stream, number, sealed)])
