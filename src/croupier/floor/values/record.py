"""The commands, events and state of two people's signatures about the record: to accept a copy, or to replace the key.

Both are given while the house is closed, by a command that names both people. No document regulates it: it is the
House's rule. An acceptance stays on record, and ``verify`` says what it rests on.
"""

from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.values import signatures
from croupier.floor.values.vocabulary import Vocabulary
from croupier.play.refusal import Refusal
from croupier.rules.terms import Role

STREAM: Final = "record"

# ---- What two people sign -------------------------------------------------------------------------------------------


class AcceptCopy(Struct, frozen=True, tag=True):
    """The journal goes on although an anchor has seen another or a longer one: the missing entries are given up."""

    reached: int
    """The journal's last entry when it was accepted."""
    anchored: int
    """The entry that the anchor had seen; 0 if the anchors were lost."""
    head: str
    reason: str


class ReplaceKey(Struct, frozen=True, tag=True):
    """The House signs and seals with another key from now on."""

    key: str
    """The new public key."""
    lost: bool
    """True if the old key is gone, so that it could not sign for the new."""
    reason: str


RecordTwoSigned = AcceptCopy | ReplaceKey

# ---- Commands -------------------------------------------------------------------------------------------------------


class ProposeRecord(Struct, frozen=True, tag=True):
    """The first of two signatures."""

    what: RecordTwoSigned


class CountersignRecord(Struct, frozen=True, tag=True):
    """A second signature under a proposal about the record."""

    number: int


class RejectRecord(Struct, frozen=True, tag=True):
    """A person turns a proposal down: the proposed act is not carried out."""

    number: int
    reason: str


RecordCommand = ProposeRecord | CountersignRecord | RejectRecord

# ---- Events ---------------------------------------------------------------------------------------------------------


class RecordProposed(Struct, frozen=True, tag=True):
    """An act on the record waits for its second signature."""

    number: int
    what: RecordTwoSigned
    actor: str
    role: str


class RecordCountersigned(Struct, frozen=True, tag=True):
    """Two people have signed for an act on the record."""

    number: int
    what: RecordTwoSigned
    first: str
    second: str


class RecordRejected(Struct, frozen=True, tag=True):
    """A proposal was rejected."""

    number: int
    reason: str


RecordEvent = RecordProposed | RecordCountersigned | RecordRejected

# ---- State ----------------------------------------------------------------------------------------------------------


class RecordState(Struct, frozen=True):
    """The signatures about the record up to now."""

    signed: tuple[RecordCountersigned, ...] = ()
    proposals: tuple[RecordProposed, ...] = ()
    proposed: int = 0

    def accepted(self, anchored: int, head: str) -> bool:
        """Return whether two people have accepted the loss of what an anchor had seen."""
        whats = (one.what for one in self.signed)
        return any(isinstance(one, AcceptCopy) and (one.anchored, one.head) == (anchored, head) for one in whats)

    def key(self) -> ReplaceKey | None:
        """Return the last key that was signed for, or None."""
        return next((one.what for one in reversed(self.signed) if isinstance(one.what, ReplaceKey)), None)


RECORD: Final[Vocabulary[RecordState, RecordCommand, RecordEvent]] = Vocabulary(
    STREAM, RecordState, RecordCommand, RecordEvent
)


def decide_record(
    _name: str, state: RecordState | None, actor: str, role: Role, command: RecordCommand, _at: int
) -> tuple[RecordEvent, ...] | Refusal:
    """Return the events of a command about the record, or its refusal."""
    record = state or RecordState()
    match command:
        case ProposeRecord(what=what):
            return signatures.wrong_reason(what.reason) or (
                RecordProposed(record.proposed + 1, what, actor, role.value),
            )
        case CountersignRecord():
            first = signatures.second(record.proposals, command.number, actor)
            if isinstance(first, Refusal):
                return first
            return (RecordCountersigned(first.number, first.what, first.actor, actor),)
        case RejectRecord():
            refused = signatures.turned_down(record.proposals, command.number, command.reason)
            return refused or (RecordRejected(command.number, command.reason),)
        case _:
            assert_never(command)


def evolve_record(state: RecordState | None, event: RecordEvent, _at: int) -> RecordState:
    """Return the signatures after an event."""
    record = state or RecordState()
    match event:
        case RecordProposed():
            return replace(record, proposals=(*record.proposals, event), proposed=event.number)
        case RecordCountersigned():
            left = signatures.without(record.proposals, event.number)
            return replace(record, proposals=left, signed=(*record.signed, event))
        case RecordRejected():
            return replace(record, proposals=signatures.without(record.proposals, event.number))
        case _:
            assert_never(event)
