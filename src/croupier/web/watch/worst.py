"""The worst-case deal of the remaining cards, in games without Community Cards, found by an exact search.

Hands are distinguished by their payments. Each interval of strengths between two rows of any pay table is a kind; where
a wager also depends on the Dealer's face-up card, each pair of intervals is a kind. The rulebook gives the cost of each
kind for each hand on the table. The search then tries the choices of a kind for each hand, the most expensive first,
until one can be dealt: from one deck, without the cards that are face up elsewhere, and with a Dealer's hand that makes
it happen.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, product
from typing import Final, NamedTuple

from croupier.cards import DECK, Card, rank_of, suit_of
from croupier.hands import Strength
from croupier.money import Cents
from croupier.rules.banked import BankedGame
from croupier.rules.handtypes import FIVE_CARDS, THREE_CARDS
from croupier.rules.settling import NO_HAND, Comparison, best_with_up_card, own_strength

Mask = int
"""A set of cards as bits, one for each card."""

MOST_TRIED: Final = 20_000
"""The most hands that are tried; beyond it, the most expensive choice not yet ruled out counts as an upper bound."""
SEARCHED: Final = (FIVE_CARDS, THREE_CARDS)
"""The types of hand whose hands can all be listed."""
_FURTHER: Final = 2
"""The number of fifth cards that are tried first with four cards that the face-up card completes."""
_TYPES: Final = {one.name: one for one in SEARCHED}


_Span = tuple[Strength, Strength]
"""A range of strengths, both ends included."""


class Seat(NamedTuple):
    """A hand on the table, as far as it is face up."""

    folded: bool
    shown: bool
    absent: bool
    held: tuple[Card, ...]
    """The cards of the hand that are face up."""
    cost: Callable[[Comparison], Cents]
    """The House's payment on the hand for a given outcome."""
    alike: object
    """A key that is equal for hands of the same cost without any face-up card."""


class Layout(NamedTuple):
    """The face-up cards besides the hands, and the way of dealing."""

    dealing: str
    parameters: Mapping[str, str]
    dealer: tuple[Card, ...]
    """The Dealer's cards that are face up."""
    up: tuple[Card, ...]
    """The Dealer's cards that were dealt face up; empty before they are dealt."""
    gone: tuple[Card, ...]
    """All face-up cards, wherever they are."""


class _Kind(NamedTuple):
    """A kind of hands with the same payments, as strengths of the hand, and of the hand with the face-up card."""

    own: _Span
    six: _Span | None
    wins: bool
    """True if the Dealer's hand has to be a lower one."""


_Level = tuple[Cents, tuple[_Kind, ...], Comparison | None]
"""The cost of a hand, the kinds of hand with that cost, and an example of one."""


class Worst(NamedTuple):
    """The worst-case cost of a round, and the hands that lead to it."""

    cents: Cents
    hands: tuple[Comparison | None, ...]
    exact: bool = True
    """False for an upper bound: no deal costs more, and perhaps none costs as much."""


NOTHING: Final = Worst(0, ())


def worst_case(game: BankedGame, layout: Layout, seats: Sequence[Seat]) -> Worst:
    """Return the worst-case cost of these hands together.

    Before the Dealer's face-up card is dealt, a wager that depends on it is judged by the hand alone: a further card
    raises only hands that could have been dealt that high themselves.
    """
    found, exact = NOTHING, True
    examples: dict[tuple[_Span, _Span | None, Mask], Mask | None] = {}
    for dealer, lowest, above in _modes(game, layout, seats):
        search = _Search(game, layout, seats, dealer, (lowest, above), examples)
        one = search.best(found.cents)
        if one.cents > found.cents:
            found, exact = one, not search.ran_out
    return found._replace(exact=exact)


def is_searched(game: BankedGame) -> bool:
    """Return whether hands are paid by their ranking alone, with or without the Dealer's face-up card."""
    return game.hand in SEARCHED and all(
        one.ranked is own_strength or (one.ranked is best_with_up_card and game.hand is FIVE_CARDS)
        for one in (*game.pays.values(), *(premium.pays for premium in game.premiums.values()))
    )


def _looks_up(game: BankedGame) -> bool:
    tables = game.pays.values()
    return any(table.ranked is not own_strength for table in tables)


def _modes(game: BankedGame, layout: Layout, seats: Sequence[Seat]) -> Iterator[tuple[Strength, Strength, Strength]]:
    """Yield the Dealer's possible hands: the strength to compare with, and the range that it stands for."""
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
    """A search of all hands against one kind of Dealer's hand, and one face-up card."""

    def __init__(
        self,
        game: BankedGame,
        layout: Layout,
        seats: Sequence[Seat],
        dealer: Strength,
        span: _Span,
        examples: dict[tuple[_Span, _Span | None, Mask], Mask | None],
    ) -> None:
        self._game, self._layout, self._seats, self._up = game, layout, seats, layout.up
        self._dealer, self._span = dealer, span
        self._compared = dealer != NO_HAND and span[1] == game.hand.best > span[0]
        """True if the Dealer qualifies with an unseen hand: then a hand wins only if it is the higher."""
        self._type = game.hand
        self._left = mask_of(DECK) & ~mask_of(layout.gone)
        self._held = mask_of(layout.dealer)
        self._tried = 0
        self._every = self._passed_over = False
        """The two stages of a search: whether every fifth card is tried, and whether the first stage skipped some."""
        self.ran_out = False
        """True if some undecided choice counted as one that can be dealt."""
        self._most_tried = MOST_TRIED // 20 if self._up and _looks_up(game) else MOST_TRIED
        self._examples = examples
        known: dict[object, list[_Level]] = {}
        self._levels = [
            self._levels_of(seat) if seat.held else known.setdefault(seat.alike, []) or self._learnt(seat, known)
            for seat in seats
        ]
        self._most: dict[tuple[_Kind, ...], int] = {}
        self._limit: dict[tuple[_Kind, ...], int] = {}
        """By kinds of hand: an upper bound on how many can be dealt together."""

    # --- costs of each hand ---

    def _learnt(self, seat: Seat, known: dict[object, list[_Level]]) -> list[_Level]:
        known[seat.alike] = self._levels_of(seat)
        return known[seat.alike]

    def _levels_of(self, seat: Seat) -> list[_Level]:
        """Return the kinds of hand by their cost, the most expensive first; the last costs nothing and is any hand."""
        costs: dict[Cents, list[tuple[_Kind, Comparison]]] = {}
        for kind in self._kinds():
            cards = self._example(kind, mask_of(seat.held))
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

    def _example(self, kind: _Kind, held: Mask) -> Mask | None:
        """Return a hand of a kind; None if the remaining cards have none."""
        key = (kind.own, kind.six, held)
        if key not in self._examples:
            self._examples[key] = next(self._hands(kind, self._left | held, held), None)
        return self._examples[key]

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
        hole = cards_of(cards)
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

    # --- the most expensive choice that can be dealt ---

    def best(self, at_least: Cents) -> Worst:
        """Return the most expensive choice that can be dealt; an empty one if none costs more than ``at_least``."""
        first = (0,) * len(self._seats)
        waiting = [(-self._total(first), first)]
        seen = {first}
        while waiting:
            cost, chosen = heappop(waiting)
            if -cost <= at_least:
                return NOTHING
            conflict = self._conflict(chosen)
            if not conflict:
                return Worst(-cost, tuple(self._levels[at][level][2] for at, level in enumerate(chosen)))
            for at in conflict:  # any choice that can be dealt differs from this one in one of these hands
                if chosen[at] + 1 < len(self._levels[at]):
                    lower = self._ordered((*chosen[:at], chosen[at] + 1, *chosen[at + 1 :]))
                    if lower not in seen:
                        seen.add(lower)
                        heappush(waiting, (-self._total(lower), lower))
        return NOTHING

    def _total(self, chosen: tuple[int, ...]) -> Cents:
        return sum(self._levels[at][level][0] for at, level in enumerate(chosen))

    def _ordered(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Return the choice with the more expensive kinds on the first of equal hands, so that it is tried once."""
        found = list(chosen)
        for alike in {seat.alike for seat in self._seats if not seat.held}:
            places = [at for at, seat in enumerate(self._seats) if seat.alike == alike and not seat.held]
            for at, level in zip(places, sorted(chosen[at] for at in places), strict=True):
                found[at] = level
        return tuple(found)

    def _conflict(self, chosen: tuple[int, ...]) -> list[int]:
        """Return the hands that cannot be dealt together; empty if all can.

        If this is undecided after many tries, they count as hands that can be dealt.
        """
        kinds = [self._levels[at][level][1] for at, level in enumerate(chosen)]
        wanted = Counter(one for one, seat in zip(kinds, self._seats, strict=True) if not seat.held)
        for one, number in wanted.items():
            if number > 1 and number > self._most.get(one, 0):
                able = next((n for n in range(number, 1, -1) if self._dealt([(one, 0)] * n, alone=True)), 1)
                self._most[one] = max(able, self._most.get(one, 0))
                if able < number:
                    self._limit[one] = able
            if number > self._limit.get(one, number):
                return [at for at, mine in enumerate(kinds) if mine == one and not self._seats[at].held]
        asked = [(one, mask_of(seat.held)) for one, seat in zip(kinds, self._seats, strict=True)]
        return [] if self._dealt(asked) else [*range(len(chosen))]

    def _dealt(self, asked: Sequence[tuple[tuple[_Kind, ...], Mask]], *, alone: bool = False) -> bool:
        """Return whether hands of these kinds can be dealt, and unless ``alone`` a Dealer's hand with them.

        Which fifth card completes a hand with the face-up card hardly ever matters. A few are tried first, and all of
        them only if that fails.
        """
        self._every = self._passed_over = False
        if self._deals(asked, alone=alone):
            return True
        self._every = True
        return self._passed_over and self._deals(asked, alone=alone)

    def _deals(self, asked: Sequence[tuple[tuple[_Kind, ...], Mask]], *, alone: bool) -> bool:
        """Return whether hands of these kinds can be dealt, with a few fifth cards or with every one.

        A hand that may be any hand takes the cards that the others leave, which are always enough.
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
                    if self._tried > self._most_tried:
                        self.ran_out = True
                        return True
                    own = min(least, _rank_of(self._type.name, cards)) if kind.wins else least
                    if deal(at + 1, left & ~cards, own):
                        return True
            return False

        return deal(0, self._left, self._type.best + 1)

    def _dealer_has(self, left: Mask, below: Strength) -> bool:
        """Return whether the remaining cards make a Dealer's hand of the required kind that is lower than ``below``."""
        if self._dealer == NO_HAND or len(self._layout.dealer) == self._type.cards:
            return True
        kind = _Kind((self._span[0], min(self._span[1], below - 1)), None, wins=False)
        return next(self._hands(kind, left | self._held, self._held, up=True), None) is not None

    def _hands(self, kind: _Kind, left: Mask, held: Mask, *, up: bool = False) -> Iterator[Mask]:
        """Yield the hands of a kind from the cards ``left`` that hold ``held``: the strongest first, last if ``up``."""
        low, high = kind.own
        if held.bit_count() == self._type.cards:
            if low <= _rank_of(self._type.name, held) <= high and self._six_fits(held, kind):
                yield held
            return
        strengths = range(low, high + 1) if up else range(high, low - 1, -1)
        if kind.six is not None and kind.six[0] > high:
            yield from self._completed(kind, left, held)
            return
        for strength in strengths:
            for hand in hands_of(self._type.name, strength, left, held):
                if self._six_fits(hand, kind):
                    yield hand

    def _six_fits(self, hand: Mask, kind: _Kind) -> bool:
        if kind.six is None:
            return True
        return kind.six[0] <= self._type.rank_best(cards_of(hand | mask_of(self._up))) <= kind.six[1]

    def _completed(self, kind: _Kind, left: Mask, held: Mask) -> Iterator[Mask]:
        """Yield the hands that only the face-up card raises that high: four cards of a better hand and one more."""
        assert kind.six is not None
        up, name = mask_of(self._up), self._type.name
        if not _lifts(name, kind.own, kind.six, rank_of(self._up[0])):
            return
        for strength in range(kind.six[1], kind.six[0] - 1, -1):
            for better in hands_of(name, strength, left | up, up):
                four, further = better & ~up, 0
                for card in cards_of(left & ~four):
                    hand = four | 1 << card
                    if hand & held != held or not kind.own[0] <= _rank_of(name, hand) <= kind.own[1]:
                        continue
                    if not self._six_fits(hand, kind):
                        continue
                    if further == _FURTHER and not self._every:
                        self._passed_over = True
                        break
                    yield hand
                    further += 1


# ---- Kinds of hands -------------------------------------------------------------------------------------------------


def _boundaries(game: BankedGame, *, own: bool) -> set[Strength]:
    """Return the strengths at which the rows of pay tables and the orders of hands begin.

    With ``own``, those of tables that rank the Player's own hand; otherwise the rows of the other tables.
    """
    tables = [*game.pays.values(), *(premium.pays for premium in game.premiums.values())]
    mine = (table for table in tables if (table.ranked is own_strength) is own)
    found = {span.lowest for table in mine for span in table.spans(game.hand.best)}
    return found | {order.lowest for order in game.hand.orders} if own else found


def _intervals(starts: set[Strength], best: Strength) -> Iterator[tuple[Strength, Strength]]:
    """Yield the intervals from each start to the next, the highest first."""
    ordered = sorted({0, *(one for one in starts if one <= best)})
    ends = [*(one - 1 for one in ordered[1:]), best]
    yield from reversed([*zip(ordered, ends, strict=True)])


def mask_of(cards: Iterable[Card]) -> Mask:
    """Return a set of cards as bits."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


@lru_cache(1 << 16)
def cards_of(mask: Mask) -> tuple[Card, ...]:
    """Return the cards of a set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(Card(low.bit_length() - 1))
        mask ^= low
    return tuple(found)


@lru_cache(1 << 16)
def _rank_of(name: str, mask: Mask) -> Strength:
    return _TYPES[name].rank(cards_of(mask))


@lru_cache(None)
def _pattern(name: str, strength: Strength) -> tuple[tuple[tuple[int, int], ...], bool]:
    """Return the ranks of a hand with their counts, and whether all its cards are of one suit."""
    cards = _TYPES[name].representative(strength)
    return tuple(Counter(map(rank_of, cards)).items()), len({suit_of(card) for card in cards}) == 1


def hands_of(name: str, strength: Strength, left: Mask, held: Mask = 0) -> Iterator[Mask]:
    """Yield every hand of a strength from the remaining cards that holds certain cards."""
    ranks, suited = _pattern(name, strength)
    if held and any(card // 4 not in dict(ranks) for card in cards_of(held)):
        return
    if suited:
        for suit in range(4):
            hand = sum(1 << rank * 4 + suit for rank, _ in ranks)
            if not hand & ~left and hand & held == held:
                yield hand
        return
    choices = []
    for rank, number in ranks:
        wanted = held >> rank * 4 & 15
        of_rank = [one for one in _SUITS_OF[number] if not one & ~(left >> rank * 4) and one & wanted == wanted]
        if not of_rank:
            return
        choices.append([one << rank * 4 for one in of_rank])
    apart = len(ranks) == _TYPES[name].cards
    for parts in product(*choices):
        hand = sum(parts)
        if not (apart and any(not hand & ~suit for suit in _OF_SUIT)):
            yield hand


_SUITS_OF: Final = {
    number: tuple(sum(1 << suit for suit in suits) for suits in combinations(range(4), number))
    for number in range(1, 5)
}
_OF_SUIT: Final = tuple(sum(1 << rank * 4 + suit for rank in range(13)) for suit in range(4))


@lru_cache(None)
def _lifts(name: str, own: _Span, six: _Span, rank: int) -> bool:
    """Return whether a face-up card of a rank can raise hands below ``six`` that high at all.

    One hand of each strength is tried. Hands of the same strength differ in suits alone. Suits would matter only if
    four of one suit and a fifth made a flush, which is then no lower than the strength to which the hand is raised.
    """
    up, type_ = 1 << rank * 4, _TYPES[name]
    deck = mask_of(DECK)
    for strength in range(six[1], six[0] - 1, -1):
        better = next(hands_of(name, strength, deck, up), None)
        if better is None:
            continue
        four = better & ~up
        for card in DECK:
            hand = four | 1 << card
            if better >> card & 1 or not own[0] <= _rank_of(type_.name, hand) <= own[1]:
                continue
            if six[0] <= type_.rank_best(cards_of(hand | up)) <= six[1]:
                return True
    return False
