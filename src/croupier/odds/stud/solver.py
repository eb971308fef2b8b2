"""The solver of Casino Stud."""

from collections.abc import Mapping
from typing import Final

from croupier.odds.meetings.answer import MeetingAnswer, answer_meeting
from croupier.odds.meetings.covering import check_meeting, claimed_wagers, dealt_so, qualifying_threshold
from croupier.odds.meetings.solution import moving_rows
from croupier.odds.meetings.terms import decides_once
from croupier.odds.solver import PERFECT, Progress, Stakes, Threshold, nothing
from croupier.odds.stud.counts import TOTAL
from croupier.odds.stud.exposed import exposed_edges
from croupier.odds.stud.solution import Stud
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.house import HouseGame
from croupier.rules.terms import WagerName


class StudSolver:
    """Five cards each, one of the Dealer's face up; fold or bet; side wagers by five or six cards; a jackpot."""

    total: Final = TOTAL

    def fits(self, game: HouseGame) -> bool:
        """Whether a Player decides once, and then meets the Dealer's five cards, of which they have seen one."""
        return decides_once(game) and game.hand is FIVE_CARDS and dealt_so(game, cards=5, face_up=1)

    def wagers(self, game: HouseGame) -> frozenset[WagerName]:
        """Ante, bet and jackpot wager, and all side wagers based on countable cards."""
        return claimed_wagers(game)

    def check(self, game: HouseGame) -> None:
        """Raises :class:`NotCoveredError` if the document distinguishes hands that are counted together."""
        check_meeting(game)

    def rows(self, game: HouseGame) -> frozenset[str]:
        """The rows that some hand is paid by."""
        return moving_rows(game)

    def thresholds(self, game: HouseGame) -> tuple[Threshold, ...]:
        """The lowest hand with which the Dealer qualifies."""
        return qualifying_threshold(game, recounts=True)

    def ready(self, game: HouseGame, changes: Mapping[str, str], progress: Progress = nothing) -> Stud:
        """The game with these changes."""
        return Stud(game, changes, progress=progress)

    def answer(
        self,
        game: HouseGame,
        changes: Mapping[str, str] = {},
        strategy: str = PERFECT,
        stakes: Stakes = Stakes(),  # noqa: B008
        progress: Progress = nothing,
        *,
        exposed: bool = False,
        readings: bool = False,
    ) -> MeetingAnswer:
        """Everything that is asked of the game."""
        stud = self.ready(game, changes, progress)
        stud.solve(strategy, stakes)  # an unknown strategy is refused before anything slow begins
        edges = exposed_edges(stud, progress) if exposed else None
        return answer_meeting(stud, dict(changes), strategy, stakes, exposed=edges, readings=readings)


SOLVER: Final = StudSolver()
