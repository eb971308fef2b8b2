"""What Multi-Link Progressive Casino Stud Poker has to itself: folded hands that may still win, the jackpot's
rankings and pay table, hands that are not shown, the order that the House finds, and how chapter 5 is read."""

from pathlib import Path

import pytest

from croupier.cards import parse_cards
from croupier.hands import category_of
from croupier.play.banked.events import Decided, HandShown, HandWithheld, JackpotPaid
from croupier.play.banked.state import Phase
from croupier.play.refusal import Reason
from croupier.rulebooks import load_banked
from croupier.rules.settling import NO_HAND, Comparison
from croupier.rules.terms import Decision, WagerName
from tests.floor.linked import NOTHING, SEED, paid_as_the_house_finds
from tests.rulebooks.irregular import ruling
from tests.rulebooks.stud import (
    ACE_KING,
    FED,
    HANDS,
    JACKPOT,
    MLP,
    PAIR,
    ROLES,
    ROYAL,
    STRAIGHT_FLUSH,
    End,
    Hand,
    because,
    deal_round,
    dealt,
    end,
    faces,
    finish_round,
    jackpots,
    low_dealer,
    played,
)
from tests.sitting import Sitting

RULEBOOKS = ("rws-multi-link-casino-stud-v3",)

METER = 12_345_678
DISPLAYED = METER + FED
"""What is displayed when the first jackpot wager of the round has been taken."""
DEALERS = {"qualifies": "2h 2s 5c 4h 3h", "does not qualify": "Ah Qh Jc Ts 9h", "holds more": "As Ks Qs Js Ts"}


def test_1_3_wager_is_called_bet_in_capitals() -> None:
    """As on the layout; a Bet is any wager (1.2)."""
    sitting = Sitting(MLP)
    assert sitting.game.title(WagerName.BET) == "BET"
    sitting.do("dealer: place your bets", "p1: 1 ante 10000")
    assert sitting.refused("p1: 1 bet -20000").sentence == "There is no BET wager on box 1"


@pytest.mark.parametrize("dealer", DEALERS.values(), ids=DEALERS)
@pytest.mark.parametrize("other", [(), (Hand("7c 7d Kc 5d 3s", 2, "p2"),)], ids=["alone", "another stays"])
def test_3_12_1_fold_loses_the_ante_but_the_jackpot_can_be_won(dealer: str, other: tuple[Hand, ...]) -> None:
    sitting = played(MLP, dealer, Hand(ROYAL, jackpot=JACKPOT, does="fold"), *other, meter=METER)
    assert end(sitting, "ante") == End("lose", 0, 0, ("3.12.1",))
    assert end(sitting, "jackpot") == End("win", DISPLAYED, 0, ("3.12.1", "4.2"))
    assert sitting.table.meter.shown == 5_000_000
    assert {faces(sitting, role, "p3") for role in ROLES} == {ROYAL}


def test_3_12_1_folded_hand_wins_a_minor_award_too_and_only_for_its_cards() -> None:
    """400 times 500; a pair wins nothing."""
    hands = (
        Hand("9c 9d 9h 9s 4c", 1, "p1", jackpot=JACKPOT, does="fold"),
        Hand(PAIR, 2, "p2", jackpot=JACKPOT, does="fold"),
    )
    sitting = played(MLP, "As Kd 6c 4h 2s", *hands)
    assert end(sitting, "jackpot", 1) == End("win", 200_000, 0, ("3.12.1", "4.2"))
    assert end(sitting, "jackpot", 2) == End("lose", 0, 0, ("4.2",))


def test_3_12_1_is_cited_for_the_jackpot_of_a_folded_hand_alone() -> None:
    """Both are paid 400 times 500; the hand that plays on owes nothing to 3.12.1."""
    hands = (
        Hand("9c 9d 9h 9s 4c", 1, "p1", jackpot=JACKPOT, does="fold"),
        Hand("8c 8d 8h 8s 5c", 2, "p2", jackpot=JACKPOT),
    )
    sitting = played(MLP, "As Kd 6c 4h 2s", *hands)
    assert end(sitting, "jackpot", 1) == End("win", 200_000, 0, ("3.12.1", "4.2"))
    assert end(sitting, "jackpot", 2) == End("win", 200_000, 0, ("4.2",))


def test_3_12_1_folded_hand_with_a_jackpot_wager_is_shown_or_not() -> None:
    """When every hand has folded the Dealer's cards stay unseen (I9)."""
    hands = (Hand(ROYAL, 1, jackpot=JACKPOT), Hand(PAIR, 2, "p2"), Hand("9c 9h Js 8s 6c", 3, "p3", jackpot=JACKPOT))
    sitting = dealt(MLP, "As Kh 4c 3h 2s", *hands)
    assert sitting.do("p1: fold 1") == (Decided(1, Decision.FOLD, None, (), ("3.12.1",)),)
    sitting.do("p2: fold 2", "p3: fold 3")
    assert sitting.refused("dealer: reveal").reason is Reason.MOMENT
    assert because(sitting.refused("p2: show 2")) == (Reason.MOMENT, ("3.12.1",))
    assert sitting.do("p1: show 1") == (HandShown(1, ("4.4",)),)
    assert sitting.refused("dealer: settle").reason is Reason.MOMENT
    sitting.do("p3: withhold 3", "dealer: settle")
    assert {sitting.seen_by(role).dealer for role in ROLES} == {("??", "??", "??", "??", "2s")}


def test_3_12_1_round_ends_when_every_hand_has_folded_without_a_jackpot_wager() -> None:
    sitting = dealt(MLP, ACE_KING, Hand(PAIR))
    sitting.do("p1: fold 1")
    assert sitting.round.phase is Phase.SETTLING


def test_3_15_examples_of_the_jackpots_ranking_list() -> None:
    """The document prints K♠ twice in its Four of a Kind; one of them is read as K♦."""
    examples = {
        "Ad Kd Qd Jd Td": "royal_flush",
        "Qc Jc Tc 9c 8c": "straight_flush",
        "Kc Kh Ks Kd Jh": "four_of_a_kind",
        "Kc Kh Kd Js Jh": "full_house",
        "Kh Jh 9h 5h 2h": "flush",
        "5c 4d 3c 2h As": "straight",
    }
    strengths = [load_banked(MLP).rank(parse_cards(hand), ()) for hand in examples]
    assert strengths == sorted(set(strengths), reverse=True)
    assert [category_of(strength).name.lower() for strength in strengths] == list(examples.values())
    for cards, name in examples.items():
        sitting = played(MLP, low_dealer(cards), Hand(cards, jackpot=JACKPOT))
        assert [award for _, award, _ in jackpots(sitting)] == [name]


@pytest.mark.parametrize("cards", ["Ac Kd Qc Jh Ts", "5c 4d 3c 2h As"], ids=["ace high", "ace low"])
def test_3_15_straight_is_the_lowest_ranking_of_the_jackpot(cards: str) -> None:
    highest_three = played(MLP, "6s 6d 8d 9d Td", Hand("Ac Ad Ah Kc Qd", jackpot=JACKPOT))
    assert jackpots(highest_three) == []
    assert [award for _, award, _ in jackpots(played(MLP, low_dealer(cards), Hand(cards, jackpot=JACKPOT)))] == [
        "straight"
    ]


AWARDS = {
    "royal_flush": 12_346_028,  # all of 12,345,678 + 350
    "straight_flush": 1_234_602,  # a tenth of it, 1,234,602.8, rounded down
    "four_of_a_kind": 400 * 500,
    "full_house": 80 * 500,
    "flush": 40 * 500,
    "straight": 20 * 500,
}
LEFT = {"royal_flush": 5_000_000, "straight_flush": 12_346_028 - 1_234_602}
"""What the awards out of the meter leave there: the seed, or what was not paid."""


@pytest.mark.parametrize(("name", "cards"), [(name, cards) for name in AWARDS for cards in HANDS[name]])
def test_4_2_award_of_each_row(name: str, cards: str) -> None:
    """N for 1 is N wagers in all; the wager itself does not come back. The House pays it, not the meter."""
    sitting = played(MLP, low_dealer(cards), Hand(cards, jackpot=JACKPOT), meter=METER)
    assert end(sitting, "jackpot") == End("win", AWARDS[name], 0, ("4.2",))
    assert jackpots(sitting) == [(1, name, AWARDS[name])]
    assert sitting.table.meter.shown == LEFT.get(name, DISPLAYED)


@pytest.mark.parametrize("cards", [cards for name in ("three_of_a_kind", "two_pairs") for cards in HANDS[name]])
def test_4_2_hand_below_a_straight_wins_nothing(cards: str) -> None:
    sitting = played(MLP, low_dealer(cards), Hand(cards, jackpot=JACKPOT), meter=METER)
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.2",))
    assert sitting.table.meter.shown == DISPLAYED


@pytest.mark.parametrize("prescribed", [500, 1_000, 2_500])
def test_4_2_odds_for_1_go_by_the_wager(prescribed: int) -> None:
    policy = {"jackpot_wager": prescribed}
    sitting = played(MLP, "As Kh 4c 3h 2s", Hand("Kd Jd 9d 5d 2d", jackpot=prescribed), policy=policy)
    assert end(sitting, "jackpot") == End("win", 40 * prescribed, 0, ("4.2",))


@pytest.mark.parametrize(("meter", "paid"), [(5_000_000, 500_000), (5_000_009, 500_000), (5_000_010, 500_001)])
def test_4_2_tenth_is_rounded_down_and_may_leave_less_than_the_seed(meter: int, paid: int) -> None:
    """Nothing is contributed here: 500,000.0, then 500,000.9, then 500,001.0."""
    policy = {"seed": 5_000_000, "contribution": "0"}
    sitting = played(MLP, ACE_KING, Hand(STRAIGHT_FLUSH, jackpot=JACKPOT), policy=policy, meter=meter)
    assert end(sitting, "jackpot").paid == paid
    assert sitting.table.meter.shown == meter - paid


def test_4_2_royal_flush_and_straight_flush_alone_are_major_awards() -> None:
    """Six Players win an award each; it is the major ones that are paid in the order of 4.5.1."""
    cards = (ROYAL, STRAIGHT_FLUSH, "3c 3d 3h 3s 4c", "2c 2d 2h 5c 5s", "Kh Jh 9h 7h 6h", "9s 8d 7s 6d 5h")
    hands = (Hand(held, box, f"p{box}", jackpot=JACKPOT) for box, held in enumerate(cards, 1))
    sitting = played(MLP, "As Kc 8s 4d 2s", *hands)
    paid = {one.award: "4.5.1" in one.cites for one in sitting.events if isinstance(one, JackpotPaid)}
    assert paid == {name: name in {"royal_flush", "straight_flush"} for name in AWARDS}


def test_4_2_1_award_needs_a_jackpot_wager_in_that_round() -> None:
    """A wager of the round before does not count."""
    sitting = Sitting(MLP, meter=METER)
    for hand in (Hand(PAIR, jackpot=JACKPOT), Hand(ROYAL)):
        deal_round(sitting, "As Kh 4c 3h 2s", hand)
        finish_round(sitting, hand)
    assert jackpots(sitting) == []
    assert {line.wager for line in sitting.round.lines} == {"ante", "bet"}
    assert sitting.table.meter.shown == DISPLAYED


def test_4_2_1_award_needs_the_players_own_five_cards() -> None:
    """Four cards of a Royal Flush, and the fifth before the Dealer."""
    sitting = played(MLP, "Td 7c 7h 5s 2c", Hand("Ad Kd Qd Jd 9c", jackpot=JACKPOT), meter=METER)
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.2",))
    own = played(MLP, "9c 7c 7h 5s 2c", Hand(ROYAL, jackpot=JACKPOT), meter=METER)
    assert end(own, "jackpot") == End("win", DISPLAYED, 0, ("4.2",))


@pytest.mark.parametrize("dealer", DEALERS.values(), ids=DEALERS)
@pytest.mark.parametrize("cards", [ROYAL, "7c 7d Kc 5d 3s"], ids=["royal flush", "pair"])
def test_4_3_hand_not_shown_is_folded_whatever_the_dealer_holds(cards: str, dealer: str) -> None:
    """Ante and BET are lost even where the Dealer does not qualify, and nothing establishes a jackpot."""
    sitting = played(MLP, dealer, Hand(cards, jackpot=JACKPOT, shown=False), meter=METER)
    assert end(sitting, "ante") == End("lose", 0, 0, ("4.3", "3.12.1", "I5"))
    assert end(sitting, "bet") == End("lose", 0, 0, ("4.3", "3.12.1", "I5"))
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.3",))
    assert HandWithheld(1, ("4.3",)) in sitting.events
    assert sitting.table.meter.shown == DISPLAYED


def test_4_3_folded_hand_must_be_shown_to_win_the_jackpot() -> None:
    sitting = played(MLP, "As Kh 4c 3h 2s", Hand(ROYAL, jackpot=JACKPOT, does="fold", shown=False))
    assert end(sitting, "ante") == End("lose", 0, 0, ("3.12.1",))
    assert end(sitting, "jackpot") == End("lose", 0, 0, ("4.3",))
    assert jackpots(sitting) == []


def test_4_3_hand_not_shown_wins_the_jackpot_once_its_player_lays_it_open() -> None:
    """It is folded all the same, though it beats the Dealer's pair; the hand shown at once wins 40 times 500."""
    hands = (Hand(ROYAL, 1, "p1", jackpot=JACKPOT), Hand("Kh Jh 9h 7h 6h", 2, "p2", jackpot=JACKPOT))
    sitting = dealt(MLP, "2h 2s 5c 4h 3h", *hands, meter=METER)
    sitting.do("p1: bet 1", "p2: bet 2", "dealer: reveal", "p1: withhold 1", "p2: show 2")
    assert sitting.do("p1: show 1") == (HandShown(1, ("4.3", "I5")),)
    sitting.do("dealer: settle")
    for wager in ("ante", "bet"):
        assert end(sitting, wager, 1) == End("lose", 0, 0, ("4.3", "3.12.1", "I5"))
    assert end(sitting, "jackpot", 1) == End("win", DISPLAYED + FED, 0, ("4.3", "I5", "4.2"))
    assert end(sitting, "jackpot", 2) == End("win", 40 * 500, 0, ("4.2",))


@pytest.mark.parametrize(
    ("shown", "laid_open", "cites"),
    [(True, False, ()), (False, True, ("4.3", "I5")), (False, False, ("4.3",))],
    ids=["shown", "laid open later", "never shown"],
)
def test_4_3_one_right_to_the_jackpot_applies_wherever_it_stands_in_the_list(
    shown: bool, laid_open: bool, cites: tuple[str, ...]
) -> None:
    hand = Comparison(False, shown, NO_HAND, NO_HAND, (), (), (), "shoe", {}, established=laid_open)
    rights = load_banked(MLP).jackpot.rights
    assert [right.cites for right in rights if right.when(hand)] == [cites]


def test_4_5_2_folded_hand_keeps_its_place_and_a_hidden_one_has_no_claim() -> None:
    """The folded Royal takes all, 10,000,000 + 3 × 350, and the shown Straight Flush a tenth of the seed."""
    hands = (
        Hand(ROYAL, 1, "p1", jackpot=JACKPOT, does="fold"),
        Hand("Ah Kh Qh Jh Th", 2, "p2", jackpot=JACKPOT, shown=False),
        Hand(STRAIGHT_FLUSH, 3, "p3", jackpot=JACKPOT),
    )
    sitting = played(MLP, "2h 2s 5c 4h 3h", *hands, meter=10_000_000)
    assert jackpots(sitting) == [(1, "royal_flush", 10_001_050), (3, "straight_flush", 500_000)]
    assert [end(sitting, "jackpot", box).cites for box in (1, 2, 3)] == [("3.12.1", "4.2"), ("4.3",), ("4.2",)]


def test_4_5_2_house_may_find_that_the_hand_of_another_table_was_dealt_first(tmp_path: Path) -> None:
    """The first to be paid gets the seed and 2 × 350, the second the seed."""
    paid = paid_as_the_house_finds(tmp_path, ("multi-1", "multi-2"), {"1": ROYAL, "dealer": NOTHING})
    assert paid == [SEED + 2 * FED, SEED]


def test_5_7_outcome_that_the_table_reads_itself_is_read_under_i13() -> None:
    """A fold decides the Ante, and cards face down decide nothing."""
    sitting = dealt(MLP, ACE_KING, Hand(PAIR), Hand("8c 8h Qs 6h 2c", 2, "p2"))
    before = sitting.table
    void = sitting.do("dealer: report interruption")
    assert ruling(void) == ("interruption", "void_round", ("5.7.2", "I13"))
    sitting.table = before
    sitting.do("p1: fold 1")
    goes_on = sitting.do("dealer: report interruption")
    assert ruling(goes_on) == ("interruption", "continue", ("5.7.1", "I13"))


def test_5_8_2_cards_exposed_one_after_the_other_are_added_up_under_i15() -> None:
    at_once, singly = (dealt(MLP, ACE_KING, Hand(PAIR), Hand("8c 8h Qs 6h 2c", 2, "p2")) for _ in range(2))
    void = at_once.do("dealer: report cards_exposed cards=7c8c seen=no")
    assert ruling(void) == ("cards_exposed", "void_round", ("5.8.2",))
    first = singly.do("dealer: report cards_exposed cards=7c seen=no")
    assert ruling(first) == ("cards_exposed", "players_choose", ("5.12", "5.10"))
    second = singly.do("dealer: report cards_exposed cards=8c seen=no")
    assert ruling(second) == ("cards_exposed", "void_round", ("5.8.2", "I15"))


def test_5_12_word_against_the_record_needs_a_pit_supervisor_with_a_reason_under_i16() -> None:
    sitting = dealt(MLP, ACE_KING, Hand(PAIR), Hand("8c 8h Qs 6h 2c", 2, "p2"))
    sitting.do("p2: look 2")
    unseen = "report cards_exposed cards=7c seen=no"
    assert sitting.refused(f"dealer: {unseen} because I saw it").reason is Reason.ROLE
    before = sitting.table
    on_record = sitting.do("dealer: report cards_exposed cards=7c")
    assert ruling(on_record) == ("cards_exposed", "continue", ("5.12",))
    sitting.table = before
    confirmed = sitting.do(f"pit_supervisor: {unseen} because the Look was keyed by mistake")
    assert ruling(confirmed) == ("cards_exposed", "players_choose", ("5.12", "5.10", "I16"))
