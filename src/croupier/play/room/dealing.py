"""Dealing: the next cards go to the next places."""

from croupier.cards import UNKNOWN, Card, all_left, first_repeated, format_card
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import DealCards, Look
from croupier.play.room.events import CardsDealt, HandLookedAt, RoomEvent
from croupier.play.room.state import BURN, COMMUNITY, NOBODY, Phase, Round, Table
from croupier.rules.room import RoomGame
from croupier.rules.terms import Role, at_least

_DEALER, _ENDED = Role.DEALER, Phase.ENDED


def deal(game: RoomGame, table: Table, actor: Actor, command: DealCards) -> tuple[RoomEvent, ...] | Refusal:
    """Deal cards to the places that are next, to all of them or fewer."""
    round_, cards = table.round, command.cards
    if not at_least(actor.role, _DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may deal", game.grounds.deal)
    cites = dealing_cites(game, round_)
    if round_ is None or not round_.ahead:
        return Refusal(Reason.MOMENT, "No card is to be dealt now", cites)
    if not cards:
        return Refusal(Reason.CARDS, "No card was named", cites)
    if len(cards) > len(round_.ahead):
        return Refusal(Reason.CARDS, f"{len(round_.ahead)} cards are to be dealt now, not {len(cards)}", cites)
    places = round_.ahead[: len(cards)]
    refused = None if all_left(round_.used, cards) else _wrong(game, round_, cards, places, cites)
    return (CardsDealt(cards, places, cites),) if refused is None else refused


def _wrong(
    game: RoomGame, round_: Round, cards: tuple[Card, ...], places: tuple[str, ...], cites: tuple[str, ...]
) -> Refusal | None:
    """Return the refusal of cards that cannot come to these places; cards of a hand may be unknown."""
    for card, place in zip(cards, places, strict=True):
        if card == UNKNOWN:
            if place == COMMUNITY:
                return Refusal(Reason.CARDS, "A Community Card is turned face up: name it", cites)
        elif round_.used >> card & 1:
            return Refusal(Reason.CARDS, f"{format_card(card)} is out of the shoe already", game.grounds.deck)
    repeated = first_repeated(cards)
    if repeated is not None:
        return Refusal(Reason.CARDS, f"{format_card(repeated)} appears twice", game.grounds.deck)
    return None


def dealing_cites(game: RoomGame, round_: Round | None) -> tuple[str, ...]:
    """Return the paragraphs of the deal that comes next."""
    if round_ is None or round_.phase is _ENDED or round_.street >= len(game.streets):
        return game.grounds.deal
    if round_.ahead and round_.ahead[0] not in (BURN, COMMUNITY):  # for a hand, even in the middle of the round
        return game.grounds.deal
    return game.streets[round_.street].cites


def look(game: RoomGame, table: Table, actor: Actor, command: Look) -> tuple[RoomEvent, ...] | Refusal:
    """Record that a Player looks at their Hole Cards."""
    round_ = table.round
    at = NOBODY if round_ is None else round_.place(command.seat)
    if round_ is None or at == NOBODY:
        return Refusal(Reason.NO_SUCH_SEAT, f"Seat {command.seat} has no hand in this round", game.grounds.active)
    if actor.role is not Role.PLAYER or actor.name != round_.hands[at].player:
        return Refusal(Reason.NOT_YOURS, "Nobody may look at another Player's cards", game.grounds.own_cards)
    hand = round_.hands[at]
    if round_.phase is Phase.ENDED or hand.folded or not hand.cards:
        return Refusal(Reason.MOMENT, "There are no cards to look at", game.grounds.deal)
    if round_.looked >> at & 1:
        return Refusal(Reason.MOMENT, "You have looked at them already", game.grounds.deal)
    return (HandLookedAt(command.seat, game.grounds.deal),)
