"""Casino Stud, solved exactly over all 19,933,230,517,200 combinations of five cards, a face-up card and four more."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

import numpy as np

from croupier.cards import RANKS, parse_cards, rank_of
from croupier.hands import BEST, STRENGTHS_OF, Category, Strength, category_of, rank_five, representative
from croupier.odds.meetings.solution import (
    BetStrategy,
    Bools,
    HandCase,
    MeetingGame,
    Solution,
    SuitCase,
    UpCase,
    in_words,
)
from croupier.odds.solver import PERFECT, Charted, Choice, GridRow, Known, Stakes
from croupier.odds.stud.counts import COMPLETIONS, DEALS, StudCounts, stud_counts

BETS_FROM: Final[Mapping[str, Strength]] = {
    "blind": 0,
    "pair": STRENGTHS_OF[Category.ONE_PAIR][0],
    "ace-king": rank_five(parse_cards("As Kd 4c 3h 2s")),
    "akj83": rank_five(parse_cards("As Kd Jc 8h 3s")),
}
"""The simple strategies: bet on the named hand and on every better one, for any face-up card of the Dealer."""

STRATEGIES: Final[Mapping[str, str]] = {
    PERFECT: "bet if that is worth more than a fold",
    "blind": "bet on every hand",
    "pair": "bet with a pair or better",
    "ace-king": "bet with Ace and King or better",
    "akj83": "bet with Ace, King, Jack, 8, 3 or better",
}
"""The description of each strategy by name."""


class Stud(MeetingGame):
    """A Casino Stud game, ready to be asked."""

    deals: ClassVar[int] = DEALS
    completions: ClassVar[int] = COMPLETIONS
    face_up: ClassVar[int] = 1
    strategies: ClassVar[Mapping[str, str]] = STRATEGIES
    bets_from: ClassVar[Mapping[str, Strength]] = BETS_FROM

    @cached_property
    def counts(self) -> StudCounts:
        """The counts, which may have to be made."""
        return stud_counts(self.qualifying, self._progress)

    def strategy_words(self, solution: Solution) -> BetStrategy:
        """Describe a strategy for people."""
        return strategy_of(self, solution)

    def charted(self) -> Charted:
        """Return the chart of when to bet: kinds of hands down, the face-up card across."""
        solution = self.solve()
        words = self.strategy_words(solution)
        return Charted((), stud_grid(self, solution), words.always_fold_to or "", words.always_bet_from or "")

    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """Return what a bet and a fold are worth, the best first."""
        from croupier.odds.meetings.advice import advise, best_first
        from croupier.odds.stud.meeting import meet_at_once

        return best_first(advise(self, known, stakes, meet_at_once))

    def warm_up(self) -> None:
        """Load the counts, and compile what advice needs."""
        self.advise(Known(parse_cards("As Kd 5c 3h 2s"), parse_cards("5d")), Stakes())


# --- descriptions ---------------------------------------------------------------------------------------------------


def ranks_text(strength: Strength) -> str:
    """Return the ranks of a strength, such as ``AKJ83``."""
    return "".join(RANKS[rank_of(card)] for card in representative(strength))


def strategy_of(stud: Stud, solution: Solution) -> BetStrategy:
    """Describe a strategy for people."""
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
    """Return the shorter list of cards in the suit of the face-up card that decide: ``J: bet with T9, Q9 …``."""
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
"""The most rows anybody reads: beyond this, hands are distinguished by fewer of their cards."""


def stud_grid(stud: Stud, solution: Solution) -> tuple[GridRow, ...]:
    """List the hands that are played against some cards only, and one kind on either side of them, best first."""
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
    """Name hands of odd cards by their highest ones, pairs by the pair, everything else by its category."""
    category = category_of(own)
    if category is Category.FIVE_ODD_CARDS:
        return ranks_text(own)[:cards]
    return ranks_text(own)[:2] if category is Category.ONE_PAIR else category.key


def _whole(own: Strength, name: str, cards: int, *, up: bool = False) -> Strength:
    """Return the last strength on the way down, or up, that has the same name."""
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
