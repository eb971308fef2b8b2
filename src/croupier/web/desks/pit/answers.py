"""What became of proposals: whoever signed first is told how the second answered, and why."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import or_, select

from croupier.floor.jackpots.links import TermsCountersigned, TermsProposed, TermsRejected
from croupier.floor.journal import codec
from croupier.floor.journal.records import Entry
from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.journal.streams import events_kind
from croupier.floor.people.house import ChangeCountersigned, ChangeProposed, ChangeRejected
from croupier.floor.tables.table import Countersigned, Proposed, Rejected

_WRITTEN: Final = ('Rejected","number":', 'ountersigned","number":')
"""How the journal writes that a proposal was answered."""


ANSWERS: Final = (Rejected, Countersigned, ChangeRejected, ChangeCountersigned, TermsRejected, TermsCountersigned)
"""The events that answer a proposal."""


class Answered(Struct, frozen=True):
    """A proposal that waits no longer."""

    stream: str
    number: int
    what: str
    """The name of the command that was proposed; ``Terms`` for a jackpot's."""
    proposer: str
    by: str
    role: str
    at: int
    signed: bool
    reason: str
    """Why it was turned down."""


def answers_in(reading: Reading, state: Any, entry: Entry, events: Iterable[Any]) -> Iterator[Answered]:
    """The answers that the events of an entry give, each with its proposal from earlier in the stream."""
    for event in events:
        match event:
            case Rejected() | ChangeRejected() | TermsRejected():
                reason = event.reason
            case Countersigned() | ChangeCountersigned() | TermsCountersigned():
                reason = ""
            case _:
                continue
        first = _proposal(reading, state, entry.stream, event.number)
        what = "Terms" if isinstance(first, TermsProposed) else type(first.what).__name__
        signed = not isinstance(event, Rejected | ChangeRejected | TermsRejected)
        yield Answered(entry.stream, event.number, what, first.actor, entry.actor, entry.role, entry.at, signed, reason)


def answers_since(reading: Reading, stream: str, state: Any, at: int) -> Iterator[Answered]:
    """Those of a stream from a moment on, oldest first."""
    written = or_(*(journal.c.events.contains(words) for words in _WRITTEN))
    asked = select(journal.c.version).where(journal.c.stream == stream, journal.c.at >= at, written)
    for version in sorted(reading.connection.execute(asked).scalars()):
        entry = next(reading.entries(stream, version - 1))
        yield from answers_in(reading, state, entry, _events(state, entry))


def _events(state: Any, entry: Entry) -> tuple[Any, ...]:
    return codec.read_events(events_kind(state, entry), entry.schema, entry.events)


def _proposal(reading: Reading, state: Any, stream: str, number: int) -> Proposed | ChangeProposed | TermsProposed:
    told = f'Proposed","number":{number},'
    asked = select(journal.c.version).where(journal.c.stream == stream, journal.c.events.contains(told))
    entry = next(reading.entries(stream, reading.connection.execute(asked).scalar_one() - 1))
    return next(
        event
        for event in _events(state, entry)
        if isinstance(event, Proposed | ChangeProposed | TermsProposed) and event.number == number
    )
