"""One entrance to the odds of every house-banked game, for a long-running process whose pages ask again and again.

Games that have been asked for stay ready; :func:`warm_up` pays in advance what the first question would cost.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from croupier.cards import Card
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.odds.results import OnBoard, Ratio
from croupier.odds.solver import (
    PERFECT,
    Choice,
    Known,
    Progress,
    Ready,
    Stakes,
    nothing,
    solver_of,
)
from croupier.odds.whatif import pay_rows as all_rows
from croupier.rulebooks import as_banked, load_rulebook
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Award, PayLine
from croupier.rules.terms import WagerName

KEPT: Final = 32
"""The number of games with changed pay tables that stay ready."""


class Advice(Struct, frozen=True):
    """The best decision, and what each choice is worth, best first."""

    game: str
    decision: str
    choices: tuple[Choice, ...]


class WhatIf(Struct, frozen=True):
    """The figures that change with a pay table."""

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


def warm_up(game: BankedGame, progress: Progress = nothing) -> None:
    """Make, or load, everything that answers to questions about a game need."""
    _ready(game.document.rulebook, (), progress).warm_up()
    what_if(game, {})


def advice(
    game: BankedGame,
    cards: Sequence[Card],
    *,
    dealer: Sequence[Card] = (),
    community: Sequence[Card] = (),
    turn_placed: bool = False,
    changes: Mapping[str, str] | None = None,
    ante: Cents | None = None,
    meter: Cents | None = None,
) -> Advice:
    """Return the best decision with these cards, and what every choice is worth.

    Raises :class:`InputError` for impossible cards. With an Ante and a meter, the prizes of a jackpot wager count too.
    """
    known = Known(tuple(cards), tuple(dealer), tuple(community), turn_placed)
    choices = ready(game, changes).advise(known, Stakes(ante, meter))
    return Advice(game.name, choices[0].decision, choices)


def board_chart(
    game: BankedGame, community: Sequence[Card], changes: Mapping[str, str] | None = None
) -> tuple[OnBoard, ...]:
    """Return all starting hands of a hold'em game with three or four Community Cards.

    Raises :class:`InputError` for an impossible board.
    """
    from croupier.odds.holdem.solution import Holdem
    from croupier.odds.holdem.streets import check_board, on_board

    solved = ready(game, changes)
    if not isinstance(solved, Holdem):
        raise InputError(f"community: {game.name} has no Community Cards")
    return on_board(solved, check_board(community))


def what_if(game: BankedGame, changes: Mapping[str, str], strategy: str = PERFECT) -> WhatIf:
    """Return the figures of the game with these changed pays.

    Raises :class:`InputError` for impossible rows or amounts.
    """
    solved = ready(game, changes)
    found = solved.figures(strategy)
    return WhatIf(
        game.name,
        strategy,
        Ratio.of(found.house_edge),
        Ratio.of(found.element_of_risk),
        found.standard_deviation,
        Ratio.of(found.average_wager),
        _ratios(solved.frequencies(strategy)),
        _ratios(solved.side_edges()),
        dict(changes),
    )


def _ratios(fractions: Mapping[str, Fraction]) -> dict[str, Ratio]:
    return {name: Ratio.of(one) for name, one in fractions.items()}


def pay_rows(game: BankedGame) -> dict[str, PayLine | Award]:
    """Return every row that ``changes`` can name, as the document has it, by its key.

    Raises :class:`NotCoveredError`.
    """
    moving = solver_of(game).rows(game)
    return {key: row for key, row in all_rows(game).items() if key in moving}


def side_wagers(game: BankedGame) -> tuple[str, ...]:
    """Return the side wagers that have an edge of their own, except the jackpot's."""
    return tuple(area.wager.value for area in game.areas if area.wager not in (WagerName.ANTE, WagerName.JACKPOT))


def ready(game: BankedGame, changes: Mapping[str, str] | None = None) -> Ready:
    """Return the solver's game with these changes. Raises :class:`InputError` for impossible changes."""
    return _ready(game.document.rulebook, tuple(sorted((changes or {}).items())), nothing)


@lru_cache(KEPT)
def _kept(rulebook: str, changes: tuple[tuple[str, str], ...]) -> list[Ready]:
    """Return the cell in which :func:`_ready` stores this game; it is an empty list until then."""
    return []


def _ready(rulebook: str, changes: tuple[tuple[str, str], ...], progress: Progress) -> Ready:
    place = _kept(rulebook, changes)
    if not place:
        game = as_banked(load_rulebook(rulebook))
        place.append(solver_of(game).ready(game, dict(changes), progress))
    return place[0]
