"""Main Pot and Side Pots: who contends for what, and what nobody called."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.money import Cents
from croupier.play.room.state import Hand


class Pot(Struct, frozen=True, gc=False):
    """Chips, and the places of the hands that may win them."""

    amount: Cents
    places: tuple[int, ...]


def uncalled(hands: Sequence[Hand], contending: int) -> tuple[tuple[int, Cents], ...]:
    """What goes back to whom: chips of one hand that no other has matched, or of folded ones that nobody left has."""
    most = second = left = 0
    at = -1
    for place, hand in enumerate(hands):
        put = hand.put
        if put > most:
            most, second, at = put, most, place
        elif put > second:
            second = put
        if put > left and contending >> place & 1:
            left = put
    if left == most:
        return ((at, most - second),) if most > second else ()
    return tuple([(place, hand.put - left) for place, hand in enumerate(hands) if hand.put > left])


def pots_of(hands: Sequence[Hand], active: int, able: int = 0) -> tuple[Pot, ...]:
    """The Main Pot, then the Side Pots. Dead chips, and those of folded hands as far as they reach, lie in them too.

    Chips above what anybody left has put in are shown with the last pot until :func:`uncalled` gives them back. While
    the betting goes on, ``able`` are the hands that may still put chips in: they contend for every pot.
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
