"""The worth of a hand: its place among all starting hands, and its share of the pot against others' cards.

Shares are counted exactly if every card except one hand's is face up, and otherwise estimated by playing out the rest
of the round a few hundred times. This module knows no betting rule.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from croupier.cards import DECK, RANKS, SUITS, Card, rank_of, suit_of
from croupier.hands import rank_seven

Pair = tuple[Card, Card]

_ORDER: Final = (
    "AA KK QQ JJ TT 99 AKs AQs AKo KQs AJs AQo ATs KJs 88 QJs KTs KQo AJo A9s QTs ATo A8s 77 KJo KTo JTs K9s QJo A7s "
    "QTo 66 A5s A6s Q9s J9s K8s A9o K7s JTo A4s T9s A8o A3s Q8s K6s A2s T8s J8s K9o 98s 55 A7o Q9o J9o K5s K4s Q7s A6o "
    "A5o T9o Q6s K3s 87s A4o K8o J7s T7s A3o 97s Q5s K2s K7o 44 K6o Q8o 96s T8o J6s Q4s J8o 86s A2o Q3s Q2s K5o T6s "
    "76s J5s 98o J4s 65s K4o Q7o 75s 95s 33 Q6o 85s J7o T4s 87o 97o T5s J3s J2s T7o K3o Q5o 64s T3s 54s K2o 84s 94s "
    "74s T2s J6o 22 96o Q3o Q4o 76o 53s 86o T6o J5o 93s 63s 92s 43s 65o Q2o 52s 73s 83s 82s J4o 75o T5o 54o 62s 85o "
    "42s 64o T4o J3o 72s 95o 32s T3o J2o 74o 93o T2o 53o 94o 43o 84o 63o 73o 92o 83o 82o 62o 42o 52o 32o 72o"
)
"""The 169 starting hands by their share against three hands of any cards, 12,000 deals each; ``s`` for suited."""


def _pairs_of(name: str) -> list[Pair]:
    """List the ways to hold a starting hand."""
    high, low = (RANKS.index(letter) * len(SUITS) for letter in name[:2])
    suits = range(len(SUITS))
    if len(name) == 2:
        return [(Card(high + one), Card(low + two)) for one, two in combinations(suits, 2)]
    same = name.endswith("s")
    return [(Card(high + one), Card(low + two)) for one in suits for two in suits if (one == two) is same]


HANDS: Final[tuple[Pair, ...]] = tuple(pair for name in _ORDER.split() for pair in _pairs_of(name))
"""All 1,326 of them, best first."""


def _places() -> dict[Pair, float]:
    places: dict[Pair, float] = {}
    begun = 0
    for name in _ORDER.split():
        pairs = _pairs_of(name)
        begun += len(pairs)
        for first, second in pairs:
            places[first, second] = places[second, first] = begun / len(HANDS)
    return places


_PLACES: Final = _places()


def place(cards: Sequence[Card]) -> float:
    """Return the share of starting hands at least as good as this one: about 0.005 for aces, 1 for seven and deuce."""
    first, second = cards
    return _PLACES[first, second]


def draws(cards: Sequence[Card], board: Sequence[Card]) -> int:
    """Count the cards that would complete a flush or a straight with the hand; 0 once no card is to come."""
    if not 3 <= len(board) < 5:
        return 0
    together = (*cards, *board)
    flush = any(
        sum(suit_of(one) == suit for one in together) == 4 and any(suit_of(one) == suit for one in cards)
        for suit in range(len(SUITS))
    )
    ranks, open_ = {rank_of(one) for one in together}, {rank_of(one) for one in board}
    outs = sum(_straight(ranks | {rank}) and not _straight(open_ | {rank}) for rank in range(len(RANKS)))
    if _straight(ranks):
        outs = 0
    return 9 * flush + (3 if flush else 4) * min(outs, 2)


def _straight(ranks: Iterable[int]) -> bool:
    """Return whether five of these ranks follow each other; the ace counts at both ends."""
    bits = 0
    for rank in ranks:
        bits |= 2 << rank
    bits |= bits >> len(RANKS) & 1
    return bool(bits & bits >> 1 & bits >> 2 & bits >> 3 & bits >> 4)


def holdings(known: Sequence[Card], share: float) -> list[Pair]:
    """List the best starting hands, up to a given share of all, that can be held together with the known cards."""
    taken = set(known)
    return [pair for pair in HANDS[: max(12, int(share * len(HANDS)))] if taken.isdisjoint(pair)]


def equity(
    cards: Sequence[Card], board: Sequence[Card], others: Sequence[Sequence[Pair]], rng: Random, trials: int
) -> float:
    """Return the share of the pot that a hand wins on average, against hands drawn from what the others may hold."""
    if len(others) == 1 and len(board) == 5:
        return _on_the_river(cards, board, others[0])
    random, won = rng.random, 0.0
    start = [False] * len(DECK)
    for card in (*cards, *board):
        start[card] = True
    missing, mine = 5 - len(board), list(cards)
    for _ in range(trials):
        taken = start[:]
        hands: list[Pair] = []
        for held in others:
            first, second = held[int(random() * len(held))]
            for _ in range(20):
                if not (taken[first] or taken[second]):
                    break
                first, second = held[int(random() * len(held))]
            taken[first] = taken[second] = True
            hands.append((first, second))
        whole = list(board)
        for _ in range(missing):
            card = DECK[int(random() * 52)]
            while taken[card]:
                card = DECK[int(random() * 52)]
            taken[card] = True
            whole.append(card)
        own = rank_seven(mine + whole)
        shares = 1
        for first, second in hands:
            other = rank_seven([first, second, *whole])
            if other > own:
                shares = 0
                break
            shares += other == own
        if shares:
            won += 1 / shares
    return won / trials


def _on_the_river(cards: Sequence[Card], board: Sequence[Card], held: Sequence[Pair]) -> float:
    """Return the share with every card face up: each possible hand of the other Player is counted once."""
    whole = list(board)
    own, won, counted = rank_seven([*cards, *whole]), 0, 0
    taken = {*cards, *board}
    for first, second in held:
        if first not in taken and second not in taken:
            other = rank_seven([first, second, *whole])
            won += 2 if own > other else own == other
            counted += 2
    return won / counted if counted else 0.5
