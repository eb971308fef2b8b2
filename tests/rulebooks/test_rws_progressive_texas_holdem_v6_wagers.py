"""Progressive Texas Hold'em Poker (RWS), version 6: boxes, deck and wagers up to "No more Bets", by paragraph."""

import pytest

from croupier.cards import DECK
from croupier.play.banked.events import BetsClosed, HandLookedAt, PlayerInformed, RoundEnded, WagerPlaced
from croupier.play.refusal import Reason
from croupier.rules.banked import PolicyError
from croupier.rules.terms import WagerName
from tests.rulebooks.holdem import (
    ANTE,
    CHIP,
    HIDDEN_PAIR,
    ROLES,
    Stage,
    at_stage,
    closed,
    ends,
    hand,
    held,
    offered,
    opened,
    settle_boxes,
    stake,
)
from tests.sitting import Sitting

RULEBOOKS = ("rws-progressive-texas-holdem-v6",)

GAME = "rws-progressive-texas-holdem"
LIMITS = {"minimum": 5_000, "maximum": 20_000, "bonus_minimum": 1_000, "bonus_maximum": 8_000, "jackpot_wager": 750}

both_methods = pytest.mark.parametrize("dealing", ["shoe", "shuffler"])


# 2 Mode of Play


@pytest.mark.parametrize("boxes", [1, 2, 6, 7])
def test_2_1_1_a_layouts_have_up_to_seven_boxes(boxes: int) -> None:
    sitting = opened(GAME, boxes=boxes)
    for outside in (-1, 0, boxes + 1):
        refusal = sitting.refused(f"p1: {outside} ante {ANTE}")
        assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_BOX, ("2.1.1.a",))
    sitting.do(*(f"p1: {box} ante {ANTE}" for box in range(1, boxes + 1)))
    assert len(sitting.round.boxes) == boxes


@pytest.mark.parametrize("boxes", [-1, 0, 8])
def test_2_1_1_a_no_layout_has_more_boxes_or_none(boxes: int) -> None:
    with pytest.raises(PolicyError, match=r"1 to 7 boxes \(2\.1\.1\.a\)"):
        Sitting(GAME, {"boxes": boxes})


def test_2_1_1_b_jackpot_wager_counts_for_the_hand_of_its_box_only() -> None:
    """Both hands have four of a kind; one box has a jackpot wager."""
    boxes = (hand(2, "9s 9d", player="p1"), hand(3, "Ks Kd", player="p1", jackpot=500))
    answer = settle_boxes(GAME, "9h 9c Kh Kc 2d", "7c 7d", *boxes)
    assert "jackpot" not in ends(answer, 2)
    assert ends(answer, 3)["jackpot"] == ("win", 30_000, 0, ("4.2",))


def test_2_2_1_deck_has_each_of_52_cards_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert [sum(card >> 2 == rank for card in DECK) for rank in range(13)] == [4] * 13


@pytest.mark.parametrize("again", ["5d", "As", "Kc"])
def test_2_2_1_no_card_comes_twice(again: str) -> None:
    """Neither a burnt card, nor a Hole Card, nor a Community Card."""
    sitting = closed(GAME, f"p1: 1 ante {ANTE}", dealing="shoe")
    sitting.do("dealer: deal 5d As Ad", "p1: flop 1", "dealer: deal ?? Kc 7d 2h", "dealer: reveal", "p1: check 1")
    refusal = sitting.refused(f"dealer: deal ?? {again}")
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("2.2.1",))
    sitting.do("dealer: deal ?? 6d")


# 3 How to Play: the wagers


def test_3_2_wagers_are_taken_from_the_announcement_on() -> None:
    sitting = Sitting(GAME)
    refusal = sitting.refused(f"p1: 1 ante {ANTE}")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("3.2",))
    sitting.do("dealer: place your bets", f"p1: 1 ante {ANTE}")
    sitting = at_stage(GAME, "shoe", Stage.SHOWN)
    sitting.do("dealer: settle")
    assert sitting.refused(f"p1: 1 ante {ANTE}").cites == ("3.2",)


@pytest.mark.parametrize("role", ROLES)
def test_3_3_limits_are_displayed_to_everybody(role: str) -> None:
    sitting = Sitting(GAME, LIMITS)
    for acts in ([], ["dealer: place your bets", f"p1: 1 ante {ANTE}"], ["dealer: no more bets"]):
        sitting.do(*acts)
        limits = sitting.seen_by(role, "p9").limits
        assert {name: getattr(limits, name) for name in LIMITS} == LIMITS
        assert limits.cites == ("3.3",)


def test_3_3_bonus_limits_are_the_antes_where_the_house_sets_no_others() -> None:
    limits = Sitting(GAME, {"minimum": 5_000, "maximum": 20_000}).seen_by("display").limits
    assert (limits.bonus_minimum, limits.bonus_maximum) == (5_000, 20_000)


@pytest.mark.parametrize(
    ("wager", "amount", "within"),
    [
        ("ante", 4_500, False),
        ("ante", 5_000, True),
        ("ante", 20_000, True),
        ("ante", 20_500, False),
        ("bonus", 500, False),
        ("bonus", 1_000, True),
        ("bonus", 8_000, True),
        ("bonus", 8_500, False),
        ("jackpot", 749, False),
        ("jackpot", 750, True),
        ("jackpot", 751, False),
        ("jackpot", 1_500, False),
    ],
)
def test_3_4_wagers_keep_within_their_limits(wager: str, amount: int, within: bool) -> None:
    sitting = opened(GAME, **LIMITS)
    if wager != "ante":
        sitting.do("p1: 1 ante 5000")
    if within:
        sitting.do(f"p1: 1 {wager} {amount}")
        assert stake(sitting, 1, wager) == amount
    else:
        refusal = sitting.refused(f"p1: 1 {wager} {amount}")
        assert (refusal.reason, refusal.cites) == (Reason.LIMITS, ("3.4",))


@pytest.mark.parametrize(("amount", "within"), [(4_500, False), (5_000, True), (20_000, True), (20_500, False)])
def test_3_4_bonus_without_limits_of_its_own_keeps_within_the_antes(amount: int, within: bool) -> None:
    sitting = opened(GAME, minimum=5_000, maximum=20_000)
    sitting.do("p1: 1 ante 5000")
    if within:
        sitting.do(f"p1: 1 bonus {amount}")
    else:
        assert sitting.refused(f"p1: 1 bonus {amount}").cites == ("3.4",)


def test_3_4_limits_bind_all_that_lies_on_an_area() -> None:
    sitting = opened(GAME, **LIMITS)
    sitting.do("p1: 1 ante 15000", "p1: 1 jackpot 750")
    assert sitting.refused("p1: 1 ante 5500").reason is Reason.LIMITS
    assert sitting.refused("p1: 1 jackpot 750").reason is Reason.LIMITS
    sitting.do("p1: 1 ante 5000", "p1: 1 ante -15000")
    refusal = sitting.refused("p1: 1 ante -500")
    assert (refusal.reason, refusal.cites) == (Reason.LIMITS, ("3.4",))
    assert stake(sitting, 1, "ante") == 5_000


@pytest.mark.parametrize("amount", [0, 1, ANTE - 1, ANTE + 1, ANTE + CHIP - 1])
def test_3_4_wagers_are_multiples_of_the_lowest_chip(amount: int) -> None:
    sitting = opened(GAME)
    for wager in ("ante", "bonus"):
        refusal = sitting.refused(f"p1: 1 {wager} {amount}")
        assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, ("3.4",))
        sitting.do(f"p1: 1 ante {ANTE + CHIP}")


@pytest.mark.parametrize("bet", [f"ante {ANTE}", f"bonus {ANTE}", "jackpot 500"])
def test_3_5_nobody_wagers_on_the_box_of_another(bet: str) -> None:
    sitting = opened(GAME)
    sitting.do(f"p1: 1 ante {ANTE}")
    refusal = sitting.refused(f"p2: 1 {bet}")
    assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("3.5",))
    assert sitting.refused(f"dealer for p2: 1 {bet}").cites == ("3.5",)
    assert sitting.refused("p2: 1 ante -all").reason is Reason.NOT_YOURS


def test_3_5_box_given_up_is_free_again_and_has_no_shares() -> None:
    sitting = opened(GAME)
    sitting.do(f"p1: 1 ante {ANTE}", "p1: 1 ante -all", f"p2: 1 ante {ANTE}", "dealer: no more bets")
    assert sitting.box(1).player == "p2"
    assert sitting.refused("p1: decline 1").cites == ("3.5",)


def test_3_6_box_with_an_ante_takes_part_and_no_other() -> None:
    sitting = opened(GAME)
    assert sitting.do(f"p1: 4 ante {ANTE}") == (WagerPlaced(4, WagerName.ANTE, "p1", ANTE, False, ("3.6",)),)
    sitting.do("dealer: no more bets", "dealer: deal ?? As Ad")
    assert held(sitting) == {4: "As Ad"}


@pytest.mark.parametrize(("amount", "within"), [(4_500, False), (5_000, True), (20_000, True), (20_500, False)])
def test_3_6_ante_keeps_to_its_own_limits_not_to_those_of_the_bonus(amount: int, within: bool) -> None:
    sitting = opened(GAME, **LIMITS)
    if within:
        sitting.do(f"p1: 1 ante {amount}")
    else:
        assert sitting.refused(f"p1: 1 ante {amount}").reason is Reason.LIMITS


def test_3_6_without_an_ante_nothing_is_dealt() -> None:
    sitting = opened(GAME)
    assert [type(event) for event in sitting.do("dealer: no more bets")] == [BetsClosed, RoundEnded]
    assert sitting.refused("dealer: deal ?? As Ad").reason is Reason.MOMENT


@pytest.mark.parametrize("wager", ["flop", "turn", "river", "bet"])
def test_3_6_later_wagers_are_no_way_in(wager: str) -> None:
    assert opened(GAME).refused(f"p1: 1 {wager} {ANTE}").reason is Reason.NO_SUCH_WAGER


def test_3_7_further_box_brings_word_that_one_hand_may_be_examined() -> None:
    sitting = opened(GAME)
    assert len(sitting.do(f"p1: 2 ante {ANTE}")) == 1
    placed, informed = sitting.do(f"p1: 5 ante {ANTE}")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.7",)
    assert informed == PlayerInformed("p1", ("3.7",))
    assert len(sitting.do(f"p2: 6 ante {ANTE}")) == 1
    assert sitting.refused(f"p1: 6 ante {ANTE}").cites == ("3.5",)


@both_methods
@pytest.mark.parametrize(("first", "other"), [(2, 5), (5, 2)])
def test_3_7_one_hand_is_examined_and_the_others_stay_blind(dealing: str, first: int, other: int) -> None:
    sitting = closed(GAME, f"p1: 2 ante {ANTE}", f"p1: 5 ante {ANTE}", f"p2: 6 ante {ANTE}", dealing=dealing)
    hole = {"shoe": "?? 2c 5c 6c 2d 5d 6d", "shuffler": "Ah Kh Qh Jh Th 2c 2d 5c 5d 6c 6d Ac Ad"}
    sitting.do(f"dealer: deal {hole[dealing]}")
    examines = {"shoe": "3.11.2", "shuffler": "3.12.3"}[dealing]
    assert sitting.do(f"p1: look {first}") == (HandLookedAt(first, "p1", (examines, "3.7")),)
    for again, cites in ((first, (examines, "3.7")), (other, ("3.7",))):
        refusal = sitting.refused(f"p1: look {again}")
        assert (refusal.reason, refusal.cites) == (Reason.EXAMINED, cites)
    assert sitting.refused("p1: look 6").reason is Reason.NOT_YOURS
    sitting.do("p2: look 6")
    seen = {box.box: box.cards for box in sitting.seen_by("player", "p1").boxes}
    assert seen == {first: (f"{first}c", f"{first}d"), other: HIDDEN_PAIR, 6: HIDDEN_PAIR}


@both_methods
def test_3_7_blind_hand_folds_or_places_exactly_twice_its_ante(dealing: str) -> None:
    sitting = closed(GAME, f"p1: 1 ante {ANTE}", "p1: 2 ante 20000", dealing=dealing)
    hole = {"shoe": "?? 2c 5c 2d 5d", "shuffler": "Ah Kh Qh Jh Th 2c 2d 5c 5d Ac Ad"}
    sitting.do(f"dealer: deal {hole[dealing]}", "p1: look 1", "p1: fold 1")
    assert offered(sitting, 2) == {"fold", "flop"}
    for wrong in (39_500, 40_500, 20_000):
        assert sitting.refused(f"p1: flop 2 {wrong}").reason is Reason.AMOUNT
    sitting.do("p1: flop 2 40000")
    assert stake(sitting, 2, "flop") == 40_000


def test_3_8_jackpot_wager_goes_with_an_ante() -> None:
    sitting = opened(GAME)
    refusal = sitting.refused("p1: 1 jackpot 500")
    assert (refusal.reason, refusal.cites) == (Reason.NEEDS_ANTE, ("3.8",))
    (placed,) = sitting.do(f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.8",)
    assert sitting.refused("p1: 1 ante -all").cites == ("3.8",)
    sitting.do("p1: 1 jackpot -all", "p1: 1 ante -all")


def test_3_8_1_jackpot_wager_on_a_further_box_needs_an_ante_there() -> None:
    sitting = opened(GAME)
    sitting.do(f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500", f"p2: 3 ante {ANTE}")
    assert sitting.refused("p1: 2 jackpot 500").reason is Reason.NEEDS_ANTE
    assert sitting.refused("p1: 3 jackpot 500").cites == ("3.5",)
    (placed,) = sitting.do(f"p1: 2 ante {ANTE}", "p1: 2 jackpot 500")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.8.1",)


def test_3_9_bonus_goes_with_an_ante() -> None:
    sitting = opened(GAME)
    refusal = sitting.refused(f"p1: 1 bonus {ANTE}")
    assert (refusal.reason, refusal.cites) == (Reason.NEEDS_ANTE, ("3.9",))
    (placed,) = sitting.do(f"p1: 1 ante {ANTE}", f"p1: 1 bonus {ANTE}")
    assert isinstance(placed, WagerPlaced)
    assert placed.cites == ("3.9",)
    assert sitting.refused("p1: 1 ante -all").cites == ("3.9",)


@pytest.mark.parametrize(("amount", "within"), [(500, False), (1_000, True), (8_000, True), (8_500, False)])
def test_3_9_bonus_keeps_to_its_own_limits_not_to_those_of_the_ante(amount: int, within: bool) -> None:
    sitting = opened(GAME, **LIMITS)
    sitting.do(f"p1: 1 ante {ANTE}")
    if within:
        sitting.do(f"p1: 1 bonus {amount}")
    else:
        assert sitting.refused(f"p1: 1 bonus {amount}").reason is Reason.LIMITS


@pytest.mark.parametrize(
    "bet", ["1 ante 10000", "1 bonus 10000", "1 jackpot 500", "2 ante 10000", "1 ante -all", "1 ante -5000"]
)
@pytest.mark.parametrize("stage", [Stage.CLOSED, Stage.HOLE, Stage.FLOP, Stage.SHOWN])
def test_3_10_after_no_more_bets_no_wager_is_placed_or_taken_back(bet: str, stage: Stage) -> None:
    sitting = at_stage(GAME, "shoe", stage)
    for who in ("p1", "dealer for p1"):
        refusal = sitting.refused(f"{who}: {bet}")
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("3.10", "5.11"))


def test_3_10_bets_close_once() -> None:
    sitting = opened(GAME)
    assert sitting.do(f"p1: 1 ante {ANTE}", "dealer: no more bets") == (BetsClosed(("3.10",)),)
    assert sitting.refused("dealer: no more bets").cites == ("3.10",)
