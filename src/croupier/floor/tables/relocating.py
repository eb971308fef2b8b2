"""A Player whom the pit moves from one table of the poker room to another: they bring their whole stake."""

from collections.abc import Iterable

from croupier.floor.money.postings import wallet
from croupier.floor.tables.table import PokerTable, TableInfo
from croupier.play.room.state import Seat


def seat_elsewhere(states: Iterable[object], here: TableInfo, player: str) -> tuple[PokerTable, Seat] | None:
    """Where a Player whose chips belong to the same account at both tables sits; None if they sit nowhere else."""
    for state in states:
        if not isinstance(state, PokerTable) or state.info.name == here.name:
            continue
        if wallet(state.info, player) != wallet(here, player):
            continue
        for seat in state.engine.seats:
            if seat.player == player:
                return state, seat
    return None
