"""The cage in the browser: by keyboard, two people on two screens, and a blind count."""

import re

import pytest
from msgspec import UNSET
from playwright.sync_api import Page, expect

from croupier.floor.values.cage import CageState
from tests.browser.conftest import DESK, Visit, axe_faults, sideways
from tests.browser.staff import at_desk
from tests.web.server import Served

SEALED = "sealed"
MINUS = "\N{MINUS SIGN}"
WINDOWS = [DESK, (1366, 657), (1024, 768)]


def cage(house: Served) -> CageState:
    return house.venue.floor.cage()


def keyed(page: Page, *texts: str) -> None:
    """Each, and Enter after all but the last."""
    for at, text in enumerate(texts):
        if at:
            page.keyboard.press("Enter")
        page.keyboard.type(text)


def counted(page: Page, *numbers: int) -> None:
    """Notes of 1,000, 100, 50, 10, 5, 2, and coins in cents; + signs."""
    expect(page.get_by_label("Notes of 1,000", exact=True)).to_be_focused()
    keyed(page, *map(str, numbers))
    page.keyboard.press("+")


@pytest.mark.always
def test_a_cashiers_evening_by_keyboard(visit: Visit, house: Served) -> None:
    """A float of 60,000.00; 1,500.00 in, 400.00 out, 200,000.00 by two; one voided; counted 1.00 short and closed."""
    guest = house.visit().name
    had = house.venue.floor.balances[f"wallet:{guest}"]
    tom, tia = (at_desk(visit, house, "/cage", "cage", name) for name in ("tom", "tia"))
    expect(tom.get_by_text("Open your drawer first")).to_be_visible()
    tom.keyboard.press("F10")
    counted(tom, 60, 0, 0, 0, 0, 0, 0)
    mine = tom.get_by_role("region", name="Drawer 1")
    expect(mine).to_contain_text("60,000.00")
    expect(mine).to_contain_text(SEALED)
    account = tom.get_by_label("Account", exact=True)
    tom.keyboard.press("i")
    account.focus()
    keyed(tom, guest, "1500")
    expect(tom.get_by_role("button", name="Book 1,500.00")).to_be_enabled()
    tom.keyboard.press("+")
    log = tom.get_by_role("region", name="Cash log")
    expect(log.get_by_role("listitem").first).to_contain_text("+1,500.00")
    tom.get_by_role("button", name="Cash out").click()
    expect(account).to_be_focused()
    keyed(tom, guest, "400")
    tom.keyboard.press("Enter")  # after the last field it books, as + does
    expect(log.get_by_role("listitem").first).to_contain_text(f"{MINUS}400.00")
    assert house.venue.floor.balances[f"wallet:{guest}"] == had + 110_000
    # Large cash waits for somebody else.
    tom.get_by_role("button", name="Cash in").click()
    keyed(tom, guest, "200000")
    expect(tom.get_by_text("two people sign. Yours is the first.")).to_be_visible()
    tom.keyboard.press("+")
    waits = tom.get_by_role("region", name="Second signature")
    expect(waits).to_contain_text("You signed first.")
    assert house.venue.floor.balances[f"wallet:{guest}"] == had + 110_000
    tia.get_by_role("button", name="Sign", exact=True).click()
    expect(waits).to_contain_text("Nothing waits.")
    assert house.venue.floor.balances[f"wallet:{guest}"] == had + 20_110_000
    # A mistake is voided by both, and the log has both lines.
    tom.get_by_role("button", name="Void cash act 3").click()
    tom.get_by_role("dialog").get_by_label("Reason").fill("counted twice")
    tom.get_by_role("button", name="Sign first", exact=True).click()
    tia.get_by_role("button", name="Sign", exact=True).click()
    lines = log.get_by_role("listitem").filter(has_text="No. 3")
    expect(lines.first).to_contain_text("+400.00")
    expect(lines.last).to_contain_text(f"{MINUS}400.00")
    expect(lines.last).to_contain_text("voided")
    # 60,000 + 1,500 + 200,000 by the books; 1.00 is short, within the tolerance: one signature.
    tom.get_by_role("button", name="Close, blind count").click()
    expect(tom.get_by_text("261,500.00")).to_have_count(0)
    counted(tom, 261, 4, 1, 4, 1, 2, 0)
    expect(tom.get_by_role("region", name="Drawer 1, last count")).to_contain_text(f"{MINUS}1.00")
    drawers = cage(house).drawers
    assert drawers is not UNSET
    assert drawers.of("tom") is None
    report = visit(f"{house.url}/cage/log", session=house.visit(name="tom", role="cage").token)
    report.get_by_role("button", name="Report form").click()
    expect(report.get_by_role("heading", name="Report of cash on one gaming day")).to_be_visible()
    expect(report.get_by_role("main")).to_contain_text("211,500.00")  # with the 10,000.00 that a guest begins with
    expect(report.get_by_text("To be reported").last).to_be_visible()
    # On paper: the person, both sums and every act with who signed, two lines to sign on, and nothing to press.
    fetched = house.visit(name="tom", role="cage").http.get("/api/cash", params={"person": guest}).json()
    (patron,) = fetched["patrons"]
    assert (patron["brought"], patron["taken"]) == (21_150_000, 0)
    report.emulate_media(media="print")
    expect(report.get_by_role("button", name="Print")).to_have_count(0)
    form = report.get_by_role("main")
    for text in (guest, "211,500.00", "Name, signature, date", "tom, tia"):
        expect(form.get_by_text(text).first).to_be_visible()
    acts = form.get_by_role("row").filter(has=report.locator("td"))
    expect(acts).to_have_count(len(fetched["lines"]))


def test_a_claim_that_was_opened_elsewhere_is_called_up_at_once(visit: Visit, house: Served) -> None:
    tia = at_desk(visit, house, "/cage/A-0411", "cage", "tia")
    ways = tia.get_by_role("group", name="What is done")
    expect(ways.locator("[aria-pressed=true]")).to_have_text(re.compile("^Award"))
    expect(tia.get_by_role("banner").get_by_role("link", name="Cage")).to_have_attribute("aria-current", "page")


def test_a_drawer_is_handed_over_on_two_screens(visit: Visit, house: Served) -> None:
    una, vic = (at_desk(visit, house, "/cage", "cage", name) for name in ("una", "vic"))
    una.get_by_role("button", name="Open the drawer").click()
    counted(una, 5, 0, 0, 0, 0, 0, 0)
    una.get_by_role("button", name="Hand over").click()
    una.get_by_label("Who takes it over").fill("vic")
    una.get_by_label("Notes of 1,000", exact=True).focus()
    counted(una, 5, 0, 0, 0, 0, 0, 0)
    expect(una.get_by_text("a second person counts now")).to_be_visible()
    vic.get_by_role("button", name="Count", exact=True).click()
    counted(vic, 5, 0, 0, 0, 0, 0, 0)
    expect(vic.get_by_role("region", name=re.compile("^Drawer .$"))).to_contain_text("5,000.00")
    expect(una.get_by_text("Open your drawer first")).to_be_visible()


@pytest.mark.parametrize("size", WINDOWS)
def test_the_cage_fits_its_window(visit: Visit, house: Served, size: tuple[int, int]) -> None:
    page = at_desk(visit, house, "/cage", "cage", "wen", size)
    expect(page.get_by_role("region", name="Cash log")).to_be_visible()
    assert not sideways(page)
    assert axe_faults(page) == []
