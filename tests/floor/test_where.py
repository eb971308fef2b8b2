"""Which tables something concerns: found by name, and the same as if all tables were asked."""

from itertools import product
from pathlib import Path

from msgspec.structs import replace

from croupier.floor.running.where import Where
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.events import Share
from croupier.play.banked.state import Box, Round, Wager
from croupier.rules.terms import WagerName
from tests.floor.linked import NOTHING, ROYAL, Linked

TABLES = ("stud-1", "stud-2", "stud-3")


def streams(*tables: str) -> set[str]:
    return {f"table:{table}" for table in tables}


def check(house: Linked) -> None:
    """What a floor that is opened now would find."""
    floor, fresh = house.floor, Where((name, kept.state) for name, kept in house.floor.streams.items())
    assert floor.where.linked("main") == fresh.linked("main") == streams(*TABLES)
    assert floor.where.claiming("main") == fresh.claiming("main")
    for player in ("ann", "bob", "eve"):
        assert floor.where.of(player) == fresh.of(player)


def test_players_claims_and_links(tmp_path: Path) -> None:
    house = Linked(tmp_path, *TABLES)
    where = house.floor.where
    assert where.of("ann") == where.claiming("main") == where.linked("other") == set()
    house.begin("stud-1", {"1": ROYAL, "dealer": NOTHING}, "ann")
    house.begin("stud-2", {"1": NOTHING, "dealer": NOTHING.replace("9d", "9h")}, "ann")
    assert where.of("ann") == streams("stud-1", "stud-2")
    check(house)
    house.deal("stud-1")
    house.play("stud-1", "ann")
    house.claim("stud-1")
    assert where.claiming("main") == streams("stud-1")
    check(house)
    house.settle("stud-1")
    assert where.claiming("main") == set()
    assert where.of("ann") == streams("stud-1", "stud-2")  # the last round counts until the next begins
    check(house)
    house.begin("stud-1", {"1": NOTHING, "dealer": NOTHING.replace("9d", "9h")}, "bob")
    assert where.of("ann") == streams("stud-2")
    assert where.of("bob") == streams("stud-1")
    check(house)


def box(number: int, *players: str) -> Box:
    shares = tuple(Share(player, 100) for player in players)
    return Box(number, players[0], (Wager(WagerName.ANTE, shares),))


A_FEW_BOXES = [
    (),
    (box(1, "ann"),),
    (box(1, "ann"), box(2, "bob", "eve")),
    (box(2, "bob"), box(3, "ann")),
    (box(1, "ann"), box(2, "ann"), box(3, "eve")),
    (box(3, "eve"),),
]


def test_whoever_leaves_one_box_is_found_at_another(tmp_path: Path) -> None:
    """From any boxes to any others; where a box stays as it is, it is the very same."""
    table = Linked(tmp_path, *TABLES).floor.table("stud-1")
    assert isinstance(table, BankedTable)

    def with_boxes(boxes: tuple[Box, ...]) -> BankedTable:
        return replace(table, engine=replace(table.engine, round=Round(1, table.engine.rulebook, boxes=boxes)))

    for were, are in product(A_FEW_BOXES, repeat=2):
        where = Where([("table:stud-1", with_boxes(were))])
        where.note("table:stud-1", with_boxes(were), with_boxes(are))
        found = {player for player in ("ann", "bob", "eve") if where.of(player)}
        assert found == with_boxes(are).players
