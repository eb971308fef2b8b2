"""Cash through a drawer, as a house with drawers wants it: opened when it is first needed, and signed by two."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashTwoSigned, CountersignCash, OpenDrawer, ProposeCash
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.tray import Counts
from croupier.money import Cents
from croupier.rules.terms import Role

FLOAT: Cents = 1_000_000


def in_notes(floor: Floor, cents: Cents) -> Counts:
    """A sum in the notes of the house, the greatest first."""
    drawers = floor.cage().drawers
    assert drawers is not UNSET
    found = []
    for note in drawers.terms.notes:
        number, cents = divmod(cents, note)
        found.append((note, number))
    return tuple(found)


def in_parts(cash: int) -> Iterator[int]:
    """Cash of nobody in particular, each time less than what two people sign for."""
    while cash:
        yield min(cash, 500_000)
        cash -= min(cash, 500_000)


def opening(floor: Floor, drawer: str, cents: Cents = FLOAT) -> dict[str, Any]:
    """The command that opens a drawer, as a page sends it."""
    return {"type": "OpenDrawer", "drawer": drawer, "counts": in_notes(floor, cents)}


def open_drawer(floor: Floor, cashier: str = "cashier", cents: Cents = FLOAT, role: Role = Role.CAGE) -> None:
    """A drawer in somebody's name, if the house keeps drawers and they hold none."""
    drawers = floor.cage().drawers
    if drawers is not UNSET and drawers.of(cashier) is None:
        _done(floor, cashier, role, OpenDrawer(f"of-{cashier}", in_notes(floor, cents)))


def two_sign(
    floor: Floor, what: CashTwoSigned, first: str = "cashier", second: str = "sam", role: Role = Role.SHIFT_MANAGER
) -> None:
    """The cashier proposes, and somebody else signs."""
    open_drawer(floor, first)
    _done(floor, first, Role.CAGE, ProposeCash(what))
    _done(floor, second, role, CountersignCash(floor.cage().proposals[-1].number))


def _done(floor: Floor, name: str, role: Role, command: Any) -> None:
    reply = floor.submit(Request("cage", name, role, command))[0]
    assert isinstance(reply, Accepted), f"{command}: {reply}"
