"""The shift report in the browser: chosen by shift and day, and downloaded by key."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.staff import TABLE, at_desk
from tests.web.server import Served


@pytest.mark.always
def test_the_report_of_a_shift_and_of_the_day(visit: Visit, house: Served) -> None:
    grace = at_desk(visit, house, "/report", "shift_manager", "grace")
    expect(grace.get_by_role("heading", name="Shift report")).to_be_visible()
    row = grace.get_by_role("row").filter(has_text=TABLE)
    expect(row).to_contain_text("3,260,000.00")  # what the tray opened with, and holds
    grace.get_by_role("radio", name="Gaming day").check(force=True)
    expect(grace.get_by_role("heading", name="Report of the gaming day")).to_be_visible()
    expect(grace.get_by_text("Every count found what the books say.")).to_be_visible()
    grace.get_by_role("radio", name="By game").check(force=True)
    games = grace.get_by_role("region", name="Games", exact=True)
    expect(games.get_by_role("row").filter(has_text="Casino Stud").first).to_be_visible()
    grace.get_by_role("radio", name="By Dealer").check(force=True)
    expect(
        grace.get_by_role("region", name="Dealers", exact=True).get_by_role("columnheader", name="Taken back")
    ).to_be_visible()
    grace.get_by_role("radio", name="By table").check(force=True)
    expect(row).to_be_visible()
    with grace.expect_download() as found:
        grace.get_by_role("link", name="Excel").click()
    assert found.value.suggested_filename.endswith(".xlsx")


def test_whoever_counts_is_told_that_it_is_not_for_them(visit: Visit, house: Served) -> None:
    nadia = at_desk(visit, house, "/report", "pit_supervisor", "nadia")
    expect(nadia.get_by_text("Reports are for Shift Managers and auditors")).to_be_visible()
