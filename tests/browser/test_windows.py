"""A Player's table in every window: all that can be pressed is in sight and large enough, and no box moves.

One page is resized through all the windows within a phase of the round, so that a round is played once for all of them.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.past import browser_of
from tests.web.server import Served, Socket, Visitor

Size = tuple[int, int]
DESKS: tuple[Size, ...] = ((1366, 657), (1536, 730), (1280, 720), (1024, 768), (1440, 900), (1920, 940))
PHONES: tuple[Size, ...] = ((844, 390), (390, 844))
MOUSE, FINGER = 36, 44
"""The least sizes of a target, in pixels."""
GAMES = ("stud-1", "multi-link-1", "holdem-1", "bonus-1")
ANTE = 10_000

MEASURE = """() => {
  const wrong = [];
  const root = document.documentElement;
  if (root.scrollHeight > root.clientHeight) wrong.push(`${root.scrollHeight - root.clientHeight} px below the window`);
  if (root.scrollWidth > root.clientWidth) wrong.push(`${root.scrollWidth - root.clientWidth} px beside the window`);
  for (const node of document.querySelectorAll(".play *")) {
    const style = getComputedStyle(node);
    const scrolls = (way, more) => /auto|scroll/.test(style[`overflow${way}`]) && more > 1;
    if (scrolls("Y", node.scrollHeight - node.clientHeight) || scrolls("X", node.scrollWidth - node.clientWidth))
      wrong.push(`${node.className} scrolls`);
  }
  const controls = [];
  // A citation is a quiet mark with room around it, and its paragraph is no act.
  for (const node of document.querySelectorAll(".play :is(button, a[href], input, select):not(.cite)")) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.disabled) continue;
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    const name = (node.getAttribute("aria-label") || node.textContent).trim().slice(0, 40);
    const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    if (!inside) wrong.push(`${name} is not inside the window`);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (inside && !(node.contains(hit) || hit?.contains(node))) wrong.push(`${name} lies under ${hit?.className}`);
    controls.push([name, Math.round(Math.min(width, height) * 10) / 10]);
  }
  const boxes = [...document.querySelectorAll(".boxes > li")].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left, top, width, height];
  });
  return { wrong, controls, boxes };
}"""


class Windows:
    """What was measured of one table so far, window by window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.boxes: dict[Size, list[list[float]]] = {}
        self.wrong: list[str] = []

    def measure(self, phase: str) -> None:
        """Look at the table in each window."""
        for size in (*DESKS, *PHONES):
            width, height = size
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found: dict[str, Any] = self.page.evaluate(MEASURE)
            where = f"{width}x{height}, {phase}"
            least = FINGER if size in PHONES else MOUSE
            small = [f"{name} is {least_side} px" for name, least_side in found["controls"] if least_side < least]
            self.wrong += [f"{where}: {one}" for one in (*found["wrong"], *small)]
            before = self.boxes.setdefault(size, found["boxes"])
            for number, (was, now) in enumerate(zip(before, found["boxes"], strict=True), start=1):
                if any(abs(one - other) > 1 for one, other in zip(was, now, strict=True)):
                    self.wrong.append(f"{where}: box {number} was at {was} and is at {now}")
        self.page.set_viewport_size({"width": DESKS[0][0], "height": DESKS[0][1]})


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
        assert windows.wrong == []
        me.http.post(f"/api/tables/{table}/hints", json={"hint": "next"})  # over HTTP as well, he is there for a minute
        page.get_by_role("button", name="Leave the table").click()


@pytest.mark.parametrize("table", GAMES)
def test_one_box(visit: Visit, calm: Served, table: str) -> None:
    play_and_measure(visit, calm, table, (4,), ())


@pytest.mark.parametrize("table", GAMES)
def test_seven_boxes_of_one_player(visit: Visit, calm: Served, table: str) -> None:
    boxes = calm.visit().table(table)["boxes"]
    play_and_measure(visit, calm, table, tuple(range(1, boxes + 1)), ())


@pytest.mark.parametrize("table", ["stud-1", "holdem-1"])
def test_a_full_table(visit: Visit, calm: Served, table: str) -> None:
    play_and_measure(visit, calm, table, (4,), (1, 2, 3, 5, 6, 7))
