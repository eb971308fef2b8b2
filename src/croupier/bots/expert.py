"""The expert: what the others would play so, and what its own hand is worth against that.

Everything follows from what lies on the table. How much went in before the Flop says how good the starting hands are
that the others came with; a bet says that the weaker part of them has been given up, more of it the larger the bet,
with some draws and bluffs left. Against these hands it counts its share of the pot, exactly on the River.

It bets for value in proportion to the pot, bets its good draws too, takes a pot that nobody seems to want when it acts
last, bluffs on the River as seldom as its size of bet bears, and calls by the pot's odds, a little more loosely where
it will act last and a draw may still be paid.
"""

from random import Random
from typing import Final

from croupier.bots.chances import Pair, draws, equity, holdings, place
from croupier.bots.manners import behave
from croupier.bots.regular import OPENS
from croupier.bots.spot import Spot
from croupier.hands import rank_best
from croupier.play.room.commands import Act, RoomCommand
from croupier.play.room.options import RoomOption
from croupier.play.room.view import RoomView

_TRIALS: Final = 120
_SAMPLED: Final = 70
"""So many of the others' hands are looked at closely before the River."""
_BLUFFS: Final = 0.12
"""The share of a bettor's hands that is taken to be nothing yet."""


def choose(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> RoomCommand | None:
    """What an expert does."""
    return behave(view, options, rng, _play)


def _play(spot: Spot, rng: Random) -> Act:
    return _before_the_flop(spot, rng) if not spot.board else _afterwards(spot, rng)


# --- before the Flop ----------------------------------------------------------------------------------------------


def _before_the_flop(spot: Spot, rng: Random) -> Act:
    rank = place(spot.cards)
    if spot.level <= spot.big:
        return _opens(spot, rank)
    came_with = _answered(spot)
    if rank <= 0.45 * came_with:
        return spot.wagers(3 * spot.level if spot.behind == 0 else 3.5 * spot.level)
    if rank <= 2 * came_with and rng.random() < 0.04 and spot.level <= 4 * spot.big:
        return spot.wagers(3 * spot.level)
    against = [holdings(spot.cards, came_with)] + [holdings(spot.cards, 2 * came_with)] * (min(spot.others, 3) - 1)
    share = equity(spot.cards, (), against, rng, _TRIALS)
    last = spot.costs >= spot.stack
    margin = 0.0 if last else 0.03 if spot.behind == 0 else 0.06
    return spot.calls() if share > spot.price + margin else spot.passes()


def _opens(spot: Spot, rank: float) -> Act:
    """Nobody has raised: come in raising, or not at all; a limper makes it dearer."""
    share = 1.15 * OPENS[min(max(spot.to_act, 1), 9)]
    callers = max(0, (spot.pot - spot.bet) // spot.big - 1)
    if spot.stack + spot.bet <= 12 * spot.big:
        return spot.wagers(spot.most) if rank <= share else spot.passes()
    if rank <= share * (0.8 if callers else 1.0):
        return spot.wagers((2.5 if spot.others == 1 else 3) * spot.big + callers * spot.big)
    if callers and rank <= 1.8 * share and spot.costs <= spot.big:
        return spot.calls()
    return spot.passes()


def _answered(spot: Spot) -> float:
    """The share of starting hands that somebody raises with, by how far it has gone."""
    wide = 0.45 if spot.others == 1 else 0.22
    times = spot.level / spot.big
    return wide if times <= 5 else 0.4 * wide if times <= 14 else max(0.03, 0.2 * wide)


# --- after it -----------------------------------------------------------------------------------------------------


def _afterwards(spot: Spot, rng: Random) -> Act:
    outs = draws(spot.cards, spot.board)
    share = equity(spot.cards, spot.board, _held(spot, rng), rng, _TRIALS)
    due = 1 / (spot.others + 1)
    if not spot.costs:
        return _checked_to(spot, rng, share, due, outs)
    if share > max(0.62, 1.5 * due):
        return spot.wagers(spot.level + 0.8 * (spot.pot + spot.costs))
    if outs >= 12 and spot.others == 1 and rng.random() < 0.3:
        return spot.wagers(spot.level + 0.8 * (spot.pot + spot.costs))
    deep = spot.stack - spot.costs > spot.pot
    hopes = 0.05 if outs >= 8 and deep else 0.0
    return spot.calls() if share + hopes > spot.price + 0.01 else spot.passes()


def _checked_to(spot: Spot, rng: Random, share: float, due: float, outs: int) -> Act:
    """Nobody has bet: for value, with a draw, as a bluff, or not."""
    size = (0.55 if spot.others > 1 else 0.66) * spot.pot
    if share > max(0.36, 1.2 * due):
        return spot.wagers(1.1 * size if share > 0.8 else size)
    last = spot.behind == 0
    if outs >= 8 and spot.others <= 2 and rng.random() < 0.5:
        return spot.wagers(size)
    if last and spot.others == 1 and rng.random() < (0.35 if len(spot.board) < 5 else 0.2):
        return spot.wagers(0.5 * spot.pot)
    return spot.passes()


def _held(spot: Spot, rng: Random) -> list[list[Pair]]:
    """What each of the others may hold: one of them has bet, if somebody has."""
    each = spot.before / (spot.others + 1) / spot.big
    share = 0.15 if each >= 8 else 0.32 if each >= 2.5 else 0.75
    if spot.others == 1:
        share = min(1.0, 1.7 * share)
    known = (*spot.cards, *spot.board)
    held = holdings(known, share)
    if not spot.costs:
        return [held] * min(spot.others, 4)
    return [_bet_with(spot, held, rng), *[held] * (min(spot.others, 3) - 1)]


def _bet_with(spot: Spot, held: list[Pair], rng: Random) -> list[Pair]:
    """The part of some hands that would bet as much: the strongest, and among the others a few draws and bluffs."""
    size = spot.level / max(spot.pot - spot.level, spot.big)
    keeps = 0.6 if size < 0.45 else 0.48 if size < 0.9 else 0.36 if size < 1.5 else 0.25
    if len(spot.board) < 5 and len(held) > _SAMPLED:
        held = [held[int(rng.random() * len(held))] for _ in range(_SAMPLED)]
    ordered = sorted(held, key=lambda pair: rank_best((*pair, *spot.board)), reverse=True)
    count = max(4, int(keeps * len(ordered)))
    rest = ordered[count:]
    hoping = [pair for pair in rest if draws(pair, spot.board) >= 8] if len(spot.board) < 5 else []
    bluffs = rng.sample(rest, min(int(_BLUFFS * count), len(rest)))
    return [*ordered[:count], *hoping, *bluffs]
