"""The loss and the time of each Player in the gaming day, counted from the journal.

A loss is what a wallet has paid to tables beyond what came back, including wagers still on the table. Time is played
from a Player's first chip in a round, or the deal of their hand in the poker room, to the round's end; a short pause
between two rounds counts too. Time at two tables at once is counted once.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.journal import codec
from croupier.floor.values.entries import Entry, Posting
from croupier.floor.values.gaming_day import begins, next_day
from croupier.floor.values.house import HouseState
from croupier.floor.values.ports import MICROSECONDS
from croupier.floor.values.table_kinds import RoomTable, TableState
from croupier.money import Cents
from croupier.play.banked.events import RoundEnded, WagerPlaced
from croupier.play.room import events as room_events
from croupier.play.room.events import PlayerJoined, PlayerLeft

MINUTE: Final = 60 * MICROSECONDS
LONGEST_ROUND: Final = 12 * 60 * MINUTE
"""The longest time before a gaming day at which a round still in play at its start may have begun."""
_WALLET: Final = "wallet:"


class Span(Struct, frozen=True):
    """A Player's time in the gaming day, in microseconds."""

    tables: frozenset[str] = frozenset()
    """The tables at which the Player is in a round now."""
    played: int = 0
    """The time played up to ``until``."""
    until: int = 0
    """The last moment at which the Player began or ended a round."""

    def at(self, now: int) -> int:
        """Return the time played up to a moment."""
        return self.played + (max(0, now - self.until) if self.tables else 0)

    def sits(self, stream: str, now: int, pause: int, began: int) -> "Span":
        """Return the time after the Player begins a round at a table.

        A short pause before it counts, from the day's beginning on.
        """
        short = not self.tables and self.until and now - self.until <= pause
        paused = now - max(self.until, began) if short else 0
        return Span(self.tables | {stream}, self.at(now) + paused, now)

    def rises(self, stream: str, now: int) -> "Span":
        """Return the time after the Player's round at a table has ended."""
        return Span(self.tables - {stream}, self.at(now), now) if stream in self.tables else self


class Played:
    """The results and the time of all Players in the gaming day so far."""

    def __init__(self, house: HouseState, at: int) -> None:
        self.house = house
        self.day = house.day(at)
        self.results: dict[str, Cents] = {}
        """The amount that each Player's wallet gained at tables."""
        self.spans: dict[str, Span] = {}
        self.seats: dict[tuple[str, int], str] = {}
        """The Player at each seat of the poker room, by stream and seat."""

    @property
    def began(self) -> int:
        """Return the moment when the gaming day began."""
        return begins(self.day, self.house.day_start, self.house.zone)

    def result(self, player: str) -> Cents:
        """Return what a Player has gained at tables in the gaming day; a loss is negative."""
        return self.results.get(player, 0)

    def minutes(self, player: str, now: int) -> int:
        """Return how many whole minutes a Player has played in the gaming day."""
        return self.spans.get(player, Span()).at(now) // MINUTE

    def turn_to(self, at: int) -> None:
        """Begin the gaming day of this moment, if it is a later one."""
        if at < begins(next_day(self.day), self.house.day_start, self.house.zone):
            return
        self.day = self.house.day(at)
        self.results = {}
        # Players in a round go on from the day's beginning; a pause that reaches into the day counts from there.
        cut = self.began - self.house.pause * MINUTE
        kept = {player: span for player, span in self.spans.items() if span.tables or span.until >= cut}
        self.spans = {
            player: replace(span, played=0, until=self.began if span.tables else span.until)
            for player, span in kept.items()
        }

    def note(self, entry: Entry, events: Iterable[object], posted: Iterable[Posting]) -> None:
        """Count an entry of a table, its events and its postings."""
        self.turn_to(entry.at)
        for event in events:
            self._note(entry.stream, event, entry.at)
        for player, cents in moved(posted).items():
            self.results[player] = self.results.get(player, 0) + cents

    def _note(self, stream: str, event: object, at: int) -> None:
        match event:
            case WagerPlaced():
                self._sit(event.player, stream, at)
            case room_events.RoundOpened():
                for seat in event.seats:
                    self._sit(self.seats[stream, seat], stream, at)
            case RoundEnded() | room_events.RoundEnded():
                for player, span in self.spans.items():
                    self.spans[player] = span.rises(stream, at)
            case PlayerJoined():
                self.seats[stream, event.seat] = event.player
            case PlayerLeft():
                self.seats.pop((stream, event.seat), None)
            case _:
                pass

    def _sit(self, player: str, stream: str, at: int) -> None:
        span = self.spans.get(player, Span())
        self.spans[player] = span.sits(stream, at, self.house.pause * MINUTE, self.began)


def moved(postings: Iterable[Posting]) -> dict[str, Cents]:
    """Return what postings bring to Players' wallets."""
    found: dict[str, Cents] = {}
    for one in postings:
        if one.account.startswith(_WALLET):
            player = one.account.removeprefix(_WALLET)
            found[player] = found.get(player, 0) + one.cents
    return found


def count(house: HouseState, states: dict[str, TableState], entries: Sequence[Entry], at: int) -> Played:
    """Count the gaming day so far, from the tables' entries since a while before it and the tables as they are now."""
    kinds = {stream: state.kind for stream, state in states.items()}
    # An entry of the day before is counted into that day; the next entry then begins the new day.
    played = Played(house, min((entry.at for entry in entries), default=at))
    played.seats = _seats_before(kinds, states, entries)
    for entry in entries:
        events = codec.read_events(kinds[entry.stream], entry.schema, entry.events)
        played.note(entry, events, codec.read_postings(entry.postings))
    played.turn_to(at)
    return played


def _seats_before(
    kinds: Mapping[str, str], states: dict[str, TableState], entries: Sequence[Entry]
) -> dict[tuple[str, int], str]:
    """Return the Player at each seat before these entries, going backwards from the present."""
    seats: dict[tuple[str, int], str] = {}
    for stream, state in states.items():
        if isinstance(state, RoomTable):
            seats.update({(stream, seat.number): seat.player for seat in state.engine.seats})
    for entry in reversed(entries):
        if kinds[entry.stream] != "room":
            continue
        for event in reversed(codec.read_events("room", entry.schema, entry.events)):
            if isinstance(event, PlayerJoined):
                seats.pop((entry.stream, event.seat), None)
            elif isinstance(event, PlayerLeft):
                seats[entry.stream, event.seat] = event.player
    return seats
