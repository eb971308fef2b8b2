"""What every line of a game's pay tables pays on average, over every combination.

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
    """Each row of a table that goes by a ranking, with the combinations that it pays, from those of each strength."""
    paid = {span.line: int(ways[span.lowest : span.highest + 1].sum()) for span in table.spans(len(ways) - 1)}
    yield from ((line, paid.get(line, 0)) for line in table.lines)


def awards_paid(game: BankedGame, often: Mapping[int, Fraction], wager: Cents, meter: Cents) -> Paid:
    """What every award pays of each jackpot wager, from how often it is won, by its place in the document's table."""
    return {
        f"jackpot.{award.name}": often.get(at, Fraction(0)) * award_worth(award, wager, meter) / wager
        for at, award in enumerate(game.jackpot.awards)
    }


def award_worth(award: Award, wager: Cents, meter: Cents) -> Fraction:
    """In cents; a percentage exactly, as in the house edge."""
    if isinstance(award.prize, PercentOfMeter):
        return Fraction(award.prize.percent * meter, 100)
    return Fraction(award.prize.worth(wager, meter))
