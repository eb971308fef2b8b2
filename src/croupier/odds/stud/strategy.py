"""When to bet: a strategy of Casino Stud in words."""

from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from croupier.cards import RANKS, rank_of
from croupier.hands import BEST, Category, Strength, category_of, describe, representative
from croupier.money import Cents
from croupier.odds.stud.counts import COMPLETIONS
from croupier.odds.stud.solution import PERFECT, Bools, Solution, Stakes, Stud


class SuitCase(Struct, frozen=True):
    """One way in which a hand shares the suit of the face-up card."""

    matching: str
    """The ranks of the Player's cards that share it."""
    decision: str
    """``bet`` or ``fold``; ``both`` where more than the suits decides."""


class UpCase(Struct, frozen=True):
    """A face-up card against which the suits decide."""

    up: str
    suits: tuple[SuitCase, ...]
    bets: int
    of: int
    """In how many of so many deals to bet."""


class HandCase(Struct, frozen=True):
    """A hand that is played against some face-up cards and not against others; those by rank."""

    hand: str
    bet: str
    fold: str
    depends: tuple[UpCase, ...]


class StudStrategy(Struct, frozen=True):
    """Perfect strategy: what is always folded, what is always played, and everything between."""

    always_fold_to: str | None
    """The best hand up to which all are folded."""
    always_bet_from: str | None
    """The hand from which on all are played."""
    cases: tuple[HandCase, ...]


class PlayedForJackpot(Struct, frozen=True):
    """A hand that is folded but for the jackpot wager beside it."""

    hand: str
    below_ante: Cents
    """With an Ante up to this one it is played, against some face-up card."""


def ranks_text(strength: Strength) -> str:
    """``AKJ83``."""
    return "".join(RANKS[rank_of(card)] for card in representative(strength))


def strategy_of(stud: Stud, solution: Solution) -> StudStrategy:
    """A strategy in words."""
    counts = stud.rows.counts
    dealt = np.add.reduceat(counts.ways, counts.starts[:-1])
    played = dealt - solution.folded
    fold_to = int(np.argmax(played > 0)) - 1
    not_always = np.flatnonzero(solution.folded > 0)
    bet_from = int(not_always[-1]) + 1 if len(not_always) else 0
    return StudStrategy(
        describe(fold_to) if fold_to >= 0 else None,
        describe(bet_from) if bet_from <= BEST else None,
        tuple(_hand_case(stud, solution, own) for own in range(bet_from - 1, fold_to, -1)),
    )


def _hand_case(stud: Stud, solution: Solution, own: Strength) -> HandCase:
    counts = stud.rows.counts
    rows = slice(int(counts.starts[own]), int(counts.starts[own + 1]))
    bets, ways = solution.bets[rows], counts.ways[rows]
    up_rank, matches = counts.up_rank[rows], counts.matches[rows]
    bet, fold, depends = "", "", []
    ranks = "".join(sorted(ranks_text(own), key=RANKS.index))
    for up in range(len(RANKS) - 1, -1, -1):
        here = up_rank == up
        if not here.any():
            continue
        if bets[here].all():
            bet += RANKS[up]
        elif not bets[here].any():
            fold += RANKS[up]
        else:
            suits = tuple(
                _suit_case(ranks, int(one), bets[here & (matches == one)]) for one in np.unique(matches[here])
            )
            often = int(ways[here & bets].sum())
            depends.append(UpCase(RANKS[up], suits, often, int(ways[here].sum())))
    return HandCase(ranks_text(own), bet, fold, tuple(depends))


def _suit_case(ranks: str, matches: int, bets: Bools) -> SuitCase:
    matching = "".join(rank for place, rank in enumerate(ranks) if matches >> place & 1)
    decision = "bet" if bets.all() else "both" if bets.any() else "fold"
    return SuitCase(matching[::-1], decision)


def suits_text(case: HandCase) -> str:
    """``J: bet with T9, Q9 …``: the shorter of the two lists, by the cards that share the suit of the face-up card."""
    parts = []
    for one in case.depends:
        by = {
            decision: [suits.matching or "none" for suits in one.suits if suits.decision == decision]
            for decision in ("bet", "fold")
        }
        shorter = min(by, key=lambda decision: len(by[decision]))
        parts.append(
            f"{one.up}: {shorter} if {', '.join(by[shorter])} of its suit" if by[shorter] else f"{one.up}: both"
        )
    return "; ".join(parts)


def played_for_jackpot(stud: Stud, stakes: Stakes) -> tuple[PlayedForJackpot, ...]:
    """Which folds become plays with a jackpot wager at this meter, and up to which Ante; the cap left aside."""
    if stakes.meter is None:
        return ()
    solution = stud.solve(PERFECT)
    kept, lost = stud.prizes(stakes, folded=False), stud.prizes(stakes, folded=True)
    found = []
    starts = stud.rows.counts.starts
    for own in np.flatnonzero(solution.folded).tolist():
        prize = kept.worth(own, stakes.meter) - lost.worth(own, stakes.meter)
        if prize <= 0:
            continue
        rows = slice(int(starts[own]), int(starts[own + 1]))
        nets = solution.terms.nets[:, own] - solution.terms.fold
        gain = sum(int(net) * count[rows] for net, count in zip(nets, stud.rows.meetings, strict=True))
        folded = np.asarray(gain)[~solution.bets[rows]]
        nearest = -int(folded.max())
        below = prize * COMPLETIONS / nearest if nearest else Fraction(0)
        found.append(PlayedForJackpot(describe(own), below.numerator // below.denominator))
    return tuple(found)


# --- as a chart ----------------------------------------------------------------------------------------------------


MOST_ROWS: Final = 24
"""More than that nobody reads: hands are then told apart by fewer of their cards."""


class GridRow(Struct, frozen=True):
    """Hands that begin alike."""

    hand: str
    """``AKJ``, ``KK``, or a category such as ``two_pairs``."""
    bets: tuple[float, ...]
    """By face-up card, Ace first: in which share of such deals to bet."""


def stud_grid(stud: Stud, solution: Solution) -> tuple[GridRow, ...]:
    """The best hands first: those that are played against some cards only, and one kind on either side of them."""
    counts = stud.rows.counts
    played = np.add.reduceat(np.where(solution.bets, counts.ways, 0), counts.starts[:-1])
    some, not_all = np.flatnonzero(played > 0), np.flatnonzero(solution.folded > 0)
    lowest = int(some[0]) - 1 if len(some) else BEST
    highest = int(not_all[-1]) + 1 if len(not_all) else 0
    lowest, highest = max(0, min(lowest, highest)), min(BEST, max(lowest, highest))
    for cards in (3, 2, 1):
        names = [_name(own, cards) for own in range(lowest, highest + 1)]
        if len({*names}) <= MOST_ROWS or cards == 1:
            break
    first, last = _whole(lowest, names[0], cards), _whole(highest, names[-1], cards, up=True)
    if last < BEST:
        last = _whole(last + 1, _name(last + 1, cards), cards, up=True)
    return _rows(stud, solution, first, last, cards)


def _name(own: Strength, cards: int) -> str:
    """Hands of odd cards by their highest ones, pairs by the pair, everything else by its category."""
    category = category_of(own)
    if category is Category.FIVE_ODD_CARDS:
        return ranks_text(own)[:cards]
    return ranks_text(own)[:2] if category is Category.ONE_PAIR else category.key


def _whole(own: Strength, name: str, cards: int, *, up: bool = False) -> Strength:
    """The last hand on the way down, or up, that is called the same."""
    step = 1 if up else -1
    while 0 <= own + step <= BEST and _name(own + step, cards) == name:
        own += step
    return own


def _rows(stud: Stud, solution: Solution, first: Strength, last: Strength, cards: int) -> tuple[GridRow, ...]:
    counts = stud.rows.counts
    names = [_name(own, cards) for own in range(first, last + 1)]
    order = list(dict.fromkeys(names))
    part = slice(int(counts.starts[first]), int(counts.starts[last + 1]))
    place = np.repeat([order.index(name) for name in names], np.diff(counts.starts[first : last + 2]))
    cells = place * len(RANKS) + counts.up_rank[part]
    size = len(order) * len(RANKS)
    # Fewer than 2**53 deals: floating point counts them exactly.
    ways = np.bincount(cells, counts.ways[part], size).reshape(len(order), -1)
    bets = np.bincount(cells, np.where(solution.bets[part], counts.ways[part], 0), size).reshape(len(order), -1)
    shares = np.divide(bets, ways, out=np.zeros_like(bets), where=ways > 0)[:, ::-1]
    return tuple(GridRow(name, tuple(row.tolist())) for name, row in zip(order[::-1], shares[::-1], strict=True))
