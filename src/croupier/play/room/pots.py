"""The Main Pot and Side Pots, the hands that contend for them, and uncalled bets."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.money import Cents
from croupier.play.room.state import NOBODY, Hand
from croupier.rules.room import RoomGame


class Pot(Struct, frozen=True, gc=False):
    """A pot's chips, and the places of the hands that may win them."""

    amount: Cents
    places: tuple[int, ...]


def uncalled(game: RoomGame, hands: Sequence[Hand], contending: int) -> tuple[int, Cents] | None:
    """Return which hand gets what back: unmatched chips of a hand still in.

    A hand that is out leaves its chips.
    """
    most = second = 0
    at = NOBODY
    for place in range(len(hands)):
        put = hands[place].put
        if put > most:
            most, second, at = put, most, place
        elif put > second:
            second = put
    back = game.uncalled(most, second) if at != NOBODY and contending >> at & 1 else 0
    return (at, back) if back else None


def pots_of(hands: Sequence[Hand], active: int, able: int = 0) -> tuple[Pot, ...]:
    """Return the Main Pot, then the Side Pots, with dead chips and those of folded hands.

    Chips above what any remaining hand has put in are in the last pot: a hand still in gets its unmatched chips back by
    :func:`uncalled`, one that is out has left them there. While the betting goes on, ``able`` are the hands that may
    still put chips in: they contend for every pot.
    """
    contending: list[int] = []
    closed: set[Cents] = set()
    dead = chips = highest = 0
    for place in range(len(hands)):
        hand = hands[place]
        dead += hand.dead
        chips += hand.put + hand.dead
        if active >> place & 1:
            contending.append(place)
            if not able >> place & 1:
                closed.add(hand.put)
            elif hand.put > highest:
                highest = hand.put
    levels = sorted(closed | {highest} if able else closed)
    pots: list[Pot] = []
    below = 0
    for level in levels[:-1]:
        amount, dead = dead, 0
        for hand in hands:
            if hand.put > below:
                amount += min(hand.put, level) - below
        if amount:
            pots.append(Pot(amount, tuple(contending)))
        contending = [at for at in contending if hands[at].put > level or able >> at & 1]
        chips, below = chips - amount, level
    if chips:
        pots.append(Pot(chips, tuple(contending)))
    return tuple(pots)
