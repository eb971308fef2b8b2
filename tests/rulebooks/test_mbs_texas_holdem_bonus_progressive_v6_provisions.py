"""Texas Hold'em Bonus Progressive (MBS), version 6: irregularities from 5.10 on and chapter 6, by paragraph."""

from typing import Final

import pytest

from croupier.money import MOST
from croupier.notation.acts import parse_act
from croupier.play import banked
from croupier.play.actor import Actor
from croupier.play.banked.commands import Settle
from croupier.play.banked.events import (
    ChoiceMade,
    ChoiceOpened,
    Decided,
    DecisionPending,
    DecisionTaken,
    HandAbsent,
    HandInvalidated,
    IrregularityRuled,
    JackpotArranged,
    JackpotDown,
    JackpotPaid,
    JackpotStatus,
    JackpotUnfed,
    JackpotValued,
    MeterRestored,
    PlayerBarred,
    PlayerLeft,
    RoundVoided,
    ShareSettled,
    ShortWagerRemembered,
    StrayWager,
    WagerCounted,
    WagerReturned,
)
from croupier.play.refusal import Reason, Refusal
from croupier.play.rulings import RulingError
from croupier.rules.terms import Decision, Role, WagerName
from tests.rulebooks.bonus_irregular import (
    BETS,
    CHECKS,
    DEAL,
    FLOPS,
    GAME,
    LEFT,
    SEED,
    SHARE,
    SHOWN,
    TO_THE_END,
    asked,
    back,
    dealt,
    ends,
    is_void,
    needs,
    one_row_each,
    plain,
    refused,
    ruling,
)
from tests.rulebooks.holdem import ANTE, STAFF, Stage, accepted, at_stage, closed, opened, stake
from tests.rulebooks.irregular import recorded_late
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

THREE = (f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500", f"p1: 2 ante {ANTE}", "p1: 2 jackpot 500", f"p1: 4 ante {ANTE}")
"""One Player on three boxes."""
DEAL_THREE = "dealer: deal Kc 7d 2h 9s 3c As Ad Jc Jd Th Tc Qh Qs"


def on_three() -> Sitting:
    """p1 has wagered on boxes 1, 2 and 4, p3 on box 3."""
    sitting = closed(GAME, *THREE, f"p3: 3 ante {ANTE}")
    sitting.do("dealer: deal Kc 7d 2h 9s 3c As Ad Jc Jd 6h 6c Th Tc Qh Qs")
    return sitting


def out(sitting: Sitting) -> dict[int, tuple[str, ...]]:
    """The hands that have left the round, and why."""
    return {box.number: box.out for box in sitting.round.boxes if box.out}


# 5.10 Several positions


def test_5_10_positions_wagered_on_in_error_leave_one_hand_or_those_viewed() -> None:
    needs("multiple_positions", "viewed")
    one_row_each("multiple_positions")
    refused(on_three(), "dealer: report multiple_positions viewed=none", Reason.NO_SUCH_BOX, "5.10.2")
    for box in (1, 2, 4):
        sitting = on_three()
        refused(sitting, f"dealer: report multiple_positions box={box}", Reason.FACT, "5.10.1", "5.10.2")
        sitting.do(f"dealer: report multiple_positions viewed=none box={box}")
        assert set(out(sitting)) == {2, 4}
        assert sitting.box(3).in_play


@pytest.mark.parametrize("viewed", [1, 2, 4])
def test_5_10_1_viewed_hand_is_played_the_others_are_out(viewed: int) -> None:
    assert asked("multiple_positions", viewed="some") == plain("invalidate_hand", "5.10.1")
    assert asked("multiple_positions", viewed="none")[1] != ("5.10.1",)
    sitting = on_three()
    sitting.do(f"p1: look {viewed}")
    events = sitting.do("dealer: report multiple_positions box=1")
    assert ruling(events) == ("invalidate_hand", ("5.10.1",))
    assert out(sitting) == dict.fromkeys({1, 2, 4} - {viewed}, ("5.10.1",))
    unfed = [event for event in events if isinstance(event, JackpotUnfed)]
    assert unfed == [JackpotUnfed(box, 500, SHARE, ("5.10.1", "I17")) for box in (1, 2) if box != viewed]
    for turn in ("fold", "fold") if viewed < 3 else ("fold",):
        box = sitting.seen_by("display").turn
        sitting.do(f"dealer: {turn} {box}")
    if viewed == 4:
        sitting.do("p1: fold 4")
    while not accepted(sitting, "dealer: settle"):
        sitting.do("dealer: reveal")
    sitting.do("dealer: settle")
    for box in {1, 2} - {viewed}:
        assert ends(sitting, box) == back(("5.10.1",), ante=ANTE, jackpot=500)
    assert ends(sitting, viewed)["ante"] == ("lose", 0, 0, ("3.9.1",))


def test_5_10_2_none_viewed_the_first_dealt_is_played() -> None:
    assert asked("multiple_positions", viewed="none") == plain("invalidate_hand", "5.10.2")
    assert asked("multiple_positions", viewed="some")[1] != ("5.10.2",)
    one_row_each("multiple_positions")
    sitting = on_three()
    events = sitting.do("dealer: report multiple_positions viewed=none box=4")
    assert ruling(events) == ("invalidate_hand", ("5.10.2",))
    assert events[1:] == (
        HandInvalidated(2, ("5.10.2",)),
        JackpotUnfed(2, 500, SHARE, ("5.10.2", "I17")),
        HandInvalidated(4, ("5.10.2",)),
    )
    assert sitting.table.meter.millionths == SEED + SHARE
    sitting.do("p1: flop 1", "p3: fold 3", "dealer: reveal", "p1: check 1", "dealer: reveal", "p1: check 1")
    sitting.do("dealer: reveal", "dealer: reveal", "p1: show 1", "dealer: settle")
    assert ends(sitting, 2) == back(("5.10.2",), ante=ANTE, jackpot=500)
    assert ends(sitting, 4) == back(("5.10.2",), ante=ANTE)
    assert ends(sitting, 1)["flop"][0] == "win"


@pytest.mark.parametrize("who", ["p2", "display", *STAFF[:-1]])
def test_5_10_3_nobody_below_the_shift_manager_stops_a_player(who: str) -> None:
    refused(opened(GAME), f"{who}: stop p1 because he plays three hands", Reason.ROLE, "5.10.3")


def test_5_10_3_stopped_player_wagers_no_more_at_the_table() -> None:
    sitting = on_three()
    refused(sitting, "shift_manager: stop p1", Reason.AMOUNT, "5.10.3")
    events = sitting.do("shift_manager: stop p1 because he plays three hands")
    assert events == (PlayerBarred("p1", ("5.10.3",)),)
    refused(sitting, "shift_manager: stop p1 because of it", Reason.MOMENT, "5.10.3")
    sitting.do("dealer: report foreign_card")
    for _ in range(2):
        sitting.do("dealer: place your bets")
        refused(sitting, f"p1: 1 ante {ANTE}", Reason.ROLE, "5.9", "5.10.3")
        sitting.do("dealer: no more bets")


# 5.11 Absence


def test_5_11_absent_player() -> None:
    assert asked("player_absent", stage="before_decision") == plain("invalidate_hand", "5.11")
    assert asked("player_absent", stage="after_flop") == plain("check_hand", "5.11")
    assert asked("player_absent", stage="no_decision_left") == plain("continue", "5.11", "I14")
    needs("player_absent", "stage")
    one_row_each("player_absent")


@pytest.mark.parametrize("act", ["dealer: report player_absent box=1", "dealer: clock 1"])
def test_5_11_before_the_flop_wager_the_hand_is_invalid(act: str) -> None:
    sitting = dealt()
    refused(sitting, "dealer: report player_absent box=5 stage=before_decision", Reason.NO_SUCH_BOX, "5.11", "I14")
    event, invalid, unfed, left = sitting.do(act)
    assert ruling((event,)) == ("invalidate_hand", ("5.11",))
    assert (invalid, unfed) == (HandInvalidated(1, ("5.11",)), JackpotUnfed(1, 500, SHARE, ("5.11", "I17")))
    assert left == PlayerLeft("p1", ("5.11",))
    assert sitting.table.meter.millionths == SEED + SHARE
    sitting.do("p2: flop 2", "dealer: reveal", "p2: check 2", "dealer: reveal", "p2: check 2")
    sitting.do("dealer: reveal", "dealer: reveal", "p2: show 2", "dealer: settle")
    assert ends(sitting, 1) == back(("5.11",), ante=ANTE, bonus=2_500, jackpot=500)
    assert ends(sitting, 2)["flop"][0] == "lose"


def test_5_11_is_no_free_look_at_ones_cards() -> None:
    """Who has looked was present: his clock folds him (3.9.1). A Dealer may still report that he has gone."""
    sitting = dealt("p1: look 1")
    assert sitting.do("dealer: clock 1") == (Decided(1, Decision.FOLD, None, (), ("3.9.1", "I18")),)
    assert sitting.table.meter.millionths == SEED + 2 * SHARE  # his jackpot wager stands, for a community prize
    sitting.do("p2: flop 2", "dealer: reveal", "p2: check 2", "dealer: reveal", "p2: check 2")
    sitting.do("dealer: reveal", "dealer: reveal", "p2: show 2", "dealer: settle")
    assert {wager: end[0] for wager, end in ends(sitting, 1).items()} == dict.fromkeys(
        ("ante", "bonus", "jackpot"), "lose"
    )
    gone = dealt("p1: look 1")
    assert ruling(gone.do("dealer: report player_absent box=1")[:1]) == ("invalidate_hand", ("5.11",))


ABSENT_ACTS = ("dealer: report player_absent box=1", "dealer: clock 1")


def checked_for_him(sitting: Sitting, act: str, *, again: bool = False) -> None:
    """One decision of box 1 counts as a Check. A clock runs for a decision; a report says that he has gone, once."""
    event, absent, *left = sitting.do(act)
    assert ruling((event,)) == ("check_hand", ("5.11",))
    assert absent == HandAbsent(1, False, ("5.11",))
    assert left == ([PlayerLeft("p1", ("5.11",))] if "report" in act and not again else [])
    refused(sitting, "p1: check 1", Reason.MOMENT, "I1")


@pytest.mark.parametrize("act", ABSENT_ACTS)
@pytest.mark.parametrize("stage", [1, 3])
def test_5_11_absent_for_turn_and_river_he_has_checked_both(act: str, stage: int) -> None:
    """Absent at the Turn and the River decision, or at the River decision alone."""
    sitting = dealt(*FLOPS, *TO_THE_END[: stage if stage == 1 else 4])
    checked_for_him(sitting, act)
    if stage == 1:
        sitting.do("p2: check 2", "dealer: reveal")
        checked_for_him(sitting, act, again=True)
    sitting.do("p2: check 2", "dealer: reveal", "dealer: reveal", "dealer: show 1", "p2: show 2", "dealer: settle")
    whole = dealt(*FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == whole.round.lines
    assert sitting.table.meter == whole.table.meter


@pytest.mark.parametrize("act", ABSENT_ACTS)
def test_5_11_absent_for_the_turn_alone_he_may_wager_the_river(act: str) -> None:
    sitting = dealt(*FLOPS, "dealer: reveal")
    checked_for_him(sitting, act)
    sitting.do("p2: check 2", "dealer: reveal", "p1: river 1", "p2: check 2", "dealer: reveal", "dealer: reveal")
    sitting.do(*SHOWN)
    assert "turn" not in ends(sitting, 1)
    assert ends(sitting, 1)["river"][:3] == ("win", ANTE, ANTE)


def test_5_11_with_nothing_left_to_decide_his_wagers_settle() -> None:
    sitting = dealt(*FLOPS, *TO_THE_END)
    events = sitting.do("dealer: report player_absent box=1")
    assert ruling(events) == ("continue", ("5.11", "I14"))
    assert events[1:] == (PlayerLeft("p1", ("5.11", "I14")),)
    sitting.do(*SHOWN)
    assert sitting.round.lines == dealt(*FLOPS, *TO_THE_END, *SHOWN).round.lines


# 5.12 A jackpot wager without an Ante


def test_5_12_jackpot_wager_without_an_ante() -> None:
    needs("jackpot_without_ante", "noticed")
    one_row_each("jackpot_without_ante")
    refused(opened(GAME), "p1: 1 jackpot 500", Reason.NEEDS_ANTE, "3.5")


def test_5_12_1_before_the_close_the_player_mends_it() -> None:
    assert asked("jackpot_without_ante", noticed="before_close") == plain("player_adjusts", "5.12.1")
    one_row_each("jackpot_without_ante")
    sitting = opened(GAME)
    events = sitting.do("dealer: report jackpot_without_ante box=1 player=p1 amount=500")
    assert (ruling(events), len(events)) == (("player_adjusts", ("5.12.1",)), 1)
    sitting.do(f"p1: 1 ante {ANTE}", "p1: 1 jackpot 500", "dealer: no more bets")
    assert not sitting.round.strays


def test_5_12_2_after_it_the_wager_comes_back_at_the_end_of_the_hand() -> None:
    assert asked("jackpot_without_ante", noticed="after") == plain("return_wager", "5.12.2")
    one_row_each("jackpot_without_ante")
    sitting = dealt()
    for wrong in ("box=3 player=p3", "box=3 player=p3 amount=400", "box=3 amount=500", "player=p3 amount=500"):
        refused(sitting, f"dealer: report jackpot_without_ante {wrong}", Reason.AMOUNT, "5.12.2")
    event, stray = sitting.do("dealer: report jackpot_without_ante box=3 player=p3 amount=500")
    assert ruling((event,)) == ("return_wager", ("5.12.2",))
    assert stray == StrayWager(3, "p3", 500, True, ("5.12.2",))
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN[:-1])
    assert ends(sitting, 3) == {}
    sitting.do("dealer: settle")
    assert ends(sitting, 3) == back(("5.12.2",), jackpot=500)
    assert [line.player for line in sitting.round.lines if line.box == 3] == ["p3"]
    assert sitting.table.meter.millionths == SEED + 2 * SHARE


# 5.13 to 5.15 Wagers outside the limits

SHORT = "dealer: report wager_under_minimum box=1 wager={} amount=1000"


def test_5_13_wager_under_the_minimum() -> None:
    assert asked("wager_under_minimum", noticed="after") == plain("settle_as_placed", "5.13")
    assert asked("wager_under_minimum", noticed="after", previous="no") == plain("settle_as_placed", "5.13")
    assert asked("wager_under_minimum", noticed="after", previous="yes") == plain("return_wager", "5.13")
    for previous in ("no", "yes"):
        early = asked("wager_under_minimum", noticed="before_close", previous=previous)
        assert early == plain("player_adjusts", "3.4", "I15")
    needs("wager_under_minimum", "noticed")
    one_row_each("wager_under_minimum")


def test_5_13_settles_once_and_the_table_remembers_the_player() -> None:
    sitting = dealt(*FLOPS)
    refused(sitting, SHORT.format("ante").replace("1000", "2500"), Reason.AMOUNT, "5.13")
    refused(sitting, "dealer: report wager_under_minimum box=1 wager=bonus", Reason.AMOUNT, "5.13")
    refused(sitting, "dealer: report wager_under_minimum box=2 wager=bonus amount=1000", Reason.NO_SUCH_WAGER, "5.13")
    event, counted, remembered = sitting.do(SHORT.format("bonus"))
    assert ruling((event,)) == ("settle_as_placed", ("5.13",))
    assert counted == WagerCounted(1, WagerName.BONUS, 1_000, 0, ("5.13",))
    assert remembered == ShortWagerRemembered("p1", ("5.13",), 1, WagerName.BONUS)
    sitting.do(*TO_THE_END, *SHOWN)
    assert ends(sitting, 1)["bonus"] == ("win", 30_000, 1_000, ("1.1.3", "4.1.1", "5.13"))
    assert sitting.table.short_before == ("p1",)

    sitting.do("dealer: place your bets", *BETS, "p2: 2 bonus 2500", "dealer: no more bets", DEAL, *FLOPS)
    event, counted, returned = sitting.do(SHORT.format("bonus"))
    assert ruling((event,)) == ("return_wager", ("5.13",))
    assert counted == WagerCounted(1, WagerName.BONUS, 1_000, 0, ("5.13",))
    assert returned == WagerReturned(1, WagerName.BONUS, ("5.13",), "p1")
    other = sitting.do(SHORT.format("bonus").replace("box=1", "box=2"))
    assert ruling(other) == ("settle_as_placed", ("5.13",))
    sitting.do(*TO_THE_END, *SHOWN)
    assert ends(sitting, 1)["bonus"] == ("returned", 0, 1_000, ("5.13",))
    assert ends(sitting, 1)["flop"][:3] == ("win", 20_000, 20_000)
    assert ends(sitting, 2)["bonus"] == ("win", 10_000, 1_000, ("1.1.3", "4.1.1", "5.13"))


ROYAL: Final = "dealer: deal Qh Jh Th 2s 4s Ah Kh 2c 2d 3c 3d"
"""Community Cards, a Royal Flush on the Flop for box 1, a pair for box 2, and the Dealer's pair of Threes."""


def test_5_13_the_second_short_ante_comes_back_and_the_jackpot_stays_won() -> None:
    """The Royal Flush wins the whole meter: its seed of 50,000.00 and 3.50 of each of two jackpot wagers of 5.00.

    The Ante of 10.00 and what was sized by it come back; the Bonus of 25.00 is not under its minimum and wins 25 to 1.
    """
    sitting = opened(GAME)
    sitting.do(*BETS, "dealer: no more bets", DEAL, SHORT.format("ante"))
    sitting.do("p1: fold 1", "p2: fold 2", "dealer: reveal", "dealer: reveal", "dealer: reveal", "dealer: settle")
    sitting.do("dealer: place your bets", *BETS, "dealer: no more bets", ROYAL)
    meter = sitting.table.meter.shown
    event, counted, back = sitting.do(SHORT.format("ante"))
    assert ruling((event,)) == ("return_wager", ("5.13",))
    assert counted == WagerCounted(1, WagerName.ANTE, 1_000, 0, ("5.13",))
    assert back == WagerReturned(1, WagerName.ANTE, ("5.13",), "p1")
    refused(sitting, "p1: flop 1 20000", Reason.AMOUNT, "3.9.2")
    sitting.do("p1: flop 1 2000", "p2: fold 2", "dealer: reveal", "p1: turn 1 1000", "dealer: reveal", "p1: check 1")
    sitting.do("dealer: reveal", "dealer: reveal", "p1: show 1", "dealer: settle")
    assert {name: end[:3] for name, end in ends(sitting, 1).items()} == {
        "ante": ("returned", 0, 1_000),
        "bonus": ("win", 25 * 2_500, 2_500),
        "flop": ("returned", 0, 2_000),
        "turn": ("returned", 0, 1_000),
        "jackpot": ("win", meter, 0),
    }
    assert ends(sitting, 1)["flop"][3] == ("5.13",)


def test_5_13_after_a_fold_the_ante_comes_back_and_the_bonus_stays_lost() -> None:
    sitting = dealt(SHORT.format("bonus"), "p1: fold 1")
    sitting.do(SHORT.format("ante"), "p2: flop 2", "dealer: reveal", "p2: check 2", "dealer: reveal", "p2: check 2")
    sitting.do("dealer: reveal", "dealer: reveal", "p2: show 2", "dealer: settle")
    assert {name: end[:3] for name, end in ends(sitting, 1).items()} == {
        "ante": ("returned", 0, 1_000),
        "bonus": ("lose", 0, 0),
        "jackpot": ("lose", 0, 0),
    }


def test_5_13_whether_it_is_the_second_is_the_tables_own_record() -> None:
    """No statement makes a first wager the second, nor a second the first, with whatever reason."""
    sitting = dealt()
    said = SHORT.format("bonus") + " previous=yes"
    cites = ("5.13", "3.4", "I15")
    refused(sitting, said, Reason.FACT, *cites)
    refused(sitting, said.replace("dealer", "shift_manager") + " because the cameras show it", Reason.FACT, *cites)
    sitting.do(SHORT.format("bonus"))
    refused(sitting, SHORT.format("ante") + " previous=no", Reason.FACT, *cites)


def test_5_13_noticed_before_the_close_nothing_is_remembered() -> None:
    sitting = opened(GAME)
    sitting.do(*BETS)
    assert ruling(sitting.do(SHORT.format("ante"))) == ("player_adjusts", ("3.4", "I15"))
    assert sitting.table.short_before == ()
    refused(sitting, "dealer: no more bets", Reason.LIMITS, "3.4", "I15")
    sitting.do("p1: 1 ante 9000", "dealer: no more bets")


OVER = "dealer: report wager_over_maximum box={} wager=ante amount=600000"


def test_5_14_wager_over_the_maximum() -> None:
    assert asked("wager_over_maximum", noticed="after") == plain("settle_at_maximum", "5.14")
    assert asked("wager_over_maximum", noticed="before_close") == plain("return_excess", "3.4", "I15")
    needs("wager_over_maximum", "noticed")
    one_row_each("wager_over_maximum")


def test_5_14_is_paid_or_collected_to_the_maximum_only() -> None:
    sitting = dealt(*FLOPS)
    refused(sitting, OVER.format(1).replace("600000", "500000"), Reason.AMOUNT, "5.14")
    for box in (1, 2):
        event, counted = sitting.do(OVER.format(box))
        assert ruling((event,)) == ("settle_at_maximum", ("5.14",))
        assert counted == WagerCounted(box, WagerName.ANTE, 600_000, 100_000, ("5.14",))
    sitting.do("dealer: report wager_over_maximum box=1 wager=bonus amount=502500")
    sitting.do(*TO_THE_END, *SHOWN)
    assert ends(sitting, 1)["ante"] == ("stand_off", 0, 600_000, ("3.10.2", "5.14"))
    assert ends(sitting, 1)["bonus"] == ("win", 15_000_000, 502_500, ("1.1.3", "4.1.1", "5.14"))
    assert ends(sitting, 2)["ante"] == ("lose", 0, 100_000, ("3.10.3", "5.14"))


def test_5_14_noticed_before_the_close_the_excess_comes_back() -> None:
    sitting = opened(GAME)
    sitting.do(*BETS)
    event, counted = sitting.do(OVER.format(1))
    assert ruling((event,)) == ("return_excess", ("3.4", "I15"))
    assert counted == WagerCounted(1, WagerName.ANTE, 500_000, 0, ("3.4", "I15"))
    assert stake(sitting, 1, "ante") == 500_000


@pytest.mark.parametrize(
    "what", ["over_maximum box=1 wager=ante amount=600000", "under_minimum box=1 wager=ante amount=1"]
)
def test_5_15_wagers_of_earlier_rounds_are_settled(what: str) -> None:
    sitting = dealt(*FLOPS, *TO_THE_END, *SHOWN)
    sitting.do("dealer: place your bets", *BETS, "dealer: no more bets", DEAL)
    recorded_late(sitting, f"dealer: report wager_{what} in_round=1", "5.15")
    assert sitting.table.short_before == ()
    sitting.do(f"dealer: report wager_{what} in_round=2")


# 5.16 Power failure


def test_5_16_power_failure() -> None:
    needs("interruption", "outcome")
    one_row_each("interruption")
    for acts, expected in (
        ((), "5.16.1"),
        ((DEAL, "p1: look 1"), "5.16.1"),
        ((DEAL, *FLOPS), "5.16.1"),
        ((DEAL, *FLOPS, "dealer: reveal", *CHECKS), "5.16.1"),
        ((DEAL, "p1: fold 1"), "5.16.2"),
        ((DEAL, *FLOPS, *TO_THE_END, "p1: show 1"), "5.16.2"),
    ):
        sitting = closed(GAME, *BETS)
        sitting.do(*acts)
        assert ruling(sitting.do("dealer: report interruption"))[1] == (expected, "I16")


def test_5_16_1_nothing_decided_each_player_withdraws_all_or_stays() -> None:
    options = ("stay", "withdraw")
    assert asked("interruption", outcome="none") == ("players_choose", ("5.16.1",), (), options, "rules")
    one_row_each("interruption")
    sitting = on_three()
    event, *choices = sitting.do("dealer: report interruption")
    assert isinstance(event, IrregularityRuled)
    assert (event.ruling, event.cites, event.options) == ("players_choose", ("5.16.1", "I16"), options)
    players = {1: "p1", 2: "p1", 3: "p3", 4: "p1"}
    assert choices == [ChoiceOpened(box, options, ("5.16.1",), (player,)) for box, player in players.items()]
    refused(sitting, "p1: flop 1", Reason.MOMENT, "5.16.1")
    refused(sitting, "p3: answer 1 withdraw", Reason.NOT_YOURS, "I2")
    refused(sitting, "p1: answer 1 continue", Reason.MOMENT, "5.16.1")
    cites = ("5.16.1", "I17")
    assert sitting.do("p1: answer 2 withdraw") == (
        *(ChoiceMade(box, "withdraw", False, cites, "p1") for box in (1, 2, 4)),
        HandInvalidated(1, cites),
        JackpotUnfed(1, 500, SHARE, cites),
        HandInvalidated(2, cites),
        JackpotUnfed(2, 500, SHARE, cites),
        HandInvalidated(4, cites),
    )
    assert sitting.table.meter.millionths == SEED
    assert sitting.do("p3: answer 3 stay") == (ChoiceMade(3, "stay", False, ("5.16.1",), "p3"),)
    sitting.do("p3: fold 3", "dealer: settle")
    assert ends(sitting, 1) == ends(sitting, 2) == back(cites, ante=ANTE, jackpot=500)
    assert ends(sitting, 4) == back(cites, ante=ANTE)
    assert ends(sitting, 3) == {"ante": ("lose", 0, 0, ("3.9.1",))}


SUCCEEDED = (
    f"p1: 1 ante {ANTE}",
    f"p2: 1 ante {ANTE}",
    "p1: 1 jackpot 500",
    "dealer: report interruption",
    "p1: answer 1 withdraw",
    "p2: answer 1 stay",
    "p2: 1 jackpot 500",
)
"""Before the close p1 takes back what they had on box 1; p2, who shares it, plays on and goes for the jackpot."""


@pytest.mark.parametrize(
    ("hand", "community", "result", "paid", "award"),
    [
        ("As 7d", "Kc 8h 3s 9d 2c", "lose", 0, ""),
        ("As Ks", "Qs Js Ts 9d 2c", "win", 5_000_350, "royal_flush_on_the_flop"),
    ],
)
def test_5_16_1_a_jackpot_wager_that_went_back_neither_feeds_nor_costs_the_next_player(
    hand: str, community: str, result: str, paid: int, award: str
) -> None:
    sitting = closed(GAME, *SUCCEEDED)
    assert sitting.table.meter.millionths == SEED + SHARE
    sitting.do(f"dealer: deal {community} {hand} 4c 4d")
    sitting.do("p2: flop 1", "dealer: reveal", "p2: check 1", "dealer: reveal", "p2: check 1")
    sitting.do("dealer: reveal", "dealer: reveal", "p2: show 1", "dealer: settle")
    (line,) = (one for one in sitting.round.lines if one.wager is WagerName.JACKPOT)
    assert (line.result, line.staked, line.paid, line.returned, line.award) == (result, 1_000, paid, 500, award)
    assert line.shares == (ShareSettled("p1", 500, 0, 500), ShareSettled("p2", 500, paid, 0))


def test_5_16_1_a_power_failure_is_everybodys_whatever_box_is_named() -> None:
    sitting = dealt("dealer: report interruption box=1")
    assert [box.choice for box in sitting.round.boxes] == [("stay", "withdraw")] * 2


def test_5_16_1_no_answer_means_staying() -> None:
    sitting = dealt("dealer: report interruption")
    assert sitting.refused("p1: clock 1").reason is Reason.ROLE
    for box in (1, 2):
        assert sitting.do(f"dealer: clock {box}") == (ChoiceMade(box, "stay", True, ("5.16.1", "I16"), f"p{box}"),)
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == dealt(*FLOPS, *TO_THE_END, *SHOWN).round.lines


def test_5_16_2_something_decided_play_goes_on() -> None:
    assert asked("interruption", outcome="established") == plain("continue", "5.16.2")
    assert asked("interruption", outcome="none")[1] != ("5.16.2",)
    sitting = dealt("p1: fold 1")
    events = sitting.do("dealer: report interruption")
    assert (ruling(events), len(events)) == (("continue", ("5.16.2", "I16")), 1)
    sitting.do("p2: fold 2", "dealer: reveal", "dealer: reveal", "dealer: reveal", "dealer: settle")
    assert {line.result.value for line in sitting.round.lines} == {"lose"}


# 6 General provisions

SILENT = (
    "shoe_exhausted",
    "card_face_up_in_shoe",
    "error_noticed_late",
    "not_covered",
    "other_dealing_error",
    "simultaneous_draw",
    "extra_hand_examined",
    "wager_wrong_size",
)


FAILED: Final = (*LEFT[:3], (*LEFT[3], "return_jackpot_wagers"), LEFT[4])
"""What 6.1 leaves to the Shift Manager where the jackpot system fails."""


def test_6_1_a_failed_jackpot_system_leaves_one_option_more() -> None:
    for round_ in ("current", "subsequent"):
        assert asked("jackpot_system_down", seen="no", round=round_) == FAILED


@pytest.mark.parametrize("name", SILENT)
def test_6_1_what_is_not_covered_the_shift_manager_decides(name: str) -> None:
    assert asked(name) == LEFT


def test_6_1_facts_do_not_change_that() -> None:
    for intentional in ("yes", "no", "undecided"):
        assert asked("extra_hand_examined", intentional=intentional) == LEFT
    for wager in ("flop", "turn", "river"):
        assert asked("wager_wrong_size", wager=wager, relation="less") == LEFT
    with pytest.raises(RulingError, match="wager cannot be 'bet'"):
        asked("wager_wrong_size", wager="bet")
    with pytest.raises(RulingError, match="cannot have burn_missed: no card is burnt in it"):
        asked("burn_missed")
    with pytest.raises(RulingError, match="there is no irregularity"):
        asked("earthquake")
    refused(dealt(), "dealer: report burn_missed", Reason.FACT, "6.1")


@pytest.mark.parametrize("said", ["yes", "no"])
def test_6_1_nobody_is_asked_whether_the_dealer_qualifies(said: str) -> None:
    """No paragraph asks it of the Dealer's hand, so that an answer is refused whatever it is."""
    sitting = dealt(*FLOPS, *TO_THE_END)
    refused(sitting, f"dealer: report hand_not_shown box=1 dealer_qualifies={said}", Reason.FACT, "3.10.1")


@pytest.mark.parametrize("name", ["not_covered", "shoe_exhausted", "card_face_up_in_shoe", "simultaneous_draw"])
def test_6_1_the_round_waits_for_the_shift_manager_and_his_reason(name: str) -> None:
    sitting = dealt()
    event, pending = sitting.do(f"dealer: report {name}")
    assert ruling((event,)) == ("role_decides", ("6.1",))
    assert isinstance(pending, DecisionPending)
    assert (pending.role, pending.options, pending.cites) == (Role.SHIFT_MANAGER, LEFT[3], ("6.1",))
    refused(sitting, "p1: flop 1", Reason.MOMENT, "6.1")
    for who in ("p1", "display", *STAFF[:-1]):
        refused(sitting, f"{who}: rule 1 continue because why not", Reason.ROLE, "6.1")
    refused(sitting, "shift_manager: rule 1 continue", Reason.AMOUNT, "6.1")
    refused(sitting, "shift_manager: rule 1 redeal because why not", Reason.MOMENT, "6.1")
    taken = DecisionTaken(1, "continue", "no harm", "shift_manager", Role.SHIFT_MANAGER, ("6.1",))
    assert sitting.do("shift_manager: rule 1 continue because no harm") == (taken,)
    refused(sitting, "shift_manager: rule 1 continue because no harm", Reason.MOMENT, "6.1")
    sitting.do(*FLOPS)


def test_6_1_he_may_void_the_round() -> None:
    sitting = dealt("dealer: report not_covered")
    taken, void, *_ = sitting.do("shift_manager: rule 1 void_round because the table broke")
    assert isinstance(taken, DecisionTaken)
    assert void == RoundVoided(("6.1", "I17"))
    is_void(sitting, "6.1", "I17")


@pytest.mark.parametrize("report", ["not_covered box=1", "not_covered"])
def test_6_1_he_may_take_a_hand_out(report: str) -> None:
    sitting = dealt(f"dealer: report {report}")
    if "box" not in report:
        refused(sitting, "shift_manager: rule 1 invalidate_hand because of it", Reason.NO_SUCH_BOX, "6.1")
    boxes = "" if "box" in report else " boxes=1"
    events = sitting.do(f"shift_manager: rule 1 invalidate_hand{boxes} because he cheated")
    assert events[1:] == (HandInvalidated(1, ("6.1",)), JackpotUnfed(1, 500, SHARE, ("6.1", "I17")))
    sitting.do("p2: fold 2", "dealer: reveal", "dealer: reveal", "dealer: reveal", "dealer: settle")
    assert ends(sitting, 1) == back(("6.1",), ante=ANTE, bonus=2_500, jackpot=500)
    assert ends(sitting, 2)["ante"] == ("lose", 0, 0, ("3.9.1",))


def test_6_1_error_of_an_earlier_round_that_no_paragraph_names() -> None:
    sitting = dealt(*FLOPS, *TO_THE_END, *SHOWN)
    sitting.do("dealer: place your bets", *BETS, "dealer: no more bets", DEAL)
    events = sitting.do("dealer: report misdeal reconstructable=no in_round=1")
    assert ruling(events) == ("role_decides", ("6.1",))
    sitting.do("shift_manager: rule 1 continue because it is over", *FLOPS)


def test_6_1_jackpot_system_down() -> None:
    sitting = dealt()
    _, down, pending = sitting.do("dealer: report jackpot_system_down")
    assert down == JackpotDown(5_000_700, ("6.1",), ("6.1",))
    assert isinstance(pending, DecisionPending)
    assert pending.role is Role.SHIFT_MANAGER
    _, arranged = sitting.do("shift_manager: rule 1 continue because it will be back")
    assert arranged == JackpotArranged(JackpotStatus.WITHOUT_JACKPOT, (), ("6.1",))
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN, "dealer: place your bets", f"p1: 1 ante {ANTE}")
    refused(sitting, "p1: 1 jackpot 500", Reason.NO_SUCH_WAGER, "6.1")
    refused(sitting, "dealer: reopen jackpot", Reason.ROLE, "6.1")
    sitting.do("pit_manager+pit_supervisor: reopen jackpot", "p1: 1 jackpot 500")


ON_THE_TURN: Final = "dealer: deal Kd Qd 2c Jd 3c Ad Td 9c 9h Qh Qs"
"""The Turn Card completes p1's Royal Flush: 25 % of the meter (4.2). p2 has a pair, the Dealer three Queens."""
REGISTERED: Final = 5_000_700
"""SGD 50,000 and 2 × 70 % of SGD 5."""
DOWN: Final = "dealer: report jackpot_system_down"


def failed(*acts: str) -> Sitting:
    """The jackpot system has failed in the round of the Royal Flush, and then this was done."""
    return dealt(DOWN, *acts, deal=ON_THE_TURN)


def to_the_end(sitting: Sitting) -> None:
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)


@pytest.mark.parametrize(
    ("said", "award", "left"),
    [
        ("", 1_250_175, 3_750_525),  # 25 % of 5,000,700, rounded down; 5,000,700 - 1,250,175
        (" value=5000700", 1_250_175, 3_750_525),
        (" value=4000000", 1_000_000, 4_000_700),  # 25 % of 4,000,000; 5,000,700 - 1,000,000
        (" value=30000000", 7_500_000, 0),  # 25 % of 30,000,000: the House bears what the meter does not hold
        (" value=0", 0, 5_000_700),
    ],
)
def test_6_1_the_award_is_paid_from_the_value_of_the_decision(said: str, award: int, left: int) -> None:
    sitting = failed(f"shift_manager: rule 1 continue{said} because the supplier says so")
    to_the_end(sitting)
    assert ends(sitting, 1)["jackpot"] == ("win", award, 0, ("4.2", "6.1"))
    assert ends(sitting, 2)["jackpot"] == ("lose", 0, 0, ("4.2",))
    (paid,) = (event for event in sitting.events if isinstance(event, JackpotPaid))
    assert (paid.amount, paid.cites) == (award, ("4.2", "I7", "6.1"))
    assert sitting.table.meter.shown == left


def test_6_1_fixed_awards_are_paid_from_no_value() -> None:
    sitting = dealt(DOWN, deal="dealer: deal As Ah Ad 9s 3c Ac 4d Jc Jd Qh Qs")
    sitting.do("shift_manager: rule 1 continue value=100 because the supplier says so")
    to_the_end(sitting)
    assert ends(sitting, 1)["jackpot"] == ("win", 30_000, 0, ("4.2",))  # four of a kind: SGD 300
    assert sitting.table.meter.shown == REGISTERED


def test_6_1_a_value_that_was_not_registered_takes_two_people() -> None:
    sitting = failed()
    refusal = sitting.refused("shift_manager: rule 1 continue value=4000000 because the supplier says so")
    assert refusal.sentence.startswith("another person, a Pit Supervisor or someone above them, must still sign")
    taken, valued, *_ = sitting.do("shift_manager+pit_supervisor: rule 1 continue value=4000000 because it says so")
    assert isinstance(taken, DecisionTaken)
    assert valued == JackpotValued(4_000_000, ("6.1",))
    alone = failed()
    actor = parse_act("shift_manager: rule 1 continue value=5000700 because that was registered")
    assert not isinstance(banked.act(alone.game, alone.table, actor.actor, actor.command), Refusal)


def test_6_1_only_a_round_that_plays_on_has_a_value() -> None:
    sitting = failed()
    refused(sitting, "shift_manager: rule 1 void_round value=4000000 because of it", Reason.AMOUNT, "6.1")
    refused(sitting, f"shift_manager: rule 1 continue value={MOST + 1} because of it", Reason.AMOUNT, "6.1")
    over = dealt(*FLOPS, *TO_THE_END, *SHOWN, DOWN)
    assert over.table.pending[0].options == ("continue",)
    refused(over, "shift_manager: rule 1 continue value=4000000 because of it", Reason.MOMENT, "6.1")
    refused(over, "shift_manager: rule 1 return_jackpot_wagers because of it", Reason.MOMENT, "6.1")


def test_6_1_the_jackpot_wagers_go_back_and_the_round_plays_on() -> None:
    sitting = failed()
    assert sitting.table.meter.millionths == SEED + 2 * SHARE
    taken, *events, arranged = sitting.do("shift_manager: rule 1 return_jackpot_wagers because nobody can tell")
    assert taken.cites == ("6.1",)
    assert events == [
        WagerReturned(1, WagerName.JACKPOT, ("6.1",)),
        JackpotUnfed(1, 500, SHARE, ("6.1", "I17")),
        WagerReturned(2, WagerName.JACKPOT, ("6.1",)),
        JackpotUnfed(2, 500, SHARE, ("6.1", "I17")),
    ]
    assert arranged == JackpotArranged(JackpotStatus.WITHOUT_JACKPOT, (), ("6.1",))
    assert sitting.table.meter.millionths == SEED  # 5,000,700 - 2 × 350
    to_the_end(sitting)
    # The Royal Flush wins no jackpot; Ante and Flop win 1 to 1 (3.10.2, 4.1), A-10 suited pays no Bonus (4.1.1).
    assert ends(sitting, 1) == {
        "ante": ("win", ANTE, ANTE, ("3.10.2", "4.1.1")),
        "bonus": ("lose", 0, 0, ("1.1.3",)),
        "flop": ("win", 2 * ANTE, 2 * ANTE, ("3.10.2", "4.1.1")),
        **back(("6.1",), jackpot=500),
    }
    assert ends(sitting, 2)["jackpot"] == ("returned", 0, 500, ("6.1",))
    assert sitting.table.meter.millionths == SEED
    assert not [event for event in sitting.events if isinstance(event, JackpotPaid)]


def test_6_1_the_jackpot_wager_of_a_folded_hand_goes_back_too() -> None:
    sitting = dealt("p1: flop 1", "p2: fold 2", DOWN, deal=ON_THE_TURN)
    sitting.do("shift_manager: rule 1 return_jackpot_wagers because nobody can tell")
    assert sitting.table.meter.millionths == SEED
    sitting.do("dealer: reveal", "p1: check 1", "dealer: reveal", "p1: check 1", "dealer: reveal", "dealer: reveal")
    sitting.do("p1: show 1", "dealer: settle")
    assert ends(sitting, 2)["ante"] == ("lose", 0, 0, ("3.9.1",))
    assert ends(sitting, 2)["jackpot"] == ("returned", 0, 500, ("6.1",))


def test_6_1_a_hand_that_left_before_gives_its_jackpot_wager_back_once() -> None:
    sitting = dealt("dealer: report not_covered box=2", deal=ON_THE_TURN)
    sitting.do("shift_manager: rule 1 invalidate_hand because he cheated", DOWN)
    events = sitting.do("shift_manager: rule 2 return_jackpot_wagers because nobody can tell")
    assert [event.box for event in events if isinstance(event, JackpotUnfed | WagerReturned)] == [1, 1]
    assert sitting.table.meter.millionths == SEED


def test_6_1_before_the_close_nothing_has_been_contributed() -> None:
    sitting = opened(GAME)
    sitting.do(*BETS, DOWN, "shift_manager: rule 1 return_jackpot_wagers because nobody can tell")
    sitting.do("p2: 2 jackpot -500", "dealer: no more bets", ON_THE_TURN)  # p2 takes it up at once
    assert sitting.table.meter.millionths == SEED
    to_the_end(sitting)
    assert ends(sitting, 1)["jackpot"] == ("returned", 0, 500, ("6.1",))
    assert "jackpot" not in ends(sitting, 2)


def test_6_1_what_was_paid_ahead_is_in_the_meter_again() -> None:
    sitting = dealt(*FLOPS, *TO_THE_END, *SHOWN[:-1], deal=ON_THE_TURN)
    ahead = banked.act(sitting.game, sitting.table, Actor("dealer", Role.DEALER), Settle((1,)))
    assert not isinstance(ahead, Refusal)
    sitting.table = ahead.table
    sitting.do(DOWN)
    assert sitting.table.meter.shown == 3_750_525  # 5,000,700 - 1,250,175
    restored, *_ = sitting.do("shift_manager: rule 1 return_jackpot_wagers because nobody can tell")[1:]
    assert restored == MeterRestored(1, 1_250_175 * 1_000_000, ("6.1", "I17"))
    assert sitting.table.meter.millionths == SEED
    sitting.do("dealer: settle")
    assert ends(sitting, 1)["jackpot"] == ("returned", 0, 500, ("6.1",))
    assert sitting.table.meter.millionths == SEED


@pytest.mark.parametrize("staff", STAFF)
def test_6_2_higher_positions_act_for_lower_ones(staff: str) -> None:
    sitting = at_stage(GAME, "automated", Stage.RIVER, staff=staff)
    sitting.do(f"{staff}: report cards_exposed count=1 whose=player", f"{staff}: show 1", f"{staff}: settle")
    assert ends(sitting, 1)["flop"][:3] == ("win", 2 * ANTE, 2 * ANTE)
    assert accepted(sitting, f"{staff}: place your bets")


def test_6_2_and_never_the_other_way_round() -> None:
    acts = {
        "pit_supervisor": ("rule 1 permit because of it", "dealer: report wrong_hand_count reconstructable=no box=1"),
        "shift_manager": ("rule 1 prohibit because of it", "dealer: report confidentiality_breach box=1"),
    }
    for needed, (act, report) in acts.items():
        sitting = dealt(report)
        may = [staff for staff in STAFF if accepted(sitting, f"{staff}: {act}")]
        assert may == list(STAFF[STAFF.index(needed) :])
    assert [staff for staff in STAFF if accepted(dealt(), f"{staff}: stop p1 because of it")] == ["shift_manager"]
