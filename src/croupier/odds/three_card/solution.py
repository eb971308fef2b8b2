"""A three-card game, solved exactly over all 22,100 × 18,424 deals."""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from croupier.cards import parse_cards
from croupier.hands import Strength
from croupier.odds.meetings.advice import advise, best_first
from croupier.odds.meetings.solution import BetStrategy, HandCase, MeetingGame, Solution, UpCase, in_words
from croupier.odds.solver import PERFECT, Charted, Choice, Known, Stakes
from croupier.odds.three_card.counts import COMPLETIONS, HANDS, ThreeCardCounts, three_card_counts
from croupier.rules.handtypes import THREE_CARDS

BETS_FROM: Final[Mapping[str, Strength]] = {
    "blind": 0,
    "queen": THREE_CARDS.rank(parse_cards("Qs 3d 2h")),
    "q64": THREE_CARDS.rank(parse_cards("Qs 6d 4h")),
}
"""Simple strategies: play that hand and every better one."""

STRATEGIES: Final[Mapping[str, str]] = {
    PERFECT: "play if that is worth more than a fold",
    "blind": "play every hand",
    "queen": "play with Queen high or better",
    "q64": "play with Queen, 6, 4 or better",
}
"""The description of each strategy by name."""


class ThreeCard(MeetingGame):
    """A three-card game, ready to be asked."""

    deals: ClassVar[int] = HANDS
    completions: ClassVar[int] = COMPLETIONS
    face_up: ClassVar[int] = 0
    strategies: ClassVar[Mapping[str, str]] = STRATEGIES
    bets_from: ClassVar[Mapping[str, Strength]] = BETS_FROM

    @cached_property
    def counts(self) -> ThreeCardCounts:
        """The counts, made in a moment."""
        return three_card_counts(self.game.hand, self.qualifying)

    def strategy_words(self, solution: Solution) -> BetStrategy:
        """Describe a strategy for people."""

        def case(own: Strength) -> HandCase:
            rows = slice(int(self.counts.starts[own]), int(self.counts.starts[own + 1]))
            ways, bets = self.counts.ways[rows], solution.bets[rows]
            both = () if bets.all() or not bets.any() else (UpCase("", (), int(ways[bets].sum()), int(ways.sum())),)
            return HandCase(self.game.hand.describe(own), "", "", both)

        return in_words(self, solution, case)

    def charted(self) -> Charted:
        """Return the lowest hand to play."""
        words = self.strategy_words(self.solve())
        return Charted(always_fold_to=words.always_fold_to or "", always_bet_from=words.always_bet_from or "")

    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """Return what playing and folding are worth, the best first."""
        return best_first(advise(self, known, stakes))

    def warm_up(self) -> None:
        """Count in advance for the first question."""
        self.solve()
