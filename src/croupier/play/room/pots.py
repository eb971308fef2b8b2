"""Main Pot and Side Pots: who contends for what, and what nobody called."""

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
    """What goes back to whom: unmatched chips of a hand still in. A hand that is out leaves its chips."""
    most = second = 0
    at = NOBODY
    for place, hand in enumerate(hands):
        put = hand.put
        if put > most:
            most, second, at = put, most, place
        elif put > second:
            second = put
    back = game.uncalled(most, second) if at != NOBODY and contending >> at & 1 else 0
    return (at, back) if back else None


def pots_of(hands: Sequence[Hand], active: int, able: int = 0) -> tuple[Pot, ...]:
    """The Main Pot, then the Side Pots. Dead chips, and those of folded hands, are in them too.

    Chips above what any remaining hand has put in are in the last pot: a hand still in gets its unmatched chips back by
    :func:`uncalled`, one that is out has left them there. While the betting goes on, ``able`` are the hands that may
    still put chips in: they contend for every pot.
    """
    contending = [place for place in range(len(hands)) if active >> place & 1]
    levels = sorted({hands[place].put for place in contending if not able >> place & 1})
    if able:
        levels.append(max(hands[place].put for place in contending if able >> place & 1))
        levels = sorted(set(levels))
    pots: list[Pot] = []
    dead, below = sum([hand.dead for hand in hands]), 0
    top = levels[-1]
    for level in levels:
        amount = dead
        for hand in hands:
            reach = hand.put if level == top or hand.put < level else level
            if reach > below:
                amount += reach - below
        dead, below = 0, level
        if amount:
            pots.append(Pot(amount, tuple([at for at in contending if hands[at].put >= level or able >> at & 1])))
    return tuple(pots)
