"""The demonstration's cashier, who gives out play money from a drawer; a manager signs where two people are needed."""

from typing import Final

from msgspec import UNSET

from croupier.floor.deciding.cashiering import takes_two
from croupier.floor.values.cage import CashIn, CountersignCash, OpenDrawer, ProposeCash
from croupier.floor.values.gaming_day import day_of
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.money import Cents
from croupier.rules.terms import Role
from croupier.web.command_queue import CommandQueue

TELLER: Final = "demonstration-cashier"
SECOND: Final = "manager-ada"
"""The manager who signs second."""
DRAWER: Final = "demonstration"


async def give(desk: CommandQueue, name: str, cents: Cents) -> Reply:
    """Bring cash into a person's wallet."""
    cash = CashIn(name, cents, day_of(desk.floor.now()))
    await _have_drawer(desk)
    if not takes_two(desk.floor.cage(), cash):
        return await desk.ask(Request("cage", TELLER, Role.CAGE, cash))
    proposed = await desk.ask(Request("cage", TELLER, Role.CAGE, ProposeCash(cash)))
    if not isinstance(proposed, Accepted):
        return proposed
    number = next(one.number for one in desk.floor.cage().proposals if one.what == cash)
    return await desk.ask(Request("cage", SECOND, Role.SHIFT_MANAGER, CountersignCash(number)))


async def _have_drawer(desk: CommandQueue) -> None:
    drawers = desk.floor.cage().drawers
    if drawers is UNSET or drawers.of(TELLER) is not None:
        return
    empty = tuple((note, 0) for note in drawers.terms.notes)  # no cash is taken out of it
    await desk.ask(Request("cage", TELLER, Role.CAGE, OpenDrawer(DRAWER, empty)))  # refused if it was opened meanwhile
