"""The deal: every card is an input and goes where the document sends it."""

from croupier.cards import UNKNOWN, Card, all_left, format_card
from croupier.play.actor import Actor
from croupier.play.banked.commands import DealCards
from croupier.play.banked.events import BankedEvent, CardsDealt
from croupier.play.banked.flow import deal_cites, places_ahead
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Role, at_least

Answer = tuple[BankedEvent, ...] | Refusal


def deal(game: BankedGame, table: Table, actor: Actor, command: DealCards) -> Answer:
    """Deal the next cards, one or several, in the order in which they leave the shoe."""
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may deal", deal_cites(game, table.policy.dealing))
    round_ = table.round
    ahead = () if round_ is None or round_.phase is not Phase.PLAY else places_ahead(game, table.policy.dealing, round_)
    if round_ is None or not ahead:
        return Refusal(Reason.MOMENT, "No card is to be dealt now", deal_cites(game, table.policy.dealing))
    if not command.cards:
        return Refusal(Reason.CARDS, "No card was named", (ahead[0][1],))
    if len(command.cards) > len(ahead):
        sentence = f"{len(command.cards)} cards are too many: {len(ahead)} are to be dealt now"
        return Refusal(Reason.CARDS, sentence, (ahead[0][1],))
    refused = None if all_left(round_.used, command.cards) else _impossible(game, round_.used, command.cards)
    if refused is not None:
        return refused
    places, cites = zip(*ahead[: len(command.cards)], strict=True)
    return (CardsDealt(command.cards, places, tuple(dict.fromkeys(cites))),)


def _impossible(game: BankedGame, used: int, cards: tuple[Card, ...]) -> Refusal | None:
    """Return the refusal of cards that are not in the deck or have been dealt already.

    A card face down may be unknown.
    """
    for card in cards:
        if card == UNKNOWN:
            continue
        if not 0 <= card < UNKNOWN:
            return Refusal(Reason.CARDS, f"{card} is not a card of the deck", (game.deck,))
        if used >> card & 1:
            return Refusal(Reason.CARDS, f"{format_card(card)} has been dealt already", (game.deck,))
        used |= 1 << card
    return None
