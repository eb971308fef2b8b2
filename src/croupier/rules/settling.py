"""The ends of wagers: outcomes in order of precedence, pay tables, jackpot awards.

Outcomes are rows under a paragraph number: when the row applies, and what it does to which wager. For each wager the
first row that applies and names it decides, so precedence between paragraphs is the order of one list.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import RANKS, Card, rank_of, suit_of
from croupier.hands import RANK_NAMES, HandOrder, Strength, rank_best, rank_five
from croupier.money import Cents, For1, Odds, percent_of
from croupier.rules.document import Cite
from croupier.rules.handtypes import HandType
from croupier.rules.terms import WagerName

NO_HAND: Final[Strength] = -1
"""The strength that stands for a hand not seen."""


class Comparison(Struct, frozen=True):
    """The facts of a hand at the settlement, which a rulebook may ask about."""

    folded: bool
    shown: bool
    own: Strength
    dealer: Strength
    hole: tuple[Card, ...]
    dealer_hole: tuple[Card, ...]
    """The Dealer's Hole Cards; empty if the Dealer has no hand to compare."""
    community: tuple[Card, ...]
    dealing: str
    parameters: Mapping[str, str]
    absent: bool = False
    """True if its Player has left: the hand counts as folded without a decision."""
    established: bool = False
    """True if the hand was withheld from the comparison, and shown after all before the settlement."""
    dealer_up: tuple[Card, ...] = ()
    """The Dealer's cards that were dealt face up, whether or not the others were turned."""


class Standing(Struct, frozen=True):
    """The facts of a hand already decided while the round is in play, which a rulebook may ask about."""

    folded: bool
    """True if the hand, or a Player's part of it, has been folded, and no paragraph has given the wagers back."""
    compared: bool
    """True if a wager ends the same way for all possible face-down cards."""
    community_won: bool
    """True if the Community Cards already face up have won its jackpot wager a prize, however the round goes on."""


Condition = Callable[[Comparison], bool]


class Result(StrEnum):
    """The end of a wager."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand_off"
    """The stake comes back: the hands rank the same, or the text says the wager neither wins nor loses."""
    RETURNED = "returned"
    """The stake comes back: no action on it."""
    VOID = "void"
    """The stake comes back: the round has no result."""


class Outcome(Struct, frozen=True):
    """A paragraph that decides wagers."""

    cites: tuple[Cite, ...]
    when: Condition
    results: Mapping[WagerName, Result]


Ranking = Callable[[Comparison], Strength]
"""A function that picks the cards of a settled hand that are ranked, and ranks them."""


def own_strength(hand: Comparison) -> Strength:
    """Return the strength of the Player's own hand, as it is compared with the Dealer's."""
    return hand.own


def best_with_up_card(hand: Comparison) -> Strength:
    """Return the strength of the best five of the Player's five cards and the Dealer's face-up card."""
    return rank_best(hand.hole + hand.dealer_up) if hand.shown else NO_HAND


class RanksFrom(Struct, frozen=True):
    """A condition: the cards rank at least so high. Without a hand to rank, only the lowest rank of all is reached."""

    lowest: Strength
    ranked: Ranking = own_strength

    def __call__(self, hand: Comparison) -> bool:
        """Return whether the ranked cards are strong enough."""
        return max(self.ranked(hand), 0) >= self.lowest


def ranks_from(category: HandOrder, ranked: Ranking = own_strength) -> RanksFrom:
    """Make the condition that the ranked cards, by default the hand, are of that category or a higher one."""
    return RanksFrom(category.lowest, ranked)


ANY_HAND: Final = RanksFrom(0)

HoleTest = Callable[[tuple[Card, ...]], bool]
"""A test of two Hole Cards."""


class Holding(Struct, frozen=True):
    """A condition: the Player's Hole Cards pass every test of theirs, and the Dealer's pass every test of theirs."""

    own: tuple[HoleTest, ...]
    dealer: tuple[HoleTest, ...] = ()

    def __call__(self, hand: Comparison) -> bool:
        """Return whether the Hole Cards pass; a Dealer without a hand passes no test."""
        return self.holds(hand.hole, hand.dealer_hole)

    def holds(self, own: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
        """Return whether these Hole Cards of Player and Dealer pass."""
        return self.fits(own) and (not self.dealer or (bool(dealer) and all(test(dealer) for test in self.dealer)))

    def fits(self, own: tuple[Card, ...]) -> bool:
        """Return whether the Player's Hole Cards pass, for any cards of the Dealer."""
        for test in self.own:  # noqa: SIM110  every box tests every row, and a plain loop is twice as fast
            if not test(own):
                return False
        return True


def hole_cards(*tests: HoleTest) -> Holding:
    """Make the condition that the Player's Hole Cards pass every test."""
    return Holding(tests)


def both_hold(*tests: HoleTest) -> Holding:
    """Make the condition that the Player's Hole Cards and the Dealer's pass every test."""
    return Holding(tests, tests)


class PayLine(Struct, frozen=True):
    """A row of a pay table: what it pays, and for what."""

    name: str
    odds: Odds
    won_by: Condition = ANY_HAND


class Span(NamedTuple):
    """The strengths that a row pays, both included."""

    line: PayLine
    lowest: Strength
    highest: Strength


class PayTable(Struct, frozen=True, dict=True):
    """The pays of a winning wager; the first row that applies pays."""

    cite: Cite
    lines: tuple[PayLine, ...]

    def line(self, hand: Comparison) -> PayLine | None:
        """Return the row that pays; None if no row does."""
        ranked = self.ranked
        if ranked is not None:  # one ranking for all rows: it is worked out once
            strength = max(ranked(hand), 0)
            for line, lowest in self._floors:
                if strength >= lowest:
                    return line
            return None
        for line in map(self.lines.__getitem__, self.fitting(hand.hole)) if self.holdings else self.lines:
            if line.won_by(hand):
                return line
        return None

    def fitting(self, own: tuple[Card, ...]) -> tuple[int, ...]:
        """Return the rows of a table of Hole Cards that these pass, for any cards of the Dealer; cached by hand."""
        if own not in self._fit:
            self._fit[own] = tuple(row for row, holding in enumerate(self.holdings) if holding.fits(own))
        return self._fit[own]

    @cached_property
    def _fit(self) -> dict[tuple[Card, ...], tuple[int, ...]]:
        return {}

    @cached_property
    def ranked(self) -> Ranking | None:
        """The ranking that all rows go by; None where a row asks anything else."""
        asked = {line.won_by.ranked if isinstance(line.won_by, RanksFrom) else None for line in self.lines}
        return asked.pop() if len(asked) == 1 else None

    @cached_property
    def _floors(self) -> tuple[tuple[PayLine, Strength], ...]:
        """The rows of a table that goes by a ranking, each with the least strength that it pays."""
        return tuple((line, line.won_by.lowest) for line in self.lines if isinstance(line.won_by, RanksFrom))

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """The condition of each row on the Hole Cards; empty if a row has a condition of another kind."""
        found = tuple(line.won_by for line in self.lines if isinstance(line.won_by, Holding))
        return found if len(found) == len(self.lines) else ()

    def spans(self, best: Strength) -> Iterator[Span]:
        """Yield the rows that pay some strength up to ``best``, in a table that goes by a ranking."""
        above = best + 1
        for line in self.lines:
            assert isinstance(line.won_by, RanksFrom), f"{self.cite} goes by a ranking"
            if line.won_by.lowest < above:
                yield Span(line, line.won_by.lowest, above - 1)
                above = line.won_by.lowest


class Premium(Struct, frozen=True):
    """The pays on a wager by the ranking of the hand that are due whether the wager wins or loses.

    A stake that goes back without action earns none.
    """

    title: str
    """The document's name for it."""
    cites: tuple[Cite, ...]
    when: Condition
    pays: PayTable


class Cap(Struct, frozen=True):
    """The most that is paid on one wager of one box; the stake comes back on top."""

    most: Cents
    cite: Cite
    reading: Cite = ""
    """The paragraph by which the stake is not counted."""

    @property
    def cites(self) -> tuple[Cite, ...]:
        """The paragraph, and how it is read."""
        return (self.cite, self.reading) if self.reading else (self.cite,)


class PercentOfMeter(Struct, frozen=True):
    """A share of the value displayed when the award is paid, rounded down to the cent. All of it resets the meter."""

    percent: int

    def worth(self, stake: Cents, meter: Cents) -> Cents:
        """Return the prize in cents, at a displayed meter."""
        return percent_of(self.percent, meter)

    def __str__(self) -> str:
        return f"{self.percent} % of the jackpot"


class Fixed(Struct, frozen=True):
    """A fixed amount paid by the House, independent of the meter."""

    amount: Cents

    def worth(self, stake: Cents, meter: Cents) -> Cents:
        """Return the amount itself."""
        return self.amount

    def __str__(self) -> str:
        return f"${self.amount // 100:,}"


class ForStake(Struct, frozen=True):
    """Odds on the jackpot wager, paid by the House."""

    odds: For1

    def worth(self, stake: Cents, meter: Cents) -> Cents:
        """Return what those odds pay in total."""
        return self.odds.winnings(stake)

    def __str__(self) -> str:
        return str(self.odds)


Prize = PercentOfMeter | Fixed | ForStake


class Scope(StrEnum):
    """The cards that an award looks at."""

    HAND = "hand"
    COMMUNITY = "community"


class Award(Struct, frozen=True):
    """A row of the jackpot pay table."""

    name: str
    prize: Prize
    cite: Cite
    scope: Scope
    won_by: Condition
    major: bool = False
    """True if it is signed for by two, and takes its turn among the major awards of other tables."""


def beside_a_major(award: Award, others: tuple[Award, ...]) -> bool:
    """Return whether there is a major award among several: the others are paid before it, or after it."""
    return bool(others) and any(one.major for one in (award, *others))


def among_majors(award: Award, others: tuple[Award, ...]) -> bool:
    """Return whether the award and another one are major."""
    return award.major and any(one.major for one in others)


class JackpotRight(Struct, frozen=True):
    """The awards that a hand may still win; the first row that applies decides."""

    cites: tuple[Cite, ...]
    when: Condition
    scopes: frozenset[Scope]


class Claim(Struct, frozen=True):
    """A hand that has won something from a jackpot and waits to be paid."""

    table: str
    box: int
    stake: Cents
    awards: tuple[Award, ...]
    """The awards that the hand could be paid; it is paid one, the one worth most when its turn comes."""
    dealt: int
    """The moment when the hand was complete, in the order kept by the link."""
    entered: int
    """The moment when the claim was entered into the jackpot system, in the same order."""

    @property
    def major(self) -> bool:
        """True if the hand has won a major award."""
        return any(award.major for award in self.awards)


class Jackpot(Struct, frozen=True):
    """The progressive jackpot of a game."""

    awards: tuple[Award, ...]
    rights: tuple[JackpotRight, ...]
    paid_in_order: Callable[[Claim], tuple[int, ...]]
    """The sort key by which claims pending together are paid."""
    across: tuple[Cite, ...]
    """The paragraphs that put the awards of several tables in order."""
    at_table: Cite
    """The paragraph that puts those of one table in order."""
    house_orders: bool = False
    """True if the House conclusively determines in which order hands at several tables were dealt."""
    registered: tuple[Cite, ...] = ()
    """The paragraphs by which a round in which the jackpot system fails is paid from the value registered before;
    none if the document leaves it to the value displayed."""
    feeds: tuple[Cite, ...] = ()
    """The paragraphs on when a jackpot wager feeds the meter, and that it is kept."""
    percentages: tuple[Cite, ...] = ()
    """The paragraphs on what a percentage is taken from, and what it does to the meter."""
    together: tuple[Cite, ...] = ()
    """The paragraphs on which awards of one round the order of payment binds."""
    binds: Callable[[Award, tuple[Award, ...]], bool] = beside_a_major
    """The test of whether that order binds an award, by the others that are paid in the same round."""

    def paid_as_registered(self, *cites: Cite) -> "Jackpot":
        """Return the same jackpot under the paragraphs that apply while its system has failed."""
        return replace(self, registered=cites)

    @property
    def community_awards(self) -> tuple[Award, ...]:
        """The awards based on the Community Cards alone."""
        return tuple(award for award in self.awards if award.scope is Scope.COMMUNITY)


def _any_hand(hand: Comparison) -> bool:
    return True


def _nobody_waits(claim: Claim) -> tuple[int, ...]:
    return ()


NO_JACKPOT: Final = Jackpot((), (JackpotRight((), _any_hand, frozenset()),), _nobody_waits, across=(), at_table="")
"""The jackpot of a game without one: nothing to win, nothing to feed."""


def folded(hand: Comparison) -> bool:
    """Return whether the hand was folded."""
    return hand.folded


def folded_by_leaving(hand: Comparison) -> bool:
    """Return whether the hand counts as folded because its Player left."""
    return hand.folded and hand.absent


def folded_by_choice(hand: Comparison) -> bool:
    """Return whether the Player has folded the hand."""
    return hand.folded and not hand.absent


def in_and_shown(hand: Comparison) -> bool:
    """Return whether the hand was not folded, and was shown."""
    return not hand.folded and hand.shown


def in_but_not_shown(hand: Comparison) -> bool:
    """Return whether the hand was not folded, and its Player did not show it."""
    return not hand.folded and not hand.shown


def ranks_higher(hand: Comparison) -> bool:
    """Return whether the Player's hand is compared with the Dealer's, and is the higher."""
    return in_and_shown(hand) and hand.own > hand.dealer


def ranks_lower(hand: Comparison) -> bool:
    """Return whether the Player's hand is compared with the Dealer's, and is the lower."""
    return in_and_shown(hand) and hand.own < hand.dealer


def ranks_the_same(hand: Comparison) -> bool:
    """Return whether the Player's hand is compared with the Dealer's, and neither is the higher."""
    return in_and_shown(hand) and hand.own == hand.dealer


def first_complete_first(claim: Claim) -> tuple[int, ...]:
    """Return the sort key of a claim: by the moment the hand was complete, then clockwise, as box 1 is dealt first."""
    return (claim.dealt, claim.box)


def folded_or_compared(hand: Standing) -> bool:
    """Return whether a wager of the hand has conclusively won or lost: by a fold, or by what is face up."""
    return hand.folded or hand.compared


def folded_compared_or_won(hand: Standing) -> bool:
    """Return whether a wager of the hand is decided, or the face-up Community Cards have won it a prize."""
    return folded_or_compared(hand) or hand.community_won


class Qualifying(Struct, frozen=True, dict=True):
    """The hand that the Dealer needs for a comparison: the lowest that begins with these ranks, or anything higher."""

    ranks: str
    """The ranks of its first cards in the order in which hands are compared: ``AK``, ``Q``."""
    hand: HandType
    cite: Cite

    @cached_property
    def lowest(self) -> Strength:
        """The lowest hand that qualifies."""
        return next(one for one in range(self.hand.best + 1) if self._begins(one) == self.ranks)

    def holds(self, dealer: Strength) -> bool:
        """Return whether a Dealer's hand of this strength qualifies."""
        return dealer >= self.lowest

    def falls_short(self, hand: Comparison) -> bool:
        """Return whether the hand is still in and shown, and the Dealer does not qualify."""
        return in_and_shown(hand) and not self.holds(hand.dealer)

    def higher(self, hand: Comparison) -> bool:
        """Return whether the Dealer qualifies, and the Player's hand is the higher."""
        return ranks_higher(hand) and self.holds(hand.dealer)

    def lower(self, hand: Comparison) -> bool:
        """Return whether the Dealer qualifies, and the Player's hand is the lower."""
        return ranks_lower(hand) and self.holds(hand.dealer)

    def the_same(self, hand: Comparison) -> bool:
        """Return whether the Dealer qualifies, and neither hand is the higher."""
        return ranks_the_same(hand) and self.holds(hand.dealer)

    def named(self, lowest: Strength) -> str:
        """Name the lowest hand with which a Dealer qualifies: ``Ace and King``, ``Queen high``, ``One Pair``."""
        order = self.hand.order_of(lowest)
        names = [RANK_NAMES[RANKS.index(rank)] for rank in self._begins(lowest)]
        if order is not self.hand.orders[0]:
            return order.title if lowest == order.lowest else self.hand.describe(lowest)
        return f"{names[0]} high" if len(names) == 1 else " and ".join((", ".join(names[:-1]), names[-1]))

    @property
    def neighbours(self) -> tuple[Strength, Strength, Strength]:
        """The hand below, the qualifying one and the one above: where the ranks that are named change."""
        below = self._begins(self.lowest - 1)
        first = next(one for one in range(self.hand.best + 1) if self._begins(one) == below)
        above = next(one for one in range(self.lowest, self.hand.best + 1) if self._begins(one) != self.ranks)
        return first, self.lowest, above

    def _begins(self, strength: Strength) -> str:
        cards = self.hand.representative(strength)[: len(self.ranks)]
        return "".join(RANKS[rank_of(card)] for card in cards)


def holds(category: HandOrder) -> Condition:
    """Make the condition that the Player's hand is of that category."""
    lowest, highest = category.lowest, category.highest
    return lambda hand: lowest <= hand.own <= highest


def board_holds(category: HandOrder) -> Condition:
    """Make the condition that the five Community Cards by themselves are of that category."""
    lowest, highest = category.lowest, category.highest
    return lambda hand: lowest <= rank_five(hand.community) <= highest


_ROYAL_RANKS: Final = frozenset(range(RANKS.index("T"), RANKS.index("A") + 1))
_ROYALS: Final = tuple(
    frozenset(Card(rank * 4 + suit) for rank, suit in product(_ROYAL_RANKS, (suit,))) for suit in range(4)
)

_ROYAL_CARDS: Final = frozenset().union(*_ROYALS)


def has_royal(cards: tuple[Card, ...]) -> bool:
    """Return whether there is a Royal Flush among the cards."""
    royal = _ROYAL_CARDS.intersection(cards)
    return len(royal) >= 5 and any(map(royal.issuperset, _ROYALS))


def pair_of(*ranks: str) -> HoleTest:
    """Make the test that two cards are a pair of one of these ranks."""
    wanted = frozenset(RANKS.index(rank) for rank in ranks)
    return lambda hole: rank_of(hole[0]) == rank_of(hole[1]) and rank_of(hole[0]) in wanted


def ranks_are(high: str, low: str) -> HoleTest:
    """Make the test that two cards have these two ranks, in either order."""
    wanted = {RANKS.index(high), RANKS.index(low)}
    return lambda hole: {rank_of(hole[0]), rank_of(hole[1])} == wanted


def one_of(*tests: HoleTest) -> HoleTest:
    """Make the test that two cards pass one of these tests."""
    return lambda hole: any(test(hole) for test in tests)


def suited(hole: tuple[Card, ...]) -> bool:
    """Return whether two cards share a suit."""
    return suit_of(hole[0]) == suit_of(hole[1])
