"""What every line of a game's pay tables pays on average, to the last combination.

The lines of a wager together are all that it is paid; stakes that come back are not counted among them.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.hands import Strength
from croupier.money import Cents
from croupier.odds.solver import Paid
from croupier.rules.house import HouseGame
from croupier.rules.settling import Award, PayLine, PercentOfMeter


def by_line(lines: tuple[PayLine, ...], ways: Mapping[Strength, int]) -> Iterator[tuple[PayLine, int]]:
    """Each row with the combinations that it pays: from its lowest hand up to the row above.

    ``ways`` has the combinations of each order of hands, by the order's lowest strength.
    """
    above = None
    for line in lines:
        yield line, sum(often for one, often in ways.items() if line.lowest <= one and (above is None or one < above))
        above = line.lowest if above is None else min(above, line.lowest)


def awards_paid(game: HouseGame, often: Mapping[int, Fraction], wager: Cents, meter: Cents) -> Paid:
    """What every award pays of each jackpot wager, from how often it is won, by its place in the document's table."""
    return {
        f"jackpot.{award.name}": often.get(at, Fraction(0)) * award_worth(award, wager, meter) / wager
        for at, award in enumerate(game.jackpot.awards)
    }


def award_worth(award: Award, wager: Cents, meter: Cents) -> Fraction:
    """In cents; a percentage to the last fraction of one, as the house edge has it."""
    if isinstance(award.prize, PercentOfMeter):
        return Fraction(award.prize.percent * meter, 100)
    return Fraction(award.prize.worth(wager, meter))
