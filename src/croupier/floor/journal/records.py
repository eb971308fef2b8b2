"""An entry of the journal: one accepted command with everything it caused, chained to the one before it in its
stream."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from croupier.play import actor
from croupier.play.actor import Entered
from croupier.rules.terms import Role

GENESIS: Final = "0" * 64
"""What the first entry of a stream is chained to."""
SYSTEM: Final = actor.SYSTEM
"""The actor when nobody acts: the floor itself. No account may have this name."""
ROLES: Final = {role.value: role for role in Role}
"""By the names under which they stand in entries: to ask the enumeration itself takes four times as long."""
_DOMAIN: Final = b"croupier journal entry 1\n"


class Posting(Struct, frozen=True, array_like=True):
    """A movement of money: cents to an account (or from it), because of an event of the entry."""

    event: int
    """Which of the entry's events, from 0."""
    account: str
    cents: int


class Entry(Struct, frozen=True):
    """A command, its events and its money. Texts are kept as they were written, byte for byte."""

    stream: str
    version: int
    """1 for the first of a stream."""
    at: int
    """Microseconds since 1970, UTC."""
    actor: str
    role: str
    key: str
    schema: int
    """The revision that wrote it: the form of its texts, and the rules that decided it (``rulebooks/revisions.py``)."""
    command: str
    events: str
    postings: str
    previous: str
    hash: str
    sealed: str = ""
    """The cards of a round in play, which its texts then leave out (:mod:`croupier.floor.journal.hidden`)."""
    opens: str = ""
    """The key of the round that it ends, with which everybody can open what was sealed."""

    @property
    def entered(self) -> Entered | None:
        """Who entered it, and when; None if there is no such role, which only a forged entry can say."""
        role = ROLES.get(self.role)
        return None if role is None else Entered(self.version, self.actor, role, self.at)


_HASH: Final = Entry.__struct_fields__.index("hash")
"""What stands before it, and after it, is hashed."""
_ENCODER: Final = msgspec.json.Encoder()


def entry_hash(entry: Entry) -> str:
    """The SHA-256 over everything in an entry except the hash itself."""
    fields = msgspec.structs.astuple(entry)
    parts = fields[:_HASH]
    if entry.sealed or entry.opens:  # entries without either have the hash that they had before there was such a thing
        parts += fields[_HASH + 1 :]
    return hashlib.sha256(_DOMAIN + _ENCODER.encode(parts)).hexdigest()


def sealed(entry: Entry) -> Entry:
    """The entry with its own hash."""
    return msgspec.structs.replace(entry, hash=entry_hash(entry))


class Written(Struct, frozen=True):
    """An entry together with what its texts say, so that whoever hears of it need not read them again."""

    entry: Entry
    events: tuple[Any, ...]
    states: tuple[Any, ...]
    """The stream before the first event, and after each."""
    posted: tuple[Posting, ...]

    @property
    def before(self) -> Any:
        """The stream before it; None before its first entry."""
        return self.states[0]

    @property
    def after(self) -> Any:
        """The stream after it."""
        return self.states[-1]


def sums(posted: Iterable[Posting]) -> dict[str, int]:
    """What movements of money bring to each account, in the order in which they name them."""
    found: dict[str, int] = {}
    for one in posted:
        account = one.account
        found[account] = found.get(account, 0) + one.cents
    return found


class Head(Struct, frozen=True):
    """How far a stream has come: kept elsewhere, it reveals a cut tail."""

    stream: str
    version: int
    hash: str
