"""Poker (RWS), version 6: what chapter 5 makes of one trouble after another, and of reports against the record.

Unless a test says otherwise six Players sit at seats 1 to 6 with 20,000 each; Small Blind 100, Big Blind 200. In round
1 the Button is at 1, the Big Blind at 3.
"""

import pytest

from croupier.cards import parse_cards
from croupier.play.refusal import Reason
from croupier.play.room.events import Acted, IrregularityRuled, RoomEvent
from croupier.rules.irregularities import Ruling
from tests.room import (
    STAKE,
    ComeBack,
    DealCards,
    DeemLeft,
    JoinTable,
    Look,
    Report,
    RoomSitting,
    SitOut,
)
from tests.rulebooks.poker import because, fold_round, until

RULEBOOKS = ("rws-poker-v6",)


def ruled(events: tuple[RoomEvent, ...]) -> tuple[Ruling, tuple[str, ...]]:
    found = next(one for one in events if isinstance(one, IrregularityRuled))
    return found.ruling, found.cites


# 5.2.7: has somebody looked at his Hole Cards?


@pytest.mark.parametrize("name", ["hand_left_out", "extra_hand_dealt"])
def test_5_2_7_b_who_exposed_his_own_hole_cards_has_looked_at_them(name: str) -> None:
    sitting = until(0)
    sitting.report("hole_cards_exposed", 5)
    for reconstructable in ("yes", "no"):
        sitting.against_record(Report(name, {"seen": "no", "reconstructable": reconstructable}, 2))
    assert ruled(sitting.report(name, 2, facts={"reconstructable": "no"})) == (Ruling.VOID_ROUND, ("5.2.7.b",))


def test_5_2_7_a_card_exposed_by_the_dealer_is_no_look() -> None:
    """It is discarded and never becomes a Hole Card of anybody (5.3); whether somebody looked is asked."""
    sitting = until(0)
    card = sitting.hand(5).cards[0]
    sitting.report("cards_exposed", 5, facts={"count": "1", "when": "initial_deal"}, cards=(card,))
    told = Report("hand_left_out", {"seen": "no", "reconstructable": "no"}, 2)
    assert ruled(sitting.do(told)) == (Ruling.VOID_ROUND, ("5.2.7.a",))


# 5.4.2, 5.5, 5.6: who is absent, and what he has said


def test_5_4_2_a_report_of_absence_leaves_the_players_word_as_it_is() -> None:
    sitting = RoomSitting()
    fold_round(sitting)
    sitting.do(SitOut(5, will_return=True), "p5")
    for due in ("small_blind", "big_blind"):
        for word in ("not_said", "no"):
            sitting.refused(Report("player_absent", {"due": due, "will_return": word}, 5))
    seat = sitting.table.seat(5)
    assert seat is not None
    assert seat.will_return is True
    assert because(sitting.refused(DeemLeft(5, "gone"), "pit_manager"))[1] == ("5.4.2", "I10")


def test_5_4_2_who_sits_out_may_say_something_else_about_his_return() -> None:
    sitting = RoomSitting()
    sitting.do(SitOut(5, will_return=True), "p5")
    assert because(sitting.refused(SitOut(5, will_return=True), "p5")) == (Reason.MOMENT, ("5.4.2",))
    sitting.do(SitOut(5, will_return=False), "p5")
    seat = sitting.table.seat(5)
    assert seat is not None
    assert seat.will_return is False


def test_5_5_who_sits_out_where_the_small_blind_falls_due_is_not_reported_again() -> None:
    """Seat 3 had the Big Blind, so that the Small Blind is due there; that he would be back is his own word."""
    sitting = RoomSitting()
    fold_round(sitting)
    sitting.do(SitOut(3, will_return=True), "p3")
    told = Report("player_absent", {"due": "small_blind", "will_return": "no"}, 3)
    assert because(sitting.refused(told)) == (Reason.FACT, ("5.5",))
    nobody = Report("player_absent", {"due": "small_blind", "will_return": "no"}, 8)
    assert because(sitting.refused(nobody)) == (Reason.FACT, ("5.5",))


def test_5_6_a_blind_falls_due_only_from_a_player_with_chips() -> None:
    """Seat 4 has lost everything: the Big Blind is seat 5's, and nobody is absent for it at seat 4."""
    sitting = RoomSitting({1: STAKE, 2: STAKE, 3: STAKE, 4: 1_000, 5: STAKE, 6: STAKE})
    sitting.start({4: "2c 7d", 5: "As Ad"}, "Ah Ac 9h Js 3s")
    sitting.play("4 all_in", "5 call", "6 fold", "1 fold", "2 fold", "3 fold")
    sitting.finish("Ah Ac 9h Js 3s")
    told = {"due": "big_blind", "will_return": "not_said"}
    assert because(sitting.refused(Report("player_absent", told, 4))) == (Reason.FACT, ("5.6",))
    sitting.report("player_absent", 5, facts=told)


def test_5_12_after_a_second_void_too_the_button_stays_where_it_lay() -> None:
    """Round 1 is void with the Button at 1, then without seat 1 with the Button at 2: there it stays."""
    sitting = RoomSitting((1, 2, 3, 4))
    assert sitting.open().button == 1
    sitting.report("foreign_card")
    sitting.do(SitOut(1), "p1")
    assert sitting.open().button == 2
    sitting.report("foreign_card")
    sitting.do(ComeBack(1), "p1")
    sitting.do(JoinTable(6, STAKE), "p6")
    assert sitting.open().button == 2


# 5.10: what is done because of an act Out of Turn says so


def last_act(sitting: RoomSitting, text: str) -> Acted:
    (acted,) = (one for one in sitting.play(text) if isinstance(one, Acted))
    return acted


def test_5_10_1_the_check_that_is_owed_cites_it() -> None:
    sitting = until(1)
    sitting.report("out_of_turn", 3, move=sitting.parse("3 bet 600")[0].move, to=600)
    sitting.play("2 check")
    assert last_act(sitting, "3 check").cites == ("3.10.1", "5.10.1")
    assert last_act(sitting, "4 check").cites == ("3.10.1",)


def test_5_10_4_the_bet_that_stands_cites_it() -> None:
    sitting = until(1)
    sitting.report("out_of_turn", 3, move=sitting.parse("3 bet 600")[0].move, to=600)
    sitting.play("2 fold")
    assert "5.10.4" in last_act(sitting, "3 bet 600").cites


# 5.11: whose Hole Cards?


def test_5_11_who_has_no_card_yet_exposes_none() -> None:
    sitting = RoomSitting()
    sitting.open()
    assert because(sitting.refused(Report("hole_cards_exposed", seat=3))) == (Reason.CARDS, ("5.11",))
    sitting.do(DealCards(tuple(parse_cards("As Kd Qc"))))  # to seats 2, 3 and 4
    assert because(sitting.refused(Report("hole_cards_exposed", seat=5))) == (Reason.CARDS, ("5.11",))
    assert ruled(sitting.report("hole_cards_exposed", 3)) == (Ruling.FOLD_HAND, ("5.11",))


def test_5_11_a_hand_that_is_out_gets_no_card_instead_of_an_exposed_one() -> None:
    """Also where a street is to be dealt after it: the next card is that street's Burnt Card."""
    sitting = until(1)
    card = sitting.hand(5).cards[0]
    sitting.report("cards_exposed", 5, facts={"count": "1", "when": "initial_deal"}, cards=(card,))
    sitting.report("too_many_community_cards", facts={"street": "flop", "reconstructable": "no"})
    assert list(sitting.round.ahead) == ["5", "burn", "community", "community", "community"]
    sitting.report("hole_cards_exposed", 5)
    assert list(sitting.round.ahead) == ["burn", "community", "community", "community"]


def test_5_11_a_look_is_not_needed_to_expose_them() -> None:
    sitting = until(0)
    sitting.do(Look(5), "p5")
    assert ruled(sitting.report("hole_cards_exposed", 4)) == (Ruling.FOLD_HAND, ("5.11",))
