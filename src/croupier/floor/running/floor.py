"""The running floor: it decides commands, and commits their events before it replies to a caller.

States are values, so a batch is tried on copies; only when its one transaction is on the disk do they become the
floor's. A batch may bring acts for many tables: they share a commit, but each act is accepted or refused by itself.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import is_not

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.journal import codec
from croupier.floor.journal.anchors import Anchor, AnchorError, AnchorFile, cast, of_commit
from croupier.floor.journal.keys import KeyFiles
from croupier.floor.journal.sealing import KeyRing
from croupier.floor.journal.signing import Seal, Signer, chained
from croupier.floor.journal.store import FencedError, Reading, RepeatedError, Store
from croupier.floor.running.committed import Committed
from croupier.floor.running.loading import NOT_BEGUN, StreamState, events_of, evolved, sealing_after
from croupier.floor.running.transaction import CommitBatch
from croupier.floor.values import clock as clocks
from croupier.floor.values.entries import SYSTEM, Entry, Written, sums
from croupier.floor.values.entropy import Entropy
from croupier.floor.values.ports import Clock, NoOutbox, Notice, Outbox, Stopwatch
from croupier.floor.values.record import STREAM as RECORD
from croupier.floor.values.record import RecordCountersigned, ReplaceKey
from croupier.floor.values.requests import AtomicRequest, Outcome, Rejected, Reply, Request
from croupier.floor.values.table import (
    PlayBanked,
)
from croupier.money import Cents
from croupier.play.banked.commands import Report
from croupier.play.refusal import Reason, Refusal
from croupier.rulebooks.revisions import REVISION
from croupier.rules.terms import Role

REMEMBERED_ROUNDS = 8
_log = logging.getLogger(__name__)


class Floor(Committed):
    """The running floor of one house: its tables, links and cage."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        entropy: Entropy,
        keys: KeyRing,
        stopwatch: Stopwatch | None = None,
        outbox: Outbox | None = None,
        anchors: AnchorFile | None = None,
        key_files: KeyFiles | None = None,
    ) -> None:
        super().__init__(store, clock=clock, entropy=entropy, keys=keys, stopwatch=stopwatch, key_files=key_files)
        self.outbox = outbox or NoOutbox()
        self.anchors = anchors
        """The file outside the database in which the House signs how far the journal has come."""

    def start(self) -> None:
        """Put on record that the floor starts, and whether its clock can be trusted; before any other entry.

        The last entry and its time are read under the lock that every commit takes: no other server commits between
        them and the start.
        """
        with self.store.writing() as writing:
            if self.store.shared:
                self._catch_up(writing)
            self.time.begin(doubted=self.doubt() is not None)
            started = clocks.StartClock(self.time.first, self.time.last, self.position)
            request = Request(clocks.STREAM, SYSTEM, Role.SHIFT_MANAGER, started)
            batch, outcomes = self._tried([AtomicRequest((request,))], writing)
            assert type(outcomes[0]) is not Rejected, outcomes
            seal = batch.write(writing)
        self._take_up(batch, seal)

    def anchor(self) -> None:
        """Write down outside the database how far the journal has come; raise AnchorError if that cannot be done."""
        if self.anchors is not None:
            self.anchors.append(self.anchored())

    def anchored(self) -> Anchor:
        """Return how far the journal has come, signed by the House."""
        return cast(self.signer, self.position, self.head, self.clock.now())

    def submit(self, *requests: Request) -> list[Reply]:
        """Decide on requests in order and commit what was accepted, in one transaction, before answering."""
        return [_reply(one) for one in self._commit([_outside(AtomicRequest((request,))) for request in requests])]

    def submit_whole(self, whole: AtomicRequest) -> Outcome:
        """Decide on several requests as one act."""
        return self._commit([_outside(whole)])[0]

    def by_itself(self, *requests: Request) -> list[Reply]:
        """Decide and commit the floor's own requests; no one else may act under its name."""
        return [_reply(one) for one in self._commit([AtomicRequest((request,)) for request in requests])]

    def together(self, acts: Iterable[tuple[AtomicRequest, bool]]) -> list[Outcome]:
        """Commit several acts in one transaction, each with whether it is the floor's own."""
        return self._commit([whole if own else _outside(whole) for whole, own in acts])

    def follow(self) -> bool:
        """Take in what other servers have committed, and return whether there was anything."""
        with self.store.asking() as asked:
            return self._catch_up(asked)

    def _commit(self, acts: Sequence[AtomicRequest | Rejected]) -> list[Outcome]:
        if self.store.shared:
            self.follow()
        try:
            return self._committed(acts)
        except (RepeatedError, FencedError):
            # A request was delivered a second time and would be accepted again. This is rare, so no one looks for it
            # first: the index of keys takes each key once. A floor that can no longer write still answers what it has
            # written.
            return self._committed(acts, looks=True)

    def _committed(self, acts: Sequence[AtomicRequest | Rejected], *, looks: bool = False) -> list[Outcome]:
        """Commit acts and return their outcomes; with ``looks``, look up earlier deliveries before deciding."""
        batch, outcomes = self._tried(acts, looks=looks)
        if batch.written:
            with self.store.writing() as writing:
                # Commits of other servers may change what is decided; the lock holds them from here on.
                if self.store.shared and self._catch_up(writing):
                    batch, outcomes = self._tried(acts, writing, looks=looks)
                seal = batch.write(writing) if batch.written else None
            if seal is None:
                return outcomes
            self._take_up(batch, seal)
        return outcomes

    def _take_up(self, batch: CommitBatch, seal: Seal) -> None:
        """Take up what has been committed, anchor it, and send notices of it."""
        self.head = seal.head
        self._take_in(batch.written, batch.streams, batch.moved, seal.position)
        self._take_up_key(batch.written)
        self.shoes.update(batch.shoes)
        for stream, number, kept in batch.begun:
            last = self.begun.setdefault(stream, {})
            last[number] = kept
            last.pop(number - REMEMBERED_ROUNDS, None)
        self._anchor_commit(seal)
        self.outbox.send(_notices(batch.written))

    def _tried(
        self, acts: Sequence[AtomicRequest | Rejected], reading: Reading | None = None, *, looks: bool = False
    ) -> tuple[CommitBatch, list[Outcome]]:
        """Decide acts on copies of the streams; with ``reading``, run queries in its transaction."""
        requests = [one for act in acts if type(act) is AtomicRequest for one in act.requests]
        batch = CommitBatch(self, self.known(requests, reading) if looks else None, reading)
        self._watch_the_clock(batch, requests)
        return batch, [act if type(act) is Rejected else batch.take_whole(act) for act in acts]

    def _catch_up(self, reading: Reading) -> bool:
        """Replay what others have committed since, once the House's signature under it has been checked."""
        entries, seal = reading.news(self.position)
        if not entries:
            return False
        position, head = self.position + len(entries), chained(self.head, (one.hash for one in entries))
        signed = seal is not None and (seal.position, seal.head, seal.key) == (position, head, self.signer.public)
        if seal is None or not signed or not seal.genuine:
            raise FencedError(
                f"entries {self.position + 1} to {position} are not what the House has signed: this server stops"
            )
        if any(one.stream == RECORD and _replaces_key(one) for one in entries):
            raise FencedError("the House has another key since then: this server stops, and needs that one to start")
        streams: dict[str, StreamState] = {}
        written = []
        for entry in entries:
            kept = streams.get(entry.stream) or self.streams.get(entry.stream) or NOT_BEGUN
            events, states = _understood(kept.state, entry), [kept.state]
            for event in events:
                states.append(evolved(entry.stream, states[-1], event, entry.at, entry.entered)[0])
            written.append(Written(entry, events, tuple(states), codec.read_postings(entry.postings)))
            sealing = sealing_after(kept.sealing, entry)
            streams[entry.stream] = StreamState(states[-1], entry.version, entry.hash, kept.snapshot, sealing)
            self.shoes.pop(entry.stream, None)  # another server may have shuffled: the order is in the sealed record
        self.head = head
        moved = sums(chain.from_iterable([one.posted for one in written]))
        self._take_in(written, streams, moved, position)
        self.outbox.send(_notices(written))
        return True

    def _take_in(
        self, written: Sequence[Written], streams: dict[str, StreamState], moved: Mapping[str, Cents], position: int
    ) -> None:
        """Take up what has been committed; ``moved`` is the sum that it brought to each account."""
        if not written:
            return
        self.position, self.time.last = position, written[-1].entry.at
        for stream, kept in streams.items():
            before = self.streams.get(stream)
            self.where.note(stream, None if before is None else before.state, kept.state)
        self.streams.update(streams)
        self._keep_time(written)
        for account, cents in moved.items():
            self.balances[account] = self.balances.get(account, 0) + cents
        counted, duties = self.counted, self.duties
        if counted is None and duties is None:
            return
        for one in written:
            if counted is not None and codec.kind_of(one.entry.stream) == "table":
                counted.note(one.entry, one.events, one.posted)
            if duties is not None:
                duties.note(one.entry, one.posted)

    def _take_up_key(self, written: Sequence[Written]) -> None:
        """Sign and seal with another key from the next commit on, if two people have signed for it in this one."""
        for event in (event for one in written if one.entry.stream == RECORD for event in one.events):
            if isinstance(event, RecordCountersigned) and isinstance(event.what, ReplaceKey):
                new = None if self.key_files is None else self.key_files.prepared(event.what.key)
                if self.key_files is not None and new is not None:
                    self.keys = self.store.keys = self.key_files.take_up(self.keys, new)
                    self.signer = Signer(new)

    def _anchor_commit(self, seal: Seal) -> None:
        """Anchor a commit. The commit stands even if a full disk keeps no anchor of it."""
        if self.anchors is not None:
            try:
                self.anchors.replace_last(of_commit(seal, self.clock.now()))
            except AnchorError as wrong:
                _log.warning("%s", wrong)

    def _watch_the_clock(self, batch: CommitBatch, requests: Sequence[Request]) -> None:
        """Put on record that the clock cannot be trusted, before any request is decided."""
        reads = self.clock.now()
        starts = clocks.StartClock in [type(one.command) for one in requests]
        if self.doubt() is not None or starts or not (self.time.stopped or self.time.strays(reads)):
            return
        doubt = clocks.DoubtClock(reads, self.time.due())
        done = batch.take(Request(clocks.STREAM, SYSTEM, Role.SHIFT_MANAGER, doubt))
        assert not isinstance(done, Refusal), done

    def _keep_time(self, written: Sequence[Written]) -> None:
        """Stop, or go on at the time that was signed for; tallies made under another time are counted again."""
        told = (event for one in written if one.entry.stream == clocks.STREAM for event in one.events)
        signed = [event for event in told if isinstance(event, clocks.TimeCountersigned)]
        if signed:
            self.time.trust(signed[-1].time)
            self.counted = self.duties = None
        elif self.doubt() is not None:
            self.time.stop()


def _replaces_key(entry: Entry) -> bool:
    """Return whether two people have signed for another key with an entry."""
    events = codec.read_events(RECORD, entry.schema, entry.events)
    return any(isinstance(one, RecordCountersigned) and isinstance(one.what, ReplaceKey) for one in events)


def _understood(state: object, entry: Entry) -> tuple[object, ...]:
    """Return the events of an entry that another server has written, all of them, to the last field.

    A newer croupier may write events that this one does not know. This one would then decide otherwise than the other,
    so it raises :class:`FencedError`.
    """
    try:
        events = events_of(state, entry)
    except msgspec.ValidationError:
        events = None
    if events is None or entry.schema > REVISION or (entry.schema == REVISION and codec.write(events) != entry.events):
        raise FencedError(
            f"entry {entry.version} of {entry.stream} is of a newer croupier, and this one cannot read all of it: this "
            "server stops, and leaves its tables to the others"
        )
    return events


def _notices(written: Iterable[Written]) -> list[Notice]:
    """Return a notice for each stream of what was committed."""
    entries: dict[str, list[Written]] = {}
    for one in written:
        entries.setdefault(one.entry.stream, []).append(one)
    return [Notice(name, own[-1].entry.version, tuple(own)) for name, own in entries.items()]


def _reply(outcome: Outcome) -> Reply:
    """Return the reply to an act of one request."""
    return outcome.refusal if type(outcome) is Rejected else outcome[0]


def _outside(whole: AtomicRequest) -> AtomicRequest | Rejected:
    """Return an act as a person may ask for it: without what the floor fills in, and refused if in the floor's name."""
    for number, request in enumerate(whole.requests):
        if request.actor.lower() == SYSTEM:
            return Rejected(number, Refusal(Reason.ROLE, "Nobody may act in the floor's name", ()))
    bare = tuple([_bare(request) for request in whole.requests])
    return replace(whole, requests=bare) if any(map(is_not, bare, whole.requests)) else whole


def _bare(request: Request) -> Request:
    command = request.command
    if type(command) is not PlayBanked:
        return request
    asked = command.command
    bare = replace(asked, failure=UNSET) if type(asked) is Report and asked.failure is not UNSET else asked
    filled = command.meter is not None or command.terms is not None or command.registered is not UNSET
    return replace(request, command=PlayBanked(bare)) if filled or bare is not asked else request
