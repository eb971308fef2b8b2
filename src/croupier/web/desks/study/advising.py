"""Advice from the exact odds about a hand on the table, for its Player alone and from their own view."""

from fractions import Fraction
from typing import Final

from croupier.cards import Card, parse_card
from croupier.floor.values.table_kinds import BankedTable, TableState
from croupier.money import Cents, rounded_down
from croupier.odds.results import Ratio
from croupier.play.banked.flow import current_step
from croupier.play.banked.view import BoxView, TableView, view
from croupier.play.refusal import Reason, Refusal
from croupier.play.viewer import HIDDEN, Viewer
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Role, WagerName
from croupier.web.wire.records import AdviceChoice, AdvicePage

NO_DECISION: Final = "There is no decision to be made about this hand now"


class Question:
    """The basis of advice, taken from the Player's view, so that it holds nothing hidden."""

    def __init__(self, game: BankedGame, seen: TableView, box: BoxView, version: int) -> None:
        self.game, self.table, self.box, self.version = game, seen.table, box.box, version
        self.cards = _faces(box.cards)
        self.dealer = _faces(seen.dealer)
        self.community = _faces(seen.community)
        wagers = {one.name: one.amount for one in box.wagers}
        self.ante: Cents = wagers.get(WagerName.ANTE, 0)
        self.turn_placed = WagerName.TURN in wagers
        self.meter = seen.jackpot if WagerName.JACKPOT in wagers else None


def question(state: TableState, version: int, box: int, viewer: Viewer) -> Question | Refusal:
    """Return the question about a box for which advice may be given now, or why none may be."""
    if not isinstance(state, BankedTable):
        return Refusal(Reason.FACT, "No advice is given in the poker room", ())
    game = state.game
    seen = view(game, state.engine, viewer)
    own = next((one for one in seen.boxes if one.box == box), None)
    if own is None or viewer.role is not Role.PLAYER or own.player != viewer.player:
        return Refusal(Reason.NOT_YOURS, f"Box {box} is not yours", (game.decides,))
    step = current_step(game, state.engine)
    waits = isinstance(step, Decide) and state.engine.round is not None and not own.folded and not own.out
    if not waits or state.engine.round is None or len(own.decisions) > state.engine.round.decided:
        return Refusal(Reason.MOMENT, NO_DECISION, ())
    if HIDDEN in own.cards or not own.looked:
        return Refusal(Reason.EXAMINED, "You have not looked at this hand yet: look at it first", (game.examine_one,))
    return Question(game, seen, own, version)


def answer(asked: Question) -> AdvicePage:
    """Return the advice. It takes a few milliseconds: callers run it in a thread, once the game's odds are ready."""
    from croupier.odds import desk

    found = desk.advice(
        asked.game,
        asked.cards,
        dealer=asked.dealer,
        community=asked.community,
        turn_placed=asked.turn_placed,
        ante=None if asked.meter is None else asked.ante,
        meter=asked.meter,
    )
    choices = tuple(
        AdviceChoice(one.decision, one.worth.value, one.worth.exact, _cents(one.worth, asked.ante))
        for one in found.choices
    )
    return AdvicePage(asked.table, asked.box, asked.version, found.decision, choices)


def _cents(worth: Ratio, ante: Cents) -> Cents:
    return rounded_down(worth.fraction * ante + Fraction(1, 2))


def _faces(cards: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(parse_card(card) for card in cards if card != HIDDEN)
