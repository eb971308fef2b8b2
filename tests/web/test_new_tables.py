"""A table and a link made in the pit, over HTTP, and played at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.server import Served, Visitor, serving

LINK = {"type": "EstablishLink", "seed": 1_000_000, "contribution": "0.70", "wager": 500}
TABLE = {"type": "EstablishTable", "game": "rws-casino-stud", "link": "new", "automatic": True}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as found:
        yield found


def make(who: Visitor, stream: str, command: dict[str, Any]) -> tuple[int, str]:
    answer = who.http.post(f"/api/streams/{stream}/acts", json={"key": who.key(), "commands": [command]})
    return answer.status_code, answer.json().get("sentence", "")


def test_a_link_and_a_table_are_made_opened_and_played(served: Served) -> None:
    mia, max_ = (served.visit(name=name, role="shift_manager") for name in ("mia", "max"))
    player = served.visit()
    with mia.live("pit", "lobby") as pit:
        before = {one["table"] for one in pit.page("pit")["tables"]}
        assert make(mia, "link:new", LINK) == (200, "")
        assert make(mia, "table:stud-new", TABLE) == (200, "")
        page = pit.until("pit", lambda one: any(row["table"] == "stud-new" for row in one["tables"]))
        assert {one["table"] for one in page["tables"]} == before | {"stud-new"}
        (link,) = (one for one in page["links"] if one["link"] == "new")
        assert (link["meter"], link["tables"]) == (1_000_000, ["stud-new"])
        pit.until("lobby", lambda one: any(row["face"]["table"] == "stud-new" for row in one["tables"]))
    chip = served.venue.floor.table("stud-new").engine.policy.chips[-1]
    opening = {"type": "Propose", "what": {"type": "OpenTable", "counts": [[chip, 100]]}}
    assert mia.act("stud-new", opening).status_code == 200
    assert max_.act("stud-new", {"type": "Countersign", "number": 1}).status_code == 200
    assert player.http.post("/api/tables/stud-new/hints", json={"hint": "sit", "box": 1}).status_code == 200
    with player.live("table:stud-new") as felt:
        felt.until("table:stud-new", lambda one: one["view"]["round"] == 1)
        wager = {"type": "PlaceWager", "box": 1, "wager": "ante", "amount": 5_000}
        assert player.act("stud-new", wager).status_code == 200


def test_who_may_make_one_and_what_is_wrong(served: Served) -> None:
    mia, pam, player = (
        served.visit(name="mia", role="shift_manager"),
        served.visit(name="pam", role="pit_manager"),
        served.visit(),
    )
    for who in (pam, player):
        status, said = make(who, "table:stud-new", {**TABLE, "link": "stud"})
        assert (status, said) == (403, "Only a Shift Manager may do this")
    for command, said in (
        ({**TABLE, "link": "none"}, "There is no link none"),
        ({**TABLE, "link": ""}, "rws-casino-stud has a jackpot: name its link"),
        ({**TABLE, "game": "whist", "link": "stud"}, "there is no game 'whist'"),
        ({**TABLE, "policy": {"minimum": 0}, "link": "stud"}, "minimum"),
        ({**TABLE, "automatic": "often"}, "automatic: Expected bool, got str"),
    ):
        status, why = make(mia, "table:stud-new", command)
        assert said in why
        assert 400 <= status < 500
    assert make(mia, "table:no name", {**TABLE, "link": "stud"})[0] == 422
    assert make(mia, "table:dealer-1", {**TABLE, "link": "stud"})[1] == "Table dealer-1 exists already"
    assert not served.venue.has_table("stud-new")
    assert make(mia, "table:stud-new", {"type": "OpenRound"})[0] == 404
    assert make(mia, "cage", {"type": "EstablishCage", "capital": 1})[0] == 422
