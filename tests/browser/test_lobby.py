"""The lobby: every table, one press to a seat, and playing within ten seconds of opening the address."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.web.clock.pacing import Pace
from tests.browser.conftest import PHONE, PHONE_ALWAYS, SIZES, Visit, sideways
from tests.browser.players import Player, until
from tests.web.server import Served, serving

NAMES = {
    "Emerald table 1": "Casino Stud Poker",
    "Violet table 1": "Multi-Link Progressive Casino Stud",
    "Sapphire table 1": "Progressive Texas Hold'em",
    "Ruby table 1": "Texas Hold'em Bonus Progressive",
    "Tobacco table 1": "Poker, No Limit",
    "Emerald table 2": "Casino Stud Poker",  # the one with a Dealer comes after the automatic one
}
LAPTOP = (1366, 657)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration as ./run opens it: company at every table, and the pace for people."""
    with serving(tmp_path_factory.mktemp("lively"), pace=Pace(), company=True) as served:
        yield served


@pytest.mark.parametrize("size", PHONE_ALWAYS)
def test_the_lobby_shows_every_table(visit: Visit, calm: Served, size: tuple[int, int]) -> None:
    page = visit(calm.url, size)
    for table, game in NAMES.items():
        card = page.get_by_role("region", name=f"{game}, {table}", exact=True)
        expect(card.get_by_role("heading", name=game)).to_be_visible()
        expect(card.get_by_role("link", name=f"Watch {table}")).to_be_visible()
    assert sideways(page) == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_free_seat_is_one_press_away(visit: Visit, calm: Served, size: tuple[int, int]) -> None:
    page = visit(calm.url, size)
    card = page.get_by_role("region", name="Progressive Texas Hold'em, Sapphire table 1", exact=True)
    number = 3 if size == PHONE else 5
    card.get_by_role("link", name=f"Box {number}, free: sit down").click()
    expect(page.get_by_role("listitem", name=re.compile(f"^Box {number}, yours"))).to_be_visible()
    until(lambda: number in calm.venue.presence.seats("holdem-1"), page)
    page.goto(calm.url)
    expect(card.get_by_role("link", name=f"Back to box {number}")).to_be_visible()


@pytest.mark.always
def test_plays_within_ten_seconds_among_company(visit: Visit, lively: Served) -> None:
    began = time.monotonic()
    guest = Player(visit(lively.url), lively, "stud-1", "mouse").sit()
    guest.press(guest.spot("Ante"))
    until(lambda: guest.placed().get("ante"), guest.page)
    assert time.monotonic() - began < 10


def test_a_laptop_shows_six_cards_without_scrolling(visit: Visit, calm: Served) -> None:
    page = visit(calm.url, LAPTOP)
    cards = [page.get_by_role("region", name=re.compile(f"{table}$")) for table in [*NAMES][:5]]
    for card in [*cards, page.get_by_role("region", name="My last rounds")]:
        expect(card).to_be_visible()
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= LAPTOP[1], box


def test_a_phone_on_its_side_has_the_pages_in_one_line(visit: Visit, calm: Served) -> None:
    page = visit(calm.url, (844, 390))
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(links).to_have_count(5)
    places = [link.bounding_box() for link in links.all()]
    assert len({place["y"] for place in places if place is not None}) == 1, places


def test_a_card_says_what_happens_at_its_table(visit: Visit, calm: Served) -> None:
    page = visit(calm.url)
    card = page.get_by_role("region", name="Multi-Link Progressive Casino Stud, Violet table 1", exact=True)
    expect(card.get_by_text("Empty now")).to_be_visible()
    guest = Player(visit(calm.url), calm, "multi-link-1", "mouse").sit()
    expect(card.get_by_text(re.compile(r"^(Bets open(, \d+ s)?|Between rounds)$"))).to_be_visible()
    guest.press(guest.spot("Ante"))
    expect(card.get_by_text(re.compile(r"^Bets open, \d+ s$"))).to_be_visible()
    guest.deal()
    runs = card.get_by_text(re.compile(r"^Deciding · round \d+$"))
    expect(runs).to_be_visible()
    pill = runs.bounding_box()
    assert pill is not None
    assert pill["height"] < 30, "one line, over the felt's corner"
