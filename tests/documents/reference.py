"""Settles a round of the two documents, written from their texts alone and sharing no code with the engine."""

from collections import Counter
from itertools import combinations
from typing import Any

Cards = list[str]
RANKS = "23456789TJQKA"
FIVE = ("high", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush", "royal")
THREE = ("high", "pair", "flush", "straight", "trips", "straight_flush")
BET_PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 100)
"""Stud 4.2, by the orders of FIVE."""
SIX_PAYS = (0, 0, 0, 7, 10, 15, 20, 50, 200, 500)
"""Stud 4.3, likewise."""
PLUS_PAYS = (0, 1, 3, 6, 30, 40)
"""Three-card 4.3, by the orders of THREE."""
ANTE_BONUS = (0, 0, 0, 1, 4, 5)
"""Three-card 4.2."""


def parts(cards: Cards) -> tuple[list[int], list[int], bool, int]:
    """How often ranks occur, the ranks by that, whether of one suit, and the top of a row of ranks (0: none)."""
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda one: (-one[1], -one[0]))
    row = 0
    if len(groups) == len(cards):
        if ranks[0] - ranks[-1] == len(cards) - 1:
            row = ranks[0]
        elif ranks == [14, *range(len(cards), 1, -1)]:
            row = len(cards)
    return [count for _, count in groups], [rank for rank, _ in groups], len({card[1] for card in cards}) == 1, row


def five(cards: Cards) -> tuple[int, list[int]]:
    """The order among FIVE, and what is compared within it."""
    counts, ranks, suited, row = parts(cards)
    if row and suited:
        return (9 if row == 14 else 8), [row]
    by_counts = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    if tuple(counts) in by_counts:
        return by_counts[tuple(counts)], ranks
    return (5, ranks) if suited else (4, [row]) if row else (0, ranks)


def three(cards: Cards) -> tuple[int, list[int]]:
    """The order among THREE, and what is compared within it."""
    counts, ranks, suited, row = parts(cards)
    if row and suited:
        return 5, [row]
    if counts[0] > 1:
        return (4 if counts[0] == 3 else 1), ranks
    return (3, [row]) if row else (2, ranks) if suited else (0, ranks)


def line(box: dict[str, Any], wager: str, staked: int, result: str, paid: int = 0) -> dict[str, Any]:
    back = 0 if result == "lose" else staked
    return {"box": box["box"], "wager": wager, "staked": staked, "result": result, "paid": paid, "returned": back}


def compared(own: Any, dealer: Any, qualifies: bool) -> str:
    if not qualifies:
        return "unqualified"
    return "win" if own > dealer else "lose" if own < dealer else "stand_off"


def settle_stud(dealer: Cards, box: dict[str, Any]) -> list[dict[str, Any]]:
    """Chapters 3 and 4 of the stud document for one box; the up-card is the Dealer's last."""
    ante, bonus, hand = box["wagers"]["ante"], box["wagers"].get("bonus", 0), box["cards"]
    shown, own = box.get("shown", True), five(hand)
    lines = []
    best = max(five(list(six)) for six in combinations([*hand, dealer[-1]], 5))
    wins = SIX_PAYS[best[0]] if shown else 0
    side = [line(box, "bonus", bonus, "win" if wins else "lose", wins * bonus)] if bonus else []
    if box["decisions"] == ["fold"]:
        return [line(box, "ante", ante, "lose"), *side]
    bet = 2 * ante
    theirs = five(dealer)
    qualifies = theirs[0] > 0 or theirs[1][:2] >= [14, 12]
    ends = compared(own, theirs, qualifies) if shown else "lose"
    if ends == "unqualified":
        lines = [line(box, "ante", ante, "win", ante), *side, line(box, "bet", bet, "returned")]
    elif ends == "win":
        lines = [line(box, "ante", ante, "win", ante), *side, line(box, "bet", bet, "win", BET_PAYS[own[0]] * bet)]
    else:
        lines = [line(box, "ante", ante, ends), *side, line(box, "bet", bet, ends)]
    return lines


def settle_three(dealer: Cards, box: dict[str, Any]) -> list[dict[str, Any]]:
    """Chapters 3 and 4 of the three-card document for one box."""
    ante, plus, hand = box["wagers"].get("ante", 0), box["wagers"].get("pair_plus", 0), box["cards"]
    shown, own, theirs = box.get("shown", True), three(hand), three(dealer)
    folded = box["decisions"] == ["fold"]
    wins = PLUS_PAYS[own[0]] if shown and not folded else 0
    side = [line(box, "pair_plus", plus, "win" if wins else "lose", wins * plus)] if plus else []
    if not ante:
        return side
    if folded:
        return [line(box, "ante", ante, "lose"), *side]
    ends = compared(own, theirs, theirs[0] > 0 or theirs[1][0] >= 12) if shown else "lose"
    bonus = ANTE_BONUS[own[0]] * ante if shown else 0
    even = ante if ends in {"win", "unqualified"} else 0
    first = line(box, "ante", ante, "win" if even else ends, even + bonus)
    play = "returned" if ends == "unqualified" else ends
    return [first, *side, line(box, "bet", ante, play, ante if ends == "win" else 0)]
