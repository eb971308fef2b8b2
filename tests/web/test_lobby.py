"""The lobby: who sits where, and where somebody who does not care may sit down."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.server import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("floor")) as found:
        yield found


def _table(page: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in page["tables"] if one["face"]["table"] == name)
    return found


def _states(page: dict[str, Any], name: str) -> dict[int, str]:
    return {seat["number"]: seat["state"] for seat in _table(page, name)["seats"]}


def test_every_table_is_listed_with_its_limits_and_its_jackpot(served: Served) -> None:
    with served.visit().live("lobby") as socket:
        page = socket.page("lobby")
    assert [one["face"]["table"] for one in page["tables"]] == [
        "dealer-1",
        "stud-1",
        "multi-link-1",
        "holdem-1",
        "bonus-1",
        "poker-1",
    ]
    stud, poker = _table(page, "stud-1"), _table(page, "poker-1")
    assert (stud["minimum"], stud["maximum"], stud["jackpot_wager"]) == (2_500, 500_000, 500)
    assert stud["face"]["meter"] >= 12_840_000
    assert (poker["small_blind"], poker["big_blind"], poker["rake_cap"]) == (500, 1_000, 1_500)
    assert poker["rake_cites"][0] == "4.1"
    assert not _table(page, "dealer-1")["face"]["automatic"]


def test_a_box_is_free_then_mine_and_taken_for_others(served: Served) -> None:
    one, other = served.visit(), served.visit()
    with one.live("lobby", "table:stud-1") as mine, other.live("lobby") as theirs:
        assert _states(mine.until("lobby", lambda page: True), "stud-1")[4] == "free"
        assert _table(mine.pages["lobby"], "stud-1")["best"] == 4  # the middle one of seven
        mine.say(type="hint", topic="table:stud-1", hint="sit", box=4)
        mine.until("lobby", lambda page: _states(page, "stud-1")[4] == "mine")
        assert _table(mine.pages["lobby"], "stud-1")["best"] is None  # he sits already
        theirs.until("lobby", lambda page: _states(page, "stud-1")[4] == "taken")
        assert _table(theirs.pages["lobby"], "stud-1")["best"] == 3  # 3 and 5 are as near; the lower one
        mine.say(type="hint", topic="table:stud-1", hint="stand", box=4)
        theirs.until("lobby", lambda page: _states(page, "stud-1")[4] == "free")


def test_a_player_may_sit_where_a_dealer_deals(served: Served) -> None:
    player = served.visit()
    with player.live("lobby", "table:dealer-1") as socket:
        socket.page("lobby")
        best = _table(socket.pages["lobby"], "dealer-1")["best"]
        socket.say(type="hint", topic="table:dealer-1", hint="sit", box=best)
        socket.until("lobby", lambda page: _states(page, "dealer-1")[best] == "mine")
        dealer = served.visit(name="dora", role="dealer")
        assert dealer.act("dealer-1", {"type": "OpenRound"}).status_code == 200
        wager = {"type": "PlaceWager", "box": best, "wager": "ante", "amount": 2_500, "player": player.name}
        assert player.act("dealer-1", wager).json()["refused"] is None


def test_staff_are_offered_no_seat(served: Served) -> None:
    with served.visit(name="nadia", role="pit_supervisor").live("lobby") as socket:
        page = socket.page("lobby")
    assert {one["best"] for one in page["tables"]} == {None}
