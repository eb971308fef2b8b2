"""Hold'em against the House, solved exactly: what every decision is worth over all 55,627,620,048,000 deals.

Once deals are counted (:mod:`croupier.odds.holdem.counts`) and the rulebook has been asked
(:mod:`croupier.odds.holdem.terms`), a solution is sums of whole numbers. Nothing a Player learns later changes what
an earlier wager wins, so the three decisions part: Turn and River wager go by what they pay against what the cards
promise, and the Flop wager is worth what it wins with perfect play after it.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import parse_cards
from croupier.hands import BEST
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.holdem.counts import BOARDS_OF_A_PAIR, DEALS, DEALS_OF_A_PAIR, HOLES, counts_for, hole_size
from croupier.odds.holdem.ground import BELOW, COLUMNS, LEVEL, RUNGS
from croupier.odds.holdem.terms import (
    WAGERS,
    HoldemTerms,
    Prizes,
    holdem_terms,
    is_holdem,
    notable_categories,
    paid_by_ranking,
    pays_to_one,
    prizes_of,
    with_ante_from,
)
from croupier.odds.results import Figures, JackpotReturn, figures, jackpot_return
from croupier.odds.solver import PERFECT, Charted, Choice, HandShown, Known, Paid, Progress, Stakes
from croupier.odds.whatif import ANTE_FROM, pay_keys, with_pays
from croupier.rules.house import HouseGame, HousePolicy
from croupier.rules.settling import Jackpot
from croupier.rules.terms import WagerName

BLIND: Final = "blind"
SIMPLE: Final[Mapping[str, str]] = {
    "pair": "see the Flop with all but 72o to 32o; Turn and River with a pair or better, the board's own included",
    "improved": "see the Flop with all but 72o to 32o; Turn and River where the Hole Cards make a higher category than"
    " the board alone",
    "sixes-and-draws": "as improved; Turn also with four to a straight or flush; River only from a pair of sixes, or"
    " with four to a straight flush",
}
"""Strategies that a Player can remember, in the order in which they are counted."""

STRATEGIES: Final[Mapping[str, str]] = {
    PERFECT: "every wager by what it is worth",
    BLIND: "every wager on every hand",
    "check": "the Flop wager on every hand and none after it",
    **SIMPLE,
}
"""What each means."""

_WORST: Final = frozenset({"72o", "62o", "52o", "42o", "32o"})
"""What the simple strategies fold."""

_EXACT: Final = 1 << 62
_FEW: Final = 20

_PRIZES: Final[dict[int, tuple[Jackpot, dict[tuple[int, Cents, bool], Prizes]]]] = {}
"""What rulebooks have answered, by the very jackpot that was asked, which is held on to."""


class HoldemOutcome(Struct, frozen=True):
    """One way in which a round ends."""

    outcome: str
    raises: int
    """How many wagers followed the Ante."""
    units: int
    combinations: int


class Solution(NamedTuple):
    """A strategy, and what it meets with."""

    terms: HoldemTerms
    seen: NDArray[np.int64]
    """Deals by starting hand, Turn wager or not, River wager or not, and column, were every hand played."""
    nets: tuple[int, ...]
    """By starting hand: what the Flop wager and all after it win over the deals of one pair, in Antes."""
    plays: tuple[bool, ...]
    """By starting hand: whether it sees the Flop."""


class Holdem:
    """A hold'em game, ready to be asked."""

    def __init__(
        self,
        game: HouseGame,
        changes: Mapping[str, str] | None = None,
        *,
        workers: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        if not is_holdem(game):
            raise ValueError(f"{game.name} is not hold'em")
        pays_changed = dict(changes or {})
        threshold = pays_changed.pop(ANTE_FROM, None)
        game = with_pays(game, pays_changed, moving_rows(game), [ANTE_FROM]) if pays_changed else game
        self.game = game if threshold is None else with_ante_from(game, ANTE_FROM, threshold)
        self.terms = holdem_terms(self.game)
        pays = {wager: pays_to_one(self.terms, wager) for wager in (WagerName.TURN, WagerName.RIVER)}
        self.rungs = (pays[WagerName.TURN], pays[WagerName.RIVER])
        """Turn and River wager are placed on the rungs below these."""
        beyond = None
        if max(pays.values()) >= RUNGS:  # the ladder does not reach so high: count for these very pays
            beyond = (pays[WagerName.TURN], pays[WagerName.RIVER])
            self.rungs = (1, 1)
        self.counts = counts_for(notable_categories(game), beyond, workers, progress)
        self._solutions: dict[tuple[str, Stakes], Solution] = {}

    def solve(self, strategy: str = PERFECT, stakes: Stakes = Stakes()) -> Solution:  # noqa: B008
        """Play by a strategy. Raises :class:`InputError` for one that is not known."""
        if strategy not in STRATEGIES:
            raise InputError(f"--strategy: there is {', '.join(STRATEGIES)}, not {strategy[:40]!r}")
        if (strategy, stakes) not in self._solutions:
            self._solutions[strategy, stakes] = self._solve(strategy, stakes)
        return self._solutions[strategy, stakes]

    def _solve(self, strategy: str, stakes: Stakes) -> Solution:
        seen = self._seen(strategy)
        units = self.units()
        exact = abs(int(abs(units).max())) < _EXACT // (12 * DEALS_OF_A_PAIR)  # else numbers without a limit
        worth = seen.reshape(len(HOLES), -1).astype(np.int64 if exact else object) @ units.ravel()
        nets = tuple(int(net) // hole_size(name) for name, net in zip(HOLES, worth, strict=True))
        if strategy != PERFECT:
            folds = _WORST if strategy in SIMPLE else frozenset()
            return Solution(self.terms, seen, nets, tuple(name not in folds for name in HOLES))
        fold = self.terms.fold * DEALS_OF_A_PAIR
        extra = [Fraction(0)] * len(HOLES)
        if stakes.ante is not None and stakes.meter is not None:
            extra = [gain / stakes.ante * DEALS_OF_A_PAIR for gain in self.kept_by_playing(stakes, stakes.meter)]
        return Solution(self.terms, seen, nets, tuple(net + more > fold for net, more in zip(nets, extra, strict=True)))

    def _seen(self, strategy: str) -> NDArray[np.int64]:
        """The deals by whether Turn and River wager are placed: on the lower rungs they are."""
        if strategy in SIMPLE:
            counted: NDArray[np.int64] = self.counts.simple[list(SIMPLE).index(strategy)]
            return counted
        turn, river = self.rungs if strategy == PERFECT else (RUNGS, RUNGS) if strategy == BLIND else (0, 0)
        seen = np.empty((len(HOLES), 2, 2, COLUMNS), np.int64)
        for place, on_turn in enumerate((slice(turn, None), slice(turn))):
            some = self.counts.deals[:, on_turn].sum(axis=1)
            seen[:, place, 0] = some[:, river:].sum(axis=1)
            seen[:, place, 1] = some[:, :river].sum(axis=1)
        return seen

    def units(self) -> NDArray[np.int64]:
        """What a played hand wins in Antes: by Turn wager or not, River wager or not, and column."""
        nets = self.terms.nets
        units = np.zeros((2, 2, COLUMNS), np.int64)
        units += nets[WagerName.ANTE] + nets[WagerName.FLOP]
        units[1] += nets[WagerName.TURN]
        units[:, 1] += nets[WagerName.RIVER]
        return units

    # --- the jackpot wager ---

    @cached_property
    def _awards(self) -> tuple[list[int], NDArray[np.int64]]:
        """The kinds of deal that may win an award, and how often by starting hand."""
        kinds = np.flatnonzero(self.counts.awards.any(axis=0))
        return kinds.tolist(), self.counts.awards[:, kinds]

    def prize(self, kind: int, stake: Cents, *, folded: bool) -> Prizes:
        """What a kind of deal may win of the jackpot."""
        _, prizes = _PRIZES.setdefault(id(self.game.jackpot), (self.game.jackpot, {}))
        key = (kind, stake, folded)
        if key not in prizes:
            prizes[key] = prizes_of(self.game, self.counts.example(kind), stake, folded=folded)
        return prizes[key]

    def jackpot_parts(
        self, stakes: Stakes, meter: Cents, *, folded: bool, add_up: bool = False, back: bool = False
    ) -> list[tuple[Fraction, Fraction]]:
        """By starting hand: the average of fixed awards in cents, and the share of the meter won on average.

        ``add_up`` and ``back`` are other readings: every award is paid, and the wager comes back beside an award.
        """
        kinds, awards = self._awards
        alike: dict[tuple[Cents, int], list[int]] = {}
        for at, kind in enumerate(kinds):
            won = self.prize(kind, stakes.jackpot_wager, folded=folded)
            fixed, percent = (sum(won.fixed), sum(won.percents)) if add_up else won.best(meter)
            if back and (fixed or percent):
                fixed += stakes.jackpot_wager
            alike.setdefault((fixed, percent), []).append(at)
        often = {best: awards[:, places].sum(axis=1).tolist() for best, places in alike.items()}
        of = [hole_size(name) * BOARDS_OF_A_PAIR for name in HOLES]
        return [
            (
                Fraction(sum(amount * ways[hole] for (amount, _), ways in often.items()), of[hole]),
                Fraction(sum(percent * ways[hole] for (_, percent), ways in often.items()), 100 * of[hole]),
            )
            for hole in range(len(HOLES))
        ]

    def kept_by_playing(self, stakes: Stakes, meter: Cents) -> list[Fraction]:
        """By starting hand: what the jackpot wager is worth more, in cents, if the hand is not folded."""
        played, folded = (self.jackpot_parts(stakes, meter, folded=gone) for gone in (False, True))
        return [a - c + (b - d) * meter for (a, b), (c, d) in zip(played, folded, strict=True)]

    # --- as every solver answers ---

    @property
    def total(self) -> int:
        """All deals."""
        return DEALS

    def warm_up(self) -> None:
        """Compile what advice needs; the counts are there."""
        self.advise(Known(parse_cards("As Kd"), community=parse_cards("5c 3h 2s")), Stakes())

    def figures(self, strategy: str = PERFECT) -> Figures:
        """House edge and what goes with it."""
        return holdem_figures(self, self.solve(strategy))

    def frequencies(self, strategy: str = PERFECT) -> dict[str, Fraction]:
        """How often each wager after the Ante is placed."""
        placed = wagered(self.solve(strategy))
        return {wager.value: often for wager, often in placed.items() if wager is not WagerName.ANTE}

    def side_edges(self) -> dict[str, Fraction]:
        """The house edge of the Bonus."""
        from croupier.odds.holdem.bonus import bonus_return

        return {WagerName.BONUS.value: bonus_return(self.game, self.counts).house_edge.fraction}

    def jackpot_edge(self, stakes: Stakes) -> Fraction:
        """The house edge of the jackpot wager at a meter, for whoever plays perfectly."""
        edge = holdem_jackpot(self, self.solve(), stakes).house_edge
        assert edge is not None, "asked for at a meter"
        return edge.fraction

    def paid(self, wager: Cents, meter: Cents) -> Paid:
        """What every row pays on average, with a jackpot wager in cents at a meter."""
        from croupier.odds.holdem.answer import holdem_paid

        return holdem_paid(self, self.solve(), wager, meter)

    def charted(self) -> Charted:
        """All 169 starting hands."""
        from croupier.odds.holdem.answer import hands_of

        hands = hands_of(self.solve()).items()
        return Charted(tuple(HandShown(name, one.decision.value, one.net / one.of) for name, one in hands))

    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """What every choice is worth, the best first."""
        from croupier.odds.holdem.answer import advise_holdem

        if known.dealer:
            raise InputError(f"dealer: in {self.game.name} no card of the Dealer is known at a decision")
        told = advise_holdem(self, known.cards, known.community, turn_placed=known.turn_placed, stakes=stakes)
        return tuple(Choice(one.decision.value, one.worth) for one in told.choices)


def moving_rows(game: HouseGame) -> frozenset[str]:
    """Every row of the pay tables that some hand is paid by: those that begin below all before them."""
    idle = set()
    for wager in WAGERS:
        above = BEST + 1
        for line in paid_by_ranking(game, wager).lines:
            if line.lowest >= above:
                idle.add(f"{wager}.{line.name}")
            above = min(above, line.lowest)
    return frozenset(pay_keys(game)) - idle


# --- what a solution says ------------------------------------------------------------------------------------------


def outcomes_of(holdem: Holdem, solution: Solution) -> tuple[HoldemOutcome, ...]:
    """Every way a round ends, best first; folds have no wager after the Ante."""
    units = holdem.units()
    found: dict[tuple[int, int, str], int] = {}
    for (turn, river, column), often in np.ndenumerate(solution.seen[np.array(solution.plays)].sum(axis=0)):
        key = (int(units[turn, river, column]), 1 + turn + river, _name(solution.terms, column))
        found[key] = found.get(key, 0) + int(often)
    folds = sum(hole_size(name) for name, plays in zip(HOLES, solution.plays, strict=True) if not plays)
    if folds:
        found[solution.terms.fold, 0, "fold"] = folds * DEALS_OF_A_PAIR
    ordered = sorted(found.items(), key=lambda one: (-one[0][0], one[0][1], one[0][2]))
    return tuple(HoldemOutcome(name, raises, won, ways) for (won, raises, name), ways in ordered if ways)


def _name(terms: HoldemTerms, column: int) -> str:
    """``win_with_ante``, ``win``, ``push``, ``dealer_wins``."""
    if column == BELOW:
        return "dealer_wins"
    if column == LEVEL:
        return "push"
    return "win_with_ante" if terms.ante_wins[column] else "win"


def wagered(solution: Solution) -> dict[WagerName, Fraction]:
    """How often each wager is placed."""
    played = solution.seen[np.array(solution.plays)].sum(axis=(0, 3))
    flop, turn, river = int(played.sum()), int(played[1].sum()), int(played[:, 1].sum())
    return {
        WagerName.ANTE: Fraction(1),
        WagerName.FLOP: Fraction(flop, DEALS),
        WagerName.TURN: Fraction(turn, DEALS),
        WagerName.RIVER: Fraction(river, DEALS),
    }


def holdem_figures(holdem: Holdem, solution: Solution) -> Figures:
    """House edge and all that."""
    average = sum((solution.terms.stakes[wager] * often for wager, often in wagered(solution).items()), Fraction(0))
    lines = [(Fraction(line.units), line.combinations) for line in outcomes_of(holdem, solution)]
    return figures(lines, average, DEALS)


def holdem_jackpot(holdem: Holdem, solution: Solution, stakes: Stakes) -> JackpotReturn:
    """What the jackpot wager is worth to whoever plays so.

    A hand is paid the award that is worth most, which the meter may decide: a small share of it may be less than a
    fixed amount. Without a meter the parts are those at the seed; the break-even meter is the one of its own parts.
    """

    def parts(meter: Cents) -> tuple[Fraction, Fraction]:
        played, folded = (holdem.jackpot_parts(stakes, meter, folded=gone) for gone in (False, True))
        kept = [one if plays else other for one, other, plays in zip(played, folded, solution.plays, strict=True)]
        sizes = [Fraction(hole_size(name), 1326) for name in HOLES]
        return (
            sum((size * one[0] for size, one in zip(sizes, kept, strict=True)), Fraction(0)),
            sum((size * one[1] for size, one in zip(sizes, kept, strict=True)), Fraction(0)),
        )

    here = parts(HousePolicy().seed if stakes.meter is None else stakes.meter)
    said = at = jackpot_return(stakes.jackpot_wager, *here, stakes.meter)
    for _ in range(_FEW):
        if at.break_even_meter is None or (there := parts(at.break_even_meter)) == here:
            break
        here, at = there, jackpot_return(stakes.jackpot_wager, *there, stakes.meter)
    return replace(said, break_even_meter=at.break_even_meter, break_even_meter_exact=at.break_even_meter_exact)
