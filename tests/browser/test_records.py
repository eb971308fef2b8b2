"""Rounds that are over, in the browser: gone through again, proven, audited; and a record that was tampered with."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.web.app import PAGES
from tests.browser.conftest import Visit, axe_faults, sideways
from tests.browser.past import browser_of, play, void
from tests.browser.staff import at_desk
from tests.floor.tampering import ask, change
from tests.web.server import Served, Visitor, serving

SCRIPT = Path(__file__).parents[2] / "examples" / "verify_shuffle.py"


@pytest.fixture(scope="module")
def player(house: Served) -> Visitor:
    """Somebody with two rounds of stud and one of hold'em behind him, and one at the Dealer's table that was void."""
    found = house.visit()
    play(found, "stud-1", 2, 5_000, rounds=2)
    play(found, "holdem-1", 3, 5_000)
    void(house, found.name)
    return found


@pytest.mark.always
def test_my_rounds_step_by_step_by_keyboard(visit: Visit, player: Visitor) -> None:
    page = browser_of(visit, player, "/rounds")
    listed = page.get_by_role("main").get_by_role("listitem").get_by_role("link")
    expect(listed).to_have_count(4)
    total = sum(one["net"] for one in player.http.get("/api/rounds?limit=50").json()["rounds"])
    expect(page.get_by_role("status").filter(has_text="4 rounds")).to_contain_text(f"{abs(total) / 100:,.2f}")
    page.get_by_role("combobox", name="Table").select_option("stud-1")
    expect(listed).to_have_count(2)
    listed.last.click()
    place = page.get_by_role("slider", name="Step")
    steps = player.http.get("/api/rounds/stud-1/1").json()["steps"]
    expect(place).to_have_attribute("aria-valuetext", f"Step {len(steps)} of {len(steps)}")
    felt = page.get_by_role("region", name="Step by step").first
    page.locator("body").press("ArrowLeft")
    expect(place).to_have_attribute("aria-valuetext", f"Step {len(steps) - 1} of {len(steps)}")
    for _ in range(len(steps) - 2):
        page.keyboard.press("ArrowLeft")
    expect(place).to_have_attribute("aria-valuetext", f"Step 1 of {len(steps)}")
    expect(felt.get_by_role("img", name=re.compile("^Hand: .* of "))).to_have_count(0)
    for at, step in enumerate(steps[1:], 2):
        page.keyboard.press("ArrowRight")
        expect(place).to_have_attribute("aria-valuetext", f"Step {at} of {len(steps)}")
        expect(felt).to_contain_text(step["sentence"])
    expect(felt.get_by_role("img", name=re.compile("^Hand: .* of ")).first).to_be_visible()
    page.keyboard.press("ArrowRight")  # there is nothing after the end
    expect(place).to_have_attribute("aria-valuetext", f"Step {len(steps)} of {len(steps)}")


def test_the_proof_is_checked_in_the_page_and_downloads(visit: Visit, player: Visitor, tmp_path: Path) -> None:
    page = browser_of(visit, player, "/rounds/stud-1/1")
    page.get_by_role("button", name="Check it here").click()
    proven = page.get_by_text(re.compile(r"^Proven: \d+ of 52 cards opened, each in its committed place\.$"))
    expect(proven).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Proof as a file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["root"] in page.get_by_role("main").inner_text()
    ran = subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_receipts_are_shown_and_taken_away(visit: Visit, player: Visitor, tmp_path: Path) -> None:
    def taken(link: str) -> dict[str, Any]:
        with page.expect_download() as waiting:
            page.get_by_role("link", name=link).click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        said: dict[str, Any] = json.loads(json.loads(file.read_text("utf-8"))["statement"])
        assert said["account"] == f"wallet:{player.name}"
        return said

    rounds = player.http.get("/api/rounds").json()["rounds"]
    (net,) = [one["net"] for one in rounds if (one["table"], one["number"]) == ("stud-1", 1)]
    page = browser_of(visit, player, "/rounds/stud-1/1")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("No witness has signed for it yet.")).to_be_visible()
    said = taken("Receipt as a file")
    assert sum(one["cents"] for one in said["entries"]) == net
    page.goto(f"{player.served.url}/rounds")
    assert {one["stream"] for one in taken("Receipt of my account")["entries"]} >= {"table:stud-1", "table:holdem-1"}


def test_a_proof_that_is_not_one_is_found_in_the_page(visit: Visit, player: Visitor) -> None:
    page = browser_of(visit, player, "/rounds")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()

    def another_card(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        content = answer.json()
        openings = content["proofs"][0]["openings"]
        openings[0]["card"], openings[1]["card"] = openings[1]["card"], openings[0]["card"]
        route.fulfill(response=answer, json=content)  # type: ignore[attr-defined]

    page.route("**/api/rounds/stud-1/1/proof", another_card)
    page.goto(f"{player.served.url}/rounds/stud-1/1")
    page.get_by_role("button", name="Check it here").click()
    expect(page.get_by_text("Not proven: a card does not lead to the root")).to_be_visible()


def shows(page: Page, count: int) -> None:
    word = "1 row" if count == 1 else f"{count} rows"
    expect(page.get_by_role("status").filter(has_text=re.compile(rf"^{word}\b"))).to_be_visible()


def test_the_audit_by_table_player_and_paragraph_and_as_csv(visit: Visit, house: Served, player: Visitor) -> None:
    page = at_desk(visit, house, "/audit", "auditor", "ida")
    places = page.get_by_role("banner").get_by_role("link")
    expect(places.filter(has_text="Counts")).to_be_visible()  # the same pages as at every desk of staff
    page.get_by_role("banner").get_by_role("button", name="Record").click()
    expect(places.filter(has_text="Shift report")).to_be_visible()
    expect(places.filter(has_text="Audit")).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    shows(page, 4)
    where = page.get_by_label("Table or stream")
    where.select_option(next(value for value in where.locator("option").all_inner_texts() if "stud-1" in value))
    shows(page, 2)
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Player", exact=True).fill("nobody-at-all")
    expect(page.get_by_text("No matches.")).to_be_visible()
    page.get_by_label("Player", exact=True).fill(player.name)
    shows(page, 4)
    page.get_by_label("Paragraph").fill("5.8.1")
    shows(page, 1)
    row = page.get_by_role("row").filter(has_text="dealer-1")
    expect(row).to_contain_text("void")
    page.get_by_label("Player", exact=True).fill("dan")  # who made the report
    page.get_by_role("radio", name="Rulings").check(force=True)
    expect(page.get_by_role("row").filter(has_text="Foreign card: the round is void").first).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("radio", name="Money").check(force=True)
    expect(page.get_by_role("columnheader", name="Account")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download as CSV").click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert sum(int(line["cents"]) for line in lines) == 0  # double entry
    wallet = sum(int(line["cents"]) for line in lines if line["account"] == f"wallet:{player.name}")
    assert wallet == house.venue.floor.balances[f"wallet:{player.name}"]


def test_verification_from_the_page_says_that_all_is_well(visit: Visit, house: Served, player: Visitor) -> None:
    page = at_desk(visit, house, "/audit", "auditor", "ida")
    panel = page.get_by_role("region", name="Verification")
    panel.get_by_role("button", name="Verify the record").click()
    for part, answer in (("Consistent", "yes"), ("Authentic", "yes"), ("Complete", "not looked at")):
        expect(panel.get_by_role("listitem").filter(has_text=part)).to_contain_text(answer)
    entries = ask(Path(str(house.venue.floor.store.engine.url.database)), "SELECT count(*) FROM journal")[0][0]
    expect(panel).to_contain_text(f"{entries:,}")


def test_whether_it_was_chance_is_asked_from_the_audit(visit: Visit, house: Served, player: Visitor) -> None:
    page = at_desk(visit, house, "/audit", "auditor", "ida")
    page.get_by_role("link", name="Could what was dealt be chance?").click()
    page.get_by_role("button", name="Look into the record").click()
    expect(page.get_by_role("region", name="Too few rounds to say anything")).to_contain_text("once in 100")
    assert (axe_faults(page), sideways(page)) == ([], 0)


def test_a_byte_of_the_journal_that_was_changed_is_found(visit: Visit, tmp_path: Path) -> None:
    with serving(tmp_path, pages=PAGES) as house:
        page = at_desk(visit, house, "/audit", "auditor", "ida")
        panel = page.get_by_role("region", name="Verification")
        expect(panel).to_be_visible()
        position, command = ask(tmp_path / "floor.db", "SELECT position, command FROM journal WHERE stream='cage'")[0]
        other = command.replace("1", "2", 1)
        assert other != command
        assert change(tmp_path / "floor.db", "UPDATE journal SET command=? WHERE position=?", values=(other, position))
        panel.get_by_role("button", name="Verify the record").click()
        expect(panel.get_by_text(re.compile(r"^\d+ findings?$"))).to_be_visible()
        expect(panel.get_by_role("listitem").filter(has_text="cage").first).to_be_visible()
        page.close()
