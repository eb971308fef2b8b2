"""The documents, their odds and the designer, in the browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from croupier.odds.desk import what_if
from croupier.rulebooks import load_banked
from tests.browser.conftest import PHONE, SIZES, Visit, axe_faults, sideways
from tests.web.server import Served

STUD, HOLDEM = "rws-casino-stud", "rws-progressive-texas-holdem"
COUNTED = 90_000
"""Milliseconds in which a game's deals are counted, where no earlier run has kept the counts."""


def per_cent(page: Page, label: str) -> str:
    """A figure of the designer: what stands below its heading."""
    heading = page.get_by_role("region", name="Results").get_by_role("heading", name=label)
    return heading.locator("xpath=following-sibling::*[1]").inner_text()


def test_a_document_with_its_paragraphs_pay_tables_and_gaps(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}/rules")
    page.get_by_role("link", name=re.compile("Casino Stud Poker")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Casino Stud Poker")
    expect(page.get_by_role("heading", name="What beats what, and what BET pays")).to_be_visible()
    page.get_by_role("radio", name="Paragraphs").check(force=True)
    expect(page.get_by_role("status").filter(has_text="108 paragraphs")).to_be_visible()
    page.get_by_role("searchbox", name="Search number or words").fill("5.8.2")
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="¶5.8.2", exact=True))
    expect(row).to_contain_text("wrongly exposed before anybody has seen their cards")
    expect(row.get_by_text(re.compile("in code"))).to_have_count(0)
    page.get_by_role("radio", name="Code and tests").check(force=True)
    page.get_by_role("searchbox", name="Search number or words").fill("5.8.2")
    expect(row.get_by_text(re.compile("in code, .* test"))).to_be_visible()
    expect(row).to_contain_text("void")
    page.get_by_role("radio", name="Pay tables").check(force=True)
    bet = page.get_by_role("region", name="BET")
    expect(bet.get_by_role("row", name="Royal Flush 250 to 1")).to_be_visible()
    expect(bet).to_contain_text("Paid at most 100,000.00")
    ladder = page.get_by_role("region", name="Progressive jackpot")
    expect(ladder.get_by_role("listitem")).to_have_count(5)
    page.get_by_role("radio", name="Gaps").check(force=True)
    gaps = page.get_by_role("region", name="Two paragraphs rule differently")
    expect(gaps.get_by_role("listitem").first.get_by_role("button", name="¶5.16")).to_be_visible()
    expect(page.get_by_role("region", name="One situation, two paragraphs")).to_contain_text("A hand is not shown")
    expect(page.get_by_role("region", name="What depends on an interpretation")).to_contain_text("What happens when")
    expect(page.get_by_text(re.compile("Compared: 108 paragraphs"))).to_be_visible()
    page.reload()  # what was shown is in the address
    expect(gaps).to_be_visible()
    page.goto(f"{house.url}/rules/{STUD}/5.22")
    expect(page.get_by_role("listitem").filter(has=page.get_by_role("link", name="¶5.22", exact=True))).to_be_focused()


@pytest.mark.parametrize("size", SIZES)
def test_how_to_play_every_game(visit: Visit, house: Served, size: tuple[int, int]) -> None:
    page = visit(f"{house.url}/how-to-play", size)
    for link in page.get_by_role("navigation", name="Games").get_by_role("link").all():
        name = link.inner_text().splitlines()[-1]
        link.click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{name}, in one minute")
        expect(page.get_by_role("listitem").filter(has=page.get_by_role("heading", level=2))).not_to_have_count(0)
        expect(page.get_by_role("heading", name=re.compile("^What beats what"))).to_be_visible()
        assert sideways(page) == 0
    assert axe_faults(page) == []


@pytest.mark.always
def test_the_rule_of_thumb_comes_from_the_exact_odds(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}/how-to-play/{STUD}")
    page.get_by_text("When should I place the BET?").click()
    # Published: with a pair or better always; with less than Ace-King never.
    expect(page.get_by_text(re.compile("^Five Odd Cards, Ace King .* or better$"))).to_be_visible(timeout=COUNTED)
    expect(page.get_by_text("Five Odd Cards, Ace Queen Jack Ten Nine or worse", exact=True)).to_be_visible()


def test_a_paragraph_is_read_at_the_table_from_its_quiet_mark(visit: Visit, house: Served) -> None:
    said = 'Wagers may be placed from "Place your Bets" on.'
    page = visit(f"{house.url}/table/stud-1")
    page.get_by_role("button", name="¶3.2").first.click()
    panel = page.get_by_role("dialog", name="What the paragraph says")
    expect(panel.get_by_text(said)).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    mark = page.get_by_role("button", name="¶3.2").first
    expect(mark).to_be_focused()
    mark.click()
    expect(panel).to_be_visible()
    page.get_by_role("heading", name="Pay table").click()  # anywhere else closes it too
    expect(panel).to_have_count(0)
    expect(mark).to_have_text("¶")
    page.keyboard.press("?")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name=re.compile("^Show rule numbers")).check()
    expect(mark).to_have_text("¶3.2")
    phone = visit(f"{house.url}/table/stud-1", PHONE)
    chip = phone.get_by_role("button", name=re.compile("^¶")).first  # which one has room there is the page's affair
    number = (chip.get_attribute("aria-label") or "").split(", ")[0]
    paragraph = load_banked(STUD).document.paragraph(number.removeprefix("¶"))
    assert paragraph is not None
    chip.tap()
    sheet = phone.get_by_role("dialog", name="What the paragraph says")
    expect(sheet.get_by_text(paragraph.summary)).to_be_visible()
    sheet.get_by_role("link").tap()
    row = phone.get_by_role("listitem").filter(has=phone.get_by_role("link", name=number, exact=True))
    expect(row).to_be_focused()
    expect(row).to_contain_text(paragraph.summary)


def test_odds_are_counted_or_being_counted_and_the_par_sheet_answers(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}/rules/{STUD}?show=odds")
    counting = page.get_by_text("The odds of this game are being counted")
    plates = page.get_by_text("House edge", exact=True)
    expect(counting.or_(plates.first).first).to_be_visible()
    expect(plates.first).to_be_visible(timeout=COUNTED)
    edge = what_if(load_banked(STUD), {}).house_edge.fraction
    expect(page.get_by_text(f"{float(edge) * 100:.4f} %").first).to_be_visible()
    sheet = page.get_by_role("link", name="PAR sheet, Page")
    answer = page.request.get(f"{house.url}{sheet.get_attribute('href')}")
    assert answer.status == 200
    assert str(edge) in answer.text()  # the sheet has the fraction itself


@pytest.mark.parametrize("size", SIZES)
def test_perfect_play_on_a_board(visit: Visit, house: Served, size: tuple[int, int]) -> None:
    page = visit(f"{house.url}/rules/{HOLDEM}?show=odds", size)
    cards = page.get_by_label("Community Cards")
    expect(cards).to_be_visible(timeout=COUNTED)
    cards.fill("2s 2h 2d")
    cards.press("Enter")
    # One pair of Ace and the two that is left, in that suit: four of a kind. Two of them cannot be held any more.
    expect(page.get_by_role("cell", name="A2s: Turn with 1 of 1", exact=True)).to_be_attached()
    expect(page.get_by_role("cell", name="22: cannot be held", exact=True)).to_be_attached()
    assert (axe_faults(page), sideways(page)) == ([], 0)
    page.get_by_role("button", name="A Flop and Turn").click()
    expect(page.get_by_role("cell", name=re.compile("^AA: River with [0-9] of [0-9]$"))).to_be_attached()
    assert len(cards.input_value().split()) == 4


def test_a_slider_moves_the_edge_to_what_the_odds_give(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}/designer/{STUD}")
    game = load_banked(STUD)
    approved = f"{float(what_if(game, {}).house_edge.fraction) * 100:.4f} %"
    edge = page.get_by_role("region", name="Results").get_by_text(approved, exact=True)
    expect(edge).to_be_visible(timeout=COUNTED)
    slider = page.get_by_role("slider", name="Flush pays, BET", exact=True)
    last = page.get_by_role("slider", name="One Pair or Less pays, BET")
    last.focus()
    for _ in range(4):  # up from line to line: Two Pairs, Three of a Kind, Straight, Flush
        page.keyboard.press("ArrowUp")
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "7 to 1")
    moved = what_if(game, {"bet.flush": "7"}).house_edge.fraction
    assert moved < what_if(game, {}).house_edge.fraction
    wanted = f"{float(moved) * 100:.4f} %"
    expect(page.get_by_role("region", name="Results").get_by_text(wanted, exact=True)).to_be_visible()
    assert per_cent(page, "House edge, Ante") == wanted
    expect(page.get_by_role("region", name="Pay table")).to_contain_text("1 change")
    assert page.url.endswith(f"/designer/{STUD}?pay=bet.flush%3D7")  # to be shared
    page.reload()
    expect(slider).to_have_attribute("aria-valuetext", "7 to 1")
    expect(page.get_by_role("region", name="Results").get_by_text(wanted, exact=True)).to_be_visible()
    sheet = page.get_by_role("link", name="PAR sheet").first.get_attribute("href")
    assert sheet == f"/api/odds/{STUD}/par.html?pay=bet.flush%3D7"
    page.get_by_role("button", name="Back to approved").first.click()
    expect(edge).to_be_visible()
    expect(slider).to_have_attribute("aria-valuetext", "5 to 1")
    expect(page.get_by_role("button", name="Back to approved").first).to_be_disabled()
    assert page.url.endswith(f"/designer/{STUD}")


def test_a_design_is_found_by_its_target_and_taken(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}/designer/{STUD}")
    panel = page.get_by_role("region", name="Design by target")
    panel.get_by_label("House edge, %").fill("4.5")
    panel.get_by_role("checkbox", name="Flush 5 to 1", exact=True).check()
    panel.get_by_label("Flush, to", exact=True).fill("12")
    panel.get_by_role("button", name="Find designs").click()
    first = panel.get_by_role("row").nth(1)
    expect(first).to_contain_text("Flush", timeout=COUNTED)
    edge = first.get_by_role("cell").nth(1).inner_text()
    first.get_by_role("button", name="Take it").click()
    expect(page.get_by_role("region", name="Results").get_by_text(edge, exact=True)).to_be_visible(timeout=COUNTED)
    expect(first).to_contain_text("Taken")
    assert axe_faults(page) == []
