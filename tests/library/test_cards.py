"""Hands of the library: how strong they are, and which can be compared."""

import pytest

from croupier import Hand
from croupier.rules.handtypes import THREE_CARDS


def test_the_strengths_of_hands_run_over_all_7462_that_differ() -> None:
    """13 choose 5 less 10 Straights are 1,277 that are nothing, below every pair; a Royal Flush is the last of all."""
    assert Hand("7c 5d 4h 3s 2c").strength == 0
    assert Hand("2c 2d 3h 4s 5c").strength == 1_277
    assert Hand("As Ks Qs Js Ts").strength == 7_461


def test_hands_of_different_games_do_not_compare() -> None:
    five, three = Hand("As Ks Qs Js Ts"), Hand("2c 3d 5h", THREE_CARDS)
    assert five != three
    with pytest.raises(TypeError):
        _ = five < three
    with pytest.raises(TypeError):
        _ = five > three


def test_a_hand_does_not_compare_with_what_is_no_hand() -> None:
    hand = Hand("As Ks Qs Js Ts")
    assert hand != 7_461
    with pytest.raises(TypeError):
        _ = hand < 7_461  # type: ignore[operator]
