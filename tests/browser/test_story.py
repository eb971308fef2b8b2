"""How the end of a round is told in a browser: cards, verdict, money, each in its time and for whoever watches."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.web.clock.pacing import Pace
from tests.browser.conftest import PHONE, Visit, axe_faults
from tests.browser.players import WAGER, Player, until
from tests.web.server import Served, serving

SLOWLY = Pace(bets=60, turn=60, choice=60, pause=4, reveal=100)
"""A stage takes half a minute: it is seen as long as a test looks at it."""
LOW = (1366, 657)
VERDICT = ".verdict b"
RESULT = re.compile(r"You (win|lose) [\d,.]+|Stand-off")


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A floor that shows every end slowly."""
    with serving(tmp_path_factory.mktemp("slow"), pace=SLOWLY) as served:
        yield served


def bet(page: Page, house: Served, table: str, way: str = "mouse") -> Player:
    """Wager an Ante, deal, and bet on the hand."""
    player = Player(page, house, table, way)
    expect(player.box).to_be_visible()
    player.bet(jackpot=False).deal()
    player.press(player.bar.get_by_role("button", name=WAGER))
    return player


def shot(page: Page, name: str) -> None:
    """A picture for whoever asks for one."""
    folder = os.environ.get("CROUPIER_SHOTS")
    if folder:
        page.evaluate("window.undrawn?.replaceSync('')")
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def test_the_page_waits_for_the_cards_and_shows_all_on_a_key(slow: Served, visit: Visit) -> None:
    page = visit(f"{slow.url}/table/stud-1?box=4", LOW, reduced=False)
    bet(page, slow, "stud-1")
    expect(page.get_by_text("The Dealer turns the cards")).to_be_visible()
    expect(page.locator(VERDICT)).to_have_text("Four more to turn")
    expect(page.get_by_text("The Dealer qualifies with Ace and King or better").last).to_be_visible()
    shot(page, "stud-reveal-1366")
    assert not axe_faults(page)
    page.keyboard.press("Space")
    expect(page.locator(VERDICT)).to_have_text(RESULT)
    reason = page.locator(".verdict .why [data-sent]").first.inner_text()
    expect(page.locator(".sr[role=status]")).to_contain_text(reason.split(".")[0])
    shot(page, "stud-settled-1366")
    assert not axe_faults(page)

    # The next round is open, and the result is still there until the first chip.
    expect(page.locator(".tray button").first).to_be_visible()
    expect(page.locator(VERDICT)).to_have_text(RESULT)
    shot(page, "stud-stays-1366")
    page.keyboard.press("1")
    expect(page.locator(".verdict.win, .verdict.lose, .verdict.push")).to_have_count(0)
    expect(page.get_by_role("heading", name="Last result")).to_be_visible()
    shot(page, "stud-peek-1366")


def test_a_press_on_the_felt_shows_all_too(slow: Served, visit: Visit) -> None:
    page = visit(f"{slow.url}/table/multi-link-1?box=4", PHONE, reduced=False)
    bet(page, slow, "multi-link-1", "touch")
    expect(page.locator(VERDICT)).to_have_text("Four more to turn")
    shot(page, "stud-reveal-390")
    page.locator(".line-of").tap()
    expect(page.locator(".verdict.win, .verdict.lose, .verdict.push")).to_have_count(1)  # under the first hand's guide
    shot(page, "stud-settled-390")


def test_who_wants_no_motion_is_shown_the_same_stages(slow: Served, visit: Visit) -> None:
    page = visit(f"{slow.url}/table/holdem-1", LOW)
    until(lambda: slow.venue.reveals._calm, page)
