"""Hand ranking, held against every hand there is, against arithmetic, and against a slow ranking of its own."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import hands as benchmark
from benchmarks import measure
from croupier import hands
from croupier.cards import DECK, UNKNOWN, Card, format_card, format_cards, parse_cards, rank_of, suit_of
from croupier.hands import (
    STRENGTHS_OF,
    Category,
    best_five,
    category_of,
    describe,
    rank_five,
    rank_seven,
    representative,
)

FREQUENCIES = {  # of the 2,598,960 hands of five
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.FIVE_ODD_CARDS: 1_302_540,
}

WAYS = {  # (rank patterns of the category, ways to give one of them suits)
    Category.ROYAL_FLUSH: (1, 4),
    Category.STRAIGHT_FLUSH: (9, 4),
    Category.FOUR_OF_A_KIND: (13 * 12, 4),
    Category.FULL_HOUSE: (13 * 12, comb(4, 3) * comb(4, 2)),
    Category.FLUSH: (comb(13, 5) - 10, 4),
    Category.STRAIGHT: (10, 4**5 - 4),
    Category.THREE_OF_A_KIND: (13 * comb(12, 2), comb(4, 3) * 4**2),
    Category.TWO_PAIRS: (comb(13, 2) * 11, comb(4, 2) ** 2 * 4),
    Category.ONE_PAIR: (13 * comb(12, 3), comb(4, 2) * 4**3),
    Category.FIVE_ODD_CARDS: (comb(13, 5) - 10, 4**5 - 4),
}


# --- a second opinion: no table, no number in common ---------------------------------------------------------------


def slow_value(five: Sequence[Card]) -> tuple[int, ...]:
    """(category, then ranks from 2 to 14 in the order compared): a greater tuple is a better hand."""
    values = sorted((card // 4 + 2 for card in five), reverse=True)
    by_count = sorted(Counter(values).items(), key=lambda pair: (-pair[1], -pair[0]))
    counts = [count for _, count in by_count]
    order = [value for value, _ in by_count]
    one_suit = len({card % 4 for card in five}) == 1
    if values == [14, 5, 4, 3, 2]:
        order = [5]
        in_a_row = True
    else:
        in_a_row = len(order) == 5 and order[0] - order[4] == 4
    if in_a_row and one_suit:
        return (9, 14) if order[0] == 14 else (8, order[0])
    if in_a_row:
        return 4, order[0]
    if one_suit:
        return 5, *order
    shapes = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]]
    return shapes.index(counts), *order


def slow_best(cards: Sequence[Card]) -> tuple[int, ...]:
    return max(slow_value(five) for five in combinations(cards, 5))


def some(number: int, of: int, seed: int) -> Iterator[list[Card]]:
    rng = random.Random(seed)
    return (rng.sample(DECK, of) for _ in range(number))


def h(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
seven_cards = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)


# --- all hands of five ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_five() -> Counter[int]:
    """How many of all hands of five have each strength."""
    return Counter(map(rank_five, combinations(DECK, 5)))


def test_every_hand_of_five_falls_where_arithmetic_puts_it(all_five: Counter[int]) -> None:
    assert sum(FREQUENCIES.values()) == comb(52, 5) == 2_598_960
    counted: Counter[Category] = Counter()
    for strength, number in all_five.items():
        counted[category_of(strength)] += number
    assert counted == FREQUENCIES
    assert {category: patterns * suits for category, (patterns, suits) in WAYS.items()} == FREQUENCIES


def test_there_are_7462_strengths_each_with_its_share_of_hands(all_five: Counter[int]) -> None:
    assert sum(patterns for patterns, _ in WAYS.values()) == 7_462 == hands.BEST + 1
    assert all_five == {strength: WAYS[category_of(strength)][1] for strength in range(7_462)}


def test_ace_king_or_better_is_what_the_dealer_qualifies_with(all_five: Counter[int]) -> None:
    """A published figure that depends on the order within Five Odd Cards too."""
    lowest_ace_king = rank_five(h("Ac Kd 4h 3s 2c"))
    qualifying = sum(number for strength, number in all_five.items() if strength >= lowest_ace_king)
    assert qualifying == 1_463_700
    assert qualifying - sum(all_five[s] for s in range(STRENGTHS_OF[Category.ONE_PAIR][0], 7_462)) == 167_280


def test_the_published_frequencies_are_the_ones_above() -> None:
    truth = Path(__file__).parents[2] / "shared" / "truth.json"
    if not truth.is_file():
        pytest.skip("the published figures are not beside this checkout")
    published = json.loads(truth.read_text())["five_card_frequencies"]
    names = ["high", "pair", "two_pair", "three", "straight", "flush", "full_house", "four", "straight_flush", "royal"]
    assert {category: published[name] for category, name in zip(Category, names, strict=True)} == FREQUENCIES


# --- order ---------------------------------------------------------------------------------------------------------


def test_the_order_of_all_strengths_is_the_slow_order() -> None:
    values = [slow_value(representative(strength)) for strength in range(7_462)]
    assert values == sorted(set(values))
    assert [value[0] for value in values] == [category_of(strength) for strength in range(7_462)]


def test_random_hands_of_five_rank_as_the_slow_way_ranks_them() -> None:
    values = {slow_value(representative(strength)): strength for strength in range(7_462)}
    assert all(rank_five(cards) == values[slow_value(cards)] for cards in some(20_000, of=5, seed=5))


def test_random_hands_of_seven_rank_as_the_slow_way_ranks_them() -> None:
    values = {slow_value(representative(strength)): strength for strength in range(7_462)}
    assert all(rank_seven(cards) == values[slow_best(cards)] for cards in some(3_000, of=7, seed=7))


@pytest.mark.usefixtures("_nothing_learnt")
@pytest.mark.long
def test_every_choice_of_seven_ranks_is_worth_the_best_five_of_them() -> None:
    """All 49,205 without a flush, as they come by for the first time and when they have been learnt."""
    patterns = [ranks for ranks in combinations_with_replacement(range(13), 7) if max(Counter(ranks).values()) <= 4]
    assert len(patterns) == 49_205
    seven = [[Card(4 * rank + at % 4) for at, rank in enumerate(ranks)] for ranks in patterns]
    best = [max(map(rank_five, combinations(cards, 5))) for cards in seven]
    assert list(map(rank_seven, seven)) == best
    assert list(map(rank_seven, seven)) == best


def test_seven_cards_of_few_suits_rank_as_the_slow_way_ranks_them() -> None:
    """Random hands are seldom flushes; hands from two suits are nothing else."""
    values = {slow_value(representative(strength)): strength for strength in range(7_462)}
    rng = random.Random(2)
    two_suits = [card for card in DECK if suit_of(card) in (1, 3)]
    for _ in range(1_500):
        cards = rng.sample(two_suits, 7)
        assert rank_seven(cards) == values[slow_best(cards)], format_cards(cards)


@given(five_cards, five_cards)
def test_two_hands_of_five_compare_as_the_slow_way_compares_them(one: list[Card], other: list[Card]) -> None:
    assert (rank_five(one) > rank_five(other)) == (slow_value(one) > slow_value(other))
    assert (rank_five(one) == rank_five(other)) == (slow_value(one) == slow_value(other))


@given(seven_cards, seven_cards)
def test_two_hands_of_seven_compare_as_the_slow_way_compares_them(one: list[Card], other: list[Card]) -> None:
    assert (rank_seven(one) > rank_seven(other)) == (slow_best(one) > slow_best(other))
    assert (rank_seven(one) == rank_seven(other)) == (slow_best(one) == slow_best(other))


@given(seven_cards, st.randoms(use_true_random=False))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(cards: list[Card], rng: random.Random) -> None:
    shuffled = rng.sample(cards, 7)
    assert rank_seven(shuffled) == rank_seven(cards)
    assert rank_five(rng.sample(cards[:5], 5)) == rank_five(cards[:5])
    suits = rng.sample(range(4), 4)
    relabelled = [Card(rank_of(card) * 4 + suits[suit_of(card)]) for card in cards]
    assert rank_seven(relabelled) == rank_seven(cards)
    assert rank_five(relabelled[:5]) == rank_five(cards[:5])


@given(seven_cards)
def test_seven_cards_are_worth_the_best_five_of_them(cards: list[Card]) -> None:
    assert rank_seven(cards) == max(rank_five(five) for five in combinations(cards, 5))


def test_all_120_orders_of_five_cards_rank_alike() -> None:
    for text in ("As Kd Qh Jc Ts", "As Ks Qs Js 9s", "2c 2d 2h 3s 3c", "5c 4d 3h 2s Ac"):
        assert len({rank_five(order) for order in permutations(h(text))}) == 1


def test_all_5040_orders_of_seven_cards_rank_alike() -> None:
    for text in ("As Kd Qh Jc Ts 9d 9c", "As Ks Qs Js 9s 9d 9c", "2c 2d 2h 3s 3c 3d As"):
        assert len({rank_seven(order) for order in permutations(h(text))}) == 1


# --- examples of the documents -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paragraph", "text", "category"),
    [
        ("THBP 3.11.1", "Ad Kd Qd Jd Td", Category.ROYAL_FLUSH),
        ("THBP 3.11.2", "Jc Tc 9c 8c 7c", Category.STRAIGHT_FLUSH),
        ("THBP 3.11.3", "Ac Ah Ad As Jh", Category.FOUR_OF_A_KIND),
        ("THBP 3.11.4", "Kc Kh Kd Ac Ah", Category.FULL_HOUSE),
        ("THBP 3.11.5", "Jh 8h 6h 5h 2h", Category.FLUSH),
        ("THBP 3.11.6", "9c 8d 7c 6h 5c", Category.STRAIGHT),
        ("THBP 3.11.7", "Tc Th Td 6d 3d", Category.THREE_OF_A_KIND),
        ("THBP 3.11.8", "Qc Qh 6c 6d 3d", Category.TWO_PAIRS),
        ("THBP 3.11.9", "Ac Ah 8d 6h 5c", Category.ONE_PAIR),
        ("THBP 3.11.10", "Qc Th 6d 5c 2h", Category.FIVE_ODD_CARDS),
        ("RWS 3.1.2", "Ad Kd Qd Jd Td", Category.ROYAL_FLUSH),
        ("RWS 3.1.2", "Qc Jc Tc 9c 8c", Category.STRAIGHT_FLUSH),
        ("RWS 3.1.2", "Kc Kh Kd Ks Jh", Category.FOUR_OF_A_KIND),
        ("RWS 3.1.2", "Kc Kh Kd Js Jh", Category.FULL_HOUSE),
        ("RWS 3.1.2", "Kh Jh 9h 5h 2h", Category.FLUSH),
        ("RWS 3.1.2", "5c 4d 3c 2h As", Category.STRAIGHT),
        ("RWS 3.1.2", "Qs Qh Qc 8h 3d", Category.THREE_OF_A_KIND),
        ("RWS 3.1.2", "7s 7h 4c 4h Jd", Category.TWO_PAIRS),
        ("RWS 3.1.2", "Tc Th Kd 6h 3s", Category.ONE_PAIR),
        ("RWS 3.1.2", "Qc Th 6d 4s 2h", Category.FIVE_ODD_CARDS),
    ],
)
def test_examples_of_categories(paragraph: str, text: str, category: Category) -> None:
    assert category_of(rank_five(h(text))) is category, paragraph


@pytest.mark.parametrize(
    ("paragraph", "better", "worse"),
    [
        ("RWS 3.1.3.a", "Kc Qd Jh Ts 9c", "Jc Td 9h 8s 7c"),
        ("RWS 3.1.3.b", "5c 5d Kh Ts 2c", "5h 5s Qh Js Tc"),
        ("RWS 3.1.3.c", "Ac Kd Jh 5s 2c", "Ad Kh Ts 6c 4d"),
        ("THBP 3.12, flushes", "Ah 6h 4h 3h 2h", "Ks Qs Js Ts 8s"),
        ("THBP 3.12, flushes, last card", "Ah Kh Qh Jh 9h", "As Ks Qs Js 8s"),
        ("THBP 3.12, threes", "3c 3d 3h 4s 2c", "2d 2h 2s Ac Kd"),
        ("THBP 3.12, threes, last card", "3c 3d 3h As 4c", "3c 3d 3s Ah 2c"),
        ("THBP 3.12, fours", "3c 3d 3h 3s 2c", "2c 2d 2h 2s Ac"),
        ("THBP 3.12, fours, fifth card", "2c 2d 2h 2s Ac", "2c 2d 2h 2s Kc"),
        ("THBP 3.12.2, higher pair", "Kc Kd 2h 2s 3c", "Qc Qd Jh Js Ac"),
        ("THBP 3.12.2, second pair", "Kc Kd 4h 4s 2c", "Kh Ks 3h 3s Ac"),
        ("THBP 3.12.2, odd card", "Kc Kd 4h 4s 3c", "Kh Ks 4c 4d 2c"),
        ("THBP 3.12.3, pair", "3c 3d 5h 4s 2c", "2d 2h As Kc Qd"),
        ("THBP 3.12.3, first odd card", "3c 3d Ah 4s 2c", "3h 3s Kh Qs Jc"),
        ("THBP 3.12.3, second odd card", "3c 3d Ah 5s 2c", "3h 3s As 4h 2d"),
        ("THBP 3.12.3, third odd card", "3c 3d Ah 5s 4c", "3h 3s As 5h 2d"),
        ("THBP 3.12.4, straight", "6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"),
        ("THBP 3.12.4, straight flush", "6c 5c 4c 3c 2c", "5d 4d 3d 2d Ad"),
        ("THBP 3.12.5, three", "3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),
        ("THBP 3.12.5, pair", "3c 3d 3h As Ac", "3c 3d 3h Ks Kc"),
    ],
)
def test_examples_of_order_within_a_category(paragraph: str, better: str, worse: str) -> None:
    assert category_of(rank_five(h(better))) is category_of(rank_five(h(worse))), paragraph
    assert rank_five(h(better)) > rank_five(h(worse)), paragraph


@pytest.mark.parametrize(
    ("paragraph", "one", "other"),
    [
        ("THBP 3.12.1", "Ac Kd Jh 5s 2c", "Ad Kh Js 5c 2d"),
        ("THBP 3.12.2", "Kc Kd 4h 4s 3c", "Kh Ks 4c 4d 3d"),
        ("THBP 3.12.3", "3c 3d Ah 5s 4c", "3h 3s As 5h 4d"),
        ("THBP 3.12.5", "3c 3d 3h As Ac", "3c 3d 3h Ad Ah"),
        ("THBP 3.12.6", "Qc Jd Th 9s 8c", "Qd Jh Ts 9c 8d"),
        ("THBP 3.12.6, suited", "Qc Jc Tc 9c 8c", "Qd Jd Td 9d 8d"),
        ("RWS 3.1.1, suits", "Ac Kc Qc Jc Tc", "As Ks Qs Js Ts"),
    ],
)
def test_examples_of_stand_offs(paragraph: str, one: str, other: str) -> None:
    assert rank_five(h(one)) == rank_five(h(other)), paragraph


def test_the_pair_decides_between_full_houses_on_three_community_cards() -> None:
    """THBP 3.12.5 in the hands of a table: 8-8-8 lies in the middle."""
    community = "8c 8d 8h Ks 2c "
    assert rank_seven(h(community + "Ac Ad")) > rank_seven(h(community + "Qc Qd"))
    assert rank_seven(h(community + "Kc 3d")) == rank_seven(h(community + "Kd 4s"))


def test_the_hand_on_the_table_is_everybodys() -> None:
    community = "Qc Jd Th 9s 8c "
    assert rank_seven(h(community + "2c 2d")) == rank_seven(h(community + "7h 7s"))
    assert rank_seven(h(community + "Kc 2d")) > rank_seven(h(community + "7h 7s"))


# --- the ace, and the edges of categories --------------------------------------------------------------------------


def test_the_ace_counts_as_one_only_below_a_deuce() -> None:
    wheel = rank_five(h("5c 4d 3h 2s Ac"))
    assert wheel == STRENGTHS_OF[Category.STRAIGHT][0]
    assert rank_five(h("5c 4c 3c 2c Ac")) == STRENGTHS_OF[Category.STRAIGHT_FLUSH][0]
    assert category_of(rank_five(h("Ac Kd Qh Js Tc"))) is Category.STRAIGHT
    for around_the_corner in ("2c Ad Kh Qs Jc", "3c 2d Ah Ks Qc", "4c 3d 2h As Kc"):
        assert category_of(rank_five(h(around_the_corner))) is Category.FIVE_ODD_CARDS
    assert category_of(rank_five(h("4c 3c 2c Ac Kc"))) is Category.FLUSH


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Ac 2d 3h 4s 5c Kd Kh", Category.STRAIGHT),  # and not the pair
        ("Ac 2c 3c 4c 5c 6d 7h", Category.STRAIGHT_FLUSH),  # and not the higher straight
        ("As Ks Qs Js Ts 9s 8s", Category.ROYAL_FLUSH),
        ("Ks Qs Js Ts 9s Ad 2c", Category.STRAIGHT_FLUSH),  # the ace of another suit makes a straight only
        ("As Ks Qs Js 9s Td Tc", Category.FLUSH),  # and not the straight
        ("As Ah Ad Ks Kh Kd 2c", Category.FULL_HOUSE),
        ("As Ah Ad Ac Ks Kh Kd", Category.FOUR_OF_A_KIND),
        ("As Ah Ks Kh Qs Qh 2c", Category.TWO_PAIRS),
        ("As Ks 9s 5s 2h 3d 4c", Category.STRAIGHT),  # four of a suit are no flush
        ("As Kd 9h 7c 5s 3d 2h", Category.FIVE_ODD_CARDS),
    ],
)
def test_seven_cards_that_hold_more_than_one_hand(text: str, category: Category) -> None:
    assert category_of(rank_seven(h(text))) is category


def test_the_third_pair_is_only_an_odd_card() -> None:
    assert rank_seven(h("As Ah Ks Kh 2s 2h 3c")) == rank_five(h("As Ah Ks Kh 3c"))
    assert rank_seven(h("As Ah Ks Kh Qs Qh 3c")) == rank_five(h("As Ah Ks Kh Qc"))


def test_the_edges_of_categories() -> None:
    assert list(STRENGTHS_OF) == list(Category)
    assert STRENGTHS_OF[Category.FIVE_ODD_CARDS] == (0, 1_276)
    assert STRENGTHS_OF[Category.ROYAL_FLUSH] == (7_461, 7_461)
    edges = {
        Category.FIVE_ODD_CARDS: ("7c 5d 4h 3s 2c", "Ac Kd Qh Js 9c"),
        Category.ONE_PAIR: ("2c 2d 5h 4s 3c", "Ac Ad Kh Qs Jc"),
        Category.TWO_PAIRS: ("3c 3d 2h 2s 4c", "Ac Ad Kh Ks Qc"),
        Category.THREE_OF_A_KIND: ("2c 2d 2h 4s 3c", "Ac Ad Ah Ks Qc"),
        Category.STRAIGHT: ("5c 4d 3h 2s Ac", "Ac Kd Qh Js Tc"),
        Category.FLUSH: ("7c 5c 4c 3c 2c", "Ac Kc Qc Jc 9c"),
        Category.FULL_HOUSE: ("2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc"),
        Category.FOUR_OF_A_KIND: ("2c 2d 2h 2s 3c", "Ac Ad Ah As Kc"),
        Category.STRAIGHT_FLUSH: ("5c 4c 3c 2c Ac", "Kc Qc Jc Tc 9c"),
        Category.ROYAL_FLUSH: ("Ac Kc Qc Jc Tc", "As Ks Qs Js Ts"),
    }
    found = {category: (rank_five(h(low)), rank_five(h(high))) for category, (low, high) in edges.items()}
    assert found == STRENGTHS_OF
    for category, (low, high) in STRENGTHS_OF.items():
        assert category_of(low) is category_of(high) is category
        assert low == 0 or category_of(low - 1) == category - 1
        assert high == 7_461 or category_of(high + 1) == category + 1


@pytest.mark.parametrize("strength", [-1, 7_462])
def test_what_is_no_strength(strength: int) -> None:
    for of in (category_of, describe, representative):
        with pytest.raises(ValueError, match="they run from 0 to 7461"):
            of(strength)


# --- words and cards for a strength --------------------------------------------------------------------------------


def test_names_of_categories() -> None:
    assert [category.key for category in Category][::3] == [
        "five_odd_cards", "three_of_a_kind", "full_house", "royal_flush",
    ]  # fmt: skip
    assert [category.title for category in Category] == [
        "Five Odd Cards", "One Pair", "Two Pairs", "Three of a Kind", "Straight",
        "Flush", "Full House", "Four of a Kind", "Straight Flush", "Royal Flush",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("As Kd Jh 5c 2s", "Five Odd Cards, Ace King Jack Five Deuce"),
        ("Tc Th Kd 6h 3s", "One Pair, Tens, King Six Three"),
        ("6c 6h Kd 7h 3s", "One Pair, Sixes, King Seven Three"),
        ("7s 7h 4c 4h Jd", "Two Pairs, Sevens and Fours, Jack"),
        ("Qs Qh Qc 8h 3d", "Three of a Kind, Queens, Eight Three"),
        ("5c 4d 3c 2h As", "Straight, Five high"),
        ("Ac Kd Qc Jh Ts", "Straight, Ace high"),
        ("Kh Jh 9h 5h 2h", "Flush, King Jack Nine Five Deuce"),
        ("Kc Kh Kd Js Jh", "Full House, Kings over Jacks"),
        ("6c 6h 6d 2s 2h", "Full House, Sixes over Deuces"),
        ("Kc Kh Kd Ks Jh", "Four of a Kind, Kings, Jack"),
        ("Qc Jc Tc 9c 8c", "Straight Flush, Queen high"),
        ("5d 4d 3d 2d Ad", "Straight Flush, Five high"),
        ("Ad Kd Qd Jd Td", "Royal Flush"),
    ],
)
def test_descriptions(text: str, words: str) -> None:
    assert describe(rank_five(h(text))) == words


def test_no_two_strengths_read_alike() -> None:
    assert len({describe(strength) for strength in range(7_462)}) == 7_462


def test_representatives_are_five_different_cards_of_that_strength() -> None:
    for strength in range(7_462):
        cards = representative(strength)
        assert len(set(cards)) == 5
        assert rank_five(cards) == strength


@pytest.mark.parametrize(
    ("text", "five"),
    [
        ("2c As 4d 3h 5s 9c Jd", "5s 4d 3h 2c As"),
        ("9c 8c 2d 7c 6c 5c Ac", "9c 8c 7c 6c 5c"),
        ("2h 9h Kh 3h Th 5d Ad", "Kh Th 9h 3h 2h"),
        ("2h 9h Kh 3h Th 5h 4h", "Kh Th 9h 5h 4h"),
        ("4c 4d 4h 9s 9c Kd Kh", "4c 4d 4h Kd Kh"),
        ("9s 9c 4c 4d Kd Kh Qs", "Kd Kh 9s 9c Qs"),
        ("8h 8c Td Jd 9d Qd 2s", "Qd Jd Td 9d 8h"),
        ("3c Ad 7h 9s Jc 4d Kh", "Ad Kh Jc 9s 7h"),
        ("2c 2d 2h 2s 3c 3d 3h", "2c 2d 2h 2s 3c"),
        ("Th As Qs Ts Ks Js Ac", "As Ks Qs Js Ts"),
        ("2s 7h 4c 4h 7s", "7h 7s 4c 4h 2s"),
    ],
)
def test_the_best_five_in_the_order_compared(text: str, five: str) -> None:
    assert best_five(h(text)) == h(five)


@given(seven_cards)
def test_the_best_five_are_among_the_seven_and_as_strong(cards: list[Card]) -> None:
    five = best_five(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert rank_five(five) == rank_seven(cards)
    assert [rank_of(card) for card in five] == [rank_of(card) for card in representative(rank_seven(cards))]


# --- what is no hand -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 4, 5, 6, 7, 8, 52])
def test_a_wrong_number_of_cards(number: int) -> None:
    for rank, wanted in ((rank_five, 5), (rank_seven, 7)):
        if number != wanted:
            with pytest.raises(ValueError, match=f"a hand of {wanted} cards cannot be ranked from {number}") as caught:
                rank(DECK[:number])
            assert caught.value.__suppress_context__


@pytest.mark.parametrize("card", [UNKNOWN, Card(53), Card(-53)])
@pytest.mark.parametrize("at", range(7))
def test_a_card_that_nobody_knows(card: Card, at: int) -> None:
    cards = list(h("As Kd 9h 7c 5s 3d 2h"))
    cards[at] = card
    with pytest.raises(ValueError, match="face down"):
        rank_seven(cards)
    if at < 5:
        with pytest.raises(ValueError, match="face down"):
            rank_five(cards[:5])


@pytest.fixture
def _nothing_learnt() -> None:
    """As after import: the tables empty. They fill again as they are used."""
    for table in (hands._FIVE, hands._SEVEN, hands._FLUSH):
        table.clear()
    hands._list_five.cache_clear()


@pytest.mark.usefixtures("_nothing_learnt")
def test_a_card_twice_teaches_nothing() -> None:
    for cards in ("As", "Kd"), ("2c", "2c"):
        seven = [*h("Ac Ad Ah As"), *(h(card)[0] for card in cards), h("Ac")[0]]
        with pytest.raises(ValueError, match="appears twice in one hand"):
            rank_seven(seven)
        with pytest.raises(ValueError, match="appears twice in one hand"):
            rank_five(seven[-5:])
    assert not hands._SEVEN
    with pytest.raises(ValueError, match="As appears twice in one hand"):
        rank_seven(h("As") * 7)


@pytest.mark.parametrize("card", [Card(-1), Card(-52), UNKNOWN])
@pytest.mark.usefixtures("_nothing_learnt")
def test_a_card_beside_the_deck_is_none_to_learn_from(card: Card) -> None:
    for rank, cards in ((rank_five, h("As Kd 9h 7c")), (rank_seven, h("As Kd 9h 7c 5s 3d"))):
        with pytest.raises(ValueError, match="face down, or not of the deck"):
            rank((*cards, card))


@pytest.mark.parametrize("card", [DECK[0], DECK[-1]])
@pytest.mark.usefixtures("_nothing_learnt")
def test_the_first_and_the_last_card_of_the_deck_may_come_first(card: Card) -> None:
    assert rank_five((card, *h("Kd 9h 7c 5s"))) == rank_five((*h("Kd 9h 7c 5s"), card))


@pytest.mark.usefixtures("_nothing_learnt")
def test_the_first_hand_of_all_ranks_like_any_other() -> None:
    assert rank_seven(h("As Ks Qs Js Ts 9d 9c")) == 7_461
    assert rank_seven(h("As Kd 9h 7c 5s 3d 2h")) == rank_five(h("As Kd 9h 7c 5s"))


@pytest.mark.usefixtures("_nothing_learnt")
def test_the_first_five_of_all_rank_like_any_other() -> None:
    assert rank_five(h("7c 5d 4h 3s 2c")) == 0


# --- how it is done ------------------------------------------------------------------------------------------------


def test_rank_weights_tell_all_hands_of_seven_ranks_apart() -> None:
    seven_ranks = [
        ranks
        for ranks in combinations_with_replacement(range(13), 7)
        if all(ranks[at] != ranks[at + 4] for at in range(3))
    ]
    assert len(seven_ranks) == 49_205
    sums = {sum(hands._RANK_WEIGHT[rank] for rank in ranks) for ranks in seven_ranks}
    assert len(sums) == 49_205


def test_keys_of_hands_fit_one_digit() -> None:
    """CPython's digit has 30 bits; the outermost sums are four of the end rank and three of the next."""
    ends = [sum(hands._KEY[4 * rank + 3] for rank in ranks) for ranks in ([0] * 4 + [1] * 3, [12] * 4 + [11] * 3)]
    assert max(abs(end) for end in ends) < 2**30


@pytest.mark.parametrize(("number", "finder"), [(5, hands._FLUSH_IN_FIVE), (7, hands._FLUSH_IN_SEVEN)])
def test_suit_weights_tell_flushes_from_all_other_suits(number: int, finder: list[list[int] | None]) -> None:
    for counts in product(range(number + 1), repeat=4):
        if sum(counts) == number:
            total = sum(weight * count for weight, count in zip(hands._SUIT_WEIGHT, counts, strict=True))
            assert total < 256
            suits = [suit for suit in range(4) if counts[suit] >= 5]
            assert finder[total] == (hands._RANK_BIT_IN[suits[0]] if suits else None)


def test_importing_builds_no_table_and_takes_no_time() -> None:
    code = (
        "import bisect, collections.abc, enum, functools, itertools, math, typing, time; began = time.perf_counter(); "
        "import croupier.hands as h; took = time.perf_counter() - began; "
        "assert not (h._FIVE or h._SEVEN or h._FLUSH); print(took)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    assert min(float(run.stdout) for run in runs) < 0.030


# --- the benchmark -------------------------------------------------------------------------------------------------


def test_on_a_slow_machine_its_table_still_tells_every_name_and_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    slow = measure.Record(
        "seven", "phevaluator", True, 1, 2_876_876.0, 2_876_877.0, 28_768_765.0, 2_876_878.0, 15_244.25
    )
    measure.show("Ranking one hand a call", "hand", [slow])
    shown = capsys.readouterr().out
    assert "phevaluator" in shown
    assert "…" not in shown


@pytest.mark.filterwarnings("ignore")  # what the peers do is not ours to mend
def test_the_benchmark_runs_beside_whatever_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    records = benchmark.main(show=True, hands=100, rounds=2)
    shown = capsys.readouterr().out
    names = ["croupier", *(name for name, _, _ in benchmark.PEERS)]
    assert [(record.task, record.name) for record in records] == [
        (task, name) for task in ("five", "seven") for name in names
    ]
    for record in records:
        assert record.name in shown
        if record.installed:
            assert record.best
            assert record.median
            assert record.ratio
            assert record.best <= record.median
    assert records[0].ratio == 1


def test_a_peer_that_is_missing_is_listed_as_such(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_hands: benchmark.Hands) -> tuple[measure.Pass, Sequence[object]]:
        raise ImportError

    monkeypatch.setattr(benchmark, "PEERS", (("nobody", missing, 1),))
    records = benchmark.main(hands=10, rounds=1)
    assert [record.installed for record in records] == [True, False] * 2
    assert "not installed" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", [5, 7])
def test_eval7_ranks_as_croupier_does(number: int) -> None:
    eval7 = pytest.importorskip("eval7")
    deck = [eval7.Card(format_card(card)) for card in DECK]
    theirs: dict[int, set[int]] = {}
    for cards in some(5_000, of=number, seed=number):
        ours = rank_five(cards) if number == 5 else rank_seven(cards)
        theirs.setdefault(ours, set()).add(eval7.evaluate([deck[card] for card in cards]))
    assert all(len(values) == 1 for values in theirs.values())
    in_order = [values.pop() for _, values in sorted(theirs.items())]
    assert in_order == sorted(set(in_order))
