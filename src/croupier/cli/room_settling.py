"""``croupier settle`` for a sitting in the poker room: pots, Rake and stacks."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from croupier.cli.output import console, write_json
from croupier.cli.settling import compared
from croupier.money import format_money
from croupier.notation.noting import under
from croupier.notation.room_noted import RoomAnswer, settle_sitting, sitting_of, unexpected


def settle_sitting_noted(plain: Mapping[str, Any], version: str = "", *, json: bool) -> int:
    """Settle a sitting from the content of its text. The exit code."""
    noted = under(sitting_of(plain), version)
    came_to = settle_sitting(noted)
    if json:
        write_json(came_to)
    else:
        _print(came_to)
    return compared(unexpected(noted, came_to))


def _print(came_to: RoomAnswer) -> None:
    pots = Table("round", "pot", "amount", "Rake", "won", "paragraphs")
    for line in came_to.pots:
        name = f"Side Pot {line.pot}" if line.pot else "Main Pot"
        won = ", ".join(f"{player} {format_money(amount)}" for player, amount in line.winners.items())
        money = (format_money(line.amount), format_money(line.rake))
        pots.add_row(str(line.round), name, *money, won, ", ".join(line.cites))
    stacks = Table("player", "stack")
    for player, amount in came_to.stacks.items():
        stacks.add_row(player, format_money(amount))
    for column in (*pots.columns[2:4], stacks.columns[1]):
        column.justify = "right"
    out = console()
    out.print(pots)
    out.print(stacks)
    out.print(f"Rake {format_money(came_to.rake)}   ({came_to.rulebook})")
