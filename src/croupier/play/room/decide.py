"""``decide``: what a command leads to at a table of the poker room, or why it is refused. Pure."""

from collections.abc import Iterable
from typing import Final, assert_never

from croupier.cards import DECK, UNKNOWN, Card
from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room import (
    betting,
    corrections,
    dealing,
    irregular,
    opening,
    seating,
    settling,
    showdown,
    taking_back,
)
from croupier.play.room.commands import (
    Act,
    ComeBack,
    CorrectAct,
    CorrectCard,
    DealCards,
    DeemLeft,
    JoinTable,
    LeaveTable,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomCommand,
    RunOutClock,
    Settle,
    ShowHand,
    SitOut,
    TakeBackLast,
    TakeDecision,
    TopUp,
    TurnMarker,
)
from croupier.play.room.events import RoomEvent
from croupier.play.room.state import Table
from croupier.rules.room import RoomGame
from croupier.rules.terms import or_above

_CARDS: Final = frozenset((*DECK, UNKNOWN))
_HELD_UP: Final = frozenset(
    {OpenRound, DealCards, Act, RunOutClock, TurnMarker, ShowHand, MuckHand, Settle, TakeBackLast, CorrectAct}
)
"""What has to wait while a role has something to decide."""


def decide(game: RoomGame, table: Table, actor: Actor, command: RoomCommand) -> tuple[RoomEvent, ...] | Refusal:
    """The events of a command at a table, or the refusal with its paragraph."""
    if table.pending and type(command) in _HELD_UP:
        asked = table.pending[0]
        return Refusal(Reason.MOMENT, f"The table waits for {or_above(asked.role)} to decide", asked.cites)
    # What fills a round comes first: a class is asked for by name, one after the other.
    if type(command) is Act:
        return betting.move(game, table, actor, command)
    if type(command) is ShowHand:
        no_card = _no_card(game, command.cards) if command.cards else None
        return no_card or showdown.show(game, table, actor, command)
    if type(command) is DealCards:
        return _no_card(game, command.cards) or dealing.deal(game, table, actor, command)
    if type(command) is OpenRound:
        return opening.open_round(game, table, actor, command)
    if type(command) is TurnMarker:
        return showdown.turn_marker(game, table, actor, command)
    if type(command) is Settle:
        return settling.settle(game, table, actor, command)
    if type(command) is Look:
        return dealing.look(game, table, actor, command)
    if type(command) is MuckHand:
        return showdown.muck(game, table, actor, command)
    if type(command) is RunOutClock:
        return betting.run_out_clock(game, table, actor, command)
    if type(command) is JoinTable:
        return seating.join(game, table, actor, command)
    if type(command) is TopUp:
        return seating.top_up(game, table, actor, command)
    if type(command) is SitOut:
        return seating.sit_out(game, table, actor, command)
    if type(command) is ComeBack:
        return seating.come_back(game, table, actor, command)
    if type(command) is PayIn:
        return seating.pay_in(game, table, actor, command)
    if type(command) is LeaveTable:
        return seating.leave(game, table, actor, command)
    if type(command) is DeemLeft:
        return seating.deem_left(game, table, actor, command)
    if type(command) is Report:
        named = (*command.cards, *(card for _, cards in command.piles for card in cards))
        return _no_card(game, named) or irregular.report(game, table, actor, command)
    if type(command) is TakeDecision:
        return irregular.take_decision(game, table, actor, command)
    if type(command) is CorrectCard:
        return corrections.correct_card(game, table, actor, command)
    if type(command) is TakeBackLast:
        return taking_back.take_back(game, table, actor, command)
    if type(command) is CorrectAct:
        return taking_back.correct_act(game, table, actor, command)
    assert_never(command)


def _no_card(game: RoomGame, cards: Iterable[Card]) -> Refusal | None:
    """The refusal if something named is not a card of the deck; an unknown card is accepted."""
    if _CARDS.issuperset(cards):
        return None
    return Refusal(Reason.CARDS, "This is not a card of the deck", game.grounds.deck)
