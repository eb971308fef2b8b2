"""How tables are doing: the rounds of the last hour, and since when Players of the poker room have had their seats, or
been away from them."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import bindparam, or_, select

from croupier.floor.journal.schema import journal
from croupier.floor.journal.store import Reading
from croupier.floor.journal.streams import events_of
from croupier.floor.ports import Notice
from croupier.floor.running import Floor
from croupier.play.banked.events import RoundOpened
from croupier.play.room import events as room

HOUR: Final = 60 * 60 * 1_000_000
_LAST: Final = 100
"""How many of a table's last Players, and of their absences, are looked up: far more than it has seats."""


_BEGUN: Final = select(journal.c.at).where(
    journal.c.stream == bindparam("stream"),
    journal.c.at > bindparam("since"),
    journal.c.events.contains('"RoundOpened"'),
)


class Pulse:
    """Kept for every table of a floor, from what the desk says after each commit."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._rounds: dict[str, deque[int]] = {}
        self._seated: dict[tuple[str, str], int] = {}
        self._away: dict[tuple[str, int], int] = {}
        with floor.store.reading() as reading:
            for name in floor.tables():
                self._remember(reading, name)

    def hourly(self, table: str) -> int:
        """How many rounds have begun in the last hour."""
        rounds = self._rounds.get(table, deque())
        while rounds and rounds[0] <= self.floor.now() - HOUR:
            rounds.popleft()
        return len(rounds)

    def seated(self, table: str, player: str) -> int:
        """Since when somebody has had their seat in the poker room; 0 if that is not known."""
        return self._seated.get((table, player), 0)

    def away(self, table: str, seat: int) -> int:
        """Since when the Player of a seat of the poker room has been away; 0 if they are there, or it is not known."""
        return self._away.get((table, seat), 0)

    def heard(self, notices: Sequence[Notice]) -> None:
        """After a commit."""
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
                    self._away.setdefault((table, event.seat), at)  # who says later whether they return is no less away
                case room.PlayerBack() | room.PlayerLeft():
                    self._away.pop((table, event.seat), None)
                case _:
                    pass

    def _remember(self, reading: Reading, table: str) -> None:
        """Those that were begun before the house opened."""
        stream = f"table:{table}"
        asked = {"stream": stream, "since": self.floor.now() - HOUR}
        self._rounds[table] = deque(sorted(reading.connection.execute(_BEGUN, asked).scalars()))
        if self.floor.table(table).kind == "room":
            self._remember_seats(reading, table)

    def _remember_seats(self, reading: Reading, table: str) -> None:
        stream, state = f"table:{table}", self.floor.table(table)
        for kinds in ((room.PlayerJoined,), (room.PlayerJoined, room.PlayerAway, room.PlayerBack, room.PlayerLeft)):
            names = (journal.c.events.contains(f'"{kind.__name__}"') for kind in kinds)
            asked = select(journal.c.version).where(journal.c.stream == stream, or_(*names))
            last = reading.connection.execute(asked.order_by(journal.c.version.desc()).limit(_LAST)).scalars().all()
            for version in reversed(last):
                entry = next(reading.entries(stream, version - 1))
                self._note(table, entry.at, [one for one in events_of(state, entry) if isinstance(one, kinds)])
