"""Poker, 3.14: who shows his hand when, who may keep it hidden, and what the winning hand is.

Amounts are cents. Unless a test says otherwise four Players sit at seats 1 to 4 with 20,000 each: Button 1, Small Blind
2 of 100, Big Blind 3 of 200; after the Flop seat 2 is the first to act and seat 1, with the Button, the last.
"""

import pytest

from croupier.play.gaps import gaps
from croupier.play.refusal import Reason
from croupier.play.room.events import HandFolded, HandMucked, IrregularityRuled, MarkerTurned
from croupier.play.room.options import SeatOption
from croupier.play.room.state import Phase
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Marker
from tests.room import MuckHand, OpenRound, Report, RoomSitting, Settle, ShowHand, TakeDecision, TurnMarker
from tests.rulebooks.poker_pots import (
    ACES,
    BOARD,
    CENTS,
    FLOP,
    KINGS,
    QUEENS,
    RIVER,
    TENS,
    TURN,
    awards,
    because,
    dealt,
    on_street,
    pots,
    returned,
    shown,
    won,
)

RULEBOOKS = ("rws-poker-v6",)

MARKER = ("1.19.ii", "3.14")
RAKE = ("4.1", "I15")
CHECKS = ("2 check", "3 check", "4 check", "1 check")


def at_showdown(hands: dict[int, str], *river: str) -> RoomSitting:
    """The River played as told, and the marker turned."""
    sitting = dealt(hands, street=RIVER)
    sitting.play(*river or CHECKS)
    sitting.do(TurnMarker())
    return sitting


# 3.14 The marker


@pytest.mark.parametrize("street", [0, FLOP, TURN, RIVER])
def test_3_14_hands_and_marker_wait_for_the_end_of_the_final_betting_round(street: int) -> None:
    sitting = dealt(street=street)
    assert because(sitting.refused(ShowHand(2), "p2")) == (Reason.MOMENT, ("1.19.i", "5.11"))
    assert because(sitting.refused(MuckHand(2), "p2")) == (Reason.MOMENT, ("1.16", "1.18"))
    assert because(sitting.refused(ShowHand(9), "p9")) == (Reason.NO_SUCH_SEAT, ("1.1",))
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("1.16",))
    assert sitting.seen_by("display").marker is Marker.BETTING_ROUND


def test_3_14_the_dealer_turns_the_marker_once_and_then_hands_may_be_shown() -> None:
    sitting = dealt({2: ACES}, street=RIVER)
    sitting.play(*CHECKS)
    assert because(sitting.refused(TurnMarker(), "p2")) == (Reason.ROLE, MARKER)
    assert because(sitting.refused(MuckHand(2), "p2")) == (Reason.MOMENT, MARKER)
    assert because(sitting.refused(Settle())) == (Reason.MOMENT, MARKER)
    assert sitting.do(TurnMarker()) == (MarkerTurned(MARKER),)
    assert sitting.seen_by("display").marker is Marker.SHOWDOWN
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, MARKER)
    assert shown(sitting.do(ShowHand(2), "p2"))[:2] == (2, ACES)


def test_3_14_a_hand_lies_open_to_everybody_only_once_it_is_shown() -> None:
    sitting = at_showdown({2: ACES, 3: KINGS})
    seen = {seat.seat: seat.cards for seat in sitting.seen_by("p4").seats}
    assert seen[2] == seen[3] == ("??", "??")
    sitting.do(ShowHand(2), "p2")
    seen = {seat.seat: seat.cards for seat in sitting.seen_by("p4").seats}
    assert seen[2] == ("As", "Ah")
    assert seen[3] == ("??", "??")


# 3.14.1 One Player left


@pytest.mark.parametrize("street", [0, FLOP, TURN, RIVER])
def test_3_14_1_whoever_is_left_alone_wins_without_showing(street: int) -> None:
    """Everybody has put 200 in, or before the Flop only the Blinds have: 4 × 200, or the two Blinds' 100 each."""
    sitting = dealt(street=street)
    if street:
        sitting.play("2 check", "3 bet 500", "4 fold", "1 fold", "2 fold")
    else:
        sitting.play("4 fold", "1 fold", "2 fold")
    assert sitting.round.phase is Phase.SHOWDOWN
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("3.14.1",))
    assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.MOMENT, ("3.14.1",))
    events = sitting.do(Settle())
    assert won(events) == [{3: 800 if street else 200}]
    assert awards(events)[0].cites[:1] == ("3.14.1",)
    assert {seat.cards for seat in sitting.seen_by("display").seats if seat.seat == 3} == {("??", "??")}


@pytest.mark.parametrize(("alone", "before_the_flop"), [(1, 500), (2, 400), (3, 200), (4, 500)])
@pytest.mark.parametrize("street", [0, FLOP, RIVER])
def test_3_14_1_wherever_he_sits(street: int, alone: int, before_the_flop: int) -> None:
    """After the Flop 4 × 200. Before it seats 1 and 4 call 200 and win the Blinds with it, 2 completes 200 against 200,
    and 3 wins 100 with 100 of his own."""
    sitting = dealt({alone: KINGS}, street=street)
    while sitting.round.phase is Phase.BETTING:
        stays = "call" if sitting.hand(alone).bet < sitting.round.level else "check"
        sitting.play(f"{sitting.turn} {stays if sitting.turn == alone else 'fold'}")
    assert (sitting.round.phase, sitting.round.ahead, sitting.round.tabled) == (Phase.SHOWDOWN, (), False)
    assert (sitting.turn, sitting.round.to_act) == (None, 0)
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("3.14.1",))
    assert because(sitting.refused(MuckHand(alone), f"p{alone}")) == (Reason.MOMENT, ("3.14.1",))
    folded = Report(
        "hole_cards_exposed", {"stage": "before_final_round_ends"}, alone, reason="the marker was not turned"
    )
    assert because(sitting.refused(folded, "pit_supervisor")) == (Reason.MOMENT, ("5.11",))
    assert sitting.seen_by("display").turn is None
    assert shown(sitting.do(ShowHand(alone), f"p{alone}")) == (alone, KINGS, ("3.14.1",))
    events = sitting.do(Settle())
    assert won(events) == [{alone: 800 if street else before_the_flop}]
    assert awards(events)[0].cites == ("3.14.1", *RAKE)


def test_3_14_1_he_is_not_obligated_but_he_may_show() -> None:
    sitting = dealt({3: KINGS})
    sitting.play("4 fold", "1 fold", "2 fold")
    assert shown(sitting.do(ShowHand(3), "p3")) == (3, KINGS, ("3.14.1",))
    assert won(sitting.do(Settle())) == [{3: 200}]


@pytest.mark.parametrize("alone", [1, 2, 3, 4])
def test_3_14_1_wherever_he_sits_he_may_show_when_the_pot_is_his(alone: int) -> None:
    sitting = dealt({alone: KINGS})
    while sitting.round.phase is Phase.BETTING:
        stays = "call" if sitting.hand(alone).bet < sitting.round.level else "check"
        sitting.play(f"{sitting.turn} {stays if sitting.turn == alone else 'fold'}")
    sitting.do(Settle())
    assert shown(sitting.do(ShowHand(alone), f"p{alone}")) == (alone, KINGS, ("3.14.1",))


@pytest.mark.parametrize("street", [0, FLOP, RIVER])
def test_3_14_1_he_may_show_until_the_next_round_opens(street: int) -> None:
    """Where nobody waits for him the Pot is his at once; his chips are as if he had shown before."""
    sitting = dealt({3: KINGS}, street=street)
    sitting.play(*(("2 check",) if street else ()), *(("3 bet 500",) if street else ()), "4 fold", "1 fold", "2 fold")
    assert won(sitting.do(Settle())) == [{3: 800 if street else 200}]
    stacks = {hand.seat: hand.stack for hand in sitting.round.hands}
    assert because(sitting.refused(ShowHand(3), "p2")) == (Reason.NOT_YOURS, ("3.3",))
    assert because(sitting.refused(ShowHand(2), "p2"))[0] is Reason.NO_SUCH_SEAT
    assert because(sitting.refused(MuckHand(3), "p3"))[0] is Reason.MOMENT
    assert "show" in {one.what for one in sitting.options("p3") if isinstance(one, SeatOption)}
    assert shown(sitting.do(ShowHand(3), "p3")) == (3, KINGS, ("3.14.1",))
    assert {hand.seat: hand.stack for hand in sitting.round.hands} == stacks
    assert {seat.cards for seat in sitting.seen_by("display").seats if seat.seat == 3} == {("Ks", "Kh")}
    assert because(sitting.refused(ShowHand(3), "p3"))[0] is Reason.MOMENT
    sitting.do(OpenRound())
    assert because(sitting.refused(ShowHand(3), "p3"))[0] is Reason.MOMENT


def test_3_14_1_after_a_showdown_or_a_void_nobody_shows_any_more() -> None:
    sitting = dealt({3: KINGS})
    sitting.play("4 fold", "1 fold", "2 fold")
    sitting.report("foreign_card")
    assert sitting.round.voided
    assert because(sitting.refused(ShowHand(3), "p3"))[0] is Reason.MOMENT


def test_3_14_1_a_lone_player_gets_no_more_cards() -> None:
    sitting = dealt(stakes={1: 600, 2: 5_000, 3: 5_000}, street=FLOP)
    sitting.play("2 bet 1000", "3 fold", "1 fold")
    assert sitting.round.ahead == ()
    assert won(sitting.do(Settle())) == [{2: 600}]
    assert len(sitting.round.community) == 3


@pytest.mark.parametrize("folded", [1, 2])
def test_3_14_1_who_is_left_alone_between_the_remaining_cards_gets_no_more_of_them(folded: int) -> None:
    """Both are All-in and lie open when the Shift Manager rules one of them folded: the other has won (5.14)."""
    for streets in (0, 1, 2):
        sitting = RoomSitting((1, 2))
        sitting.start()
        sitting.play("1 all_in", "2 call")
        sitting.do(TurnMarker())
        for seat in (1, 2):
            sitting.do(ShowHand(seat), f"p{seat}")
        for _ in range(streets):
            sitting.deal()
        assert sitting.round.ahead
        sitting.report("not_covered", folded)
        sitting.do(TakeDecision(1, "fold_hand", "his cards were touched"), "shift_manager")
        assert sitting.round.ahead == ()
        for street in ("turn", "river"):  # nor can one of them come too early
            assert because(sitting.refused(Report(f"{street}_exposed_early"))) == (Reason.MOMENT, ("5.9",))
        events = sitting.do(Settle())
        assert won(events) == [{3 - folded: 40_000}]
        assert awards(events)[0].cites == ("3.14.1", *RAKE)


# 3.14.2 The order


def test_3_14_2_hands_are_shown_clockwise_from_the_first() -> None:
    sitting = at_showdown({3: TENS, 4: QUEENS, 1: KINGS, 2: ACES}, "2 check", "3 bet 500", "4 call", "1 call", "2 call")
    order = []
    while (turn := sitting.seen_by("display").turn) is not None:
        order.append(turn)
        assert because(sitting.refused(Settle())) == (Reason.MOMENT, ("3.14.2.d",))
        sitting.do(ShowHand(turn), f"p{turn}")
    assert order == [3, 4, 1, 2]
    assert won(sitting.do(Settle())) == [{2: 4 * 700}]


def test_3_14_2_nobody_mucks_before_his_turn_but_whoever_likes_shows() -> None:
    sitting = at_showdown({2: TENS, 3: QUEENS, 4: KINGS, 1: ACES})
    assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.NOT_YOUR_TURN, ("3.14.2.d",))
    assert shown(sitting.do(ShowHand(1), "p1")) == (1, ACES, ("3.14.2.d",))
    assert sitting.seen_by("display").turn == 2
    assert because(sitting.refused(ShowHand(1), "p1")) == (Reason.MOMENT, ("3.14.2.d",))
    assert because(sitting.refused(MuckHand(1), "p1")) == (Reason.MOMENT, ("3.14.2.d",))


def test_3_14_2_nobody_shows_or_mucks_for_another_player() -> None:
    sitting = at_showdown({2: ACES})
    assert because(sitting.refused(ShowHand(2), "p3")) == (Reason.NOT_YOURS, ("3.3",))
    assert because(sitting.refused(MuckHand(2), "p3")) == (Reason.NOT_YOURS, ("3.3",))


# 3.14.2.a The last Raiser


@pytest.mark.parametrize(
    ("river", "first"),
    [
        (("2 bet 200", "3 raise 400", "4 call", "1 call", "2 call"), 3),
        (("2 bet 200", "3 raise 400", "4 call", "1 raise 600", "2 call", "3 call", "4 call"), 1),
        (("2 check", "3 bet 200", "4 call", "1 call", "2 raise 400", "3 call", "4 call", "1 call"), 2),
        (("2 bet 200", "3 raise 400", "4 fold", "1 fold", "2 raise 900", "3 call"), 2),
    ],
)
def test_3_14_2_a_the_last_raiser_shows_first_and_has_to(river: tuple[str, ...], first: int) -> None:
    sitting = at_showdown({first: "2h 3s"}, *river)
    assert sitting.seen_by("display").turn == first
    assert because(sitting.refused(MuckHand(first), f"p{first}")) == (Reason.MOMENT, ("3.14.2.a",))
    assert shown(sitting.do(ShowHand(first), f"p{first}"))[2] == ("3.14.2.a",)


def test_3_14_2_a_only_the_final_betting_round_counts() -> None:
    """Seat 4 raised on the Turn; on the River all check, so that 3.14.2.c decides."""
    sitting = dealt(street=TURN)
    sitting.play("2 bet 200", "3 call", "4 raise 600", "1 call", "2 call", "3 call")
    on_street(sitting, RIVER).play(*CHECKS)
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == 2


@pytest.mark.parametrize(("all_in", "first"), [(1_499, 2), (1_500, 4), (1_501, 4)])
def test_3_14_2_a_an_all_in_below_half_of_a_raise_makes_no_raiser(all_in: int, first: int) -> None:
    """Seat 2 bets 1,000, so that half of a Raise is 500 on top; seat 4 has 200 + ``all_in``."""
    sitting = dealt(stakes={1: 9_000, 2: 9_000, 3: 9_000, 4: 200 + all_in}, street=RIVER, policy=CENTS)
    sitting.play("2 bet 1000", "3 call", "4 all_in", "1 call", "2 call", "3 call")
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == first


def test_3_14_2_a_a_raiser_who_folded_leaves_it_to_the_last_raiser_still_in() -> None:
    """Seat 2 bets, 3 raises, 4 raises last but folds to an All-in of 300 on top, below half of 2,000."""
    sitting = dealt(stakes={1: 4_500, 2: 20_000, 3: 20_000, 4: 20_000}, street=RIVER)
    sitting.play("2 bet 1000", "3 raise 2000", "4 raise 4000", "1 all_in", "2 call", "3 call", "4 fold")
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == 3
    assert shown(sitting.do(ShowHand(3), "p3"))[2] == ("3.14.2.a",)


def test_3_14_2_a_a_raiser_who_mucks_behind_a_better_hand_does_not_change_the_order() -> None:
    """Seat 3 raised last; seat 2 showed out of order, and 3 is beaten. Clockwise from him comes 4, not bettor 2."""
    hands = {1: QUEENS, 2: ACES, 3: TENS, 4: KINGS}
    sitting = at_showdown(
        hands, "2 check", "3 check", "4 check", "1 bet 200", "2 call", "3 raise 400", *_calls(4, 1, 2)
    )
    sitting.do(ShowHand(2), "p2")
    sitting.do(MuckHand(3), "p3")
    assert sitting.seen_by("display").turn == 4
    sitting.do(MuckHand(4), "p4")
    assert sitting.seen_by("display").turn == 1


def _calls(*seats: int) -> tuple[str, ...]:
    return tuple(f"{seat} call" for seat in seats)


# 3.14.2.b Shown ahead of the marker


def test_3_14_2_b_a_hand_shown_before_the_marker_is_turned_stays_good() -> None:
    sitting = dealt({4: ACES}, street=RIVER)
    sitting.play(*CHECKS)
    assert shown(sitting.do(ShowHand(4), "p4")) == (4, ACES, ("3.14.2.b",))
    assert sitting.seen_by("display").marker is Marker.BETTING_ROUND
    assert won(sitting.finish(BOARD)) == [{4: 800}]


def test_3_14_2_b_reported_with_nothing_left_to_decide_it_changes_nothing() -> None:
    sitting = dealt({4: ACES}, street=RIVER)
    sitting.play(*CHECKS)
    (event,) = sitting.report("hole_cards_exposed", 4)
    assert isinstance(event, IrregularityRuled)
    assert (event.facts["stage"], event.ruling, event.cites) == ("after", Ruling.CONTINUE, ("3.14.2.b",))
    assert won(sitting.finish(BOARD)) == [{4: 800}]


def test_3_14_2_b_as_long_as_one_player_has_to_decide_it_does_not_hold() -> None:
    """The last check is missing: the same exposure folds the hand (5.11), and no other row of the document says so."""
    sitting = dealt({4: ACES}, street=RIVER)
    sitting.play("2 check", "3 check", "4 check")
    ruled, folded = sitting.report("hole_cards_exposed", 4)
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.facts["stage"], ruled.ruling) == ("before_final_round_ends", Ruling.FOLD_HAND)
    assert folded == HandFolded(4, ("5.11",))
    assert "hole_cards_exposed" not in {gap.irregularity for gap in gaps(sitting.game).contradicted}


def test_3_14_2_b_after_an_all_in_the_final_betting_round_is_over_early() -> None:
    """Both are All-in on the Flop: nobody has anything left to decide, though two cards are to come."""
    sitting = dealt({2: ACES, 1: KINGS}, stakes={1: 1_000, 2: 1_000, 3: 1_000}, street=FLOP)
    sitting.play("2 all_in", "3 fold", "1 call")
    assert shown(sitting.do(ShowHand(2), "p2"))[2] == ("3.14.2.b",)
    assert sitting.round.ahead == ()
    assert won(sitting.finish(BOARD)) == [{2: 2_200}]


# 3.14.2.c Without a Raise


@pytest.mark.parametrize(("folded", "first"), [((), 2), ((2,), 3), ((2, 3), 4)])
def test_3_14_2_c_where_all_checked_the_first_from_the_buttons_left_shows(folded: tuple[int, ...], first: int) -> None:
    sitting = dealt({first: "2h 3s"}, street=TURN)
    sitting.play("2 check", "3 check", "4 check", "1 bet 200")
    sitting.play(*(f"{seat} {'fold' if seat in folded else 'call'}" for seat in (2, 3, 4)))
    on_street(sitting, RIVER).check_down(BOARD)
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == first
    assert because(sitting.refused(MuckHand(first), f"p{first}")) == (Reason.MOMENT, ("3.14.2.c",))
    assert shown(sitting.do(ShowHand(first), f"p{first}"))[2] == ("3.14.2.c",)


@pytest.mark.parametrize("bettor", [2, 3, 4, 1])
def test_3_14_2_c_without_a_raise_the_first_to_bet_shows(bettor: int) -> None:
    sitting = dealt({bettor: "2h 3s"}, street=RIVER)
    order = [2, 3, 4, 1]
    before, after = order[: order.index(bettor)], order[order.index(bettor) + 1 :]
    sitting.play(*(f"{seat} check" for seat in before), f"{bettor} bet 200", *_calls(*after, *before))
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == bettor
    assert because(sitting.refused(MuckHand(bettor), f"p{bettor}")) == (Reason.MOMENT, ("3.14.2.c",))
    assert shown(sitting.do(ShowHand(bettor), f"p{bettor}"))[2] == ("3.14.2.c",)


def test_3_14_2_c_an_all_in_bet_below_the_big_blind_is_the_first_bet_all_the_same() -> None:
    sitting = dealt(stakes={1: 9_000, 2: 9_000, 3: 260, 4: 9_000}, street=RIVER, policy=CENTS)
    sitting.play("2 check", "3 all_in", "4 call", "1 call", "2 call")
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == 3


def test_3_14_2_c_a_bettor_who_folded_leaves_it_to_the_buttons_left() -> None:
    """Seat 3 bets 1,000 and folds to an All-in of 300 on top, below half of a Raise."""
    sitting = dealt(stakes={1: 1_500, 2: 9_000, 3: 9_000, 4: 9_000}, street=RIVER)
    sitting.play("2 check", "3 bet 1000", "4 call", "1 all_in", "2 call", "3 fold", "4 call")
    sitting.do(TurnMarker())
    assert sitting.seen_by("display").turn == 2


# 3.14.2.d Who has to show, who may muck


@pytest.mark.parametrize(
    ("second", "shows"),
    [("Ad Kc", True), ("Ad Kh", True), ("Qs Qh", True), ("Ad Qc", False), ("Kc Qd", False)],
    ids=["equal", "equal in other suits", "higher", "one card lower", "lower"],
)
def test_3_14_2_d_equal_or_higher_is_shown_and_what_is_beaten_may_be_mucked(second: str, shows: bool) -> None:
    """Seat 2 shows A-K-J-9-8."""
    sitting = at_showdown({2: "Ac Kd", 3: second})
    sitting.do(ShowHand(2), "p2")
    if shows:
        assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.MOMENT, ("3.14.2.d",))
        assert shown(sitting.do(ShowHand(3), "p3"))[2] == ("3.14.2.d",)
    else:
        assert sitting.do(MuckHand(3), "p3") == (HandMucked(3, ("3.14.2.d", "I18")),)
        assert {seat.cards for seat in sitting.seen_by("display").seats if seat.seat == 3} == {()}


def test_3_14_2_d_what_counts_is_the_best_hand_that_lies_open() -> None:
    """Seat 3's Kings beat seat 2's Tens, so that seat 4's Queens need not be shown."""
    sitting = at_showdown({2: TENS, 3: KINGS, 4: QUEENS, 1: ACES})
    sitting.do(ShowHand(2), "p2")
    assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.MOMENT, ("3.14.2.d",))
    sitting.do(ShowHand(3), "p3")
    sitting.do(MuckHand(4), "p4")
    assert because(sitting.refused(MuckHand(1), "p1")) == (Reason.MOMENT, ("3.14.2.d",))
    sitting.do(ShowHand(1), "p1")
    assert won(sitting.do(Settle())) == [{1: 800}]


def test_3_14_2_d_who_is_beaten_may_show_all_the_same() -> None:
    sitting = at_showdown({2: ACES, 3: KINGS})
    sitting.do(ShowHand(2), "p2")
    assert shown(sitting.do(ShowHand(3), "p3")) == (3, KINGS, ("3.14.2.d",))


def side_pot_showdown() -> RoomSitting:
    """Seat 2 is All-in for 1,000 with the best hand; 3, 4 and 1 play on for a Side Pot that seat 3 bets at last."""
    hands = {2: ACES, 3: QUEENS, 4: KINGS, 1: TENS}
    sitting = dealt(hands, stakes={1: 9_000, 2: 1_000, 3: 9_000, 4: 9_000}, street=FLOP)
    sitting.play("2 all_in", *_calls(3, 4, 1))
    on_street(sitting, RIVER).play("3 bet 500", *_calls(4, 1))
    sitting.do(TurnMarker())
    assert pots(sitting) == [(4_000, (1, 2, 3, 4)), (1_500, (1, 3, 4))]
    return sitting


def test_3_14_2_d_beaten_for_the_main_pot_but_not_for_the_side_pot_is_shown() -> None:
    sitting = side_pot_showdown()
    sitting.do(ShowHand(2), "p2")
    assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.MOMENT, ("3.14.2.c",))
    sitting.do(ShowHand(3), "p3")
    assert because(sitting.refused(MuckHand(4), "p4")) == (Reason.MOMENT, ("3.14.2.d",))
    sitting.do(ShowHand(4), "p4")
    sitting.do(MuckHand(1), "p1")
    assert won(sitting.do(Settle())) == [{2: 4_000}, {4: 1_500}]


def test_3_14_2_d_a_beaten_all_in_may_be_mucked_too() -> None:
    hands = {2: TENS, 3: ACES}
    sitting = dealt(hands, stakes={1: 9_000, 2: 1_000, 3: 9_000, 4: 9_000}, street=FLOP)
    sitting.play("2 all_in", "3 call", "4 call", "1 fold")
    on_street(sitting, RIVER).play("3 bet 500", "4 call")
    sitting.do(TurnMarker())
    sitting.do(ShowHand(3), "p3")
    sitting.do(MuckHand(4), "p4")
    assert sitting.do(MuckHand(2), "p2") == (HandMucked(2, ("3.14.2.d", "I18")),)
    assert sum(sum(pot.values()) for pot in won(sitting.do(Settle()))) == 3 * 1_000 + 200 + 2 * 500


# 3.14.2.e The winning hand


@pytest.mark.parametrize(
    ("board", "first", "second", "winners"),
    [
        ("2c 3d 7h 9s Jd", "Js Jh", "Ac Ad", (2,)),  # two Hole Cards: three Jacks
        ("2c 7d 7h 9s Jd", "7s 4c", "Ac Ad", (2,)),  # one Hole Card: three 7s against two pairs
        ("Tc Jd Qh Ks Ad", "2s 3c", "Ac Ah", (2, 3)),  # none: both play the Straight on the table
        ("Tc Jd Qh Ks 2d", "9s 3c", "As 3h", (3,)),  # a Straight to the Ace above one to the King
        ("2c 3c 7c 9c Jd", "Ac 4d", "Kc Qd", (2,)),  # the higher Flush
        ("9d 9h 7s 7c 2d", "As 3c", "Ad 4c", (2, 3)),  # the fifth card alone counts, not the sixth
    ],
)
def test_3_14_2_e_the_best_five_of_seven_win(board: str, first: str, second: str, winners: tuple[int, ...]) -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start({2: first, 3: second}, board)
    sitting.play("1 fold")
    sitting.check_down(board)
    events = sitting.finish(board)
    assert won(events) == [dict.fromkeys(winners, 400 // len(winners))]
    assert awards(events)[0].cites[:2] == ("4.4", "3.14.2.e")


# 1.19.ii All-in before the last cards


@pytest.mark.parametrize(("street", "cards"), [(0, 0), (FLOP, 3), (TURN, 4)])
def test_1_19_ii_hands_are_laid_open_before_the_cards_that_are_left(street: int, cards: int) -> None:
    sitting = dealt({2: ACES, 3: KINGS, 4: QUEENS}, street=street)
    sitting.play(*(("4 fold", "1 fold") if not street else ()), "2 all_in", "3 call")
    sitting.play(*(() if not street else ("4 fold", "1 fold")))
    tabled = ("1.19.ii", "I17")
    assert sitting.round.ahead == ()
    assert sitting.do(TurnMarker()) == (MarkerTurned(MARKER),)
    assert because(sitting.refused(MuckHand(3), "p3")) == (Reason.MOMENT, tabled)
    assert shown(sitting.do(ShowHand(3), "p3"))[2] == tabled
    assert sitting.round.ahead == ()
    assert because(sitting.refused(MuckHand(2), "p2")) == (Reason.MOMENT, tabled)
    sitting.do(ShowHand(2), "p2")
    assert len(sitting.round.community) == cards
    assert because(sitting.refused(Settle()))[0] is Reason.MOMENT
    while sitting.round.ahead:
        sitting.deal(board=BOARD)
    assert won(sitting.do(Settle())) == [{2: 2 * 20_000 + (0 if not street else 2 * 200)}]


def test_1_19_ii_one_with_chips_against_all_ins_has_nobody_to_bet_against() -> None:
    """Seat 3 covers both All-ins: what nobody can call goes back with the marker, and his hand is laid open too."""
    sitting = dealt({2: ACES}, stakes={1: 9_000, 2: 1_000, 3: 9_000, 4: 2_000}, street=FLOP)
    sitting.play("2 check", "3 bet 5000", "4 all_in", "1 fold", "2 all_in")
    assert sitting.round.phase is Phase.SHOWDOWN
    assert returned(sitting.do(TurnMarker())) == [(3, 5_000 - 1_800)]
    for seat in (3, 4, 2):
        assert because(sitting.refused(MuckHand(seat), f"p{seat}")) == (Reason.MOMENT, ("1.19.ii", "I17"))
    assert won(sitting.finish(BOARD))[0] == {2: 3 * 1_000 + 200}


def test_1_19_ii_all_in_on_the_river_hands_are_shown_in_turn() -> None:
    """No card is left to come: 3.14.2 orders the showdown, and a beaten hand may be mucked."""
    sitting = dealt({2: ACES, 3: KINGS}, street=RIVER)
    sitting.play("2 all_in", "3 call", "4 fold", "1 fold")
    sitting.do(TurnMarker())
    assert shown(sitting.do(ShowHand(2), "p2"))[2] == ("3.14.2.c",)
    sitting.do(MuckHand(3), "p3")
    assert won(sitting.do(Settle())) == [{2: 2 * 20_000 + 400}]
