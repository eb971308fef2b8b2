"""The running floor: commands come in, and what they lead to is committed before anybody is told.

States are values, so a batch is tried on copies; only when its one transaction is on the disk do they become the
floor's. A batch may bring acts for many tables: they share a commit, but each act is accepted or refused by itself.
"""

import logging
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from croupier.floor import clock as clocks
from croupier.floor.chance.entropy import Entropy
from croupier.floor.chance.sealing import KeyRing
from croupier.floor.journal import codec
from croupier.floor.journal.anchors import Anchor, AnchorError, AnchorFile, cast
from croupier.floor.journal.records import SYSTEM, Entry, Written
from croupier.floor.journal.store import Store
from croupier.floor.ports import Clock, NoOutbox, Notice, Outbox, Stopwatch
from croupier.floor.requests import Outcome, Reply, Request, Stopped, Whole
from croupier.floor.tables.table import (
    PlayBanked,
)
from croupier.floor.transaction import Batch, Committed
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role

REMEMBERED_ROUNDS = 8
_log = logging.getLogger(__name__)


class Floor(Committed):
    """Tables, links and the cage of one house."""

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
    ) -> None:
        super().__init__(store, clock=clock, entropy=entropy, keys=keys, stopwatch=stopwatch)
        self.outbox = outbox or NoOutbox()
        self.anchors = anchors
        """Where it is written down outside the database how far the journal has come."""

    def start(self) -> None:
        """Put on record that the floor starts, and whether its clock can be believed; before anything else."""
        started = clocks.StartClock(self.time.first, self.time.last)
        done = self.by_itself(Request(clocks.STREAM, SYSTEM, Role.SHIFT_MANAGER, started))[0]
        assert not isinstance(done, Refusal), done

    def anchor(self) -> None:
        """Write down outside the database how far the journal has come; raises AnchorError if that cannot be done."""
        if self.anchors is not None:
            self.anchors.append(self.anchored())

    def anchored(self) -> Anchor:
        """How far the journal has come, signed by the House."""
        return cast(self.signer, self.position, self.head, self.clock.now())

    def submit(self, *requests: Request) -> list[Reply]:
        """Decide on requests in order and commit what was accepted, in one transaction, before answering."""
        return [_reply(one) for one in self._commit([_outside(Whole((request,))) for request in requests])]

    def submit_whole(self, whole: Whole) -> Outcome:
        """Decide on several requests as one act."""
        return self._commit([_outside(whole)])[0]

    def by_itself(self, *requests: Request) -> list[Reply]:
        """The same for what the floor does on its own: nobody else may act under its name."""
        return [_reply(one) for one in self._commit([Whole((request,)) for request in requests])]

    def together(self, acts: Iterable[tuple[Whole, bool]]) -> list[Outcome]:
        """Both kinds in one commit: each act with whether it is the floor's own."""
        return self._commit([whole if own else _outside(whole) for whole, own in acts])

    def _commit(self, acts: Sequence[Whole | Stopped]) -> list[Outcome]:
        requests = [one for act in acts if isinstance(act, Whole) for one in act.requests]
        batch = Batch(self, self._known(requests))
        self._watch_the_clock(batch, requests)
        outcomes = [act if isinstance(act, Stopped) else batch.take_whole(act) for act in acts]
        if batch.written:
            with self.store.writing() as writing:
                position = batch.write(writing)
            self.position, self.head, self.time.last = position, batch.head, batch.written[-1].entry.at
            for stream, kept in batch.streams.items():
                before = self.streams.get(stream)
                self.where.note(stream, None if before is None else before.state, kept.state)
            self.streams.update(batch.streams)
            self._keep_time(batch)
            self.shoes.update(batch.shoes)
            for stream, number, kept in batch.begun:
                last = self.begun.setdefault(stream, {})
                last[number] = kept
                last.pop(number - REMEMBERED_ROUNDS, None)
            for one in batch.written:
                if self.counted is not None and codec.kind_of(one.entry.stream) == "table":
                    self.counted.note(one.entry, one.events, one.posted)
                if self.duties is not None:
                    self.duties.note(one.entry, one.posted)
            for account, cents in batch.moved.items():
                self.balances[account] = self.balances.get(account, 0) + cents
            self._anchor_commit()
            self.outbox.send(_notices(batch))
        return outcomes

    def _anchor_commit(self) -> None:
        """What is committed stays committed, also where a full disk keeps no anchor of it."""
        if self.anchors is not None:
            try:
                self.anchors.replace_last(self.anchored())
            except AnchorError as wrong:
                _log.warning("%s", wrong)

    def _watch_the_clock(self, batch: Batch, requests: Sequence[Request]) -> None:
        """Put on record that the clock cannot be believed, before anything else is decided."""
        reads = self.clock.now()
        starts = any(isinstance(one.command, clocks.StartClock) for one in requests)
        if self.doubt() is not None or starts or not (self.time.stopped or self.time.strays(reads)):
            return
        doubt = clocks.DoubtClock(reads, self.time.due())
        done = batch.take(Request(clocks.STREAM, SYSTEM, Role.SHIFT_MANAGER, doubt))
        assert not isinstance(done, Refusal), done

    def _keep_time(self, batch: Batch) -> None:
        """Stop, or go on at the time that was signed for; what was counted under another is counted again."""
        signed = [event for one in batch.written for event in one.events if isinstance(event, clocks.TimeCountersigned)]
        if signed:
            self.time.trust(signed[-1].time)
            self.counted = self.duties = None
        elif self.doubt() is not None:
            self.time.stop()

    def _known(self, requests: Iterable[Request]) -> dict[tuple[str, str], Entry]:
        """What was committed under the keys of these requests, by stream and key."""
        keyed = [(one.stream, one.key) for one in requests if one.key and one.stream in self.streams]
        if not keyed:
            return {}
        with self.store.reading() as reading:
            found = ((pair, reading.by_key(*pair)) for pair in keyed)
            return {pair: entry for pair, entry in found if entry is not None}


def _notices(batch: Batch) -> list[Notice]:
    """What was committed, stream by stream."""
    entries: dict[str, list[Written]] = {}
    for one in batch.written:
        entries.setdefault(one.entry.stream, []).append(one)
    return [Notice(name, batch.streams[name].version, tuple(written)) for name, written in entries.items()]


def _reply(outcome: Outcome) -> Reply:
    """The answer to an act of one request."""
    return outcome.refusal if isinstance(outcome, Stopped) else outcome[0]


def _outside(whole: Whole) -> Whole | Stopped:
    """An act as somebody may ask for it: not in the floor's name, and without what the floor fills in itself."""
    for number, request in enumerate(whole.requests):
        if request.actor.lower() == SYSTEM:
            return Stopped(number, Refusal(Reason.ROLE, "Nobody may act in the floor's name", ()))
    return replace(whole, requests=tuple(_bare(request) for request in whole.requests))


def _bare(request: Request) -> Request:
    command = request.command
    if isinstance(command, PlayBanked) and (command.meter is not None or command.terms is not None):
        return replace(request, command=PlayBanked(command.command))
    return request
