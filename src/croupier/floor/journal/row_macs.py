"""MACs of rows that the journal does not hold: passwords, second factors, recovery codes and sessions.

The journal is signed, but these rows can be deleted and changed, so no signature runs over them. Each bears a message
authentication code (HMAC-SHA-256) under a key that is derived from the House's key for its table. A process that can
write to the database and has no key can therefore neither add a row nor change one.

    16 digits: the name of the House's key | a colon | 64 digits: the code

A MAC cannot show that a row was removed, or that an older row was put back. The journal knows when a password, a PIN or
a second factor was last changed (``values/door.py``), and an older one is refused by that. Counts of wrong attempts
bear no MAC: a process that resets them only gains attempts.
"""

import hmac
from collections.abc import Callable
from enum import Enum
from hashlib import sha256
from typing import Any, Final

import msgspec

from croupier.floor.journal.engines import StoreError
from croupier.floor.journal.schema import credentials, recovery, second_factors, sessions
from croupier.floor.journal.sealing import Key, KeyRing

MACS: Final = {
    credentials.name: ("account", "hash", "changed"),
    second_factors.name: ("account", "sealed", "pending", "last", "changed"),
    recovery.name: ("account", "hash"),
    sessions.name: ("token", "account", "role", "created", "seen", "expires", "console"),
}
"""The columns under a row's MAC, by table. A session that has ended has an empty MAC, and its row no longer counts."""
_NAME: Final = 16
"""The number of digits of a key's name."""


class Judgement(Enum):
    """The result of comparing a row with its MAC."""

    GENUINE = "genuine"
    UNMARKED = "unmarked"
    """The row has no MAC: an earlier release wrote it, or a process without the key."""
    UNKNOWN_KEY = "unknown key"
    """The row's key is not known here."""
    FALSE = "false"
    """The row is not the one that the MAC was made for."""


class RowMacs:
    """The MACs of a house's rows."""

    def __init__(self, keys: Callable[[], KeyRing | None]) -> None:
        """Take the function that returns the keys; it is called for each row, since a house's key may change."""
        self._keys = keys

    def of(self, table: str, **row: Any) -> str:
        """Return the MAC of a row with these values."""
        return _made(self._ring().current, table, row)

    def judge(self, table: str, row: Any) -> Judgement:
        """Compare a row of the database with its MAC."""
        mac: object = row.mac
        if not mac:
            return Judgement.UNMARKED
        if not isinstance(mac, str):  # SQLite keeps any type in any column
            return Judgement.FALSE
        name, _, _ = mac.partition(":")
        ring = self._ring()
        key = next((one for one in (ring.current, *ring.older) if one.id.hex() == name), None)
        if key is None:
            return Judgement.UNKNOWN_KEY if len(name) == _NAME else Judgement.FALSE
        due = _made(key, table, {column: getattr(row, column) for column in MACS[table]})
        return Judgement.GENUINE if hmac.compare_digest(due.encode(), mac.encode()) else Judgement.FALSE

    def _ring(self) -> KeyRing:
        ring = self._keys()
        if ring is None:
            raise StoreError("passwords and sessions are kept under the key of the house, which is not at hand")
        return ring


def _made(key: Key, table: str, row: dict[str, Any]) -> str:
    fields = [bytes(one).hex() if isinstance(one, bytes | memoryview) else one for one in map(row.get, MACS[table])]
    text = msgspec.json.encode((str(table), *fields))
    return f"{key.id.hex()}:{hmac.new(key.derived(f'row-{table}'), text, sha256).hexdigest()}"
