"""What games with one decision answer to the protocol of all solvers."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from croupier.notation.problem import InputError
from croupier.odds.meetings.answer import MeetingAnswer, answer_meeting
from croupier.odds.meetings.covering import check_meeting, claimed_wagers, dealt_so, qualifying_threshold
from croupier.odds.meetings.solution import MeetingGame, moving_rows
from croupier.odds.meetings.terms import decides_once
from croupier.odds.results import ExposedEdge
from croupier.odds.solver import PERFECT, Progress, Stakes, Threshold, nothing
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import HandType
from croupier.rules.terms import WagerName

G = TypeVar("G", bound=MeetingGame)


class MeetingSolver(Generic[G]):
    """Hands of one type meet the Dealer's after one decision; wagers beside by countable cards; a jackpot or none."""

    def __init__(
        self,
        solved: type[G],
        hand: HandType,
        total: int,
        *,
        recounts: bool,
        exposed: Callable[[G, Progress], tuple[ExposedEdge, ...]] | None = None,
    ) -> None:
        """``recounts``: another qualifying hand has all deals counted again. ``exposed``: what it is worth to see more
        of the Dealer's cards, where some of them lie open at the decision."""
        self.total = total
        self._solved, self._hand, self._recounts, self._exposed = solved, hand, recounts, exposed

    def fits(self, game: BankedGame) -> bool:
        """Whether a Player decides once, and then meets the Dealer's hand, of which so many cards were seen."""
        dealt = dealt_so(game, cards=self._hand.cards, face_up=self._solved.face_up)
        return decides_once(game) and game.hand is self._hand and dealt

    def wagers(self, game: BankedGame) -> frozenset[WagerName]:
        """Ante, bet and jackpot wager, and all beside them that go by countable cards."""
        return claimed_wagers(game)

    def check(self, game: BankedGame) -> None:
        """Raises :class:`NotCoveredError` where the document tells hands apart that are counted together."""
        check_meeting(game)

    def rows(self, game: BankedGame) -> frozenset[str]:
        """The rows that some hand is paid by."""
        return moving_rows(game)

    def thresholds(self, game: BankedGame) -> tuple[Threshold, ...]:
        """From which hand on the Dealer qualifies."""
        return qualifying_threshold(game, recounts=self._recounts)

    def ready(self, game: BankedGame, changes: Mapping[str, str], progress: Progress = nothing) -> G:
        """The game with these changes."""
        return self._solved(game, changes, progress=progress)

    def answer(
        self,
        game: BankedGame,
        changes: Mapping[str, str] = {},
        strategy: str = PERFECT,
        stakes: Stakes = Stakes(),  # noqa: B008
        progress: Progress = nothing,
        *,
        exposed: bool = False,
        readings: bool = False,
    ) -> MeetingAnswer:
        """Everything that is asked of the game."""
        if exposed and self._exposed is None:
            raise InputError(f"--exposed: in {game.name} no card of the Dealer is face up at a decision")
        ready = self.ready(game, changes, progress)
        ready.solve(strategy, stakes)  # a strategy that is not known is refused before anything long begins
        edges = self._exposed(ready, progress) if exposed and self._exposed is not None else None
        return answer_meeting(ready, dict(changes), strategy, stakes, exposed=edges, readings=readings)
