"""Irregularities of Progressive Texas Hold'em Poker (RWS), version 6, that the stud documents lack or number otherwise.

Amounts are cents: an Ante is 10,000, a Flop 20,000, a Turn or River 10,000, a jackpot wager 500.
"""

import pytest

from croupier.play.banked.events import CardsExposed, HandAbsent, HandWithheld, PlayerLeft, WagerCounted
from croupier.play.refusal import Reason
from croupier.rules.terms import WagerName
from tests.rulebooks.irregular import (
    ANTE,
    PLAY_ON,
    PTHP,
    REPAIRED,
    asked,
    betting,
    check_rulings,
    check_void,
    check_waits,
    check_wrong,
    counts,
    deal,
    dealt,
    decide_all,
    ends,
    expect,
    finish,
    hand_count,
    plain,
    ruling,
    word,
)
from tests.rulebooks.irregular_later import (
    check_boxes_closed,
    check_choice_of_the_house,
    check_down_seen,
    check_down_unseen,
    check_examined,
    check_fails_again,
    check_last_paragraph,
    check_late_error,
    check_misplaced,
    check_staff_placed,
    check_table_closed,
    check_void_returns,
    check_without_jackpot,
)
from tests.rulebooks.stud import because
from tests.sitting import Sitting

RULEBOOKS = ("rws-progressive-texas-holdem-v6",)

ROYAL_BOARD = "As Ks Qs Js Ts"
OTHERS = ("4d 4h", "Jd Jc")


def with_everything() -> Sitting:
    """One hand with Ante, Bonus, jackpot wager, Flop, Turn and River; the River Card lies open."""
    sitting = betting(PTHP, 1)
    sitting.do("p1: 1 bonus 10000")
    deal(sitting)
    sitting.do("p1: flop 1", "dealer: reveal", "p1: turn 1", "dealer: reveal", "p1: river 1", "dealer: reveal")
    return sitting


# 4.3: a hand that is not shown


def test_4_3_the_ruling_on_a_hand_that_is_not_shown() -> None:
    """No Dealer needs to qualify here, so nothing is asked."""
    check_rulings(PTHP, "hand_not_shown", {"": expect("rank_below_dealer", "4.3", "3.14", "I5")})
    check_wrong(PTHP, "hand_not_shown", "hand_not_shown has no fact 'dealer_qualifies'", dealer_qualifies="yes")


def test_4_3_reported_it_is_the_same_as_withholding_it() -> None:
    ended = []
    for how in ("dealer: report hand_not_shown box=1", "p1: withhold 1"):
        sitting = with_everything()
        sitting.do("dealer: reveal")
        events = sitting.do(how)
        assert [one.box for one in events if isinstance(one, HandWithheld)] == [1]
        sitting.do("dealer: settle")
        ended.append(ends(sitting))
    assert ended[0] == ended[1]
    assert {wager: end[0] for (_, wager), end in ended[0].items()} == dict.fromkeys(
        ("ante", "bonus", "flop", "turn", "river", "jackpot"), "lose"
    )


# 5.3: Flop, Turn and River


@pytest.mark.parametrize(("wager", "size"), [("flop", 20_000), ("turn", 10_000), ("river", 10_000)])
def test_5_3_1_more_than_prescribed_the_excess_comes_back(wager: str, size: int) -> None:
    sitting = decide_all(with_everything())
    report = f"dealer: report wager_wrong_size box=1 wager={wager} amount="
    assert sitting.refused(f"{report}{size}").reason is Reason.AMOUNT
    events = sitting.do(f"{report}{size + 5_000}")
    assert ruling(events) == ("wager_wrong_size", "return_excess", ("5.3.1",))
    assert events[1:] == (WagerCounted(1, WagerName(wager), size + 5_000, 5_000, ("5.3.1",)),)
    sitting.do("dealer: settle")
    assert ends(sitting)[1, wager][:4] == ("win", size + 5_000, size, size + 5_000)


@pytest.mark.parametrize(("wager", "size"), [("flop", 20_000), ("turn", 10_000), ("river", 10_000)])
def test_5_3_2_less_than_prescribed_it_settles_as_it_lies(wager: str, size: int) -> None:
    sitting = decide_all(with_everything())
    events = sitting.do(f"dealer: report wager_wrong_size box=1 wager={wager} amount={size - 5_000}")
    assert ruling(events) == ("wager_wrong_size", "settle_as_placed", ("5.3.2",))
    assert events[1:] == (WagerCounted(1, WagerName(wager), size - 5_000, 0, ("5.3.2",)),)
    sitting.do("dealer: settle")
    assert ends(sitting)[1, wager][:4] == ("win", size - 5_000, size - 5_000, size - 5_000)


def test_5_3_1_a_flop_that_loses_gives_only_the_excess_back() -> None:
    sitting = deal(betting(PTHP, 1), ("5d 4c",))
    decide_all(sitting).do("dealer: report wager_wrong_size box=1 wager=flop amount=25000", "dealer: settle")
    assert ends(sitting)[1, "flop"][:4] == ("lose", 25_000, 0, 5_000)


# 5.5: absence after the Flop wager


def test_5_5_the_house_may_choose_another_reading_of_absence_after_the_flop() -> None:
    folds = expect("fold_hand", "5.5", "I16")
    assert asked(PTHP, "player_absent", {"stage": "after_flop"}) == folds
    assert asked(PTHP, "player_absent", {"stage": "after_flop", "absent_after_flop": "fold"}) == folds
    checks = expect("check_hand", "5.23", "I16", by="shift_manager")
    assert asked(PTHP, "player_absent", {"stage": "after_flop", "absent_after_flop": "check"}) == checks
    check_wrong(PTHP, "player_absent", "the fact absent_after_flop cannot be 'void'", absent_after_flop="void")


@pytest.mark.parametrize("streets", [0, 1])
def test_5_5_who_leaves_after_the_flop_loses_all_he_wagered(streets: int) -> None:
    sitting = betting(PTHP, 1)
    sitting.do("p1: 1 bonus 10000")
    deal(sitting)
    sitting.do("p1: flop 1", "dealer: reveal")
    if streets:
        sitting.do("p1: turn 1", "dealer: reveal")
    events = sitting.do("dealer: report player_absent box=1")
    assert ruling(events) == ("player_absent", "fold_hand", ("5.5", "I16"))
    assert events[1:] == (HandAbsent(1, True, ("5.5", "I16")), PlayerLeft("p1", ("5.5", "I16")))
    finish(sitting)
    wagers = ("ante", "bonus", "flop", "turn", "jackpot") if streets else ("ante", "bonus", "flop", "jackpot")
    assert {wager for _, wager in ends(sitting)} == set(wagers)
    for wager in wagers:
        result, _, paid, returned, cites = ends(sitting)[1, wager]
        assert (result, paid, returned) == ("lose", 0, 0)
        assert wager == "jackpot" or cites == ("5.5",)


def test_5_5_a_community_prize_remains() -> None:
    sitting = deal(betting(PTHP), OTHERS, board=ROYAL_BOARD)
    sitting.do("p1: flop 1", "p2: flop 2", "dealer: reveal", "dealer: report player_absent box=1")
    finish(sitting)
    assert ends(sitting)[1, "flop"][:4] == ("lose", 20_000, 0, 0)
    assert ends(sitting)[1, "jackpot"][0] == "win"
    assert ends(sitting)[1, "jackpot"][2] == ends(sitting)[2, "jackpot"][2] > 0


@pytest.mark.parametrize("streets", [0, 1])
def test_5_5_directed_to_check_he_checks_to_the_end(streets: int) -> None:
    sitting = dealt(PTHP, 2, {"absent_after_flop": "check"})
    sitting.do("p1: flop 1", "p2: flop 2", "dealer: reveal")
    if streets:
        sitting.do("p1: check 1", "p2: check 2", "dealer: reveal")
    events = sitting.do("dealer: report player_absent box=1")
    assert ruling(events) == ("player_absent", "check_hand", ("5.23", "I16"))
    assert events[1:] == (HandAbsent(1, False, ("5.23", "I16")), PlayerLeft("p1", ("5.23", "I16")))
    assert sitting.seen_by("dealer").turn == 2
    assert sitting.refused("p1: turn 1").reason is Reason.MOMENT
    assert ends(finish(sitting)) == {**plain(PTHP, 1), **plain(PTHP, 2)}


def test_5_5_directed_to_check_he_has_still_folded_before_the_flop() -> None:
    sitting = dealt(PTHP, 2, {"absent_after_flop": "check"})
    assert ruling(sitting.do("dealer: report player_absent box=1"))[1:] == ("fold_hand", ("5.5",))


# 5.7, 5.8.2, 5.10, 5.12: outcomes, and cards exposed


@pytest.mark.parametrize(
    ("decides", "outcome", "ruled"),
    [("fold", "established", ("continue", ("5.7.1",))), ("flop", "none", ("void_round", ("5.7.2",)))],
)
def test_5_7_what_the_table_takes_for_an_outcome_rests_on_a_reading(
    decides: str, outcome: str, ruled: tuple[str, tuple[str, ...]]
) -> None:
    """Where nobody says whether there is one, the table finds it by I14; what the Dealer says is the Dealer's word."""
    for said, read in (("", ("I14",)), (f" outcome={outcome}", ())):
        sitting = dealt(PTHP)
        sitting.do(f"p1: {decides} 1")
        events = sitting.do(f"dealer: report interruption{said}")
        assert ruling(events) == ("interruption", ruled[0], (*ruled[1], *read))


def test_5_7_1_a_community_prize_on_the_open_board_is_decided() -> None:
    sitting = deal(betting(PTHP), OTHERS, board=ROYAL_BOARD)
    sitting.do("p1: flop 1", "p2: flop 2", "dealer: reveal", "p1: check 1", "p2: check 2", "dealer: reveal")
    before = sitting.table
    assert ruling(sitting.do("dealer: report interruption"))[1:] == ("void_round", ("5.7.2", "I14"))
    sitting.table = before
    sitting.do("p1: check 1", "p2: check 2", "dealer: reveal")
    assert ruling(sitting.do("dealer: report interruption"))[1:] == ("continue", ("5.7.1", "I14"))


def test_5_7_2_an_open_board_alone_decides_nothing() -> None:
    sitting = with_everything()
    check_interrupted = sitting.do("dealer: report interruption")
    assert ruling(check_interrupted)[1:] == ("void_round", ("5.7.2", "I14"))
    assert ends(sitting)[1, "bonus"] == ("void", ANTE, 0, ANTE, ("5.7.2", "5.21"))
    assert sitting.table.meter.shown == 5_000_000


def test_5_8_2_community_cards_count_as_well() -> None:
    check_void(dealt(PTHP), "cards_exposed count=2 whose=community seen=no", "5.8.2")


def test_5_8_2_cards_exposed_one_after_the_other_are_added_up_by_a_reading() -> None:
    """By I17 the second report is ruled on both cards; two that are reported at once need no adding up."""
    sitting = dealt(PTHP)
    first = sitting.do("dealer: report cards_exposed cards=As seen=no")
    assert ruling(first) == ("cards_exposed", "players_choose", ("5.10", "I12"))
    check_void(sitting, "cards_exposed cards=Jd seen=no", "5.8.2", read=("I17",))
    check_void(dealt(PTHP), "cards_exposed cards=AsJd seen=no", "5.8.2")


def test_5_12_a_word_that_goes_before_the_record_is_taken_by_a_reading() -> None:
    """On record the deal is over, as somebody has decided; by I18 a supervisor with a reason may say otherwise."""
    sitting = dealt(PTHP)
    sitting.do("p1: look 1", "p1: flop 1")
    report = "report cards_exposed cards=Jd when=during_deal"
    assert sitting.refused(f"dealer: {report}").reason is Reason.ROLE
    events = sitting.do(f"pit_supervisor/sue: {report} because the cameras show it")
    assert ruling(events) == ("cards_exposed", "continue", ("5.12", "I18"))
    assert word(events)[1:] == ({"when": "after"}, "sue", "the cameras show it")
    as_recorded = sitting.do("dealer: report cards_exposed cards=Jc")
    assert ruling(as_recorded) == ("cards_exposed", "continue", ("5.12", "I12"))


@pytest.mark.parametrize("whose", ["community", "dealer"])
def test_5_10_one_exposed_table_card_is_everybodys_choice(whose: str) -> None:
    sitting = dealt(PTHP)
    pile = sitting.round.community if whose == "community" else sitting.round.dealer
    card = "Kc" if whose == "community" else "8h"
    events = sitting.do(f"dealer: report cards_exposed count=1 whose={whose} seen=no box=1 cards={card}")
    assert ruling(events) == ("cards_exposed", "players_choose", ("5.10", "I12"))
    assert events[1] == CardsExposed(pile[:1], ("5.10", "I12"), 1, ((whose, 0),))
    check_waits(sitting, 1, PLAY_ON, "5.10", "I12")
    assert sitting.box(2).choice == PLAY_ON
    seen = sitting.seen_by("display")
    assert (seen.community if whose == "community" else seen.dealer)[0] == card


def test_5_10_repaired_community_cards_are_everybodys_choice() -> None:
    sitting = dealt(PTHP)
    sitting.do("dealer: report wrong_community_count reconstructable=yes hands=community:7dKc2h9s3c")
    check_waits(sitting, 1, REPAIRED, "5.10")
    assert sitting.box(2).choice == REPAIRED


# 5.16, 5.17: the jackpot system


def test_5_16_the_jackpot_system_fails_before_anybody_has_seen_his_cards() -> None:
    check_down_unseen(PTHP)


def test_5_17_the_jackpot_system_fails_and_is_known_to_be_down() -> None:
    check_down_seen(PTHP)


def test_5_17_1_once_somebody_has_seen_his_cards_the_registered_value_is_paid() -> None:
    check_down_seen(PTHP)
    sitting = deal(betting(PTHP, 1), ("As Ks",), board="Qs Js Ts 2d 3h")
    sitting.do("p1: look 1", "dealer: report jackpot_system_down")
    assert ends(finish(sitting))[1, "jackpot"][:4] == ("win", 500, 5_000_350, 0)
    (line,) = (one for one in sitting.round.lines if one.wager == "jackpot")
    assert line.cites == ("4.2", "5.17.1", "I20")


def test_5_17_2_the_house_chooses_how_later_rounds_are_played() -> None:
    check_choice_of_the_house(PTHP)


def test_5_17_2_a_the_table_is_closed() -> None:
    check_table_closed(PTHP)


def test_5_17_2_b_boxes_are_closed() -> None:
    check_boxes_closed(PTHP)


def test_5_17_2_b_what_is_left_open_can_fail_again() -> None:
    check_fails_again(PTHP)


def test_5_17_2_c_no_jackpot_wagers_are_taken_under_a_notice() -> None:
    check_without_jackpot(PTHP)


# 5.18 to 5.23


def test_5_18_a_pit_supervisor_finds_whether_a_further_hand_was_examined_on_purpose() -> None:
    check_examined(PTHP)


def test_5_19_an_error_noticed_in_a_later_round_changes_nothing() -> None:
    check_late_error(PTHP)
    for name in ("wrong_dealer_count", "wrong_community_count"):
        check_rulings(PTHP, name, counts(PTHP, expect("void_round", "5.8.7")))
    check_rulings(PTHP, "wrong_hand_count", hand_count(PTHP))


def test_5_20_chips_settle_as_they_lie_at_the_close() -> None:
    check_misplaced(PTHP, "player")


def test_5_21_a_void_rounds_wagers_all_go_back() -> None:
    check_void_returns(PTHP, "flop")


def test_5_22_staff_place_wagers_at_the_players_risk() -> None:
    check_misplaced(PTHP, "staff")
    check_staff_placed(PTHP)


def test_5_23_what_the_document_does_not_resolve_a_shift_manager_decides() -> None:
    check_last_paragraph(PTHP)
    assert because(Sitting(PTHP).refused("p1: report not_covered")) == (Reason.ROLE, ("5.23",))


def test_5_23_nobody_is_asked_whether_the_dealer_qualifies() -> None:
    """No paragraph asks it of the Dealer's hand, so that an answer is refused whatever it is."""
    sitting = with_everything()
    sitting.do("dealer: reveal")
    for said in ("yes", "no"):
        refusal = sitting.refused(f"dealer: report hand_not_shown box=1 dealer_qualifies={said}")
        assert because(refusal) == (Reason.FACT, ("4.3", "3.14", "I5"))
        assert refusal.sentence.endswith(" is not asked here, nor is anything else")
