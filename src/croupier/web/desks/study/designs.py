"""The pay-table designer behind its page: the changes that it offers, and the game with those changes.

All functions are slow compared with a table's decision. The routes call them in a thread of its own, one question at a
time.
"""

import time
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct

from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.notation.speech import spoken
from croupier.odds import desk
from croupier.odds.results import Figures, Ratio
from croupier.odds.solver import Charted, Paid, Stakes, Threshold, solver_of, why_not
from croupier.odds.whatif import figure, premium_key, rows_in_words
from croupier.rulebooks import as_banked, banked_games, load_banked, load_rulebook
from croupier.rules.banked import BankedGame
from croupier.rules.document import Cite
from croupier.rules.settling import Award, PayLine
from croupier.rules.terms import WagerName, wager_named
from croupier.web.wire.designer import (
    CurvePage,
    CurvePoint,
    DesignFound,
    DesignGroup,
    DesignOption,
    DesignPage,
    DesignRow,
    DesignThreshold,
    EdgeShown,
    LinePaid,
    OptionEdge,
    SearchAsked,
    SearchPage,
    WhatIfPage,
)
from croupier.web.wire.records import ChartHand, GridShown

ANTE, JACKPOT = WagerName.ANTE.value, WagerName.JACKPOT.value
_STOPS: Final = 20
"""The number of steps up to the approved number; there are as many above it."""
_MORE: Final = 3
_POINTS: Final = 9
"""The most points of a curve, one of which is the approved number."""


# ---- The rows to design ---------------------------------------------------------------------------------------------


def design_page(game: BankedGame, jackpot_wager: Cents, meter: Cents) -> DesignPage:
    """Return the rows of a game's pay tables, as its document has them. Raises :class:`NotCoveredError`."""
    thresholds = solver_of(game).thresholds(game)
    return DesignPage(
        game=game.name,
        title=game.document.title,
        rulebook=game.document.rulebook,
        version=game.document.version,
        total=str(solver_of(game).total),
        groups=_groups(game),
        thresholds=tuple(_threshold(one) for one in thresholds),
        jackpot_wager=jackpot_wager,
        meter=meter,
        games=tuple(name for name in banked_games() if not why_not(load_banked(name))),
    )


def _groups(game: BankedGame) -> tuple[DesignGroup, ...]:
    """Return the rows by wager: wagers with a real pay table first, then the even-money ones together."""
    by_wager: dict[str, list[DesignRow]] = {}
    for key, row in desk.pay_rows(game).items():
        by_wager.setdefault(key.partition(".")[0], []).append(_row(game, key, row))
    beside = (JACKPOT, *desk.side_wagers(game))
    plain = [name for name, rows in by_wager.items() if len(rows) == 1 and name not in beside]
    groups = [_group(game, (name,), rows) for name, rows in by_wager.items() if name not in plain]
    if plain:
        rows = [row for name in plain for row in by_wager[name]]
        groups.insert(len(groups) - game.has_jackpot, _group(game, tuple(plain), rows))
    return tuple(groups)


def _group(game: BankedGame, wagers: tuple[str, ...], rows: list[DesignRow]) -> DesignGroup:
    cap = next((cap for wager, cap in game.caps.items() if wager.value in wagers), None)
    return DesignGroup(
        wager=wagers[0],
        title=", ".join(_wager_title(game, name) for name in wagers),
        cites=tuple(dict.fromkeys(row.cite for row in rows)),
        edge=edge_of(game, wagers[0]),
        rows=tuple(rows),
        most=None if cap is None else cap.most,
        most_cite="" if cap is None else cap.cite,
    )


def _wager_title(game: BankedGame, name: str) -> str:
    wager = wager_named(name)
    return spoken(name) if wager is None else game.title(wager)


def edge_of(game: BankedGame, name: str) -> str:
    """Return the wager whose house edge a pay table changes: a side wager, or the Ante."""
    return name if name in desk.side_wagers(game) or name == JACKPOT else ANTE


def _row(game: BankedGame, key: str, row: PayLine | Award) -> DesignRow:
    wager = key.partition(".")[0]
    title = _wager_title(game, row.name) if row.name == wager else spoken(row.name)
    value, kind = figure(row)
    step = _step(value)
    most = max(2 * value, value + _MORE * step)
    if kind == "percent":
        most = min(most, 100)
    return DesignRow(key, title, value, kind, _cite(game, wager, row), step, most, step)


def _cite(game: BankedGame, wager: str, row: PayLine | Award) -> Cite:
    """Return the paragraph that states a row."""
    if isinstance(row, Award):
        return row.cite
    tables = (*game.pays.items(), *((premium_key(name), one.pays) for name, one in game.premiums.items()))
    return next(table.cite for name, table in tables if name == wager)


def _step(value: int) -> int:
    """Return the largest of 1, 2, 5, 10, 20, … that meets the approved number in some twenty steps."""
    found = size = 1
    while size * _STOPS <= value:
        found = max([found, *(one for one in (size, 2 * size, 5 * size) if one * _STOPS <= value and not value % one)])
        size *= 10
    return found


def _threshold(one: Threshold) -> DesignThreshold:
    return DesignThreshold(one.key, one.approved, tuple(DesignOption(*option) for option in one.options), one.cites)


def read_pay(page: DesignPage, given: Mapping[str, int | str]) -> dict[str, str]:
    """Return the requested changes, without values that equal the approved ones.

    Raises :class:`InputError` for impossible values.
    """
    rows = {row.key: row for group in page.groups for row in group.rows}
    thresholds = {one.key: one for one in page.thresholds}
    changes: dict[str, str] = {}
    for key, value in given.items():
        if key in thresholds:
            one = thresholds[key]
            if value not in {option.value for option in one.options}:
                names = ", ".join(option.value for option in one.options)
                raise InputError(f"{key}: must be one of {names}, not {str(value)[:30]!r}")
            if value != one.approved:
                changes[key] = str(value)
            continue
        if key not in rows:
            raise InputError(f"{key[:60]!r}: {page.game} has {rows_in_words(rows, thresholds)}")
        row = rows[key]
        if not isinstance(value, int) or not row.least <= value <= row.most:
            raise InputError(f"{key}: must be a whole number from {row.least} to {row.most}, not {str(value)[:30]!r}")
        if value != row.value:
            changes[key] = str(value)
    return changes


# ---- What if --------------------------------------------------------------------------------------------------------


class Solved(Struct, frozen=True):
    """The figures of a game with changed pays."""

    figures: Figures
    edges: dict[str, Fraction]
    frequencies: dict[str, Fraction]
    paid: Paid
    charted: Charted
    milliseconds: float


def solve(game: BankedGame, changes: Mapping[str, str], wager: Cents, meter: Cents) -> Solved:
    """Compute all figures of a game that the page shows."""
    began = time.perf_counter()
    ready = desk.ready(game, changes)
    found = ready.figures()
    edges = {ANTE: found.house_edge, **ready.side_edges()}
    if game.has_jackpot:
        edges[JACKPOT] = ready.jackpot_edge(Stakes(meter=meter, jackpot_wager=wager))
    paid, charted = ready.paid(wager, meter), ready.charted()
    return Solved(found, edges, ready.frequencies(), paid, charted, 1000 * (time.perf_counter() - began))


@lru_cache(8)
def _approved(rulebook: str, wager: Cents, meter: Cents) -> Solved:
    return solve(as_banked(load_rulebook(rulebook)), {}, wager, meter)


def what_if(game: BankedGame, page: DesignPage, changes: Mapping[str, str], meter: Cents) -> WhatIfPage:
    """Return the game with changed numbers beside the approved ones.

    Raises :class:`InputError` if the numbers are too large to calculate with.
    """
    approved = _approved(game.document.rulebook, page.jackpot_wager, meter)
    found = solve(game, changes, page.jackpot_wager, meter) if changes else approved
    return WhatIfPage(
        game=game.name,
        pay=dict(changes),
        edges=tuple(
            EdgeShown(name, Ratio.of(edge), Ratio.of(approved.edges[name])) for name, edge in found.edges.items()
        ),
        element_of_risk=Ratio.of(found.figures.element_of_risk),
        element_approved=Ratio.of(approved.figures.element_of_risk),
        average_wager=Ratio.of(found.figures.average_wager),
        average_approved=Ratio.of(approved.figures.average_wager),
        standard_deviation=found.figures.standard_deviation,
        frequencies={name: Ratio.of(often) for name, often in found.frequencies.items()},
        paid=tuple(LinePaid(key, Ratio.of(share)) for key, share in found.paid.items()),
        options=tuple(_options(game, changes)),
        chart=tuple(ChartHand(one.hand, one.decision, one.worth) for one in found.charted.hands),
        grid=tuple(GridShown(row.hand, row.bets) for row in found.charted.grid),
        always_fold_to=found.charted.always_fold_to,
        always_bet_from=found.charted.always_bet_from,
        milliseconds=found.milliseconds,
    )


def _options(game: BankedGame, changes: Mapping[str, str]) -> list[OptionEdge]:
    """Return the house edge with other thresholds; none of those for which all deals would have to be counted again."""
    return [
        OptionEdge(one.key, option, Ratio.of(_edge(game, {**changes, one.key: option}, ANTE)))
        for one in solver_of(game).thresholds(game)
        if not one.recounts
        for option, _ in one.options
    ]


# ---- A curve --------------------------------------------------------------------------------------------------------


def curve(game: BankedGame, page: DesignPage, changes: Mapping[str, str], line: str, meter: Cents) -> CurvePage:
    """Return a wager's house edge for one row's values from its least to its most."""
    group, row = next((group, row) for group in page.groups for row in group.rows if row.key == line)
    points = [
        CurvePoint(value, Ratio.of(_edge(game, {**changes, line: str(value)}, group.edge, page.jackpot_wager, meter)))
        for value in _stops(row)
    ]
    return CurvePage(line, group.edge, tuple(points))


def _stops(row: DesignRow) -> list[int]:
    """Return at most nine evenly spaced numbers, including the approved one."""
    count = (row.most - row.least) // row.step + 1
    every = -(-count // _POINTS) * row.step
    first = row.value - (row.value - row.least) // every * every
    return [*range(first, row.most + 1, every)]


def _edge(game: BankedGame, changes: Mapping[str, str], of: str, wager: Cents = 1, meter: Cents = 0) -> Fraction:
    """Return one house edge, without calculating any other figure."""
    ready = desk.ready(game, changes)
    if of == ANTE:
        return ready.figures().house_edge
    if of == JACKPOT:
        return ready.jackpot_edge(Stakes(meter=meter, jackpot_wager=wager))
    return ready.side_edges()[of]


# ---- By search ------------------------------------------------------------------------------------------------------


def searched(game: BankedGame, asked: SearchAsked) -> SearchPage:
    """Return the designs that reach the wanted figures. Raises :class:`InputError`."""
    from croupier.odds.search import read_moves, read_wanted, search

    began = time.perf_counter()
    wanted, moves = read_wanted(asked.edge, asked.hits, asked.deviation), read_moves(game, asked.moves)
    found = search(game, solver_of(game), moves, wanted)
    return SearchPage(
        tuple(DesignFound(one.pay, one.house_edge, one.hit_frequency, one.standard_deviation) for one in found),
        1000 * (time.perf_counter() - began),
    )
