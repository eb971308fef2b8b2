"""Casino Stud, solved exactly over all 19,933,230,517,200 combinations of five cards, a face-up card and four more."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from croupier.cards import parse_cards
from croupier.hands import STRENGTHS_OF, Category, Strength, rank_five
from croupier.odds.meetings.solution import BetStrategy, MeetingGame, Solution
from croupier.odds.solver import PERFECT, Charted, Choice, Known, Stakes
from croupier.odds.stud.counts import COMPLETIONS, DEALS, StudCounts, stud_counts

BETS_FROM: Final[Mapping[str, Strength]] = {
    "blind": 0,
    "pair": STRENGTHS_OF[Category.ONE_PAIR][0],
    "ace-king": rank_five(parse_cards("As Kd 4c 3h 2s")),
    "akj83": rank_five(parse_cards("As Kd Jc 8h 3s")),
}
"""Simple strategies: bet on that hand and on every better one, whatever the Dealer shows."""

STRATEGIES: Final[Mapping[str, str]] = {
    PERFECT: "bet where that is worth more than a fold",
    "blind": "bet on every hand",
    "pair": "bet from a pair on",
    "ace-king": "bet from Ace and King on",
    "akj83": "bet from Ace, King, Jack, 8, 3 on",
}
"""What each means."""


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
        """A strategy in words."""
        from croupier.odds.stud.strategy import strategy_of

        return strategy_of(self, solution)

    def charted(self) -> Charted:
        """When to bet: kinds of hands down, the face-up card across."""
        from croupier.odds.stud.strategy import stud_grid

        solution = self.solve()
        words = self.strategy_words(solution)
        return Charted((), stud_grid(self, solution), words.always_fold_to or "", words.always_bet_from or "")

    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """What a bet and a fold are worth, the best first."""
        from croupier.odds.meetings.advice import advise, best_first
        from croupier.odds.stud.meeting import meet_at_once

        return best_first(advise(self, known, stakes, meet_at_once))

    def warm_up(self) -> None:
        """Load the counts, and compile what advice needs."""
        self.advise(Known(parse_cards("As Kd 5c 3h 2s"), parse_cards("5d")), Stakes())
