"""The wall: meters that move, ladders, and when the latest awards were won."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house.config import FloorPlan, LinkPlan, TablePlan
from croupier.floor.house.credentials import Session
from croupier.floor.values.ports import Notice
from croupier.rules.terms import Role
from croupier.web.serving import Opening, open_venue
from croupier.web.topics.display import DisplayTopic
from croupier.web.views.awards import Awards
from tests.floor.rigged import a_floor
from tests.floor.test_claims import Minutes, hit
from tests.web.server import BRISK, serving


def _link(page: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in page["links"] if one["link"] == name)
    return found


def test_a_meter_moves_on_a_wager_elsewhere(tmp_path: Path) -> None:
    """70 % of a jackpot wager of 5.00 is 3.50, which joins the meter when the bets are closed."""
    with serving(tmp_path) as served:
        wall = served.visit(name="wall", role="display")
        player = served.visit()
        with wall.live("display") as seen, player.live("table:stud-1") as table:
            before = _link(seen.page("display"), "stud")["meter"]
            assert before == 12_840_000
            table.until("table:stud-1", lambda page: page["options"] != [])
            place = {"type": "PlaceWager", "box": 4, "player": player.name}
            answer = table.act(
                "table:stud-1",
                {**place, "wager": "ante", "amount": 2_500},
                {**place, "wager": "jackpot", "amount": 500},
                key="one",
            )
            assert answer["refused"] is None
            table.say(type="hint", topic="table:stud-1", hint="ready")
            after = seen.until("display", lambda page: _link(page, "stud")["meter"] != before)
            assert _link(after, "stud")["meter"] == 12_840_350


def test_a_ladder_is_the_rulebooks_own(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.visit().live("display") as seen:
        page = seen.page("display")
    ladder = {line["title"]: line["pays"] for line in _link(page, "stud")["ladder"]}
    assert ladder == {
        "Royal Flush": "100 %",
        "Straight Flush": "10 %",
        "Four of a Kind": "500",
        "Full House": "200",
        "Flush": "100",
    }
    assert {"title": "Four of a Kind", "pays": "400 for 1"} in _link(page, "multi-link")["ladder"]


def test_the_wall_has_the_jackpots_in_the_order_of_the_games(tmp_path: Path) -> None:
    """The order of the names would be another; a jackpot that no table is linked to comes last."""
    links = {name: LinkPlan() for name in ("a", "b", "c", "d")}
    tables = {
        "one": TablePlan("mbs-texas-holdem-bonus-progressive", "a"),
        "two": TablePlan("rws-multi-link-casino-stud", "c"),
        "three": TablePlan("rws-casino-stud", "d"),
    }
    plan = FloorPlan(links=links, tables=tables)
    venue = open_venue(Opening(db=str(tmp_path / "floor.db"), plan=plan, pace=BRISK, company=False))
    page = DisplayTopic("display").page(venue, Session("wall", Role.DISPLAY, 0, 0, 2**62))
    assert [(one.link, one.game) for one in page.links] == [
        ("d", "rws-casino-stud"),
        ("c", "rws-multi-link-casino-stud"),
        ("a", "mbs-texas-holdem-bonus-progressive"),
        ("b", ""),
    ]
    venue.floor.store.close()


PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"
"""
FLUSH = "2c As 2d 9s 3h Qs 5h Js 7c Ts 9d"
"""The Burnt Card; then a Flush for the first box and nothing for the Dealer, in turn."""


class Outbox:
    """Hears what was committed."""

    def __init__(self) -> None:
        self.heard: list[Notice] = []

    def send(self, notices: Sequence[Notice]) -> None:
        """Hears it."""
        self.heard.extend(notices)


@pytest.mark.parametrize("later", [False, True])
def test_awards_have_their_times(tmp_path: Path, later: bool) -> None:
    """Heard after each commit, or read from the journal by whoever opens it later: the same, to the microsecond."""
    clock = Minutes()
    floor = a_floor(tmp_path, PLAN, *[FLUSH] * 3, clock=clock)
    awards, outbox = Awards(floor), Outbox()
    floor.outbox = outbox
    told = []
    for _ in range(3):
        clock.later()
        hit(floor, "stud-1", "ann")
        told.append(floor.time.last)
    if later:
        awards = Awards(floor)
    else:
        awards.heard(outbox.heard)
    kept = floor.link("stud").awards
    assert [(one.round, one.award, one.amount) for one in kept] == [(number, "flush", 10_000) for number in (3, 2, 1)]
    # A round's award is written with the BET that settled it, the last thing of its minute.
    assert [awards.at("stud", one) for one in kept] == told[::-1]
    assert awards.at("elsewhere", kept[0]) == 0
