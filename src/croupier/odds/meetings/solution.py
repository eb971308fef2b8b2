"""A game with one decision, solved exactly: what every strategy wins over all combinations.

Once hands are counted and the rulebook has been asked (:mod:`croupier.odds.meetings.terms`), a solution is one
comparison per row, to bet or to fold, and sums of whole numbers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import parse_cards
from croupier.hands import Strength
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.lines import awards_paid, by_line
from croupier.odds.meetings.side import SideReturn, rows_reached, side_return, side_wagers
from croupier.odds.meetings.terms import (
    Meeting,
    Prizes,
    Terms,
    awards_won,
    bet_wager,
    main_wagers,
    prizes,
    read_meetings,
    read_terms,
    rows_paid,
)
from croupier.odds.results import Figures, JackpotReturn, OutcomeLine, figures, jackpot_return
from croupier.odds.solver import PERFECT, Charted, Choice, Known, Paid, Progress, Stakes, nothing
from croupier.odds.whatif import DEALER_FROM, THRESHOLD, premium_key, with_pays
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Counts(Protocol):
    """Rows in order of the Player's class: deals from which the same numbers of Dealer's hands follow."""

    @property
    def qualifying(self) -> Strength:
        """The class from which on the Dealer qualifies."""
        ...

    @property
    def starts(self) -> Ints:
        """The place of each class's first row, and after them the place where the last class ends."""
        ...

    @property
    def ways(self) -> Ints:
        """The number of deals of what a Player sees that each row stands for."""
        ...

    @property
    def unqualified(self) -> Ints:
        """The number of the Dealer's hands that do not qualify, by row."""
        ...

    @property
    def weaker(self) -> Ints:
        """The number of the Dealer's hands that are weaker than the Player's, qualified or not, by row."""
        ...

    @property
    def equal(self) -> Ints:
        """The number of the Dealer's hands that are as strong as the Player's, by row."""
        ...


class Rows(NamedTuple):
    """The counts of a game, sorted by how hands meet."""

    meetings: tuple[Ints, ...]
    """The number of the Dealer's hands by :class:`Meeting` and row."""
    weighted: tuple[Ints, ...]
    """The numbers of ``meetings``, times the deals that the row stands for."""
    played: Ints
    """The combinations by meeting and class if every hand is played."""


class Solution(NamedTuple):
    """A strategy, and its results."""

    terms: Terms
    bets: Bools
    """True for each row on which to bet."""
    played: Ints
    """The combinations by meeting and class in which a hand is played."""
    folded: Ints
    """The deals of what a Player sees that are folded, by class."""
    deals: int
    """The number of deals of what a Player sees at the decision."""
    completions: int
    """The number of ways to complete the Dealer's hand after each deal."""


class SuitCase(Struct, frozen=True):
    """One way in which a hand shares the suit of the face-up card."""

    matching: str
    """The ranks of the Player's cards that share it."""
    decision: str
    """The decision, ``bet`` or ``fold``; ``both`` where more than the suits decides."""


class UpCase(Struct, frozen=True):
    """A face-up card against which the suits decide."""

    up: str
    suits: tuple[SuitCase, ...]
    bets: int
    of: int
    """The number of such deals, in ``bets`` of which to bet."""


class HandCase(Struct, frozen=True):
    """A hand that is played against some face-up cards and not against others; those by rank."""

    hand: str
    bet: str
    fold: str
    depends: tuple[UpCase, ...]


class BetStrategy(Struct, frozen=True):
    """Perfect strategy: what is always folded, what is always played, and everything between."""

    always_fold_to: str | None
    """The best hand up to which all are folded."""
    always_bet_from: str | None
    """The lowest hand from which all are played."""
    cases: tuple[HandCase, ...]


class MeetingGame(ABC):
    """A game with one decision, ready to be asked."""

    deals: ClassVar[int]
    """The number of deals of what a Player sees at the decision."""
    completions: ClassVar[int]
    """The ways to complete the Dealer's hand after each."""
    face_up: ClassVar[int]
    """The number of the Dealer's cards that are face up at the decision."""
    strategies: ClassVar[Mapping[str, str]]
    """The description of each strategy by name, perfect play first."""
    bets_from: ClassVar[Mapping[str, Strength]]
    """Simple strategies: bet on that hand and on every better one."""

    def __init__(
        self, game: BankedGame, changes: Mapping[str, str] | None = None, *, progress: Progress = nothing
    ) -> None:
        pays, qualifying = _split(game, changes or {})
        self.game = with_pays(game, pays, moving_rows(game), [DEALER_FROM]) if pays else game
        self.qualifying = read_meetings(game).qualifying if qualifying is None else qualifying
        self._progress = progress
        self._terms: dict[Cents | None, Terms] = {}

    @property
    def total(self) -> int:
        """All combinations."""
        return self.deals * self.completions

    @cached_property
    @abstractmethod
    def counts(self) -> Counts:
        """The counts, which may have to be made."""

    @abstractmethod
    def strategy_words(self, solution: Solution) -> BetStrategy:
        """Describe a strategy for people."""

    @abstractmethod
    def charted(self) -> Charted:
        """Return perfect play for display."""

    @abstractmethod
    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """Return what every choice is worth, the best first."""

    @abstractmethod
    def warm_up(self) -> None:
        """Compile and load everything that the first question would otherwise wait for."""

    @cached_property
    def rows(self) -> Rows:
        """The counts by how hands meet, once for each kind of game and qualifying hand."""
        key = (type(self).__name__, self.qualifying)
        if key not in _SORTED:
            _SORTED[key] = sorted_rows(self.counts, self.completions)
        return _SORTED[key]

    @property
    def dealt(self) -> Ints:
        """The deals of hands of each class."""
        return _by_class(self.counts.ways, self.counts.starts)

    def terms(self, stakes: Stakes) -> Terms:
        """Return what the document pays on these stakes, cached by the Ante."""
        if stakes.ante not in self._terms:
            self._terms[stakes.ante] = read_terms(self.game, stakes.ante)
        return self._terms[stakes.ante]

    def prizes(self, stakes: Stakes, *, folded: bool) -> Prizes:
        """Return what the jackpot wager may win, by class."""
        return prizes(self.game, stakes.jackpot_wager, folded=folded)

    def solve(self, strategy: str = PERFECT, stakes: Stakes = Stakes()) -> Solution:  # noqa: B008
        """Play by a strategy. Raises :class:`InputError` for one that is not known."""
        terms, rows = self.terms(stakes), self.rows
        ways, starts = self.counts.ways, self.counts.starts
        if strategy == PERFECT:
            bets = self._best(terms, stakes)
            played = np.stack([_by_class(np.where(bets, one, 0), starts) for one in rows.weighted])
            folded = _by_class(np.where(bets, 0, ways), starts)
        elif strategy in self.bets_from:
            plays = np.arange(len(starts) - 1) >= self.bets_from[strategy]
            bets = np.repeat(plays, np.diff(starts))
            played = np.where(plays, rows.played, 0)
            folded = np.where(plays, 0, _by_class(ways, starts))
        else:
            raise InputError(f"--strategy: must be one of {', '.join(self.strategies)}, not {strategy[:40]!r}")
        return Solution(terms, bets, played, folded, self.deals, self.completions)

    def worths(self, terms: Terms, stakes: Stakes) -> tuple[Ints, Ints]:
        """Return what a bet wins by meeting and class, and what a fold wins by class, the jackpot's prizes included.

        With a jackpot wager both are in hundredths of a cent, so that a percentage of the meter is whole; otherwise in
        the units of the terms.
        """
        classes = self.game.hand.best + 1
        fold = np.full(classes, terms.fold)
        if stakes.ante is None or stakes.meter is None:
            return terms.nets, fold
        kept, lost = self.prizes(stakes, folded=False), self.prizes(stakes, folded=True)
        in_hundredths = [
            np.array([int(100 * won.worth(own, stakes.meter)) for own in range(classes)]) for won in (kept, lost)
        ]
        return 100 * terms.nets + in_hundredths[0], 100 * fold + in_hundredths[1]

    def _best(self, terms: Terms, stakes: Stakes) -> Bools:
        """Return, row by row, whether a bet is worth more than a fold.

        If both are worth the same, the hand is folded. Raises :class:`InputError` for amounts too large to calculate
        with.
        """
        worth, fold = self.worths(terms, stakes)
        if max(int(abs(worth).max()), int(abs(fold).max())) >= (1 << 62) // self.completions // len(Meeting):
            raise InputError("--pay, --ante, --meter: these amounts are too large to calculate with")
        sizes = np.diff(self.counts.starts)
        value = sum(count * np.repeat(net - fold, sizes) for count, net in zip(self.rows.meetings, worth, strict=True))
        found: Bools = np.asarray(value) > 0
        return found

    # --- answers ---

    def figures(self, strategy: str = PERFECT) -> Figures:
        """Return the house edge and related figures."""
        return round_figures(self.solve(strategy))

    def frequencies(self, strategy: str = PERFECT) -> dict[str, Fraction]:
        """Return the share of rounds in which the hand is played."""
        return {bet_wager(self.game).value: raise_frequency(self.solve(strategy))}

    def side_wager(self, wager: WagerName, stake: Cents | None = None) -> SideReturn:
        """Return what a side wager returns: in itself, or on a stake in cents that a cap may cut."""
        return side_return(self.game, wager, self.dealt, stake)

    def side_edges(self) -> dict[str, Fraction]:
        """Return the house edge of each side wager."""
        return {wager.value: self.side_wager(wager).house_edge for wager in side_wagers(self.game)}

    def jackpot_edge(self, stakes: Stakes) -> Fraction:
        """Return the house edge of the jackpot wager at a meter, with perfect play."""
        edge = round_jackpot(self, self.solve(), stakes).house_edge
        assert edge is not None, "asked for at a meter"
        return edge.fraction

    def paid(self, wager: Cents, meter: Cents) -> Paid:
        """Return what every row pays on average, with a jackpot wager in cents at a meter."""
        return lines_paid(self, self.solve(), wager, meter)


_SORTED: Final[dict[tuple[str, Strength], Rows]] = {}


def sorted_rows(counts: Counts, completions: int) -> Rows:
    """Sort counts by meetings."""
    classes = len(counts.starts) - 1
    qualified = np.repeat(np.arange(classes) >= counts.qualifying, np.diff(counts.starts))
    higher = np.where(qualified, counts.weaker - counts.unqualified, 0)
    equal = np.where(qualified, counts.equal, 0)
    meetings = (counts.unqualified, higher, equal, completions - counts.unqualified - higher - equal)
    weighted = tuple(counts.ways * one for one in meetings)
    played = np.stack([_by_class(one, counts.starts) for one in weighted])
    return Rows(meetings, weighted, played)


def _by_class(rows: Ints, starts: Ints) -> Ints:
    return np.add.reduceat(rows, starts[:-1])


def moving_rows(game: BankedGame) -> frozenset[str]:
    """Return the keys of all rows that pay some hand."""
    side = (f"{wager}.{row}" for wager in side_wagers(game) for row in rows_reached(game, wager))
    return frozenset([*rows_paid(game), *side])


def _split(game: BankedGame, changes: Mapping[str, str]) -> tuple[dict[str, str], Strength | None]:
    """Split changes into those of pay tables, and the hand from which the Dealer is to qualify."""
    pays, qualifying = {}, None
    for key, value in changes.items():
        if key == DEALER_FROM:
            qualifying = read_threshold(game, key, value)
        elif key.endswith(f".{THRESHOLD}"):
            raise InputError(f"--pay {key}: in {game.name} only {DEALER_FROM} sets what is needed")
        else:
            pays[key] = value
    return pays, qualifying


_NUMBERS: Final = {3: "three", 5: "five"}


def read_threshold(game: BankedGame, key: str, value: str) -> Strength:
    """Read the class of a hand written as its cards, or the lowest class of an order such as ``one_pair``.

    Raises :class:`InputError`.
    """
    named = next((order for order in game.hand.orders if order.key == value), None)
    if named is not None:
        return named.lowest
    try:
        return game.hand.rank(parse_cards(value))
    except ValueError as error:
        names, cards = ", ".join(order.key for order in game.hand.orders), game.hand.cards
        number = _NUMBERS.get(cards, str(cards))
        raise InputError(f"--pay {key}: write {number} cards, or one of {names} ({error})") from None


def in_words(ready: MeetingGame, solution: Solution, case: Callable[[Strength], HandCase]) -> BetStrategy:
    """Describe a strategy; ``case`` describes a hand that is played in some deals and folded in others."""
    played = ready.dealt - solution.folded
    fold_to = int(np.argmax(played > 0)) - 1 if played.any() else ready.game.hand.best
    not_always = np.flatnonzero(solution.folded > 0)
    bet_from = int(not_always[-1]) + 1 if len(not_always) else 0
    describe = ready.game.hand.describe
    return BetStrategy(
        describe(fold_to) if fold_to >= 0 else None,
        describe(bet_from) if bet_from <= ready.game.hand.best else None,
        tuple(case(own) for own in range(bet_from - 1, fold_to, -1)),
    )


# --- results ------------------------------------------------------------------------------------------------------


def outcome_lines(solution: Solution) -> list[tuple[str, Fraction, int]]:
    """List every way in which a round ends: its name, what it wins in Antes, its combinations."""
    terms = solution.terms
    found: dict[tuple[str, int], int] = {}
    for group in range(len(terms.names) - 1, -1, -1):
        classes = np.flatnonzero(terms.groups == group)
        played = solution.played[:, classes].sum(axis=1)
        for meeting in (Meeting.HIGHER, Meeting.UNQUALIFIED, Meeting.EQUAL, Meeting.LOWER):
            if played[meeting]:
                key = (terms.names[group][meeting], int(terms.nets[meeting, classes[0]]))
                found[key] = found.get(key, 0) + int(played[meeting])
    found["fold", terms.fold] = int(solution.folded.sum()) * solution.completions
    lines = [(name, Fraction(net, terms.ante), ways) for (name, net), ways in found.items() if ways]
    return sorted(lines, key=lambda line: -line[1])


def shown_outcomes(solution: Solution) -> tuple[OutcomeLine, ...]:
    """List every way in which a round ends as the answer shows it, whole numbers without a point."""
    return tuple(
        OutcomeLine(name, units.numerator if units.denominator == 1 else float(units), ways)
        for name, units, ways in outcome_lines(solution)
    )


def raise_frequency(solution: Solution) -> Fraction:
    """Return the share of rounds in which the hand is played."""
    return Fraction(solution.deals - int(solution.folded.sum()), solution.deals)


def round_figures(solution: Solution) -> Figures:
    """Return the house edge and related figures."""
    terms = solution.terms
    wagered = 1 + Fraction(terms.bet, terms.ante) * raise_frequency(solution)
    lines = [(units, ways) for _, units, ways in outcome_lines(solution)]
    return figures(lines, wagered, solution.deals * solution.completions)


def round_jackpot(ready: MeetingGame, solution: Solution, stakes: Stakes) -> JackpotReturn:
    """Return what the jackpot wager is worth with this strategy."""
    fixed, coefficient = Fraction(0), Fraction(0)
    folded = [int(ways) for ways in solution.folded]
    played = [int(all_) - gone for all_, gone in zip(ready.dealt, folded, strict=True)]
    for after_fold, ways in ((False, played), (True, folded)):
        won = ready.prizes(stakes, folded=after_fold)
        fixed += Fraction(sum(prize * often for prize, often in zip(won.fixed, ways, strict=True)), ready.deals)
        percent = sum(prize * often for prize, often in zip(won.percent, ways, strict=True))
        coefficient += Fraction(percent, 100 * ready.deals)
    return jackpot_return(stakes.jackpot_wager, fixed, coefficient, stakes.meter)


def lines_paid(ready: MeetingGame, solution: Solution, wager: Cents, meter: Cents) -> Paid:
    """Return what every row pays on average, with a jackpot wager in cents at a meter."""
    game, terms, found = ready.game, solution.terms, {}
    whole = terms.ante * ready.total
    for place, (name, stake) in enumerate(zip(main_wagers(game), (terms.ante, terms.bet), strict=True)):
        won = np.zeros(solution.played.shape[1], np.int64)
        kept = np.zeros_like(won)
        for meeting in Meeting:
            result = terms.meetings.results[meeting][place]
            if result is Result.WIN:
                won = won + solution.played[meeting]
            if result in (Result.WIN, Result.LOSE, Result.STAND_OFF):
                kept = kept + solution.played[meeting]
        for line, ways in by_line(game.pays[name], won):
            found[f"{name}.{line.name}"] = Fraction(ways * line.odds.winnings(stake), whole)
        if name in game.premiums:
            for line, ways in by_line(game.premiums[name].pays, kept):
                found[f"{premium_key(name)}.{line.name}"] = Fraction(ways * line.odds.winnings(stake), whole)
    for side in side_wagers(game):
        returned = ready.side_wager(side)
        for one in returned.lines:
            if one.pays is not None:
                found[f"{side}.{one.row}"] = Fraction(one.combinations * one.pays, returned.total)
    folded = [int(ways) for ways in solution.folded]
    played = [int(all_) - gone for all_, gone in zip(ready.dealt, folded, strict=True)]
    often: dict[int, int] = {}
    for ways_by_class, gone in ((played, False), (folded, True)):
        for own, award in awards_won(game, folded=gone).items():
            often[award] = often.get(award, 0) + ways_by_class[own]
    shares = {at: Fraction(ways, ready.deals) for at, ways in often.items()}
    return {**found, **awards_paid(game, shares, wager, meter)}
