"""Rounds of games with one decision against five cards of the Dealer's, of which one is face up."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.odds.compiling import kernel
from croupier.odds.evaluator import Tables, five_strength
from croupier.odds.meetings.terms import Meeting
from croupier.trials.booking import BLOCK, Account, Found, Ints, book
from croupier.trials.streams import CARDS, HAND, REDRAWN, State, draw

WAYS: Final = 5
"""The number of ways in which a hand's round ends: four meetings, and a fold."""
FOLDED: Final = 4
FOLDS: Final = -2
BETS: Final = -1

_UNQUALIFIED: Final = int(Meeting.UNQUALIFIED)
_HIGHER: Final = int(Meeting.HIGHER)
_EQUAL: Final = int(Meeting.EQUAL)
_LOWER: Final = int(Meeting.LOWER)


class Strategy(NamedTuple):
    """The deals in which to bet."""

    by_class: NDArray[np.int32]
    """The decision by class of the Player's hand: always fold, always bet, or the row of the next table."""
    by_up: NDArray[np.uint32]
    """A bit for each set of the Player's cards that may share the suit of the face-up card, by row and its rank."""


@kernel
def _shares_suit(deck: Ints, at: int, up: int) -> int:
    """Return a bit, from the lowest rank, for each of five cards of different ranks in the face-up card's suit."""
    bits = 0
    for one in range(at, at + HAND):
        if deck[one] & 3 == up & 3:
            place = 0
            for other in range(at, at + HAND):
                place += deck[other] >> 2 < deck[one] >> 2
            bits |= 1 << place
    return bits


@kernel
def play_meetings(
    tables: Tables,
    strategy: Strategy,
    groups: NDArray[np.int32],
    qualifying: int,
    account: Account,
    rounds: int,
    boxes: int,
    state: State,
    found: Found,
) -> None:
    """Play rounds: five cards for each box, then the Dealer's, the last of them face up.

    A cell is the group of the hand's class and the way in which the round ends. A burnt card makes no difference to
    what the others may be, and the order in which unseen cards are dealt makes none either.
    """
    deck = np.arange(CARDS)
    cells = np.zeros((BLOCK, boxes), np.int32)
    for first in range(0, rounds, BLOCK):
        number = min(BLOCK, rounds - first)
        deal_meetings(tables, strategy, groups, qualifying, state, deck, REDRAWN, number, cells)
        book(account, found, first, number, cells)


@kernel
def deal_meetings(
    tables: Tables,
    strategy: Strategy,
    groups: NDArray[np.int32],
    qualifying: int,
    state: State,
    deck: Ints,
    redrawn: Ints,
    rounds: int,
    cells: NDArray[np.int32],
) -> None:
    """Deal and play ``rounds`` rounds, and find the cell of every box."""
    boxes = cells.shape[1]
    last = HAND * boxes
    for round_ in range(rounds):
        draw(state, deck, boxes + 1, redrawn)
        dealer = five_strength(tables, deck[last], deck[last + 1], deck[last + 2], deck[last + 3], deck[last + 4])
        up = deck[last + 4]
        for box in range(boxes):
            at = HAND * box
            hand = five_strength(tables, deck[at], deck[at + 1], deck[at + 2], deck[at + 3], deck[at + 4])
            bets = strategy.by_class[hand]
            if bets >= 0:
                bit = _shares_suit(deck, at, up)
                plays = (strategy.by_up[bets, up >> 2] >> np.uint32(bit)) & np.uint32(1) != 0
            else:
                plays = bets == BETS
            way = _LOWER
            if dealer < qualifying:
                way = _UNQUALIFIED
            elif hand > dealer:
                way = _HIGHER
            elif hand == dealer:
                way = _EQUAL
            cells[round_, box] = groups[hand] * WAYS + (way if plays else FOLDED)
