"""The record, page by page from its end: rounds, commands, events, rulings.

A round in play is not shown here, because it has cards that nobody may see yet. What is shown of a table ends with its
last finished round; the prepared shoe appears in the journal only as a commitment.

A page begins where the one before it ended. A search goes back a piece at a time and stops after a while, saying how
far it has come: the caller can continue from there.
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
from croupier.floor.journal.records import Entry
from croupier.floor.journal.schema import has, journal
from croupier.floor.journal.store import Reading
from croupier.floor.people.door import STREAM as DOOR
from croupier.floor.running import Floor
from croupier.rules.document import Cite
from croupier.rules.terms import Role
from croupier.web.desks.records.history import marker

PATIENCE: Final = 0.4
"""Seconds that one page of a search may take."""
_PIECE: Final = 2_000
"""How many entries are searched at once."""
RULINGS: Final = ("IrregularityRuled", "DecisionPending", "DecisionTaken", "RoundVoided")
_CARDS: Final = frozenset({"cards", "community", "burnt"})


class Asked(Struct, frozen=True):
    """What somebody is looking for."""

    stream: str = ""
    """``table:stud-1``, or all."""
    player: str = ""
    since: int | None = None
    until: int | None = None
    cite: Cite = ""
    before: int | None = None
    """Where the page before this one ended."""
    limit: int = 50
    employee: str = ""
    """Who of those who work here did it, or had it refused."""


class Found(Struct):
    """A page that is being filled."""

    rows: list[Any]
    next: int | None = None
    until: int | None = None


class Line(Struct, frozen=True):
    """An entry of the journal with its place."""

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
    """An entry with its cards: what may be read of the record are rounds that are over."""
    line = Line(*tuple(row))
    if not line.sealed:
        return line
    who = (line.actor, line.role, "")
    texts = (line.command, line.events, "", "")
    entry = Entry(line.stream, line.version, line.at, *who, line.schema, *texts, line.hash, line.sealed)
    opened = reading.opened(entry)
    return replace(line, command=opened.command, events=opened.events)


LINE: Final = [getattr(journal.c, name) for name in Line.__struct_fields__]


# ---- What may be read -----------------------------------------------------------------------------------------------


def readable(floor: Floor) -> dict[str, int | None]:
    """By stream, the version up to which its entries may be read now; None if that has to be looked up.

    This is determined before the journal is read: a round that opens in between is beyond what is readable.
    """
    ends: dict[str, int | None] = {}
    for stream, kept in [*floor.streams.items()]:
        ends[stream] = kept.version
        if stream.startswith("table:") and kept.state.running:
            begun = floor.begun.get(stream, {}).get(kept.state.engine.rounds)
            ends[stream] = None if begun is None else begun.version
    return ends


def looked_up(reading: Reading, ends: Mapping[str, int | None]) -> dict[str, int]:
    """The same, with the missing versions looked up: those of rounds in play that began before the floor was opened."""
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
    """Walks back through the journal: along one stream by its versions, or along all by their positions."""

    def __init__(self, reading: Reading, ends: Mapping[str, int], asked: Asked, *, named: bool = False) -> None:
        self.reading, self.ends, self.asked = reading, ends, asked
        self.named = named
        """Whether what others did counts for an employee too, where an event names them."""
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
        """Everything from here on has been searched."""

    def lines(self, markers: tuple[str, ...] = ()) -> Iterator[Line]:
        """The entries that may matter, latest first, a piece at a time, until the time allowed runs out."""
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
        """When the entry at a place was written; if it is missing, its predecessor."""
        asked = select(journal.c.at).where(*self.scope, self.along <= place).order_by(self.along.desc()).limit(1)
        return self.reading.connection.execute(asked).scalar() or 0


class _Times:
    """The times of a walk's entries as a sorted list: time never goes back in a journal."""

    def __init__(self, walk: Walk, last: int) -> None:
        self.walk, self.last = walk, last

    def __getitem__(self, at: int) -> int:
        return self.walk.time_at(at + 1)

    def __len__(self) -> int:
        return self.last


def ended(found: Found, walk: Walk) -> None:
    """Set where the next page begins: nowhere, if the beginning of what was requested has been reached."""
    if walk.reached > walk.lowest:
        found.next = walk.reached
        found.until = walk.time_at(walk.reached)


# ---- Entries as they are shown --------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """A text as it appears in JSON."""
    return msgspec.json.encode(text).decode()


def content_of(value: Any, key: str = "") -> Any:
    """A command or event with its cards written as cards."""
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
    """An entry's events as they are written."""
    events: list[dict[str, Any]] = msgspec.json.decode(line.events)
    return events


def named_in(event: Mapping[str, Any], player: str) -> bool:
    """Whether an event names somebody."""
    return quoted(player) in msgspec.json.encode(event).decode()
