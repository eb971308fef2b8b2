"""A session in review: the choices of stacked rounds, judged by arithmetic from the document."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.rulebooks import load_banked
from croupier.rules.terms import Role
from croupier.web.desks.records.reviewing import LONGEST, PAUSE, latest_session
from croupier.web.desks.study.counting import COUNTS, Counting
from croupier.web.wire.records import RoundHead
from tests.floor.random_floor import PLAN
from tests.floor.rigged import a_floor
from tests.web.past import STUD, house_of, stud_round
from tests.web.test_odds import worth_of_a_bet

ANTE = 5_000
HEAD = RoundHead("stud-1", "Emerald table 1", "rws-casino-stud", "rws-casino-stud-v6", 1, 0, 0, "", 0, (1,))


def test_a_choice_is_judged_by_what_its_player_knew(tmp_path: Path) -> None:
    COUNTS.state(load_banked("rws-casino-stud"))
    COUNTS.wait()
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        ann, bob = (house.someone(name).get("/api/rounds/session") for name in ("ann", "bob"))
        edge = house.nobody().json("/api/odds/rws-casino-stud")["house_edge"]["value"]
    page = ann.json()
    (round_,) = page["rounds"]
    (choice,) = round_["choices"]
    # Ace-Queen with a 3 against it: a BET loses more than the Ante, which is all that a Fold loses (3.12.1).
    bet = round(worth_of_a_bet() * ANTE)
    assert bet < -ANTE
    assert (choice["made"], choice["choices"][0]["decision"], choice["cost"]) == ("bet", "fold", -ANTE - bet)
    assert choice["antes"] == pytest.approx(-1 - worth_of_a_bet())
    assert round_["cards"] == -ANTE
    assert round_["average"] == round(-edge * ANTE) - choice["cost"]
    # The Ante and a BET of twice as much were staked; the Dealer did not qualify, and the Ante was won (3.13).
    assert (page["net"], page["staked"], page["choices"], page["best"], page["cost"]) == (
        ANTE,
        3 * ANTE,
        1,
        0,
        choice["cost"],
    )
    # Bob folded without looking: what he held is nobody's business, and nothing is said about his choice.
    (blind,) = bob.json()["rounds"]
    assert blind["choices"] == []
    assert "3s" not in bob.text
    assert blind["average"] == round(-edge * ANTE)


def test_until_the_odds_are_counted_the_rounds_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = Counting()
    monkeypatch.setattr(idle, "_count", lambda game: None)
    monkeypatch.setattr("croupier.web.desks.records.reviewing.COUNTS", idle)
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor)
    with house_of(floor) as house:
        page = house.someone("ann").json("/api/rounds/session")
        assert house.someone("cho").json("/api/rounds/session")["rounds"] == []
        assert house.someone("aud", Role.AUDITOR).json("/api/rounds/session")["rounds"] == []
        assert house.nobody().get("/api/rounds/session").status_code == 401
    assert page["counting"]
    assert page["rounds"][0]["hands"] == [
        {"box": 1, "cards": ["Ah", "8c", "Tc", "Qd", "2c"], "name": "Five Odd Cards, Ace Queen Ten Eight Deuce"}
    ]


@pytest.mark.parametrize(("pause", "together"), [(PAUSE - 1, 2), (PAUSE, 2), (PAUSE + 1, 1)])
def test_a_long_pause_begins_another_session(pause: int, together: int) -> None:
    ended = 7_000_000
    later = replace(HEAD, number=2, at=ended + pause)
    assert len(latest_session([later, replace(HEAD, ended=ended)])) == together


@pytest.mark.parametrize(("rounds", "seen"), [(LONGEST - 1, LONGEST - 1), (LONGEST, LONGEST), (LONGEST + 1, LONGEST)])
def test_no_more_rounds_than_can_be_drawn(rounds: int, seen: int) -> None:
    assert len(latest_session([HEAD] * rounds)) == seen
