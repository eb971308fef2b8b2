"""Statements of staff at a table of the poker room: made, signed and refused."""

from msgspec.structs import replace

from croupier.play.actor import Actor
from croupier.play.authority import (
    RefuseStatement,
    SignStatement,
    Statement,
    StatementEnded,
    StatementSigned,
    Weighing,
    completes,
    may_refuse,
    may_sign,
    not_staff,
    numbered,
    suffices,
)
from croupier.play.refusal import Refusal
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import RoomEvent, StatementMade
from croupier.play.room.state import Table
from croupier.play.room.weighing import Asked
from croupier.rules.room import RoomGame

Answer = tuple[RoomEvent, ...] | Refusal


def made(table: Table, actor: Actor, command: Asked, weighing: Weighing, events: tuple[RoomEvent, ...]) -> Answer:
    """Return the events of an act whose maker suffices, or the act as a statement that waits for more people."""
    alone = suffices(weighing, actor, command.reason)
    if isinstance(alone, Refusal):
        return alone
    if alone:
        return events
    number = (table.stated or 0) + 1
    return (StatementMade(number, command, weighing, actor.name, actor.role, command.reason, weighing.cites),)


def to_sign(game: RoomGame, table: Table, actor: Actor, command: SignStatement) -> Statement[RoomCommand] | Refusal:
    """Return the statement that a person may sign."""
    found = numbered(table.waiting, command.number, game.irregularities.statements)
    if isinstance(found, Refusal):
        return found
    return not_staff(game, actor) or may_sign(found, actor) or found


def signed(
    found: Statement[RoomCommand],
    weighing: Weighing,
    actor: Actor,
    command: SignStatement,
    events: tuple[RoomEvent, ...],
) -> Answer:
    """Return a signature, and with the last one that is needed what the statement leads to."""
    complete = completes(replace(found, weighing=weighing), actor, command.reason)
    if isinstance(complete, Refusal):
        return complete
    signature = StatementSigned(found.number, actor.name, actor.role, command.reason, complete, found.weighing.cites)
    return (signature, *events) if complete else (signature,)


def refused(game: RoomGame, table: Table, actor: Actor, command: RefuseStatement) -> Answer:
    """End a statement without effect."""
    found = numbered(table.waiting, command.number, game.irregularities.statements)
    if isinstance(found, Refusal):
        return found
    refusal = not_staff(game, actor) or may_refuse(found, actor, command.reason)
    if refusal is not None:
        return refusal
    withdrawn, cites = actor.name == found.by.name, found.weighing.cites
    return (StatementEnded(found.number, actor.name, actor.role, command.reason, withdrawn, cites),)


def as_signature(table: Table, actor: Actor, command: RoomCommand) -> RoomCommand:
    """Return the signature that a command is if another person has given the same and it waits; otherwise itself."""
    if isinstance(command, Asked):
        for one in table.waiting:
            if one.by.name != actor.name and _bare(one.command) == _bare(command):
                return SignStatement(one.number, command.reason)
    return command


def _bare(command: RoomCommand) -> RoomCommand:
    return replace(command, reason="") if isinstance(command, Asked) else command


def with_reason(command: RoomCommand, reason: str) -> Asked:
    """Return a command with the reason that a signer has given for it, if it has none of its own."""
    assert isinstance(command, Asked), "nothing else waits for people"
    return replace(command, reason=reason) if not command.reason.strip() and reason else command
