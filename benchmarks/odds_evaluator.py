"""Ranking seven cards by the million, on one core: beside bare table reads, NumPy, eval7 and phevaluator.

``table reads`` does the kernel's random reads and nothing else: the seven cards' keys, the row and the strength, at
places worked out before. ``last reads`` leaves out the keys. They say what the machine allows. ``NumPy`` does what the
kernel does with whole arrays. eval7 and phevaluator rank one hand a call, as their documentation says, and are given
fewer of the hands.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import hands as one_by_one
from benchmarks import measure
from benchmarks.measure import Contestant, Pass, Record, asked
from croupier.cards import Card
from croupier.odds import evaluator
from croupier.odds.compiling import kernel
from croupier.odds.evaluator import ROW_BITS, Tables


def main(*, show: bool = True, hands: int = 2_000_000, rounds: int = 9) -> list[Record]:
    """Time random hands as cards and as masks. Printed as a table if ``show``."""
    rng = np.random.default_rng(7)
    few = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (100_000, 1)), axis=1)[:, :7]
    cards = np.ascontiguousarray(few[rng.integers(0, len(few), hands)])
    masks = (np.int64(1) << cards.astype(np.int64)).sum(axis=1)
    slow = [[Card(card) for card in hand] for hand in cards[: hands // 100].tolist()]
    contestants = [
        Contestant("croupier, cards", evaluator_pass(evaluator.seven_strengths), _items(cards)),
        Contestant("croupier, masks", evaluator_pass(evaluator.seven_mask_strengths), _items(masks)),
        Contestant("table reads", _reads(cards), _items(_places(cards))),
        Contestant("last reads", _reads(), _items(_places(cards))),
        Contestant("NumPy", evaluator_pass(_numpy), _items(cards[: hands // 10])),
        _peer("eval7", slow),
        _peer("phevaluator", slow),
    ]
    records = measure.side_by_side("seven", contestants, rounds)
    if show:
        measure.show("Ranking many hands", "hand", records)
    return records


def _items(array: NDArray[Any]) -> Sequence[Any]:
    """An array is a sequence of its rows."""
    items: Any = array
    return items  # type: ignore[no-any-return]


def evaluator_pass(rank: Any) -> Pass:
    """Rank all hands of an array."""

    def go(items: Sequence[Any]) -> None:
        rank(items)

    return go


def _peer(name: str, hands: Sequence[Sequence[Card]]) -> Contestant:
    peer = next(peer for known, peer, _ in one_by_one.PEERS if known == name)
    try:
        go, items = peer(hands)
    except ImportError:
        return Contestant(name, None)
    return Contestant(name, go, items)


def _places(cards: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Where each hand stands in the two tables, flushes too: as if they had not been one."""
    tables = evaluator.tables()
    sums = (tables.keys[cards] & 0xFFFFFFFF).sum(axis=1)
    return np.stack([sums >> ROW_BITS, tables.rows7[sums >> ROW_BITS] + sums], axis=1).astype(np.uint32)


@kernel
def _read(tables: Tables, places: NDArray[np.uint32], out: NDArray[np.uint16]) -> None:
    for at in range(len(places)):
        out[at] = tables.rows7[places[at, 0]] + tables.seven[places[at, 1]]


@kernel
def _read_all(tables: Tables, cards: NDArray[np.uint8], places: NDArray[np.uint32], out: NDArray[np.uint16]) -> None:
    keys = tables.keys
    for at in range(len(places)):
        hand = cards[at]
        read = keys[hand[0]] ^ keys[hand[1]] ^ keys[hand[2]] ^ keys[hand[3]] ^ keys[hand[4]] ^ keys[hand[5]]
        out[at] = read ^ keys[hand[6]] ^ tables.rows7[places[at, 0]] ^ tables.seven[places[at, 1]]


def _reads(cards: NDArray[np.uint8] | None = None) -> Pass:
    tables = evaluator.tables()

    def go(items: Sequence[Any]) -> None:
        places: Any = items
        out = np.empty(len(places), np.uint16)
        if cards is None:
            _read(tables, places, out)
        else:
            _read_all(tables, cards, places, out)

    return go


def _numpy(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The kernel's work, array by array."""
    tables = evaluator.tables()
    keys = tables.keys[cards].sum(axis=1) + (0x3333 << 32)
    sums = keys & 0xFFFFFFFF
    strengths: NDArray[np.uint16] = tables.seven[tables.rows7[sums >> ROW_BITS] + sums]
    for suit in range(4):
        held = np.flatnonzero(keys & (8 << (32 + 4 * suit)))
        of_suit = np.where(cards[held] & 3 == suit, 1 << (cards[held] >> 2).astype(np.int64), 0).sum(axis=1)
        strengths[held] = tables.flush[of_suit]
    return strengths


if __name__ == "__main__":
    asked(__doc__)
    main()
