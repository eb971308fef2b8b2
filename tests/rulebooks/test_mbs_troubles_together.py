"""Two troubles and more in one round of Texas Hold'em Bonus Progressive, shares included.

Cards come from an automated device: five Community Cards, two for each position, two for the Dealer. p1's Aces win
against the Dealer's King and Queen, without a Straight.
"""

from typing import Final

import pytest

from croupier.play.banked.events import HandInvalidated, IrregularityRuled, RoundVoided
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

GAME: Final = "mbs-texas-holdem-bonus-progressive"
LIMITS: Final = {"minimum": 1_000, "maximum": 5_000}
SHARED: Final = ("p1: 1 ante 3000", "p2: 1 ante 2000")
ONE: Final = "dealer: deal 2c 3c 4d 8h 9h As Ad Ks Qd"
"""For one position."""
TWO: Final = "dealer: deal 2c 3c 4d 8h 9h As Ad Js Jd Ks Qd"
REVEALS: Final = ("dealer: reveal", "dealer: reveal")


def closed(*bets: str) -> Sitting:
    """A round whose bets are closed, at a table from SGD 10 to SGD 50."""
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", *bets, "dealer: no more bets")
    return sitting


def ruled(sitting: Sitting, act: str) -> IrregularityRuled:
    """The ruling that an act leads to."""
    return next(event for event in sitting.do(act) if isinstance(event, IrregularityRuled))


def lines(sitting: Sitting) -> dict[tuple[int, str], tuple[str, int, int, int]]:
    """Each wager: result, stake, winnings, what came back."""
    return {
        (one.box, one.wager.value): (one.result.value, one.staked, one.paid, one.returned)
        for one in sitting.round.lines
    }


def shares(sitting: Sitting, box: int, wager: str) -> dict[str, tuple[int, int, int]]:
    """Who had what on a wager: stake, winnings, what came back."""
    line = next(one for one in sitting.round.lines if (one.box, one.wager.value) == (box, wager))
    return {one.player: (one.staked, one.paid, one.returned) for one in line.shares}


# 5.14: the maximum, with shares


def test_5_14_the_excess_is_shared_before_a_share_is_folded() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, "dealer: report wager_over_maximum box=1 wager=ante amount=8000", "p2: decline 1", "p1: flop 1")
    # 8,000 lie there, 4,800 and 3,200; 5,000 count, 3,000 and 2,000. The Flop is twice p1's 3,000.
    assert sitting.box(1).wagers[1].amount == 6_000
    sitting.do(
        "dealer: reveal", "p1: turn 1", "dealer: reveal", "p1: check 1", *REVEALS, "p1: show 1", "dealer: settle"
    )
    # The higher hand is below a Straight: Flop and Turn win 1 to 1, the Ante stands off.
    assert lines(sitting)[1, "flop"] == ("win", 6_000, 6_000, 6_000)
    assert lines(sitting)[1, "turn"] == ("win", 3_000, 3_000, 3_000)
    assert shares(sitting, 1, "ante") == {"p1": (4_800, 0, 4_800), "p2": (3_200, 0, 1_200)}


def test_5_14_a_share_declined_first_leaves_the_maximum_as_it_is() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, "p2: decline 1", "dealer: report wager_over_maximum box=1 wager=ante amount=6000")
    sitting.do("p1: fold 1", "dealer: settle")
    # 6,000 lie there: 3,600 and 2,400. The maximum of 5,000 is collected, and 1,000 comes back: 600 and 400.
    assert lines(sitting)[1, "ante"] == ("lose", 6_000, 0, 1_000)
    assert shares(sitting, 1, "ante") == {"p1": (3_600, 0, 600), "p2": (2_400, 0, 400)}


def test_5_14_declining_after_the_excess_was_found_keeps_it() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, "dealer: report wager_over_maximum box=1 wager=ante amount=6000", "p2: decline 1")
    sitting.do("p1: fold 1", "dealer: settle")
    assert lines(sitting)[1, "ante"] == ("lose", 6_000, 0, 1_000)


def test_5_14_a_flop_above_twice_the_ante_comes_back_in_part() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, "p1: flop 1", "dealer: report wager_over_maximum box=1 wager=flop amount=13000")
    flop = sitting.box(1).wagers[1]
    assert (flop.amount, flop.excess, flop.active) == (13_000, 3_000, 10_000)


# 5.16.1: a power failure


def test_5_16_1_each_player_decides_for_all_his_wagers() -> None:
    sitting = closed(*SHARED, "p2: 2 ante 1000")
    sitting.do(TWO, "dealer: report interruption")
    assert sitting.box(1).choosers == ("p1", "p2")
    sitting.do("p2: answer 2 withdraw")
    assert sitting.box(2).out == ("5.16.1", "I17")
    assert [share.back for share in sitting.box(1).wagers[0].shares] == [False, True]
    assert sitting.refused("p2: answer 1 stay").reason is Reason.NOT_YOURS
    sitting.do("p1: answer 1 stay", "p1: flop 1")
    assert sitting.box(1).wagers[1].amount == 6_000


def test_5_16_1_staying_is_for_all_his_wagers_too() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 2 ante 2000")
    sitting.do(TWO, "dealer: report interruption", "p1: answer 1 stay")
    assert sitting.refused("p1: answer 2 withdraw").reason is Reason.MOMENT


def test_5_16_1_a_sharer_plays_on_when_the_seated_player_withdraws() -> None:
    sitting = closed(*SHARED, "p1: 1 jackpot 500")
    sitting.do(ONE, "dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 1 stay")
    assert sitting.box(1).player == "p2"
    sitting.do("p2: flop 1", "dealer: reveal", "p2: check 1", "dealer: reveal", "p2: check 1", *REVEALS)
    sitting.do("p2: show 1", "dealer: settle")
    assert shares(sitting, 1, "ante") == {"p1": (3_000, 0, 3_000), "p2": (2_000, 0, 2_000)}
    assert lines(sitting)[1, "flop"] == ("win", 4_000, 4_000, 4_000)
    assert lines(sitting)[1, "jackpot"] == ("returned", 500, 0, 500)
    assert sitting.table.meter.shown == 5_000_000


def test_5_16_1_when_both_sharers_have_withdrawn_each_line_names_its_own_player() -> None:
    """p1 and p2 each have half of the Ante; the Bonus is p2's, the jackpot wager p1's."""
    sitting = closed("p1: 1 ante 2000", "p2: 1 ante 2000", "p2: 1 bonus 1500", "p1: 1 jackpot 500")
    sitting.do(ONE, "dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 1 withdraw", "dealer: settle")
    named = {one.wager.value: (one.player, one.returned) for one in sitting.round.lines if one.wager.value != "ante"}
    assert named == {"bonus": ("p2", 1_500), "jackpot": ("p1", 500)}
    assert shares(sitting, 1, "ante") == {"p1": (2_000, 0, 2_000), "p2": (2_000, 0, 2_000)}


def test_5_16_1_with_an_excess_that_was_found_before() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, "dealer: report wager_over_maximum box=1 wager=ante amount=8000")
    sitting.do("dealer: report interruption", "p2: answer 1 withdraw", "p1: answer 1 stay", "p1: flop 1")
    # p2's 3,200 go back; p1's 4,800 are within the maximum by themselves.
    assert [(share.amount, share.excess) for share in sitting.box(1).wagers[0].shares] == [(4_800, 0), (3_200, 0)]
    assert sitting.box(1).wagers[1].amount == 9_600


def test_5_16_1_and_3_7_who_withdrew_before_the_deal_gets_no_cards() -> None:
    sitting = closed("p1: 1 ante 2000", "p2: 2 ante 2000")
    sitting.do("dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 2 stay")
    sitting.do(ONE)  # nine cards: the board, box 2, the Dealer
    assert (len(sitting.box(1).cards), len(sitting.box(2).cards)) == (0, 2)


def test_5_16_1_when_everybody_withdraws_the_round_is_settled_without_cards() -> None:
    sitting = closed("p1: 1 ante 2000", "p2: 2 ante 2000")
    sitting.do("dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 2 withdraw", "dealer: settle")
    assert lines(sitting) == {(1, "ante"): ("returned", 2_000, 0, 2_000), (2, "ante"): ("returned", 2_000, 0, 2_000)}


def test_5_16_four_of_a_kind_on_the_turn_has_won_its_prize() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 1 jackpot 500")
    sitting.do("dealer: deal 7c 7d 7h 7s 9h As Ad Ks Qd", "p1: flop 1", "dealer: reveal", "p1: check 1")
    assert sitting.round.community_up == 3
    untried = Sitting(GAME, LIMITS)
    untried.do("dealer: place your bets", "p1: 1 ante 2000", "p1: 1 jackpot 500", "dealer: no more bets")
    untried.do("dealer: deal 7c 7d 7h 7s 9h As Ad Ks Qd", "p1: flop 1", "dealer: reveal")
    assert ruled(untried, "dealer: report interruption").ruling == "players_choose"
    sitting.do("dealer: reveal")
    assert ruled(sitting, "dealer: report interruption").ruling == "continue"


# 5.13: below the minimum


SHORT: Final = "dealer: report wager_under_minimum box=1 wager=ante amount=500"
FOLDED: Final = ("p1: fold 1", "dealer: settle")


def test_5_13_the_second_short_ante_comes_back_after_a_fold_too() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, SHORT, *FOLDED)
    assert lines(sitting)[1, "ante"] == ("lose", 500, 0, 0)
    sitting.do("dealer: place your bets", "p1: 1 ante 2000", "dealer: no more bets", ONE, "p1: fold 1", SHORT)
    sitting.do("dealer: settle")
    assert lines(sitting)[1, "ante"] == ("returned", 500, 0, 500)


def test_5_13_sharers_are_remembered_too() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, SHORT, *FOLDED)
    assert sitting.table.short_before == ("p1", "p2")
    sitting.do("dealer: place your bets", "p2: 1 ante 2000", "dealer: no more bets", ONE)
    assert ruled(sitting, SHORT).ruling == "return_wager"


# 5.11: absence


def test_5_11_absent_for_the_turn_he_may_bet_the_river() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, "p1: flop 1", "dealer: reveal", "dealer: report player_absent box=1", "dealer: reveal")
    sitting.do("p1: river 1", *REVEALS, "p1: show 1", "dealer: settle")
    assert lines(sitting)[1, "river"] == ("win", 2_000, 2_000, 2_000)
    assert (1, "turn") not in lines(sitting)


def test_5_11_who_plays_one_box_is_present_for_the_other() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 2 ante 2000")
    sitting.do(TWO, "p1: flop 1", "dealer: clock 2")
    assert sitting.box(2).folded
    assert not sitting.box(2).out


def test_5_11_who_has_done_nothing_is_absent_for_both() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 2 ante 2000")
    events = sitting.do(TWO, "dealer: clock 1")
    assert [event.box for event in events if isinstance(event, HandInvalidated)] == [1, 2]


# 5.9 and after it


def test_5_9_a_folded_hands_jackpot_wager_goes_back_too() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 1 jackpot 500", "p2: 2 ante 2000")
    sitting.do(TWO, "p1: fold 1", "dealer: report confidentiality_breach box=1")
    sitting.do("shift_manager: rule 1 prohibit because he showed his cards", "p2: fold 2", "dealer: settle")
    assert lines(sitting)[1, "ante"] == ("lose", 2_000, 0, 0)
    assert lines(sitting)[1, "jackpot"] == ("returned", 500, 0, 500)
    assert sitting.table.meter.shown == 5_000_000


@pytest.mark.parametrize("out", ["dealer: report player_absent box=1", "dealer: report confidentiality_breach box=1"])
def test_5_9_and_5_11_a_box_whose_wagers_go_back_takes_no_new_ones(out: str) -> None:
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "p1: 1 ante 2000", out)
    if sitting.table.pending:
        sitting.do("shift_manager: rule 1 prohibit because he showed his cards")
    for act in ("p1: 1 ante 1000", "p2: 1 ante 1000"):
        assert sitting.refused(act).reason in {Reason.MOMENT, Reason.ROLE}
    sitting.do("p2: 2 ante 1000")


# Counts, exposures, late finds


def test_5_4_cards_exposed_one_by_one_add_up() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE)
    assert ruled(sitting, "dealer: report cards_exposed cards=As seen=no").ruling == "continue"
    second = ruled(sitting, "dealer: report cards_exposed cards=2c seen=no")
    assert (second.ruling, second.cites) == ("void_round", ("5.4", "I19"))
    assert sitting.round.lines[0].cites == ("5.4", "I17")


def test_5_2_handled_is_said_where_no_look_was_keyed() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE)
    refused = sitting.refused("dealer: report misdeal reconstructable=no")
    assert "handled" in refused.sentence
    assert ruled(sitting, "dealer: report misdeal seen=yes reconstructable=no").cites == ("6.1",)


def test_5_7_the_misdealt_hand_cites_it_and_the_others_5_7_1() -> None:
    sitting = closed("p1: 1 ante 2000", "p2: 2 ante 2000")
    sitting.do(TWO, "dealer: report wrong_hand_count box=1 reconstructable=no")
    assert sitting.box(1).out == ("5.7",)
    assert sitting.table.pending[0].cites == ("5.7.1",)
    sitting.do("pit_supervisor: rule 1 permit because it is fair", "p2: answer 2 return_wager")
    assert sitting.box(2).out == ("5.7.1", "I17")


def test_5_12_2_a_jackpot_wager_without_an_ante_is_given_back_once() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 3 ante 2000")
    sitting.do("dealer: report jackpot_without_ante box=2 player=p9 amount=500", TWO, "p1: fold 1", "p1: fold 3")
    sitting.do("dealer: settle")
    assert [line.box for line in sitting.round.lines] == [1, 2, 3]
    events = sitting.do("dealer: report wrong_dealer_count reconstructable=no")
    assert any(isinstance(event, RoundVoided) for event in events)
    strays = [line for line in sitting.round.lines if line.box == 2]
    assert [(line.staked, line.returned) for line in strays] == [(500, 500)]


@pytest.mark.parametrize("found", ["deck_miscount", "foreign_card", "unshuffled_cards"])
def test_5_1_2_what_is_found_after_the_settlement_changes_nothing(found: str) -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, "p1: fold 1", "dealer: settle")
    before = sitting.round.lines
    told = ruled(sitting, f"dealer: report {found}")
    assert (told.ruling, told.cites) == ("continue", ("5.1.2", "I21"))
    assert sitting.round.lines == before


def test_corrections_after_unknown_cards_need_a_supervisor() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do("dealer: deal ?? ?? ?? ?? ?? ?? ?? ?? ??", "p1: flop 1")
    assert sitting.refused("dealer: correct wager 1 ante 3000").reason is Reason.ROLE
    sitting.do("pit_supervisor: correct wager 1 ante 3000 because three chips lie there")
    assert [wager.amount for wager in sitting.box(1).wagers] == [3_000, 6_000]


def test_dealing_errors_can_be_reported_with_unknown_cards() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do("dealer: deal ?? ?? ?? ?? ?? ?? ?? ?? ??")
    assert ruled(sitting, "dealer: report wrong_dealer_count reconstructable=no").ruling == "void_round"
    assert sitting.round.phase is Phase.ENDED


# What a second, independent reading of chapter 5 found


def test_5_7_1_nobody_is_asked_where_there_is_no_other_player() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, "dealer: report wrong_hand_count box=1 reconstructable=no")
    assert sitting.table.pending == ()


def test_5_10_one_position_is_not_several() -> None:
    sitting = closed("p1: 1 ante 2000", "p2: 2 ante 2000")
    sitting.do(TWO)
    assert sitting.refused("dealer: report multiple_positions box=1 viewed=none").cites[0] == "5.10.2"


def test_5_7_1_after_the_settlement_a_shared_hand_gives_the_jackpot_wager_back_too() -> None:
    sitting = closed("p3: 2 ante 2000", *SHARED, "p1: 1 jackpot 500")
    sitting.do(TWO, "p1: flop 1", "p3: fold 2", "dealer: reveal", "p1: check 1", "dealer: reveal", "p1: check 1")
    sitting.do(*REVEALS, "p1: show 1", "dealer: settle")
    sitting.do("dealer: report wrong_hand_count box=2 reconstructable=no")
    sitting.do("pit_supervisor: rule 1 permit because it is fair", "p1: answer 1 return_wager", "p2: answer 1 continue")
    assert shares(sitting, 1, "ante") == {"p1": (3_000, 0, 3_000), "p2": (2_000, 0, 2_000)}
    assert lines(sitting)[1, "jackpot"] == ("returned", 500, 0, 500)
    assert sitting.table.meter.shown == 5_000_000


def test_5_13_one_wager_found_short_twice_is_one_wager() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, SHORT)
    again = ruled(sitting, "dealer: report wager_under_minimum box=1 wager=ante amount=400")
    assert (again.ruling, sitting.box(1).wagers[0].amount) == ("settle_as_placed", 400)


def test_5_16_1_while_bets_are_open_what_was_withdrawn_does_not_lie_there() -> None:
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "p1: 1 ante 2000", "p1: 1 jackpot 500", "p2: 1 ante 2500", "p2: 1 bonus 1000")
    sitting.do("p3: 2 ante 2000", "dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 1 stay")
    sitting.do("p3: answer 2 stay", "p2: 1 ante 2500")  # 5,000 lie there now, the maximum
    assert sitting.refused("p1: 1 ante 1000").cites == ("5.16.1", "I17")
    sitting.do("dealer: no more bets")
    assert sitting.table.meter.shown == 5_000_000  # the jackpot wager went back before it was accepted


def test_5_16_1_a_bonus_that_was_withdrawn_whole_is_not_below_the_minimum() -> None:
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "p1: 1 ante 2000", "p2: 1 ante 1000", "p2: 1 bonus 1500")
    sitting.do("dealer: report interruption", "p2: answer 1 withdraw", "p1: answer 1 stay", "dealer: no more bets")


def test_5_16_1_what_is_left_below_the_minimum_blocks_the_close() -> None:
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "p1: 1 ante 2000", "p2: 1 ante 500")
    sitting.do("dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 1 stay")
    assert sitting.refused("dealer: no more bets").reason is Reason.LIMITS


def test_5_7_1_a_sharer_of_a_folded_hand_has_nothing_to_choose() -> None:
    sitting = closed(*SHARED, "p1: 1 jackpot 500", "p3: 2 ante 2000")
    sitting.do(TWO, "p1: fold 1", "dealer: report wrong_hand_count box=2 reconstructable=no")
    assert sitting.table.pending
    sitting.do("pit_supervisor: rule 1 permit because it is fair")
    assert sitting.box(1).choosers == ("p1",)


def test_5_13_a_share_goes_back_to_who_has_had_a_short_wager_before_and_to_nobody_else() -> None:
    sitting = closed("p2: 1 ante 2000")
    sitting.do(ONE, SHORT, "p2: fold 1", "dealer: settle")
    sitting.do("dealer: place your bets", *SHARED, "dealer: no more bets", ONE)
    sitting.do("dealer: report wager_under_minimum box=1 wager=ante amount=500", "p1: fold 1", "dealer: settle")
    # 500 lie there, 300 of them p1's, who loses his first; p2's 200 come back.
    assert shares(sitting, 1, "ante") == {"p1": (300, 0, 0), "p2": (200, 0, 200)}


def test_5_14_with_5_16_1_a_share_that_was_withdrawn_is_not_measured_again() -> None:
    sitting = closed(*SHARED)
    sitting.do(ONE, "dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 1 stay")
    sitting.do("dealer: report wager_over_maximum box=1 wager=ante amount=6000")
    # Only p2's chips lie there: 6,000, of which 5,000 count. p1 has his 3,000 back.
    held = [(share.player, share.amount, share.excess) for share in sitting.box(1).wagers[0].shares]
    assert held == [("p1", 3_000, 0), ("p2", 6_000, 1_000)]


def test_5_11_what_was_done_at_the_table_is_no_matter_of_testimony() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, "p1: flop 1")
    against = "pit_supervisor: report player_absent stage=before_decision box=1 because the camera shows it"
    assert sitting.refused(against).reason is Reason.FACT


def test_6_1_the_round_waits_for_the_decision_about_a_failed_jackpot_system() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, "p1: flop 1", "dealer: report jackpot_system_down seen=yes")
    assert sitting.refused("dealer: reveal").cites == ("6.1",)
    sitting.do("shift_manager: rule 1 continue because nobody has a jackpot wager", "dealer: reveal")


def test_3_4_1_who_looked_counts_and_not_whose_the_seat_is_now() -> None:
    sitting = closed(*SHARED, "p2: 2 ante 2000")
    sitting.do(TWO, "p1: look 1", "dealer: report interruption", "p1: answer 1 withdraw", "p2: answer 1 stay")
    assert sitting.box(1).player == "p2"
    assert "??" in sitting.seen_by("player", "p2").boxes[0].cards  # p1 looked, and p2 has not
    sitting.do("p2: look 2")
    assert sitting.refused("p2: look 1").reason is Reason.EXAMINED


def test_5_10_one_hand_that_is_left_is_not_several() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 2 ante 2000")
    sitting.do(TWO, "dealer: report multiple_positions box=1 viewed=none")
    assert sitting.box(2).out == ("5.10.2",)
    assert sitting.refused("dealer: report multiple_positions box=1 viewed=none").reason is Reason.NO_SUCH_BOX


def test_5_13_a_short_wager_in_a_void_round_is_not_settled_for_once() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, SHORT, "dealer: report foreign_card")
    assert sitting.table.short_before == ()


def test_3_9_1_the_board_is_not_wanted_for_a_jackpot_wager_that_has_gone_back() -> None:
    sitting = closed("p2: 1 ante 2000", "p2: 1 jackpot 500", "p1: 1 ante 1000")
    sitting.do(ONE, "dealer: report confidentiality_breach box=1")
    sitting.do("shift_manager: rule 1 prohibit because he showed his cards", "p1: fold 1", "dealer: settle")
    assert lines(sitting)[1, "jackpot"] == ("returned", 500, 0, 500)


def test_5_7_1_after_the_settlement_what_is_settled_stands_for_the_others() -> None:
    sitting = closed("p3: 2 ante 2000", *SHARED)
    sitting.do(TWO, "dealer: report wager_over_maximum box=1 wager=ante amount=6000", "p1: flop 1", "p3: fold 2")
    sitting.do(
        "dealer: reveal", "p1: check 1", "dealer: reveal", "p1: check 1", *REVEALS, "p1: show 1", "dealer: settle"
    )
    before = shares(sitting, 1, "ante")["p2"]
    sitting.do("dealer: report wrong_hand_count box=2 reconstructable=no")
    sitting.do("pit_supervisor: rule 1 permit because it is fair", "p1: answer 1 return_wager", "p2: answer 1 continue")
    # 6,000 lie there: p1's 3,600 go back whole; p2's 2,400 stay settled, 400 of them too much.
    assert shares(sitting, 1, "ante") == {"p1": (3_600, 0, 3_600), "p2": before}


def test_5_10_1_the_viewed_hand_has_left_and_the_others_are_out() -> None:
    sitting = closed("p1: 1 ante 2000", "p1: 2 ante 2000", "p1: 3 ante 2000")
    sitting.do("dealer: deal 2c 3c 4d 8h 9h As Ad Js Jd Ts Td Ks Qd", "p1: look 1")
    sitting.do("dealer: report wrong_hand_count box=1 reconstructable=no")
    if sitting.table.pending:
        sitting.do("pit_supervisor: rule 1 play_on because nobody asked")
    sitting.do("dealer: report multiple_positions box=3")
    assert all(box.out for box in sitting.round.boxes)


def test_5_13_after_a_share_went_back_only_what_lies_there_is_measured() -> None:
    sitting = closed("p2: 1 ante 1000", "p3: 1 ante 3000")
    sitting.do(ONE, "p2: flop 1", "dealer: report confidentiality_breach player=p2")
    sitting.do("shift_manager: rule 1 prohibit because he showed his cards")
    sitting.do("dealer: report wager_under_minimum box=1 wager=ante amount=500")
    held = {
        one.name.value: [(share.player, share.amount, share.excess) for share in one.shares]
        for one in sitting.box(1).wagers
    }
    # p2's 1,000 and 2,000 go back. p3's 500 are the Ante, so that 1,000 of his Flop of 6,000 count.
    assert held == {"ante": [("p2", 1_000, 0), ("p3", 500, 0)], "flop": [("p2", 2_000, 0), ("p3", 6_000, 5_000)]}


def test_5_13_of_a_folded_shared_hand_the_ante_goes_back_and_the_jackpot_wager_stays() -> None:
    sitting = closed("p1: 1 ante 2000")
    sitting.do(ONE, SHORT, "p1: fold 1", "dealer: settle", "dealer: place your bets")
    sitting.do("p1: 1 ante 3000", "p1: 1 jackpot 500", "p3: 1 ante 1000", "dealer: no more bets")
    sitting.do(ONE, "p1: fold 1", SHORT, "dealer: reveal", "dealer: reveal", "dealer: reveal", "dealer: settle")
    # 500 lie there, 375 of them p1's, who has had one before; p3 loses his first.
    assert shares(sitting, 1, "ante") == {"p1": (375, 0, 375), "p3": (125, 0, 0)}
    assert lines(sitting)[1, "jackpot"] == ("lose", 500, 0, 0)


def test_5_13_who_withdraws_after_their_ante_came_back_takes_the_rest_too() -> None:
    """With 5.16.1: p2's Bonus goes back with the choice, and p1 plays on with his own."""
    sitting = closed("p2: 1 ante 2000")
    sitting.do(ONE, SHORT, "p2: fold 1", "dealer: settle", "dealer: place your bets")
    sitting.do("p1: 1 ante 2000", "p2: 1 ante 2000", "p2: 1 bonus 2000", "dealer: no more bets", ONE, SHORT)
    sitting.do("dealer: report interruption", "p2: answer 1 withdraw", "p1: answer 1 stay", "p1: fold 1")
    sitting.do("dealer: settle")
    assert shares(sitting, 1, "bonus") == {"p2": (2_000, 0, 2_000)}
    assert shares(sitting, 1, "ante") == {"p1": (250, 0, 0), "p2": (250, 0, 250)}
