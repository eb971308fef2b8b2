"""The replay of a past round from the journal: every event with the table after it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from croupier.floor.deciding.tables import step
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import StreamState, events_of
from croupier.floor.values.entries import Entry
from croupier.floor.values.table_kinds import TableState
from croupier.play.banked.events import RoundOpened
from croupier.play.room import events as room_events


class Moment(Struct, frozen=True):
    """An event, its entry, and the table after it."""

    entry: Entry
    event: Any
    state: TableState
    opened: bool
    """True once the round has begun; a shoe is prepared before."""


def moments(
    floor: Floor, reading: Reading, stream: str, number: int, begun: StreamState | None = None
) -> Iterator[Moment]:
    """Yield the moments from before a round to the beginning of the next.

    The last few rounds need no long replay, nor does one whose starting state, or that of an earlier one, was kept.
    """
    begun = floor.begun.get(stream, {}).get(number) or begun
    state, after = (None, 0) if begun is None else (begun.state, begun.version)
    opened = False
    for entry in reading.entries(stream, after):
        for event in events_of(state, entry):
            if isinstance(event, RoundOpened | room_events.RoundOpened):
                if event.number > number:
                    return
                opened = event.number == number
            state = step(state, event, entry.at, entry.entered)[0]
            yield Moment(entry, event, state, opened)
