"""The lobby: every table, one press to a seat, and playing within ten seconds of opening the address."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.web.clock.pacing import Pace
from tests.browser.conftest import PHONE, SIZES, Visit, sideways
from tests.browser.players import Player, until
from tests.web.server import Served, serving

NAMES = {
    "stud-1": "Casino Stud Poker",
    "multi-link-1": "Multi-Link Progressive Casino Stud",
    "holdem-1": "Progressive Texas Hold'em",
    "bonus-1": "Texas Hold'em Bonus Progressive",
    "poker-1": "Poker, No Limit",
    "dealer-1": "Casino Stud Poker",
}


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration as ./run opens it: company at every table, and the pace for people."""
    with serving(tmp_path_factory.mktemp("lively"), pace=Pace(), company=True) as served:
        yield served


@pytest.mark.parametrize("size", SIZES)
def test_the_lobby_shows_every_table(visit: Visit, calm: Served, size: tuple[int, int]) -> None:
    page = visit(calm.url, size)
    for table, game in NAMES.items():
        card = page.get_by_role("region", name=f"{game}, table {table}", exact=True)
        expect(card.get_by_role("heading", name=game)).to_be_visible()
        expect(card.get_by_role("link", name=f"Watch {table}")).to_be_visible()
    assert sideways(page) == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_free_seat_is_one_press_away(visit: Visit, calm: Served, size: tuple[int, int]) -> None:
    page = visit(calm.url, size)
    card = page.get_by_role("region", name="Progressive Texas Hold'em, table holdem-1", exact=True)
    number = 3 if size == PHONE else 5
    card.get_by_role("link", name=f"Box {number}, free: sit down").click()
    expect(page.get_by_role("listitem", name=re.compile(f"^Box {number}, yours"))).to_be_visible()
    until(lambda: number in calm.venue.presence.seats("holdem-1"), page)
    page.goto(calm.url)
    expect(card.get_by_role("link", name=f"Back to box {number}")).to_be_visible()


def test_plays_within_ten_seconds_among_company(visit: Visit, lively: Served) -> None:
    began = time.monotonic()
    guest = Player(visit(lively.url), lively, "stud-1", "mouse").sit()
    guest.press(guest.spot("Ante"))
    until(lambda: guest.placed().get("ante"), guest.page)
    assert time.monotonic() - began < 10
