"""Words that the servers of a house say to each other: that something was committed, and where, so that the others look
at once if somebody of theirs is concerned, and soon if not.

A word is sent after the commit and outside it: words within a transaction go out one transaction after the other, under
a lock of the whole database. It may be lost, and nothing rests on it. Whoever hears none looks all the same, a little
later, and what they see is the journal.
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
"""PostgreSQL's channels are a database's own: two houses in one server hear nothing of each other."""
LONGEST: Final = 4_000
"""The most characters of a word, which PostgreSQL takes however many bytes a character has."""
COMMITTED: Final = ""
"""The word that something was committed, whatever it was. A list of streams says what; other words are about what is no
part of the record."""
_TOKEN: Final = 64
"""Characters that are left for whose word it is."""
_streams: Final = msgspec.json.Decoder(tuple[str, ...])


def committed(streams: Iterable[str]) -> str:
    """The word that something was committed of these streams."""
    word = msgspec.json.encode(sorted(streams)).decode()
    return word if len(word) <= LONGEST - _TOKEN else COMMITTED


def streams_of(word: str) -> tuple[str, ...] | None:
    """The streams of which something was committed: none are named if it may have been anything. None if the word is
    about something else."""
    if word == COMMITTED:
        return ()
    with suppress(msgspec.DecodeError):
        return _streams.decode(word)
    return None


def say_to_others(connection: Connection, token: str, word: str = COMMITTED) -> None:
    """Tell whoever listens, in the name of the server with this token.

    A word that cannot be sent undoes nothing: what was committed is committed.
    """
    said = {"channel": CHANNEL, "word": f"{token} {word}"[:LONGEST]}
    with suppress(DBAPIError):
        connection.exec_driver_sql("SELECT pg_notify(%(channel)s, %(word)s)", said)


class Ear:
    """A connection that does nothing but listen."""

    def __init__(self, engine: Engine, token: str) -> None:
        """``token`` is the server's own, whose words it need not hear."""
        self._token = token
        with answered():
            self._connection = engine.connect()
            driver = self._connection.connection.driver_connection
            self._connection.detach()  # it is nobody else's from now on, and ends with this ear
            self._connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        assert isinstance(driver, psycopg.Connection)
        self._driver: psycopg.Connection = driver
        self.file = driver.fileno()
        """What becomes readable when there is something to hear."""

    def heard(self) -> list[str]:
        """What other servers have said since; waits for nothing. Raises :class:`StoreError` if the database is
        gone."""
        try:
            said = [one.payload.partition(" ") for one in self._driver.notifies(timeout=0)]
        except psycopg.Error as wrong:
            told = str(wrong).strip().partition("\n")[0]
            raise StoreError(f"the database no longer tells what others commit: {told}") from wrong
        return [word for token, _, word in said if token != self._token]

    def close(self) -> None:
        """Listen no longer."""
        with suppress(DBAPIError, psycopg.Error):
            self._connection.close()
