"""Design by search: pay tables that come to a wanted house edge, hit frequency or volatility.

Every combination of what may move is estimated from how often its rows are paid today, which is close and costs
nothing; those nearest the wanted edge are then solved exactly, with perfect play against each. What is answered is a
front: no design in it is further from what is wanted and swings more than another.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import nsmallest
from itertools import product
from math import prod
from typing import Final, NamedTuple

from msgspec import Struct

from croupier.notation.problem import InputError
from croupier.odds.holdem.solution import Holdem, outcomes_of
from croupier.odds.meetings.solution import MeetingGame, outcome_lines
from croupier.odds.results import Ratio
from croupier.odds.solver import Progress, Ready, Solver, nothing
from croupier.odds.whatif import figure, pay_rows
from croupier.rules.banked import BankedGame, BankedPolicy
from croupier.rules.terms import WagerName

MOST: Final = 200_000
"""The number of designs that are estimated at most."""
SOLVED: Final = 40
"""The number of designs that are solved exactly."""


class Move(NamedTuple):
    """A row of a pay table, and the numbers that it may pay."""

    key: str
    least: int
    most: int


class Wanted(Struct, frozen=True):
    """The targets of a design; None where any value will do."""

    house_edge: Fraction
    hit_frequency: Fraction | None = None
    """The share of rounds in which a Player ends ahead."""
    deviation: float | None = None
    """The standard deviation of a round, in Antes."""


class Design(Struct, frozen=True):
    """Pay tables, and what they come to exactly."""

    pay: dict[str, int]
    house_edge: Ratio
    hit_frequency: Ratio
    standard_deviation: float
    off: float
    """The distance from the targets: the differences, each as a part of its target, added up."""


def read_wanted(edge: float, hits: float | None = None, deviation: float | None = None) -> Wanted:
    """Read the targets: shares of 1, and a deviation in Antes. Raises :class:`InputError`."""
    for name, share in (("--edge", edge), ("--hits", hits)):
        if share is not None and not 0 <= share <= 1:
            raise InputError(f"{name}: must be a share from 0 to 1, such as 0.05, not {share}")
    if deviation is not None and not 0 < deviation <= 1_000_000:
        raise InputError(f"--deviation: must be above 0 Antes, and a million at most, not {deviation}")
    return Wanted(Fraction(str(edge)), None if hits is None else Fraction(str(hits)), deviation)


def read_moves(game: BankedGame, given: Sequence[str]) -> tuple[Move, ...]:
    """Read which rows may move, such as ``bet.flush=4..7``. Raises :class:`InputError`."""
    rows, moves = pay_rows(game), list[Move]()
    for one in given:
        key, _, numbers = (part.strip() for part in one.partition("="))
        least, _, most = numbers.partition("..")
        if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in (least, most)):
            raise InputError(
                f"--move: write a row and the numbers it may pay, such as bet.flush=4..7, not {one[:60]!r}"
            )
        if key not in rows or key.startswith(f"{WagerName.JACKPOT}."):
            raise InputError(f"--move: {game.name} has no row {key[:60]!r} that may move")
        if int(least) > int(most) or any(key == other.key for other in moves):
            raise InputError(f"--move: {key} must be given once, the smaller number first")
        moves.append(Move(key, int(least), int(most)))
    number = prod(move.most - move.least + 1 for move in moves)
    if not moves or number > MOST:
        raise InputError(
            f"--move: must leave from 1 to {MOST:,} designs to choose from, not {number if moves else 0:,}"
        )
    return tuple(moves)


def search(
    game: BankedGame, solver: Solver, moves: Sequence[Move], wanted: Wanted, progress: Progress = nothing
) -> tuple[Design, ...]:
    """Return the best designs that no other design beats, the nearest to the targets first."""
    slopes, edge = _slopes(solver.ready(game, {}), moves)
    today = {move.key: figure(pay_rows(game)[move.key]).value for move in moves}

    def estimated(pays: tuple[int, ...]) -> Fraction:
        moved = zip(moves, pays, strict=True)
        return abs(edge - sum(slopes[one.key] * (to - today[one.key]) for one, to in moved) - wanted.house_edge)

    nearest = nsmallest(SOLVED, product(*(range(one.least, one.most + 1) for one in moves)), key=estimated)
    designs = []
    for number, pays in enumerate(nearest, 1):
        changes = {move.key: pay for move, pay in zip(moves, pays, strict=True)}
        designs.append(design_of(game, solver, changes, wanted))
        progress(number / len(nearest))
    designs.sort(key=lambda one: (one.off, one.standard_deviation))
    front: list[Design] = []
    for one in designs:
        if not front or one.standard_deviation < front[-1].standard_deviation:
            front.append(one)
    return tuple(front)


def _slopes(ready: Ready, moves: Sequence[Move]) -> tuple[dict[str, Fraction], Fraction]:
    """Return what one more to 1 in each row adds to what is paid, in Antes, as hands are played now; and the edge."""
    paid, rows = ready.paid(BankedPolicy().jackpot_wager, 0), pay_rows(ready.game)
    slopes = {}
    for move in moves:
        pays = figure(rows[move.key]).value
        slopes[move.key] = paid[move.key] / pays if pays else Fraction(0)
    return slopes, ready.figures().house_edge


def design_of(game: BankedGame, solver: Solver, pay: Mapping[str, int], wanted: Wanted) -> Design:
    """Solve one design exactly."""
    ready = solver.ready(game, {key: str(value) for key, value in pay.items()})
    found, hits = ready.figures(), hit_frequency(ready)
    off = _part(found.house_edge, wanted.house_edge)
    if wanted.hit_frequency is not None:
        off += _part(hits, wanted.hit_frequency)
    if wanted.deviation is not None:
        off += abs(found.standard_deviation - wanted.deviation) / wanted.deviation
    return Design(dict(pay), Ratio.of(found.house_edge), Ratio.of(hits), found.standard_deviation, off)


def _part(found: Fraction, wanted: Fraction) -> float:
    return float(abs(found - wanted) / (abs(wanted) or 1))


def hit_frequency(ready: Ready) -> Fraction:
    """Return the share of rounds in which a Player ends ahead, with perfect play and without side wagers."""
    if isinstance(ready, Holdem):
        won = sum(one.combinations for one in outcomes_of(ready, ready.solve()) if one.units > 0)
    else:
        assert isinstance(ready, MeetingGame)
        won = sum(ways for _, units, ways in outcome_lines(ready.solve()) if units > 0)
    return Fraction(won, ready.total)
