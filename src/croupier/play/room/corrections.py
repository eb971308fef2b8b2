"""Corrections: a card keyed in wrongly is not an irregularity of play. Both versions stay on record."""

from croupier.cards import UNKNOWN, Card, format_card
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.aftermath import piles_of
from croupier.play.room.commands import CorrectCard
from croupier.play.room.events import CardCorrected, RoomEvent
from croupier.play.room.state import COMMUNITY, Hand, Phase, Round, Table
from croupier.rules.room import RoomGame


def correct_card(game: RoomGame, table: Table, command: CorrectCard) -> tuple[RoomEvent, ...] | Refusal:
    """Correct a card that was entered wrongly, in a hand in play or not.

    The card named by mistake is still in the shoe.
    """
    round_, cites = table.round, game.grounds.deck
    if round_ is None or round_.phase is Phase.ENDED:
        return Refusal(Reason.MOMENT, "There is no round in play to correct", cites)
    cards = dict(piles_of(round_)).get(command.place, ())
    if not 0 <= command.index < len(cards):
        return Refusal(Reason.CARDS, f"There is no such card at {command.place[:20]}", cites)
    before = cards[command.index]
    return _wrong(game, round_, command, before) or (
        CardCorrected(command.place, command.index, before, command.card, command.reason, cites),
    )


def _wrong(game: RoomGame, round_: Round, command: CorrectCard, before: Card) -> Refusal | None:
    """Return the refusal if the card there cannot be that card."""
    cites = game.grounds.deck
    if not 0 <= command.card <= UNKNOWN or command.card == before:
        return Refusal(Reason.CARDS, "That is the card already recorded", cites)
    if command.card != UNKNOWN and round_.used >> command.card & 1:
        return Refusal(Reason.CARDS, f"{format_card(command.card)} has been dealt already", cites)
    hand = next((one for one in round_.hands if str(one.seat) == command.place), None)
    if command.card == UNKNOWN and (command.place == COMMUNITY or (hand is not None and hand.shown)):
        return Refusal(Reason.CARDS, "A card that is face up is known", cites)
    if before == UNKNOWN and hand is not None and _is_out(hand):
        return Refusal(
            Reason.CARDS, "The cards of a hand that was given up unseen are not turned", game.grounds.may_muck
        )
    return None


def _is_out(hand: Hand) -> bool:
    """Return whether a hand was folded or mucked."""
    return hand.folded or hand.shown is False
