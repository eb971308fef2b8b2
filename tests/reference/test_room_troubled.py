"""Rounds of the poker room in which two to four things go wrong, played by the engine and by the reference."""

import pytest

from .room_troubled import STREETS, VOIDING
from .troubled_rounds import campaign

ROUNDS_FOR_A_SEED = 12


@pytest.mark.parametrize("seed", range(24))
def test_troubled_rounds_agree(seed: int) -> None:
    campaign(seed, ROUNDS_FOR_A_SEED)


def test_the_rounds_meet_every_trouble_and_every_limit_of_5_10() -> None:
    met: set[str] = set()
    for seed in range(100, 130):
        met |= set(campaign(seed, ROUNDS_FOR_A_SEED).met)
    assert met >= {*VOIDING, *(f"{street}_exposed_early" for street in STREETS), "too_many_community_cards"}
    assert met >= {"cards_exposed", "card_face_up_in_shoe", "wrong_hand_count", "hand_left_out", "extra_hand_dealt"}
    assert met >= {"out_of_turn", "hole_cards_exposed", "interruption", "not_covered", "void", "settled"}
    assert met >= {"5.10.1", "5.10.2", "5.10.3", "5.10.4", "mucked", "mucked unknown"}
    assert met >= {"absent", "deemed gone", "left in a round", "left between rounds", "came back to a seat"}
