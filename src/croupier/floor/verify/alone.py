"""Acts outside a round that one person did alone in an earlier revision, and that need more people today.

Acts within a round are restated with the round (:mod:`croupier.floor.verify.restating`). The acts here moved money, or
hid that it was missing, without a decision on a round: at the cage, and at a table's tray.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from croupier.floor.deciding.cashiering import BY_AMOUNT
from croupier.floor.running.loading import decided
from croupier.floor.values.cage import CashBooked
from croupier.floor.values.entries import Entry
from croupier.floor.values.tray import AbandonCount
from croupier.floor.verify.replay import Replayed
from croupier.money import Cents
from croupier.play.refusal import Refusal
from croupier.rulebooks.revisions import REVISION

_SLIP: Final = "slip"


class Alone(Struct, frozen=True):
    """An act that one person did alone."""

    stream: str
    version: int
    at: int
    by: str
    role: str
    act: str
    cents: Cents
    """The money that the act took out, or left out of a count."""
    needs: str
    """The sentence that says what the floor requires today."""


def alone(entry: Entry, done: Replayed) -> Iterator[Alone]:
    """Yield the acts of an entry of an earlier revision that one person did alone and that need more people today."""
    if entry.schema == REVISION or done.played is None:
        return
    for event in done.played.events:
        if isinstance(event, CashBooked) and event.kind == _SLIP and event.claim is UNSET and not event.second:
            yield _act(entry, f"award slip by amount at {event.table}", -event.cents, BY_AMOUNT.sentence)
    if isinstance(done.command, AbandonCount) and done.otherwise and done.role is not None:
        before = done.played.before
        count = before.info.tray.count
        answer = decided(entry.stream, before, entry.actor, done.role, done.command, entry.at)
        if isinstance(answer, Refusal) and count is not None and count.difference:
            yield _act(entry, "count broken off once its books were shown", -count.difference, answer.sentence)


def _act(entry: Entry, act: str, cents: Cents, needs: str) -> Alone:
    return Alone(entry.stream, entry.version, entry.at, entry.actor, entry.role, act, cents, needs)
