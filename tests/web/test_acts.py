from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from croupier.floor.journal.store import StoreError
from croupier.floor.values.gaming_day import day_of
from tests.floor.cashiers import opening
from tests.web.server import Served, Visitor, serving

STUD = "stud-1"


@pytest.fixture
def served(tmp_path: Any) -> Iterator[Served]:
    with serving(tmp_path) as found:
        yield found


def ante(box: int, amount: int) -> dict[str, Any]:
    return {"type": "PlaceWager", "box": box, "wager": "ante", "amount": amount}


def until_betting(guest: Visitor, table: str = STUD) -> None:
    with guest.live(f"table:{table}") as socket:
        socket.until(f"table:{table}", lambda page: page["view"]["phase"] == "betting")


def test_the_same_key_places_a_wager_once(served: Served) -> None:
    guest = served.visit()
    until_betting(guest)
    first = guest.act(STUD, ante(1, 10_000), key="once")
    again = guest.act(STUD, ante(1, 10_000), key="once")
    assert (first.status_code, first.json()["repeated"]) == (200, False)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert guest.table(STUD)["balance"] == 1_000_000 - 10_000
    other = guest.act(STUD, ante(2, 10_000), key="once")
    assert other.status_code == 422
    assert "used for something else" in other.json()["sentence"]


def test_what_was_accepted_is_answered_again_after_somebody_else_has_taken_the_box(served: Served) -> None:
    """Whoever did not hear the answer must not be told that it did not happen."""
    ann, ben = served.visit(), served.visit()
    until_betting(ann)
    assert ann.act(STUD, ante(3, 10_000), key="unheard").status_code == 200
    back = {"type": "WithdrawWager", "box": 3, "wager": "ante"}
    assert ann.act(STUD, back).status_code == 200
    assert ben.http.post(f"/api/tables/{STUD}/hints", json={"hint": "sit", "box": 3}).status_code == 200
    assert ann.act(STUD, ante(3, 10_000)).status_code == 409, "the box is kept for ben"
    again = ann.act(STUD, ante(3, 10_000), key="unheard")
    assert (again.status_code, again.json().get("repeated")) == (200, True)


def test_an_act_of_an_earlier_round_is_refused_and_changes_nothing(served: Served) -> None:
    """A wager that waited for the line while its round went by."""
    guest = served.visit()
    until_betting(guest)
    with guest.live(f"table:{STUD}") as socket:
        page = socket.until(f"table:{STUD}", lambda page: page["view"]["phase"] == "betting")
        offered = page["face"]["moment"]
        assert offered == f"{page['view']['round']}.0"
        assert guest.act(STUD, ante(1, 10_000), key="played", moment=offered).status_code == 200
        assert guest.http.post(f"/api/tables/{STUD}/hints", json={"hint": "ready"}).status_code == 200
        page = socket.until(f"table:{STUD}", lambda page: page["view"]["boxes"] and page["view"]["boxes"][0]["cards"])
        fold = {"type": "Choose", "box": 1, "decision": "fold"}
        assert guest.act(STUD, fold, key="fold", moment=offered).status_code == 200
        next_round = page["view"]["round"] + 1
        page = socket.until(
            f"table:{STUD}", lambda page: page["view"]["round"] == next_round and page["view"]["phase"] == "betting"
        )
        balance = page["balance"]
        sentence = f"This was offered in round {next_round - 1}, and the table is at round {next_round}: look again"
        late = guest.act(STUD, ante(1, 10_000), key="late", moment=offered)
        assert (late.status_code, late.json()["reason"], late.json()["sentence"]) == (409, "stale", sentence)
        socket.say(type="act", topic=f"table:{STUD}", key="late", commands=[ante(1, 10_000)], moment=offered)
        assert socket.answer("late")["refused"]["sentence"] == sentence
        # What was accepted in its round is answered as the first time, however late.
        assert guest.act(STUD, fold, key="fold", moment=offered).json()["repeated"] is True
        page = guest.table(STUD)
        assert (page["balance"], page["view"]["boxes"]) == (balance, [])


def test_a_players_act_says_for_which_moment_it_is_meant(served: Served) -> None:
    guest = served.visit()
    until_betting(guest)
    answer = guest.act(STUD, ante(1, 10_000), moment="")
    assert answer.status_code == 422
    assert answer.json()["sentence"].startswith("moment: say for which moment of play this is meant")
    with guest.live(f"table:{STUD}") as socket:
        socket.say(type="act", topic=f"table:{STUD}", key="k", commands=[ante(1, 10_000)], moment="")
        assert "face.moment" in socket.answer("k")["refused"]["sentence"]
    assert guest.table(STUD)["view"]["boxes"] == []


def test_an_act_of_several_commands_happens_whole_or_not_at_all(served: Served) -> None:
    guest = served.visit()
    until_betting(guest)
    answer = guest.act(STUD, ante(1, 10_000), ante(2, 1), ante(3, 10_000), key="first")
    assert answer.status_code == 409
    page = guest.table(STUD)
    assert (page["view"]["boxes"], page["balance"], page["kept"]) == ([], 1_000_000, 0)
    # Its key was not used up: nothing was recorded under it.
    assert guest.act(STUD, ante(1, 10_000), ante(2, 10_000), key="first").status_code == 200
    assert [box["box"] for box in guest.table(STUD)["view"]["boxes"]] == [1, 2]
    again = guest.act(STUD, ante(1, 10_000), ante(2, 10_000), key="first")
    assert (again.status_code, again.json()["repeated"]) == (200, True)


def test_what_is_kept_ready_counts_from_one_command_to_the_next(served: Served) -> None:
    """An Ante of 3,330.00 takes 9,990.00 of 10,000.00: 10.00 are left for the second, which needs 75.00."""
    guest = served.visit()
    until_betting(guest)
    answer = guest.act(STUD, ante(1, 333_000), ante(2, 2_500))
    assert (answer.status_code, answer.json()["reason"]) == (409, "funds")
    assert guest.table(STUD)["balance"] == 1_000_000


def test_the_cage_pays_in_and_out_in_one_act_or_not_at_all(served: Served) -> None:
    guest, cashier = served.visit(), served.visit(name="cora", role="cage")
    moves = {"player": guest.name, "day": day_of(served.venue.floor.now())}
    commands = [{"type": "CashIn", "cents": 5_000, **moves}, {"type": "CashOut", "cents": 1_005_001, **moves}]
    drawer = {"key": "drawer", "commands": [opening(served.venue.floor, "both", 2_000_000)]}
    assert cashier.http.post("/api/streams/cage/acts", json=drawer).status_code == 200
    body = {"key": "both", "commands": commands}
    refused = cashier.http.post("/api/streams/cage/acts", json=body)
    assert (refused.status_code, refused.json()["reason"]) == (409, "funds")
    assert served.venue.wallet(guest.name) == 1_000_000
    commands[1]["cents"] = 1_005_000  # exactly what the first leaves
    done = cashier.http.post("/api/streams/cage/acts", json=body)
    assert (done.status_code, served.venue.wallet(guest.name)) == (200, 0)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ({"type": "Fly"}, "Fly"),
        ({"type": "PlaceWager", "box": "one", "wager": "ante", "amount": 100}, "box"),
        ({"type": "PlaceWager", "box": 1, "wager": "ante"}, "amount"),
        ({"type": "CommitShuffle", "root": "", "count": 52}, "CommitShuffle"),
        ({"type": "PlayHouse", "command": {"type": "Settle"}}, "PlayHouse"),
        ({}, "type"),
    ],
)
def test_what_is_no_command_gets_a_sentence(served: Served, command: dict[str, Any], told: str) -> None:
    answer = served.visit().act(STUD, command)
    assert answer.status_code == 422
    assert told in answer.json()["sentence"]


def test_a_role_that_may_not_is_told_who_may(served: Served) -> None:
    answer = served.visit().act(STUD, {"type": "OpenRound"})
    assert (answer.status_code, answer.json()["sentence"]) == (403, "Only a Dealer or someone above them may do this")


def test_an_unknown_table_is_not_found(served: Served) -> None:
    guest = served.visit()
    assert guest.act("nowhere", ante(1, 100)).status_code == 404
    assert guest.http.get("/api/tables/nowhere").status_code == 404


def test_more_play_money_is_seen_at_the_table_at_once(served: Served) -> None:
    guest = served.visit()
    topic = f"table:{STUD}"
    with guest.live(topic) as socket:
        socket.until(topic, lambda page: page["view"]["phase"] == "betting")
        with served.visit(name="tom", role="cage").live("cage") as cage:
            assert cage.act("cage", opening(served.venue.floor, "1"), key="open")["refused"] is None
            day = cage.until("cage", lambda one: True)["day"]
            taken = {"type": "CashOut", "player": guest.name, "cents": 990_000, "day": day}
            assert cage.act("cage", taken, key="out")["refused"] is None
        socket.until(topic, lambda page: page["balance"] == 10_000)
        assert guest.http.post("/api/session/refill").status_code == 200
        socket.until(topic, lambda page: page["balance"] == 1_000_000)


def test_a_whole_round_over_the_socket(served: Served) -> None:
    guest = served.visit()
    topic = f"table:{STUD}"
    with guest.live(topic) as socket:
        socket.until(topic, lambda page: page["view"]["phase"] == "betting")
        assert socket.act(topic, ante(4, 10_000), key="a")["refused"] is None
        socket.say(type="hint", topic=topic, hint="ready")
        page = socket.until(topic, lambda page: page["view"]["turn"] == 4)
        assert page["view"]["boxes"][0]["cards"] == ["??"] * 5
        assert sum(card != "??" for card in page["view"]["dealer"]) == 1
        socket.act(topic, {"type": "Look", "box": 4}, key="b")
        page = socket.until(topic, lambda page: "??" not in page["view"]["boxes"][0]["cards"])
        offered = [one["command"] for one in page["options"] if one["type"] == "Act"]
        bet = next(one for one in offered if one["type"] == "Choose" and one["decision"] == "bet")
        assert bet["amount"] == 20_000  # twice the Ante
        assert socket.act(topic, bet, key="c")["refused"] is None
        page = socket.until(topic, lambda page: page["view"]["phase"] == "ended")
    assert "??" not in page["view"]["dealer"]
    lines = page["view"]["lines"]
    assert {line["wager"] for line in lines} == {"ante", "bet"}
    assert all(line["cites"] for line in lines)
    won = sum(line["paid"] + line["returned"] - line["staked"] for line in lines)
    assert page["won"] == won
    assert guest.table(STUD)["balance"] == 1_000_000 + won


def test_nobody_wagers_on_a_box_that_another_sits_at(served: Served) -> None:
    first, second = served.visit(), served.visit()
    until_betting(first)
    assert first.http.post(f"/api/tables/{STUD}/hints", json={"hint": "sit", "box": 3}).status_code == 200
    answer = second.act(STUD, ante(3, 10_000))
    assert (answer.status_code, answer.json()["reason"]) == (409, "not_yours")
    assert first.name in answer.json()["sentence"]
    assert 3 not in {one["box"] for one in second.table(STUD)["options"] if one["type"] == "Stake"}
    assert 3 in {one["box"] for one in first.table(STUD)["options"] if one["type"] == "Stake"}
    assert first.act(STUD, ante(3, 10_000)).status_code == 200


def test_while_the_database_is_away_it_is_said_and_nothing_changes(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not as if there were a bug: nobody is woken by a traceback, and whoever asks again is served."""
    guest = served.visit()
    until_betting(guest)

    def away(*_: object, **__: object) -> NoReturn:
        raise StoreError("the database refused: server closed the connection unexpectedly")

    with monkeypatch.context() as cut:
        cut.setattr(served.venue.floor, "together", away)
        acted = guest.act(STUD, ante(1, 10_000), key="meanwhile")
    with monkeypatch.context() as cut:
        cut.setattr(served.venue.floor.store, "reading", away)  # sessions are looked up there
        asked = guest.http.get("/api/session")
    for answer in (acted, asked):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert answer.json() == {
            "reason": "lost",
            "sentence": "The house's database cannot be used at the moment: nothing has changed; ask again in a moment",
            "cites": [],
        }
    logged = [one for one in caplog.records if "server closed the connection" in one.getMessage()]
    assert logged
    assert not any(one.exc_info for one in logged)
    again = guest.act(STUD, ante(1, 10_000), key="meanwhile")
    assert (again.status_code, again.json()["repeated"]) == (200, False)
