"""Streams in memory, and how they are read from the store."""

from typing import Any, Final

from msgspec import Struct

from croupier.floor.journal import codec
from croupier.floor.journal.hidden import Sealing, sealing_of
from croupier.floor.journal.records import GENESIS, Entry
from croupier.floor.journal.store import Reading
from croupier.floor.stream import Moves
from croupier.floor.streams import STREAMS
from croupier.floor.tables.kinds import is_table
from croupier.play.actor import Entered
from croupier.play.refusal import Refusal
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role


class Kept(Struct, frozen=True):
    """A stream as the floor has it in memory."""

    state: Any
    version: int = 0
    hash: str = GENESIS
    snapshot: int = 0
    sealing: Sealing | None = None
    """Under which key the cards of the round in play are sealed; None if none of them has been."""


NOT_BEGUN: Final = Kept(None)
"""A stream that has no entry yet."""


def deck_context(stream: str, number: int) -> bytes:
    """What ties a sealed deck to its place."""
    return f"{stream}#{number}".encode()


def load(reading: Reading, stream: str) -> Kept:
    """A stream from its last snapshot and the entries after it.

    Snapshots are not upcast: after one of an earlier revision the stream is replayed from its beginning, and its next
    entry brings a new snapshot.
    """
    kept = _from_snapshot(reading, stream)
    for entry in reading.entries(stream, kept.version):
        state = kept.state
        for event in events_of(state, entry):
            state = evolved(stream, state, event, entry.at, entry.entered)[0]
        kept = Kept(state, entry.version, entry.hash, kept.snapshot, sealing_after(kept.sealing, entry))
    return kept


def sealing_after(before: Sealing | None, entry: Entry) -> Sealing | None:
    """Under which key a round is sealed after an entry of it: the last that was begun, and none once it is over."""
    if entry.opens:
        return None
    return sealing_of(entry) if entry.sealed else before


def _from_snapshot(reading: Reading, stream: str) -> Kept:
    """A stream as its snapshot has it, with the hash of the entry that it was taken after."""
    snapshot = reading.snapshot(stream)
    if snapshot is None:
        return NOT_BEGUN
    version, text = snapshot
    entry = reading.entry(stream, version)
    if entry is not None and entry.schema != REVISION:
        return NOT_BEGUN
    return Kept(codec.read_state(stream, text), version, GENESIS if entry is None else entry.hash, version)


def events_of(state: object, entry: Entry) -> tuple[Any, ...]:
    """The events of an entry, read; ``state`` is the stream before it, or any later, which says of which kind it is."""
    kind = codec.kind_of(entry.stream)
    if kind == "table" and is_table(state):
        kind = state.kind
    return codec.read_events(kind, entry.schema, entry.events)


def evolved(stream: str, state: object, event: object, at: int, entered: Entered | None = None) -> tuple[Any, Moves]:
    """A stream's state after an event, and what the event moved."""
    return STREAMS[codec.kind_of(stream)].evolve(state, event, at, entered)


def decided(stream: str, state: object, actor: str, role: Role, command: object, at: int) -> tuple[Any, ...] | Refusal:
    """What a command leads to on its stream."""
    kind, _, name = stream.partition(":")
    return STREAMS[kind].decide(name, state, actor, role, command, at)
