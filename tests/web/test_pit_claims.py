"""Major awards on the pit's page: in which order they are paid, and who may record that the order was another."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.house.config import TablePlan
from croupier.web.demo import demonstration
from croupier.web.serving import Opening
from tests.web.server import BRISK, Served, Visitor, serving

SEED, FED = 12_840_000, 350
ROYAL = ("2c", "As", "2d", "Ks", "3h", "Qs", "5h", "Js", "7c", "Ts", "9d")
"""The Burnt Card; then a Royal Flush for the first box and nothing for the Dealer, in turn."""
TABLES = ("dealer-1", "dealer-2")
PLACES = [{"table": table, "round": 1, "box": 1} for table in TABLES]
Fields = dict[str, Any]


@pytest.fixture
def served(tmp_path: Any) -> Iterator[Served]:
    """A demonstration floor with two tables of Casino Stud at which a Dealer enters the cards."""
    plan = demonstration.plan()
    tables = {**plan.tables, "dealer-2": TablePlan("rws-casino-stud", "stud", automatic=False)}
    opening = Opening(
        db=str(tmp_path / "floor.db"), plan=replace(plan, tables=tables), pace=BRISK, company=False, seed=1
    )
    with serving(tmp_path, opening=opening) as found:
        yield found


def card(text: str) -> int:
    return "23456789TJQKA".index(text[0]) * 4 + "cdhs".index(text[1])


def done(who: Visitor, table: str, *commands: Fields) -> None:
    for command in commands:
        answer = who.act(table, command)
        assert answer.status_code == 200, f"{command}: {answer.text}"


def claims(served: Served) -> Visitor:
    """Two tables with a Royal Flush each, the first one dealt first; both wait."""
    dan, player = served.visit(name="dan", role="dealer"), served.visit().name
    head = {"type": "PlaceWager", "box": 1, "player": player}
    for table in TABLES:
        done(
            dan,
            table,
            {"type": "OpenRound"},
            {**head, "wager": "ante", "amount": 5_000},
            {**head, "wager": "jackpot", "amount": 500},
            {"type": "CloseBets"},
            {"type": "DealCards", "cards": [card(one) for one in ROYAL]},
            {"type": "Choose", "box": 1, "decision": "bet"},
            {"type": "Reveal"},
            {"type": "ShowHand", "box": 1},
            {"type": "Settle"},
        )
    return dan


def sign(served: Served, table: str) -> None:
    for name in ("nora", "olaf"):
        done(served.visit(name=name, role="pit_manager"), table, {"type": "SignClaim", "box": 1})


def test_the_order_is_shown_and_a_supervisor_records_another(served: Served) -> None:
    dan = claims(served)
    with served.visit(name="nadia", role="pit_supervisor").live("pit") as pit:
        page = pit.page("pit")
        assert [(one["table"], one["turn"]) for one in page["claims"]] == [("dealer-1", 1), ("dealer-2", 2)]
        (order,) = page["orders"]
        assert (order["link"], order["by"], order["cites"]) == ("stud", "", ["4.5.2", "I19"])
        assert [{name: one[name] for name in PLACES[0]} for one in order["places"]] == PLACES
        assert order["places"][0]["dealt"] < order["places"][1]["dealt"]
        found = {**order["command"], "order": PLACES[::-1], "reason": "the clock of table one was wrong"}
        without = pit.act("link:stud", {**found, "reason": ""}, key="bare")["refused"]
        assert "reason" in without["sentence"]
        assert pit.act("link:stud", found, key="order")["refused"] is None
        page = pit.until("pit", lambda one: bool(one["orders"]) and one["orders"][0]["by"] != "")
        (order,) = page["orders"]
        assert (order["by"], order["reason"]) == ("nadia", "the clock of table one was wrong")
        assert [(one["table"], one["turn"]) for one in page["claims"]] == [("dealer-2", 1), ("dealer-1", 2)]
        for table in TABLES:
            sign(served, table)
        refused = dan.act("dealer-1", {"type": "Settle"}).json()
        assert refused["sentence"] == "The award of table dealer-2, box 1, is paid first"
        assert refused["cites"] == ["4.5.2", "I19"]
        for table in TABLES[::-1]:
            done(dan, table, {"type": "Settle"})
        page = pit.until("pit", lambda one: not one["claims"])
        assert page["orders"] == []
        awards = next(one for one in page["links"] if one["link"] == "stud")["awards"]
        assert [(one["table"], one["amount"]) for one in awards] == [
            ("dealer-1", SEED),
            ("dealer-2", SEED + 2 * FED),
        ]


def test_an_order_of_signed_awards_waits_on_the_page_for_two_others(served: Served) -> None:
    claims(served)
    for table in TABLES:
        sign(served, table)
    with served.visit(name="nadia", role="pit_supervisor").live("pit") as pit:
        (order,) = pit.page("pit")["orders"]
        found = {**order["command"], "order": PLACES[::-1], "reason": "the clock of table one was wrong"}
        assert pit.act("link:stud", found, key="order")["refused"] is None
        page = pit.until("pit", lambda one: bool(one["orders"][0]["stated"]))
        (stated,) = page["orders"][0]["stated"]
        assert (stated["by"], stated["sign"]) == (["nadia"], None)
        assert stated["refuse"] == {"type": "RefuseOrder", "number": 1}
        assert stated["missing"] == "a Pit Manager or someone above them who has not signed before"
        assert [one["turn"] for one in page["claims"]] == [1, 2]
    with served.visit(name="max", role="pit_manager").live("pit") as pit:
        (stated,) = pit.page("pit")["orders"][0]["stated"]
        assert [one["table"] for one in stated["places"]] == list(TABLES[::-1])
        assert pit.act("link:stud", stated["sign"], key="sign")["refused"] is None
        page = pit.until("pit", lambda one: one["orders"][0]["by"] != "")
        assert [one["table"] for one in page["claims"]] == list(TABLES[::-1])
        assert page["orders"][0]["stated"] == []


def test_the_slip_of_a_claim_is_printed_before_and_after_it_is_paid(served: Served) -> None:
    dan = claims(served)
    nadia, path = served.visit(name="nadia", role="pit_supervisor"), "/api/rounds/dealer-1/1/slips/1"
    waiting = nadia.http.get(path)
    assert (waiting.status_code, waiting.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    rows = {line[:13].strip(): line[13:] for line in waiting.text.splitlines()}
    assert rows["Table"] == "dealer-1, round 1, box 1"
    assert rows["Hand"] == "As Ks Qs Js Ts"
    assert rows["Paid"] == "not yet"
    assert "Signed" not in rows
    sign(served, "dealer-1")
    done(dan, "dealer-1", {"type": "Settle"})
    paid = nadia.http.get(path).text
    # The meter stood at its seed; both tables' wagers of 5.00 have fed it with 70 % each before either is paid.
    assert "Meter before SGD 128,407.00" in paid
    assert "Paid         SGD 128,407.00, " in paid
    assert "Meter after  SGD 128,400.00" in paid
    assert [line[13:].split(", ")[:2] for line in paid.splitlines() if line.startswith("Signed")] == [
        ["nora", "pit manager"],
        ["olaf", "pit manager"],
    ]
    assert nadia.http.get(path).text == paid
    as_json = served.visit(name="aud", role="auditor").http.get(path, params={"format": "json"}).json()
    assert (as_json["box"], as_json["amount"], as_json["meter_after"]) == (1, SEED + 2 * FED, SEED)


def test_the_cage_sees_a_claim_with_its_hand_and_its_amount(served: Served) -> None:
    """The meter's seed and 70 % of both tables' wagers of 5.00 have gone to a wallet; what waits has no amount yet."""
    dan = claims(served)
    sign(served, "dealer-1")
    done(dan, "dealer-1", {"type": "Settle"})
    with served.visit(name="cat", role="cage").live("cage") as cage:
        page = cage.page("cage")
    rows = [{key: one[key] for key in one if key not in {"registered", "since"}} for one in page["claims"]]
    alike = {
        "rulebook": "rws-casino-stud-v6",
        "round": 1,
        "box": 1,
        "title": "Royal Flush",
        "hand": "As Ks Qs Js Ts",
        "paying": "",
        "paid_by": [],
        "paid_to": "",
        "mine": False,
    }
    assert rows == [
        {**alike, "number": "A-0002", "table": "dealer-2", "cents": 0, "state": "registered", "signed": []},
        {
            **alike,
            "number": "A-0001",
            "table": "dealer-1",
            "cents": SEED + 2 * FED,
            "state": "in_wallet",
            "signed": ["nora", "olaf"],
        },
    ]


def test_a_slip_is_for_the_pit_and_only_of_major_awards(served: Served) -> None:
    claims(served)
    nadia = served.visit(name="nadia", role="pit_supervisor")
    for path in (
        "dealer-1/1/slips/2",
        "dealer-1/2/slips/1",
        "dealer-1/0/slips/1",
        "none/1/slips/1",
        "stud-1/1/slips/1",
    ):
        answer = nadia.http.get(f"/api/rounds/{path}")
        assert answer.status_code == 404, path
        assert "no major award" in answer.json()["sentence"]
    for who in (served.visit(), served.visit(name="dan", role="dealer"), served.visit(name="cat", role="cage")):
        assert who.http.get("/api/rounds/dealer-1/1/slips/1").status_code == 403
    assert nadia.http.get("/api/rounds/dealer-1/1/slips/1", params={"format": "pdf"}).status_code == 400


@pytest.mark.parametrize("role", ["auditor", "dealer"])
def test_others_do_not_determine_it(served: Served, role: str) -> None:
    claims(served)
    who = served.visit(name="eve", role=role)
    command = {"type": "OrderClaims", "order": PLACES[::-1], "reason": "so it was"}
    answer = who.http.post("/api/streams/link:stud/acts", json={"key": who.key(), "commands": [command]})
    assert answer.status_code == 403, answer.text
    if role == "auditor":
        with who.live("pit") as pit:
            (order,) = pit.page("pit")["orders"]
            assert order["command"] is None
            assert len(order["places"]) == 2


def test_a_claim_says_what_value_it_is_paid_from(served: Served) -> None:
    """The jackpot system has failed at its table before: the value registered then."""
    dan, player = served.visit(name="dan", role="dealer"), served.visit().name
    head = {"type": "PlaceWager", "box": 1, "player": player}
    done(
        dan,
        "dealer-1",
        {"type": "OpenRound"},
        {**head, "wager": "ante", "amount": 5_000},
        {**head, "wager": "jackpot", "amount": 500},
        {"type": "CloseBets"},
        {"type": "DealCards", "cards": [card(one) for one in ROYAL]},
        {"type": "Choose", "box": 1, "decision": "bet"},
        {"type": "Reveal"},
        {"type": "ShowHand", "box": 1},
        {"type": "Report", "irregularity": "jackpot_system_down"},
        {"type": "Settle"},
    )
    with served.visit(name="nadia", role="pit_supervisor").live("pit") as pit:
        (seen,) = pit.page("pit")["claims"]
        assert (seen["registered"], seen["borne"], seen["amount"]) == (SEED + FED, False, SEED + FED)
        assert seen["cites"] == ["4.2", "I7", "5.18.1", "I18"]


def test_who_reports_a_link_down_says_where_cards_were_seen(served: Served) -> None:
    """A Dealer deals and no look is on record: without a word about it, nobody knows whether the round is void."""
    dan, player = served.visit(name="dan", role="dealer"), served.visit().name
    head = {"type": "PlaceWager", "box": 1, "player": player}
    done(
        dan,
        "dealer-1",
        {"type": "OpenRound"},
        {**head, "wager": "ante", "amount": 5_000},
        {**head, "wager": "jackpot", "amount": 500},
        {"type": "CloseBets"},
        {"type": "DealCards", "cards": [card(one) for one in ROYAL]},
    )
    with served.visit(name="nadia", role="pit_supervisor").live("pit") as pit:
        (link,) = (one for one in pit.page("pit")["links"] if one["link"] == "stud")
        assert link["unsure"] == ["dealer-1"]
        down = {"type": "LinkDown", "reason": "no line"}
        assert pit.act("link:stud", down, key="bare")["refused"]["sentence"].startswith("Table dealer-1: ")
        assert pit.act("link:stud", {**down, "seen": {"dealer-1": True}}, key="said")["refused"] is None
        page = pit.until("pit", lambda one: next(link for link in one["links"] if link["link"] == "stud")["down"] != "")
        (link,) = (one for one in page["links"] if one["link"] == "stud")
        assert link["unsure"] == []


def test_a_hand_that_is_changed_drops_its_signatures_where_the_pit_sees_it(served: Served) -> None:
    """Both hands lie side by side, whose signature no longer counts is named, and the old hand cannot be signed for."""
    claims(served)
    done(served.visit(name="nora", role="pit_manager"), "dealer-1", {"type": "SignClaim", "box": 1})
    sid = served.visit(name="sid", role="pit_supervisor")
    changed = {"type": "CorrectCard", "place": "1", "index": 0, "card": card("9s"), "reason": "misread"}
    with sid.live("pit") as pit:
        claim = pit.page("pit")["claims"][0]
        assert ([one["name"] for one in claim["signed"]], claim["hand_before"], claim["fell"]) == (["nora"], [], [])
        for one in (sid, served.visit(name="petra", role="pit_manager")):  # two others than nora
            done(one, "dealer-1", changed)
        page = pit.until("pit", lambda page: bool(page["claims"][0]["fell"]))
    claim = page["claims"][0]
    assert (claim["signed"], claim["fell"]) == ([], ["nora"])
    assert claim["hand_before"] == ["As", "Ks", "Qs", "Js", "Ts"]
    assert claim["cards"] == ["9s", "Ks", "Qs", "Js", "Ts"]
    old = {"type": "SignClaim", "box": 1, "hand": "As Ks Qs Js Ts"}
    answer = served.visit(name="olaf", role="pit_manager").act("dealer-1", old)
    assert answer.status_code == 409
    assert "hand" in answer.json()["sentence"]
