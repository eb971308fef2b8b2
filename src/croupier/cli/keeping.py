"""``croupier anchor``, ``accept`` and ``key``: what is done about the record itself, while the house is closed."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine

from croupier.cli.output import write_json
from croupier.cli.problems import OK
from croupier.floor.chance.entropy import SystemEntropy
from croupier.floor.chance.sealing import KeyFile, KeyFileError
from croupier.floor.journal.anchors import Anchor, AnchorError, AnchorFile, parted
from croupier.floor.journal.database import is_begun
from croupier.floor.journal.signing import Signer
from croupier.floor.journal.store import StoreError, open_engine
from croupier.floor.opening import Opened, kept_at, key_file, last_two, open_house
from croupier.floor.ports import SystemClock, SystemStopwatch
from croupier.floor.record import (
    STREAM,
    AcceptCopy,
    CountersignRecord,
    ProposeRecord,
    RecordTwoSigned,
    RejectRecord,
    ReplaceKey,
)
from croupier.floor.requests import Request
from croupier.floor.running import Floor
from croupier.notation.problem import InputError
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role

SIGNERS = 2


def print_anchor(db: str, anchor: str, *, json: bool) -> int:
    """How far the journal has come, as a line to be kept elsewhere, on paper if need be."""
    with _opened(db, anchor) as (floor, _):
        found = floor.anchored()
    write_json(found) if json else sys.stdout.write(f"{found}\n")
    return OK


def accept(db: str, anchor: str, by: list[str], reason: str, *, json: bool) -> int:
    """Two people sign that the journal goes on, although its anchors have seen another."""
    _two(by)
    with _opened(db, anchor, accepting=True) as (floor, opened):
        anchors = opened.anchors
        assert anchors is not None, "only a file has anchors"
        seen = _contradicting(floor, anchors)
        what = AcceptCopy(floor.position, seen.position if seen else 0, seen.head if seen else "", reason)
        _signed(floor, what, by)
        if seen is None and anchors.exists():
            anchors.path.rename(anchors.path.with_name(f"{anchors.path.name}.unreadable"))
        floor.anchors = anchors
        floor.anchor()
        anchors.replace_last(floor.anchored())
        position = floor.position
    if json:
        write_json({"accepted": what, "by": by, "position": position})
    else:
        sys.stdout.write(f"{by[0]} and {by[1]} have signed: the journal goes on from entry {what.reached}\n")
    return OK


def replace_key(db: str, anchor: str, by: list[str], reason: str, *, lost: bool, json: bool) -> int:
    """Two people sign for another key; the old one is kept under another name, unless it is lost."""
    _two(by)
    path = key_file(kept_at(_begun(db)))
    if lost and os.path.lexists(path):
        raise InputError(f"the key file {path} is there: it is not lost (use --replace)")
    try:
        new = KeyFile(path if lost else path.with_name(f"{path.name}.new"))
        public = Signer(new.read_or_create(SystemEntropy())).public
        with _opened(db, anchor, lost=lost) as (floor, opened):
            old = opened.keys.current.id.hex()
            _signed(floor, ReplaceKey(public, lost, reason), by)
            if lost:
                floor.anchor()
        if not lost:
            path.rename(path.with_name(f"{path.name}.{old}"))
            new.path.rename(path)
            with _opened(db, anchor) as (floor, _):
                floor.anchor()
    except (KeyFileError, OSError) as wrong:
        raise InputError(str(wrong)) from None
    write_json({"key": public, "lost": lost, "by": by}) if json else sys.stdout.write(f"the House's key is {public}\n")
    return OK


def _two(by: list[str]) -> None:
    if len(by) != SIGNERS or by[0] == by[1] or not all(map(is_name, by)):
        raise InputError("--by: name the two different people who sign, once each")


def _begun(db: str) -> Engine:
    """A database in which a house was begun: a mistyped name makes none."""
    try:
        engine = open_engine(db)
        begun = is_begun(engine)
        engine.dispose()
    except StoreError as wrong:
        raise InputError(str(wrong)) from None
    if begun:
        return engine
    raise InputError(f"there is no database {(engine.url.database or '')[:200]!r}")


@contextmanager
def _opened(db: str, anchor: str, *, accepting: bool = False, lost: bool = False) -> Iterator[tuple[Floor, Opened]]:
    """The floor while its house is closed: nobody else has it meanwhile."""
    engine, entropy = _begun(db), SystemEntropy()
    try:
        opened = open_house(engine, entropy, anchor, accepting=accepting, lost=lost)
        try:
            floor = Floor(
                opened.store,
                clock=SystemClock(),
                stopwatch=SystemStopwatch(),
                entropy=entropy,
                keys=opened.keys,
                anchors=None if accepting else opened.anchors,  # what they saw stays until both have signed
            )
            yield floor, opened
        finally:
            opened.store.close()
    except (StoreError, KeyFileError) as wrong:
        raise InputError(str(wrong)) from None


def _contradicting(floor: Floor, anchors: AnchorFile) -> Anchor | None:
    """The last anchor that has seen another journal; None if there are none, or they cannot be read."""
    try:
        seen = anchors.read() if anchors.exists() else []
    except AnchorError:
        return None
    if not seen:
        return None
    with floor.store.reading() as reading:
        found = [one for one in last_two(seen) if parted(reading, one)]
    if not found:
        raise InputError("the anchors know this journal: there is nothing to accept")
    lines = [one for one in found if one in anchors.lines()]
    return (lines or found)[-1]


def _signed(floor: Floor, what: RecordTwoSigned, by: list[str]) -> None:
    """Both signatures; nothing waits for a second one if it is refused."""

    def ask(name: str, command: ProposeRecord | CountersignRecord | RejectRecord) -> Refusal | None:
        reply = floor.submit(Request(STREAM, name, Role.SHIFT_MANAGER, command))[0]
        return reply if isinstance(reply, Refusal) else None

    refused = ask(by[0], ProposeRecord(what))
    if refused is None:
        number = floor.streams[STREAM].state.proposed
        refused = ask(by[1], CountersignRecord(number))
        if refused is not None:
            ask(by[0], RejectRecord(number, "The second signature was refused"))
    if refused is not None:
        raise InputError(refused.sentence)
