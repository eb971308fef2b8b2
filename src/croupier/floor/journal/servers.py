"""The registry of a house's servers in PostgreSQL, and the server that keeps each table's clock.

Each server renews its lease every second. A server that has not for :data:`LOST` seconds is evicted by another, and its
tables are distributed again. Every transaction of a server checks that its lease is still there; an evicted server can
write nothing and stops (decision 41). Only the database's clock counts here.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from msgspec import Struct
from sqlalchemy import BigInteger, ColumnElement, Connection, cast, delete, func, insert, select, update

from croupier.floor.journal.engines import FencedError
from croupier.floor.journal.schema import owners, servers

LOST: Final = 5.0
"""The seconds without a renewal after which a server is lost."""
OPENING: Final = 60.0
"""The seconds that a server has until its first renewal, since it reads the whole floor before."""
_MICROSECONDS: Final = 1_000_000
_NOW: Final = cast(func.extract("epoch", func.clock_timestamp()) * _MICROSECONDS, BigInteger)
_STARTED: Final = cast(func.extract("epoch", func.pg_postmaster_start_time()) * _MICROSECONDS, BigInteger)


def _lost() -> ColumnElement[bool]:
    """Return the condition that a server has not renewed its lease in time; the database's downtime does not count."""
    return func.greatest(servers.c.seen, _STARTED) < _NOW - int(LOST * _MICROSECONDS)


class Peer(Struct, frozen=True):
    """A server in the registry."""

    token: str
    server: str
    present: str
    """The presence of people that the server has published."""
    lost: bool
    """True if the server has not renewed its lease in time."""


class Share(Struct, frozen=True):
    """The tables of a server after they were distributed."""

    owned: frozenset[str]
    interrupted: tuple[str, ...] = ()
    """The tables that were taken over from a server that is gone, whose rounds were interrupted."""


def enter(connection: Connection, token: str, server: str) -> None:
    """Enter a server into the registry."""
    seen = _NOW + int(OPENING * _MICROSECONDS)
    connection.execute(insert(servers).values(token=token, server=server[:200], seen=seen, present=""))


def strike_lost(connection: Connection) -> None:
    """Evict the servers that have not renewed their lease in time."""
    connection.execute(delete(servers).where(_lost()))


def leave(connection: Connection, token: str) -> None:
    """Remove a server from the registry.

    Its tables are free for the other servers. If there is none, they keep their owner, so that the next server to take
    them over knows that their rounds were interrupted.
    """
    connection.execute(delete(servers).where(servers.c.token == token))
    if any(not one.lost for one in roll(connection)):
        connection.execute(delete(owners).where(owners.c.token == token))


def roll(connection: Connection) -> list[Peer]:
    """Return all servers in the registry."""
    asked = select(servers.c.token, servers.c.server, servers.c.present, _lost()).order_by(servers.c.token)
    return [Peer(*row) for row in connection.execute(asked)]


def check_place(connection: Connection, token: str) -> None:
    """Raise :class:`FencedError` if a server is no longer in the registry."""
    if connection.execute(select(servers.c.token).where(servers.c.token == token)).first() is None:
        raise FencedError("this server gave no sign for too long, and others have taken its tables over: it stops")


def renew(connection: Connection, token: str, present: str) -> list[Peer]:
    """Renew a server's lease, and publish its presence. Returns all servers; raises :class:`FencedError` if evicted."""
    renewed = update(servers).where(servers.c.token == token).values(seen=_NOW, present=present)
    if not connection.execute(renewed).rowcount:
        check_place(connection, token)
    return roll(connection)


def owned(connection: Connection) -> dict[str, str]:
    """Return the token of the server that keeps each table's clock, or kept it last, by stream."""
    return {row.stream: row.token for row in connection.execute(select(owners))}


def share_out(connection: Connection, token: str, streams: Iterable[str], *, strikes: bool = True) -> Share:
    """Take free tables or give some up, until this server has its share of them all.

    Lost servers are evicted first, unless ``strikes`` is False.
    """
    if strikes:
        strike_lost(connection)
    there = {one.token for one in roll(connection)}
    now, streams = owned(connection), sorted(streams)
    mine = [stream for stream in streams if now.get(stream) == token]
    share = ceil(len(streams) / len(there)) if there else 0
    free = [stream for stream in streams if now.get(stream) not in there]
    gone, taken = mine[share:], free[: max(0, share - len(mine))]
    _put(connection, token, gone, taken)
    interrupted = tuple(stream for stream in taken if stream in now)
    return Share(frozenset((*mine[:share], *taken)), interrupted)


def _put(connection: Connection, token: str, gone: Sequence[str], taken: Sequence[str]) -> None:
    if gone or taken:
        connection.execute(delete(owners).where(owners.c.stream.in_((*gone, *taken))))
    if taken:
        connection.execute(insert(owners), [{"stream": stream, "token": token} for stream in taken])
