"""The poker room for the tests of its paragraphs: Betting Rounds that pass, whole rounds, and what was won."""

from typing import Final

from croupier.play.refusal import Reason, Refusal
from croupier.play.room.events import PotAwarded, RoomEvent, RoundOpened
from croupier.play.room.state import Phase
from tests.room import RoomSitting, Settle

STAFF: Final = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")
EVERYBODY: Final = ("p1", "p2", *STAFF, "display")
ALL_CALL: Final = ("4 call", "5 call", "6 call", "1 call", "2 call", "3 check")
NO_TURN: Final = (Reason.MOMENT, ("1.5",))
"""Why nobody acts while there is no Betting Round."""


def because(refusal: Refusal) -> tuple[Reason, tuple[str, ...]]:
    return refusal.reason, refusal.cites


def until(street: int, seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> RoomSitting:
    """A table at the start of the Betting Round after so many streets, everybody having called and checked."""
    sitting = RoomSitting(seats)
    sitting.start()
    while sitting.round.street < street:
        pass_round(sitting)
        sitting.deal()
    return sitting


def pass_round(sitting: RoomSitting) -> None:
    """Everybody checks or calls through this Betting Round."""
    street = sitting.round.street
    while sitting.round.phase is Phase.BETTING and sitting.round.street == street:
        hand = sitting.hand(sitting.turn or 0)
        sitting.play(f"{hand.seat} {'call' if hand.bet < sitting.round.level else 'check'}")


def fold_round(sitting: RoomSitting) -> RoundOpened:
    """A whole round in which everybody folds to the Big Blind."""
    opened = sitting.start()
    while sitting.round.phase is Phase.BETTING:
        sitting.play(f"{sitting.turn} fold")
    sitting.do(Settle())
    return opened


def won(events: tuple[RoomEvent, ...]) -> dict[int, int]:
    """What each seat was awarded."""
    found: dict[int, int] = {}
    for pot in events:
        if isinstance(pot, PotAwarded):
            for seat, amount in pot.winners:
                found[seat] = found.get(seat, 0) + amount
    return found
