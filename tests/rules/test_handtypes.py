"""What a type of hand says of a hand where a line is short."""

import pytest

from croupier.cards import parse_cards
from croupier.rules.handtypes import FIVE_CARDS, THREE_CARDS, HandType


@pytest.mark.parametrize(
    ("hand", "cards", "words"),
    [
        (FIVE_CARDS, "Ks Kd 9c 4h 2d", "Kings"),
        (FIVE_CARDS, "Ks Kd 9c 9h 2d", "Kings and Nines"),
        (FIVE_CARDS, "6s 6d 6c 9h 2d", "Sixes"),
        (FIVE_CARDS, "Ks Kd Jc Jh Jd", "Jacks over Kings"),
        (FIVE_CARDS, "5s 4d 3c 2h Ad", "Five high"),
        (FIVE_CARDS, "Ah Jh 8h 5h 2h", "Ace high"),
        (FIVE_CARDS, "As Jd 7c 6c 3h", "Ace high"),
        (FIVE_CARDS, "As Ks Qs Js Ts", ""),
        (THREE_CARDS, "7h Jc 7d", "Sevens"),
        (THREE_CARDS, "2h Kh Ah", "Ace high"),
    ],
)
def test_what_a_hand_is_made_of(hand: HandType, cards: str, words: str) -> None:
    assert hand.made(hand.rank(parse_cards(cards))) == words
