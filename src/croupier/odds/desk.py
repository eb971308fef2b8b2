"""One door to the odds of every house-banked game, for a process that stays: pages ask here, again and again.

Games that have been asked for stay ready; what a question costs once, :func:`warm_up` pays beforehand.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from croupier.cards import Card, parse_cards
from croupier.money import Cents, To1
from croupier.notation.problem import InputError
from croupier.odds.holdem import Holdem, holdem_figures, wagered
from croupier.odds.holdem import Stakes as HoldemStakes
from croupier.odds.holdem_answer import HandWorth, advise_holdem, hands_of
from croupier.odds.holdem_bonus import bonus_return
from croupier.odds.holdem_counts import Progress
from croupier.odds.holdem_streets import check_board, on_board
from croupier.odds.holdem_terms import is_holdem
from croupier.odds.results import OnBoard, Ratio
from croupier.odds.stud import PERFECT, Stakes, Stud, raise_frequency, stud_figures
from croupier.odds.stud_advice import advise, meet_at_once
from croupier.odds.stud_counts import nothing
from croupier.odds.stud_terms import is_stud
from croupier.rules.document import Cite
from croupier.rules.house import HouseGame
from croupier.rules.settling import Fixed, ForStake, PercentOfMeter
from croupier.rules.terms import WagerName

KEPT: Final = 32
"""How many games with changed pay tables stay ready."""


class Choice(Struct, frozen=True):
    """A decision, and what the round is then worth with perfect play after it, in Antes."""

    decision: str
    worth: Ratio


class Advice(Struct, frozen=True):
    """The best decision, and what each choice is worth, best first."""

    game: str
    decision: str
    choices: tuple[Choice, ...]


class WhatIf(Struct, frozen=True):
    """The figures that move when a pay table is changed."""

    game: str
    strategy: str
    house_edge: Ratio
    element_of_risk: Ratio
    standard_deviation: float
    average_wager: Ratio
    raise_frequencies: dict[str, Ratio]
    side_wagers: dict[str, Ratio]
    """The house edge of each."""
    pay: dict[str, str]


class PayRow(Struct, frozen=True):
    """A row of a pay table that may be changed."""

    key: str
    wager: str
    row: str
    value: int
    kind: str
    """``to_1``, ``for_1``, ``percent`` of the meter, or ``cents``."""
    cite: Cite


def warm_up(game: HouseGame, progress: Progress | None = None) -> None:
    """Make, or load, whatever answers to questions about a game need."""
    solved = _ready(game, (), progress)
    if isinstance(solved, Stud):
        advise(solved, parse_cards("As Kd 5c 3h 2s"), parse_cards("5d"), meet=meet_at_once)
    else:
        advise_holdem(solved, parse_cards("As Kd"), parse_cards("5c 3h 2s"))
    what_if(game, {})


def advice(
    game: HouseGame,
    cards: Sequence[Card],
    *,
    dealer: Sequence[Card] = (),
    community: Sequence[Card] = (),
    turn_placed: bool = False,
    changes: Mapping[str, str] | None = None,
    ante: Cents | None = None,
    meter: Cents | None = None,
) -> Advice:
    """What to do with these cards, and what every choice is worth. Raises :class:`InputError` for cards that cannot be.

    With an Ante and a meter, the prizes of a jackpot wager count too.
    """
    solved = ready(game, changes)
    if isinstance(solved, Stud):
        if community:
            raise InputError(f"community: {game.name} has no Community Cards")
        found = advise(solved, cards, dealer, Stakes(ante, meter), meet_at_once)
        ordered = sorted(found.choices, key=lambda one: (-one.worth.fraction, one.decision != found.decision))
        return Advice(game.name, found.decision, tuple(Choice(one.decision, one.worth) for one in ordered))
    if dealer:
        raise InputError(f"dealer: in {game.name} no card of the Dealer is known at a decision")
    stakes = HoldemStakes(ante, meter)
    told = advise_holdem(solved, tuple(cards), tuple(community), turn_placed=turn_placed, stakes=stakes)
    return Advice(game.name, told.decision, tuple(Choice(one.decision, one.worth) for one in told.choices))


def chart(game: HouseGame, changes: Mapping[str, str] | None = None) -> dict[str, HandWorth]:
    """All 169 starting hands of a hold'em game; none of a stud game."""
    solved = ready(game, changes)
    return {} if isinstance(solved, Stud) else hands_of(solved.solve())


def board_chart(
    game: HouseGame, community: Sequence[Card], changes: Mapping[str, str] | None = None
) -> tuple[OnBoard, ...]:
    """The same with three or four Community Cards open. Raises :class:`InputError` for a board that cannot be."""
    solved = ready(game, changes)
    if isinstance(solved, Stud):
        raise InputError(f"community: {game.name} has no Community Cards")
    return on_board(solved, check_board(community))


def what_if(game: HouseGame, changes: Mapping[str, str], strategy: str = PERFECT) -> WhatIf:
    """The game with other pays, at once. Raises :class:`InputError` for rows or amounts that cannot be."""
    solved = ready(game, changes)
    if isinstance(solved, Stud):
        solution = solved.solve(strategy)
        found = stud_figures(solution)
        often: dict[str, Fraction] = {WagerName.BET.value: raise_frequency(solution)}
        beside: dict[str, Ratio] = {}
    else:
        played = solved.solve(strategy, HoldemStakes())
        found = holdem_figures(solved, played)
        often = {wager.value: share for wager, share in wagered(played).items() if wager is not WagerName.ANTE}
        beside = {WagerName.BONUS.value: bonus_return(solved.game, solved.counts).house_edge}
    return WhatIf(
        game.name,
        strategy,
        Ratio.of(found.house_edge),
        Ratio.of(found.element_of_risk),
        found.standard_deviation,
        Ratio.of(found.average_wager),
        {wager: Ratio.of(share) for wager, share in often.items()},
        beside,
        dict(changes),
    )


def pay_rows(game: HouseGame) -> tuple[PayRow, ...]:
    """Every row that ``changes`` can name, with what it pays by the document."""
    rows = [
        PayRow(
            f"{wager}.{line.name}",
            wager.value,
            line.name,
            line.odds.n,
            "to_1" if isinstance(line.odds, To1) else "for_1",
            table.cite,
        )
        for wager, table in game.pays.items()
        for line in table.lines
    ]
    for award in game.jackpot.awards:
        match award.prize:
            case PercentOfMeter(percent):
                value, kind = percent, "percent"
            case Fixed(amount):
                value, kind = amount, "cents"
            case ForStake(odds):
                value, kind = odds.n, "for_1"
        rows.append(PayRow(f"jackpot.{award.name}", "jackpot", award.name, value, kind, award.cite))
    return tuple(rows)


def ready(game: HouseGame, changes: Mapping[str, str] | None = None) -> Stud | Holdem:
    """The game with these changes, ready to be asked. Raises :class:`InputError` for changes that cannot be."""
    return _ready(game, tuple(sorted((changes or {}).items())), None)


@lru_cache(KEPT)
def _kept(rulebook: str, changes: tuple[tuple[str, str], ...]) -> list[Stud | Holdem]:
    """Where a game that is ready lies; empty until it is."""
    return []


def _ready(game: HouseGame, changes: tuple[tuple[str, str], ...], progress: Progress | None) -> Stud | Holdem:
    place = _kept(game.document.rulebook, changes)
    if not place:
        if is_stud(game):
            place.append(Stud(game, dict(changes), progress=progress or nothing))
        elif is_holdem(game):
            place.append(Holdem(game, dict(changes), progress=progress))
        else:
            raise InputError(f"{game.name}: this game's odds are not reckoned")
    return place[0]
