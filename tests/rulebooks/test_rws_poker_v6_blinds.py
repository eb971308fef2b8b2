"""Button and Blinds of Poker (RWS), round by round: the worked examples of the readings, and what they leave out."""

import pytest

from croupier.play.room.events import BetReturned, BlindMissed, PotAwarded
from croupier.play.rulings import RulingError, ask
from croupier.rulebooks import load_room
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.room import Blind
from tests.room import ComeBack, DeemLeft, JoinTable, LeaveTable, PayIn, Report, RoomSitting, Settle, SitOut, TopUp
from tests.rulebooks.room_seats import (
    PAYS_BIG,
    PAYS_BOTH,
    PAYS_SMALL,
    POSTS_BIG,
    POSTS_SMALL,
    begin,
    cannot_open,
    end,
    marked,
    play,
    rule,
    where,
)

RULEBOOKS = ("rws-poker-v6",)


def six(away: int | tuple[int, ...]) -> RoomSitting:
    """Six seats after round 1 (Button 1, Small Blind 2, Big Blind 3), with these away from then on."""
    sitting = RoomSitting(policy={"seats": 6})
    (first,) = play(sitting)
    assert first.places == (1, 2, 3)
    for seat in (away,) if isinstance(away, int) else away:
        sitting.do(SitOut(seat), f"p{seat}")
    return sitting


# ---- 5.5: absent for the Small Blind ---------------------------------------------------------------------------------


def test_5_5_the_ruling() -> None:
    ruled = rule("player_absent", due="small_blind")
    assert ruled.ruling is Ruling.POST_BLINDS
    assert ruled.posts == {"big_blind": "left_of_absent"}
    assert (ruled.cites, ruled.decided_by) == (("5.5",), Decider.RULES)
    assert where("player_absent", "5.5", due=("small_blind", "big_blind")) == {("small_blind",)}
    with pytest.raises(RulingError, match="due"):
        ask(load_room("rws-poker"), "player_absent", {})


def test_5_5_no_small_blind_is_posted_and_the_button_comes_to_the_empty_seat() -> None:
    sitting = six(away=3)
    second, third = play(sitting, 2)
    assert second.places == (2, 0, 4)
    assert second.missed == {3: "small_blind"}
    assert [event.cites for event in second.events if isinstance(event, BlindMissed)] == [("5.5",)]
    assert second.paid == {4: POSTS_BIG}
    assert second.dealt == {1, 2, 4, 5, 6}
    assert third.places == (3, 4, 5)
    assert third.missed == {}
    assert {"5.5", "I3"} <= set(third.cites)
    assert third.paid == {4: POSTS_SMALL, 5: POSTS_BIG}


def test_5_5_the_rounds_after_go_on_as_ever() -> None:
    sitting = six(away=3)
    # Round 4: Button 4, SB 5, BB 6; 5: 5, 6, 1; 6: 6, 1, 2; 7 passes seat 3: Button 1, SB 2, BB 4.
    places = [one.places for one in play(sitting, 6)]
    assert places == [(2, 0, 4), (3, 4, 5), (4, 5, 6), (5, 6, 1), (6, 1, 2), (1, 2, 4)]


def test_5_5_seats_three_and_four_absent_together() -> None:
    sitting = six(away=(3, 4))
    second, third, fourth = play(sitting, 3)
    assert second.places == (2, 0, 5)
    assert second.missed == {3: "small_blind", 4: "big_blind"}
    assert third.places == (3, 5, 6)
    assert third.missed == {}
    assert fourth.places == (5, 6, 1)


def test_5_5_a_seat_given_up_for_good_leaves_the_same_gap() -> None:
    sitting = RoomSitting(policy={"seats": 6})
    play(sitting)
    sitting.do(LeaveTable(3), "p3")
    second, third = play(sitting, 2)
    assert second.places == (2, 0, 4)
    assert second.missed == {}
    assert third.places == (3, 4, 5)


def test_5_5_an_absent_player_is_reported_by_the_dealer() -> None:
    sitting = RoomSitting(policy={"seats": 6})
    play(sitting)
    sitting.report("player_absent", 3, facts={"due": "small_blind"})
    assert begin(sitting).places == (2, 0, 4)
    assert sitting.refused(Report("player_absent", {"due": "big_blind"}, 5)).cites == ("5.6",)


def test_5_5_a_big_blind_that_met_no_small_blind_goes_back_whole() -> None:
    """Nobody posts the Small Blind and all fold: nobody called any of the 200, and there is no Pot (4.3)."""
    sitting = six(away=3)
    begin(sitting)
    sitting.deal()
    assert sitting.round.big_seat == 4
    while sitting.turn is not None:
        sitting.play(f"{sitting.turn} fold")
    events = sitting.do(Settle())
    assert [(one.seat, one.amount) for one in events if isinstance(one, BetReturned)] == [(4, 200)]
    assert not [one for one in events if isinstance(one, PotAwarded)]


# ---- 5.6: absent for the Big Blind -----------------------------------------------------------------------------------


def test_5_6_the_ruling() -> None:
    ruled = rule("player_absent", due="big_blind")
    assert ruled.ruling is Ruling.POST_BLINDS
    assert ruled.posts == {"small_blind": "player_due", "big_blind": "left_of_absent"}
    assert ruled.cites == ("5.6",)
    assert where("player_absent", "5.6", due=("small_blind", "big_blind")) == {("big_blind",)}


@pytest.mark.parametrize(
    ("seat", "missed"), [(3, Blind.SMALL), (4, Blind.BIG), (5, Blind.BIG), (6, None), (7, None), (1, None)]
)
def test_5_6_it_passes_those_before_the_seat_that_it_comes_to(seat: int, missed: Blind | None) -> None:
    """From seat 3 to seat 6, of nine."""
    assert load_room("rws-poker").missed_by_absence(seat, 3, 6, 9) == missed


def test_5_6_his_neighbour_posts_and_the_marker_stays_with_him() -> None:
    sitting = six(away=4)
    second = begin(sitting)
    assert second.places == (2, 3, 5)
    assert second.missed == {4: "big_blind"}
    assert [event.cites for event in second.events if isinstance(event, BlindMissed)] == [("5.6",)]
    assert second.paid == {3: POSTS_SMALL, 5: POSTS_BIG}
    assert marked(sitting) == {4}
    end(sitting)
    third = begin(sitting)
    assert third.places == (3, 5, 6)
    assert third.missed == {}
    assert marked(sitting) == {4}
    end(sitting)
    fourth = begin(sitting)
    assert fourth.places == (5, 6, 1)
    assert marked(sitting) == {4}
    end(sitting)
    # The Blinds come round: 6, 1, 2; 1, 2, 3; and in round 7 they pass seat 4 again.
    assert [one.places for one in play(sitting, 3)] == [(6, 1, 2), (1, 2, 3), (2, 3, 5)]


def test_5_6_the_marker_goes_with_what_he_owes() -> None:
    sitting = six(away=4)
    play(sitting, 2)
    sitting.do(ComeBack(4), "p4")
    assert marked(sitting) == {4}
    sitting.do(PayIn(4), "p4")
    begin(sitting)
    assert marked(sitting) == set()


def test_5_6_three_absent_in_a_row_are_all_marked() -> None:
    sitting = six(away=(4, 5, 6))
    second, third = play(sitting, 2)
    assert second.places == (2, 3, 1)
    assert second.missed == {4: "big_blind", 5: "big_blind", 6: "big_blind"}
    assert third.places == (3, 1, 2)
    assert marked(sitting) == {4, 5, 6}


# ---- 5.4.2.a to d: the ways back, round by round ---------------------------------------------------------------------


def back_in(round_number: int, seat: int) -> RoomSitting:
    """``seat`` is away from round 2 on, comes back for this round and will pay what it is."""
    sitting = six(away=seat)
    play(sitting, round_number - 2)
    sitting.do(ComeBack(seat), f"p{seat}")
    sitting.do(PayIn(seat), f"p{seat}")
    return sitting


def test_5_4_2_a_back_in_round_three_he_waits_for_the_button_to_pass() -> None:
    sitting = back_in(3, seat=3)
    third = begin(sitting)
    assert third.places == (3, 4, 5)
    assert 3 not in third.dealt
    assert 3 not in third.paid
    assert marked(sitting) == {3}
    end(sitting)
    fourth = begin(sitting)
    assert fourth.places == (4, 5, 6)
    assert fourth.paid[3] == PAYS_SMALL
    assert 3 in fourth.dealt


@pytest.mark.parametrize(("back", "places"), [(4, (4, 5, 6)), (5, (5, 6, 1)), (6, (6, 1, 2))])
def test_5_4_2_b_back_in_rounds_four_to_six_he_pays_a_dead_small_blind(back: int, places: tuple[int, int, int]) -> None:
    sitting = back_in(back, seat=3)
    begun = begin(sitting)
    assert begun.places == places
    assert begun.paid[3] == PAYS_SMALL
    assert begun.why(3) == ("5.4.2.b",)
    assert begun.dealt == {1, 2, 3, 4, 5, 6}
    hand = sitting.hand(3)
    assert (hand.dead, hand.bet, hand.posted_big) == (100, 0, False)
    assert marked(sitting) == set()


def test_5_4_2_c_back_in_round_seven_he_posts_the_big_blind_alone() -> None:
    sitting = back_in(7, seat=3)
    seventh = begin(sitting)
    assert seventh.places == (1, 2, 3)
    assert seventh.paid == {2: POSTS_SMALL, 3: POSTS_BIG}
    assert seventh.why(3) == ("5.4.2.c",)
    assert marked(sitting) == set()


@pytest.mark.parametrize(("back", "places"), [(3, (3, 5, 6)), (4, (5, 6, 1)), (5, (6, 1, 2)), (6, (1, 2, 3))])
def test_5_4_2_back_in_rounds_three_to_six_he_pays_both(back: int, places: tuple[int, int, int]) -> None:
    sitting = back_in(back, seat=4)
    begun = begin(sitting)
    assert begun.places == places
    assert begun.paid[4] == PAYS_BOTH
    assert begun.why(4) == ("5.4.2",)
    hand = sitting.hand(4)
    assert (hand.dead, hand.bet, hand.put, hand.posted_big) == (100, 200, 200, True)
    assert marked(sitting) == set()


def test_5_4_2_d_back_in_round_seven_he_posts_the_big_blind_alone() -> None:
    sitting = back_in(7, seat=4)
    seventh = begin(sitting)
    assert seventh.places == (2, 3, 4)
    assert seventh.paid == {3: POSTS_SMALL, 4: POSTS_BIG}
    assert marked(sitting) == set()


def test_5_4_2_d_who_missed_both_posts_the_big_blind_alone_too() -> None:
    """Round 2: the Small Blind missed; round 7: the Big Blind passes him; in round 12 it comes to his seat again."""
    sitting = six(away=3)
    found = play(sitting, 6)
    assert found[-1].missed == {3: "big_blind"}
    play(sitting, 4)
    sitting.do(ComeBack(3), "p3")
    begun = begin(sitting)
    assert begun.big == 3
    assert begun.paid[3] == POSTS_BIG
    assert marked(sitting) == set()


def test_5_4_2_who_waits_instead_of_paying_plays_when_the_big_blind_comes() -> None:
    sitting = six(away=4)
    play(sitting)
    sitting.do(ComeBack(4), "p4")
    for begun in play(sitting, 4):
        assert 4 not in begun.dealt
        assert marked(sitting) == {4}
    assert begin(sitting).paid[4] == POSTS_BIG


def test_5_4_2_a_at_the_button_whoever_missed_the_big_blind_does_not_wait() -> None:
    """Two Players, a third between them: he missed the Big Blind, and by I4 the Button would come to his seat."""
    sitting = RoomSitting((1, 3, 5))
    play(sitting, 2)  # Button 1, SB 3, BB 5; then 3, 5, 1
    sitting.do(SitOut(3), "p3")
    (third,) = play(sitting)
    assert third.places == (1, 1, 5)
    assert third.missed == {3: "big_blind"}
    sitting.do(ComeBack(3), "p3")
    sitting.do(PayIn(3), "p3")
    fourth = begin(sitting)
    assert fourth.places == (3, 5, 1)
    assert fourth.paid[3] == PAYS_BOTH


# ---- 1.26, 3.7, 3.8: Button, Orbit, two Players ----------------------------------------------------------------------


def test_3_7_the_first_button_lies_at_the_first_occupied_seat_from_the_dealers_left() -> None:
    sitting = RoomSitting((7, 3, 5, 9))
    first, second, third, fourth, fifth = play(sitting, 5)
    assert first.places == (3, 5, 7)
    assert [one.places for one in (second, third, fourth)] == [(5, 7, 9), (7, 9, 3), (9, 3, 5)]
    assert fifth.places == first.places


def test_3_7_a_button_that_was_forgotten_is_placed_when_noticed() -> None:
    assert rule("button_not_placed").ruling is Ruling.CONTINUE
    sitting = RoomSitting()
    assert sitting.report("button_not_placed")[-1].cites == ("3.7",)
    assert begin(sitting).places == (1, 2, 3)
    sitting.report("button_not_placed")
    assert sitting.table.playing


def orbit(sitting: RoomSitting) -> list[bool]:
    """Whether each of the next six rounds belongs to the first Orbit."""
    found = []
    for _ in range(6):
        begin(sitting)
        found.append(sitting.seen_by("display").first_orbit)
        end(sitting)
    return found


def test_1_26_the_orbit_is_over_when_the_button_regains_its_first_seat() -> None:
    sitting = RoomSitting((2, 4, 6, 8))
    assert orbit(sitting) == [True, True, True, True, False, False]


def test_1_26_the_orbit_is_over_when_the_button_passes_its_first_seat() -> None:
    sitting = RoomSitting((2, 4, 6, 8))
    play(sitting)
    sitting.do(LeaveTable(2), "p2")
    # Round 2: Button 4, SB 6, BB 8; 3: Button 6, SB 8, BB 4; 4: Button 8, SB 4; 5: Button 4 has passed seat 2.
    assert orbit(sitting) == [True, True, True, False, False, False]


def test_1_26_a_button_that_stays_where_it_began_has_been_nowhere() -> None:
    """Two Players open; two more join. The Small Blind was the Button's, so the Button stays for another round."""
    sitting = RoomSitting((1, 3))
    (first,) = play(sitting)
    assert first.places == (1, 1, 3)
    sitting.do(JoinTable(2, 20_000), "p2")
    sitting.do(JoinTable(4, 20_000), "p4")
    second = begin(sitting)
    assert second.places == (1, 3, 4)
    assert sitting.seen_by("display").first_orbit
    end(sitting)
    assert [one.button for one in play(sitting, 2)] == [3, 4]
    assert sitting.seen_by("display").first_orbit
    assert begin(sitting).button == 1
    assert not sitting.seen_by("display").first_orbit


def test_1_26_a_table_that_empties_begins_a_first_orbit_of_its_own() -> None:
    sitting = RoomSitting((2, 5))
    play(sitting, 4)
    assert not sitting.seen_by("display").first_orbit
    for seat in (2, 5):
        sitting.do(LeaveTable(seat), f"p{seat}")
    assert sitting.seen_by("display").first_orbit
    for seat in (4, 7, 9):
        (joined,) = sitting.do(JoinTable(seat, 20_000), f"p{seat}")
        assert "5.4" in joined.cites
    assert begin(sitting).places == (4, 7, 9)


def test_3_8_of_two_players_the_button_has_the_small_blind() -> None:
    sitting = RoomSitting((2, 6))
    assert [one.places for one in play(sitting, 3)] == [(2, 2, 6), (6, 6, 2), (2, 2, 6)]


def test_3_8_from_three_to_two_the_big_blind_moves_first() -> None:
    sitting = RoomSitting((1, 4, 7))
    (first,) = play(sitting)
    assert first.places == (1, 4, 7)
    sitting.do(LeaveTable(7), "p7")
    assert [one.places for one in play(sitting, 2)] == [(4, 4, 1), (1, 1, 4)]


@pytest.mark.parametrize(
    ("joins", "places"),
    [
        (8, (1, 5, 8)),  # beyond the Big Blind: it comes to him, the Small Blind to 5, the Button stays at 1
        (3, (3, 5, 1)),  # between the two: the Big Blind goes to 1, so the Button lies right of the Small Blind, at 3
    ],
)
def test_3_8_from_two_to_three_the_button_stays_right_of_the_blinds(joins: int, places: tuple[int, int, int]) -> None:
    sitting = RoomSitting((1, 5))
    (first,) = play(sitting)
    assert first.places == (1, 1, 5)
    sitting.do(JoinTable(joins, 20_000), f"p{joins}")
    assert begin(sitting).places == places


def test_3_8_after_two_the_nearest_player_dealt_in_has_the_button() -> None:
    sitting = RoomSitting((1, 5))
    play(sitting)
    for seat in (2, 3, 4):
        sitting.do(JoinTable(seat, 20_000), f"p{seat}")
    sitting.do(SitOut(4), "p4")
    begun = begin(sitting)
    assert begun.places == (3, 5, 1)
    assert "I4" in begun.cites


# ---- Two at the table, one of whom would have to wait ----------------------------------------------------------------


def heads_up_return() -> RoomSitting:
    """Three Players; seat 3 missed the Small Blind and comes back when only one other is there."""
    sitting = RoomSitting((1, 2, 3, 4))
    play(sitting)  # Button 1, SB 2, BB 3
    sitting.do(SitOut(3), "p3")
    (second,) = play(sitting)
    assert second.places == (2, 0, 4)  # the Small Blind was due at seat 3: the Button comes there next
    for seat in (2, 4):
        sitting.do(LeaveTable(seat), f"p{seat}")
    sitting.do(ComeBack(3), "p3")
    return sitting


def test_5_4_2_a_of_only_two_nobody_waits_for_a_button_that_cannot_pass() -> None:
    sitting = heads_up_return()
    cannot_open(sitting)
    sitting.do(PayIn(3), "p3")
    begun = begin(sitting)
    assert begun.places == (3, 3, 1)
    assert begun.paid == {3: POSTS_SMALL, 1: POSTS_BIG}  # of two the Button's Small Blind is live (3.8)
    assert begun.why(3) == ("5.4.2.a", "3.8", "I4")


def test_5_4_2_a_the_button_after_two_counts_as_well() -> None:
    """Three Players; while one is away two play, and then the Button would come to the returner's seat by I4."""
    sitting = RoomSitting((1, 2, 3))
    play(sitting)  # Button 1, SB 2, BB 3
    sitting.do(SitOut(3), "p3")
    (second,) = play(sitting)
    assert second.places == (2, 2, 1)
    assert second.missed == {3: "small_blind"}
    sitting.do(ComeBack(3), "p3")
    sitting.do(PayIn(3), "p3")
    # Big Blind 2, Small Blind due at 1, so the Button right of it at 3: he waits, and two play.
    third = begin(sitting)
    assert third.places == (1, 1, 2)
    assert third.dealt == {1, 2}
    end(sitting)
    assert begin(sitting).paid[3] == POSTS_BIG


# ---- Void ------------------------------------------------------------------------------------------------------------


def test_5_6_a_void_round_moves_neither_button_nor_marker() -> None:
    sitting = six(away=4)
    begun = begin(sitting)
    assert marked(sitting) == {4}
    sitting.report("foreign_card")
    assert marked(sitting) == set()
    again = begin(sitting)
    assert (again.places, again.missed, again.paid) == (begun.places, begun.missed, begun.paid)
    assert sitting.table.seat(4).passed == 1  # type: ignore[union-attr]


def test_5_4_2_after_a_void_the_same_is_due_again() -> None:
    sitting = back_in(4, seat=4)
    begun = begin(sitting)
    sitting.report("foreign_card")
    assert marked(sitting) == {4}
    assert sitting.stacks[4] == 20_000
    again = begin(sitting)
    assert again.paid == begun.paid
    assert again.paid[4] == PAYS_BOTH


def test_5_4_after_a_void_a_newcomer_pays_again() -> None:
    sitting = RoomSitting((1, 3, 5))
    play(sitting, 4)
    sitting.do(JoinTable(4, 20_000), "p4")
    sitting.do(PayIn(4), "p4")
    assert begin(sitting).paid[4] == PAYS_BIG
    sitting.report("foreign_card")
    assert begin(sitting).paid[4] == PAYS_BIG


def test_3_7_after_a_void_first_round_the_button_stays_with_its_player() -> None:
    sitting = RoomSitting((3, 5, 7))
    assert begin(sitting).places == (3, 5, 7)
    sitting.report("foreign_card")
    sitting.do(JoinTable(1, 20_000), "p1")
    assert begin(sitting).places == (3, 5, 7)
    sitting.report("foreign_card")
    sitting.do(LeaveTable(3), "p3")
    assert begin(sitting).places == (1, 5, 7)


# ---- Running out of chips --------------------------------------------------------------------------------------------


def test_5_6_who_has_no_chips_misses_his_blinds_like_one_who_is_away() -> None:
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 20_000, 4: 200, 5: 20_000})
    sitting.start({4: "2c 7d", 5: "As Ah"}, board="Ks Kd 8h 9c Jd")
    sitting.play("4 all_in", "5 call", "1 fold", "2 fold", "3 fold")
    sitting.finish("Ks Kd 8h 9c Jd")
    assert sitting.stacks[4] == 0
    begun = begin(sitting)
    assert begun.places == (2, 3, 5)
    assert begun.missed == {4: "big_blind"}
    assert marked(sitting) == {4}
    end(sitting)
    sitting.do(TopUp(4, 20_000), "p4")
    sitting.do(PayIn(4), "p4")
    assert begin(sitting).paid[4] == PAYS_BOTH


def test_5_6_who_tops_up_in_time_misses_nothing() -> None:
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 20_000, 4: 200, 5: 20_000})
    sitting.start({4: "2c 7d", 5: "As Ah"}, board="Ks Kd 8h 9c Jd")
    sitting.play("4 all_in", "5 call", "1 fold", "2 fold", "3 fold")
    sitting.finish("Ks Kd 8h 9c Jd")
    sitting.do(TopUp(4, 20_000), "p4")
    assert begin(sitting).places == (2, 3, 4)


def test_5_4_2_the_house_may_find_that_one_without_chips_has_left() -> None:
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 20_000, 4: 200, 5: 20_000})
    sitting.start({4: "2c 7d", 5: "As Ah"}, board="Ks Kd 8h 9c Jd")
    sitting.play("4 all_in", "5 call", "1 fold", "2 fold", "3 fold")
    sitting.finish("Ks Kd 8h 9c Jd")
    play(sitting)
    sitting.refused(DeemLeft(4, "gone"), "pit_manager")  # one turn missed
    play(sitting, 4)
    sitting.do(DeemLeft(4, "gone"), "pit_manager")
    assert sitting.table.seat(4) is None


def test_5_4_2_a_choice_taken_back_in_a_void_round_stays_taken_back() -> None:
    sitting = back_in(3, seat=3)  # with the Button at his seat he waits
    assert 3 not in begin(sitting).dealt
    sitting.do(PayIn(3, pays=False), "p3")
    sitting.report("foreign_card")
    assert 3 not in play(sitting)[0].dealt
    assert 3 not in begin(sitting).dealt
    assert marked(sitting) == {3}


def test_5_4_who_left_and_joined_again_in_a_void_round_is_a_newcomer_who_still_owes_what_he_missed() -> None:
    sitting = six(away=4)
    play(sitting, 5)  # round 6 has the Button at seat 1 again: the first Orbit is over
    begin(sitting)
    sitting.do(LeaveTable(4), "p4")
    sitting.do(JoinTable(4, 20_000), "p4")
    sitting.report("foreign_card")
    assert marked(sitting) == {4}
    assert sitting.table.seat(4).owes_join  # type: ignore[union-attr]
