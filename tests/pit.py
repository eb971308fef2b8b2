"""The pit in a test: it stands behind what staff say, as far as the table of authority asks for people or a reason."""

from typing import Final

from msgspec.structs import replace

from croupier.notation.actors import Deed
from croupier.play.actor import Actor
from croupier.play.authority import SignStatement, StatementEnded, StatementSigned
from croupier.play.banked import Turn, act
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.events import BankedEvent, StatementMade
from croupier.play.banked.state import Table
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import BankedGame
from croupier.rules.terms import Role

REASON: Final = "the camera shows it"
PIT: Final = (
    Actor("sue", Role.PIT_SUPERVISOR),
    Actor("max", Role.PIT_MANAGER),
    Actor("hal", Role.SHIFT_MANAGER),
)
"""In the order of their positions: the lowest who suffices signs."""
_OF_SIGNING: Final = (StatementMade, StatementSigned, StatementEnded)


def agreed(game: BankedGame, table: Table, deed: Deed[BankedCommand]) -> Turn | Refusal:
    """Return the turn of an act, with a reason and signatures of the pit where the table of authority wants them."""
    command = deed.command
    turn = act(game, table, deed.actor, command, deed.others)
    if isinstance(turn, Refusal) and turn.reason is Reason.AMOUNT and turn.cites == game.irregularities.statements:
        command = replace(command, reason=REASON) if hasattr(command, "reason") else command
        turn = act(game, table, deed.actor, command, deed.others)
    if isinstance(turn, Refusal) or deed.others or not isinstance(turn.events[-1], StatementMade):
        return turn
    number = turn.events[-1].number
    for person in PIT:
        signed = act(game, turn.table, person, SignStatement(number, REASON))
        if not isinstance(signed, Refusal) and all(one.number != number for one in signed.table.waiting):
            return Turn(signed.table, (*turn.events, *signed.events))
    return turn


def without_signing(events: tuple[BankedEvent, ...]) -> tuple[BankedEvent, ...]:
    """Return what happened, without who said and who signed it."""
    return tuple(event for event in events if not isinstance(event, _OF_SIGNING))
