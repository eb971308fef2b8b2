"""The solver of three-card games."""

from collections.abc import Mapping
from typing import Final

from croupier.notation.problem import InputError
from croupier.odds.meetings.answer import MeetingAnswer, answer_meeting
from croupier.odds.meetings.covering import check_meeting, claimed_wagers, dealt_so, qualifying_threshold
from croupier.odds.meetings.solution import moving_rows
from croupier.odds.meetings.terms import decides_once
from croupier.odds.solver import PERFECT, Progress, Stakes, Threshold, nothing
from croupier.odds.three_card.counts import TOTAL
from croupier.odds.three_card.solution import ThreeCard
from croupier.rules.handtypes import THREE_CARDS
from croupier.rules.house import HouseGame
from croupier.rules.terms import WagerName


class ThreeCardSolver:
    """Three cards each, none of the Dealer's in sight; fold or play; side wagers by the Player's own cards."""

    total: Final = TOTAL

    def fits(self, game: HouseGame) -> bool:
        """Whether a Player decides once, and then meets the Dealer's three cards."""
        return decides_once(game) and game.hand is THREE_CARDS and dealt_so(game, cards=3, face_up=0)

    def wagers(self, game: HouseGame) -> frozenset[WagerName]:
        """Ante, bet and jackpot wager, and all side wagers based on the hand."""
        return claimed_wagers(game)

    def check(self, game: HouseGame) -> None:
        """Raises :class:`NotCoveredError` if the document distinguishes hands that are counted together."""
        check_meeting(game)

    def rows(self, game: HouseGame) -> frozenset[str]:
        """The rows that some hand is paid by."""
        return moving_rows(game)

    def thresholds(self, game: HouseGame) -> tuple[Threshold, ...]:
        """The lowest hand with which the Dealer qualifies."""
        return qualifying_threshold(game, recounts=False)

    def ready(self, game: HouseGame, changes: Mapping[str, str], progress: Progress = nothing) -> ThreeCard:
        """The game with these changes."""
        return ThreeCard(game, changes, progress=progress)

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
        if exposed:
            raise InputError(f"--exposed: in {game.name} no card of the Dealer is face up at a decision")
        ready = self.ready(game, changes, progress)
        return answer_meeting(ready, dict(changes), strategy, stakes, readings=readings)


SOLVER: Final = ThreeCardSolver()
