"""What goes back to one Player of a shared hand and what stays with the others, before the settlement and after it.

In the rounds of ``royal`` Ann plays box 1 with Bob's share in it, and one box holds a Royal Flush on the Flop.
"""

from typing import Final

from croupier.play.banked.events import (
    ChoiceMade,
    JackpotUnfed,
    MeterRestored,
    ShareReturned,
    ShortWagerRemembered,
    WagerReturned,
)
from croupier.play.refusal import Reason
from croupier.rules.terms import WagerName
from tests.rulebooks.bonus_irregular import GAME
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

METER: Final = 10_000_000
SEED: Final = 5_000_000
FED: Final = 350
"""0.70 × 500."""
MILLION: Final = 1_000_000
CHECKS: Final = ("a: check 1", "c: check 2", "d: check 3")
TO_THE_END: Final = ("dealer: reveal", *CHECKS, "dealer: reveal", *CHECKS, "dealer: reveal", "dealer: reveal")
PERMIT: Final = (
    "dealer: report wrong_hand_count box=3 reconstructable=no",
    "pit_supervisor: rule 1 permit because the deal was wrong",
)
BACK: Final = ("5.7.1", "I17")


def royal(*, box: int) -> Sitting:
    """A settled round of three boxes: one holds a Royal Flush on the Flop, the other two nothing that is awarded."""
    hands = {1: "4c 5d", 2: "4h 5h", 3: "8c 9d", box: "As Ks"}
    sitting = Sitting(GAME, meter=METER)
    sitting.do("dealer: place your bets", "a: 1 ante 6000", "b: 1 ante 4000", "a: 1 jackpot 500")
    sitting.do("c: 2 ante 5000", "c: 2 jackpot 500", "d: 3 ante 5000", "dealer: no more bets")
    sitting.do(f"dealer: deal Qs Js Ts 2d 3h {hands[1]} {hands[2]} {hands[3]} 7c 7d", "a: flop 1", "c: flop 2")
    sitting.do("d: flop 3", *TO_THE_END, "a: show 1", "c: show 2", "d: show 3", "dealer: settle")
    assert sitting.table.meter.shown == SEED
    return sitting


def test_5_7_1_an_award_goes_back_with_the_share_that_it_was_paid_to() -> None:
    """The meter is as before the round, but for what box 2 has put in; 4,000 of the Ante are Bob's and stay won."""
    sitting = royal(box=1)
    sitting.do(*PERMIT)
    events = sitting.do("a: answer 1 return_wager")
    taken = (METER + 2 * FED - SEED) * MILLION
    assert [one for one in events if isinstance(one, MeterRestored)] == [MeterRestored(1, taken, BACK)]
    assert [one for one in events if isinstance(one, JackpotUnfed)] == [JackpotUnfed(1, 500, FED * MILLION, BACK)]
    assert sitting.table.meter.millionths == (METER + FED) * MILLION
    lines = {line.wager.value: line for line in sitting.round.lines if line.box == 1}
    assert (lines["ante"].paid, lines["ante"].returned) == (4_000, 10_000)
    assert (lines["flop"].paid, lines["flop"].returned) == (8_000, 20_000)
    assert (lines["jackpot"].result, lines["jackpot"].paid, lines["jackpot"].returned) == ("returned", 0, 500)


def test_5_7_1_every_line_of_a_share_taken_back_after_the_settlement_says_why() -> None:
    sitting = royal(box=1)
    sitting.do(*PERMIT, "a: answer 1 return_wager")
    lines = {line.wager.value: line.cites for line in sitting.round.lines if line.box == 1}
    assert lines == {
        "ante": ("3.10.2", "4.1.1", *BACK),
        "flop": ("3.10.2", "4.1.1", *BACK),
        "jackpot": BACK,
    }


def test_5_7_1_an_award_of_another_box_stays_paid() -> None:
    """The Royal is Cid's; Ann's jackpot wager goes back, and its 350 went with the meter that Cid has won."""
    sitting = royal(box=2)
    sitting.do(*PERMIT)
    events = sitting.do("a: answer 1 return_wager")
    assert not [one for one in events if isinstance(one, MeterRestored | JackpotUnfed)]
    assert sitting.table.meter.shown == SEED
    paid = {(line.box, line.wager.value): (line.paid, line.returned) for line in sitting.round.lines}
    assert paid[2, "jackpot"] == (METER + 2 * FED, 0)
    assert paid[1, "jackpot"] == (0, 500)


def test_5_7_1_who_has_a_share_and_no_jackpot_wager_leaves_the_award_of_the_box_alone() -> None:
    """Bob takes his 4,000 and 8,000 back; the jackpot wager on the box is Ann's, and so is the Royal."""
    sitting = royal(box=1)
    before = [line for line in sitting.round.lines if (line.box, line.wager.value) == (1, "jackpot")]
    sitting.do(*PERMIT)
    events = sitting.do("b: answer 1 return_wager")
    assert not [one for one in events if isinstance(one, MeterRestored | JackpotUnfed)]
    assert sitting.table.meter.shown == SEED
    lines = {line.wager.value: line for line in sitting.round.lines if line.box == 1}
    assert [lines["jackpot"]] == before
    assert (lines["ante"].paid, lines["ante"].returned) == (6_000, 10_000)
    assert (lines["flop"].paid, lines["flop"].returned) == (12_000, 20_000)


# 5.13 Short wagers of several Players

LIMITS: Final = {"minimum": 1_000, "maximum": 5_000}
ONE: Final = "dealer: deal 2c 3c 4d 8h 9h As Ad Ks Qd"
SHORT: Final = "dealer: report wager_under_minimum box=1 wager=ante amount=500"


def once_short(*bets: str) -> Sitting:
    """The second round of a table where Bob has had a short Ante settled; these are its wagers."""
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "b: 1 ante 2000", "dealer: no more bets", ONE, SHORT, "b: fold 1")
    sitting.do("dealer: settle", "dealer: place your bets", *bets, "dealer: no more bets", ONE)
    return sitting


def test_5_13_a_share_that_was_folded_comes_back_with_what_was_wagered_on_its_ante() -> None:
    """Bob declined the Turn. His Ante was short for the second time: it comes back irrespective of the outcome, and
    the Flop that was twice it. His Bonus was not short; the Turn is Ann's alone."""
    sitting = once_short("a: 1 ante 3000", "b: 1 ante 2000", "b: 1 bonus 1000", "a: 1 jackpot 500")
    sitting.do("a: flop 1", "dealer: reveal", "b: decline 1", "a: turn 1")
    events = sitting.do(SHORT)
    assert [one for one in events if isinstance(one, WagerReturned)] == [
        WagerReturned(1, WagerName.ANTE, ("5.13",), "b"),
        WagerReturned(1, WagerName.FLOP, ("5.13",), "b"),
    ]
    assert not [one for one in events if isinstance(one, ShareReturned)]
    assert [one.player for one in events if isinstance(one, ShortWagerRemembered)] == ["a"]


def test_5_13_a_share_in_play_comes_back_whatever_another_player_has_folded() -> None:
    """Bob's Ante of 150 (1,500 of 5,000, and 500 lie there) and his Flop of 300 come back; the Turn of the others is
    sized by their Antes, and his of 150 comes back too. Cho's share, which was folded, is collected this once."""
    sitting = once_short("a: 1 ante 2000", "b: 1 ante 1500", "c: 1 ante 1500")
    sitting.do("c: decline 1", "a: flop 1")
    events = sitting.do(SHORT)
    assert [one for one in events if isinstance(one, WagerReturned)] == [
        WagerReturned(1, WagerName.ANTE, ("5.13",), "b"),
        WagerReturned(1, WagerName.FLOP, ("5.13",), "b"),
    ]
    assert not [one for one in events if isinstance(one, ShareReturned)]
    assert [one.player for one in events if isinstance(one, ShortWagerRemembered)] == ["a", "c"]
    sitting.do("dealer: reveal", "a: turn 1 350")
    turn = sitting.box(1).wager(WagerName.TURN)
    assert turn is not None
    assert [(one.player, one.amount, one.back) for one in turn.shares] == [("a", 200, False), ("b", 150, True)]


# 5.9 A hand that leaves with a folded share in it


def test_5_9_a_share_that_was_folded_stays_lost_when_the_hand_leaves() -> None:
    """Bob declined to fund the Flop; Ann is prohibited. Her 3,000 come back, his 2,000 are lost with his fold (I2)."""
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "a: 1 ante 3000", "b: 1 ante 2000", "dealer: no more bets", ONE)
    sitting.do("b: decline 1", "a: flop 1", "dealer: report confidentiality_breach box=1")
    sitting.do("shift_manager: rule 1 prohibit because she showed her cards", "dealer: settle")
    ante, flop = sitting.round.lines
    assert (ante.result, ante.returned, ante.cites) == ("lose", 3_000, ("I2", "5.9"))
    assert [(one.player, one.returned) for one in ante.shares] == [("a", 3_000), ("b", 0)]
    assert (flop.result, flop.returned, flop.cites) == ("returned", 6_000, ("5.9",))


# 5.16.1 Who answers


def interrupted() -> Sitting:
    """A power failure before any outcome: Ann and Bob choose on box 1, Cid on box 2."""
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "a: 1 ante 3000", "b: 1 ante 2000", "c: 2 ante 2000", "dealer: no more bets")
    sitting.do("dealer: deal 2c 3c 4d 8h 9h As Ad Js Jd Ks Qd", "dealer: report interruption")
    return sitting


def test_5_16_1_staff_answer_for_the_player_they_name_otherwise_for_the_first() -> None:
    (made,) = interrupted().do("dealer for b: answer 1 stay")
    assert made == ChoiceMade(1, "stay", False, ("5.16.1",), "b")
    (made,) = interrupted().do("dealer: answer 1 stay")
    assert made == ChoiceMade(1, "stay", False, ("5.16.1",), "a")


def test_5_16_1_who_has_answered_has_nothing_to_choose_any_more() -> None:
    sitting = interrupted()
    assert sitting.refused("c: answer 1 stay").sentence == "c has nothing to choose"
    assert sitting.refused("a: answer 2 stay").sentence == "Box 2 is c's"
    sitting.do("a: answer 1 stay")
    assert sitting.refused("a: answer 1 stay").sentence == "a has nothing to choose"


# 4.2 What a jackpot wager that wins nothing is lost by


def test_4_2_a_jackpot_wager_that_wins_nothing_is_lost_by_the_first_pay_table() -> None:
    sitting = royal(box=1)
    (line,) = [one for one in sitting.round.lines if (one.box, one.wager.value) == (2, "jackpot")]
    assert (line.result, line.paid, line.returned, line.cites) == ("lose", 0, 0, ("4.2",))


# 5.14 What is too much, share by share


def test_5_14_of_a_share_that_goes_back_whole_nothing_is_too_much() -> None:
    """500 lie on the Ante, 300 of them Ann's: of the Flop of 6,000 and 4,000 count 600 and 400. Bob's goes back whole,
    and Ann's is as much too large as before."""
    sitting = Sitting(GAME, LIMITS)
    sitting.do("dealer: place your bets", "a: 1 ante 3000", "b: 1 ante 2000", "dealer: no more bets", ONE, "a: flop 1")
    sitting.do(SHORT, "dealer: report confidentiality_breach player=b")
    flop = sitting.box(1).wager(WagerName.FLOP)
    assert flop is not None
    assert [(one.player, one.amount, one.excess) for one in flop.shares] == [("a", 6_000, 5_400), ("b", 4_000, 3_600)]
    sitting.do("shift_manager: rule 1 prohibit because he looked")
    flop = sitting.box(1).wager(WagerName.FLOP)
    assert flop is not None
    assert [(one.player, one.amount, one.excess) for one in flop.shares] == [("a", 6_000, 5_400), ("b", 4_000, 0)]


# 5.9 A hand that has left while bets are open


def test_5_9_what_goes_back_with_a_hand_that_has_left_is_not_withdrawn_besides() -> None:
    sitting = Sitting(GAME)
    sitting.do("dealer: place your bets", "a: 1 ante 5000", "c: 2 ante 5000")
    sitting.do("dealer: report confidentiality_breach box=1", "shift_manager: rule 1 prohibit because she looked")
    refusal = sitting.refused("a: 1 ante -all")
    assert (refusal.reason, refusal.cites) == (Reason.MOMENT, ("5.9",))


def test_5_13_a_cent_that_is_left_is_below_the_minimum_where_there_are_such_chips() -> None:
    """Ann withdraws after the power failure (5.16.1); Bob's cent stays."""
    sitting = Sitting(GAME, {**LIMITS, "chips": [1, 500]})
    sitting.do("dealer: place your bets", "a: 1 ante 2000", "b: 1 ante 1")
    sitting.do("dealer: report interruption", "a: answer 1 withdraw", "b: answer 1 stay")
    assert sitting.refused("dealer: no more bets").reason is Reason.LIMITS
