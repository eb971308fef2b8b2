"""Games with one decision: their cells, their strategy as a table, and what the odds expect of every cell."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Strength
from croupier.odds.evaluator import tables
from croupier.odds.meetings.side import side_wagers
from croupier.odds.meetings.solution import MeetingGame, Solution
from croupier.odds.meetings.terms import Meeting, awards_won, bet_choice, bet_wager, comparison, meeting_of
from croupier.odds.solver import NotCoveredError, Stakes
from croupier.odds.stud.solution import Stud
from croupier.rules.settling import NO_HAND, own_strength
from croupier.rules.terms import WagerName
from croupier.trials.booking import Account, Found, Ints
from croupier.trials.cells import Cell, account_of, expected_columns, expected_rows, jackpot_line, settled, won_by
from croupier.trials.meetings_kernel import BETS, FOLDED, FOLDS, WAYS, Strategy, deal_meetings, play_meetings
from croupier.trials.plan import Plan
from croupier.trials.streams import REDRAWN, State

_RANKS: Final = 13
_ANY: Final = 0xFFFFFFFF
_LABELS: Final = {
    Meeting.UNQUALIFIED: "dealer_not_qualified",
    Meeting.HIGHER: "higher",
    Meeting.EQUAL: "equal",
    Meeting.LOWER: "lower",
}


class MeetingTrial:
    """A game of five cards each, one of the Dealer's face up, ready to be played."""

    slow: Final = False

    def __init__(self, ready: MeetingGame, plan: Plan) -> None:
        if not isinstance(ready, Stud):
            raise NotCoveredError(f"simulate: no kernel deals hands of {ready.game.hand.cards} cards")
        self.plan, self.game, self._ready = plan, ready.game, ready
        for wager in side_wagers(self.game):
            if self.game.pays[wager].ranked is not own_strength:
                raise NotCoveredError(
                    f"simulate: the {self.game.title(wager)} wager looks at more than the hand, which no kernel does"
                )
        stakes = Stakes(plan.ante, plan.meter if plan.jackpot_wager else None, plan.jackpot_wager or 1)
        self.solution: Solution = ready.solve(plan.strategy, stakes)
        self._strategy = self._as_table()

    def play(self, state: State, rounds: int, found: Found) -> None:
        """Play rounds."""
        play_meetings(
            tables(),
            self._strategy,
            self._groups[0],
            self._ready.qualifying,
            self.account,
            rounds,
            self.plan.boxes,
            state,
            found,
        )

    def deal(self, state: State, deck: Ints, cells: NDArray[np.int32]) -> None:
        """Play as many rounds as ``cells`` has rows, and say only how each box's round ends."""
        tell, (groups, _) = self._strategy, self._groups
        deal_meetings(tables(), tell, groups, self._ready.qualifying, state, deck, REDRAWN, len(cells), cells)

    @cached_property
    def account(self) -> Account:
        """The amounts that every cell wins."""
        return account_of(self.game, self.plan, self.cells)

    # --- cells ---

    @cached_property
    def _groups(self) -> tuple[np.ndarray[tuple[int], np.dtype[np.int32]], list[list[Strength]]]:
        """The group of each class, and the classes of each group: the same rows pay them in every round."""
        terms = self.solution.terms
        found: dict[tuple[object, ...], list[Strength]] = {}
        kept, lost = (awards_won(self.game, folded=folded) for folded in (False, True))
        sides: dict[str, dict[Strength, str]] = {name: {} for name, _ in self.plan.sides}
        for name, rows in sides.items():
            for span in self.game.pays[WagerName(name)].spans(self.game.hand.best):
                rows.update(dict.fromkeys(range(span.lowest, span.highest + 1), span.line.name))
        for own, group in enumerate(terms.groups.tolist()):
            key = (group, kept.get(own), lost.get(own), *(rows.get(own) for rows in sides.values()))
            found.setdefault(key, []).append(own)
        members = list(found.values())
        groups = np.empty(self.game.hand.best + 1, np.int32)
        for place, classes in enumerate(members):
            groups[classes] = place
        return groups, members

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """A cell for every group and way, in the kernel's order; without lines where no hands meet so."""
        return tuple(self._cells())

    def _cells(self) -> Iterator[Cell]:
        for members in self._groups[1]:
            for meeting in Meeting:
                pairs = ((own, dealer) for own in (members[0], members[-1]) for dealer in self._dealers(own))
                pair = next((one for one in pairs if self._meet(*one) is meeting), None)
                yield Cell("", ()) if pair is None else self._cell(*pair, folded=False)
            yield self._cell(members[0], NO_HAND, folded=True)

    def _dealers(self, own: Strength) -> list[Strength]:
        return [one for one in (0, own - 1, own, self.game.hand.best) if one >= 0]

    def _meet(self, own: Strength, dealer: Strength) -> Meeting:
        return meeting_of(own, dealer, self._ready.qualifying)

    def _cell(self, own: Strength, dealer: Strength, *, folded: bool) -> Cell:
        plan, game = self.plan, self.game
        wagers = {WagerName.ANTE: plan.ante, **{WagerName(name): stake for name, stake in plan.sides}}
        if not folded:
            wagers[bet_wager(game)] = plan.ante * bet_choice(game).times_ante
        lines = settled(game, comparison(game, own, dealer, folded=folded), wagers)
        outcome = "fold" if folded else _LABELS[self._meet(own, dealer)]
        award = awards_won(game, folded=folded).get(own)
        awards = () if award is None or not plan.jackpot_wager else (award,)
        if plan.jackpot_wager:
            lines = (*lines, jackpot_line(game, plan, awards))
        return Cell(outcome, lines, awards)

    # --- what the odds expect ---

    @cached_property
    def _chances(self) -> list[Fraction]:
        """The chance of every cell."""
        solution, found = self.solution, []
        total = solution.deals * solution.completions
        for members in self._groups[1]:
            played = solution.played[:, members].sum(axis=1).tolist()
            folded = int(solution.folded[members].sum()) * solution.completions
            found += [Fraction(ways, total) for ways in (*played, folded)]
        return found

    def expected_rows(self) -> dict[str, Fraction]:
        """Return how likely a box is counted under each key."""
        return expected_rows(self.cells, self._chances)

    def expected_won(self) -> dict[str, Fraction]:
        """Return what a box wins on average in cents, by column."""
        return expected_columns(self.plan, self.cells, self._chances)

    def distribution(self) -> dict[int, Fraction]:
        """Return how likely a box is to win each amount in a round, in cents, all wagers together."""
        return won_by(self.cells, self._chances)

    # --- strategy ---

    def _as_table(self) -> Strategy:
        """Return the strategy as the kernel looks it up, from the rows of the counts.

        Raises :class:`NotCoveredError` if rows disagree.
        """
        counts, bets = self._ready.counts, self.solution.bets
        assert isinstance(self._ready, Stud)
        by_class = np.empty(self.game.hand.best + 1, np.int32)
        by_up: list[list[int]] = []
        for own in range(self.game.hand.best + 1):
            rows = slice(int(counts.starts[own]), int(counts.starts[own + 1]))
            here = bets[rows]
            if here.all() or not here.any():
                by_class[own] = BETS if here.all() else FOLDS
                continue
            by_class[own] = len(by_up)
            by_up.append(self._by_up(own, rows, here.tolist()))
        return Strategy(by_class, np.array(by_up or [[0] * _RANKS], np.uint32))

    def _by_up(self, own: Strength, rows: slice, bets: list[bool]) -> list[int]:
        counts = self._ready.counts
        assert isinstance(self._ready, Stud)
        paired = len({card >> 2 for card in self.game.hand.representative(own)}) < self.game.hand.cards
        told: dict[tuple[int, int], bool] = {}
        ups, matches = counts.up_rank[rows].tolist(), counts.matches[rows].tolist()
        for up, matching, bet in zip(ups, matches, bets, strict=True):
            if told.setdefault((up, matching), bet) != bet:
                named = self.game.hand.describe(own)
                raise NotCoveredError(
                    f"simulate: with these pay tables more than its suits decides when {named} bets, which no kernel"
                    " looks at"
                )
        found = [0] * _RANKS
        for (up, matching), bet in told.items():
            if bet:
                found[up] |= _ANY if paired else 1 << matching
        return found


assert len(Meeting) == FOLDED == WAYS - 1
