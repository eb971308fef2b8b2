"""The full answer of ``croupier odds`` for a game with one decision."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents
from croupier.odds.meetings.side import side_wagers
from croupier.odds.meetings.solution import (
    BetStrategy,
    MeetingGame,
    Solution,
    raise_frequency,
    round_figures,
    round_jackpot,
    shown_outcomes,
)
from croupier.odds.meetings.terms import bet_choice, bet_wager
from croupier.odds.readings import (
    Other,
    ReadingWorth,
    at_ante,
    at_meter,
    told,
    with_cap,
)
from croupier.odds.results import ExposedEdge, JackpotReturn, OutcomeLine, Ratio, SideWager
from croupier.odds.solver import PERFECT, Question, Stakes
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.document import Point
from croupier.rules.terms import WagerName


class PlayedCost(Struct, frozen=True):
    """A strategy, and what it costs compared with perfect play, in Antes per round."""

    strategy: str
    means: str
    house_edge: Ratio
    costs: Ratio
    raise_frequency: Ratio


class CappedRow(Struct, frozen=True):
    """A row of a pay table that the maximum payout cuts."""

    row: str
    above_ante: Cents
    """The Ante above which the row is not paid in full."""


class CapEffect(Struct, frozen=True, omit_defaults=True):
    """The effect of the maximum payout of the wager that plays the hand."""

    most: Cents
    rows: tuple[CappedRow, ...]
    costs: Ratio | None = None
    """The cap's part of the house edge at the requested Ante."""


class PlayedForJackpot(Struct, frozen=True):
    """A hand that is folded unless there is a jackpot wager."""

    hand: str
    below_ante: Cents
    """The highest Ante with which it is played, in some deal."""


class MeetingAnswer(Struct, frozen=True, omit_defaults=True):
    """A game with one decision, under a strategy."""

    game: str
    rulebook: str
    strategy: str
    total_combinations: int
    house_edge: Ratio
    element_of_risk: float
    standard_deviation: float
    average_wager: float
    exact: dict[str, str]
    """The figures above as exact fractions, with the variance in place of the standard deviation."""
    raise_frequency: Ratio
    outcomes: tuple[OutcomeLine, ...]
    side_wagers: dict[str, SideWager]
    jackpot: JackpotReturn | None
    """The return of the jackpot wager; None if the game has no jackpot."""
    strategies: tuple[PlayedCost, ...]
    perfect_strategy: BetStrategy
    cap: CapEffect | None
    played_for_jackpot: tuple[PlayedForJackpot, ...] | None = None
    """The folds that the jackpot wager turns into plays, with the Ante up to which it does; None without a meter."""
    readings: tuple[ReadingWorth, ...] | None = None
    """The worth of other interpretations of the document; None unless requested."""
    exposed: tuple[ExposedEdge, ...] | None = None
    """The house edge when some of the Dealer's cards are known; None unless requested."""
    pay: dict[str, str] = {}
    ante: Cents | None = None
    meter: Cents | None = None


def answer_meeting(ready: MeetingGame, asked: Question, exposed: tuple[ExposedEdge, ...] | None) -> MeetingAnswer:
    """Solve the game and return all figures that the question asks for."""
    strategy, stakes = asked.strategy, asked.stakes
    solutions = {name: ready.solve(name, stakes) for name in dict.fromkeys((strategy, *ready.strategies))}
    solution, perfect, game = solutions[strategy], solutions[PERFECT], ready.game
    edges = {name: round_figures(one).house_edge for name, one in solutions.items()}
    found = round_figures(solution)
    return MeetingAnswer(
        game=game.name,
        rulebook=game.document.rulebook,
        strategy=strategy,
        total_combinations=ready.total,
        house_edge=Ratio.of(found.house_edge),
        element_of_risk=float(found.element_of_risk),
        standard_deviation=found.standard_deviation,
        average_wager=float(found.average_wager),
        exact={
            "element_of_risk": Ratio.of(found.element_of_risk).exact,
            "variance": Ratio.of(found.variance).exact,
            "average_wager": Ratio.of(found.average_wager).exact,
        },
        raise_frequency=Ratio.of(raise_frequency(solution)),
        outcomes=shown_outcomes(solution),
        side_wagers={wager.value: _side_wager(ready, wager, stakes) for wager in side_wagers(game)},
        jackpot=round_jackpot(ready, solution, stakes) if game.has_jackpot else None,
        strategies=tuple(
            PlayedCost(
                name,
                ready.strategies[name],
                Ratio.of(edges[name]),
                Ratio.of(edges[name] - edges[PERFECT]),
                Ratio.of(raise_frequency(one)),
            )
            for name, one in solutions.items()
        ),
        perfect_strategy=ready.strategy_words(perfect),
        cap=_cap_effect(ready, strategy, stakes, found.house_edge),
        played_for_jackpot=None if stakes.meter is None else played_for_jackpot(ready, stakes),
        readings=meeting_readings(ready, solution, stakes) if asked.readings else None,
        exposed=exposed,
        pay=dict(asked.changes),
        ante=stakes.ante,
        meter=stakes.meter,
    )


def _side_wager(ready: MeetingGame, wager: WagerName, stakes: Stakes) -> SideWager:
    plain = ready.side_wager(wager)
    capped = plain if stakes.ante is None else ready.side_wager(wager, stakes.ante)
    return SideWager(
        Ratio.of(plain.house_edge),
        Ratio.of(plain.variance).exact,
        str(plain.net),
        plain.total,
        plain.lines,
        {},
        None if capped.house_edge == plain.house_edge else Ratio.of(capped.house_edge),
    )


def _cap_effect(ready: MeetingGame, strategy: str, stakes: Stakes, edge: Fraction) -> CapEffect | None:
    """Return the rows that the maximum payout cuts, from which Ante on, and what that costs; None without a maximum."""
    game = ready.game
    cap = game.caps.get(bet_wager(game))
    if cap is None:
        return None
    times = bet_choice(game).times_ante
    rows = tuple(
        CappedRow(line.name, cap.most // line.odds.winnings(times))
        for line in game.pays[bet_wager(game)].lines
        if line.odds.winnings(times)
    )
    if stakes.ante is None:
        return CapEffect(cap.most, rows)
    uncapped = round_figures(ready.solve(strategy)).house_edge
    return CapEffect(cap.most, rows, Ratio.of(edge - uncapped))


def played_for_jackpot(ready: MeetingGame, stakes: Stakes) -> tuple[PlayedForJackpot, ...]:
    """Return the folds that become plays with a jackpot wager at this meter, and up to which Ante, ignoring the cap."""
    if stakes.meter is None:
        return ()
    solution = ready.solve(PERFECT)
    kept, lost = ready.prizes(stakes, folded=False), ready.prizes(stakes, folded=True)
    found = []
    starts = ready.counts.starts
    for own in np.flatnonzero(solution.folded).tolist():
        prize = kept.worth(own, stakes.meter) - lost.worth(own, stakes.meter)
        if prize <= 0:
            continue
        rows = slice(int(starts[own]), int(starts[own + 1]))
        nets = solution.terms.nets[:, own] - solution.terms.fold
        gain = sum(int(net) * count[rows] for net, count in zip(nets, ready.rows.meetings, strict=True))
        folded = np.asarray(gain)[~solution.bets[rows]]
        nearest = -int(folded.max())
        below = prize * ready.completions / nearest if nearest else Fraction(0)
        found.append(PlayedForJackpot(ready.game.hand.describe(own), below.numerator // below.denominator))
    return tuple(found)


# --- other interpretations ----------------------------------------------------------------------------------------


def meeting_readings(ready: MeetingGame, solution: Solution, stakes: Stakes) -> tuple[ReadingWorth, ...]:
    """Price the other interpretations of the paragraphs on the bet's cap and the jackpot's stake."""
    game = ready.game
    ante = stakes.ante or BankedPolicy().maximum
    wager = bet_wager(game)

    def stake_in_cap() -> Other | None:
        if wager not in game.caps:
            return None
        cut = with_cap(game, wager, ante * bet_choice(game).times_ante)
        edges = [round_figures(_as(ready, one).solve(PERFECT, Stakes(ante))).house_edge for one in (game, cut)]
        return Other("game", at_ante(ante), *edges)

    def stake_back() -> Other | None:
        gone = [int(ways) for ways in solution.folded]
        of_class = [int(ways) for ways in ready.dealt]
        won = 0
        for folded in (False, True):
            prizes = ready.prizes(stakes, folded=folded)
            often = gone if folded else [all_ - ways for all_, ways in zip(of_class, gone, strict=True)]
            won += sum(
                ways
                for ways, fixed, percent in zip(often, prizes.fixed, prizes.percent, strict=True)
                if fixed or percent
            )
        meter = BankedPolicy().seed if stakes.meter is None else stakes.meter
        at = round_jackpot(ready, solution, replace(stakes, meter=meter)).house_edge
        assert at is not None
        return Other("jackpot", at_meter(meter), at.fraction, at.fraction - Fraction(won, ready.deals))

    asked: dict[Point, Callable[[], Other | None]] = {Point.STAKE_IN_CAP: stake_in_cap}
    if game.has_jackpot:
        asked[Point.STAKE_BACK] = stake_back
    return tuple(told(game, asked))


def _as(ready: MeetingGame, game: BankedGame) -> MeetingGame:
    """Return the same counts for a game that pays differently."""
    other = type(ready)(game)
    other.qualifying = ready.qualifying
    return other
