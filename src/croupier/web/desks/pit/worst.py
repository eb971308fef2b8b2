"""The dearest deal of the cards that are left, in games without Community Cards: found by search, not by example.

Hands are told apart by what they are paid: every interval of strengths between two rows of any pay table is a kind,
and where a wager looks at the Dealer's face-up card too, every pair of intervals. For each hand on the table the
rulebook says what each kind would cost. All choices of a kind for each hand are then tried, the dearest first, until
one can be dealt: from one deck, without the cards that lie open elsewhere, and with a hand for the Dealer that brings
it about.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, product
from typing import Final, NamedTuple

from croupier.cards import DECK, Card, rank_of
from croupier.hands import Strength
from croupier.money import Cents
from croupier.rules.handtypes import FIVE_CARDS, THREE_CARDS, HandType
from croupier.rules.house import HouseGame
from croupier.rules.settling import NO_HAND, Comparison, PayTable, own_strength

Mask = int
"""A set of cards, a bit for each."""

MOST_TRIED: Final = 20_000
"""Choices and hands that are tried; beyond, the dearest choice not yet ruled out is told, never too little."""
SEARCHED: Final = (FIVE_CARDS, THREE_CARDS)
"""The types of hand of which all hands can be listed."""
_TYPES: Final = {one.name: one for one in SEARCHED}


class Seat(NamedTuple):
    """A hand on the table, as far as it lies open."""

    folded: bool
    shown: bool
    absent: bool
    held: tuple[Card, ...]
    """Those of its cards that everybody has seen."""
    cost: Callable[[Comparison], Cents]
    """What the House would pay on it."""
    alike: object
    """Equal for hands that cost the same and of which nothing is seen."""


class Layout(NamedTuple):
    """What lies open beside the hands."""

    dealing: str
    parameters: Mapping[str, str]
    dealer: tuple[Card, ...]
    """The Dealer's cards that everybody has seen."""
    up: tuple[Card, ...]
    """Those that were dealt face up; empty before they are."""
    gone: tuple[Card, ...]
    """All cards that everybody has seen, wherever they lie."""


class _Kind(NamedTuple):
    """Hands that are paid alike: strengths of the hand, and of the hand with the face-up card."""

    own: tuple[Strength, Strength]
    six: tuple[Strength, Strength] | None
    wins: bool
    """Whether the Dealer's hand has to be a lower one."""


_Level = tuple[Cents, tuple[_Kind, ...], Comparison | None]
"""What a hand costs, the kinds of hand that cost so much, and a deal of one."""


class Worst(NamedTuple):
    """What a round costs at worst, and for each hand the deal by which it does."""

    cents: Cents
    hands: tuple[Comparison | None, ...]


NOTHING: Final = Worst(0, ())


def worst_case(game: HouseGame, layout: Layout, seats: Sequence[Seat]) -> Worst:
    """The most that these hands together can cost."""
    found = NOTHING
    ups: list[tuple[Card, ...]] = [layout.up]
    if not layout.up and _looks_up(game):
        # No card tells suits apart yet, unless one is seen: one card of each rank, or any.
        ups = [(card,) for card in DECK if card not in layout.gone and (layout.gone or card % 4 == 0)]
    for up in ups:
        for dealer, lowest, above in _modes(game, layout, seats):
            one = _Search(game, layout, seats, up, dealer, (lowest, above)).best(found.cents)
            found = max(found, one, key=lambda worst: worst.cents)
    return found


def _looks_up(game: HouseGame) -> bool:
    tables = game.pays.values()
    return any(isinstance(table, PayTable) and table.ranked is not own_strength for table in tables)


def _modes(game: HouseGame, layout: Layout, seats: Sequence[Seat]) -> Iterator[tuple[Strength, Strength, Strength]]:
    """What the Dealer may hold: the strength to compare with, and the least and the most that it stands for."""
    best = game.hand.best
    if not any(not one.folded for one in seats):
        yield NO_HAND, 0, best
    elif len(layout.dealer) == game.hand.cards:
        dealer = game.hand.rank(layout.dealer)
        yield dealer, dealer, dealer
    else:
        lowest = 0 if game.qualifying is None else game.qualifying.lowest
        if lowest:
            yield 0, 0, lowest - 1
        yield lowest, lowest, best


class _Search:
    """All hands against one kind of Dealer's hand, and one face-up card."""

    def __init__(
        self,
        game: HouseGame,
        layout: Layout,
        seats: Sequence[Seat],
        up: tuple[Card, ...],
        dealer: Strength,
        span: tuple[Strength, Strength],
    ) -> None:
        self._game, self._layout, self._seats, self._up = game, layout, seats, up
        self._dealer, self._span = dealer, span
        self._compared = dealer != NO_HAND and span[1] == game.hand.best > span[0]
        """Whether the Dealer qualifies with a hand that nobody has seen: then a hand wins only if it is the higher."""
        self._type = game.hand
        self._left = _mask(DECK) & ~_mask(layout.gone) & ~_mask(up)
        self._held = _mask({*layout.dealer, *up})
        self._tried = 0
        known: dict[object, list[_Level]] = {}
        self._levels = [
            self._levels_of(seat) if seat.held else known.setdefault(seat.alike, []) or self._learnt(seat, known)
            for seat in seats
        ]
        self._never: list[Counter[tuple[_Kind, ...]]] = []

    # --- what each hand may cost ---

    def _learnt(self, seat: Seat, known: dict[object, list[_Level]]) -> list[_Level]:
        known[seat.alike] = self._levels_of(seat)
        return known[seat.alike]

    def _levels_of(self, seat: Seat) -> list[_Level]:
        """The kinds of hand by what they cost, the dearest first; the last costs nothing and is any hand."""
        costs: dict[Cents, list[tuple[_Kind, Comparison]]] = {}
        for kind in self._kinds():
            cards = next(self._hands(kind, self._left | _mask(seat.held), _mask(seat.held)), None)
            if cards is None:
                continue
            hand = self._comparison(seat, cards, kind)
            cents = seat.cost(hand)
            if cents > 0:
                costs.setdefault(cents, []).append((kind, hand))
        any_hand = _Kind((0, self._type.best), None, wins=False)
        dearest = sorted(costs.items(), key=lambda one: -one[0])
        return [
            *((cents, tuple(kind for kind, _ in kinds), kinds[0][1]) for cents, kinds in dearest),
            (0, (any_hand,), None),
        ]

    def _kinds(self) -> Iterator[_Kind]:
        lowest = self._span[0]
        ends = _boundaries(self._game, own=True) | {lowest, lowest + 1}
        sixes: list[tuple[Strength, Strength] | None] = [None]
        if self._up and _looks_up(self._game):
            sixes = [*_intervals(_boundaries(self._game, own=False), self._type.best)]
        for own in _intervals(ends, self._type.best):
            for six in sixes:
                if six is None or six[1] >= own[0]:
                    if self._compared and own[0] > self._dealer:
                        yield _Kind(own, six, wins=True)
                    yield _Kind(own, six, wins=False)

    def _comparison(self, seat: Seat, cards: Mask, kind: _Kind) -> Comparison:
        hole = _cards(cards)
        own = self._type.rank(hole)
        dealer = self._span[1] if self._compared and not kind.wins else self._dealer
        return Comparison(
            folded=seat.folded,
            shown=seat.shown,
            own=own,
            dealer=dealer,
            hole=hole,
            dealer_hole=self._layout.dealer if len(self._layout.dealer) == self._type.cards else (),
            community=(),
            dealing=self._layout.dealing,
            parameters=self._layout.parameters,
            absent=seat.absent,
            dealer_up=self._up,
        )

    # --- the dearest that can be dealt ---

    def best(self, at_least: Cents) -> Worst:
        """The dearest choice that can be dealt; nothing where none costs more than ``at_least``."""
        first = (0,) * len(self._seats)
        waiting = [(-self._total(first), first)]
        seen = {first}
        while waiting:
            cost, chosen = heappop(waiting)
            if -cost <= at_least:
                return NOTHING
            self._tried += 1
            if self._tried > MOST_TRIED or self._can_be(chosen):
                return Worst(-cost, tuple(self._levels[at][level][2] for at, level in enumerate(chosen)))
            for at in range(len(chosen)):
                if chosen[at] + 1 < len(self._levels[at]):
                    lower = self._ordered((*chosen[:at], chosen[at] + 1, *chosen[at + 1 :]))
                    if lower not in seen:
                        seen.add(lower)
                        heappush(waiting, (-self._total(lower), lower))
        return NOTHING

    def _total(self, chosen: tuple[int, ...]) -> Cents:
        return sum(self._levels[at][level][0] for at, level in enumerate(chosen))

    def _ordered(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Of hands that are alike, the dearer kind goes to the first."""
        found = list(chosen)
        for alike in {seat.alike for seat in self._seats if not seat.held}:
            places = [at for at, seat in enumerate(self._seats) if seat.alike == alike and not seat.held]
            for at, level in zip(places, sorted(chosen[at] for at in places), strict=True):
                found[at] = level
        return tuple(found)

    def _can_be(self, chosen: tuple[int, ...]) -> bool:
        """Whether such hands can be dealt beside each other; undecided after many tries, they count as if they can."""
        asked = [
            (seat, self._levels[at][level][1]) for at, (seat, level) in enumerate(zip(self._seats, chosen, strict=True))
        ]
        wanted = Counter(kinds for seat, kinds in asked if not seat.held)
        if any(all(wanted[kinds] >= number for kinds, number in never.items()) for never in self._never):
            return False
        for kinds, number in wanted.items():
            if number > 1 and not self._dealt([(mine, 0) for mine in [kinds] * number], alone=True):
                fewest = next(n for n in range(2, number + 1) if not self._dealt([(kinds, 0)] * n, alone=True))
                self._never.append(Counter({kinds: fewest}))
                return False
        return self._dealt([(kinds, _mask(seat.held)) for seat, kinds in asked])

    def _dealt(self, asked: Sequence[tuple[tuple[_Kind, ...], Mask]], *, alone: bool = False) -> bool:
        """Whether hands of these kinds can be dealt, and unless ``alone`` a Dealer's hand with them.

        A hand that may be any takes what the others leave, which is always enough.
        """
        some = [one for one in asked if one[0][0].own != (0, self._type.best)]
        rarest = sorted(some, key=lambda one: -max(kind.own[0] for kind in one[0]))

        def deal(at: int, left: Mask, least: Strength) -> bool:
            if at == len(rarest):
                return alone or self._dealer_has(left, least)
            kinds, held = rarest[at]
            for kind in kinds:
                for cards in self._hands(kind, left | held, held):
                    self._tried += 1
                    if self._tried > MOST_TRIED:
                        return True
                    own = min(least, self._type.rank(_cards(cards))) if kind.wins else least
                    if deal(at + 1, left & ~cards, own):
                        return True
            return False

        return deal(0, self._left, self._type.best + 1)

    def _dealer_has(self, left: Mask, below: Strength) -> bool:
        """Whether the cards that are left make a Dealer's hand of the kind asked for, lower than all that win."""
        if self._dealer == NO_HAND or len(self._layout.dealer) == self._type.cards:
            return True
        kind = _Kind((self._span[0], min(self._span[1], below - 1)), None, wins=False)
        return next(self._hands(kind, left | self._held, self._held, up=True), None) is not None

    def _hands(self, kind: _Kind, left: Mask, held: Mask, *, up: bool = False) -> Iterator[Mask]:
        """Hands of a kind that hold these cards, from those that are left: the strongest first, or last if ``up``."""
        low, high = kind.own
        if held.bit_count() == self._type.cards:
            if low <= self._type.rank(_cards(held)) <= high and self._six_fits(held, kind):
                yield held
            return
        needed = {rank_of(card) for card in _cards(held)}
        strengths = range(low, high + 1) if up else range(high, low - 1, -1)
        if kind.six is not None and kind.six[0] > high:
            yield from self._completed(kind, left, held)
            return
        for strength in strengths:
            if needed and not needed <= _ranks(self._type.name, strength):
                continue
            for hand in hands_of(self._type.name, strength):
                if hand & ~left == 0 and hand & held == held and self._six_fits(hand, kind):
                    yield hand

    def _six_fits(self, hand: Mask, kind: _Kind) -> bool:
        if kind.six is None:
            return True
        return kind.six[0] <= self._type.rank_best(_cards(hand | _mask(self._up))) <= kind.six[1]

    def _completed(self, kind: _Kind, left: Mask, held: Mask) -> Iterator[Mask]:
        """Hands that only the face-up card lifts so high: four of a better hand, and one more card."""
        assert kind.six is not None
        up = _mask(self._up)
        for strength in range(kind.six[1], kind.six[0] - 1, -1):
            if rank_of(self._up[0]) not in _ranks(self._type.name, strength):
                continue
            for better in hands_of(self._type.name, strength):
                four = better & ~up
                if not better & up or four & ~left:
                    continue
                for card in _cards(left & ~four & ~up):
                    hand = four | 1 << card
                    if hand & held != held:
                        continue
                    if kind.own[0] <= self._type.rank(_cards(hand)) <= kind.own[1] and self._six_fits(hand, kind):
                        yield hand


# ---- Kinds of hands -------------------------------------------------------------------------------------------------


def _boundaries(game: HouseGame, *, own: bool) -> set[Strength]:
    """Where rows begin of the pay tables that go by the Player's own hand, or of the others; and orders of hands."""
    tables = [table for table in game.pays.values() if isinstance(table, PayTable)]
    tables += [premium.pays for premium in game.premiums.values()]
    found = {line.lowest for table in tables if (table.ranked is own_strength) is own for line in table.lines}
    return found | {order.lowest for order in game.hand.orders} if own else found


def _intervals(starts: set[Strength], best: Strength) -> Iterator[tuple[Strength, Strength]]:
    """From each start to the next, the highest first."""
    ordered = sorted({0, *(one for one in starts if one <= best)})
    ends = [*(one - 1 for one in ordered[1:]), best]
    yield from reversed([*zip(ordered, ends, strict=True)])


def _mask(cards: Sequence[Card] | set[Card] | frozenset[Card]) -> Mask:
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def _cards(mask: Mask) -> tuple[Card, ...]:
    found = []
    while mask:
        low = mask & -mask
        found.append(Card(low.bit_length() - 1))
        mask ^= low
    return tuple(found)


@lru_cache(16_384)
def _ranks(name: str, strength: Strength) -> frozenset[int]:
    return frozenset(rank_of(card) for card in _TYPES[name].representative(strength))


@lru_cache(2_048)
def hands_of(name: str, strength: Strength) -> tuple[Mask, ...]:
    """Every hand of a strength."""
    type_: HandType = _TYPES[name]
    ranks = Counter(rank_of(card) for card in type_.representative(strength))
    suits = [[*combinations(range(4), number)] for number in ranks.values()]
    found = []
    for chosen in product(*suits):
        cards = [Card(rank * 4 + suit) for rank, of in zip(ranks, chosen, strict=True) for suit in of]
        if type_.rank(cards) == strength:
            found.append(_mask(cards))
    return tuple(found)
