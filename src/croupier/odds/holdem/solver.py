"""The solver of hold'em against the House."""

from collections.abc import Mapping
from typing import Final

from croupier.hands import Category
from croupier.odds.holdem.answer import HoldemAnswer, answer_holdem
from croupier.odds.holdem.bonus import bonus_table
from croupier.odds.holdem.counts import DEALS
from croupier.odds.holdem.ground import CATEGORIES
from croupier.odds.holdem.solution import Holdem, moving_rows
from croupier.odds.holdem.terms import WAGERS, ante_rows, holdem_terms, is_holdem, paid_by_ranking, pays_to_one
from croupier.odds.solver import (
    AS_APPROVED,
    NotCoveredError,
    Progress,
    Question,
    Threshold,
    nothing,
    nothing_face_up,
)
from croupier.odds.whatif import ANTE_FROM
from croupier.play.banked.flow import board_size, hand_size
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import FIVE_CARDS
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName


class HoldemSolver:
    """The solver of games with two Hole Cards, five Community Cards, three streets of wagers, a Bonus and a jackpot."""

    total: Final = DEALS

    def fits(self, game: BankedGame) -> bool:
        """Return whether a Player folds or sees the Flop, and then has a Turn and a River to wager on."""
        dealing = next(iter(game.rounds))
        dealt = (hand_size(game, dealing), board_size(game, dealing))
        return is_holdem(game) and game.hand is FIVE_CARDS and dealt == (2, 5)

    def wagers(self, game: BankedGame) -> frozenset[WagerName]:
        """Return the four wagers on the hand, a Bonus by the Hole Cards, and the jackpot wager."""
        return frozenset([*WAGERS, WagerName.BONUS, WagerName.JACKPOT])

    def check(self, game: BankedGame) -> None:
        """Raise :class:`NotCoveredError` if the document distinguishes hands that are counted together."""
        if game.premiums:
            raise NotCoveredError(f"odds: what {game.name} pays on a wager that loses is not counted here")
        if not game.has_jackpot:
            raise NotCoveredError(f"odds: {game.name} has no jackpot, and is not counted without one here")
        bonus_table(game)
        for wager in WAGERS:
            paid_by_ranking(game, wager)
        terms = holdem_terms(game)
        for wager in (WagerName.TURN, WagerName.RIVER):
            pays_to_one(terms, wager)
        ante_rows(game)

    def rows(self, game: BankedGame) -> frozenset[str]:
        """Return the keys of the rows that pay some hand."""
        return moving_rows(game)

    def thresholds(self, game: BankedGame) -> tuple[Threshold, ...]:
        """Return the lowest hand with which the Ante wins, with the orders of hands beside it as options."""
        wins = holdem_terms(game).ante_wins[:CATEGORIES]
        approved = Category(wins.index(True))
        near = [Category(one) for one in range(approved - 1, approved + 2) if 0 <= one < len(Category)]
        cites = next(one.cites for one in game.outcomes if one.results.get(WagerName.ANTE) is Result.WIN)
        options = tuple((one.key, one.title) for one in near)
        return (Threshold(ANTE_FROM, approved.key, options, cites, recounts=False),)

    def ready(self, game: BankedGame, changes: Mapping[str, str], progress: Progress = nothing) -> Holdem:
        """Return the game with these changes."""
        return Holdem(game, changes, progress=progress)

    def answer(self, game: BankedGame, asked: Question = AS_APPROVED, progress: Progress = nothing) -> HoldemAnswer:
        """Return all figures that the question asks for."""
        if asked.exposed:
            raise nothing_face_up(game)
        return answer_holdem(game, asked, progress)


SOLVER: Final = HoldemSolver()
