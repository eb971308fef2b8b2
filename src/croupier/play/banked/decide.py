"""``decide``: what a command leads to, or why it is refused. Pure; nothing is changed here."""

from typing import Final, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.play.actor import SYSTEM, Actor
from croupier.play.authority import (
    RefuseStatement,
    SignStatement,
    Statement,
    StatementEnded,
    StatementSigned,
    completes,
    holds,
    may_refuse,
    may_sign,
    not_staff,
    numbered,
    suffices,
)
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
from croupier.play.banked.events import BankedEvent, IrregularityRuled, StatementMade
from croupier.play.banked.state import Phase, Table
from croupier.play.banked.weighing import UNSIGNED, Asked, Signed, signers_of, weigh
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import paragraphs
from croupier.rules.banked import BankedGame
from croupier.rules.irregularities import JACKPOT_DOWN
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
        SignStatement,
        RefuseStatement,
    }
)
"""The commands that are accepted while a round waits for a choice or a decision."""
_ENDED: Final = Phase.ENDED
_BESIDE: Final = frozenset({SignStatement, RefuseStatement, InspectHand, RestrictPlayer, StopPlayer})
"""The commands that are accepted while a statement waits for signatures."""
Answer = tuple[BankedEvent, ...] | Refusal


def decide(game: BankedGame, table: Table, actor: Actor, command: BankedCommand, signed: Signed = UNSIGNED) -> Answer:
    """Return the events of a command at a table, or the refusal with its paragraph.

    ``signed`` names the people who have signed for an award of the round, by box.
    """
    if table.statements:
        command = _as_signature(table, actor, command)
    return _waiting(table, actor, command) or _answer(game, table, actor, command, signed)


def _as_signature(table: Table, actor: Actor, command: BankedCommand) -> BankedCommand:
    """Return the signature that a command is if another person has given the same and it waits; otherwise itself."""
    for one in table.waiting:
        if one.by.name != actor.name and _bare(one.command) == _bare(command):
            return SignStatement(one.number, _reason_of(command))
    return command


def _waiting(table: Table, actor: Actor, command: BankedCommand) -> Refusal | None:
    """Refuse an act while the round waits for a signature, a Player's choice or a role's decision."""
    if table.statements and type(command) not in _BESIDE and not _is_told(actor, command):
        return holds(table.waiting[0])
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


def _is_told(actor: Actor, command: BankedCommand) -> bool:
    """Return whether the program or the link of a table tells it something, whatever waits there."""
    if isinstance(command, Report):
        return actor.name == SYSTEM or (command.irregularity == JACKPOT_DOWN and command.failure is not UNSET)
    return isinstance(command, ReopenJackpot)


def _answer(game: BankedGame, table: Table, actor: Actor, command: BankedCommand, signed: Signed) -> Answer:
    """Return what a command leads to; an act of staff is weighed first."""
    if isinstance(command, Asked):
        return _said(game, table, actor, command, signed)
    if type(command) is SignStatement:
        return _sign(game, table, actor, command, signed)
    if type(command) is RefuseStatement:
        return _refuse(game, table, actor, command)
    return _leads_to(game, table, actor, command)


def _said(game: BankedGame, table: Table, actor: Actor, command: Asked, signed: Signed) -> Answer:
    """Carry out an act of staff if its maker suffices; otherwise it waits for more people."""
    if not isinstance(command, RunOutClock | TakeDecision):  # whose own paragraphs say who takes them
        cites = paragraphs(game, command.irregularity, command.facts) if isinstance(command, Report) else ()
        refused = not_staff(game, actor, cites)
        if refused is not None:
            return refused
    events = _leads_to(game, table, actor, command)
    if isinstance(events, Refusal) or actor.name == SYSTEM or _only_the_clock(command, events):
        return events
    weighing = weigh(game, table, command, events, signed)
    reason = _reason_of(command)
    alone = suffices(weighing, actor, reason, signers_of(table, events, signed))
    if isinstance(alone, Refusal):
        return alone
    if alone:
        return events
    number = (table.stated or 0) + 1
    return (StatementMade(number, command, weighing, actor.name, actor.role, reason, weighing.cites),)


def _only_the_clock(command: Asked, events: tuple[BankedEvent, ...]) -> bool:
    """Return whether a clock has run out, and nobody is ruled absent for it."""
    return isinstance(command, RunOutClock) and not any(isinstance(event, IrregularityRuled) for event in events)


def _reason_of(command: BankedCommand) -> str:
    """Return the reason that a command gives."""
    reason = getattr(command, "reason", "")
    assert isinstance(reason, str)
    return reason


def _bare(command: BankedCommand) -> BankedCommand:
    """Return a command without its reason."""
    return replace(command, reason="") if _reason_of(command) else command


def _with_reason(command: BankedCommand, reason: str) -> BankedCommand:
    """Return a command with the reason that a signer has given for it, if it has none of its own."""
    return replace(command, reason=reason) if hasattr(command, "reason") and not command.reason.strip() else command


def _sign(game: BankedGame, table: Table, actor: Actor, command: SignStatement, signed: Signed) -> Answer:
    """Add a person to those who stand behind a statement; with the last one it is decided again and carried out."""
    found = _to_sign(game, table, actor, command)
    if isinstance(found, Refusal):
        return found
    done = _leads_to(game, table, found.by, _with_reason(found.command, command.reason))
    if isinstance(done, Refusal):
        return done
    assert isinstance(found.command, Asked)
    weighing = weigh(game, table, found.command, done, signed)
    names = signers_of(table, done, signed)
    complete = completes(replace(found, weighing=weighing), actor, command.reason, names)
    if isinstance(complete, Refusal):
        return complete
    signature = StatementSigned(found.number, actor.name, actor.role, command.reason, complete, found.weighing.cites)
    return (signature, *done) if complete else (signature,)


def _to_sign(
    game: BankedGame, table: Table, actor: Actor, command: SignStatement
) -> Statement[BankedCommand] | Refusal:
    """Return the statement that a person may sign."""
    found = numbered(table.waiting, command.number, game.irregularities.statements)
    if isinstance(found, Refusal):
        return found
    return not_staff(game, actor) or may_sign(found, actor) or found


def _refuse(game: BankedGame, table: Table, actor: Actor, command: RefuseStatement) -> Answer:
    """End a statement without effect."""
    found = numbered(table.waiting, command.number, game.irregularities.statements)
    if isinstance(found, Refusal):
        return found
    refused = not_staff(game, actor) or may_refuse(found, actor, command.reason)
    if refused is not None:
        return refused
    withdrawn = actor.name == found.by.name
    cites = found.weighing.cites
    return (StatementEnded(found.number, actor.name, actor.role, command.reason, withdrawn, cites),)


def _leads_to(game: BankedGame, table: Table, actor: Actor, command: BankedCommand) -> Answer:
    """Return what a command leads to, whoever stands behind it."""
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
        return decisions.reopen_jackpot(game, table, actor)
    if type(command) is CorrectCard:
        return corrections.correct_card(game, table, command)
    if type(command) is CorrectWager:
        return corrections.correct_wager(game, table, command)
    if type(command) is TakeBackLast:
        return taking_back.take_back(game, table, actor, command)
    if type(command) is CorrectDecision:
        return taking_back.correct_decision(game, table, actor, command)
    if type(command) is SignStatement or type(command) is RefuseStatement:
        raise AssertionError("a signature leads to what its statement leads to")
    assert_never(command)
