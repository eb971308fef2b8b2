"""How a House and a Player swing: the hold of a shift, a day and a month, what a cap saves, and who goes broke when.

Hold is what the House keeps of all that is wagered. A month is thirty days, a day three shifts of eight hours.

Where what a box wins in a round is known exactly, so is the chance of going broke: it is calculated round by round over
every amount that a Player can have (:func:`broke_within`), and the House's chance of ever losing a reserve is bounded
by Lundberg's exponent (:func:`exponent`), the rate at which it falls with the reserve.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import reduce
from math import ceil, exp, gcd, log
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.solver import Progress, nothing
from croupier.rules.banked import BankedGame
from croupier.rules.terms import WagerName
from croupier.trials.engine import EngineTrial
from croupier.trials.jackpot import Spread, counted, spread
from croupier.trials.plan import ALL, Plan, Shift
from croupier.trials.playing import chunks_of, in_order, trial_of
from croupier.trials.result import BAND
from croupier.trials.room import RoomTrial

SHIFT_HOURS: Final = 8
SHIFTS: Final = 3
MONTH: Final = 30
_BAND: Final = (0.025, 0.975)
_ONCE_IN: Final = 1_000
_MOST_STATES: Final = 4_000_000
"""How many amounts a Player's money may take, where the chance of going broke is calculated."""


class Hold(Struct, frozen=True):
    """The hold over periods of one length, as shares of what was wagered."""

    period: str
    """``shift`` of one table, ``day`` of all tables, or ``month`` of all tables."""
    number: int
    mean: float
    low: float
    high: float
    """Between these lie 95 of 100 periods; so they would if results were normal:"""
    normal_low: float
    normal_high: float
    lost: float
    """The share of periods in which the House lost."""
    worst: Cents
    """What the House lost in the worst of them; below zero if it never lost."""
    least: float
    most: float
    counts: tuple[int, ...]
    """How many periods lie in each of as many equal parts from the least hold to the most."""


class Capped(Struct, frozen=True):
    """A maximum payout, at this Ante."""

    wager: str
    most: Cents
    cites: tuple[str, ...]
    rows: tuple[str, ...]
    """The rows that it cuts."""
    often: float
    """How many payouts it cuts on average over all these days,"""
    saves: float
    """and what it saves the House on them, in cents."""


class House(Struct, frozen=True):
    """A year, or as many days as were asked for, of a game at several tables."""

    game: str
    tables: int
    days: int
    rounds: int
    staked: Cents
    kept: Cents
    expected: float | None
    """What the House would keep on average, in cents, by the exact odds."""
    holds: tuple[Hold, ...]
    caps: tuple[Capped, ...]
    down: Cents
    """The most that the House was behind a shift's beginning, at one table."""
    exponent: float | None
    """Lundberg's: the House is ever ``C`` cents behind at a box with a chance of at most ``exp(-exponent * C)``; None
    where what a box wins is not known exactly."""
    reserve: Cents | None
    """What a box's House needs so that it is lost once in a thousand times at most."""


class Player(Struct, frozen=True):
    """Sessions of a Player with one box."""

    game: str
    sessions: int
    rounds: int
    """In each session."""
    result: Spread
    """What they won, in cents."""
    ahead: float
    """The share of sessions that ended ahead."""
    bankroll: Cents
    broke: float
    """The share of sessions in which the money did not cover the wagers of another round."""
    broke_exact: float | None
    """The chance of that; None where it is not calculated."""


def simulate_house(
    plan: Plan, tables: int, pace: int, days: int, executor: Executor, workers: int = 1, told: Progress = nothing
) -> House:
    """Play every shift of every table. Shifts of a table are independent of each other and of other tables'."""
    for name, value, most in (("tables", tables, 10_000), ("pace", pace, 1_000), ("days", days, 36_500)):
        if not 1 <= value <= most:
            raise InputError(f"--{name}: must be from 1 to {most:,}, not {value}")
    shift = pace * SHIFT_HOURS
    plan = replace(plan, rounds=shift * SHIFTS * tables * days, period=shift)
    shifts, staked, won, squares = _played(plan, executor, workers, told)
    trial = trial_of(plan)
    assert not isinstance(trial, RoomTrial)
    mean = trial.expected_won().get(ALL)
    variance = squares / plan.rounds - (won / plan.rounds) ** 2
    a_day = SHIFTS * tables
    known = trial.distribution() if not isinstance(trial, EngineTrial) else None
    rate = None if known is None else exponent(known)
    return House(
        trial.game.name,
        tables,
        days,
        plan.rounds,
        staked,
        -won,
        None if mean is None else float(-mean * plan.boxes * plan.rounds),
        tuple(
            _hold(name, _together(shifts, size), size * shift, won / plan.rounds, staked / plan.rounds, variance)
            for name, size in (("shift", 1), ("day", a_day), ("month", a_day * MONTH))
            if len(shifts) >= size
        ),
        caps_of(trial.game, plan, trial.expected_rows()),
        max(one.highest for one in shifts),
        rate,
        None if rate is None else ceil(log(_ONCE_IN) / rate),
    )


def simulate_player(
    plan: Plan,
    sessions: int,
    rounds: int,
    bankroll: Cents,
    executor: Executor,
    workers: int = 1,
    told: Progress = nothing,
) -> Player:
    """Play sessions of a Player with one box, who stays for all rounds or until the money does not cover another."""
    if not 1 <= sessions <= 10_000_000:
        raise InputError(f"--sessions: must be from 1 to 10,000,000, not {sessions}")
    if not 1 <= rounds <= 100_000:
        raise InputError(f"--session: must be from 1 to 100,000 rounds, not {rounds}")
    plan = replace(plan, boxes=1, rounds=sessions * rounds, period=rounds)
    trial = trial_of(plan)
    assert not isinstance(trial, RoomTrial)
    costs = _costs(trial.game, plan)
    if bankroll < costs:
        raise InputError(f"--bankroll: a round may take {costs} cents, so that {bankroll} do not cover one")
    lived = [_until_broke(one, bankroll - costs) for one in _played(plan, executor, workers, told)[0]]
    results = sorted(float(won) for won, _ in lived)
    found = spread(results)
    assert found is not None, "there is a session"
    known = trial.distribution() if not isinstance(trial, EngineTrial) else None
    return Player(
        trial.game.name,
        sessions,
        rounds,
        found,
        sum(won > 0 for won in results) / sessions,
        bankroll,
        sum(broke for _, broke in lived) / sessions,
        None if known is None else broke_within(known, bankroll - costs, rounds),
    )


def _until_broke(session: Shift, spare: Cents) -> tuple[int, bool]:
    """What a session won, and whether more than the spare money was lost on the way, which ends it there."""
    broke = session.lowest < -spare
    return (-spare if broke else session.won), broke


def _costs(game: BankedGame, plan: Plan) -> Cents:
    """What a box's wagers may come to in a round."""
    placed = {choice.places: choice.times_ante for choice in game.choices if choice.places is not None}
    return plan.ante * (1 + sum(placed.values())) + sum(stake for _, stake in plan.sides) + plan.jackpot_wager


def _played(plan: Plan, executor: Executor, workers: int, told: Progress) -> tuple[list[Shift], Cents, int, int]:
    """Every shift, and sums over all of them: staked, won, squares of rounds."""
    shifts: list[Shift] = []
    staked = won = squares = 0
    last = chunks_of(plan)
    for number, part in enumerate(in_order(plan, executor, 0, 2 * workers), 1):
        shifts += part.periods
        staked, won = staked + part.staked[ALL], won + part.won[ALL]
        squares += part.squares[ALL]
        told(number / last)
    return shifts, staked, won, squares


# --- hold ----------------------------------------------------------------------------------------------------------


def _together(shifts: Sequence[Shift], size: int) -> list[tuple[int, int]]:
    """What was won and wagered in periods of so many shifts; the last ones, that fill no period, are left out."""
    whole = len(shifts) - len(shifts) % size
    return [
        (sum(one.won for one in shifts[at : at + size]), sum(one.staked for one in shifts[at : at + size]))
        for at in range(0, whole, size)
    ]


def _hold(
    name: str, periods: Sequence[tuple[int, int]], rounds: int, won: float, staked: float, variance: float
) -> Hold:
    """``won``, ``staked`` and ``variance`` are of one round."""
    holds = sorted(-one / wagered for one, wagered in periods)
    low, high = (holds[min(len(holds) - 1, int(share * len(holds)))] for share in _BAND)
    mean, error = -won / staked, (variance / rounds) ** 0.5 / staked
    lost = sum(one > 0 for one, _ in periods) / len(periods)
    worst = max(one for one, _ in periods)
    normal = (mean - BAND * error, mean + BAND * error)
    return Hold(name, len(periods), mean, low, high, *normal, lost, worst, holds[0], holds[-1], counted(holds))


def caps_of(game: BankedGame, plan: Plan, chances: Mapping[str, Fraction]) -> tuple[Capped, ...]:
    """What every maximum payout does at these wagers, by how likely each row is."""
    stakes = {WagerName.ANTE: plan.ante, **{WagerName(name): stake for name, stake in plan.sides}}
    stakes |= {one.places: plan.ante * one.times_ante for one in game.choices if one.places is not None}
    found = []
    for wager, cap in game.caps.items():
        rows, often, saves = [], Fraction(0), Fraction(0)
        for line in game.pays[wager].lines:
            over = line.odds.winnings(stakes.get(wager, 0)) - cap.most
            if over > 0:
                chance = chances.get(f"{wager}.{line.name}", Fraction(0)) * plan.boxes * plan.rounds
                rows.append(line.name)
                often, saves = often + chance, saves + chance * over
        found.append(Capped(wager.value, cap.most, cap.cites, tuple(rows), float(often), float(saves)))
    return tuple(found)


# --- broke ---------------------------------------------------------------------------------------------------------


def broke_within(won: Mapping[int, Fraction], spare: Cents, rounds: int) -> float | None:
    """The chance that more than ``spare`` has been lost after some round; None if there are too many amounts to follow.

    Whoever has won more than all remaining rounds can lose is safe, and followed no further.
    """
    unit = reduce(gcd, won, spare)
    if not unit:
        return 0.0
    steps = {net // unit: float(chance) for net, chance in won.items()}
    most_lost = max(0, -min(steps))
    start, size = spare // unit, most_lost * rounds + 1
    if start >= size:
        return 0.0
    if size * len(steps) > _MOST_STATES or size * len(steps) * rounds > 200 * _MOST_STATES:
        return None
    money = np.zeros(size)
    money[start] = 1.0
    broke = 0.0
    for _ in range(rounds):
        after = np.zeros(size)
        for step, chance in steps.items():
            if 0 <= step < size:
                after[step:] += chance * money[: size - step]
            elif step < 0:
                after[:step] += chance * money[-step:]
                broke += chance * float(money[:-step].sum())
        money = after
    return broke


def exponent(won: Mapping[int, Fraction]) -> float | None:
    """The positive number at which the mean of ``exp(number * won)`` is one; None if Players do not lose on average.

    Of a House that keeps money on average, Lundberg's inequality says: it is ever behind by C with a chance of at most
    ``exp(-number * C)``.
    """
    if sum((net * chance for net, chance in won.items()), Fraction(0)) >= 0 or max(won) <= 0:
        return None
    largest = max(won)

    def excess(rate: float) -> float:
        return sum(float(chance) * (exp(rate * net) - 1) for net, chance in won.items())

    low, high = 0.0, 1.0 / largest
    while excess(high) < 0 and high * largest < 600:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return low
