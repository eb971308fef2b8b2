"""Everything that is asked of a hold'em game, in one answer; and the best decision for cards that are known."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.cards import DECK, Card, first_repeated, format_card
from croupier.hands import Category
from croupier.money import Cents, format_money
from croupier.notation.problem import InputError
from croupier.odds.holdem.bonus import TOTAL as BONUS_TOTAL
from croupier.odds.holdem.bonus import bonus_of_either, bonus_return
from croupier.odds.holdem.counts import (
    BOARDS_OF_A_PAIR,
    DEALS,
    DEALS_OF_A_PAIR,
    HOLES,
    counted_known,
    hole_name,
    hole_size,
)
from croupier.odds.holdem.ground import CATEGORIES
from croupier.odds.holdem.solution import (
    STRATEGIES,
    Holdem,
    HoldemOutcome,
    Solution,
    holdem_figures,
    holdem_jackpot,
    outcomes_of,
    wagered,
)
from croupier.odds.holdem.terms import WAGERS, comparison, paid_by_ranking
from croupier.odds.lines import award_worth, awards_paid, by_line
from croupier.odds.readings import (
    EITHER_HOLE,
    PRIZES_ADD_UP,
    STAKE_BACK,
    STAKE_IN_CAP,
    Other,
    ReadingWorth,
    at_meter,
    reading_worth,
    told,
    with_cap,
)
from croupier.odds.results import JackpotReturn, Ratio, SideWager
from croupier.odds.solver import PERFECT, Paid, Progress, Stakes, StrategyCost
from croupier.rules.house import HouseGame, HousePolicy
from croupier.rules.settling import NO_HAND
from croupier.rules.terms import Decision, WagerName


class HandWorth(Struct, frozen=True):
    """A starting hand: what the Flop wager is worth with perfect play after it, in Antes, and what to do."""

    net: int
    of: int
    decision: Decision
    turn: Ratio
    """How often the Turn wager follows, were the hand played."""
    river: Ratio


class PlayedForJackpot(Struct, frozen=True):
    """A fold that a jackpot wager turns into a play."""

    hand: str
    up_to_ante: str
    """In cents, exact: with a smaller Ante than this, the hand is played."""


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
    """The same as fractions; the variance in place of its root."""
    raise_frequencies: dict[str, Ratio]
    outcomes: tuple[HoldemOutcome, ...]
    hands: dict[str, HandWorth]
    side_wagers: dict[str, SideWager]
    jackpot: JackpotReturn
    strategies: tuple[StrategyCost, ...]
    played_for_jackpot: tuple[PlayedForJackpot, ...] | None = None
    """With a meter: the folds that the jackpot wager turns into plays, and up to which Ante."""
    readings: tuple[ReadingWorth, ...] | None = None
    """Where it was asked for: what other readings of the document would be worth."""
    pay: dict[str, str] = {}
    ante: Cents | None = None
    meter: Cents | None = None


def answer_holdem(
    game: HouseGame,
    changes: Mapping[str, str] | None = None,
    strategy: str = PERFECT,
    stakes: Stakes = Stakes(),  # noqa: B008
    progress: Progress | None = None,
    *,
    readings: bool = False,
) -> HoldemAnswer:
    """Solve the game for all that is asked."""
    holdem = Holdem(game, changes, progress=progress)
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
        readings=holdem_readings(holdem, solution, stakes) if readings else None,
        pay=dict(changes or {}),
        ante=stakes.ante,
        meter=stakes.meter,
    )


def hands_of(solution: Solution) -> dict[str, HandWorth]:
    """All 169 starting hands."""
    found = {}
    for name, net, plays, cells in zip(HOLES, solution.nets, solution.plays, solution.seen, strict=True):
        of = hole_size(name) * DEALS_OF_A_PAIR
        turn, river = Fraction(int(cells[1].sum()), of), Fraction(int(cells[:, 1].sum()), of)
        decision = Decision.FLOP if plays else Decision.FOLD
        found[name] = HandWorth(net, DEALS_OF_A_PAIR, decision, Ratio.of(turn), Ratio.of(river))
    return found


def _bonus(holdem: Holdem, stakes: Stakes) -> SideWager:
    """The Bonus in itself, and under every other reading that the document leaves open."""
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
    """The hands that are folded in themselves and played with a jackpot wager, below a certain Ante."""
    assert stakes.meter is not None, "without a meter there is no jackpot wager"
    solution, found = holdem.solve(), []
    gains = holdem.kept_by_playing(stakes, stakes.meter)
    for name, net, plays, gain in zip(HOLES, solution.nets, solution.plays, gains, strict=True):
        costs = solution.terms.fold - Fraction(net, DEALS_OF_A_PAIR)
        if not plays and gain > 0 and costs > 0:
            found.append(PlayedForJackpot(name, Ratio.of(gain / costs).exact))
    return tuple(found)


# --- by line ------------------------------------------------------------------------------------------------------


def holdem_paid(holdem: Holdem, solution: Solution, wager: Cents, meter: Cents) -> Paid:
    """What every line pays on average, with a jackpot wager in cents at a meter."""
    game, terms, found = holdem.game, solution.terms, {}
    played = solution.seen[np.array(solution.plays)].sum(axis=0)
    placed = {WagerName.TURN: played[1].sum(axis=0), WagerName.RIVER: played[:, 1].sum(axis=0)}
    for name in WAGERS:
        columns = placed.get(name, played.sum(axis=(0, 1)))[:CATEGORIES]
        wins = [int(ways) if net > 0 else 0 for ways, net in zip(columns, terms.nets[name], strict=False)]
        by_order = {one.lowest: often for one, often in zip(Category, wins, strict=True)}
        for line, ways in by_line(paid_by_ranking(game, name).lines, by_order):
            found[f"{name}.{line.name}"] = Fraction(ways * line.odds.winnings(terms.stakes[name]), DEALS)
    for bonus in bonus_return(game, holdem.counts).lines:
        if bonus.pays is not None:
            key = f"{WagerName.BONUS}.{bonus.row}"
            found[key] = Fraction(bonus.combinations * bonus.pays, BONUS_TOTAL)
    return {**found, **awards_paid(game, _awards(holdem, solution, wager, meter), wager, meter)}


def _awards(holdem: Holdem, solution: Solution, wager: Cents, meter: Cents) -> dict[int, Fraction]:
    """How often each award is the one that is paid: of all that a deal wins, the one worth most."""
    kinds = np.flatnonzero(holdem.counts.awards.any(axis=0)).tolist()
    worth = [award_worth(award, wager, meter) for award in holdem.game.jackpot.awards]
    plays = np.array(solution.plays)
    sizes = [hole_size(name) for name in HOLES]
    found: dict[int, Fraction] = {}
    for kind in kinds:
        for folded in (False, True):
            won = _won(holdem, kind, folded=folded)
            ways = int(holdem.counts.awards[plays != folded, kind].sum())
            if won and ways:
                best = max(won, key=lambda at: worth[at])
                found[best] = found.get(best, Fraction(0)) + Fraction(ways, sum(sizes) * BOARDS_OF_A_PAIR)
    return found


_WON: Final[dict[tuple[object, ...], tuple[int, ...]]] = {}
"""What rulebooks have answered: other prizes for the same conditions change no answer."""


def _won(holdem: Holdem, kind: int, *, folded: bool) -> tuple[int, ...]:
    """The awards that a kind of deal may be paid, by their places in the document's table."""
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


# --- other readings -----------------------------------------------------------------------------------------------


def holdem_readings(holdem: Holdem, solution: Solution, stakes: Stakes) -> tuple[ReadingWorth, ...]:
    """Of hold'em: all that concerns Bonus and jackpot wager, and the readings that a House may choose."""
    game, counts = holdem.game, holdem.counts
    stake = stakes.ante or HousePolicy().maximum
    meter = HousePolicy().seed if stakes.meter is None else stakes.meter
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
                STAKE_IN_CAP: stake_in_cap,
                STAKE_BACK: lambda: jackpot(back=True),
                PRIZES_ADD_UP: lambda: jackpot(add_up=True),
                EITHER_HOLE: either_hole,
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
    """The house edge of the jackpot wager under a reading."""
    played, folded = (
        holdem.jackpot_parts(stakes, meter, folded=gone, add_up=add_up, back=back) for gone in (False, True)
    )
    kept = [one if plays else other for one, other, plays in zip(played, folded, solution.plays, strict=True)]
    won = sum(
        (hole_size(name) * (fixed + share * meter) for name, (fixed, share) in zip(HOLES, kept, strict=True)),
        Fraction(0),
    )
    return 1 - won / 1326 / stakes.jackpot_wager


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
    """What to do with two Hole Cards and no, three or four Community Cards. Where both are worth the same, the less.

    With an Ante and a meter, the prizes of a jackpot wager count before the Flop: folding gives most of them up. Once
    Community Cards lie open they are the same whatever one decides, and are left out.
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
    """What the jackpot wager of a starting hand wins on average, in Antes; nothing without an Ante and a meter."""
    if stakes.ante is None or stakes.meter is None:
        return Fraction(0)
    fixed, share = holdem.jackpot_parts(stakes, stakes.meter, folded=folded)[place]
    return (fixed + share * stakes.meter) / stakes.ante


def _check(hole: tuple[Card, ...], community: tuple[Card, ...]) -> None:
    if len(hole) != 2:
        raise InputError(f"cards: two Hole Cards are needed, not {len(hole)}")
    if len(community) not in (0, 3, 4):
        raise InputError(f"community: none, three or four Community Cards lie open at a decision, not {len(community)}")
    if not all(card in DECK for card in hole + community):
        raise InputError("cards: a card that is face down cannot be advised on")
    repeated = first_repeated(hole + community)
    if repeated is not None:
        field = "cards" if hole.count(repeated) > 1 else "--community"
        raise InputError(f"{field}: {format_card(repeated)} appears twice")


def _mean(counts: NDArray[np.int64], nets: NDArray[np.int64]) -> Fraction:
    return Fraction(int((counts * nets).sum()), int(counts.sum()))


def _advice(less: tuple[Decision, Fraction], more: tuple[Decision, Fraction]) -> HoldemAdvice:
    best, other = (more, less) if more[1] > less[1] else (less, more)
    return HoldemAdvice(best[0], tuple(ChoiceWorth(one, Ratio.of(worth)) for one, worth in (best, other)))
