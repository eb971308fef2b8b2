"""What a document leaves to a role, decided with a reason."""

from croupier.play.actor import Actor
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import TakeDecision
from croupier.play.room.events import DecisionTaken, RoomEvent
from croupier.play.room.remedies import fold_exposed, void_round
from croupier.play.room.state import RoomTable
from croupier.rules.irregularities import Ruling
from croupier.rules.room import RoomGame
from croupier.rules.terms import at_least


def take_decision(
    game: RoomGame, table: RoomTable, actor: Actor, command: TakeDecision
) -> tuple[RoomEvent, ...] | Refusal:
    """The role to which it is left decides, and that happens."""
    silent = game.irregularities.silent.cites
    asked = next((one for one in table.pending if one.number == command.number), None)
    if asked is None:
        return Refusal(Reason.MOMENT, f"No decision number {command.number} is waiting", silent)
    if not at_least(actor.role, asked.role):
        return Refusal(Reason.ROLE, f"That is for the {asked.role} to decide", asked.cites)
    if command.option not in asked.options:
        return Refusal(Reason.FACT, f"The options are {', '.join(asked.options)}", asked.cites)
    if not command.reason.strip():
        return Refusal(Reason.FACT, "A decision needs its reason", asked.cites)
    taken = DecisionTaken(asked.number, command.option, command.reason, actor.name, actor.role, asked.cites)
    if command.option == Ruling.CONTINUE:
        return (taken,)
    if table.round is None or not table.playing:
        return Refusal(Reason.MOMENT, "There is no round in play", asked.cites)
    if command.option == Ruling.VOID_ROUND:
        return (taken, *void_round(game, table.round, asked.cites))
    folded = fold_exposed(table.round, asked.seat, asked.cites)
    return folded if isinstance(folded, Refusal) else (taken, *folded)
