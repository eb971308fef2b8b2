"""Players of the poker room that the program plays itself, at three levels.

A bot is a function of what a person in its seat would have before him: his own view of the table, and what he may do
now. It never gets the table itself, so it can see no card that is not its own or open, and it can do nothing that is
not offered. Chance is the caller's: the same generator in the same state gives the same decision, so that rounds
replay by their seeds.

- ``novice`` plays the cards it likes, calls too much and raises too little.
- ``regular`` keeps to a chart by position, and afterwards compares its share against any cards with the pot's odds.
- ``expert`` puts the others on what they would play so, counts its share against that, and bets and bluffs by size.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from typing import Final

from croupier.bots import expert, novice, regular
from croupier.play.room.commands import RoomCommand
from croupier.play.room.options import RoomOption
from croupier.play.room.view import RoomView

Bot = Callable[[RoomView, tuple[RoomOption, ...], Random], RoomCommand | None]
"""What somebody does, by what he sees and may do; None where he has nothing to do now."""


class Level(StrEnum):
    """How well a bot plays."""

    NOVICE = "novice"
    REGULAR = "regular"
    EXPERT = "expert"


BOTS: Final[Mapping[Level, Bot]] = {
    Level.NOVICE: novice.choose,
    Level.REGULAR: regular.choose,
    Level.EXPERT: expert.choose,
}

__all__ = ["BOTS", "Bot", "Level"]
