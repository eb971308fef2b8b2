"""The console of a table that the demonstration's Dealer deals: a person takes it over, and hands it back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from croupier.cards import DECK, format_card
from croupier.web.clock.pacing import Pace
from tests.browser.conftest import SIZES, Visit, axe_faults, sideways
from tests.browser.staff import TABLE, Dealer, at_desk, round_of
from tests.browser.test_console import MEASURE
from tests.web.server import Served, serving

PACE = Pace(
    bets=1, turn=30, choice=30, pause=0.3, alone_bets=1, alone_pause=0.3, reveal=0, deals=0.7, turns=0.4, left=60
)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demonstration floor with its company and its Dealer."""
    with serving(tmp_path_factory.mktemp("lively"), pace=PACE, company=True) as served:
        yield served


@pytest.mark.parametrize("size", SIZES)
def test_a_dealer_takes_the_table_over_in_the_middle_of_a_deal_and_hands_it_back(
    visit: Visit, lively: Served, size: tuple[int, int]
) -> None:
    page = at_desk(visit, lively, f"/dealer/{TABLE}", "dealer", "dan", size)
    dealer, who = Dealer(page), page.get_by_role("region", name="Who deals")
    expect(who).to_contain_text("dealer-vera, the demonstration’s Dealer, deals this table.")
    expect(page.get_by_role("button", name="Ace of Spades", exact=True)).to_have_count(0)
    steps = page.get_by_role("list", name="Steps of the round")
    expect(steps).to_contain_text(re.compile(r"card [1-4] of "))
    who.get_by_role("button", name="Take over the table").click()
    expect(who).to_contain_text("dealer-vera, the demonstration’s Dealer, has stepped aside")
    there = round_of(lively).used.bit_count()
    assert 0 < there < 11  # two hands of five and the Burnt Card at least
    page.wait_for_timeout(1_500)  # two cards of the Dealer's
    assert round_of(lively).used.bit_count() == there
    page.reload()
    expect(who).to_contain_text("has stepped aside")
    dealer.waits_for("(box|Dealer)")
    assert axe_faults(page) == []
    assert sideways(page) <= 0
    if size[0] > 980:  # a desk: what is said of the other Dealer takes nothing from the felt
        assert page.evaluate(MEASURE)["wrong"] == []
    # Of the cards that lie face down the keypad does not tell: the first that is still in the shoe.
    free = next(card for card in DECK if not round_of(lively).used >> card & 1)
    dealer.types(format_card(free))
    expect(steps).to_contain_text(f"card {there + 1} of ")
    who.get_by_role("button", name="Hand the table back").click()
    expect(who).to_contain_text("deals this table")
    expect(steps).to_contain_text(re.compile(rf"card {there + 2} of |cards"))
    assert axe_faults(page) == []
