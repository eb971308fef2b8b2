"""Three-card hands: every one of the 22,100 counted, neighbours in order, names for people."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from croupier.cards import DECK, UNKNOWN, parse_cards
from croupier.rules.handtypes import FIVE_CARDS, THREE_CARDS, HandType
from croupier.three_cards import (
    ThreeCards,
    best_three,
    describe_three,
    rank_best_three,
    rank_three,
    three_order_of,
)


def test_all_hands_fall_into_the_orders_as_often_as_arithmetic_says() -> None:
    in_a_row, ranks = 12, comb(13, 3)
    counted = Counter(three_order_of(rank_three(hand)) for hand in combinations(DECK, 3))
    assert counted == {
        ThreeCards.STRAIGHT_FLUSH: in_a_row * 4,
        ThreeCards.THREE_OF_A_KIND: 13 * comb(4, 3),
        ThreeCards.STRAIGHT: in_a_row * (4**3 - 4),
        ThreeCards.FLUSH: (ranks - in_a_row) * 4,
        ThreeCards.ONE_PAIR: 13 * comb(4, 2) * 12 * 4,
        ThreeCards.THREE_ODD_CARDS: (ranks - in_a_row) * (4**3 - 4),
    }
    assert counted.total() == comb(52, 3)


@pytest.mark.parametrize(
    ("lower", "higher"),
    list(
        pairwise(
            [
                "2c 3d 5h",
                "2c 3d 6h",
                "Jc Td 8h",
                "Qc 3d 2h",
                "Qc 6d 3h",
                "Qc 6d 4h",
                "Ac Kd Jh",
                "2c 2d 3h",
                "2c 2d Ah",
                "3c 3d 2h",
                "Ac Ad Kh",
                "2c 3c 5c",
                "Ac Kc Jc",
                "Ac 2d 3h",
                "2c 3d 4h",
                "Ac Kd Qh",
                "2c 2d 2h",
                "Ac Ad Ah",
                "Ac 2c 3c",
                "2c 3c 4c",
                "Ac Kc Qc",
            ]
        )
    ),
)
def test_each_hand_ranks_below_the_next(lower: str, higher: str) -> None:
    assert rank_three(parse_cards(lower)) < rank_three(parse_cards(higher))


def test_suits_and_order_do_not_matter() -> None:
    assert rank_three(parse_cards("Qc 6d 4h")) == rank_three(parse_cards("4s Qh 6c"))


def test_best_three_of_more() -> None:
    cards = parse_cards("Kc 2d 3h As Kd")
    assert best_three(cards) == parse_cards("3h 2d As")
    assert rank_best_three(cards) == rank_three(parse_cards("2d 3h As"))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("4h Qc 6d", "Three Odd Cards, Queen Six Four"),
        ("7h Jc 7d", "One Pair, Sevens, Jack"),
        ("6h 6c 6d", "Three of a Kind, Sixes"),
        ("3h Ac 2d", "Straight, Three high"),
        ("Qh Kh Ah", "Straight Flush, Ace high"),
        ("2h Kh Ah", "Flush, Ace King Deuce"),
    ],
)
def test_words(cards: str, words: str) -> None:
    assert describe_three(rank_three(parse_cards(cards))) == words


@pytest.mark.parametrize("cards", ["2c 3d", "2c 3d 4h 5s"])
def test_another_number_of_cards_is_no_hand(cards: str) -> None:
    with pytest.raises(ValueError, match="a hand of 3 cards"):
        rank_three(parse_cards(cards))


def test_a_card_face_down_or_twice_is_no_hand() -> None:
    two, three = parse_cards("2c 3d")
    with pytest.raises(ValueError, match="face down"):
        rank_three((two, three, UNKNOWN))
    with pytest.raises(ValueError, match="3d appears twice"):
        rank_three((two, three, three))


@pytest.mark.parametrize("strength", [-1, 741])
def test_only_its_own_strengths_have_an_order(strength: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 740"):
        three_order_of(strength)


@pytest.mark.parametrize(("hand", "strengths"), [(FIVE_CARDS, 7462), (THREE_CARDS, 741)])
def test_every_strength_of_a_type_has_cards_of_that_strength(hand: HandType, strengths: int) -> None:
    assert hand.best == strengths - 1
    for strength in range(strengths):
        cards = hand.representative(strength)
        assert len(cards) == hand.cards
        assert hand.rank(cards) == hand.rank_best(cards) == strength
        assert hand.best_of(cards) == cards
        order = hand.order_of(strength)
        assert order.lowest <= strength <= order.highest
        assert hand.describe(strength).startswith(order.title)


def test_orders_follow_on_each_other() -> None:
    for hand in (FIVE_CARDS, THREE_CARDS):
        assert [one.lowest for one in hand.orders[1:]] == [one.highest + 1 for one in hand.orders[:-1]]
        assert hand.orders[0].lowest == 0
        assert list(hand.orders) == sorted(hand.orders)


@pytest.mark.parametrize(
    ("hand", "cards", "named"),
    [
        (FIVE_CARDS, "Kc Kd 7h 5s 2c", "Kc Kd"),
        (FIVE_CARDS, "Kc Kd 7h 7s 2c", "Kc Kd 7h 7s"),
        (FIVE_CARDS, "Kc Kd Kh 7s 7c", "Kc Kd Kh 7s 7c"),
        (FIVE_CARDS, "Kc Qd Jh Ts 9c", "Kc Qd Jh Ts 9c"),
        (FIVE_CARDS, "Kc Qd Jh Ts 8c", ""),
        (THREE_CARDS, "Kc Kd 7h", "Kc Kd"),
        (THREE_CARDS, "Kc Qd Jh", "Kc Qd Jh"),
        (THREE_CARDS, "Kc Qd Th", ""),
    ],
)
def test_the_cards_that_a_hand_is_called_after(hand: HandType, cards: str, named: str) -> None:
    assert hand.called_after(parse_cards(cards)) == frozenset(parse_cards(named) if named else ())


def test_the_best_five_of_six() -> None:
    cards = parse_cards("2c 2d 2h Ks Kd Kh")
    assert FIVE_CARDS.describe(FIVE_CARDS.rank_best(cards)) == "Full House, Kings over Deuces"
    assert FIVE_CARDS.best_of(cards) == parse_cards("Ks Kd Kh 2c 2d")
    with pytest.raises(ValueError, match="a hand of 5 cards cannot be ranked from 4"):
        FIVE_CARDS.rank_best(cards[:4])
