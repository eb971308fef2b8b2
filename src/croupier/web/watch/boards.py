"""The worst-case deal of the remaining cards, in games with Community Cards, found by a search of the boards.

Hole Cards are distinguished by the rows that they meet in the pay tables, hands by their order and by their comparison
with the Dealer's, boards by their own order. The rulebook gives the cost of each such kind on each hand. On a board the
hands then share the remaining cards, each card going to one of them. The board with the highest upper bound is tried
first, and the search ends when no other board could cost more than the most expensive deal found.

The upper bound of a board comes from card prices, which are dual variables. Each hand takes the Hole Cards that are the
most expensive after their cards' prices, and all prices are added. No deal costs more, whatever the prices.

The Dealer's hand counts only by comparison, so that a weaker one never costs less. A game in which the Dealer has to
qualify is therefore not searched here.

While more than two Community Cards are missing, there are too many boards. The Hole Cards are then shared as if the
board gave each hand its highest cost, which is again an upper bound. All boards of the rarest orders are tried, and
some others. If one of them reaches the bound, the figure is exact.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, islice
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, parse_cards
from croupier.hands import HandOrder, Strength, rank_five
from croupier.money import Cents
from croupier.odds.evaluator import seven_mask_strengths
from croupier.play.banked.flow import board_size, hand_size
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import FIVE_CARDS, best_of_seven
from croupier.rules.settling import NO_HAND, Comparison, PayTable, own_strength
from croupier.web.watch.worst import Layout, Mask, Seat, Worst, cards_of, hands_of, mask_of

MOST_TRIED: Final = 2_000
"""The most ways of sharing the cards that are tried on a board."""
_BOARD: Final = 5
_MISSING: Final = 2
"""The most missing Community Cards for which every remaining card is tried."""
_FEW: Final = 40
"""The most boards of an order that are all tried: as many as the two highest orders have together."""
_HOLES_TRIED: Final = 8_000
"""The number of Hole Cards that are tried over all boards: the fewer a board has, the more boards."""
_LESSONS: Final = 1_200
"""The number of boards that are bounded again, in all, with card prices found on one of them."""
_STEPS: Final = 80
_PACE: Final = 0.98
_NO_BOUND: Final = 1 << 60
_LIKELY: Final = tuple(
    map(
        parse_cards,
        (
            "Qs Js Ts 4h 3d",
            "Ks Qs Js Ts 3d",
            "5s 4s 3s 2s Kd",
            "7s 6s 5s Kd 3c",
            "9d 9c 9h 9s Kd",
            "9d 9c 4h 3d Kh",
            "9d 8d 7d 6d 5d",
            "9d 8d 7d 6d 2c",
            "Ad Kd Qd Jd Td",
            "Td 9d 8d 7d 6d",
            "Js 9s 6s 4h 3d",
            "Kh Qd Jc Tc 3d",
            "9h 8d 7c 6s 5d",
            "Kd Qc Jh 4h 4c",
            "Kd Kc Qh Qs Jd",
            "Kd Qc Js Jh Jd",
        ),
    )
)
"""Boards on which many hands have high payments."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
_Tested = tuple[bool, ...]
"""For each row of the pay tables, whether the Dealer's Hole Cards pass its conditions."""


class _Mode(NamedTuple):
    """Hole Cards of the Dealer that no row distinguishes."""

    dealers: list[int]
    rows: Ints
    """The number of the combination of rows that each pair of Hole Cards then meets."""
    looked_at: bool
    """True if they pass the conditions of some row."""


def has_boards(game: BankedGame, dealing: str) -> bool:
    """Return whether a hand is the best five of two Hole Cards and the board, and nothing else decides its payments."""
    return (
        game.hand is FIVE_CARDS
        and game.qualifying is None
        and game.rank is best_of_seven
        and (hand_size(game, dealing), board_size(game, dealing)) == (2, _BOARD)
        and all(table.ranked is own_strength or table.holdings for table in _tables(game))
    )


def worst_board(game: BankedGame, layout: Layout, community: tuple[Card, ...], seats: Sequence[Seat]) -> Worst:
    """Return the worst-case cost of these hands together, given the Community Cards that are face up."""
    left = [card for card in DECK if card not in layout.gone]
    missing = _BOARD - len(community)
    if missing <= _MISSING:
        boards = [(*community, *rest) for rest in combinations(left, missing)]
        return _Search(game, layout, boards, seats).best()
    rare = [order for order in game.hand.orders if len(_boards_of(order)) <= _FEW]
    tried = [*_LIKELY, *(board for order in rare for board in _boards_of(order))]
    boards = [board for board in tried if {*community} <= {*board} <= {*left, *community}]
    found = _Search(game, layout, boards, seats).best()
    most = _Search(game, layout, [], seats).most_on_boards(order for order in game.hand.orders if order not in rare)
    return Worst(max(most, found.cents), found.hands, exact=found.exact and found.cents >= most)


@cache
def _boards_of(order: HandOrder) -> tuple[tuple[Card, ...], ...]:
    """Return all boards that make a hand of this order by themselves, or the first few if there are many."""
    strengths = range(order.lowest, order.highest + 1)
    boards = (board for one in strengths for board in hands_of(FIVE_CARDS.name, one, mask_of(DECK)))
    return tuple(cards_of(board) for board in islice(boards, _FEW + 1))


def _tables(game: BankedGame) -> list[PayTable]:
    return [*game.pays.values(), *(premium.pays for premium in game.premiums.values())]


class _Search:
    """A search of the hands on some boards, from the remaining cards."""

    def __init__(
        self, game: BankedGame, layout: Layout, boards: Sequence[tuple[Card, ...]], seats: Sequence[Seat]
    ) -> None:
        self._game, self._layout, self._boards, self._seats = game, layout, boards, seats
        self._live = any(not seat.folded for seat in seats)
        held = [*layout.dealer, *(card for seat in seats for card in seat.held)]
        left = [card for card in DECK if card not in layout.gone]
        self._holes: list[tuple[Card, ...]] = [*combinations(sorted({*left, *held}), 2)]
        self._pairs = np.array(self._holes, np.int64)
        self._masks = np.array([mask_of(pair) for pair in self._holes], np.int64)
        seen = mask_of(held)
        self._may = [(self._masks & seen) == mask_of(seat.held) for seat in seats]
        """By hand: a mask of the Hole Cards that it may have."""
        alike: dict[tuple[object, tuple[Card, ...]], list[int]] = {}
        for place, seat in enumerate(seats):
            alike.setdefault((seat.alike, seat.held), []).append(place)
        self._places = [*alike.values()]
        """Groups of hands with the same wagers and the same possible Hole Cards, which have the same costs."""
        self._tables = [table for table in _tables(game) if table.holdings]
        self._met: dict[tuple[int, ...], int] = {}
        """The combinations of rows that Hole Cards meet, numbered."""
        self._modes = self._by_dealer((self._masks & seen) == mask_of(layout.dealer))
        starts = {span.lowest for table in _tables(game) if table.ranked for span in table.spans(game.hand.best)}
        self._starts = np.array(sorted({0, *starts, *(order.lowest for order in game.hand.orders)}))
        self._strengths = self._ranked(np.array([mask_of(board) for board in boards], np.int64))
        """The strengths by board and Hole Cards; -1 where they share a card."""
        own = np.array([rank_five(board) for board in boards], np.int64)
        self._of_board = np.searchsorted(self._starts, own, "right") - 1
        self._prices: dict[object, Ints] = {}
        """By group of equal hands: the cost of each kind, -1 if it has not been computed yet."""
        self._asked: dict[tuple[object, ...], Comparison] = {}
        """The hands whose payments have been computed, shared by all seats so that results can be cached."""
        self._tried = 0

    # --- kinds of hands ---

    def _by_dealer(self, dealers: Bools) -> list[_Mode]:
        tested: dict[_Tested, list[int]] = {}
        for at in np.flatnonzero(dealers).tolist():
            passed = tuple(
                bool(row.dealer) and self._live and all(test(self._holes[at]) for test in row.dealer)
                for table in self._tables
                for row in table.holdings
            )
            tested.setdefault(passed, []).append(at)
        return [
            _Mode(places, np.array([self._number(own, passed) for own in self._holes], np.int64), any(passed))
            for passed, places in tested.items()
        ]

    def _number(self, own: tuple[Card, ...], passed: _Tested) -> int:
        """Return the number of the rows that pay for these Hole Cards: one row or none of each table."""
        found, at = [], 0
        for table in self._tables:
            rows = table.holdings
            found.append(next((n for n in table.fitting(own) if not rows[n].dealer or passed[at + n]), -1))
            at += len(rows)
        return self._met.setdefault(tuple(found), len(self._met))

    def _ranked(self, boards: Ints) -> Ints:
        apart = (boards[:, None] & self._masks[None, :]) == 0
        found = np.full(apart.shape, -1, np.int64)
        if apart.any():
            found[apart] = seven_mask_strengths((boards[:, None] | self._masks[None, :])[apart])
        return found

    def _kinds(self, boards: slice, mode: _Mode, dealer: Ints) -> Ints:
        """Return the kinds of all Hole Cards on boards, against the Dealer's strengths; -1 if they share a card."""
        own = self._strengths[boards]
        against = 1 + np.sign(own - dealer[:, None])
        order = np.searchsorted(self._starts, own, "right") - 1
        kinds: Ints = ((mode.rows[None, :] * len(self._starts) + order) * 3 + against) * len(self._starts)
        return np.where(own < 0, -1, kinds + self._of_board[boards][:, None])

    def _priced(self, seat: Seat, mode: _Mode, boards: slice, dealer: Ints, kinds: NDArray[Any]) -> Ints:
        """Return the costs of Hole Cards on a hand, -1 if they share a card with the board.

        The rulebook computes the payments of the first deal of each kind.
        """
        size = len(self._met) * len(self._starts) ** 2 * 3
        prices = self._prices.setdefault(seat.alike, np.full(size + 1, -1, np.int64))
        examples = np.full(size, -1, np.int64)
        there = np.flatnonzero(kinds >= 0)
        examples[kinds.ravel()[there]] = there
        for kind in np.flatnonzero((examples >= 0) & (prices[:-1] < 0)).tolist():
            at, hole = divmod(int(examples[kind]), kinds.shape[1])
            key = (seat.folded, seat.shown, seat.absent, kind)
            if key not in self._asked:
                board = range(len(self._boards))[boards][at]
                self._asked[key] = self._hand(seat, mode, board, hole, int(dealer[at]))
            prices[kind] = seat.cost(self._asked[key])
        found: Ints = prices[kinds]
        return found

    def _hand(self, seat: Seat, mode: _Mode, board: int, hole: int, dealer: Strength) -> Comparison:
        return self._comparison(
            seat, self._holes[hole], int(self._strengths[board, hole]), mode, dealer, self._boards[board]
        )

    def _comparison(
        self,
        seat: Seat,
        hole: tuple[Card, ...],
        own: Strength,
        mode: _Mode,
        dealer: Strength,
        board: tuple[Card, ...],
    ) -> Comparison:
        return Comparison(
            folded=seat.folded,
            shown=seat.shown,
            own=own if seat.shown else NO_HAND,
            dealer=dealer if self._live else NO_HAND,
            hole=hole,
            dealer_hole=self._holes[mode.dealers[0]] if self._live else (),
            community=board,
            dealing=self._layout.dealing,
            parameters=self._layout.parameters,
            absent=seat.absent,
        )

    # --- on a board ---

    def best(self) -> Worst:
        """Return the most expensive deal on any of the boards.

        The card prices that bound the boards are found on those that are tried: if all hands want Aces, an Ace has a
        high price on every board.
        """
        weakest, kinds = [], []
        everywhere = slice(0, len(self._boards))
        for mode in self._modes:
            his = self._strengths[:, mode.dealers]
            weakest.append(
                np.where(his < 0, self._game.hand.best + 1, his).min(axis=1, initial=self._game.hand.best + 1)
            )
            kinds.append(self._kinds(everywhere, mode, weakest[-1]).astype(np.int32))
        most = np.stack([np.where(one <= self._game.hand.best, _NO_BOUND, -1) for one in weakest])
        self._lower(most, weakest, kinds, np.zeros(len(DECK), np.int64), first=True)
        found, undecided = Worst(0, ()), 0
        for lesson in range(_HOLES_TRIED // len(self._holes)):
            if not most.size or most.max() <= found.cents:
                break
            at, board = np.unravel_index(int(most.argmax()), most.shape)
            mode, here = self._modes[int(at)], slice(int(board), int(board) + 1)
            prices = self._on_board(mode, here, weakest[int(at)][here])
            rents = self._rents(prices, mode.dealers, found.cents)
            if lesson * len(self._boards) < _LESSONS:
                self._lower(most, weakest, kinds, rents)
            self._tried = 0
            found = self._solve(int(board), mode, rents, found)
            if self._tried > MOST_TRIED:
                undecided = max(undecided, int(most[at, board]))
            most[at, board] = -1
        bound = max(undecided, int(most.max(initial=0)))
        return found if bound <= found.cents else Worst(bound, found.hands, exact=False)

    def _on_board(self, mode: _Mode, board: slice, dealer: Ints) -> list[Ints]:
        """Return by hand the costs of its Hole Cards on one board, -1 if it cannot have them."""
        kinds, found = self._kinds(board, mode, dealer), dict[int, Ints]()
        for places in self._places:
            priced = self._priced(self._seats[places[0]], mode, board, dealer, kinds)[0]
            found |= dict.fromkeys(places, np.where(self._may[places[0]], priced, -1))
        return [found[place] for place in range(len(self._seats))]

    def _lower(
        self, most: Ints, weakest: list[Ints], kinds: list[NDArray[np.int32]], rents: Ints, *, first: bool = False
    ) -> None:
        """Lower the upper bounds of all boards to those of these card prices, where these are lower."""
        paid = self._paid(rents)
        everywhere = slice(0, len(self._boards))
        of_board = np.array([sum(int(rents[card]) for card in board) for board in self._boards], np.int64)
        for at, mode in enumerate(self._modes):
            bound = int(rents.sum()) - of_board
            apart = self._strengths[:, mode.dealers] >= 0
            bound += np.where(apart, -paid[mode.dealers][None, :], -_NO_BOUND).max(axis=1, initial=-_NO_BOUND)
            for places in self._places:
                seat, may = self._seats[places[0]], self._may[places[0]]
                if first:
                    prices = self._priced(seat, mode, everywhere, weakest[at], kinds[at])
                else:
                    prices = self._prices[seat.alike][kinds[at]]
                limit = np.where(may[None, :], prices - paid[None, :], 0).max(axis=1, initial=0)
                bound += len(places) * limit
            most[at] = np.minimum(most[at], bound)

    def _solve(self, board: int, mode: _Mode, rents: Ints, found: Worst) -> Worst:
        """Return the most expensive deal on a board, the weakest Dealer first; ``found`` if no deal costs more."""
        here, paid = slice(board, board + 1), self._paid(rents)
        his = self._strengths[board, mode.dealers]
        left = int(rents.sum()) - sum(int(rents[card]) for card in self._boards[board])
        for dealer in np.unique(his[his >= 0]).tolist():
            prices = self._on_board(mode, here, np.array([dealer]))
            if left + sum(max(int((one - paid).max(initial=0)), 0) for one in prices) <= found.cents:
                break
            for hole in (at for at, strength in zip(mode.dealers, his.tolist(), strict=True) if strength == dealer):
                cents, holes = self._shared(prices, int(self._masks[hole]), found.cents, rents)
                if cents > found.cents:
                    hands = (
                        None if at is None else self._hand(seat, mode, board, at, dealer)
                        for seat, at in zip(self._seats, holes, strict=True)
                    )
                    found = Worst(cents, tuple(hands))
        return found

    # --- without a board ---

    def most_on_boards(self, orders: Iterable[HandOrder]) -> Cents:
        """Return an upper bound for boards of these orders: Hole Cards are shared as if each hand had its own board."""
        most = 0
        for board in orders:
            cards = self._game.hand.representative(board.lowest)
            for mode in self._modes:
                prices = [
                    np.where(may, self._dearest(seat, mode, cards)[mode.rows], -1)
                    for seat, may in zip(self._seats, self._may, strict=True)
                ]
                if sum(int(one.max(initial=0)) for one in prices) <= most:
                    continue
                rents = self._rents(prices, mode.dealers if mode.looked_at else [], most)
                for dealer in mode.dealers if mode.looked_at else (None,):
                    used = 0 if dealer is None else int(self._masks[dealer])
                    self._tried = 0
                    most = max(most, self._shared(prices, used, most, rents)[0])
                    if self._tried > MOST_TRIED:
                        paid = self._paid(rents)
                        rented = int(rents.sum()) - (0 if dealer is None else int(paid[dealer]))
                        most = max(most, rented + sum(int((one - paid).max(initial=0)) for one in prices))
        return most

    def _dearest(self, seat: Seat, mode: _Mode, board: tuple[Card, ...]) -> Ints:
        """Return by rows the highest cost of Hole Cards with any strength, the Dealer's just below it.

        No hand is below the board.
        """
        best, lowest = self._game.hand.best, self._game.hand.rank(board)
        ends = [*(int(start) - 1 for start in self._starts[1:]), best]
        found = np.zeros(len(self._met), np.int64)
        for number in np.unique(mode.rows).tolist():
            hole = self._holes[int(np.flatnonzero(mode.rows == number)[0])]
            for own in (end for end in ends if end >= lowest):
                key = (seat.folded, seat.shown, seat.absent, number, own, board)
                if key not in self._asked:
                    self._asked[key] = self._comparison(seat, hole, own, mode, max(own - 1, lowest), board)
                found[number] = max(found[number], seat.cost(self._asked[key]))
        return found

    # --- sharing cards ---

    def _paid(self, rents: Ints) -> Ints:
        """Return the sum of the card prices of each pair of Hole Cards."""
        found: Ints = rents[self._pairs].sum(axis=1)
        return found

    def _rents(self, prices: Sequence[Ints], dealers: list[int], reached: Cents) -> Ints:
        """Return the card prices with the lowest upper bound that was found.

        If each hand takes the Hole Cards that are best after their prices, the hands together should cost hardly more
        than a deal can. Any prices give an upper bound; these are improved step by step.
        """
        rents, best = np.zeros(len(DECK)), np.zeros(len(DECK))
        hands = [(prices[places[0]], len(places)) for places in self._places]
        least, reached = np.inf, max(reached, self._greedy(prices, dealers[:1]))
        for step in range(_STEPS):
            paid = rents[self._pairs].sum(axis=1)
            taken = np.zeros(len(DECK))
            bound = rents.sum()
            for one, number in hands:
                after = np.where(one < 0, 0, one - paid)
                top = max(float(after.max(initial=0)), 0.0)
                bound += number * top
                if top > 0:
                    taken += number * self._evenly(after >= top - 0.5)
            if dealers:
                cheapest = paid[dealers].min()
                bound -= cheapest
                among = np.zeros(len(paid), np.bool_)
                among[dealers] = paid[dealers] <= cheapest + 0.5
                taken += self._evenly(among)
            if bound < least:
                least, best = bound, rents
            way = taken - 1
            way[(rents <= 0) & (way < 0)] = 0
            size = float((way * way).sum())
            if size == 0 or bound <= reached:
                break
            rents = np.maximum(rents + way * (bound - reached) * _PACE**step / size, 0)
        found: Ints = np.ceil(best).astype(np.int64)
        return found

    def _greedy(self, prices: Sequence[Ints], dealer: list[int]) -> Cents:
        """Return the cost if each hand takes the best Hole Cards that remain, the hand with the most to gain first."""
        used, cents = sum(int(self._masks[at]) for at in dealer), 0
        for one in sorted(prices, key=lambda one: -int(one.max(initial=0))):
            free = np.where((self._masks & used) == 0, one, -1)
            at = int(free.argmax())
            if free[at] > 0:
                used, cents = used | int(self._masks[at]), cents + int(free[at])
        return cents

    def _evenly(self, among: Bools) -> NDArray[np.float64]:
        """Return how often each card is taken by a hand that is equally likely to hold any of these Hole Cards."""
        pairs = self._pairs[among]
        return np.bincount(pairs.ravel(), minlength=len(DECK)) / max(len(pairs), 1)

    def _shared(
        self, prices: Sequence[Ints], dealer: Mask, above: Cents, rents: Ints
    ) -> tuple[Cents, tuple[int | None, ...]]:
        """Return the worst-case cost of the hands together, and the Hole Cards of each, which share no card.

        Returns 0 and no Hole Cards unless the cost is above ``above``.
        """
        free = (self._masks & dealer) == 0
        sure = [self._at_least(one, free) for one in prices]
        paid = self._paid(rents)
        choices = []
        for seat, one in enumerate(prices):
            scarce = np.flatnonzero(free & (one > sure[seat]))
            worth = one[scarce] - sure[seat]
            order = np.argsort(paid[scarce] - worth, kind="stable")
            listed = zip(
                (worth - paid[scarce])[order], worth[order], self._masks[scarce][order], scarce[order], strict=True
            )
            if len(scarce):
                choices.append(
                    (seat, [(int(net), int(more), int(mask), int(hole)) for net, more, mask, hole in listed])
                )
        choices.sort(key=lambda one: -max(more for _, more, _, _ in one[1]))
        touched = [0] * (len(choices) + 1)
        for at in range(len(choices) - 1, -1, -1):
            touched[at] = touched[at + 1]
            for _, _, mask, _ in choices[at][1]:
                touched[at] |= mask
        most, chosen = above - sum(sure), dict[int, int]()
        known: dict[tuple[int, Mask], Cents] = {}

        def dealt(at: int, used: Mask, left: Cents, cents: Cents, taken: dict[int, int]) -> None:
            """Deal the hands from ``at`` on; ``left`` is the sum of the prices of all cards that are not used."""
            nonlocal most, chosen
            if cents > most:
                most, chosen = cents, taken
            if at == len(choices) or self._tried > MOST_TRIED:
                return
            nets, tops = [], []
            for _, listed in choices[at:]:
                free = [one for one in listed if not one[2] & used]
                nets.append(max(free[0][0], 0) if free else 0)
                tops.append(max((one[1] for one in free), default=0))
            seen = (at, used & touched[at])
            if cents + min(left + sum(nets), sum(tops)) <= most or known.get(seen, -1) >= cents:
                return
            known[seen] = cents
            seat, listed = choices[at]
            after, without = sum(nets[1:]), sum(tops[1:])
            for net, more, mask, hole in listed:
                if cents + left + net + after <= most:
                    break
                if mask & used or cents + more + without <= most:
                    continue
                self._tried += 1
                dealt(at + 1, used | mask, left - more + net, cents + more, {**taken, seat: hole})
                if more == tops[0] and not mask & touched[at + 1]:
                    return  # it blocks no other hand, and none is worth more
            dealt(at + 1, used, left, cents, taken)

        unused = sum(int(rents[card]) for card in range(len(DECK)) if not dealer >> card & 1)
        dealt(0, dealer, unused, 0, {})
        if most + sum(sure) <= above:
            return 0, ()
        holes = (chosen[at] if at in chosen else self._one(one, sure[at]) for at, one in enumerate(prices))
        return most + sum(sure), tuple(holes)

    def _at_least(self, prices: Ints, free: Bools) -> Cents:
        """Return a cost that a hand reaches with any cards of the other hands."""
        enough = 2 * len(self._seats) + 1
        for cents in np.unique(prices[free & (prices > 0)])[::-1].tolist():
            used, apart = 0, 0
            for mask in self._masks[free & (prices >= cents)].tolist():
                if not mask & used:
                    used, apart = used | mask, apart + 1
                    if apart >= enough:
                        return int(cents)
        return int(prices[free].max(initial=0)) if len(np.unique(prices[free & (prices >= 0)])) <= 1 else 0

    @staticmethod
    def _one(prices: Ints, cents: Cents) -> int | None:
        """Return Hole Cards of this cost; None if the cost is 0."""
        return int(np.flatnonzero(prices == cents)[0]) if cents > 0 else None
