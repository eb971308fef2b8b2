"""The pit's sheet of a poker table: a Player is moved to another, and one who is away is deemed gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.house.config import TablePlan
from croupier.floor.values.table_kinds import RoomTable
from tests.browser.conftest import Visit
from tests.browser.staff import at_desk
from tests.web.server import Served, serving, with_tables

HERE, THERE = "room-one", "room-two"


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A house with two more poker tables, which a Dealer deals."""
    with_tables(monkeypatch, {name: TablePlan("rws-poker", automatic=False) for name in (HERE, THERE)})
    with serving(tmp_path) as house:
        yield house


def seated(rooms: Served, table: str) -> list[tuple[int, str, int]]:
    state = rooms.venue.floor.table(table)
    assert isinstance(state, RoomTable)
    return [(seat.number, seat.player, seat.stake) for seat in state.engine.seats]


def sheet_of(page: Page, table: str) -> None:
    page.get_by_role("button", name=f"{table}: float, limits, opening and closing").click()


def test_a_player_is_moved_to_another_table_with_the_whole_stake(rooms: Served, visit: Visit) -> None:
    guest = rooms.visit()
    assert guest.act(HERE, {"type": "JoinTable", "seat": 2, "stake": 20_000}).status_code == 200
    page = at_desk(visit, rooms, "/pit", "pit_supervisor", "nadia")
    sheet_of(page, HERE)
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("button", name="Move a Player").click()
    sheet.get_by_label("To table").select_option(THERE)
    sheet.get_by_label("Seat", exact=True).select_option("4")
    sheet.get_by_role("button", name="Move the Player").click()
    expect(page.get_by_text(f"{guest.name} now sits at {THERE}.")).to_be_visible()
    assert (seated(rooms, HERE), seated(rooms, THERE)) == ([], [(4, guest.name, 20_000)])


def test_who_has_not_said_that_he_returns_is_deemed_gone_with_a_reason(rooms: Served, visit: Visit) -> None:
    guest = rooms.visit()
    assert guest.act(HERE, {"type": "JoinTable", "seat": 2, "stake": 20_000}).status_code == 200
    assert guest.act(HERE, {"type": "SitOut", "seat": 2, "will_return": None}).status_code == 200
    page = at_desk(visit, rooms, "/pit", "pit_manager", "omar")
    sheet_of(page, HERE)
    page.get_by_role("button", name=f"Deem {guest.name} gone").click()
    asks = page.get_by_role("dialog", name=f"{guest.name} has left the game")
    asks.get_by_label("Reason").fill("not seen since noon")
    asks.get_by_role("button", name="Free the seat").click()
    expect(asks).to_be_hidden()
    assert seated(rooms, HERE) == []
