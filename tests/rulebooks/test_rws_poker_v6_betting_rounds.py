"""Poker, paragraphs 3.9 to 3.13: the deal, the streets and the four Betting Rounds, each by its number.

Amounts are cents. Unless a test says otherwise six Players sit at seats 1 to 6 with 20,000 each, the Small Blind is 100
and the Big Blind 200: in the first round the Button is at 1, the Blinds at 2 and 3, and seat 4 acts first.
"""

import pytest

from croupier.cards import DECK, UNKNOWN, Card, format_card, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.events import Acted, CardsDealt
from croupier.play.room.options import ActOption, DealerOption
from croupier.play.room.state import BURN, COMMUNITY, Phase
from croupier.play.viewer import HIDDEN
from croupier.rules.room import Move
from tests.room import DealCards, Look, RoomSitting
from tests.rulebooks.poker import ALL_CALL, EVERYBODY, because, fold_round, pass_round, until

RULEBOOKS = ("rws-poker-v6",)

FACING_A_BET = {Move.FOLD, Move.CALL, Move.RAISE, Move.ALL_IN}
NO_BET_YET = {Move.FOLD, Move.CHECK, Move.BET, Move.ALL_IN}
NO_CHECK = (Reason.AMOUNT, ("3.10.1.d",))


def moves(sitting: RoomSitting, seat: int) -> set[Move]:
    """What a seat's Player may do now."""
    return {one.move for one in sitting.options(f"p{seat}") if isinstance(one, ActOption)}


def shoe(sitting: RoomSitting) -> tuple[Card, ...]:
    """The cards that have not been dealt in this round."""
    return tuple(card for card in DECK if not sitting.round.used >> card & 1)


# 3.9 The Hole Cards and the first Betting Round


def test_3_9_single_cards_go_round_twice() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    cards = parse_cards("As Kd Qc Jh 9s 8d")
    assert sitting.do(DealCards(cards)) == (CardsDealt(cards, ("2", "3", "1") * 2, ("3.9",)),)
    held = {seat: " ".join(format_card(card) for card in sitting.hand(seat).cards) for seat in (1, 2, 3)}
    assert held == {2: "As Jh", 3: "Kd 9s", 1: "Qc 8d"}


@pytest.mark.parametrize("seats", [(1, 2), (2, 5, 7), (1, 2, 3, 4, 5, 6, 7, 8, 9)], ids=str)
def test_3_9_deal_begins_left_of_the_button_and_gives_two_each(seats: tuple[int, ...]) -> None:
    """In the second round the Button is at the second seat."""
    sitting = RoomSitting(seats)
    fold_round(sitting)
    sitting.open()
    around = tuple(str(seat) for seat in (*seats[2:], *seats[:2]))
    assert sitting.options("dealer") == (DealerOption("deal", 2 * len(seats), around * 2, ("3.9",)),)
    cards = shoe(sitting)
    too_many = sitting.refused(DealCards(cards[: 2 * len(seats) + 1]))
    assert because(too_many) == (Reason.CARDS, ("3.9",))
    for card in cards[: 2 * len(seats)]:
        assert sitting.round.phase is Phase.DEALING  # not before each Player has two
        sitting.do(DealCards((card,)))
    assert {len(sitting.hand(seat).cards) for seat in seats} == {2}
    assert sitting.turn is not None


def test_3_9_hole_cards_lie_face_down() -> None:
    """Until their own Player looks at them; a table may play without knowing them."""
    sitting = RoomSitting((1, 2))
    sitting.start({1: "As Ah", 2: "Ks Kh"})
    for viewer in EVERYBODY:
        assert [one.cards for one in sitting.seen_by(viewer).seats] == [(HIDDEN, HIDDEN)] * 2
    sitting.do(Look(1), "p1")
    assert [one.cards for one in sitting.seen_by("p1").seats] == [("As", "Ah"), (HIDDEN, HIDDEN)]
    assert {one.cards for viewer in EVERYBODY[1:] for one in sitting.seen_by(viewer).seats} == {(HIDDEN, HIDDEN)}
    unseen = RoomSitting((1, 2))
    unseen.open()
    unseen.do(DealCards((UNKNOWN,) * 4))
    unseen.play("1 call", "2 check")


def test_3_9_dealer_deals() -> None:
    sitting = RoomSitting((1, 2))
    sitting.open()
    assert because(sitting.refused(DealCards(DECK[:4]), "p1")) == (Reason.ROLE, ("3.9",))
    assert because(sitting.refused(DealCards(()))) == (Reason.CARDS, ("3.9",))


@pytest.mark.parametrize("folds", [True, False])
def test_3_9_nothing_is_dealt_between_rounds(folds: bool) -> None:
    """Not before the first one nor after it, wherever it ended: the next cards are Hole Cards."""
    sitting = RoomSitting()
    assert because(sitting.refused(DealCards(DECK[:1]))) == (Reason.MOMENT, ("3.9",))
    if folds:
        fold_round(sitting)
    else:
        sitting.whole()
    assert because(sitting.refused(DealCards(DECK[:1]))) == (Reason.MOMENT, ("3.9",))


def test_3_9_1_first_round_goes_by_its_own_rules() -> None:
    """The Blinds are what has to be called, and the turn passes clockwise from the fourth seat."""
    sitting = RoomSitting()
    sitting.start()
    assert sitting.seen_by("p1").level == 200
    order = []
    for text in ALL_CALL:
        order.append(sitting.turn)
        sitting.play(text)
    assert order == [4, 5, 6, 1, 2, 3]
    assert {sitting.hand(seat).put for seat in range(1, 7)} == {200}


def test_3_9_1_nothing_to_call_for_a_big_blind_that_was_called() -> None:
    sitting = RoomSitting()
    sitting.start()
    sitting.play(*ALL_CALL[:-1])
    assert because(sitting.not_played("3 call")) == (Reason.AMOUNT, ("3.9.1",))


@pytest.mark.parametrize(
    ("seats", "first"), [((1, 2), 1), ((3, 8), 3), ((1, 2, 3), 1), ((1, 2, 3, 4), 4), ((2, 5, 7, 8, 9), 8)], ids=str
)
def test_3_9_1_a_first_to_act(seats: tuple[int, ...], first: int) -> None:
    """Left of the Big Blind; of two Players, and of three, that is the Button."""
    sitting = RoomSitting(seats)
    assert sitting.start().first == first
    assert sitting.turn == first


@pytest.mark.parametrize("seats", [(1, 2), (1, 2, 3, 4)], ids=str)
def test_3_9_1_a_he_calls_raises_or_folds(seats: tuple[int, ...]) -> None:
    for move in ("fold", "call", "raise 400"):
        sitting = RoomSitting(seats)
        first = sitting.start().first
        assert moves(sitting, first) == FACING_A_BET
        assert sitting.not_played(f"{first} check").reason is Reason.AMOUNT
        assert sitting.not_played(f"{first} bet 400").reason is Reason.MOMENT
        sitting.play(f"{first} {move}")


def test_3_9_1_a_check_is_refused_under_this_paragraph() -> None:
    """Not under 3.10.1.d: that is of the rounds in which a Player has BET, and a Blind is no BET (1.4)."""
    sitting = RoomSitting()
    sitting.start()
    assert because(sitting.not_played("4 check")) == (Reason.AMOUNT, ("3.9.1.a",))


@pytest.mark.parametrize("move", ["check", "raise 400", "all_in"])
def test_3_9_1_b_big_blind_that_nobody_raised_checks_or_raises(move: str) -> None:
    sitting = RoomSitting()
    sitting.start()
    sitting.play(*ALL_CALL[:-1])
    assert (sitting.round.phase, sitting.turn) == (Phase.BETTING, 3)
    assert moves(sitting, 3) == {Move.FOLD, Move.CHECK, Move.RAISE, Move.ALL_IN}
    acted = sitting.play(f"3 {move}")
    if move == "check":
        assert acted == (Acted(3, Move.CHECK, 0, 200, False, False, ("3.9.1.b",)),)
        assert sitting.turn is None
    else:
        assert sitting.turn == 4  # who has to answer, as everybody has


@pytest.mark.parametrize("raiser", [4, 6, 2])
def test_3_9_1_b_big_blind_that_was_raised_does_not_check(raiser: int) -> None:
    sitting = RoomSitting()
    sitting.start()
    while sitting.turn != raiser:
        sitting.play(f"{sitting.turn} call")
    sitting.play(f"{raiser} raise 600")
    while sitting.turn != 3:
        sitting.play(f"{sitting.turn} call")
    assert sitting.not_played("3 check").reason is Reason.AMOUNT
    assert moves(sitting, 3) == FACING_A_BET


def test_3_9_1_b_of_two_players_the_other_has_the_option() -> None:
    sitting = RoomSitting((1, 2))
    sitting.start()
    sitting.play("1 call")
    assert sitting.turn == 2
    assert sitting.play("2 check")[0].cites == ("3.9.1.b",)


def test_3_9_1_b_round_goes_on_until_everybody_has_answered() -> None:
    sitting = RoomSitting()
    sitting.start()
    order = []
    for act in ("call", "fold", "raise 600", "call", "fold", "call", "raise 1000", "fold", "call", "call"):
        order.append(sitting.turn)
        sitting.play(f"{sitting.turn} {act}")
    assert order == [4, 5, 6, 1, 2, 3, 4, 6, 1, 3]
    assert sitting.round.phase is Phase.DEALING


# 3.10 to 3.13 The streets and their Betting Rounds


def street_is_dealt(street: int, count: int, cites: tuple[str, ...]) -> None:
    """One card is burnt and so many are turned up, no more and no fewer; then the Betting Round begins."""
    sitting = until(street - 1)
    pass_round(sitting)
    before, burnt, cards = sitting.seen_by("p1").community, sitting.seen_by("p1").burnt, shoe(sitting)
    places = (BURN, *(COMMUNITY,) * count)
    assert sitting.options("dealer") == (DealerOption("deal", 1 + count, places, cites),)
    assert because(sitting.refused(DealCards(cards[: count + 2]))) == (Reason.CARDS, cites)
    assert because(sitting.refused(DealCards((UNKNOWN,) * (count + 1)))) == (Reason.CARDS, cites)
    dealt = (UNKNOWN, *cards[:count])  # nobody need know the Burnt Card
    assert sitting.do(DealCards(dealt)) == (CardsDealt(dealt, places, cites),)
    for viewer in EVERYBODY:
        view = sitting.seen_by(viewer)
        assert view.community == (*before, *(format_card(card) for card in cards[:count]))
        assert view.burnt == burnt + 1
    assert (sitting.round.phase, sitting.round.street, sitting.turn) == (Phase.BETTING, street, 2)


def test_3_10_one_card_is_burnt_and_three_are_turned_up() -> None:
    street_is_dealt(1, 3, ("3.10",))


@pytest.mark.parametrize("dealt", [1, 2, 3])
def test_3_10_flop_is_turned_up_together(dealt: int) -> None:
    sitting = until(0)
    pass_round(sitting)
    cards = shoe(sitting)
    sitting.do(DealCards(cards[:dealt]))
    assert {sitting.seen_by(viewer).community for viewer in EVERYBODY} == {()}
    sitting.do(DealCards(cards[dealt:4]))
    assert {len(sitting.seen_by(viewer).community) for viewer in EVERYBODY} == {3}


def test_3_10_flop_waits_for_the_first_round() -> None:
    sitting = RoomSitting()
    sitting.start()
    for text in ALL_CALL:
        assert because(sitting.refused(DealCards(shoe(sitting)[:4]))) == (Reason.MOMENT, ("3.10",))
        sitting.play(text)
    sitting.deal()


def test_3_10_1_second_round_begins_without_a_bet() -> None:
    sitting = RoomSitting()
    sitting.start()
    sitting.play("4 raise 600", "5 call", "6 fold", "1 fold", "2 call", "3 call")
    sitting.deal()
    assert sitting.seen_by("p1").level == 0
    assert {hand.bet for hand in sitting.round.hands} == {0}
    assert sitting.play("2 check") == (Acted(2, Move.CHECK, 0, 0, False, False, ("3.10.1",)),)
    assert because(sitting.not_played("3 call")) == (Reason.AMOUNT, ("3.10.1",))
    assert because(sitting.not_played("3 raise 400")) == (Reason.MOMENT, ("3.10.1",))


@pytest.mark.parametrize("move", ["bet 200", "check", "fold"])
def test_3_10_1_a_left_of_the_button_begins(move: str) -> None:
    sitting = until(1)
    assert sitting.turn == 2
    assert moves(sitting, 2) == NO_BET_YET
    sitting.play(f"2 {move}")
    assert sitting.turn == 3


def test_3_10_1_a_when_a_card_is_burnt_and_three_lie_face_up() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.start()
    sitting.play("1 call", "2 call", "3 check")
    for place in (BURN, COMMUNITY, COMMUNITY, COMMUNITY):
        assert sitting.turn is None
        (dealt,) = sitting.do(DealCards(shoe(sitting)[:1]))
        assert isinstance(dealt, CardsDealt)
        assert dealt.places == (place,)
    assert sitting.turn == 2


@pytest.mark.parametrize(
    ("folds", "first"), [((), 2), ((2,), 3), ((2, 3), 4), ((4, 5, 6), 2), ((2, 3, 4, 5), 6)], ids=str
)
def test_3_10_1_a_first_who_is_still_in(folds: tuple[int, ...], first: int) -> None:
    sitting = RoomSitting()
    sitting.start()
    for seat in (4, 5, 6, 1, 2, 3):
        owes = sitting.hand(seat).bet < 200
        sitting.play(f"{seat} {'fold' if seat in folds else 'call' if owes else 'check'}")
    sitting.deal()
    assert sitting.turn == first


def test_3_10_1_a_who_is_all_in_is_passed_over() -> None:
    sitting = RoomSitting({1: 20_000, 2: 1_000, 3: 20_000})
    sitting.start()
    sitting.play("1 raise 1000", "2 call", "3 call")
    sitting.deal()
    assert sitting.turn == 3


def test_3_10_1_a_of_two_players_the_big_blind_begins() -> None:
    sitting = until(1, (1, 2))
    assert (sitting.round.button, sitting.turn) == (1, 2)


@pytest.mark.parametrize("move", ["bet 200", "check", "fold"])
def test_3_10_1_b_after_checks_the_same_choices(move: str) -> None:
    sitting = until(1)
    for seat in (2, 3, 4, 5, 6):
        sitting.play(f"{seat} check")
        assert moves(sitting, sitting.turn or 0) == NO_BET_YET
    sitting.play(f"1 {move}")
    assert sitting.turn == (2 if move == "bet 200" else None)


def test_3_10_1_c_bet_after_checks_is_answered_up_to_the_last_who_checked() -> None:
    sitting = until(1)
    sitting.play("2 check", "3 check", "4 check", "5 bet 500")
    order = []
    for act in ("call", "fold", "call", "fold", "call"):
        seat = sitting.turn or 0
        order.append(seat)
        assert moves(sitting, seat) == FACING_A_BET
        sitting.play(f"{seat} {act}")
    assert order == [6, 1, 2, 3, 4]
    assert sitting.round.phase is Phase.DEALING


def test_3_10_1_c_who_checked_may_raise() -> None:
    sitting = until(1, (1, 2, 3))
    sitting.play("2 check", "3 check", "1 bet 500")
    assert sitting.play("2 raise 1000") == (Acted(2, Move.RAISE, 1_000, 1_000, False, True, ("1.31",)),)
    sitting.play("3 call")
    assert sitting.turn == 1


def test_3_10_1_d_no_check_once_there_is_a_bet() -> None:
    sitting = until(1)
    sitting.play("2 check", "3 bet 500")
    for act in ("call", "raise 1000", "call", "call", "fold"):
        seat = sitting.turn or 0
        assert because(sitting.not_played(f"{seat} check")) == NO_CHECK
        assert because(sitting.not_played(f"{seat} bet 2000")) == (Reason.MOMENT, ("3.10.1.d",))
        sitting.play(f"{seat} {act}")
    assert because(sitting.not_played("3 check")) == NO_CHECK  # who bet 500 himself
    sitting.play("3 call")
    assert because(sitting.not_played("4 check")) == NO_CHECK


def test_3_11_one_card_is_burnt_and_the_turn_turned_up() -> None:
    street_is_dealt(2, 1, ("3.11",))


def test_3_11_turn_waits_for_the_second_round() -> None:
    sitting = until(1, (1, 2))
    for text in ("2 check", "1 bet 200", "2 call"):
        assert because(sitting.refused(DealCards(shoe(sitting)[:2]))) == (Reason.MOMENT, ("3.11",))
        sitting.play(text)
    sitting.deal()


def test_3_12_one_card_is_burnt_and_the_river_turned_up() -> None:
    street_is_dealt(3, 1, ("3.12",))


def test_3_12_river_is_the_last_card() -> None:
    sitting = until(2, (1, 2))
    for text in ("2 bet 200", "1 raise 400", "2 call"):
        assert because(sitting.refused(DealCards(shoe(sitting)[:2]))) == (Reason.MOMENT, ("3.12",))
        sitting.play(text)
    sitting.deal()
    assert sitting.refused(DealCards(shoe(sitting)[:2])).reason is Reason.MOMENT
    pass_round(sitting)
    assert sitting.refused(DealCards(shoe(sitting)[:2])).reason is Reason.MOMENT
    assert (len(sitting.round.community), len(sitting.round.burnt)) == (5, 3)


@pytest.mark.parametrize("street", [2, 3])
def test_3_13_third_and_fourth_go_like_the_second(street: int) -> None:
    """First left of the Button; BET, Check or Fold; after a BET Call, Raise or Fold, up to the last who checked."""
    sitting = until(street)
    assert sitting.turn == 2
    assert moves(sitting, 2) == NO_BET_YET
    assert because(sitting.not_played("2 call")) == (Reason.AMOUNT, ("3.13",))
    assert because(sitting.not_played("2 raise 400")) == (Reason.MOMENT, ("3.13",))
    assert sitting.play("2 check") == (Acted(2, Move.CHECK, 0, 0, False, False, ("3.13",)),)
    assert moves(sitting, 3) == NO_BET_YET
    sitting.play("3 bet 500")
    assert because(sitting.not_played("4 check")) == NO_CHECK
    order = []
    for act in ("fold", "raise 1000", "call", "fold", "call", "call"):
        seat = sitting.turn or 0
        order.append(seat)
        assert moves(sitting, seat) == FACING_A_BET
        sitting.play(f"{seat} {act}")
    assert order == [4, 5, 6, 1, 2, 3]
    assert sitting.round.phase is (Phase.DEALING if street == 2 else Phase.SHOWDOWN)


@pytest.mark.parametrize("street", [2, 3])
def test_3_13_of_two_players_the_big_blind_begins(street: int) -> None:
    assert until(street, (1, 2)).turn == 2


def test_3_10_1_who_had_the_big_blind_checks_after_the_flop_like_anybody() -> None:
    """In the first Betting Round his check is the option of 3.9.1.b; after it there is nothing special in it."""
    sitting = until(0)
    (before,) = [one for one in sitting.play(*ALL_CALL) if isinstance(one, Acted)]
    assert (before.seat, before.cites) == (3, ("3.9.1.b",))
    for street, cite in ((1, "3.10.1"), (2, "3.13"), (3, "3.13")):
        (after,) = [one for one in until(street).play("2 check", "3 check") if isinstance(one, Acted)]
        assert (after.seat, after.cites) == (3, (cite,))
