"""Poker, chapter 4: the Rake, the bets that nobody called, and who wins which pot.

Amounts are cents. Unless a test says otherwise four Players sit at seats 1 to 4: Button 1, Small Blind 2 of 100, Big
Blind 3 of 200, and seat 4 acts first. The lowest chip is 100, and there is a Rake only where a test is about it.
"""

from typing import Any

import pytest

from croupier.play.refusal import Reason
from croupier.play.room import open_room
from croupier.play.room.events import BetReturned, PotAwarded, RoundEnded
from croupier.rulebooks import load_room
from croupier.rules.banked import PolicyError
from croupier.rules.terms import Role
from tests.room import LeaveTable, MuckHand, RoomSitting, Settle, ShowHand, TopUp, TurnMarker
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
    left_with,
    on_street,
    pots,
    returned,
    won,
)

RULEBOOKS = ("rws-poker-v6",)

RAKED = ("4.1", "I15")
UNCALLED = ("4.3", "I14")
EQUAL = {1: "Ac Kd", 2: "Ad Kc", 4: "Ah Ks"}
"""A-K high for seats 1, 2 and 4."""
DEEP = 20_000


def terms(rake: str = "0.05", unit: int = 100, cap: int = 1_000_000, **more: Any) -> dict[str, Any]:
    """A policy with a Rake; chips of one cent unless named."""
    return {"chips": [1], "rake": rake, "rake_unit": unit, "rake_cap": cap, **more}


def two_handed(each: int, policy: dict[str, Any]) -> PotAwarded:
    """Two Players put so much in before the Flop and check to the end; the one pot."""
    sitting = RoomSitting((1, 2), policy)
    sitting.start({1: ACES, 2: KINGS}, BOARD)
    sitting.play(f"1 raise {each}", "2 call")
    sitting.check_down(BOARD)
    (award,) = awards(sitting.finish(BOARD))
    assert award.amount == 2 * each
    assert dict(award.winners) == {1: 2 * each - award.rake}
    assert sitting.table.rake == award.rake
    return award


# 4.1 The Rake


@pytest.mark.parametrize("rake", ["0", "0.000001", "0.049999", "0.05"])
def test_4_1_the_house_sets_a_rake_up_to_five_percent(rake: str) -> None:
    assert open_room(RoomSitting(()).game, {"rake": rake}).policy.rake == rake


@pytest.mark.parametrize("rake", ["0.050001", "0.051", "0.06", "1"])
def test_4_1_and_none_above_it(rake: str) -> None:
    with pytest.raises(PolicyError, match=r"policy\.rake: must not be above 5 % \(4\.1, I15\)"):
        open_room(RoomSitting(()).game, {"rake": rake})


@pytest.mark.parametrize(
    ("each", "rake"), [(500, 0), (999, 0), (1_000, 100), (1_001, 100), (1_999, 100), (2_000, 200), (9_999, 900)]
)
def test_4_1_five_percent_are_rounded_down_to_the_unit(each: int, rake: int) -> None:
    """Of 2 × 1,000 five percent are 100, one unit; of 2 × 999 they are 99.90, none."""
    award = two_handed(each, terms())
    assert award.rake == rake
    assert award.cites == ("4.4", "3.14.2.e", *RAKED)


@pytest.mark.parametrize(("each", "rake"), [(409, 40), (410, 41), (1_000, 100), (1_009, 100), (1_010, 101)])
def test_4_1_with_a_unit_of_one_cent(each: int, rake: int) -> None:
    """Of 2 × 409 five percent are 40.90; of 2 × 410 just 41."""
    assert two_handed(each, terms(unit=1)).rake == rake


def test_4_1_another_percentage() -> None:
    """2.5 % of 2 × 1,000 are 50."""
    assert two_handed(1_000, terms("0.025", unit=10)).rake == 50
    assert two_handed(1_000, terms("0")).rake == 0


@pytest.mark.parametrize(("each", "rake"), [(9_000, 900), (9_999, 900), (10_000, 1_000), (11_000, 1_000)])
def test_4_1_the_cap_on_one_pot(each: int, rake: int) -> None:
    """Five percent of 2 × 10,000 are the cap of 1,000."""
    assert two_handed(each, terms(cap=1_000)).rake == rake


@pytest.mark.parametrize(("cap", "rake"), [(0, 0), (30, 30), (99, 99), (100, 100), (101, 100)])
def test_4_1_a_cap_below_the_unit_is_what_is_taken(cap: int, rake: int) -> None:
    """Five percent of 2 × 1,000 are 100."""
    assert two_handed(1_000, terms(cap=cap)).rake == rake


def three_pots(policy: dict[str, Any]) -> list[PotAwarded]:
    """All-ins of 10,000, 20,000 and 30,000 under two deeper stacks: 50,000 + 40,000 + 30,000 + nothing uncalled."""
    hands = {2: ACES, 3: KINGS, 4: QUEENS, 5: TENS}
    sitting = RoomSitting({1: 40_000, 2: 10_000, 3: 20_000, 4: 30_000, 5: 40_000}, policy)
    sitting.start(hands, BOARD)
    sitting.play("4 all_in", "5 call", "1 call", "2 all_in", "3 all_in")
    on_street(sitting, RIVER)
    sitting.check_down(BOARD)
    found = awards(sitting.finish(BOARD))
    assert [award.amount for award in found] == [50_000, 40_000, 30_000]
    assert [award.pot for award in found] == [0, 1, 2]
    assert [dict(award.winners) for award in found] == [
        {seat: award.amount - award.rake} for seat, award in zip((2, 3, 4), found, strict=True)
    ]
    return found


@pytest.mark.parametrize(
    ("cap", "rakes"),
    [
        (2_400, [2_400, 0, 0]),
        (2_500, [2_500, 0, 0]),
        (2_600, [2_500, 100, 0]),
        (4_500, [2_500, 2_000, 0]),
        (4_600, [2_500, 2_000, 100]),
        (5_900, [2_500, 2_000, 1_400]),
        (6_000, [2_500, 2_000, 1_500]),
        (6_100, [2_500, 2_000, 1_500]),
    ],
)
def test_4_1_main_pot_first_then_the_side_pots_under_one_cap(cap: int, rakes: list[int]) -> None:
    """Five percent of 50,000, 40,000 and 30,000 are 2,500, 2,000 and 1,500: 6,000 in all."""
    assert [award.rake for award in three_pots(terms(cap=cap))] == rakes


def test_4_1_each_pot_is_rounded_by_itself() -> None:
    """Main Pot 3 × 1,300 = 3,900, five percent 195; Side Pot 2 × 1,900 = 3,800, 190: 100 each, not 385 as one."""
    sitting = RoomSitting({1: 9_000, 2: 1_300, 3: 9_000}, terms())
    sitting.start({2: ACES, 3: KINGS}, BOARD)
    sitting.play("1 raise 3200", "2 all_in", "3 call")
    sitting.check_down(BOARD)
    events = sitting.finish(BOARD)
    assert [(award.amount, award.rake) for award in awards(events)] == [(3_900, 100), (3_800, 100)]
    assert won(events) == [{2: 3_800}, {3: 3_700}]
    assert sitting.table.rake == 200


def test_4_1_a_beaten_all_in_that_is_mucked_leaves_the_pots_as_they_are() -> None:
    """The same Main Pot; the All-in loses to a hand that lies open and stays hidden. Five percent of 4,200 are 210."""
    sitting = RoomSitting({1: 9_000, 2: 1_300, 3: 9_000}, terms())
    sitting.start({1: ACES, 2: TENS, 3: KINGS}, BOARD)
    sitting.play("1 raise 3200", "2 all_in", "3 call")
    on_street(sitting, RIVER).play("3 check", "1 bet 200", "3 call")
    sitting.do(TurnMarker())
    sitting.do(ShowHand(1), "p1")
    sitting.do(MuckHand(2), "p2")
    sitting.do(MuckHand(3), "p3")
    events = sitting.do(Settle())
    assert [(award.amount, award.rake) for award in awards(events)] == [(3_900, 100), (4_200, 200)]
    assert won(events) == [{1: 3_800}, {1: 4_000}]


def test_4_1_the_fee_is_on_display() -> None:
    signs = RoomSitting((1, 2), terms("0.045", unit=50, cap=700)).seen_by("display").signage
    assert (signs.rake, signs.rake_unit, signs.rake_cap) == ("0.045", 50, 700)
    assert "4.1" in signs.cites


def test_4_1_the_dealer_collects_it() -> None:
    sitting = dealt(street=RIVER)
    sitting.check_down(BOARD)
    sitting.do(TurnMarker())
    assert sitting.refused(Settle(), "p2").reason is Reason.ROLE


@pytest.mark.parametrize(("no_flop_no_drop", "rake"), [(False, 160), (True, 0)])
def test_4_1_a_house_may_take_nothing_from_a_hand_without_a_flop(no_flop_no_drop: bool, rake: int) -> None:
    """Raised to 1,500 and to 2,900, all fold: 1,400 go back; five percent of 100 + 200 + 2 × 1,500 are 165."""
    sitting = dealt(policy=terms(unit=10, no_flop_no_drop=no_flop_no_drop))
    sitting.play("4 raise 1500", "1 raise 2900", "2 fold", "3 fold", "4 fold")
    (back, award, _) = sitting.do(Settle())
    assert back == BetReturned(1, 1_400, UNCALLED)
    assert award == PotAwarded(0, 3_300, rake, ((1, 3_300 - rake),), ("3.14.1", *RAKED))


def test_4_1_no_flop_no_drop_is_off_unless_the_house_says_otherwise() -> None:
    assert open_room(RoomSitting(()).game).policy.no_flop_no_drop is False


def test_4_1_with_a_flop_the_fee_is_taken_under_that_policy_too() -> None:
    """Once by a bet after the Flop, once All-in before it with the Flop dealt to open hands."""
    sitting = dealt(street=FLOP, policy=terms(unit=10, no_flop_no_drop=True))
    sitting.play("2 bet 500", "3 fold", "4 fold", "1 fold")
    assert [award.rake for award in awards(sitting.do(Settle()))] == [40]
    sitting = RoomSitting({1: 1_000, 2: 1_000}, terms(unit=10, no_flop_no_drop=True))
    sitting.start()
    sitting.play("1 all_in", "2 call")
    assert [award.rake for award in awards(sitting.finish(BOARD))] == [100]


# 4.2 To the conclusion


@pytest.mark.parametrize("street", [0, FLOP, TURN, RIVER])
def test_4_2_no_pot_is_divided_while_a_hand_is_in_play(street: int) -> None:
    """Neither the Dealer nor a Player may settle, and nobody leaves with his part."""
    sitting = dealt(street=street)
    for staff in (Role.DEALER, Role.PIT_MANAGER, Role.SHIFT_MANAGER):
        assert because(sitting.refused(Settle(), staff.value)) == (Reason.MOMENT, ("1.16",))
    for seat in (1, 2, 3, 4):
        assert because(sitting.refused(LeaveTable(seat), f"p{seat}")) == (Reason.MOMENT, ("4.2",))
        assert because(sitting.refused(LeaveTable(seat))) == (Reason.MOMENT, ("4.2",))
    assert sitting.refused(Settle(), "p2").reason is Reason.ROLE


def test_4_2_nor_at_the_showdown_before_every_hand_is_shown_or_mucked_and_every_card_dealt() -> None:
    sitting = dealt({2: ACES, 3: KINGS}, stakes={1: 900, 2: 900, 3: 900})
    sitting.play("1 fold", "2 all_in", "3 call")
    assert sitting.refused(Settle()).reason is Reason.MOMENT
    sitting.do(TurnMarker())
    for seat in (2, 3):
        assert sitting.refused(Settle()).reason is Reason.MOMENT
        sitting.do(ShowHand(seat), f"p{seat}")
    for cards in (0, 3, 4):
        assert len(sitting.round.community) == cards
        assert sitting.refused(Settle()).reason is Reason.MOMENT
        assert because(sitting.refused(LeaveTable(2), "p2")) == (Reason.MOMENT, ("4.2",))
        sitting.deal(board=BOARD)
    assert won(sitting.do(Settle())) == [{2: 1_800}]
    sitting.do(LeaveTable(2), "p2")
    assert sitting.table.seat(2) is None


def test_4_2_who_has_not_folded_stays_to_the_end() -> None:
    sitting = dealt()
    sitting.play("4 call")
    assert because(sitting.refused(LeaveTable(4), "p4")) == (Reason.MOMENT, ("4.2",))
    assert sitting.refused(TopUp(4, 100), "p4").reason is Reason.MOMENT


# 4.3 What nobody called


@pytest.mark.parametrize("street", [FLOP, TURN, RIVER])
def test_4_3_a_bet_that_all_fold_to_is_no_part_of_the_pot(street: int) -> None:
    """4 × 200 went in before; five percent of 800 are 40, whatever the BET was."""
    sitting = dealt(street=street, policy=terms(unit=1))
    sitting.play("2 check", "3 bet 5000", "4 fold", "1 fold", "2 fold")
    events = sitting.do(Settle())
    assert events[0] == BetReturned(3, 5_000, UNCALLED)
    assert [(award.amount, award.rake) for award in awards(events)] == [(800, 40)]
    assert isinstance(events[-1], RoundEnded)
    assert sitting.stacks[3] == DEEP - 200 + 760


def test_4_3_of_a_raise_only_the_increment_is_left_out() -> None:
    """BET 1,000, raised to 2,600: the 1,600 go back, and the pot is 800 + 2 × 1,000."""
    sitting = dealt(street=FLOP, policy=terms(unit=1))
    sitting.play("2 bet 1000", "3 raise 2600", "4 fold", "1 fold", "2 fold")
    events = sitting.do(Settle())
    assert returned(events) == [(3, 1_600)]
    assert [(award.amount, award.rake) for award in awards(events)] == [(2_800, 140)]


def test_4_3_before_the_flop_the_blinds_are_what_was_matched() -> None:
    """Raised to 600, all fold: 400 go back, the pot is 100 + 200 + 200. Folded round to the Big Blind: 100 + 100."""
    sitting = dealt(policy=terms(unit=1))
    sitting.play("4 raise 600", "1 fold", "2 fold", "3 fold")
    events = sitting.do(Settle())
    assert returned(events) == [(4, 400)]
    assert [(award.amount, award.rake) for award in awards(events)] == [(500, 25)]
    sitting = dealt(policy=terms(unit=1))
    sitting.play("4 fold", "1 fold", "2 fold")
    events = sitting.do(Settle())
    assert returned(events) == [(3, 100)]
    assert [(award.amount, award.rake) for award in awards(events)] == [(200, 10)]


def test_4_3_what_an_all_in_for_less_cannot_match_goes_back_with_the_marker() -> None:
    """5,000 against an All-in of 1,800: 3,200 go back ahead of the pots, and pay no fee."""
    sitting = dealt({4: ACES}, stakes={1: DEEP, 2: DEEP, 3: DEEP, 4: 2_000}, street=FLOP, policy=terms(unit=1))
    sitting.play("2 check", "3 bet 5000", "4 call", "1 fold", "2 fold")
    assert sitting.do(TurnMarker())[0] == BetReturned(3, 3_200, UNCALLED)
    assert sitting.stacks[3] == DEEP - 2_000
    assert pots(sitting) == [(800 + 2 * 1_800, (3, 4))]
    assert [(award.amount, award.rake) for award in awards(sitting.finish(BOARD))] == [(4_400, 220)]


def test_4_3_what_a_folded_hand_has_matched_stays() -> None:
    """Seat 2 bet 3,000 and folds to an All-in raise to 9,000: of it 6,000 are uncalled beyond the 3,000 he matched."""
    sitting = dealt(street=FLOP, policy=terms(unit=1))
    sitting.play("2 bet 3000", "3 raise 9000", "4 fold", "1 fold", "2 fold")
    events = sitting.do(Settle())
    assert returned(events) == [(3, 6_000)]
    assert won(events) == [{3: 800 + 6_000 - 340}]


@pytest.mark.parametrize(("put", "goes_back"), [(200, 0), (300, 0), (301, 1)])
def test_4_3_what_goes_back_is_what_is_beyond_anybody_elses(put: int, goes_back: int) -> None:
    assert load_room("rws-poker").uncalled(put, 300) == goes_back


def test_4_3_a_bet_that_was_called_does_not_go_back() -> None:
    sitting = dealt(street=RIVER)
    sitting.play("2 bet 1000", "3 call", "4 fold", "1 fold")
    assert returned(sitting.do(TurnMarker())) == []


# 4.4 The best hand


@pytest.mark.parametrize("winner", [1, 2, 3, 4])
def test_4_4_the_best_hand_still_in_wins_the_pot(winner: int) -> None:
    weaker = iter((KINGS, QUEENS, TENS))
    hands = {seat: ACES if seat == winner else next(weaker) for seat in (1, 2, 3, 4)}
    sitting = RoomSitting((1, 2, 3, 4))
    events = sitting.whole(hands, BOARD)
    assert won(events) == [{winner: 800}]
    assert awards(events)[0].cites == ("4.4", "3.14.2.e", *RAKED)
    assert sitting.stacks == {seat: DEEP - 200 + (800 if seat == winner else 0) for seat in (1, 2, 3, 4)}


def test_4_4_a_better_hand_that_folded_wins_nothing() -> None:
    sitting = dealt({2: ACES, 3: KINGS, 4: QUEENS, 1: TENS}, street=RIVER)
    sitting.play("2 check", "3 check", "4 bet 500", "1 call", "2 fold", "3 call")
    assert won(sitting.finish(BOARD)) == [{3: 800 + 3 * 500}]


def test_4_4_the_hand_that_lies_open_wins_by_its_rank_though_all_others_were_mucked() -> None:
    """Two came to the showdown: 3.14.1 is about who is left alone by folds."""
    sitting = dealt({2: ACES, 3: KINGS}, street=RIVER)
    sitting.play("2 bet 500", "3 call", "4 fold", "1 fold")
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2), "p2")
    sitting.do(MuckHand(3), "p3")
    events = sitting.do(Settle())
    assert won(events) == [{2: 800 + 1_000}]
    assert awards(events)[0].cites == ("4.4", "3.14.2.e", *RAKED)


# 4.5 Equal hands


def test_4_5_equal_hands_divide_the_pot() -> None:
    """800 for two, and 4 × 600 for three."""
    events = RoomSitting((1, 2, 3, 4)).whole({1: "Ac Kd", 2: "Ad Kc", 3: "2h 3s", 4: "2s 3h"}, BOARD)
    assert won(events) == [{2: 400, 1: 400}]
    assert awards(events)[0].cites == ("4.4", "3.14.2.e", "4.5", *RAKED)
    sitting = dealt({**EQUAL, 3: "2h 3s"})
    sitting.play("4 call", "1 raise 600", "2 call", "3 call", "4 call")
    sitting.check_down(BOARD)
    assert won(sitting.finish(BOARD)) == [{2: 800, 4: 800, 1: 800}]


def shared(winners: tuple[int, ...], all_in: int, policy: dict[str, Any] | None = None) -> dict[int, int]:
    """Five put in 200 each; seat 5 is All-in on the Flop with a losing hand, called by the winners. Their shares."""
    sitting = RoomSitting((1, 2, 3, 4, 5), policy)
    left_with(sitting, s5=200 + all_in).start({5: "2h 3s", **{seat: EQUAL[seat] for seat in winners}}, BOARD)
    on_street(sitting, FLOP).play("2 check", "3 check", "4 check", "5 all_in")
    sitting.play(*(f"{seat} {'call' if seat in winners else 'fold'}" for seat in (1, 2, 3, 4)))
    sitting.check_down(BOARD)
    (shares,) = won(sitting.finish(BOARD))
    assert list(shares) == list(winners)
    assert sum(shares.values()) == 1_000 + all_in * (len(winners) + 1)
    return shares


@pytest.mark.parametrize(
    ("winners", "all_in", "shares"),
    [
        ((2, 4), 400, (1_100, 1_100)),  # 22 chips
        ((2, 4), 300, (1_000, 900)),  # 19 chips: one extra
        ((4, 1), 300, (1_000, 900)),
        ((2, 1), 300, (1_000, 900)),
        ((2, 4, 1), 200, (600, 600, 600)),  # 18 chips
        ((2, 4, 1), 300, (800, 700, 700)),  # 22 chips: one extra
        ((2, 4, 1), 100, (500, 500, 400)),  # 14 chips: two extra
    ],
)
def test_4_5_extra_chips_go_round_from_the_buttons_left(
    winners: tuple[int, ...], all_in: int, shares: tuple[int, ...]
) -> None:
    """One at a time among those who share the pot; the chip is 100, the Button lies at seat 1."""
    assert shared(winners, all_in) == dict(zip(winners, shares, strict=True))


def test_4_5_down_to_the_lowest_chip_of_the_table() -> None:
    """1,900 for two: 38 chips of 50 leave nothing over, 19 of 100 leave one, and so do 3 whole ones of 500 with 400."""
    assert shared((2, 4), 300, {"chips": [50], "rake_unit": 50}) == {2: 950, 4: 950}
    assert shared((2, 4), 300, {"chips": [100, 500]}) == {2: 1_000, 4: 900}


def test_4_5_what_makes_no_whole_chip_is_the_first_ones_too() -> None:
    """1,000 + 3 × 50 for two: eleven chips of 100 and 50 that no chip divides."""
    assert shared((2, 4), 50) == {2: 600 + 50, 4: 500}
    assert shared((2, 4, 1), 50) == {2: 400 + 0, 4: 400, 1: 400}


def test_4_5_main_and_side_pots_are_divided_each_by_itself() -> None:
    """Seat 4 is All-in for 300, seat 5 folds 600, the Big Blind folds 200, seats 1 and 2 put in 900.

    Main Pot 4 × 300 + 200 = 14 chips for three, two extra; Side Pot 300 + 2 × 600 = 15 chips for two, one extra.
    """
    sitting = dealt(EQUAL, stakes={1: DEEP, 2: DEEP, 3: DEEP, 4: 300, 5: DEEP})
    sitting.play("4 all_in", "5 raise 600", "1 raise 900", "2 call", "3 fold", "5 fold")
    sitting.check_down(BOARD)
    events = sitting.finish(BOARD)
    assert won(events) == [{2: 500, 4: 500, 1: 400}, {2: 800, 1: 700}]
    main, side = awards(events)
    assert main.cites == ("4.4", "3.14.2.e", "4.5", "I16", "4.6.1", "3.15.4", *RAKED)
    assert side.cites == ("4.4", "3.14.2.e", "4.5", "I16", "4.6.2", *RAKED)


def test_4_5_the_extra_chip_follows_the_button() -> None:
    """The Button has moved on to seat 2: seat 1 comes before seat 2 now. 100 + 3 × 200 are seven chips."""
    sitting = RoomSitting((1, 2, 3, 4))
    sitting.whole()
    sitting.start({1: "Ac Kd", 2: "Ad Kc", 4: "2h 3s"}, BOARD)
    assert sitting.round.button == 2
    sitting.play("1 call", "2 call", "3 fold", "4 check")
    sitting.check_down(BOARD)
    assert won(sitting.finish(BOARD)) == [{1: 400, 2: 300}]


# 4.6 With somebody All-in


def all_in_three_deep(best: str, middle: str, deep: str, other: str) -> list[dict[int, int]]:
    """Seat 2 has 500, seat 3 1,500, seats 4 and 1 have 5,000: everything goes in before the Flop."""
    hands = {2: best, 3: middle, 4: deep, 1: other}
    sitting = dealt(hands, stakes={1: 5_000, 2: 500, 3: 1_500, 4: 5_000})
    sitting.play("4 raise 5000", "1 call", "2 all_in", "3 all_in")
    assert pots(sitting) == [(4 * 500, (1, 2, 3, 4)), (3 * 1_000, (1, 3, 4)), (2 * 3_500, (1, 4))]
    return won(sitting.finish(BOARD))


def test_4_6_every_pot_is_decided_by_itself() -> None:
    assert all_in_three_deep(ACES, KINGS, QUEENS, TENS) == [{2: 2_000}, {3: 3_000}, {4: 7_000}]
    assert all_in_three_deep(KINGS, ACES, TENS, QUEENS) == [{3: 2_000}, {3: 3_000}, {1: 7_000}]


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ((ACES, KINGS, QUEENS, TENS), [{2: 2_000}, {3: 3_000}, {4: 7_000}]),  # in the Main Pot only
        ((KINGS, ACES, QUEENS, TENS), [{3: 2_000}, {3: 3_000}, {4: 7_000}]),  # and in the first Side Pot
        ((KINGS, QUEENS, ACES, TENS), [{4: 2_000}, {4: 3_000}, {4: 7_000}]),  # and in both
        (("Ac Kd", "Ad Kc", TENS, QUEENS), [{1: 2_000}, {1: 3_000}, {1: 7_000}]),
    ],
)
def test_4_6_1_the_best_all_in_takes_the_pots_it_has_chips_in(
    hands: tuple[str, str, str, str], expected: list[dict[int, int]]
) -> None:
    assert all_in_three_deep(*hands) == expected


def test_4_6_1_the_main_pot_says_so() -> None:
    sitting = dealt({2: ACES}, stakes={1: 5_000, 2: 500, 3: 1_500, 4: 5_000})
    sitting.play("4 raise 5000", "1 call", "2 all_in", "3 fold")
    main, side = awards(sitting.finish(BOARD))
    assert main.cites == ("4.4", "3.14.2.e", "4.6.1", "3.15.4", *RAKED)
    assert (main.pot, side.pot) == (0, 1)


def test_4_6_2_a_side_pot_is_the_best_hand_of_those_in_it() -> None:
    """The All-in beats everybody; the Side Pot goes to the better of the two others, and is divided if they tie."""
    assert all_in_three_deep(ACES, TENS, KINGS, QUEENS) == [{2: 2_000}, {4: 3_000}, {4: 7_000}]
    assert all_in_three_deep(ACES, TENS, "Ad Kc", "Ac Kd")[1:] == [{3: 3_000}, {4: 3_500, 1: 3_500}]


def test_4_6_2_who_folded_to_a_side_bet_is_in_neither_pot() -> None:
    """Seat 1 has the best hand but folds on the Flop; his 500 stay in the Main Pot, his 300 more in the Side Pot."""
    sitting = dealt({1: ACES, 2: TENS, 3: QUEENS, 4: KINGS}, stakes={1: DEEP, 2: 500, 3: DEEP, 4: DEEP})
    sitting.play("4 raise 800", "1 call", "2 all_in", "3 call")
    on_street(sitting, FLOP).play("3 bet 1000", "4 call", "1 fold")
    assert pots(sitting) == [(4 * 500, (2, 3, 4)), (3 * 300 + 2 * 1_000, (3, 4))]
    sitting.check_down(BOARD)
    events = sitting.finish(BOARD)
    assert won(events) == [{4: 2_000}, {4: 2_900}]
    assert awards(events)[1].cites == ("4.4", "3.14.2.e", "4.6.2", *RAKED)


def test_4_6_2_alone_in_a_side_pot_one_wins_it_with_any_hand() -> None:
    """Seat 4 folds 300 of the Side Pot on the Flop: seat 3 alone is left in it, and loses only the Main Pot."""
    sitting = dealt({2: ACES, 3: TENS, 4: KINGS}, stakes={1: DEEP, 2: 500, 3: DEEP, 4: DEEP}, policy=CENTS)
    sitting.play("4 raise 800", "1 fold", "2 all_in", "3 call")
    on_street(sitting, FLOP).play("3 bet 1000", "4 fold")
    assert won(sitting.finish(BOARD)) == [{2: 3 * 500}, {3: 2 * 300}]
