"""``decide``: what a command leads to at a table of the poker room, or why it is refused. Pure."""

from collections.abc import Iterable
from typing import Final, assert_never, get_args

from croupier.cards import DECK, UNKNOWN, Card
from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import RefuseStatement, SignStatement, holds, not_staff
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
    statements,
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
from croupier.play.room.weighing import Asked, weigh
from croupier.rules.room import RoomGame
from croupier.rules.terms import or_above

_CARDS: Final = frozenset((*DECK, UNKNOWN))
_HELD_UP: Final = frozenset(
    {OpenRound, DealCards, Act, RunOutClock, TurnMarker, ShowHand, MuckHand, Settle, TakeBackLast, CorrectAct}
)
"""The commands that wait while a role has a decision to take."""
_BESIDE: Final = frozenset({SignStatement, RefuseStatement, JoinTable, TopUp, SitOut, ComeBack, PayIn, LeaveTable})
"""The commands that are accepted while a statement waits: they touch no card and no bet of the round."""
_OF_STAFF: Final = frozenset({*get_args(Asked), SignStatement, RefuseStatement})
_OF_A_ROLE: Final = (TakeDecision, DeemLeft)
"""The decisions that a paragraph leaves to a role, which it names itself."""
Answer = tuple[RoomEvent, ...] | Refusal


def decide(game: RoomGame, table: Table, actor: Actor, command: RoomCommand, *, automatic: bool = False) -> Answer:
    """Return the events of a command at a table, or the refusal with its paragraph.

    ``automatic`` says that the program deals here, so that its record is certain.
    """
    if table.statements:
        command = statements.as_signature(table, actor, command)
        if type(command) not in _BESIDE and not (actor.name == SYSTEM and type(command) is Report):
            return holds(table.waiting[0])
    if table.pending and type(command) in _HELD_UP:
        asked = table.pending[0]
        return Refusal(Reason.MOMENT, f"The table waits for {or_above(asked.role)} to decide", asked.cites)
    if type(command) not in _OF_STAFF:  # nearly always
        return _leads_to(game, table, actor, command)
    if type(command) is SignStatement:
        return _signed(game, table, actor, command, automatic=automatic)
    if type(command) is RefuseStatement:
        return statements.refused(game, table, actor, command)
    assert isinstance(command, Asked)
    return _said(game, table, actor, command, automatic=automatic)


def _said(game: RoomGame, table: Table, actor: Actor, command: Asked, *, automatic: bool) -> Answer:
    """Carry out an act of staff if its maker suffices; otherwise it waits for more people."""
    stranger = not_staff(game, actor, irregular.grounds_of(game, command) if isinstance(command, Report) else ())
    if stranger is not None and not isinstance(command, _OF_A_ROLE):
        return stranger
    events = _leads_to(game, table, actor, command)
    if isinstance(events, Refusal) or actor.name == SYSTEM:
        return events
    weighing = weigh(game, table, command, events, automatic=automatic)
    return statements.made(table, actor, command, weighing, events)


def _signed(game: RoomGame, table: Table, actor: Actor, command: SignStatement, *, automatic: bool) -> Answer:
    """Add a person to those who stand behind a statement; with the last one it is decided again and carried out."""
    found = statements.to_sign(game, table, actor, command)
    if isinstance(found, Refusal):
        return found
    asked = statements.with_reason(found.command, command.reason)
    events = _leads_to(game, table, found.by, asked)
    if isinstance(events, Refusal):
        return events
    weighing = weigh(game, table, asked, events, automatic=automatic)
    return statements.signed(found, weighing, actor, command, events)


def _leads_to(game: RoomGame, table: Table, actor: Actor, command: RoomCommand) -> Answer:
    """Return what a command leads to, whoever stands behind it."""
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
        return corrections.correct_card(game, table, command)
    if type(command) is TakeBackLast:
        return taking_back.take_back(game, table, actor, command)
    if type(command) is CorrectAct:
        return taking_back.correct_act(game, table, actor, command)
    if type(command) is SignStatement or type(command) is RefuseStatement:
        raise AssertionError("a signature leads to what its statement leads to")
    assert_never(command)


def _no_card(game: RoomGame, cards: Iterable[Card]) -> Refusal | None:
    """Refuse what is no card of the deck; an unknown card is accepted."""
    if _CARDS.issuperset(cards):
        return None
    return Refusal(Reason.CARDS, "This is not a card of the deck", game.grounds.deck)
