"""A Player's table in every window: all that can be pressed is in sight and large enough, and no box moves."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.past import browser_of
from tests.browser.windows import DESKS, PHONES, Windows
from tests.sampling import first
from tests.web.server import Served, Socket, Visitor

GAMES = ("stud-1", "multi-link-1", "holdem-1", "bonus-1")
ANTE = 10_000
LONGEST = (
    "Same three of a kind, yours played blind. The Dealer’s Queen kicker plays against your Seven. "
    "Your Three of a Kind still wins 5,000.00 from the jackpot"
)
"""The longest reason that a verdict can give; which one is dealt is chance."""


def wagers(page: dict[str, Any], box: int) -> list[dict[str, Any]]:
    """An Ante, and every wager that may lie beside it."""
    beside = [spot["wager"] for spot in page["layout"] if spot["first"] and spot["wager"] != "ante"]
    amounts = {"ante": ANTE, "jackpot": page["view"]["limits"]["jackpot_wager"]}
    return [
        {"type": "PlaceWager", "box": box, "wager": name, "amount": amounts.get(name, ANTE // 4)}
        for name in ("ante", *beside)
    ]


def does(who: Visitor, table: str, *commands: dict[str, Any]) -> None:
    answer = who.act(table, *commands)
    assert answer.status_code == 200, answer.text
    assert answer.json()["refused"] is None, answer.text


def choose(who: Visitor, table: str, box: int) -> None:
    """The wager that is asked for."""
    offered = [one["command"] for one in who.table(table)["options"] if one["type"] == "Act"]
    chosen = [one for one in offered if one["type"] == "Choose" and one["box"] == box]
    does(who, table, next(one for one in chosen if one["decision"] not in {"fold", "check"}))


@contextmanager
def company(house: Served, table: str, boxes: tuple[int, ...]) -> Iterator[tuple[Visitor, Socket]]:
    """Somebody who plays these boxes."""
    other = house.visit()
    with other.live(f"table:{table}") as socket:
        topic = f"table:{table}"
        if socket.page(topic)["view"]["phase"] == "ended":
            socket.say(type="hint", topic=topic, hint="next")
        socket.until(topic, lambda page: page["view"]["phase"] == "betting")
        for box in boxes:
            does(other, table, *wagers(other.table(table), box)[:2])
        yield other, socket


def play_and_measure(visit: Visit, house: Served, table: str, mine: tuple[int, ...], others: tuple[int, ...]) -> None:
    """A whole round, measured in every phase of it."""
    me = house.visit()
    with company(house, table, others) as (other, socket):
        page = browser_of(visit, me, f"/table/{table}", DESKS[0])
        bar = page.get_by_role("group", name="Your decision")
        windows = Windows(page)
        if len(mine) == 1:  # empty boxes are kept for one Player up to a number; with a wager on it a box is his anyway
            page.get_by_role("button", name=f"Box {mine[0]}, empty: sit down").click()
            expect(page.get_by_role("listitem", name=re.compile(f"^Box {mine[0]}, yours"))).to_be_visible()
            windows.measure("betting")
        for box in mine:
            does(me, table, *wagers(me.table(table), box))
        expect(page.get_by_role("listitem", name=re.compile(r"^Box \d, yours, Ante"))).to_have_count(len(mine))
        windows.measure("wagered")
        socket.say(type="hint", topic=f"table:{table}", hint="ready")
        bar.get_by_role("button", name="Deal").click()
        decided = 0
        while True:
            seen = me.table(table)
            if seen["view"]["phase"] == "ended":
                break
            turn = seen["view"]["turn"]
            if turn in mine:
                expect(bar.get_by_text(re.compile(r"\?$"))).to_be_visible()
                if turn == mine[0] or decided == 1:
                    windows.measure(f"decision {decided + 1}")
                choose(me, table, turn)
                decided += 1
            elif turn in others:
                choose(other, table, turn)
        expect(bar.get_by_text("Round settled")).to_be_visible()
        windows.measure("settled")
        page.locator(".verdict .why > span:first-child").evaluate(
            "(node, words) => { node.textContent = words; }", LONGEST
        )
        windows.measure("settled for the longest reason")
        if others:
            looks_at(page, others[0])
        me.http.post(f"/api/tables/{table}/hints", json={"hint": "next"})  # over HTTP as well, he is there for a minute
        page.get_by_role("button", name="Leave the table").click()
        assert windows.wrong == []


def looks_at(page: Page, box: int) -> None:
    """A box of which a phone shows name and state only: a press opens it, with its cards and wagers."""
    width, height = PHONES[1]
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name=re.compile(f"^Box {box}, .*show it$")).click()
    peek = page.get_by_role("dialog", name=re.compile(f"^Box {box}, "))
    expect(peek.get_by_role("img", name=re.compile(r"^Hand: \w+ of \w+"))).to_be_visible()
    expect(peek.get_by_role("row", name=re.compile("^Ante 100"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(peek).to_be_hidden()


@pytest.mark.parametrize(("table", "box"), [*zip(GAMES, (4, 1, 7, 2), strict=True)])
def test_one_box(visit: Visit, calm: Served, table: str, box: int) -> None:
    play_and_measure(visit, calm, table, (box,), ())


@pytest.mark.parametrize("table", first(2, ("holdem-1", "stud-1", "multi-link-1", "bonus-1")))
def test_seven_boxes_of_one_player(visit: Visit, calm: Served, table: str) -> None:
    boxes = calm.visit().table(table)["boxes"]
    play_and_measure(visit, calm, table, tuple(range(1, boxes + 1)), ())


@pytest.mark.parametrize("table", first(1, ("holdem-1", "stud-1")))
def test_a_full_table(visit: Visit, calm: Served, table: str) -> None:
    play_and_measure(visit, calm, table, (4,), (1, 2, 3, 5, 6, 7))


def test_the_measuring_finds_what_lies_below_the_window(visit: Visit, house: Served) -> None:
    """Or nothing above would prove anything."""
    page = visit(f"{house.url}/table/stud-1", DESKS[0])
    expect(page.get_by_role("button", name="Box 4, empty: sit down")).to_be_visible()
    windows = Windows(page)
    windows.measure("as it is")
    assert windows.wrong == []
    page.evaluate(
        """() => {
          const lower = new CSSStyleSheet();
          lower.replaceSync(".play .bar { transform: translateY(200px) } .play .boxes > li { translate: 2px }");
          document.adoptedStyleSheets.push(lower);
        }"""
    )
    windows.measure("moved")
    for width, height in (*DESKS, *PHONES):
        found = [one for one in windows.wrong if one.startswith(f"{width}x{height}, moved: ")]
        assert any("Sit down" in one and one.endswith("not inside the window") for one in found), found
        assert any("box 4 was at" in one for one in found), found
