"""Perfect play once Community Cards are dealt: the Turn wager on every Flop, the River wager on every board of four.

Whether a wager is worth placing was found for every pair of Hole Cards on every board up to suit while the deals were
counted; here it is looked up.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, first_repeated, format_card
from croupier.notation.problem import InputError
from croupier.odds import suits
from croupier.odds.holdem.counts import HOLES, hole_name, hole_size
from croupier.odds.holdem.ground import HOLE_PAIRS
from croupier.odds.holdem.kernels import renamings
from croupier.odds.holdem.solution import Holdem
from croupier.odds.results import OnBoard
from croupier.rules.terms import Decision

FLOP: Final = 3
TURN: Final = 4
_PAIRS: Final = np.array(suits.PAIRS, np.uint8)


class Decided(NamedTuple):
    """Perfect play on one board: for every pair of Hole Cards up to suit, whether the wager is placed."""

    community: tuple[Card, ...]
    pairs: NDArray[np.intp]
    """The places of the pairs in :data:`~croupier.odds.suits.PAIRS`."""
    combinations: NDArray[np.int64]
    """The number of sets of Hole Cards and Community Cards that each pair stands for."""
    placed: NDArray[np.bool_]


class Boards(NamedTuple):
    """Boards up to suit: the cards, their keys, and how many each stands for."""

    cards: NDArray[np.uint8]
    keys: NDArray[np.int64]
    orbits: NDArray[np.int64]


@cache
def boards(number: int) -> Boards:
    """Return all boards of a number of cards, up to suit."""
    return Boards(*suits.up_to_suit(number))


@cache
def _pair_places() -> NDArray[np.uint16]:
    return suits.pair_places()


def _placed(holdem: Holdem, number: int) -> tuple[NDArray[np.uint8], int]:
    """Return the rungs of all boards of ``number`` cards, and the rung from which the wager is no longer placed."""
    on_turn, on_river = holdem.rungs
    return (holdem.counts.flops, on_turn) if number == FLOP else (holdem.counts.turns, on_river)


def check_board(community: Sequence[Card]) -> tuple[Card, ...]:
    """Return the board of a decision on Turn or River.

    Raises :class:`InputError` unless it is three or four known cards.
    """
    board = tuple(community)
    if len(board) not in (FLOP, TURN):
        raise InputError(f"community: there must be three or four Community Cards at a decision, not {len(board)}")
    if not all(card in DECK for card in board):
        raise InputError("community: there is no advice on a card that is face down")
    repeated = first_repeated(board)
    if repeated is not None:
        raise InputError(f"community: {format_card(repeated)} appears twice")
    return board


def on_board(holdem: Holdem, community: Sequence[Card]) -> tuple[OnBoard, ...]:
    """Return all 169 starting hands on a board of three or four cards; their suits may decide."""
    number = len(community)
    ranks, names, becomes = np.empty(4, np.int64), np.empty(4, np.int64), np.empty(52, np.uint8)
    suits.suit_ranks(np.array(community, np.uint8), ranks)
    place = suits.place_of(boards(number).keys, suits.descending(ranks, names))
    suits.renamed(names, becomes)
    rungs, least = _placed(holdem, number)
    placed = rungs[place, _pair_places()[becomes[_PAIRS[:, 0]], becomes[_PAIRS[:, 1]]]] < least
    free = _free(np.array(community, np.uint8))
    pairs, played = (np.bincount(_hands()[those], minlength=len(HOLES)) for those in (free, free & placed))
    return tuple(OnBoard(*one) for one in zip(HOLES, pairs.tolist(), played.tolist(), strict=True))


def _free(community: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return, by pair, whether the board has neither of its cards."""
    taken = np.zeros(52, np.bool_)
    taken[community] = True
    return ~(taken[_PAIRS[:, 0]] | taken[_PAIRS[:, 1]])


@cache
def _hands() -> NDArray[np.intp]:
    """Return, by pair, the place of its starting hand."""
    places = {name: place for place, name in enumerate(HOLES)}
    return np.array([places[hole_name(*pair)] for pair in suits.PAIRS])


def before_flop(holdem: Holdem) -> tuple[tuple[int, int, Decision], ...]:
    """Return the 169 decisions on the Flop wager: the place of a pair, how many pairs it stands for, the decision."""
    first = {HOLES[hand]: place for place, hand in reversed([*enumerate(_hands())])}
    return tuple(
        (first[name], hole_size(name), Decision.FLOP if plays else Decision.FOLD)
        for name, plays in zip(HOLES, holdem.solve().plays, strict=True)
    )


def on_boards(holdem: Holdem, number: int) -> Iterator[Decided]:
    """Yield every decision with ``number`` Community Cards, board by board up to suit."""
    every = boards(number)
    rungs, least = _placed(holdem, number)
    ranks, places = np.empty(4, np.int64), np.arange(HOLE_PAIRS)
    for place, cards in enumerate(every.cards):
        suits.suit_ranks(cards, ranks)
        same = renamings(ranks)
        become = _pair_places()[same[:, _PAIRS[:, 0]], same[:, _PAIRS[:, 1]]]
        stands = (become.min(axis=0) == places) & _free(cards)
        # The renamings that leave the board as it is are shared out evenly among the pairs that a pair becomes.
        alike = len(same) // (become == places).sum(axis=0)
        pairs = np.flatnonzero(stands)
        community = tuple(Card(card) for card in cards.tolist())
        yield Decided(community, pairs, every.orbits[place] * alike[pairs], rungs[place, pairs] < least)
