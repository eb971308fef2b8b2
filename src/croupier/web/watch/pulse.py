"""The activity of tables: rounds of the last hour, and since when poker room Players have been seated or away."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import bindparam, or_, select

from croupier.floor.journal.schema import has, journal
from croupier.floor.journal.store import Reading
from croupier.floor.running.floor import Floor
from croupier.floor.running.loading import events_of
from croupier.floor.values.ports import Notice
from croupier.floor.values.table_kinds import RoomTable
from croupier.play.banked.events import RoundOpened
from croupier.play.room import events as room

HOUR: Final = 60 * 60 * 1_000_000
# One query for all tables uses the index by time; a query for each table would scan all its entries.
BEGUN: Final = (
    select(journal.c.stream, journal.c.at)
    .where(journal.c.at > bindparam("since"), has(journal.c.events, '"RoundOpened"'))
    .order_by(journal.c.at)
)
_MOVED: Final = (room.PlayerJoined, room.PlayerAway, room.PlayerBack, room.PlayerLeft)
_MOVES: Final = tuple(has(journal.c.events, f'"{kind.__name__}"') for kind in _MOVED)
_LATEST_FIRST: Final = journal.c.version.desc()


class Pulse:
    """The activity of every table of a floor, updated from the notices of each commit."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._rounds: dict[str, deque[int]] = {}
        self._seated: dict[tuple[str, str], int] = {}
        self._away: dict[tuple[str, int], int] = {}
        with floor.store.reading() as reading:
            self._remember(reading)

    def hourly(self, table: str) -> int:
        """Return the number of rounds that began in the last hour."""
        rounds = self._rounds.get(table, deque())
        while rounds and rounds[0] <= self.floor.now() - HOUR:
            rounds.popleft()
        return len(rounds)

    def seated(self, table: str, player: str) -> int:
        """Return the time at which a Player took their seat in the poker room; 0 if it is not known."""
        return self._seated.get((table, player), 0)

    def away(self, table: str, seat: int) -> int:
        """Return the time since when the Player of a seat has been away; 0 if they are there, or it is not known."""
        return self._away.get((table, seat), 0)

    def heard(self, notices: Sequence[Notice]) -> None:
        """Update the activity of the tables from the notices of a commit."""
        for notice in notices:
            kind, _, name = notice.stream.partition(":")
            if kind == "table":
                for one in notice.entries:
                    self._note(name, one.entry.at, one.events)

    def _note(self, table: str, at: int, events: Sequence[Any]) -> None:
        if any(isinstance(event, RoundOpened | room.RoundOpened) for event in events):
            self._rounds.setdefault(table, deque()).append(at)
        for event in events:
            match event:
                case room.PlayerJoined():
                    self._seated[table, event.player] = at
                    self._away.pop((table, event.seat), None)
                case room.PlayerAway():
                    # A later answer about coming back does not restart the time.
                    self._away.setdefault((table, event.seat), at)
                case room.PlayerBack() | room.PlayerLeft():
                    self._away.pop((table, event.seat), None)
                case _:
                    pass

    def _remember(self, reading: Reading) -> None:
        """Read the activity from before the house opened."""
        for stream, at in reading.connection.execute(BEGUN, {"since": self.floor.now() - HOUR}):
            self._rounds.setdefault(stream.partition(":")[2], deque()).append(at)
        for name in self.floor.tables():
            table = self.floor.table(name)
            if isinstance(table, RoomTable):
                self._remember_seats(reading, name, table)

    def _remember_seats(self, reading: Reading, name: str, table: RoomTable) -> None:
        """Read entries from the latest back until the entry in which each seated Player joined has been found."""
        stream, sought = f"table:{name}", {seat.player for seat in table.engine.seats}
        asked = select(journal.c.version).where(journal.c.stream == stream, or_(*_MOVES)).order_by(_LATEST_FIRST)
        found: list[tuple[int, list[Any]]] = []
        versions = reading.connection.execute(asked, execution_options={"stream_results": True}).scalars()
        while sought and (version := next(versions, None)) is not None:
            entry = reading.entry(stream, version)
            assert entry is not None
            events = [one for one in events_of(table, entry) if isinstance(one, _MOVED)]
            found.append((entry.at, events))
            sought -= {one.player for one in events if isinstance(one, room.PlayerJoined)}
        versions.close()
        for at, events in reversed(found):
            self._note(name, at, events)
