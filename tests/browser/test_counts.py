"""Counts, slips and boxes in the browser: two people on two screens, by keyboard, and neither sees the other's."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.house.config import TablePlan
from croupier.floor.values.tray import FinalCount, Tray
from tests.browser.conftest import Visit
from tests.browser.keyboard import Hands
from tests.browser.staff import TABLE, at_desk
from tests.web.server import Served, serving, with_tables

CHIPS = ("1,000", "500", "100", "25", "5")
"""Of the table, as the count shows them: highest first. It opens with 2,000 of each."""


def counted(page: Page, *numbers: int, rows: tuple[str, ...] = CHIPS) -> None:
    """Digits and Enter, chip by chip, and + to sign."""
    page.get_by_role("textbox", name=f"Chips of {rows[0]}", exact=True).focus()
    for number in numbers:
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    page.get_by_role("textbox", name=f"Chips of {rows[-1]}", exact=True).focus()
    page.keyboard.press("+")


@pytest.mark.always
def test_two_count_blind_the_rows_that_differ_once_more_and_the_table_closes_and_opens(
    visit: Visit, house: Served
) -> None:
    nadia, kofi = (
        at_desk(visit, house, f"/counts/{TABLE}", role, name)
        for role, name in (("pit_supervisor", "nadia"), ("pit_manager", "kofi"))
    )
    info = house.venue.floor.table(TABLE).info
    assert info.float == 2_000 * (100_000 + 50_000 + 10_000 + 2_500 + 500)
    sums = re.compile(re.escape(f"{info.float / 100:,.2f}"))
    for page in (nadia, kofi):
        expect(page.get_by_text("Sealed until both counts are signed.")).to_be_visible()
        expect(page.get_by_text(sums)).to_have_count(0)
    sign = nadia.get_by_role("button", name="Sign my count")
    expect(sign).to_be_disabled()  # an empty row is not nought
    counted(nadia, 2_000, 2_000, 2_000, 2_000, 1_999)
    expect(nadia.get_by_text("your count is signed", exact=True)).to_be_visible()
    expect(kofi.get_by_text("your count, second of two")).to_be_visible()
    expect(kofi.get_by_text("1,999")).to_have_count(0)  # the other's figures
    counted(kofi, 2_000, 2_000, 2_000, 1_999, 1_999)
    for page in (nadia, kofi):
        expect(page.get_by_text("Count these rows once more.")).to_be_visible()
        expect(page.get_by_role("textbox")).to_have_count(1)
        expect(page.get_by_text(sums)).to_have_count(0)
        counted(page, 2_000, rows=("25",))
    for page in (nadia, kofi):
        expect(page.get_by_text("counts agree")).to_be_visible()
        expect(page.get_by_text(sums).first).to_be_visible()
        expect(page.get_by_text("\N{MINUS SIGN}5.00")).to_be_visible()  # one chip of 5
    nadia.get_by_label("Explanation").fill("one chip of 5 is short")
    nadia.get_by_role("button", name="Sign as found, close").click()
    expect(nadia).to_have_url(f"{house.url}/counts/{TABLE}/N-0001")  # it is final, and shown as it was signed
    expect(nadia.get_by_text("Variance, kept").locator("..")).to_contain_text("\N{MINUS SIGN}5.00")
    assert not house.venue.floor.table(TABLE).info.open
    assert house.venue.floor.table(TABLE).info.float == info.float - 500
    # Opened again from what the last count found.
    for page in (nadia, kofi):
        page.goto(f"{house.url}/counts/{TABLE}")
        counted(page, 2_000, 2_000, 2_000, 2_000, 1_999)
    expect(kofi.get_by_text("Counted and booked are the same.")).to_be_visible()
    kofi.get_by_role("button", name="Sign as found, open").click()
    expect(kofi).to_have_url(f"{house.url}/counts/{TABLE}/N-0002")
    assert house.venue.floor.table(TABLE).info.open


def test_whoever_comes_to_a_count_by_its_link_types_at_once(visit: Visit, house: Served) -> None:
    page = at_desk(visit, house, "/counts", "pit_supervisor", "nadia")
    row = page.get_by_role("listitem").filter(has=page.get_by_text(TABLE, exact=True))
    Hands(page).does(row.get_by_role("link", name="Count to close"))
    expect(page.get_by_role("textbox", name=f"Chips of {CHIPS[0]}", exact=True)).to_be_focused()
    here = page.get_by_role("banner").get_by_role("link", name="Counts")
    expect(here).to_have_attribute("aria-current", "page")  # a count is one of the counts


def test_a_fill_has_three_names_on_three_screens(visit: Visit, house: Served) -> None:
    before = house.venue.floor.table(TABLE).info.float
    nadia = at_desk(visit, house, "/counts", "pit_supervisor", "nadia")
    nadia.get_by_role("button", name="Ask for chips").click()
    sheet = nadia.get_by_role("dialog")
    sheet.get_by_label("Table").select_option(TABLE)
    sheet.get_by_role("textbox", name="Chips of 100", exact=True).fill("20")
    expect(sheet).to_contain_text("2,000.00")
    sheet.get_by_role("button", name="Ask").click()
    cage = at_desk(visit, house, "/counts", "cage", "tom")
    row = cage.get_by_role("listitem").filter(has_text="F-0001")
    expect(row).to_contain_text("20 × 100")
    expect(nadia.get_by_role("button", name="Send")).to_have_count(0)
    row.get_by_role("button", name="Send").click()
    expect(row).to_contain_text("on its way")
    assert house.venue.floor.table(TABLE).info.float == before  # the cage's until it is received
    expect(nadia.get_by_role("button", name="Receive")).to_have_count(0)  # who asked does not receive
    omar = at_desk(visit, house, "/counts", "pit_supervisor", "omar")
    omar.get_by_role("listitem").filter(has_text="F-0001").get_by_role("button", name="Receive").click()
    for page in (nadia, cage, omar):
        expect(page.get_by_text("Nothing is on its way.")).to_be_visible()
    assert house.venue.floor.table(TABLE).info.float == before + 200_000


def test_a_player_and_a_dealer_have_no_business_there(visit: Visit, house: Served) -> None:
    for role, name in (("player", "ann"), ("dealer", "dan")):
        page = at_desk(visit, house, "/counts", role, name)
        expect(page.get_by_text("The books are for the pit, the cage and auditors.")).to_be_visible()


def found(house: Served, difference: int) -> tuple[int, ...]:
    """Return the numbers of chips that make the books of the tray and a difference, chip by chip."""
    left, numbers = house.venue.floor.table(TABLE).info.float + difference, []
    for chip in (100_000, 50_000, 10_000, 2_500, 500):
        numbers.append(left // chip)
        left %= chip
    return tuple(numbers)


def test_a_recount_is_ordered_by_a_manager_and_done_by_two_others(visit: Visit, house: Served) -> None:
    people = ("nadia", "kofi", "joy", "ken")
    nadia, kofi, joy, ken = (at_desk(visit, house, f"/counts/{TABLE}", "pit_supervisor", name) for name in people)
    short = found(house, -500)
    for page in (nadia, kofi):
        counted(page, *short)
    expect(nadia.get_by_text("\N{MINUS SIGN}5.00")).to_be_visible()
    for page in (nadia, kofi, joy):
        expect(page.get_by_role("button", name="Break off")).to_have_count(0)  # the books were shown
    expect(joy.get_by_text("the count is final. It waits for its signature.")).to_be_visible()
    expect(joy.get_by_text("\N{MINUS SIGN}5.00")).to_have_count(0)  # not to those who did not count
    nadia.get_by_role("button", name="Sign as found, close").click()
    expect(nadia.get_by_text("A Pit Manager or someone above them orders it.")).to_be_visible()
    (first, *_) = finals(house)
    grace = at_desk(visit, house, f"/counts/{TABLE}/{first.number}", "shift_manager", "grace")
    order = grace.get_by_role("button", name="Order the recount")
    expect(order).to_be_disabled()
    grace.get_by_role("button", name="camera differs").click()
    for at, name in ((1, "nadia"), (2, "ken")):  # a house without accounts: names are typed
        grace.get_by_label(f"Counter {at}").fill(name)
    order.click()
    expect(grace.get_by_text(f"nadia stands under {first.number}")).to_be_visible()
    grace.get_by_label("Counter 1").fill("joy")
    order.click()
    expect(grace.get_by_text("is ordered by grace: joy, ken count this tray.")).to_be_visible()
    right = found(house, 500)
    for page in (joy, ken):
        expect(page.get_by_role("heading", name=f"{TABLE}, recount of {first.number}")).to_be_visible()
    ken.get_by_role("textbox", name="Chips of 500", exact=True).focus()
    counted(joy, *right)
    expect(ken.get_by_text("signed", exact=True)).to_be_visible()
    expect(
        ken.get_by_role("textbox", name="Chips of 500", exact=True)
    ).to_be_focused()  # the other's signature moves no cursor
    counted(ken, *right)
    joy.get_by_role("button", name="Sign as found").click()
    expect(joy.get_by_text("FINAL", exact=False).first).to_be_visible()
    assert [one.difference for one in finals(house)[:2]] == [500, -500]
    assert finals(house)[1] == first
    assert not house.venue.floor.table(TABLE).info.open


def finals(house: Served) -> tuple[FinalCount, ...]:
    """Return the signed counts of the table, the latest first."""
    tray = house.venue.floor.table(TABLE).info.tray
    return tray.finals or () if isinstance(tray, Tray) else ()


def test_a_box_is_pulled_sealed_received_by_another_and_counted_by_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visit: Visit
) -> None:
    """One who pulled it does not receive it, and its seal is read and not shown; 1,000.00 lie in it."""
    by_hand = TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True)
    with_tables(monkeypatch, {"by-hand": by_hand})
    with serving(tmp_path) as house:
        bought = house.visit(name="dan", role="dealer").act("by-hand", {"type": "BuyChips", "cents": 100_000})
        assert bought.status_code == 200, bought.text
        nadia = at_desk(visit, house, "/counts", "pit_supervisor", "nadia")
        boxes = nadia.get_by_role("region", name="Drop boxes")
        expect(boxes.get_by_label("Table whose box is pulled")).to_have_value("by-hand")
        boxes.get_by_label("Number of the seal").fill("S-71")
        boxes.get_by_role("button", name="Pull the box").click()
        expect(boxes.get_by_text("another person receives it")).to_be_visible()
        expect(boxes.get_by_role("button", name="Pull the box")).to_have_count(0)
        tom, tess = (at_desk(visit, house, "/counts", "cage", name) for name in ("tom", "tess"))
        expect(tom.get_by_text("S-71")).to_have_count(0)
        tom.get_by_label("Seal, as it reads").fill("S-71")
        tom.get_by_role("button", name="Receive").click()
        for page in (tom, tess):
            page.get_by_label("Cash counted").fill("1000")
            page.get_by_role("button", name="Count", exact=True).click()
        for page in (tom, tess, nadia):
            expect(page.get_by_text("No box waits to be counted.")).to_be_visible()
        tray = house.venue.floor.table("by-hand").info.tray
        assert isinstance(tray, Tray)
        assert (tray.cash, tray.boxes) == (0, ())
