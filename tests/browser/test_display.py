"""A jackpot moves wherever it is shown, when somebody wagers in another browser."""

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, SIZES, Visit, sideways
from tests.browser.players import Player, ledger
from tests.web.server import Served

SHARE = 350
"""What goes into the Casino Stud's jackpot of a wager of 5.00."""


def meter(within: Page | Locator, cents: int) -> Locator:
    """A meter that reads so."""
    return within.get_by_role("img", name=f"SGD {ledger(cents)}", exact=True)


@pytest.mark.parametrize("size", SIZES)
def test_the_meters_move_on_a_wager_in_another_browser(visit: Visit, calm: Served, size: tuple[int, int]) -> None:
    link = calm.venue.floor.link("stud")
    before = link.meter // 1_000_000
    wall, lobby = visit(f"{calm.url}/display/stud", size), visit(calm.url, size)
    big = wall.get_by_role("region", name="Casino Stud Poker Jackpot")
    card = lobby.get_by_role("region", name="Casino Stud Poker, Emerald table 1")
    expect(meter(big, before)).to_be_visible()
    expect(meter(card, before)).to_be_visible()

    guest = Player(visit(calm.url, DESK), calm, "stud-1", "mouse").sit().bet().deal()
    expect(meter(big, before + SHARE)).to_be_visible()
    expect(meter(card, before + SHARE)).to_be_visible()
    expect(meter(guest.page.get_by_role("banner"), before + SHARE)).to_be_visible()
    assert (sideways(wall), sideways(lobby)) == (0, 0)
    guest.fold().leave_open()


def test_a_table_where_nothing_happens_is_sent_its_jackpot_alone(visit: Visit, calm: Served) -> None:
    """On a telephone's line a page of thousands of characters every two seconds is what somebody pays for."""
    before = calm.venue.floor.link("stud").shown
    elsewhere = visit(calm.url, DESK)
    heard: list[dict[str, Any]] = []
    elsewhere.on(
        "websocket",
        lambda line: line.on("framereceived", lambda text: heard.append(msgspec.json.decode(text))),
    )
    elsewhere.goto(f"{calm.url}/table/dealer-1")
    shown = elsewhere.get_by_role("banner")
    expect(meter(shown, before)).to_be_visible()
    known, felt = len(heard), elsewhere.locator("main").inner_text()

    guest = Player(visit(calm.url, DESK), calm, "stud-1", "mouse").sit().bet().deal()
    expect(meter(shown, before + SHARE)).to_be_visible()
    table = [one for one in heard[known:] if one.get("topic") == "table:dealer-1"]
    assert [(one["type"], one["meter"]) for one in table] == [("meter", before + SHARE)]
    assert elsewhere.locator("main").inner_text() == felt.replace(ledger(before), ledger(before + SHARE))
    guest.fold().leave_open()


@pytest.mark.parametrize("size", SIZES)
def test_the_wall_names_what_a_hand_wins_and_the_other_jackpots(
    visit: Visit, calm: Served, size: tuple[int, int]
) -> None:
    wall = visit(f"{calm.url}/display/stud", size)
    expect(wall.get_by_role("list", name="What a hand wins").get_by_role("listitem").first).to_contain_text("100 %")
    others = wall.get_by_role("region", name="Other jackpots").get_by_role("link")
    expect(others).to_have_count(3)
    others.filter(has_text="Multi-Link").click()
    expect(wall.get_by_role("heading", level=1)).to_have_text(re.compile("multi-link", re.IGNORECASE))
    assert sideways(wall) == 0
