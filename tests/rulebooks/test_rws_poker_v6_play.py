"""Poker, paragraphs 3.1 to 3.8: rankings, whose decision it is, Raises, stakes, Button and Blinds, each by its number.

Amounts are cents. Unless a test says otherwise six Players sit at seats 1 to 6 with 20,000 each, the Small Blind is 100
and the Big Blind 200: in the first round the Button is at 1, the Blinds at 2 and 3, and seat 4 acts first.
"""

from itertools import pairwise

import pytest

from croupier.cards import parse_cards
from croupier.hands import category_of, rank_five
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.events import (
    Acted,
    BlindPosted,
    IrregularityRuled,
    PlayerJoined,
    PlayerLeft,
    Post,
    RoundOpened,
    StakeIncreased,
)
from croupier.play.room.options import ActOption
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move
from tests.room import (
    STAKE,
    Act,
    ComeBack,
    JoinTable,
    LeaveTable,
    Look,
    MuckHand,
    OpenRound,
    PayIn,
    RoomSitting,
    Settle,
    ShowHand,
    SitOut,
    TopUp,
    TurnMarker,
)
from tests.rulebooks.poker import EVERYBODY, because, fold_round, pass_round, until, won
from tests.rulebooks.poker_pots import CENTS, left_with

RULEBOOKS = ("rws-poker-v6",)

LEAST = (Reason.LIMITS, ("3.5", "3.16", "I11"))
"""Why a BET or a Raise is too small."""
WIN = {1: 400}
"""Two Players have put in a Big Blind of 200 each."""
SPLIT = {1: 200, 2: 200}


def compared(one: str, two: str, board: str) -> dict[int, int]:
    """What seats 1 and 2 win with these Hole Cards."""
    return won(RoomSitting((1, 2)).whole({1: one, 2: two}, board))


# 3.1 The objective


@pytest.mark.parametrize(
    ("one", "two", "board"),
    [
        ("Ac Kd", "Ad Kc", "Qh Jd 8s 5h 3c"),
        ("Ac 9c", "Ad 9d", "Ah 8s 7h 4d 2s"),
        ("9c 8c", "9d 8d", "7h 6s 5c Ah Kd"),
        ("Kc Kd", "Kh Ks", "9h 9s 4c 3d 2h"),
    ],
)
def test_3_1_1_suits_rank_alike(one: str, two: str, board: str) -> None:
    assert compared(one, two, board) == SPLIT


@pytest.mark.parametrize(("higher", "lower"), list(pairwise("AKQJT98765432")))
def test_3_1_1_cards_rank_from_ace_to_two(higher: str, lower: str) -> None:
    """Pairs of each rank, on a board that leaves them pairs."""
    boards = ("Kh Jh 9s 7s 4d", "Qh Th 8s 6s 3d", "Ah 8h 6s 5s 2d", "Ah Jh 6s 4s 2d", "Kh Jh 9s 4s 2d")
    board = next(one for one in boards if higher not in one and lower not in one)
    assert compared(f"{higher}c {higher}d", f"{lower}c {lower}d", board) == WIN


@pytest.mark.parametrize(
    ("one", "two", "board"),
    [
        ("6c 9d", "Ac 9c", "5h 4s 3d 2c Kd"),  # 6-5-4-3-2 beats 5-4-3-2-Ace
        ("Ac 9c", "Kc Kh", "5h 4s 3d 2c Kd"),  # which is a Straight, and beats three Kings
        ("7h 7d", "Ac 2d", "Kd Qh 3s 7c 8d"),  # Queen-King-Ace-2-3 is none: three 7 beat it
        ("Ac Td", "Kc Ks", "Kd Qh Js 5c 4d"),  # Ace-King-Queen-Jack-10 is one
    ],
)
def test_3_1_1_ace_counts_as_one_in_the_lowest_straight(one: str, two: str, board: str) -> None:
    assert compared(one, two, board) == WIN


RANKINGS = {
    "royal_flush": "Ad Kd Qd Jd Td",
    "straight_flush": "Qc Jc Tc 9c 8c",
    "four_of_a_kind": "Kc Kh Kd Ks Jh",
    "full_house": "Kc Kh Kd Js Jh",
    "flush": "Kh Jh 9h 5h 2h",
    "straight": "5c 4d 3c 2h As",
    "three_of_a_kind": "Qs Qh Qc 8h 3d",
    "two_pairs": "7s 7h 4c 4h Jd",
    "one_pair": "Tc Th Kd 6h 3s",
    "five_odd_cards": "Qc Th 6d 4s 2h",
}
"""The document's own examples, from the highest to the lowest."""


def test_3_1_2_examples_rank_as_listed() -> None:
    strengths = [rank_five(parse_cards(cards)) for cards in RANKINGS.values()]
    assert [category_of(one).key for one in strengths] == list(RANKINGS)
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize(
    ("one", "two", "board"),
    [
        ("Ad Kd", "9d 8d", "Qd Jd Td 2c 3h"),
        ("9c 8c", "Kd Kc", "Qc Jc Tc Ks Kh"),
        ("Kd Ks", "Jd 3c", "Kc Kh Jh Js 2d"),
        ("Kd 2c", "5h 2h", "Kh Jh 9h Kc Js"),
        ("5h 2h", "Qd 8c", "Kh Jh 9h Tc 2s"),
        ("2h As", "Qd 8h", "5c 4d 3c Qh Qs"),
        ("Qs Qc", "7h 4h", "Qh 7s 4c Jd 2h"),
        ("7h 4h", "Jc Kd", "7s 4c Jd 2h 9c"),
        ("Tc Th", "Ac Qh", "Kd 6h 3s 9c Jd"),
    ],
    ids=[f"{one} over {two}" for one, two in pairwise(RANKINGS)],
)
def test_3_1_2_each_ranking_beats_the_next(one: str, two: str, board: str) -> None:
    assert compared(one, two, board) == WIN
    assert compared(two, one, board) == {2: 400}


def test_3_1_3_equal_five_cards_share_whatever_else_is_held() -> None:
    """Ace, King, Queen, Jack and 9 are on the board."""
    assert compared("8c 7d", "3c 2d", "Ah Kd Qs Jh 9c") == SPLIT
    assert compared("Th 2d", "8c 3d", "Ah Kd Qs Jh 9c") == WIN  # with a 10 it is a Straight


def test_3_1_3_a_higher_straight() -> None:
    assert rank_five(parse_cards("Kc Qd Jh Ts 9c")) > rank_five(parse_cards("Jc Td 9h 8s 7c"))
    assert compared("Kd Qs", "8d 7s", "Jc Td 9h 2s 3c") == WIN


def test_3_1_3_b_next_card_after_the_pair() -> None:
    """5, 5, King, 10 and 4 against 5, 5, Queen, Jack and 10."""
    assert rank_five(parse_cards("5c 5d Kh Ts 2c")) > rank_five(parse_cards("5h 5s Qc Jd Th"))
    assert compared("Kd 4h", "Qc Jd", "5c 5d Th 3s 2c") == WIN


def test_3_1_3_c_next_card_after_ace_and_king() -> None:
    """Jack, 7 and 5 against 10, 9 and 7."""
    assert rank_five(parse_cards("Ac Kd Jh 5s 2c")) > rank_five(parse_cards("Ad Kc Th 6s 4c"))
    assert compared("Jd 5h", "Th 9d", "Ac Kd 7h 3s 2c") == WIN


# 3.2 to 3.5 Who decides, and how much


def test_3_2_nobody_wagers_on_anothers_box() -> None:
    sitting = RoomSitting((1, 2, 3))
    assert because(sitting.refused(JoinTable(1, STAKE), "p4")) == (Reason.NO_SUCH_SEAT, ("3.2",))
    assert because(sitting.refused(JoinTable(4, STAKE), "p1")) == (Reason.MOMENT, ("3.2",))  # he has a seat
    assert because(sitting.refused(JoinTable(4, STAKE), "display")) == (Reason.ROLE, ("3.2",))
    assert because(sitting.refused(TopUp(4, 100), "p4")) == (Reason.NO_SUCH_SEAT, ("3.2",))
    sitting.start()
    assert because(sitting.not_played("4 call")) == (Reason.NO_SUCH_SEAT, ("1.1",))
    assert sitting.refused(Act(1, Move.CALL), "p4").reason is Reason.NOT_YOURS


def test_3_2_who_has_a_seat_but_no_hand_waits() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.do(JoinTable(4, STAKE), "p4")
    assert because(sitting.not_played("4 call")) == (Reason.NO_SUCH_SEAT, ("1.1",))


@pytest.mark.parametrize("by", ["p1", "p5", "p9", "display"])
@pytest.mark.parametrize("move", ["fold", "call", "raise 400", "all_in"])
def test_3_3_nobody_decides_for_another(by: str, move: str) -> None:
    sitting = RoomSitting()
    sitting.start()
    command, _ = sitting.parse(f"4 {move}")
    assert because(sitting.refused(command, by)) == (Reason.NOT_YOURS, ("3.3",))
    sitting.do(command, "p4")


def test_3_3_nor_about_anothers_seat_or_hand() -> None:
    sitting = RoomSitting((1, 2))
    other = (Reason.NOT_YOURS, ("3.3",))
    for command in (TopUp(2, 100), SitOut(2), ComeBack(2), PayIn(2), LeaveTable(2)):
        assert because(sitting.refused(command, "p1")) == other
    assert because(sitting.refused(JoinTable(3, STAKE, "p3"), "p4")) == other
    sitting.start()
    assert because(sitting.refused(Look(2), "p1")) == (Reason.NOT_YOURS, ("1.21",))
    sitting.check_down()
    sitting.do(TurnMarker())
    for shown in (ShowHand(2), MuckHand(2)):
        assert because(sitting.refused(shown, "p1")) == other


@pytest.mark.parametrize("street", [0, 1, 2, 3])
def test_3_4_no_limit(street: int) -> None:
    """10,000,000 on the table; the least is the Big Blind, or twice it to raise the Blinds."""
    sitting = RoomSitting(dict.fromkeys((1, 2, 3), 10_000_000))
    sitting.start()
    for _ in range(street):
        pass_round(sitting)
        sitting.deal()
    seat, most = (2, 9_999_800) if street else (1, 10_000_000)
    kind, least = (Move.BET, 200) if street else (Move.RAISE, 400)
    options = [one for one in sitting.options(f"p{seat}") if isinstance(one, ActOption) and one.move is kind]
    assert [(one.least, one.most) for one in options] == [(least, most)]
    assert because(sitting.not_played(f"{seat} {kind} {least - 100}")) == LEAST
    sitting.play(f"{seat} {kind} {most}")


def test_3_5_first_raise_is_at_least_the_big_blind() -> None:
    for to, accepted in ((300, False), (400, True), (500, True)):
        sitting = RoomSitting()
        sitting.start()
        if accepted:
            assert sitting.play(f"4 raise {to}") == (Acted(4, Move.RAISE, to, to, False, True, ("1.31",)),)
        else:
            assert because(sitting.not_played(f"4 raise {to}")) == LEAST


@pytest.mark.parametrize("to", [401, 450, 599])
def test_3_5_raise_is_whole_chips(to: int) -> None:
    """The lowest chip here is 100 (I2)."""
    sitting = RoomSitting()
    sitting.start()
    assert because(sitting.not_played(f"4 raise {to}")) == (Reason.AMOUNT, ("I2",))


@pytest.mark.parametrize(("first", "second"), [(400, 600), (500, 800), (1_000, 1_800), (5_000, 9_800)])
def test_3_5_later_raise_is_at_least_the_one_before(first: int, second: int) -> None:
    """From 200 to the first; the second goes up by as much again."""
    assert second - first == first - 200
    sitting = RoomSitting()
    sitting.start()
    sitting.play(f"4 raise {first}", "5 call")
    assert because(sitting.not_played(f"6 raise {second - 100}")) == LEAST
    sitting.play(f"6 raise {second}", "1 fold", "2 fold", "3 fold")
    third = second + 2 * (first - 200)  # more than it need be
    sitting.play(f"4 raise {third}")
    least = third + 2 * (first - 200)
    if least <= STAKE:
        assert because(sitting.not_played(f"5 raise {least - 100}")) == LEAST
        sitting.play(f"5 raise {least}")


@pytest.mark.parametrize("street", [1, 2, 3])
def test_3_5_raise_of_a_bet_is_at_least_the_bet(street: int) -> None:
    """A Betting Round begins anew: what was raised before counts no more."""
    sitting = until(street)
    sitting.play("2 bet 700")
    assert because(sitting.not_played("3 raise 1300")) == LEAST
    sitting.play("3 raise 1400", "4 fold", "5 fold", "6 fold", "1 fold", "2 call")
    if street < 3:
        sitting.deal()
        assert because(sitting.not_played("2 bet 100")) == LEAST
        sitting.play("2 bet 200")
        assert because(sitting.not_played("3 raise 300")) == LEAST
        sitting.play("3 raise 400")


def test_3_5_any_number_of_raises() -> None:
    sitting = RoomSitting((1, 2))
    sitting.start()
    for number in range(2, 101):  # 400, 600, … up to 20,000 by turns
        sitting.play(f"{1 if number % 2 == 0 else 2} raise {200 * number}")
    assert sitting.stacks == {1: 0, 2: 200}


# 3.6 The Table Stake

STAKES = {"minimum_stake": 4_000, "maximum_stake": 40_000}


@pytest.mark.parametrize("stake", [4_000, 4_100, 39_900, 40_000])
def test_3_6_stake_within_what_is_displayed(stake: int) -> None:
    sitting = RoomSitting((), STAKES)
    assert sitting.do(JoinTable(1, stake), "p1") == (PlayerJoined(1, "p1", stake, False, False, ("3.6", "I22", "5.4")),)
    for viewer in EVERYBODY:  # in full view of the Dealer and all others
        assert [one.stack for one in sitting.seen_by(viewer).seats] == [stake]


@pytest.mark.parametrize("stake", [0, -4_000, 3_900, 40_100, 10**12])
def test_3_6_stake_outside_what_is_displayed(stake: int) -> None:
    assert because(RoomSitting((), STAKES).refused(JoinTable(1, stake), "p1")) == (Reason.LIMITS, ("3.6", "I22"))


def test_3_6_signage() -> None:
    sitting = RoomSitting((), STAKES)
    for viewer in EVERYBODY:
        signage = sitting.seen_by(viewer).signage
        assert (signage.minimum_stake, signage.maximum_stake) == (4_000, 40_000)
        assert signage.cites == ("3.6", "4.1")


@pytest.mark.parametrize(("minute", "bound"), [(100, True), (129, True), (130, True), (131, False)])
def test_3_6_who_is_back_soon_brings_what_he_left_with(minute: int, bound: bool) -> None:
    """A house policy: here within 30 minutes from minute 100 (I22)."""
    sitting = RoomSitting({1: 9_000, 2: STAKE}, {**STAKES, "return_minutes": 30})
    assert sitting.do(LeaveTable(1, minute=100), "p1") == (PlayerLeft(1, "p1", 9_000, 100, False, "", ("3.6", "I22")),)
    if bound:
        for stake in (8_900, 9_100):
            assert because(sitting.refused(JoinTable(1, stake, minute=minute), "p1")) == (
                Reason.LIMITS,
                ("3.6", "I22"),
            )
        sitting.do(JoinTable(1, 9_000, minute=minute), "p1")
    else:
        sitting.do(JoinTable(1, 4_000, minute=minute), "p1")


@pytest.mark.parametrize(("took", "brings"), [(3_900, None), (4_000, 4_000), (40_100, 40_000)])
def test_3_6_what_he_left_with_is_brought_within_the_limits(took: int, brings: int | None) -> None:
    """From the minimum of 4,000 on it binds him, up to the maximum of 40,000; below it he is free (I22)."""
    sitting = left(RoomSitting({1: 9_000, 2: STAKE}, {**STAKES, "return_minutes": 30}), took)
    for stake in (4_000, 5_000, 40_000):
        answer = sitting.ask(JoinTable(1, stake, minute=100), "p1")
        if brings in (None, stake):
            assert not isinstance(answer, Refusal)
            sitting = left(sitting, took)
        else:
            assert isinstance(answer, Refusal)
            assert because(answer) == (Reason.LIMITS, ("3.6", "I22"))


def left(sitting: RoomSitting, stake: int) -> RoomSitting:
    """The Player of seat 1 goes with this, as earlier rounds may have left it to him."""
    left_with(sitting, s1=stake)
    sitting.do(LeaveTable(1, minute=100), "p1")
    return sitting


def test_3_6_1_a_cent_is_enough_where_it_is_the_lowest_chip() -> None:
    sitting = RoomSitting({1: 9_000, 2: STAKE}, CENTS)
    assert sitting.do(TopUp(1, 1), "p1") == (StakeIncreased(1, 1, ("3.6.1",)),)
    assert because(sitting.refused(TopUp(1, 0), "p1")) == (Reason.AMOUNT, ("3.6.2",))


def test_3_6_1_who_has_more_than_the_maximum_adds_nothing() -> None:
    sitting = left_with(RoomSitting({1: 9_000, 2: STAKE}, STAKES), s1=45_000)
    refusal = sitting.refused(TopUp(1, 100), "p1")
    assert because(refusal) == (Reason.LIMITS, ("3.6", "I22"))
    assert refusal.sentence == "At most SGD 0.00 may be added"


def test_3_6_1_stake_grows_between_rounds_up_to_the_maximum() -> None:
    sitting = RoomSitting({1: 39_000, 2: STAKE}, STAKES)
    assert because(sitting.refused(TopUp(1, 1_100), "p1")) == (Reason.LIMITS, ("3.6", "I22"))
    assert sitting.do(TopUp(1, 900), "p1") == (StakeIncreased(1, 900, ("3.6.1",)),)
    assert sitting.do(TopUp(1, 100), "p1") == (StakeIncreased(1, 100, ("3.6.1",)),)
    assert because(sitting.refused(TopUp(1, 100), "p1")) == (Reason.LIMITS, ("3.6", "I22"))
    assert because(sitting.refused(TopUp(2, 150), "p2")) == (Reason.AMOUNT, ("I2",))
    assert sitting.stacks == {1: 40_000, 2: STAKE}


def test_3_6_1_stake_does_not_grow_during_a_round() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.play("1 fold")
    sitting.do(JoinTable(4, STAKE), "p4")
    for seat in (1, 2, 3, 4):  # folded, in play, and not in the round at all
        assert because(sitting.refused(TopUp(seat, 100), f"p{seat}")) == (Reason.MOMENT, ("3.6.1",))
    sitting.play("2 fold")
    assert because(sitting.refused(TopUp(2, 100), "p2")) == (Reason.MOMENT, ("3.6.1",))
    sitting.do(Settle())
    sitting.do(TopUp(2, 100), "p2")
    assert sitting.stacks[2] == STAKE  # 100 lost as the Small Blind


def test_3_6_1_who_has_nothing_left_brings_the_minimum() -> None:
    sitting = RoomSitting({1: 4_000, 2: STAKE}, STAKES)
    sitting.start({1: "3c 2d", 2: "As Ah"}, "Kc Kd 9h 8h 5s")
    sitting.play("1 all_in", "2 call")
    sitting.finish("Kc Kd 9h 8h 5s")
    assert sitting.stacks == {1: 0, 2: 24_000}
    assert because(sitting.refused(TopUp(1, 3_900), "p1")) == (Reason.LIMITS, ("3.6", "I22"))
    sitting.do(TopUp(1, 4_000), "p1")


@pytest.mark.parametrize("amount", [0, -100, -20_000])
def test_3_6_2_stake_never_shrinks(amount: int) -> None:
    sitting = RoomSitting((1, 2))
    assert because(sitting.refused(TopUp(1, amount), "p1")) == (Reason.AMOUNT, ("3.6.2",))
    sitting.start()
    assert because(sitting.refused(TopUp(1, amount), "p1")) == (Reason.AMOUNT, ("3.6.2",))


def test_3_6_2_winnings_stay_on_the_table() -> None:
    """Above the maximum as well; who takes his chips gives up his seat, and not during his round."""
    sitting = RoomSitting({1: 40_000, 2: 40_000}, STAKES)
    sitting.start({1: "As Ah", 2: "3c 2d"}, "Kc Kd 9h 8h 5s")
    sitting.play("1 raise 30000", "2 call")
    assert sitting.refused(LeaveTable(1), "p1").reason is Reason.MOMENT
    sitting.check_down("Kc Kd 9h 8h 5s")
    sitting.finish()
    assert sitting.stacks == {1: 70_000, 2: 10_000}
    assert sitting.open().seats
    assert {hand.seat: hand.stack + hand.put for hand in sitting.round.hands} == {1: 70_000, 2: 10_000}


def test_3_6_2_who_leaves_takes_everything() -> None:
    sitting = RoomSitting((1, 2, 3))
    left = sitting.do(LeaveTable(3), "p3")[0]
    assert isinstance(left, PlayerLeft)
    assert left.stake == STAKE
    assert sitting.table.seat(3) is None


# 3.7 and 3.8 Button and Blinds


@pytest.mark.parametrize("seats", [(1, 2, 3), (3, 5, 9), (8, 9), (2, 3, 4, 5, 6, 7)], ids=str)
def test_3_7_first_button_lies_at_the_dealers_left(seats: tuple[int, ...]) -> None:
    """At the first occupied seat (I3)."""
    opened = RoomSitting(seats).open()
    assert (opened.button, opened.cites) == (seats[0], ("3.7", "1.35", "I3"))


def test_3_7_of_two_the_first_has_it_with_the_small_blind() -> None:
    opened = RoomSitting((4, 7)).open()
    assert (opened.button, opened.small_due, opened.big_seat) == (4, 4, 7)


def test_3_7_button_moves_clockwise() -> None:
    sitting = RoomSitting((2, 5, 7, 9))
    opened = [fold_round(sitting) for _ in range(6)]
    assert [one.button for one in opened] == [2, 5, 7, 9, 2, 5]
    assert {one.cites for one in opened} == {("3.7", "1.35", "I3")}


def test_3_7_dealer_announces_the_round() -> None:
    sitting = RoomSitting((1, 2))
    assert because(sitting.refused(OpenRound(), "p1")) == (Reason.ROLE, ("3.7", "1.35"))
    first = sitting.do(OpenRound())[0]
    assert isinstance(first, RoundOpened)
    assert (first.number, first.rulebook) == (1, "rws-poker-v6")


@pytest.mark.parametrize("moment", ["between rounds", "in a round"])
def test_3_7_forgotten_button_is_placed_once_noticed(moment: str) -> None:
    sitting = RoomSitting()
    if moment == "in a round":
        sitting.start()
    events = sitting.report("button_not_placed")
    assert len(events) == 1
    ruled = events[0]
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.ruling, ruled.cites) == (Ruling.CONTINUE, ("3.7",))
    if moment == "in a round":
        assert sitting.seen_by("p1").button == 1
        sitting.play("4 call")
    else:
        assert sitting.open().button == 1


@pytest.mark.parametrize(
    ("seats", "small", "big"), [((1, 2, 3), 2, 3), ((1, 4, 6, 9), 4, 6), ((3, 4, 5, 6, 7, 8, 9), 4, 5)], ids=str
)
def test_3_8_blinds_are_left_of_the_button(seats: tuple[int, ...], small: int, big: int) -> None:
    sitting = RoomSitting(seats)
    opened, *posts = sitting.do(OpenRound())
    assert isinstance(opened, RoundOpened)
    assert (opened.button, opened.small_due, opened.big_seat) == (seats[0], small, big)
    assert posts == [
        BlindPosted(small, Post.SMALL_BLIND, 100, ("3.8", "1.38")),
        BlindPosted(big, Post.BIG_BLIND, 200, ("3.8", "1.7")),
    ]


def test_3_8_of_two_players_the_button_has_the_small_blind() -> None:
    sitting = RoomSitting((2, 6))
    for button, other in ((2, 6), (6, 2), (2, 6)):
        opened, *posts = sitting.do(OpenRound())
        assert isinstance(opened, RoundOpened)
        assert (opened.button, opened.small_due, opened.big_seat) == (button, button, other)
        assert posts == [
            BlindPosted(button, Post.SMALL_BLIND, 100, ("3.8", "I4")),
            BlindPosted(other, Post.BIG_BLIND, 200, ("3.8", "I4")),
        ]
        sitting.deal()
        sitting.play(f"{button} fold")
        sitting.do(Settle())


def test_3_8_the_button_goes_to_who_had_the_small_blind_and_lies_there_though_he_is_away() -> None:
    """In the second round it goes on to 2 by 3.7; where 2 is away it does so by 5.5."""
    sitting = RoomSitting((1, 2, 3, 4))
    fold_round(sitting)
    assert (opened := sitting.open()).button == 2
    assert opened.cites == ("3.7", "1.35", "I3")
    sitting = RoomSitting((1, 2, 3, 4))
    fold_round(sitting)
    sitting.do(SitOut(2), "p2")
    assert (opened := sitting.open()).button == 2
    assert opened.cites == ("3.7", "1.35", "5.5", "I3")


def test_3_8_from_three_players_to_two_and_back() -> None:
    """The Big Blind goes on from 3 to 1; then 3 comes between, and the Button lies right of the Small Blind (I4)."""
    sitting = RoomSitting((1, 2, 3))
    first = fold_round(sitting)
    assert (first.button, first.small_due, first.big_seat) == (1, 2, 3)
    sitting.do(LeaveTable(3), "p3")
    second = fold_round(sitting)
    assert (second.button, second.small_due, second.big_seat) == (2, 2, 1)
    assert second.cites == ("3.7", "1.35", "3.8", "I4")
    sitting.do(JoinTable(3, STAKE + 100), "p3")  # what they left with: they won the Small Blind in the first round
    third = fold_round(sitting)
    assert (third.button, third.small_due, third.big_seat) == (3, 1, 2)


@pytest.mark.parametrize(("stake", "posted"), [(200, 100), (300, 200), (400, 200)])
def test_3_8_blind_is_posted_as_far_as_the_chips_reach(stake: int, posted: int) -> None:
    """Seat 2 loses a Small Blind of 100, and has the Big Blind two rounds later."""
    sitting = RoomSitting({1: STAKE, 2: stake, 3: STAKE})
    fold_round(sitting)
    fold_round(sitting)
    assert sitting.stacks[2] == stake - 100
    sitting.open()
    assert sitting.events[-1] == BlindPosted(2, Post.BIG_BLIND, posted, ("3.8", "1.7"))
    assert sitting.stacks[2] == stake - 100 - posted
