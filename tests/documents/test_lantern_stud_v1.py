"""Lantern Stud, paragraph by paragraph, with the values of its text."""

import pytest

from croupier.cards import parse_cards
from croupier.rulebooks import load_banked
from tests.documents import reference
from tests.sitting import Sitting, line, settled

GAME = "lantern-stud"
UNQUALIFIED = "Ah Jd 9d 5c 2h"
ACE_QUEEN = "Ah Qd 4d 3c 2h"
LOSING = "7c 7d 2s 3s 9h"


def round_of(cards: str, dealer: str, decision: str = "bet", **box: object) -> dict[str, object]:
    wagers = {"ante": 5000, "bonus": 2500}
    own = {"box": 1, "player": "p1", "cards": cards, "wagers": wagers, "decisions": [decision], **box}
    return {"game": GAME, "dealer": dealer, "boxes": [own]}


def test_1_2_the_bet_is_exactly_twice_the_ante() -> None:
    sitting = at_decision()
    for amount in (9_999, 10_001):
        assert sitting.refused(f"p1: bet 1 {amount}").cites == ("3.8.2",)
    sitting.do("p1: bet 1 10000")
    assert sitting.box(1).decisions == ("bet",)


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Ah Jd Td 9c 8h", False), ("Ah Qd 4d 3c 2h", True), ("2h 2d 3c 4c 5h", True), ("Kh Qd Jd Tc 8h", False)],
)
def test_1_4_ace_and_queen_is_the_lowest_hand_that_qualifies(dealer: str, qualifies: bool) -> None:
    game = load_banked(GAME)
    assert game.qualifying is not None
    assert game.qualifying.holds(game.rank(parse_cards(dealer), ())) is qualifies
    assert game.qualifying.named(game.qualifying.lowest) == "Ace and Queen"


@pytest.mark.parametrize("boxes", [1, 7])
def test_2_1_one_to_seven_boxes(boxes: int) -> None:
    assert Sitting(GAME, {"boxes": boxes}).table.policy.boxes == boxes


def test_3_3_the_5_plus_1_needs_an_ante() -> None:
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets")
    refused = sitting.refused("p1: 1 bonus 2500")
    assert (refused.sentence, refused.cites) == ("A 5+1 wager needs an Ante on box 1 first", ("3.3",))


@pytest.mark.parametrize(("amount", "taken"), [(2_000, False), (2_500, True), (500_000, True), (500_500, False)])
def test_3_2_the_ante_is_within_the_limits(amount: int, taken: bool) -> None:
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets")
    if taken:
        sitting.do(f"p1: 1 ante {amount}")
    else:
        assert sitting.refused(f"p1: 1 ante {amount}").cites == ("3.2",)


def at_decision(cards: str = LOSING, dealer: str = ACE_QUEEN) -> Sitting:
    sitting = Sitting(GAME)
    sitting.do(
        "dealer: place your bets",
        "p1: 1 ante 5000",
        "p1: 1 bonus 2500",
        "dealer: no more bets",
        f"dealer: deal {cards} {dealer}",
    )
    return sitting


def test_3_7_the_dealers_last_card_lies_open() -> None:
    assert at_decision().seen_by("player", "p1").dealer == ("??", "??", "??", "??", "2h")


def test_3_8_1_a_fold_loses_the_ante_alone() -> None:
    answer = settled(round_of(LOSING, ACE_QUEEN, "fold"))
    assert line(answer, 1, "ante").result == "lose"
    assert line(answer, 1, "ante").cites == ("3.8.1",)


def test_3_10_a_dealer_who_does_not_qualify_pays_the_ante() -> None:
    answer = settled(round_of(LOSING, UNQUALIFIED))
    ante, bet = line(answer, 1, "ante"), line(answer, 1, "bet")
    assert (ante.result, ante.paid, ante.cites) == ("win", 5000, ("3.10", "4.1"))
    assert (bet.result, bet.returned) == ("returned", 10_000)


@pytest.mark.parametrize(
    ("cards", "ends", "cite"),
    [("3d 3h 5s 6s 7s", "win", "3.11"), ("Ac Js 9s 5s 3s", "lose", "3.12"), ("Ac Qs 4s 3s 2d", "stand_off", "3.13")],
)
def test_3_11_3_12_3_13_the_hands_are_compared(cards: str, ends: str, cite: str) -> None:
    answer = settled(round_of(cards, ACE_QUEEN))
    assert [line(answer, 1, wager).result for wager in ("ante", "bet")] == [ends, ends]
    assert line(answer, 1, "ante").cites[0] == cite


def test_3_14_a_hand_that_is_not_shown_loses_every_wager() -> None:
    answer = settled(round_of("Ac As Ad Kc Kd", UNQUALIFIED, shown=False))
    assert {one.result for one in answer.lines} == {"lose"}


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("3d 3h 5s 6s 7s", 1),
        ("3d 3h 5s 5c 7s", 2),
        ("3d 3h 3s 5c 7s", 3),
        ("3d 4h 5s 6c 7s", 4),
        ("3s 4s 5s 6s 8s", 5),
        ("3d 3h 3s 5c 5s", 7),
        ("3d 3h 3s 3c 5s", 20),
        ("3s 4s 5s 6s 7s", 50),
        ("Ts Js Qs Ks As", 100),
    ],
)
def test_4_2_the_bet_pays_by_the_ranking(cards: str, odds: int) -> None:
    assert line(settled(round_of(cards, ACE_QUEEN.replace("3c", "8c"))), 1, "bet").paid == odds * 10_000


@pytest.mark.parametrize(
    ("cards", "up", "odds"),
    [
        ("7c 7d 2s 3s 9h", "Qd", 0),
        ("7c 7d 2s 3s 9h", "7s", 7),
        ("7c 8d 9s Tc 2h", "Jd", 10),
        ("7c 8c 9c Kc 2h", "Qc", 15),
        ("7c 7d 2s 2d 9h", "7s", 20),
        ("7c 7d 7h 2d 9h", "7s", 50),
        ("7c 8c 9c Tc 2h", "Jc", 200),
        ("Ac Kc Qc Jc 2h", "Tc", 500),
    ],
)
@pytest.mark.parametrize("decision", ["bet", "fold"])
def test_4_3_4_4_the_5_plus_1_goes_by_six_cards_and_survives_a_fold(
    cards: str, up: str, odds: int, decision: str
) -> None:
    bonus = line(settled(round_of(cards, f"Ah As 4d 3d {up}", decision)), 1, "bonus")
    assert (bonus.paid, bonus.returned) == (odds * 2500, 2500 if odds else 0)
    assert bonus.cites == ("4.3",)


def test_4_4_a_folded_hand_is_turned_for_its_5_plus_1() -> None:
    sitting = at_decision()
    sitting.do("p1: fold 1")
    assert sitting.round.dealer_open is False
    sitting.do("dealer: show 1", "dealer: settle")
    assert sitting.seen_by("player", "p2").boxes[0].cards == tuple(LOSING.split())


def test_4_4_without_a_5_plus_1_a_fold_ends_the_round() -> None:
    sitting = Sitting(GAME)
    sitting.do(
        "dealer: place your bets",
        "p1: 1 ante 5000",
        "dealer: no more bets",
        f"dealer: deal {LOSING} {ACE_QUEEN}",
        "p1: fold 1",
    )
    assert sitting.round.phase == "settling"


def test_5_4_who_leaves_before_deciding_has_folded_and_keeps_the_5_plus_1() -> None:
    sitting = at_decision("7c 7d 7h 3s 9h")
    sitting.do("dealer: report player_absent box=1", "dealer: show 1", "dealer: settle")
    lines = {one.wager.value: one for one in sitting.round.lines}
    assert (lines["ante"].result, lines["ante"].cites) == ("lose", ("5.4", "3.8.1"))
    assert lines["bonus"].paid == 7 * 2500


def test_5_8_a_hand_with_a_wrong_number_of_cards_is_out() -> None:
    sitting = at_decision()
    sitting.do("p1: fold 1", "dealer: report wrong_hand_count box=1 reconstructable=no")
    sitting.do("dealer: settle")
    assert {one.wager: one.returned for one in sitting.round.lines} == {"ante": 5000, "bonus": 2500}


def test_5_12_what_is_not_covered_is_the_shift_managers() -> None:
    sitting = at_decision()
    sitting.do("dealer: report not_covered")
    assert sitting.table.pending[0].role == "shift_manager"


def test_it_has_no_jackpot() -> None:
    game = load_banked(GAME)
    assert not game.has_jackpot
    assert game.irregularities.cannot["jackpot_system_down"] == "it has no jackpot"
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets", "p1: 1 ante 5000")
    assert sitting.refused("p1: 1 jackpot 500").reason == "no_such_wager"


def test_reference_ranks_five_cards_alike() -> None:
    game, hands = (
        load_banked(GAME),
        ["As Kd 7h 5s 2c", "5d 4h 3s 2c As", "7c 7d 2s 3s 9h", "7c 7d 2s 2h 9h", "Ts Js Qs Ks As"],
    )
    ranked = sorted(hands, key=lambda one: game.rank(parse_cards(one), ()))
    assert ranked == sorted(hands, key=lambda one: reference.five(one.split()))
