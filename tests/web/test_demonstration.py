"""The demonstration floor: every game, open, with play money for everybody."""

from pathlib import Path

from croupier.floor.house.config import parse_floor
from croupier.floor.values.table_kinds import RoomTable
from croupier.rulebooks import all_games
from croupier.web.demo import demonstration
from tests.web.opened import Opened, opened


def test_the_plan_has_an_automatic_table_of_every_game_and_one_for_a_dealer(tmp_path: Path) -> None:
    house = Opened(tmp_path / "floor.db")
    states = {name: house.floor.table(name) for name in house.floor.tables()}
    automatic = {state.info.game for state in states.values() if state.info.automatic}
    assert automatic == set(all_games())
    assert [name for name, state in states.items() if not state.info.automatic] == ["dealer-1"]
    assert all(state.info.open and state.info.float > 0 for state in states.values())
    assert house.floor.cage().alert_from > demonstration.GUEST_MONEY
    poker = states["poker-1"]
    assert isinstance(poker, RoomTable)
    policy = poker.engine.policy
    assert (policy.small_blind, policy.minimum_stake, policy.maximum_stake, policy.rake_cap) == (
        500,
        40_000,
        200_000,
        1_500,
    )
    house.in_order()
    house.floor.store.close()


def test_furnishing_again_changes_nothing(tmp_path: Path) -> None:
    house = Opened(tmp_path / "floor.db")
    before = house.entries()
    demonstration.furnish(house.floor, demonstration.plan())
    assert house.entries() == before
    house.floor.store.close()
    again = Opened(tmp_path / "floor.db")
    assert again.entries() == before
    again.floor.store.close()


def test_company_plays_at_tables_that_there_are() -> None:
    tables = demonstration.plan().tables
    company = demonstration.company()
    assert set(company.regulars) | set(company.room) == set(tables)
    names = [*(name for names in company.regulars.values() for name in names)]
    names += [name for people in company.room.values() for name, _ in people]
    assert len(names) == len(set(names))


def test_a_plan_can_be_written_as_a_file() -> None:
    links = "\n".join(f"[links.{name}]\nseed = {one.seed}" for name, one in demonstration.plan().links.items())
    table = '[tables.stud-1]\ngame = "rws-casino-stud"\nlink = "stud"'
    assert parse_floor(f"{links}\n{table}", "floor.toml").links == demonstration.plan().links


async def test_a_guest_is_given_play_money_once_and_again_when_it_is_gone(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await demonstration.welcome(house.desk, "guest-1")
        await demonstration.welcome(house.desk, "guest-1")
        assert house.floor.balances["wallet:guest-1"] == demonstration.GUEST_MONEY
        assert not await demonstration.refill(house.desk, "guest-1")
        house.presence.entered("stud-1", "guest-1")
        await house.until(lambda: house.phase("stud-1") == "betting")
        for box, cents in ((1, 500_000), (2, 400_500)):
            await house.ante("guest-1", "stud-1", box, cents)
        assert await demonstration.refill(house.desk, "guest-1")
        assert house.floor.balances["wallet:guest-1"] == demonstration.GUEST_MONEY
        house.in_order()
