"""A Player's last rounds, found from the movements of their wallet.

No stream is read from its beginning. The ledger is read backwards along the Player's account. If a movement belongs to
no round found so far, its round is looked up with the stream's index.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Row, Select, func, select

from croupier.floor.journal import codec
from croupier.floor.journal.schema import has, journal, ledger
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.values.entries import Entry
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.banked import events as banked
from croupier.play.room import events as room
from croupier.rulebooks import as_banked, as_room, load_rulebook
from croupier.web.desks.records.digests import banked_digest, room_digest
from croupier.web.views.names import called
from croupier.web.wire.records import RoundHead

MOST: Final = 200
_CHUNK: Final = 400
"""The number of movements that are read at once."""
_MOST_CHUNKS: Final = 250
_ENTRY: Final = [column for column in journal.columns if column.name != "position"]


class Span(Struct, frozen=True):
    """A round in the journal: from the entry that opens it to the last before the next opens."""

    stream: str
    number: int
    position: int
    at: int
    first: int
    last: int


class Sitting(Struct, frozen=True):
    """A Player's sitting in the poker room, from the entry in which they joined to that in which they left."""

    stream: str
    seat: int
    first: int
    last: int


def marker(event: str) -> str:
    """Return the beginning of an event of this type in the journal's text; no name that a person chose matches it."""
    return f'{{"type":"{event}"'


def last_rounds(floor: Floor, player: str, limit: int) -> list[RoundHead]:
    """Return a Player's last finished rounds, latest first."""
    with floor.store.reading() as reading:
        walk = _Walk(floor, reading, player, limit)
        spans = sorted(walk.run(), key=lambda one: -one.position)
        heads = (walk.head(span) for span in spans)
        found = [head for head in heads if head is not None]
    return found[:limit]


class _Walk:
    """One search for a Player's last rounds."""

    def __init__(self, floor: Floor, reading: Reading, player: str, limit: int) -> None:
        self.floor, self.reading, self.player, self.limit = floor, reading, player, limit
        self.heads = {stream: kept.version for stream, kept in floor.streams.items()}
        self.spans: dict[tuple[str, int], Span] = {}
        self.sittings: list[Sitting] = []

    def run(self) -> list[Span]:
        """Return every round that may be among the Player's last ones."""
        for stream, kept in self.floor.streams.items():
            state = kept.state
            if isinstance(state, RoomTable) and any(seat.player == self.player for seat in state.engine.seats):
                self._sat(stream, self.heads[stream])
        before = None
        for _ in range(_MOST_CHUNKS):
            moved = self._movements(before)
            for _id, stream, version in moved:
                if version <= self.heads.get(stream, 0):
                    self._note(stream, version)
                if len(self.spans) >= self.limit + len(self.heads):
                    return [*self.spans.values()]
            if len(moved) < _CHUNK:
                break
            before = moved[-1][0]
        return [*self.spans.values()]

    def _movements(self, before: int | None) -> list[tuple[int, str, int]]:
        asked = select(ledger.c.id, ledger.c.stream, ledger.c.version).where(
            ledger.c.account == f"wallet:{self.player}"
        )
        if before is not None:
            asked = asked.where(ledger.c.id < before)
        rows = self.reading.connection.execute(asked.order_by(ledger.c.id.desc()).limit(_CHUNK))
        return [(row.id, row.stream, row.version) for row in rows]

    def _note(self, stream: str, version: int) -> None:
        if codec.kind_of(stream) != "table":
            return
        if isinstance(self.floor.streams[stream].state, RoomTable):
            if not any(one.stream == stream and one.first <= version <= one.last for one in self.sittings):
                self._sat(stream, version)
            return
        if any(one.stream == stream and one.first <= version <= one.last for one in self.spans.values()):
            return
        row = next(_openings(self.reading, stream, version, 1), None)
        if row is not None:
            number = _opening(row, "banked").number
            self.spans[stream, number] = _span(self.reading, stream, row, number, self.heads[stream])

    def _sat(self, stream: str, version: int) -> None:
        """Record the Player's sitting around an entry of a poker table, and the last rounds of that sitting."""
        named = f'"player":{msgspec.json.encode(self.player).decode()}'

        def found(event: str, where: Any, order: Any) -> tuple[int, Any] | None:
            asked = _marked(stream, event).where(has(journal.c.events, named), where).order_by(order)
            for row in self.reading.connection.execute(asked):
                for one in codec.read_events("room", row.schema, row.events):
                    if type(one).__name__ == event and one.player == self.player:
                        return row.version, one
            return None

        joined = found("PlayerJoined", journal.c.version <= version, journal.c.version.desc())
        if joined is None:
            return
        left = found("PlayerLeft", journal.c.version > joined[0], journal.c.version)
        last = self.heads[stream] if left is None else left[0]
        sitting = Sitting(stream, joined[1].seat, joined[0], last)
        self.sittings.append(sitting)
        after = None
        for row in _openings(self.reading, stream, sitting.last, self.limit + 1):
            if row.version < sitting.first:
                break
            opened = _opening(row, "room")
            if sitting.seat in opened.seats:
                end = after - 1 if after is not None else None
                self.spans[stream, opened.number] = _span(
                    self.reading, stream, row, opened.number, self.heads[stream], end
                )
            after = row.version

    def head(self, span: Span) -> RoundHead | None:
        """Return the line of the list for a round; None for a round in play, or one in which the Player had no part."""
        kept = self.floor.streams[span.stream].state
        if kept.running and kept.engine.rounds == span.number:
            return None
        entries = _entries(self.reading, span)
        kind = _kind(self.floor, span.stream)
        told = [(entry, event) for entry in entries for event in codec.read_events(kind, entry.schema, entry.events)]
        ended = next((entry.at for entry, event in told if type(event).__name__ == "RoundEnded"), None)
        events = [event for _, event in told]
        opened = next(event for event in events if isinstance(event, banked.RoundOpened | room.RoundOpened))
        game = load_rulebook(opened.rulebook)
        if isinstance(kept, BankedTable):
            digest = banked_digest(as_banked(game), kept.engine, self.player, events)
        else:
            digest = room_digest(as_room(game).hand, self._seat(span), events)
        if digest is None:
            return None
        net = self._moved(span) if isinstance(kept, BankedTable) else digest.net
        return RoundHead(
            table=kept.info.name,
            called=called(self.floor, kept.info.name),
            game=game.name,
            rulebook=opened.rulebook,
            number=span.number,
            at=span.at,
            ended=ended,
            title=digest.title,
            net=net,
            boxes=digest.boxes,
            reason=digest.reason,
            staked=digest.staked,
        )

    def _seat(self, span: Span) -> int:
        """Return the Player's seat in a round of the poker room."""
        return next(
            one.seat for one in self.sittings if one.stream == span.stream and one.first <= span.first <= one.last
        )

    def _moved(self, span: Span) -> int:
        """Return the sum that a round moved into the Player's wallet (negative: out of it), from the ledger."""
        asked = select(func.coalesce(func.sum(ledger.c.cents), 0)).where(
            ledger.c.stream == span.stream,
            ledger.c.version.between(span.first, span.last),
            ledger.c.account == f"wallet:{self.player}",
        )
        return int(self.reading.connection.execute(asked).scalar_one())


# ---- Along a stream -------------------------------------------------------------------------------------------------


def _kind(floor: Floor, stream: str) -> str:
    return str(floor.streams[stream].state.kind)


def _marked(stream: str, event: str) -> Select[Any]:
    """Select the entries of a stream that have an event of this type."""
    columns = (journal.c.position, journal.c.version, journal.c.at, journal.c.schema, journal.c.events)
    return select(*columns).where(journal.c.stream == stream, has(journal.c.events, marker(event)))


def _openings(reading: Reading, stream: str, last: int, count: int | None) -> Iterator[Row[Any]]:
    """Yield the entries that open rounds, from a version backwards."""
    asked = _marked(stream, "RoundOpened").where(journal.c.version <= last).order_by(journal.c.version.desc())
    yield from reading.connection.execute(asked if count is None else asked.limit(count))


def _opening(row: Row[Any], kind: str) -> Any:
    events = codec.read_events(kind, row.schema, row.events)
    return next(event for event in events if isinstance(event, banked.RoundOpened | room.RoundOpened))


def _span(reading: Reading, stream: str, row: Row[Any], number: int, head: int, last: int | None = None) -> Span:
    if last is None:
        asked = _marked(stream, "RoundOpened").where(journal.c.version > row.version).order_by(journal.c.version)
        following = reading.connection.execute(asked.limit(1)).first()
        last = head if following is None else following.version - 1
    return Span(stream, number, row.position, row.at, row.version, last)


def _entries(reading: Reading, span: Span) -> list[Entry]:
    asked = (
        select(*_ENTRY)
        .where(journal.c.stream == span.stream, journal.c.version.between(span.first, span.last))
        .order_by(journal.c.version)
    )
    return [reading.opened(Entry(*row)) for row in reading.connection.execute(asked)]
