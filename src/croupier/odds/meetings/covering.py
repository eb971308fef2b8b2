"""The limits of the solvers of games with one decision: what they cover, and what may be changed in such a game."""

from croupier.cards import format_card
from croupier.hands import Strength
from croupier.odds.meetings.side import check_side, counted_wagers, side_wagers
from croupier.odds.meetings.terms import bet_wager, check_terms, comparison, main_wagers
from croupier.odds.solver import Threshold
from croupier.odds.whatif import DEALER_FROM
from croupier.play.banked import flow
from croupier.play.banked.settlement import first_outcome
from croupier.rules.banked import BankedGame
from croupier.rules.terms import WagerName


def dealt_so(game: BankedGame, *, cards: int, face_up: int) -> bool:
    """Return whether Player and Dealer get this number of cards, and this number face up, in every way to deal."""
    dealt = (cards, 0, face_up)
    return all(
        (flow.hand_size(game, one), flow.board_size(game, one), len(flow.face_up(game, one, cards))) == dealt
        for one in game.rounds
    )


def claimed_wagers(game: BankedGame) -> frozenset[WagerName]:
    """Return the wagers whose worth can be calculated."""
    return frozenset([*main_wagers(game), WagerName.JACKPOT, *counted_wagers(game)])


def check_meeting(game: BankedGame) -> None:
    """Raise :class:`NotCoveredError` if something about the game depends on more than is counted."""
    check_terms(game)
    for wager in side_wagers(game):
        check_side(game, wager)


def qualifying_threshold(game: BankedGame, *, recounts: bool) -> tuple[Threshold, ...]:
    """Return the lowest hand with which the Dealer qualifies, and its neighbours; empty if every hand qualifies."""
    needed = game.qualifying
    if needed is None:
        return ()
    cites = first_outcome(game, bet_wager(game), comparison(game, game.hand.best, needed.lowest - 1)).cites
    options = tuple((_written(game, one), needed.named(one)) for one in needed.neighbours)
    return (Threshold(DEALER_FROM, _written(game, needed.lowest), options, cites, recounts),)


def _written(game: BankedGame, strength: Strength) -> str:
    """Write a hand as a change names it: ``AsKd4h3c2s``."""
    return "".join(map(format_card, game.hand.representative(strength)))
