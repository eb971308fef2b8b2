"""Players of the poker room that the program plays itself, in three manners.

A bot is a function of what a person in its seat would have before them: their own view of the table, and what they may
do now. It never gets the table itself, so it can see no card that is not its own or open, and it can do nothing that is
not offered. Chance is the caller's: the same generator in the same state gives the same decision, so that rounds
replay by their seeds.

All three consider position, bet sizes and the pot's odds (``playing``), and none can be run over by bets that are too
large: ``./run soak --bots`` counts what that costs.

- ``novice`` comes in too often, believes hardly any bet, and bets and bluffs too little.
- ``regular`` waits for good cards, calls a little too much and estimates roughly.
- ``expert`` comes in by position, calculates closely, and bets and bluffs as often as its bet sizes justify.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from typing import Final

from croupier.bots.manners import behave
from croupier.bots.playing import Manner, plays
from croupier.play.room.commands import RoomCommand
from croupier.play.room.options import RoomOption
from croupier.play.room.view import RoomView

Bot = Callable[[RoomView, tuple[RoomOption, ...], Random], RoomCommand | None]
"""A bot: a function from what a Player sees and may do to their command; None if they have nothing to do now."""


class Level(StrEnum):
    """The level at which a bot plays."""

    NOVICE = "novice"
    REGULAR = "regular"
    EXPERT = "expert"


MANNERS: Final[Mapping[Level, Manner]] = {
    Level.NOVICE: Manner(
        opens=0.4, limps=4.0, trust=0.2, value=1.4, presses=0.6, size=0.35, semi_bluffs=0.08, steals=0.06, margin=0.0,
        trials=24,
    ),
    Level.REGULAR: Manner(
        opens=0.8, limps=1.0, trust=0.42, value=1.45, presses=1.0, size=0.6, semi_bluffs=0.15, steals=0.08, margin=0.0,
        trials=50,
    ),
    Level.EXPERT: Manner(
        opens=1.15, limps=1.0, trust=0.65, value=1.2, presses=1.0, size=0.66, semi_bluffs=0.5, steals=0.3, margin=0.03,
        trials=180,
    ),
}  # fmt: skip


def bot_of(manner: Manner) -> Bot:
    """Make a bot that plays in a manner."""

    def chooses(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> RoomCommand | None:
        return behave(view, options, rng, lambda spot, chance: plays(spot, chance, manner))

    return chooses


BOTS: Final[Mapping[Level, Bot]] = {level: bot_of(manner) for level, manner in MANNERS.items()}

__all__ = ["BOTS", "MANNERS", "Bot", "Level", "bot_of"]
