"""A page that stays open while the server is started again: it says what was ruled on its round, and why."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CALM, SIZES, Visit
from tests.browser.staff import wager
from tests.web.server import serving

TABLE = "stud-1"


@pytest.mark.parametrize("size", SIZES)
def test_a_page_that_outlives_the_server_says_what_was_ruled(
    visit: Visit, tmp_path: Path, size: tuple[int, int]
) -> None:
    """5.7.2: no wager has been won or lost yet, so the round is void; 5.22: every wager goes back."""
    with serving(tmp_path, pace=CALM) as house:
        page = visit(f"{house.url}/table/{TABLE}", size)
        expect(page.get_by_role("button", name="Box 4, empty: sit down")).to_be_visible()
        wager(page, 4, jackpot=False)
        page.get_by_role("button", name="Deal", exact=False).last.click()
        expect(page.get_by_role("button", name="BET").first).to_be_visible()
        page.context.set_offline(True)
        port = house.port
    with serving(tmp_path, pace=CALM, port=port):
        page.context.set_offline(False)
        verdict = page.get_by_text("The round is Void: interruption. 100.00 came back").first
        expect(verdict).to_be_visible(timeout=30_000)
        ruling = page.get_by_role("status").filter(has_text="The round is void. 100 came back.")
        expect(ruling.get_by_role("button", name="¶5.7.2")).to_be_visible()
        ruling.get_by_role("button", name="Why").click()
        expect(ruling).to_contain_text("No wager has been won or lost yet: the round is void.")
