"""The rule desk in the browser: words of the floor, facts by keys, steps and money of a live table, on a phone too."""

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.cards import UNKNOWN
from tests.browser.conftest import DESK, PHONE, Visit, axe_faults, sideways
from tests.browser.staff import TABLE, at_desk
from tests.web.server import Served, Visitor

PICTURES = os.environ.get("CROUPIER_PICTURES", "")


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.evaluate("undrawn.replaceSync('')")
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def two_boxes(house: Served) -> None:
    """Deal a round with two boxes at the Dealer's table; nobody has looked."""
    dealer = house.visit(name="rahim", role="dealer")
    dealer.http.post(f"/api/tables/{TABLE}/console", json={"take_over": True})
    acts: list[tuple[Visitor, dict[str, Any]]] = [(dealer, {"type": "OpenRound"})]
    for box in (1, 4):
        guest = house.visit()
        acts += [
            (guest, {"type": "PlaceWager", "box": box, "wager": wager, "amount": amount})
            for wager, amount in (("ante", 2_500), ("jackpot", 500))
        ]
    acts += [(dealer, {"type": "CloseBets"})]
    acts += [(dealer, {"type": "DealCards", "cards": [UNKNOWN]})] * (1 + 5 * 2 + 4)
    for who, command in acts:
        answer = who.act(TABLE, command)
        assert answer.status_code == 200, answer.text
        assert answer.json()["refused"] is None, answer.text


@pytest.mark.always
def test_a_pit_supervisor_asks_by_words_and_keys(visit: Visit, house: Served) -> None:
    """Two of the Players' cards, and nobody has looked: 5.8.2 voids the round, and who signs is named by stage."""
    nadia = at_desk(visit, house, "/rule-desk", "pit_supervisor", "nadia")
    where = nadia.get_by_label(re.compile("^Ask"))
    where.select_option(label="Casino Stud Poker")
    field = nadia.get_by_role("searchbox")
    field.fill("dealer flashed two hole cards")
    expect(nadia.get_by_role("heading", name="Cards exposed")).to_be_visible()
    expect(nadia.get_by_text("3 left to answer")).to_be_visible()
    field.press("Enter")
    nadia.keyboard.press("2")  # how many
    expect(nadia.get_by_text("2 left to answer")).to_be_visible()
    nadia.keyboard.press("2")  # seen: no
    expect(nadia.get_by_text("1 left to answer")).to_be_visible()
    nadia.keyboard.press("1")  # Players'
    paper = nadia.get_by_role("article")
    expect(paper.get_by_role("status")).to_have_text("The round is void.")
    expect(paper.get_by_role("listitem").first).to_contain_text("until a Player has looked or a card is turned")
    picture(nadia, "document-1440")
    nadia.get_by_label("How far the round has come").select_option(label="Once a wager is decided")
    expect(paper.get_by_role("listitem").nth(1)).to_contain_text("one of them a Pit Manager")
    assert axe_faults(nadia) == []
    assert sideways(nadia) == 0
    nadia.keyboard.press("/")


@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
def test_a_live_table_answers_with_its_money(visit: Visit, house: Served, size: tuple[int, int]) -> None:
    if not house.venue.floor.table(TABLE).running:
        two_boxes(house)
    nadia = at_desk(visit, house, f"/rule-desk?table={TABLE}", "pit_supervisor", "nadia", size)
    nadia.get_by_role("searchbox").fill("a card is missing from the deck")
    paper = nadia.get_by_role("article")
    expect(paper.get_by_role("status")).to_have_text("The round is void.")
    row = paper.get_by_role("row").filter(has_text=re.compile("^1, "))
    expect(row).to_contain_text("25.00")
    expect(row).to_contain_text("30.00")
    expect(paper).to_contain_text("a Dealer or someone above them signs alone")
    picture(nadia, f"table-{size[0]}")
    assert axe_faults(nadia) == []
    assert sideways(nadia) == 0


def test_a_report_about_a_box_asks_for_it(visit: Visit, house: Served) -> None:
    if not house.venue.floor.table(TABLE).running:
        two_boxes(house)
    nadia = at_desk(visit, house, f"/rule-desk?table={TABLE}", "pit_supervisor", "nadia")
    nadia.get_by_role("searchbox").fill("player left the table")
    expect(nadia.get_by_text("say which box it is about")).to_be_visible()
    nadia.get_by_label("Which box?").select_option(value="4")
    expect(nadia.get_by_role("article").get_by_role("status")).to_be_visible()
    picture(nadia, "box-1440")


def test_the_rule_desk_is_for_staff(visit: Visit, house: Served) -> None:
    guest = visit(f"{house.url}/rule-desk")
    expect(guest.get_by_text("The rule desk is for Dealers and above.")).to_be_visible()
