"""The servers of one house in PostgreSQL: a roll of those that are there, and which of them keeps which table's clock.

Each renews its place on the roll every second. One that has not for :data:`LOST` seconds is struck off by another, and
its tables are shared out again; every transaction of a server looks whether its place is still there, and one that was
struck off can write nothing and stops (decision 41). The database's clock is the only one that counts here.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from msgspec import Struct
from sqlalchemy import BigInteger, ColumnElement, Connection, cast, delete, func, insert, select, update

from croupier.floor.journal.engines import FencedError
from croupier.floor.journal.schema import owners, servers

LOST: Final = 5.0
"""Seconds without a sign after which a server no longer counts."""
OPENING: Final = 60.0
"""Seconds that one has for its first sign: it reads the whole floor before."""
_MICROSECONDS: Final = 1_000_000
_NOW: Final = cast(func.extract("epoch", func.clock_timestamp()) * _MICROSECONDS, BigInteger)
_STARTED: Final = cast(func.extract("epoch", func.pg_postmaster_start_time()) * _MICROSECONDS, BigInteger)


def _lost() -> ColumnElement[bool]:
    """Whether a server has given no sign for too long; while the database itself was away nobody could."""
    return func.greatest(servers.c.seen, _STARTED) < _NOW - int(LOST * _MICROSECONDS)


class Peer(Struct, frozen=True):
    """A server on the roll."""

    token: str
    server: str
    present: str
    """Who is there, as that server tells it."""
    lost: bool
    """Whether it has given no sign for too long."""


class Share(Struct, frozen=True):
    """Which tables a server has after they were shared out."""

    owned: frozenset[str]
    interrupted: tuple[str, ...] = ()
    """Those that it has taken over from a server that is gone: a round there was interrupted."""


def enter(connection: Connection, token: str, server: str) -> None:
    """Put a server on the roll."""
    seen = _NOW + int(OPENING * _MICROSECONDS)
    connection.execute(insert(servers).values(token=token, server=server[:200], seen=seen, present=""))


def strike_lost(connection: Connection) -> None:
    """Strike off whoever has given no sign for too long."""
    connection.execute(delete(servers).where(_lost()))


def leave(connection: Connection, token: str) -> None:
    """Take a server off the roll. The others have its tables as they are; if there are none, nobody deals them on."""
    connection.execute(delete(servers).where(servers.c.token == token))
    if any(not one.lost for one in roll(connection)):
        connection.execute(delete(owners).where(owners.c.token == token))


def roll(connection: Connection) -> list[Peer]:
    """All servers."""
    asked = select(servers.c.token, servers.c.server, servers.c.present, _lost()).order_by(servers.c.token)
    return [Peer(*row) for row in connection.execute(asked)]


def check_place(connection: Connection, token: str) -> None:
    """Raises :class:`FencedError` if a server is no longer on the roll."""
    if connection.execute(select(servers.c.token).where(servers.c.token == token)).first() is None:
        raise FencedError("this server gave no sign for too long, and others have taken its tables over: it stops")


def renew(connection: Connection, token: str, present: str) -> list[Peer]:
    """Give a sign, and say who is there. Returns all servers; raises :class:`FencedError` if it was struck off."""
    renewed = update(servers).where(servers.c.token == token).values(seen=_NOW, present=present)
    if not connection.execute(renewed).rowcount:
        check_place(connection, token)
    return roll(connection)


def owned(connection: Connection) -> dict[str, str]:
    """By stream: the token of the server that keeps its clock, or kept it last."""
    return {row.stream: row.token for row in connection.execute(select(owners))}


def share_out(connection: Connection, token: str, streams: Iterable[str], *, strikes: bool = True) -> Share:
    """Strike off those who are gone, and bring this server's tables to its share of them all."""
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
