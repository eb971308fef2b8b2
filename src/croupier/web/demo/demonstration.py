"""The demonstration floor: automatic tables of every game, tables with a Dealer, bots, and play money."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from croupier.bots import Level
from croupier.floor.house.config import FloorPlan, House, LinkPlan, TablePlan, establish
from croupier.floor.running.floor import Floor
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import Countersign, OpenTable, Propose
from croupier.floor.values.table_kinds import has_jackpot
from croupier.floor.values.tray import Counts
from croupier.money import Cents
from croupier.rulebooks import all_games, load
from croupier.rules.terms import Role
from croupier.web.command_queue import CommandQueue
from croupier.web.demo.company import CompanyPlan
from croupier.web.demo.dealers import named
from croupier.web.demo.managers import sign_for_the_time
from croupier.web.demo.teller import give

GUEST_MONEY: Final[Cents] = 1_000_000
"""The play money of a new guest."""
MANAGERS: Final = ("manager-ada", "manager-lin")
"""The Shift Managers who count the floats in and sign for major awards; two sign, even on a demonstration."""
DEALERS: Final = ("dealer-vera", "dealer-anton", "dealer-lucia", "dealer-jun")
"""The Dealers of the tables where cards are keyed in, while no person deals there."""
_CHIPS_EACH: Final = 2_000
"""The number of chips of each denomination in a table's float."""

_POKER: Final[Mapping[str, object]] = {
    "small_blind": 500,
    "minimum_stake": 40_000,
    "maximum_stake": 200_000,
    "rake": "0.05",
    "rake_cap": 1_500,
    "seats": 6,
}


def plan() -> FloorPlan:
    """Return the floor's plan: tables of every game, including those of the House's own documents."""
    usual = _usual()
    links, tables = dict(usual.links), dict(usual.tables)
    for name in sorted({*all_games()} - {table.game for table in tables.values()}):
        game = load(name)
        link = name if has_jackpot(game) else ""
        links |= {link: LinkPlan()} if link else {}
        tables[f"{name}-1"] = TablePlan(name, link)
        tables[f"{name}-2"] = TablePlan(name, link, automatic=False)  # a Dealer enters the cards
    return replace(usual, links=links, tables=tables)


def _usual() -> FloorPlan:
    return FloorPlan(
        House("The croupier demonstration", 10**11, alert_from=10 * GUEST_MONEY, two_from=10 * GUEST_MONEY),
        links={
            "stud": LinkPlan(seed=12_840_000),
            "multi-link": LinkPlan(seed=41_290_000),
            "holdem": LinkPlan(seed=8_620_000),
            "bonus": LinkPlan(seed=5_710_000),
        },
        tables={
            "stud-1": TablePlan("rws-casino-stud", "stud"),
            "multi-link-1": TablePlan("rws-multi-link-casino-stud", "multi-link"),
            "holdem-1": TablePlan("rws-progressive-texas-holdem", "holdem", policy={"maximum": 250_000}),
            "bonus-1": TablePlan(
                "mbs-texas-holdem-bonus-progressive",
                "bonus",
                policy={"minimum": 1_500, "maximum": 100_000, "boxes": 6},
            ),
            "poker-1": TablePlan("rws-poker", policy=dict(_POKER)),
            "dealer-1": TablePlan("rws-casino-stud", "stud", automatic=False),
        },
    )


def company() -> CompanyPlan:
    """Return the bots and their tables."""
    return CompanyPlan(
        regulars={
            "stud-1": ("Rosa", "Kenji"),
            "multi-link-1": ("Amara", "Felix", "Priya"),
            "holdem-1": ("Lena", "Omar"),
            "bonus-1": ("Hugo", "Mei"),
            "dealer-1": ("Nora", "Ravi"),
        },
        room={
            "poker-1": (
                ("Teo", Level.NOVICE),
                ("Ivy", Level.EXPERT),
                ("Marco", Level.REGULAR),
                ("Noor", Level.REGULAR),
                ("Sam", Level.NOVICE),
            ),
        },
    )


def dealers(floor: Floor) -> dict[str, str]:
    """Return the stand-in Dealer of each table that is not automatic."""
    return named((table for table in floor.tables() if not floor.table(table).info.automatic), DEALERS)


def furnish(floor: Floor, wanted: FloorPlan) -> tuple[str, ...]:
    """Set up a plan on the floor and open every table with a counted float. Existing tables stay as they are."""
    while (asked := sign_for_the_time(floor, MANAGERS)) is not None:
        reply = floor.submit(asked)[0]
        assert isinstance(reply, Accepted), f"{asked}: {reply}"
    notices = establish(floor, wanted)
    for name in filter(floor.tables().__contains__, wanted.tables):
        info = floor.table(name).info
        if not info.open and not info.shuffles and not floor.table(name).engine.rounds and not info.proposed:
            counts: Counts = tuple((chip, _CHIPS_EACH) for chip in floor.table(name).engine.policy.chips)
            _signed(floor, name, MANAGERS[0], Propose(OpenTable(counts)))
            _signed(floor, name, MANAGERS[1], Countersign(floor.table(name).info.proposed))
    return notices


def _signed(floor: Floor, table: str, name: str, command: Propose | Countersign) -> None:
    reply = floor.submit(Request(f"table:{table}", name, Role.SHIFT_MANAGER, command))[0]
    assert isinstance(reply, Accepted), f"{table}: {reply}"


async def welcome(desk: CommandQueue, name: str) -> None:
    """Give a new guest their play money. A guest who has had a wallet is not new."""
    if f"wallet:{name}" not in desk.floor.balances:
        await _give(desk, name, GUEST_MONEY)


async def refill(desk: CommandQueue, name: str) -> bool:
    """Restore the play money of a guest who has less than a tenth of it. Returns whether that was done."""
    has = desk.floor.balances.get(f"wallet:{name}", 0)
    if has >= GUEST_MONEY // 10:
        return False
    await _give(desk, name, GUEST_MONEY - has)
    return True


async def _give(desk: CommandQueue, name: str, cents: Cents) -> None:
    reply = await give(desk, name, cents)
    assert isinstance(reply, Accepted), f"{name}: {reply}"
