"""The first box and the last, the least amount and the most: what holds in between holds at the ends."""

import pytest

from croupier.money import MOST
from croupier.play.banked.events import JackpotArranged, StrayWager, WagerSettled
from croupier.play.refusal import Reason
from tests.rulebooks.irregular_later import without_jackpot_system
from tests.rulebooks.stud import STUD
from tests.sitting import Sitting

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3")

pytestmark = pytest.mark.parametrize("game", STUD)


@pytest.mark.parametrize("box", [1, 7])
def test_5_4_a_jackpot_wager_without_an_ante_goes_back_from_the_first_box_and_from_the_last(
    game: str, box: int
) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 4 ante 10000", "dealer: no more bets")
    events = sitting.do(f"dealer: report jackpot_without_ante box={box} player=p9 amount=500")
    (stray,) = [one for one in events if isinstance(one, StrayWager)]
    (back,) = [one for one in events if isinstance(one, WagerSettled)]
    assert (stray.box, stray.player, stray.amount) == (box, "p9", 500)
    assert (back.box, back.player, back.returned) == (box, "p9", 500)


@pytest.mark.parametrize("box", [0, 8])
def test_5_4_there_is_no_box_before_the_first_nor_after_the_last(game: str, box: int) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 4 ante 10000", "dealer: no more bets")
    refusal = sitting.refused(f"dealer: report jackpot_without_ante box={box} player=p9 amount=500")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_BOX, ("5.4",))


@pytest.mark.parametrize("boxes", [(1,), (7,), (1, 7)])
def test_5_18_2_b_the_first_box_and_the_last_may_be_closed(game: str, boxes: tuple[int, ...]) -> None:
    sitting = without_jackpot_system(game)
    named = ",".join(map(str, boxes))
    done = sitting.do(f"pit_manager: rule 1 close_boxes boxes={named} because the supplier was called")[-1]
    assert isinstance(done, JackpotArranged)
    assert done.boxes == boxes
    sitting.do("dealer: place your bets", "p4: 4 ante 10000")
    for box in boxes:
        assert sitting.refused(f"p1: {box} ante 10000").reason is Reason.NO_SUCH_BOX


def test_3_4_the_most_that_chips_can_be_is_above_the_limit_and_more_is_no_amount(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets")
    assert sitting.refused(f"p1: 1 ante {MOST}").reason is Reason.LIMITS
    assert sitting.refused(f"p1: 1 ante {MOST + 500}").reason is Reason.AMOUNT
    assert sitting.refused("p1: 1 ante 0").reason is Reason.AMOUNT
