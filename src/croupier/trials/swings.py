"""The swings of a House and a Player: the hold of a shift, a day and a month, the effect of a cap, the chance of ruin.

Hold is what the House keeps of all that is wagered. A month is thirty days, a day three shifts of eight hours.

If what a box wins in a round is known exactly, so is the chance of going broke: it is calculated round by round over
every amount that a Player can have (:func:`broke_within`). The House's chance of ever losing a reserve is bounded by
Lundberg's exponent (:func:`exponent`), the rate at which it falls with the reserve.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from functools import reduce
from math import ceil, exp, gcd, log
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.rules.banked import BankedGame
from croupier.rules.terms import WagerName
from croupier.trials.booking import Ints
from croupier.trials.engine import EngineTrial
from croupier.trials.jackpot import Spread, counted, spread
from croupier.trials.plan import ALL, Part, Plan
from croupier.trials.playing import chunks_of, in_order, kept_in, refuse_another, trial_of
from croupier.trials.result import BAND
from croupier.trials.room import RoomTrial

SHIFT_HOURS: Final = 8
SHIFTS: Final = 3
MONTH: Final = 30
_BAND: Final = (0.025, 0.975)
_ONCE_IN: Final = 1_000
_MOST_PERIODS: Final = 10_000_000
"""The most periods, shifts or sessions, all of which are kept for their distribution."""
_MOST_STATES: Final = 4_000_000
"""The most amounts of a Player's money for which the chance of going broke is calculated."""


class Hold(Struct, frozen=True):
    """The hold over periods of one length, as shares of what was wagered."""

    period: str
    """The name of the period: ``shift`` of one table, ``day`` of all tables, or ``month`` of all tables."""
    number: int
    mean: float
    low: float
    high: float
    """The upper end of the range that holds 95 of 100 periods; the two below are its ends if results were normal."""
    normal_low: float
    normal_high: float
    lost: float
    """The share of periods in which the House lost."""
    worst: Cents
    """The amount that the House lost in the worst of them; below zero if it never lost."""
    least: float
    most: float
    counts: tuple[int, ...]
    """The count of periods in each of as many equal parts from the least hold to the most."""


class Capped(Struct, frozen=True):
    """A maximum payout, at this Ante."""

    wager: str
    most: Cents
    cites: tuple[str, ...]
    rows: tuple[str, ...]
    """The rows that it cuts."""
    often: float
    """The average number of payouts that it cuts over all these days."""
    saves: float
    """The average amount that it saves the House on them, in cents."""


class House(Struct, frozen=True):
    """A year, or as many days as were asked for, of a game at several tables."""

    game: str
    tables: int
    days: int
    rounds: int
    staked: Cents
    kept: Cents
    expected: float | None
    """The amount that the House would keep on average, in cents, by the exact odds."""
    holds: tuple[Hold, ...]
    caps: tuple[Capped, ...]
    down: Cents
    """The most that the House was behind a shift's beginning, at one table."""
    exponent: float | None
    """Lundberg's: the House is ever ``C`` cents behind at a box with a chance of at most ``exp(-exponent * C)``; None
    where what a box wins is not known exactly."""
    reserve: Cents | None
    """The money that a box's House needs to lose it once in a thousand times at most."""


class Player(Struct, frozen=True):
    """Sessions of a Player with one box."""

    game: str
    sessions: int
    rounds: int
    """The number of rounds in each session."""
    result: Spread
    """The distribution of their wins, in cents."""
    ahead: float
    """The share of sessions that ended ahead."""
    bankroll: Cents
    broke: float
    """The share of sessions in which the money did not cover the wagers of another round."""
    broke_exact: float | None
    """The chance of that; None where it is not calculated."""


# --- runs ----------------------------------------------------------------------------------------------------------


class Story(Struct):
    """A run of shifts, or of a Player's sessions, so far.

    The columns are the bytes of 64-bit whole numbers, one for each period in its order, so that many of them take
    little memory, and a checkpoint of them little time.
    """

    plan: Plan
    chunks: int = 0
    rounds: int = 0
    squares: int = 0
    """The sum of the squares of what each round won."""
    highest: Cents = 0
    """The most that Players were ahead of the beginning of a period."""
    won: bytearray = msgspec.field(default_factory=bytearray)
    staked: bytearray = msgspec.field(default_factory=bytearray)
    lowest: bytearray = msgspec.field(default_factory=bytearray)
    """The least that Players had won so far after a round of the period."""

    @property
    def share(self) -> float:
        """The share of the rounds that is played."""
        return self.rounds / self.plan.rounds

    def add(self, part: Part) -> None:
        """Add the next chunk."""
        self.chunks += 1
        self.rounds += part.rounds
        self.squares += part.squares[ALL]
        self.highest = max(self.highest, *(one.highest for one in part.periods))
        for column, place in ((self.won, 0), (self.staked, 1), (self.lowest, 2)):
            column.extend(np.array([one[place] for one in part.periods], np.int64).tobytes())


Heard = Callable[[Story], None]
"""Hears of a run whenever it is further."""


def of_house(plan: Plan, tables: int, pace: int, days: int) -> Story:
    """Make the story of every shift of every table, before any is played. Raises :class:`InputError`.

    Shifts of a table are independent of each other and of other tables' shifts.
    """
    for name, value, most in (("tables", tables, 10_000), ("pace", pace, 1_000), ("days", days, 36_500)):
        if not 1 <= value <= most:
            raise InputError(f"--{name}: must be from 1 to {most:,}, not {value}")
    shifts = SHIFTS * tables * days
    if shifts > _MOST_PERIODS:
        raise InputError(f"--days: {shifts:,} shifts at all tables are too many, {_MOST_PERIODS:,} the most")
    shift = pace * SHIFT_HOURS
    return Story(replace(plan, rounds=shift * shifts, period=shift))


def of_player(plan: Plan, sessions: int, rounds: int) -> Story:
    """Make the story of the sessions of a Player with one box, before any is played. Raises :class:`InputError`."""
    if not 1 <= sessions <= _MOST_PERIODS:
        raise InputError(f"--sessions: must be from 1 to {_MOST_PERIODS:,}, not {sessions}")
    if not 1 <= rounds <= 100_000:
        raise InputError(f"--session: must be from 1 to 100,000 rounds, not {rounds}")
    return Story(replace(plan, boxes=1, rounds=sessions * rounds, period=rounds))


def play_periods(story: Story, executor: Executor, workers: int = 1, told: Heard = lambda story: None) -> None:
    """Play what is left of a run."""
    for part in in_order(story.plan, executor, story.chunks, 2 * workers):
        story.add(part)
        told(story)


class Kept(Struct):
    """A checkpoint: both runs, of which the Player's comes first."""

    player: Story
    house: Story


def take_up_swings(path: Path, wanted: Kept) -> Kept:
    """Load a checkpoint of the same runs. Raises :class:`InputError` for any other file."""
    kept = kept_in(path, Kept)
    for found, asked in ((kept.player, wanted.player), (kept.house, wanted.house)):
        refuse_another(path, found.plan, asked.plan)
        size = asked.plan.chunk(slow=trial_of(asked.plan).slow)
        rounds = min(found.chunks * size, asked.plan.rounds)
        columns = {len(found.won), len(found.staked), len(found.lowest)}
        if not 0 <= found.chunks <= chunks_of(asked.plan) or found.rounds != rounds:
            raise InputError(f"--resume: {path} does not say how far the simulation was")
        if columns != {8 * -(-rounds // asked.plan.period)}:
            raise InputError(f"--resume: {path} does not say how far the simulation was")
    return kept


# --- reports -------------------------------------------------------------------------------------------------------


def told_of_house(story: Story, tables: int, days: int) -> House:
    """Report the result of all shifts."""
    plan = story.plan
    trial = trial_of(plan)
    assert not isinstance(trial, RoomTrial)
    won, staked = _column(story.won), _column(story.staked)
    all_won, all_staked = int(won.sum()), int(staked.sum())
    mean = trial.expected_won().get(ALL)
    variance = story.squares / plan.rounds - (all_won / plan.rounds) ** 2
    a_day = SHIFTS * tables
    known = trial.distribution() if not isinstance(trial, EngineTrial) else None
    rate = None if known is None else exponent(known)
    a_round = (all_won / plan.rounds, all_staked / plan.rounds, variance)
    return House(
        trial.game.name,
        tables,
        days,
        plan.rounds,
        all_staked,
        -all_won,
        None if mean is None else float(-mean * plan.boxes * plan.rounds),
        tuple(
            _hold(name, _together(won, size), _together(staked, size), size * plan.period, *a_round)
            for name, size in (("shift", 1), ("day", a_day), ("month", a_day * MONTH))
            if len(won) >= size
        ),
        caps_of(trial.game, plan, trial.expected_rows()),
        story.highest,
        rate,
        None if rate is None else ceil(log(_ONCE_IN) / rate),
    )


def refuse_small(plan: Plan, bankroll: Cents) -> Cents:
    """Return what a Player's money leaves beyond a round's wagers.

    Raises :class:`InputError` if it does not cover them.
    """
    trial = trial_of(plan)
    assert not isinstance(trial, RoomTrial)
    costs = _costs(trial.game, plan)
    if bankroll < costs:
        raise InputError(f"--bankroll: a round may take {costs} cents, so that {bankroll} do not cover one")
    return bankroll - costs


def told_of_player(story: Story, bankroll: Cents) -> Player:
    """Report the result of a Player who stays for all rounds, or until the money does not cover another."""
    plan = story.plan
    trial = trial_of(plan)
    assert not isinstance(trial, RoomTrial)
    spare = refuse_small(plan, bankroll)
    broke = _column(story.lowest) < -spare  # the loss on the way ends the session there
    results = np.where(broke, -spare, _column(story.won)).astype(np.float64)
    found = spread(results)
    assert found is not None, "there is a session"
    known = trial.distribution() if not isinstance(trial, EngineTrial) else None
    return Player(
        trial.game.name,
        len(results),
        plan.period,
        found,
        int((results > 0).sum()) / len(results),
        bankroll,
        int(broke.sum()) / len(results),
        None if known is None else broke_within(known, spare, plan.period),
    )


def _column(kept: bytearray) -> Ints:
    return np.frombuffer(kept, np.int64)


def _costs(game: BankedGame, plan: Plan) -> Cents:
    """Return the most that a box's wagers may cost in a round."""
    placed = {choice.places: choice.times_ante for choice in game.choices if choice.places is not None}
    return plan.ante * (1 + sum(placed.values())) + sum(stake for _, stake in plan.sides) + plan.jackpot_wager


# --- hold ----------------------------------------------------------------------------------------------------------


def _together(shifts: Ints, size: int) -> Ints:
    """Add up ``size`` shifts at a time; the last ones, that fill no period, are left out."""
    whole = len(shifts) - len(shifts) % size
    found: Ints = shifts[:whole].reshape(-1, size).sum(axis=1)
    return found


def _hold(name: str, won: Ints, wagered: Ints, rounds: int, a_round: float, staked: float, variance: float) -> Hold:
    """Report the hold over periods; ``a_round``, ``staked`` and ``variance`` are of one round."""
    holds = np.sort(-won / wagered)
    low, high = (float(holds[min(len(holds) - 1, int(share * len(holds)))]) for share in _BAND)
    mean, error = -a_round / staked, (variance / rounds) ** 0.5 / staked
    lost, worst = int((won > 0).sum()) / len(won), int(won.max())
    normal = (mean - BAND * error, mean + BAND * error)
    ends = (float(holds[0]), float(holds[-1]))
    return Hold(name, len(won), mean, low, high, *normal, lost, worst, *ends, counted(holds))


def caps_of(game: BankedGame, plan: Plan, chances: Mapping[str, Fraction]) -> tuple[Capped, ...]:
    """Return what every maximum payout does at these wagers, by how likely each row is."""
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


# --- ruin ----------------------------------------------------------------------------------------------------------


def broke_within(won: Mapping[int, Fraction], spare: Cents, rounds: int) -> float | None:
    """Return the chance that more than ``spare`` has been lost after some round.

    None if there are too many amounts to follow. A Player who has won more than all remaining rounds can lose is safe,
    and is not followed further.
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
    """Return the positive number at which the mean of ``exp(number * won)`` is one.

    None if Players do not lose on average. For a House that keeps money on average, Lundberg's inequality says: it is
    ever behind by C with a chance of at most ``exp(-number * C)``.
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
