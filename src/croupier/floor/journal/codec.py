"""Commands, events and states as text, and texts of earlier forms brought up to today's."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from croupier.floor.jackpots.links import LinkCommand, LinkEvent, LinkState
from croupier.floor.journal.records import SCHEMA, Posting
from croupier.floor.money.cage import CageCommand, CageEvent, CageState
from croupier.floor.people.house import HouseState, HouseStreamCommand, HouseStreamEvent
from croupier.floor.tables.table import BankedEvent, FloorEvent, PokerEvent, TableCommand, TableState

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: Final[dict[tuple[int, str], Upcaster]] = {}
"""By form and tag: what makes a command or event of that form one of the next."""

_ENCODER: Final = msgspec.json.Encoder()
_COMMANDS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "table": msgspec.json.Decoder(TableCommand),
    "link": msgspec.json.Decoder(LinkCommand),
    "cage": msgspec.json.Decoder(CageCommand),
    "house": msgspec.json.Decoder(HouseStreamCommand),
}
_EVENTS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "banked": msgspec.json.Decoder(tuple[BankedEvent, ...]),
    "poker": msgspec.json.Decoder(tuple[PokerEvent, ...]),
    "table": msgspec.json.Decoder(tuple[FloorEvent, ...]),
    "link": msgspec.json.Decoder(tuple[LinkEvent, ...]),
    "cage": msgspec.json.Decoder(tuple[CageEvent, ...]),
    "house": msgspec.json.Decoder(tuple[HouseStreamEvent, ...]),
}
_STATES: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "table": msgspec.json.Decoder(TableState),
    "link": msgspec.json.Decoder(LinkState),
    "cage": msgspec.json.Decoder(CageState),
    "house": msgspec.json.Decoder(HouseState),
}
_POSTINGS: Final = msgspec.json.Decoder(tuple[Posting, ...])


def kind_of(stream: str) -> str:
    """``table`` of ``table:7``."""
    return stream.partition(":")[0]


def write(value: Any) -> str:
    """A command, events or postings as text."""
    return _ENCODER.encode(value).decode()


def write_state(state: Any) -> bytes:
    """A state for a snapshot."""
    return _ENCODER.encode(state)


def read_command(stream: str, schema: int, text: str) -> Any:
    """A command of a stream."""
    return _COMMANDS[kind_of(stream)].decode(_upcast_one(schema, text))


def read_events(kind: str, schema: int, text: str) -> tuple[Any, ...]:
    """Events of a stream; ``kind`` tells the two kinds of tables apart."""
    events: tuple[Any, ...] = _EVENTS[kind].decode(_upcast_all(schema, text))
    return events


def read_state(stream: str, data: bytes) -> Any:
    """A state from a snapshot."""
    return _STATES[kind_of(stream)].decode(data)


def read_postings(text: str) -> tuple[Posting, ...]:
    """Movements of money."""
    return _POSTINGS.decode(text)


def _upcast_one(schema: int, text: str) -> bytes | str:
    return text if schema == SCHEMA else _ENCODER.encode(_raised(schema, msgspec.json.decode(text)))


def _upcast_all(schema: int, text: str) -> bytes | str:
    if schema == SCHEMA:
        return text
    values: Sequence[dict[str, Any]] = msgspec.json.decode(text)
    return _ENCODER.encode([_raised(schema, value) for value in values])


def _raised(schema: int, value: dict[str, Any]) -> dict[str, Any]:
    """A value through every form between its own and today's."""
    for form in range(schema, SCHEMA):
        upcaster = UPCASTERS.get((form, value.get("type", "")))
        if upcaster is not None:
            value = upcaster(value)
    return value
