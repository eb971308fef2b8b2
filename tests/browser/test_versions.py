"""Another version of a document: proposed and signed at the pit, and named by the pages about rules.

Version 7 (tests/versions) comes while the house is open; it is effective from 1 December 2026.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.rulebooks import registered
from tests.browser.conftest import Visit
from tests.browser.staff import TABLE, at_desk
from tests.web.server import Served, serving

V6, V7 = "rws-casino-stud-v6", "rws-casino-stud-v7"


@pytest.fixture
def ahead(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house of its own: its table would not be as others left it."""
    with serving(tmp_path_factory.mktemp("ahead")) as served, registered("tests.versions.rws_casino_stud_v7"):
        yield served


def test_a_version_is_proposed_by_one_and_signed_by_another(ahead: Served, visit: Visit) -> None:
    day = max("2026-12-01", ahead.venue.books.day())
    nadia, omar = (at_desk(visit, ahead, "/pit/money", "pit_supervisor", name) for name in ("nadia", "omar"))
    nadia.get_by_role("button", name=f"{TABLE}: float, limits, opening and closing").click()
    sheet = nadia.get_by_role("dialog")
    expect(sheet.get_by_role("link", name=V6)).to_be_visible()
    sheet.get_by_role("button", name="Version", exact=True).click()
    expect(sheet.get_by_label("Version", exact=True)).to_have_value(V7)
    expect(sheet.get_by_label("From the first round of the gaming day")).to_have_value(day)
    sheet.get_by_role("button", name="Sign first").click()
    nadia.keyboard.press("Escape")
    waits = omar.get_by_role("article").filter(has_text="New version of the document")
    expect(waits).to_contain_text(f"Document: {V6} → {V7}")
    expect(waits).to_contain_text(day)
    assert ahead.venue.floor.table(TABLE).engine.rulebook == V6
    waits.get_by_role("button", name="Countersign").click()
    expect(waits).to_have_count(0)
    nadia.get_by_role("button", name=f"{TABLE}: float, limits, opening and closing").click()
    expect(nadia.get_by_role("dialog")).to_contain_text(f"{V7} from {day} on")
    # The documents of both stand beside each other.
    nadia.goto(f"{ahead.url}/rules/{V6}")
    versions = nadia.get_by_role("navigation", name="Versions of the document")
    expect(versions.get_by_role("link")).to_have_count(2)
    versions.get_by_role("link", name="Version 7").click()
    nadia.get_by_role("radio", name="Paragraphs").check(force=True)
    expect(nadia.get_by_text("The rules hang at every table.")).to_be_visible()
