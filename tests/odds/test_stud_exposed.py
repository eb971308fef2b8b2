"""Exposed cards: the sums of the kernels against hands that are looked at one by one."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.cards import DECK, Card, rank_of
from croupier.hands import BEST, rank_five
from croupier.odds.evaluator import tables
from croupier.odds.meetings.terms import meeting_of
from croupier.odds.solver import Stakes
from croupier.odds.stud import kernels
from croupier.odds.stud.exposed import _OfKnown, _sets
from croupier.odds.stud.solution import Stud
from croupier.rulebooks import load_banked
from tests.sampling import first

STUD = Stud(load_banked("rws-casino-stud"), {"bet.royal_flush": "100"})


def _gain(own: tuple[Card, ...], known: tuple[Card, ...]) -> int:
    """What a bet wins more than a fold over all hands the Dealer can have."""
    terms, mine = STUD.terms(Stakes()), rank_five(own)
    left = [card for card in DECK if card not in own and card not in known]
    return sum(
        int(terms.nets[meeting_of(mine, rank_five((*known, *others)), STUD.qualifying), mine]) - terms.fold
        for others in combinations(left, 5 - len(known))
    )


def _known(hands: list[tuple[Card, ...]]) -> kernels.Known:
    """These hands alone, weakest first."""
    classes = [rank_five(hand) for hand in hands]
    terms = STUD.terms(Stakes())
    return kernels.Known(
        tables(),
        np.array([sorted(hand) for hand in hands], np.uint8),
        np.searchsorted(classes, np.arange(BEST + 2)),
        np.ones(len(hands), np.uint8),
        np.array([sum(1 << card for card in hand) for hand in hands]),
        STUD.qualifying,
        np.ascontiguousarray((terms.nets - terms.fold).T),
    )


def _some_hands(rng: random.Random, number: int) -> list[tuple[Card, ...]]:
    hands = [tuple(rng.sample(DECK, 5)) for _ in range(number)]
    return sorted(hands, key=rank_five)


@pytest.mark.parametrize(("known", "number"), first(1, [((0, 4, 8, 12), 300), ((8, 20, 48), 60), ((8, 20), 25)]))
def test_known_cards_of_one_suit(known: tuple[Card, ...], number: int) -> None:
    hands = _some_hands(random.Random(number), number)
    free = [hand for hand in hands if not set(hand) & set(known)]
    avoiding = np.zeros(BEST + 1, np.int64)
    completions = _OfKnown(len(known)).completions
    won = kernels.suited_known.py_func(_known(hands), np.array(known), completions, avoiding)  # type: ignore[attr-defined]
    assert won == sum(max(0, _gain(hand, known)) for hand in free)
    assert avoiding.sum() == len(free)


@pytest.mark.parametrize("known", [(8, 21), (48, 49), (8, 20, 51), (0, 5, 6), (0, 5, 8, 12), (48, 49, 7, 2)])
def test_known_cards_of_more_than_one_suit(known: tuple[Card, ...]) -> None:
    ranks = [tuple(sorted(rank_of(card) for card in known))]
    part = _OfKnown(len(known))
    classes = np.empty((1, len(part.rest)), np.int64)
    kernels.rank_classes(tables(), np.array(ranks), np.array(part.rest), classes)
    nothing = np.zeros((BEST + 1, 1), np.int64)
    for hand in _some_hands(random.Random(known[0]), 8):
        if set(hand) & set(known):
            continue
        own = rank_five(hand)
        by = kernels.Ranks(np.array(ranks), _sets(ranks), _sets(part.rest), classes, nothing, part.ways)
        own_ranks = np.zeros((BEST + 1, 5), np.int64)
        own_ranks[own] = [rank_of(card) for card in hand]
        one = np.ones(BEST + 1, np.int64)
        given = (_known([hand]), by, own_ranks, one, part.completions, own, own + 1)
        won = kernels.mixed_known.py_func(*given)  # type: ignore[attr-defined]
        left = [4 - int((own_ranks[own] == rank).sum()) for rank in range(13)]
        deals = int(kernels._choose(np.array(left), by.known_sets[0], part.ways))
        assert won == deals * max(0, _gain(hand, known))


def test_the_whole_hand_known_follows_from_the_counts() -> None:
    gains = np.maximum(STUD.terms(Stakes()).nets + 1, 0)
    seen = sum(int(one) for one in (STUD.rows.played * gains).sum(axis=1))
    edge = 1 - Fraction(seen, 19_933_230_517_200)
    assert edge == Fraction(-71185534689, 110740169540)
