"""The pit's pages over the live socket: who sees what, and what two people sign."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from croupier.floor.deciding.meters import TERMS
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import EstablishTable
from croupier.floor.values.table_kinds import BankedTable
from croupier.rules.terms import Role
from croupier.web.watch.books import Books
from croupier.web.wire.pit import PitPage
from tests.floor.cashiers import opening
from tests.web.server import Served, Socket, Visitor, serving

DEALT = "dealer-1"
"""Where a Dealer enters the cards."""
ROYAL = ("2c", "As", "2d", "Ks", "3h", "Qs", "5h", "Js", "7c", "Ts", "9d")
"""The Burnt Card; then a Royal Flush for the first box and nothing for the Dealer, in turn."""
SEED = 12_840_000
Fields = dict[str, Any]


@pytest.fixture
def served(tmp_path: Any) -> Iterator[Served]:
    with serving(tmp_path) as found:
        yield found


def card(text: str) -> int:
    return "23456789TJQKA".index(text[0]) * 4 + "cdhs".index(text[1])


def done(who: Visitor, table: str, *commands: Fields) -> None:
    for command in commands:
        answer = who.act(table, command)
        assert answer.status_code == 200, f"{command}: {answer.text}"


def elsewhere(who: Visitor, stream: str, command: Fields) -> Any:
    return who.http.post(f"/api/streams/{stream}/acts", json={"key": who.key(), "commands": [command]})


def bet(dan: Visitor, player: str, *boxes: int, jackpot: bool = True) -> None:
    """A round at the Dealer's table, up to the close."""
    done(dan, DEALT, {"type": "OpenRound"})
    for box in boxes:
        head = {"type": "PlaceWager", "box": box, "player": player}
        done(dan, DEALT, {**head, "wager": "ante", "amount": 5_000})
        if jackpot:
            done(dan, DEALT, {**head, "wager": "jackpot", "amount": 500})
    done(dan, DEALT, {"type": "CloseBets"})


def claim(served: Served) -> tuple[Visitor, str]:
    """A Royal Flush in box 1, up to its claim."""
    dan, player = served.visit(name="dan", role="dealer"), served.visit().name
    bet(dan, player, 1)
    done(
        dan,
        DEALT,
        {"type": "DealCards", "cards": [card(one) for one in ROYAL]},
        {"type": "Choose", "box": 1, "decision": "bet"},
        {"type": "Reveal"},
        {"type": "ShowHand", "box": 1},
        {"type": "Settle"},
    )
    return dan, player


def row(page: Fields, table: str) -> Fields:
    found: Fields = next(one for one in page["tables"] if one["table"] == table)
    return found


def refusal(socket: Socket, topic: str) -> Fields:
    """What somebody hears who may not watch."""
    found: Fields = socket.answer(f"watch {topic}")["refused"]
    return found


# ---- Who sees it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["player", "dealer", "display"])
@pytest.mark.parametrize("topic", ["pit", "pit:money"])
def test_the_pit_is_not_for_players_dealers_and_displays(served: Served, role: str, topic: str) -> None:
    with served.visit(name="eve", role=role).live(topic) as socket:
        assert refusal(socket, topic)["reason"] == "role"


def test_an_auditor_sees_everything_and_is_offered_nothing(served: Served) -> None:
    claim(served)
    with served.visit(name="ida", role="auditor").live("pit", "cage") as socket:
        page = socket.page("pit")
        assert len(page["tables"]) == 6
        assert page["claims"][0]["command"] is None
        assert set(page["may"]) == {"accounts", "cage", "proposals", "journal", "verify"}
        cage = socket.until("cage", lambda one: True)
        assert cage["may"] == []
        assert cage["holds"] > 0


def test_the_cage_sees_its_own_part(served: Served) -> None:
    claim(served)
    with served.visit(name="tom", role="cage").live("pit", "pit:money") as socket:
        page, money = socket.page("pit"), socket.until("pit:money", lambda one: True)
        assert (page["tables"], page["claims"], page["decisions"], money["tills"]) == ([], [], [], [])


# ---- Decisions ------------------------------------------------------------------------------------------------------


def report(served: Served, looked: int = 0, **report: Any) -> Visitor:
    dan, player = served.visit(name="dan", role="dealer"), served.visit().name
    bet(dan, player, 2, 3)
    done(dan, DEALT, {"type": "DealCards", "cards": [card(one) for one in ROYAL]})
    if looked:  # which takes a whole hand: sixteen cards with the one burnt
        done(dan, DEALT, {"type": "DealCards", "cards": [card(one) for one in ("4c", "6d", "8h", "Th", "6s")]})
        done(dan, DEALT, {"type": "Look", "box": looked})
    done(dan, DEALT, {"type": "Report", **report})
    return dan


def test_a_decision_is_its_roles_and_is_shown_locked_to_a_lower_one(served: Served) -> None:
    """5.24 leaves what the document does not resolve to a Shift Manager."""
    report(served, irregularity="not_covered")
    with served.visit(name="nadia", role="pit_supervisor").live("pit") as socket:
        (seen,) = socket.page("pit")["decisions"]
        assert (seen["mine"], seen["options"], seen["role"], seen["cites"]) == (False, [], "shift_manager", ["5.24"])
    with served.visit(name="sid", role="shift_manager").live("pit") as socket:
        page = socket.page("pit")
        (seen,) = page["decisions"]
        assert seen["mine"]
        assert [one["option"] for one in seen["options"]] == ["continue", "void_round", "invalidate_hand"]
        void, out = seen["options"][1:]
        assert (void["two"], void["back"]) == (True, 2 * (5_000 + 500))
        assert (out["two"], out["boxes"], out["back"]) == (True, [2, 3], 0)
        assert row(page, DEALT)["state"] == "decision"
        assert row(page, DEALT)["step"]["kind"] == "waits"


def test_a_supervisors_decision_tells_what_each_answer_does_and_is_taken_with_a_reason(served: Served) -> None:
    """5.19: whether a second hand was examined on purpose. If so it is out, and its wagers go back."""
    dan = report(served, 2, irregularity="extra_hand_examined", box=3, facts={"intentional": "undecided"})
    nadia = served.visit(name="nadia", role="pit_supervisor")
    with nadia.live("pit") as socket:
        (seen,) = socket.page("pit")["decisions"]
        assert seen["mine"]
        assert seen["facts"] == []  # whether it was on purpose is for the supervisor to find
        meant, not_meant = seen["options"]
        assert (meant["label"], not_meant["label"]) == ("Intentional", "Not intentional")
        assert (meant["back"], not_meant["back"]) == (5_000 + 500, 0)
        assert "box 3 is out" in " ".join(meant["tells"])
        refused = socket.act(f"table:{DEALT}", {**meant["command"], "reason": " "}, key="none")["refused"]
        assert "reason" in refused["sentence"]
        assert dan.act(DEALT, {**meant["command"], "reason": "seen"}).status_code == 403
        taken = socket.act(f"table:{DEALT}", {**meant["command"], "reason": "he said so"}, key="taken")
        assert taken["refused"] is None
        page = socket.until("pit", lambda one: bool(one["decisions"][0]["options"][0]["signed"]))
        (waits,) = page["decisions"][0]["options"]
        assert (waits["option"], waits["signed"], waits["back"]) == (meant["option"], "nadia", 5_000 + 500)
        assert (meant["two"], not_meant["two"]) == (True, False)
        done(served.visit(name="omar", role="pit_supervisor"), DEALT, waits["command"])
        page = socket.until("pit", lambda one: not one["decisions"])
        assert row(page, DEALT)["state"] == "irregularity"


def test_a_void_takes_two_and_the_page_says_who_signed_first(served: Served) -> None:
    report(served, irregularity="not_covered")
    sid, una = served.visit(name="sid", role="shift_manager"), served.visit(name="una", role="shift_manager")
    with sid.live("pit") as first, una.live("pit") as second:
        void = first.page("pit")["decisions"][0]["options"][1]
        command = {**void["command"], "reason": "nobody knows"}
        assert first.act(f"table:{DEALT}", command, key="one")["refused"] is None
        seen = first.until("pit", lambda one: bool(one["decisions"][0]["options"][0]["signed"]))
        (waits,) = seen["decisions"][0]["options"]
        assert (waits["option"], waits["signed"], waits["back"]) == ("void_round", "sid", 2 * (5_000 + 500))
        again = first.act(f"table:{DEALT}", waits["command"], key="two")["refused"]
        assert again["sentence"] == "sid has said this: another person signs it"
        assert second.act(f"table:{DEALT}", waits["command"], key="three")["refused"] is None
        second.until("pit", lambda one: not one["decisions"])


# ---- Two signatures -------------------------------------------------------------------------------------------------


def test_a_first_float_is_counted_by_one_and_signed_by_another(served: Served) -> None:
    nadia, omar = (served.visit(name=name, role="pit_supervisor") for name in ("nadia", "omar"))
    new = EstablishTable("rws-casino-stud", {}, "stud", False)
    made = served.venue.floor.submit(Request("table:new", "manager", Role.SHIFT_MANAGER, new))[0]
    assert isinstance(made, Accepted)
    with nadia.live("pit") as first, omar.live("pit") as second:
        first.page("pit")
        fill = {"type": "Propose", "what": {"type": "OpenTable", "counts": [[10_000, 20], [2_500, 4]]}}
        assert first.act("table:new", fill, key="fill")["refused"] is None
        (own,) = first.until("pit", lambda one: bool(one["proposals"]))["proposals"]
        assert (own["what"], own["cents"], own["own"], own["sign"]) == ("OpenTable", 210_000, True, None)
        assert own["at"] > 0
        number = own["number"]
        again = {"type": "Countersign", "number": number}
        assert "Two different" in first.act(own["stream"], again, key="self")["refused"]["sentence"]
        (waits,) = second.until("pit", lambda one: bool(one["proposals"]))["proposals"]
        assert waits["counts"] == [[10_000, 20], [2_500, 4]]
        assert second.act(waits["stream"], waits["sign"], key="second")["refused"] is None
        page = second.until("pit", lambda one: not one["proposals"])
        assert served.venue.floor.table("new").info.float == 210_000
        assert (row(page, "new")["float"], row(page, "new")["level"]) == (None, 5)  # whoever counts it sees no sum
        assert row(page, "new")["win"] == 0  # a float is no win
    with served.visit(name="sid", role="shift_manager").live("pit") as third:
        assert row(third.page("pit"), "new")["float"] == 210_000


def test_other_limits_show_what_would_change_and_can_be_turned_down(served: Served) -> None:
    nadia, omar = (served.visit(name=name, role="pit_supervisor") for name in ("nadia", "omar"))
    with nadia.live("pit", "pit:money") as first, omar.live("pit") as second:
        till = next(one for one in first.until("pit:money", lambda one: True)["tills"] if one["table"] == DEALT)
        policy = {**till["policy"], "minimum": 10_000}
        change = {"type": "Propose", "what": {"type": "ChangePolicy", "policy": policy}}
        assert first.act(f"table:{DEALT}", change, key="limits")["refused"] is None
        (waits,) = second.until("pit", lambda one: bool(one["proposals"]))["proposals"]
        assert waits["changes"] == [{"name": "minimum", "before": "2500", "after": "10000"}]
        assert second.act(waits["stream"], {**waits["reject"], "reason": "not tonight"}, key="no")["refused"] is None
        assert second.until("pit", lambda one: not one["proposals"])["answers"] == []  # he has proposed nothing
        (answer,) = first.until("pit", lambda one: bool(one["answers"]))["answers"]
        assert (answer["table"], answer["what"], answer["signed"]) == (DEALT, "ChangePolicy", False)
        assert (answer["by"], answer["role"], answer["reason"]) == ("omar", "pit_supervisor", "not tonight")
        assert answer["at"] > 0


def test_limits_are_proposed_on_top_of_those_that_wait_for_the_next_round(served: Served) -> None:
    """The form starts from what has been signed for, so that a second change does not undo the first unseen."""
    nadia, omar = (served.visit(name=name, role="pit_supervisor") for name in ("nadia", "omar"))
    done(served.visit(name="dan", role="dealer"), DEALT, {"type": "OpenRound"})
    for name, value in (("minimum", 5_000), ("maximum", 40_000)):
        with nadia.live("pit:money") as pit:
            till = next(one for one in pit.page("pit:money")["tills"] if one["table"] == DEALT)
        change = {"type": "ChangePolicy", "policy": {**till["policy"], name: value}}
        done(nadia, DEALT, {"type": "Propose", "what": change})
        with omar.live("pit") as pit:
            (waits,) = pit.page("pit")["proposals"]
        assert [(one["name"], one["after"]) for one in waits["changes"]] == [(name, str(value))]
        done(omar, DEALT, waits["sign"])
    state = served.venue.floor.table(DEALT)
    assert isinstance(state, BankedTable)
    assert state.engine.policy.minimum == 2_500  # this round is played as it began
    assert state.info.policy is not UNSET
    assert (state.info.policy["minimum"], state.info.policy["maximum"]) == (5_000, 40_000)


def test_the_last_three_answers_are_told_also_by_a_house_that_opens_again(served: Served) -> None:
    nadia, omar = (served.visit(name=name, role="pit_supervisor") for name in ("nadia", "omar"))
    policy = msgspec.to_builtins(served.venue.floor.table(DEALT).engine.policy)
    limits = {key: value for key, value in policy.items() if key not in TERMS}
    for at in range(4):
        change = {"type": "ChangePolicy", "policy": {**limits, "minimum": 2_500 + 500 * at}}
        done(nadia, DEALT, {"type": "Propose", "what": change})
        number = served.venue.floor.table(DEALT).info.proposed
        signs = {"type": "Countersign", "number": number}
        done(omar, DEALT, signs if at == 2 else {"type": "Reject", "number": number, "reason": f"no {at}"})
    books = Books(served.venue.floor)  # from the journal alone
    assert books.answered("nadia") == served.venue.books.answered("nadia")
    assert [(one.signed, one.reason) for one in books.answered("nadia")] == [
        (False, "no 3"),
        (True, ""),
        (False, "no 1"),
    ]
    assert books.answered("omar") == ()


def test_an_answer_about_a_jackpots_terms_is_told_too(served: Served) -> None:
    sid, una = (served.visit(name=name, role="shift_manager") for name in ("sid", "una"))
    with sid.live("pit") as first, una.live("pit") as second:
        terms = {"type": "ProposeTerms", "seed": 1_000_000, "contribution": "0.70", "wager": 500}
        assert first.act("link:stud", terms, key="terms")["refused"] is None
        (waits,) = second.until("pit", lambda one: bool(one["proposals"]))["proposals"]
        assert second.act("link:stud", {**waits["reject"], "reason": "too little"}, key="no")["refused"] is None
        (answer,) = first.until("pit", lambda one: bool(one["answers"]))["answers"]
        assert (answer["table"], answer["what"], answer["reason"]) == ("stud", "Terms", "too little")


def test_a_claim_is_signed_by_two_people_and_by_nobody_twice(served: Served) -> None:
    dan, player = claim(served)
    nadia = served.visit(name="nadia", role="pit_supervisor")
    omar = served.visit(name="omar", role="pit_manager")
    with nadia.live("pit") as first, omar.live("pit") as second:
        page = first.page("pit")
        (seen,) = page["claims"]
        meter = SEED + 350  # 70 % of SGD 5 were fed into it
        assert (seen["amount"], seen["before"], seen["after"]) == (meter, meter, SEED)
        assert (seen["cards"], seen["percent"], seen["player"]) == (["As", "Ks", "Qs", "Js", "Ts"], 100, player)
        assert (seen["making"], seen["needed"], seen["signed"]) == ([0, 1, 2, 3, 4], 2, [])
        (alert,) = page["alerts"]
        assert (alert["kind"], alert["amount"], alert["cites"]) == ("claim", meter, ["4.2", "I7"])
        assert (row(page, DEALT)["state"], row(page, DEALT)["step"]) == (
            "claim",
            {"kind": "locked", "at": 0, "of": 0, "box": 1, "name": ""},
        )
        searched = first.until("pit", lambda one: row(one, DEALT)["exposure_exact"])
        assert row(searched, DEALT)["exposure"] == 5_000  # the Ante; the award comes out of the meter
        assert first.act(f"table:{DEALT}", seen["command"], key="one")["refused"] is None
        (signed,) = first.until("pit", lambda one: bool(one["claims"][0]["signed"]))["claims"]
        assert signed["command"] is None
        assert (signed["signed"][0]["name"], signed["signed"][0]["role"]) == ("nadia", "pit_supervisor")
        assert signed["signed"][0]["at"] > 0
        twice = first.act(f"table:{DEALT}", {"type": "SignClaim", "box": 1}, key="again")["refused"]
        assert twice["sentence"] == "Two different people must sign"
        (offered,) = second.until("pit", lambda one: bool(one["claims"]))["claims"]
        assert second.act(f"table:{DEALT}", offered["command"], key="two")["refused"] is None
        done(dan, DEALT, {"type": "Settle"})
        page = second.until("pit", lambda one: not one["claims"])
        assert page["alerts"] == []
        (kept,) = next(one for one in page["links"] if one["link"] == "stud")["awards"]
        assert (kept["amount"], kept["signed"]) == (meter, ["nadia", "omar"])


# ---- Alerts and links -----------------------------------------------------------------------------------------------


def test_a_cash_alert_stays_until_a_manager_acknowledges_it(served: Served) -> None:
    tom, guest = served.visit(name="tom", role="cage"), served.visit()
    day = served.venue.books.day()
    limit = served.venue.floor.cage().alert_from
    cash = {"type": "CashIn", "player": guest.name, "cents": limit, "day": day}
    assert elsewhere(tom, "cage", opening(served.venue.floor, "1")).status_code == 200
    assert "two people sign" in elsewhere(tom, "cage", cash).text
    assert elsewhere(tom, "cage", {"type": "ProposeCash", "what": cash}).status_code == 200
    number = served.venue.floor.cage().proposals[0].number
    tia = served.visit(name="tia", role="cage")
    assert elsewhere(tia, "cage", {"type": "CountersignCash", "number": number}).status_code == 200
    nadia, omar = served.visit(name="nadia", role="pit_supervisor"), served.visit(name="omar", role="pit_manager")
    with nadia.live("pit") as socket:
        assert socket.page("pit")["alerts"] == []  # the cage is not for a Pit Supervisor
    with omar.live("pit") as socket:
        (alert,) = socket.page("pit")["alerts"]
        assert (alert["kind"], alert["player"], alert["way"]) == ("cash", guest.name, "in")
        assert alert["at"] > 0
    with omar.live("pit") as socket:  # a page that is opened anew has it still
        (alert,) = socket.page("pit")["alerts"]
        assert socket.act(alert["stream"], alert["command"], key="seen")["refused"] is None
        socket.until("pit", lambda one: not one["alerts"])
    with tom.live("pit") as socket:
        assert socket.page("pit")["alerts"] == []


def test_a_link_that_is_down_alarms_until_it_works_and_its_tables_wait_for_a_choice(served: Served) -> None:
    nadia, omar = served.visit(name="nadia", role="pit_supervisor"), served.visit(name="omar", role="pit_manager")
    sid = served.visit(name="sid", role="shift_manager")
    with nadia.live("pit") as first, omar.live("pit") as second, sid.live("pit") as third:
        assert first.act("link:multi-link", {"type": "LinkDown", "reason": "no line"}, key="down")["refused"] is None
        page = first.until("pit", lambda one: bool(one["alerts"]))
        (alert,) = page["alerts"]
        assert (alert["kind"], alert["table"], alert["reason"], alert["amount"]) == (
            "link",
            "multi-link",
            "no line",
            41_290_000,
        )
        assert "jackpot system" in row(page, "multi-link-1")["notice"]
        waits = third.until("pit", lambda one: bool(one["decisions"]))["decisions"]
        assert [one["table"] for one in waits] == ["multi-link-1"]
        close = next(one for one in waits[0]["options"] if one["option"] == "close_boxes")
        assert close["boxes"] == [1, 2, 3, 4, 5, 6, 7]
        choice = next(one for one in waits[0]["options"] if one["option"] == "without_jackpot")
        assert third.act("table:multi-link-1", {**choice["command"], "reason": "tonight"}, key="so")["refused"] is None
        page = first.until("pit", lambda one: row(one, "multi-link-1")["state"] == "no_jackpot")
        works = {"type": "ProposeUp", "meter": 41_289_999, "coins": {"multi-link-1": True}}
        assert "0.01 too little" in first.act("link:multi-link", works, key="read")["refused"]["sentence"]
        assert first.act("link:multi-link", works | {"meter": 41_290_000}, key="up")["refused"] is None
        own = next(one for one in first.until("pit", lambda one: bool(one["proposals"]))["proposals"])
        assert (own["what"], own["own"], own["sign"], own["cents"]) == ("Up", True, None, 41_290_000)
        (other,) = second.until("pit", lambda one: bool(one["proposals"]))["proposals"]
        assert [(one["name"], one["after"]) for one in other["changes"]] == [("coin_tried", "multi-link-1")]
        assert second.act(other["stream"], other["sign"], key="signed")["refused"] is None
        second.until("pit", lambda one: not one["alerts"] and row(one, "multi-link-1")["state"] == "open")


# ---- The shift ------------------------------------------------------------------------------------------------------


def test_the_head_counts_open_tables_and_the_shifts_win(served: Served) -> None:
    dan, player = served.visit(name="dan", role="dealer"), served.visit().name
    nadia, omar = (served.visit(name=name, role="pit_supervisor") for name in ("nadia", "omar"))
    with nadia.live("pit") as socket:
        assert socket.page("pit")["open"] == 6
        bet(dan, player, 1, jackpot=False)
        done(dan, DEALT, {"type": "DealCards", "cards": [card(one) for one in ROYAL]})
        done(dan, DEALT, {"type": "Choose", "box": 1, "decision": "fold"})
        page = socket.until("pit", lambda one: one["win"] != 0 or row(one, DEALT)["step"]["kind"] == "settle")
        done(dan, DEALT, {"type": "Settle"})
        page = socket.until("pit", lambda one: one["win"] != 0)
        assert (page["win"], row(page, DEALT)["win"], row(page, DEALT)["dealer"]) == (5_000, 5_000, "dan")
        chips = [[chip, 2_000] for chip in (500, 2_500, 10_000, 50_000)]
        counts = [*chips, [100_000, 2_000]]
        for who in (nadia, omar):
            done(who, DEALT, {"type": "CountTray", "counts": counts})
        done(nadia, DEALT, {"type": "SignCount"})  # the Ante of 50.00 is missing: just within the tolerance
        page = socket.until("pit", lambda one: one["open"] == 5)
        assert (row(page, DEALT)["state"], row(page, DEALT)["step"]["kind"]) == ("closed", "closed")
        assert page["win"] == 5_000  # what the count missed is no loss of play


def test_no_card_that_lies_face_down_is_in_a_page(served: Served) -> None:
    report(served, irregularity="not_covered")
    with served.visit(name="sid", role="shift_manager").live("pit", "pit:money") as socket:
        socket.page("pit")
        socket.until("pit:money", lambda one: True)
        told = " ".join(socket.heard)
        assert not any(f'"{one}"' in told for one in ROYAL)
    assert "cards" not in PitPage.__struct_fields__
