"""Poker, the definitions up to the Game Marker: what the words mean at a table. Each test is named by its paragraph.

Amounts are cents. Unless a test says otherwise six Players sit at seats 1 to 6 with 20,000 each, the Small Blind is 100
and the Big Blind 200: in the first round the Button is at 1, the Blinds at 2 and 3, and seat 4 acts first.
"""

import pytest

from croupier.cards import DECK, format_card, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.events import (
    Acted,
    BetReturned,
    BlindPosted,
    CardsDealt,
    HandShown,
    MarkerTurned,
    Post,
    PotAwarded,
    RoundEnded,
)
from croupier.play.room.options import ActOption
from croupier.play.room.state import BURN, COMMUNITY, Phase
from croupier.play.viewer import HIDDEN
from croupier.rules.room import Marker, Move
from tests.room import (
    STAKE,
    DealCards,
    Look,
    MuckHand,
    OpenRound,
    RoomSitting,
    Settle,
    ShowHand,
    SitOut,
    TurnMarker,
)
from tests.rulebooks.poker import (
    ALL_CALL,
    EVERYBODY,
    NO_TURN,
    because,
    fold_round,
    pass_round,
    until,
    won,
)

RULEBOOKS = ("rws-poker-v6",)

# 1 Definitions


@pytest.mark.parametrize(
    ("stake", "move", "cites"),
    [
        (900, Move.CALL, ("3.15.1", "3.15.2", "I13")),
        (1_000, Move.CALL, ("3.15",)),
        (1_800, Move.RAISE, ("3.15",)),
        (5_000, Move.RAISE, ("3.15",)),
    ],
)
def test_1_2_all_in_is_every_chip_that_is_left(stake: int, move: Move, cites: tuple[str, ...]) -> None:
    """After a Raise from 200 to 1,000 a Call takes 1,000 and the next Raise 800 more."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: STAKE, 5: stake})
    sitting.start()
    sitting.play("4 raise 1000")
    assert sitting.play("5 all_in") == (Acted(5, move, stake, stake, True, move is Move.RAISE, cites),)
    assert sitting.stacks[5] == 0
    assert {one.seat for one in sitting.seen_by("p1").seats if one.all_in} == {5}
    assert not sitting.hand(5).folded


def test_1_2_one_chip_kept_is_no_all_in() -> None:
    sitting = RoomSitting()
    sitting.start()
    assert sitting.play("4 raise 19900") == (Acted(4, Move.RAISE, 19_900, 19_900, False, True, ("1.31",)),)
    assert not any(one.all_in for one in sitting.seen_by("p1").seats)


def test_1_4_bet_is_what_is_put_forward_first() -> None:
    sitting = until(1)
    assert sitting.play("2 bet 500") == (Acted(2, Move.BET, 500, 500, False, True, ("1.4",)),)
    assert sitting.not_played("3 bet 1000").reason is Reason.MOMENT
    assert sitting.play("3 raise 1000") == (Acted(3, Move.RAISE, 1_000, 1_000, False, True, ("1.31",)),)
    assert sitting.play("4 call") == (Acted(4, Move.CALL, 1_000, 1_000, False, False, ("1.9",)),)


@pytest.mark.parametrize("acts", [(), ("4 call",), ("4 raise 600",)])
def test_1_4_no_bet_where_the_blinds_lie(acts: tuple[str, ...]) -> None:
    """Blinds are no BET, and what follows them is a Call or a Raise."""
    sitting = RoomSitting()
    sitting.start()
    sitting.play(*acts)
    assert sitting.not_played(f"{sitting.turn} bet 2000").reason is Reason.MOMENT
    options = [one for one in sitting.options(f"p{sitting.turn}") if isinstance(one, ActOption)]
    assert {one.move for one in options} == {Move.FOLD, Move.CALL, Move.RAISE, Move.ALL_IN}


def test_1_5_betting_round_lasts_until_all_chips_are_matched() -> None:
    sitting = RoomSitting()
    sitting.start()
    for text in ("4 raise 600", "5 call", "6 fold", "1 raise 1200", "2 fold", "3 call", "4 call"):
        sitting.play(text)
        assert sitting.round.phase is Phase.BETTING
    sitting.play("5 call")  # the last who had not matched 1,200
    assert sitting.round.phase is Phase.DEALING
    assert {sitting.hand(seat).put for seat in (1, 3, 4, 5)} == {1_200}


def test_1_5_betting_round_ends_with_all_but_one_folded() -> None:
    sitting = until(1)
    sitting.play("2 check", "3 bet 400", "4 fold", "5 fold", "6 fold", "1 fold")
    assert sitting.turn == 2
    sitting.play("2 fold")
    assert sitting.round.phase is Phase.SHOWDOWN
    assert sitting.refused(DealCards(parse_cards("As"))).reason is Reason.MOMENT
    assert won(sitting.do(Settle())) == {3: 1_200}  # six times the Big Blind; his own 400 went back


def test_1_5_a_first_round_is_between_the_blinds_and_the_flop() -> None:
    sitting = RoomSitting()
    sitting.open()
    assert (sitting.hand(2).bet, sitting.hand(3).bet) == (100, 200)
    assert because(sitting.not_played("4 call")) == NO_TURN
    sitting.deal()
    assert (sitting.round.phase, sitting.turn) == (Phase.BETTING, 4)
    assert sitting.refused(DealCards(DECK[-4:])).reason is Reason.MOMENT
    sitting.play(*ALL_CALL)
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.DEALING, (BURN, COMMUNITY, COMMUNITY, COMMUNITY))
    assert because(sitting.not_played("2 check")) == NO_TURN


@pytest.mark.parametrize("dealt", [1, 2, 3])
def test_1_5_b_second_round_begins_when_the_whole_flop_is_face_up(dealt: int) -> None:
    sitting = until(0)
    pass_round(sitting)
    cards = tuple(card for card in DECK if not sitting.round.used >> card & 1)
    sitting.do(DealCards(cards[:dealt]))
    assert because(sitting.not_played("2 check")) == NO_TURN
    assert sitting.seen_by("p1").community == ()
    sitting.do(DealCards(cards[dealt:4]))
    assert sitting.seen_by("p1").community == tuple(format_card(card) for card in cards[1:4])
    assert (sitting.round.phase, sitting.turn) == (Phase.BETTING, 2)


def between(street: int) -> RoomSitting:
    """A table in a Betting Round: no card comes before the last Player has acted."""
    sitting = until(street)
    assert [hand.bet for hand in sitting.round.hands] == [0] * 6
    for seat in (2, 3, 4, 5, 6):
        assert sitting.refused(DealCards(DECK[-1:])).reason is Reason.MOMENT
        sitting.play(f"{seat} check")
        assert sitting.round.phase is Phase.BETTING
    sitting.play("1 check")
    return sitting


def test_1_5_b_second_round_ends_before_the_turn() -> None:
    sitting = between(1)
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.DEALING, (BURN, COMMUNITY))
    assert len(sitting.seen_by("p1").community) == 3
    assert because(sitting.not_played("2 check")) == NO_TURN


def test_1_5_c_third_round_is_between_the_turn_and_the_river() -> None:
    sitting = between(2)
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.DEALING, (BURN, COMMUNITY))
    assert len(sitting.seen_by("p1").community) == 4
    assert because(sitting.not_played("2 check")) == NO_TURN


def test_1_5_d_fourth_round_is_between_the_river_and_the_showing() -> None:
    sitting = until(3)
    sitting.play("2 check")
    assert because(sitting.refused(ShowHand(2), "p2")) == (Reason.MOMENT, ("1.19.i", "5.11"))
    sitting = between(3)
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.SHOWDOWN, ())
    assert len(sitting.seen_by("p1").community) == 5
    assert because(sitting.not_played("2 check")) == NO_TURN
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2), "p2")


def test_1_6_two_blinds_are_in_before_the_first_card() -> None:
    sitting = RoomSitting()
    assert sitting.refused(DealCards(DECK[:1])).reason is Reason.MOMENT
    events = sitting.do(OpenRound())
    assert events[1:] == (
        BlindPosted(2, Post.SMALL_BLIND, 100, ("3.8", "1.38")),
        BlindPosted(3, Post.BIG_BLIND, 200, ("3.8", "1.7")),
    )
    assert not any(hand.cards for hand in sitting.round.hands)
    assert sitting.stacks == {1: 20_000, 2: 19_900, 3: 19_800, 4: 20_000, 5: 20_000, 6: 20_000}


def test_1_6_blind_wins_if_nobody_puts_in_more() -> None:
    """Nobody called 100 of the Big Blind; the other 100 and the Small Blind are the Pot."""
    sitting = RoomSitting()
    sitting.start()
    sitting.play("4 fold", "5 fold", "6 fold", "1 fold", "2 fold")
    back, pot, ended = sitting.do(Settle())
    assert back == BetReturned(3, 100, ("4.3", "I14"))
    assert isinstance(pot, PotAwarded)
    assert (pot.amount, pot.winners) == (200, ((3, 200),))
    assert ended == RoundEnded(("1.35",))
    assert sitting.stacks == {1: 20_000, 2: 19_900, 3: 20_100, 4: 20_000, 5: 20_000, 6: 20_000}


@pytest.mark.parametrize(("small", "big"), [(100, 200), (200, 400), (500, 1_000), (2_500, 5_000)])
def test_1_7_big_blind_is_twice_the_small_blind(small: int, big: int) -> None:
    sitting = RoomSitting(policy={"small_blind": small, "minimum_stake": big})
    opened = sitting.open()
    assert (opened.small, opened.big) == (small, big)
    assert sitting.events[-1] == BlindPosted(3, Post.BIG_BLIND, big, ("3.8", "1.7"))
    assert sitting.seen_by("p1").signage.big_blind == big


@pytest.mark.parametrize(("seats", "big_seat"), [((1, 2, 3), 3), ((2, 5, 7, 9), 7), ((1, 2), 2), ((4, 8), 8)], ids=str)
def test_1_7_big_blind_is_second_from_the_button_unless_two_play(seats: tuple[int, ...], big_seat: int) -> None:
    """With two it is the other Player's, one place from the Button."""
    sitting = RoomSitting(seats)
    opened = sitting.open()
    assert (opened.button, opened.big_seat) == (seats[0], big_seat)
    assert sitting.hand(big_seat).bet == 200


def test_1_9_call_matches_or_takes_all_that_is_left() -> None:
    sitting = RoomSitting({1: 700, 2: STAKE, 3: STAKE, 4: STAKE, 5: 500, 6: 600})
    sitting.start()
    sitting.play("4 raise 600")
    assert sitting.play("5 call") == (Acted(5, Move.CALL, 500, 500, True, False, ("3.15.1", "3.15.2", "I13")),)
    assert sitting.play("6 call") == (Acted(6, Move.CALL, 600, 600, True, False, ("3.15",)),)
    assert sitting.play("1 call") == (Acted(1, Move.CALL, 600, 600, False, False, ("1.9",)),)
    assert sitting.play("2 call") == (Acted(2, Move.CALL, 500, 600, False, False, ("1.9",)),)  # 100 lay there
    assert sitting.play("3 raise 1800", "4 call") == (Acted(4, Move.CALL, 1_200, 1_800, False, False, ("1.9",)),)


def test_1_9_nothing_to_call() -> None:
    sitting = RoomSitting()
    sitting.start()
    sitting.play(*ALL_CALL[:-1])
    assert because(sitting.not_played("3 call")) == (Reason.AMOUNT, ("3.9.1",))
    sitting.play("3 check")
    sitting.deal()
    assert because(sitting.not_played("2 call")) == (Reason.AMOUNT, ("3.10.1",))


def test_1_14_button_is_dealt_to_last_and_moves_on() -> None:
    sitting = RoomSitting()
    buttons = []
    for _ in range(8):
        buttons.append(fold_round(sitting).button)
        dealt = [one for one in sitting.events if isinstance(one, CardsDealt)][-1]
        assert dealt.places[5] == dealt.places[11] == str(buttons[-1])
        assert sitting.seen_by("p1").button == buttons[-1]
    assert buttons == [1, 2, 3, 4, 5, 6, 1, 2]


@pytest.mark.parametrize(
    ("hands", "board", "winners"),
    [
        ({1: "2c 2d", 2: "Ah Ad"}, "As Ks Qs Js Ts", {1: 200, 2: 200}),
        ({1: "Ah 3c", 2: "Kc Kd"}, "Kh Jh 9h 5h 2c", {1: 400}),
        ({1: "Ah 3h", 2: "Ks 4c"}, "9h 5h 2h Kc Kd", {1: 400}),
    ],
    ids=["none of his own", "one of his own", "both of his own"],
)
def test_1_15_any_five_of_seven_are_a_hand(hands: dict[int, str], board: str, winners: dict[int, int]) -> None:
    """A Royal Flush on the board is everybody's; Flushes with one and with two Hole Cards beat three Kings."""
    assert won(RoomSitting((1, 2)).whole(hands, board)) == winners


@pytest.mark.parametrize("street", [0, 1, 2, 3])
def test_1_16_final_betting_round_is_the_fourth(street: int) -> None:
    sitting = until(street)
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("1.16",))
    pass_round(sitting)
    if street < 3:
        assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("1.16",))
    else:
        assert sitting.do(TurnMarker()) == (MarkerTurned(("1.19.ii", "3.14")),)


@pytest.mark.parametrize("street", [0, 1, 2])
def test_1_16_final_betting_round_is_the_last_in_which_anybody_could_bet(street: int) -> None:
    sitting = until(street, (1, 2, 3))
    sitting.play(f"{sitting.turn} all_in")
    for _ in range(2):
        assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("1.16",))
        sitting.play(f"{sitting.turn} call")
    assert sitting.round.phase is Phase.SHOWDOWN
    assert sitting.do(TurnMarker()) == (MarkerTurned(("1.19.ii", "3.14")),)


def test_1_16_round_goes_on_while_two_can_bet() -> None:
    sitting = RoomSitting({1: 1_000, 2: STAKE, 3: STAKE})
    sitting.start()
    sitting.play("1 all_in", "2 call", "3 call")
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("1.16",))
    sitting.deal()
    assert sitting.turn == 2


def test_1_18_fold_hands_the_cards_in() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start({1: "As Ah", 2: "7c 2d", 3: "8c 3d"}, "Ac Ad Ks 9h 4s")
    assert sitting.play("1 fold") == (Acted(1, Move.FOLD, 0, 0, False, False, ("1.18",)),)
    folded = sitting.seen_by("p2").seats[0]
    assert (folded.folded, folded.cards) == (True, ())
    assert sitting.not_played("1 call").reason is Reason.NOT_YOUR_TURN
    sitting.check_down("Ac Ad Ks 9h 4s")
    assert sitting.refused(ShowHand(1), "p1").reason is Reason.NO_SUCH_SEAT
    # Four Aces are out of it; Ace, Ace, King, 9 and 8 beat Ace, Ace, King, 9 and 7.
    assert won(sitting.finish()) == {3: 400}


def test_1_19_everybody_sees_the_marker() -> None:
    sitting = RoomSitting((1, 2))
    assert {sitting.seen_by(one).marker for one in EVERYBODY} == {None}
    sitting.start()
    assert {sitting.seen_by(one).marker for one in EVERYBODY} == {Marker.BETTING_ROUND}
    sitting.check_down()
    assert {sitting.seen_by(one).marker for one in EVERYBODY} == {Marker.BETTING_ROUND}
    sitting.do(TurnMarker())
    assert {sitting.seen_by(one).marker for one in EVERYBODY} == {Marker.SHOWDOWN}
    sitting.finish()
    sitting.open()
    assert {sitting.seen_by(one).marker for one in EVERYBODY} == {Marker.BETTING_ROUND}


@pytest.mark.parametrize("street", [0, 1, 2, 3])
def test_1_19_i_hole_cards_stay_hidden_while_bets_may_come(street: int) -> None:
    sitting = until(street)
    assert sitting.seen_by("dealer").marker is Marker.BETTING_ROUND
    for viewer in EVERYBODY:
        assert {one.cards for one in sitting.seen_by(viewer).seats} == {(HIDDEN, HIDDEN)}
    for by in ("p1", "dealer"):
        assert because(sitting.refused(ShowHand(1), by)) == (Reason.MOMENT, ("1.19.i", "5.11"))
    pass_round(sitting)
    if street < 3:  # between two Betting Rounds as well
        assert because(sitting.refused(ShowHand(1), "p1")) == (Reason.MOMENT, ("1.19.i", "5.11"))


def test_1_19_ii_hands_must_be_shown_at_the_showdown() -> None:
    sitting = RoomSitting((1, 2))
    board = "Kc 9d 8h 5s 3c"
    sitting.start({1: "As Ah", 2: "Qc Qd"}, board)
    sitting.check_down(board)
    assert because(sitting.refused(Settle())) == (Reason.MOMENT, ("1.19.ii", "3.14"))
    assert sitting.do(TurnMarker()) == (MarkerTurned(("1.19.ii", "3.14")),)
    assert because(sitting.refused(TurnMarker())) == (Reason.MOMENT, ("1.19.ii", "3.14"))
    for seat in (2, 1):  # all checked: the first from the Button's left shows first
        assert sitting.refused(Settle()).reason is Reason.MOMENT
        assert sitting.refused(MuckHand(seat), f"p{seat}").reason is Reason.MOMENT
        sitting.do(ShowHand(seat), f"p{seat}")
    assert won(sitting.do(Settle())) == {1: 400}


def test_1_19_ii_all_hands_lie_open_before_the_remaining_cards() -> None:
    sitting = RoomSitting((1, 2))
    sitting.start({1: "As Ah", 2: "7c 2d"}, "Kc Jd 9h 5s 3c")
    sitting.play("1 all_in", "2 call")
    sitting.do(TurnMarker())
    assert sitting.round.ahead == ()
    assert because(sitting.refused(MuckHand(2), "p2")) == (Reason.MOMENT, ("1.19.ii", "I17"))
    for seat, cards in ((1, "As Ah"), (2, "7c 2d")):
        assert sitting.refused(DealCards(DECK[-1:])).reason is Reason.MOMENT
        assert sitting.do(ShowHand(seat), f"p{seat}") == (HandShown(seat, parse_cards(cards), ("1.19.ii", "I17")),)
    for _ in range(3):
        sitting.deal(board="Kc Jd 9h 5s 3c")
    assert won(sitting.do(Settle())) == {1: 40_000}


def test_1_19_how_far_the_round_has_come_is_seen_by_everybody() -> None:
    """Seat 2 has 1,000, the others 20,000. He is All-in on the Flop for 800 behind his 200: 4 × 200, then 3 × 800 with
    seat 4 folded, are the Main Pot of 3,200; the Side Pot of seats 1 and 3 is what they put in above that."""
    board = "Kc 9d 8h 5s 3c"
    sitting = RoomSitting({1: STAKE, 2: 1_000, 3: STAKE, 4: STAKE})

    def seen() -> tuple[int, int, int | None, list[tuple[int, tuple[int, ...]]], dict[int, int]]:
        """Burnt Cards, the amount to call, whose turn it is, the pots, and the bets that are not nothing."""
        view = sitting.seen_by("display")
        pots = [(pot.amount, tuple(sorted(pot.seats))) for pot in view.pots]
        return view.burnt, view.level, view.turn, pots, {one.seat: one.bet for one in view.seats if one.bet}

    assert seen() == (0, 0, None, [], {})
    sitting.start({1: "As Ah", 2: "Qc Qd", 3: "7c 2d"}, board)
    assert seen() == (0, 200, 4, [(300, (1, 2, 3, 4))], {2: 100, 3: 200})
    sitting.play("4 call", "1 call", "2 call", "3 check")
    assert seen() == (0, 0, None, [(800, (1, 2, 3, 4))], {})
    sitting.deal(board=board)
    assert seen() == (1, 0, 2, [(800, (1, 2, 3, 4))], {})
    sitting.play("2 all_in", "3 raise 2000")
    assert seen() == (1, 2_000, 4, [(800 + 2 * 800, (1, 2, 3, 4)), (1_200, (1, 3, 4))], {2: 800, 3: 2_000})
    sitting.play("4 fold", "1 call")
    assert seen()[2:] == (None, [(800 + 3 * 800, (1, 2, 3)), (2 * 1_200, (1, 3))], {})
    sitting.check_down(board)
    sitting.do(TurnMarker())
    assert seen() == (3, 0, 2, [(3_200, (1, 2, 3)), (2_400, (1, 3))], {})
    sitting.do(ShowHand(2), "p2")
    assert seen()[2] == 3
    sitting.do(ShowHand(1), "p1")
    sitting.do(MuckHand(3), "p3")
    assert seen()[2:4] == (None, [(3_200, (1, 2, 3)), (2_400, (1, 3))])
    assert won(sitting.do(Settle())) == {1: 5_600}
    assert seen()[2:] == (None, [], {})


def test_1_19_who_sits_out_is_not_dealt_in() -> None:
    sitting = RoomSitting((1, 2, 3, 4))
    sitting.do(SitOut(4), "p4")
    assert {one.dealt_in for one in sitting.seen_by("display").seats} == {False}
    sitting.start()
    seats = sitting.seen_by("display").seats
    assert {one.seat: (one.dealt_in, len(one.cards)) for one in seats} == {
        1: (True, 2),
        2: (True, 2),
        3: (True, 2),
        4: (False, 0),
    }


def test_1_19_i_only_who_has_looked_sees_his_hole_cards_and_he_alone() -> None:
    hands = {1: ("As", "Ah"), 2: ("Qc", "Qd"), 3: ("7c", "2d"), 4: ("Jc", "4d")}
    unseen = dict.fromkeys(hands, (HIDDEN, HIDDEN))

    def seen(viewer: str) -> dict[int, tuple[str, ...]]:
        return {one.seat: one.cards for one in sitting.seen_by(viewer).seats}

    for seat, cards in hands.items():
        sitting = RoomSitting((1, 2, 3, 4))
        sitting.start({one: " ".join(known) for one, known in hands.items()})
        sitting.do(Look(seat), f"p{seat}")
        assert {one.seat for one in sitting.seen_by("display").seats if one.looked} == {seat}
        for viewer in EVERYBODY:
            assert seen(viewer) == (unseen | {seat: cards} if viewer == f"p{seat}" else unseen)
    sitting.play("4 fold")
    assert seen("p4")[4] == hands[4]  # he has looked at them
    assert seen("p1")[4] == seen("dealer")[4] == ()  # and handed them in
