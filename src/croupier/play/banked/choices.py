"""The choices that a ruling leaves to the Players, and the clock that answers for them."""

from croupier.play.actor import Actor
from croupier.play.banked.commands import AnswerChoice, Report, RunOutClock
from croupier.play.banked.events import BankedEvent, ChoiceMade, Cites, Decided
from croupier.play.banked.flow import current_step, undecided
from croupier.play.banked.remedies import chosen_cites, take_back
from croupier.play.banked.reporting import report_absent
from croupier.play.banked.state import Box, Round, Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Decide, Decision, Role, at_least

Answer = tuple[BankedEvent, ...] | Refusal

LEAVE = frozenset({"return_wager", "withdraw"})
"""The answers with which a Player's wagers leave the round."""


def answer_choice(game: BankedGame, table: Table, actor: Actor, command: AnswerChoice) -> Answer:
    """Play on, or take a Player's wagers back; after a power failure they take back all of them."""
    round_ = table.round
    box = round_.box(command.box) if round_ is not None else None
    if box is None or not box.choice:
        return Refusal(Reason.MOMENT, f"Box {command.box} has nothing to choose", game.irregularities.choosing)
    if actor.role is not Role.PLAYER and not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only a Player, or staff acting for one, may choose", (game.decides,))
    player = actor.name if actor.role is Role.PLAYER else command.player or box.choosers[0]
    if player not in box.choosers:
        his = box.choosers == (box.player,)
        sentence = f"Box {box.number} is {box.player}'s" if his else f"{player} has nothing to choose"
        return Refusal(Reason.NOT_YOURS, sentence, (game.decides,))
    if command.option not in box.choice:
        return Refusal(Reason.MOMENT, f"Box {box.number} may {' or '.join(box.choice)}", box.choice_cites)
    return _chosen(game, table, box, player, command.option, by_clock=False)


def _chosen(
    game: BankedGame, table: Table, box: Box, player: str, option: str, *, by_clock: bool
) -> tuple[BankedEvent, ...]:
    assert table.round is not None
    clock = game.irregularities.clock if by_clock else ()
    own: tuple[Box, ...] = (box,)
    if option in game.irregularities.all_his_wagers:
        own = tuple(one for one in table.round.boxes if player in one.choosers)
    made: list[BankedEvent] = []
    for one in own:
        cites: Cites = (*chosen_cites(game, one, option), *clock)
        made.append(ChoiceMade(one.number, option, by_clock, cites, player))
    if option not in LEAVE:
        return tuple(made)
    return (*made, *take_back(game, table, player, own, chosen_cites(game, box, option)))


def run_out_clock(game: BankedGame, table: Table, actor: Actor, command: RunOutClock) -> Answer:
    """Answer for a Player whose clock has run out.

    At a choice they play on; at a decision the document's rule on absence applies. If that rule gives wagers back, it
    does not apply to a Player who has seen or played a hand: they are present, and fold.
    """
    round_, clock = table.round, game.irregularities.clock
    if not at_least(actor.role, Role.DEALER):
        return Refusal(Reason.ROLE, "Only the Dealer may run the clock", clock)
    box = round_.box(command.box) if round_ is not None else None
    if round_ is None or box is None:
        return Refusal(Reason.NO_SUCH_BOX, f"Nobody plays box {command.box}", (game.boxes.cite,))
    if box.choice:
        answers = (_chosen(game, table, box, player, box.choice[0], by_clock=True) for player in box.choosers)
        return tuple(event for answer in answers for event in answer)
    step = current_step(game, table)
    waiting = undecided(round_) if isinstance(step, Decide) else None
    if not isinstance(step, Decide) or waiting is None or waiting.number != box.number:
        return Refusal(Reason.MOMENT, f"No clock runs for box {box.number}", clock)
    folds, present = game.irregularities.silent_fold, _is_present(round_, box.player)
    if folds and present and any(choice.decision is Decision.FOLD for choice in step.choices):
        return (Decided(box.number, Decision.FOLD, None, (), folds),)
    return report_absent(game, table, actor, Report("player_absent", box=box.number), one_box=present)


def _is_present(round_: Round, player: str) -> bool:
    """Return whether a Player has looked at one of their hands or decided about it.

    Such a Player is present for their other hands too.
    """
    return any(box.looked_by == player or (box.player == player and box.decisions) for box in round_.boxes)
