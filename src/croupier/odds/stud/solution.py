"""Casino Stud, solved exactly: what every strategy wins over all 19,933,230,517,200 combinations.

Once hands are counted (:mod:`croupier.odds.stud.counts`) and the rulebook has been asked
(:mod:`croupier.odds.stud.terms`), a solution is a comparison a row, to bet or to fold, and sums of whole numbers.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import parse_cards
from croupier.hands import BEST, STRENGTHS_OF, Category, Strength, rank_five
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.results import Figures, JackpotReturn, OutcomeLine, figures, jackpot_return
from croupier.odds.stud.counts import COMPLETIONS, DEALS, TOTAL, Ints, Progress, StudCounts, nothing, stud_counts
from croupier.odds.stud.terms import Meeting, Prizes, StudTerms, prizes, read_meetings, stud_terms
from croupier.odds.whatif import DEALER_FROM, THRESHOLD, with_pays
from croupier.rules.house import HouseGame, HousePolicy

PERFECT: Final = "perfect"

BETS_FROM: Final[Mapping[str, Strength]] = {
    "blind": 0,
    "pair": STRENGTHS_OF[Category.ONE_PAIR][0],
    "ace-king": rank_five(parse_cards("As Kd 4c 3h 2s")),
    "akj83": rank_five(parse_cards("As Kd Jc 8h 3s")),
}
"""Simple strategies: bet on that hand and on every better one, whatever the Dealer shows."""

STRATEGIES: Final[Mapping[str, str]] = {
    PERFECT: "bet where that is worth more than a fold",
    "blind": "bet on every hand",
    "pair": "bet from a pair on",
    "ace-king": "bet from Ace and King on",
    "akj83": "bet from Ace, King, Jack, 8, 3 on",
}
"""What each means."""

Bools = NDArray[np.bool_]


class Stakes(Struct, frozen=True):
    """What is wagered. Without an Ante in money, results are in Antes and no cap is reached."""

    ante: Cents | None = None
    meter: Cents | None = None
    """With a meter, a jackpot wager lies beside the Ante."""
    jackpot_wager: Cents = HousePolicy().jackpot_wager


class Rows(NamedTuple):
    """The counts of a game, sorted by how hands meet."""

    counts: StudCounts
    meetings: tuple[Ints, ...]
    """By :class:`Meeting` and row: how many of the Dealer's hands."""
    weighted: tuple[Ints, ...]
    """The same, times the deals that the row stands for."""
    played: Ints
    """By meeting and class: the combinations where every hand is played."""


class Solution(NamedTuple):
    """A strategy, and what it meets with."""

    terms: StudTerms
    bets: Bools
    """Row by row: whether to bet."""
    played: Ints
    """By meeting and class: the combinations in which a hand that was played meets the Dealer so."""
    folded: Ints
    """By class: the deals of a hand and a face-up card that are folded."""


class Stud:
    """A Casino Stud game, ready to be asked."""

    def __init__(
        self, game: HouseGame, changes: Mapping[str, str] | None = None, *, progress: Progress = nothing
    ) -> None:
        pays, qualifying = _split(game, changes or {})
        self.game = with_pays(game, pays)
        self.qualifying = read_meetings(game).qualifying if qualifying is None else qualifying
        self._progress = progress
        self._terms: dict[Cents | None, StudTerms] = {}

    @cached_property
    def rows(self) -> Rows:
        """The counts, which may have to be made."""
        return sorted_rows(stud_counts(self.qualifying, self._progress))

    @property
    def dealt(self) -> Ints:
        """By class: the deals of such a hand and a face-up card."""
        return _by_class(self.rows.counts.ways, self.rows.counts.starts)

    def terms(self, stakes: Stakes) -> StudTerms:
        """What the document pays on these stakes."""
        if stakes.ante not in self._terms:
            self._terms[stakes.ante] = stud_terms(self.game, stakes.ante)
        return self._terms[stakes.ante]

    def prizes(self, stakes: Stakes, *, folded: bool) -> Prizes:
        """What the jackpot wager may win."""
        return prizes(self.game, stakes.jackpot_wager, folded=folded)

    def solve(self, strategy: str = PERFECT, stakes: Stakes = Stakes()) -> Solution:  # noqa: B008
        """Play by a strategy. Raises :class:`InputError` for one that is not known."""
        terms, rows = self.terms(stakes), self.rows
        ways, starts = rows.counts.ways, rows.counts.starts
        if strategy == PERFECT:
            bets = self._best(terms, stakes)
            played = np.stack([_by_class(np.where(bets, one, 0), starts) for one in rows.weighted])
            folded = _by_class(np.where(bets, 0, ways), starts)
        elif strategy in BETS_FROM:
            plays = np.arange(BEST + 1) >= BETS_FROM[strategy]
            bets = np.repeat(plays, np.diff(starts))
            played = np.where(plays, rows.played, 0)
            folded = np.where(plays, 0, _by_class(ways, starts))
        else:
            raise InputError(f"--strategy: there is {', '.join(STRATEGIES)}, not {strategy[:40]!r}")
        return Solution(terms, bets, played, folded)

    def worths(self, terms: StudTerms, stakes: Stakes) -> tuple[Ints, Ints]:
        """By meeting and class what a bet wins, and by class what a fold does, the jackpot's prizes included.

        In hundredths of a cent with a jackpot wager, for a percentage of the meter; else as the terms have it.
        """
        fold = np.full(BEST + 1, terms.fold)
        if stakes.ante is None or stakes.meter is None:
            return terms.nets, fold
        kept, lost = self.prizes(stakes, folded=False), self.prizes(stakes, folded=True)
        in_hundredths = [
            np.array([int(100 * won.worth(own, stakes.meter)) for own in range(BEST + 1)]) for won in (kept, lost)
        ]
        return 100 * terms.nets + in_hundredths[0], 100 * fold + in_hundredths[1]

    def _best(self, terms: StudTerms, stakes: Stakes) -> Bools:
        """Whether a bet is worth more than a fold, row by row; where both are worth the same, a fold costs less."""
        worth, fold = self.worths(terms, stakes)
        if max(int(abs(worth).max()), int(abs(fold).max())) >= (1 << 62) // COMPLETIONS // len(Meeting):
            raise InputError("--pay, --ante, --meter: these amounts are too large to be reckoned with")
        sizes = np.diff(self.rows.counts.starts)
        value = sum(count * np.repeat(net - fold, sizes) for count, net in zip(self.rows.meetings, worth, strict=True))
        found: Bools = np.asarray(value) > 0
        return found


def sorted_rows(counts: StudCounts) -> Rows:
    """Counts sorted by meetings, once for each qualifying hand."""
    if counts.qualifying not in _SORTED:
        _SORTED[counts.qualifying] = sorted_anew(counts)
    return _SORTED[counts.qualifying]


def sorted_anew(counts: StudCounts) -> Rows:
    """Counts sorted by meetings."""
    qualified = np.repeat(np.arange(BEST + 1) >= counts.qualifying, np.diff(counts.starts))
    higher = np.where(qualified, counts.weaker - counts.unqualified, 0)
    equal = np.where(qualified, counts.equal, 0)
    meetings = (counts.unqualified, higher, equal, COMPLETIONS - counts.unqualified - higher - equal)
    weighted = tuple(counts.ways * one for one in meetings)
    played = np.stack([_by_class(one, counts.starts) for one in weighted])
    return Rows(counts, meetings, weighted, played)


_SORTED: Final[dict[Strength, Rows]] = {}


def _by_class(rows: Ints, starts: Ints) -> Ints:
    return np.add.reduceat(rows, starts[:-1])


def _split(game: HouseGame, changes: Mapping[str, str]) -> tuple[dict[str, str], Strength | None]:
    """Changes of pay tables, and the hand from which the Dealer is to qualify."""
    pays, qualifying = {}, None
    for key, value in changes.items():
        if key == DEALER_FROM:
            qualifying = read_threshold(key, value)
        elif key.endswith(f".{THRESHOLD}"):
            raise InputError(f"--pay {key}: in {game.name} only {DEALER_FROM} sets what is needed")
        else:
            pays[key] = value
    return pays, qualifying


def read_threshold(key: str, value: str) -> Strength:
    """The class of a hand that is written as five cards, or the lowest of a category such as ``one_pair``."""
    named = next((category for category in Category if category.key == value), None)
    if named is not None:
        return STRENGTHS_OF[named][0]
    try:
        return rank_five(parse_cards(value))
    except ValueError as error:
        names = ", ".join(category.key for category in Category)
        raise InputError(f"--pay {key}: write five cards, or one of {names} ({error})") from None


# --- what follows --------------------------------------------------------------------------------------------------


def outcome_lines(solution: Solution) -> list[tuple[str, Fraction, int]]:
    """Every way in which a round ends: its name, what it wins in Antes, its combinations."""
    terms = solution.terms
    found: dict[tuple[str, int], int] = {}
    for group in range(len(terms.names) - 1, -1, -1):
        classes = np.flatnonzero(terms.groups == group)
        played = solution.played[:, classes].sum(axis=1)
        for meeting in (Meeting.HIGHER, Meeting.UNQUALIFIED, Meeting.EQUAL, Meeting.LOWER):
            if played[meeting]:
                key = (terms.names[group][meeting], int(terms.nets[meeting, classes[0]]))
                found[key] = found.get(key, 0) + int(played[meeting])
    found["fold", terms.fold] = int(solution.folded.sum()) * COMPLETIONS
    lines = [(name, Fraction(net, terms.ante), ways) for (name, net), ways in found.items() if ways]
    return sorted(lines, key=lambda line: -line[1])


def shown_outcomes(solution: Solution) -> tuple[OutcomeLine, ...]:
    """The same for showing."""
    return tuple(
        OutcomeLine(name, units.numerator if units.denominator == 1 else float(units), ways)
        for name, units, ways in outcome_lines(solution)
    )


def raise_frequency(solution: Solution) -> Fraction:
    """In which share of rounds the hand is played."""
    return Fraction(DEALS - int(solution.folded.sum()), DEALS)


def stud_figures(solution: Solution) -> Figures:
    """House edge and all that."""
    terms = solution.terms
    wagered = 1 + Fraction(terms.bet, terms.ante) * raise_frequency(solution)
    return figures([(units, ways) for _, units, ways in outcome_lines(solution)], wagered, TOTAL)


def stud_jackpot(stud: Stud, solution: Solution, stakes: Stakes) -> JackpotReturn:
    """What the jackpot wager is worth to whoever plays so."""
    fixed, coefficient = Fraction(0), Fraction(0)
    folded = [int(ways) for ways in solution.folded]
    played = [int(all_) - gone for all_, gone in zip(stud.dealt, folded, strict=True)]
    for after_fold, ways in ((False, played), (True, folded)):
        won = stud.prizes(stakes, folded=after_fold)
        fixed += Fraction(sum(prize * often for prize, often in zip(won.fixed, ways, strict=True)), DEALS)
        percent = sum(prize * often for prize, often in zip(won.percent, ways, strict=True))
        coefficient += Fraction(percent, 100 * DEALS)
    return jackpot_return(stakes.jackpot_wager, fixed, coefficient, stakes.meter)
