"""``decide``: what a command leads to, or why it is refused. Pure; nothing is changed here."""

from typing import Final, assert_never

from croupier.play.banked import betting, choices, corrections, dealing, decisions, playing, reporting, settlement
from croupier.play.banked.commands import (
    AnswerChoice,
    Choose,
    CloseBets,
    CorrectCard,
    CorrectWager,
    DealCards,
    DeclineShare,
    HouseEnvelope,
    InspectHand,
    Look,
    OpenRound,
    PlaceWager,
    ReopenJackpot,
    Report,
    RestrictPlayer,
    Reveal,
    RunOutClock,
    Settle,
    ShowHand,
    StopPlayer,
    TakeDecision,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.banked.events import HouseEvent
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.house import HouseGame
from croupier.rules.terms import or_above

_MEANWHILE: Final = (
    Report,
    AnswerChoice,
    TakeDecision,
    ReopenJackpot,
    CorrectCard,
    CorrectWager,
    InspectHand,
    RestrictPlayer,
    StopPlayer,
)
"""What may be done while a round is held up."""


def decide(game: HouseGame, table: Table, envelope: HouseEnvelope) -> tuple[HouseEvent, ...] | Refusal:
    """The events of a command at a table, or the refusal with its paragraph."""
    if envelope.table != table.name:
        return Refusal(Reason.STALE, f"This is table {table.name}, not {envelope.table[:40]}", ())
    if envelope.version is not None and envelope.version != table.version:
        sentence = f"The table has moved on: it is at version {table.version}, not {envelope.version}"
        return Refusal(Reason.STALE, sentence, ())
    return _waiting(game, table, envelope) or _answer(game, table, envelope)


def _waiting(game: HouseGame, table: Table, envelope: HouseEnvelope) -> Refusal | None:
    """The refusal while the round is held up until a Player has chosen or a role has decided."""
    round_ = table.round
    if round_ is None or (round_.phase is Phase.ENDED and not isinstance(envelope.command, OpenRound)):
        return None
    asked = [box for box in round_.boxes if box.choice]
    if not (asked or table.pending) or isinstance(envelope.command, _MEANWHILE):
        return None
    if isinstance(envelope.command, RunOutClock) and any(box.number == envelope.command.box for box in asked):
        return None  # the clock of a choice; that of a decision stops with the round
    if asked:
        sentence = f"The round waits for box {asked[0].number}: {' or '.join(asked[0].choice)}"
        return Refusal(Reason.MOMENT, sentence, asked[0].choice_cites)
    for one in table.pending:
        if one.holds_round:
            return Refusal(Reason.MOMENT, f"The round waits for {or_above(one.role)} to decide", one.cites)
    return None


def _answer(game: HouseGame, table: Table, envelope: HouseEnvelope) -> tuple[HouseEvent, ...] | Refusal:
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
        case StopPlayer():
            return betting.stop(game, table, envelope, command)
        case Report():
            return reporting.report(game, table, envelope, command)
        case AnswerChoice():
            return choices.answer_choice(game, table, envelope, command)
        case RunOutClock():
            return choices.run_out_clock(game, table, envelope, command)
        case TakeDecision():
            return decisions.take_decision(game, table, envelope, command)
        case ReopenJackpot():
            return decisions.reopen_jackpot(game, table, envelope, command)
        case CorrectCard():
            return corrections.correct_card(game, table, envelope, command)
        case CorrectWager():
            return corrections.correct_wager(game, table, envelope, command)
        case _:
            assert_never(command)
