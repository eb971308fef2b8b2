"""Entries of the journal: each is one accepted command with all that it caused, chained to its stream's last entry."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.play import actor
from croupier.play.actor import Entered
from croupier.rules.terms import Role

GENESIS: Final = "0" * 64
"""The hash that the first entry of a stream is chained to."""
SYSTEM: Final = actor.SYSTEM
"""The actor of the floor's own commands. No account may have this name."""
ROLES: Final = {role.value: role for role in Role}
"""The roles by their names in entries; a lookup in the enumeration itself takes four times as long."""
_DOMAIN: Final = b"croupier journal entry 1\n"


class Posting(Struct, frozen=True, array_like=True):
    """A movement of money: cents to an account (or from it), because of an event of the entry."""

    event: int
    """The index of the entry's event, from 0."""
    account: str
    cents: int


class Entry(Struct, frozen=True):
    """A command, its events and its money. Texts stay as they were written, byte for byte."""

    stream: str
    version: int
    """The number of the entry in its stream, from 1."""
    at: int
    """The time, in microseconds since 1970, UTC."""
    actor: str
    role: str
    key: str
    schema: int
    """The revision that wrote the entry: the form of its texts, and the rules that decided its command
    (``rulebooks/revisions.py``)."""
    command: str
    events: str
    postings: str
    previous: str
    hash: str
    sealed: str = ""
    """The sealed cards of a round in play, which the texts leave out (:mod:`croupier.floor.journal.hidden`)."""
    opens: str = ""
    """The key of the round that the entry ends, with which any reader can open the round's sealed cards."""

    @property
    def entered(self) -> Entered | None:
        """The actor, role and time of the entry; None if there is no such role, as only in a forged entry."""
        role = ROLES.get(self.role)
        return None if role is None else Entered(self.version, self.actor, role, self.at)


_HASH: Final = Entry.__struct_fields__.index("hash")
"""The index of the hash among the fields; the fields before and after it are hashed."""
_ENCODER: Final = msgspec.json.Encoder()


def entry_hash(entry: Entry) -> str:
    """Return the SHA-256 over all fields of an entry except the hash itself."""
    fields = msgspec.structs.astuple(entry)
    parts = fields[:_HASH]
    if entry.sealed or entry.opens:  # entries without either keep the hash from before these fields existed
        parts += fields[_HASH + 1 :]
    return hashlib.sha256(_DOMAIN + _ENCODER.encode(parts)).hexdigest()


def sealed(entry: Entry) -> Entry:
    """Return the entry with its hash filled in."""
    return msgspec.structs.replace(entry, hash=entry_hash(entry))


class Written(Struct, frozen=True):
    """An entry with its decoded events, states and postings, so that its receivers need not decode the texts again."""

    entry: Entry
    events: tuple[Any, ...]
    states: tuple[Any, ...]
    """The state of the stream before the first event, and after each event."""
    posted: tuple[Posting, ...]

    @property
    def before(self) -> Any:
        """The state of the stream before the entry; None before its first entry."""
        return self.states[0]

    @property
    def after(self) -> Any:
        """The state of the stream after the entry."""
        return self.states[-1]


def sums(posted: Iterable[Posting]) -> dict[str, int]:
    """Return the sum of the movements on each account, in the order of the accounts' first movements."""
    found: dict[str, int] = {}
    for one in posted:
        account = one.account
        found[account] = found.get(account, 0) + one.cents
    return found


class Head(Struct, frozen=True):
    """The last entry of a stream: if it is kept elsewhere, it reveals a truncated stream."""

    stream: str
    version: int
    hash: str
