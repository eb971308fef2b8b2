"""The shares of a pot that open hands win, with cards to come: every run-out is counted, none sampled.

The functions are given cards and nothing else, so they cannot reveal more than those. Up to two cards to come are
ranked by the game itself; the 1,712,304 boards of two hands before the Flop are counted by a kernel with the same
strengths.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import DECK, Card
from croupier.hands import Strength
from croupier.odds.compiling import kernel
from croupier.odds.evaluator import START, Tables, seven_of_key, tables

BOARD: Final = 5
HOLE: Final = 2
_BY_THE_GAME: Final = 2
"""Cards to come up to which the game's own ranking is quick enough."""

Rank = Callable[[tuple[Card, ...], tuple[Card, ...]], Strength]


class Share(Struct, frozen=True):
    """The wins, ties and share of one hand."""

    wins: int
    """The number of boards that it wins alone."""
    ties: int
    """The number of boards that it shares with others."""
    share: float
    """The share of the pot that it wins on average over all boards."""


class Shares(Struct, frozen=True):
    """The shares of all open hands."""

    boards: int
    hands: tuple[Share, ...]


@lru_cache(maxsize=256)
def shares(rank: Rank, hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> Shares:
    """Count every way in which the Community Cards can be completed; folded hands are as unknown as the shoe.

    Raises ValueError for fewer than two hands, for hands that are not of two cards, for a board of more than five, and
    for a card that lies in two places.
    """
    known = [card for hand in hands for card in hand] + list(board)
    if len(hands) < 2 or any(len(hand) != HOLE for hand in hands) or len(board) > BOARD:
        raise ValueError("shares are counted for two hands or more, of two cards each, and at most five on the board")
    if len(set(known)) != len(known) or not set(known) <= set(DECK):
        raise ValueError("a card lies in two places, or is face down")
    missing = BOARD - len(board)
    left = [card for card in DECK if card not in set(known)]
    if missing <= _BY_THE_GAME:
        wins, ties, parts = _by_the_game(rank, hands, board, left, missing)
    else:
        wins, ties, parts = _by_kernel(hands, board, left)
    boards = comb(len(left), missing)
    counted = tuple(Share(won, tied, part / _WHOLE / boards) for won, tied, part in zip(wins, ties, parts, strict=True))
    return Shares(boards, counted)


_WHOLE: Final = 27_720
"""A pot that can be divided by any number of hands up to twelve, so that shares add up in whole numbers."""
_Counted = tuple[Sequence[int], Sequence[int], Sequence[int]]


def _by_the_game(
    rank: Rank, hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...], left: list[Card], missing: int
) -> _Counted:
    wins, ties, parts = ([0] * len(hands) for _ in range(3))
    for further in combinations(left, missing):
        strengths = [rank(hand, (*board, *further)) for hand in hands]
        best = max(strengths)
        winners = [at for at, strength in enumerate(strengths) if strength == best]
        for at in winners:
            (wins if len(winners) == 1 else ties)[at] += 1
            parts[at] += _WHOLE // len(winners)
    return wins, ties, parts


def _by_kernel(hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...], left: list[Card]) -> _Counted:
    wins, ties, parts = (np.zeros(len(hands), np.int64) for _ in range(3))
    _count(
        tables(),
        np.array(hands, np.int64),
        np.array(board, np.int64),
        np.array(left, np.int64),
        BOARD - len(board),
        np.array([0] + [_WHOLE // number for number in range(1, len(hands) + 1)], np.int64),
        wins,
        ties,
        parts,
    )
    return wins.tolist(), ties.tolist(), parts.tolist()


@kernel
def _count(
    tables: Tables,
    hands: NDArray[np.int64],
    board: NDArray[np.int64],
    left: NDArray[np.int64],
    missing: int,
    divided: NDArray[np.int64],
    wins: NDArray[np.int64],
    ties: NDArray[np.int64],
    parts: NDArray[np.int64],
) -> None:
    """Count the results of every choice of the missing cards, in ascending places."""
    one, number = np.int64(1), len(hands)
    own_keys, own_masks = np.zeros(number, np.int64), np.zeros(number, np.int64)
    for at in range(number):
        for card in hands[at]:
            own_keys[at] += tables.keys[card]
            own_masks[at] |= one << card
    board_key, board_mask = np.int64(START), np.int64(0)
    for card in board:
        board_key += tables.keys[card]
        board_mask |= one << card
    strengths = np.zeros(number, np.int64)
    places = np.arange(missing)
    while True:
        key, mask = board_key, board_mask
        for place in places:
            key += tables.keys[left[place]]
            mask |= one << left[place]
        best, winners = -1, 0
        for at in range(number):
            strength = seven_of_key(tables, key + own_keys[at], mask | own_masks[at])
            strengths[at] = strength
            if strength > best:
                best, winners = strength, 1
            elif strength == best:
                winners += 1
        for at in range(number):
            if strengths[at] == best:
                parts[at] += divided[winners]
                if winners == 1:
                    wins[at] += 1
                else:
                    ties[at] += 1
        last = missing - 1
        while last >= 0 and places[last] == len(left) - missing + last:
            last -= 1
        if last < 0:
            return
        places[last] += 1
        for at in range(last + 1, missing):
            places[at] = places[at - 1] + 1
