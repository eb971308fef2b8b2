"""Who deals, in a browser: a Dealer signs on and hands over by keyboard alone; the audit tells it; a Player agrees."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, Visit
from tests.browser.players import tab_to
from tests.web.server import Served
from tests.web.test_who_deals import TABLE, assigned, come, keeping, with_pin


@pytest.fixture
def keeps(tmp_path: Path) -> Iterator[Served]:
    with keeping(tmp_path) as served:
        yield served


def test_a_dealer_signs_on_and_hands_over_by_keyboard(keeps: Served, visit: Visit) -> None:
    assigned(keeps, "dot", "dan")
    dan, dot = come(keeps, "dan"), come(keeps, "dot")
    with_pin(dan, "7305")
    with_pin(dot, "8604")
    dan.http.post(f"/api/tables/{TABLE}/sign-on", json={"name": "dan", "pin": "1111"})
    page = visit(f"{keeps.url}/dealer/{TABLE}", (1280, 800), session=dan.token)
    expect(page.get_by_text("Nobody deals")).to_be_visible()
    page.keyboard.press("F9")
    dialog = page.get_by_role("dialog", name=f"{TABLE}: who deals?")
    expect(dialog).to_be_visible()
    name, pin = dialog.get_by_label("Name of the Dealer"), dialog.get_by_label("PIN", exact=True)
    expect(name).to_have_value("dan")  # who is signed in, not who is assigned first
    expect(pin).to_be_focused()
    page.keyboard.press("+")
    expect(dialog.get_by_text("The PIN of dan is missing: key it in.")).to_be_visible()
    name.fill("")
    name.press_sequentially("7305")
    expect(name).to_have_value("")  # a PIN is never seen in clear
    expect(pin).to_have_value("7305")
    page.keyboard.press("+")
    expect(dialog.get_by_text("Say who deals: the name of the Dealer is missing.")).to_be_visible()
    name.fill("dan")
    page.keyboard.press("+")
    expect(dialog).not_to_be_visible()
    expect(page.get_by_text("dan deals", exact=True)).to_be_visible()
    page.keyboard.press("F9")
    dialog = page.get_by_role("dialog", name=f"{TABLE}, between round 0 and 1")
    expect(dialog.get_by_label("Name of the Dealer")).to_have_value("dot")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(page.get_by_text("dan deals", exact=True)).to_be_visible()
    page.keyboard.press("F9")
    dialog.get_by_label("PIN", exact=True).fill("8604")
    dialog.get_by_label("Anything the next Dealer must know").fill("box 5 is kept")
    page.keyboard.press("+")
    expect(dialog).not_to_be_visible()
    expect(page.get_by_text("dot deals", exact=True)).to_be_visible()
    assert keeps.venue.floor.table(TABLE).info.duty.dealer == "dot"  # type: ignore[union-attr]
    page = visit(f"{keeps.url}/audit", DESK, session=come(keeps, "aud").token)
    page.get_by_text("People", exact=True).click()
    expect(page.get_by_text("Took over from dan; both have seen the tray. Said: box 5 is kept")).to_be_visible()
    page.get_by_label("Employee").fill("dan")
    expect(page.get_by_text("Was turned away at table hand-1: The name or the PIN is wrong.")).to_be_visible()
    expect(page.get_by_text("Assigned dot and dan to deal.")).to_be_visible()  # it concerns dan, whoever entered it
    page.get_by_label("Employee").fill("dot")
    expect(page.get_by_text("Assigned dot and dan to deal.")).to_be_visible()
    expect(page.get_by_text("Was turned away at table hand-1: The name or the PIN is wrong.")).not_to_be_visible()


def test_a_player_agrees_and_takes_it_back(keeps: Served, visit: Visit) -> None:
    assigned(keeps, "dan")
    page = visit(f"{keeps.url}/table/{TABLE}", DESK, session=come(keeps, "ann").token)
    page.get_by_role("button", name="Agree for this visit").click()
    expect(page.get_by_text("The Dealer may stake your wallet here.")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("The Dealer may not stake your wallet.")).to_be_visible()


def test_a_player_agrees_with_their_pin_at_the_console(keeps: Served, visit: Visit) -> None:
    """By keyboard, and it is taken back the same way."""
    assigned(keeps, "dan")
    dan, ann = come(keeps, "dan"), come(keeps, "ann")
    with_pin(dan, "7305")
    with_pin(ann, "9053")
    token = dan.http.post(f"/api/tables/{TABLE}/sign-on", json={"name": "dan", "pin": "7305"}).json()["token"]
    page = visit(f"{keeps.url}/dealer/{TABLE}", (1366, 657), session=token)
    expect(page.get_by_text("dan deals", exact=True)).to_be_visible()
    page.keyboard.press("F4")
    form = page.get_by_role("dialog").locator("form").filter(has_text="keys their own PIN")
    for pin, told, button in (
        ("9053", "Agreed: ann.", "They agree"),
        ("9053", "Nobody has agreed yet.", "They take it back"),
    ):
        tab_to(page, form.get_by_label("Player"))
        form.get_by_label("Player").fill("ann")
        tab_to(page, form.get_by_label("PIN"))
        page.keyboard.type(pin)
        expect(form.get_by_role("button", name=button)).to_be_enabled()
        page.keyboard.press("Enter")
        expect(form).to_contain_text(told)
        expect(form.get_by_label("PIN")).to_have_value("")
    assert keeps.venue.floor.table(TABLE).info.duty.consents == ()  # type: ignore[union-attr]


def test_the_pit_assigns_and_signs_off(keeps: Served, visit: Visit) -> None:
    sue = come(keeps, "sue")
    page = visit(f"{keeps.url}/pit", DESK, session=sue.token)
    page.get_by_role("button", name=TABLE).first.click()
    page.get_by_role("button", name="Dealers", exact=True).click()
    page.get_by_label("dot").check()
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.get_by_text(f"The Dealers of {TABLE} are assigned.")).to_be_visible()
    assert keeps.venue.floor.table(TABLE).info.duty.assigned == ("dot",)  # type: ignore[union-attr]


def test_somebody_sets_their_own_pin(keeps: Served, visit: Visit) -> None:
    page = visit(f"{keeps.url}/sign-in", DESK, session=come(keeps, "dan").token)
    page.get_by_text("Set my PIN").click()
    page.get_by_label("Your password").first.fill("a long password")
    page.get_by_label("New PIN").fill("4093")
    page.get_by_role("button", name="Set PIN").click()
    expect(page.get_by_text("You have a new PIN.")).to_be_visible()
    assert keeps.venue.credentials.check_pin("dan", "4093") is None


def test_a_call_and_a_planned_relief_reach_the_pit_and_the_console(keeps: Served, visit: Visit) -> None:
    """F8 at the console, answered with one press in the pit; who comes next, and that they are late."""
    assigned(keeps, "dan", "dot")
    dan = come(keeps, "dan")
    with_pin(dan, "7305")
    token = dan.http.post(f"/api/tables/{TABLE}/sign-on", json={"name": "dan", "pin": "7305"}).json()["token"]
    console = visit(f"{keeps.url}/dealer/{TABLE}", (1366, 657), session=token)
    pit = visit(f"{keeps.url}/pit", DESK, session=come(keeps, "sue").token)
    expect(console.get_by_text("dan deals", exact=True)).to_be_visible()
    console.keyboard.press("F8")
    alert = pit.get_by_role("list", name="Alerts").get_by_role("listitem")
    expect(alert).to_contain_text(f"{TABLE} calls a supervisor. dan waits.")
    call = console.get_by_role("button", name="Call the supervisor")
    expect(call).to_contain_text("since")
    tab_to(pit, alert.get_by_role("button", name="I come"))
    pit.keyboard.press("Enter")
    expect(alert).to_have_count(0)
    expect(call).to_contain_text("Call")

    tab_to(pit, pit.get_by_role("button", name="Plan a relief"))
    pit.keyboard.press("Enter")
    asks = pit.get_by_role("dialog", name="Who relieves whom, and when")
    expect(asks.get_by_label("Who leaves")).to_have_value("dan")
    asks.get_by_label("Who comes").fill("dot")
    soon = datetime.now() + timedelta(minutes=20)
    asks.get_by_label("Time").fill(soon.strftime("%H:%M"))
    pit.keyboard.press("Enter")
    row = pit.get_by_role("listitem").filter(has_text="dan → dot")
    expect(row).to_be_visible()
    expect(console.get_by_text(f"dot at {soon:%H:%M}")).to_be_visible()
    for page in (pit, console):
        page.clock.install(time=soon + timedelta(minutes=3))
        page.reload()
    expect(row).to_contain_text("due 3 min ago")
    expect(pit.get_by_text("relief due")).to_be_visible()
    expect(console.get_by_text(f"dot was due at {soon:%H:%M}")).to_be_visible()
    row.get_by_role("button", name=f"Drop the relief by dot at {TABLE}").click()
    expect(pit.get_by_text("No relief is planned.")).to_be_visible()
