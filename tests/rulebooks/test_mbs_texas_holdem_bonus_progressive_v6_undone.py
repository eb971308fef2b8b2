"""What a Player takes back after the settlement, and what stays with the others: chapter 5 where money has moved.

Ann plays box 1 with Bob's share in it; her Ace and King of spades make a Royal Flush on the Flop.
"""

from typing import Final

from croupier.play.events import JackpotUnfed, MeterRestored
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
