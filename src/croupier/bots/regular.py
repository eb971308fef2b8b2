"""The regular: a chart before the Flop, the pot's odds after it.

Before the Flop it comes in raising with a share of the starting hands that grows the fewer are left to act, and answers
a Raise with the better part of it. Afterwards it estimates its share of the pot against any cards that the others may
hold, bets when that is clearly more than its due, calls when it is worth the price, and folds otherwise. It never
bluffs, and it gives no bet credit for the hand behind it: that is what a better player takes from it.
"""

from random import Random
from typing import Final

from croupier.bots.chances import HANDS, equity, place
from croupier.bots.manners import behave
from croupier.bots.spot import Spot
from croupier.play.room.commands import Act, RoomCommand
from croupier.play.room.options import RoomOption
from croupier.play.room.view import RoomView

OPENS: Final = (0.0, 0.7, 0.42, 0.3, 0.24, 0.2, 0.17, 0.15, 0.13, 0.12)
"""The share of starting hands to come in with, by how many are left to act."""
_ANSWERS: Final = 0.55
"""How much of that share answers a Raise, and how much less each time the price doubles."""
_TRIALS: Final = 120


def choose(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> RoomCommand | None:
    """What a regular does."""
    return behave(view, options, rng, _play)


def _play(spot: Spot, rng: Random) -> Act:
    return _before_the_flop(spot) if not spot.board else _afterwards(spot, rng)


def _before_the_flop(spot: Spot) -> Act:
    rank, share = place(spot.cards), OPENS[min(max(spot.to_act, 1), 9)]
    if spot.level <= spot.big:
        if rank <= share:
            return spot.wagers(3 * spot.big + max(0, spot.pot - 3 * spot.big // 2))
        return spot.calls() if spot.costs * 4 <= spot.big * 2 and rank <= 2 * share else spot.passes()
    price = spot.costs / spot.big
    if rank <= 0.02 or (rank <= 0.04 and price < 8):
        return spot.wagers(3 * spot.level)
    return spot.calls() if rank <= share * _ANSWERS * min(1.0, 4 / max(price, 1.0)) else spot.passes()


def _afterwards(spot: Spot, rng: Random) -> Act:
    share = equity(spot.cards, spot.board, [HANDS] * min(spot.others, 4), rng, _TRIALS)
    due = 1 / (spot.others + 1)
    if not spot.costs:
        return spot.wagers(0.75 * spot.pot) if share > max(0.4, 1.2 * due) else spot.passes()
    if share > max(0.6, 1.65 * due):
        return spot.wagers(spot.level + 0.75 * (spot.pot + spot.costs))
    return spot.calls() if share > spot.price + 0.03 else spot.passes()
