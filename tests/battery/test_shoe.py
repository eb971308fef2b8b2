"""The battery itself: its distributions against counting, good shoes against bad ones."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations, product
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK, Card
from croupier.floor.values.entropy import Entropy, below
from croupier.floor.values.shuffle import shuffled
from tests.battery.shoe import (
    FIVE_CARDS,
    Battery,
    Blocks,
    Shuffler,
    Verdict,
    categories,
    colour_runs,
    descents,
    drawn,
    failed,
    inversions,
    records,
    stayed,
)
from tests.floor.chance import SeededEntropy
from tests.sampling import first

FEW = 20_000


@pytest.mark.parametrize("cards", range(2, 8))
def test_the_distributions_are_those_of_all_orders(cards: int) -> None:
    every = [*permutations(range(cards))]

    def counted(of: list[int], cells: int) -> list[int]:
        found = Counter(of)
        return [found[at] for at in range(cells)]

    down = [sum(two < one for one, two in pairwise(order)) for order in every]
    wrong = [sum(one > two for one, two in combinations(order, 2)) for order in every]
    high = [sum(card == max(order[: at + 1]) for at, card in enumerate(order)) for order in every]
    same = [sum(card == at for at, card in enumerate(order)) for order in every]
    assert descents(cards) == counted(down, cards)
    assert inversions(cards) == counted(wrong, cards * (cards - 1) // 2 + 1)
    assert records(cards) == counted(high, cards + 1)
    assert stayed(cards) == counted(same, cards + 1)


@pytest.mark.parametrize("half", range(1, 6))
def test_the_runs_of_colours_are_those_of_all_ways_to_lay_them(half: int) -> None:
    ways = [way for way in product((0, 1), repeat=2 * half) if sum(way) == half]
    found = Counter(1 + sum(one != two for one, two in pairwise(way)) for way in ways)
    assert colour_runs(half) == [found[at] for at in range(2 * half + 1)]


def test_a_hand_of_five_has_its_category() -> None:
    assert sum(FIVE_CARDS) == math.comb(52, 5)
    told = {"2c3c4c5cAc": 8, "2c2d2h2s9c": 7, "2c2d2h9s9c": 6, "2c4c6c8cTc": 5, "TcJdQhKsAc": 4, "2c3d4h5sAc": 4}
    told |= {"2c2d2h8s9c": 3, "2c2d8h8s9c": 2, "2c2d7h8s9c": 1, "2c3d4h5s7c": 0, "QcKdAh2s3c": 0}
    hands = [
        ["23456789TJQKA".index(text[at]) * 4 + "cdhs".index(text[at + 1]) for at in range(0, 10, 2)] for text in told
    ]
    assert categories(np.array(hands)).tolist() == [*told.values()]


@pytest.mark.long
def test_every_hand_of_five_has_its_category() -> None:
    hands = np.fromiter((card for hand in combinations(range(52), 5) for card in hand), np.int64).reshape(-1, 5)
    assert np.bincount(categories(hands)).tolist() == [*FIVE_CARDS]


def judged(shuffler: Shuffler, seed: int = 52, entropy: Entropy | None = None) -> list[str]:
    battery = Battery()
    battery.add(*drawn(entropy or SeededEntropy(seed), FEW, shuffler))
    return [one.name for one in failed(battery.verdicts())]


def test_a_good_shoe_passes() -> None:
    assert judged(shuffled) == []


def naive(entropy: Entropy) -> Sequence[int]:
    """Every place is exchanged with any place."""
    order = [*DECK]
    for at in range(52):
        other = below(entropy, 52)
        order[at], order[other] = order[other], order[at]
    return order


def riffled(entropy: Entropy) -> Sequence[int]:
    """Seven riffles: as good as a hand does it, and not good enough."""
    order = [*DECK]
    for _ in range(7):
        bits = int.from_bytes(entropy.draw(7), "big") >> 4
        ones = bits.bit_count()
        left, right = iter(order[:ones]), iter(order[ones:])
        order = [next(left if bits >> at & 1 else right) for at in range(52)]
    return order


def shortly(entropy: Entropy) -> Sequence[int]:
    """A good shuffle from too few seeds."""
    order = [*DECK]
    Random(int.from_bytes(entropy.draw(2), "big")).shuffle(order)
    return order


def unturned(entropy: Entropy) -> Sequence[int]:
    """The last exchange is left out."""
    order = [*DECK]
    for last in range(51, 1, -1):
        other = below(entropy, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


class Remembered:
    """A good shuffle whose first card is too often the one after the last shuffle's."""

    def __init__(self) -> None:
        self.last = 0

    def __call__(self, entropy: Entropy) -> Sequence[int]:
        order = [*shuffled(entropy)]
        if below(entropy, 16) == 0:
            at = order.index(Card((self.last + 1) % 52))
            order[0], order[at] = order[at], order[0]
        self.last = order[0]
        return order


@pytest.mark.parametrize(
    ("shuffler", "finds"),
    first(
        1,
        [
            (naive, "every card in every place"),
            (riffled, "cards lower than the one before"),
            (shortly, "begin with the same six cards"),
            (unturned, "cards left in their place"),
            (Remembered(), "first card after first card"),
        ],
    ),
)
def test_bad_shoes_are_found(shuffler: Shuffler, finds: str) -> None:
    assert finds in judged(shuffler)


@pytest.mark.long
def test_a_stuck_bit_is_found() -> None:
    class Stuck:
        def __init__(self) -> None:
            self.source = SeededEntropy(5)

        def draw(self, count: int) -> bytes:
            return bytes(byte & 0xFB if at % 4 == 0 else byte for at, byte in enumerate(self.source.draw(count)))

    assert "every card in every place" in judged(shuffled, entropy=Stuck())


def test_one_count_in_a_hundred_far_out_is_no_failure_of_the_battery() -> None:
    def verdicts(*likely: float) -> list[Verdict]:
        return [Verdict(str(at), 1.0, 1, one) for at, one in enumerate(likely)]

    assert failed(verdicts(*([0.5] * 9), 0.009)) == []
    assert len(failed(verdicts(*([0.5] * 9), 0.0009))) == 1
    assert len(failed(verdicts(*([0.5] * 8), 0.0009, 0.0011))) == 2  # at 0.01 / 10 and 0.01 / 9
    assert len(failed(verdicts(*([0.5] * 8), 0.0009, 0.0012))) == 1


def test_blocks_are_the_bytes_of_the_source() -> None:
    blocks, plain = Blocks(SeededEntropy(9)), SeededEntropy(9).draw(1 << 16)
    assert b"".join(blocks.draw(count) for count in (1, 2, 3, 500)) == plain[:506]
    assert len(blocks.draw(1 << 17)) == 1 << 17
