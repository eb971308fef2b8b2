"""Streams in memory, and their loading from the store."""

from typing import Any, Final

from msgspec import Struct

from croupier.floor.deciding.stream import Moves
from croupier.floor.journal import codec
from croupier.floor.journal.hidden import Sealing, sealing_of
from croupier.floor.journal.store import Reading
from croupier.floor.streams.registry import STREAMS
from croupier.floor.values.entries import GENESIS, Entry
from croupier.floor.values.table_kinds import is_table
from croupier.play.actor import Entered
from croupier.play.refusal import Refusal
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role


class StreamState(Struct, frozen=True):
    """A stream as the floor has it in memory."""

    state: Any
    version: int = 0
    hash: str = GENESIS
    snapshot: int = 0
    sealing: Sealing | None = None
    """The key under which the cards of the round in play are sealed; None if no card has been."""


NOT_BEGUN: Final = StreamState(None)
"""A stream that has no entry yet."""


def deck_context(stream: str, number: int) -> bytes:
    """Return the context to which a sealed deck is bound: its stream and its number."""
    return f"{stream}#{number}".encode()


def load(reading: Reading, stream: str) -> StreamState:
    """Load a stream from its last snapshot and the entries after it.

    Snapshots are not upcast: if the last one is of an earlier revision, the stream is replayed from its beginning, and
    its next entry brings a new snapshot.
    """
    kept = _from_snapshot(reading, stream)
    for entry in reading.entries(stream, kept.version):
        state = kept.state
        for event in events_of(state, entry):
            state = evolved(stream, state, event, entry.at, entry.entered)[0]
        kept = StreamState(state, entry.version, entry.hash, kept.snapshot, sealing_after(kept.sealing, entry))
    return kept


def sealing_after(before: Sealing | None, entry: Entry) -> Sealing | None:
    """Return the key under which a table's round is sealed after an entry; None once the round is over."""
    if entry.opens:
        return None
    return sealing_of(entry) if entry.sealed else before


def _from_snapshot(reading: Reading, stream: str) -> StreamState:
    """Return a stream as its snapshot has it, or from its beginning if there is none of this revision."""
    snapshot = reading.snapshot(stream)
    if snapshot is None:
        return NOT_BEGUN
    version, text = snapshot
    entry = reading.entry(stream, version)
    if entry is not None and entry.schema != REVISION:
        return NOT_BEGUN
    return StreamState(codec.read_state(stream, text), version, GENESIS if entry is None else entry.hash, version)


def events_of(state: object, entry: Entry) -> tuple[Any, ...]:
    """Return the decoded events of an entry; ``state`` is the stream before or after it, which tells a table's kind."""
    kind = codec.kind_of(entry.stream)
    if kind == "table" and is_table(state):
        kind = state.kind
    return codec.read_events(kind, entry.schema, entry.events)


def evolved(stream: str, state: object, event: object, at: int, entered: Entered | None = None) -> tuple[Any, Moves]:
    """Return a stream's state after an event, and the money that the event moved."""
    return STREAMS[codec.kind_of(stream)].evolve(state, event, at, entered)


def decided(stream: str, state: object, actor: str, role: Role, command: object, at: int) -> tuple[Any, ...] | Refusal:
    """Return the events that a command leads to on its stream, or the refusal."""
    kind, _, name = stream.partition(":")
    return STREAMS[kind].decide(name, state, actor, role, command, at)
