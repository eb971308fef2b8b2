"""Hold'em against the House, solved exactly: what every decision is worth over all 55,627,620,048,000 deals.

Once deals are counted (:mod:`croupier.odds.holdem.counts`) and the rulebook has been asked
(:mod:`croupier.odds.holdem.terms`), a solution is sums of whole numbers. Nothing a Player learns later changes what
an earlier wager wins, so the three decisions are separate: Turn and River wager depend on what they pay and how the
hand compares, and the Flop wager is worth what it wins with perfect play after it.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from croupier.cards import DECK, Card, first_repeated, format_card, parse_cards
from croupier.hands import BEST, Category
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.holdem.bonus import TOTAL as BONUS_TOTAL
from croupier.odds.holdem.bonus import bonus_return
from croupier.odds.holdem.counts import (
    BOARDS_OF_A_PAIR,
    DEALS,
    DEALS_OF_A_PAIR,
    HOLES,
    counted_known,
    counts_for,
    hole_name,
    hole_size,
)
from croupier.odds.holdem.ground import BELOW, CATEGORIES, COLUMNS, LEVEL, RUNGS
from croupier.odds.holdem.terms import (
    WAGERS,
    HoldemTerms,
    Prizes,
    comparison,
    holdem_terms,
    is_holdem,
    notable_categories,
    paid_by_ranking,
    pays_to_one,
    prizes_of,
    with_ante_from,
)
from croupier.odds.lines import award_worth, awards_paid, by_line
from croupier.odds.results import Figures, JackpotReturn, Ratio, figures, jackpot_return
from croupier.odds.solver import PERFECT, Charted, Choice, HandShown, Known, Paid, Progress, Stakes
from croupier.odds.whatif import ANTE_FROM, pay_rows, with_pays
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.settling import NO_HAND, Jackpot
from croupier.rules.terms import Decision, WagerName

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
"""The name of each strategy and its description, perfect play first."""

_WORST: Final = frozenset({"72o", "62o", "52o", "42o", "32o"})
"""The starting hands that the simple strategies fold."""

_EXACT: Final = 1 << 62
_FEW: Final = 20

_PRIZES: Final[dict[int, tuple[Jackpot, dict[tuple[int, Cents, bool], Prizes]]]] = {}
"""A cache of rulebooks' answers, by the identity of the jackpot that was asked."""


class HoldemOutcome(Struct, frozen=True):
    """One way in which a round can end."""

    outcome: str
    raises: int
    """The number of wagers that followed the Ante."""
    units: int
    combinations: int


class Solution(NamedTuple):
    """A strategy, and its results."""

    terms: HoldemTerms
    seen: NDArray[np.int64]
    """Deals by starting hand, Turn wager or not, River wager or not, and column, were every hand played."""
    nets: tuple[int, ...]
    """The win of the Flop wager and all after it over the deals of one pair, in Antes, by starting hand."""
    plays: tuple[bool, ...]
    """True for each starting hand that sees the Flop."""


class Holdem:
    """A hold'em game, ready to be asked."""

    def __init__(
        self,
        game: BankedGame,
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
        if max(pays.values()) >= RUNGS:  # the ladder does not reach that high: count for exactly these pays
            beyond = (pays[WagerName.TURN], pays[WagerName.RIVER])
            self.rungs = (1, 1)
        self.counts = counts_for(notable_categories(game), beyond, workers, progress)
        self._solutions: dict[tuple[str, Stakes], Solution] = {}

    def solve(self, strategy: str = PERFECT, stakes: Stakes = Stakes()) -> Solution:  # noqa: B008
        """Play by a strategy. Raises :class:`InputError` for one that is not known."""
        if strategy not in STRATEGIES:
            raise InputError(f"--strategy: must be one of {', '.join(STRATEGIES)}, not {strategy[:40]!r}")
        if (strategy, stakes) not in self._solutions:
            self._solutions[strategy, stakes] = self._solve(strategy, stakes)
        return self._solutions[strategy, stakes]

    def _solve(self, strategy: str, stakes: Stakes) -> Solution:
        seen = self._seen(strategy)
        units = self.units()
        exact = abs(int(abs(units).max())) < _EXACT // (12 * DEALS_OF_A_PAIR)  # otherwise numbers without a limit
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
        """Return the deals by whether the Turn and the River wager are placed, which they are on the lower rungs."""
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
        """Return what a played hand wins in Antes: by Turn wager or not, River wager or not, and column."""
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
        """Return the prizes that a kind of deal may win from the jackpot."""
        _, prizes = _PRIZES.setdefault(id(self.game.jackpot), (self.game.jackpot, {}))
        key = (kind, stake, folded)
        if key not in prizes:
            prizes[key] = prizes_of(self.game, self.counts.example(kind), stake, folded=folded)
        return prizes[key]

    def jackpot_parts(
        self, stakes: Stakes, meter: Cents, *, folded: bool, add_up: bool = False, back: bool = False
    ) -> list[tuple[Fraction, Fraction]]:
        """Return, by starting hand, the average of fixed awards in cents, and the average share of the meter won.

        ``add_up`` and ``back`` are other interpretations: every award is paid, and the wager comes back in addition to
        an award.
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
        """Return, by starting hand, how much more the jackpot wager is worth, in cents, if the hand is not folded."""
        played, folded = (self.jackpot_parts(stakes, meter, folded=gone) for gone in (False, True))
        return [a - c + (b - d) * meter for (a, b), (c, d) in zip(played, folded, strict=True)]

    # --- answers ---

    @property
    def total(self) -> int:
        """All deals."""
        return DEALS

    def warm_up(self) -> None:
        """Compile what advice needs; the counts are there."""
        self.advise(Known(parse_cards("As Kd"), community=parse_cards("5c 3h 2s")), Stakes())

    def figures(self, strategy: str = PERFECT) -> Figures:
        """Return the house edge and related figures."""
        return holdem_figures(self, self.solve(strategy))

    def frequencies(self, strategy: str = PERFECT) -> dict[str, Fraction]:
        """Return the share of rounds in which each wager after the Ante is placed."""
        placed = wagered(self.solve(strategy))
        return {wager.value: often for wager, often in placed.items() if wager is not WagerName.ANTE}

    def side_edges(self) -> dict[str, Fraction]:
        """Return the house edge of the Bonus."""
        return {WagerName.BONUS.value: bonus_return(self.game, self.counts).house_edge.fraction}

    def jackpot_edge(self, stakes: Stakes) -> Fraction:
        """Return the house edge of the jackpot wager at a meter, with perfect play."""
        edge = holdem_jackpot(self, self.solve(), stakes).house_edge
        assert edge is not None, "asked for at a meter"
        return edge.fraction

    def paid(self, wager: Cents, meter: Cents) -> Paid:
        """Return what every row pays on average, with a jackpot wager in cents at a meter."""
        return holdem_paid(self, self.solve(), wager, meter)

    def charted(self) -> Charted:
        """Return all 169 starting hands with the decision on each and its worth."""
        hands = hands_of(self.solve()).items()
        return Charted(tuple(HandShown(name, one.decision.value, one.net / one.of) for name, one in hands))

    def advise(self, known: Known, stakes: Stakes) -> tuple[Choice, ...]:
        """Return what every choice is worth, the best first."""
        if known.dealer:
            raise InputError(f"dealer: in {self.game.name} no card of the Dealer is known at a decision")
        told = advise_holdem(self, known.cards, known.community, turn_placed=known.turn_placed, stakes=stakes)
        return tuple(Choice(one.decision.value, one.worth) for one in told.choices)


def moving_rows(game: BankedGame) -> frozenset[str]:
    """Return the keys of the pay rows that pay some hand: rows whose hands an earlier row pays are left out."""
    idle = set()
    for wager in WAGERS:
        table = paid_by_ranking(game, wager)
        reached = {span.line.name for span in table.spans(BEST)}
        idle |= {f"{wager}.{line.name}" for line in table.lines if line.name not in reached}
    return frozenset(pay_rows(game)) - idle


# --- outcomes and figures ------------------------------------------------------------------------------------------


def outcomes_of(holdem: Holdem, solution: Solution) -> tuple[HoldemOutcome, ...]:
    """List every way a round ends, best first; a fold has no wager after the Ante."""
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
    """Name an outcome: ``win_with_ante``, ``win``, ``push`` or ``dealer_wins``."""
    if column == BELOW:
        return "dealer_wins"
    if column == LEVEL:
        return "push"
    return "win_with_ante" if terms.ante_wins[column] else "win"


def wagered(solution: Solution) -> dict[WagerName, Fraction]:
    """Return the share of rounds in which each wager is placed."""
    played = solution.seen[np.array(solution.plays)].sum(axis=(0, 3))
    flop, turn, river = int(played.sum()), int(played[1].sum()), int(played[:, 1].sum())
    return {
        WagerName.ANTE: Fraction(1),
        WagerName.FLOP: Fraction(flop, DEALS),
        WagerName.TURN: Fraction(turn, DEALS),
        WagerName.RIVER: Fraction(river, DEALS),
    }


def holdem_figures(holdem: Holdem, solution: Solution) -> Figures:
    """Return the house edge and related figures."""
    average = sum((solution.terms.stakes[wager] * often for wager, often in wagered(solution).items()), Fraction(0))
    lines = [(Fraction(line.units), line.combinations) for line in outcomes_of(holdem, solution)]
    return figures(lines, average, DEALS)


def holdem_jackpot(holdem: Holdem, solution: Solution, stakes: Stakes) -> JackpotReturn:
    """Return what the jackpot wager is worth with this strategy.

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

    here = parts(BankedPolicy().seed if stakes.meter is None else stakes.meter)
    said = at = jackpot_return(stakes.jackpot_wager, *here, stakes.meter)
    for _ in range(_FEW):
        if at.break_even_meter is None or (there := parts(at.break_even_meter)) == here:
            break
        here, at = there, jackpot_return(stakes.jackpot_wager, *there, stakes.meter)
    return replace(said, break_even_meter=at.break_even_meter, break_even_meter_exact=at.break_even_meter_exact)


# --- starting hands ------------------------------------------------------------------------------------------------


class HandWorth(Struct, frozen=True):
    """A starting hand: what the Flop wager is worth with perfect play after it, in Antes, and what to do."""

    net: int
    of: int
    decision: Decision
    turn: Ratio
    """The share of deals in which the Turn wager follows if the hand is played."""
    river: Ratio


def hands_of(solution: Solution) -> dict[str, HandWorth]:
    """Return the worth and the decision of all 169 starting hands."""
    found = {}
    for name, net, plays, cells in zip(HOLES, solution.nets, solution.plays, solution.seen, strict=True):
        of = hole_size(name) * DEALS_OF_A_PAIR
        turn, river = Fraction(int(cells[1].sum()), of), Fraction(int(cells[:, 1].sum()), of)
        decision = Decision.FLOP if plays else Decision.FOLD
        found[name] = HandWorth(net, DEALS_OF_A_PAIR, decision, Ratio.of(turn), Ratio.of(river))
    return found


# --- by line ------------------------------------------------------------------------------------------------------


def holdem_paid(holdem: Holdem, solution: Solution, wager: Cents, meter: Cents) -> Paid:
    """Return what every line pays on average, with a jackpot wager in cents at a meter."""
    game, terms, found = holdem.game, solution.terms, {}
    played = solution.seen[np.array(solution.plays)].sum(axis=0)
    placed = {WagerName.TURN: played[1].sum(axis=0), WagerName.RIVER: played[:, 1].sum(axis=0)}
    for name in WAGERS:
        columns = placed.get(name, played.sum(axis=(0, 1)))[:CATEGORIES]
        wins = np.zeros(BEST + 1, np.int64)
        for category, ways, net in zip(Category, columns, terms.nets[name], strict=False):
            wins[category.lowest] = ways if net > 0 else 0
        for line, ways in by_line(paid_by_ranking(game, name), wins):
            found[f"{name}.{line.name}"] = Fraction(ways * line.odds.winnings(terms.stakes[name]), DEALS)
    for bonus in bonus_return(game, holdem.counts).lines:
        if bonus.pays is not None:
            key = f"{WagerName.BONUS}.{bonus.row}"
            found[key] = Fraction(bonus.combinations * bonus.pays, BONUS_TOTAL)
    return {**found, **awards_paid(game, award_frequencies(holdem, solution, wager, meter), wager, meter)}


def award_frequencies(holdem: Holdem, solution: Solution, wager: Cents, meter: Cents) -> dict[int, Fraction]:
    """Return how often each award is the one that is paid: of all that a deal wins, the one worth most."""
    kinds = np.flatnonzero(holdem.counts.awards.any(axis=0)).tolist()
    worth = [award_worth(award, wager, meter) for award in holdem.game.jackpot.awards]
    plays = np.array(solution.plays)
    sizes = [hole_size(name) for name in HOLES]
    found: dict[int, Fraction] = {}
    for kind in kinds:
        for folded in (False, True):
            won = awards_of_kind(holdem, kind, folded=folded)
            ways = int(holdem.counts.awards[plays != folded, kind].sum())
            if won and ways:
                best = max(won, key=lambda at: worth[at])
                found[best] = found.get(best, Fraction(0)) + Fraction(ways, sum(sizes) * BOARDS_OF_A_PAIR)
    return found


_WON: Final[dict[tuple[object, ...], tuple[int, ...]]] = {}
"""A cache of rulebooks' answers: prizes changed under the same conditions change no answer."""


def awards_of_kind(holdem: Holdem, kind: int, *, folded: bool) -> tuple[int, ...]:
    """Return the awards that a kind of deal may be paid, by their places in the document's table."""
    game = holdem.game
    key = (game.document.rulebook, tuple(award.won_by for award in game.jackpot.awards), kind, folded)
    if key not in _WON:
        cards = holdem.counts.example(kind)
        own = game.rank(cards[:2], cards[2:])
        hand = comparison(game, NO_HAND if folded else own, NO_HAND if folded else 0, cards, folded=folded)
        right = next(one for one in game.jackpot.rights if one.when(hand))
        awards = enumerate(game.jackpot.awards)
        _WON[key] = tuple(at for at, one in awards if one.scope in right.scopes and one.won_by(hand))
    return _WON[key]


# --- advice --------------------------------------------------------------------------------------------------------


class ChoiceWorth(Struct, frozen=True):
    """A decision, and what the round is then worth with perfect play after it, in Antes."""

    decision: Decision
    worth: Ratio


class HoldemAdvice(Struct, frozen=True):
    """The best decision, and what each choice is worth, best first."""

    decision: Decision
    choices: tuple[ChoiceWorth, ...]


def advise_holdem(
    holdem: Holdem,
    hole: tuple[Card, ...],
    community: tuple[Card, ...] = (),
    *,
    turn_placed: bool = False,
    stakes: Stakes = Stakes(),  # noqa: B008
) -> HoldemAdvice:
    """Return the best decision with two Hole Cards and no, three or four Community Cards.

    If two are worth the same, the smaller wager is advised. With an Ante and a meter, the prizes of a jackpot wager
    count before the Flop: folding gives most of them up. Once Community Cards are dealt they are the same whatever is
    decided, and are left out.
    """
    _check(hole, community)
    terms = holdem.terms
    if not community:
        place = HOLES.index(hole_name(*hole))
        net = Fraction(holdem.solve().nets[place], DEALS_OF_A_PAIR)
        folded, played = (_prizes(holdem, stakes, place, folded=gone) for gone in (True, False))
        return _advice((Decision.FOLD, terms.fold + folded), (Decision.FLOP, net + played))
    base = terms.nets[WagerName.ANTE] + terms.nets[WagerName.FLOP]
    if len(community) == 4:
        counts = counted_known(hole + community)
        placed = base + terms.nets[WagerName.TURN] if turn_placed else base
        check = _mean(counts, placed)
        river = check + _mean(counts, terms.nets[WagerName.RIVER])
        return _advice((Decision.CHECK, check), (Decision.RIVER, river))
    turns = [card for card in DECK if card not in hole + community]
    check, extra = Fraction(0), Fraction(0)
    for card in turns:
        counts = counted_known((*hole, *community, card))
        check += _mean(counts, base) + max(Fraction(0), _mean(counts, terms.nets[WagerName.RIVER]))
        extra += _mean(counts, terms.nets[WagerName.TURN])
    check, extra = check / len(turns), extra / len(turns)
    return _advice((Decision.CHECK, check), (Decision.TURN, check + extra))


def _prizes(holdem: Holdem, stakes: Stakes, place: int, *, folded: bool) -> Fraction:
    """Return what the jackpot wager of a starting hand wins on average, in Antes; 0 without an Ante and a meter."""
    if stakes.ante is None or stakes.meter is None:
        return Fraction(0)
    fixed, share = holdem.jackpot_parts(stakes, stakes.meter, folded=folded)[place]
    return (fixed + share * stakes.meter) / stakes.ante


def _check(hole: tuple[Card, ...], community: tuple[Card, ...]) -> None:
    if len(hole) != 2:
        raise InputError(f"cards: there must be two Hole Cards, not {len(hole)}")
    if len(community) not in (0, 3, 4):
        raise InputError(
            f"community: there must be none, three or four Community Cards at a decision, not {len(community)}"
        )
    if not all(card in DECK for card in hole + community):
        raise InputError("cards: there is no advice on a card that is face down")
    repeated = first_repeated(hole + community)
    if repeated is not None:
        field = "cards" if hole.count(repeated) > 1 else "--community"
        raise InputError(f"{field}: {format_card(repeated)} appears twice")


def _mean(counts: NDArray[np.int64], nets: NDArray[np.int64]) -> Fraction:
    return Fraction(int((counts * nets).sum()), int(counts.sum()))


def _advice(less: tuple[Decision, Fraction], more: tuple[Decision, Fraction]) -> HoldemAdvice:
    best, other = (more, less) if more[1] > less[1] else (less, more)
    return HoldemAdvice(best[0], tuple(ChoiceWorth(one, Ratio.of(worth)) for one, worth in (best, other)))
