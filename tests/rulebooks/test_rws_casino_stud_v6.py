"""What Casino Stud Poker has to itself: folding, the jackpot's pay table, hands that are not shown, and readings."""

from pathlib import Path

import pytest

from croupier.notation.keyed import entered_in_words
from croupier.play.banked.events import Decided, HandWithheld, JackpotPaid
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from croupier.rulebooks import load_banked
from croupier.rules.terms import Decision
from tests.floor.linked import paid_as_the_house_finds
from tests.rulebooks.irregular import ruling, word
from tests.rulebooks.stud import (
    ACE_KING,
    ANTE,
    BET,
    CSP,
    FED,
    HANDS,
    JACKPOT,
    PAIR,
    ROLES,
    ROYAL,
    STRAIGHT_FLUSH,
    End,
    Hand,
    because,
    dealt,
    end,
    faces,
    jackpots,
    low_dealer,
    played,
)

RULEBOOKS = ("rws-casino-stud-v6",)

METER = 12_345_678
DISPLAYED = METER + FED
"""What is displayed when the first jackpot wager of the round has been taken."""
QUEENS = "Qc Qh 8s 6h 2d"
"""Another hand that beats Ace-King, beside the pair of Sevens."""


def test_1_3_the_further_wager_is_called_as_the_layout_has_it() -> None:
    (decided,) = dealt(CSP, ACE_KING, Hand(PAIR)).do("p1: bet 1")
    assert isinstance(decided, Decided)
    assert entered_in_words(load_banked(CSP), decided).startswith("Box 1: BET ")


@pytest.mark.parametrize("other", [(), (Hand(PAIR, 2, "p2"),)], ids=["alone", "another stays"])
def test_3_12_1_fold_loses_the_ante_and_the_jackpots_chance(other: tuple[Hand, ...]) -> None:
    """Even with a Royal Flush; what the wager fed stays in the meter."""
    sitting = played(CSP, "2h 2s 5c 4h 3h", Hand(ROYAL, jackpot=JACKPOT, does="fold"), *other, meter=METER)
    assert end(sitting, "ante") == End("lose", 0, 0, ("3.12.1",))
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("3.12.1",))
    assert jackpots(sitting) == []
    assert sitting.table.meter.shown == DISPLAYED
    assert {faces(sitting, role, "p3") for role in ROLES} == {"?? ?? ?? ?? ??"}


def test_3_12_1_folded_hand_is_neither_looked_at_nor_shown() -> None:
    sitting = dealt(CSP, "2h 2s 5c 4h 3h", Hand(ROYAL, jackpot=JACKPOT), Hand(PAIR, 2, "p2"))
    assert sitting.do("p1: fold 1") == (Decided(1, Decision.FOLD, None, (), ("3.12.1",)),)
    assert because(sitting.refused("p1: look 1")) == (Reason.MOMENT, ("3.12.1",))
    sitting.do("p2: bet 2", "dealer: reveal")
    for act in ("show", "withhold"):
        assert because(sitting.refused(f"p1: {act} 1")) == (Reason.MOMENT, ("3.12.1",))


def test_3_12_1_round_ends_when_every_hand_has_folded() -> None:
    """The Dealer's cards stay unseen (I9)."""
    sitting = dealt(CSP, ACE_KING, Hand(PAIR, jackpot=JACKPOT), Hand("Qc Th 6d 4s 2h", 2, "p2"))
    sitting.do("p1: fold 1", "p2: fold 2")
    assert sitting.round.phase is Phase.SETTLING
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    sitting.do("dealer: settle")
    assert {sitting.seen_by(role).dealer for role in ROLES} == {("??", "??", "??", "??", "2s")}


@pytest.mark.parametrize("cards", HANDS["four_of_a_kind"] + HANDS["full_house"] + HANDS["flush"])
def test_3_13_minor_award_is_paid_whatever_the_dealer_holds(cards: str) -> None:
    """A Dealer who qualifies and one who does not: Ten-Eight-Seven-Six-Four."""
    hand = Hand(cards, jackpot=JACKPOT)
    not_qualified, qualified = played(CSP, "Td 8d 7d 6s 4d", hand), played(CSP, low_dealer(cards), hand)
    assert end(not_qualified, "bet").result == "returned"
    assert end(qualified, "bet").result == "win"
    assert end(not_qualified, "jackpot") == end(qualified, "jackpot")
    assert end(qualified, "jackpot").result == "win"


AWARDS = {
    "royal_flush": 12_346_028,  # all of 12,345,678 + 350
    "straight_flush": 1_234_602,  # a tenth of it, 1,234,602.8, rounded down
    "four_of_a_kind": 50_000,
    "full_house": 20_000,
    "flush": 10_000,
}
LEFT = {"royal_flush": 5_000_000, "straight_flush": 12_346_028 - 1_234_602}
"""What the awards out of the meter leave there: the seed, or what was not paid."""


@pytest.mark.parametrize(("name", "cards"), [(name, cards) for name in AWARDS for cards in HANDS[name]])
def test_4_2_award_of_each_row(name: str, cards: str) -> None:
    """Fixed amounts come from the House and leave the meter alone."""
    sitting = played(CSP, low_dealer(cards), Hand(cards, jackpot=JACKPOT), meter=METER)
    assert end(sitting, "jackpot") == End("win", AWARDS[name], 0, ("4.2",))
    assert jackpots(sitting) == [(1, name, AWARDS[name])]
    assert sitting.table.meter.shown == LEFT.get(name, DISPLAYED)


@pytest.mark.parametrize(
    "cards", [cards for name in ("straight", "three_of_a_kind", "two_pairs", "one_pair") for cards in HANDS[name]]
)
def test_4_2_hand_below_a_flush_wins_nothing(cards: str) -> None:
    sitting = played(CSP, low_dealer(cards), Hand(cards, jackpot=JACKPOT), meter=METER)
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.2",))
    assert sitting.table.meter.shown == DISPLAYED


def test_4_2_fixed_amounts_do_not_go_by_the_wager() -> None:
    sitting = played(CSP, "As Kh 4c 3h 2s", Hand("Kd Jd 9d 5d 2d", jackpot=1_000), policy={"jackpot_wager": 1_000})
    assert end(sitting, "jackpot").paid == 10_000


@pytest.mark.parametrize(("meter", "paid"), [(5_000_000, 500_000), (5_000_009, 500_000), (5_000_010, 500_001)])
def test_4_2_tenth_is_rounded_down_and_may_leave_less_than_the_seed(meter: int, paid: int) -> None:
    """Nothing is contributed here: 500,000.0, then 500,000.9, then 500,001.0."""
    policy = {"seed": 5_000_000, "contribution": "0"}
    sitting = played(CSP, ACE_KING, Hand(STRAIGHT_FLUSH, jackpot=JACKPOT), policy=policy, meter=meter)
    assert end(sitting, "jackpot").paid == paid
    assert sitting.table.meter.shown == meter - paid


def test_4_2_without_a_jackpot_wager_there_is_no_award() -> None:
    sitting = played(CSP, low_dealer(ROYAL), Hand(ROYAL), meter=METER)
    assert jackpots(sitting) == []
    assert sitting.table.meter.shown == METER


@pytest.mark.parametrize("name", AWARDS)
def test_4_2_royal_flush_and_straight_flush_are_major_and_the_others_minor(name: str) -> None:
    """4.5.1 orders the major awards of one round: beside a Straight Flush it orders another major one."""
    hands = Hand(HANDS[name][-1], jackpot=JACKPOT), Hand(STRAIGHT_FLUSH, 2, "p2", jackpot=JACKPOT)
    sitting = played(CSP, "Ah Kh 8d 7s 6d", *hands, meter=METER)
    major = name in {"royal_flush", "straight_flush"}
    paid = [(one.box, one.award, "4.5.1" in one.cites) for one in sitting.events if isinstance(one, JackpotPaid)]
    assert paid == [(1, name, major), (2, "straight_flush", major)]


@pytest.mark.parametrize("cards", [ROYAL, PAIR], ids=["royal flush", "pair"])
def test_4_3_hand_not_shown_ranks_below_a_dealer_who_qualifies(cards: str) -> None:
    hand = Hand(cards, jackpot=JACKPOT, shown=False)
    sitting = played(CSP, "Ah Kh 4c 3h 2s", hand, meter=METER)
    assert end(sitting, "ante") == End("lose", 0, 0, ("4.3", "3.14.2", "I5"))
    assert end(sitting, "bet") == End("lose", 0, 0, ("4.3", "3.14.2", "I5"))
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.3",))
    assert HandWithheld(1, ("4.3",)) in sitting.events
    assert sitting.table.meter.shown == DISPLAYED


@pytest.mark.parametrize("cards", [ROYAL, "7c 7d Ks 5h 3s", "7c 5d 4h 3s 2c"], ids=["royal flush", "pair", "lower"])
def test_4_3_hand_not_shown_still_profits_from_a_dealer_who_does_not_qualify(cards: str) -> None:
    """3.13 asks for no ranking: the Ante wins 1 to 1 and the BET comes back; the jackpot does ask for one."""
    hand = Hand(cards, jackpot=JACKPOT, shown=False)
    sitting = played(CSP, "Ah Qh Jc Ts 9h", hand, meter=METER)
    assert end(sitting, "ante") == End("win", ANTE, ANTE, ("3.13", "4.3", "I5", "4.1"))
    assert end(sitting, "bet") == End("returned", 0, BET, ("3.13", "4.3", "I5"))
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.3",))
    assert sitting.table.meter.shown == DISPLAYED


def test_4_3_a_hand_that_is_shown_keeps_its_ranking_beside_one_that_is_not() -> None:
    sitting = played(CSP, ACE_KING, Hand(PAIR), Hand(QUEENS, 2, "p2", shown=False))
    assert [end(sitting, "ante", box).result for box in (1, 2)] == ["win", "lose"]
    assert [end(sitting, "bet", box).result for box in (1, 2)] == ["win", "lose"]


def test_4_5_2_only_a_hand_in_play_and_shown_has_a_claim() -> None:
    """A folded Royal, a Straight Flush that is not shown, and a Royal that takes all: 10,000,000 + 3 × 350."""
    hands = (
        Hand(ROYAL, 1, "p1", jackpot=JACKPOT, does="fold"),
        Hand(STRAIGHT_FLUSH, 2, "p2", jackpot=JACKPOT, shown=False),
        Hand("Ah Kh Qh Jh Th", 3, "p3", jackpot=JACKPOT),
    )
    sitting = played(CSP, "2h 2s 5c 4h 3h", *hands, meter=10_000_000)
    assert jackpots(sitting) == [(3, "royal_flush", 10_001_050)]
    assert [end(sitting, "jackpot", box).cites for box in (1, 2, 3)] == [("3.12.1",), ("4.3",), ("4.2",)]


def test_4_5_2_the_house_determines_which_hand_was_dealt_first(tmp_path: Path) -> None:
    """All of 5,000,000 + 2 × 350 goes to the hand that it finds was the first, the seed to the other."""
    hands = {"1": ROYAL, "dealer": "2c 3d 5s 7c 9h"}
    assert paid_as_the_house_finds(tmp_path, ("stud-1", "stud-2"), hands) == [5_000_700, 5_000_000]


@pytest.mark.parametrize(
    ("decides", "outcome", "ruled"),
    [("fold", "established", ("continue", "5.7.1")), ("bet", "none", ("void_round", "5.7.2"))],
)
def test_5_7_what_the_table_takes_for_an_outcome_rests_on_a_reading(
    decides: str, outcome: str, ruled: tuple[str, str]
) -> None:
    """Where nobody says whether there is one, the table finds it by I13; what the Dealer says is his own word."""
    for said, read in (("", ("I13",)), (f" outcome={outcome}", ())):
        sitting = dealt(CSP, ACE_KING, Hand(PAIR), Hand(QUEENS, 2, "p2"))
        sitting.do(f"p1: {decides} 1")
        name, what, cites = ruling(sitting.do(f"dealer: report interruption{said}"))
        assert (name, (what, *cites)) == ("interruption", (*ruled, *read))


def test_5_8_2_cards_exposed_one_after_the_other_add_up_by_a_reading() -> None:
    """By I15 the second report is ruled on both cards; two that are reported at once need no adding up."""
    sitting = dealt(CSP, ACE_KING, Hand(PAIR), Hand(QUEENS, 2, "p2"))
    first = ruling(sitting.do("dealer: report cards_exposed cards=7c seen=no"))
    assert first == ("cards_exposed", "players_choose", ("5.10", "I11"))
    second = ruling(sitting.do("dealer: report cards_exposed cards=Qc seen=no"))
    assert second == ("cards_exposed", "void_round", ("5.8.2", "I15"))
    sitting = dealt(CSP, ACE_KING, Hand(PAIR), Hand(QUEENS, 2, "p2"))
    both = ruling(sitting.do("dealer: report cards_exposed cards=7cQc seen=no"))
    assert both == ("cards_exposed", "void_round", ("5.8.2",))


def test_5_12_a_word_that_goes_before_the_record_is_taken_by_a_reading() -> None:
    """On record the deal is over, as somebody has decided; by I16 a supervisor with a reason may say otherwise."""
    sitting = dealt(CSP, ACE_KING, Hand(PAIR), Hand(QUEENS, 2, "p2"))
    sitting.do("p1: look 1", "p1: bet 1")
    report = "report cards_exposed cards=Qc"
    assert sitting.refused(f"dealer: {report} when=during_deal").reason is Reason.ROLE
    events = sitting.do(f"pit_supervisor/sue: {report} when=during_deal because the cameras show it")
    assert ruling(events) == ("cards_exposed", "continue", ("5.12", "I16"))
    assert word(events)[1:] == ({"when": "after"}, "sue", "the cameras show it")
    assert ruling(sitting.do("dealer: report cards_exposed cards=Qh"))[2] == ("5.12", "I11"), "as on record"
