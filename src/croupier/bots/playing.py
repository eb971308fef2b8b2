"""The betting of a bot: by position before the Flop, by its share of the pot and the pot's odds afterwards.

All bots play alike, in one of three manners. A bot believes only part of a bet: some of the hands behind it are those
that an honest Player would bet this way, better ones the larger the bet, and the rest are any cards at all. The
manner's ``trust`` sets the size of the honest part. The bot counts its share of the pot against that mixture, and calls
if the share is worth the price. A bet out of all proportion therefore makes only the weak hands fold: a Player who
makes it every time is called often enough to lose by it.

A bot bets for value in proportion to the pot, bets some of its draws, takes a pot that no one has bet on more often the
fewer are left to act, and bluffs on the River as rarely as its bet size requires.
"""

from random import Random
from typing import Final

from msgspec import Struct

from croupier.bots.chances import Pair, draws, equity, holdings, place
from croupier.bots.spot import Spot
from croupier.hands import rank_best
from croupier.play.room.commands import Act

OPENS: Final = (0.0, 0.7, 0.42, 0.3, 0.24, 0.2, 0.17, 0.15, 0.13, 0.12)
"""The share of starting hands to come in with, by how many are left to act."""
_SHORT: Final = 12
"""Big Blinds below which there is nothing left to play with after a Raise: all-in, or nothing."""
_SAMPLED: Final = 70
"""The number of others' hands that are examined closely before the River."""
_BLUFFS: Final = 0.12
"""The share of an honest bettor's hands that are nothing yet."""
_PROPORTION: Final = 2.5
"""The multiple of the pot above which a bet is out of proportion."""
_DOUBTED: Final = 0.6
"""The factor by which a bet out of proportion is believed less: a Player with the best hand wants to be called."""
_FACED: Final = 3
"""The number of others that are considered one by one: a further hand changes little and costs as much again."""


class Manner(Struct, frozen=True):
    """The traits in which one bot differs from another."""

    opens: float
    """The multiple of the chart's share of starting hands with which it comes in raising."""
    limps: float
    """The multiple of that share with which it comes in with a Call."""
    trust: float
    """The part of the hands behind a bet that is believed; the rest may be anything."""
    value: float
    """The multiple of its fair share that a hand's share must be for a bet."""
    presses: float
    """The chance that it bets or raises when it may, instead of waiting."""
    size: float
    """The size of its bets, in pots."""
    semi_bluffs: float
    """The chance that it bets a good draw."""
    steals: float
    """The chance that it bets without a hand when it acts last and there is no bet; half of that on the River."""
    margin: float
    """The worth of a call beyond its price that it requires while there are bets to come."""
    trials: int
    """The number of rounds that it plays out to estimate a share."""


def plays(spot: Spot, rng: Random, manner: Manner) -> Act:
    """Return what a bot of a manner does in its turn."""
    if spot.board:
        return _afterwards(spot, rng, manner)
    if spot.level <= spot.big:
        return _opens(spot, rng, manner)
    return _answers(spot, rng, manner)


# ---- Before the Flop ------------------------------------------------------------------------------------------------


def _opens(spot: Spot, rng: Random, manner: Manner) -> Act:
    """Answer the Blinds alone: raise, come in for the price of the Blind, or fold."""
    rank, share = place(spot.cards), manner.opens * _chart(spot)
    if spot.stack + spot.bet <= _SHORT * spot.big:
        return spot.wagers(spot.most) if rank <= share else spot.passes()
    callers = max(0, (spot.pot - spot.bet) // spot.big - 1)
    if rank <= share * (0.8 if callers else 1.0) and rng.random() < manner.presses:
        return spot.wagers((2.5 if spot.others == 1 else 3) * spot.big + callers * spot.big)
    cheap = spot.costs * 2 <= spot.big or callers > 0
    return spot.calls() if rank <= share * manner.limps * (1.8 if cheap else 1.0) else spot.passes()


def _chart(spot: Spot) -> float:
    return OPENS[min(max(spot.to_act, 1), len(OPENS) - 1)]


def _answers(spot: Spot, rng: Random, manner: Manner) -> Act:
    """Answer a raise: raise again with the best hands, call at the right price, and sometimes bluff."""
    rank, honest = place(spot.cards), _raised_with(spot)
    if rank <= 0.45 * honest and rng.random() < manner.presses:
        return spot.wagers((3 if spot.behind == 0 else 3.5) * spot.level)
    if rank <= 2 * honest and spot.level <= 4 * spot.big and rng.random() < 0.1 * manner.steals:
        return spot.wagers(3 * spot.level)
    raiser = _mixed(holdings(spot.cards, honest), spot, rng, manner)
    behind = [holdings(spot.cards, 2 * honest)] * (min(spot.others, _FACED) - 1)
    share = equity(spot.cards, (), [raiser, *behind], rng, manner.trials)
    return spot.calls() if share > spot.price + _margin(spot, manner) else spot.passes()


def _raised_with(spot: Spot) -> float:
    """Return the share of starting hands that an honest Player raises with, by the size of the raise."""
    wide = 0.45 if spot.others == 1 else 0.22
    times = spot.level / spot.big
    return wide if times <= 5 else 0.4 * wide if times <= 14 else max(0.03, 0.2 * wide)


# ---- After the Flop -------------------------------------------------------------------------------------------------


def _afterwards(spot: Spot, rng: Random, manner: Manner) -> Act:
    outs = draws(spot.cards, spot.board)
    share = equity(spot.cards, spot.board, _held(spot, rng, manner), rng, manner.trials)
    if not spot.costs:
        return _checked_to(spot, rng, manner, share, outs)
    due, raised = 1 / (spot.others + 1), spot.level + 0.8 * (spot.pot + spot.costs)
    if share > max(0.62, 1.5 * due) and rng.random() < manner.presses:
        return spot.wagers(raised)
    if outs >= 12 and spot.others == 1 and rng.random() < 0.6 * manner.semi_bluffs:
        return spot.wagers(raised)
    hopes = 0.05 if outs >= 8 and spot.stack - spot.costs > spot.pot else 0.0
    return spot.calls() if share + hopes > spot.price + _margin(spot, manner) else spot.passes()


def _checked_to(spot: Spot, rng: Random, manner: Manner, share: float, outs: int) -> Act:
    """Bet, or not, when there is no bet: for value, with a draw, or as a bluff."""
    due, last = 1 / (spot.others + 1), spot.behind == 0
    size = manner.size * spot.pot * (0.85 if spot.others > 1 else 1.0)
    if share > max(0.36, manner.value * due) and rng.random() < manner.presses:
        return spot.wagers(1.1 * size if share > 0.8 else size)
    if outs >= 8 and spot.others <= 2 and rng.random() < manner.semi_bluffs:
        return spot.wagers(size)
    wants = manner.steals if len(spot.board) < 5 else manner.steals / 2
    if last and spot.others == 1 and rng.random() < wants:
        return spot.wagers(0.5 * spot.pot)
    return spot.passes()


def _margin(spot: Spot, manner: Manner) -> float:
    """Return the margin of a call: 0 if no bet can follow; more if others act later."""
    if spot.costs >= spot.stack or len(spot.board) == 5:
        return 0.0
    return manner.margin * (1 if spot.behind == 0 else 2)


# ---- The others' hands ----------------------------------------------------------------------------------------------


def _held(spot: Spot, rng: Random, manner: Manner) -> list[list[Pair]]:
    """List what each of the others may hold, given who has bet."""
    each = spot.before / (spot.others + 1) / spot.big
    share = 0.15 if each >= 8 else 0.32 if each >= 2.5 else 0.75
    if spot.others == 1:
        share = min(1.0, 1.7 * share)
    known = (*spot.cards, *spot.board)
    held, faced = holdings(known, share), min(spot.others, _FACED)
    if not spot.costs:
        return [held] * faced
    bettor = _mixed(_bet_with(spot, held, rng), spot, rng, manner)
    return [bettor, *[held] * (faced - 1)]


def _bet_with(spot: Spot, held: list[Pair], rng: Random) -> list[Pair]:
    """Return the hands that would bet as much: the strongest, and among the others a few draws and bluffs."""
    size = _bet_size(spot)
    keeps = 0.6 if size < 0.45 else 0.48 if size < 0.9 else 0.36 if size < 1.5 else 0.25
    if len(spot.board) < 5 and len(held) > _SAMPLED:
        held = [held[int(rng.random() * len(held))] for _ in range(_SAMPLED)]
    ordered = sorted(held, key=lambda pair: rank_best((*pair, *spot.board)), reverse=True)
    count = max(4, int(keeps * len(ordered)))
    rest = ordered[count:]
    hoping = [pair for pair in rest if draws(pair, spot.board) >= 8] if len(spot.board) < 5 else []
    bluffs = rng.sample(rest, min(int(_BLUFFS * count), len(rest)))
    return [*ordered[:count], *hoping, *bluffs]


def _mixed(honest: list[Pair], spot: Spot, rng: Random, manner: Manner) -> list[Pair]:
    """Mix honest hands behind a bet with any cards.

    The more out of proportion the bet is, the less it is believed.
    """
    trust = manner.trust * (_DOUBTED if _bet_size(spot) > _PROPORTION else 1.0)
    anything = holdings((*spot.cards, *spot.board), 1.0)
    return [*honest, *rng.choices(anything, k=round(len(honest) * (1 - trust) / trust))]


def _bet_size(spot: Spot) -> float:
    """Return the bet as a multiple of the pot that it was made into."""
    return spot.level / max(spot.pot - spot.level, spot.big)
