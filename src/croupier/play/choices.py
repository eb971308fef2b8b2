"""Choices that a ruling leaves to the Players, and what happens when nobody answers."""

from croupier.play.commands import AnswerChoice, HouseEnvelope, Report, RunOutClock
from croupier.play.events import ChoiceMade, Decided, HouseEvent
from croupier.play.flow import current_step, undecided
from croupier.play.refusal import Reason, Refusal
from croupier.play.remedies import invalidate_hand, return_shares
from croupier.play.reporting import report
from croupier.play.state import Box, Table
from croupier.rules.house import HouseGame
from croupier.rules.terms import Decide, Decision, Role, at_least

Answer = tuple[HouseEvent, ...] | Refusal

LEAVE = frozenset({"return_wager", "withdraw"})
"""The answers with which a hand leaves the round."""


def answer_choice(game: HouseGame, table: Table, envelope: HouseEnvelope, command: AnswerChoice) -> Answer:
    """A Player plays on, or takes his wagers back; who withdraws after a power failure withdraws them all."""
    round_ = table.round
    box = round_.box(command.box) if round_ is not None else None
    if box is None or not box.choice:
        return Refusal(Reason.MOMENT, f"Box {command.box} has nothing to choose", game.irregularities.clock)
    if envelope.role is Role.PLAYER and envelope.actor != box.player:
        return Refusal(Reason.NOT_YOURS, f"Box {box.number} is {box.player}'s", (game.decides,))
    if envelope.role is not Role.PLAYER and not at_least(envelope.role, Role.DEALER):
        return Refusal(Reason.ROLE, f"A {envelope.role} does not play", (game.decides,))
    if command.option not in box.choice:
        return Refusal(Reason.MOMENT, f"Box {box.number} may {' or '.join(box.choice)}", box.choice_cites)
    return _chosen(table, box, command.option, by_clock=False, cites=box.choice_cites)


def _chosen(table: Table, box: Box, option: str, *, by_clock: bool, cites: tuple[str, ...]) -> tuple[HouseEvent, ...]:
    assert table.round is not None
    own: tuple[Box, ...] = (box,)
    if option == "withdraw":
        own = tuple(one for one in table.round.boxes if one.player == box.player and one.choice)
    made = tuple(ChoiceMade(one.number, option, by_clock, cites) for one in own)
    if option not in LEAVE:
        return made
    shares = return_shares(table, box.player, cites) if option == "withdraw" else ()
    return (*made, *invalidate_hand(table, own, cites), *shares)


def run_out_clock(game: HouseGame, table: Table, envelope: HouseEnvelope, command: RunOutClock) -> Answer:
    """The clock answers for a Player: a choice is played on, a decision is the document's rule about absence.

    Where that rule gives wagers back, it is not for somebody who has seen his cards: he was there, and folds.
    """
    round_, clock = table.round, game.irregularities.clock
    if not at_least(envelope.role, Role.DEALER):
        return Refusal(Reason.ROLE, "The clock is the Dealer's", clock)
    box = round_.box(command.box) if round_ is not None else None
    if round_ is None or box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"Nobody plays box {command.box}", (game.boxes.cite,))
    if box.choice:
        return _chosen(table, box, box.choice[0], by_clock=True, cites=(*box.choice_cites, *clock))
    step = current_step(game, table)
    waiting = undecided(round_) if isinstance(step, Decide) else None
    if not isinstance(step, Decide) or waiting is None or waiting.number != box.number:
        return Refusal(Reason.MOMENT, f"No clock runs for box {box.number}", clock)
    folds = game.irregularities.silent_fold
    if folds and box.looked and any(choice.decision is Decision.FOLD for choice in step.choices):
        return (Decided(box.number, Decision.FOLD, None, (), folds),)
    return report(game, table, envelope, Report("player_absent", box=box.number))
