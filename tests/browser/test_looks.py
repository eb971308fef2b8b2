"""What axe-core has to say about the tables in their main states, and what stands still."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE, Visit, axe_faults, sideways
from tests.browser.players import Player
from tests.web.server import Served

NAMES = "[...document.querySelectorAll('[aria-label]')].map(one => one.getAttribute('aria-label').trim())"
RUNNING = "document.getAnimations().filter(one => one.playState === 'running').length"


def sound(page: Page) -> None:
    """Nothing serious or critical, nothing beside the window, and every name is whole."""
    page.wait_for_function(f"{RUNNING} === 0")  # colours in motion are not read
    assert axe_faults(page) == []
    assert sideways(page) == 0
    assert [name for name in page.evaluate(NAMES) if not name or name.endswith(":")] == []  # a name that breaks off


@pytest.mark.parametrize(
    ("table", "size"), [("stud-1", DESK), ("multi-link-1", PHONE), ("holdem-1", PHONE), ("bonus-1", DESK)]
)
def test_a_table_in_every_state(visit: Visit, calm: Served, table: str, size: tuple[int, int]) -> None:
    guest = Player(visit(calm.url, size, reduced=True), calm, table, "mouse").sit()
    sound(guest.page)
    guest.bet()
    sound(guest.page)
    guest.deal().sees()
    sound(guest.page)
    guest.play()
    sound(guest.page)
    guest.leave_open()


@pytest.mark.parametrize(("table", "reduced"), [("stud-1", False), ("multi-link-1", True)])
def test_cards_fly_unless_motion_is_reduced(visit: Visit, calm: Served, table: str, reduced: bool) -> None:
    page = visit(calm.url, DESK, reduced=reduced)
    guest = Player(page, calm, table, "mouse").sit().bet()
    page.evaluate(
        """() => {
            window.seen = [];
            const look = () => {
                for (const one of document.getAnimations())
                    if (one.effect.getTiming().duration > 1) window.seen.push(String(one.effect.getTiming().duration));
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    guest.deal().fold().leave_open()
    assert bool(page.evaluate("window.seen")) is not reduced
