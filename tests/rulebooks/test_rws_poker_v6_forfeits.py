"""Poker (RWS), version 6: what a hand leaves in the Pot when a ruling or its Player folds it (1.30, 3.14.1, 4.3, 5.11).

Unless a test says otherwise the Small Blind is 100, the Big Blind 200, and in the first round the Button is at the
first seat.
"""

import pytest
from msgspec.structs import replace

from croupier.play.room.events import BetReturned, BlindPosted, Post, PotAwarded, RoomEvent
from croupier.play.room.state import Phase
from tests.room import ComeBack, PayIn, RoomSitting, Settle, ShowHand, SitOut, TakeDecision, TurnMarker
from tests.rulebooks.poker import fold_round, won

BOARD = "2c 7d 9h Js 3s"


def flop(stakes: dict[int, int] | tuple[int, ...], rake: str = "0", hands: dict[int, str] | None = None) -> RoomSitting:
    """Everybody has called the Big Blind, and the Flop lies."""
    sitting = RoomSitting(stakes, {"rake": rake, "rake_cap": 10_000, "rake_unit": 1, "chips": (1,)})
    sitting.start(hands, BOARD)
    while sitting.round.street == 0 and sitting.round.phase is Phase.BETTING:
        hand = sitting.hand(sitting.turn or 0)
        sitting.play(f"{hand.seat} {'call' if hand.bet < 200 else 'check'}")
    sitting.deal(board=BOARD)
    return sitting


def exposed(sitting: RoomSitting, seat: int) -> None:
    sitting.report("hole_cards_exposed", seat, facts={"by": "player"})


def returned(events: tuple[RoomEvent, ...] | list[RoomEvent]) -> dict[int, int]:
    return {one.seat: one.amount for one in events if isinstance(one, BetReturned)}


def pots(events: tuple[RoomEvent, ...]) -> list[int]:
    return [one.amount for one in events if isinstance(one, PotAwarded)]


@pytest.mark.parametrize(("rake", "taken"), [("0", 0), ("0.05", 70)])
def test_5_11_a_bluff_is_not_taken_back_by_showing_a_card(rake: str, taken: int) -> None:
    """The other wins 400 + 1,000. Nobody's winning bet went uncalled, so 4.3 spares nothing: 5 % of 1,400 are 70."""
    sitting = flop((1, 2), rake)
    sitting.play("2 bet 1000")
    exposed(sitting, 2)
    events = sitting.do(Settle())
    assert returned(events) == {}
    assert pots(events) == [1_400]
    assert won(events) == {1: 1_400 - taken}
    assert sitting.table.rake == taken
    assert sitting.stacks == {1: 20_000 - 200 + 1_400 - taken, 2: 20_000 - 1_200}


def test_3_10_1_d_the_others_still_answer_the_bet() -> None:
    sitting = flop((1, 2, 3))
    sitting.play("2 bet 1000")
    exposed(sitting, 2)
    assert sitting.turn == 3
    assert sitting.not_played("3 check").cites == ("3.10.1.d",)
    sitting.play("3 call", "1 fold")
    events = sitting.do(Settle())
    assert returned(events) == {}  # his call is matched by the bet that lies there
    assert pots(events) == [600 + 2_000]
    assert won(events) == {3: 2_600}


def test_4_3_what_nobody_called_of_the_winner_goes_back() -> None:
    """Raised to 3,000 over a bet of 1,000 that was then exposed: 2,000 of the Raise nobody matched."""
    sitting = flop((1, 2, 3), "0.05")
    sitting.play("2 bet 1000", "3 raise 3000")
    exposed(sitting, 2)
    sitting.play("1 fold")
    events = sitting.do(Settle())
    assert returned(events) == {3: 2_000}
    assert pots(events) == [600 + 2_000]
    assert won(events) == {3: 2_600 - 130}  # 5 % of 2,600


def test_5_11_one_with_chips_answers_an_exposed_bet_though_the_other_is_all_in() -> None:
    """Seat 3 is All-in for 300 after the call; seat 1 alone has chips, and still owes 1,000 or folds."""
    sitting = flop({1: 20_000, 2: 20_000, 3: 500}, hands={1: "Ac Ad", 2: "4c 5c", 3: "Kc Kd"})
    sitting.play("2 bet 1000", "3 call")
    exposed(sitting, 2)
    assert sitting.turn == 1
    assert sitting.not_played("1 check").cites == ("3.10.1.d",)
    sitting.play("1 call")
    events = sitting.finish(BOARD)
    assert returned(events) == {}
    assert pots(events) == [600 + 900, 700 + 700]  # seat 3 reaches 300 of each, and 3.15.4 keeps him from the rest
    assert won(events) == {1: 2_900}


def test_3_14_1_the_lone_all_in_wins_all_that_was_left_there() -> None:
    sitting = flop({1: 20_000, 2: 20_000, 3: 500})
    sitting.play("2 bet 1000", "3 call")
    exposed(sitting, 2)
    sitting.play("1 fold")
    events = sitting.do(Settle())
    assert returned(events) == {}
    assert won(events) == {3: 600 + 1_000 + 300}


def test_1_30_what_nobody_left_has_matched_lies_in_the_last_pot() -> None:
    """1,000 bet and exposed; seat 3 reaches 300 of it, seat 1 reaches 500. The other 500 stay in the Pot too."""
    sitting = flop({1: 700, 2: 20_000, 3: 500}, hands={1: "Ac Ad", 2: "4c 5c", 3: "Kc Kd"})
    sitting.play("2 bet 1000", "3 call")
    exposed(sitting, 2)
    sitting.play("1 call")
    events = sitting.finish(BOARD)
    assert returned(events) == {}
    assert pots(events) == [600 + 900, 200 + 200 + 500]
    assert won(events) == {1: 2_400}


def test_5_11_twice_in_one_round() -> None:
    sitting = flop((1, 2, 3, 4))
    sitting.play("2 bet 1000", "3 raise 3000")
    exposed(sitting, 3)
    assert sitting.turn == 4
    sitting.play("4 call")
    exposed(sitting, 4)
    assert sitting.turn == 1
    assert sitting.not_played("1 raise 4000").cites[0] == "3.5"  # the Raise of 2,000 is still the measure
    sitting.play("1 call", "2 fold")
    events = sitting.do(Settle())
    assert returned(events) == {}
    assert won(events) == {1: 800 + 1_000 + 3 * 3_000}


def test_5_14_a_hand_folded_by_a_roles_decision_leaves_its_bet_too() -> None:
    sitting = flop((1, 2, 3))
    sitting.play("2 bet 1000")
    sitting.report("not_covered", 2)
    sitting.do(TakeDecision(1, "fold_hand", "seen on the recording"), "shift_manager")
    assert sitting.turn == 3
    sitting.play("3 fold")
    events = sitting.do(Settle())
    assert returned(events) == {}
    assert won(events) == {1: 600 + 1_000}


def test_5_11_a_bettor_who_is_all_in_leaves_everything() -> None:
    sitting = flop({1: 20_000, 2: 2_200})
    sitting.play("2 all_in")
    exposed(sitting, 2)
    events = sitting.do(Settle())
    assert returned(events) == {}
    assert won(events) == {1: 400 + 2_000}


def test_1_18_who_folds_his_big_blind_leaves_what_the_all_ins_do_not_reach() -> None:
    """Two All-in for 100 and 150; the Big Blind of 200 folds. 50 of it reach beyond anybody, and stay in the Pot."""
    stakes = {1: 20_000, 2: 20_000, 3: 20_000, 4: 100, 5: 150}
    sitting = RoomSitting(stakes, {"chips": (1,), "rake_unit": 1, "minimum_stake": 50, "small_blind": 25})
    sitting.start({4: "Ac Ad", 5: "Kc Kd"}, BOARD)
    sitting.play("4 call", "5 call", "1 fold", "2 fold", "3 raise 200", "4 call", "5 call")
    assert sitting.round.phase is Phase.SHOWDOWN
    sitting.report("not_covered", 3)
    sitting.do(TakeDecision(1, "fold_hand", "he gave his cards to a neighbour"), "shift_manager")
    events = sitting.finish(BOARD)
    assert returned(events) == {}
    assert pots(events) == [100 * 3 + 25, 50 + 50 + 50]
    assert won(events) == {4: 325, 5: 150}


# A Small Blind that is dead and all one has


@pytest.mark.parametrize("stake", [60, 100])
def test_3_15_4_who_is_all_in_by_a_dead_small_blind_contests_what_he_can_match(stake: int) -> None:
    """Seat 3 missed the Small Blind and has no more than it. The Main Pot has as much of each other Player."""
    sitting = RoomSitting(
        {1: 20_000, 2: 20_000, 3: 20_000, 4: 20_000, 5: 20_000, 6: 20_000},
        {"chips": (1,), "rake_unit": 1, "minimum_stake": 200},
    )
    fold_round(sitting)
    sitting.do(SitOut(3), "p3")
    fold_round(sitting)
    fold_round(sitting)
    poor(sitting, 3, stake)
    sitting.do(ComeBack(3), "p3")
    sitting.do(PayIn(3), "p3")
    opened = sitting.start({3: "Ac Ad", 1: "Kc Kd", 6: "4c 5c"}, BOARD)
    posts = {one.seat: one for one in sitting.events if isinstance(one, BlindPosted)}
    assert opened.button == 4
    assert (posts[3].post, posts[3].amount) == (Post.MATCHED_SMALL, stake)
    assert "5.4.2.b" in posts[3].cites
    assert "3.15.4" in posts[3].cites
    # Small Blind 5, Big Blind 6; 1 and 6 play for 200, the others fold.
    sitting.play("1 call", "2 fold", "4 fold", "5 fold", "6 check")
    sitting.check_down(BOARD)
    sitting.do(TurnMarker())
    for seat in (6, 1, 3):
        sitting.do(ShowHand(seat), f"p{seat}")
    events = sitting.do(Settle())
    small = min(stake, 100)
    assert pots(events) == [3 * stake + small, 2 * (200 - stake) + 100 - small]
    assert won(events) == {3: 3 * stake + small, 1: 2 * (200 - stake) + 100 - small}


def poor(sitting: RoomSitting, seat: int, stake: int) -> None:
    """Leave a Player who sits out with so much, as if he had lost the rest."""
    seats = tuple(replace(one, stake=stake) if one.number == seat else one for one in sitting.table.seats)
    sitting.table = replace(sitting.table, seats=seats)
