"""All 133,784,560 hands of seven, each ranked by ``rank_seven``, counted by category: some minutes on two cores.

Too long for the ordinary suite. ``python -m tests.soak_counts`` runs it by itself, and fails unless every count is the
published one.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import comb
from typing import Final

from croupier.cards import DECK, Card
from croupier.hands import category_of, rank_seven

EXPECTED: Final = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pairs": 31_433_400,
    "one_pair": 58_627_800,
    "five_odd_cards": 23_294_460,
}
TOTAL: Final = comb(52, 7)
STRENGTHS_OF_SEVEN: Final = 4_824
"""The strengths that the best five of seven can have: 7-high and the like cannot be."""

Progress = Callable[[int, int], None]


def count_seven_card_hands(progress: Progress, workers: int | None = None) -> dict[str, int]:
    """How many hands of seven fall in each category, by its key. ``progress`` hears how many are done, and of how many.

    Work is handed out by the two lowest cards of a hand; no hand is left out and no symmetry is assumed.
    """
    by_strength: Counter[int] = Counter()
    beginnings = list(combinations(DECK[:-5], 2))
    with ProcessPoolExecutor(workers or os.cpu_count()) as pool:
        for counted in pool.map(_count_beginning_with, beginnings, chunksize=1):
            by_strength.update(counted)
            progress(by_strength.total(), TOTAL)
    assert len(by_strength) == STRENGTHS_OF_SEVEN, f"{len(by_strength)} strengths"
    by_category: dict[str, int] = dict.fromkeys(EXPECTED, 0)
    for strength, number in by_strength.items():
        by_category[category_of(strength).key] += number
    return by_category


def _count_beginning_with(lowest: Sequence[Card]) -> Counter[int]:
    first, second = lowest
    rest = combinations(DECK[second + 1 :], 5)
    return Counter(map(rank_seven, ((first, second, *five) for five in rest)))


def main() -> int:
    """Count, say so, and compare. The exit code."""
    began = time.perf_counter()

    def progress(done: int, of: int) -> None:
        print(f"\r{done:>11,} of {of:,}  {time.perf_counter() - began:5.0f} s", end="", file=sys.stderr, flush=True)

    counted = count_seven_card_hands(progress)
    print(file=sys.stderr)
    for key, expected in EXPECTED.items():
        print(f"{key:16} {counted[key]:>11,}  {'as published' if counted[key] == expected else f'not {expected:,}'}")
    return 0 if counted == EXPECTED and sum(counted.values()) == TOTAL else 1


if __name__ == "__main__":
    sys.exit(main())
