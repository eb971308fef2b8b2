"""Statements of staff that take more people: over HTTP, at the console and in the pit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house.config import TablePlan
from croupier.floor.values.table_kinds import BankedTable
from croupier.play.banked.state import Phase, Round
from tests.web.server import Served, Visitor, serving, with_tables

TABLE = "said-cs"
ANTE = 5_000


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The demonstration with a table that a Dealer deals."""
    by_hand = TablePlan("rws-casino-stud", "stud", automatic=False, anonymous=True)
    room = TablePlan("rws-poker", automatic=False, anonymous=True)
    with_tables(monkeypatch, {TABLE: by_hand, ROOM: room})
    with serving(tmp_path) as served:
        yield served


@pytest.fixture
def rahim(house: Served) -> Visitor:
    """A Dealer in the middle of a round: two boxes, five cards each, and one Player has looked."""
    dealer = house.visit(name="rahim", role="dealer")
    do(dealer, {"type": "BuyChips", "cents": 500_000}, {"type": "OpenRound"})
    for box, player in ((1, "Hana"), (2, "Viktor")):
        do(dealer, {"type": "PlaceWager", "box": box, "wager": "ante", "amount": ANTE, "player": player})
    do(dealer, {"type": "CloseBets"}, {"type": "DealCards", "cards": [52] * 15}, {"type": "DealCards", "cards": [12]})
    do(dealer, {"type": "Look", "box": 1})
    return dealer


def do(who: Visitor, *commands: dict[str, Any]) -> None:
    for command in commands:
        answer = who.act(TABLE, command)
        assert answer.status_code == 200, (command, answer.text)


def said(who: Visitor, command: dict[str, Any]) -> str:
    answer = who.act(TABLE, command)
    assert answer.status_code != 200, answer.text
    sentence: str = answer.json()["sentence"]
    return sentence


def round_of(house: Served) -> Round:
    state = house.venue.floor.table(TABLE)
    assert isinstance(state, BankedTable)
    assert state.engine.round is not None
    return state.engine.round


def in_the_pit(house: Served, name: str, role: str) -> dict[str, Any]:
    """The one statement of the pit's page, as this person sees it."""
    with house.visit(name=name, role=role).live("pit") as socket:
        (found,) = socket.page("pit")["statements"]
    assert isinstance(found, dict)
    return found


REPORT = {"irregularity": "foreign_card"}


def reported(dealer: Visitor) -> None:
    answer = dealer.http.post(f"/api/tables/{TABLE}/reports", json={"key": "r1", "report": REPORT})
    assert answer.status_code == 200, answer.text


def test_what_more_people_must_sign_is_shown_before_it_is_said(house: Served, rahim: Visitor) -> None:
    """A Void after a look gives every wager back: a Pit Supervisor confirms it, and nothing has happened yet."""
    before = house.venue.kept(TABLE).version
    answer = rahim.http.post(f"/api/tables/{TABLE}/rulings", json={"report": REPORT})
    assert answer.status_code == 200, answer.text
    preview = answer.json()
    assert preview["verb"] == "Ask for signatures"
    assert preview["ruling"]["ruling"] == "The round is void."
    waits = preview["waits"]
    assert [one["name"] for one in waits["signers"]] == ["rahim"]
    assert "Pit Supervisor" in waits["missing"]
    (now,) = [one for one in waits["ladder"] if one["now"]]
    assert (now["stage"], "two people" in now["who"]) == ("open", True)
    assert house.venue.kept(TABLE).version == before


def test_a_second_person_signs_in_the_pit(house: Served, rahim: Visitor) -> None:
    reported(rahim)
    assert round_of(house).phase is not Phase.ENDED
    assert "waits for" in said(rahim, {"type": "Choose", "box": 1, "decision": "fold"})
    seen = in_the_pit(house, "nadia", "pit_supervisor")
    assert (seen["by"], seen["title"], seen["own"]) == ("rahim", "Foreign card", False)
    assert seen["ruling"]["ruling"] == "The round is void."
    assert next(line["amount"] for line in seen["ruling"]["lines"] if line["amount"]) == 2 * ANTE
    nadia = house.visit(name="nadia", role="pit_supervisor")
    assert said(nadia, seen["sign"]) == "This needs a reason"
    do(nadia, {**seen["sign"], "reason": "a card of another deck lies there"})
    assert round_of(house).phase is Phase.ENDED
    with house.visit(name="nadia", role="pit_supervisor").live("pit") as socket:
        assert socket.page("pit")["statements"] == []


def test_who_said_it_does_not_sign_it_and_may_withdraw_it(house: Served, rahim: Visitor) -> None:
    reported(rahim)
    topic = f"dealer:{TABLE}"
    with rahim.live(topic) as socket:
        (own,) = socket.page(topic)["statements"]
    assert (own["sign"], own["own"]) == (None, True)
    assert own["stops"] == "rahim has said this: another person signs it"
    assert said(rahim, {"type": "SignStatement", "number": own["number"]}) == own["stops"]
    do(rahim, own["refuse"])
    do(rahim, {"type": "Choose", "box": 1, "decision": "fold"})


def test_one_refusal_ends_it_with_a_reason(house: Served, rahim: Visitor) -> None:
    reported(rahim)
    seen = in_the_pit(house, "nadia", "pit_supervisor")
    nadia = house.visit(name="nadia", role="pit_supervisor")
    assert said(nadia, seen["refuse"]) == "Refusing a statement needs a reason"
    do(nadia, {**seen["refuse"], "reason": "the camera shows a card of this deck"})
    assert round_of(house).phase is not Phase.ENDED
    do(rahim, {"type": "Choose", "box": 1, "decision": "fold"})


def test_a_player_neither_sees_nor_signs_a_statement(house: Served, rahim: Visitor) -> None:
    reported(rahim)
    guest = house.visit()
    for kind in ("SignStatement", "RefuseStatement"):
        answer = guest.act(TABLE, {"type": kind, "number": 1, "reason": "no"})
        assert answer.status_code == 403, answer.text
    with guest.live(f"table:{TABLE}") as socket:
        assert "statements" not in socket.page(f"table:{TABLE}")


# ---- The poker room -------------------------------------------------------------------------------------------------

ROOM = "said-pr"


def test_a_void_in_the_poker_room_takes_two_as_well(house: Served) -> None:
    """Looks are not recorded there: from the deal on, what gives chips back is confirmed by a Pit Supervisor."""
    dealer = house.visit(name="rahim", role="dealer")
    stake = 20_000
    do_at(dealer, {"type": "BuyChips", "cents": 2 * stake})
    for seat, player in ((1, "Ann"), (2, "Ben")):
        do_at(dealer, {"type": "JoinTable", "seat": seat, "stake": stake, "player": player})
    do_at(dealer, {"type": "OpenRound"}, {"type": "DealCards", "cards": [52] * 4})
    answer = dealer.http.post(f"/api/tables/{ROOM}/rulings", json={"report": REPORT})
    assert answer.status_code == 200, answer.text
    assert answer.json()["verb"] == "Ask for signatures"
    assert answer.json()["ruling"]["ruling"] == "The round is void."
    answer = dealer.http.post(f"/api/tables/{ROOM}/reports", json={"key": "r1", "report": REPORT})
    assert answer.status_code == 200, answer.text
    seen = in_the_pit(house, "nadia", "pit_supervisor")
    assert (seen["table"], seen["by"], seen["title"]) == (ROOM, "rahim", "Foreign card")
    nadia = house.visit(name="nadia", role="pit_supervisor")
    do_at(nadia, {**seen["sign"], "reason": "a card of another deck lies there"})
    state = house.venue.floor.table(ROOM)
    assert not state.running


def do_at(who: Visitor, *commands: dict[str, Any]) -> None:
    for command in commands:
        answer = who.act(ROOM, command)
        assert answer.status_code == 200, (command, answer.text)
