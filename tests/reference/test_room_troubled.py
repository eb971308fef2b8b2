"""Rounds of the poker room in which two to four things go wrong, played by the engine and by the reference."""

import pytest

from .troubled_rounds import campaign

ROUNDS_FOR_A_SEED = 12


@pytest.mark.parametrize("seed", range(24))
def test_troubled_rounds_agree(seed: int) -> None:
    campaign(seed, ROUNDS_FOR_A_SEED)
