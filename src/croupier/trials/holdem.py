"""Hold'em against the House: its cells, its strategies as bits, and what the odds expect."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.hands import BEST, STRENGTHS_OF, Category
from croupier.odds import suits
from croupier.odds.evaluator import tables
from croupier.odds.holdem import kernels as counting
from croupier.odds.holdem.bonus import TOTAL as BONUS_TOTAL
from croupier.odds.holdem.bonus import bonus_return, bonus_table
from croupier.odds.holdem.counts import DEALS, HOLES, categories, hole_name
from croupier.odds.holdem.ground import BELOW, CATEGORIES, COLUMNS, HOLE_PAIRS
from croupier.odds.holdem.solution import BLIND, SIMPLE, Holdem, award_frequencies, awards_of_kind, holdem_jackpot
from croupier.odds.holdem.streets import boards as boards_up_to_suit
from croupier.odds.holdem.terms import comparison, notable_categories, stakes_of
from croupier.odds.solver import PERFECT, Stakes
from croupier.rules.settling import NO_HAND, Result
from croupier.rules.terms import WagerName
from croupier.trials.booking import Account, Found, Ints
from croupier.trials.cells import GAME, Cell, account_of, expected_columns, expected_rows, jackpot_line, settled, won_by
from croupier.trials.holdem_kernel import (
    FOLDED,
    MAINS,
    PLACES,
    Bits,
    Boards,
    Decisions,
    Rows,
    deal_holdem,
    list_boards,
    play_holdem,
)
from croupier.trials.plan import ALL, Plan
from croupier.trials.streams import CARDS, State

_THREE: Final = 3
_FOUR: Final = 4

Pair = tuple[Card, ...]
_PAIRS: Final = tuple(combinations(DECK, 2))
"""The pairs of :data:`croupier.odds.suits.PAIRS`, as cards."""


class HoldemTrial:
    """A hold'em game, ready to be played."""

    slow: Final = False

    def __init__(self, ready: Holdem, plan: Plan) -> None:
        self.plan, self.game, self._holdem = plan, ready.game, ready
        stakes = Stakes(plan.ante, plan.meter if plan.jackpot_wager else None, plan.jackpot_wager or 1)
        self.solution = ready.solve(plan.strategy, stakes)

    def play(self, state: State, rounds: int, found: Found) -> None:
        """Play rounds."""
        play_holdem(
            tables(), _boards(), self._decisions, self._rows, self.account, rounds, self.plan.boxes, state, found
        )

    def deal(self, state: State, deck: Ints, cells: NDArray[np.int32]) -> None:
        """Play as many rounds as ``cells`` has rows, and say only how each box's round ends."""
        deal_holdem(tables(), _boards(), self._decisions, self._rows, state, deck, len(cells), cells)

    @cached_property
    def account(self) -> Account:
        """The amounts that every cell wins."""
        return account_of(self.game, self.plan, self.cells)

    # --- decisions ---

    @cached_property
    def _decisions(self) -> Decisions:
        plays = dict(zip(HOLES, self.solution.plays, strict=True))
        turn, river = self._placed(_THREE), self._placed(_FOUR)
        return Decisions(np.array([plays[hole_name(*pair)] for pair in suits.PAIRS]), turn, river)

    def _placed(self, number: int) -> Bits:
        """Return a bit for every board of ``number`` cards and every pair: 1 if the wager that follows it is placed."""
        boards, strategy = boards_up_to_suit(number).cards, self.plan.strategy
        if strategy == PERFECT:
            on_turn, on_river = self._holdem.rungs
            counts = self._holdem.counts
            placed = counts.flops < on_turn if number == _THREE else counts.turns < on_river
        elif strategy in SIMPLE:
            marks, sequences = np.empty((len(boards), HOLE_PAIRS), np.uint8), counting.sequences()
            pair_at = suits.pair_places()
            for board, out in zip(boards, marks, strict=True):
                counting.mark(board, sequences, pair_at, out)
            placed = (marks >> list(SIMPLE).index(strategy) & 1).astype(np.bool_)
        else:
            placed = np.full((len(boards), HOLE_PAIRS), strategy == BLIND)
        packed = np.packbits(placed, bitorder="little")
        return np.frombuffer(packed.tobytes() + bytes(-len(packed) % 4), "<u4").astype(np.uint32)

    # --- rows ---

    @cached_property
    def _award_sets(self) -> tuple[list[tuple[int, ...]], NDArray[np.int16]]:
        """The sets of awards of which a deal may be paid one, none first, and which it is for every kind of deal."""
        sets: list[tuple[int, ...]] = [()]
        which = np.zeros((2, CATEGORIES**4), np.int16)
        if self.plan.jackpot_wager:
            for kind in np.flatnonzero(self._holdem.counts.awards.any(axis=0)).tolist():
                for folded in (False, True):
                    won = awards_of_kind(self._holdem, kind, folded=folded)
                    if won not in sets:
                        sets.append(won)
                    which[int(folded), kind] = sets.index(won)
        return sets, which

    @cached_property
    def _bonus_rows(self) -> list[tuple[Pair, Pair] | None]:
        """Two pairs of Hole Cards that meet each row of the Bonus, and last two that no row pays."""
        found: list[tuple[Pair, Pair] | None] = [None] * self._bonuses
        for own in _PAIRS:
            row = int(self._rows.bonus[_PAIRS.index(own)])
            if row >= 0 and found[row] is None:
                others = [card for card in DECK if card not in own]
                found[row] = (own, next(pair for pair in combinations(others, 2) if self._bonus_row(own, pair) == row))
            elif row < 0:
                for dealer in combinations([card for card in DECK if card not in own], 2):
                    place = self._bonus_row(own, dealer)
                    found[place] = found[place] or (own, dealer)
        return found

    @property
    def _bonuses(self) -> int:
        return len(bonus_table(self.game).lines) + 1 if self.plan.sides else 1

    def _bonus_row(self, own: Pair, dealer: Pair) -> int:
        rows = bonus_table(self.game).holdings
        return next((at for at, row in enumerate(rows) if row.holds(own, dealer)), len(rows))

    @cached_property
    def _rows(self) -> Rows:
        bonus, by_dealer = np.zeros(HOLE_PAIRS, np.int16), np.zeros((1, HOLE_PAIRS), np.int16)
        if self.plan.sides:
            holdings, depends = bonus_table(self.game).holdings, []
            for place, own in enumerate(_PAIRS):
                first = next((at for at, row in enumerate(holdings) if row.fits(own)), len(holdings))
                bonus[place] = first
                if first < len(holdings) and holdings[first].dealer:
                    depends.append([self._bonus_row(own, dealer) for dealer in _PAIRS])
                    bonus[place] = -len(depends)
            by_dealer = np.array(depends or by_dealer, np.int16)
        sets, which = self._award_sets
        any_award = self._holdem.counts.awards.any(axis=0)
        rare = np.flatnonzero(any_award).tolist() if self.plan.jackpot_wager else []
        digits = [digit for kind in rare for digit in (kind // 10 % 10, kind % 10)]
        notable = [digit for digit in digits if digit >= _least_notable(self._holdem)]
        rare_from = min(notable, default=CATEGORIES)
        return Rows(
            suits.pair_places(), categories(), bonus, by_dealer, self._bonuses, int(rare_from), which, len(sets)
        )

    # --- cells ---

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """A cell for every way that the hands compare, row of the Bonus and set of awards, in the kernel's order."""
        return tuple(self._cells())

    def _cells(self) -> Iterator[Cell]:
        sets = self._award_sets[0]
        for main in range(MAINS):
            for pairs in self._bonus_rows if self.plan.sides else [None]:
                if self.plan.sides and pairs is None:
                    yield from [Cell("", ())] * len(sets)
                    continue
                cell = self._cell(main, pairs)
                for awards in sets:
                    more = (jackpot_line(self.game, self.plan, awards),) if self.plan.jackpot_wager else ()
                    yield Cell(cell.outcome, (*cell.lines, *more), awards)

    def _cell(self, main: int, pairs: tuple[Pair, Pair] | None, *, sides: bool = True) -> Cell:
        game, plan = self.game, self.plan
        own_cards, dealer_cards = pairs or ((), ())
        wagers = {WagerName.ANTE: plan.ante}
        if sides:
            wagers |= {WagerName(name): stake for name, stake in plan.sides}
        if main == FOLDED:
            hand = comparison(game, NO_HAND, NO_HAND, own_cards, folded=True)
            return Cell("fold", settled(game, hand, wagers))
        times = stakes_of(game)
        placed, column = divmod(main, COLUMNS)
        for name, is_placed in ((WagerName.FLOP, True), (WagerName.TURN, placed & 2), (WagerName.RIVER, placed & 1)):
            if is_placed:
                wagers[name] = plan.ante * times[name]
        if column < CATEGORIES:
            own, dealer = STRENGTHS_OF[Category(column)][1], 0
            outcome = "higher"
        else:
            own, dealer = (0, BEST) if column == BELOW else (0, 0)
            outcome = "lower" if column == BELOW else "equal"
        streets = "".join(f"_{name}" for name in (WagerName.TURN, WagerName.RIVER) if name in wagers)
        hand = comparison(game, own, dealer, own_cards, dealer_hole=dealer_cards)
        return Cell(f"{outcome}{streets}", settled(game, hand, wagers))

    # --- expected values ---

    @cached_property
    def mains(self) -> list[Fraction]:
        """The chance of each way to compare, folded hands last."""
        seen = self.solution.seen[np.array(self.solution.plays)].sum(axis=0).reshape(-1).tolist()
        return [*(Fraction(ways, DEALS) for ways in seen), 1 - Fraction(sum(seen), DEALS)]

    @cached_property
    def _without_sides(self) -> list[Cell]:
        return [self._cell(main, None, sides=False) for main in range(MAINS)]

    def expected_rows(self) -> dict[str, Fraction]:
        """Return how likely a box is counted under each key; without the Bonus's rows if a hand of them is folded."""
        plan, found = self.plan, expected_rows(self._without_sides, self.mains)
        if plan.sides and not self._folds_a_row:
            lines = bonus_return(self.game, self._holdem.counts).lines
            found |= {_bonus_key(one.row): Fraction(one.combinations, BONUS_TOTAL) for one in lines}
        if plan.jackpot_wager:
            awards = award_frequencies(self._holdem, self.solution, plan.jackpot_wager, plan.meter)
            names = [award.name for award in self.game.jackpot.awards]
            found |= {f"{WagerName.JACKPOT}.{names[at]}": often for at, often in awards.items()}
            found[f"{WagerName.JACKPOT}.{Result.LOSE}"] = 1 - sum(awards.values(), Fraction(0))
        return found

    def expected_won(self) -> dict[str, Fraction]:
        """Return what a box wins on average in cents, by column; without the Bonus if a hand of its rows is folded."""
        plan = self.plan
        found = {GAME: expected_columns(plan, self._without_sides, self.mains)[GAME]}
        for name, stake in plan.sides:
            if not self._folds_a_row:
                found[name] = -stake * bonus_return(self.game, self._holdem.counts, stake).house_edge.fraction
        if plan.jackpot_wager:
            stakes = Stakes(plan.ante, plan.meter, plan.jackpot_wager)
            edge = holdem_jackpot(self._holdem, self.solution, stakes).house_edge
            assert edge is not None, "asked for at a meter"
            found[WagerName.JACKPOT.value] = -plan.jackpot_wager * edge.fraction
        return {ALL: sum(found.values(), Fraction(0)), **found} if not self._folds_a_row else found

    def distribution(self) -> dict[int, Fraction] | None:
        """Return how likely a box is to win each amount in a round, in cents; None with side or jackpot wagers."""
        if self.plan.sides or self.plan.jackpot_wager:
            return None
        return won_by(self._without_sides, self.mains)

    @property
    def _folds_a_row(self) -> bool:
        """True if a hand is folded with which the Bonus would have been paid."""
        if not self.plan.sides:
            return False
        folds = [pair for pair, plays in zip(_PAIRS, self._decisions.plays, strict=True) if not plays]
        return any(row.fits(pair) for row in bonus_table(self.game).holdings for pair in folds)


def _bonus_key(row: str) -> str:
    return f"{WagerName.BONUS}.{Result.LOSE if row == 'no_row' else row}"


def _least_notable(holdem: Holdem) -> int:
    return min(notable_categories(holdem.game), default=CATEGORIES)


@cache
def _boards() -> Boards:
    found = []
    for number in (_THREE, _FOUR):
        out = np.zeros(comb(CARDS, number), np.uint32)
        list_boards(number, boards_up_to_suit(number).keys, PLACES, out)
        found.append(out)
    return Boards(*found)
