"""Running a table in memory: open it, and apply a command with everything it causes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from croupier.money import MILLION, Cents
from croupier.play.actor import Actor, Entered
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.decide import decide
from croupier.play.banked.events import BankedEvent, TableOpened
from croupier.play.banked.evolve import evolve, opened
from croupier.play.banked.state import Table
from croupier.play.refusal import Refusal
from croupier.rules.banked import BankedGame, read_banked_policy


class Turn(Struct, frozen=True):
    """A table after a command, and what happened."""

    table: Table
    events: tuple[BankedEvent, ...]


def open_table(
    game: BankedGame,
    policy: Mapping[str, Any] | None = None,
    *,
    name: str = "1",
    meter: Cents | None = None,
    carried: int = 0,
    automatic: bool = False,
) -> Table:
    """A new table. Without a meter reading the jackpot starts at its seed. Raises PolicyError on a bad policy.

    ``carried`` is what the meter holds beyond its display, in millionths of a cent. An ``automatic`` table deals by
    itself, so that what was not recorded there did not happen.
    """
    checked = read_banked_policy(game, policy or {})
    reading = checked.seed if meter is None else meter
    return opened(TableOpened(name, game.document.rulebook, checked, reading * MILLION + carried, automatic))


def act(game: BankedGame, table: Table, actor: Actor, command: BankedCommand) -> Turn | Refusal:
    """Decide and, unless refused, apply."""
    events = decide(game, table, actor, command)
    if isinstance(events, Refusal):
        return events
    entered = Entered(table.version, actor.name, actor.role)
    for event in events:
        table = evolve(game, table, event, entered)
    return Turn(table, events)
