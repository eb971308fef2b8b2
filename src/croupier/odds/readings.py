"""What another reading of an ambiguous paragraph would be worth.

Interpretations close every rulebook, with a question, a choice and a reason. Those that can move money in a round that
is dealt and played without trouble have another answer, and that answer has a price: it is reckoned here, by the same
counts. The question finds the interpretation, so that its number may differ from document to document.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from croupier.money import Cents, format_money
from croupier.odds.holdem.bonus import bonus_of_either, bonus_return
from croupier.odds.holdem.counts import HOLES, hole_size
from croupier.odds.holdem.solution import Holdem
from croupier.odds.holdem.solution import Solution as HoldemSolution
from croupier.odds.holdem.solution import Stakes as HoldemStakes
from croupier.odds.results import Ratio
from croupier.odds.stud.counts import DEALS
from croupier.odds.stud.solution import PERFECT, Solution, Stakes, Stud, stud_figures, stud_jackpot
from croupier.odds.stud.terms import bet_choice
from croupier.rules.document import Cite, Interpretation
from croupier.rules.house import HouseGame, HousePolicy
from croupier.rules.terms import WagerName

STAKE_IN_CAP: Final = "Does the maximum payout count the stake?"
STAKE_BACK: Final = "When does a jackpot wager feed the meter, and does it ever come back?"
PRIZES_ADD_UP: Final = "What is a Royal Flush on the Flop, the Turn, the River? Do prizes of hand and community add up?"
EITHER_HOLE: Final = "Whose Hole Cards win the Bonus?"

OTHERWISE: Final[Mapping[str, str]] = {
    STAKE_IN_CAP: "it does: winnings and stake together are cut",
    STAKE_BACK: "a jackpot wager that wins comes back beside its award",
    PRIZES_ADD_UP: "they do: a hand is paid every award that it has won",
    EITHER_HOLE: "the Dealer's too: the better row of the two hands pays",
}
"""The other answer to each question."""


class ReadingWorth(Struct, frozen=True):
    """An interpretation, and what the other answer would make of a house edge."""

    cite: Cite
    paragraphs: tuple[Cite, ...]
    question: str
    choice: str
    otherwise: str
    concerns: str
    """Whose house edge: ``game`` in Antes, ``bonus`` or ``jackpot`` in wagers."""
    at: str
    """On which stakes, where that matters."""
    house_edge: Ratio
    other_edge: Ratio
    costs: Ratio
    """What the other answer adds to the house edge; below nothing, Players would gain by it."""


class _Other(NamedTuple):
    """What the other answer to a question does."""

    concerns: str
    at: str
    edge: Fraction
    other: Fraction


def stud_readings(stud: Stud, solution: Solution, stakes: Stakes) -> tuple[ReadingWorth, ...]:
    """Of Casino Stud: the maximum payout of the BET, and the stake of the jackpot wager."""
    game = stud.game
    ante = stakes.ante or HousePolicy().maximum

    def stake_in_cap() -> _Other | None:
        if WagerName.BET not in game.caps:
            return None
        cut = _with_cap(game, WagerName.BET, ante * bet_choice(game).times_ante)
        edges = [stud_figures(_as(stud, one).solve(PERFECT, Stakes(ante))).house_edge for one in (game, cut)]
        return _Other("game", _ante(ante), *edges)

    def stake_back() -> _Other | None:
        played = [int(gone) for gone in solution.folded]
        of_class = [int(ways) for ways in stud.dealt]
        won = 0
        for folded in (False, True):
            prizes = stud.prizes(stakes, folded=folded)
            often = played if folded else [all_ - gone for all_, gone in zip(of_class, played, strict=True)]
            won += sum(
                ways
                for ways, fixed, percent in zip(often, prizes.fixed, prizes.percent, strict=True)
                if fixed or percent
            )
        meter = HousePolicy().seed if stakes.meter is None else stakes.meter
        at = stud_jackpot(stud, solution, replace(stakes, meter=meter)).house_edge
        assert at is not None
        return _Other("jackpot", _meter(meter), at.fraction, at.fraction - Fraction(won, DEALS))

    return tuple(_told(game, {STAKE_IN_CAP: stake_in_cap, STAKE_BACK: stake_back}))


def holdem_readings(holdem: Holdem, solution: HoldemSolution, stakes: HoldemStakes) -> tuple[ReadingWorth, ...]:
    """Of hold'em: all that concerns Bonus and jackpot wager, and the readings that a House may choose."""
    game, counts = holdem.game, holdem.counts
    stake = stakes.ante or HousePolicy().maximum
    meter = HousePolicy().seed if stakes.meter is None else stakes.meter
    plain = bonus_return(game, counts).house_edge.fraction

    def stake_in_cap() -> _Other | None:
        if WagerName.BONUS not in game.caps:
            return None
        cut = _with_cap(game, WagerName.BONUS, stake)
        edges = [bonus_return(one, counts, stake).house_edge.fraction for one in (game, cut)]
        return _Other("bonus", f"a Bonus of {format_money(stake)}", *edges)

    def either_hole() -> _Other | None:
        return _Other("bonus", "", plain, bonus_of_either(game))

    def jackpot(*, add_up: bool = False, back: bool = False) -> _Other | None:
        edges = [_jackpot_edge(holdem, solution, stakes, meter), Fraction(0)]
        edges[1] = _jackpot_edge(holdem, solution, stakes, meter, add_up=add_up, back=back)
        return _Other("jackpot", _meter(meter), *edges)

    found = list(
        _told(
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
                found.append(_worth(said, f"{parameter.name}={value}", _Other("bonus", "", plain, other)))
    return tuple(found)


def _told(game: HouseGame, asked: Mapping[str, Callable[[], _Other | None]]) -> Iterator[ReadingWorth]:
    """The questions that the document leaves open, in its order."""
    for one in game.document.interpretations:
        found = asked[one.question]() if one.question in asked else None
        if found is not None:
            yield _worth(one, OTHERWISE[one.question], found)


def _worth(said: Interpretation, otherwise: str, other: _Other) -> ReadingWorth:
    return ReadingWorth(
        said.number,
        said.paragraphs,
        said.question,
        said.choice,
        otherwise,
        other.concerns,
        other.at,
        Ratio.of(other.edge),
        Ratio.of(other.other),
        Ratio.of(other.other - other.edge),
    )


def _with_cap(game: HouseGame, wager: WagerName, stake: Cents) -> HouseGame:
    """The game with a maximum payout that counts the stake."""
    cap = game.caps[wager]
    return replace(game, caps={**game.caps, wager: replace(cap, most=max(cap.most - stake, 0))})


def _as(stud: Stud, game: HouseGame) -> Stud:
    """The same counts for a game that pays otherwise."""
    other = Stud(game)
    other.qualifying = stud.qualifying
    return other


def _jackpot_edge(
    holdem: Holdem,
    solution: HoldemSolution,
    stakes: HoldemStakes,
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


def _ante(ante: Cents) -> str:
    return f"an Ante of {format_money(ante)}"


def _meter(meter: Cents) -> str:
    return f"a meter of {format_money(meter)}"
