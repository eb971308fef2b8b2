"""Scouts: they find commits at which an unverified journal can be cut, for several processes to verify it at once.

Each scout plays the recorded events of some streams. It does not decide, hash or compare, and so takes a quarter of
the time of a verification. The states of all streams at a few commits are combined into the form of a checkpoint. That
is only a guess: a piece of a verification may begin with it, and the piece before must reach the same content by itself
(``pieces.py``).

An error that stops a scout is a fault of the record, which the walk over the whole journal reports: there are then
fewer cuts, or none.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress

from msgspec import Struct
from sqlalchemy import func, select

from croupier.floor.journal.database import open_for_reading
from croupier.floor.journal.hidden import opened
from croupier.floor.journal.schema import journal, ledger, seals
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.store import Reading, Store
from croupier.floor.running.loading import events_of, evolved
from croupier.floor.values.entries import Entry, Head
from croupier.floor.verify.checkpoints import Content, StreamAt
from croupier.floor.verify.replay import ENDED, Followed, rest, stream_at
from croupier.floor.verify.rows import rows
from croupier.rulebooks.revisions import REVISION


class Place(Struct, frozen=True):
    """The end of a commit in the journal."""

    position: int
    head: str
    at: int


class Seen(Struct, frozen=True):
    """A stream at a place, after its recorded events."""

    at: StreamAt | None = None
    """The stream as a checkpoint records it; None before its first entry."""
    rounds: int = 0
    """The number of rounds that have ended by then."""
    whole: bool = True
    """True if all entries of the round in play are of the current revision, as a checkpoint needs."""


def cuts(db: str, keys: KeyRing | None, pool: Executor, workers: int, pieces: int) -> list[Content]:
    """Return the contents at commits that cut a journal into so many pieces of about the same length.

    Returns fewer, or none, if the scouts cannot play all events.
    """
    with suppress(Exception):  # the walk over the whole journal reports what is wrong
        engine = open_for_reading(db)
        try:
            with Store(engine).reading() as reading:
                places = _places(reading, pieces)
                groups = _groups(reading.heads(), workers) if places else []
                sent = [pool.submit(_scouted, db, keys, group, places) for group in groups]
                seen = {name: along for one in sent for name, along in one.result().items()}
                return _put_together(reading, places, seen)
        finally:
            engine.dispose()
    return []


def _places(reading: Reading, pieces: int) -> list[Place]:
    """Return commits of the current revision, at about equal distances."""
    last, found = reading.position(), dict[int, Place]()
    for number in range(1, pieces):
        due = seals.c.position >= last * number // pieces
        asked = select(seals.c.position, seals.c.head, journal.c.at, journal.c.schema).join(
            journal, journal.c.position == seals.c.position
        )
        row = reading.connection.execute(asked.where(due).order_by(seals.c.position).limit(1)).first()
        if row is not None and row.position < last and row.schema == REVISION:
            found[row.position] = Place(row.position, row.head, row.at)
    return list(found.values())


def _groups(heads: Iterable[Head], workers: int) -> list[list[str]]:
    """Return the streams in groups with about the same number of entries."""
    groups = [(0, list[str]()) for _ in range(workers)]
    for head in sorted(heads, key=lambda one: -one.version):
        entries, names = min(groups, key=lambda group: group[0])
        groups.remove((entries, names))
        groups.append((entries + head.version, [*names, head.stream]))
    return [names for _, names in groups if names]


def _scouted(
    db: str, keys: KeyRing | None, streams: Sequence[str], places: Sequence[Place]
) -> dict[str, tuple[Seen, ...]]:
    """Return some streams at each place; runs in a worker process."""
    engine = open_for_reading(db)
    try:
        with Store(engine).reading() as reading:
            return {name: tuple(_along(reading, keys, name, places)) for name in streams}
    finally:
        engine.dispose()


def _along(reading: Reading, keys: KeyRing | None, name: str, places: Sequence[Place]) -> list[Seen]:
    """Return a stream at each place, as far as its events can be played."""
    stream, seen, ended = Followed(name), list[Seen](), 0
    due = [place.position for place in places]
    with suppress(Exception):
        for row in rows(reading.connection, journal, journal.c.version, stream=name):
            while len(seen) < len(due) and row.position > due[len(seen)]:
                seen.append(_now(stream, ended))
            if len(seen) == len(due):
                return seen
            entry = Entry(*row[1:])
            if entry.sealed:
                clear = opened(entry, keys, reading.opens)
                if clear is None:  # the key of this round's cards is not known here
                    return seen
                entry = clear
            before = state = stream.states[0]
            for event in events_of(state, entry):
                state = evolved(name, state, event, entry.at, entry.entered)[0]
                ended += type(event) in ENDED
            stream.version, stream.hash, stream.states = entry.version, entry.hash, [state]
            rest(stream, before, entry)
        seen += [_now(stream, ended)] * (len(due) - len(seen))
    return seen


def _now(stream: Followed, ended: int) -> Seen:
    if not stream.version:
        return Seen()
    return Seen(stream_at(stream), ended, stream.rested is None or stream.rested.whole)


def _put_together(reading: Reading, places: Sequence[Place], seen: Mapping[str, Sequence[Seen]]) -> list[Content]:
    """Return the contents of all streams together at each place that every scout has reached."""
    found, sums, last = list[Content](), dict[str, int](), 0
    for number, place in enumerate(places):
        if any(len(along) <= number for along in seen.values()):
            break
        here = {name: along[number] for name, along in seen.items()}
        streams = {name: one.at for name, one in sorted(here.items()) if one.at is not None}
        row = max((_last_row(reading, name, at.version) for name, at in streams.items()), default=0)
        added = (
            select(ledger.c.account, func.sum(ledger.c.cents))
            .where(ledger.c.id > last, ledger.c.id <= row)
            .group_by(ledger.c.account)
        )
        for account, cents in reading.connection.execute(added):
            sums[account] = sums.get(account, 0) + int(cents)
        last = max(last, row)
        if all(one.whole for one in here.values()):
            rounds = sum(one.rounds for one in here.values())
            kept = dict(sorted(sums.items()))
            found.append(Content(place.position, place.head, place.at, REVISION, rounds, last, kept, streams))
    return found


def _last_row(reading: Reading, stream: str, version: int) -> int:
    """Return the id of the last row of the ledger that a stream has up to a version; 0 if there is none."""
    here = (ledger.c.stream == stream) & (ledger.c.version <= version)
    asked = select(ledger.c.id).where(here).order_by(ledger.c.version.desc(), ledger.c.id.desc()).limit(1)
    return reading.connection.execute(asked).scalar() or 0
