"""Claims, vouchers and counts in the browser: found by number, by keyboard and on a phone, with their history."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visit, axe_faults, sideways
from tests.browser.staff import TABLE, at_desk
from tests.web.server import Served


def fills(house: Served) -> None:
    """One fill that was sent, and one that was turned down."""
    dan, tom, nadia = (
        house.visit(name=name, role=role)
        for name, role in (("dan", "dealer"), ("tom", "cage"), ("nadia", "pit_supervisor"))
    )
    chip = max(house.venue.floor.table(TABLE).engine.policy.chips)
    for who, command in (
        (dan, {"type": "RequestFill", "counts": [[chip, 5]]}),
        (tom, {"type": "SendSlip", "slip": "F-0001"}),
        (dan, {"type": "RequestFill", "counts": [[chip, 1]]}),
        (nadia, {"type": "CancelSlip", "slip": "F-0002", "reason": "asked twice"}),
    ):
        answer = who.act(TABLE, command)
        assert answer.status_code == 200, answer.text


@pytest.mark.always
def test_objects_are_listed_and_found_by_number(visit: Visit, house: Served) -> None:
    fills(house)
    page = at_desk(visit, house, "/claims", "cage", "tia")
    row = page.get_by_role("button", name="F-0001")
    expect(row).to_contain_text("on its way")
    expect(row).to_contain_text("5,000.00")
    page.keyboard.press("ArrowDown")
    one = page.get_by_role("region", name="F-0001")
    expect(one).to_contain_text(TABLE)
    expect(page).to_have_url(f"{house.url}/claims/F-0001")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("f2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="F-0002")).to_contain_text("refused")
    history = page.get_by_role("region", name="Its history").get_by_role("listitem")
    expect(history.first).to_contain_text("Turned down")
    expect(history.first).to_contain_text("asked twice")
    expect(history.last).to_contain_text("Asked for")
    kofi = house.visit(name="kofi", role="pit_supervisor")
    assert kofi.act(TABLE, {"type": "ReceiveSlip", "slip": "F-0001"}).status_code == 200
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("button", name="F-0001")).to_contain_text("received")  # live
    assert axe_faults(page) == []
    phone = at_desk(visit, house, "/claims/F-0001", "cage", "tia", PHONE)
    expect(phone.get_by_role("region", name="F-0001")).to_be_in_viewport()
    assert sideways(phone) == 0
    missing = visit(f"{house.url}/claims/F-0099", session=house.visit(name="tia", role="cage").token, refused=(404,))
    expect(missing.get_by_text("The record has no F-0099.")).to_be_visible()
