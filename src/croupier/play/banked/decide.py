"""``decide``: what a command leads to, or why it is refused. Pure; nothing is changed here."""

from typing import Final, assert_never

from croupier.play.actor import Actor
from croupier.play.banked import (
    betting,
    choices,
    corrections,
    dealing,
    decisions,
    playing,
    reporting,
    settlement,
    taking_back,
)
from croupier.play.banked.commands import (
    AnswerChoice,
    BankedCommand,
    Choose,
    CloseBets,
    CorrectCard,
    CorrectDecision,
    CorrectWager,
    DealCards,
    DeclineShare,
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
    TakeBackLast,
    TakeDecision,
    WithdrawWager,
    WithholdHand,
)
from croupier.play.banked.events import BankedEvent
from croupier.play.banked.state import Phase, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.terms import or_above

_MEANWHILE: Final = frozenset(
    {
        Report,
        AnswerChoice,
        TakeDecision,
        ReopenJackpot,
        CorrectCard,
        CorrectWager,
        InspectHand,
        RestrictPlayer,
        StopPlayer,
    }
)
"""What may be done while a round is held up."""
_ENDED: Final = Phase.ENDED


def decide(game: BankedGame, table: Table, actor: Actor, command: BankedCommand) -> tuple[BankedEvent, ...] | Refusal:
    """The events of a command at a table, or the refusal with its paragraph."""
    return _waiting(table, command) or _answer(game, table, actor, command)


def _waiting(table: Table, command: BankedCommand) -> Refusal | None:
    """The refusal while the round is held up until a Player has chosen or a role has decided."""
    round_ = table.round
    if round_ is None or (round_.phase is _ENDED and type(command) is not OpenRound):
        return None
    asked = [box for box in round_.boxes if box.choice]
    if not (asked or table.pending) or type(command) in _MEANWHILE:
        return None
    if isinstance(command, RunOutClock) and any(box.number == command.box for box in asked):
        return None  # the clock of a choice; that of a decision stops with the round
    if asked:
        sentence = f"The round waits for box {asked[0].number}: {' or '.join(asked[0].choice)}"
        return Refusal(Reason.MOMENT, sentence, asked[0].choice_cites)
    for one in table.pending:
        if one.holds_round:
            return Refusal(Reason.MOMENT, f"The round waits for {or_above(one.role)} to decide", one.cites)
    return None


def _answer(game: BankedGame, table: Table, actor: Actor, command: BankedCommand) -> tuple[BankedEvent, ...] | Refusal:
    # What a round is full of, and what pages ask about, comes first: a class is asked for by name, one after the
    # other, since a pattern takes ten times as long to say no.
    if type(command) is PlaceWager:
        return betting.place(game, table, actor, command)
    if type(command) is Choose:
        return playing.choose(game, table, actor, command)
    if type(command) is Look:
        return playing.look(game, table, actor, command)
    if type(command) is WithdrawWager:
        return betting.withdraw(game, table, actor, command)
    if type(command) is RunOutClock:
        return choices.run_out_clock(game, table, actor, command)
    if type(command) is ShowHand:
        return playing.show(game, table, actor, command)
    if type(command) is DealCards:
        return dealing.deal(game, table, actor, command)
    if type(command) is OpenRound:
        return betting.open_round(game, table, actor, command)
    if type(command) is CloseBets:
        return betting.close_bets(game, table, actor, command)
    if type(command) is Reveal:
        return playing.reveal(game, table, actor, command)
    if type(command) is Settle:
        return settlement.settle(game, table, actor, command)
    if type(command) is WithholdHand:
        return playing.withhold(game, table, actor, command)
    if type(command) is DeclineShare:
        return playing.decline_share(game, table, actor, command)
    if type(command) is InspectHand:
        return playing.inspect(game, table, actor, command)
    if type(command) is RestrictPlayer:
        return betting.restrict(game, table, actor, command)
    if type(command) is StopPlayer:
        return betting.stop(game, table, actor, command)
    if type(command) is Report:
        return reporting.report(game, table, actor, command)
    if type(command) is AnswerChoice:
        return choices.answer_choice(game, table, actor, command)
    if type(command) is TakeDecision:
        return decisions.take_decision(game, table, actor, command)
    if type(command) is ReopenJackpot:
        return decisions.reopen_jackpot(game, table, actor, command)
    if type(command) is CorrectCard:
        return corrections.correct_card(game, table, actor, command)
    if type(command) is CorrectWager:
        return corrections.correct_wager(game, table, actor, command)
    if type(command) is TakeBackLast:
        return taking_back.take_back(game, table, actor, command)
    if type(command) is CorrectDecision:
        return taking_back.correct_decision(game, table, actor, command)
    assert_never(command)
