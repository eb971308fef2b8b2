"""The novice: plays the cards it likes, and would rather see them than fold.

It looks at its own hand alone. Before the Flop it comes in with anything that looks pretty, and raises only the best
pairs. Afterwards it calls with any pair and any draw, gives up only to large bets, and bets small when it has made
something. It reckons no odds, apart from a feeling for what is a lot of money.
"""

from random import Random
from typing import Final

from croupier.bots.chances import draws, place
from croupier.bots.manners import behave
from croupier.bots.spot import Spot
from croupier.hands import Category, category_of, rank_best
from croupier.play.room.commands import Act, RoomCommand
from croupier.play.room.options import RoomOption
from croupier.play.room.view import RoomView

_LIKES: Final = 0.65
"""The share of starting hands that it comes in with."""
_LOVES: Final = 0.025
"""And that it raises."""


def choose(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> RoomCommand | None:
    """What a novice does."""
    return behave(view, options, rng, _play)


def _play(spot: Spot, rng: Random) -> Act:
    return _before_the_flop(spot, rng) if not spot.board else _afterwards(spot, rng)


def _before_the_flop(spot: Spot, rng: Random) -> Act:
    rank = place(spot.cards)
    if rank <= _LOVES:
        return spot.wagers(spot.level + 2 * spot.big) if rng.random() < 0.7 else spot.calls()
    much = spot.costs / spot.big
    if rank <= _LIKES / max(1.0, much / 4):
        return spot.calls()
    return spot.passes()


def _afterwards(spot: Spot, rng: Random) -> Act:
    made = category_of(rank_best((*spot.cards, *spot.board)))
    helps = draws(spot.cards, spot.board) >= 8
    own = made > _of_the_board(spot)
    if own and made >= Category.TWO_PAIRS:
        return spot.wagers(spot.level + spot.pot / 3) if rng.random() < 0.5 else spot.calls()
    dear = spot.costs > 0.75 * spot.stack and spot.costs > 10 * spot.big
    if own or helps:
        if not spot.costs and rng.random() < 0.2:
            return spot.wagers(spot.pot / 3)
        return spot.passes() if dear and rng.random() < 0.35 else spot.calls()
    if spot.costs and spot.costs <= 3 * spot.big and rng.random() < 0.5:
        return spot.calls()
    return spot.passes()


def _of_the_board(spot: Spot) -> Category:
    """What lies on the board for everybody."""
    if len(spot.board) == 5:
        return category_of(rank_best(spot.board))
    most = max(sum(one >> 2 == other >> 2 for other in spot.board) for one in spot.board)
    return {1: Category.FIVE_ODD_CARDS, 2: Category.ONE_PAIR}.get(most, Category.THREE_OF_A_KIND)
