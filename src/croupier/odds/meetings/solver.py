"""The solver of games in which a Player decides once and then meets the Dealer's hand."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from croupier.odds.meetings.answer import MeetingAnswer, answer_meeting
from croupier.odds.meetings.covering import check_meeting, claimed_wagers, dealt_so, qualifying_threshold
from croupier.odds.meetings.solution import MeetingGame, moving_rows
from croupier.odds.meetings.terms import decides_once
from croupier.odds.results import ExposedEdge
from croupier.odds.solver import AS_APPROVED, Progress, Question, Threshold, nothing, nothing_face_up
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import HandType
from croupier.rules.terms import WagerName

G = TypeVar("G", bound=MeetingGame)


class MeetingSolver(Generic[G]):
    """One decision, one type of hand, any side wagers that depend on cards it can count, with or without a jackpot."""

    def __init__(
        self,
        solved: type[G],
        hand: HandType,
        total: int,
        *,
        recounts: bool,
        exposed: Callable[[G, Progress], tuple[ExposedEdge, ...]] | None = None,
    ) -> None:
        """Make a solver for games with these hands.

        ``recounts`` says whether all deals have to be counted again for another qualifying hand. ``exposed`` calculates
        what it is worth to see more of the Dealer's cards, if any of them is face up at the decision.
        """
        self.total = total
        self._solved, self._hand, self._recounts, self._exposed = solved, hand, recounts, exposed

    def fits(self, game: BankedGame) -> bool:
        """Return whether the game has one decision, this type of hand, and this many of the Dealer's cards face up."""
        dealt = dealt_so(game, cards=self._hand.cards, face_up=self._solved.face_up)
        return decides_once(game) and game.hand is self._hand and dealt

    def wagers(self, game: BankedGame) -> frozenset[WagerName]:
        """Return Ante, bet and jackpot wager, and every side wager that depends on cards the solver counts."""
        return claimed_wagers(game)

    def check(self, game: BankedGame) -> None:
        """Raise :class:`NotCoveredError` if the document distinguishes hands that are counted together."""
        check_meeting(game)

    def rows(self, game: BankedGame) -> frozenset[str]:
        """Return the keys of the rows that pay some hand."""
        return moving_rows(game)

    def thresholds(self, game: BankedGame) -> tuple[Threshold, ...]:
        """Return the lowest hand with which the Dealer qualifies, with its options."""
        return qualifying_threshold(game, recounts=self._recounts)

    def ready(self, game: BankedGame, changes: Mapping[str, str], progress: Progress = nothing) -> G:
        """Return the game with these changes."""
        return self._solved(game, changes, progress=progress)

    def answer(self, game: BankedGame, asked: Question = AS_APPROVED, progress: Progress = nothing) -> MeetingAnswer:
        """Return all figures that the question asks for.

        Raises :class:`InputError` if no card of the Dealer is face up and the question is about seeing more.
        """
        if asked.exposed and self._exposed is None:
            raise nothing_face_up(game)
        ready = self.ready(game, asked.changes, progress)
        ready.solve(asked.strategy, asked.stakes)  # an unknown strategy is refused before the long work begins
        edges = self._exposed(ready, progress) if asked.exposed and self._exposed is not None else None
        return answer_meeting(ready, asked, edges)
