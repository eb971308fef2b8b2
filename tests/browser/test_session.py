"""A session in review, in the browser: the graph, the rounds, and what was best in each."""

import re

import pytest
from playwright.sync_api import expect

from croupier.rulebooks import load_banked
from croupier.web.desks.study.counting import COUNTS
from tests.browser.conftest import PHONE, SIZES, Visit, axe_faults, sideways
from tests.browser.past import browser_of, play
from tests.web.server import Served

TABLE, GAME = "stud-1", "rws-casino-stud"


@pytest.mark.parametrize("size", SIZES)
def test_a_session_with_its_graph(visit: Visit, house: Served, size: tuple[int, int]) -> None:
    COUNTS.state(load_banked(GAME))
    COUNTS.wait()
    ann = house.visit()
    play(ann, TABLE, 5 if size == PHONE else 4, 10_000, rounds=3)
    said = ann.http.get("/api/rounds/session").json()
    page = browser_of(visit, ann, "/rounds", size)
    page.get_by_role("link", name="Review my session").click()
    last = said["rounds"][-1]["head"]["number"]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {last}, in review")
    graph = page.get_by_role("region", name="This session")
    expect(graph.get_by_role("img", name=re.compile("^Result after each of 3 rounds, from 0 to "))).to_be_visible()
    expect(graph.get_by_text("average for your choices")).to_be_visible()
    figures = graph.get_by_role("definition")
    # Every BET is twice the Ante: three rounds of 100 + 200, and 5 each for the jackpot.
    expect(figures).to_have_text(["3", "915", f"{said['best']} of 3", f"{said['cost'] / 100:,.2f}"])
    judged = said["rounds"][-1]["choices"][0]
    best = "BET was the best choice." if judged["choices"][0]["decision"] == "bet" else "Best was Fold. BET cost you"
    expect(page.get_by_text(best)).to_be_visible()
    page.get_by_role("button", name="Earlier round").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {last - 1}, in review")
    page.reload()  # which round it is, is in the address
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Round {last - 1}, in review")
    assert sideways(page) == 0
    assert axe_faults(page) == []


def test_nobody_has_a_session_before_the_first_round(visit: Visit, house: Served) -> None:
    page = visit(f"{house.url}/rounds/session")
    expect(page.get_by_text("You have not played a round yet.")).to_be_visible()
