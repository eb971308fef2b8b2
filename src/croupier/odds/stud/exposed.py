"""Exposed cards: the house edge of Casino Stud when the Player knows some of the Dealer's cards."""

import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from croupier.cards import RANKS, SUITS, rank_of
from croupier.hands import BEST, representative
from croupier.notation.problem import InputError
from croupier.odds.meetings.solution import round_figures
from croupier.odds.results import ExposedEdge, Ratio
from croupier.odds.solver import Progress, Stakes, nothing
from croupier.odds.storing import Store
from croupier.odds.stud.counts import HANDS, TOTAL, Ints, list_deals
from croupier.odds.stud.solution import Stud

if TYPE_CHECKING:
    from croupier.odds.stud.kernels import Known

LOOK_FOR: Final = (2, 3, 4)
"""The numbers of known cards between the face-up card alone and the whole hand."""


_MOST: Final = 100_000
"""The largest pay: multiplied by all deals of a hand and known cards, it is still exact in 64 bits."""


def exposed_edges(stud: Stud, progress: Progress = nothing) -> tuple[ExposedEdge, ...]:
    """Return the house edge with perfect play by number of known cards, from the face-up card to the whole hand.

    Caps and the jackpot are ignored. Raises :class:`InputError` for rows too large to add up.
    """
    terms = stud.terms(Stakes())
    gains = terms.nets - terms.fold
    if int(gains.max()) >= _MOST:
        raise InputError(f"--exposed: the sums become too large with a row that pays {_MOST} Antes or more")
    edges = {1: round_figures(stud.solve()).house_edge}
    for known, won in zip(LOOK_FOR, _kept_sums(stud, gains, progress), strict=True):
        deals = HANDS * comb(47, known) * comb(47 - known, 5 - known)
        edges[known] = -terms.fold - Fraction(won, deals)
    seen = sum(int(ways) for ways in (stud.rows.played * np.maximum(gains, 0)).sum(axis=1))
    edges[5] = -terms.fold - Fraction(seen, TOTAL)
    return tuple(ExposedEdge(known, Ratio.of(edge)) for known, edge in sorted(edges.items()))


def _kept_sums(stud: Stud, gains: Ints, progress: Progress) -> list[int]:
    """Return how much more bets win than folds, by number of known cards: from disk, or calculated."""
    folder = Path(__file__).parent
    names = ("exposed.py", "kernels.py")
    version = b"\0".join([*((folder / name).read_bytes() for name in names), gains.tobytes()])
    store = Store(f"stud-exposed-{stud.qualifying}", version)
    kept = store.load()
    if kept is None:
        kept = {"sums": np.array(_sums(stud, gains, progress))}
        store.save(kept)
    return [int(one) for one in kept["sums"]]


def _sums(stud: Stud, gains: Ints, progress: Progress) -> list[int]:
    """Calculate the sums: every known card of one suit by itself, all others by ranks."""
    from croupier.odds.evaluator import tables
    from croupier.odds.stud import kernels

    deals = list_deals()
    ways = np.empty(HANDS, np.uint8)
    kernels.keep_clubs(deals.hands, ways)
    standing = np.flatnonzero(ways)
    starts = np.searchsorted(standing, deals.starts)
    hands = deals.hands[standing]
    masks = (np.int64(1) << hands.astype(np.int64)).sum(axis=1)
    by_class = np.ascontiguousarray(gains.T)
    of = kernels.Known(tables(), hands, starts, ways[standing], masks, stud.qualifying, by_class)
    own_ways = np.diff(deals.starts)
    suited = [combinations(range(len(RANKS)), known) for known in LOOK_FOR]
    work = sum(comb(len(RANKS), known) for known in LOOK_FOR)
    done = 0
    found = []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            for known, sets in zip(LOOK_FOR, suited, strict=True):
                part = _OfKnown(known)

                def one_suit(ranks: tuple[int, ...], part: "_OfKnown" = part) -> int:
                    avoiding = part.suited[part.place[ranks]]
                    return kernels.suited_known(of, np.array(ranks) * 4, part.completions, avoiding)

                total = 0
                for won in pool.map(one_suit, sets):
                    total += len(SUITS) * won
                    done += 1
                    progress(0.1 + 0.9 * done / work)
                found.append(total + part.mixed(of, own_ways, pool))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # an interruption waits for running work only
    return found


class _OfKnown:
    """The tables of one number of known cards."""

    def __init__(self, known: int) -> None:
        self.completions = comb(47 - known, 5 - known)
        self.known = list(combinations_with_replacement(range(len(RANKS)), known))
        self.rest = list(combinations_with_replacement(range(len(RANKS)), 5 - known))
        self.place = {one: at for at, one in enumerate(self.known)}
        counted = [[comb(max(left, 0), taken) for taken in range(5)] for left in (*range(5), *range(-4, 0))]
        self.ways = np.array(counted)
        """The number of ways to take cards from those left of a rank; the last rows are for less than none left."""
        self.suited = np.zeros((len(self.known), BEST + 1), np.int64)
        """The number of hands that hold none of the known cards in a suit, by known ranks and class."""

    def mixed(self, of: "Known", own_ways: Ints, pool: ThreadPoolExecutor) -> int:
        """Return the sum over known cards that do not share a suit."""
        from croupier.odds.stud import kernels

        classes = np.empty((len(self.known), len(self.rest)), np.int64)
        kernels.rank_classes(of.tables, np.array(self.known), np.array(self.rest), classes)
        own_ranks = np.array([[rank_of(card) for card in representative(own)] for own in range(BEST + 1)])
        suited = np.ascontiguousarray(len(SUITS) * self.suited.T)
        by = kernels.Ranks(np.array(self.known), _sets(self.known), _sets(self.rest), classes, suited, self.ways)
        edges = np.linspace(0, BEST + 1, _PORTIONS + 1).astype(np.int64).tolist()
        spans = pairwise(edges)
        parts = pool.map(lambda span: kernels.mixed_known(of, by, own_ranks, own_ways, self.completions, *span), spans)
        return sum(parts)


_PORTIONS: Final = 16


def _sets(ranks: list[tuple[int, ...]]) -> Ints:
    """Return each tuple as its different ranks with how often each is taken, filled up with zeros."""
    most = len(ranks[0])
    found = np.zeros((len(ranks), most, 2), np.int64)
    for at, one in enumerate(ranks):
        for place, rank in enumerate(dict.fromkeys(one)):
            found[at, place] = rank, one.count(rank)
    return found
