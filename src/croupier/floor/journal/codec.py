"""Commands, events and states as text, and texts of earlier revisions brought to today's form.

A field that has been added since gets its default, or its value from an upcaster below. States are not upcast: a stream
is replayed from its events (:func:`croupier.floor.journal.streams.load`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from croupier.floor.clock import ClockCommand, ClockEvent, ClockState
from croupier.floor.jackpots.links import LinkCommand, LinkEvent, LinkState
from croupier.floor.journal.records import Posting
from croupier.floor.money.cage import CageCommand, CageEvent, CageState
from croupier.floor.people.door import DoorCommand, DoorEvent, DoorState
from croupier.floor.people.house import HouseState, HouseStreamCommand, HouseStreamEvent
from croupier.floor.people.waiting import DeskCommand, DeskEvent, DeskState
from croupier.floor.record import RecordCommand, RecordEvent, RecordState
from croupier.floor.tables.kinds import TableState
from croupier.floor.tables.table import BankedTableEvent, FloorEvent, RoomTableEvent, TableCommand
from croupier.rulebooks.revisions import REVISION

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _each_hand_dealt(claims: dict[str, Any]) -> dict[str, Any]:
    """One moment was recorded for all hands of the round: that of its first card."""
    return {**claims, "dealt": [claims["dealt"]] * len(claims["boxes"])}


UPCASTERS: Final[dict[tuple[int, str], Upcaster]] = {
    (1, "ClaimsOpened"): _each_hand_dealt,
}
"""By revision and tag: what makes a command or event of that revision one of the next."""

_ENCODER: Final = msgspec.json.Encoder()
_COMMANDS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "table": msgspec.json.Decoder(TableCommand),
    "link": msgspec.json.Decoder(LinkCommand),
    "cage": msgspec.json.Decoder(CageCommand),
    "house": msgspec.json.Decoder(HouseStreamCommand),
    "door": msgspec.json.Decoder(DoorCommand),
    "desk": msgspec.json.Decoder(DeskCommand),
    "clock": msgspec.json.Decoder(ClockCommand),
    "record": msgspec.json.Decoder(RecordCommand),
}
_EVENTS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "banked": msgspec.json.Decoder(tuple[BankedTableEvent, ...]),
    "room": msgspec.json.Decoder(tuple[RoomTableEvent, ...]),
    "table": msgspec.json.Decoder(tuple[FloorEvent, ...]),
    "link": msgspec.json.Decoder(tuple[LinkEvent, ...]),
    "cage": msgspec.json.Decoder(tuple[CageEvent, ...]),
    "house": msgspec.json.Decoder(tuple[HouseStreamEvent, ...]),
    "door": msgspec.json.Decoder(tuple[DoorEvent, ...]),
    "desk": msgspec.json.Decoder(tuple[DeskEvent, ...]),
    "clock": msgspec.json.Decoder(tuple[ClockEvent, ...]),
    "record": msgspec.json.Decoder(tuple[RecordEvent, ...]),
}
_STATES: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "table": msgspec.json.Decoder(TableState),
    "link": msgspec.json.Decoder(LinkState),
    "cage": msgspec.json.Decoder(CageState),
    "house": msgspec.json.Decoder(HouseState),
    "door": msgspec.json.Decoder(DoorState),
    "desk": msgspec.json.Decoder(DeskState),
    "clock": msgspec.json.Decoder(ClockState),
    "record": msgspec.json.Decoder(RecordState),
}
_POSTINGS: Final = msgspec.json.Decoder(tuple[Posting, ...])


@lru_cache(maxsize=4096)
def kind_of(stream: str) -> str:
    """``table`` of ``table:7``."""
    return stream.partition(":")[0]


def write(value: Any) -> str:
    """A command, events or postings as text."""
    return _ENCODER.encode(value).decode()


def write_state(state: Any) -> bytes:
    """A state for a snapshot."""
    return _ENCODER.encode(state)


def read_command(stream: str, revision: int, text: str) -> Any:
    """A command of a stream."""
    return _COMMANDS[kind_of(stream)].decode(_upcast_one(revision, text))


def read_events(kind: str, revision: int, text: str) -> tuple[Any, ...]:
    """Events of a stream; ``kind`` tells the two kinds of tables apart."""
    events: tuple[Any, ...] = _EVENTS[kind].decode(_upcast_all(revision, text))
    return events


def read_state(stream: str, data: bytes) -> Any:
    """A state from a snapshot."""
    return _STATES[kind_of(stream)].decode(data)


def read_postings(text: str) -> tuple[Posting, ...]:
    """Movements of money."""
    return _POSTINGS.decode(text)


def _upcast_one(revision: int, text: str) -> bytes | str:
    return text if revision == REVISION else _ENCODER.encode(_raised(revision, msgspec.json.decode(text)))


def _upcast_all(revision: int, text: str) -> bytes | str:
    if revision == REVISION:
        return text
    values: Sequence[dict[str, Any]] = msgspec.json.decode(text)
    return _ENCODER.encode([_raised(revision, value) for value in values])


def _raised(revision: int, value: dict[str, Any]) -> dict[str, Any]:
    """A value through every form between its own and today's."""
    for form in range(revision, REVISION):
        upcaster = UPCASTERS.get((form, value.get("type", "")))
        if upcaster is not None:
            value = upcaster(value)
    return value
