"""Texas Hold'em Bonus Progressive (MBS), version 6: the deal, the decisions and the showdown, by paragraph.

Last come the awards that a folded hand gives up.
"""

import pytest

from croupier.play.banked.events import (
    CardsDealt,
    CommunityRevealed,
    DealerRevealed,
    Decided,
    HandInspected,
    HandShown,
    HandWithheld,
    RoundEnded,
    RoundOpened,
)
from croupier.play.banked.flow import folded_scopes
from croupier.play.refusal import Reason
from croupier.rulebooks import load_banked
from croupier.rules.banked import PolicyError
from croupier.rules.terms import Role
from tests.rulebooks import meter_of
from tests.rulebooks.holdem import (
    ANTE,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIDDEN_PAIR,
    ROLES,
    ROYAL_ON_THE_FLOP,
    ROYAL_ON_THE_RIVER,
    ROYAL_ON_THE_TURN,
    STAFF,
    STRAIGHT_FLUSH,
    Deal,
    Stage,
    accepted,
    at_stage,
    check_exact,
    check_only_between,
    closed,
    ends,
    held,
    lost,
    offered,
    places,
    settle_one,
)
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

GAME = "mbs-texas-holdem-bonus-progressive"
BOARD = ("Kc", "7d", "2h", "9s", "3c")
DOWN = ("??",) * 5

both_methods = pytest.mark.parametrize("dealing", ["automated", "manual"])


def at(dealing: str, stage: Stage) -> Sitting:
    """One hand on box 1, so far."""
    return at_stage(GAME, dealing, stage)


def three_boxes(dealing: str) -> Sitting:
    """Wagers on boxes 7, 2 and 5, placed in this order; no card dealt."""
    bets = (f"{player}: {box} ante {ANTE}" for player, box in (("p7", 7), ("p2", 2), ("p5", 5)))
    return closed(GAME, *bets, dealing=dealing)


# 1 Definitions


@both_methods
def test_1_1_7_flop_cards_are_the_first_three(dealing: str) -> None:
    sitting = at(dealing, Stage.FLOP)
    assert sitting.events[-1] == CommunityRevealed("Flop Cards", 3, ("3.9.2",))
    assert sitting.seen_by("display").community == (*BOARD[:3], "??", "??")


@both_methods
def test_1_1_9_player_and_dealer_have_two_hole_cards_each(dealing: str) -> None:
    dealt = places(at(dealing, Stage.SHOWN))
    assert (dealt.count("1"), dealt.count("dealer")) == (2, 2)


def test_1_1_9_one_hole_card_is_too_few_and_three_are_too_many() -> None:
    sitting = closed(GAME, f"p1: 1 ante {ANTE}", dealing="manual")
    sitting.do("dealer: deal As")
    assert sitting.refused("p1: look 1").reason is Reason.MOMENT
    sitting.do("dealer: deal Ad 5c", "p1: look 1")
    assert sitting.seen_by("player", "p1").boxes[0].cards == ("As", "Ad")


@both_methods
def test_1_1_12_river_card_is_the_fifth_and_last(dealing: str) -> None:
    sitting = at(dealing, Stage.TURN)
    (turned,) = sitting.do("p1: check 1", "dealer: reveal")
    assert turned == CommunityRevealed("River Card", 1, ("3.9.2",))
    assert sitting.seen_by("display").community == BOARD


@both_methods
def test_1_1_13_round_runs_from_the_announcement_to_the_settlement(dealing: str) -> None:
    sitting = at(dealing, Stage.RIVER)
    for early in ("dealer: place your bets", "dealer: settle"):
        refusal = sitting.refused(early)
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("1.1.13",))
    *_, last = sitting.do("p1: show 1", "dealer: settle")
    assert last == RoundEnded(("1.1.13",))
    (begun,) = sitting.do("dealer: place your bets")
    assert begun == RoundOpened(2, "mbs-texas-holdem-bonus-progressive-v6", ("3.1",))


@both_methods
def test_1_1_16_turn_card_is_the_fourth(dealing: str) -> None:
    sitting = at(dealing, Stage.FLOP)
    (turned,) = sitting.do("p1: check 1", "dealer: reveal")
    assert turned == CommunityRevealed("Turn Card", 1, ("3.9.2",))
    assert sitting.seen_by("display").community == (*BOARD[:4], "??")


# 3.7 and 3.8 The deal


def test_3_7_community_then_pairs_clockwise_then_the_dealers() -> None:
    sitting = three_boxes("automated")
    (dealt,) = sitting.do("dealer: deal Kc 7h 2h 9s 3c 2c 2d 5c 5d 7c 7d Ac Ad")
    assert isinstance(dealt, CardsDealt)
    assert dealt.places == (*["community"] * 5, "2", "2", "5", "5", "7", "7", "dealer", "dealer")
    assert dealt.cites == ("3.7",)
    assert held(sitting) == {2: "2c 2d", 5: "5c 5d", 7: "7c 7d"}
    assert sitting.round.burnt == ()


@pytest.mark.parametrize("role", ROLES)
def test_3_7_all_cards_come_face_down(role: str) -> None:
    sitting = three_boxes("automated")
    sitting.do("dealer: deal Kc 7h 2h 9s 3c 2c 2d 5c 5d 7c 7d Ac Ad")
    view = sitting.seen_by(role, "p5")
    assert [view.dealer, *(box.cards for box in view.boxes)] == [HIDDEN_PAIR] * 4
    assert view.community == DOWN


def test_3_7_automated_device_is_used_unless_the_house_says_otherwise() -> None:
    assert Sitting(GAME).table.policy.dealing == "automated"
    with pytest.raises(PolicyError, match="automated, manual"):
        Sitting(GAME, {"dealing": "shoe"})


def test_3_8_single_cards_clockwise_twice_then_the_community_cards() -> None:
    sitting = three_boxes("manual")
    too_many = sitting.refused("dealer: deal 2c 5c 7c 2d 5d 7d Kc 7h 2h 9s 3c Ac")
    assert (too_many.reason, too_many.cites) == (Reason.CARDS, ("3.8",))
    (dealt,) = sitting.do("dealer: deal 2c 5c 7c 2d 5d 7d Kc 7h 2h 9s 3c")
    assert isinstance(dealt, CardsDealt)
    assert dealt.places == ("2", "5", "7", "2", "5", "7", *["community"] * 5)
    assert dealt.cites == ("3.8",)
    assert held(sitting) == {2: "2c 2d", 5: "5c 5d", 7: "7c 7d"}
    assert sitting.round.burnt == ()


@pytest.mark.parametrize("role", ROLES)
def test_3_8_all_cards_come_face_down(role: str) -> None:
    sitting = three_boxes("manual")
    sitting.do("dealer: deal 2c 5c 7c 2d 5d 7d Kc 7h 2h 9s 3c", "p2: flop 2", "p5: fold 5", "p7: flop 7")
    assert sitting.seen_by(role, "p5").dealer == ()
    sitting.do("dealer: deal Ac Ad")
    view = sitting.seen_by(role, "p5")
    assert [view.dealer, *(box.cards for box in view.boxes)] == [HIDDEN_PAIR] * 4
    assert view.community == DOWN


def test_3_8_dealer_takes_his_two_when_all_have_decided() -> None:
    sitting = three_boxes("manual")
    sitting.do("dealer: deal 2c 5c 7c 2d 5d 7d Kc 7h 2h 9s 3c", "p2: flop 2", "p5: fold 5")
    assert sitting.refused("dealer: deal Ac Ad").cites == ("3.8",)
    sitting.do("p7: flop 7")
    assert sitting.refused("dealer: reveal").cites == ("3.9.2", "3.10")
    assert sitting.refused("p7: reveal").cites == ("3.9.2", "3.10")
    assert sitting.refused("p7: deal Ac Ad").cites == ("3.8",)
    assert sitting.refused("dealer: deal Ac Ad Ah").cites == ("3.8",)
    (dealt,) = sitting.do("dealer: deal Ac Ad")
    assert isinstance(dealt, CardsDealt)
    assert (dealt.places, dealt.cites) == (("dealer", "dealer"), ("3.8",))


# 3.9 The decisions


THREE_HANDS = {
    "automated": "Kc 7h 2h 9s 3c 2c 2d 5c 5d 7c 7d Ac Ad",
    "manual": "2c 5c 7c 2d 5d 7d Kc 7h 2h 9s 3c",
}


@both_methods
def test_3_9_each_position_folds_or_wagers_the_flop_in_its_turn(dealing: str) -> None:
    sitting = three_boxes(dealing)
    assert sitting.refused("p2: fold 2").reason is Reason.MOMENT
    sitting.do(f"dealer: deal {THREE_HANDS[dealing]}")
    for box in (2, 5, 7):
        assert sitting.seen_by("display").turn == box
        assert offered(sitting, box) == {"fold", "flop"}
        for other in {2, 5, 7} - {box}:
            refusal = sitting.refused(f"p{other}: fold {other}")
            assert refusal.reason is (Reason.NOT_YOUR_TURN if other > box else Reason.MOMENT)
            assert refusal.cites == ("I1",)
        sitting.do(f"p{box}: flop {box}")
    assert sitting.seen_by("display").turn is None


@both_methods
@pytest.mark.parametrize(("stage", "what"), [(Stage.HOLE, "flop"), (Stage.FLOP, "turn"), (Stage.TURN, "river")])
def test_3_9_seated_player_decides_or_staff_for_him(dealing: str, stage: Stage, what: str) -> None:
    sitting = at(dealing, stage)
    refusal = sitting.refused(f"p2: {what} 1")
    assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("I2",))
    assert sitting.refused(f"display: {what} 1").reason is Reason.ROLE
    assert sitting.refused(f"p1: {what} 2").cites == ("2.2",)
    assert all(accepted(sitting, f"{staff}: {what} 1") for staff in STAFF)


@both_methods
def test_3_9_1_folded_hands_decide_no_more(dealing: str) -> None:
    sitting = three_boxes(dealing)
    (decided,) = sitting.do(f"dealer: deal {THREE_HANDS[dealing]}", "p2: fold 2")
    assert isinstance(decided, Decided)
    assert (decided.wager, decided.cites) == (None, ("3.9.1",))
    sitting.do("p5: flop 5", "p7: fold 7", *(["dealer: deal Ac Ad"] if dealing == "manual" else []), "dealer: reveal")
    assert offered(sitting, 5) == {"turn", "check"}
    assert offered(sitting, 2) == offered(sitting, 7) == set()


@pytest.mark.parametrize(("dealing", "dealers"), [("automated", HIDDEN_PAIR), ("manual", ())])
def test_3_9_1_when_all_have_folded_the_round_ends(dealing: str, dealers: tuple[str, ...]) -> None:
    sitting = at(dealing, Stage.HOLE)
    sitting.do("p1: fold 1")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    assert sitting.refused("dealer: deal Jc Jd").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    view = sitting.seen_by("display")
    assert (view.community, view.dealer) == (DOWN, dealers)


@pytest.mark.parametrize(("dealing", "dealers"), [("automated", HIDDEN_PAIR), ("manual", ())])
def test_3_9_1_when_all_have_folded_a_jackpot_wager_still_sees_the_community_cards(
    dealing: str, dealers: tuple[str, ...]
) -> None:
    sitting = at_stage(GAME, dealing, Stage.HOLE, "p1: 1 jackpot 500")
    sitting.do("p1: fold 1", "dealer: reveal", "dealer: reveal", "dealer: reveal")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    view = sitting.seen_by("display")
    assert (view.community, view.dealer, view.boxes[0].cards) == (BOARD, dealers, HIDDEN_PAIR)


@both_methods
@pytest.mark.parametrize(
    ("stage", "what", "times"), [(Stage.HOLE, "flop", 2), (Stage.FLOP, "turn", 1), (Stage.TURN, "river", 1)]
)
def test_3_9_2_flop_is_twice_the_ante_turn_and_river_are_once(
    dealing: str, stage: Stage, what: str, times: int
) -> None:
    check_exact(at(dealing, stage), what, times * ANTE, "3.9.2")
    check_only_between(GAME, dealing, what, stage)


@both_methods
def test_3_9_2_before_each_further_card_the_player_wagers_or_checks(dealing: str) -> None:
    choices = [offered(at(dealing, stage)) for stage in Stage]
    assert choices == [set(), {"fold", "flop"}, {"turn", "check"}, {"river", "check"}, set(), set()]
    for stage in (Stage.FLOP, Stage.TURN):
        (decided,) = at(dealing, stage).do("p1: check 1")
        assert isinstance(decided, Decided)
        assert (decided.wager, decided.shares, decided.cites) == (None, (), ("3.9.2",))


# 3.10 The showdown


@both_methods
def test_3_10_dealer_exposes_his_hole_cards_after_the_river_card(dealing: str) -> None:
    sitting = at(dealing, Stage.TURN)
    sitting.do("p1: check 1", "dealer: reveal")
    assert sitting.seen_by("player", "p1").dealer == HIDDEN_PAIR
    assert sitting.refused("p1: show 1").reason is Reason.MOMENT
    assert sitting.do("dealer: reveal") == (DealerRevealed(("3.10",)),)
    assert {sitting.seen_by(role).dealer for role in ROLES} == {("Qh", "Qs")}


@both_methods
def test_3_10_hand_shown_lies_open_to_everybody(dealing: str) -> None:
    sitting = at(dealing, Stage.RIVER)
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {HIDDEN_PAIR}
    assert sitting.refused("p2: show 1").cites == ("I2",)
    assert sitting.refused("p2: withhold 1").cites == ("3.10.1",)
    assert sitting.do("p1: show 1") == (HandShown(1, ("3.10",)),)
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {("As", "Ad")}


@both_methods
def test_3_10_1_hand_not_shown_stays_hidden(dealing: str) -> None:
    sitting = at(dealing, Stage.RIVER)
    assert sitting.refused("p2: withhold 1").reason is Reason.NOT_YOURS
    assert sitting.do("p1: withhold 1") == (HandWithheld(1, ("3.10.1",)),)
    assert sitting.refused("p1: show 1").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {HIDDEN_PAIR}


@pytest.mark.parametrize("staff", ["pit_supervisor", "pit_manager", "shift_manager"])
def test_3_10_1_pit_supervisor_or_above_may_view_it_and_no_money_changes(staff: str) -> None:
    sitting = at_stage(GAME, "automated", Stage.RIVER, f"p1: 1 bonus {ANTE}", "p1: 1 jackpot 500")
    sitting.do("p1: withhold 1")
    untouched = at_stage(GAME, "automated", Stage.RIVER, f"p1: 1 bonus {ANTE}", "p1: 1 jackpot 500")
    untouched.do("p1: withhold 1", "dealer: settle")
    assert sitting.do(f"{staff}: inspect 1") == (HandInspected(1, staff, Role(staff), ("3.10.1",)),)
    sitting.do("dealer: settle")
    assert sitting.round.lines == untouched.round.lines
    assert sitting.table.meter == untouched.table.meter
    seeing = [role for role in ROLES if sitting.seen_by(role, "p2").boxes[0].cards == ("As", "Ad")]
    assert seeing == list(STAFF[STAFF.index(staff) :])


@pytest.mark.parametrize("who", ["p1", "dealer", "display"])
def test_3_10_1_nobody_below_a_pit_supervisor_views_it(who: str) -> None:
    sitting = at("automated", Stage.RIVER)
    sitting.do("p1: withhold 1")
    refusal = sitting.refused(f"{who}: inspect 1")
    assert (refusal.reason, refusal.cites) == (Reason.ROLE, ("3.10.1",))


def test_3_10_1_only_a_hand_not_shown_is_viewed() -> None:
    sitting = at("automated", Stage.RIVER)
    assert sitting.refused("pit_supervisor: inspect 1").reason is Reason.MOMENT
    assert sitting.refused("pit_supervisor: inspect 2").cites == ("2.2",)
    sitting.do("p1: show 1")
    assert sitting.refused("pit_supervisor: inspect 1").cites == ("3.10.1",)


@pytest.mark.parametrize(
    "deal",
    [ROYAL_ON_THE_FLOP, ROYAL_ON_THE_TURN, ROYAL_ON_THE_RIVER, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSE],
)
def test_4_2_folded_hand_is_not_paid_for_its_own_cards(deal: Deal) -> None:
    answer = settle_one(GAME, deal, ("fold",), meter=1_000_003, policy={"contribution": "0"}, jackpot=500)
    assert ends(answer)["jackpot"] == lost("3.9.1")
    assert meter_of(answer).after == 1_000_003


@both_methods
def test_4_2_rows_of_the_hand_are_closed_to_a_folded_hand(dealing: str) -> None:
    """By the rows themselves: it holds even for a folded hand whose cards everybody knows."""
    open_to_it = folded_scopes(load_banked(GAME), dealing)
    assert [row.name for row in load_banked(GAME).jackpot.awards if row.scope not in open_to_it] == [
        "royal_flush_on_the_flop",
        "royal_flush_on_the_turn",
        "royal_flush_on_the_river",
        "straight_flush",
        "four_of_a_kind",
    ]
