"""Odds and advice: never more than one's own view shows, and to the last combination."""

import time
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK, parse_cards
from croupier.hands import rank_five
from croupier.notation.problem import InputError
from croupier.odds.desk import what_if
from croupier.play.banked.commands import Choose, CloseBets, Look, OpenRound, PlaceWager
from croupier.rulebooks import load_banked, registered
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.desks.study.advising import Question, question
from croupier.web.desks.study.counting import COUNTING, COUNTS, FAILED, READY, Counting, par_file
from croupier.web.routes.odds import BEING_COUNTED
from tests.floor.random_floor import PLAN
from tests.floor.rigged import a_floor, act
from tests.web.past import STUD, house_of, stud_round

OWN, UP = parse_cards("Ah 8c Tc Qd 2c"), parse_cards("3d")


def worth_of_a_bet() -> float:
    """By the document: 3.13 pays the Ante where the Dealer has not Ace and King or better; else the higher hand wins
    Ante and BET, which pays 1 to 1 for five odd cards (4.1), at twice the Ante (3.12.2)."""
    own, least = rank_five(OWN), rank_five(parse_cards("As Kd 4h 3c 2s"))
    left = [card for card in DECK if card not in (*OWN, *UP)]
    total = won = 0
    for others in combinations(left, 4):
        dealer = rank_five((*UP, *others))
        total += 1
        won += 1 if dealer < least else 3 if dealer < own else 0 if dealer == own else -3
    return won / total


@pytest.fixture(scope="module")
def stud_counted() -> None:
    """The first question has the game counted, in a process of its own."""
    COUNTS.state(load_banked("rws-casino-stud"))
    COUNTS.wait()


def test_until_they_are_counted_the_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    idle = Counting()
    monkeypatch.setattr(idle, "_count", lambda game: None)
    monkeypatch.setattr("croupier.web.routes.odds.COUNTS", idle)
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor, over=False)
    with house_of(floor) as house:
        for answer, status in (
            (house.nobody().get("/api/odds/rws-casino-stud"), 202),  # a page waits, and asks again
            (house.someone("ann").get("/api/tables/stud-1/boxes/1/advice"), 202),
        ):
            assert answer.status_code == status
            assert answer.json()["sentence"] == BEING_COUNTED
            assert answer.headers["retry-after"]
    assert idle.state(load_banked("rws-casino-stud")) == COUNTING


@pytest.mark.usefixtures("stud_counted")
@pytest.mark.parametrize(("kept", "says"), [(True, ""), (False, "no memory is left")])
def test_only_what_was_not_counted_before_is_counted_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kept: bool, says: str
) -> None:
    game, apart = load_banked("rws-casino-stud"), []

    def fail(rulebook: str) -> str:
        apart.append(rulebook)
        return "no memory is left"

    monkeypatch.setattr("croupier.web.desks.study.counting._count_apart", fail)
    if not kept:
        monkeypatch.setattr("croupier.web.desks.study.counting._mark", tmp_path.joinpath)
    restarted = Counting()
    restarted.state(game)
    restarted.wait()
    assert restarted.state(game) == (READY if kept else FAILED)
    assert apart == ([] if kept else [game.document.rulebook])
    assert says in caplog.text
    if kept:
        assert restarted.page(game) == COUNTS.page(game)


@pytest.mark.usefixtures("stud_counted")
def test_the_published_house_edge(tmp_path: Path) -> None:
    with house_of(a_floor(tmp_path, PLAN)) as house:
        page = house.nobody().json("/api/odds/rws-casino-stud")
        assert house.nobody().get("/api/odds/rws-poker").status_code == 404
    assert int(page["total"]) == 19_933_230_517_200
    assert sum(int(one["combinations"]) for one in page["outcomes"]) == 19_933_230_517_200
    # Perfect play loses what all outcomes together lose.
    lost = -sum(int(one["combinations"]) * one["units"] for one in page["outcomes"]) / 19_933_230_517_200
    assert page["house_edge"]["value"] == pytest.approx(lost, abs=1e-12)
    assert page["always_bet_from"]
    assert page["chart"] == []


def test_perfect_play_on_a_board(tmp_path: Path) -> None:
    COUNTS.state(load_banked("rws-progressive-texas-holdem"))
    COUNTS.wait()
    with house_of(a_floor(tmp_path, PLAN)) as house:

        def asked(cards: str, game: str = "rws-progressive-texas-holdem") -> Any:
            return house.nobody().get(f"/api/odds/{game}/board", cards=cards)

        page = asked("2s 2h 2d").json()
        for cards, game, status in (
            ("2s 2h", "rws-progressive-texas-holdem", 422),
            ("2s 2h 2d 2c 3s", "rws-progressive-texas-holdem", 422),
            ("2s 2s 2d", "rws-progressive-texas-holdem", 422),
            ("2s ?? 2d", "rws-progressive-texas-holdem", 422),
            ("Zz", "rws-progressive-texas-holdem", 422),
            ("2s 2h 2d", "rws-poker", 404),
        ):
            answer = asked(cards, game)
            assert (answer.status_code, bool(answer.json()["sentence"])) == (status, True), cards
        assert asked("2s 2h 2d 2c").json()["wager"] == "river"
    assert (page["community"], page["wager"]) == (["2s", "2h", "2d"], "turn")
    hands = {one["hand"]: one for one in page["hands"]}
    assert len(hands) == 169
    assert sum(one["pairs"] for one in hands.values()) == 49 * 48 // 2
    assert hands["22"] == {"hand": "22", "pairs": 0, "placed": 0}
    assert hands["A2s"] == {"hand": "A2s", "pairs": 1, "placed": 1}  # four of a kind
    assert hands["AA"] == {"hand": "AA", "pairs": 6, "placed": 6}


@pytest.mark.usefixtures("stud_counted")
@pytest.mark.long
def test_the_par_sheet_in_its_three_forms(tmp_path: Path) -> None:
    with house_of(a_floor(tmp_path, PLAN)) as house:
        forms = house.nobody().json("/api/rules/rws-casino-stud")["par"]
        assert forms == ["html", "pdf", "xlsx"]
        assert house.nobody().json("/api/rules/rws-poker")["par"] == []
        sheets = {form: house.nobody().get(f"/api/odds/rws-casino-stud/par.{form}") for form in forms}
        for wrong in ("rws-casino-stud/par.exe", "rws-casino-stud/other.pdf", "rws-poker/par.pdf"):
            assert house.nobody().get(f"/api/odds/{wrong}").status_code == 404
    assert sheets["pdf"].content.startswith(b"%PDF")
    assert sheets["xlsx"].content.startswith(b"PK")
    assert "19,933,230,517,200" in sheets["html"].text
    assert "default-src 'none'" in sheets["html"].headers["content-security-policy"]
    assert "attachment" in sheets["pdf"].headers["content-disposition"]


@pytest.mark.usefixtures("stud_counted")
def test_advice_is_exact_and_quick(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor, over=False)
    with house_of(floor) as house:
        ann = house.someone("ann")
        advice = ann.json("/api/tables/stud-1/boxes/1/advice")
        took = []
        for _ in range(9):
            begun = time.perf_counter()
            ann.json("/api/tables/stud-1/boxes/1/advice")
            took.append(time.perf_counter() - begun)
    worth = {one["decision"]: one for one in advice["choices"]}
    assert worth["bet"]["antes"] == pytest.approx(worth_of_a_bet(), abs=1e-12)
    assert worth["fold"]["antes"] == -1
    assert worth["fold"]["cents"] == -5_000
    assert worth["bet"]["cents"] == round(worth_of_a_bet() * 5_000)
    assert advice["decision"] == "fold"  # Ace and Queen are never played
    assert advice["choices"][0]["decision"] == "fold"
    assert sorted(took)[4] < 0.15


def test_advice_is_for_ones_own_hand_once_it_was_looked_at_while_it_is_to_be_decided(tmp_path: Path) -> None:
    floor = a_floor(tmp_path, PLAN, STUD)

    def refused(house: Any, name: str, box: int, role: Role = Role.PLAYER, table: str = "stud-1") -> tuple[int, str]:
        answer = house.someone(name, role).get(f"/api/tables/{table}/boxes/{box}/advice")
        return answer.status_code, answer.json()["sentence"]

    with house_of(floor) as house:
        assert refused(house, "ann", 1)[0] == 409
        act(floor, "stud-1", OpenRound())
        for box, name in ((1, "ann"), (2, "bob")):
            act(floor, "stud-1", PlaceWager(box, WagerName.ANTE, 5_000), name)
        assert refused(house, "ann", 1) == (409, "There is no decision to be made about this hand now")
        act(floor, "stud-1", CloseBets())
        assert refused(house, "ann", 1) == (409, "You have not looked at this hand yet: look at it first")
        act(floor, "stud-1", Look(1), "ann")
        for name, role in (("bob", Role.PLAYER), ("cho", Role.PLAYER), ("ann", Role.DEALER), ("aud", Role.AUDITOR)):
            assert refused(house, name, 1, role) == (409, "Box 1 is not yours"), name
        assert refused(house, "ann", 1, table="none")[0] == 404
        assert refused(house, "ann", 1, table="poker-1")[0] == 409
        act(floor, "stud-1", Choose(1, Decision.FOLD), "ann")
        assert refused(house, "ann", 1)[0] == 409
        assert house.nobody().get("/api/tables/stud-1/boxes/1/advice").status_code == 401


def test_a_question_holds_no_card_that_the_view_does_not_show(tmp_path: Path) -> None:
    from croupier.play.viewer import Viewer

    floor = a_floor(tmp_path, PLAN, STUD)
    stud_round(floor, over=False)
    asked = question(floor.table("stud-1"), 7, 1, Viewer(Role.PLAYER, "ann"))
    assert isinstance(asked, Question)
    assert (asked.cards, asked.dealer, asked.community) == (OWN, UP, ())


def test_a_game_that_no_solver_covers_has_no_odds_and_says_so(tmp_path: Path) -> None:
    """Neither figures nor sheet nor designer: a sentence that names what is not counted."""
    says = "no solver counts the 5+1 wager of lantern-unsolved"
    with registered("tests.odds.unsolved"), house_of(a_floor(tmp_path, PLAN)) as house:
        for path, asked in (("", {}), ("/board", {"cards": "2c3d4h"}), ("/par.html", {}), ("/par.pdf", {})):
            answer = house.nobody().get(f"/api/odds/lantern-unsolved{path}", **asked)
            assert answer.status_code == 404, path
            assert says in answer.json()["sentence"]
        answer = house.someone("ann").get("/api/odds/lantern-unsolved/design")
        assert answer.status_code == 404
        assert says in answer.json()["sentence"]


@pytest.mark.long  # all deals of another game are counted
def test_the_par_sheet_of_a_changed_game_has_its_figures() -> None:
    game = load_banked("rws-casino-stud")
    sheet = par_file(game.document.rulebook, "html", ("bet.flush=7",)).decode()
    changed, approved = (what_if(game, pay).house_edge.fraction for pay in ({"bet.flush": "7"}, {}))
    assert str(changed) in sheet
    assert str(approved) not in sheet


def test_a_par_sheet_with_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError):
        par_file(load_banked("rws-casino-stud").document.rulebook, "html", ("bet.nothing=7",))
