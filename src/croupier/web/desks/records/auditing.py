"""The record, page by page from its end: rounds, commands, events, rulings.

A round in play is not shown, because some of its cards are still hidden. A table's part of the record ends with its
last finished round; the prepared shoe appears in the journal only as a commitment.

A page begins where the page before it ended. A search goes back in pieces, stops after a time limit, and reports how
far it has come, so that the caller can continue from there.
"""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Row, Select, func, or_, select

from croupier.cards import UNKNOWN, Card, format_card
from croupier.floor.journal.schema import has, journal
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.values.door import STREAM as DOOR
from croupier.floor.values.entries import Entry
from croupier.rules.document import Cite
from croupier.rules.terms import Role
from croupier.web.desks.records.history import marker

PATIENCE: Final = 0.4
"""The time limit of one page of a search, in seconds."""
_PIECE: Final = 2_000
"""The number of entries that are searched at once."""
RULINGS: Final = ("IrregularityRuled", "DecisionPending", "DecisionTaken", "RoundVoided")
_CARDS: Final = frozenset({"cards", "community", "burnt"})


class Asked(Struct, frozen=True):
    """The filters of a search."""

    stream: str = ""
    """The stream, such as ``table:stud-1``; empty for all."""
    player: str = ""
    since: int | None = None
    until: int | None = None
    cite: Cite = ""
    before: int | None = None
    """The place where the page before this one ended."""
    limit: int = 50
    employee: str = ""
    """The member of staff who acted, or was refused."""


class Found(Struct):
    """A page that is being filled with rows."""

    rows: list[Any]
    next: int | None = None
    until: int | None = None


class Line(Struct, frozen=True):
    """An entry of the journal with its position."""

    position: int
    stream: str
    version: int
    at: int
    actor: str
    role: str
    command: str
    events: str
    hash: str
    schema: int
    sealed: str


def line_of(reading: Reading, row: Row[Any]) -> Line:
    """Return an entry with its sealed cards opened; only entries of finished rounds are read."""
    line = Line(*tuple(row))
    if not line.sealed:
        return line
    who = (line.actor, line.role, "")
    texts = (line.command, line.events, "", "")
    entry = Entry(line.stream, line.version, line.at, *who, line.schema, *texts, line.hash, line.sealed)
    opened = reading.opened(entry)
    return replace(line, command=opened.command, events=opened.events)


LINE: Final = [getattr(journal.c, name) for name in Line.__struct_fields__]


# ---- The readable part of the record --------------------------------------------------------------------------------


def readable(floor: Floor) -> dict[str, int | None]:
    """Return by stream the last version whose entry may be read now; None if that has to be looked up.

    The caller asks before it reads the journal: a round that opens in between is beyond the readable part.
    """
    ends: dict[str, int | None] = {}
    for stream, kept in [*floor.streams.items()]:
        ends[stream] = kept.version
        if stream.startswith("table:") and kept.state.running:
            begun = floor.begun.get(stream, {}).get(kept.state.engine.rounds)
            ends[stream] = None if begun is None else begun.version
    return ends


def looked_up(reading: Reading, ends: Mapping[str, int | None]) -> dict[str, int]:
    """Return the last readable versions with the missing ones looked up.

    Those are missing where a round in play began before the floor was opened.
    """
    return {stream: _before_round(reading, stream) if end is None else end for stream, end in ends.items()}


def _before_round(reading: Reading, stream: str) -> int:
    asked = (
        select(journal.c.version)
        .where(journal.c.stream == stream, has(journal.c.events, marker("RoundOpened")))
        .order_by(journal.c.version.desc())
        .limit(1)
    )
    opened = reading.connection.execute(asked).scalar()
    return 0 if opened is None else opened - 1


# ---- Going back -----------------------------------------------------------------------------------------------------


class Walk:
    """A walk back through the journal: along one stream by its versions, or along all by their positions."""

    def __init__(self, reading: Reading, ends: Mapping[str, int], asked: Asked, *, named: bool = False) -> None:
        self.reading, self.ends, self.asked = reading, ends, asked
        self.named = named
        """True if an event by another person counts for an employee whom it names."""
        self.along = journal.c.version if asked.stream else journal.c.position
        self.scope = [journal.c.stream == asked.stream] if asked.stream else []
        last = reading.connection.execute(select(func.max(self.along)).where(*self.scope)).scalar() or 0
        first, final, times = 1, last, _Times(self, last)
        if asked.since is not None:
            first = bisect_left(times, asked.since) + 1
        if asked.until is not None:
            final = bisect_right(times, asked.until)
        self.lowest = first
        self.highest = final if asked.before is None else min(final, asked.before - 1)
        self.reached = self.highest + 1
        """The place from which on all entries have been searched."""

    def lines(self, markers: tuple[str, ...] = ()) -> Iterator[Line]:
        """Yield the entries that may match, latest first, in pieces, until the time limit."""
        until = time.monotonic() + PATIENCE
        while self.reached > self.lowest and time.monotonic() < until:
            low = max(self.lowest, self.reached - _PIECE)
            asked = self._chosen(markers).where(self.along >= low, self.along < self.reached)
            for row in self.reading.connection.execute(asked.order_by(self.along.desc())):
                line = line_of(self.reading, row)
                self.reached = line.version if self.asked.stream else line.position
                if line.version <= self.ends.get(line.stream, 0):
                    yield line
            self.reached = low

    def _chosen(self, markers: tuple[str, ...]) -> Select[Any]:
        asked = select(*LINE).where(*self.scope)
        if markers:
            asked = asked.where(or_(*(has(journal.c.events, marker(one)) for one in markers)))
        if self.asked.cite:
            asked = asked.where(has(journal.c.events, quoted(self.asked.cite)))
        if self.asked.employee:
            theirs = (journal.c.actor == self.asked.employee) & (journal.c.role != Role.PLAYER.value)
            noted = has(journal.c.events, quoted(self.asked.employee))
            asked = asked.where(or_(theirs, noted if self.named else (journal.c.stream == DOOR) & noted))
        if self.asked.player:
            texts = (journal.c.command, journal.c.events)
            named = (has(text, quoted(self.asked.player)) for text in texts)
            wallet = has(journal.c.postings, quoted(f"wallet:{self.asked.player}"))
            asked = asked.where(or_(journal.c.actor == self.asked.player, wallet, *named))
        return asked

    def time_at(self, place: int) -> int:
        """Return the time of the entry at a place; if it is missing, that of the entry before it."""
        asked = select(journal.c.at).where(*self.scope, self.along <= place).order_by(self.along.desc()).limit(1)
        return self.reading.connection.execute(asked).scalar() or 0


class _Times:
    """The times of a walk's entries as a list, which is sorted because time never goes back in a journal."""

    def __init__(self, walk: Walk, last: int) -> None:
        self.walk, self.last = walk, last

    def __getitem__(self, at: int) -> int:
        return self.walk.time_at(at + 1)

    def __len__(self) -> int:
        return self.last


def ended(found: Found, walk: Walk) -> None:
    """Set the place and time at which the next page begins, unless the walk has reached its end."""
    if walk.reached > walk.lowest:
        found.next = walk.reached
        found.until = walk.time_at(walk.reached)


# ---- Entries as they are shown --------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """Return a text as it appears in JSON."""
    return msgspec.json.encode(text).decode()


def content_of(value: Any, key: str = "") -> Any:
    """Return a command or event with its cards in notation."""
    if isinstance(value, dict):
        if value.get("type") == "CardCorrected":
            value = {**value, **{name: _face(value[name]) for name in ("before", "after")}}
        return {name: content_of(one, name) for name, one in value.items() if name != "type"}
    if isinstance(value, list):
        if key in _CARDS and all(type(one) is int for one in value):
            return [_face(one) for one in value]
        if key in {"piles", "before", "after"}:
            return [[pile[0], [_face(one) for one in pile[1]]] if _is_pile(pile) else pile for pile in value]
        return [content_of(one) for one in value]
    return _face(value) if key == "card" and type(value) is int else value


def _is_pile(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[1], list)


def _face(card: Any) -> Any:
    return format_card(Card(card)) if type(card) is int and 0 <= card <= UNKNOWN else card


def events_of(line: Line) -> list[dict[str, Any]]:
    """Return an entry's events as plain dictionaries."""
    events: list[dict[str, Any]] = msgspec.json.decode(line.events)
    return events


def named_in(event: Mapping[str, Any], player: str) -> bool:
    """Return whether an event names a person."""
    return quoted(player) in msgspec.json.encode(event).decode()
