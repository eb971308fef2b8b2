"""When to bet, as a chart: kinds of hands down, the Dealer's face-up card across."""

from typing import Final

import numpy as np
from msgspec import Struct

from croupier.cards import RANKS
from croupier.hands import BEST, Category, Strength, category_of
from croupier.odds.stud import Solution, Stud
from croupier.odds.stud_strategy import ranks_text

MOST_ROWS: Final = 24
"""More than that nobody reads: hands are then told apart by fewer of their cards."""


class GridRow(Struct, frozen=True):
    """Hands that begin alike."""

    hand: str
    """``AKJ``, ``KK``, or a category such as ``two_pairs``."""
    bets: tuple[float, ...]
    """By face-up card, Ace first: in which share of such deals to bet."""


def stud_grid(stud: Stud, solution: Solution) -> tuple[GridRow, ...]:
    """The best hands first: those that are played against some cards only, and one kind on either side of them."""
    counts = stud.rows.counts
    played = np.add.reduceat(np.where(solution.bets, counts.ways, 0), counts.starts[:-1])
    some, not_all = np.flatnonzero(played > 0), np.flatnonzero(solution.folded > 0)
    lowest = int(some[0]) - 1 if len(some) else BEST
    highest = int(not_all[-1]) + 1 if len(not_all) else 0
    lowest, highest = max(0, min(lowest, highest)), min(BEST, max(lowest, highest))
    for cards in (3, 2, 1):
        names = [_name(own, cards) for own in range(lowest, highest + 1)]
        if len({*names}) <= MOST_ROWS or cards == 1:
            break
    first, last = _whole(lowest, names[0], cards), _whole(highest, names[-1], cards, up=True)
    if last < BEST:
        last = _whole(last + 1, _name(last + 1, cards), cards, up=True)
    return _rows(stud, solution, first, last, cards)


def _name(own: Strength, cards: int) -> str:
    """Hands of odd cards by their highest ones, pairs by the pair, everything else by its category."""
    category = category_of(own)
    if category is Category.FIVE_ODD_CARDS:
        return ranks_text(own)[:cards]
    return ranks_text(own)[:2] if category is Category.ONE_PAIR else category.key


def _whole(own: Strength, name: str, cards: int, *, up: bool = False) -> Strength:
    """The last hand on the way down, or up, that is called the same."""
    step = 1 if up else -1
    while 0 <= own + step <= BEST and _name(own + step, cards) == name:
        own += step
    return own


def _rows(stud: Stud, solution: Solution, first: Strength, last: Strength, cards: int) -> tuple[GridRow, ...]:
    counts = stud.rows.counts
    names = [_name(own, cards) for own in range(first, last + 1)]
    order = list(dict.fromkeys(names))
    part = slice(int(counts.starts[first]), int(counts.starts[last + 1]))
    place = np.repeat([order.index(name) for name in names], np.diff(counts.starts[first : last + 2]))
    cells = place * len(RANKS) + counts.up_rank[part]
    size = len(order) * len(RANKS)
    # Fewer than 2**53 deals: floating point counts them exactly.
    ways = np.bincount(cells, counts.ways[part], size).reshape(len(order), -1)
    bets = np.bincount(cells, np.where(solution.bets[part], counts.ways[part], 0), size).reshape(len(order), -1)
    shares = np.divide(bets, ways, out=np.zeros_like(bets), where=ways > 0)[:, ::-1]
    return tuple(GridRow(name, tuple(row.tolist())) for name, row in zip(order[::-1], shares[::-1], strict=True))
