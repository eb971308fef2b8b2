"""The House's keys and anchors on a page, and the replacement of the key of an open house.

Two Shift Managers sign for a replacement with their passwords, the first by proposing it. Until then the new key lies
beside the old one; with the second signature the floor starts to use it (:mod:`croupier.floor.journal.keys`, decision
35).
"""

import asyncio
from pathlib import Path

from croupier.floor.deciding.permissions import allowed
from croupier.floor.house.credentials import Session
from croupier.floor.house.opening import anchor_file, kept_at, to_type
from croupier.floor.journal.anchors import Anchor
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading, StoreError
from croupier.floor.running.loading import events_of
from croupier.floor.values.record import (
    STREAM,
    CountersignRecord,
    ProposeRecord,
    RecordCommand,
    RecordCountersigned,
    RecordProposed,
    RecordState,
    RejectRecord,
    ReplaceKey,
)
from croupier.floor.values.requests import Request
from croupier.floor.verify.checkpoints import CheckpointFile
from croupier.play.refusal import Reason, Refusal
from croupier.web.venue import Venue
from croupier.web.wire.records import AnchorShown, CheckpointShown, HouseKey, KeyProposal, KeysPage, WitnessShown

NO_FILE = Refusal(Reason.MOMENT, "This house is kept in memory: it has no key file, and its key goes with it", ())


class Keeping:
    """The page of one house's keys, and the acts on it."""

    def __init__(self, venue: Venue) -> None:
        self._venue, self._floor = venue, venue.floor
        self._proposing = asyncio.Lock()
        """A lock on proposals: two at once would each draw a key, and the key of the recorded one would be lost."""

    def page(self, session: Session) -> KeysPage:
        """Return the page of the keys. Slow, because it reads files: callers run it in a thread."""
        floor, factors = self._floor, self._venue.factors
        database, files = kept_at(floor.store.engine), floor.key_files
        with floor.store.reading() as reading:
            keys = _keys(reading, floor.signer.public)
        waiting = next((one for one in self._record().proposals if isinstance(one.what, ReplaceKey)), None)
        accounts = floor.house() is not None
        hindered = self.hindered()
        return KeysPage(
            keys=keys,
            key_file="" if files is None else str(files.path),
            file_sound=files is not None and files.holds(floor.keys.current),
            anchor_file="" if floor.anchors is None else str(floor.anchors.path),
            anchor=self._anchor(),
            checkpoint_file=f"{database}.checkpoints" if database else "",
            checkpoint=_checkpoint(f"{database}.checkpoints") if database else None,
            proposal=None if waiting is None else _shown(waiting),
            may_sign=allowed(session.role, CountersignRecord(0)) is None,
            password=accounts,
            code=accounts and factors.has(session.account),
            hindered="" if hindered is None else hindered.sentence,
            closed=self._typed() if database else (),
            witnesses=self._witnesses(),
        )

    def hindered(self) -> Refusal | None:
        """Return why no key can be replaced here now; None if one can be."""
        if self._floor.key_files is None:
            return NO_FILE
        return self._floor.not_alone()

    async def propose(self, session: Session, reason: str) -> Refusal | None:
        """Draw a new key and propose it, which is the first signature."""
        files = self._floor.key_files
        async with self._proposing:
            refused = self.hindered() or self._waits()
            if refused is not None or files is None:
                return refused
            public = await asyncio.to_thread(files.prepare, self._floor.entropy)
            refused = await self._ask(session, ProposeRecord(ReplaceKey(public, False, reason)))
            if refused is not None:
                files.drop()
        return refused

    async def sign(self, session: Session, number: int) -> Refusal | None:
        """Sign second: from now on the House signs with the new key, and anchors the entries that it signed."""
        refused = await self._ask(session, CountersignRecord(number))
        if refused is None:
            await self._venue.desk.anchor()
        return refused

    async def reject(self, session: Session, number: int, reason: str) -> Refusal | None:
        """Reject the proposal, and delete the key that was drawn for it."""
        async with self._proposing:
            refused = await self._ask(session, RejectRecord(number, reason))
            if refused is None and self._floor.key_files is not None:
                self._floor.key_files.drop()
        return refused

    async def _ask(self, session: Session, command: RecordCommand) -> Refusal | None:
        reply = await self._venue.desk.ask(Request(STREAM, session.account, session.role, command))
        return reply if isinstance(reply, Refusal) else None

    def _waits(self) -> Refusal | None:
        first = next(iter(self._record().proposals), None)
        told = "{} has already proposed this: it is signed or turned down first (number {})"
        return None if first is None else Refusal(Reason.MOMENT, told.format(first.actor, first.number), ())

    def _record(self) -> RecordState:
        kept = self._floor.streams.get(STREAM)
        return RecordState() if kept is None else kept.state

    def _anchor(self) -> AnchorShown | None:
        try:
            found = None if self._floor.anchors is None else self._floor.anchors.latest()
        except StoreError:  # the file was changed by another program; the next start reports it
            found = None
        if found is None:
            return None
        witnesses = self._venue.witnesses
        return anchor_shown(found, () if witnesses is None else tuple(map(str, witnesses.latest())))

    def _witnesses(self) -> tuple[WitnessShown, ...]:
        witnesses = self._venue.witnesses
        return tuple(
            WitnessShown(
                one.name,
                one.key,
                0 if one.last is None else one.last.position,
                "" if one.last is None else one.last.at,
                round(one.waited),
                one.wrong,
            )
            for one in (() if witnesses is None else witnesses.standings)
        )

    def _typed(self) -> tuple[str, ...]:
        """Return the shell commands for a house that is closed, with this house's own file names."""
        engine, anchors = self._floor.store.engine, self._floor.anchors
        usual = anchors is None or anchors.path == anchor_file(kept_at(engine)).path
        named = "" if usual or anchors is None else str(anchors.path)
        return to_type(engine, "key --lost", named), to_type(engine, "accept", named)


def anchor_shown(found: Anchor, cosigned: tuple[str, ...] = ()) -> AnchorShown:
    """Return an anchor with its QR code, and the last head of each witness."""
    picture = found.drawn().svg_data_uri(scale=3, border=4, light="#fff")
    return AnchorShown(found.at, found.position, found.head, found.key, str(found), picture, cosigned)


def _keys(reading: Reading, current: str) -> tuple[HouseKey, ...]:
    """Return the key that signed first, and every key that replaced one."""
    row = reading.first_seal()
    first, position = (current, 1) if row is None else (row.key, row.first)
    at = reading.connection.execute(journal.select().where(journal.c.position == position)).first()
    found = [HouseKey(first, 0 if at is None else at.at, False, (), "")]
    state = RecordState()
    for entry in reading.entries(STREAM):
        for event in events_of(state, entry):
            if isinstance(event, RecordCountersigned) and isinstance(event.what, ReplaceKey):
                what = event.what
                found.append(HouseKey(what.key, entry.at, what.lost, (event.first, event.second), what.reason))
    return tuple(found)


def _checkpoint(path: str) -> CheckpointShown | None:
    try:
        found = CheckpointFile(Path(path)).latest()
    except StoreError:  # a verification that starts from it reports the error
        return None
    return None if found is None else CheckpointShown(found.content.position, found.content.at, found.key)


def _shown(one: RecordProposed) -> KeyProposal:
    assert isinstance(one.what, ReplaceKey), "nothing else is proposed while the house is open"
    return KeyProposal(one.number, one.what.key, one.actor, one.what.reason)
