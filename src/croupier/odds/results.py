"""The figures of a solution: whole counts and exact fractions, with decimals only for display."""

from fractions import Fraction
from math import isqrt

from msgspec import Struct

from croupier.money import Cents

Units = int | float
"""The result of a round in Antes: whole, unless a cap or a money prize is not a multiple of the Ante."""


class Ratio(Struct, frozen=True):
    """A number as the fraction it is, and as a decimal."""

    exact: str
    value: float

    @classmethod
    def of(cls, fraction: Fraction) -> "Ratio":
        """Return a fraction in both forms, such as ``-1/4`` and -0.25."""
        return cls(f"{fraction.numerator}/{fraction.denominator}", float(fraction))

    @property
    def fraction(self) -> Fraction:
        """The fraction."""
        return Fraction(self.exact)


class OutcomeLine(Struct, frozen=True):
    """One way in which a round ends."""

    outcome: str
    units: Units
    combinations: int


class Figures(Struct, frozen=True):
    """The figures that follow from all outcomes of a game."""

    net: Fraction
    """The sum won and lost over all combinations, in Antes."""
    house_edge: Fraction
    element_of_risk: Fraction
    variance: Fraction
    average_wager: Fraction

    @property
    def standard_deviation(self) -> float:
        """The root of the variance, to the last digit that a decimal shows."""
        return float(root(self.variance))


def root(square: Fraction) -> Fraction:
    """Return a square root, rounded down after some thirty places."""
    scale = 10**30
    return Fraction(isqrt(square.numerator * scale * scale // square.denominator), scale)


def figures(outcomes: list[tuple[Fraction, int]], average_wager: Fraction, total: int) -> Figures:
    """Calculate the figures from what each outcome wins in Antes, and in how many of all combinations."""
    net = sum((units * ways for units, ways in outcomes), Fraction(0))
    squares = sum((units * units * ways for units, ways in outcomes), Fraction(0))
    mean = net / total
    return Figures(net, -mean, -mean / average_wager, squares / total - mean * mean, average_wager)


class JackpotReturn(Struct, frozen=True, omit_defaults=True):
    """The worth of a jackpot wager: a fixed part, and a part that grows with the meter."""

    wager: Cents
    fixed_return: float
    """The return of the awards of fixed amounts, as a share of the wager."""
    fixed_return_exact: str
    meter_coefficient: Ratio
    """The share of the meter that a wager wins on average."""
    break_even_meter: Cents | None
    """The meter, to the nearest cent, at which the wager neither wins nor loses; none if there is no such meter."""
    break_even_meter_exact: str | None
    meter: Cents | None = None
    house_edge: Ratio | None = None
    """The house edge of the jackpot wager at that meter."""


def jackpot_return(wager: Cents, fixed: Fraction, coefficient: Fraction, meter: Cents | None) -> JackpotReturn:
    """Calculate the return from what fixed awards pay on average, in cents, and the average share of the meter won."""
    break_even = (wager - fixed) / coefficient if coefficient else None
    if break_even is not None:
        break_even = max(break_even, Fraction(0))
    edge = None if meter is None else 1 - (fixed + coefficient * meter) / wager
    returned = Ratio.of(fixed / wager)
    return JackpotReturn(
        wager,
        returned.value,
        returned.exact,
        Ratio.of(coefficient),
        None if break_even is None else round(break_even),
        None if break_even is None else Ratio.of(break_even).exact,
        meter,
        None if edge is None else Ratio.of(edge),
    )


class WagerLine(Struct, frozen=True):
    """A row of a side wager's pay table, or of all that it does not pay."""

    row: str
    pays: int | None
    combinations: int
    capped_above: Cents | None = None
    """The wager above which the row is not paid in full."""


class SideWager(Struct, frozen=True):
    """A side wager."""

    house_edge: Ratio
    variance: str
    net: str
    total_combinations: int
    lines: tuple[WagerLine, ...]
    readings: dict[str, Ratio]
    """The house edge with another reading of the document."""
    capped: Ratio | None = None
    """The house edge on a wager as large as the requested Ante, if a maximum payout cuts it."""


class ExposedEdge(Struct, frozen=True):
    """The house edge when a number of the Dealer's cards are known."""

    known: int
    house_edge: Ratio


class OnBoard(Struct, frozen=True):
    """A starting hand on a board: how many of its pairs can be held there, and with how many the wager is placed."""

    hand: str
    pairs: int
    placed: int
