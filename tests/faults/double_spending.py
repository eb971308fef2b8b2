"""The same money spent twice at the same moment, at two servers of one house in PostgreSQL."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from threading import Barrier
from typing import Final

from msgspec import Struct

from croupier.floor.house.config import establish, parse_floor
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn, CashOut
from croupier.floor.values.requests import Accepted, Reply, Request
from croupier.floor.values.table import OpenTable, PlayRoom
from croupier.floor.verify.verification import verify
from croupier.play.room.commands import JoinTable, LeaveTable
from croupier.rules.terms import Role
from tests.floor.cashiers import two_sign
from tests.floor.house import DAY, KEYS
from tests.floor.rigged import FLOAT, sign
from tests.floor.shared import joined

PLAN: Final = """
[tables.poker-1]
game = "rws-poker"
[tables.poker-2]
game = "rws-poker"
"""
WALLET: Final = 40_000
"""Cents: enough to be spent once."""
_numbers = count(1)


class Spent(Struct):
    """What a campaign has come to."""

    tries: int = 0
    refused: int = 0
    """Of those, the ones in which one server accepted and the other refused."""
    repeated: int = 0
    """The ones in which both were the same delivery, and it happened once."""
    entries: int = 0

    def add(self, other: "Spent") -> None:
        """Add what another house has come to."""
        self.tries += other.tries
        self.refused += other.refused
        self.repeated += other.repeated
        self.entries += other.entries


def cash_out(player: str, key: str = "") -> Request:
    """Ask for all that a Player has."""
    return Request("cage", "cashier", Role.CAGE, CashOut(player, WALLET, DAY), key)


def join(player: str, table: str) -> Request:
    """Put all that a Player has on a table."""
    return Request(f"table:{table}", player, Role.PLAYER, PlayRoom(JoinTable(1, WALLET)))


WAYS: Final[dict[str, Callable[[str], tuple[Request, Request]]]] = {
    "cash out twice": lambda player: (cash_out(player), cash_out(player)),
    "cash out, and play": lambda player: (cash_out(player), join(player, "poker-1")),
    "play at two tables": lambda player: (join(player, "poker-1"), join(player, "poker-2")),
    "deliver the same twice": lambda player: (cash_out(player, f"key-{player}"), cash_out(player, f"key-{player}")),
}


@contextmanager
def two_servers(url: str) -> Iterator[tuple[Floor, Floor]]:
    """Run two servers of a house with two tables of the poker room."""
    first = joined(url, 1)
    with closing(first.store):
        establish(first, parse_floor(PLAN, "floor.toml"))
        for name in first.tables():
            sign(first, name, OpenTable(((max(first.table(name).engine.policy.chips), FLOAT),)))
        second = joined(url, 2)
        with closing(second.store):
            yield first, second


def spend_twice(servers: tuple[Floor, Floor], way: str, total: Spent) -> None:
    """Ask both servers at the same moment for the same money. Raises AssertionError if it was spent twice."""
    first, second = servers
    player = f"player-{next(_numbers)}"
    two_sign(first, CashIn(player, WALLET, DAY))
    barrier = Barrier(2)

    def ask(floor: Floor, request: Request) -> Reply:
        barrier.wait()
        return floor.submit(request)[0]

    with ThreadPoolExecutor(2) as pool:
        asked = WAYS[way](player)
        replies = list(pool.map(ask, servers, asked))
    accepted = [one for one in replies if isinstance(one, Accepted)]
    second.submit(Request("cage", "cashier", Role.CAGE, CashIn("another", 100, DAY)))  # both have seen everything now
    for floor in servers:
        held = floor.balances.get(f"wallet:{player}", 0)
        assert held == 0, f"{way}: the wallet of {player} holds {held} cents"
    if asked[0].key:
        assert len(accepted) == 2, f"{way}: {replies}"
        total.repeated += 1
    else:
        assert len(accepted) == 1, f"{way}: {replies}"
        total.refused += 1
    total.tries += 1
    for name in first.tables():
        leave = Request(f"table:{name}", player, Role.PLAYER, PlayRoom(LeaveTable(1)))
        first.submit(leave)


def alone(url: str, tries: int) -> tuple[Spent, str]:
    """Spend twice so often in a house of its own, each way in turn. Returns how it failed, if it did."""
    total = Spent()
    try:
        with two_servers(url) as servers:
            for number in range(tries):
                spend_twice(servers, [*WAYS][number % len(WAYS)], total)
            with servers[0].store.reading() as reading:
                findings = [str(one) for one in verify(reading, keys=KEYS)]
                total.entries = reading.position()
            assert not findings, findings
    except AssertionError as error:
        return total, str(error)[:400]
    return total, ""
