"""What is counted of many shuffles, and whether it is what equally likely orders give, at 99 % over all of it.

Each count has a distribution that is known exactly, from the documents of combinatorics and not from a simulation. What
is counted of one shuffle is one observation, so that the observations are independent and chi-square applies as it
stands. The shuffles are the shoe's own (:func:`croupier.floor.values.shuffle.shuffled`).
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import NormalDist
from typing import Any, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.floor.values.entropy import Entropy, SystemEntropy
from croupier.floor.values.shuffle import shuffled

Orders = NDArray[np.int64]
"""A shuffle a row, a card a column."""
Counts = NDArray[np.int64]

CARDS: Final = len(DECK)
CHANCE: Final = 0.01
"""That a good shoe fails the whole battery."""
CHUNK: Final = 10_000
_LEAST: Final = 5.0
"""Cells in which fewer are expected are put together with their neighbour."""
FIVE_CARDS: Final = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)
"""Hands of five cards, from nothing to a straight flush: the published counts, 2,598,960 in all."""
PLACES: Final = ((0, 1), (0, 51), (25, 26), (50, 51))
"""Pairs of places that are looked at together."""


class Blocks:
    """The operating system's entropy, fetched in blocks: the same bytes, at a tenth of the calls."""

    def __init__(self, source: Entropy | None = None) -> None:
        self._source = source or SystemEntropy()
        self._block, self._at = b"", 0

    def draw(self, count: int) -> bytes:
        if self._at + count > len(self._block):
            self._block, self._at = self._source.draw(max(count, 1 << 16)), 0
        self._at += count
        return self._block[self._at - count : self._at]


# ---- The distributions ----------------------------------------------------------------------------------------------


def descents(cards: int = CARDS) -> list[int]:
    """How many orders have 0, 1, 2 … cards that are lower than the one before: the Eulerian numbers."""
    row = [1]
    for size in range(2, cards + 1):
        row = [
            (at + 1) * (row[at] if at < len(row) else 0) + (size - at) * (row[at - 1] if at else 0)
            for at in range(size)
        ]
    return row


def inversions(cards: int = CARDS) -> list[int]:
    """How many orders have 0, 1, 2 … pairs of cards the wrong way round: the product of 1 + x + … + x^k."""
    row = [1]
    for size in range(2, cards + 1):
        row = [sum(row[max(0, at - size + 1) : at + 1]) for at in range(len(row) + size - 1)]
    return row


def records(cards: int = CARDS) -> list[int]:
    """How many orders have 0, 1, 2 … cards that are higher than all before: Stirling's numbers of the first kind."""
    row = [1]
    for size in range(cards):
        row = [(size * row[at] if at < len(row) else 0) + (row[at - 1] if at else 0) for at in range(len(row) + 1)]
    return row


def stayed(cards: int = CARDS) -> list[int]:
    """How many orders leave 0, 1, 2 … cards in their places: the rencontres numbers."""
    none = [1, 0]
    for size in range(2, cards + 1):
        none.append((size - 1) * (none[-1] + none[-2]))
    return [math.comb(cards, at) * none[cards - at] for at in range(cards + 1)]


def colour_runs(half: int = CARDS // 2) -> list[int]:
    """How many ways to lay the colours have 0, 1, 2 … runs of one colour."""
    row = [0, 0]
    for runs in range(2, 2 * half + 1):
        first, second = (runs + 1) // 2, runs // 2
        row.append(2 * math.comb(half - 1, first - 1) * math.comb(half - 1, second - 1))
    return row


# ---- Counting -------------------------------------------------------------------------------------------------------


def _tally(values: Orders, cells: int) -> Counts:
    return np.bincount(values, minlength=cells)


def _inverted(orders: Orders) -> Orders:
    small = orders.astype(np.int8)
    wrong = np.zeros(len(orders), np.int64)
    for apart in range(1, CARDS):
        wrong += (small[:, :-apart] > small[:, apart:]).sum(axis=1)
    return wrong


def categories(hands: Orders) -> Orders:
    """Of hands of five cards: 0 for nothing up to 8 for a straight flush."""
    ranks, suits = np.sort(hands >> 2, axis=1), hands & 3
    alike = sum((ranks[:, at] == ranks[:, other]).astype(np.int64) for at in range(5) for other in range(at))
    flush = (suits == suits[:, :1]).all(axis=1)
    apart = (np.diff(ranks, axis=1) == 1).all(axis=1) | (ranks == np.array([0, 1, 2, 3, 12])).all(axis=1)
    paired = np.array([0, 1, 2, 3, 6, 0, 7])[np.minimum(alike, 6)]  # pairs of equal rank: 1, 2, 3, 4 and 6 of them
    found = np.where(apart, 4, paired)
    return np.where(flush, np.where(apart, 8, 5), found)


def counts_of(orders: Orders) -> dict[str, Counts]:
    """Everything that is counted of these shuffles."""
    at = np.arange(CARDS)
    first = np.sort(orders[:, :3], axis=1)
    three = (
        first[:, 0] + first[:, 1] * (first[:, 1] - 1) // 2 + first[:, 2] * (first[:, 2] - 1) * (first[:, 2] - 2) // 6
    )
    red = ((orders & 3) == 1) | ((orders & 3) == 2)
    counted = {
        "every card in every place": _tally((orders + at * CARDS).ravel(), CARDS * CARDS),
        "three cards dealt first": _tally(three, math.comb(CARDS, 3)),
        "hands of five dealt first": _tally(categories(orders[:, :5]), len(FIVE_CARDS)),
        "cards lower than the one before": _tally((orders[:, 1:] < orders[:, :-1]).sum(axis=1), CARDS),
        "pairs the wrong way round": _tally(_inverted(orders), CARDS * (CARDS - 1) // 2 + 1),
        "cards higher than all before": _tally(
            (np.maximum.accumulate(orders, axis=1) == orders).sum(axis=1), CARDS + 1
        ),
        "cards left in their place": _tally((orders == at).sum(axis=1), CARDS + 1),
        "runs of one colour": _tally(1 + (red[:, 1:] != red[:, :-1]).sum(axis=1), CARDS + 1),
        "first card after first card": _tally(orders[:-1, 0] * CARDS + orders[1:, 0], CARDS * CARDS),
    }
    for one, other in PLACES:
        counted[f"cards {one + 1} and {other + 1}"] = _tally(orders[:, one] * CARDS + orders[:, other], CARDS * CARDS)
    return counted


# ---- Judging --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """One count beside what it should be: chi-square, and how likely one so far out, to either side, is."""

    name: str
    square: float
    freedom: int
    likely: float

    def __str__(self) -> str:
        return f"{self.name:34} chi-square {self.square:12,.1f} of {self.freedom:6,}   p {self.likely:.4f}"


@dataclass
class Battery:
    """The counts of so many shuffles."""

    shuffles: int = 0
    counts: dict[str, Counts] = field(default_factory=dict)
    sixes: list[Orders] = field(default_factory=list)
    """The first six cards of each shuffle as one number."""

    def add(self, shuffles: int, counts: dict[str, Counts], sixes: Orders) -> None:
        """Some more."""
        self.shuffles += shuffles
        for name, found in counts.items():
            self.counts[name] = self.counts[name] + found if name in self.counts else found
        self.sixes.append(sixes)

    def verdicts(self) -> list[Verdict]:
        """Each count judged by itself."""
        exact: dict[str, Sequence[int]] = {
            "hands of five dealt first": FIVE_CARDS,
            "cards lower than the one before": descents(),
            "pairs the wrong way round": inversions(),
            "cards higher than all before": records(),
            "cards left in their place": stayed(),
            "runs of one colour": colour_runs(),
        }
        even = {"three cards dealt first", "first card after first card"}
        found = []
        for name, counted in self.counts.items():
            if name in exact:
                found.append(_judged(name, counted, exact[name]))
            elif name in even:
                found.append(_judged(name, counted, [1] * len(counted)))
            elif name == "every card in every place":  # each row and each column of the table has a fixed sum
                found.append(_judged(name, counted, [1] * len(counted), (CARDS - 1) ** 2))
            else:  # one card is not in two places
                twice = np.arange(CARDS * CARDS) % (CARDS + 1) == 0
                found.append(_judged(name, counted[~twice], [1] * (CARDS * (CARDS - 1))))
        return [*found, self._met_again()]

    def _met_again(self) -> Verdict:
        """Pairs of shuffles that begin with the same six cards, as one normal variable squared."""
        _, often = np.unique(np.concatenate(self.sixes), return_counts=True)
        pairs = int((often * (often - 1) // 2).sum())
        expected = math.comb(self.shuffles, 2) / math.perm(CARDS, 6)
        off = (pairs - expected) / math.sqrt(expected) if expected else 0.0
        return Verdict("begin with the same six cards", off * off, 1, 2 * (1 - NormalDist().cdf(abs(off))))


def _judged(name: str, counted: Counts, weights: Sequence[int], freedom: int | None = None) -> Verdict:
    total, whole = int(counted.sum()), sum(weights)
    cells = list(zip((int(one) for one in counted), (total * (one / whole) for one in weights), strict=False))
    joined = _joined(cells) if freedom is None else cells
    square = sum((seen - expected) ** 2 / expected for seen, expected in joined)
    free = len(joined) - 1 if freedom is None else freedom
    return Verdict(name, square, free, likely(square, free))


def _joined(cells: Iterable[tuple[int, float]]) -> list[tuple[int, float]]:
    """Cells with enough in them: what expects too few is counted with those beside it."""
    joined: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for one, wanted in cells:
        seen, expected = seen + one, expected + wanted
        if expected >= _LEAST:
            joined.append((seen, expected))
            seen, expected = 0, 0.0
    last = joined.pop()
    return [*joined, (last[0] + seen, last[1] + expected)]


def likely(square: float, freedom: int) -> float:
    """How often a chi-square is at least so far from the middle, on either side (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    cdf = NormalDist().cdf(((square / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(spread))
    return 2 * min(cdf, 1 - cdf)


class Judged(Protocol):
    """Something that was counted."""

    @property
    def likely(self) -> float:
        """How likely one so far out, to either side, is."""
        ...


J = TypeVar("J", bound=Judged)


def failed(verdicts: Sequence[J], chance: float = CHANCE) -> list[J]:
    """Those that a good shoe would not give, all of them together but for once in so often (Holm)."""
    out = []
    for at, one in enumerate(sorted(verdicts, key=lambda verdict: verdict.likely)):
        if one.likely >= chance / (len(verdicts) - at):
            break
        out.append(one)
    return out


# ---- Running --------------------------------------------------------------------------------------------------------

Shuffler = Callable[[Entropy], Sequence[int]]


def drawn(entropy: Entropy, shuffles: int, shuffler: Shuffler = shuffled) -> tuple[int, dict[str, Counts], Orders]:
    """Shuffle so often, and count."""
    orders = np.array([shuffler(entropy) for _ in range(shuffles)], np.int64)
    return shuffles, counts_of(orders), orders[:, :6] @ (CARDS ** np.arange(6))


def _chunk(shuffles: int) -> tuple[int, dict[str, Counts], Orders]:
    return drawn(Blocks(), shuffles)


def campaign(shuffles: int, done: Callable[[int], None], workers: int = 2) -> Battery:
    """The shoe's battery over so many shuffles from the operating system's entropy."""
    battery = Battery()
    chunks = [CHUNK] * (shuffles // CHUNK) + [shuffles % CHUNK] * (shuffles % CHUNK > 1)
    pool: Any
    with get_context("spawn").Pool(workers) as pool:
        for found in pool.imap_unordered(_chunk, chunks):
            battery.add(*found)
            done(battery.shuffles)
    return battery
