"""The text form of commands, events and states, and upcasters for texts of earlier revisions.

A field that was added later gets its default, or its value from an upcaster below. States are not upcast: a stream is
replayed from its events (:func:`croupier.floor.running.loading.load`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import GenericAlias
from typing import Any, Final

import msgspec

from croupier.floor.values.entries import Posting
from croupier.floor.values.vocabularies import VOCABULARIES
from croupier.rulebooks.revisions import REVISION

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _each_hand_dealt(claims: dict[str, Any]) -> dict[str, Any]:
    """Give each hand the moment of the round's first card: revision 1 recorded one moment for all hands."""
    return {**claims, "dealt": [claims["dealt"]] * len(claims["boxes"])}


UPCASTERS: Final[dict[tuple[int, str], Upcaster]] = {
    (1, "ClaimsOpened"): _each_hand_dealt,
}
"""The function that upcasts a command or event to the next revision, by its revision and tag."""


def _decoder(union: object) -> msgspec.json.Decoder[Any]:
    """Return the decoder for the texts of a union."""
    return msgspec.json.Decoder(union)


_ENCODER: Final = msgspec.json.Encoder()
_COMMANDS: Final = {kind: _decoder(words.command) for kind, words in VOCABULARIES.items()}
_EVENTS: Final = {
    dialect: _decoder(GenericAlias(tuple, (event, ...)))
    for kind, words in VOCABULARIES.items()
    for dialect, event in {kind: words.event, **words.dialects}.items()
}
"""The decoders of events, by the kind of stream, or by the kind of state where its events differ."""
_STATES: Final = {kind: _decoder(words.state) for kind, words in VOCABULARIES.items()}
_POSTINGS: Final = msgspec.json.Decoder(tuple[Posting, ...])


@lru_cache(maxsize=4096)
def kind_of(stream: str) -> str:
    """Return the kind of a stream, such as ``table`` for ``table:7``."""
    return stream.partition(":")[0]


def write(value: Any) -> str:
    """Encode a command, events or postings as text."""
    return _ENCODER.encode(value).decode()


def write_state(state: Any) -> bytes:
    """Encode a state for a snapshot."""
    return _ENCODER.encode(state)


def read_command(stream: str, revision: int, text: str) -> Any:
    """Decode a command of a stream, upcast from its revision."""
    return _COMMANDS[kind_of(stream)].decode(_upcast_one(revision, text))


def read_events(kind: str, revision: int, text: str) -> tuple[Any, ...]:
    """Decode events, upcast from their revision; ``kind`` is the stream's, or the kind of table."""
    events: tuple[Any, ...] = _EVENTS[kind].decode(_upcast_all(revision, text))
    return events


def read_state(stream: str, data: bytes) -> Any:
    """Decode a state from a snapshot."""
    return _STATES[kind_of(stream)].decode(data)


def read_postings(text: str) -> tuple[Posting, ...]:
    """Decode movements of money."""
    return _POSTINGS.decode(text)


def _upcast_one(revision: int, text: str) -> bytes | str:
    return text if revision == REVISION else _ENCODER.encode(_raised(revision, msgspec.json.decode(text)))


def _upcast_all(revision: int, text: str) -> bytes | str:
    if revision == REVISION:
        return text
    values: Sequence[dict[str, Any]] = msgspec.json.decode(text)
    return _ENCODER.encode([_raised(revision, value) for value in values])


def _raised(revision: int, value: dict[str, Any]) -> dict[str, Any]:
    """Apply every upcaster from a value's revision to today's."""
    for form in range(revision, REVISION):
        upcaster = UPCASTERS.get((form, value.get("type", "")))
        if upcaster is not None:
            value = upcaster(value)
    return value
