"""Short words for what people do with a tray in a test: slips, counts by two, and boxes."""

from typing import Any

from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.tray import (
    CountBox,
    Counts,
    CountTray,
    PullBox,
    ReceiveSlip,
    RequestCredit,
    RequestFill,
    SendSlip,
    SignCount,
    Tray,
)
from croupier.rules.terms import Role
from tests.floor.pit import backed

COUNTING = ("nadia", "kofi")
"""Who count."""


def do(floor: Floor, table: str, command: Any, actor: str, role: Role) -> Accepted:
    """What must be accepted."""
    reply = backed(floor, Request(f"table:{table}", actor, role, command))
    assert isinstance(reply, Accepted), f"{command}: {reply}"
    return reply


def tray(floor: Floor, table: str) -> Tray:
    """A table's tray."""
    found = floor.table(table).info.tray
    assert isinstance(found, Tray)
    return found


def fill(floor: Floor, table: str, counts: Counts) -> str:
    """Chips from the cage, asked for by the Dealer and received by the supervisor."""
    do(floor, table, RequestFill(counts), "dealer", Role.DEALER)
    slip = tray(floor, table).slips[-1].slip
    do(floor, table, SendSlip(slip), "cashier", Role.CAGE)
    do(floor, table, ReceiveSlip(slip), "sue", Role.PIT_SUPERVISOR)
    return slip


def credit(floor: Floor, table: str, counts: Counts) -> str:
    """Chips to the cage, asked for by the supervisor and sent by the Dealer."""
    do(floor, table, RequestCredit(counts), "sue", Role.PIT_SUPERVISOR)
    slip = tray(floor, table).slips[-1].slip
    do(floor, table, SendSlip(slip), "dealer", Role.DEALER)
    do(floor, table, ReceiveSlip(slip), "cashier", Role.CAGE)
    return slip


def every(floor: Floor, table: str, counts: Counts) -> Counts:
    """Chips of every denomination, those that are not named as none."""
    named = dict(counts)
    return tuple((chip, named.get(chip, 0)) for chip in floor.table(table).engine.policy.chips)


def count(floor: Floor, table: str, counts: Counts, reason: str = "as found") -> None:
    """Two people count the same, and the manager signs: the table opens or closes."""
    for actor in COUNTING:
        do(floor, table, CountTray(every(floor, table, counts)), actor, Role.PIT_SUPERVISOR)
    do(floor, table, SignCount(reason), "mona", Role.PIT_MANAGER)


def empty_box(floor: Floor, table: str, cents: int) -> None:
    """The box is pulled, and two people count it."""
    do(floor, table, PullBox(), "sue", Role.PIT_SUPERVISOR)
    number = tray(floor, table).boxes[-1].number
    do(floor, table, CountBox(number, cents), "cashier", Role.CAGE)
    do(floor, table, CountBox(number, cents), "mona", Role.PIT_MANAGER)


def in_chips(cents: int, chips: tuple[int, ...]) -> Counts:
    """An amount in as few chips as may be; what the smallest cannot make is left over."""
    found = []
    for chip in sorted(chips, reverse=True):
        found.append((chip, cents // chip))
        cents %= chip
    return tuple(found)
