"""Counting hold'em: every hand against every Dealer's hand, from five Community Cards back to the Flop.

Nothing here knows a rule. A hand is above, below or level with the Dealer's, and its category is a number out of a
table; what that pays, and what is decided for it, is asked elsewhere.

- **Five Community Cards**, 134,459 up to suit: all 1,081 pairs are ranked and sorted once. Going up through them with
  a count of how often each card has come by, the pairs below that share no card with a given one are counted at once.
- **Four**, 16,432 up to suit: for every pair the counts of the 46 possible River Cards, by the category of the hand.
- **Three**, 1,755 up to suit: for every pair the counts of the 47 possible Turn Cards.
- A **rung** says how much a wager must pay to be worth placing: of its counts above and below, the least whole number
  that makes ``number * above`` more than ``below``, less one. The last rung is for all that would need more.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Category
from croupier.odds.compiling import kernel
from croupier.odds.evaluator import ROW_BITS, Tables, five_strength, seven_strength
from croupier.odds.holdem.ground import BELOW, CATEGORIES, DEALERS, HOLE_PAIRS, LEVEL, RIVERS, RUNGS, Ground
from croupier.odds.suits import descending, place_of, renamed, suit_ranks

_LOW: Final = 0xFFFFFFFF


# --- five Community Cards ------------------------------------------------------------------------------------------


@kernel
def _rank_all(tables: Tables, board: NDArray[np.uint8], pairs: NDArray[np.uint8], strengths: NDArray[np.int64]) -> None:
    """Fill ``pairs`` with the 1,081 pairs that a board leaves, ``strengths`` with theirs."""
    keys = tables.keys
    suits = np.zeros(4, np.int64)
    suit_ranks(board, suits)
    total = np.int64(0)
    on_board = np.zeros(52, np.bool_)
    held = np.zeros(4, np.int64)
    alike = np.zeros(13, np.int64)
    for card in board:
        alike[card >> 2] += 1
        total += keys[card] & _LOW
        on_board[card] = True
        held[card & 3] += 1
    flush_suit = -1
    for suit in range(4):
        if held[suit] >= 3:
            flush_suit = suit
    by_ranks = np.zeros((13, 13), np.int64)
    for one in range(13):
        for other in range(one + 1):
            ranks = total + (keys[4 * one] & _LOW) + (keys[4 * other] & _LOW)
            if alike[one] + 1 + (one == other) <= 4 and alike[other] < 4:
                by_ranks[one, other] = tables.seven[tables.rows7[ranks >> ROW_BITS] + ranks]
    at = 0
    for one in range(1, 52):
        if on_board[one]:
            continue
        one_suited = (one & 3) == flush_suit
        for other in range(one):
            if on_board[other]:
                continue
            strength = by_ranks[one >> 2, other >> 2]
            if flush_suit >= 0:
                other_suited = (other & 3) == flush_suit
                if held[flush_suit] + one_suited + other_suited >= 5:
                    bits = suits[flush_suit]
                    if one_suited:
                        bits |= np.int64(1) << (one >> 2)
                    if other_suited:
                        bits |= np.int64(1) << (other >> 2)
                    strength = np.int64(tables.flush[bits])
            pairs[at, 0] = one
            pairs[at, 1] = other
            strengths[at] = strength
            at += 1


@kernel
def _sort(
    pairs: NDArray[np.uint8],
    strengths: NDArray[np.int64],
    seen: NDArray[np.uint16],
    different: NDArray[np.uint16],
    ordered: NDArray[np.uint8],
) -> int:
    """Fill ``ordered`` with the pairs from the weakest up, ``different`` with their strengths; how many of these.

    ``seen`` is a count by strength, and clear before; afterwards it says where the pairs above each strength begin.
    """
    found = 0
    for at in range(len(pairs)):
        strength = np.uint16(strengths[at])
        if seen[strength] == 0:
            different[found] = strength
            found += 1
        seen[strength] += np.uint16(1)
    different[:found].sort()
    begin = 0
    for at in range(found):
        alike = seen[different[at]]
        seen[different[at]] = begin
        begin += alike
    for at in range(len(pairs)):
        strength = np.uint16(strengths[at])
        place = seen[strength]
        ordered[place, 0] = pairs[at, 0]
        ordered[place, 1] = pairs[at, 1]
        seen[strength] = place + np.uint16(1)
    return found


@kernel
def count_boards(
    tables: Tables,
    ground: Ground,
    first: int,
    last: int,
    counts: NDArray[np.uint32],
    examples: NDArray[np.int64],
    awards: NDArray[np.int64],
) -> None:
    """Fill ``counts`` for boards ``first`` to ``last``: above, below and category of every pair, as 10, 10 and 4 bits.

    Where the hand's or the board's category is notable, the deal is also added to ``awards``, and ``examples`` gets one
    deal of each kind.
    """
    pairs = np.empty((1081, 2), np.uint8)
    strengths = np.empty(1081, np.int64)
    ordered = np.empty((1081, 2), np.uint8)
    seen = np.zeros(7462, np.uint16)
    different = np.empty(1081, np.uint16)
    above = np.empty(1081, np.int32)
    passed = np.empty(52, np.int32)
    for place in range(first, last):
        board = ground.boards5[place]
        _rank_all(tables, board, pairs, strengths)
        groups = _sort(pairs, strengths, seen, different, ordered)
        passed[:] = 0
        begin = 0
        whole = ground.category[five_strength(tables, board[0], board[1], board[2], board[3], board[4])]
        row = counts[place]
        for group in range(groups):
            strength = different[group]
            end = int(seen[strength])
            seen[strength] = 0
            category = ground.category[strength]
            for at in range(begin, end):
                above[at] = begin - passed[ordered[at, 0]] - passed[ordered[at, 1]]
            for at in range(begin, end):
                passed[ordered[at, 0]] += 1
                passed[ordered[at, 1]] += 1
            packed = (np.int64(category) << 20) + (DEALERS - 1 - end) * 1024
            for at in range(begin, end):
                one, other = ordered[at, 0], ordered[at, 1]
                row[ground.pair_at[one, other]] = packed + ((passed[one] + passed[other]) << 10) + above[at]
            if ground.notable[category] or ground.notable[whole]:
                for at in range(begin, end):
                    one, other = ordered[at, 0], ordered[at, 1]
                    line = awards[ground.hole_at[ground.pair_at[one, other]]]
                    kinds = np.int64(category) * 10 + whole
                    _count_award(tables, ground, board, one, other, kinds, ground.orbits5[place], examples, line)
            begin = end


@kernel
def _count_award(
    tables: Tables,
    ground: Ground,
    board: NDArray[np.uint8],
    one: int,
    other: int,
    kinds: int,
    times: int,
    examples: NDArray[np.int64],
    line: NDArray[np.int64],
) -> None:
    """Add a hand's 20 ways from the Flop to the River: by category after Flop and Turn, of the hand, of the board."""
    held = np.empty(6, np.uint8)
    for river in range(5):
        for turn in range(5):
            if turn == river:
                continue
            held[0], held[1], held[5] = one, other, board[turn]
            at = 2
            for card in range(5):
                if card not in (river, turn):
                    held[at] = board[card]
                    at += 1
            on_flop = five_strength(tables, held[0], held[1], held[2], held[3], held[4])
            on_turn = on_flop
            for out in range(5):
                held[5], held[out] = held[out], held[5]
                on_turn = max(on_turn, five_strength(tables, held[0], held[1], held[2], held[3], held[4]))
                held[5], held[out] = held[out], held[5]
            place = np.int64(ground.category[on_flop]) * 1000 + np.int64(ground.category[on_turn]) * 100 + kinds
            line[place] += times
            if examples[place] == 0:
                deal = np.int64(board[river])
                for back in range(6):
                    deal = (deal << 6) | held[5 - back]
                examples[place] = deal  # one store, so that two threads cannot mix theirs


# --- four and three Community Cards --------------------------------------------------------------------------------


@kernel
def renamings(ranks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """List what each card becomes under every renaming of suits that leaves the board as it is."""
    found = np.empty((24, 52), np.uint8)
    names = np.empty(4, np.int64)
    number = 0
    for a in range(4):
        for b in range(4):
            for c in range(4):
                d = 6 - a - b - c
                if a in (b, c) or b == c:
                    continue
                if ranks[0] == ranks[a] and ranks[1] == ranks[b] and ranks[2] == ranks[c] and ranks[3] == ranks[d]:
                    names[0], names[1], names[2], names[3] = a, b, c, d
                    renamed(names, found[number])
                    number += 1
    return found[:number]


@kernel
def count_turns(
    ground: Ground,
    first: int,
    last: int,
    counts: NDArray[np.uint32],
    sums: NDArray[np.uint32],
    above: NDArray[np.uint16],
    times: NDArray[np.uint8],
) -> None:
    """Fill, for boards of four, above and below of every pair over all River Cards, packed as 16 and 16 bits.

    Of pairs that are the same up to suit, one has ``above`` by category, and in ``times`` how many pairs it stands for;
    the others have 0 times.
    """
    ranks = np.empty(4, np.int64)
    more = np.empty(4, np.int64)
    names = np.empty(4, np.int64)
    becomes = np.empty(52, np.uint8)
    chosen = np.empty((HOLE_PAIRS, 2), np.uint8)
    won = np.empty((HOLE_PAIRS, CATEGORIES), np.uint16)
    lost = np.empty(HOLE_PAIRS, np.uint16)
    for place in range(first, last):
        suit_ranks(ground.boards4[place], ranks)
        same = renamings(ranks)
        number = 0
        for one in range(1, 52):
            for other in range(one):
                if (ranks[one & 3] >> (one >> 2)) & 1 or (ranks[other & 3] >> (other >> 2)) & 1:
                    continue
                pair = np.int64(ground.pair_at[one, other])
                least, alike = pair, 0
                for renaming in same:
                    image = np.int64(ground.pair_at[renaming[one], renaming[other]])
                    least = min(least, image)
                    alike += image == pair
                if least == pair:
                    chosen[number, 0], chosen[number, 1] = one, other
                    times[place, pair] = len(same) // alike
                    number += 1
        won[:number] = 0
        lost[:number] = 0
        for river in range(52):
            if (ranks[river & 3] >> (river >> 2)) & 1:
                continue
            for suit in range(4):
                more[suit] = ranks[suit]
            more[river & 3] |= np.int64(1) << (river >> 2)
            row = counts[place_of(ground.keys5, descending(more, names))]
            renamed(names, becomes)
            for at in range(number):
                count = row[ground.pair_at[becomes[chosen[at, 0]], becomes[chosen[at, 1]]]]
                won[at, np.uint8(count >> 20)] += np.uint16(count & 0x3FF)
                lost[at] += np.uint16((count >> 10) & 0x3FF)
        for at in range(number):
            one, other = chosen[at, 0], chosen[at, 1]
            pair = ground.pair_at[one, other]
            total = np.int64(won[at].sum())
            for category in range(CATEGORIES):
                above[place, pair, category] = won[at, category]
            for renaming in same:
                sums[place, ground.pair_at[renaming[one], renaming[other]]] = total | (np.int64(lost[at]) << 16)


@kernel
def rung(above: int, below: int, pays: int) -> int:
    """Return the least that a wager must pay to 1 to be worth placing, less one; the last rung for all higher pays.

    With ``pays`` of 0 or more, return the first rung if a wager that pays ``pays`` to 1 is worth placing, else the
    last.
    """
    if pays >= 0:
        return 0 if pays * above > below else RUNGS - 1
    if above == 0:
        return RUNGS - 1
    return min(below // above, RUNGS - 1)


@kernel
def count_flops(
    ground: Ground, first: int, last: int, pays: int, sums: NDArray[np.uint32], rungs: NDArray[np.uint8]
) -> None:
    """Fill, for boards of three, the rung of every pair's Turn wager."""
    ranks = np.empty(4, np.int64)
    more = np.empty(4, np.int64)
    names = np.empty(4, np.int64)
    becomes = np.empty(52, np.uint8)
    won = np.empty((52, 52), np.int64)
    lost = np.empty((52, 52), np.int64)
    for place in range(first, last):
        suit_ranks(ground.boards3[place], ranks)
        won[:] = 0
        lost[:] = 0
        for turn in range(52):
            if (ranks[turn & 3] >> (turn >> 2)) & 1:
                continue
            for suit in range(4):
                more[suit] = ranks[suit]
            more[turn & 3] |= np.int64(1) << (turn >> 2)
            row = sums[place_of(ground.keys4, descending(more, names))]
            renamed(names, becomes)
            for one in range(1, 52):
                for other in range(one):
                    count = np.int64(row[ground.pair_at[becomes[one], becomes[other]]])
                    won[one, other] += count & 0xFFFF
                    lost[one, other] += count >> 16
        for one in range(1, 52):
            for other in range(one):
                rungs[place, ground.pair_at[one, other]] = rung(won[one, other], lost[one, other], pays)


@kernel
def add_board(
    ground: Ground,
    place: int,
    sums: NDArray[np.uint32],
    above: NDArray[np.uint16],
    times: NDArray[np.uint8],
    on_flop: NDArray[np.uint8],
    on_turn: NDArray[np.uint8],
    out: NDArray[np.int64],
) -> None:
    """Add every deal of a board of four: by starting hand, kind on the Flop, kind on the Turn, and column.

    ``on_flop`` has the kind of every pair on every board of three, ``on_turn`` of every pair on this board. Each of the
    four cards may have been the Turn Card; neighbours of one kind are added together.
    """
    ranks = np.empty(4, np.int64)
    names = np.empty(4, np.int64)
    becomes = np.empty((4, 52), np.uint8)
    rows = np.empty(4, np.int64)
    kinds = np.empty(4, np.uint8)
    board = ground.boards4[place]
    for turn in range(4):
        suit_ranks(board, ranks)
        ranks[board[turn] & 3] ^= np.int64(1) << (board[turn] >> 2)
        rows[turn] = place_of(ground.keys3, descending(ranks, names))
        renamed(names, becomes[turn])
    for one in range(1, 52):
        for other in range(one):
            pair = ground.pair_at[one, other]
            if times[place, pair] == 0:
                continue
            deals = ground.orbits4[place] * times[place, pair]
            lost = np.int64(sums[place, pair]) >> 16
            level = RIVERS * DEALERS - (np.int64(sums[place, pair]) & 0xFFFF) - lost
            line = out[ground.hole_at[pair]]
            for turn in range(4):
                kinds[turn] = on_flop[rows[turn], ground.pair_at[becomes[turn, one], becomes[turn, other]]]
            often = deals
            for turn in range(4):
                if turn < 3 and kinds[turn] == kinds[turn + 1]:
                    often += deals
                    continue
                cell = line[kinds[turn], on_turn[pair]]
                for category in range(CATEGORIES):
                    cell[category] += often * above[place, pair, category]
                cell[BELOW] += often * lost
                cell[LEVEL] += often * level
                often = deals


@kernel
def count_together(
    ground: Ground,
    first: int,
    last: int,
    pays: int,
    sums: NDArray[np.uint32],
    above: NDArray[np.uint16],
    times: NDArray[np.uint8],
    flops: NDArray[np.uint8],
    turns: NDArray[np.uint8],
    out: NDArray[np.int64],
) -> None:
    """Add every deal to ``out``: by starting hand, rung of the Turn wager, rung of the River wager, and column.

    The rungs of the River wager are found here, and left in ``turns`` for every pair on every board of four.
    """
    for place in range(first, last):
        for pair in range(HOLE_PAIRS):
            both = np.int64(sums[place, pair])
            turns[place, pair] = rung(int(both & 0xFFFF), int(both >> 16), pays)
        add_board(ground, place, sums, above, times, flops, turns[place], out)


# --- known cards ---------------------------------------------------------------------------------------------------


@kernel
def _column(category: NDArray[np.uint8], own: int, dealer: int) -> int:
    """Return the column in which a comparison is counted."""
    if own > dealer:
        return int(category[own])
    return LEVEL if own == dealer else BELOW


@kernel
def _strength(tables: Tables, hand: NDArray[np.uint8]) -> int:
    return seven_strength(tables, hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6])


@kernel
def count_known(tables: Tables, category: NDArray[np.uint8], known: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    """Count every River Card and Dealer's pair for two Hole Cards and a board of four."""
    held = np.zeros(52, np.bool_)
    for card in known:
        held[card] = True
    own = np.empty(7, np.uint8)
    dealer = np.empty(7, np.uint8)
    for at in range(6):
        own[at] = dealer[at] = known[at]
    for river in range(52):
        if held[river]:
            continue
        own[6] = dealer[6] = river
        mine = _strength(tables, own)
        for one in range(52):
            if held[one] or one == river:
                continue
            dealer[0] = one
            for other in range(one):
                if held[other] or other == river:
                    continue
                dealer[1] = other
                out[_column(category, mine, _strength(tables, dealer))] += 1


@kernel
def count_pairs(tables: Tables, category: NDArray[np.uint8], pairs: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    """Count two Hole Cards against the Dealer's two on every board of five."""
    held = np.zeros(52, np.bool_)
    for card in pairs:
        held[card] = True
    left = np.flatnonzero(~held).astype(np.uint8)
    own = np.empty(7, np.uint8)
    dealer = np.empty(7, np.uint8)
    for at in range(2):
        own[at], dealer[at] = pairs[at], pairs[at + 2]
    number = len(left)
    for a in range(number):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        own[2] = dealer[2] = left[a]
                        own[3] = dealer[3] = left[b]
                        own[4] = dealer[4] = left[c]
                        own[5] = dealer[5] = left[d]
                        own[6] = dealer[6] = left[e]
                        out[_column(category, _strength(tables, own), _strength(tables, dealer))] += 1


# --- simple strategies ---------------------------------------------------------------------------------------------
#
# Strategies that a Player can remember in place of perfect play. All see the Flop with every hand but the five worst.
# Then they decide by what the hand shows, never by its worth, so they are counted exactly like any other deal.
# **Improved** means that the Hole Cards lift the hand above the category of the board alone; a draw is four cards to a
# flush or four ranks in sequence, and a Hole Card must bring something to it that the board lacks.


SIMPLE: Final = 3
"""The number of simple strategies: a pair; improved; improved with draws on the Flop and sixes on the Turn."""
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
    """List, by the bits of ranks, the longest run of ranks in sequence, an Ace being high and low."""
    found = np.zeros(1 << 13, np.uint8)
    for bits in range(1 << 13):
        both = bits << 1 | bits >> 12
        while both:
            found[bits] += 1
            both &= both << 1
    return found


@kernel
def _of_kinds(pairs: int, threes: int, fours: int) -> int:
    """Return the category that equal ranks make, from the numbers of pairs, threes and fours."""
    if fours:
        return _FOUR
    if threes:
        return _FULL_HOUSE if threes + pairs > 1 else _THREE
    return _TWO_PAIRS if pairs > 1 else _PAIR if pairs else 0


@kernel
def _with_ranks(kinds: NDArray[np.int64], first: int, second: int, one_rank: bool) -> int:
    """Return the category of the board's equal ranks with two more, of which the board has ``first`` and ``second``."""
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
    """Return whether four ranks in sequence are held, at least one of them from the Hole Cards."""
    both, new = held << 1 | held >> 12, brought << 1 | brought >> 12
    found = False
    for low in range(11):
        found |= (both >> low) & 15 == 15 and (new >> low) & 15 != 0
    return found


@kernel
def _marks_by_ranks(cards: NDArray[np.uint8], in_sequence: NDArray[np.uint8], out: NDArray[np.uint8]) -> int:
    """Fill in the marks of every two ranks where no suit plays a part; return the category of the board alone."""
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
    """Mark, for every pair of Hole Cards, the strategies that place a wager on a board of three or four."""
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
    """Mark, for boards of three and every pair, the strategies that place a Turn wager."""
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
    """Sum marked counts by strategy, starting hand, Turn wager or not, River wager or not, and column."""
    found = np.zeros((SIMPLE, len(marked), 2, 2, marked.shape[-1]), np.int64)
    for strategy in range(SIMPLE):
        for flop in range(MARKS):
            for turn in range(MARKS):
                found[strategy, :, flop >> strategy & 1, turn >> strategy & 1] += marked[:, flop, turn]
    return found
