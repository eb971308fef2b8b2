"""The result of a simulation, beside what the odds expect."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Final

from msgspec import Struct

from croupier.money import Cents
from croupier.rules.game import Game
from croupier.trials.cells import GAME
from croupier.trials.plan import ALL, Part, Plan

BAND: Final = 1.959963984540054
"""The number of standard errors on either side that hold 95 % of what chance does."""


class Column(Struct, frozen=True):
    """The result of some wagers together, in cents a round, with a box's house edge."""

    name: str
    """The name: ``all``, ``game`` for the Ante and what follows it, a side wager, or ``jackpot``."""
    staked: Cents
    won: Cents
    """The amount that came back less the amount staked, from the Players' side."""
    a_round: float
    low: float
    high: float
    """The band around it in which the exact value lies, 95 times in 100."""
    deviation: float
    """The standard deviation of a round, all boxes together."""
    unit: Cents | None
    """The stake that the house edge is a share of: the Ante, the side or jackpot wager, or all three.

    None in the poker room.
    """
    house_edge: float | None
    expected: float | None
    """The odds' expectation of a round; None if there are no odds."""
    expected_exact: str | None
    errors: float | None
    """The distance between the two, in standard errors."""


class Row(Struct, frozen=True):
    """The number of boxes counted under a key, and the number expected."""

    key: str
    count: int
    expected: float | None


class Result(Struct, frozen=True):
    """A simulation."""

    game: str
    rulebook: str
    strategy: str
    played_by: str
    """The player of the rounds: ``kernel``, or ``engine``, the slower engine of the tables."""
    why: str
    """The reason why no kernel plays it; empty if one does."""
    rounds: int
    boxes: int
    seed: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lowest: Cents
    highest: Cents
    """The least and the most that the Players together were ahead after a round."""


def units_of(plan: Plan) -> dict[str, Cents]:
    """Return the stake that each column's house edge is a share of, on one box."""
    units = {GAME: plan.ante, **dict(plan.sides)}
    if plan.jackpot_wager:
        units["jackpot"] = plan.jackpot_wager
    return {ALL: sum(units.values()), **units}


def deviation(part: Part, column: str) -> float:
    """Return the standard deviation of what a round wins, from exact sums."""
    n = part.rounds
    return sqrt(Fraction(n * part.squares[column] - part.won[column] ** 2, n * n))


def column_of(plan: Plan, part: Part, name: str, unit: Cents | None, expected: Fraction | None) -> Column:
    """Make a column, beside what the odds expect of a box."""
    mean, spread = Fraction(part.won[name], part.rounds), deviation(part, name)
    error = spread / sqrt(part.rounds)
    exact = None if expected is None else expected * plan.boxes
    return Column(
        name,
        part.staked[name],
        part.won[name],
        float(mean),
        float(mean) - BAND * error,
        float(mean) + BAND * error,
        spread,
        unit,
        None if unit is None else float(-mean / (unit * plan.boxes)),
        None if exact is None else float(exact),
        None if exact is None else f"{exact.numerator}/{exact.denominator}",
        None if exact is None or not error else float(mean - exact) / error,
    )


def result_of(
    game: Game,
    plan: Plan,
    part: Part,
    won: Mapping[str, Fraction],
    rows: Mapping[str, Fraction],
    why: str = "",
) -> Result:
    """Make the whole result, beside what the odds expect of a box."""
    units: dict[str, Cents | None] = {**units_of(plan)} if GAME in part.won else dict.fromkeys(part.won)
    boxes = part.rounds * plan.boxes
    keys = sorted({*part.rows, *(key for key, chance in rows.items() if chance)})
    return Result(
        game.name,
        game.document.rulebook,
        plan.strategy,
        "engine" if why else "kernel",
        why,
        part.rounds,
        plan.boxes,
        plan.seed,
        tuple(column_of(plan, part, name, unit, won.get(name)) for name, unit in units.items()),
        tuple(
            Row(key, part.rows.get(key, 0), float(rows.get(key, Fraction(0)) * boxes) if rows else None) for key in keys
        ),
        part.lowest,
        part.highest,
    )
