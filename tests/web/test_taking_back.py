"""Taking back at the Dealer's console against a real server: the tape on the page, and what the history tells."""

from pathlib import Path
from typing import Any

import pytest

from croupier.cards import UNKNOWN, parse_cards
from croupier.play.banked import commands as bank
from croupier.play.room import commands as room
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.desks.records.history import last_rounds
from tests.floor.rigged import a_floor, act, in_order
from tests.web.past import house_of
from tests.web.server import Served
from tests.web.test_dealer import POKER, STUD, Console, as_in_the_picture, at, served

__all__ = ["served"]
BACK = {"type": "TakeBackLast", "reason": ""}
LATE = {"type": "TakeBackLast", "reason": "keyed in wrongly"}
SUE = ("sue", Role.PIT_SUPERVISOR)


def whose(console: Console) -> list[str]:
    return [row["whose"] for row in console.page["tape"]]


@pytest.mark.usefixtures("served")
def test_the_tape_says_what_was_entered_and_who_may_take_it_back(served: Served) -> None:
    console = at(served, STUD)
    as_in_the_picture(console)
    closed, last, *_ = console.page["tape"]
    assert (closed["words"], closed["by"], closed["whose"]) == ("“No more Bets.”", "rahim", "you")
    assert last["whose"] == "supervisor"
    assert closed["at"] >= last["at"] > 0
    assert closed["cites"]
    console.do(BACK)
    assert console.page["betting"]
    console.do(LATE)  # below a line it waits for a supervisor
    (waits,) = console.page["statements"]
    assert "Pit Supervisor" in waits["missing"]
    console.do(waits["refuse"])
    supervisor = Console(served, STUD, "sofia", "pit_supervisor")
    assert supervisor.act(BACK) is not None
    supervisor.do(LATE)
    assert len(supervisor.page["tape"]) == len(console.page["tape"]) - 1
    assert supervisor.page["told"][-1]["sentence"].startswith("sofia, Pit Supervisor, takes back what rahim entered")


def _stud_round(floor: Any) -> None:
    """Ann's fold was keyed in for a BET and taken back; bob's BET was a fold, which was found out after the reveal."""
    act(floor, "one", bank.OpenRound())
    for box, player in ((1, "ann"), (2, "bob")):
        act(floor, "one", bank.PlaceWager(box, WagerName.ANTE, 10_000, player))
    act(floor, "one", bank.CloseBets())
    cards = [UNKNOWN, *parse_cards("As7c9dKs7dKdQs2s9cJs3s5c9s9h2h")]
    act(floor, "one", bank.DealCards(tuple(cards)))
    act(floor, "one", bank.Choose(1, Decision.FOLD))
    act(floor, "one", bank.TakeBackLast())
    act(floor, "one", bank.Choose(1, Decision.BET))
    act(floor, "one", bank.Choose(2, Decision.BET))
    act(floor, "one", bank.Reveal())
    act(floor, "one", bank.CorrectDecision(2, Decision.FOLD, None, "bob had folded"), *SUE)
    act(floor, "one", bank.ShowHand(1))
    act(floor, "one", bank.Settle())


def test_history_replay_and_audit_know_both_versions(tmp_path: Path) -> None:
    plan = '[links.main]\nseed = 5_000_000\n[tables.one]\ngame = "rws-casino-stud"\nlink = "main"\nautomatic = false\n'
    floor = a_floor(tmp_path, plan)
    _stud_round(floor)
    in_order(floor)
    (ann,), (bob,) = (last_rounds(floor, name, 50) for name in ("ann", "bob"))
    assert ann.title != "Folded"
    assert ann.staked == 30_000
    assert (bob.title, bob.staked, bob.net) == ("Folded", 10_000, -10_000)
    with house_of(floor) as house:
        steps = house.someone("ann").json("/api/rounds/one/1")["steps"]
        audit = house.someone("aud", Role.AUDITOR).get("/api/audit/events", table="one").text
    told = [step["sentence"] for step in steps if step["event"] in {"ActTakenBack", "DecisionCorrected"}]
    assert told == [
        "dealer, Dealer, takes back what dealer entered: Box 1 folds.",
        "sue, Pit Supervisor, corrects what dealer entered (bob had folded): Box 2 folds."
        " On record was: Box 2: BET 200.00.",
    ]
    assert "ActTakenBack" in audit
    assert '"keyed_by":"dealer"' in audit


def test_an_ordinary_reveal_is_told_as_one(tmp_path: Path) -> None:
    plan = '[links.main]\nseed = 5_000_000\n[tables.one]\ngame = "rws-casino-stud"\nlink = "main"\nautomatic = false\n'
    floor = a_floor(tmp_path, plan)
    act(floor, "one", bank.OpenRound())
    act(floor, "one", bank.PlaceWager(1, WagerName.ANTE, 10_000, "ann"))
    act(floor, "one", bank.CloseBets())
    act(floor, "one", bank.DealCards((UNKNOWN,) * 11))
    act(floor, "one", bank.CorrectCard("dealer", 4, parse_cards("Kh")[0]))
    act(floor, "one", bank.CorrectCard("dealer", 4, parse_cards("Qh")[0]))
    act(floor, "one", bank.Choose(1, Decision.FOLD))
    act(floor, "one", bank.Settle())
    with house_of(floor) as house:
        steps = house.someone("ann").json("/api/rounds/one/1")["steps"]
    told = [step["sentence"] for step in steps if step["event"] == "CardCorrected"]
    assert told == ["A card of the dealer is turned.", "A card of the dealer was keyed in wrongly."]


def test_in_the_poker_room_the_log_and_the_list_tell_it_too(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, '[tables.room]\ngame = "rws-poker"\nautomatic = false\n')
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cho")):
        act(floor, "room", room.JoinTable(seat, 20_000), name)
    act(floor, "room", room.OpenRound())
    act(floor, "room", room.DealCards((UNKNOWN,) * 6))
    act(floor, "room", room.Act(1, Move.ALL_IN))
    act(floor, "room", room.TakeBackLast())
    act(floor, "room", room.Act(1, Move.CALL))
    act(floor, "room", room.Act(2, Move.FOLD))
    act(floor, "room", room.CorrectAct(1, Move.FOLD, None, "ann had folded"), *SUE)
    act(floor, "room", room.Settle())
    in_order(floor)
    (ann,) = last_rounds(floor, "ann", 50)
    assert (ann.title, ann.net) == ("Folded before the Flop", 0)
    with house_of(floor) as house:
        steps = house.someone("bob").json("/api/rounds/room/1")["steps"]
        written = house.someone("bob").get("/api/rounds/room/1/phh")
    told = [step["sentence"] for step in steps if step["event"] in {"ActTakenBack", "ActCorrected"}]
    by_staff = "(placed by staff at the Player’s request)"
    assert told == [
        f"dealer, Dealer, takes back what dealer entered: ann raises to 200.00, all-in {by_staff}.",
        f"sue, Pit Supervisor, corrects what dealer entered (ann had folded): ann folds {by_staff}."
        f" On record was: ann calls 2.00 {by_staff}.",
    ]
    assert written.status_code == 200, written.text
    assert "cbr" not in written.text  # no bet but the Blinds


@pytest.mark.usefixtures("served")
def test_a_supervisor_is_offered_what_a_decision_can_be_corrected_to(served: Served) -> None:
    """Three boxes fold and one bets; a Dealer is offered no correction, and nobody one that would be refused."""
    console = at(served, STUD)
    as_in_the_picture(console)
    console.deal_unseen()
    console.deal("Kh")
    boxes = [row["number"] for row in console.page["rows"] if row["number"] is not None]
    for box in boxes:
        console.do({"type": "Choose", "box": box, "decision": "fold"})
    assert console.page["act_slips"] == []
    supervisor = Console(served, STUD, "sofia", "pit_supervisor")
    slips = supervisor.page["act_slips"]
    assert [slip["place"] for slip in slips] == [str(box) for box in boxes]
    assert [[choice["label"] for choice in slip["choices"]] for slip in slips] == [["Bet"]] * len(boxes)
    assert slips[0]["words"] == f"Box {boxes[0]} folds."
    command = slips[1]["choices"][0]["command"]
    supervisor.do({**command, "reason": "box 3 had bet"})
    assert supervisor.row(slips[1]["place"])["decisions"] == ["fold"], "a fold has an outcome: it takes a Pit Manager"
    above = Console(served, STUD, "petra", "pit_manager")
    above.do(above.page["statements"][0]["sign"])
    supervisor.page = supervisor.socket.until(supervisor.topic, lambda page: not page["statements"])
    assert supervisor.row(slips[1]["place"])["decisions"] == ["bet"]
    assert supervisor.stage() == "reveal"  # the Dealer’s cards are to be turned after all


def test_a_supervisor_corrects_the_amount_of_a_bet(served: Served) -> None:
    """Three seats at Blinds of 5 and 10: a Raise to 40 was keyed as 30. Once somebody has called it, it stands."""
    console = at(served, POKER)
    for seat, player in ((1, "Ann"), (2, "Ben"), (3, "Cho")):
        console.do({"type": "JoinTable", "seat": seat, "stake": console.page["joins"]["least"], "player": player})
    console.main()
    console.deal_unseen()
    raiser, next_ = (row["number"] for row in _in_turn(console)[:2])
    console.do({"type": "Act", "seat": raiser, "move": "raise", "to": 3_000})
    console.do({"type": "Act", "seat": next_, "move": "fold"})
    assert console.page["act_slips"] == [], "a Dealer is offered no correction"
    above = Console(served, POKER, "sofia", "pit_supervisor")
    slip = next(one for one in above.page["act_slips"] if one["place"] == str(raiser))
    (choice,) = [one for one in slip["choices"] if one["amount"]]
    stake = console.page["joins"]["least"]
    assert (choice["label"], choice["amount"], choice["least"], choice["most"]) == ("Raise to", "to", 2_000, stake)
    below = above.act({**choice["command"], "to": 1_500, "reason": "misheard"})
    assert below is not None
    above.do({**choice["command"], "to": 4_000, "reason": "misheard"})
    assert _bet(served, raiser) == 3_000, "from the deal on it takes two"
    console.do({"type": "SignStatement", "number": above.page["statements"][0]["number"]})
    above.page = above.socket.until(above.topic, lambda page: not page["statements"])
    assert _bet(served, raiser) == 4_000
    console.do({"type": "Act", "seat": _in_turn(above)[0]["number"], "move": "call"})
    slips = {one["place"]: one for one in Console(served, POKER, "sid", "pit_supervisor").page["act_slips"]}
    assert not any(one["amount"] for one in slips.get(str(raiser), {"choices": ()})["choices"])


def _in_turn(console: Console) -> list[dict[str, Any]]:
    """The seats from whose turn it is, clockwise."""
    rows = [row for row in console.page["rows"] if row["number"] is not None]
    first = next(at for at, row in enumerate(rows) if row["turn"])
    return rows[first:] + rows[:first]


def _bet(served: Served, seat: int) -> int:
    round_: Any = served.venue.floor.table(POKER).engine.round
    bet: int = next(hand.bet for hand in round_.hands if hand.seat == seat)
    return bet
