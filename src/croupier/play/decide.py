"""``decide``: what a command leads to, or why it is refused. Pure; nothing is changed here."""

from typing import assert_never

from croupier.play import betting, dealing, playing, settlement
from croupier.play.commands import (
    Choose,
    CloseBets,
    DealCards,
    DeclineShare,
    Envelope,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    RestrictPlayer,
    Reveal,
    Settle,
    ShowHand,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.events import HouseEvent
from croupier.play.refusal import Reason, Refusal
from croupier.play.state import Table
from croupier.rules.house import HouseGame


def decide(game: HouseGame, table: Table, envelope: Envelope) -> tuple[HouseEvent, ...] | Refusal:
    """The events of a command at a table, or the refusal with its paragraph."""
    if envelope.table != table.name:
        return Refusal(Reason.STALE, f"This is table {table.name}, not {envelope.table[:40]}", ())
    if envelope.version is not None and envelope.version != table.version:
        sentence = f"The table has moved on: it is at version {table.version}, not {envelope.version}"
        return Refusal(Reason.STALE, sentence, ())
    return _answer(game, table, envelope)


def _answer(game: HouseGame, table: Table, envelope: Envelope) -> tuple[HouseEvent, ...] | Refusal:
    command = envelope.command
    match command:
        case PlaceWager():
            return betting.place(game, table, envelope, command)
        case Choose():
            return playing.choose(game, table, envelope, command)
        case Look():
            return playing.look(game, table, envelope, command)
        case ShowHand():
            return playing.show(game, table, envelope, command)
        case DealCards():
            return dealing.deal(game, table, envelope, command)
        case WithdrawWager():
            return betting.withdraw(game, table, envelope, command)
        case OpenRound():
            return betting.open_round(game, table, envelope, command)
        case CloseBets():
            return betting.close_bets(game, table, envelope, command)
        case Reveal():
            return playing.reveal(game, table, envelope, command)
        case Settle():
            return settlement.settle(game, table, envelope, command)
        case WithholdHand():
            return playing.withhold(game, table, envelope, command)
        case DeclineShare():
            return playing.decline_share(game, table, envelope, command)
        case InspectHand():
            return playing.inspect(game, table, envelope, command)
        case RestrictPlayer():
            return betting.restrict(game, table, envelope, command)
        case _:
            assert_never(command)
