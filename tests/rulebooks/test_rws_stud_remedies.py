"""What each remedy of the stud games touches and what it leaves alone, with several hands in the round."""

from typing import Final

import pytest

from croupier.cards import format_card
from croupier.money import MOST
from croupier.play.actor import Actor
from croupier.play.banked import act
from croupier.play.banked.commands import Settle
from croupier.play.banked.events import (
    BankedEvent,
    CardsExposed,
    DealerCardUp,
    HandInvalidated,
    IrregularityRuled,
    JackpotPaid,
    JackpotUnfed,
    MeterRestored,
)
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from tests.rulebooks.stud import (
    ACE_KING,
    CSP,
    JACKPOT,
    MILLION,
    MLP,
    NOTHING,
    PAIR,
    STRAIGHT_FLUSH,
    STUD,
    Hand,
    dealt,
    played,
)
from tests.sitting import Sitting

RULEBOOKS = ("rws-casino-stud-v6", "rws-multi-link-casino-stud-v3")

FIRST_CARDS: Final = "dealer: deal 9c 7c Qc As 7d Qd Kd"
"""A card burnt, then two rounds of box 1, box 3 and the Dealer."""
SECOND_FLUSH: Final = "Jh Th 9h 8h 7h"


def closed(game: str, *bets: str) -> Sitting:
    """A round whose bets are closed."""
    sitting = Sitting(game)
    bets = bets or ("p1: 1 ante 10000", "p2: 3 ante 10000")
    sitting.do("dealer: place your bets", *bets, "dealer: no more bets")
    return sitting


def report(sitting: Sitting, text: str, by: str = "dealer") -> IrregularityRuled:
    """The ruling on a report."""
    ruled = sitting.do(f"{by}: report {text}")[0]
    assert isinstance(ruled, IrregularityRuled)
    return ruled


def out(events: tuple[BankedEvent, ...]) -> list[int]:
    """The boxes whose hands leave."""
    return [one.box for one in events if isinstance(one, HandInvalidated)]


# Exposed cards: how many, and whose


@pytest.mark.parametrize("game", STUD)
def test_5_16_the_dealers_first_exposed_card_lies_face_up_though_a_players_was_exposed_before(game: str) -> None:
    """The Player's card is one wrongly exposed; the Dealer's is his face-up card, and does not make it two."""
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    report(sitting, "cards_exposed cards=7c seen=no")
    ruled = report(sitting, "cards_exposed cards=As seen=no")
    assert (ruled.ruling, ruled.cites[0]) == ("use_card", "5.16")
    assert [one for one in sitting.events if isinstance(one, DealerCardUp)] == [DealerCardUp(0, ("5.16",))]
    assert sitting.round.wrongly_exposed == 1


@pytest.mark.parametrize("game", STUD)
def test_5_8_2_two_cards_of_the_dealer_after_one_of_a_player_are_two_wrongly_exposed(game: str) -> None:
    """One of the two lies face up (5.16); the other and the Player's are two."""
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    report(sitting, "cards_exposed cards=7c seen=no")
    ruled = report(sitting, "cards_exposed cards=AsKd seen=no")
    assert (ruled.ruling, ruled.cites[0], ruled.facts["count"]) == ("void_round", "5.8.2", "2")


@pytest.mark.parametrize("game", STUD)
def test_5_16_two_cards_of_the_dealer_are_one_face_up_and_one_exposed(game: str) -> None:
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    ruled = report(sitting, "cards_exposed cards=AsKd seen=no")
    assert (ruled.ruling, ruled.cites[:2]) == ("players_choose", ("5.16", "5.10"))
    assert [box.number for box in sitting.round.boxes if box.choice] == [1, 3]
    assert sitting.round.wrongly_exposed == 1


@pytest.mark.parametrize("game", STUD)
def test_5_16_a_second_card_of_the_dealers_is_ruled_on_like_two_at_once(game: str) -> None:
    sitting = closed(game)
    sitting.do(FIRST_CARDS, "dealer: report cards_exposed cards=As seen=no")
    ruled = report(sitting, "cards_exposed cards=Kd seen=no")
    assert (ruled.ruling, ruled.cites[:2]) == ("players_choose", ("5.16", "5.10"))
    assert (ruled.facts["count"], ruled.facts["whose"]) == ("2", "dealer")


@pytest.mark.parametrize("game", STUD)
def test_5_8_2_three_cards_of_the_dealer_at_once_are_two_wrongly_exposed(game: str) -> None:
    """The ruling keeps what was reported: three cards, all of them the Dealer's."""
    sitting = closed(game)
    sitting.do("dealer: deal 9c 7c Qc As 7d Qd Kd Ks 8s 4c")
    ruled = report(sitting, "cards_exposed cards=AsKd4c seen=no")
    assert (ruled.ruling, ruled.cites) == ("void_round", ("5.8.2",))
    assert (ruled.facts["count"], ruled.facts["whose"]) == ("3", "dealer")


@pytest.mark.parametrize("game", STUD)
def test_5_12_where_nobody_says_how_many_cards_none_is_counted(game: str) -> None:
    """Somebody has seen his cards, so that the round goes on whatever the number."""
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    events = sitting.do("dealer: report cards_exposed seen=yes whose=player")
    assert [type(one) for one in events] == [IrregularityRuled]
    assert sitting.round.wrongly_exposed == 0


@pytest.mark.parametrize("game", STUD)
def test_5_12_the_ruling_names_the_box_where_it_is_about_one_and_none_where_it_is_about_two(game: str) -> None:
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    assert report(sitting, "cards_exposed cards=QcQd seen=yes").box == 3
    sitting = closed(game)
    sitting.do(FIRST_CARDS)
    assert report(sitting, "cards_exposed cards=7cQc seen=yes").box is None


@pytest.mark.parametrize("game", STUD)
def test_5_12_a_card_exposed_after_the_deal_is_on_record_and_does_not_count(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR))
    sitting.do("p1: bet 1")
    events = sitting.do("dealer: report cards_exposed cards=Ks")
    assert [one.count for one in events if isinstance(one, CardsExposed)] == [0]
    assert sitting.round.wrongly_exposed == 0


# Awards in their order


@pytest.mark.parametrize("game", STUD)
def test_4_5_1_the_order_is_cited_where_two_major_awards_are_paid_and_not_where_there_is_one(game: str) -> None:
    first, second = Hand(STRAIGHT_FLUSH, jackpot=JACKPOT), Hand(SECOND_FLUSH, 2, "p2", jackpot=JACKPOT)
    lone = [one for one in played(game, ACE_KING, first).events if isinstance(one, JackpotPaid)]
    assert ["4.5.1" in one.cites for one in lone] == [False]
    both = [one for one in played(game, ACE_KING, first, second).events if isinstance(one, JackpotPaid)]
    assert [(one.box, "4.5.1" in one.cites) for one in both] == [(1, True), (2, True)]


# Hands that leave


@pytest.mark.parametrize("game", STUD)
def test_5_15_a_hand_that_is_out_leaves_once(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR, jackpot=JACKPOT))
    assert out(sitting.do("dealer: report wrong_hand_count box=1 reconstructable=no")) == [1]
    again = sitting.do("dealer: report wrong_hand_count box=1 reconstructable=no")
    assert out(again) == []
    assert not [one for one in again if isinstance(one, JackpotUnfed)]


def test_5_14_1_a_folded_hand_without_a_jackpot_wager_is_not_asked_whichever_card_comes_first() -> None:
    """MLP 3.12.1: the fold has lost the Ante, and there is nothing left that could be returned."""
    sitting = dealt(
        MLP, ACE_KING, Hand(PAIR), Hand("8c 8h Qs 6h 2c", 2, "p2", jackpot=JACKPOT), policy={"dealing": "shoe"}
    )
    sitting.do("p1: fold 1", "dealer: report simultaneous_draw order=unknown")
    sitting.do("pit_supervisor: rule 1 as_dealt because they lay so")
    assert [box.number for box in sitting.round.boxes if box.choice] == [2]


@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize("order", ["known", "unknown"])
def test_5_14_1_a_hand_that_is_out_is_not_asked(game: str, order: str) -> None:
    """5.15 has returned its wagers already."""
    sitting = dealt(game, ACE_KING, Hand(PAIR), SECOND, policy={"dealing": "shoe"})
    sitting.do("dealer: report wrong_hand_count box=1 reconstructable=no")
    sitting.do(f"dealer: report simultaneous_draw order={order}")
    if order == "unknown":
        sitting.do("pit_supervisor: rule 1 as_dealt because they lay so")
    assert [box.number for box in sitting.round.boxes if box.choice] == [2]


# The clock


@pytest.mark.parametrize("game", STUD)
def test_5_5_no_clock_runs_for_a_box_that_nobody_plays_nor_out_of_turn(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR), Hand("8c 8h Qs 6h 2c", 2, "p2"))
    assert sitting.refused("dealer: clock 7").reason is Reason.NO_SUCH_BOX
    assert sitting.refused("dealer: clock 2").reason is Reason.MOMENT


# Amounts at the ends

SECOND: Final = Hand("8c 8h Qs 6h 2c", 2, "p2")


@pytest.mark.parametrize("game", STUD)
def test_5_2_1_a_cent_may_lie_there_and_nothing_may_not(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR))
    refusal = sitting.refused("dealer: report wager_under_minimum wager=ante box=1 amount=0")
    assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, ("5.2.1",))
    sitting.do("dealer: report wager_under_minimum wager=ante box=1 amount=1")
    assert sitting.box(1).wagers[0].active == 1


@pytest.mark.parametrize("game", STUD)
def test_5_1_1_the_most_that_can_lie_there_counts_at_the_maximum_and_more_is_no_amount(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR))
    refusal = sitting.refused(f"dealer: report wager_over_maximum wager=ante box=1 amount={MOST + 1}")
    assert (refusal.reason, refusal.cites) == (Reason.AMOUNT, ("5.1.1",))
    sitting.do(f"dealer: report wager_over_maximum wager=ante box=1 amount={MOST}")
    assert sitting.box(1).wagers[0].active == sitting.table.policy.maximum


@pytest.mark.parametrize("game", STUD)
def test_5_4_a_jackpot_wager_beside_an_ante_is_not_without_one(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR))
    refusal = sitting.refused("dealer: report jackpot_without_ante box=1 player=p1 amount=500")
    assert (refusal.reason, refusal.cites) == (Reason.NO_SUCH_WAGER, ("5.4",))


# Cards put back in order

ONE_CARD: Final = "hands=1:8c7dKs5h3s/2:7c8hQs6h2c"
"""The first cards of boxes 1 and 2 exchanged: no complete hand moves."""


def first_cards(sitting: Sitting) -> list[str]:
    """The first card of each box."""
    return [format_card(box.cards[0]) for box in sitting.round.boxes]


@pytest.mark.parametrize("game", STUD)
def test_5_8_6_only_complete_hands_move_where_nobody_has_seen_his_cards(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR), SECOND)
    refusal = sitting.refused(f"dealer: report misdeal seen=no reconstructable=yes {ONE_CARD}")
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("5.8.6", "5.10"))
    sitting.do(f"dealer: report misdeal seen=yes reconstructable=yes {ONE_CARD}")  # 5.10 says nothing of complete hands
    assert first_cards(sitting) == ["8c", "7c"]


@pytest.mark.parametrize("game", STUD)
def test_5_9_cards_move_one_by_one_though_nobody_has_seen_his(game: str) -> None:
    """5.8.6 asks for complete hands, 5.9 does not: after a card that was not burnt every single card is displaced."""
    sitting = dealt(game, ACE_KING, Hand(PAIR), SECOND, policy={"dealing": "shoe"})
    sitting.do(f"pit_supervisor: report burn_missed seen=no reconstructable=yes {ONE_CARD}")
    assert first_cards(sitting) == ["8c", "7c"]


@pytest.mark.parametrize("game", STUD)
def test_5_10_the_dealers_cards_may_be_unknown_while_they_lie_face_down(game: str) -> None:
    sitting = dealt(game, "?? ?? ?? ?? 2s", Hand(PAIR), SECOND, policy={"dealing": "shuffler"})
    sitting.do(f"dealer: report misdeal seen=yes reconstructable=yes {ONE_CARD}")
    assert first_cards(sitting) == ["8c", "7c"]


@pytest.mark.parametrize("game", STUD)
def test_5_10_once_the_dealers_cards_lie_open_others_move_and_none_of_his_becomes_unknown(game: str) -> None:
    known = dealt(game, ACE_KING, Hand(PAIR), SECOND)
    known.do("p1: bet 1", "p2: bet 2", "dealer: reveal")
    known.do(f"dealer: report misdeal seen=yes reconstructable=yes {ONE_CARD}")
    assert first_cards(known) == ["8c", "7c"]
    hidden = dealt(game, ACE_KING, Hand("?? ?? ?? ?? ??"), policy={"dealing": "shuffler"})
    hidden.do("p1: bet 1", "dealer: reveal")
    unknown = "dealer: report misdeal seen=yes reconstructable=yes hands=1:As????????/dealer:??Kd4c3h2s"
    refusal = hidden.refused(unknown)
    assert (refusal.reason, refusal.cites) == (Reason.CARDS, ("5.10",))


# Outcomes that the Dealer's hand establishes


def interrupted(game: str, dealer: str) -> tuple[str, str]:
    """The ruling on an interruption once the Dealer's cards lie open and no Player has shown his."""
    sitting = dealt(game, dealer, Hand(PAIR))
    sitting.do("p1: bet 1", "dealer: reveal")
    ruled = report(sitting, "interruption")
    return ruled.ruling.value, ruled.cites[0]


@pytest.mark.parametrize("game", STUD)
def test_5_7_2_a_dealer_who_qualifies_has_decided_nothing_before_the_hands_are_shown(game: str) -> None:
    """The Player may still win, lose or stand off."""
    assert interrupted(game, ACE_KING) == ("void_round", "5.7.2")


def test_5_7_1_a_dealer_who_does_not_qualify_has_lost_the_ante_of_casino_stud_whoever_shows() -> None:
    """CSP 3.13: the Ante is won and the BET goes back, shown or not."""
    assert interrupted(CSP, NOTHING) == ("continue", "5.7.1")


def test_5_7_2_a_dealer_who_does_not_qualify_decides_nothing_for_a_hand_that_may_be_refused() -> None:
    """MLP 4.3: who does not reveal his cards has folded, and loses the Ante that 3.13 would have won him."""
    assert interrupted(MLP, NOTHING) == ("void_round", "5.7.2")


# Awards paid ahead of the rest of the round


def paid_ahead(sitting: Sitting, *boxes: int) -> list[JackpotPaid]:
    """Pay the major awards of these boxes before the round is settled."""
    turn = act(sitting.game, sitting.table, Actor("dealer", Role.DEALER), Settle(boxes))
    assert not isinstance(turn, Refusal), turn
    sitting.table = turn.table
    return [one for one in turn.events if isinstance(one, JackpotPaid)]


def at_settlement(game: str, *hands: Hand) -> Sitting:
    """A round in which all hands are shown and none is settled."""
    sitting = dealt(game, ACE_KING, *hands, meter=10_000_000, policy={"dealing": "shuffler"})
    sitting.do(*(f"{one.player}: bet {one.box}" for one in hands), "dealer: reveal")
    sitting.do(*(f"{one.player}: show {one.box}" for one in hands))
    return sitting


FLUSHES: Final = (Hand(STRAIGHT_FLUSH, jackpot=JACKPOT), Hand(SECOND_FLUSH, 2, "p2", jackpot=JACKPOT))


@pytest.mark.parametrize("game", STUD)
def test_4_5_1_an_award_paid_ahead_cites_the_order_where_another_waits(game: str) -> None:
    (lone,) = paid_ahead(at_settlement(game, FLUSHES[0]), 1)
    assert "4.5.1" not in lone.cites
    (first,) = paid_ahead(at_settlement(game, *FLUSHES), 1)
    assert (first.box, "4.5.1" in first.cites) == (1, True)


@pytest.mark.parametrize("game", STUD)
def test_4_5_1_an_award_cites_the_order_where_another_was_paid_ahead_of_it(game: str) -> None:
    sitting = at_settlement(game, *FLUSHES)
    paid_ahead(sitting, 1)
    (second,) = paid_ahead(sitting, 2)
    assert (second.box, "4.5.1" in second.cites) == (2, True)


@pytest.mark.parametrize("game", STUD)
def test_4_2_an_award_paid_ahead_goes_back_where_the_cards_turn_out_to_lie_otherwise(game: str) -> None:
    """Box 1 had the 8 of clubs of box 3: without it there is no Straight Flush. Box 2 keeps its own.

    Three wagers make the meter 10,001,050: a tenth is 1,000,105, and of the 9,000,945 left 900,094. Once box 1's is
    back, 9,100,956 are there.
    """
    sitting = at_settlement(game, *FLUSHES, Hand("9d 8d 5s 5c 6d", 3, "p3", jackpot=JACKPOT))
    assert [(one.box, one.amount) for one in paid_ahead(sitting, 1, 2)] == [(1, 1_000_105), (2, 900_094)]
    sitting.do("dealer: report misdeal seen=yes reconstructable=yes hands=1:QcJcTc9c9d/3:8c8d5s5c6d")
    sitting.do("p1: answer 1 continue_reconstructed", "p3: answer 3 continue_reconstructed")
    events = sitting.do("dealer: settle")
    back = [one for one in events if isinstance(one, MeterRestored)]
    assert [(one.box, one.millionths) for one in back] == [(1, 1_000_105 * MILLION)]
    assert not [one for one in events if isinstance(one, JackpotPaid)]
    assert sitting.table.meter.shown == 9_100_956
    lines = {one.box: one for one in sitting.round.lines if one.wager.value == "jackpot"}
    assert (lines[1].result, lines[1].paid, lines[1].award) == ("lose", 0, "")
    assert (lines[2].result, lines[2].paid, lines[2].award) == ("win", 900_094, "straight_flush")
    assert (lines[3].result, lines[3].paid) == ("lose", 0)


@pytest.mark.parametrize("game", STUD)
def test_4_2_the_award_that_was_wrongly_paid_ahead_is_paid_to_the_hand_that_has_it(game: str) -> None:
    """The hands of boxes 1 and 2 change places: the tenth is box 2's, of the meter as it was before."""
    sitting = at_settlement(game, FLUSHES[0], Hand(PAIR, 2, "p2", jackpot=JACKPOT))
    paid_ahead(sitting, 1)
    sitting.do("dealer: report misdeal seen=yes reconstructable=yes hands=1:7c7dKs5h3s/2:QcJcTc9c8c")
    sitting.do("p1: answer 1 continue_reconstructed", "p2: answer 2 continue_reconstructed")
    paid = [one for one in sitting.do("dealer: settle") if isinstance(one, JackpotPaid)]
    assert [(one.box, one.amount, one.meter_before) for one in paid] == [(2, 1_000_070, 10_000_700 * MILLION)]
    lines = {one.box: (one.result, one.paid) for one in sitting.round.lines if one.wager.value == "jackpot"}
    assert lines == {1: ("lose", 0), 2: ("win", 1_000_070)}


# Who is affected


@pytest.mark.parametrize("game", STUD)
def test_5_10_a_card_of_the_dealers_that_is_displaced_affects_everybody(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR), SECOND)
    sitting.do("dealer: report misdeal seen=yes reconstructable=yes hands=1:As7dKs5h3s/dealer:7cKd4c3h2s")
    assert [box.number for box in sitting.round.boxes if box.choice] == [1, 2]


@pytest.mark.parametrize("game", STUD)
def test_5_10_a_card_of_the_dealers_affects_everybody_though_nobody_says_where_it_lies(game: str) -> None:
    """The first one lies face up (5.16); of the second it is said only that it is the Dealer's."""
    sitting = closed(game)
    sitting.do(FIRST_CARDS, "dealer: report cards_exposed cards=As seen=no")
    sitting.do("dealer: report cards_exposed count=1 whose=dealer seen=no")
    assert [box.number for box in sitting.round.boxes if box.choice] == [1, 3]


# 5.19


@pytest.mark.parametrize("game", STUD)
@pytest.mark.parametrize("others", [(), (SECOND,), (SECOND, Hand("9c 9h Jd 6s 2h", 3, "p3"))])
def test_5_19_a_player_with_one_hand_has_no_other_though_he_has_looked_at_none(
    game: str, others: tuple[Hand, ...]
) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR), *others)
    refusal = sitting.refused("pit_supervisor: report extra_hand_examined box=1 intentional=yes")
    assert (refusal.reason, refusal.sentence) == (Reason.NO_SUCH_BOX, "p1 plays one hand only")


@pytest.mark.parametrize("game", STUD)
def test_5_19_the_report_says_that_a_pit_supervisor_decides(game: str) -> None:
    sitting = dealt(game, ACE_KING, Hand(PAIR), SECOND._replace(player="p1"))
    sitting.do("p1: look 1")
    assert report(sitting, "extra_hand_examined box=2 intentional=yes").decided_by == "pit_supervisor"


# Reports after the settlement, and about several hands of one Player


@pytest.mark.parametrize("game", STUD)
def test_5_15_a_wrong_count_that_can_be_repaired_changes_nothing_after_the_settlement(game: str) -> None:
    """The hand would leave where it cannot be repaired; to play on with a repaired one there is no round."""
    sitting = played(game, ACE_KING, Hand(PAIR))
    lines = sitting.round.lines
    (recorded,) = sitting.do("dealer: report wrong_hand_count box=1 reconstructable=yes")
    assert isinstance(recorded, IrregularityRuled)
    assert (recorded.ruling, recorded.facts["noticed"], sitting.round.lines) == ("continue", "after_settlement", lines)


@pytest.mark.parametrize("game", STUD)
def test_5_7_there_is_no_round_to_interrupt_after_the_settlement(game: str) -> None:
    sitting = played(game, ACE_KING, Hand(PAIR))
    lines = sitting.round.lines
    (recorded,) = sitting.do("dealer: report interruption")
    assert isinstance(recorded, IrregularityRuled)
    assert (recorded.ruling, sitting.round.lines) == ("continue", lines)


@pytest.mark.parametrize("game", STUD)
def test_5_5_a_hand_that_has_decided_is_not_ruled_on_when_its_player_leaves_another(game: str) -> None:
    """Box 1 has bet, and settles as usual (5.6); only box 2 is folded."""
    sitting = dealt(game, ACE_KING, Hand(PAIR), SECOND._replace(player="p1"))
    sitting.do("p1: bet 1")
    events = sitting.do("dealer: report player_absent box=2")
    assert [one.box for one in events if isinstance(one, IrregularityRuled)] == [2]
    assert [box.number for box in sitting.round.boxes if box.folded] == [2]


@pytest.mark.parametrize("game", STUD)
def test_3_4_a_cent_is_an_amount_and_not_the_prescribed_one(game: str) -> None:
    sitting = Sitting(game)
    sitting.do("dealer: place your bets", "p1: 1 ante 10000")
    assert sitting.refused("p1: 1 jackpot 1").reason is Reason.LIMITS
    assert sitting.refused("p1: 1 jackpot 0").reason is Reason.AMOUNT
