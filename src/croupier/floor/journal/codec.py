"""Commands, events and states as text, and texts of earlier revisions brought to today's form.

A field that has been added since gets its default, or its value from an upcaster below. States are not upcast: a stream
is replayed from its events (:func:`croupier.floor.journal.streams.load`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import GenericAlias
from typing import Any, Final

import msgspec

from croupier.floor.journal.records import Posting
from croupier.floor.vocabularies import VOCABULARIES
from croupier.rulebooks.revisions import REVISION

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _each_hand_dealt(claims: dict[str, Any]) -> dict[str, Any]:
    """One moment was recorded for all hands of the round: that of its first card."""
    return {**claims, "dealt": [claims["dealt"]] * len(claims["boxes"])}


UPCASTERS: Final[dict[tuple[int, str], Upcaster]] = {
    (1, "ClaimsOpened"): _each_hand_dealt,
}
"""By revision and tag: what makes a command or event of that revision one of the next."""


def _decoder(union: object) -> msgspec.json.Decoder[Any]:
    """Return the reader of a union's texts."""
    return msgspec.json.Decoder(union)


_ENCODER: Final = msgspec.json.Encoder()
_COMMANDS: Final = {kind: _decoder(words.command) for kind, words in VOCABULARIES.items()}
_EVENTS: Final = {
    dialect: _decoder(GenericAlias(tuple, (event, ...)))
    for kind, words in VOCABULARIES.items()
    for dialect, event in {kind: words.event, **words.dialects}.items()
}
"""By kind of stream, or of state where the events of a kind differ."""
_STATES: Final = {kind: _decoder(words.state) for kind, words in VOCABULARIES.items()}
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
