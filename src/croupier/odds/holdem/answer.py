"""The full answer of ``croupier odds`` for a hold'em game."""

from fractions import Fraction

from msgspec import Struct

from croupier.money import Cents, format_money
from croupier.odds.holdem.bonus import bonus_of_either, bonus_return
from croupier.odds.holdem.counts import (
    DEALS,
    DEALS_OF_A_PAIR,
    HOLES,
    hole_size,
)
from croupier.odds.holdem.solution import (
    STRATEGIES,
    HandWorth,
    Holdem,
    HoldemOutcome,
    Solution,
    hands_of,
    holdem_figures,
    holdem_jackpot,
    outcomes_of,
    wagered,
)
from croupier.odds.readings import (
    Other,
    ReadingWorth,
    at_meter,
    reading_worth,
    told,
    with_cap,
)
from croupier.odds.results import JackpotReturn, Ratio, SideWager
from croupier.odds.solver import AS_APPROVED, PERFECT, Progress, Question, Stakes, StrategyCost, nothing
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.document import Point
from croupier.rules.terms import WagerName


class PlayedForJackpot(Struct, frozen=True):
    """A fold that a jackpot wager turns into a play."""

    hand: str
    up_to_ante: str
    """The Ante in cents, exact, below which the hand is played."""


class HoldemAnswer(Struct, frozen=True, omit_defaults=True):
    """A hold'em game under a strategy."""

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
    raise_frequencies: dict[str, Ratio]
    outcomes: tuple[HoldemOutcome, ...]
    hands: dict[str, HandWorth]
    side_wagers: dict[str, SideWager]
    jackpot: JackpotReturn
    strategies: tuple[StrategyCost, ...]
    played_for_jackpot: tuple[PlayedForJackpot, ...] | None = None
    """The folds that the jackpot wager turns into plays, with the Ante up to which it does; None without a meter."""
    readings: tuple[ReadingWorth, ...] | None = None
    """The worth of other interpretations of the document; None unless requested."""
    pay: dict[str, str] = {}
    ante: Cents | None = None
    meter: Cents | None = None


def answer_holdem(game: BankedGame, asked: Question = AS_APPROVED, progress: Progress = nothing) -> HoldemAnswer:
    """Solve the game and return all figures that the question asks for."""
    strategy, stakes = asked.strategy, asked.stakes
    holdem = Holdem(game, asked.changes, progress=progress)
    solution = holdem.solve(strategy, stakes)
    found = holdem_figures(holdem, solution)
    edges = {name: holdem_figures(holdem, holdem.solve(name, stakes)).house_edge for name in STRATEGIES}
    return HoldemAnswer(
        game=game.name,
        rulebook=game.document.rulebook,
        strategy=strategy,
        total_combinations=DEALS,
        house_edge=Ratio.of(found.house_edge),
        element_of_risk=float(found.element_of_risk),
        standard_deviation=found.standard_deviation,
        average_wager=float(found.average_wager),
        exact={
            "element_of_risk": Ratio.of(found.element_of_risk).exact,
            "variance": Ratio.of(found.variance).exact,
            "average_wager": Ratio.of(found.average_wager).exact,
        },
        raise_frequencies={
            wager.value: Ratio.of(often) for wager, often in wagered(solution).items() if wager is not WagerName.ANTE
        },
        outcomes=outcomes_of(holdem, solution),
        hands=hands_of(solution),
        side_wagers={"bonus": _bonus(holdem, stakes)},
        jackpot=holdem_jackpot(holdem, solution, stakes),
        strategies=tuple(
            StrategyCost(name, STRATEGIES[name], Ratio.of(edge), Ratio.of(edge - edges[PERFECT]))
            for name, edge in edges.items()
        ),
        played_for_jackpot=None if stakes.meter is None else played_for_jackpot(holdem, stakes),
        readings=holdem_readings(holdem, solution, stakes) if asked.readings else None,
        pay=dict(asked.changes),
        ante=stakes.ante,
        meter=stakes.meter,
    )


def _bonus(holdem: Holdem, stakes: Stakes) -> SideWager:
    """Return the Bonus's figures, and its house edge under every other interpretation that the document leaves open."""
    plain = bonus_return(holdem.game, holdem.counts)
    readings = {
        f"{parameter.name}={value}": bonus_return(
            holdem.game, holdem.counts, reading={parameter.name: value}
        ).house_edge
        for parameter in holdem.game.parameters
        for value in parameter.values[1:]
    }
    told = {key: edge for key, edge in readings.items() if edge != plain.house_edge}
    stake = bonus_return(holdem.game, holdem.counts, stakes.ante or 1)
    return SideWager(
        plain.house_edge,
        Ratio.of(plain.variance).exact,
        str(plain.net),
        plain.total_combinations,
        stake.lines,
        told,
        None if stakes.ante is None or stake.house_edge == plain.house_edge else stake.house_edge,
    )


def played_for_jackpot(holdem: Holdem, stakes: Stakes) -> tuple[PlayedForJackpot, ...]:
    """Return the hands that are folded without a jackpot wager and played with one, below a certain Ante."""
    assert stakes.meter is not None, "without a meter there is no jackpot wager"
    solution, found = holdem.solve(), []
    gains = holdem.kept_by_playing(stakes, stakes.meter)
    for name, net, plays, gain in zip(HOLES, solution.nets, solution.plays, gains, strict=True):
        costs = solution.terms.fold - Fraction(net, DEALS_OF_A_PAIR)
        if not plays and gain > 0 and costs > 0:
            found.append(PlayedForJackpot(name, Ratio.of(gain / costs).exact))
    return tuple(found)


# --- other interpretations ----------------------------------------------------------------------------------------


def holdem_readings(holdem: Holdem, solution: Solution, stakes: Stakes) -> tuple[ReadingWorth, ...]:
    """Price the other interpretations of a hold'em document: Bonus, jackpot wager, and what a House may choose."""
    game, counts = holdem.game, holdem.counts
    stake = stakes.ante or BankedPolicy().maximum
    meter = BankedPolicy().seed if stakes.meter is None else stakes.meter
    plain = bonus_return(game, counts).house_edge.fraction

    def stake_in_cap() -> Other | None:
        if WagerName.BONUS not in game.caps:
            return None
        cut = with_cap(game, WagerName.BONUS, stake)
        edges = [bonus_return(one, counts, stake).house_edge.fraction for one in (game, cut)]
        return Other("bonus", f"a Bonus of {format_money(stake)}", *edges)

    def either_hole() -> Other | None:
        return Other("bonus", "", plain, bonus_of_either(game))

    def jackpot(*, add_up: bool = False, back: bool = False) -> Other | None:
        edges = [_jackpot_edge(holdem, solution, stakes, meter), Fraction(0)]
        edges[1] = _jackpot_edge(holdem, solution, stakes, meter, add_up=add_up, back=back)
        return Other("jackpot", at_meter(meter), *edges)

    found = list(
        told(
            game,
            {
                Point.STAKE_IN_CAP: stake_in_cap,
                Point.STAKE_BACK: lambda: jackpot(back=True),
                Point.PRIZES_ADD_UP: lambda: jackpot(add_up=True),
                Point.EITHER_HOLE: either_hole,
            },
        )
    )
    for parameter in game.parameters:
        said = next(one for one in game.document.interpretations if one.number == parameter.cite)
        for value in parameter.values[1:]:
            other = bonus_return(game, counts, reading={parameter.name: value}).house_edge.fraction
            if other != plain:
                found.append(reading_worth(said, f"{parameter.name}={value}", Other("bonus", "", plain, other)))
    return tuple(found)


def _jackpot_edge(
    holdem: Holdem,
    solution: Solution,
    stakes: Stakes,
    meter: Cents,
    *,
    add_up: bool = False,
    back: bool = False,
) -> Fraction:
    """Return the house edge of the jackpot wager under an interpretation."""
    played, folded = (
        holdem.jackpot_parts(stakes, meter, folded=gone, add_up=add_up, back=back) for gone in (False, True)
    )
    kept = [one if plays else other for one, other, plays in zip(played, folded, solution.plays, strict=True)]
    won = sum(
        (hole_size(name) * (fixed + share * meter) for name, (fixed, share) in zip(HOLES, kept, strict=True)),
        Fraction(0),
    )
    return 1 - won / 1326 / stakes.jackpot_wager
