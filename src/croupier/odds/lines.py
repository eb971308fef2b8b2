"""The average pay of every line of a game's pay tables, over every combination.

The lines of a wager together are everything that it is paid; returned stakes are not counted.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.money import Cents
from croupier.odds.solver import Paid
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Award, PayLine, PayTable, PercentOfMeter


def by_line(table: PayTable, ways: NDArray[np.int64]) -> Iterator[tuple[PayLine, int]]:
    """Yield each row of a table that goes by a ranking, and how many of the combinations by strength it pays."""
    paid = {span.line: int(ways[span.lowest : span.highest + 1].sum()) for span in table.spans(len(ways) - 1)}
    yield from ((line, paid.get(line, 0)) for line in table.lines)


def awards_paid(game: BankedGame, often: Mapping[int, Fraction], wager: Cents, meter: Cents) -> Paid:
    """Return what every award pays per jackpot wager, from how often the award at each place of the table is won."""
    return {
        f"jackpot.{award.name}": often.get(at, Fraction(0)) * award_worth(award, wager, meter) / wager
        for at, award in enumerate(game.jackpot.awards)
    }


def award_worth(award: Award, wager: Cents, meter: Cents) -> Fraction:
    """Return what an award pays, in cents; a percentage of the meter is exact, as in the house edge."""
    if isinstance(award.prize, PercentOfMeter):
        return Fraction(award.prize.percent * meter, 100)
    return Fraction(award.prize.worth(wager, meter))
