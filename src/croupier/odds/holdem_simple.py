"""Simple strategies of hold'em, counted exactly: what a Player may remember in place of perfect play.

All see the Flop with every hand but the five worst. After it they go by what the hand shows, never by what it is
worth, so they are counted like any other deal and simulated nowhere. **Improved** means that the Hole Cards lift the
hand above the category of the board alone; a draw is four cards to a flush or four ranks in sequence, and a Hole Card
must bring something to it that the board lacks.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Category
from croupier.odds.compiling import kernel
from croupier.odds.holdem_columns import HOLE_PAIRS
from croupier.odds.holdem_ground import Ground
from croupier.odds.holdem_kernels import add_board
from croupier.odds.suits import suit_ranks

SIMPLE: Final = 3
"""How many there are: a pair; improved; improved with draws on the Flop and sixes or better on the Turn."""
MARKS: Final = 1 << SIMPLE
"""A bit for each strategy that places a wager."""

_SIX: Final = 4
_PAIR: Final = int(Category.ONE_PAIR)
_TWO_PAIRS: Final = int(Category.TWO_PAIRS)
_THREE: Final = int(Category.THREE_OF_A_KIND)
_STRAIGHT: Final = int(Category.STRAIGHT)
_FLUSH: Final = int(Category.FLUSH)
_FULL_HOUSE: Final = int(Category.FULL_HOUSE)
_FOUR: Final = int(Category.FOUR_OF_A_KIND)


def sequences() -> NDArray[np.uint8]:
    """By the bits of ranks: how many lie in sequence at most, an Ace being high and low."""
    found = np.zeros(1 << 13, np.uint8)
    for bits in range(1 << 13):
        both = bits << 1 | bits >> 12
        while both:
            found[bits] += 1
            both &= both << 1
    return found


@kernel
def _of_kinds(pairs: int, threes: int, fours: int) -> int:
    """The category that ranks alike make."""
    if fours:
        return _FOUR
    if threes:
        return _FULL_HOUSE if threes + pairs > 1 else _THREE
    return _TWO_PAIRS if pairs > 1 else _PAIR if pairs else 0


@kernel
def _with_ranks(kinds: NDArray[np.int64], first: int, second: int, one_rank: bool) -> int:
    """The category of ranks alike with two more, of which the board has ``first`` and ``second``."""
    pairs, threes, fours = kinds[2], kinds[3], kinds[4]
    if one_rank:
        pairs += (first == 0) - (first == 2)
        threes += first == 1
        fours += first == 2
    else:
        pairs += (first == 1) + (second == 1) - (first == 2) - (second == 2)
        threes += (first == 2) + (second == 2) - (first == 3) - (second == 3)
        fours += (first == 3) + (second == 3)
    return _of_kinds(pairs, threes, fours)


@kernel
def _four_in_sequence(held: int, brought: int) -> bool:
    """Whether four ranks in sequence are held of which the Hole Cards brought one."""
    both, new = held << 1 | held >> 12, brought << 1 | brought >> 12
    found = False
    for low in range(11):
        found |= (both >> low) & 15 == 15 and (new >> low) & 15 != 0
    return found


@kernel
def _marks_by_ranks(cards: NDArray[np.uint8], in_sequence: NDArray[np.uint8], out: NDArray[np.uint8]) -> int:
    """What two ranks are marked with where no suit has a part in it; the category of the board alone."""
    alike = np.zeros(13, np.int64)
    kinds = np.zeros(5, np.int64)
    ranks = 0
    for card in cards:
        alike[card >> 2] += 1
        ranks |= 1 << (card >> 2)
    for rank in range(13):
        kinds[alike[rank]] += 1
    alone = _of_kinds(kinds[2], kinds[3], kinds[4])
    for one in range(13):
        for other in range(one + 1):
            category = _with_ranks(kinds, alike[one], alike[other], one == other)
            own = 1 << one | 1 << other
            if category < _STRAIGHT and in_sequence[ranks | own] >= 5:
                category = _STRAIGHT
            improved = category > alone
            third = improved
            if len(cards) == 3:
                third = improved or _four_in_sequence(ranks | own, own & ~ranks)
            elif improved and category == _PAIR:  # of the Player's own: the board has none
                third = (other if alike[other] else one) >= _SIX
            out[one, other] = (category >= _PAIR) | (improved << 1) | (third << 2)
    return alone


@kernel
def mark(
    cards: NDArray[np.uint8], in_sequence: NDArray[np.uint8], pair_at: NDArray[np.uint16], out: NDArray[np.uint8]
) -> None:
    """The strategies that place a wager on a board of three or four, for every pair of Hole Cards."""
    by_ranks = np.zeros((13, 13), np.uint8)
    alone = _marks_by_ranks(cards, in_sequence, by_ranks)
    suits = np.zeros(4, np.int64)
    suit_ranks(cards, suits)
    held = np.zeros(4, np.int64)
    for card in cards:
        held[card & 3] += 1
    on_flop = len(cards) == 3
    for one in range(1, 52):
        for other in range(one):
            found = np.int64(by_ranks[one >> 2, other >> 2])
            same = one & 3 == other & 3
            most = max(held[one & 3], held[other & 3]) + 1 + same
            if most >= 5 and alone < _FLUSH:
                found |= MARKS - 1
            elif most >= 4 and on_flop:
                found |= 4
            elif most >= 4 and not found & 4:
                for card in (one, other):
                    brought = 1 << (card >> 2)
                    if same:
                        brought |= 1 << (other >> 2)
                    if held[card & 3] + 1 + same >= 4 and _four_in_sequence(int(suits[card & 3]) | brought, brought):
                        found |= 4
            out[pair_at[one, other]] = found


@kernel
def mark_flops(ground: Ground, first: int, last: int, in_sequence: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """For boards of three: the strategies that place a Turn wager, for every pair."""
    for place in range(first, last):
        mark(ground.boards3[place], in_sequence, ground.pair_at, out[place])


@kernel
def count_simple(
    ground: Ground,
    first: int,
    last: int,
    in_sequence: NDArray[np.uint8],
    sums: NDArray[np.uint32],
    above: NDArray[np.uint16],
    times: NDArray[np.uint8],
    on_flop: NDArray[np.uint8],
    out: NDArray[np.int64],
) -> None:
    """Add every deal to ``out``: by starting hand, marks on the Flop, marks on the Turn, and column."""
    on_turn = np.empty(HOLE_PAIRS, np.uint8)
    for place in range(first, last):
        mark(ground.boards4[place], in_sequence, ground.pair_at, on_turn)
        add_board(ground, place, sums, above, times, on_flop, on_turn, out)


def by_strategy(marked: NDArray[np.int64]) -> NDArray[np.int64]:
    """By strategy, starting hand, Turn wager or not, River wager or not, and column."""
    found = np.zeros((SIMPLE, len(marked), 2, 2, marked.shape[-1]), np.int64)
    for strategy in range(SIMPLE):
        for flop in range(MARKS):
            for turn in range(MARKS):
                found[strategy, :, flop >> strategy & 1, turn >> strategy & 1] += marked[:, flop, turn]
    return found
