"""The verification of a floor's whole record, which reports each inconsistency as a finding.

It is one walk over the journal, in the order in which it was written. It checks hashes and chains, and whether each
command could come from its actor. It decides each command and plays each event again. It compares the ledger with the
entries row by row, links with tables, and commitments with sealed decks. It keeps one state per stream and one sum per
account in memory, however long the journal is. It does not trust any value to have the type of its column, and no value
ends the walk: each wrong one becomes a finding.

A journal may have been rewritten from some entry on, with new hashes and consistent in itself. Only a hash that was
kept elsewhere distinguishes it from the true one: see :class:`~croupier.floor.values.entries.Head`.

Entries of an earlier revision are taken as they were written: hashes, chains, money, ledger, links, decks. Commands
that today's rules decide differently are not findings there, but rounds to be restated (``restating.py``).
Snapshots are compared byte for byte; those of an earlier revision only in the fields that its form and today's share.

A walk may also begin at a checkpoint (:mod:`~croupier.floor.verify.checkpoints`). It has then not checked the entries
before, and says so. A walk over the whole journal reaches each checkpoint by itself, and reports a false one.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, func, select, tuple_
from sqlalchemy.exc import DBAPIError

from croupier.floor.journal import codec
from croupier.floor.journal.anchors import Anchor
from croupier.floor.journal.cosigning import Cosignature
from croupier.floor.journal.hidden import opened, round_key, sealing_of
from croupier.floor.journal.schema import journal, snapshots
from croupier.floor.journal.sealing import KeyRing, SealError
from croupier.floor.journal.store import Reading
from croupier.floor.running import transaction
from croupier.floor.running.loading import events_of, evolved
from croupier.floor.values.entries import Entry, Head, entry_hash
from croupier.floor.values.record import STREAM as RECORD
from croupier.floor.values.record import ReplaceKey
from croupier.floor.values.table import is_ruling
from croupier.floor.values.table_kinds import BankedTable, RoomTable, in_play, without_tape
from croupier.floor.values.vocabularies import VOCABULARIES
from croupier.floor.verify import actors, days, form, presence
from croupier.floor.verify.checkpoints import Checkpoint, Content, StreamAt
from croupier.floor.verify.claims import AwardNotes
from croupier.floor.verify.finding import Finding, Kind, Summary, alike, difference, found, plain
from croupier.floor.verify.jackpots import Jackpots
from croupier.floor.verify.money import Books
from croupier.floor.verify.replay import ENDED, Followed, Played, Rested, recorded_money, replay, rest, stream_at
from croupier.floor.verify.restating import Restating
from croupier.floor.verify.rows import Row, as_it_lies, right_types, rows, wrong_types
from croupier.floor.verify.seals import Seals, anchored, witnessed
from croupier.floor.verify.shoes import Shoes
from croupier.floor.verify.times import JOINING, Times
from croupier.rulebooks.revisions import REVISION

__all__ = ["Finding", "Kind", "Summary", "verify"]

_TELL_EVERY: Final = 256
EVERY: Final = 50_000
"""The entries between two reports of a walk's content, at which a later verification can be cut into pieces."""
_FEW: Final = 10_000
"""The most missing versions of a stream that are remembered one by one."""


def verify(
    reading: Reading,
    *,
    keys: KeyRing | None = None,
    heads: Iterable[Head] | None = None,
    trusted: Iterable[str] = (),
    anchors: Sequence[Anchor] = (),
    cosigned: Sequence[Cosignature] = (),
    summary: Summary | None = None,
    progress: Callable[[Summary], None] | None = None,
    restating: Restating | None = None,
    since: Checkpoint | Content | None = None,
    until: Content | None = None,
    checkpoints: Iterable[Checkpoint] = (),
    reached: Callable[[Content], None] | None = None,
    every: int | None = None,
) -> Iterator[Finding]:
    """Yield everything that is wrong with a floor's database, in the order in which it is found.

    - ``keys`` open the sealed decks.
    - ``heads`` that were kept elsewhere reveal a truncated journal or a rewritten history.
    - ``anchors``, or the last heads that witnesses ``cosigned``, also reveal a start from a copy.
    - ``trusted`` are the House's public keys: they reveal a signature by any other key.
    - ``summary`` counts what was checked, and ``progress`` is called with it from time to time.
    - ``restating`` collects the rounds of earlier revisions that today's rules decide differently.
    - ``since`` is the checkpoint to begin at, or the unsigned content that the piece before has to reach
      (``pieces.py``).
    - ``until`` is the content that this piece has to reach, and at which it ends.
    - ``checkpoints`` are those that this walk has to reach by itself.
    - ``reached`` is called with the walk's content after each ``every`` entries and at the end, if there was no finding
      so far: a House may sign it as a checkpoint.
    """
    counted = Summary() if summary is None else summary
    connection = reading.connection
    with as_it_lies(connection):
        try:
            kept = list(heads or ())
            walk = Walk(
                *(reading, keys, kept, frozenset(trusted), counted, progress, restating or Restating()),
                *(since, until, list(checkpoints), reached, every or EVERY),
                frozenset({*(one.position for one in anchors), *(one.position for one in cosigned)}),
            )
            for finding in chain(walk.run(), walk.kept_outside(anchors, cosigned) if until is None else ()):
                counted.count(finding)
                yield finding
            if reached is not None and not counted.findings and (content := walk.content()) is not None:
                reached(content)
        except DBAPIError as error:
            finding = found(Kind.FORM, "database", f"cannot be read any further: {plain(str(error.orig))}")
            counted.count(finding)
            yield finding


class Taken(Struct):
    """A snapshot, to be compared when the walk reaches its version."""

    version: Any
    state: Any


class Walk:
    """One walk over the journal, with all that it remembers."""

    def __init__(
        self,
        reading: Reading,
        keys: KeyRing | None,
        heads: list[Head],
        trusted: frozenset[str],
        summary: Summary,
        progress: Callable[[Summary], None] | None,
        restating: Restating,
        since: Checkpoint | Content | None = None,
        until: Content | None = None,
        checkpoints: Sequence[Checkpoint] = (),
        reached: Callable[[Content], None] | None = None,
        every: int = EVERY,
        kept: frozenset[int] = frozenset(),
    ) -> None:
        """Begin at ``since``, or before the first entry; ``kept`` are the positions of anchors and cosignatures."""
        self.kept_positions = kept
        self.reading, self.connection, self.keys = reading, reading.connection, keys
        self.summary, self.progress = summary, progress
        self.since = since
        self.begun = since.content if isinstance(since, Checkpoint) else since
        self.ends = None if until is None else until.position
        self.checkpoints = {one.content.position: one.content for one in checkpoints}
        self.reached, self.every, self._told = reached, every, 0
        self.streams: dict[str, Followed] = {}
        self.heads = {(head.stream, head.version): head for head in heads}
        self.snapshots: dict[str, Taken] = {}
        self.last = 0 if self.begun is None else self.begun.position
        self.revision = 1 if self.begun is None else self.begun.revision
        """The latest revision so far: a floor never goes back to an earlier one."""
        self.books = Books(self.connection, summary, self.begun)
        self.jackpots = Jackpots(self.streams)
        self.claims = AwardNotes(self.streams)
        self.shoes = Shoes(self.connection, keys, summary)
        self.times = Times()
        self.trusted = trusted
        self.sealed: Seals | None = None
        self.restating = restating

    def run(self) -> Iterator[Finding]:
        """Check the database's schema, walk over the entries, and check what is left at the end."""
        yield from form.check(self.connection, pages=self.begun is None)
        if not form.readable(self.connection):
            return
        if self.begun is not None and (told := self._unfit(self.begun)):
            yield found(Kind.HEAD, "checkpoints", told, version=self.begun.position)
            return
        new = None if self.begun is None else journal.c.position > self.begun.position
        asked = select(func.count()).select_from(journal)
        for within in (new, self._up_to_end()):
            asked = asked if within is None else asked.where(within)
        self.summary.total = self.connection.execute(asked).scalar_one()
        yield from self._snapshots()
        yield from self._resumed()
        yield from self._keys(new)
        sealed = self.sealed = Seals(
            self.connection, self.trusted, self.summary, self.begun, self.keys, self.kept_positions
        )
        for row in rows(self.connection, journal, journal.c.position, after=new):
            if self.ends is not None and type(row.position) is int and row.position > self.ends:
                break
            yield from sealed.take(row)
            yield from self._row(row)
            if row.position in self.checkpoints:
                yield from self._compared(self.checkpoints.pop(row.position))
            self.summary.entries += 1
            self._reach()
            if self.progress is not None and self.summary.entries % _TELL_EVERY == 0:
                self.progress(self.summary)
        self.summary.streams = len(self.streams)
        if self.ends is not None:
            yield from self._unmet()
            yield from self._not_reached()
            yield from sealed.strangers()
            return
        yield from self.restating.close({name: one.state for name, one in self.streams.items()})
        yield from self._positions()
        yield from sealed.close(self.last)
        yield from self._ends()
        yield from self._not_reached()
        yield from self.books.close(set(self.streams))
        yield from self.jackpots.close(self.books.sums)
        yield from self.claims.close()
        yield from self.shoes.close(self.streams)
        if self.progress is not None:
            self.progress(self.summary)

    def kept_outside(self, anchors: Sequence[Anchor], cosigned: Sequence[Cosignature]) -> Iterator[Finding]:
        """Check the anchors and cosignatures that were kept outside the database; for after the walk."""
        heads = {} if self.sealed is None else self.sealed.heads
        yield from witnessed(self.reading, cosigned, self.summary.keys, heads)
        followed = self.streams.get(RECORD)
        yield from anchored(self.reading, anchors, None if followed is None or followed.lost else followed.state, heads)

    # ---- Checkpoints ------------------------------------------------------------------------------------------------

    @property
    def _waits(self) -> bool:
        """True if an entry has not reached the link or the cage that it moves."""
        return self.jackpots.waits or self.claims.waits

    def content(self) -> Content | None:
        """Return all that the walk remembers so far, for a checkpoint.

        None unless the entries so far are all signed, known, and settled under the current revision.
        """
        if self.sealed is None or self.revision != REVISION or self.restating.following or self._waits:
            return None
        if any(one.lost or one.blind or (one.rested and not one.rested.whole) for one in self.streams.values()):
            return None
        signed, head = self.sealed.reached
        if signed != self.last:
            return None
        streams = {name: stream_at(one) for name, one in sorted(self.streams.items())}
        rounds = self.summary.rounds + (0 if self.begun is None else self.begun.rounds)
        sums = dict(sorted(self.books.sums.items()))
        return Content(self.last, head, self.times.last, REVISION, rounds, self.books.last, sums, streams)

    def _reach(self) -> None:
        """Report the walk's content if enough entries have passed and this is the end of a commit."""
        if self.reached is None or self.summary.findings or self.summary.entries < self._told + self.every:
            return
        if (content := self.content()) is not None:
            self._told = self.summary.entries
            self.reached(content)

    def _unfit(self, content: Content) -> str:
        """Return why a walk cannot begin at a checkpoint; empty if it can."""
        if content.revision != REVISION:
            return f"it was made by revision {content.revision}, this is {REVISION}: verify all of it once"
        seal = self.reading.seal(content.position)
        if seal is None or seal.head != content.head or not seal.genuine:
            return "the journal does not have the commit that it was made at: what lies before was changed"
        if isinstance(self.since, Checkpoint) and self.since.key not in (self.trusted or {seal.key}):
            return f"it is signed with the key {self.since.key[:16]}…, which is not the House's"
        for name, one in content.streams.items():
            if one.rested:  # entries that are played again must have the hashes that lead to the checkpoint
                last = one.known
                for entry in self.reading.stored(name, one.rested, one.version):
                    if (entry.version, entry.previous) != (last[0] + 1, last[1]) or entry_hash(entry) != entry.hash:
                        return f"version {entry.version} of {name} is not the entry that was there when it was made"
                    last = (entry.version, entry.hash)
                if last != (one.version, one.hash):
                    return f"version {one.version} of {name} is not the entry that it was made at"
            for version, due in {one.known, (one.version, one.hash)}:
                found_hash = next((entry.hash for entry in self.reading.stored(name, version - 1, version)), "")
                if found_hash != due:
                    return f"version {version} of {name} is not the entry that it was made at"
        return ""

    def _resumed(self) -> Iterator[Finding]:
        """Take over every part of the checkpoint that the walk begins at, if it begins at one."""
        if self.begun is None:
            return
        self.summary.since = self.begun.position
        if isinstance(self.since, Checkpoint):
            self.summary.keys = (self.since.key,)
        self.times.resume(self.begun.at, self._times_before(self.begun))
        if self.trusted and RECORD in self.begun.streams:
            record = codec.read_state(RECORD, self.begun.streams[RECORD].state.encode())
            replaced = (one.what for one in record.signed if isinstance(one.what, ReplaceKey))
            self.trusted |= {one.key for one in replaced if not one.lost}
        for name, one in self.begun.streams.items():
            stream = self.streams[name] = yield from self._taken_up(name, one)
            if isinstance(stream.state, BankedTable | RoomTable):
                yield from self.shoes.resume(name, stream.state)
        for name, version in [*self.heads]:
            if name in self.begun.streams and version <= self.begun.streams[name].version:
                head, entry = self.heads.pop((name, version)), self.reading.entry(name, version)
                if entry is None or entry.hash != head.hash:
                    wrong = "the head that was kept has another hash: this entry or one before was rewritten"
                    yield found(Kind.HEAD, "journal", wrong, stream=name, version=version, field="hash")

    def _times_before(self, begun: Content) -> Iterator[int]:
        """Yield the times of the last entries up to a checkpoint, which a start of an earlier release may name."""
        asked = select(journal.c.position, journal.c.at).where(
            journal.c.at >= begun.at - JOINING, journal.c.position <= begun.position
        )
        rows = self.connection.execute(asked.order_by(journal.c.position)).all()
        before = (rows[0].position if rows else begun.position + 1) - 1
        first = self.connection.execute(select(journal.c.at).where(journal.c.position == before)).scalar() or 0
        yield from (at for at in (first, *(row.at for row in rows)) if type(at) is int)

    def _taken_up(self, name: str, at: StreamAt) -> Generator[Finding, None, Followed]:
        """Return a stream as the checkpoint has it, with the entries of a round in play played again."""
        stream, state = Followed(name, at.version, at.hash), None
        try:
            state = codec.read_state(name, at.state.encode())
            if at.rested:
                stream.rested = Rested(at.rested, at.rested_hash, state)
            for stored in self.reading.stored(name, at.known[0], at.version):
                entry = yield from self._opened(stream, stored)
                for event in events_of(state, entry):
                    state = evolved(name, state, event, entry.at, entry.entered)[0]
        except Exception as error:  # the House's key has signed a state that fits no entry
            wrong = "the state that it has cannot be read, or what was played since does not follow from it"
            yield found(Kind.HEAD, "checkpoints", f"{wrong}: {plain(str(error))}", stream=name, version=at.version)
            stream.lost = True
        stream.states = [state]
        return stream

    def _compared(self, content: Content) -> Iterator[Finding]:
        """Compare a checkpoint with the walk's own content at the same entry."""
        due = self.content()
        if due is None or due == content:
            return
        parts = [name for name in Content.__struct_fields__ if getattr(due, name) != getattr(content, name)]
        for name in parts:
            mine, theirs = getattr(due, name), getattr(content, name)
            told = f"{name} is {plain(theirs, 40)} there, and the journal comes to {plain(mine, 40)}"
            if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
                unlike = sorted(one for one in {*mine, *theirs} if mine.get(one) != theirs.get(one))
                told = f"{name} has another {', '.join(unlike[:3])} than the journal comes to"
            yield found(Kind.HEAD, "checkpoints", told, version=content.position, field=name)

    def _not_reached(self) -> Iterator[Finding]:
        """Report checkpoints of entries that the journal does not have."""
        before = 0 if self.begun is None else self.begun.position
        for position in sorted(self.checkpoints):
            if position > before:
                wrong = f"it was made at entry {position}; the journal ends with {self.last}, or has no commit there"
                yield found(Kind.HEAD, "checkpoints", wrong, version=position)

    # ---- Before the walk --------------------------------------------------------------------------------------------

    def _snapshots(self) -> Iterator[Finding]:
        for row in rows(self.connection, snapshots, snapshots.c.stream):
            self.summary.snapshots += 1
            wrong = list(wrong_types("snapshots", row))
            yield from wrong
            if row.stream in self.snapshots:
                yield found(Kind.TWICE, "snapshots", "the stream has more than one", stream=row.stream)
            elif type(row.stream) is str:
                self.snapshots[row.stream] = Taken(row.version, None if wrong else row.state)

    def _up_to_end(self) -> ColumnElement[bool] | None:
        """Return the condition for the entries up to the end of this piece; None if it has no end."""
        return None if self.ends is None else journal.c.position <= self.ends

    def _keys(self, new: ColumnElement[bool] | None) -> Iterator[Finding]:
        """Report idempotency keys that several entries of a stream have."""
        asked = (
            select(journal.c.stream, journal.c.key, func.count())
            .where(journal.c.key != "")
            .group_by(journal.c.stream, journal.c.key)
            .having(func.count() > 1)
        )
        if new is not None:
            named = select(journal.c.stream, journal.c.key).where(new, journal.c.key != "")
            if (within := self._up_to_end()) is not None:
                named = named.where(within)
            asked = asked.where(tuple_(journal.c.stream, journal.c.key).in_(named))
        for stream, key, times in self.connection.execute(asked):
            wrong = f"{plain(key, 80)!r} stands in {times} entries"
            yield found(Kind.TWICE, "journal", wrong, stream=stream, field="key")

    # ---- Entries ----------------------------------------------------------------------------------------------------

    def _row(self, row: Row) -> Iterator[Finding]:
        # The fast path, for nearly every entry; the other branch finds out what is wrong.
        if row.position == self.last + 1 and right_types("journal", row):
            self.last += 1
            entry = Entry(*row[1:])  # all but its position
        else:
            yield from self._placed(row)
            wrong = list(wrong_types("journal", row))
            yield from wrong
            entry = Entry(*row[1:])
            if wrong:
                yield from self._unreadable(entry)
                return
        stream = self.streams.get(entry.stream)
        if stream is None:
            stream = self.streams[entry.stream] = Followed(entry.stream, strange=_is_strange(entry.stream))
        if stream.strange:
            told = f"a floor has no stream {entry.stream!r}"
            yield found(Kind.STREAM, "journal", told, stream=entry.stream, version=entry.version, field="stream")
        due = entry_hash(entry)
        if due != entry.hash or self.heads:
            yield from self._hashed(entry, due)
        if entry.schema != self.revision:
            yield from self._pinned(entry)
        if entry.version == stream.version + 1 and entry.previous == stream.hash:
            stream.version, stream.hash = entry.version, entry.hash
        elif entry.version <= stream.version:
            yield from self._late(stream, entry)
            return
        else:
            yield from self._chained(stream, entry)
        yield from self._replayed(stream, (yield from self._opened(stream, entry)) if entry.sealed else entry)

    def _placed(self, row: Row) -> Iterator[Finding]:
        """Check that the row's position follows the one before."""
        position = row.position
        if type(position) is not int:
            return
        if position != self.last + 1:
            wrong = f"position {position} follows position {self.last}: what was between them is missing or moved"
            yield found(Kind.POSITION, "journal", wrong, stream=row.stream, version=row.version, field="position")
        self.last = position

    def _unreadable(self, entry: Entry) -> Iterator[Finding]:
        """Skip an entry with a field of the wrong type; if its place in the stream is known, go on after it."""
        stream = self.streams.get(entry.stream) if type(entry.stream) is str else None
        if stream is None or type(entry.version) is not int or entry.version <= stream.version:
            return
        if entry.version == stream.version + 1:
            stream.version = entry.version
            stream.hash = ""
            stream.shaken = stream.shaken or f"version {entry.version} cannot be read"
            yield from self.books.take(entry.stream, entry.version, None)

    def _hashed(self, entry: Entry, due: str) -> Iterator[Finding]:
        if due != entry.hash:
            wrong = f"the entry does not match its hash: it should be {due}, not {plain(entry.hash, 64)}"
            yield self._wrong(entry, Kind.HASH, "hash", wrong)
        head = self.heads.pop((entry.stream, entry.version), None)
        if head is not None and head.hash != entry.hash:
            wrong = (
                f"the head that was kept has the hash {plain(head.hash, 64)}: this entry or one before was rewritten"
            )
            yield self._wrong(entry, Kind.HEAD, "hash", wrong)

    def _pinned(self, entry: Entry) -> Iterator[Finding]:
        """Check that revisions do not go back: an entry of an earlier revision would excuse a false decision."""
        if entry.schema < self.revision:
            wrong = f"revision {entry.schema} does not write after revision {self.revision}"
            yield self._wrong(entry, Kind.REVISION, "schema", wrong)
        elif entry.schema <= REVISION:
            self.revision = entry.schema

    def _late(self, stream: Followed, entry: Entry) -> Iterator[Finding]:
        """Report an entry whose version the walk has passed: it is in the wrong place, or exists twice."""
        if entry.version < 1:
            yield self._wrong(entry, Kind.GAP, "version", "versions begin with 1")
        elif entry.version in stream.missing:
            stream.missing.discard(entry.version)
            wrong = f"the entry comes after version {stream.version}"
            yield self._wrong(entry, Kind.ORDER, "position", wrong)
        else:
            yield self._wrong(entry, Kind.TWICE, "version", "the stream has had this version already")
            return
        posted, told = recorded_money(entry)
        yield from told
        self.books.add(posted or ())

    def _chained(self, stream: Followed, entry: Entry) -> Iterator[Finding]:
        """Report a gap before an entry, or a hash that is not that of the entry before."""
        due = stream.version + 1
        if entry.version > due:
            last = entry.version - 1
            told = f"version {due} is missing" if last == due else f"versions {due} to {last} are missing"
            yield self._wrong(entry, Kind.GAP, "version", f"{told} before it")
            stream.shaken = stream.shaken or told
            if last - due < _FEW:
                stream.missing = stream.missing | set(range(due, entry.version))
        elif stream.hash and entry.previous != stream.hash:
            before = f"version {stream.version} has the hash {plain(stream.hash, 64)}"
            if entry.version == 1:
                before = "the first entry of a stream is chained to zeros"
            wrong = f"the entry is chained to {plain(entry.previous, 64)}, but {before}"
            yield self._wrong(entry, Kind.CHAIN, "previous", wrong)
        stream.version, stream.hash = entry.version, entry.hash

    def _opened(self, stream: Followed, entry: Entry) -> Generator[Finding, None, Entry]:
        """Return an entry with its cards opened.

        If its cards cannot be opened here, return it as it is; the rest of the round is then not decided again.
        """
        if not entry.sealed:
            return entry
        try:
            stream.sealing = sealing_of(entry)
            clear = opened(entry, self.keys, self.reading.opens)
        except SealError as wrong:
            yield self._wrong(entry, Kind.CARDS, "sealed", str(wrong))
            clear = None
        if clear is None:
            stream.blind = True
            self.summary.sealed += 1
            return entry
        return clear

    def _uncovered(self, stream: Followed, entry: Entry) -> Iterator[Finding]:
        """Report a finished round whose cards cannot be opened, unless two people have signed that its key is lost."""
        if stream.lost or in_play(stream.state):
            return
        stream.blind = False
        if not self.summary.lost:
            wrong = "the round is over, and its key is not there or does not open its cards"
            yield self._wrong(entry, Kind.CARDS, "opens", wrong)

    def _given_out(self, stream: Followed, entry: Entry) -> Iterator[Finding]:
        """Check that the key published after a round is the round's own, with which outsiders open its cards."""
        sealing, stream.sealing = stream.sealing, None
        house = None if sealing is None or self.keys is None else self.keys.named(sealing.house)
        if sealing is None or house is None or self.summary.lost:
            return
        if round_key(house, stream.name, sealing.first).hex() != entry.opens:
            wrong = "the round is over, and the key that is given out does not open its cards"
            yield self._wrong(entry, Kind.CARDS, "opens", wrong)

    def _replayed(self, stream: Followed, entry: Entry) -> Iterator[Finding]:
        before = stream.state
        done = replay(stream, entry)
        rest(stream, before, entry)
        yield from done.findings
        if stream.blind:
            yield from self._uncovered(stream, entry)
        elif stream.sealing is not None and not stream.lost and not in_play(stream.state):
            yield from self._given_out(stream, entry)
        if done.role is not None and done.command is not None:  # otherwise the replay has reported it
            yield from actors.check(self.streams, entry, done.role, done.command, before)
            yield from presence.check(self.streams, entry, done.role, done.command)
            rests = presence.rests_on(self.streams, entry, done.role, done.command, before)
            if rests:
                self.summary.signatures[rests] = self.summary.signatures.get(rests, 0) + 1
        yield from self.times.take(self.streams, entry, done.command, before, self.last)
        yield from self.books.take(entry.stream, entry.version, done.posted, is_ruling(done.command))
        yield from self.jackpots.take(entry, done.command, done.played)
        yield from self.claims.take(entry, done.command, done.played)
        if done.played is not None:
            if entry.schema != REVISION:
                self.restating.beside(entry, done)
            self._count(done.played)
            if codec.kind_of(entry.stream) == "table":
                if days.is_dated(done.command):
                    yield from days.check(self.streams, entry, done.command, before)
                yield from self.shoes.take(entry, done.played)
                if entry.schema != REVISION or self.restating.following or self.jackpots.waits:
                    yield from self.restating.take(entry, done)
        taken = self.snapshots.get(entry.stream)
        if taken is not None and taken.version == entry.version:
            yield from self._snapshot(stream, entry, taken)

    def _count(self, played: Played) -> None:
        self.summary.events += len(played.events)
        for event in played.events:
            if type(event) in ENDED:
                self.summary.rounds += 1

    def _snapshot(self, stream: Followed, entry: Entry, taken: Taken) -> Iterator[Finding]:
        if stream.lost or taken.state is None:
            return
        states = [codec.write_state(state) for state in stream.states]
        if taken.state in states or (entry.schema < REVISION and alike(taken.state, states[0])):
            return
        # Snapshots of earlier releases lack only the round's tape.
        tables = (state for state in stream.states if isinstance(state, BankedTable | RoomTable))
        if any(taken.state == codec.write_state(without_tape(state)) for state in tables):
            return
        kept = taken.state.decode("utf-8", "backslashreplace")
        wrong = f"replaying gives another state: {difference(kept, states[0].decode())}"
        yield found(Kind.SNAPSHOT, "snapshots", wrong, stream=entry.stream, version=entry.version, field="state")

    # ---- After the walk ---------------------------------------------------------------------------------------------

    def _positions(self) -> Iterator[Finding]:
        """Check the journal's end against SQLite's own count of the positions that it has given."""
        if self.connection.dialect.name == "sqlite":
            asked = "SELECT seq FROM sqlite_sequence WHERE name = 'journal'"
            given = self.connection.exec_driver_sql(asked).scalar() or 0
            if given != self.last:
                wrong = f"positions up to {plain(given)} were given, the last entry has {self.last}"
                yield found(Kind.POSITION, "journal", wrong, field="position")

    def _unmet(self) -> Iterator[Finding]:
        """Report heads that the streams have not reached."""
        for (name, version), _head in sorted(self.heads.items()):
            stream = self.streams.get(name)
            reached = 0 if stream is None else stream.version
            if reached < version:
                wrong = f"the head that was kept is version {version}, the stream ends with {reached}: its tail was cut"
            else:
                wrong = f"the head that was kept is version {version}, which is missing"
            yield found(Kind.HEAD, "journal", wrong, stream=name, version=version)

    def _ends(self) -> Iterator[Finding]:
        """Report heads that the streams have not reached, false snapshots, and snapshots that are missing."""
        yield from self._unmet()
        for name, taken in sorted(self.snapshots.items()):
            stream = self.streams.get(name)
            reached = 0 if stream is None else stream.version
            if type(taken.version) is int and not 1 <= taken.version <= reached:
                wrong = f"it was taken after version {taken.version}; the stream ends with {reached}"
                yield found(Kind.SNAPSHOT, "snapshots", wrong, stream=name, version=taken.version, field="version")
        if self.begun is not None:
            yield from self._started(self.begun)
        for name, stream in sorted(self.streams.items()):
            taken_at = self.snapshots[name].version if name in self.snapshots else 0
            without = stream.version - taken_at if type(taken_at) is int else 0
            if without >= transaction.SNAPSHOT_EVERY and not in_play(stream.state):
                wrong = f"none was taken in the last {without} entries; there is one each {transaction.SNAPSHOT_EVERY}"
                yield found(Kind.SNAPSHOT, "snapshots", wrong, stream=name, version=taken_at, field="version")

    def _started(self, begun: Content) -> Iterator[Finding]:
        """Check that a snapshot from before the checkpoint leads to the state that the checkpoint has."""
        for name, taken in sorted(self.snapshots.items()):
            at = begun.streams.get(name)
            if at is None or taken.state is None or type(taken.version) is not int or taken.version > at.version:
                continue
            # No snapshot is taken during a round, so those up to the checkpoint are from before its round in play.
            before = self.reading.entry(name, taken.version)
            if before is None or before.schema != REVISION:  # no floor starts from such a snapshot
                continue
            try:
                started = codec.write_state(self._from_snapshot(name, taken, at.known[0])).decode()
            except Exception as error:  # any error from a changed snapshot is a finding
                started = f"it cannot be read: {plain(str(error))}"
            if started != at.state:
                wrong = f"starting from it gives another state: {difference(started, at.state)}"
                yield found(Kind.SNAPSHOT, "snapshots", wrong, stream=name, version=taken.version, field="state")

    def _from_snapshot(self, stream: str, taken: Taken, until: int) -> Any:
        """Return a stream's state at a version, as a floor computes it that starts from a snapshot."""
        state = codec.read_state(stream, taken.state)
        for entry in self.reading.entries(stream, taken.version):
            if entry.version > until:
                break
            for event in events_of(state, entry):
                state = evolved(stream, state, event, entry.at, entry.entered)[0]
        return state

    def _wrong(self, entry: Entry, kind: Kind, field: str, wrong: str) -> Finding:
        return found(kind, "journal", wrong, stream=entry.stream, version=entry.version, field=field)


def _is_strange(stream: str) -> bool:
    """Return whether no floor has a stream of this name."""
    kind, colon, name = stream.partition(":")
    words = VOCABULARIES.get(kind)
    return words is None or not (stream == kind if words.alone else colon and name)
