"""Rooms that divide a pot otherwise than ours."""

from collections.abc import Iterable
from itertools import groupby

from croupier.notation.phh_play import PlayedPot


def odd_chips(
    pots: Iterable[PlayedPot], players: int, chip: int, favourite: str = "", *, merged: bool = False
) -> list[int]:
    """How far ours is ahead, by Player, of a room that gives all odd chips of a pot to one.

    That one is the first winner, or ``favourite``; ours gives them one by one from the Button's left (paragraph 4.5).
    ``merged`` where the other room puts pots that the same Players win together before it divides.
    """
    apart = [0] * players
    for names, group in groupby(pots, key=lambda pot: pot.winners):
        winners = [int(name[1:]) - 1 for name in names]
        amounts = [(pot.amount - pot.rake) // chip for pot in group]
        for amount in amounts:
            for place, at in enumerate(winners):
                apart[at] += chip * (amount // len(winners) + (place < amount % len(winners)))
        for amount in [sum(amounts)] if merged else amounts:
            for at in winners:
                apart[at] -= chip * (amount // len(winners))
            apart[int(favourite[1:]) - 1 if favourite else winners[0]] -= chip * (amount % len(winners))
    return apart
