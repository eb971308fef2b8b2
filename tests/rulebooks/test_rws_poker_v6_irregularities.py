"""Poker, irregularities that are not about cards: interruptions, hands exposed, void rounds, staff, decisions.

Each test is named by its paragraph. Amounts are cents; six Players with 20,000 each, blinds of 100 at seat 2 and 200 at
seat 3, unless a test says otherwise.
"""

from collections.abc import Callable

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from croupier.play.refusal import Reason
from croupier.play.room.events import (
    BlindPosted,
    HandFolded,
    Post,
)
from croupier.play.room.state import Phase
from croupier.rules.room import Marker, Move
from tests.room import (
    STAKE,
    Act,
    ComeBack,
    DealCards,
    JoinTable,
    MuckHand,
    OpenRound,
    PayIn,
    Report,
    RoomSitting,
    Settle,
    ShowHand,
    SitOut,
    TurnMarker,
)
from tests.rulebooks.poker import because, fold_round, until, won
from tests.rulebooks.room_irregular import (
    ACES,
    UNDECIDED,
    all_in,
    check_continues,
    check_no_round,
    check_rulings,
    check_void,
    expect,
    facts_of,
    flop_bet,
    flop_due,
    half_dealt,
    named,
    raised,
    river_checked,
    ruling,
    show,
    two,
)

RULEBOOKS = ("rws-poker-v6",)

INTERRUPTED = {"established": expect("continue", "5.1.1"), "none": expect("void_round", "5.1.2")}
Moment = Callable[[], RoomSitting]


# 5.1: a technical interruption


def test_5_1_an_interruption_is_reported_by_staff_and_within_a_round() -> None:
    check_no_round("interruption")
    sitting = until(0)
    assert because(sitting.refused(Report("interruption"), "p4")) == (Reason.ROLE, ("5.1.1", "5.1.2"))
    assert because(sitting.refused(Report("earthquake"))) == (Reason.FACT, ("5.14",))


def test_5_1_1_the_ruling_where_an_outcome_is_established() -> None:
    check_rulings("interruption", INTERRUPTED)


def small_blind_folds() -> RoomSitting:
    sitting = raised()
    sitting.play("6 fold", "1 fold", "2 fold")
    return sitting


def small_blind_exposes() -> RoomSitting:
    sitting = until(0)
    sitting.report("hole_cards_exposed", 2)
    return sitting


def shown_and_beaten() -> RoomSitting:
    """The better hand lies open, and so does the other; the marker has not been turned."""
    sitting = two(ACES, "2h 7s 9c 3d Jh")
    sitting.check_down("2h 7s 9c 3d Jh")
    show(sitting, 1)
    show(sitting, 2)
    assert sitting.round.marker is Marker.BETTING_ROUND
    return sitting


def mucked() -> RoomSitting:
    board = "2h 7s 9c 3d Jh"
    sitting = two({1: "Kc Kd", 2: "As Ad"}, board)
    sitting.check_down(board)
    sitting.do(TurnMarker())
    show(sitting, 2)
    sitting.do(MuckHand(1), "p1")
    return sitting


def drawing_dead() -> RoomSitting:
    """Four Aces after the Flop: of two cards to come none helps a King and a Queen, on which no Straight Flush fits."""
    board = "Ah Ac 2d"
    sitting = all_in({1: "As Ad", 2: "Kh Qd"}, board)
    sitting.deal(board=board)
    return sitting


def everybody_folded_to_the_blind() -> RoomSitting:
    """No Small Blind (5.5), and two who fold without a chip in the Pot: the Big Blind has won his own."""
    sitting = RoomSitting((1, 2, 3, 4))
    fold_round(sitting)
    sitting.do(SitOut(3), "p3")
    sitting.start()
    sitting.play("1 fold", "2 fold")
    assert {hand.seat: hand.put for hand in sitting.round.hands} == {4: 200, 1: 0, 2: 0}
    return sitting


DECIDED = (
    small_blind_folds,
    small_blind_exposes,
    shown_and_beaten,
    mucked,
    drawing_dead,
    everybody_folded_to_the_blind,
)


@pytest.mark.parametrize("moment", DECIDED)
def test_5_1_1_with_a_wager_decided_the_round_is_concluded(moment: Moment) -> None:
    sitting = moment()
    check_continues(sitting, "interruption", "5.1.1")
    sitting.against_record(Report("interruption", {"outcome": "none"}))
    assert facts_of(sitting.report("interruption")) == {"outcome": "established"}
    sitting.check_down()
    sitting.finish(board="Ah Ac 2d")
    assert sitting.round.phase is Phase.ENDED
    assert not sitting.round.voided


def test_5_1_2_the_ruling_where_none_is() -> None:
    check_rulings("interruption", INTERRUPTED)


@pytest.mark.parametrize("moment", UNDECIDED.values(), ids=UNDECIDED)
def test_5_1_2_without_an_outcome_the_round_is_void(moment: Moment) -> None:
    sitting = moment()
    sitting.against_record(Report("interruption", {"outcome": "established"}))
    events = sitting.report("interruption")
    assert ruling(events) == ("interruption", "void_round", ("5.1.2",))
    assert facts_of(events) == {"outcome": "none"}
    check_void(sitting, events, "5.1.2")


def test_5_1_2_a_fold_without_chips_in_the_pot_decides_no_wager() -> None:
    sitting = until(0)
    sitting.play("4 fold", "5 fold", "6 call")
    check_void(sitting, sitting.report("interruption"), "5.1.2")


@pytest.mark.parametrize("cards", [0, 3, 4])
def test_5_1_2_hands_on_the_table_decide_nothing_as_long_as_a_card_can_change_it(cards: int) -> None:
    """Aces against Kings: a King may fall until the River."""
    board = "2h 7s 9c 3d Jh"
    sitting = all_in(ACES, board)
    while len(sitting.round.community) < cards:
        sitting.deal(board=board)
    check_void(sitting, sitting.report("interruption"), "5.1.2")


def test_5_1_2_equal_hands_win_and_lose_nothing() -> None:
    board = "2h 7s 9c 3d Jh"
    sitting = two({1: "As Kd", 2: "Ad Ks"}, board)
    sitting.check_down(board)
    sitting.do(TurnMarker())
    show(sitting, 1)
    show(sitting, 2)
    check_void(sitting, sitting.report("interruption"), "5.1.2")


def test_5_1_2_one_hand_shown_has_beaten_nobody_yet() -> None:
    sitting = river_checked()
    sitting.do(TurnMarker())
    show(sitting, 2)
    check_void(sitting, sitting.report("interruption"), "5.1.2")


# 5.11, 3.14.2.b: a Player exposes his Hole Cards


EXPOSED = {
    "player before_final_round_ends": expect("fold_hand", "5.11"),
    "player after": expect("continue", "3.14.2.b"),
}


def exposes(sitting: RoomSitting, seat: int) -> None:
    """The hand of a seat is folded by the ruling, and its chips stay where they are."""
    before = sitting.hand(seat)
    sitting.against_record(Report("hole_cards_exposed", {"stage": "after"}, seat))
    events = sitting.report("hole_cards_exposed", seat)
    assert ruling(events) == ("hole_cards_exposed", "fold_hand", ("5.11",))
    assert facts_of(events) == {"by": "player", "stage": "before_final_round_ends"}
    assert events[1:] == (HandFolded(seat, ("5.11",)),)
    after = sitting.hand(seat)
    assert after.folded
    assert (after.stack, after.put, after.dead) == (before.stack, before.put, before.dead)


def test_5_11_the_ruling_depends_on_the_final_betting_round() -> None:
    check_rulings("hole_cards_exposed", EXPOSED)
    check_no_round("hole_cards_exposed")


def test_5_11_in_his_turn_the_next_player_acts() -> None:
    sitting = until(0)
    exposes(sitting, 4)
    assert sitting.turn == 5
    sitting.play("5 call", "6 call", "1 call", "2 call", "3 check")
    sitting.deal()
    sitting.play("2 check", "3 check", "5 check")
    assert sitting.turn == 6


def test_5_11_out_of_his_turn_he_is_passed_over_when_it_comes() -> None:
    sitting = until(0)
    exposes(sitting, 6)
    exposes(sitting, 2)
    assert sitting.turn == 4
    sitting.play("4 call", "5 call", "1 call")
    assert sitting.turn == 3
    assert sum(hand.put for hand in sitting.round.hands) == 4 * 200 + 100


def test_5_11_whoever_was_last_to_act_ends_the_betting_round() -> None:
    sitting = flop_bet()
    sitting.play("3 call", "4 call", "5 call", "6 call")
    exposes(sitting, 1)
    assert sitting.round.phase is Phase.DEALING
    sitting.deal()
    assert (sitting.round.street, sitting.turn) == (2, 2)


def test_5_11_a_raisers_bet_still_has_to_be_called() -> None:
    sitting = raised()
    exposes(sitting, 4)
    assert sitting.not_played("6 check").reason is Reason.AMOUNT
    sitting.play("6 call")
    assert sitting.hand(6).put == 600


def test_5_11_of_the_last_two_the_other_wins_without_showing() -> None:
    """Blinds 100 and 200, a Raise to 600 that is called: 1,200 in the Pot."""
    sitting = two()
    sitting.play("1 raise 600", "2 call")
    sitting.deal()
    exposes(sitting, 1)
    assert sitting.round.phase is Phase.SHOWDOWN
    assert won(sitting.do(Settle())) == {2: 1200}
    assert sitting.stacks == {1: STAKE - 600, 2: STAKE + 600}


def test_5_11_while_the_hole_cards_are_dealt_his_turn_will_not_come() -> None:
    sitting = half_dealt()
    exposes(sitting, 4)
    exposes(sitting, 3)
    sitting.deal()
    assert sitting.turn == 5
    assert sitting.round.level == 200, "the Big Blind is what has to be called"
    sitting.play("5 call", "6 call", "1 call", "2 call")
    assert sitting.round.phase is Phase.DEALING


def test_5_11_while_two_are_dealt_their_cards_the_other_wins() -> None:
    sitting = RoomSitting((1, 2))
    sitting.open()
    sitting.do(DealCards(named("2c 2d")))
    exposes(sitting, 2)
    assert won(sitting.do(Settle())) == {1: 300}  # the Big Blind stays in the Pot, called or not (I14)


def test_5_11_between_two_betting_rounds_the_hand_is_folded_too() -> None:
    sitting = flop_due()
    exposes(sitting, 2)
    sitting.deal()
    assert sitting.turn == 3


def test_5_11_a_hand_that_is_all_in_is_folded_while_others_can_bet() -> None:
    """Seat 4 is All-in with 1,000 and loses it; the side pot's two Players go on for 3,300 with the Blinds."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: 1000, 5: STAKE})
    sitting.start()
    sitting.play("4 all_in", "5 call", "1 call", "2 fold", "3 fold")
    sitting.deal()
    exposes(sitting, 4)
    assert sitting.turn == 5
    sitting.play("5 bet 1000", "1 fold")
    assert won(sitting.do(Settle())) == {5: 3300}


def test_5_11_with_one_player_left_who_has_chips_nobody_can_bet() -> None:
    """Seat 4 All-in, seats 5 and 1 called; 1 exposes ahead of the Flop: all hands are laid open before it."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: 1000, 5: STAKE})
    sitting.start()
    sitting.play("4 all_in", "5 call", "1 call", "2 fold", "3 fold")
    exposes(sitting, 1)
    assert (sitting.round.phase, sitting.round.tabled, sitting.round.ahead) == (Phase.SHOWDOWN, True, ())
    assert sum(won(sitting.finish()).values()) == 3300


def test_5_11_needs_the_seat_of_a_hand_that_is_in_play() -> None:
    sitting = until(0)
    sitting.play("4 fold")
    for seat in (None, 4, 7):
        assert because(sitting.refused(Report("hole_cards_exposed", seat=seat))) == (Reason.NO_SUCH_SEAT, ("5.11",))


def test_5_11_a_player_cannot_show_his_hand_before_the_final_betting_round_ends() -> None:
    for sitting in (half_dealt(), until(0), flop_due(), until(3)):
        assert because(sitting.refused(ShowHand(4), "p4")) == (Reason.MOMENT, ("1.19.i", "5.11"))


def test_3_14_2_b_after_the_bets_a_hand_stays_good_ahead_of_the_marker() -> None:
    check_rulings("hole_cards_exposed", EXPOSED)
    board = "2h 7s 9c 3d Jh"
    sitting = two(ACES, board)
    sitting.check_down(board)
    before = sitting.round
    events = sitting.report("hole_cards_exposed", 1)
    assert ruling(events) == ("hole_cards_exposed", "continue", ("3.14.2.b",))
    assert facts_of(events)["stage"] == "after"
    assert len(events) == 1
    assert sitting.round == replace(before, uncovered=True, tape=UNSET)  # what was entered before a ruling stands
    assert won(sitting.finish()) == {1: 400}


def test_3_14_2_b_holds_in_a_runout_where_nobody_has_more_to_decide() -> None:
    sitting = two()
    sitting.play("1 all_in", "2 call")
    assert ruling(sitting.report("hole_cards_exposed", 2)) == ("hole_cards_exposed", "continue", ("3.14.2.b",))
    assert not sitting.hand(2).folded


# 5.12: a void round


def beyond_a_call() -> RoomSitting:
    """Seat 1 All-in for more than seat 2 has: what nobody called has gone back already."""
    sitting = RoomSitting({1: STAKE, 2: 5000})
    sitting.start()
    sitting.play("1 all_in", "2 call")
    sitting.do(TurnMarker())
    assert sitting.hand(1).stack == STAKE - 5000
    return sitting


MOMENTS = {**UNDECIDED, "small blind folded": small_blind_folds, "mucked": mucked, "drawing dead": drawing_dead}


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_5_12_all_bets_go_back_and_the_same_posts_are_due(moment: Moment) -> None:
    sitting = moment()
    void = sitting.round
    check_void(sitting, sitting.report("foreign_card"), "5.2.1")
    again = sitting.open()
    assert (again.button, again.small_due, again.big_seat) == (void.button, void.small_due, void.big_seat)
    assert again.seats == tuple(hand.seat for hand in void.hands)
    assert again.number == void.number + 1


def test_5_12_what_nobody_called_went_back_before_and_the_rest_goes_back_now() -> None:
    sitting = beyond_a_call()
    sitting.report("foreign_card")
    assert sitting.stacks == {1: STAKE, 2: 5000}


def test_5_12_a_later_round_that_is_void_leaves_button_and_seats_as_they_were() -> None:
    sitting = RoomSitting()
    fold_round(sitting)
    before = sitting.table
    opened = sitting.start()
    sitting.play("5 raise 600", "6 fold")
    sitting.report("deck_miscount")
    assert (sitting.table.seats, sitting.table.positions) == (before.seats, before.positions)
    again = sitting.open()
    assert (opened.button, again.button, again.small_due, again.big_seat) == (2, 2, 3, 4)


def test_5_12_what_was_paid_to_return_comes_back_and_is_due_again() -> None:
    """Seat 4 missed the Big Blind of round 2; in round 3 it pays 100 dead and 200 live."""
    sitting = RoomSitting()
    fold_round(sitting)
    sitting.do(SitOut(4), "p4")
    fold_round(sitting)
    sitting.do(ComeBack(4), "p4")
    sitting.do(PayIn(4), "p4")
    before = sitting.table
    for _ in range(2):
        posted = [one for one in sitting.do(OpenRound()) if isinstance(one, BlindPosted) and one.seat == 4]
        assert [(one.post, one.amount) for one in posted] == [(Post.DEAD_SMALL, 100), (Post.LIVE_BIG, 200)]
        sitting.deal()
        sitting.report("foreign_card")
        assert (sitting.table.seats, sitting.table.positions) == (before.seats, before.positions)


def test_5_12_a_newcomer_gets_his_payment_back_and_still_owes_it() -> None:
    """Three Players: the Button is at 1 again in round 4, which ends the first Orbit."""
    sitting = RoomSitting((1, 2, 3))
    for _ in range(4):
        fold_round(sitting)
    sitting.do(JoinTable(6, STAKE), "p6")
    sitting.do(PayIn(6), "p6")
    before = sitting.table
    assert before.seats[-1].owes_join
    sitting.start()
    assert sitting.hand(6).put == 200
    sitting.report("unshuffled_cards")
    assert (sitting.table.seats, sitting.table.positions) == (before.seats, before.positions)


def test_5_12_a_blind_missed_in_a_void_round_was_not_missed() -> None:
    sitting = RoomSitting()
    fold_round(sitting)
    sitting.do(SitOut(4), "p4")
    before = sitting.table
    sitting.start()
    missed = sitting.table.seat(4)
    assert missed is not None
    assert (missed.missed_big, missed.passed) == (True, 1)
    sitting.report("shoe_exhausted")
    assert sitting.table.seats == before.seats
    sitting.do(ComeBack(4), "p4")
    assert sitting.open().big_seat == 4


def test_5_12_a_void_round_is_over_and_pays_no_rake() -> None:
    sitting = RoomSitting(policy={"rake": "0.05"})
    sitting.start()
    sitting.play("4 raise 600", "5 call")
    sitting.report("foreign_card")
    assert sitting.table.rake == 0
    for command in (Settle(), TurnMarker(), DealCards(named("2c"))):
        assert sitting.refused(command).reason is Reason.MOMENT
    assert sitting.refused(Act(6, Move.FOLD), "p6").reason is Reason.MOMENT
