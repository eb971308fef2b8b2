"""Progressive Texas Hold'em Poker (RWS), version 6: the deal, the decisions and who makes them, by paragraph."""

import pytest

from croupier.play.actor import Actor
from croupier.play.banked import decide
from croupier.play.banked.commands import DealCards
from croupier.play.banked.events import CardsDealt, CommunityRevealed, DealerRevealed, Decided, RoundEnded, RoundOpened
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason, Refusal
from croupier.rules.banked import PolicyError
from croupier.rules.terms import Role, at_least
from tests.rulebooks.holdem import (
    ANTE,
    HIDDEN_PAIR,
    ROLES,
    STAFF,
    Stage,
    accepted,
    at_stage,
    check_exact,
    check_only_between,
    closed,
    held,
    offered,
    places,
    stake,
)
from tests.sitting import Sitting

RULEBOOKS = ("rws-progressive-texas-holdem-v6",)

GAME = "rws-progressive-texas-holdem"
FLOP, TURN, RIVER = ("Kc", "7d", "2h"), ("9s",), ("3c",)

both_methods = pytest.mark.parametrize("dealing", ["shoe", "shuffler"])


def at(dealing: str, stage: Stage) -> Sitting:
    """One hand on box 1, so far."""
    return at_stage(GAME, dealing, stage)


def three_boxes(dealing: str) -> Sitting:
    """Wagers on boxes 7, 2 and 5, placed in this order; no card dealt."""
    bets = (f"{player}: {box} ante {ANTE}" for player, box in (("p7", 7), ("p2", 2), ("p5", 5)))
    return closed(GAME, *bets, dealing=dealing)


# 1 Definitions


@both_methods
def test_1_3_three_betting_rounds_follow_the_ante(dealing: str) -> None:
    choices = [offered(at(dealing, stage)) for stage in Stage]
    assert choices == [set(), {"fold", "flop"}, {"turn", "check"}, {"river", "check"}, set(), set()]


@both_methods
def test_1_3_a_first_round_ends_when_the_flop_cards_are_turned(dealing: str) -> None:
    check_only_between(GAME, dealing, "flop", Stage.HOLE)


@both_methods
def test_1_3_b_second_round_lies_between_flop_cards_and_turn_card(dealing: str) -> None:
    check_only_between(GAME, dealing, "turn", Stage.FLOP)


@both_methods
def test_1_3_c_third_round_lies_between_turn_card_and_river_card(dealing: str) -> None:
    check_only_between(GAME, dealing, "river", Stage.TURN)


@pytest.mark.parametrize(("dealing", "cite"), [("shoe", "3.11.2.b"), ("shuffler", "3.12.3.b")])
def test_1_11_flop_is_twice_the_ante(dealing: str, cite: str) -> None:
    check_exact(at(dealing, Stage.HOLE), "flop", 2 * ANTE, cite)


@pytest.mark.parametrize("ante", [2_500, 500_000])
def test_1_11_flop_follows_the_ante_even_above_the_maximum(ante: int) -> None:
    sitting = closed(GAME, f"p1: 1 ante {ante}", minimum=2_500, maximum=500_000)
    sitting.do("dealer: deal ?? As Ad", "p1: flop 1")
    assert stake(sitting, 1, "flop") == 2 * ante


def test_1_12_flop_cards_are_three() -> None:
    sitting = at("shoe", Stage.HOLE)
    sitting.do("p1: flop 1", "dealer: deal ?? Kc 7d")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    assert sitting.refused("dealer: deal 2h 9s").cites == ("3.11.3",)
    (turned,) = sitting.do("dealer: deal 2h", "dealer: reveal")
    assert turned == CommunityRevealed("Flop Cards", 3, ("3.11.3",))
    assert sitting.seen_by("display").community == FLOP


def test_1_12_flop_cards_are_the_first_three_of_five() -> None:
    assert at("shuffler", Stage.FLOP).seen_by("display").community == (*FLOP, "??", "??")


@both_methods
def test_1_15_hole_cards_are_two(dealing: str) -> None:
    assert places(at(dealing, Stage.SHOWN)).count("1") == 2


def test_1_15_one_hole_card_is_too_few_and_three_are_too_many() -> None:
    sitting = closed(GAME, f"p1: 1 ante {ANTE}", dealing="shoe")
    sitting.do("dealer: deal ?? As")
    assert sitting.refused("p1: look 1").reason is Reason.MOMENT
    assert sitting.refused("dealer: deal Ad 5c").cites == ("3.11.1",)
    sitting.do("dealer: deal Ad", "p1: look 1")
    assert sitting.refused("dealer: deal 5c").reason is Reason.MOMENT
    assert sitting.seen_by("player", "p1").boxes[0].cards == ("As", "Ad")


@both_methods
@pytest.mark.parametrize("stage", [Stage.FLOP, Stage.TURN, Stage.RIVER])
def test_1_17_who_has_wagered_the_flop_cannot_fold(dealing: str, stage: Stage) -> None:
    sitting = at(dealing, stage)
    refusal = sitting.refused("p1: fold 1")
    assert refusal.reason is Reason.MOMENT
    assert refusal.cites
    assert not sitting.box(1).folded


@both_methods
@pytest.mark.parametrize("staff", STAFF)
def test_1_18_whoever_acts_for_the_dealer_may_do_what_he_may(dealing: str, staff: str) -> None:
    sitting = at_stage(GAME, dealing, Stage.SHOWN, staff=staff)
    sitting.do(f"{staff}: settle")
    assert sitting.round.phase is Phase.ENDED


@pytest.mark.parametrize("who", ["p1", "display"])
@pytest.mark.parametrize("what", ["place your bets", "no more bets", "deal As", "reveal", "settle"])
def test_1_18_nobody_else_does_the_dealers_work(who: str, what: str) -> None:
    assert Sitting(GAME).refused(f"{who}: {what}").reason is Reason.ROLE


def test_1_18_positions_stand_in_order() -> None:
    order = [Role(staff) for staff in STAFF]
    for place, needed in enumerate(order):
        assert [role for role in Role if at_least(role, needed)] == order[place:]


@pytest.mark.parametrize(("dealing", "cite"), [("shoe", "3.11.4"), ("shuffler", "3.12.5")])
def test_1_22_river_is_once_the_ante(dealing: str, cite: str) -> None:
    check_exact(at(dealing, Stage.TURN), "river", ANTE, cite)


def test_1_23_river_card_is_one() -> None:
    sitting = at("shoe", Stage.TURN)
    sitting.do("p1: check 1", "dealer: deal ??")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    assert sitting.refused("dealer: deal 3c 4c").cites == ("3.11.5",)
    (turned,) = sitting.do("dealer: deal 3c", "dealer: reveal")
    assert turned == CommunityRevealed("River Card", 1, ("3.11.5",))


@both_methods
def test_1_23_river_card_is_the_fifth_and_last(dealing: str) -> None:
    assert at(dealing, Stage.RIVER).seen_by("display").community == FLOP + TURN + RIVER


def test_1_24_round_runs_from_the_announcement_to_the_settlement() -> None:
    sitting = Sitting(GAME)
    (begun,) = sitting.do("dealer: place your bets")
    assert begun == RoundOpened(1, "rws-progressive-texas-holdem-v6", ("3.2",))
    sitting = at("shoe", Stage.RIVER)
    for early in ("dealer: place your bets", "dealer: settle"):
        refusal = sitting.refused(early)
        assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("1.24",))
    *_, last = sitting.do("p1: show 1", "dealer: settle")
    assert last == RoundEnded(("1.24",))
    (begun,) = sitting.do("dealer: place your bets")
    assert isinstance(begun, RoundOpened)
    assert begun.number == 2


@both_methods
@pytest.mark.parametrize(("stage", "what"), [(Stage.HOLE, "flop"), (Stage.FLOP, "turn"), (Stage.TURN, "river")])
def test_1_25_seated_player_decides_or_staff_for_him(dealing: str, stage: Stage, what: str) -> None:
    sitting = at(dealing, stage)
    refusal = sitting.refused(f"p2: {what} 1")
    assert (refusal.reason, refusal.cites) == (Reason.NOT_YOURS, ("1.25",))
    assert sitting.refused(f"display: {what} 1").reason is Reason.ROLE
    assert sitting.refused(f"p1: {what} 2").reason is Reason.NO_SUCH_BOX
    assert all(accepted(sitting, f"{staff}: {what} 1") for staff in STAFF)
    sitting.do(f"p1: {what} 1")
    assert stake(sitting, 1, what) == (2 * ANTE if what == "flop" else ANTE)


@pytest.mark.parametrize(("dealing", "cite"), [("shoe", "3.11.3"), ("shuffler", "3.12.4")])
def test_1_28_turn_is_once_the_ante(dealing: str, cite: str) -> None:
    check_exact(at(dealing, Stage.FLOP), "turn", ANTE, cite)


def test_1_29_turn_card_is_one() -> None:
    sitting = at("shoe", Stage.FLOP)
    sitting.do("p1: check 1", "dealer: deal ??")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    assert sitting.refused("dealer: deal 9s 3c").cites == ("3.11.4",)
    (turned,) = sitting.do("dealer: deal 9s", "dealer: reveal")
    assert turned == CommunityRevealed("Turn Card", 1, ("3.11.4",))


def test_1_29_turn_card_is_the_fourth() -> None:
    assert at("shoe", Stage.TURN).seen_by("display").community == FLOP + TURN
    assert at("shuffler", Stage.TURN).seen_by("display").community == (*FLOP, *TURN, "??")


# 3.11 Where a Card Shoe is used


def test_3_11_shoe_deals_card_by_card() -> None:
    """Four cards are burnt in all, none before the Dealer's own; no street is drawn before its time."""
    sitting = at("shoe", Stage.SHOWN)
    streets = ["burn", "1", "1", "burn", *["community"] * 3, "burn", "community", "burn", "community"]
    assert places(sitting) == [*streets, "dealer", "dealer"]
    assert len(sitting.round.burnt) == 4
    assert at("shoe", Stage.FLOP).refused("dealer: deal ?? 9s").reason is Reason.MOMENT


def test_3_11_shoe_is_used_unless_the_house_says_otherwise() -> None:
    assert Sitting(GAME).table.policy.dealing == "shoe"
    with pytest.raises(PolicyError, match="shoe, shuffler"):
        Sitting(GAME, {"dealing": "by hand"})


def test_3_11_1_one_card_is_burnt_and_single_cards_go_clockwise_twice() -> None:
    sitting = three_boxes("shoe")
    (dealt,) = sitting.do("dealer: deal 3h 2c 5c 7c 2d 5d 7d")
    assert isinstance(dealt, CardsDealt)
    assert dealt.places == ("burn", "2", "5", "7", "2", "5", "7")
    assert dealt.cites == ("3.11.1",)
    assert sitting.refused("dealer: deal 3s").cites == ("3.11.1", "3.11.3", "3.11.4", "3.11.5", "3.11.6")
    assert held(sitting) == {2: "2c 2d", 5: "5c 5d", 7: "7c 7d"}


@pytest.mark.parametrize("role", ROLES)
def test_3_11_1_cards_come_face_down(role: str) -> None:
    sitting = three_boxes("shoe")
    sitting.do("dealer: deal 3h 2c 5c 7c 2d 5d 7d")
    assert [box.cards for box in sitting.seen_by(role, "p5").boxes] == [HIDDEN_PAIR] * 3


def test_3_11_1_no_card_of_the_dealer_lies_open_before_he_turns_them() -> None:
    sitting = at("shoe", Stage.TURN)
    sitting.do("p1: check 1", "dealer: deal ?? 3c", "dealer: reveal", "dealer: deal Qh Qs")
    assert sitting.seen_by("display").dealer == HIDDEN_PAIR


def check_turns(dealing: str, deal: str) -> None:
    """Boxes 2, 5 and 7 fold or see the Flop, each in its turn."""
    sitting = three_boxes(dealing)
    assert sitting.refused("p2: fold 2").reason is Reason.MOMENT
    sitting.do(f"dealer: deal {deal}")
    for box in (2, 5, 7):
        assert sitting.seen_by("display").turn == box
        assert offered(sitting, box) == {"fold", "flop"}
        for other in {2, 5, 7} - {box}:
            refusal = sitting.refused(f"p{other}: fold {other}")
            assert refusal.reason is (Reason.NOT_YOUR_TURN if other > box else Reason.MOMENT)
            assert refusal.cites == ("I1",)
        sitting.do(f"p{box}: flop {box}")
    assert sitting.seen_by("display").turn is None


def test_3_11_2_each_box_folds_or_sees_the_flop_in_its_turn() -> None:
    check_turns("shoe", "?? 2c 5c 7c 2d 5d 7d")


def check_fold(sitting: Sitting, *acts: str) -> tuple[str, ...]:
    """Boxes 2 and 7 fold, box 5 plays on alone; the paragraphs of the fold."""
    (decided,) = sitting.do("p2: fold 2")
    assert isinstance(decided, Decided)
    assert decided.wager is None
    sitting.do("p5: flop 5", "p7: fold 7", *acts, "dealer: reveal")
    assert offered(sitting, 5) == {"turn", "check"}
    assert offered(sitting, 2) == offered(sitting, 7) == set()
    return decided.cites


def test_3_11_2_a_folded_hands_decide_no_more() -> None:
    sitting = three_boxes("shoe")
    sitting.do("dealer: deal ?? 2c 5c 7c 2d 5d 7d")
    assert check_fold(sitting, "dealer: deal ?? Kc Kd Kh") == ("3.11.2.a",)


def test_3_11_2_a_when_all_have_folded_the_round_ends() -> None:
    sitting = at("shoe", Stage.HOLE)
    sitting.do("p1: fold 1")
    assert sitting.refused("dealer: deal ?? Kc 7d 2h").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    assert sitting.round.community == sitting.round.dealer == ()


def test_3_11_2_a_when_all_have_folded_a_jackpot_wager_still_sees_the_community_cards() -> None:
    sitting = at_stage(GAME, "shoe", Stage.HOLE, "p1: 1 jackpot 500")
    sitting.do("p1: fold 1")
    for street in ("Kc 7d 2h", "9s", "3c"):
        sitting.do(f"dealer: deal ?? {street}", "dealer: reveal")
    assert sitting.refused("dealer: deal Qh Qs").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    view = sitting.seen_by("display")
    assert (view.community, view.dealer, view.boxes[0].cards) == (FLOP + TURN + RIVER, (), HIDDEN_PAIR)


def check_flop(dealing: str, cite: str) -> None:
    """The Flop is placed and the hand goes on."""
    sitting = at(dealing, Stage.HOLE)
    (decided,) = sitting.do("p1: flop 1")
    assert isinstance(decided, Decided)
    assert (decided.wager, decided.cites) == ("flop", (cite,))
    assert [(one.player, one.amount) for one in decided.shares] == [("p1", 2 * ANTE)]
    assert not sitting.box(1).folded


def test_3_11_2_b_flop_keeps_the_hand_in_to_the_end() -> None:
    check_flop("shoe", "3.11.2.b")
    assert "fold" not in offered(at("shoe", Stage.FLOP)) | offered(at("shoe", Stage.TURN))


def check_street(stage: Stage, street: tuple[str, ...], name: str, cite: str) -> None:
    """From the shoe: a card is burnt, the street comes face down, then it is turned."""
    sitting = at("shoe", stage)
    lying = sitting.seen_by("display").community
    (dealt,) = sitting.do("p1: flop 1" if stage is Stage.HOLE else "p1: check 1", f"dealer: deal 5h {' '.join(street)}")
    assert isinstance(dealt, CardsDealt)
    assert dealt.places == ("burn", *("community" for _ in street))
    assert dealt.cites == (cite,)
    for role in ROLES:
        assert sitting.seen_by(role, "p1").community == (*lying, *("??" for _ in street))
    (turned,) = sitting.do("dealer: reveal")
    assert turned == CommunityRevealed(name, len(street), (cite,))
    assert sitting.seen_by("display").community == lying + street


def check_raise_or_check(dealing: str, stage: Stage, what: str, cite: str) -> None:
    """The Player places one more wager or checks, under the same paragraph."""
    for decision, wager in ((what, what), ("check", None)):
        (decided,) = at(dealing, stage).do(f"p1: {decision} 1")
        assert isinstance(decided, Decided)
        assert (decided.wager, decided.cites) == (wager, (cite,))


def test_3_11_3_burn_and_flop_cards_then_turn_or_check() -> None:
    check_street(Stage.HOLE, FLOP, "Flop Cards", "3.11.3")
    check_raise_or_check("shoe", Stage.FLOP, "turn", "3.11.3")


def test_3_11_4_burn_and_turn_card_then_river_or_check() -> None:
    check_street(Stage.FLOP, TURN, "Turn Card", "3.11.4")
    check_raise_or_check("shoe", Stage.TURN, "river", "3.11.4")


def test_3_11_5_burn_and_river_card() -> None:
    check_street(Stage.TURN, RIVER, "River Card", "3.11.5")


def test_3_11_6_dealer_draws_two_after_the_river_card_and_turns_them() -> None:
    sitting = at("shoe", Stage.TURN)
    assert sitting.refused("dealer: deal Qh Qs").reason is Reason.MOMENT
    sitting.do("p1: check 1", "dealer: deal ?? 3c", "dealer: reveal", "dealer: deal Qh")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    assert sitting.refused("dealer: deal Qs Qd").cites == ("3.11.6",)
    sitting.do("dealer: deal Qs")
    assert sitting.refused("p1: show 1").reason is Reason.MOMENT
    assert sitting.do("dealer: reveal") == (DealerRevealed(("3.11.6",)),)
    assert sitting.seen_by("display").dealer == ("Qh", "Qs")


# 3.12 Where an Electronic Card Shuffler is used


def test_3_12_shuffler_deals_sets_and_burns_nothing() -> None:
    sitting = at("shuffler", Stage.SHOWN)
    assert places(sitting) == [*["community"] * 5, "1", "1", "dealer", "dealer"]
    assert sitting.round.burnt == ()


def test_3_12_1_five_community_cards_come_first_and_face_down() -> None:
    sitting = three_boxes("shuffler")
    assert sitting.refused("p2: deal Kc 7d 2h 9s").cites == ("3.12.1", "3.12.2")
    nothing = decide(sitting.game, sitting.table, Actor("dealer", Role.DEALER), DealCards(()))
    assert nothing == Refusal(Reason.CARDS, "No card was named", ("3.12.1",))
    (dealt,) = sitting.do("dealer: deal Kc 7d 2h 9s")
    assert isinstance(dealt, CardsDealt)
    assert (dealt.places, dealt.cites) == (("community",) * 4, ("3.12.1",))
    (dealt,) = sitting.do("dealer: deal 3c 2c")
    assert isinstance(dealt, CardsDealt)
    assert (dealt.places, dealt.cites) == (("community", "2"), ("3.12.1", "3.12.2"))
    for role in ROLES:
        assert sitting.seen_by(role, "p2").community == ("??",) * 5


def test_3_12_2_pairs_go_clockwise_and_the_dealers_comes_last() -> None:
    sitting = three_boxes("shuffler")
    sitting.do("dealer: deal Kc 7h 2h 9s 3c")
    refusal = sitting.refused("dealer: deal 2c 2d 5c 5d 7c 7d Ac Ad Ah")
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("3.12.2",))
    (dealt,) = sitting.do("dealer: deal 2c 2d 5c 5d 7c 7d Ac Ad")
    assert isinstance(dealt, CardsDealt)
    assert dealt.places == ("2", "2", "5", "5", "7", "7", "dealer", "dealer")
    assert held(sitting) == {2: "2c 2d", 5: "5c 5d", 7: "7c 7d"}


@pytest.mark.parametrize("role", ROLES)
def test_3_12_2_pairs_come_face_down(role: str) -> None:
    sitting = three_boxes("shuffler")
    sitting.do("dealer: deal Kc 7h 2h 9s 3c 2c 2d 5c 5d 7c 7d Ac Ad")
    view = sitting.seen_by(role, "p5")
    assert [view.dealer, *(box.cards for box in view.boxes)] == [HIDDEN_PAIR] * 4


def test_3_12_3_each_box_folds_or_sees_the_flop_in_its_turn() -> None:
    check_turns("shuffler", "Kc 7h 2h 9s 3c 2c 2d 5c 5d 7c 7d Ac Ad")


def test_3_12_3_a_folded_hands_decide_no_more() -> None:
    sitting = three_boxes("shuffler")
    sitting.do("dealer: deal Kc 7h 2h 9s 3c 2c 2d 5c 5d 7c 7d Ac Ad")
    assert check_fold(sitting) == ("3.12.3.a",)


def test_3_12_3_a_when_all_have_folded_the_round_ends() -> None:
    sitting = at("shuffler", Stage.HOLE)
    sitting.do("p1: fold 1")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    view = sitting.seen_by("display")
    assert (view.community, view.dealer) == (("??",) * 5, HIDDEN_PAIR)


def test_3_12_3_a_when_all_have_folded_a_jackpot_wager_still_sees_the_community_cards() -> None:
    sitting = at_stage(GAME, "shuffler", Stage.HOLE, "p1: 1 jackpot 500")
    sitting.do("p1: fold 1", "dealer: reveal", "dealer: reveal", "dealer: reveal")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    view = sitting.seen_by("display")
    assert (view.community, view.dealer, view.boxes[0].cards) == (FLOP + TURN + RIVER, HIDDEN_PAIR, HIDDEN_PAIR)


def test_3_12_3_b_flop_keeps_the_hand_in_to_the_end() -> None:
    check_flop("shuffler", "3.12.3.b")
    assert "fold" not in offered(at("shuffler", Stage.FLOP)) | offered(at("shuffler", Stage.TURN))


def test_3_12_4_flop_cards_are_turned_then_turn_or_check() -> None:
    (turned,) = at("shuffler", Stage.HOLE).do("p1: flop 1", "dealer: reveal")
    assert turned == CommunityRevealed("Flop Cards", 3, ("3.12.4",))
    check_raise_or_check("shuffler", Stage.FLOP, "turn", "3.12.4")


def test_3_12_5_turn_card_is_turned_then_river_or_check() -> None:
    (turned,) = at("shuffler", Stage.FLOP).do("p1: check 1", "dealer: reveal")
    assert turned == CommunityRevealed("Turn Card", 1, ("3.12.5",))
    check_raise_or_check("shuffler", Stage.TURN, "river", "3.12.5")


def test_3_12_6_river_card_and_dealers_hand_are_turned() -> None:
    sitting = at("shuffler", Stage.TURN)
    (turned,) = sitting.do("p1: check 1", "dealer: reveal")
    assert turned == CommunityRevealed("River Card", 1, ("3.12.6",))
    assert sitting.seen_by("player", "p1").dealer == HIDDEN_PAIR
    assert sitting.do("dealer: reveal") == (DealerRevealed(("3.12.6",)),)
    assert sitting.seen_by("player", "p1").dealer == ("Qh", "Qs")


def test_3_12_1_too_many_cards_are_refused_under_the_paragraph_of_the_first() -> None:
    """Five Community Cards, two for the one hand and two for the Dealer are nine."""
    sitting = Sitting("rws-progressive-texas-holdem", {"dealing": "shuffler"})
    sitting.do("dealer: place your bets", "p1: 1 ante 10000", "dealer: no more bets")
    refusal = sitting.refused("dealer: deal Kc 7d 2h 9s 3c As Ad Qh Qs 4d")
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("3.12.1",))
