"""Cells: the ways in which a box's round can end, with what the rulebook pays for each.

Two rounds are in the same cell if every wager of the box ends the same way and is paid by the same row. What they win
is settled by the table's own settlement, once for each cell, before the first round is played.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from croupier.money import MILLION, Cents
from croupier.notation.problem import InputError
from croupier.play.banked.events import Share
from croupier.play.banked.jackpot import pay_pending
from croupier.play.banked.settlement import settle_box
from croupier.play.banked.state import Box, Meter, Wager
from croupier.rules.banked import BankedGame
from croupier.rules.settling import Claim, Comparison, PercentOfMeter, Result
from croupier.rules.terms import WagerName
from croupier.trials.booking import HITS, MOST, SQUARE_BITS, Account, Found
from croupier.trials.plan import ALL, Hit, Part, Plan, Shift

GAME: Final = "game"
"""The column of the Ante and every wager that follows it."""


class Line(Struct, frozen=True):
    """A wager, as it ended."""

    wager: WagerName
    staked: Cents
    net: int
    """The amount that came back, less the amount staked."""
    row: str
    """The row that paid it, such as ``bet.flush``; how it ended if none did."""


class Cell(Struct, frozen=True):
    """One way in which a box's round ends."""

    outcome: str
    lines: tuple[Line, ...]
    awards: tuple[int, ...] = ()
    """The awards of which the hand may be paid one, by their places in the document's table."""

    @property
    def staked(self) -> Cents:
        """All wagers together."""
        return sum(line.staked for line in self.lines)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys under which this cell is counted."""
        return (f"outcome.{self.outcome}", *(line.row for line in self.lines))


Wagers = Mapping[WagerName, Cents]


def settled(game: BankedGame, hand: Comparison, wagers: Wagers) -> tuple[Line, ...]:
    """Settle every wager but the jackpot's by the settlement of the table itself."""
    placed = tuple(Wager(name, (Share("player", stake),)) for name, stake in wagers.items())
    box = Box(1, "player", placed, cards=hand.hole, folded=hand.folded, shown=hand.shown)
    return tuple(
        Line(
            line.wager,
            line.staked,
            line.paid + line.returned - line.staked,
            row_of(game, line.wager, line.result, hand),
        )
        for line in settle_box(game, box, hand)
    )


def row_of(game: BankedGame, wager: WagerName, result: Result, hand: Comparison) -> str:
    """Return the row that paid a wager, such as ``bet.flush``; if none did, how the wager ended."""
    line = game.pays[wager].line(hand) if result is Result.WIN else None
    return f"{wager}.{result if line is None else line.name}"


def jackpot_line(game: BankedGame, plan: Plan, awards: Sequence[int]) -> Line:
    """Settle the jackpot wager: of all that a hand has won, it is paid the award worth most at the meter."""
    staked = plan.jackpot_wager
    if not awards:
        return Line(WagerName.JACKPOT, staked, -staked, f"{WagerName.JACKPOT}.{Result.LOSE}")
    claim = Claim("", 1, staked, tuple(game.jackpot.awards[at] for at in awards), 1, 1)
    (payment,) = pay_pending(Meter(plan.meter * MILLION), plan.meter, [claim], game.jackpot.paid_in_order)
    return Line(WagerName.JACKPOT, staked, payment.amount - staked, f"{WagerName.JACKPOT}.{payment.award.name}")


def takes_from_meter(game: BankedGame, awards: Iterable[int]) -> bool:
    """Return whether one of these awards is a share of the meter."""
    return any(isinstance(game.jackpot.awards[at].prize, PercentOfMeter) for at in awards)


def columns_of(plan: Plan) -> tuple[str, ...]:
    """Return the columns that are added up round by round: everything, the game, each side wager, the jackpot wager."""
    jackpot = (WagerName.JACKPOT.value,) if plan.jackpot_wager else ()
    return (ALL, GAME, *(name for name, _ in plan.sides), *jackpot)


def by_column(plan: Plan, cell: Cell) -> tuple[dict[str, int], dict[str, int]]:
    """Return the amounts that a cell stakes and wins, by column."""
    staked, won = dict.fromkeys(columns_of(plan), 0), dict.fromkeys(columns_of(plan), 0)
    for line in cell.lines:
        for column in (ALL, line.wager.value if line.wager.value in won else GAME):
            staked[column] += line.staked
            won[column] += line.net
    return staked, won


def account_of(game: BankedGame, plan: Plan, cells: Sequence[Cell]) -> Account:
    """Make the account that kernels add up. Raises :class:`InputError` if the amounts are too large for that."""
    nets = [list(by_column(plan, cell)[1].values()) for cell in cells]
    largest = max(max(map(abs, row)) for row in nets)
    if largest * plan.boxes > MOST:
        raise InputError("--ante, --meter, --pay: these amounts are too large to add up round by round")
    return Account(
        np.array(nets, np.int64),
        np.array([cell.staked for cell in cells], np.int64),
        np.array([plan.hits and takes_from_meter(game, cell.awards) for cell in cells]),
        plan.period,
    )


def part_of(plan: Plan, cells: Sequence[Cell], found: Found, rounds: int) -> Part:
    """Convert the arrays of a kernel into named rows and cents.

    Raises :class:`InputError` if more rounds took from the meter than are kept.
    """
    if int(found.number[0]) > HITS:
        raise InputError(f"simulate: more than {HITS:,} rounds of a chunk take from the meter, which is not kept")
    columns = columns_of(plan)
    rows: dict[str, int] = {}
    totals = {kind: dict.fromkeys(columns, 0) for kind in ("staked", "won", "squares")}
    for at in np.flatnonzero(found.counts).tolist():
        often, cell = int(found.counts[at]), cells[at]
        for key in cell.keys:
            rows[key] = rows.get(key, 0) + often
        staked, won = by_column(plan, cell)
        for column in columns:
            totals["staked"][column] += often * staked[column]
            totals["won"][column] += often * won[column]
            totals["squares"][column] += often * won[column] ** 2
    if plan.boxes > 1:
        totals["squares"] = {
            column: (int(high) << SQUARE_BITS) + int(low)
            for column, (high, low) in zip(columns, found.squares, strict=True)
        }
    hits = found.hits[: int(found.number[0])].tolist()
    return Part(
        rounds,
        rows,
        totals["staked"],
        totals["won"],
        totals["squares"],
        lowest=int(found.path[1]),
        highest=int(found.path[2]),
        periods=tuple(Shift(*shift) for shift in found.periods.tolist()),
        hits=tuple(Hit(round_, box, cells[at].awards) for round_, box, at in hits),
    )


def expected_columns(plan: Plan, cells: Sequence[Cell], chances: Sequence[Fraction]) -> dict[str, Fraction]:
    """Return what a box wins on average, by column, from how likely every cell is."""
    found = dict.fromkeys(columns_of(plan), Fraction(0))
    for cell, chance in zip(cells, chances, strict=True):
        if chance:
            for column, won in by_column(plan, cell)[1].items():
                found[column] += chance * won
    return found


def expected_rows(cells: Sequence[Cell], chances: Sequence[Fraction]) -> dict[str, Fraction]:
    """Return how likely a box is counted under each key."""
    found: dict[str, Fraction] = {}
    for cell, chance in zip(cells, chances, strict=True):
        for key in cell.keys if chance else ():
            found[key] = found.get(key, Fraction(0)) + chance
    return found


def won_by(cells: Sequence[Cell], chances: Sequence[Fraction]) -> dict[int, Fraction]:
    """Return how likely each amount is, in cents."""
    found: dict[int, Fraction] = {}
    for cell, chance in zip(cells, chances, strict=True):
        if chance:
            net = sum(line.net for line in cell.lines)
            found[net] = found.get(net, Fraction(0)) + chance
    return found
