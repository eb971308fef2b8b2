"""Notifications between the servers of a house, over PostgreSQL, which name the streams that have new entries.

A server reads the journal at once if a notification names a stream that concerns its users, and soon if not.

A notification is sent after the commit and outside its transaction, since PostgreSQL sends notifications within
transactions one transaction after the other, under a lock on the whole database. A notification may be lost, and
nothing depends on it: a server that receives none reads the journal all the same, a little later.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec
import psycopg
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from croupier.floor.journal.engines import StoreError, answered

CHANNEL: Final = "croupier"
"""The channel of notifications; PostgreSQL keeps the channels of two databases, and so of two houses, apart."""
LONGEST: Final = 4_000
"""The most characters of a notification; PostgreSQL takes fewer than 8000 bytes."""
COMMITTED: Final = ""
"""The notification of a commit that names no streams. Those of other commits are a list of streams; any other text is
about a matter outside the record."""
_TOKEN: Final = 64
"""The characters that are reserved for the token of the sender."""
_streams: Final = msgspec.json.Decoder(tuple[str, ...])


def committed(streams: Iterable[str]) -> str:
    """Return the notification of a commit to these streams; :data:`COMMITTED` if they are too many to name."""
    word = msgspec.json.encode(sorted(streams)).decode()
    return word if len(word) <= LONGEST - _TOKEN else COMMITTED


def streams_of(word: str) -> tuple[str, ...] | None:
    """Return the streams that a notification names; empty if it names none, so that any stream may have new entries.

    None if it is not about a commit.
    """
    if word == COMMITTED:
        return ()
    with suppress(msgspec.DecodeError):
        return _streams.decode(word)
    return None


def say_to_others(connection: Connection, token: str, word: str = COMMITTED) -> None:
    """Notify the servers that listen, in the name of the server with this token.

    A failure is ignored, since the commit stands without the notification.
    """
    said = {"channel": CHANNEL, "word": f"{token} {word}"[:LONGEST]}
    with suppress(DBAPIError):
        connection.exec_driver_sql("SELECT pg_notify(%(channel)s, %(word)s)", said)


class Ear:
    """A connection that only receives notifications."""

    def __init__(self, engine: Engine, token: str) -> None:
        """Connect and listen; ``token`` is the server's own, whose notifications it skips.

        Raises :class:`StoreError`.
        """
        self._token = token
        with answered():
            self._connection = engine.connect()
            driver = self._connection.connection.driver_connection
            self._connection.detach()  # out of the pool: no other code uses it, and it ends with this object
            self._connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        assert isinstance(driver, psycopg.Connection)
        self._driver: psycopg.Connection = driver
        self.file = driver.fileno()
        """The file descriptor that becomes readable when a notification arrives."""

    def heard(self) -> list[str]:
        """Return the notifications of other servers since the last call, without waiting.

        Raises :class:`StoreError` if the database is gone.
        """
        try:
            said = [one.payload.partition(" ") for one in self._driver.notifies(timeout=0)]
        except psycopg.Error as wrong:
            told = str(wrong).strip().partition("\n")[0]
            raise StoreError(f"the database no longer tells what others commit: {told}") from wrong
        return [word for token, _, word in said if token != self._token]

    def close(self) -> None:
        """Stop listening, and close the connection."""
        with suppress(DBAPIError, psycopg.Error):
            self._connection.close()
