"""Texas Hold'em Bonus Progressive (MBS), version 6: irregularities 5.1 to 5.9, by paragraph.

With what 3.6 and 3.10.1 rule about wagers that staff placed and about hands not shown.
"""

import pytest

from croupier.cards import parse_cards
from croupier.play.banked.events import (
    CardsExposed,
    CardsReconstructed,
    ChoiceMade,
    ChoiceOpened,
    DecisionPending,
    DecisionTaken,
    HandInvalidated,
    HandWithheld,
    IrregularityRuled,
    JackpotUnfed,
    PlayerBarred,
    RoundEnded,
    RoundVoided,
)
from croupier.play.refusal import Reason
from croupier.rules.terms import Role
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
    voided,
)
from tests.rulebooks.holdem import ANTE, ROLES, STAFF, closed, held
from tests.rulebooks.irregular import recorded_late
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

NO = {"reconstructable": "no"}
YES = {"reconstructable": "yes"}
BEFORE = {"noticed": "before_next_round"}
ROUND_TWO = ("dealer: place your bets", f"p1: 1 ante {ANTE}", "dealer: no more bets")


def settled(*more: str) -> Sitting:
    """A round of two hands, settled: the first has won, the second lost."""
    return dealt(*more, *FLOPS, *TO_THE_END, *SHOWN)


# 3.6 and 3.10.1


def test_3_6_wager_that_staff_misplaced_settles_as_it_lies() -> None:
    assert asked("wager_misplaced", by="staff") == plain("settle_as_placed", "3.6")
    assert asked("wager_misplaced", by="player")[1] != ("3.6",)
    one_row_each("wager_misplaced")
    sitting = dealt()
    events = sitting.do("dealer: report wager_misplaced by=staff box=1")
    assert (ruling(events), len(events)) == (("settle_as_placed", ("3.6",)), 1)
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == settled().round.lines


def test_3_10_1_hand_not_shown_ranks_below_the_dealers() -> None:
    assert asked("hand_not_shown") == plain("rank_below_dealer", "3.10.1")
    sitting = dealt(*FLOPS, *TO_THE_END)
    event, withheld = sitting.do("dealer: report hand_not_shown box=1")
    assert ruling((event,)) == ("rank_below_dealer", ("3.10.1",))
    assert withheld == HandWithheld(1, ("3.10.1",))
    sitting.do("p2: show 2", "dealer: settle")
    assert {name: end[0] for name, end in ends(sitting, 1).items()} == dict.fromkeys(
        ("ante", "bonus", "flop", "jackpot"), "lose"
    )


def test_3_10_1_a_hand_not_shown_is_reported_by_its_box_at_the_showdown() -> None:
    sitting = dealt(*FLOPS, *TO_THE_END)
    refused(sitting, "dealer: report hand_not_shown", Reason.NO_SUCH_BOX, "3.10.1")
    assert sitting.refused("p1: report hand_not_shown box=1").reason is Reason.ROLE
    assert dealt().refused("dealer: report hand_not_shown box=1").reason is Reason.MOMENT


# 5.1 Cards too many, missing, foreign or unshuffled


@pytest.mark.parametrize("name", ["foreign_card", "unshuffled_cards"])
def test_5_1_bad_cards_found_at_any_point_of_a_round(name: str) -> None:
    assert asked(name) == plain("void_round", "5.1", "5.1.1")
    full = (DEAL, *FLOPS, *TO_THE_END, *SHOWN[:-1])
    for acts in range(len(full) + 1):
        sitting = closed(GAME, *BETS)
        sitting.do(*full[:acts])
        assert ruling(sitting.do(f"dealer: report {name}")) == ("void_round", ("5.1", "5.1.1"))
        is_void(sitting, "5.1", "5.1.1", "I17")


@pytest.mark.parametrize("name", ["foreign_card", "unshuffled_cards"])
def test_5_1_1_the_current_round_is_void(name: str) -> None:
    assert asked(name) == plain("void_round", "5.1", "5.1.1")
    bets = (*BETS, "p3: 1 ante 5000", "p3: 1 bonus 500")
    sitting = dealt(*FLOPS, bets=bets, bonus_minimum=500, contribution="0.001")
    assert sitting.table.meter.millionths == SEED + 2 * 500_000
    cites = ("5.1", "5.1.1", "I17")
    events = sitting.do(f"dealer: report {name}")
    assert ruling(events) == ("void_round", ("5.1", "5.1.1"))
    assert events[1:4] == (
        RoundVoided(cites),
        JackpotUnfed(1, 500, 500_000, cites),
        JackpotUnfed(2, 500, 500_000, cites),
    )
    assert events[-1] == RoundEnded(("1.1.13",))
    assert ends(sitting, 1) == voided(cites, ante=15_000, bonus=3_000, flop=30_000, jackpot=500)
    assert ends(sitting, 2) == voided(cites, ante=ANTE, flop=20_000, jackpot=500)
    shares = {(line.box, line.wager.value): line.shares for line in sitting.round.lines if line.shares}
    assert {key: [(one.player, one.paid, one.returned) for one in value] for key, value in shares.items()} == {
        (1, "ante"): [("p1", 0, ANTE), ("p3", 0, 5_000)],
        (1, "bonus"): [("p1", 0, 2_500), ("p3", 0, 500)],
        (1, "flop"): [("p1", 0, 20_000), ("p3", 0, 10_000)],
    }
    assert sitting.table.meter.millionths == SEED
    refused(sitting, "dealer: settle", Reason.MOMENT, "1.1.13")
    sitting.do("dealer: place your bets")


@pytest.mark.parametrize("who", ["p1", "display"])
def test_5_1_1_only_staff_report(who: str) -> None:
    refused(dealt(), f"{who}: report foreign_card", Reason.ROLE, "5.1", "5.1.1")
    refused(dealt(), f"{who}: report not_covered", Reason.ROLE, "6.1")


@pytest.mark.parametrize("name", ["foreign_card", "unshuffled_cards", "deck_miscount"])
def test_5_1_2_earlier_rounds_stand(name: str) -> None:
    sitting = settled()
    lines, meter = sitting.round.lines, sitting.table.meter
    assert meter.millionths == SEED + 2 * SHARE
    sitting.do(*ROUND_TWO)
    recorded_late(sitting, f"dealer: report {name} in_round=1", "5.1.2")
    before = len(sitting.events)
    sitting.do(f"dealer: report {name} in_round=2")
    assert {line.returned for line in sitting.round.lines} == {ANTE}
    assert not any(isinstance(event, JackpotUnfed) for event in sitting.events[before:])
    assert sitting.table.meter == meter
    assert tuple(event for event in sitting.events if event in lines) == lines


@pytest.mark.parametrize("name", ["foreign_card", "unshuffled_cards", "deck_miscount"])
def test_5_1_2_a_settled_round_stands_as_well(name: str) -> None:
    sitting = settled()
    lines, meter = sitting.round.lines, sitting.table.meter
    events = sitting.do(f"dealer: report {name}")
    assert (ruling(events), len(events)) == (("continue", ("5.1.2", "I21")), 1)
    assert (sitting.round.lines, sitting.table.meter) == (lines, meter)


# 5.2 to 5.4 The deal


def test_5_2_misdeal_before_anybody_has_handled_his_cards() -> None:
    assert asked("misdeal", seen="no", **NO) == plain("void_round", "5.2")
    assert asked("misdeal", seen="no", **YES) == plain("reconstruct", "5.2")
    assert asked("misdeal", seen="yes", **NO) == asked("misdeal", seen="yes", **YES) == LEFT
    assert asked("misdeal", seen="yes") == LEFT
    needs("misdeal", "seen reconstructable")
    needs("misdeal", "seen", **NO)
    needs("misdeal", "reconstructable", seen="no")
    one_row_each("misdeal")


def test_5_2_misdeal_beyond_repair_voids_the_round() -> None:
    sitting = dealt()
    unsaid = sitting.refused("dealer: report misdeal reconstructable=no")
    assert (unsaid.reason, unsaid.cites) == (Reason.FACT, ("5.2",)), "a hand may be handled and no look be keyed"
    assert "Has any Player handled their cards?" in unsaid.sentence
    assert ruling(sitting.do("dealer: report misdeal reconstructable=no seen=no")) == ("void_round", ("5.2",))
    is_void(sitting, "5.2", "I17")


def test_5_2_misdeal_is_repaired_by_moving_whole_hands() -> None:
    sitting = dealt()
    repaired = "dealer: report misdeal reconstructable=yes seen=no"
    refused(sitting, f"{repaired} hands=1:JcJh/2:AsAd", Reason.CARDS, "5.2")
    refused(sitting, f"{repaired} hands=1:Jc/2:AsAd", Reason.CARDS, "5.2")
    event, moved = sitting.do(f"{repaired} hands=1:JcJd/2:AsAd")
    assert ruling((event,)) == ("reconstruct", ("5.2",))
    assert isinstance(moved, CardsReconstructed)
    assert moved.cites == ("5.2",)
    assert dict(moved.before)["1"] == dict(moved.after)["2"] == parse_cards("As Ad")
    assert held(sitting) == {1: "Jc Jd", 2: "As Ad"}
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)
    assert (ends(sitting, 1)["flop"][0], ends(sitting, 2)["flop"][0]) == ("lose", "win")


def test_5_2_once_cards_were_handled_the_shift_manager_decides() -> None:
    sitting = dealt("p1: look 1")
    events = sitting.do("dealer: report misdeal reconstructable=yes hands=1:JcJd/2:AsAd")
    assert ruling(events) == ("role_decides", ("6.1",))
    assert held(sitting) == {1: "As Ad", 2: "Jc Jd"}


def test_5_2_who_confirms_that_no_cards_were_handled_goes_before_the_record() -> None:
    """By I20, with a reason; a Dealer's word alone does not."""
    sitting = dealt("p1: look 1")
    report = "report misdeal reconstructable=no seen=no"
    refused(sitting, f"dealer: {report} because the cameras show it", Reason.ROLE, "I20")
    events = sitting.do(f"pit_supervisor: {report} because the cameras show it")
    assert ruling(events) == ("void_round", ("5.2", "I20"))
    is_void(sitting, "5.2", "I17")


COUNTS = ("wrong_community_count", "wrong_dealer_count")


@pytest.mark.parametrize("name", COUNTS)
def test_5_3_wrong_number_of_the_tables_cards(name: str) -> None:
    assert asked(name, **NO, **BEFORE) == plain("void_round", "5.3")
    assert asked(name, **YES, **BEFORE) == plain("reconstruct", "5.3")
    assert asked(name, noticed="later") == plain("continue", "5.3", "I11")
    assert asked(name, noticed="later", **NO) == asked(name, noticed="later", **YES) == asked(name, noticed="later")
    needs(name, "reconstructable noticed")
    needs(name, "reconstructable", **BEFORE)
    needs(name, "noticed", **NO)
    one_row_each(name)


@pytest.mark.parametrize("name", COUNTS)
def test_5_3_beyond_repair_the_round_is_void_even_when_settled(name: str) -> None:
    for sitting in (dealt(), dealt("p1: look 1"), settled()):
        events = sitting.do(f"dealer: report {name} reconstructable=no")
        assert ruling(events) == ("void_round", ("5.3",))
        is_void(sitting, "5.3", "I17")


@pytest.mark.parametrize("name", COUNTS)
def test_5_3_repaired_the_round_goes_on(name: str) -> None:
    sitting = dealt()
    event, moved = sitting.do(f"dealer: report {name} reconstructable=yes hands=community:Kc7d2h9sQs/dealer:Qh3c")
    assert ruling((event,)) == ("reconstruct", ("5.3",))
    assert isinstance(moved, CardsReconstructed)
    assert (sitting.round.dealer, sitting.round.community[4:]) == (parse_cards("Qh 3c"), parse_cards("Qs"))
    sitting.do(*FLOPS)


@pytest.mark.parametrize("name", COUNTS)
def test_5_3_once_the_next_round_has_begun_the_result_stands(name: str) -> None:
    sitting = settled()
    sitting.do("dealer: place your bets")
    recorded_late(sitting, f"dealer: report {name} reconstructable=no in_round=1", "5.3", "I11")


def test_5_4_two_or_more_exposed_cards_void_the_round() -> None:
    for count in ("2", "3", "4", "52"):
        for seen in ("yes", "no"):
            for whose in ("player", "dealer", "community"):
                assert asked("cards_exposed", count=count, seen=seen, whose=whose) == plain("void_round", "5.4")
    assert asked("cards_exposed", count="2") == plain("void_round", "5.4")
    assert asked("cards_exposed", count="1") == plain("continue", "5.4", "I12")
    for count in ("1", "2", "52"):
        assert asked("cards_exposed", count=count, when="after") == plain("continue", "5.4", "I12")
    needs("cards_exposed", "count")
    needs("cards_exposed", "count", seen="no", whose="player")
    one_row_each("cards_exposed")


@pytest.mark.parametrize("handled", [(), ("p1: look 1",), ("p1: look 1", "p2: look 2")])
def test_5_4_two_cards_void_it_though_cards_were_handled(handled: tuple[str, ...]) -> None:
    sitting = dealt(*handled)
    events = sitting.do("dealer: report cards_exposed count=2 whose=player box=1 cards=AsAd")
    assert ruling(events) == ("void_round", ("5.4",))
    is_void(sitting, "5.4", "I17")


def test_5_4_two_cards_exposed_after_the_deal_change_nothing() -> None:
    """The first decision is made: that is no longer "during the deal"."""
    sitting = dealt("p1: look 1", "p1: flop 1")
    events = sitting.do("dealer: report cards_exposed count=2 whose=player box=1 cards=AsAd")
    assert ruling(events) == ("continue", ("5.4", "I12"))
    sitting.do(*FLOPS[1:], *TO_THE_END, *SHOWN)
    assert sitting.round.lines == settled().round.lines


def test_5_4_one_card_is_seen_by_all_and_play_goes_on() -> None:
    sitting = dealt()
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {("??", "??")}
    event, exposed = sitting.do("dealer: report cards_exposed count=1 whose=player box=1 cards=As")
    assert ruling((event,)) == ("continue", ("5.4", "I12"))
    assert exposed == CardsExposed(parse_cards("As"), ("5.4", "I12"), 1, (("1", 0),))
    assert {sitting.seen_by(role, "p2").boxes[0].cards for role in ROLES} == {("As", "??")}
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == settled().round.lines


# 5.5 and 5.6 After the close


def test_5_5_wagers_placed_or_increased_late_are_refused() -> None:
    placed = asked("late_wager", act="placed")
    increased = asked("late_wager", act="increased")
    assert placed == increased == plain("refuse_wager", "5.5")
    assert asked("late_wager", act="withdrawn")[1] != ("5.5",)
    needs("late_wager", "act")
    one_row_each("late_wager")


@pytest.mark.parametrize("act", ["placed", "increased"])
def test_5_5_the_wager_at_the_close_stands(act: str) -> None:
    sitting = dealt()
    for late in ("p3: 3 ante 10000", "p1: 1 ante 500", "p2: 2 bonus 2500"):
        assert sitting.refused(late).reason is Reason.MOMENT
    boxes = sitting.round.boxes
    events = sitting.do(f"dealer: report late_wager act={act} box=1")
    assert (ruling(events), len(events)) == (("refuse_wager", ("5.5",)), 1)
    assert sitting.round.boxes == boxes
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == settled().round.lines


def test_5_6_wager_withdrawn_late_wins_or_loses_all_the_same() -> None:
    assert asked("late_wager", act="withdrawn") == plain("settle_as_placed", "5.6")
    assert asked("wager_misplaced", by="player") == plain("settle_as_placed", "I13")
    needs("wager_misplaced", "by")
    one_row_each("late_wager")
    one_row_each("wager_misplaced")
    sitting = dealt()
    for late in ("p1: 1 ante -all", "p1: 1 bonus -500", "p2: 2 jackpot -all"):
        assert sitting.refused(late).reason is Reason.MOMENT
    for report, expected in (
        ("late_wager act=withdrawn", ("settle_as_placed", ("5.6",))),
        ("wager_misplaced by=player", ("settle_as_placed", ("I13",))),
    ):
        events = sitting.do(f"dealer: report {report} box=1")
        assert (ruling(events), len(events)) == (expected, 1)
    sitting.do(*FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == settled().round.lines


# 5.7 and 5.8 The number of cards

RULED = ("5.7", "5.7.1")
OUT = ("5.7",)
"""Why the hand with the wrong number of cards leaves."""
PERMITTED = ("5.7.1",)
"""Why the others may."""
REPORT = "dealer: report wrong_hand_count reconstructable=no box=1"


def test_5_7_wrong_number_in_a_players_hand() -> None:
    assert asked("wrong_hand_count", **NO, **BEFORE) == (
        "invalidate_hand",
        RULED,
        ("role_decides", "players_choose"),
        ("permit", "play_on"),
        "rules",
    )
    assert asked("wrong_hand_count", **YES, **BEFORE) == plain("reconstruct", "5.7")
    for given in ({}, NO, YES):
        assert asked("wrong_hand_count", noticed="later", **given) == plain("continue", "5.7", "I11")
    needs("wrong_hand_count", "reconstructable noticed")
    needs("wrong_hand_count", "reconstructable", **BEFORE)
    needs("wrong_hand_count", "noticed", **NO)
    one_row_each("wrong_hand_count")


def test_5_7_the_hand_is_out_and_its_wagers_come_back() -> None:
    sitting = dealt("p1: look 1", "p1: flop 1")
    refused(sitting, REPORT.replace("=1", "=3"), Reason.NO_SUCH_BOX, *RULED)
    events = sitting.do(REPORT)
    assert ruling(events) == ("invalidate_hand", RULED)
    assert events[1:] == (
        HandInvalidated(1, OUT),
        JackpotUnfed(1, 500, SHARE, (*OUT, "I17")),
        DecisionPending(
            1,
            "wrong_hand_count",
            {**NO, **BEFORE},
            1,
            "p1",
            Role.PIT_SUPERVISOR,
            ("permit", "play_on"),
            PERMITTED,
        ),
    )
    assert sitting.table.meter.millionths == SEED + SHARE
    refused(sitting, "p2: flop 2", Reason.MOMENT, *PERMITTED)
    sitting.do("pit_supervisor: rule 1 play_on because nobody minds", "p2: flop 2", "dealer: reveal", "p2: check 2")
    sitting.do("dealer: reveal", "p2: check 2", "dealer: reveal", "dealer: reveal", "p2: show 2", "dealer: settle")
    assert ends(sitting, 1) == back(OUT, ante=ANTE, bonus=2_500, flop=20_000, jackpot=500)
    assert {name: end[:3] for name, end in ends(sitting, 2).items()} == dict.fromkeys(
        ("ante", "flop", "jackpot"), ("lose", 0, 0)
    )


def test_5_7_repaired_the_round_goes_on() -> None:
    sitting = dealt()
    event, moved = sitting.do("dealer: report wrong_hand_count reconstructable=yes box=1 hands=1:AsJc/2:AdJd")
    assert ruling((event,)) == ("reconstruct", ("5.7",))
    assert isinstance(moved, CardsReconstructed)
    assert held(sitting) == {1: "As Jc", 2: "Ad Jd"}


def test_5_7_once_the_next_round_has_begun_the_result_stands() -> None:
    sitting = settled()
    sitting.do("dealer: place your bets")
    recorded_late(sitting, f"{REPORT} in_round=1", "5.7", "I11")


@pytest.mark.parametrize("who", ["p1", "p2", "dealer", "display"])
def test_5_7_1_nobody_below_a_pit_supervisor_permits(who: str) -> None:
    sitting = dealt(REPORT)
    refused(sitting, f"{who}: rule 1 permit because I say so", Reason.ROLE, *PERMITTED)
    refused(sitting, "pit_supervisor: rule 1 permit", Reason.AMOUNT, *PERMITTED)
    refused(sitting, "pit_supervisor: rule 1 void_round because simpler", Reason.MOMENT, *PERMITTED)


@pytest.mark.parametrize("staff", STAFF[1:])
def test_5_7_1_the_others_may_be_permitted_to_withdraw_hand_by_hand(staff: str) -> None:
    bets = (*BETS, f"p2: 3 ante {ANTE}", "p2: 3 bonus 2500")
    sitting = dealt(REPORT, bets=bets, deal="dealer: deal Kc 7d 2h 9s 3c As Ad Jc Jd Th Tc Qh Qs")
    events = sitting.do(f"{staff}: rule 1 permit because the deal was wrong")
    options = ("continue", "return_wager")
    assert events == (
        DecisionTaken(1, "permit", "the deal was wrong", staff, Role(staff), PERMITTED),
        ChoiceOpened(2, options, PERMITTED, ("p2",)),
        ChoiceOpened(3, options, PERMITTED, ("p2",)),
    )
    refused(sitting, "p2: flop 2", Reason.MOMENT, *PERMITTED)
    refused(sitting, "p1: answer 2 return_wager", Reason.NOT_YOURS, "I2")
    refused(sitting, "p1: answer 1 return_wager", Reason.MOMENT, "5.7.1", "5.16.1")
    assert sitting.do("p2: answer 2 return_wager") == (
        ChoiceMade(2, "return_wager", False, (*PERMITTED, "I17"), "p2"),
        HandInvalidated(2, (*PERMITTED, "I17")),
        JackpotUnfed(2, 500, SHARE, (*PERMITTED, "I17")),
    )
    assert sitting.do("p2: answer 3 continue") == (ChoiceMade(3, "continue", False, PERMITTED, "p2"),)
    assert sitting.table.meter.millionths == SEED
    sitting.do("p2: flop 3", "dealer: reveal", "p2: check 3", "dealer: reveal", "p2: check 3")
    sitting.do("dealer: reveal", "dealer: reveal", "p2: show 3", "dealer: settle")
    assert ends(sitting, 1) == back(OUT, ante=ANTE, bonus=2_500, jackpot=500)
    assert ends(sitting, 2) == back((*PERMITTED, "I17"), ante=ANTE, jackpot=500)
    assert [(name, end[0]) for name, end in ends(sitting, 3).items()] == [
        ("ante", "lose"),
        ("bonus", "win"),
        ("flop", "lose"),
    ]


def test_5_8_a_wrong_count_voids_the_round() -> None:
    assert asked("deck_miscount") == plain("void_round", "5.8", "5.1.1")
    for sitting in (dealt(), dealt(*FLOPS, "dealer: reveal", *CHECKS)):
        assert ruling(sitting.do("dealer: report deck_miscount")) == ("void_round", ("5.8", "5.1.1"))
        is_void(sitting, "5.8", "5.1.1", "I17")


def test_5_8_no_count_without_a_round() -> None:
    refused(Sitting(GAME), "dealer: report deck_miscount", Reason.MOMENT, "5.8", "5.1.1")


# 5.9 Confidentiality


def test_5_9_breach_is_the_shift_managers_to_judge() -> None:
    decided = ("role_decides", ("5.9",), (), ("prohibit", "continue"), "shift_manager")
    assert asked("confidentiality_breach") == decided
    sitting = dealt()
    event, pending = sitting.do("dealer: report confidentiality_breach box=1")
    assert isinstance(event, IrregularityRuled)
    assert (event.ruling, event.cites, event.options) == ("role_decides", ("5.9",), ("prohibit", "continue"))
    assert pending == DecisionPending(
        1, "confidentiality_breach", {}, 1, "p1", Role.SHIFT_MANAGER, ("prohibit", "continue"), ("5.9",)
    )
    refused(sitting, "p1: flop 1", Reason.MOMENT, "5.9")
    for who in ("p1", "display", *STAFF[:-1]):
        refused(sitting, f"{who}: rule 1 prohibit because he looked", Reason.ROLE, "5.9")
    refused(sitting, "shift_manager: rule 1 prohibit", Reason.AMOUNT, "5.9")
    refused(sitting, "shift_manager: rule 2 prohibit because he looked", Reason.MOMENT, "5.9")
    refused(sitting, "shift_manager: rule 2 permit because so", Reason.MOMENT, "5.7.1")
    refused(sitting, "shift_manager: rule 2 redeal because so", Reason.MOMENT, "6.1")
    sitting.do("shift_manager: rule 1 continue because it was nothing", *FLOPS, *TO_THE_END, *SHOWN)
    assert sitting.round.lines == settled().round.lines
    sitting.do("dealer: place your bets", f"p1: 1 ante {ANTE}")


def test_5_9_prohibited_player_has_his_wagers_back_and_plays_no_more() -> None:
    sitting = dealt("p1: flop 1", "dealer: report confidentiality_breach box=1")
    events = sitting.do("shift_manager: rule 1 prohibit because he showed his cards")
    assert events == (
        DecisionTaken(1, "prohibit", "he showed his cards", "shift_manager", Role.SHIFT_MANAGER, ("5.9",)),
        PlayerBarred("p1", ("5.9",)),
        HandInvalidated(1, ("5.9",)),
        JackpotUnfed(1, 500, SHARE, ("5.9", "I17")),
    )
    assert sitting.table.meter.millionths == SEED + SHARE
    sitting.do("p2: fold 2", "dealer: reveal", "dealer: reveal", "dealer: reveal", "dealer: settle")
    assert ends(sitting, 1) == back(("5.9",), ante=ANTE, bonus=2_500, flop=20_000, jackpot=500)
    assert [end[0] for end in ends(sitting, 2).values()] == ["lose", "lose"]
    for _ in range(2):
        sitting.do("dealer: place your bets")
        refused(sitting, f"p1: 4 ante {ANTE}", Reason.ROLE, "5.9", "5.10.3")
        refused(sitting, f"dealer for p1: 4 ante {ANTE}", Reason.ROLE, "5.9", "5.10.3")
        sitting.do(f"p2: 1 ante {ANTE}", "p2: 1 ante -all", "dealer: no more bets")


def test_5_9_breach_between_rounds_bars_the_player_named() -> None:
    sitting = Sitting(GAME)
    assert sitting.refused("dealer: report confidentiality_breach").cites == ("5.9",)
    sitting.do("dealer: report confidentiality_breach player=p5", "shift_manager: rule 1 prohibit because he peeked")
    sitting.do("dealer: place your bets")
    refused(sitting, f"p5: 1 ante {ANTE}", Reason.ROLE, "5.9", "5.10.3")
