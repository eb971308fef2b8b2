"""The kernels rank as croupier.hands does, and count what is published."""

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import chain, combinations
from pathlib import Path

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.hands import BEST, Category, category_of, rank_five, rank_seven, representative
from croupier.odds import compiling, evaluator, rows
from croupier.odds.compiling import kernel
from croupier.odds.evaluator import Tables, seven_of_key

CATEGORIES = np.array([category_of(strength) for strength in range(BEST + 1)], np.uint8)


def deal(number: int, hands: int) -> NDArray[np.uint8]:
    rng = random.Random(number)
    return np.array([rng.sample(DECK, number) for _ in range(hands)], np.uint8)


def as_masks(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    masks: NDArray[np.int64] = (np.int64(1) << cards.astype(np.int64)).sum(axis=1)
    return masks


def test_every_five_cards() -> None:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 2_598_960 * 5).reshape(-1, 5)
    strengths = evaluator.five_strengths(cards)
    counted = np.bincount(CATEGORIES[strengths])
    assert counted.tolist() == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert (np.bincount(strengths, minlength=BEST + 1) > 0).all()


@kernel
def _every_seven(tables: Tables, categories: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    keys = tables.keys
    one = np.int64(1)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        five = (0x3333 << 32) + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
                        mask = (one << a) | (one << b) | (one << c) | (one << d) | (one << e)
                        for f in range(e):
                            for g in range(f):
                                key = five + keys[f] + keys[g]
                                out[categories[seven_of_key(tables, key, int(mask | (one << f) | (one << g)))]] += 1


def test_every_seven_cards() -> None:
    counted = np.zeros(len(Category), np.int64)
    _every_seven(evaluator.tables(), CATEGORIES, counted)
    published = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
    assert counted.tolist() == published


def test_seven_cards_rank_as_one_by_one() -> None:
    cards = deal(7, 20_000)
    strengths = evaluator.seven_strengths(cards)
    assert strengths.tolist() == [rank_seven(hand) for hand in cards.tolist()]
    assert (strengths == evaluator.seven_mask_strengths(as_masks(cards))).all()


def test_five_cards_rank_as_one_by_one() -> None:
    cards = deal(5, 5_000)
    assert evaluator.five_strengths(cards).tolist() == [rank_five(hand) for hand in cards.tolist()]
    every = np.array([representative(strength) for strength in range(BEST + 1)])
    assert evaluator.five_strengths(every).tolist() == list(range(BEST + 1))


def test_no_two_ways_to_hold_ranks_share_a_sum() -> None:
    for number, ways in ((5, 6_175), (7, 49_205)):
        assert Counter(Counter(rows.sums_of(number)).values()) == {1: ways}


def test_the_rows_lie_where_they_were_found() -> None:
    kept = np.load(rows.FILE)
    for place, number in enumerate((5, 7)):
        assert (kept[place] == rows.laid_over(rows.sums_of(number))).all()


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (np.zeros((1, 6), np.int64), "an array of 7 columns"),
        (np.zeros(7, np.int64), "an array of 7 columns"),
        (np.array([[0, 1, 2, 3, 4, 5, 52]]), "not of the deck"),
        (np.array([[0, 1, 2, 3, 4, 5, -1]]), "not of the deck"),
    ],
)
def test_what_is_no_hand_is_refused(cards: NDArray[np.int64], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        evaluator.seven_strengths(cards)


@pytest.mark.parametrize(
    ("masks", "says"),
    [
        (np.array([0b111111]), "has 7 bits"),
        (np.array([0b1111111 | 1 << 52]), "beyond the 52"),
        (np.array([-1]), "has 7 bits"),
        (np.array([[0b1111111]]), "one dimension"),
    ],
)
def test_what_is_no_mask_is_refused(masks: NDArray[np.int64], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        evaluator.seven_mask_strengths(masks)


def test_no_hands_at_all() -> None:
    assert evaluator.seven_strengths(np.empty((0, 7), np.uint8)).shape == (0,)
    assert evaluator.seven_mask_strengths(np.empty(0, np.int64)).shape == (0,)


def test_code_is_kept_under_the_name_of_the_sources() -> None:
    settings = vars(numba.config)
    assert Path(settings["CACHE_DIR"]).name == f"kernels-{compiling.source_hash()}"
    assert settings["LOOP_VECTORIZE"] == 0


@pytest.mark.long
def test_nothing_can_be_written(tmp_path: Path) -> None:
    """Neither the user's cache nor the home can be written: a private folder serves, and goes with the process."""
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    program = (
        "from croupier.odds.caches import user_folder\n"
        "from croupier.odds.holdem.kernels import rung\n"
        "assert rung(1, 2, -1) == 2 and user_folder().is_dir()\n"
        "print(user_folder())"
    )
    environment = {**os.environ, "CROUPIER_CACHE": str(nowhere / "cache"), "TMPDIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert Path(ran.stdout.strip()).parent == tmp_path
    assert not Path(ran.stdout.strip()).exists()
