"""A Player whom the pit moves from one table of the poker room to another: he brings the whole of his stake."""

from collections.abc import Iterable

from croupier.floor.money.postings import wallet
from croupier.floor.tables.kinds import PokerTable
from croupier.floor.tables.table import TableInfo
from croupier.play.room.state import Seat


def seat_elsewhere(states: Iterable[object], here: TableInfo, player: str) -> tuple[PokerTable, Seat] | None:
    """Where a Player sits whose chips are the same account's at both tables; None where he sits nowhere else."""
    for state in states:
        if not isinstance(state, PokerTable) or state.info.name == here.name:
            continue
        if wallet(state.info, player) != wallet(here, player):
            continue
        for seat in state.engine.seats:
            if seat.player == player:
                return state, seat
    return None
