"""The poker room for the pit: waiting list, seats and chips, Blinds owed, and the next Players to move."""

from collections.abc import Iterator
from typing import Final

from croupier.floor.deciding.permissions import PERMISSIONS
from croupier.floor.house.credentials import Session
from croupier.floor.values.table_kinds import RoomTable
from croupier.floor.values.waiting import STREAM, DeskState
from croupier.play.room.commands import JoinTable
from croupier.play.room.seating import chips_of, free_seats
from croupier.play.room.state import Seat
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitBreak, PitMove, PitRoomTable, PitSeat, PitWaiting

_NOBODY: Final = ""


def room_tables(venue: Venue) -> tuple[PitRoomTable, ...]:
    """Return the tables of the poker room."""
    return tuple(_table(venue, state) for state in _rooms(venue))


def _rooms(venue: Venue) -> Iterator[RoomTable]:
    for name in venue.floor.tables():
        state = venue.floor.table(name)
        if isinstance(state, RoomTable):
            yield state


def _table(venue: Venue, state: RoomTable) -> PitRoomTable:
    name, engine, policy, grounds = state.info.name, state.engine, state.engine.policy, state.game.grounds
    return PitRoomTable(
        table=name,
        game=state.info.game,
        rulebook=engine.rulebook,
        open=state.info.open,
        dealer="" if state.info.automatic else venue.books.dealer(name),
        automatic=state.info.automatic,
        running=state.running,
        round=engine.rounds,
        small=policy.small_blind,
        big=policy.small_blind * state.game.big_blind_times_small,
        minimum=policy.minimum_stake,
        maximum=policy.maximum_stake,
        hourly=venue.pulse.hourly(name),
        seats=tuple(_seat(venue, state, number) for number in range(1, policy.seats + 1)),
        free=free_seats(engine) if state.info.open else (),
        rake=policy.rake,
        rake_amount=policy.rake_amount,
        cap=policy.rake_cap,
        rake_cites=grounds.rake,
        missed_cites=grounds.returning,
    )


def _seat(venue: Venue, state: RoomTable, number: int) -> PitSeat:
    seat = state.engine.seat(number)
    if seat is None:
        return PitSeat(number, _NOBODY, 0, False, False, False, False, 0, 0, 0)
    return PitSeat(
        seat=number,
        player=seat.player,
        chips=chips_of(state.engine, seat),
        away=seat.away,
        joins=seat.owes_join,
        small=seat.missed_small,
        big=seat.missed_big,
        passed=seat.passed,
        since=venue.pulse.seated(state.info.name, seat.player),
        away_since=venue.pulse.away(state.info.name, number) if seat.away else 0,
    )


def waiting_list(venue: Venue, tables: tuple[PitRoomTable, ...]) -> tuple[PitWaiting, ...]:
    """Return the waiting list in its order, each Player with a table that has a seat for them."""
    kept = venue.floor.streams.get(STREAM)
    desk: DeskState = DeskState() if kept is None else kept.state
    left = {one.table: len(one.free) for one in tables}
    found = []
    for one in desk.waiting:
        # Seats are promised in the order of the list: a later Player gets a seat that the earlier ones leave.
        table = next((row.table for row in tables if left[row.table] and one.takes(row.small)), "")
        if table:
            left[table] -= 1
        found.append(PitWaiting(one.number, one.player, one.blinds, one.since, one.called, table))
    return tuple(found)


def moves(venue: Venue, session: Session) -> tuple[PitMove, ...]:
    """Return the must-move order: tables with the same Blinds are filled from the one with the fewest Players.

    The Player who has sat there longest moves first. A table that is alone with its Blinds feeds no other table.
    """
    by_blinds: dict[int, list[RoomTable]] = {}
    for state in _rooms(venue):
        if state.info.open and state.engine.seats and not state.info.anonymous:
            by_blinds.setdefault(state.engine.policy.small_blind, []).append(state)
    return tuple(move for same in by_blinds.values() if len(same) > 1 for move in _moves(venue, session, same))


def breaks(
    moves: tuple[PitMove, ...], tables: tuple[PitRoomTable, ...], waiting: tuple[PitWaiting, ...]
) -> tuple[PitBreak, ...]:
    """Return the tables to break: those whose Players would all move, while no Player waits for their Blinds.

    Breaking a table is the House's own decision. A Player who is moved pays no Blind to join (5.4.1), which each move
    cites.
    """
    found = []
    for row in tables:
        own = [move for move in moves if move.table == row.table]
        wanted = any(not one.blinds or row.small in one.blinds for one in waiting)
        if own and len(own) == sum(bool(seat.player) for seat in row.seats) and not wanted:
            to = tuple(dict.fromkeys(move.to for move in own))
            found.append(PitBreak(row.table, len(own), to, own[0].rulebook, own[0].cites))
    return tuple(found)


def _moves(venue: Venue, session: Session, same: list[RoomTable]) -> Iterator[PitMove]:
    fed = sorted(same, key=lambda one: (-len(one.engine.seats), one.info.name))
    feeder = fed.pop()
    places = [(state, number) for state in fed for number in free_seats(state.engine)]
    seated = venue.pulse.seated
    line = sorted(feeder.engine.seats, key=lambda seat: (seated(feeder.info.name, seat.player), seat.number))
    for seat, (state, number) in zip(line, places, strict=False):
        yield _move(session, feeder, seat, state, number)


def _move(session: Session, feeder: RoomTable, seat: Seat, state: RoomTable, number: int) -> PitMove:
    round_ = feeder.engine.round if feeder.running else None
    hand = None if round_ is None else next((one for one in round_.hands if one.seat == seat.number), None)
    may = session.role in PERMISSIONS[JoinTable]
    command = {"type": "JoinTable", "seat": number, "stake": 0, "player": seat.player, "relocated": True}
    return PitMove(
        player=seat.player,
        table=feeder.info.name,
        seat=seat.number,
        to=state.info.name,
        to_seat=number,
        chips=chips_of(feeder.engine, seat),
        waits=hand is not None and not hand.folded,
        rulebook=state.engine.rulebook,
        cites=state.game.grounds.relocated,
        command=command if may else None,
    )
