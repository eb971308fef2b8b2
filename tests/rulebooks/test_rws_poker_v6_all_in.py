"""Poker, 3.15 to 3.17: going All-in, how small a wager may be, and that acts count, not words.

Amounts are cents. Unless a test says otherwise four Players sit at seats 1 to 4: Button 1, Small Blind 2 of 100, Big
Blind 3 of 200, and seat 4 acts first; after the Flop it is seat 2. The first 200 of each went in before the Flop.
"""

import pytest

from croupier.cards import UNKNOWN, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.betting import legal
from croupier.play.room.events import BetReturned, IrregularityRuled
from croupier.play.room.options import ActOption
from croupier.play.room.state import Phase
from croupier.rules.irregularities import Ruling
from croupier.rules.room import Move
from tests.room import DealCards, JoinTable, MuckHand, PayIn, RoomSitting, Settle, ShowHand, TurnMarker
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
    acted,
    awards,
    because,
    dealt,
    left_with,
    on_street,
    pots,
    returned,
    sized,
    won,
)

RULEBOOKS = ("rws-poker-v6",)

LEAST = ("3.5", "3.16", "I11")
SHORT_CALL = ("3.15.1", "3.15.2", "I13")
SHORT_RAISE = ("3.15.3", "I12")
DEEP = 9_000


def stakes(**short: int) -> dict[int, int]:
    """Four deep stacks but for those named, such as ``s3=1_500``."""
    return {seat: short.get(f"s{seat}", DEEP) for seat in (1, 2, 3, 4)}


def owed(sitting: RoomSitting, seat: int) -> int | None:
    """What a Call costs a Player in his turn; None where he may not call."""
    calls = [one for one in sitting.options(f"p{seat}") if isinstance(one, ActOption) and one.move is Move.CALL]
    return calls[0].costs if calls else None


def shown(sitting: RoomSitting, seat: int) -> set[Move]:
    """The moves that a Player is offered."""
    return {one.move for one in sitting.options(f"p{seat}") if isinstance(one, ActOption)}


# 4.3 A Raise that nobody can answer


@pytest.mark.parametrize("act", ["4 raise 4600", "4 all_in"])
def test_4_3_a_raise_that_only_all_in_opponents_face_is_not_offered_and_goes_back(act: str) -> None:
    """Seat 1 is All-in for the 1,800 that are left, and two have folded: seat 4 may only call or fold.

    Raising all the same, 4 gets what is beyond 1,800 back, and the pot is 4 × 200 and 2 × 1,800.
    """
    sitting = dealt(stakes=stakes(s3=2_000), street=FLOP)
    sitting.play("2 check", "3 all_in")
    assert shown(sitting, 4) == {Move.FOLD, Move.CALL, Move.RAISE, Move.ALL_IN}, "1 and 2 could answer"
    sitting.play("4 call", "1 fold")
    assert shown(sitting, 2) == {Move.FOLD, Move.CALL, Move.RAISE, Move.ALL_IN}, "4 could answer"
    sitting = dealt(stakes=stakes(s1=2_000), street=FLOP)
    sitting.play("2 fold", "3 fold", "4 check", "1 all_in")
    allowed = legal(sitting.game, sitting.table)
    assert allowed is not None
    assert (allowed.call, allowed.least, allowed.most, allowed.cites) == (1_800, 0, 0, ("4.3", "I14"))
    assert shown(sitting, 4) == {Move.FOLD, Move.CALL}
    made = acted(sitting.play(act))
    back = made.to - 1_800
    assert sitting.do(TurnMarker())[0] == BetReturned(4, back, ("4.3", "I14"))
    assert pots(sitting) == [(800 + 2 * 1_800, (1, 4))]


def test_4_3_a_raise_made_out_of_turn_that_stands_is_offered_though_nobody_can_answer_it() -> None:
    """With 5.10.4: seat 1 is All-in, 4 raises before 2 has folded; the Raise stands, and is the only act there is."""
    sitting = dealt(stakes=stakes(s3=2_000), street=FLOP)
    sitting.play("2 check", "3 all_in", "4 fold")
    sitting.report("out_of_turn", 2, move=Move.RAISE, to=4_000)
    sitting.play("1 fold")
    assert shown(sitting, 2) == {Move.RAISE}
    sitting.play("2 raise 4000")
    assert sitting.do(TurnMarker())[0] == BetReturned(2, 2_200, ("4.3", "I14"))


# 3.15 All-in to BET, Call or Raise


@pytest.mark.parametrize("street", [FLOP, TURN, RIVER])
def test_3_15_a_player_may_go_all_in_to_bet_to_call_and_to_raise(street: int) -> None:
    """Stacks of 1,000, 3,000 and 3,000 behind the 200 that went in before."""
    sitting = dealt(stakes=stakes(s2=1_200, s3=3_200, s4=3_200), street=street)
    bet = acted(sitting.play("2 all_in"))
    assert (bet.move, bet.amount, bet.to, bet.all_in, bet.full) == (Move.BET, 1_000, 1_000, True, True)
    raised = acted(sitting.play("3 all_in"))
    assert (raised.move, raised.amount, raised.to, raised.all_in, raised.full) == (Move.RAISE, 3_000, 3_000, True, True)
    called = acted(sitting.play("4 all_in"))
    assert (called.move, called.amount, called.to, called.all_in, called.full) == (Move.CALL, 3_000, 3_000, True, False)
    assert bet.cites == raised.cites == called.cites == ("3.15",)


def test_3_15_in_the_first_betting_round_too() -> None:
    sitting = dealt(stakes=stakes(s4=900))
    raised = acted(sitting.play("4 all_in"))
    assert (raised.move, raised.to, raised.all_in) == (Move.RAISE, 900, True)
    assert raised.cites == ("3.15",)


def test_3_15_by_its_amount_an_all_in_is_the_same_as_by_its_name() -> None:
    """A bet of all one has, a raise to all, a call that takes all; more than all is refused."""
    sitting = dealt(stakes=stakes(s2=1_200, s3=3_200, s4=3_200), street=FLOP)
    assert because(sitting.not_played("2 bet 1001")) == (Reason.AMOUNT, ("3.15",))
    assert acted(sitting.play("2 bet 1000")).all_in
    assert because(sitting.not_played("3 raise 3001")) == (Reason.AMOUNT, ("3.15",))
    assert acted(sitting.play("3 raise 3000")).all_in
    assert acted(sitting.play("4 call")).all_in


def test_3_15_the_all_in_button_lies_before_him_until_the_round_ends() -> None:
    sitting = dealt(stakes=stakes(s2=1_200), street=FLOP)
    marked = {seat.seat: seat.all_in for seat in sitting.seen_by("display").seats}
    assert marked == {1: False, 2: False, 3: False, 4: False}
    sitting.play("2 all_in")
    marked = {seat.seat: seat.all_in for seat in sitting.seen_by("display").seats}
    assert marked == {1: False, 2: True, 3: False, 4: False}
    sitting.play("3 fold", "4 fold", "1 fold")
    sitting.do(Settle())
    assert not any(seat.all_in for seat in sitting.seen_by("display").seats)


def test_3_15_without_the_button_the_round_goes_on() -> None:
    sitting = dealt({2: ACES}, stakes=stakes(s2=1_200), street=FLOP)
    sitting.play("2 all_in")
    (event,) = sitting.report("all_in_button_missing", 2)
    assert isinstance(event, IrregularityRuled)
    assert (event.ruling, event.cites) == (Ruling.CONTINUE, ("3.15",))
    sitting.play("3 call", "4 fold", "1 fold")
    assert won(sitting.finish(BOARD)) == [{2: 800 + 2_000}]


# 3.15.1 Too little to call


@pytest.mark.parametrize(
    ("behind", "all_in", "cites"),
    [(999, True, SHORT_CALL), (1_000, True, ("3.15",)), (1_001, False, ("1.9",))],
)
def test_3_15_1_who_cannot_meet_a_bet_puts_in_the_rest(behind: int, all_in: bool, cites: tuple[str, ...]) -> None:
    """A BET of 1,000 against a little less, as much, and a little more."""
    sitting = dealt(stakes=stakes(s3=200 + behind), street=FLOP, policy=CENTS)
    sitting.play("2 bet 1000")
    called = acted(sitting.play("3 call"))
    assert (called.move, called.amount, called.all_in) == (Move.CALL, min(behind, 1_000), all_in)
    assert called.cites == cites


def test_3_15_1_he_stays_in_and_bets_no_more() -> None:
    """Seat 3 has 400 behind; he is asked nothing any more, and wins what he has chips in."""
    sitting = dealt({3: ACES, 2: KINGS, 4: QUEENS}, stakes=stakes(s3=600), street=FLOP)
    sitting.play("2 bet 1000", "3 call", "4 call", "1 fold")
    for street in (TURN, RIVER):
        on_street(sitting, street)
        assert sitting.turn == 2
        sitting.play("2 check")
        assert sitting.turn == 4
        assert because(sitting.not_played("3 bet 500")) == (Reason.NOT_YOUR_TURN, ("1.27", "5.10"))
        sitting.play("4 check")
    assert won(sitting.finish(BOARD)) == [{3: 4 * 200 + 3 * 400}, {2: 2 * 600}]


@pytest.mark.parametrize("blind", [1, 99, 199])
def test_3_15_1_a_big_blind_that_the_chips_do_not_reach_is_posted_as_far_as_they_go(blind: int) -> None:
    sitting = left_with(RoomSitting((1, 2, 3, 4), CENTS), s3=blind)
    sitting.start({3: ACES}, BOARD)
    assert (sitting.hand(3).bet, sitting.hand(3).stack) == (blind, 0)
    sitting.play("4 call", "1 call", "2 call")
    assert sitting.turn is None
    sitting.check_down(BOARD)
    assert won(sitting.finish(BOARD))[0] == {3: 4 * blind}


# 3.15.2 All-in for less


def test_3_15_2_after_a_short_call_the_others_owe_the_earlier_amount() -> None:
    """Seat 3 has 400 for a BET of 1,000: seat 4 calls 1,000, or raises to 2,000 at least; a Side Pot begins."""
    sitting = dealt(stakes=stakes(s3=600), street=FLOP)
    sitting.play("2 bet 1000")
    assert acted(sitting.play("3 all_in")).cites == SHORT_CALL
    assert owed(sitting, 4) == 1_000
    assert sized(sitting, 4) == (2_000, DEEP - 200)
    assert because(sitting.not_played("4 raise 1900")) == (Reason.LIMITS, LEAST)
    sitting.play("4 call", "1 raise 2000")
    assert owed(sitting, 2) == 1_000
    sitting.play("2 call", "4 call")
    assert pots(sitting) == [(4 * 200 + 4 * 400, (1, 2, 3, 4)), (3 * 1_600, (1, 2, 4))]


def test_3_15_2_a_short_call_does_not_let_anybody_raise_again() -> None:
    """Seat 3 raises, 4 has too little to call, 1 and 2 call: seat 3 is not asked again."""
    sitting = dealt(stakes=stakes(s4=900), street=FLOP)
    sitting.play("2 bet 500", "3 raise 1000", "4 all_in", "1 call", "2 call")
    assert sitting.round.phase is Phase.DEALING


@pytest.mark.parametrize("blind", [50, 150, 199])
def test_3_15_2_a_short_big_blind_is_called_at_the_full_big_blind(blind: int) -> None:
    """What it lacks changes nothing for the others: 200 to call, 400 the least Raise."""
    sitting = left_with(RoomSitting((1, 2, 3, 4), CENTS), s3=blind)
    sitting.start()
    assert owed(sitting, 4) == 200
    assert sized(sitting, 4) == (400, 20_000)
    sitting.play("4 call", "1 fold")
    assert owed(sitting, 2) == 100
    sitting.play("2 call")
    assert pots(sitting) == [(3 * blind, (2, 3, 4)), (2 * (200 - blind), (2, 4))]


def test_3_15_2_a_short_big_blind_against_the_small_blind_alone() -> None:
    """150 against 100: the Small Blind calls to 200 as always, and what the Big Blind cannot match goes back."""
    sitting = left_with(RoomSitting((1, 2, 3, 4), CENTS), s3=150)
    sitting.start({2: ACES})
    sitting.play("4 fold", "1 fold")
    assert owed(sitting, 2) == 100
    sitting.play("2 call")
    assert returned(sitting.do(TurnMarker())) == [(2, 50)]
    assert pots(sitting) == [(300, (2, 3))]


def test_3_15_2_a_big_blind_below_the_small_blind_leaves_it_nothing_to_decide() -> None:
    sitting = left_with(RoomSitting((1, 2, 3, 4), CENTS), s3=60)
    sitting.start()
    sitting.play("4 fold", "1 fold")
    assert sitting.round.phase is Phase.SHOWDOWN
    assert returned(sitting.do(TurnMarker())) == [(2, 40)]
    assert pots(sitting) == [(120, (2, 3))]


def test_3_15_2_a_payment_to_join_is_called_though_its_player_has_folded() -> None:
    """The Big Blind has 100, seat 4 has paid 200 to join and folds: who is in for 100 still owes 100.

    Otherwise the Big Blind could win chips of seat 4 that he has nothing against (3.15.4).
    """
    sitting = RoomSitting((1, 2, 3), CENTS)
    for _ in range(5):  # the first Orbit is over, and the Big Blind has reached seat 1
        sitting.whole()
    sitting.do(JoinTable(4, 9_000), "p4")
    sitting.do(PayIn(4), "p4")
    left_with(sitting, s2=100).start()
    assert (sitting.round.small_due, sitting.round.big_seat, sitting.hand(4).bet) == (1, 2, 200)
    sitting.play("3 fold", "4 fold")
    assert sitting.turn == 1
    assert owed(sitting, 1) == 100
    sitting.play("1 call")
    assert pots(sitting) == [(3 * 100, (1, 2)), (2 * 100, (1,))]


@pytest.mark.parametrize(("bet", "least"), [(1, 201), (60, 260), (99, 299), (100, 300), (199, 399), (200, 400)])
def test_3_15_2_a_short_opening_all_in_is_called_at_its_own_size(bet: int, least: int) -> None:
    """And a Raise adds 200, the Big Blind, on top of it."""
    sitting = dealt(stakes=stakes(s2=200 + bet), street=FLOP, policy=CENTS)
    opened = acted(sitting.play("2 all_in"))
    assert (opened.move, opened.to) == (Move.BET, bet)
    assert owed(sitting, 3) == bet
    assert sized(sitting, 3) == (least, DEEP - 200)
    assert because(sitting.not_played("3 check")) == (Reason.AMOUNT, ("3.10.1.d",))
    assert because(sitting.not_played(f"3 raise {least - 1}")) == (Reason.LIMITS, LEAST)
    raised = acted(sitting.play(f"3 raise {least}"))
    assert (raised.move, raised.full) == (Move.RAISE, True)


def test_3_15_2_a_short_small_blind_leaves_the_others_as_they_were() -> None:
    sitting = left_with(RoomSitting((1, 2, 3, 4), CENTS), s2=40)
    sitting.start()
    assert owed(sitting, 4) == 200
    sitting.play("4 call", "1 fold", "3 check")
    assert pots(sitting) == [(3 * 40, (2, 3, 4)), (2 * 160, (3, 4))]


# 3.15.3 Below half of a Raise


@pytest.mark.parametrize(("increment", "is_raise"), [(1, False), (499, False), (500, True), (501, True), (999, True)])
def test_3_15_3_from_half_of_a_raise_on_an_all_in_is_one(increment: int, is_raise: bool) -> None:
    """A BET of 1,000: the least Raise adds 1,000, half of it is 500. Seat 2, who bet, may raise only after a Raise."""
    sitting = dealt(stakes=stakes(s3=1_200 + increment), street=FLOP, policy=CENTS)
    sitting.play("2 bet 1000")
    raised = acted(sitting.play("3 all_in"))
    announced = Move.RAISE if is_raise else Move.BET  # which is how 3.15.3 accepts it
    assert (raised.move, raised.to, raised.full) == (announced, 1_000 + increment, is_raise)
    assert raised.cites == (("3.15",) if is_raise else SHORT_RAISE)
    sitting.play("4 call", "1 fold")
    assert owed(sitting, 2) == increment
    if is_raise:
        assert sized(sitting, 2) == (2_000 + increment, DEEP - 200)
        sitting.play(f"2 raise {2_000 + increment}")
    else:
        assert sized(sitting, 2) is None
        assert because(sitting.not_played(f"2 raise {2_000 + increment}")) == (Reason.MOMENT, SHORT_RAISE)
        assert because(sitting.not_played("2 all_in")) == (Reason.MOMENT, SHORT_RAISE)
        assert acted(sitting.play("2 call")).amount == increment


def test_3_15_3_half_is_measured_to_the_cent() -> None:
    """Half of a least Raise of 1,000,001 is 500,000.50: 500,000 on top are no Raise, 500,001 are."""
    for increment, is_raise in ((500_000, False), (500_001, True)):
        all_in = {1: 9_000_000, 2: 9_000_000, 3: 200 + 1_000_001 + increment}
        sitting = dealt(stakes=all_in, street=FLOP, policy=CENTS)
        sitting.play("2 bet 1000001")
        assert acted(sitting.play("3 all_in")).full is is_raise


@pytest.mark.parametrize("increment", [300, 500])
def test_3_15_3_all_who_come_after_it_call_the_whole_amount_or_raise(increment: int) -> None:
    """Seats 4 and 1 have not acted: below half or not, they call it all or raise by 1,000; the least never shrinks."""
    sitting = dealt(stakes=stakes(s3=1_200 + increment), street=FLOP)
    sitting.play("2 bet 1000", "3 all_in")
    assert owed(sitting, 4) == 1_000 + increment
    assert sized(sitting, 4) == (2_000 + increment, DEEP - 200)
    assert because(sitting.not_played(f"4 raise {1_900 + increment}")) == (Reason.LIMITS, LEAST)
    sitting.play("4 call")
    assert sized(sitting, 1) == (2_000 + increment, DEEP - 200)
    sitting.play(f"1 raise {2_000 + increment}")
    assert sized(sitting, 2) == (3_000 + increment, DEEP - 200)


def test_3_15_3_in_the_first_betting_round_half_of_the_big_blind_counts() -> None:
    """Seat 4 calls 200. An All-in of 299 adds 99 of 200, one of 300 adds half."""
    for all_in, is_raise in ((299, False), (300, True)):
        sitting = dealt(stakes=stakes(s1=all_in), policy=CENTS)
        sitting.play("4 call", "1 all_in", "2 fold", "3 call")
        assert sitting.turn == 4
        assert (sized(sitting, 4) is not None) is is_raise
        assert owed(sitting, 4) == all_in - 200


def test_3_15_3_the_big_blind_keeps_his_option_after_a_short_all_in() -> None:
    sitting = dealt(stakes=stakes(s1=250), policy=CENTS)
    sitting.play("4 call", "1 all_in", "2 fold")
    assert owed(sitting, 3) == 50
    assert sized(sitting, 3) == (450, DEEP)


@pytest.mark.parametrize(("second", "is_raise"), [(400, False), (499, False), (500, True)])
def test_3_15_3_each_all_in_is_measured_alone(second: int, is_raise: bool) -> None:
    """BET 1,000, All-in of 400 on top, then of ``second`` on top of that: two shorts make no Raise together."""
    sitting = dealt(stakes=stakes(s3=1_600, s4=1_600 + second), street=FLOP, policy=CENTS)
    sitting.play("2 bet 1000")
    assert not acted(sitting.play("3 all_in")).full
    assert acted(sitting.play("4 all_in")).full is is_raise
    sitting.play("1 call")
    assert owed(sitting, 2) == 400 + second
    assert sized(sitting, 2) == ((2_400 + second, DEEP - 200) if is_raise else None)


def test_3_15_3_who_only_checked_may_raise_after_a_short_all_in_bet() -> None:
    """Seat 2 checks, 3 is All-in for 60, below half of a BET; 4 and 1 have not acted, and seat 2 only checked."""
    sitting = dealt(stakes=stakes(s3=260), street=FLOP, policy=CENTS)
    sitting.play("2 check")
    opened = acted(sitting.play("3 all_in"))
    assert (opened.move, opened.full, opened.cites) == (Move.BET, False, SHORT_CALL)
    assert sized(sitting, 4) == (260, DEEP - 200)
    sitting.play("4 call", "1 call")
    assert sized(sitting, 2) == (260, DEEP - 200)
    sitting.play("2 raise 260")
    assert sized(sitting, 4) == (460, DEEP - 200)


def test_3_15_3_who_called_a_short_all_in_bet_may_not_raise_the_next_one() -> None:
    """Seat 3 is All-in for 60, 4 calls, 1 is All-in for 130: seat 2, who only checked, may raise, seat 4 may not."""
    sitting = dealt(stakes=stakes(s3=260, s1=330), street=FLOP, policy=CENTS)
    sitting.play("2 check", "3 all_in", "4 call", "1 all_in")
    assert sized(sitting, 2) == (330, DEEP - 200)
    sitting.play("2 call")
    assert sitting.turn == 4
    assert owed(sitting, 4) == 70
    assert because(sitting.not_played("4 raise 330")) == (Reason.MOMENT, SHORT_RAISE)


@pytest.mark.parametrize(("increment", "is_raise"), [(999, False), (1_000, True)])
def test_3_15_3_another_room_may_ask_for_a_whole_raise(increment: int, is_raise: bool) -> None:
    policy = {**CENTS, "reopening_share": "1"}
    sitting = dealt(stakes=stakes(s3=1_200 + increment), street=FLOP, policy=policy)
    sitting.play("2 bet 1000")
    assert acted(sitting.play("3 all_in")).full is is_raise
    sitting.play("4 call", "1 fold")
    assert owed(sitting, 2) == increment
    assert (sized(sitting, 2) is not None) is is_raise


# 3.15.4 Only what he has contributed to


def test_3_15_4_an_all_in_wins_no_pot_that_he_has_nothing_in() -> None:
    """The best hand is All-in for 500, the next for 1,500: each takes the pots that he has chips in, and no more."""
    hands = {2: ACES, 3: KINGS, 4: QUEENS, 1: TENS}
    sitting = dealt(hands, stakes={1: 5_000, 2: 500, 3: 1_500, 4: 5_000})
    sitting.play("4 raise 5000", "1 call", "2 all_in", "3 all_in")
    events = sitting.finish(BOARD)
    assert won(events) == [{2: 4 * 500}, {3: 3 * 1_000}, {4: 2 * 3_500}]
    main, first, second = awards(events)
    assert main.cites[-4:-2] == ("4.6.1", "3.15.4")
    assert "4.6.2" in first.cites
    assert "4.6.2" in second.cites


def test_3_15_4_chips_of_those_who_folded_are_won_only_as_far_as_he_reaches() -> None:
    """Seat 4 folds 3,000 after the Flop: of it the All-in of 1,000 can win 1,000."""
    sitting = dealt({2: ACES, 3: KINGS}, stakes={1: 5_000, 2: 1_200, 3: 8_000, 4: 8_000}, street=FLOP)
    sitting.play("2 all_in", "3 call", "4 raise 3000", "1 fold", "3 raise 7000", "4 fold")
    assert won(sitting.finish(BOARD)) == [{2: 4 * 200 + 3 * 1_000}, {3: 2 * 2_000}]


# 3.16 How small a wager may be


@pytest.mark.parametrize("street", [FLOP, TURN, RIVER])
def test_3_16_a_bet_is_not_below_the_big_blind(street: int) -> None:
    sitting = dealt(stakes=stakes(), street=street, policy=CENTS)
    assert sized(sitting, 2) == (200, DEEP - 200)
    assert because(sitting.not_played("2 bet 199")) == (Reason.LIMITS, LEAST)
    assert acted(sitting.play("2 bet 200")).cites == ("1.4",)


@pytest.mark.parametrize("bet", [200, 201, 750])
def test_3_16_a_raise_is_not_below_the_bet_before_it(bet: int) -> None:
    sitting = dealt(stakes=stakes(), street=FLOP, policy=CENTS)
    sitting.play(f"2 bet {bet}")
    assert because(sitting.not_played(f"3 raise {2 * bet - 1}")) == (Reason.LIMITS, LEAST)
    assert acted(sitting.play(f"3 raise {2 * bet}")).cites == ("1.31",)


def test_3_16_a_raise_is_not_below_any_raise_before_it() -> None:
    """BET 300, raised by 800 to 1,100: the next Raise adds 800 too, and so does the one after it."""
    sitting = dealt(stakes=stakes(), street=FLOP, policy=CENTS)
    sitting.play("2 bet 300", "3 raise 1100")
    assert because(sitting.not_played("4 raise 1899")) == (Reason.LIMITS, LEAST)
    sitting.play("4 raise 1900")
    assert because(sitting.not_played("1 raise 2699")) == (Reason.LIMITS, LEAST)
    sitting.play("1 raise 2700")


def test_3_16_an_all_in_may_be_smaller() -> None:
    """A BET of 50 and, after a BET of 1,000, a Raise by 20, each with everything that is left."""
    sitting = dealt(stakes=stakes(s2=250), street=FLOP, policy=CENTS)
    assert acted(sitting.play("2 bet 50")).to == 50
    sitting = dealt(stakes=stakes(s3=1_220), street=FLOP, policy=CENTS)
    sitting.play("2 bet 1000")
    assert because(sitting.not_played("3 raise 1019")) == (Reason.LIMITS, LEAST)
    assert acted(sitting.play("3 raise 1020")).all_in


def test_3_16_only_this_betting_round_counts() -> None:
    """A BET of 1,500 on the Flop; on the Turn the least is the Big Blind again."""
    sitting = dealt(stakes=stakes(), street=FLOP)
    sitting.play("2 bet 1500", "3 call", "4 call", "1 call")
    on_street(sitting, TURN)
    assert sized(sitting, 2) == (200, DEEP - 1_700)
    sitting.play("2 bet 200")
    assert sized(sitting, 3) == (400, DEEP - 1_700)


# 3.17 Acts, not words


@pytest.mark.parametrize("street", [0, FLOP])
def test_3_17_a_word_without_its_gesture_binds_nobody(street: int) -> None:
    """Whatever he said, it is still his turn, and he may do what he could do before."""
    sitting = dealt(street=street)
    seat = sitting.turn
    assert seat is not None
    before = sitting.options(f"p{seat}")
    (event,) = sitting.report("verbal_declaration", seat)
    assert isinstance(event, IrregularityRuled)
    assert (event.seat, event.ruling, event.cites) == (seat, Ruling.CONTINUE, ("3.17",))
    assert sitting.turn == seat
    assert sitting.options(f"p{seat}") == before
    sitting.play(f"{seat} fold")
    assert sitting.hand(seat).folded


def test_3_17_an_act_is_binding() -> None:
    """What was done is not taken back, whatever is said afterwards: the turn has passed."""
    sitting = dealt(street=FLOP)
    sitting.play("2 bet 500")
    sitting.report("verbal_declaration", 2)
    for again in ("2 check", "2 fold", "2 bet 200", "2 raise 1000"):
        assert because(sitting.not_played(again)) == (Reason.NOT_YOUR_TURN, ("1.27", "5.10"))
    assert sitting.hand(2).bet == 500


def test_3_15_4_who_has_no_part_in_a_side_pot_does_not_win_it_with_the_best_hand() -> None:
    """Hole Cards that nobody knew: 3 x 600 lie in the Main Pot, which is seat 3's; 2 x 5,000 in the Side Pot."""
    sitting = RoomSitting({1: 20_000, 2: 20_000, 3: 600})
    sitting.open()
    sitting.do(DealCards((UNKNOWN,) * 6))
    sitting.play("1 raise 600", "2 call", "3 call")
    sitting.deal(board="2c 7d 9h Js Kd")
    sitting.play("2 bet 5000", "1 call")
    for _ in range(2):
        sitting.deal(board="2c 7d 9h Js Kd")
        sitting.play("2 check", "1 check")
    sitting.do(TurnMarker())
    sitting.do(ShowHand(2, parse_cards("4c 5c")))
    sitting.do(ShowHand(3, parse_cards("Ac Ad")))
    sitting.do(MuckHand(1), "p1")
    sitting.do(Settle())
    assert sitting.stacks == {1: 20_000 - 5_600, 2: 20_000 - 5_600 + 10_000, 3: 1_800}
