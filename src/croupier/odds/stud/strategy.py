"""When to bet: a strategy of Casino Stud in words."""

from typing import Final

import numpy as np

from croupier.cards import RANKS, rank_of
from croupier.hands import BEST, Category, Strength, category_of, representative
from croupier.odds.meetings.solution import BetStrategy, Bools, HandCase, Solution, SuitCase, UpCase, in_words
from croupier.odds.solver import GridRow
from croupier.odds.stud.solution import Stud


def ranks_text(strength: Strength) -> str:
    """``AKJ83``."""
    return "".join(RANKS[rank_of(card)] for card in representative(strength))


def strategy_of(stud: Stud, solution: Solution) -> BetStrategy:
    """A strategy in words."""
    return in_words(stud, solution, lambda own: _hand_case(stud, solution, own))


def _hand_case(stud: Stud, solution: Solution, own: Strength) -> HandCase:
    counts = stud.counts
    rows = slice(int(counts.starts[own]), int(counts.starts[own + 1]))
    bets, ways = solution.bets[rows], counts.ways[rows]
    up_rank, matches = counts.up_rank[rows], counts.matches[rows]
    bet, fold, depends = "", "", []
    ranks = "".join(sorted(ranks_text(own), key=RANKS.index))
    for up in range(len(RANKS) - 1, -1, -1):
        here = up_rank == up
        if not here.any():
            continue
        if bets[here].all():
            bet += RANKS[up]
        elif not bets[here].any():
            fold += RANKS[up]
        else:
            suits = tuple(
                _suit_case(ranks, int(one), bets[here & (matches == one)]) for one in np.unique(matches[here])
            )
            often = int(ways[here & bets].sum())
            depends.append(UpCase(RANKS[up], suits, often, int(ways[here].sum())))
    return HandCase(ranks_text(own), bet, fold, tuple(depends))


def _suit_case(ranks: str, matches: int, bets: Bools) -> SuitCase:
    matching = "".join(rank for place, rank in enumerate(ranks) if matches >> place & 1)
    decision = "bet" if bets.all() else "both" if bets.any() else "fold"
    return SuitCase(matching[::-1], decision)


def suits_text(case: HandCase) -> str:
    """``J: bet with T9, Q9 …``: the shorter of the two lists, by the cards that share the suit of the face-up card."""
    parts = []
    for one in case.depends:
        by = {
            decision: [suits.matching or "none" for suits in one.suits if suits.decision == decision]
            for decision in ("bet", "fold")
        }
        shorter = min(by, key=lambda decision: len(by[decision]))
        parts.append(
            f"{one.up}: {shorter} if {', '.join(by[shorter])} of its suit" if by[shorter] else f"{one.up}: both"
        )
    return "; ".join(parts)


# --- as a chart ----------------------------------------------------------------------------------------------------


MOST_ROWS: Final = 24
"""More than that nobody reads: hands are then told apart by fewer of their cards."""


def stud_grid(stud: Stud, solution: Solution) -> tuple[GridRow, ...]:
    """The best hands first: those that are played against some cards only, and one kind on either side of them."""
    counts = stud.counts
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
    counts = stud.counts
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
