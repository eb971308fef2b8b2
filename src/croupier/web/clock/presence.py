"""Presence: connections that watch tables, boxes that people sit at, and bots.

No document mentions presence. A Player of a house-banked game has a box once their Ante is on it. Sitting at it between
rounds is the House's courtesy, and ends when the Player has been gone for a while.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct

from croupier.play.refusal import Reason, Refusal
from croupier.rules.document import Cite

AWAY: Final = 60.0
"""The seconds after which the box of a Player who is gone becomes free."""

Holds = Callable[[str, int, str], bool]
"""A function of table, box and Player that returns whether the Player has chips there."""


class Attendance(Struct, frozen=True):
    """The attendance at one server, by table."""

    watching: dict[str, int] = {}
    players: dict[str, tuple[str, ...]] = {}
    company: dict[str, tuple[str, ...]] = {}
    seats: dict[str, dict[int, str]] = {}

    @property
    def tables(self) -> set[str]:
        """The tables with any attendance."""
        return {*self.watching, *self.players, *self.company, *self.seats}


class Presence:
    """The presence of people, counted by connections: a Player with two pages open stays when one of them closes."""

    def __init__(self, now: Callable[[], float] = time.monotonic, away: float = AWAY) -> None:
        self.on_change: list[Callable[[str], None]] = []
        """Called with the table at which a person came, left, sat down or stood up."""
        self._now, self._away = now, away
        self._watching: Counter[str] = Counter()
        self._players: dict[str, Counter[str]] = {}
        self._tables: dict[str, set[str]] = {}
        """The tables that each person is connected to."""
        self._company: dict[str, set[str]] = {}
        self._seats: dict[str, dict[int, str]] = {}
        self._seated: dict[str, Mapping[int, str]] = {}
        """A cache of the seats of each table at all servers; dropped when a Player sits down or stands up."""
        self._gone: dict[tuple[str, str], float] = {}
        """The time at which each Player who sits at a table without a connection was last seen."""
        self._elsewhere: tuple[Attendance, ...] = ()
        """The attendance at the other servers of the house, as they have reported it."""

    # ---- Connections ------------------------------------------------------------------------------------------------

    def entered(self, table: str, player: str | None) -> None:
        """Count a connection that now watches a table; an empty name stands for a page elsewhere, such as the lobby."""
        before = self._facts(table, player)
        self._watching[table] += 1
        if player:
            self._players.setdefault(table, Counter())[player] += 1
            self._tables.setdefault(player, set()).add(table)
            self._gone.pop((table, player), None)
        self._compare(table, player, before)

    def left(self, table: str, player: str | None) -> None:
        """Stop counting a connection that watched a table."""
        before = self._facts(table, player)
        self._watching[table] -= 1
        if self._watching[table] <= 0:
            del self._watching[table]
        if player:
            here = self._players.get(table, Counter())
            here[player] -= 1
            if here[player] <= 0:
                del here[player]
                self._tables.get(player, set()).discard(table)
                if player in self._seats.get(table, {}).values():
                    self._gone[table, player] = self._now()
        self._compare(table, player, before)

    def _facts(self, table: str, player: str | None) -> tuple[bool, bool, bool]:
        """Return the facts that listeners use: a further connection that changes none of them is not published."""
        return self.anybody(), table in self._watching, player in self._players.get(table, ())

    def _compare(self, table: str, player: str | None, before: tuple[bool, bool, bool]) -> None:
        if self._facts(table, player) != before:
            self.changed(table)

    def watchers(self, table: str) -> int:
        """Return the number of connections that watch a table, without bots."""
        return self._watching.get(table, 0) + sum(one.watching.get(table, 0) for one in self._elsewhere)

    def players(self, table: str) -> frozenset[str]:
        """Return the names of the people connected to a table at any server."""
        return self.players_here(table).union(*(one.players.get(table, ()) for one in self._elsewhere))

    def players_here(self, table: str) -> frozenset[str]:
        """Return the names of the people connected to a table at this server."""
        return frozenset(self._players.get(table, ()))

    def tables(self, player: str) -> frozenset[str]:
        """Return the tables that a person is connected to at this server."""
        return frozenset(self._tables.get(player, ()))

    def anybody(self) -> bool:
        """Return whether a browser is connected to any server."""
        return bool(self._watching) or any(one.watching for one in self._elsewhere)

    # ---- Other servers ----------------------------------------------------------------------------------------------

    def attendance(self) -> "Attendance":
        """Return the attendance at this server, for the other servers of the house."""
        return Attendance(
            dict(self._watching),
            {table: tuple(here) for table, here in self._players.items() if here},
            {table: tuple(here) for table, here in self._company.items() if here},
            {table: seats for table, seats in self._seats.items() if seats},
        )

    def told(self, elsewhere: Iterable["Attendance"]) -> None:
        """Take over the attendance at the other servers, and publish the tables that it changes."""
        before, self._elsewhere = self._elsewhere, tuple(elsewhere)
        if before == self._elsewhere:
            return
        self._seated.clear()
        for table in sorted({table for one in (*before, *self._elsewhere) for table in one.tables}):
            self.changed(table)

    # ---- Bots -------------------------------------------------------------------------------------------------------

    def joined(self, table: str, name: str) -> None:
        """Record a bot at a table."""
        self._company.setdefault(table, set()).add(name)
        self.changed(table)

    def parted(self, table: str, name: str) -> None:
        """Remove a bot from a table and free its boxes."""
        self._company.get(table, set()).discard(name)
        self._seats[table] = {box: one for box, one in self._seats.get(table, {}).items() if one != name}
        self._seated.pop(table, None)
        self.changed(table)

    def company(self, table: str) -> frozenset[str]:
        """Return the names of the bots at a table now."""
        return frozenset(self._company.get(table, ())).union(*(one.company.get(table, ()) for one in self._elsewhere))

    # ---- Seats ------------------------------------------------------------------------------------------------------

    def sit(self, table: str, box: int, player: str, cites: tuple[Cite, ...] = ()) -> Refusal | None:
        """Seat a Player at a box; a refusal if another Player sits there."""
        seats = self._seats.setdefault(table, {})
        other = self.seats(table).get(box, player)
        if other != player:
            return Refusal(Reason.NOT_YOURS, f"{other} sits at box {box}", cites)
        if box not in seats:
            seats[box] = player
            self._seated.pop(table, None)
            if player not in self.players_here(table) | self.company(table):
                self._gone.setdefault((table, player), self._now())
            self.changed(table)
        return None

    def stand(self, table: str, box: int | None, player: str) -> Refusal | None:
        """Let a Player stand up from a box, or from all their boxes; a refusal if they do not sit there."""
        seats = self._seats.get(table, {})
        own = [number for number, one in seats.items() if one == player and box in {None, number}]
        if not own:
            where = "at this table" if box is None else f"at box {box}"
            return Refusal(Reason.NOT_YOURS, f"{player} does not sit {where}", ())
        for number in own:
            del seats[number]
        self._seated.pop(table, None)
        if player not in seats.values():
            self._gone.pop((table, player), None)
        self.changed(table)
        return None

    def seats(self, table: str) -> Mapping[int, str]:
        """Return the Players who sit at a table, by box; the same object until a Player sits down or stands up."""
        known = self._seated.get(table)
        if known is None:
            elsewhere = (seat for one in self._elsewhere for seat in one.seats.get(table, {}).items())
            known = dict(sorted((dict(elsewhere) | self._seats.get(table, {})).items()))
            self._seated[table] = known
        return known

    def sweep(self, holds: Holds) -> float | None:
        """Free the boxes of Players who have been gone for a while and have no chips there.

        Returns the seconds until the next Player's time runs out; None if no Player is gone. A Player with chips on the
        table keeps their box until these are settled, and is looked at again later.
        """
        now, waits = self._now(), []
        for (table, player), since in [*self._gone.items()]:
            left = since + self._away - now
            own = [box for box, one in self._seats.get(table, {}).items() if one == player]
            if left <= 0 and any(holds(table, box, player) for box in own):
                left = self._away / 4
            if left > 0:
                waits.append(left)
                continue
            if self._gone.pop((table, player), None) is None:  # a listener to an earlier change has swept already
                continue
            for box in own:
                del self._seats[table][box]
            self._seated.pop(table, None)
            self.changed(table)
        return min(waits, default=None)

    def changed(self, table: str) -> None:
        """Call the listeners about a table."""
        for listener in self.on_change:
            listener(table)


# ---- Clients without a socket ---------------------------------------------------------------------------------------


STAYS: Final = 60.0
"""The seconds for which a client counts as present after its last request about a table."""


class Visits:
    """The presence of clients without a socket: a program over HTTP alone is at the table of its recent requests."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}

    def touch(self, table: str, player: str) -> None:
        """Count a Player as present at a table that they have asked about."""
        known = self._leaving.pop((table, player), None)
        if known is None:
            self._presence.entered(table, player)
        else:
            known.cancel()
        loop = asyncio.get_running_loop()
        self._leaving[table, player] = loop.call_later(STAYS, self._leave, table, player)

    def _leave(self, table: str, player: str) -> None:
        del self._leaving[table, player]
        self._presence.left(table, player)

    def close(self) -> None:
        """Cancel the timers when the house closes."""
        for handle in self._leaving.values():
            handle.cancel()
        self._leaving.clear()
