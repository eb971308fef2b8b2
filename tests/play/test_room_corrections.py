"""A card keyed in wrongly in the poker room: corrected, with both versions on record, and settled as corrected."""

import pytest

from croupier.cards import UNKNOWN, Card, parse_card, parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.commands import CorrectCard
from croupier.play.room.events import CardCorrected, PotAwarded, RoomEvent
from croupier.play.room.state import Phase
from tests.room import (
    DealCards,
    Look,
    MuckHand,
    RoomSitting,
    RunOutClock,
    Settle,
    ShowHand,
    TakeDecision,
    TurnMarker,
)

HANDS = {1: "As Ah", 2: "Kd Kh", 3: "7c 2d"}
BOARD = "2c 3d 8h 9s Kc"
UNSEEN = "??"


def slip(place: str, number: int, card: str, reason: str = "") -> CorrectCard:
    """The card with this number at its place was another one."""
    return CorrectCard(place, number - 1, UNKNOWN if card == UNSEEN else parse_card(card), reason)


def dealt() -> RoomSitting:
    sitting = RoomSitting((1, 2, 3))
    sitting.start(HANDS, BOARD)
    return sitting


def dealt_unseen() -> RoomSitting:
    """Nobody knows a Hole Card."""
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    sitting.do(DealCards((UNKNOWN,) * 6))
    return sitting


def act_on(sitting: RoomSitting, move: str) -> int:
    """Whoever is to act does so; his seat."""
    seat = sitting.turn
    assert seat is not None
    sitting.play(f"{seat} {move}")
    return seat


def winners(events: tuple[RoomEvent, ...]) -> list[int]:
    return [seat for event in events if isinstance(event, PotAwarded) for seat, _ in event.winners]


# ---- Until when, and who --------------------------------------------------------------------------------------------


def test_the_dealer_corrects_a_card_until_the_next_decision() -> None:
    sitting = dealt()
    (event,) = sitting.do(slip("1", 2, "Ac"))
    assert event == CardCorrected("1", 1, parse_card("Ah"), parse_card("Ac"), "", ("2.2.1",))
    assert sitting.hand(1).cards == parse_cards("AsAc")
    sitting.do(slip("1", 2, "Ah"))
    act_on(sitting, "call")
    sitting.not_alone(slip("1", 2, "Ac", "misread"))
    sitting.not_alone(slip("1", 2, "Ac"), "pit_supervisor")
    sitting.not_alone(slip("1", 2, "Ac", " "), "pit_supervisor")
    (late,) = sitting.do(slip("1", 2, "Ac", "misread"), "pit_supervisor")
    assert late == CardCorrected("1", 1, parse_card("Ah"), parse_card("Ac"), "misread", ("2.2.1",))


def test_the_dealer_corrects_a_card_until_the_next_one() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    first, second = sitting.round.ahead[:2]
    sitting.do(DealCards(parse_cards("As")))
    sitting.do(slip(first, 1, "Ad"))
    sitting.do(DealCards(parse_cards("As")))  # it is in the shoe after all
    sitting.not_alone(slip(first, 1, "Ac"))
    sitting.do(slip(second, 1, "Ac"))


def test_a_clock_that_runs_out_decides_as_well() -> None:
    sitting = dealt()
    assert sitting.turn is not None
    sitting.do(RunOutClock(sitting.turn))
    sitting.not_alone(slip("1", 1, "Ac"))


def test_to_look_is_no_decision() -> None:
    sitting = dealt()
    sitting.do(Look(1), "p1")
    sitting.do(slip("1", 2, "Ac"))
    assert sitting.seen_by("p1").seats[0].cards == ("As", "Ac")


@pytest.mark.parametrize("by", ["p1", "cage", "auditor", "display"])
def test_nobody_else_corrects_a_card(by: str) -> None:
    assert dealt().refused(slip("1", 1, "Ac", "I saw it"), by).reason is Reason.ROLE


def test_a_street_is_corrected_until_somebody_acts_on_it() -> None:
    sitting = dealt()
    while sitting.round.phase is Phase.BETTING:
        act_on(sitting, "call" if sitting.hand(sitting.turn or 0).bet < sitting.round.level else "check")
    sitting.deal(board=BOARD)
    sitting.do(slip("community", 3, "8d"), "dealer")
    sitting.do(slip("burn", 1, UNSEEN), "dealer")
    assert sitting.seen_by("p2").community == ("2c", "3d", "8d")
    sitting.not_alone(slip("1", 1, "Ac"))
    act_on(sitting, "check")
    sitting.not_alone(slip("community", 3, "8h"))


def test_while_the_table_waits_for_a_decision_a_slip_is_still_one() -> None:
    sitting = dealt()
    sitting.report("not_covered")
    (pending,) = sitting.table.pending
    sitting.do(slip("1", 2, "Ac"))
    sitting.do(TakeDecision(pending.number, "continue", "nothing to it"), "shift_manager")


# ---- At the showdown ------------------------------------------------------------------------------------------------


def test_a_corrected_card_is_settled() -> None:
    """With the King on the board three of them win; with the Queen for it a pair of Aces does."""
    as_keyed = dealt()
    as_keyed.check_down(BOARD)
    assert winners(as_keyed.finish()) == [2]
    sitting = dealt()
    sitting.check_down(BOARD)
    sitting.do(slip("community", 5, "Qc", "the scanner slipped"), "pit_supervisor")
    assert winners(sitting.finish()) == [1]


def test_what_the_dealer_names_at_the_showdown_is_corrected_until_the_next_hand() -> None:
    sitting = dealt_unseen()
    sitting.check_down(BOARD)
    sitting.do(TurnMarker())
    sitting.do(ShowHand(1, parse_cards("AsAh")))
    sitting.do(slip("1", 2, "Ad"))
    assert sitting.hand(1).shown
    assert sitting.seen_by("p3").seats[0].cards == ("As", "Ad")
    assert sitting.refused(slip("1", 2, UNSEEN)).reason is Reason.CARDS
    sitting.do(ShowHand(2, parse_cards("QhAh")))  # this is where it was
    sitting.not_alone(slip("1", 2, "Ac", "misread"))
    sitting.do(slip("2", 1, "Qd"))
    sitting.do(MuckHand(3))
    sitting.not_alone(slip("2", 1, "Qh", "misread"))
    sitting.do(slip("2", 1, "Qh", "misread"), "pit_supervisor")
    assert winners(sitting.do(Settle())) == [1]


def test_a_runout_is_corrected_until_its_next_card() -> None:
    """Everybody is all-in: no act comes between the streets, nor after the River."""
    sitting = RoomSitting({1: 1_000, 2: 1_000})
    sitting.start({1: "As Ah", 2: "Kd Kh"}, BOARD)
    act_on(sitting, "all_in")
    act_on(sitting, "call")
    sitting.do(TurnMarker())
    sitting.do(ShowHand(1), "p1")
    sitting.do(ShowHand(2), "p2")
    sitting.not_alone(slip("1", 1, "Ac"))
    for _ in range(2):
        sitting.deal(board=BOARD)
    sitting.not_alone(slip("community", 3, "8d"))
    sitting.deal(board=BOARD)
    sitting.do(slip("community", 5, "Qc"))
    assert winners(sitting.do(Settle())) == [1]


def test_nothing_is_corrected_once_the_round_is_settled() -> None:
    sitting = dealt()
    late = slip("1", 1, "Ac", "late")
    sitting.check_down(BOARD)
    sitting.do(slip("3", 1, "7d", "just in time"), "pit_supervisor")
    sitting.finish()
    assert sitting.refused(late, "shift_manager").reason is Reason.MOMENT
    void = dealt()
    void.report("foreign_card")
    assert void.refused(late, "shift_manager").reason is Reason.MOMENT
    assert RoomSitting((1, 2)).refused(late, "shift_manager").reason is Reason.MOMENT


# ---- Which cards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "number", "card"),
    [
        ("1", 1, "Kd"),
        ("1", 1, "Ah"),
        ("1", 1, "As"),
        ("9", 1, "4c"),
        ("1", 0, "4c"),
        ("1", 3, "4c"),
        ("community", 1, "4c"),
        ("burn", 1, "4c"),
        ("dealer", 1, "4c"),
    ],
)
def test_a_card_cannot_be_one_that_lies_elsewhere_nor_lie_where_none_is(place: str, number: int, card: str) -> None:
    refusal = dealt().refused(slip(place, number, card, "so"), "shift_manager")
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("2.2.1",))


@pytest.mark.parametrize("card", [-1, UNKNOWN + 1, 1_000])
def test_what_is_no_card_lies_nowhere(card: int) -> None:
    assert dealt().refused(CorrectCard("1", 0, Card(card))).reason is Reason.CARDS


def test_a_card_that_was_discarded_is_out_as_well() -> None:
    sitting = RoomSitting((1, 2, 3))
    sitting.open()
    sitting.do(DealCards(parse_cards("As")))
    sitting.report("cards_exposed", cards=parse_cards("4c"))
    place = next(str(hand.seat) for hand in sitting.round.hands if hand.cards)
    assert sitting.refused(slip(place, 1, "4c", "so"), "pit_supervisor").reason is Reason.CARDS


def test_a_hidden_card_may_turn_out_not_to_have_been_seen() -> None:
    sitting = dealt()
    sitting.do(slip("2", 1, UNSEEN))
    assert not sitting.round.used >> parse_card("Kd") & 1
    sitting.do(slip("2", 1, "Kd"))
    sitting.check_down(BOARD)
    for number in range(1, 6):
        refusal = sitting.refused(slip("community", number, UNSEEN, "so"), "pit_supervisor")
        assert refusal.reason is Reason.CARDS


def test_a_card_dealt_unseen_is_named_by_the_dealer_however_late() -> None:
    sitting = dealt_unseen()
    act_on(sitting, "call")
    sitting.do(slip("1", 1, "As"))
    # It is known by now: another word on it is a correction, and comes too late for the Dealer.
    sitting.not_alone(slip("1", 1, "Ac"))
    assert sitting.refused(slip("1", 2, "As")).reason is Reason.CARDS


def test_the_card_of_a_folded_hand_is_corrected_so_that_the_real_one_can_be_dealt() -> None:
    sitting = dealt()
    seat = act_on(sitting, "fold")
    real = HANDS[seat].split()[0]
    sitting.do(slip(str(seat), 1, UNSEEN, "misread"), "pit_supervisor")
    assert sitting.hand(seat).folded
    sitting.check_down(f"{real} 3s 8h 9s Kc")
    assert sitting.round.community[0] == parse_card(real)


def test_nobody_says_what_a_hand_was_that_was_given_up_unseen() -> None:
    sitting = dealt_unseen()
    folded = act_on(sitting, "fold")
    sitting.check_down(BOARD)
    sitting.do(TurnMarker())
    first, mucked = [hand.seat for hand in sitting.round.hands if hand.seat != folded][:2]
    sitting.do(ShowHand(first, parse_cards("Qc Qd")))
    sitting.do(MuckHand(mucked), f"p{mucked}")
    for seat in (folded, mucked):
        refusal = sitting.refused(slip(str(seat), 1, "As", "I saw it"), "shift_manager")
        assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("3.14.2.d", "I18"))
