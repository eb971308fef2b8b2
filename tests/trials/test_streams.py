import numpy as np
import pytest

from croupier.odds.compiling import kernel
from croupier.trials.booking import Ints
from croupier.trials.streams import CARDS, HAND, REDRAWN, State, apart, begin, draw, word

PUBLISHED = (41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162)
"""What xoshiro256++ gives first from the state 1, 2, 3, 4, by its authors' own code."""


@kernel
def _count_places(state: State, deck: Ints, redrawn: Ints, rounds: int, out: Ints) -> None:
    for _ in range(rounds):
        draw(state, deck, len(out) // HAND, redrawn)
        for place in range(len(out)):
            out[place, deck[place]] += 1


def test_a_stream_is_the_published_generator() -> None:
    state = np.array([1, 2, 3, 4], np.uint64)
    assert tuple(int(word(state)) for _ in PUBLISHED) == PUBLISHED


def test_every_chunk_and_every_seed_has_a_stream_of_its_own() -> None:
    begun = {tuple(begin(seed, chunk, part).tolist()) for seed in (0, 1) for chunk in (0, 1) for part in ("", "lives")}
    assert len(begun) == 8
    assert begin(1, 2).tolist() == begin(1, 2).tolist()


def test_a_number_is_drawn_again_where_places_would_not_be_equally_likely() -> None:
    # 2 ** 32 = 13 * 311,875,200 + 240,589,696 for the first five of 52 cards
    assert int(REDRAWN[0]) == 2**32 - 13 * (52 * 51 * 50 * 49 * 48) == 240_589_696
    assert len(REDRAWN) == CARDS // HAND


@pytest.mark.parametrize("hands", [2, 8])
def test_every_card_is_as_likely_in_every_place(hands: int) -> None:
    rounds, deck = 400_000, np.arange(CARDS)
    found = np.zeros((HAND * hands, CARDS), np.int64)
    _count_places(begin(7, hands), deck, REDRAWN, rounds, found)
    expected = rounds / CARDS
    by_place = ((found - expected) ** 2 / expected).sum(axis=1)
    assert sorted(deck.tolist()) == list(range(CARDS)), "a deck stays a deck"
    # 51 degrees of freedom: above 107 or below 17 once in a hundred thousand places
    assert by_place.min() > 17
    assert by_place.max() < 107


def test_what_cores_write_lies_apart() -> None:
    # A line of the cache is 64 bytes, and processors fetch them in pairs: 128 bytes are nobody else's on either side.
    one = apart(2, 3)
    assert one.shape == (2, 3)
    assert one.flags.c_contiguous
    assert not one.any()
    whole = one
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    before = one.ctypes.data - whole.ctypes.data
    assert before >= 128
    assert whole.nbytes - before - one.nbytes >= 128
    assert apart(0, 4).shape == (0, 4)
