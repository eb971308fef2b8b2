"""Texas Hold'em Bonus Progressive (MBS), version 6: rankings, settlement and the jackpot, by paragraph."""

from itertools import pairwise
from typing import Any

import pytest

from croupier.hands import Category, rank_five
from croupier.play.banked.events import JackpotPaid
from croupier.rulebooks import load_banked
from croupier.rules.banked import PolicyError
from croupier.rules.terms import WagerName
from tests.rulebooks import meter_of
from tests.rulebooks.holdem import (
    ANTE,
    BONUS_BOARD,
    BONUS_ROWS,
    EQUAL,
    EQUAL_STRAIGHTS,
    FLUSH,
    FOUR_OF_A_KIND,
    FOUR_ON_THE_BOARD,
    FULL_HOUSE,
    FULL_HOUSE_ON_THE_BOARD,
    HIGHER,
    HIGHEST_THREE,
    KICKERS,
    LOWER,
    LOWEST_STRAIGHT,
    NO_BONUS,
    PAIRS,
    ROYAL_ON_THE_BOARD,
    ROYAL_ON_THE_FLOP,
    ROYAL_ON_THE_RIVER,
    ROYAL_ON_THE_RIVER_WITH_ONE,
    ROYAL_ON_THE_TURN,
    ROYAL_ON_THE_TURN_WITH_ONE,
    ROYAL_OVER_STRAIGHT_FLUSH,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_ON_THE_BOARD,
    Deal,
    End,
    Waiting,
    award_of,
    awarded,
    boxes_paid,
    cards,
    category,
    closed,
    deciding,
    ends,
    lost,
    of_suits,
    paid_together,
    rows_won,
    settle_one,
    stood_off,
    strength,
    won,
)
from tests.sitting import Sitting

RULEBOOKS = ("mbs-texas-holdem-bonus-progressive-v6",)

GAME = "mbs-texas-holdem-bonus-progressive"
JACKPOT = 500
SEED = 2_000_000
NO_CONTRIBUTION = {"contribution": "0", "seed": SEED}
"""The meter stays where the test puts it."""
COMPARED = ("ante", "flop", "turn", "river")
LOSING_FOUR = Deal("9s 9d", "9h 9c Kh Kc 2d", "Ks Kd")
"""Four Nines lose to four Kings."""

both_methods = pytest.mark.parametrize("dealing", ["automated", "manual"])


def end_of(deal: Deal, **how: Any) -> dict[str, End]:
    """How one hand ends, raised all the way unless said otherwise."""
    return ends(settle_one(GAME, deal, **how))


# 1 and 3.3 Cards and their ranking


@pytest.mark.parametrize("deal", [HIGHER, EQUAL, LOWER])
def test_1_1_3_bonus_goes_by_the_players_hole_cards(deal: Deal) -> None:
    """Aces win it 30 to 1 and Queens 10 to 1, the losing hand too; Queen and Jack lose it, in a stand-off too."""
    times = {"As Ad": 30, "Qh Qs": 10}.get(deal.hole)
    bonus = end_of(deal, bonus=5_000)["bonus"]
    assert bonus == (won(5_000, "1.1.3", "4.1.1", times=times) if times else lost("1.1.3"))


@pytest.mark.parametrize(
    ("deal", "how", "decided"),
    [
        (HIGHER, "show", ("win", ("1.1.3",))),
        (EQUAL, "show", ("lose", ("1.1.3",))),
        (HIGHER, "withhold", ("lose", ("3.10.1", "I5"))),
        (EQUAL, "withhold", ("lose", ("3.10.1", "I5"))),
    ],
)
def test_1_1_3_hole_cards_decide_the_bonus_of_a_hand_that_is_shown_and_no_other(
    deal: Deal, how: str, decided: tuple[str, tuple[str, ...]]
) -> None:
    assert deciding(GAME, "automated", deal, WagerName.BONUS, how) == [decided]


@pytest.mark.parametrize(
    ("hole", "community", "best"),
    [
        ("As Ad", "Ac Kd Kh 7s 2c", "As Ad Ac Kd Kh"),
        ("As 2d", "Ks Qs Js 9s 2h", "As Ks Qs Js 9s"),
        ("2d 3h", "As Ks Qs Js Ts", "As Ks Qs Js Ts"),
    ],
    ids=["both Hole Cards", "one Hole Card", "no Hole Card"],
)
def test_1_1_5_hand_is_the_best_five_with_the_community_cards(hole: str, community: str, best: str) -> None:
    assert load_banked(GAME).rank(cards(hole), cards(community)) == rank_five(cards(best))


def test_3_3_1_cards_have_a_ranking() -> None:
    assert all(strength(lower) < strength(higher) for lower, higher in pairwise(KICKERS))


def test_3_3_1_1_cards_rank_from_ace_to_two() -> None:
    assert all(strength(lower) < strength(higher) for lower, higher in pairwise(PAIRS))


def test_3_3_1_2_ace_counts_as_one_in_the_lowest_straight_and_straight_flush_only() -> None:
    assert category("5c 4d 3c 2h As") is Category.STRAIGHT
    assert category("5c 4c 3c 2c Ac") is Category.STRAIGHT_FLUSH
    assert strength("6c 5d 4c 3h 2s") > strength("5c 4d 3c 2h As")
    assert category("3c 2d Ac Kh Qs") is Category.FIVE_ODD_CARDS


@pytest.mark.parametrize("ranks", ["A K Q J T", "A K J 5 2", "5 5 K T 2", "5 4 3 2 A", "7 7 4 4 J"])
def test_3_3_1_3_suits_have_no_value(ranks: str) -> None:
    assert len({strength(of_suits(ranks, suits)) for suits in ("cdhsc", "hscdh", "dhdcs")}) == 1


# 3.9.1 and 3.10 Fold and comparison


@both_methods
def test_3_9_1_fold_loses_ante_and_bonus_and_every_award_of_the_hand(dealing: str) -> None:
    for deal in (STRAIGHT_FLUSH, HIGHER, ROYAL_ON_THE_FLOP):
        end = end_of(deal, decisions=("fold",), policy={"dealing": dealing}, bonus=5_000, jackpot=JACKPOT)
        assert end == dict.fromkeys(("ante", "bonus", "jackpot"), lost("3.9.1"))


@both_methods
def test_3_9_1_fold_keeps_the_community_prize(dealing: str) -> None:
    end = end_of(FOUR_ON_THE_BOARD, decisions=("fold",), policy={"dealing": dealing}, bonus=5_000, jackpot=JACKPOT)
    assert end == {"ante": lost("3.9.1"), "bonus": lost("3.9.1"), "jackpot": awarded(30_000, "3.9.1", "4.2.1")}


@pytest.mark.parametrize(
    ("deal", "result"),
    [
        (Deal("As Ad", "Ac Kd Kh 7s 2c", "Ks 3d"), "win"),
        (Deal("As 2d", "Ks Qs Js 9s 2h", "Kd Kh"), "win"),
        (Deal("2d 3h", "As Ks Qs Js Ts", "Ah Ad"), "stand_off"),
        (Deal("Ks 3d", "Ac Kd Kh 7s 2c", "As Ad"), "lose"),
    ],
    ids=["with both Hole Cards", "with one", "with none", "the Dealer with both"],
)
def test_3_10_best_five_of_each_side_are_compared(deal: Deal, result: str) -> None:
    assert end_of(deal)["flop"][0] == result


@both_methods
@pytest.mark.parametrize("deal", [HIGHER, STRAIGHT_FLUSH, EQUAL])
def test_3_10_1_hand_not_shown_loses_every_wager(dealing: str, deal: Deal) -> None:
    end = end_of(deal, shown=False, policy={"dealing": dealing}, bonus=5_000, jackpot=JACKPOT)
    compared = dict.fromkeys(COMPARED, lost("3.10.1", "3.10.3"))
    assert end == {**compared, "bonus": lost("3.10.1", "I5"), "jackpot": lost("3.10.1")}


def test_3_10_1_hand_not_shown_keeps_the_community_prize() -> None:
    end = end_of(ROYAL_ON_THE_BOARD, shown=False, jackpot=JACKPOT)
    assert end["jackpot"] == awarded(1_000_000, "3.10.1", "4.2.1")
    assert end["ante"] == lost("3.10.1", "3.10.3")


@both_methods
@pytest.mark.parametrize(
    ("deal", "ante"),
    [
        (HIGHER, stood_off(ANTE, "3.10.2")),
        (HIGHEST_THREE, stood_off(ANTE, "3.10.2")),
        (LOWEST_STRAIGHT, won(ANTE, "3.10.2", "4.1.1")),
        (FLUSH, won(ANTE, "3.10.2", "4.1.1")),
    ],
    ids=["pair", "highest three of a kind", "lowest straight", "flush"],
)
def test_3_10_2_higher_hand_wins_and_the_ante_from_a_straight_on(dealing: str, deal: Deal, ante: End) -> None:
    assert end_of(deal, policy={"dealing": dealing}) == {
        "ante": ante,
        "flop": won(2 * ANTE, "3.10.2", "4.1.1"),
        "turn": won(ANTE, "3.10.2", "4.1.1"),
        "river": won(ANTE, "3.10.2", "4.1.1"),
    }


@pytest.mark.parametrize(
    ("deal", "decided"),
    [
        (HIGHEST_THREE, ("stand_off", ("3.10.2",))),
        (LOWEST_STRAIGHT, ("win", ("3.10.2",))),
        (EQUAL, ("stand_off", ("3.10.4",))),
        (LOWER, ("lose", ("3.10.3",))),
    ],
    ids=["higher below a straight", "higher straight", "equal", "lower"],
)
def test_3_10_2_ante_is_decided_once(deal: Deal, decided: tuple[str, tuple[str, ...]]) -> None:
    """A Straight does not stand off as well, nor does any hand that is not the higher."""
    assert deciding(GAME, "automated", deal, WagerName.ANTE) == [decided]


def test_3_10_2_wagers_not_placed_win_nothing() -> None:
    assert end_of(HIGHER, decisions=("flop", "check", "check")).keys() == {"ante", "flop"}
    assert end_of(HIGHER, decisions=("flop", "turn", "check")).keys() == {"ante", "flop", "turn"}


@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS])
def test_3_10_2_equal_hand_is_not_higher(deal: Deal) -> None:
    assert {paid for _, paid, _, _ in end_of(deal).values()} == {0}


@both_methods
@pytest.mark.parametrize("deal", [LOWER, LOSING_FOUR])
def test_3_10_3_lower_hand_loses_ante_flop_turn_and_river(dealing: str, deal: Deal) -> None:
    assert end_of(deal, policy={"dealing": dealing}) == dict.fromkeys(COMPARED, lost("3.10.3"))


def test_3_10_3_lower_hand_keeps_its_chance_of_the_jackpot() -> None:
    end = end_of(LOSING_FOUR, jackpot=JACKPOT)
    assert end == {**dict.fromkeys(COMPARED, lost("3.10.3")), "jackpot": awarded(30_000, "4.2")}


@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS])
def test_3_10_3_equal_hand_is_not_lower(deal: Deal) -> None:
    assert {result for result, _, _, _ in end_of(deal).values()} == {"stand_off"}


PAIRED_EQUALS = Deal("7h 7s", "Ac Kc Qc Jc Tc", "As Ad")
"""The Community Cards play on both sides; the Hole Cards are a low pair, 3 to 1."""


@pytest.mark.parametrize(
    ("deal", "reading", "bonus"),
    [
        (LOWER, "settles", won(5_000, "1.1.3", "4.1.1", times=10)),
        (LOWER, "loses", lost("3.10.3", "I3")),
        (PAIRED_EQUALS, "settles", won(5_000, "1.1.3", "4.1.1", times=3)),
        (PAIRED_EQUALS, "loses", won(5_000, "1.1.3", "4.1.1", times=3)),
        (HIGHER, "settles", won(5_000, "1.1.3", "4.1.1", times=30)),
        (HIGHER, "loses", won(5_000, "1.1.3", "4.1.1", times=30)),
    ],
)
def test_3_10_3_bonus_of_a_lower_hand_settles_or_loses_as_the_house_reads(deal: Deal, reading: str, bonus: End) -> None:
    assert end_of(deal, policy={"bonus_on_losing_hand": reading}, bonus=5_000)["bonus"] == bonus


def test_3_10_3_bonus_settles_unless_the_house_chooses_otherwise() -> None:
    assert end_of(LOWER, bonus=5_000)["bonus"] == won(5_000, "1.1.3", "4.1.1", times=10)
    with pytest.raises(PolicyError, match="settles, loses"):
        Sitting(GAME, {"bonus_on_losing_hand": "returns"})


@both_methods
@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS, ROYAL_ON_THE_BOARD])
def test_3_10_4_equal_hand_stands_off(dealing: str, deal: Deal) -> None:
    assert end_of(deal, policy={"dealing": dealing}) == {
        "ante": stood_off(ANTE, "3.10.4"),
        "flop": stood_off(2 * ANTE, "3.10.4"),
        "turn": stood_off(ANTE, "3.10.4"),
        "river": stood_off(ANTE, "3.10.4"),
    }


def test_3_10_4_jackpot_wager_is_kept() -> None:
    assert end_of(EQUAL, jackpot=JACKPOT)["jackpot"] == lost("4.2")


# 3.11 and 3.12 The order of hands

ORDER = (
    (Category.ROYAL_FLUSH, "Ad Kd Qd Jd Td"),
    (Category.STRAIGHT_FLUSH, "Jc Tc 9c 8c 7c"),
    (Category.FOUR_OF_A_KIND, "Ac Ah Ad As Jh"),
    (Category.FULL_HOUSE, "Kc Kh Kd Ac Ah"),
    (Category.FLUSH, "Jh 8h 6h 5h 2h"),
    (Category.STRAIGHT, "9c 8d 7c 6h 5c"),
    (Category.THREE_OF_A_KIND, "Tc Th Td 6d 3d"),
    (Category.TWO_PAIRS, "Qc Qh 6c 6d 3d"),
    (Category.ONE_PAIR, "Ac Ah 8d 6h 5c"),
    (Category.FIVE_ODD_CARDS, "Qc Th 6d 5c 2h"),
)


def check_place(place: int, *others: str) -> None:
    """The document's example, and further cards, stand at this place of the order: below the one before."""
    ranking, example = ORDER[place - 1]
    for text in (example, *others):
        assert category(text) is ranking
        assert place == 1 or strength(text) < strength(ORDER[place - 2][1])
        assert place == len(ORDER) or strength(text) > strength(ORDER[place][1])


def test_3_11_ten_hands_stand_in_order() -> None:
    assert len(ORDER) == len(Category) == 10
    assert all(strength(higher) > strength(lower) for (_, higher), (_, lower) in pairwise(ORDER))


def test_3_11_1_royal_flush() -> None:
    check_place(1, "As Ks Qs Js Ts", "Tc Jc Qc Kc Ac")


def test_3_11_2_straight_flush() -> None:
    check_place(2, "Kd Qd Jd Td 9d", "5s 4s 3s 2s As")


def test_3_11_3_four_of_a_kind() -> None:
    check_place(3, "2c 2h 2d 2s 3h")


def test_3_11_4_full_house() -> None:
    check_place(4, "2c 2h 2d 3s 3h", "Ac Ah Ad Ks Kh")


def test_3_11_5_flush() -> None:
    check_place(5, "7h 5h 4h 3h 2h", "Ah Kh Qh Jh 9h")


def test_3_11_6_straight_with_the_ace_high_or_low() -> None:
    check_place(6, "Ac Kd Qc Jh Tc", "5c 4d 3c 2h Ac")


def test_3_11_7_three_of_a_kind() -> None:
    check_place(7, "2c 2h 2d 4s 3h", "Ac Ah Ad Ks Qh")


def test_3_11_8_two_pairs() -> None:
    check_place(8, "3c 3h 2d 2s 4h", "Ac Ah Kd Ks Qh")


def test_3_11_9_one_pair() -> None:
    check_place(9, "2c 2h 5d 4s 3h", "Ac Ah Kd Qs Jh")


def test_3_11_10_five_odd_cards() -> None:
    check_place(10)
    for odd in ("Ac Kd Qh Js 9c", "7c 5d 4h 3s 2c", "Ah 6h 4h 3h 2c"):
        assert category(odd) is Category.FIVE_ODD_CARDS
        assert strength(odd) < strength("2c 2h 5d 4s 3h")


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("3 3 3 3 2", "2 2 2 2 A"),
        ("3 3 3 2 4", "2 2 2 A K"),
        ("A K Q J 9", "A K Q J 8"),
        ("A K Q 4 3", "A K J T 9"),
        ("T 9 8 7 6", "9 8 7 6 5"),
    ],
)
def test_3_12_hands_of_one_order_compare_by_their_cards(higher: str, lower: str) -> None:
    assert category(of_suits(higher, "cdhsc")) is category(of_suits(lower, "hscdh"))
    assert strength(of_suits(higher, "cdhsc")) > strength(of_suits(lower, "hscdh"))


def test_3_12_flushes_compare_by_their_cards() -> None:
    assert strength("Kc 7c 5c 4c 3c") > strength("Qd Jd Td 9d 7d")
    assert strength("Kc 7c 5c 4c 3c") > strength("Kd 7d 5d 4d 2d")


@pytest.mark.parametrize("deal", [EQUAL, EQUAL_STRAIGHTS, Deal("Ah 3h", "Ad Kc Kh 9s 4d", "As 2c")])
def test_3_12_1_same_order_and_same_cards_stand_off(deal: Deal) -> None:
    assert {result for result, _, _, _ in end_of(deal).values()} == {"stand_off"}


@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        ("K K 2 2 3", "Q Q J J A", 1),
        ("K K 3 3 2", "K K 2 2 A", 1),
        ("K K 3 3 5", "K K 3 3 4", 1),
        ("K K 3 3 4", "K K 3 3 4", 0),
    ],
    ids=["higher pair", "lower pair", "odd card", "alike"],
)
def test_3_12_2_two_pairs(ours: str, theirs: str, result: int) -> None:
    mine, his = strength(of_suits(ours, "cdcdc")), strength(of_suits(theirs, "hshsh"))
    assert (mine > his) - (mine < his) == result


@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        ("3 3 6 5 4", "2 2 A K Q", 1),
        ("9 9 K 3 2", "9 9 Q J T", 1),
        ("9 9 K T 2", "9 9 K 8 7", 1),
        ("9 9 K T 3", "9 9 K T 2", 1),
        ("9 9 K T 3", "9 9 K T 3", 0),
    ],
    ids=["pair", "first odd card", "second", "third", "alike"],
)
def test_3_12_3_one_pair(ours: str, theirs: str, result: int) -> None:
    mine, his = strength(of_suits(ours, "cdcdc")), strength(of_suits(theirs, "hshsh"))
    assert (mine > his) - (mine < his) == result


def test_3_12_4_ace_to_five_is_the_lowest_straight_and_straight_flush() -> None:
    assert strength("6c 5d 4h 3s 2c") > strength("5c 4d 3h 2s Ac")
    assert strength("6c 5c 4c 3c 2c") > strength("5d 4d 3d 2d Ad")
    assert strength("5d 4d 3d 2d Ad") > strength("Ac Ah Ad As Kh")


@pytest.mark.parametrize(
    ("deal", "result"),
    [
        (Deal("9s 9d", "9h Kc Kd 2d 3h", "2c 2h"), "win"),
        (Deal("Ks Qd", "9c 9d 9h Kh 2c", "Qc Qh"), "win"),
        (Deal("Js Jd", "9c 9d 9h 4s 2c", "Qc Qh"), "lose"),
        (Deal("Qs Qd", "9c 9d 9h 4s 2c", "Qc Qh"), "stand_off"),
    ],
    ids=["higher three", "higher pair beside three on the board", "lower pair", "alike"],
)
def test_3_12_5_full_houses(deal: Deal, result: str) -> None:
    assert end_of(deal)["flop"][0] == result


@pytest.mark.parametrize(
    "deal", [Deal("Qc 2d", "8c 9d Th Js 2h", "Qd 3c"), Deal("3h 4d", "8c 9c Tc Jc Qc", "2h 5d"), EQUAL_STRAIGHTS]
)
def test_3_12_6_equal_straights_suited_or_not_stand_off(deal: Deal) -> None:
    assert end_of(deal)["ante"] == stood_off(ANTE, "3.10.4")


# 3.13 to 3.15 The jackpot besides the rest, and the order of payment


def test_3_13_jackpot_is_paid_besides_every_other_wager() -> None:
    assert end_of(ROYAL_ON_THE_FLOP, meter=1_000_003, policy=NO_CONTRIBUTION, bonus=5_000, jackpot=JACKPOT) == {
        "ante": won(ANTE, "3.10.2", "4.1.1"),
        "bonus": won(5_000, "1.1.3", "4.1.1", times=25),
        "flop": won(2 * ANTE, "3.10.2", "4.1.1"),
        "turn": won(ANTE, "3.10.2", "4.1.1"),
        "river": won(ANTE, "3.10.2", "4.1.1"),
        "jackpot": awarded(1_000_003, "4.2"),
    }


FLOP_ROYAL, TURN_ROYAL, LESSER = "royal_flush_on_the_flop", "royal_flush_on_the_turn", "straight_flush"


@pytest.mark.parametrize(
    ("claims", "paid"),
    [
        ((Waiting("A", 1, 2, FLOP_ROYAL), Waiting("B", 2, 1, FLOP_ROYAL)), [("B", 9_000_000), ("A", SEED)]),
        ((Waiting("A", 2, 1, FLOP_ROYAL), Waiting("B", 1, 2, FLOP_ROYAL)), [("A", 9_000_000), ("B", SEED)]),
        ((Waiting("A", 1, 2, FLOP_ROYAL), Waiting("B", 2, 1, TURN_ROYAL)), [("B", 2_250_000), ("A", 6_750_000)]),
        ((Waiting("A", 2, 1, FLOP_ROYAL), Waiting("B", 1, 2, TURN_ROYAL)), [("A", 9_000_000), ("B", 500_000)]),
        ((Waiting("A", 2, 1, FLOP_ROYAL), Waiting("B", 1, 2, LESSER)), [("A", 9_000_000), ("B", 150_000)]),
    ],
)
def test_3_14_hands_of_several_tables_are_paid_in_the_order_of_entry(
    claims: tuple[Waiting, ...], paid: list[tuple[str, int]]
) -> None:
    """Not in the order of the deal. The meter shows SGD 90,000.00, its seed is SGD 20,000.00."""
    payments = paid_together(GAME, claims, meter=9_000_000, seed=SEED)
    assert [(one.claim.table, one.amount) for one in payments] == paid


def test_3_15_royal_flush_is_paid_after_the_lesser_hands_of_its_round() -> None:
    claims = (
        Waiting("A", 1, 1, LESSER, box=3),
        Waiting("A", 1, 1, TURN_ROYAL, box=1),
        Waiting("A", 1, 1, LESSER, box=2),
    )
    payments = paid_together(GAME, claims, meter=9_000_000, seed=SEED)
    assert [(one.claim.box, one.amount) for one in payments] == [(2, 150_000), (3, 150_000), (1, 2_250_000)]


def test_3_15_royal_flush_does_not_wait_for_lesser_hands_of_another_entry() -> None:
    claims = (Waiting("A", 1, 2, LESSER), Waiting("B", 1, 1, TURN_ROYAL), Waiting("B", 1, 1, LESSER, box=5))
    payments = paid_together(GAME, claims, meter=9_000_000, seed=SEED)
    assert [(one.claim.table, one.amount) for one in payments] == [("B", 150_000), ("B", 2_250_000), ("A", 150_000)]


@pytest.mark.parametrize(("royal", "lesser"), [(1, 2), (2, 1)])
def test_3_15_royal_flush_at_the_table_is_paid_last(royal: int, lesser: int) -> None:
    """The River Card makes one box's Royal Flush and a Straight Flush on the board, which the folded box is paid."""
    bets = [f"p{box}: {box} {bet}" for box in (1, 2) for bet in (f"ante {ANTE}", "jackpot 500")]
    sitting = closed(GAME, *bets, meter=4_000_000, dealing="automated", contribution="0")
    hands = {royal: "As 4d", lesser: "2c 2d"}
    decide = {royal: "flop", lesser: "fold"}
    sitting.do(f"dealer: deal 9s Ts Js Qs Ks {hands[1]} {hands[2]} 7c 7d", f"p1: {decide[1]} 1", f"p2: {decide[2]} 2")
    sitting.do("dealer: reveal", f"p{royal}: check {royal}", "dealer: reveal", f"p{royal}: check {royal}")
    sitting.do("dealer: reveal", "dealer: reveal", f"p{royal}: show {royal}")
    events = sitting.do("dealer: settle")
    paid = boxes_paid(events)
    assert paid == [(lesser, "community_straight_flush", 150_000), (royal, "royal_flush_on_the_river", 200_000)]
    cites = {one.box: one.cites for one in events if isinstance(one, JackpotPaid)}
    assert cites == {lesser: ("4.2.1", "3.15", "I10"), royal: ("4.2", "I7", "3.15", "I10")}


# 4 Settlement


@pytest.mark.parametrize("ante", [2_500, ANTE, 500_000])
def test_4_1_1_ante_flop_turn_and_river_pay_one_to_one(ante: int) -> None:
    assert end_of(LOWEST_STRAIGHT, ante=ante) == {
        "ante": ("win", ante, ante, ("3.10.2", "4.1.1")),
        "flop": ("win", 2 * ante, 2 * ante, ("3.10.2", "4.1.1")),
        "turn": ("win", ante, ante, ("3.10.2", "4.1.1")),
        "river": ("win", ante, ante, ("3.10.2", "4.1.1")),
    }


@pytest.mark.parametrize(("hole", "dealer", "times"), BONUS_ROWS)
def test_4_1_1_bonus_pays_by_the_hole_cards(hole: str, dealer: str, times: int) -> None:
    bonus = end_of(Deal(hole, BONUS_BOARD, dealer), bonus=2_500)["bonus"]
    assert bonus == won(2_500, "1.1.3", "4.1.1", times=times)


@pytest.mark.parametrize(("hole", "dealer"), NO_BONUS)
def test_4_1_1_other_hole_cards_lose_the_bonus(hole: str, dealer: str) -> None:
    assert end_of(Deal(hole, BONUS_BOARD, dealer), bonus=2_500)["bonus"] == lost("1.1.3")


def test_4_1_1_bonus_has_no_cap() -> None:
    """1000 times SGD 5,000 are SGD 5,000,000."""
    bonus = end_of(Deal("As Ad", BONUS_BOARD, "Ah Ac"), bonus=500_000)["bonus"]
    assert bonus == ("win", 500_000_000, 500_000, ("1.1.3", "4.1.1"))


@pytest.mark.parametrize(
    ("deal", "award", "paid", "left"),
    [
        (ROYAL_ON_THE_FLOP, "royal_flush_on_the_flop", 1_000_003, SEED),
        (ROYAL_ON_THE_TURN, "royal_flush_on_the_turn", 250_000, 750_003),
        (ROYAL_ON_THE_TURN_WITH_ONE, "royal_flush_on_the_turn", 250_000, 750_003),
        (ROYAL_ON_THE_RIVER, "royal_flush_on_the_river", 50_000, 950_003),
        (ROYAL_ON_THE_RIVER_WITH_ONE, "royal_flush_on_the_river", 50_000, 950_003),
        (STRAIGHT_FLUSH, "straight_flush", 150_000, 1_000_003),
        (FOUR_OF_A_KIND, "four_of_a_kind", 30_000, 1_000_003),
        (STRAIGHT_FLUSH_ON_THE_BOARD, "straight_flush", 150_000, 1_000_003),
        (FOUR_ON_THE_BOARD, "four_of_a_kind", 30_000, 1_000_003),
    ],
)
def test_4_2_hand_is_paid_its_row(deal: Deal, award: str, paid: int, left: int) -> None:
    """The meter shows SGD 10,000.03: of it 25 % are 250,000.75 cents and 5 % are 50,000.15, rounded down."""
    answer = settle_one(GAME, deal, meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(paid, "4.2")
    assert (award_of(answer), meter_of(answer).after) == (award, left)


@pytest.mark.parametrize("deal", [FULL_HOUSE, FULL_HOUSE_ON_THE_BOARD, FLUSH, HIGHER, LOWER, EQUAL])
def test_4_2_lesser_hands_win_no_award(deal: Deal) -> None:
    answer = settle_one(GAME, deal, meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == lost("4.2")
    assert meter_of(answer).after == 1_000_003


@pytest.mark.parametrize(
    ("deal", "rows"),
    [
        (ROYAL_ON_THE_FLOP, ["royal_flush_on_the_flop"]),
        (ROYAL_ON_THE_TURN, ["royal_flush_on_the_turn"]),
        (ROYAL_ON_THE_RIVER, ["royal_flush_on_the_river"]),
        (ROYAL_ON_THE_BOARD, ["community_royal_flush"]),
        (ROYAL_OVER_STRAIGHT_FLUSH, ["royal_flush_on_the_river", "community_straight_flush"]),
        (STRAIGHT_FLUSH_ON_THE_BOARD, ["straight_flush", "community_straight_flush"]),
        (FULL_HOUSE, []),
    ],
)
def test_4_2_royal_counts_once_from_the_card_that_completes_it(deal: Deal, rows: list[str]) -> None:
    assert rows_won(GAME, deal) == rows


@pytest.mark.parametrize(
    ("deal", "award", "paid"),
    [
        (ROYAL_ON_THE_FLOP, "royal_flush_on_the_flop", 4_000_000),
        (ROYAL_ON_THE_TURN, "royal_flush_on_the_turn", 1_000_000),
        (ROYAL_ON_THE_RIVER, "royal_flush_on_the_river", 200_000),
    ],
)
def test_4_2_each_royal_flush_takes_its_turn_after_a_lesser_hand(deal: Deal, award: str, paid: int) -> None:
    """3.15: a Straight Flush of the same round, Queen high, is paid before it. The meter shows SGD 40,000.00."""
    bets = [f"p{box}: {box} {bet}" for box in (1, 2) for bet in (f"ante {ANTE}", "jackpot 500")]
    sitting = closed(GAME, *bets, meter=4_000_000, dealing="automated", contribution="0")
    sitting.do(f"dealer: deal {deal.community} {deal.hole} 9s 8s {deal.dealer}", "p1: flop 1", "p2: flop 2")
    sitting.do("dealer: reveal", "p1: check 1", "p2: check 2", "dealer: reveal", "p1: check 1", "p2: check 2")
    sitting.do("dealer: reveal", "dealer: reveal", "p1: show 1", "p2: show 2")
    events = sitting.do("dealer: settle")
    assert boxes_paid(events) == [(2, "straight_flush", 150_000), (1, award, paid)]
    cites = {one.box: one.cites for one in events if isinstance(one, JackpotPaid)}
    assert cites == {2: ("4.2", "3.15", "I10"), 1: ("4.2", "I7", "3.15", "I10")}


def test_4_2_percentage_is_taken_from_the_value_displayed_when_paid() -> None:
    """The round's own SGD 5 at 0.70 stands in it: 1,000,350 cents, of which 25 % are 250,087.5."""
    answer = settle_one(GAME, ROYAL_ON_THE_TURN, meter=1_000_000, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(250_087, "4.2")
    assert (meter_of(answer).contributed, meter_of(answer).after) == (350, 1_000_350 - 250_087)


@pytest.mark.parametrize(
    ("deal", "award", "paid"),
    [
        (ROYAL_ON_THE_BOARD, "community_royal_flush", 1_000_000),
        (STRAIGHT_FLUSH_ON_THE_BOARD, "community_straight_flush", 150_000),
        (FOUR_ON_THE_BOARD, "community_four_of_a_kind", 30_000),
    ],
)
def test_4_2_1_folded_hand_is_paid_for_the_community_cards(deal: Deal, award: str, paid: int) -> None:
    answer = settle_one(GAME, deal, ("fold",), meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(paid, "3.9.1", "4.2.1")
    assert (award_of(answer), meter_of(answer).after) == (award, 1_000_003)


def test_4_2_1_royal_on_the_board_alone_is_the_community_prize() -> None:
    answer = settle_one(GAME, ROYAL_ON_THE_BOARD, meter=1_000_003, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == awarded(1_000_000, "4.2.1")
    assert meter_of(answer).after == 1_000_003


@pytest.mark.parametrize("deal", [FULL_HOUSE_ON_THE_BOARD, ROYAL_ON_THE_RIVER_WITH_ONE])
def test_4_2_1_lesser_community_cards_win_nothing(deal: Deal) -> None:
    assert end_of(deal, decisions=("fold",), jackpot=JACKPOT)["jackpot"] == lost("3.9.1")


@pytest.mark.parametrize(
    ("meter", "award", "end", "left"),
    [
        (2_999_999, "community_straight_flush", awarded(150_000, "4.2.1"), 2_999_999),
        (3_000_000, "royal_flush_on_the_river", awarded(150_000, "4.2"), 2_850_000),
        (3_000_020, "royal_flush_on_the_river", awarded(150_001, "4.2"), 2_850_019),
    ],
)
def test_4_2_1_of_two_awards_the_one_worth_more_is_paid(meter: int, award: str, end: End, left: int) -> None:
    answer = settle_one(GAME, ROYAL_OVER_STRAIGHT_FLUSH, meter=meter, policy=NO_CONTRIBUTION, jackpot=JACKPOT)
    assert ends(answer)["jackpot"] == end
    assert (award_of(answer), meter_of(answer).after) == (award, left)
