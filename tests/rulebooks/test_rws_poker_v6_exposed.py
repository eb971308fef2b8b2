"""Poker, 5.2.5 and 5.3: cards exposed in the Initial Deal and later, whenever that is noticed.

Amounts are cents; six Players with 20,000 each, blinds of 100 at seat 2 and 200 at seat 3, unless a test says
otherwise. Hole Cards go round from seat 2: 2, 3, 4, 5, 6, 1 and again.
"""

from collections.abc import Callable

import pytest

from croupier.cards import UNKNOWN, format_card
from croupier.play.refusal import Reason
from croupier.play.room.events import (
    CardDiscarded,
    DecisionPending,
)
from croupier.play.room.state import Phase
from tests.room import DealCards, Report, RoomSitting, TakeDecision
from tests.rulebooks.poker import because, until
from tests.rulebooks.room_irregular import (
    LEFT_OPEN,
    Expected,
    all_in,
    check_no_round,
    check_rulings,
    check_void,
    expect,
    facts_of,
    flop_bet,
    flop_due,
    half_dealt,
    hole,
    named,
    river_checked,
    ruling,
    two,
)

RULEBOOKS = ("rws-poker-v6",)

Moment = Callable[[], RoomSitting]


# 5.2.5, 5.3: cards exposed


def of_exposure(count: int, when: str, lies: str, stage: str) -> Expected:
    """In the deal two void the round, one is replaced while bets can come; later only what lies in the shoe is out."""
    if when == "initial_deal" and count > 1:
        return expect("void_round", "5.2.5")
    covered = stage == "before_final_round_ends" if when == "initial_deal" else lies == "shoe"
    return expect("discard_card", "5.3") if covered else LEFT_OPEN


EXPOSED = {
    f"{count} {when} {lies} {stage}": of_exposure(count, when, lies, stage)
    for count in (1, 2, 3, 4)
    for when in ("initial_deal", "later")
    for lies in ("shoe", "hand")
    for stage in ("before_final_round_ends", "after")
}


def exposed(sitting: RoomSitting, cards: str, **facts: str) -> tuple[str, tuple[str, ...]]:
    """The ruling on cards that were exposed."""
    name, ruled, cites = ruling(sitting.report("cards_exposed", cards=named(cards), facts=facts))
    assert name == "cards_exposed"
    return ruled, cites


def out(sitting: RoomSitting) -> str:
    """The cards that were put aside."""
    return " ".join(format_card(card) for card in sitting.round.discarded)


def test_5_2_5_the_ruling_depends_on_count_and_moment() -> None:
    check_rulings("cards_exposed", EXPOSED)
    check_no_round("cards_exposed")


@pytest.mark.parametrize("cards", ["3c 3d", "2c 2d", "2c 3c", "2c 2d 2h"])
def test_5_2_5_two_cards_exposed_in_the_initial_deal_void_the_round(cards: str) -> None:
    """Whether they lie before Players already or were on their way."""
    sitting = half_dealt()
    events = sitting.report("cards_exposed", cards=named(cards))
    assert facts_of(events)["count"] == str(len(cards.split()))
    assert facts_of(events)["when"] == "initial_deal"
    check_void(sitting, events, "5.2.5")


def test_5_2_5_their_count_is_enough() -> None:
    sitting = half_dealt()
    check_void(sitting, sitting.report("cards_exposed", facts={"count": "2"}), "5.2.5")


def test_5_2_5_the_second_counts_with_the_first() -> None:
    for cards in ("2c", "3c"):
        sitting = half_dealt()
        assert exposed(sitting, cards) == ("discard_card", ("5.3",))
        sitting.do(DealCards(named("3d")))
        events = sitting.report("cards_exposed", cards=named("4d"))
        assert facts_of(events)["count"] == "2"
        check_void(sitting, events, "5.2.5")


def test_5_2_5_noticed_only_after_the_deal() -> None:
    for sitting in (until(0), until(1)):
        seen = tuple(hand.cards[0] for hand in sitting.round.hands[:2])
        events = sitting.report("cards_exposed", cards=seen, facts={"when": "initial_deal"})
        check_void(sitting, events, "5.2.5")


def test_5_3_the_ruling_depends_on_count_and_moment() -> None:
    check_rulings("cards_exposed", EXPOSED)


def test_5_3_a_card_exposed_on_its_way_is_put_aside_and_the_next_takes_its_place() -> None:
    sitting = half_dealt()
    events = sitting.report("cards_exposed", cards=named("3c"))
    assert events[1:] == (CardDiscarded(named("3c")[0], "5", ("5.3",)),)
    assert because(sitting.refused(DealCards(named("3c")))) == (Reason.CARDS, ("2.2.1",))
    sitting.do(DealCards(named("3d")))
    assert (hole(sitting, 5), out(sitting)) == ("3d", "3c")
    sitting.deal()
    assert {len(hand.cards) for hand in sitting.round.hands} == {2}
    assert sitting.turn == 4


def test_5_3_a_card_exposed_before_a_player_is_replaced_by_the_next() -> None:
    sitting = half_dealt()
    events = sitting.report("cards_exposed", cards=named("2d"))
    assert events[1:] == (CardDiscarded(named("2d")[0], "3", ("5.3",)),)
    assert sitting.round.ahead[:2] == ("3", "5")
    sitting.do(DealCards(named("3c 3d")))
    assert (hole(sitting, 3), hole(sitting, 5)) == ("3c", "3d")
    sitting.deal()
    assert {len(hand.cards) for hand in sitting.round.hands} == {2}


def test_5_3_the_last_card_of_the_deal_is_replaced_ahead_of_the_first_bet() -> None:
    sitting = until(0)
    last = sitting.hand(1).cards[1]
    kept = sitting.hand(1).cards[0]
    sitting.report("cards_exposed", cards=(last,), facts={"when": "initial_deal"})
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.DEALING, ("1",))
    assert because(sitting.not_played("4 call")) == (Reason.MOMENT, ("1.5",))
    sitting.do(DealCards(named("As")))
    assert sitting.hand(1).cards == (kept, *named("As"))
    assert (sitting.turn, sitting.round.level) == (4, 200)
    assert [hand.put for hand in sitting.round.hands] == [100, 200, 0, 0, 0, 0]


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("act", ["4 fold", "4 raise 600"])
def test_5_3_noticed_after_the_first_act_it_is_replaced_and_the_betting_goes_on(act: str, hidden: bool) -> None:
    sitting = RoomSitting()
    sitting.open()
    cards = (UNKNOWN,) * 12 if hidden else named("2c 2d 2h 2s 3c 3d 4c 4d 4h 4s 5c 5d")
    sitting.do(DealCards(cards))
    sitting.play(act)
    turn, level, put = sitting.turn, sitting.round.level, [hand.put for hand in sitting.round.hands]
    events = sitting.report("cards_exposed", 1, cards=named("3d"), facts={"when": "initial_deal"})
    assert ruling(events)[1:] == ("discard_card", ("5.3",))
    assert events[1:] == (CardDiscarded(named("3d")[0], "1", ("5.3",)),)
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.DEALING, ("1",))
    sitting.do(DealCards(named("As")))
    assert sitting.hand(1).cards == (UNKNOWN if hidden else named("5d")[0], *named("As"))
    assert (sitting.turn, sitting.round.level, [hand.put for hand in sitting.round.hands]) == (turn, level, put)
    sitting.play("5 call")


def test_5_3_on_a_later_street_too_and_between_betting_rounds() -> None:
    sitting = flop_bet()
    mine = sitting.hand(4).cards
    sitting.report("cards_exposed", cards=mine[:1], facts={"when": "initial_deal"})
    sitting.do(DealCards(named("As")))
    assert (sitting.hand(4).cards, sitting.turn) == ((mine[1], *named("As")), 3)
    sitting = flop_due()
    mine = sitting.hand(4).cards
    sitting.report("cards_exposed", cards=mine[:1], facts={"when": "initial_deal"})
    assert sitting.round.ahead == ("4", "burn", "community", "community", "community")
    assert sitting.do(DealCards(named("As")))[0].cites == ("3.9",)
    assert sitting.do(DealCards(named("Ks Kd Kh Kc")))[0].cites == ("3.10",)
    assert sitting.hand(4).cards == (mine[1], *named("As"))
    assert (sitting.round.burnt, sitting.round.community) == (named("Ks"), named("Kd Kh Kc"))
    assert sitting.turn == 2


def test_5_3_a_card_of_a_folded_hand_is_not_replaced() -> None:
    sitting = until(0)
    sitting.play("4 fold")
    events = sitting.report("cards_exposed", cards=sitting.hand(4).cards[:1], facts={"when": "initial_deal"})
    assert ruling(events)[1:] == ("discard_card", ("5.3",))
    assert (sitting.turn, sitting.round.ahead) == (5, ())
    second = sitting.report("cards_exposed", cards=sitting.hand(5).cards[:1], facts={"when": "initial_deal"})
    check_void(sitting, second, "5.2.5")


def test_5_3_who_is_folded_while_his_card_is_replaced_gets_none() -> None:
    sitting = flop_bet()
    sitting.report("cards_exposed", cards=sitting.hand(3).cards[:1], facts={"when": "initial_deal"})
    sitting.report("hole_cards_exposed", 3)
    assert (sitting.round.phase, sitting.round.ahead, sitting.turn) == (Phase.BETTING, (), 4)
    sitting = two()
    sitting.report("cards_exposed", cards=sitting.hand(1).cards[:1], facts={"when": "initial_deal"})
    sitting.report("hole_cards_exposed", 2)
    assert (sitting.round.phase, sitting.round.ahead) == (Phase.SHOWDOWN, ())


def test_5_3_once_the_bets_are_over_it_is_left_to_the_shift_manager() -> None:
    sitting = river_checked()
    events = sitting.report("cards_exposed", cards=sitting.hand(4).cards[:1], facts={"when": "initial_deal"})
    assert ruling(events)[1:] == ("role_decides", ("5.14",))
    sitting.do(TakeDecision(1, "continue", "nobody had noticed"), "shift_manager")
    second = sitting.report("cards_exposed", cards=sitting.hand(5).cards[:1], facts={"when": "initial_deal"})
    check_void(sitting, second, "5.2.5")


@pytest.mark.parametrize("hidden", [False, True])
def test_5_3_a_hands_card_exposed_later_is_left_to_the_shift_manager(hidden: bool) -> None:
    sitting = RoomSitting()
    sitting.open()
    sitting.do(DealCards((UNKNOWN,) * 12 if hidden else named("2c 2d 2h 2s 3c 3d 4c 4d 4h 4s 5c 5d")))
    events = sitting.report("cards_exposed", 1, cards=named("3d"), facts={"when": "later"})
    assert ruling(events)[1:] == ("role_decides", ("5.14",))
    assert facts_of(events)["lies"] == "hand"
    assert isinstance(events[1], DecisionPending)
    assert events[1].options == ("continue", "void_round", "fold_hand")


def test_5_3_whose_card_it_is_the_table_knows() -> None:
    sitting = until(0)
    report = Report("cards_exposed", {"when": "initial_deal"}, 2, sitting.hand(5).cards[:1])
    assert because(sitting.refused(report)) == (Reason.CARDS, ("5.3",))
    shown = Report("hole_cards_exposed", seat=2, cards=sitting.hand(5).cards[:1])
    assert because(sitting.refused(shown)) == (Reason.CARDS, ("5.11",))
    own = sitting.report("hole_cards_exposed", 2, cards=sitting.hand(2).cards)
    assert ruling(own) == ("hole_cards_exposed", "fold_hand", ("5.11",))


def test_5_3_when_it_happened_is_for_the_dealer_to_say_once_the_deal_is_over() -> None:
    sitting = until(0)
    refusal = sitting.refused(Report("cards_exposed", cards=named("As")))
    assert (refusal.reason, "initial deal or later" in refusal.sentence) == (Reason.FACT, True)


def test_5_3_a_card_exposed_later_is_put_aside_too() -> None:
    """Between the first bets and the Flop no card goes to a Player: two of them void nothing."""
    for sitting in (until(0), flop_due(), flop_bet(), all_in()):
        events = sitting.report("cards_exposed", cards=named("As Kd"), facts={"when": "later"})
        assert ruling(events)[1:] == ("discard_card", ("5.3",))
        assert (facts_of(events)["count"], facts_of(events)["lies"]) == ("2", "shoe")
        assert events[1:] == tuple(CardDiscarded(card, "", ("5.3",)) for card in named("As Kd"))
        assert out(sitting) == "As Kd"


@pytest.mark.parametrize("moment", [half_dealt, flop_due, flop_bet, all_in])
def test_5_3_a_card_face_up_in_the_shoe_is_not_used_in_this_round(moment: Moment) -> None:
    sitting = moment()
    ahead, turn = sitting.round.ahead, sitting.turn
    events = sitting.report("card_face_up_in_shoe", cards=named("As"))
    assert ruling(events) == ("card_face_up_in_shoe", "discard_card", ("5.3",))
    assert events[1:] == (CardDiscarded(named("As")[0], "", ("5.3",)),)
    assert (sitting.round.ahead, sitting.turn) == (ahead, turn)
    if ahead:
        assert because(sitting.refused(DealCards(named("As")))) == (Reason.CARDS, ("2.2.1",))
    sitting.check_down()
    sitting.finish()
    sitting.open()
    sitting.do(DealCards(named("As")))


def test_5_3_a_card_found_face_up_is_none_that_was_exposed_in_the_deal() -> None:
    check_rulings("card_face_up_in_shoe", {"": expect("discard_card", "5.3")})
    check_no_round("card_face_up_in_shoe")
    sitting = half_dealt()
    sitting.report("card_face_up_in_shoe", cards=named("As"))
    assert exposed(sitting, "3c") == ("discard_card", ("5.3",))


def test_5_3_needs_cards_that_can_be_put_aside() -> None:
    sitting = flop_bet()
    on_table = sitting.round.community[:1]
    for name in ("card_face_up_in_shoe", "cards_exposed"):
        for cards, cites in (
            ((), ("5.3",)),
            (named("As") * 2, ("5.3",)),
            ((UNKNOWN,), ("5.3",)),
            (on_table, ("2.2.1",)),
            (sitting.round.burnt, ("2.2.1",)),
        ):
            facts = {} if name != "cards_exposed" else {"when": "later"} if cards else {"when": "later", "count": "1"}
            assert because(sitting.refused(Report(name, cards=cards, facts=facts))) == (Reason.CARDS, cites)
