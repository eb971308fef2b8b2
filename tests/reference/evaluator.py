"""Naive hand ranking: Counter for the groups, `itertools.combinations` for the best five of seven.

Cards are two-character strings such as "As" or "Td". Sources: CSP / MLP / PTHP 3.1.1 to 3.1.3, THBP 3.3.1, 3.11, 3.12.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)

Strength = tuple[int, tuple[int, ...]]


def parse(text: str) -> list[str]:
    """The cards of a written hand, spaces optional."""
    packed = "".join(text.split())
    cards = [packed[i : i + 2] for i in range(0, len(packed), 2)]
    unknown = [card for card in cards if card not in DECK]
    if unknown:
        raise ValueError(f"no such card: {unknown[0]!r}")
    return cards


def value(card: str) -> int:
    """2 to 14, the Ace high."""
    return RANKS.index(card[0]) + 2


def straight_top(values: Iterable[int]) -> int:
    """The top card of the sequence that five values form, 5 where the Ace counts as 1, or 0 where there is none."""
    distinct = sorted(set(values))
    if len(distinct) != 5:
        return 0
    if distinct == [2, 3, 4, 5, 14]:
        return 5
    return distinct[-1] if distinct[-1] - distinct[0] == 4 else 0


def strength(cards: Sequence[str]) -> Strength:
    """The strength of exactly five cards; a greater tuple beats a smaller one, equal ones stand off."""
    if len(cards) != 5 or len(set(cards)) != 5:
        raise ValueError(f"five different cards are needed: {cards!r}")
    groups = sorted(((n, v) for v, n in Counter(value(card) for card in cards).items()), reverse=True)
    shape = [n for n, _ in groups]
    order = tuple(v for _, v in groups)
    suited = len({card[1] for card in cards}) == 1
    top = straight_top(order)
    if top and suited:
        return (ROYAL_FLUSH if top == 14 else STRAIGHT_FLUSH), (top,)
    if shape == [4, 1]:
        return QUADS, order
    if shape == [3, 2]:
        return FULL_HOUSE, order
    if suited:
        return FLUSH, order
    if top:
        return STRAIGHT, (top,)
    if shape == [3, 1, 1]:
        return TRIPS, order
    if shape == [2, 2, 1]:
        return TWO_PAIRS, order
    if shape == [2, 1, 1, 1]:
        return PAIR, order
    return HIGH_CARD, order


def best(cards: Sequence[str]) -> Strength:
    """The strength of the best five of the cards given."""
    return max(strength(five) for five in combinations(cards, 5))


def has_royal(cards: Sequence[str]) -> bool:
    """Whether some five of the cards are a Royal Flush (five cards or more)."""
    return best(cards)[0] == ROYAL_FLUSH


def qualifies(dealer: Sequence[str]) -> bool:
    """CSP / MLP 1.14: an Ace and a King, or a hand that ranks higher than that."""
    return strength(dealer)[0] > HIGH_CARD or {"A", "K"} <= {card[0] for card in dealer}
