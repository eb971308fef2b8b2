"""Money: whole cents, the two kinds of odds, and every rounding by its name.

No amount is ever a float. ``N to 1`` and ``N for 1`` are different types because they are different promises:
the first gives the stake back on top of the winnings, the second counts it in.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

Cents = int

MOST: Final[Cents] = 10**13
"""The largest amount croupier handles, SGD 100,000,000,000.00: anything above it is a slip of the keyboard."""

MILLION: Final = 1_000_000


class To1(Struct, frozen=True, tag=True):
    """Odds of ``N to 1``: the winnings are N times the stake, and the stake comes back in addition."""

    n: int

    def winnings(self, stake: Cents) -> Cents:
        """Return what is won, the stake not included."""
        return self.n * stake

    def stake_back(self, stake: Cents) -> Cents:
        """Return the stake given back with the winnings."""
        return stake

    def __str__(self) -> str:
        return f"{self.n} to 1"


class For1(Struct, frozen=True, tag=True):
    """Odds of ``N for 1``: N times the stake in all; the stake itself is kept."""

    n: int

    def winnings(self, stake: Cents) -> Cents:
        """Return all that is paid out, which includes the stake."""
        return self.n * stake

    def stake_back(self, stake: Cents) -> Cents:
        """Return 0: the stake is part of what N counts."""
        return 0

    def __str__(self) -> str:
        return f"{self.n} for 1"


Odds = To1 | For1


class Rate(Struct, frozen=True):
    """A share between nothing and everything, in millionths, so that it multiplies exactly."""

    millionths: int

    @classmethod
    @lru_cache(maxsize=256)  # a House uses few rates, and every settled hand parses one
    def parse(cls, text: str) -> "Rate":
        """Read ``0.70``: a decimal from 0 to 1 with at most six places. Raises ValueError with a sentence."""
        whole, _, places = text.partition(".")
        digits = whole + places
        plain = digits.isascii() and digits.isdigit() and len(whole) <= 1 and len(places) <= 6
        if not plain or not whole or ("." in text and not places):
            raise ValueError(f"{text[:20]!r} is not a share such as 0.70 (at most six places)")
        millionths = int(whole) * MILLION + int(places.ljust(6, "0"))
        if millionths > MILLION:
            raise ValueError(f"{text} is more than the whole")
        return cls(millionths)

    def of(self, amount: Cents) -> int:
        """Return the exact share of an amount, in millionths of a cent."""
        return self.millionths * amount

    def __str__(self) -> str:
        whole, rest = divmod(self.millionths, MILLION)
        return f"{whole}.{f'{rest:06}'.rstrip('0').ljust(2, '0')}"


def rounded_down(exact: Fraction) -> Cents:
    """Drop the fraction of a cent: the rounding of every percentage award."""
    return exact.numerator // exact.denominator


def percent_of(percent: int, amount: Cents) -> Cents:
    """Return a whole percentage of an amount, rounded down to the cent."""
    return rounded_down(Fraction(percent * amount, 100))


def in_proportion(total: Cents, weights: tuple[Cents, ...]) -> tuple[Cents, ...]:
    """Split ``total`` by ``weights`` to the cent, none lost: leftover cents go to the largest remainders first.

    Equal remainders are served in the order given.
    """
    whole = sum(weights)
    if whole <= 0:
        raise ValueError("nothing to divide by")
    parts = [total * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: -(total * weights[at] % whole))
    for at in by_remainder[: total - sum(parts)]:
        parts[at] += 1
    return tuple(parts)


def format_money(amount: Cents) -> str:
    """Format an amount for people: ``SGD 1,234.50``."""
    sign = "-" if amount < 0 else ""
    dollars, cents = divmod(abs(amount), 100)
    return f"{sign}SGD {dollars:,}.{cents:02}"
