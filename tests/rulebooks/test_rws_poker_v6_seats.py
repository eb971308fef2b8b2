"""Joining, returning and leaving in Poker (RWS): what is owed, what is paid, and the Table Stake."""

import pytest

from croupier.play.refusal import Reason
from croupier.play.room.events import BlindPosted, PlayerAway, PlayerBack, PlayerJoined, PlayerLeft, Post
from croupier.play.rulings import Ruled
from croupier.rules.irregularities import Decider, Ruling
from tests.room import ComeBack, DeemLeft, JoinTable, LeaveTable, OpenRound, PayIn, Report, RoomSitting, SitOut, TopUp
from tests.rulebooks.poker import because
from tests.rulebooks.room_seats import (
    PAYS_BIG,
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
ORBITS, SEATS, MOVED = ("first", "later"), ("big_blind", "other"), ("no", "yes")
MISSED, PLACES = ("small_blind", "big_blind", "both"), ("button", "small_blind", "big_blind", "other")
STAKE = 20_000


def answer(ruled: Ruled) -> tuple[Ruling, dict[str, str], tuple[str, ...], tuple[str, ...]]:
    assert ruled.decided_by is Decider.RULES
    assert ruled.explanation
    return ruled.ruling, ruled.posts, ruled.options, ruled.cites


# ---- 5.4: newcomers --------------------------------------------------------------------------------------------------


def test_5_4_the_rulings() -> None:
    posts = {"big_blind": "live"}
    for orbit in ORBITS:
        ruled = rule("player_joins", orbit=orbit, seat="big_blind")
        assert answer(ruled) == (Ruling.POST_BLINDS, posts, (), ("5.4",))
    later = rule("player_joins", orbit="later", seat="other")
    assert answer(later) == (Ruling.POST_BLINDS, posts, (), ("5.4",))
    first = rule("player_joins", orbit="first", seat="other")
    assert answer(first) == (Ruling.CONTINUE, {}, (), ("5.4",))
    found = where("player_joins", "5.4", orbit=ORBITS, seat=SEATS, relocated=MOVED)
    assert found == {(orbit, seat, "no") for orbit in ORBITS for seat in SEATS}


def test_5_4_only_the_first_orbit_away_from_the_big_blind_is_free() -> None:
    free = {
        (orbit, seat)
        for orbit in ORBITS
        for seat in SEATS
        if rule("player_joins", orbit=orbit, seat=seat).ruling is Ruling.CONTINUE
    }
    assert free == {("first", "other")}


def joined(sitting: RoomSitting, seat: int, *, relocated: bool = False) -> PlayerJoined:
    """Somebody new at a seat; what he is told."""
    by = "dealer" if relocated else f"p{seat}"
    (event,) = sitting.do(JoinTable(seat, STAKE, f"p{seat}" if relocated else "", relocated), by)
    assert isinstance(event, PlayerJoined)
    return event


def later_orbit() -> RoomSitting:
    """Seats 1, 3, 5 and 8 after five rounds: Button 1, Small Blind 3, Big Blind 5, and the first Orbit is over."""
    sitting = RoomSitting((1, 3, 5, 8))
    assert play(sitting, 5)[-1].places == (1, 3, 5)
    assert not sitting.seen_by("display").first_orbit
    return sitting


def test_5_4_in_the_first_orbit_a_newcomer_is_told_that_he_pays_nothing() -> None:
    sitting = RoomSitting((1, 3, 5, 8))
    play(sitting, 4)
    assert sitting.seen_by("display").first_orbit
    told = joined(sitting, 2)
    assert told.owes is False
    assert "5.4" in told.cites
    begun = begin(sitting)  # the Button regains seat 1: the first Orbit is over, and he joined in it
    assert begun.places == (1, 3, 5)
    assert 2 in begun.dealt
    assert 2 not in begun.paid
    assert joined(sitting, 9).owes


def test_5_4_in_the_first_orbit_he_is_dealt_in_without_paying() -> None:
    sitting = RoomSitting((1, 3, 5, 8))
    play(sitting)  # Button 1, SB 3, BB 5
    assert not joined(sitting, 2).owes
    begun = begin(sitting)
    assert begun.places == (3, 5, 8)
    assert 2 in begun.dealt
    assert 2 not in begun.paid


def test_5_4_the_blinds_frame_what_is_paid_to_join() -> None:
    """The Small Blind is placed first and the Big Blind last (3.8), whoever pays to join in between."""
    sitting = later_orbit()
    assert joined(sitting, 2).owes
    sitting.do(PayIn(2), "p2")
    posted = [one for one in sitting.do(OpenRound()) if isinstance(one, BlindPosted)]
    assert [one.post for one in posted] == [Post.SMALL_BLIND, Post.LIVE_BIG, Post.BIG_BLIND]
    assert posted[1].seat == 2


def test_5_4_in_the_first_orbit_he_posts_at_the_big_blinds_seat() -> None:
    sitting = RoomSitting((1, 3, 5, 8))
    play(sitting)
    assert not joined(sitting, 6).owes
    begun = begin(sitting)
    assert begun.places == (3, 5, 6)
    assert begun.paid == {5: POSTS_SMALL, 6: POSTS_BIG}


def test_5_4_later_he_pays_the_big_blind_to_join() -> None:
    sitting = later_orbit()
    told = joined(sitting, 2)
    assert told.owes is True
    assert "5.4" in told.cites
    sitting.do(PayIn(2), "p2")
    begun = begin(sitting)
    assert begun.places == (3, 5, 8)
    assert begun.paid == {5: POSTS_SMALL, 2: PAYS_BIG, 8: POSTS_BIG}
    assert begun.why(2) == ("5.4",)
    hand = sitting.hand(2)
    assert (hand.bet, hand.dead, hand.posted_big) == (200, 0, True)
    assert not sitting.seen_by("p2").seats[1].owes


def test_5_4_his_big_blind_is_live_and_he_may_check_it() -> None:
    sitting = later_orbit()
    joined(sitting, 2)
    sitting.do(PayIn(2), "p2")
    begin(sitting)  # Button 3, SB 5, BB 8
    sitting.deal()
    sitting.play("1 call", "2 check", "3 fold", "5 call", "8 check")
    assert sitting.hand(2).put == 200


def test_5_4_who_does_not_pay_waits_for_the_big_blind() -> None:
    sitting = later_orbit()
    joined(sitting, 2)
    for places in ((3, 5, 8), (5, 8, 1)):
        begun = begin(sitting)
        assert begun.places == places
        assert 2 not in begun.dealt
        assert marked(sitting) == set()  # he has missed nothing: he owes the Big Blind to join
        end(sitting)
    begun = begin(sitting)
    assert begun.places == (8, 1, 2)
    assert begun.paid == {1: POSTS_SMALL, 2: POSTS_BIG}
    assert {"5.4", "I8"} <= set(begun.why(2))


def test_5_4_later_at_the_big_blinds_seat_he_just_posts_it() -> None:
    sitting = later_orbit()
    assert joined(sitting, 6).owes
    begun = begin(sitting)
    assert begun.places == (3, 5, 6)
    assert begun.paid[6] == POSTS_BIG
    assert set(begun.why(6)) == {"5.4", "I8"}, "what a payment to join is worth (I7) does not come up"


def test_5_4_his_payment_moves_nobodys_blinds() -> None:
    sitting = later_orbit()
    joined(sitting, 4)
    sitting.do(PayIn(4), "p4")
    assert [one.places for one in play(sitting, 3)] == [(3, 5, 8), (5, 8, 1), (8, 1, 3)]


def test_5_4_who_joins_where_the_small_blind_falls_due_pays_the_big_blind_only() -> None:
    """Seat 5 had the Big Blind and is given up; its new Player pays to join, and no Small Blind by position besides."""
    sitting = later_orbit()
    sitting.do(LeaveTable(5), "p5")
    (event,) = sitting.do(JoinTable(5, STAKE), "new")
    assert isinstance(event, PlayerJoined)
    assert event.owes
    sitting.do(PayIn(5), "new")
    begun = begin(sitting)
    assert begun.places == (3, 0, 8)
    assert begun.paid == {5: PAYS_BIG, 8: POSTS_BIG}


def test_5_4_the_choice_may_be_changed_and_is_only_for_who_owes() -> None:
    sitting = later_orbit()
    joined(sitting, 2)
    sitting.do(PayIn(2), "p2")
    assert sitting.refused(PayIn(2), "p2").cites[0] == "5.4"
    sitting.do(PayIn(2, pays=False), "p2")
    assert 2 not in begin(sitting).dealt
    assert sitting.refused(PayIn(1), "p1").reason is Reason.MOMENT
    assert sitting.refused(PayIn(2), "p1").reason is Reason.NOT_YOURS


def test_5_4_joining_is_no_report() -> None:
    sitting = later_orbit()
    assert "5.4" in sitting.refused(Report("player_joins", {"orbit": "later", "seat": "other"}, 2)).cites


# ---- 5.4.1: relocated Players ----------------------------------------------------------------------------------------


def test_5_4_1_the_rulings() -> None:
    for orbit in ORBITS:
        at_big = rule("player_joins", orbit=orbit, seat="big_blind", relocated="yes")
        assert answer(at_big) == (Ruling.POST_BLINDS, {"big_blind": "live"}, (), ("5.4.1",))
        elsewhere = rule("player_joins", orbit=orbit, seat="other", relocated="yes")
        assert answer(elsewhere) == (Ruling.CONTINUE, {}, (), ("5.4.1",))
    found = where("player_joins", "5.4.1", orbit=ORBITS, seat=SEATS, relocated=MOVED)
    assert found == {(orbit, seat, "yes") for orbit in ORBITS for seat in SEATS}


def test_5_4_1_whom_the_pit_moves_pays_nothing() -> None:
    sitting = later_orbit()
    told = joined(sitting, 2, relocated=True)
    assert (told.owes, told.relocated) == (False, True)
    assert "5.4.1" in told.cites
    begun = begin(sitting)
    assert 2 in begun.dealt
    assert 2 not in begun.paid


def test_5_4_1_at_the_big_blinds_seat_he_posts_it() -> None:
    sitting = later_orbit()
    assert not joined(sitting, 7, relocated=True).owes
    begun = begin(sitting)
    assert begun.places == (3, 5, 7)
    assert begun.paid[7] == POSTS_BIG


def test_5_4_1_where_the_small_blind_falls_due_at_his_seat_he_does_not_post_it() -> None:
    """Round 1: Button 1, Small Blind 2, Big Blind 3. Seat 3 is given up and taken by a Player whom the pit brings."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 5: STAKE})
    sitting.whole()
    sitting.do(LeaveTable(3), "p3")
    sitting.do(JoinTable(3, STAKE, "guest", relocated=True))
    opened = sitting.open()
    assert (opened.button, opened.small_due, opened.big_seat) == (2, 3, 5)
    assert 3 in opened.seats
    assert sitting.hand(3).put == sitting.hand(3).dead == 0
    sitting.deal()
    sitting.check_down()
    sitting.finish()
    sitting.whole()
    sitting.whole()
    sitting.whole()
    assert sitting.open().big_seat == 5
    assert sitting.hand(3).put == 100, "once he has played he posts like everybody"


def test_5_4_1_nobody_relocates_himself() -> None:
    sitting = later_orbit()
    refusal = sitting.refused(JoinTable(2, STAKE, relocated=True), "p2")
    assert (refusal.reason, refusal.cites) == (Reason.ROLE, ("5.4.1",))


# ---- 5.4.2: returning ------------------------------------------------------------------------------------------------


def test_5_4_2_the_rulings() -> None:
    for missed in ("both", "big_blind"):
        for seat in ("button", "small_blind", "other"):
            ruled = rule("player_returns", missed=missed, seat=seat)
            assert answer(ruled) == (
                Ruling.POST_BLINDS,
                {"small_blind": "dead", "big_blind": "live"},
                (),
                ("5.4.2",),
            )
    found = where("player_returns", "5.4.2", missed=MISSED, seat=PLACES)
    seats = ("button", "small_blind", "other")
    assert found == {(missed, seat) for missed in ("both", "big_blind") for seat in seats}


def test_5_4_2_a_the_ruling() -> None:
    ruled = rule("player_returns", missed="small_blind", seat="button")
    assert answer(ruled) == (Ruling.POST_BLINDS, {"small_blind": "dead"}, ("wait",), ("5.4.2.a",))
    ruled = rule("player_returns", missed="small_blind", seat="small_blind")
    assert answer(ruled) == (Ruling.POST_BLINDS, {"small_blind": "live"}, (), ("5.4.2.a", "3.8", "I4"))
    found = where("player_returns", "5.4.2.a", missed=MISSED, seat=PLACES)
    assert found == {("small_blind", "button"), ("small_blind", "small_blind")}


def test_5_4_2_b_the_ruling() -> None:
    ruled = rule("player_returns", missed="small_blind", seat="other")
    assert answer(ruled) == (Ruling.POST_BLINDS, {"small_blind": "dead"}, (), ("5.4.2.b",))
    assert where("player_returns", "5.4.2.b", missed=MISSED, seat=PLACES) == {("small_blind", "other")}


def test_5_4_2_c_the_ruling() -> None:
    ruled = rule("player_returns", missed="small_blind", seat="big_blind")
    assert answer(ruled) == (Ruling.POST_BLINDS, {"big_blind": "live"}, (), ("5.4.2.c",))
    assert where("player_returns", "5.4.2.c", missed=MISSED, seat=PLACES) == {("small_blind", "big_blind")}


def test_5_4_2_d_the_rulings() -> None:
    both = rule("player_returns", missed="both", seat="big_blind")
    assert answer(both) == (Ruling.POST_BLINDS, {"big_blind": "live"}, (), ("5.4.2.d",))
    big = rule("player_returns", missed="big_blind", seat="big_blind")
    assert answer(big) == (Ruling.POST_BLINDS, {"big_blind": "live"}, (), ("5.4.2.d", "I9"))
    found = where("player_returns", "5.4.2.d", missed=MISSED, seat=PLACES)
    assert found == {("both", "big_blind"), ("big_blind", "big_blind")}


def test_5_4_2_who_was_away_and_missed_nothing_pays_nothing() -> None:
    sitting = RoomSitting((1, 2, 3, 4, 5, 6), {"seats": 6})
    play(sitting)
    sitting.do(SitOut(6), "p6")
    play(sitting)  # Button 2, SB 3, BB 4: no Blind has passed seat 6
    sitting.do(ComeBack(6), "p6")
    begun = begin(sitting)
    assert 6 in begun.dealt
    assert 6 not in begun.paid


def test_5_4_2_a_round_that_he_is_in_he_plays_before_he_goes() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.do(SitOut(1), "p1")
    sitting.play("1 call")
    assert sitting.hand(1).put == 200


def test_5_4_2_short_of_chips_the_small_blind_goes_in_first() -> None:
    """Seat 4 comes back with 200: 100 dead, and the 100 that are left toward the Big Blind."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: 200, 5: STAKE, 6: STAKE}, {"seats": 6})
    play(sitting)
    sitting.do(SitOut(4), "p4")
    play(sitting)
    sitting.do(ComeBack(4), "p4")
    sitting.do(PayIn(4), "p4")
    paid = begin(sitting).paid[4]
    assert [amount for _, amount in paid] == [100, 100]
    assert (sitting.hand(4).dead, sitting.hand(4).bet, sitting.hand(4).stack) == (100, 100, 0)


def test_5_4_2_sitting_out_again_takes_the_choice_back() -> None:
    sitting = RoomSitting((1, 2, 3, 4, 5, 6), {"seats": 6})
    play(sitting)
    sitting.do(SitOut(4), "p4")
    play(sitting)
    sitting.do(ComeBack(4), "p4")
    sitting.do(PayIn(4), "p4")
    sitting.do(SitOut(4), "p4")
    sitting.do(ComeBack(4), "p4")
    assert 4 not in begin(sitting).dealt


def absent(turns: int, *, will_return: bool = True) -> RoomSitting:
    """Six Players; seat 4 has been away while the Blinds passed him so many times, which is once in five rounds."""
    sitting = RoomSitting((1, 2, 3, 4, 5, 6), {"seats": 6})
    play(sitting)  # the Big Blind was at seat 3
    sitting.do(SitOut(4, will_return), "p4")
    play(sitting, max(0, turns * 5 - 4))
    return sitting


@pytest.mark.parametrize(
    ("turns", "said", "may"), [(0, True, False), (1, True, False), (2, True, True), (3, True, True)]
)
def test_5_4_2_after_two_turns_missed_the_house_may_deem_him_gone(turns: int, said: bool, may: bool) -> None:
    sitting = absent(turns, will_return=said)
    if not may:
        refusal = sitting.refused(DeemLeft(4, "not seen since"), "pit_manager")
        assert refusal.cites == ("5.4.2", "I10")
        assert f"missed {turns} turns" in refusal.sentence
        return
    (left,) = sitting.do(DeemLeft(4, "not seen since"), "pit_manager")
    assert isinstance(left, PlayerLeft)
    assert (left.deemed, left.reason, left.stake) == (True, "not seen since", 20_000)
    assert left.cites == ("5.4.2", "I10")
    assert sitting.table.seat(4) is None


def test_5_4_2_just_before_the_second_passage_he_is_still_there() -> None:
    sitting = absent(1)
    play(sitting, 4)  # rounds 3 to 6: the Big Blind goes from 6 round to 3, and has not passed seat 4 again
    sitting.refused(DeemLeft(4, "gone"), "pit_manager")
    play(sitting)
    sitting.do(DeemLeft(4, "gone"), "pit_manager")


def test_5_4_2_who_never_said_that_he_would_return_may_be_deemed_gone_at_once() -> None:
    sitting = absent(0, will_return=False)
    sitting.do(DeemLeft(4, "took his coat"), "pit_manager")


def test_5_4_2_coming_back_ends_the_count() -> None:
    sitting = absent(1)
    sitting.do(ComeBack(4), "p4")
    sitting.do(PayIn(4), "p4")
    play(sitting)
    sitting.do(SitOut(4, will_return=True), "p4")
    play(sitting, 4)
    assert sitting.table.seat(4).passed == 1  # type: ignore[union-attr]
    sitting.refused(DeemLeft(4, "gone"), "pit_manager")


@pytest.mark.parametrize(
    ("role", "may"),
    [("p1", False), ("dealer", False), ("pit_supervisor", False), ("pit_manager", True), ("shift_manager", True)],
)
def test_5_4_2_the_pit_manager_or_above_decides_for_the_house(role: str, may: bool) -> None:
    sitting = absent(2)
    if may:
        sitting.do(DeemLeft(4, "gone"), role)
    else:
        assert sitting.refused(DeemLeft(4, "gone"), role).reason is Reason.ROLE


def test_5_4_2_deeming_needs_a_reason_and_somebody_absent() -> None:
    sitting = absent(2)
    assert sitting.refused(DeemLeft(4, " "), "pit_manager").reason is Reason.FACT
    assert "not absent" in sitting.refused(DeemLeft(1, "gone"), "pit_manager").sentence
    assert sitting.refused(DeemLeft(9, "gone"), "pit_manager").reason is Reason.NO_SUCH_SEAT


def test_5_4_2_nobody_is_deemed_gone_while_his_hand_is_in_play() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.do(SitOut(1, will_return=False), "p1")
    refusal = sitting.refused(DeemLeft(1, "gone"), "pit_manager")
    assert because(refusal) == (Reason.MOMENT, ("5.4.2", "I10"))
    assert refusal.sentence == "p1 has a hand in this round: decide this when it is over"


def test_5_4_2_leaving_ones_seat_and_coming_back_rest_on_the_paragraph_alone() -> None:
    """What a payment is worth (I7) and who posts in turn (I8) concern nobody yet."""
    sitting = RoomSitting((1, 2, 3))
    assert sitting.do(SitOut(1, will_return=True), "p1") == (PlayerAway(1, True, ("5.4.2",)),)
    assert sitting.do(ComeBack(1), "p1") == (PlayerBack(1, ("5.4.2",)),)
    assert because(sitting.refused(ComeBack(1), "p1")) == (Reason.MOMENT, ("5.4.2",))
    assert because(sitting.refused(PayIn(1), "p1")) == (Reason.MOMENT, ("5.4.2",))


def test_5_4_2_the_software_never_deems_anybody_gone_by_itself() -> None:
    sitting = absent(5)
    assert sitting.table.seat(4) is not None
    assert sitting.table.seat(4).passed == 5  # type: ignore[union-attr]


def test_5_4_2_two_who_owe_cannot_begin_until_they_pay() -> None:
    sitting = RoomSitting((1, 2, 3, 4))
    play(sitting)  # Button 1, SB 2, BB 3
    sitting.do(SitOut(3), "p3")
    play(sitting)  # Button 2, none, BB 4
    for seat in (1, 2):
        sitting.do(LeaveTable(seat), f"p{seat}")
    sitting.do(ComeBack(3), "p3")
    begun = begin(sitting)  # the Big Blind comes to 3 after 4
    assert begun.paid == {4: POSTS_SMALL, 3: POSTS_BIG}


def test_5_4_2_b_the_dead_small_blind_lies_in_the_main_pot() -> None:
    sitting = RoomSitting((1, 2, 3, 4, 5, 6), {"seats": 6})
    play(sitting)
    sitting.do(SitOut(3), "p3")
    play(sitting, 2)
    sitting.do(ComeBack(3), "p3")
    sitting.do(PayIn(3), "p3")
    begun = begin(sitting)  # Button 4, SB 5, BB 6
    assert begun.paid == {5: POSTS_SMALL, 3: PAYS_SMALL, 6: POSTS_BIG}
    sitting.deal()
    assert sum(pot.amount for pot in sitting.seen_by("display").pots) == 100 + 100 + 200
    sitting.play("1 fold", "2 fold", "3 call")
    assert sitting.hand(3).put == 200  # the dead chips are no part of his call


# ---- 3.6: the Table Stake --------------------------------------------------------------------------------------------

LIMITS = {"minimum_stake": 4_000, "maximum_stake": 40_000}


@pytest.mark.parametrize(("stake", "good"), [(3_900, False), (4_000, True), (40_000, True), (40_100, False)])
def test_3_6_the_stake_is_within_what_the_signage_shows(stake: int, good: bool) -> None:
    sitting = RoomSitting((), LIMITS)
    signage = sitting.seen_by("display").signage
    assert (signage.minimum_stake, signage.maximum_stake) == (4_000, 40_000)
    if good:
        sitting.do(JoinTable(1, stake), "p1")
        assert sitting.seen_by("p2").seats[0].stack == stake
    else:
        assert sitting.refused(JoinTable(1, stake), "p1").cites == ("3.6", "I22")


def test_3_6_1_the_stake_grows_between_rounds_up_to_the_maximum() -> None:
    sitting = RoomSitting({1: 4_000, 2: 4_000}, LIMITS)
    assert sitting.refused(TopUp(1, 36_100), "p1").reason is Reason.LIMITS
    sitting.do(TopUp(1, 100), "p1")
    sitting.do(TopUp(1, 35_900), "p1")
    assert sitting.stacks[1] == 40_000
    begin(sitting)
    assert sitting.refused(TopUp(2, 100), "p2").cites == ("3.6.1",)
    end(sitting)
    sitting.do(TopUp(2, 100), "p2")


def test_3_6_1_who_has_nothing_left_brings_the_minimum() -> None:
    sitting = RoomSitting({1: 4_000, 2: 4_000}, LIMITS)
    sitting.start({1: "2c 7d", 2: "As Ah"}, board="Ks Kd 8h 9c Jd")
    sitting.play("1 all_in", "2 call")
    sitting.finish("Ks Kd 8h 9c Jd")
    assert sitting.stacks[1] == 0
    cannot_open(sitting)
    assert sitting.refused(TopUp(1, 3_900), "p1").reason is Reason.LIMITS
    sitting.do(TopUp(1, 4_000), "p1")
    begin(sitting)


def test_3_6_2_the_stake_is_never_reduced() -> None:
    sitting = RoomSitting((1, 2))
    for amount in (-100, 0):
        assert sitting.refused(TopUp(1, amount), "p1").cites == ("3.6.2",)
    begin(sitting)
    assert sitting.refused(LeaveTable(1), "p1").reason is Reason.MOMENT


@pytest.mark.parametrize(
    ("minute", "bound"),
    [(99, True), (100, True), (129, True), (130, True), (131, False)],  # he left at minute 100, and the policy says 30
)
def test_3_6_2_who_is_back_soon_brings_what_he_left_with(minute: int, bound: bool) -> None:
    sitting = RoomSitting({1: 30_000, 2: 4_000}, {**LIMITS, "return_minutes": 30})
    sitting.do(LeaveTable(1, minute=100), "p1")
    if bound:
        refusal = sitting.refused(JoinTable(1, 4_000, minute=minute), "p1")
        assert (refusal.reason, refusal.cites) == (Reason.LIMITS, ("3.6", "I22"))
        sitting.refused(JoinTable(5, 30_100, minute=minute), "p1")
        sitting.do(JoinTable(5, 30_000, minute=minute), "p1")
    else:
        sitting.do(JoinTable(1, 4_000, minute=minute), "p1")


def test_3_6_2_what_he_brings_back_is_at_most_the_maximum_and_at_least_the_minimum() -> None:
    sitting = RoomSitting({1: 40_000, 2: 40_000, 3: 4_000}, {**LIMITS, "return_minutes": 30})
    sitting.start({1: "As Ah", 2: "2c 7d"}, board="Ks Kd 8h 9c Jd")
    sitting.play("1 all_in", "2 call", "3 fold")
    sitting.finish("Ks Kd 8h 9c Jd")
    assert (sitting.stacks[1], sitting.stacks[2]) == (80_200, 0)
    sitting.do(LeaveTable(1, minute=5), "p1")
    sitting.do(LeaveTable(2, minute=5), "p2")
    sitting.refused(JoinTable(1, 39_900, minute=6), "p1")
    sitting.do(JoinTable(1, 40_000, minute=6), "p1")
    sitting.do(JoinTable(2, 4_000, minute=6), "p2")


def test_3_6_2_by_default_a_player_is_held_to_it_for_an_hour() -> None:
    for minute, bound in ((160, True), (161, False)):
        sitting = RoomSitting({1: 30_000, 2: 4_000}, LIMITS)
        sitting.do(LeaveTable(1, minute=100), "p1")
        if bound:
            assert sitting.refused(JoinTable(1, 4_000, minute=minute), "p1").cites == ("3.6", "I22")
        else:
            sitting.do(JoinTable(1, 4_000, minute=minute), "p1")


def test_3_6_2_a_house_may_hold_no_player_to_it() -> None:
    sitting = RoomSitting({1: 30_000, 2: 4_000}, {**LIMITS, "return_minutes": 0})
    sitting.do(LeaveTable(1, minute=100), "p1")
    sitting.do(JoinTable(1, 4_000, minute=101), "p1")
