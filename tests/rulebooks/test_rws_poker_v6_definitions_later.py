"""Poker, the later definitions and chapter 2: pots, Button, Raises, seats, cards. Each test is named by its paragraph.

Amounts are cents. Unless a test says otherwise six Players sit at seats 1 to 6 with 20,000 each, the Small Blind is 100
and the Big Blind 200: in the first round the Button is at 1, the Blinds at 2 and 3, and seat 4 acts first.
"""

import pytest

from croupier.cards import DECK, format_card, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.events import (
    Acted,
    ActedOutOfTurn,
    BlindPosted,
    CardsReconstructed,
    IrregularityRuled,
    PlayerJoined,
    Post,
    PotAwarded,
    RoundEnded,
)
from croupier.play.room.state import Phase
from croupier.play.room.view import PotView
from croupier.rules.banked import PolicyError
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move
from tests.room import (
    STAKE,
    Act,
    DealCards,
    JoinTable,
    LeaveTable,
    OpenRound,
    Report,
    RoomSitting,
    Settle,
    ShowHand,
    TurnMarker,
)
from tests.rulebooks.poker import (
    STAFF,
    because,
    fold_round,
    pass_round,
    until,
)

RULEBOOKS = ("rws-poker-v6",)

# 1 Definitions


@pytest.mark.parametrize("street", [0, 1, 2, 3])
def test_1_24_wager_is_limited_by_the_chips_alone(street: int) -> None:
    """Everybody has 20,000; before this Betting Round 200 went in, or in the first nothing of seat 4's."""
    sitting = until(street)
    seat, kind, most = (2, "bet", STAKE - 200) if street else (4, "raise", STAKE)
    assert because(sitting.not_played(f"{seat} {kind} {most + 100}")) == (Reason.AMOUNT, ("3.15",))
    acted = sitting.play(f"{seat} {kind} {most}")
    assert acted == (Acted(seat, Move(kind), most, most, True, True, ("3.15",)),)
    other = until(street)
    assert other.play(f"{seat} {kind} {most - 100}")[0].cites == (("1.4",) if street else ("1.31",))


def test_1_25_main_pot_is_there_first() -> None:
    sitting = until(1, (1, 2, 3))
    everybody = (2, 3, 1)
    assert sitting.seen_by("p1").pots == (PotView(600, everybody),)  # 3 × 200
    sitting.play("2 bet 1000", "3 call", "1 call")
    assert sitting.seen_by("p1").pots == (PotView(3_600, everybody),)  # and 3 × 1,000
    sitting = RoomSitting({1: 5_000, 2: STAKE, 3: STAKE})
    sitting.start()
    sitting.play("1 all_in", "2 call", "3 call")
    sitting.deal()
    assert sitting.seen_by("p1").pots == (PotView(15_000, everybody),)  # 3 × 5,000
    sitting.play("2 bet 1000", "3 call")
    assert sitting.seen_by("p1").pots[0] == PotView(15_000, everybody)


def test_1_26_orbit_is_over_when_the_button_is_back() -> None:
    sitting = RoomSitting((1, 2, 3))
    for button, first in ((1, True), (2, True), (3, True), (1, False), (2, False)):
        opened = fold_round(sitting)
        assert (opened.button, sitting.seen_by("p1").first_orbit) == (button, first)
        assert opened.orbit_over is (opened.number == 4)


def test_1_26_orbit_is_over_when_the_button_passes_its_first_seat() -> None:
    sitting = RoomSitting((1, 2, 3, 4))
    assert [fold_round(sitting).button for _ in range(2)] == [1, 2]
    sitting.do(LeaveTable(1), "p1")
    for button, first in ((3, True), (4, True), (2, False)):
        assert fold_round(sitting).button == button
        assert sitting.seen_by("p1").first_orbit is first


def test_1_27_acting_ahead_of_ones_turn() -> None:
    sitting = RoomSitting()
    sitting.start()
    for text in ("5 fold", "3 check", "2 call", "6 raise 600", "1 all_in"):
        assert because(sitting.not_played(text)) == (Reason.NOT_YOUR_TURN, ("1.27", "5.10"))
    ruled, noted = sitting.report("out_of_turn", 6, move=Move.RAISE, to=600)
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.ruling, ruled.cites) == (Ruling.RETRACT_ACTION, ("1.27", "5.10"))
    assert noted == ActedOutOfTurn(6, Move.RAISE, 600, ("1.27", "5.10"))
    assert (sitting.turn, sitting.stacks[6]) == (4, STAKE)
    sitting.play("4 call")


def test_1_27_whose_turn_it_is_does_not_act_out_of_turn() -> None:
    sitting = RoomSitting()
    sitting.start()
    refusal = sitting.refused(Report("out_of_turn", seat=4, move=Move.CALL))
    assert because(refusal) == (Reason.MOMENT, ("1.27", "5.10"))


@pytest.mark.parametrize("by", STAFF)
def test_1_28_every_pit_employee_may_do_the_dealers_work(by: str) -> None:
    sitting = RoomSitting((1, 2))
    sitting.do(OpenRound(), by)
    sitting.do(DealCards(parse_cards("As Kd Ah Kc")), by)
    sitting.play("1 all_in", "2 call")
    sitting.do(TurnMarker(), by)
    sitting.do(ShowHand(1), "p1")
    sitting.do(ShowHand(2), "p2")
    sitting.do(DealCards(parse_cards("2c 4d 5h 7s")), by)
    sitting.do(DealCards(parse_cards("2d 8s")), by)
    sitting.do(DealCards(parse_cards("2h 9s")), by)
    sitting.do(Settle(), by)
    joined = sitting.do(JoinTable(3, STAKE, "p3", relocated=True), by)[0]
    assert isinstance(joined, PlayerJoined)
    assert joined.relocated
    assert "5.4.1" in joined.cites


@pytest.mark.parametrize("by", ["p1", "display"])
def test_1_28_nobody_else_may(by: str) -> None:
    sitting = RoomSitting((1, 2))
    assert sitting.refused(OpenRound(), by).reason is Reason.ROLE
    sitting.open()
    assert sitting.refused(DealCards(DECK[:4]), by).reason is Reason.ROLE
    sitting.deal()
    assert sitting.refused(TurnMarker(), by).reason is Reason.ROLE
    assert sitting.refused(Settle(), by).reason is Reason.ROLE
    assert sitting.refused(JoinTable(3, STAKE, relocated=True), by).reason is Reason.ROLE


def test_1_30_pot_is_all_that_went_in() -> None:
    """600 of three Players and a folded Small Blind of 100, then 1,500 of two and a folded BET of 500: 5,400."""
    sitting = RoomSitting()
    sitting.start()
    sitting.play("4 raise 600", "5 call", "6 fold", "1 fold", "2 fold", "3 call")
    assert sum(pot.amount for pot in sitting.seen_by("p1").pots) == 3 * 600 + 100
    sitting.deal()
    sitting.play("3 bet 500", "4 raise 1500", "5 call", "3 fold")
    assert sum(pot.amount for pot in sitting.seen_by("p1").pots) == 1_900 + 2 * 1_500 + 500
    sitting.check_down()
    pots = [one for one in sitting.finish() if isinstance(one, PotAwarded)]
    assert [(pot.pot, pot.amount) for pot in pots] == [(0, 5_400)]


def test_1_31_raise_goes_above_the_last_wager() -> None:
    sitting = RoomSitting()
    sitting.start()
    for to in (100, 200):
        assert sitting.not_played(f"4 raise {to}").reason is Reason.AMOUNT
    assert sitting.not_played("4 raise").reason is Reason.AMOUNT
    assert sitting.play("4 raise 400") == (Acted(4, Move.RAISE, 400, 400, False, True, ("1.31",)),)
    assert sitting.not_played("5 raise 400").reason is Reason.AMOUNT
    sitting.play("5 call", "6 call", "1 call")
    assert sitting.play("2 raise 600") == (Acted(2, Move.RAISE, 500, 600, False, True, ("1.31",)),)


@pytest.mark.parametrize(("street", "cites"), [(1, ("3.10.1",)), (2, ("3.13",)), (3, ("3.13",))])
def test_1_31_no_raise_where_nothing_was_wagered(street: int, cites: tuple[str, ...]) -> None:
    sitting = until(street)
    assert because(sitting.not_played("2 raise 400")) == (Reason.MOMENT, cites)
    sitting.play("2 bet 400", "3 raise 800")


def test_1_33_cards_go_back_into_the_order_intended() -> None:
    """Seats 1 and 2 have got each other's cards."""
    sitting = RoomSitting((1, 2, 3))
    sitting.start({1: "As Ah", 2: "Ks Kh", 3: "Qs Qh"})
    right = (("1", parse_cards("Ks Kh")), ("2", parse_cards("As Ah")))
    wrong = (("1", parse_cards("As Ah")), ("2", parse_cards("Ks Kh")))
    facts = {"seen": "no", "reconstructable": "yes"}
    ruled, done = sitting.report("wrong_hand_count", facts=facts, piles=right)
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.ruling, ruled.cites) == (Ruling.RECONSTRUCT, ("1.33", "I26"))
    assert done == CardsReconstructed(wrong, right, ("1.33", "I26"))
    assert [sitting.hand(seat).cards for seat in (1, 2, 3)] == [parse_cards(one) for one in ("Ks Kh", "As Ah", "Qs Qh")]
    sitting.play("1 call")  # and the round goes on


def test_1_35_round_runs_from_the_announcement_to_the_last_settlement() -> None:
    sitting = RoomSitting((1, 2))
    opened = sitting.open()
    assert opened.cites[:2] == ("3.7", "1.35")
    while sitting.events[-1] != RoundEnded(("1.35",)):
        assert because(sitting.refused(OpenRound())) == (Reason.MOMENT, ("1.35",))
        if sitting.round.phase is Phase.SHOWDOWN:
            sitting.finish()
        elif sitting.round.phase is Phase.DEALING:
            sitting.deal()
        else:
            pass_round(sitting)
    assert not sitting.table.playing
    assert sitting.open().number == 2


def test_1_36_who_sits_at_the_box_decides_for_it() -> None:
    sitting = RoomSitting((1, 2))
    joined = sitting.do(JoinTable(3, STAKE, "Ms Tan"))[0]
    assert isinstance(joined, PlayerJoined)
    assert (joined.seat, joined.player) == (3, "Ms Tan")
    sitting.start()
    sitting.play("1 call", "2 call")
    for other in ("p1", "p2", "p3"):
        assert because(sitting.refused(Act(3, Move.CHECK), other)) == (Reason.NOT_YOURS, ("3.3",))
    assert sitting.do(Act(3, Move.CHECK), "Ms Tan")[0] == Acted(3, Move.CHECK, 0, 200, False, False, ("3.9.1.b",))


def test_1_37_every_all_in_makes_a_further_pot() -> None:
    sitting = RoomSitting({1: 1_000, 2: 3_000, 3: 6_000, 4: 6_000})
    sitting.start({1: "As Ah", 2: "Ks Kh", 3: "Qs Qh", 4: "Js Jh"}, "2c 3d 7h 8s 9s")
    sitting.play("4 all_in", "1 call", "2 call", "3 call")
    sides = (
        PotView(4 * 1_000, (2, 3, 4, 1)),
        PotView(3 * (3_000 - 1_000), (2, 3, 4)),
        PotView(2 * (6_000 - 3_000), (3, 4)),
    )
    assert sitting.seen_by("p1").pots == sides
    pots = [one for one in sitting.finish("2c 3d 7h 8s 9s") if isinstance(one, PotAwarded)]
    assert [(pot.pot, pot.amount, pot.winners) for pot in pots] == [
        (0, 4_000, ((1, 4_000),)),
        (1, 6_000, ((2, 6_000),)),
        (2, 6_000, ((3, 6_000),)),
    ]


def test_1_37_all_in_of_the_whole_bet_makes_no_further_pot() -> None:
    sitting = RoomSitting({1: 1_000, 2: 1_000, 3: 1_000})
    sitting.start()
    sitting.play("1 all_in", "2 call", "3 call")
    assert sitting.seen_by("p1").pots == (PotView(3_000, (2, 3, 1)),)


@pytest.mark.parametrize("small", [100, 300, 500])
def test_1_38_small_blind_is_what_the_house_has_set(small: int) -> None:
    sitting = RoomSitting(policy={"small_blind": small, "minimum_stake": 1_000})
    assert sitting.seen_by("p1").signage.small_blind == small
    for seat in (2, 3, 4):
        assert fold_round(sitting).small_due == seat
        posted = [one for one in sitting.events if isinstance(one, BlindPosted)][-2]
        assert posted == BlindPosted(seat, Post.SMALL_BLIND, small, ("3.8", "1.38"))


def test_1_38_of_two_players_the_button_posts_it() -> None:
    """There the paragraph makes an exception, and 3.8 alone says whose it is."""
    sitting = RoomSitting((1, 2))
    for button in (1, 2, 1):
        opened = fold_round(sitting)
        assert (opened.button, opened.small_due) == (button, button)
        posted = [one for one in sitting.events if isinstance(one, BlindPosted)][-2]
        assert posted == BlindPosted(button, Post.SMALL_BLIND, 100, ("3.8", "I4"))


# 2 Mode of Play


def test_2_1_1_table_has_two_to_ten_seats() -> None:
    for seats in (2, 3, 9, 10):
        assert RoomSitting((1, 2), {"seats": seats}).table.policy.seats == seats
    assert RoomSitting((1, 2)).table.policy.seats == 9
    for seats in (1, 11):
        with pytest.raises(PolicyError, match=r"^policy\.seats: rws-poker is for 2 to 10 Players \(I1\)$"):
            RoomSitting((), {"seats": seats})


@pytest.mark.parametrize("seats", [2, 9, 10])
def test_2_1_1_every_seat_has_its_place(seats: int) -> None:
    sitting = RoomSitting((), {"seats": seats})
    for seat in (0, seats + 1):
        assert because(sitting.refused(JoinTable(seat, STAKE), "p1")) == (Reason.NO_SUCH_SEAT, ("I1",))
    for seat in range(1, seats + 1):
        sitting.do(JoinTable(seat, STAKE), f"p{seat}")
    assert sorted(sitting.start().seats) == list(range(1, seats + 1))


def test_2_1_1_one_player_alone_plays_no_round() -> None:
    sitting = RoomSitting((1,))
    assert because(sitting.refused(OpenRound())) == (Reason.MOMENT, ("I1",))
    sitting.do(JoinTable(2, STAKE), "p2")
    sitting.open()


def test_2_2_1_deck_has_fifty_two_different_cards() -> None:
    ranks, suits = "23456789TJQKA", "cdhs"
    assert len(DECK) == 52
    assert {format_card(card) for card in DECK} == {rank + suit for rank in ranks for suit in suits}
    for card in DECK:
        sitting = RoomSitting((1, 2))
        sitting.open()
        sitting.do(DealCards((card,)))
        assert because(sitting.refused(DealCards((card,)))) == (Reason.CARDS, ("2.2.1",))


def test_2_2_1_no_card_comes_twice_in_a_round() -> None:
    sitting = RoomSitting((1, 2))
    sitting.open()
    twice = (DECK[0], DECK[1], DECK[0])
    assert because(sitting.refused(DealCards(twice))) == (Reason.CARDS, ("2.2.1",))
    sitting.deal({1: "As Ah", 2: "Ks Kh"})
    sitting.play("1 call", "2 check")
    for text in ("As Qc Qd Qh", "Qc Qd Kh Qh"):
        assert because(sitting.refused(DealCards(parse_cards(text)))) == (Reason.CARDS, ("2.2.1",))
    sitting.do(DealCards(parse_cards("Qc Qd Qh Qs")))
    sitting.play("2 check", "1 check")
    for text in ("Qc 2c", "2c Qd", "2c Ah"):  # a card burnt, one on the table, one in a hand
        assert because(sitting.refused(DealCards(parse_cards(text)))) == (Reason.CARDS, ("2.2.1",))


def test_2_2_1_next_round_has_the_whole_deck_again() -> None:
    sitting = RoomSitting((1, 2))
    sitting.whole({1: "As Ah", 2: "Ks Kh"}, "Qc Qd Qh Qs 2c")
    sitting.start({1: "Qc Qd", 2: "As Ah"}, "Ks Kh 2c 3c 4c")
    assert sitting.hand(1).cards == parse_cards("Qc Qd")
