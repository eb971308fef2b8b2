"""Decisions that a document leaves to a role: taken by that role or a higher one, with a reason."""

from msgspec import UNSET
from msgspec.structs import replace

from croupier.money import MOST, Cents, format_money
from croupier.play.actor import Actor
from croupier.play.banked.commands import Report, TakeDecision
from croupier.play.banked.events import (
    BankedEvent,
    DecisionTaken,
    JackpotArranged,
    JackpotStatus,
    JackpotValued,
    PlayerBarred,
)
from croupier.play.banked.flow import can_still_win
from croupier.play.banked.remedies import (
    can_be_mended,
    invalidate_hand,
    open_choices,
    reconstruct,
    remedy,
    return_jackpot_wagers,
    take_back,
    void_round,
)
from croupier.play.banked.state import Box, Pending, Phase, Table
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import Ruled, ask, row_of
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.irregularities import JACKPOT_DOWN, Rule, Ruling
from croupier.rules.terms import Role, at_least, or_above

Answer = tuple[BankedEvent, ...] | Refusal


def take_decision(game: BankedGame, table: Table, actor: Actor, command: TakeDecision) -> Answer:
    """Take the decision of the role that a paragraph names, with the events that follow."""
    waiting = next((one for one in table.pending if one.number == command.number), None)
    if waiting is None:
        sentence = f"No decision {command.number} is pending"
        return Refusal(Reason.MOMENT, sentence, _leaving(game, command.option))
    if not at_least(actor.role, waiting.role):
        return Refusal(Reason.ROLE, f"Only {or_above(waiting.role)} may decide this", _who_decides(game, waiting))
    if command.option not in waiting.options:
        return Refusal(Reason.MOMENT, f"The decision is {' or '.join(waiting.options)}", waiting.cites)
    if not command.reason.strip():
        return Refusal(Reason.AMOUNT, "A decision needs a reason", _who_decides(game, waiting))
    if command.value is not UNSET and not (waiting.irregularity == JACKPOT_DOWN and command.option == "continue"):
        sentence = "Only the decision to play on after a failure of the jackpot system states a value"
        return Refusal(Reason.AMOUNT, sentence, waiting.cites)
    done = _effect(game, table, waiting, command)
    if isinstance(done, Refusal):
        return done
    works_again = table.jackpot is JackpotStatus.RUNNING
    if waiting.irregularity == JACKPOT_DOWN and command.option not in set(JackpotStatus) and not works_again:
        # If the document does not mention later rounds, they are played without jackpot wagers until it works again.
        done += (JackpotArranged(JackpotStatus.WITHOUT_JACKPOT, (), waiting.cites),)
    arranged = next((one.cites for one in done if isinstance(one, JackpotArranged)), waiting.cites)
    taken = DecisionTaken(waiting.number, command.option, command.reason, actor.name, actor.role, arranged)
    return (taken, *done)


def _leaving(game: BankedGame, option: str) -> tuple[Cite, ...]:
    """Return the paragraphs that leave such a decision to a role: the document's last one if no other does."""
    tables = game.irregularities
    if option in tables.silent.options:
        return tables.silent.cites
    if tables.later_rounds is not None and option in set(JackpotStatus) - {JackpotStatus.RUNNING}:
        return tables.later_rounds.chosen
    found = [one.cites for one in tables.reserved.values() if option in one.options]
    rows = (row for rows in tables.rules.values() for row in rows if option in row.options)
    found += [cites for row in rows if (cites := _by_a_role(row))]
    return next(iter(found), tables.silent.cites)


def _by_a_role(row: Rule) -> tuple[Cite, ...]:
    """Return the paragraphs by which a role decides; empty if none does.

    Those of what follows are left out if there are others.
    """
    if row.ruling is Ruling.ROLE_DECIDES:
        return tuple(cite for cite in row.cites if cite not in row.then_cites)
    return row.then_cites if Ruling.ROLE_DECIDES in row.then else ()


def _who_decides(game: BankedGame, waiting: Pending) -> tuple[Cite, ...]:
    """Return the paragraphs by which a role decides, without those of what it may decide."""
    later = game.irregularities.later_rounds
    return later.chosen if later is not None and waiting.irregularity == JACKPOT_DOWN else waiting.cites


def _effect(game: BankedGame, table: Table, waiting: Pending, command: TakeDecision) -> Answer:
    if waiting.irregularity == JACKPOT_DOWN and command.option in set(JackpotStatus):
        return _arrange(game, table, waiting, command)
    running = table.round is not None and (
        table.round.phase is not Phase.ENDED or can_be_mended(table, waiting.irregularity)
    )
    if waiting.irregularity == "error_noticed_late" and command.option != "continue":
        return Refusal(
            Reason.MOMENT, "That round is over; this decision cannot change the round in play", waiting.cites
        )
    reserved = game.irregularities.reserved.get(waiting.irregularity)
    if reserved is not None and command.option in reserved.options:
        ruled = ask(game, waiting.irregularity, {**waiting.facts, reserved.fact: reserved.options[command.option]})
        piles = command.piles or waiting.piles
        return remedy(game, table, Report(waiting.irregularity, box=waiting.box, piles=piles), ruled)
    match command.option:
        case "continue" if command.value is not UNSET:
            return _valued(table, waiting, command.value)
        case "continue" | "play_on":
            return ()
        case "return_jackpot_wagers" if running:
            return return_jackpot_wagers(game, table, waiting.cites)
        case "void_round" if running:
            return void_round(game, table, waiting.cites)
        case "as_dealt":
            return _all_choose(game, table, waiting)
        case "reordered":
            moved = reconstruct(table, command.piles, _as_ruled(game, waiting))
            if isinstance(moved, Refusal):
                return moved
            return (*moved, *_all_choose(game, table, waiting, "continue_reconstructed"))
        case "permit":
            return _all_choose(game, table, waiting, but=waiting.box)
        case "prohibit":
            barred = PlayerBarred(waiting.player, waiting.cites)
            if not running:
                return (barred,)
            return (barred, *take_back(game, table, waiting.player, _boxes(table), waiting.cites))
        case "invalidate_hand" if running:
            numbers = command.boxes or (() if waiting.box is None else (waiting.box,))
            boxes = [box for box in _boxes(table) if box.number in numbers]
            if not boxes:
                return Refusal(Reason.NO_SUCH_BOX, "Name the box whose hand leaves the round", waiting.cites)
            return invalidate_hand(game, table, boxes, waiting.cites)
        case _:
            return Refusal(Reason.MOMENT, "There is no round in play", waiting.cites)


def _valued(table: Table, waiting: Pending, value: Cents) -> Answer:
    """Return the event of the value from which the awards of the round in play are paid, or a refusal.

    No event follows if it is the registered value.
    """
    if table.round is None or table.round.phase is Phase.ENDED:
        return Refusal(Reason.MOMENT, "There is no round in play", waiting.cites)
    if not 0 <= value <= MOST:
        return Refusal(Reason.AMOUNT, f"The value is from {format_money(0)} to {format_money(MOST)}", waiting.cites)
    registered = table.round.registered
    if registered is None and table.round.phase is Phase.BETTING:
        return Refusal(Reason.MOMENT, "No jackpot wager of this round has been registered", waiting.cites)
    if registered is not None and registered.value == value:
        return ()
    return (JackpotValued(value, waiting.cites),)


def _boxes(table: Table) -> tuple[Box, ...]:
    return table.round.boxes if table.round is not None else ()


def _all_choose(
    game: BankedGame, table: Table, waiting: Pending, play_on: str = "continue", but: int | None = None
) -> tuple[BankedEvent, ...]:
    """Open a choice for every Player with something left to win."""
    dealing = table.policy.dealing
    hands = (box for box in _boxes(table) if box.number != but and can_still_win(game, dealing, box))
    ruled = _as_ruled(game, waiting, play_on)
    return open_choices(table, hands, replace(ruled, cites=row_of(game, ruled).then_cites or ruled.cites))


def _as_ruled(game: BankedGame, waiting: Pending, play_on: str = "continue") -> Ruled:
    """Return a pending decision as the ruling it came from."""
    return Ruled(
        game=game.name,
        irregularity=waiting.irregularity,
        facts=waiting.facts,
        ruling=game.irregularities.silent.ruling,
        then=(),
        options=(play_on, "return_wager"),
        posts={},
        decided_by=game.irregularities.silent.decided_by,
        cites=waiting.cites,
        explanation="",
    )


def _arrange(game: BankedGame, table: Table, waiting: Pending, command: TakeDecision) -> Answer:
    """Arrange how the House wants later rounds played, under the paragraph of that choice."""
    status, later = JackpotStatus(command.option), game.irregularities.later_rounds
    assert later is not None
    if (status is JackpotStatus.CLOSE_BOXES) != bool(command.boxes):
        return Refusal(
            Reason.NO_SUCH_BOX, "Name the boxes to close if boxes are closed, and none otherwise", later.close_boxes
        )
    if any(not 1 <= box <= table.policy.boxes for box in command.boxes):
        return Refusal(Reason.NO_SUCH_BOX, f"The table has boxes 1 to {table.policy.boxes}", later.close_boxes)
    cites = tuple(dict.fromkeys((*later.chosen, *later.of(status.value))))
    return (JackpotArranged(status, tuple(sorted(set(command.boxes))), cites),)


def reopen_jackpot(game: BankedGame, table: Table, actor: Actor) -> Answer:
    """Accept jackpot wagers again from the next round on: the jackpot system works.

    The House no longer needs to choose how later rounds are played. Decisions about the round in play that a document
    leaves to a role still wait.
    """
    later = game.irregularities.later_rounds
    cites = later.chosen if later is not None else ()
    if not at_least(actor.role, Role.PIT_MANAGER):
        return Refusal(Reason.ROLE, f"Only {or_above(Role.PIT_MANAGER)} may do this", cites)
    if table.jackpot is JackpotStatus.RUNNING:
        return Refusal(Reason.MOMENT, "The jackpot system is working", cites)
    return (JackpotArranged(JackpotStatus.RUNNING, (), cites),)
