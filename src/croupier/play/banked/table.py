"""Running a table in memory: open it, and apply a command with everything it causes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from croupier.money import MILLION, Cents
from croupier.play.actor import SYSTEM, Actor, Entered
from croupier.play.authority import SignStatement, too_few_end_it
from croupier.play.banked.commands import BankedCommand, ReopenJackpot
from croupier.play.banked.decide import decide
from croupier.play.banked.events import BankedEvent, StatementMade, TableOpened
from croupier.play.banked.evolve import evolve, opened
from croupier.play.banked.state import Table
from croupier.play.banked.weighing import UNSIGNED, Signed
from croupier.play.refusal import Refusal
from croupier.rules.authority import Signer
from croupier.rules.banked import BankedGame, read_banked_policy
from croupier.rules.terms import Role, at_least


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
    """Open a new table. Raises PolicyError on a bad policy.

    Without a meter reading the jackpot starts at its seed. ``carried`` is the meter's part beyond its display, in
    millionths of a cent. An ``automatic`` table deals by itself, so that what was not recorded there did not happen.
    """
    checked = read_banked_policy(game, policy or {})
    reading = checked.seed if meter is None else meter
    return opened(TableOpened(name, game.document.rulebook, checked, reading * MILLION + carried, automatic))


def act(
    game: BankedGame,
    table: Table,
    actor: Actor,
    command: BankedCommand,
    others: tuple[Actor, ...] = (),
    signed: Signed = UNSIGNED,
) -> Turn | Refusal:
    """Decide and, unless refused, apply; then ``others`` sign it, as far as it waits for them.

    ``signed`` names the people who have signed for an award of the round, by box.
    """
    events = decide(game, table, _speaker(actor, command, others), command, signed)
    if isinstance(events, Refusal):
        return events
    if isinstance(command, ReopenJackpot) and actor.name != SYSTEM:
        refused = too_few_end_it([Signer(one.name, one.role) for one in (actor, *others)], events[0].cites)
        if refused is not None:
            return refused
    entered = Entered(table.version, actor.name, actor.role)
    for event in events:
        table = evolve(game, table, event, entered)
    if not (others and events and isinstance(events[-1], StatementMade)):
        return Turn(table, events)
    number = events[-1].number
    for other in others:
        if all(one.number != number for one in table.waiting):
            break
        turn = act(game, table, other, SignStatement(number), signed=signed)
        if isinstance(turn, Refusal):
            return turn
        table, events = turn.table, (*events, *turn.events)
    return Turn(table, events)


def _speaker(actor: Actor, command: BankedCommand, others: tuple[Actor, ...]) -> Actor:
    """Return the person in whose position an act is decided: whoever ends a failure signs in any order."""
    if not isinstance(command, ReopenJackpot):
        return actor
    return next((one for one in (actor, *others) if at_least(one.role, Role.PIT_MANAGER)), actor)
