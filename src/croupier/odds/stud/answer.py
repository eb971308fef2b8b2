"""Everything that is asked of a Casino Stud game, in one answer."""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.money import Cents
from croupier.odds.readings import ReadingWorth, stud_readings
from croupier.odds.results import JackpotReturn, OutcomeLine, Ratio
from croupier.odds.stud.counts import TOTAL, Progress, nothing
from croupier.odds.stud.exposed import ExposedEdge, exposed_edges
from croupier.odds.stud.solution import (
    PERFECT,
    STRATEGIES,
    Stakes,
    Stud,
    raise_frequency,
    shown_outcomes,
    stud_figures,
    stud_jackpot,
)
from croupier.odds.stud.strategy import PlayedForJackpot, StudStrategy, played_for_jackpot, strategy_of
from croupier.odds.stud.terms import bet_choice, pay_lines
from croupier.rules.house import HouseGame
from croupier.rules.terms import WagerName


class StrategyCost(Struct, frozen=True):
    """A strategy, and what it costs beside perfect play, in Antes a round."""

    strategy: str
    means: str
    house_edge: Ratio
    costs: Ratio
    raise_frequency: Ratio


class CappedRow(Struct, frozen=True):
    """A row of the BET's pay table that the maximum payout cuts."""

    row: str
    above_ante: Cents
    """With a higher Ante than this, the row is not paid in full."""


class CapEffect(Struct, frozen=True, omit_defaults=True):
    """What the maximum payout of the BET does."""

    most: Cents
    rows: tuple[CappedRow, ...]
    costs: Ratio | None = None
    """What it adds to the house edge at the Ante that was asked for."""


class StudAnswer(Struct, frozen=True, omit_defaults=True):
    """A Casino Stud game under a strategy."""

    game: str
    rulebook: str
    strategy: str
    total_combinations: int
    house_edge: Ratio
    element_of_risk: float
    standard_deviation: float
    average_wager: float
    exact: dict[str, str]
    """The same as fractions; the variance in place of its root."""
    raise_frequency: Ratio
    outcomes: tuple[OutcomeLine, ...]
    side_wagers: dict[str, dict[str, Ratio]]
    jackpot: JackpotReturn
    strategies: tuple[StrategyCost, ...]
    perfect_strategy: StudStrategy
    cap: CapEffect | None
    played_for_jackpot: tuple[PlayedForJackpot, ...] | None = None
    """With a meter: the folds that the jackpot wager turns into plays, and up to which Ante."""
    readings: tuple[ReadingWorth, ...] | None = None
    """Where it was asked for: what other readings of the document would be worth."""
    exposed: tuple[ExposedEdge, ...] | None = None
    """Where it was asked for: the house edge when some of the Dealer's cards are known."""
    pay: dict[str, str] = {}
    ante: Cents | None = None
    meter: Cents | None = None


def answer_stud(
    game: HouseGame,
    changes: Mapping[str, str] | None = None,
    strategy: str = PERFECT,
    stakes: Stakes = Stakes(),  # noqa: B008
    progress: Progress = nothing,
    *,
    exposed: bool = False,
    readings: bool = False,
) -> StudAnswer:
    """Solve the game for all that is asked."""
    stud = Stud(game, changes, progress=progress)
    solutions = {name: stud.solve(name, stakes) for name in dict.fromkeys((strategy, *STRATEGIES))}
    solution, perfect = solutions[strategy], solutions[PERFECT]
    edges = {name: stud_figures(one).house_edge for name, one in solutions.items()}
    found = stud_figures(solution)
    return StudAnswer(
        game=game.name,
        rulebook=game.document.rulebook,
        strategy=strategy,
        total_combinations=TOTAL,
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
        side_wagers={},
        jackpot=stud_jackpot(stud, solution, stakes),
        strategies=tuple(
            StrategyCost(
                name,
                STRATEGIES[name],
                Ratio.of(edges[name]),
                Ratio.of(edges[name] - edges[PERFECT]),
                Ratio.of(raise_frequency(one)),
            )
            for name, one in solutions.items()
        ),
        perfect_strategy=strategy_of(stud, perfect),
        cap=_cap_effect(stud, strategy, stakes, found.house_edge),
        played_for_jackpot=None if stakes.meter is None else played_for_jackpot(stud, stakes),
        readings=stud_readings(stud, solution, stakes) if readings else None,
        exposed=exposed_edges(stud, progress) if exposed else None,
        pay=dict(changes or {}),
        ante=stakes.ante,
        meter=stakes.meter,
    )


def _cap_effect(stud: Stud, strategy: str, stakes: Stakes, edge: Fraction) -> CapEffect | None:
    """Which rows the maximum payout cuts from which Ante on, and what that is worth."""
    cap = stud.game.caps.get(WagerName.BET)
    if cap is None:
        return None
    times = bet_choice(stud.game).times_ante
    rows = tuple(
        CappedRow(line.name, cap.most // line.odds.winnings(times))
        for line in pay_lines(stud.game.pays[WagerName.BET])
        if line.odds.winnings(times)
    )
    if stakes.ante is None:
        return CapEffect(cap.most, rows)
    uncapped = stud_figures(stud.solve(strategy)).house_edge
    return CapEffect(cap.most, rows, Ratio.of(edge - uncapped))
