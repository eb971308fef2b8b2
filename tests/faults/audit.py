"""Looking at a floor's database from outside: only SQL, plain data, and the second set of books."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from tests.floor.money_model import Money

GENESIS = "0" * 64
Database = sqlite3.Connection | psycopg.Connection


def _asked(connection: Database, words: str, *values: object) -> Iterable[Any]:
    """Both are asked in the same words, but for how values are marked."""
    if isinstance(connection, sqlite3.Connection):
        return connection.execute(words, values)
    return connection.execute(words.replace("?", "%s").encode(), values)


class Audit:
    """Follows a journal as it grows; what was once in it must stay."""

    def __init__(self) -> None:
        self.money = Money()
        self.position = 0
        self.hashes: dict[str, tuple[int, str]] = {}
        self.keys: dict[tuple[str, str], int] = {}
        self.totals: dict[str, int] = {}
        self.rulings: list[tuple[str, str, dict[str, Any]]] = []
        """Every ruling on an interruption: stream, actor, event."""

    def follow(self, where: Path | str) -> None:
        """Take in what is new, and check everything; in a file, or in PostgreSQL by its URL."""
        with closing(psycopg.connect(where) if isinstance(where, str) else sqlite3.connect(where)) as connection:
            one_moment = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
            _asked(connection, one_moment if isinstance(where, str) else "BEGIN")
            self._kept(connection)
            rows = _asked(
                connection,
                'SELECT position, stream, version, actor, "key", events, postings, previous, hash FROM journal '
                "WHERE position > ? ORDER BY position",
                self.position,
            )
            for row in rows:
                self._entry(*row)
            self._books(connection)

    def _kept(self, connection: Database) -> None:
        """Whether what was seen before is still there."""
        last = max((version, stream, kept) for stream, (version, kept) in self.hashes.items()) if self.hashes else None
        if last is not None:
            asked = "SELECT hash FROM journal WHERE stream = ? AND version = ?"
            found = next(iter(_asked(connection, asked, last[1], last[0])), None)
            assert found == (last[2],), f"{last[1]} has lost its entry {last[0]}"

    def _entry(
        self,
        position: int,
        stream: str,
        version: int,
        actor: str,
        key: str,
        events: str,
        postings: str,
        previous: str,
        own: str,
    ) -> None:
        before = self.hashes.get(stream, (0, GENESIS))
        assert (version, previous) == (before[0] + 1, before[1]), f"{stream} {version} does not follow on {before}"
        if key:
            assert (stream, key) not in self.keys, f"{key} happened twice"
            self.keys[stream, key] = version
        self.position, self.hashes[stream] = position, (version, own)
        self.money.entry(stream, events)
        for _, account, cents in json.loads(postings):
            self.totals[account] = self.totals.get(account, 0) + cents
        for event in json.loads(events):
            if event["type"] == "IrregularityRuled" and event["irregularity"] == "interruption":
                self.rulings.append((stream, actor, event))

    def _books(self, connection: Database) -> None:
        """Balances, ledger, the entries' own postings and the second set of books: all the same."""
        balances = dict(_asked(connection, "SELECT account, cents FROM balances"))
        ledger = dict(_asked(connection, "SELECT account, SUM(cents) FROM ledger GROUP BY account"))
        assert ledger == balances
        assert {name: cents for name, cents in self.totals.items() if cents} == {
            name: cents for name, cents in balances.items() if cents
        }
        self.money.check(balances)
