"""Running a table of the poker room in memory: open it, and apply a command with everything it causes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from croupier.play.actor import Actor, Entered
from croupier.play.authority import SignStatement
from croupier.play.refusal import Refusal
from croupier.play.room.commands import RoomCommand
from croupier.play.room.decide import decide
from croupier.play.room.events import RoomEvent, RoomOpened, StatementMade
from croupier.play.room.evolve import evolve, opened
from croupier.play.room.state import Table
from croupier.rules.room import RoomGame, read_room_policy, usual_room_policy


class RoomTurn(Struct, frozen=True):
    """A table after a command, and what happened."""

    table: Table
    events: tuple[RoomEvent, ...]


def open_room(game: RoomGame, policy: Mapping[str, Any] | None = None, *, name: str = "1") -> Table:
    """Open a new table. Raises PolicyError on a bad policy."""
    return opened(RoomOpened(name, game.document.rulebook, read_room_policy(game, usual_room_policy(policy or {}))))


def act(
    game: RoomGame,
    table: Table,
    actor: Actor,
    command: RoomCommand,
    others: tuple[Actor, ...] = (),
    *,
    automatic: bool = False,
) -> RoomTurn | Refusal:
    """Decide and, unless refused, apply; then ``others`` sign it, as far as it waits for them.

    ``automatic`` says that the program deals at this table.
    """
    events = decide(game, table, actor, command, automatic=automatic)
    if isinstance(events, Refusal):
        return events
    entered = Entered(table.version, actor.name, actor.role)
    for event in events:
        table = evolve(game, table, event, entered)
    if not (others and events and isinstance(events[-1], StatementMade)):
        return RoomTurn(table, events)
    number = events[-1].number
    for other in others:
        if all(one.number != number for one in table.waiting):
            break
        turn = act(game, table, other, SignStatement(number), automatic=automatic)
        if isinstance(turn, Refusal):
            return turn
        table, events = turn.table, (*events, *turn.events)
    return RoomTurn(table, events)
