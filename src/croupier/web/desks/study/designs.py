"""The pay-table designer behind its page: what may be moved, and what becomes of a game when it is.

Everything here is slow beside a table's decision: the routes call it in a thread of its own, one question at a time.
"""

import time
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.hands import BEST, Category
from croupier.money import Cents
from croupier.notation.problem import InputError
from croupier.notation.speech import spoken
from croupier.odds import desk
from croupier.odds.desk import PayRow
from croupier.odds.holdem import Holdem, holdem_figures, holdem_jackpot, wagered
from croupier.odds.holdem import Stakes as HoldemStakes
from croupier.odds.holdem_answer import hands_of
from croupier.odds.holdem_bonus import bonus_return
from croupier.odds.holdem_columns import CATEGORIES
from croupier.odds.holdem_counts import DEALS
from croupier.odds.holdem_terms import holdem_terms, is_holdem
from croupier.odds.lines import Paid, holdem_paid, stud_paid
from croupier.odds.results import Figures, JackpotReturn, Ratio
from croupier.odds.stud import Stakes, Stud, raise_frequency, stud_figures, stud_jackpot
from croupier.odds.stud_counts import TOTAL
from croupier.odds.stud_grid import stud_grid
from croupier.odds.stud_strategy import strategy_of
from croupier.odds.stud_terms import comparison
from croupier.odds.whatif import ANTE_FROM, DEALER_FROM
from croupier.play.banked.settlement import first_outcome
from croupier.rulebooks import as_house, house_games, load_rulebook
from croupier.rules.house import HouseGame
from croupier.rules.settling import Result
from croupier.rules.terms import WagerName
from croupier.web.desks.qualifying import NEIGHBOURS, lowest_qualifying
from croupier.web.live.wire.designer import (
    CurvePage,
    CurvePoint,
    DesignGroup,
    DesignOption,
    DesignPage,
    DesignRow,
    DesignThreshold,
    EdgeShown,
    GridShown,
    LinePaid,
    OptionEdge,
    WhatIfPage,
)
from croupier.web.live.wire.records import ChartHand

ANTE, BONUS, JACKPOT = "ante", "bonus", "jackpot"
_STOPS: Final = 20
"""Steps up to the approved number, and as many above it."""
_MORE: Final = 3
_POINTS: Final = 9
"""Of a curve, at most; the approved number is one of them."""


# ---- What there is to design ----------------------------------------------------------------------------------------


def design_page(game: HouseGame, jackpot_wager: Cents, meter: Cents) -> DesignPage:
    """The rows of a game's pay tables, as its document has them."""
    return DesignPage(
        game=game.name,
        title=game.document.title,
        rulebook=game.document.rulebook,
        version=game.document.version,
        total=str(DEALS if is_holdem(game) else TOTAL),
        groups=_groups(game),
        thresholds=_thresholds(game),
        jackpot_wager=jackpot_wager,
        meter=meter,
        games=house_games(),
    )


def _groups(game: HouseGame) -> tuple[DesignGroup, ...]:
    """Wagers by wager; those with a table worth moving first, the plain ones together after them."""
    by_wager: dict[str, list[PayRow]] = {}
    for row in desk.pay_rows(game):
        by_wager.setdefault(row.wager, []).append(row)
    plain = [name for name, rows in by_wager.items() if len(rows) == 1 and name != JACKPOT]
    groups = [_group(game, (name,), rows) for name, rows in by_wager.items() if name not in plain]
    if plain:
        rows = [row for name in plain for row in by_wager[name]]
        groups.insert(len(groups) - 1, _group(game, tuple(plain), rows))
    return tuple(groups)


def _group(game: HouseGame, wagers: tuple[str, ...], rows: list[PayRow]) -> DesignGroup:
    cap = next((cap for wager, cap in game.caps.items() if wager.value in wagers), None)
    return DesignGroup(
        wager=wagers[0],
        title=", ".join(_wager_title(name) for name in wagers),
        cites=tuple(dict.fromkeys(row.cite for row in rows)),
        edge=edge_of(wagers[0]),
        rows=tuple(_row(row) for row in rows),
        most=None if cap is None else cap.most,
        most_cite="" if cap is None else cap.cite,
    )


def _wager_title(name: str) -> str:
    return "BET" if name == WagerName.BET else spoken(name)


def edge_of(wager: str) -> str:
    """Whose house edge a wager's rows move."""
    return wager if wager in {BONUS, JACKPOT} else ANTE


def _row(row: PayRow) -> DesignRow:
    title = _wager_title(row.row) if row.row == row.wager else spoken(row.row)
    step = _step(row.value)
    most = max(2 * row.value, row.value + _MORE * step)
    if row.kind == "percent":
        most = min(most, 100)
    return DesignRow(row.key, title, row.value, row.kind, row.cite, step, most, step)


def _step(value: int) -> int:
    """The largest of 1, 2, 5, 10, 20, … that meets the approved number in some twenty steps."""
    found = size = 1
    while size * _STOPS <= value:
        found = max([found, *(one for one in (size, 2 * size, 5 * size) if one * _STOPS <= value and not value % one)])
        size *= 10
    return found


def _thresholds(game: HouseGame) -> tuple[DesignThreshold, ...]:
    """From which hand on the Ante wins, or the Dealer qualifies: that hand and its neighbours."""
    if not is_holdem(game):
        return (_qualifying(game),)
    wins = holdem_terms(game).ante_wins[:CATEGORIES]
    approved = Category(wins.index(True))
    near = [Category(one) for one in range(approved - 1, approved + 2) if 0 <= one < len(Category)]
    cites = next(one.cites for one in game.outcomes if one.results.get(WagerName.ANTE) is Result.WIN)
    options = tuple(DesignOption(one.key, one.title) for one in near)
    return (DesignThreshold(ANTE_FROM, approved.key, options, cites),)


def _qualifying(game: HouseGame) -> DesignThreshold:
    lowest, approved, _ = lowest_qualifying(game)
    cites = first_outcome(game, WagerName.BET, comparison(game, BEST, lowest - 1)).cites
    return DesignThreshold(DEALER_FROM, approved, tuple(DesignOption(*one) for one in NEIGHBOURS), cites)


def read_pay(page: DesignPage, given: Mapping[str, int | str]) -> dict[str, str]:
    """What was asked for, without what is as approved. Raises :class:`InputError` for what no slider gives."""
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
            raise InputError(f"{key[:60]!r}: {page.game} has {', '.join([*rows, *thresholds])}")
        row = rows[key]
        if not isinstance(value, int) or not row.least <= value <= row.most:
            raise InputError(f"{key}: must be a whole number from {row.least} to {row.most}, not {str(value)[:30]!r}")
        if value != row.value:
            changes[key] = str(value)
    return changes


# ---- What if --------------------------------------------------------------------------------------------------------


class Solved(Struct, frozen=True):
    """A game with some pays, solved."""

    figures: Figures
    edges: dict[str, Fraction]
    frequencies: dict[str, Fraction]
    paid: Paid
    chart: tuple[ChartHand, ...] = ()
    grid: tuple[GridShown, ...] = ()
    always_fold_to: str = ""
    always_bet_from: str = ""
    milliseconds: float = 0.0


def solve(game: HouseGame, changes: Mapping[str, str], wager: Cents, meter: Cents) -> Solved:
    """Everything that the page shows of it."""
    began = time.perf_counter()
    ready = desk.ready(game, changes)
    found = _stud(ready, wager, meter) if isinstance(ready, Stud) else _holdem(ready, wager, meter)
    return replace(found, milliseconds=1000 * (time.perf_counter() - began))


def _stud(stud: Stud, wager: Cents, meter: Cents) -> Solved:
    solution = stud.solve()
    found, words = stud_figures(solution), strategy_of(stud, solution)
    jackpot = stud_jackpot(stud, solution, Stakes(meter=meter, jackpot_wager=wager))
    return Solved(
        figures=found,
        edges={ANTE: found.house_edge, JACKPOT: _jackpot_edge(jackpot)},
        frequencies={WagerName.BET.value: raise_frequency(solution)},
        paid=stud_paid(stud, solution, wager, meter),
        grid=tuple(GridShown(row.hand, row.bets) for row in stud_grid(stud, solution)),
        always_fold_to=words.always_fold_to or "",
        always_bet_from=words.always_bet_from or "",
    )


def _holdem(holdem: Holdem, wager: Cents, meter: Cents) -> Solved:
    solution = holdem.solve()
    found = holdem_figures(holdem, solution)
    jackpot = holdem_jackpot(holdem, solution, HoldemStakes(meter=meter, jackpot_wager=wager))
    bonus = bonus_return(holdem.game, holdem.counts).house_edge
    return Solved(
        figures=found,
        edges={ANTE: found.house_edge, BONUS: bonus.fraction, JACKPOT: _jackpot_edge(jackpot)},
        frequencies={name.value: often for name, often in wagered(solution).items() if name is not WagerName.ANTE},
        paid=holdem_paid(holdem, solution, wager, meter),
        chart=tuple(
            ChartHand(name, worth.decision.value, worth.net / worth.of) for name, worth in hands_of(solution).items()
        ),
    )


def _jackpot_edge(jackpot: JackpotReturn) -> Fraction:
    assert jackpot.house_edge is not None, "asked for at a meter"
    return jackpot.house_edge.fraction


@lru_cache(8)
def _approved(rulebook: str, wager: Cents, meter: Cents) -> Solved:
    return solve(as_house(load_rulebook(rulebook)), {}, wager, meter)


def what_if(game: HouseGame, page: DesignPage, changes: Mapping[str, str], meter: Cents) -> WhatIfPage:
    """The game with other numbers. Raises :class:`InputError` where they are too large to be reckoned with."""
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
        options=tuple(_options(game, page, changes)),
        chart=found.chart,
        grid=found.grid,
        always_fold_to=found.always_fold_to,
        always_bet_from=found.always_bet_from,
        milliseconds=found.milliseconds,
    )


def _options(game: HouseGame, page: DesignPage, changes: Mapping[str, str]) -> list[OptionEdge]:
    """What the other thresholds would come to; not for another qualifying hand, for which the deals are recounted."""
    return [
        OptionEdge(one.key, option.value, Ratio.of(_edge(game, {**changes, one.key: option.value}, ANTE)))
        for one in page.thresholds
        for option in one.options
        if one.key != DEALER_FROM
    ]


# ---- A curve --------------------------------------------------------------------------------------------------------


def curve(game: HouseGame, page: DesignPage, changes: Mapping[str, str], line: str, meter: Cents) -> CurvePage:
    """A wager's house edge as one row moves from its least to its most."""
    group, row = next((group, row) for group in page.groups for row in group.rows if row.key == line)
    points = [
        CurvePoint(value, Ratio.of(_edge(game, {**changes, line: str(value)}, group.edge, page.jackpot_wager, meter)))
        for value in _stops(row)
    ]
    return CurvePage(line, group.edge, tuple(points))


def _stops(row: DesignRow) -> list[int]:
    """At most nine numbers, evenly apart, of which the approved one is one."""
    count = (row.most - row.least) // row.step + 1
    every = -(-count // _POINTS) * row.step
    first = row.value - (row.value - row.least) // every * every
    return [*range(first, row.most + 1, every)]


def _edge(game: HouseGame, changes: Mapping[str, str], of: str, wager: Cents = 1, meter: Cents = 0) -> Fraction:
    """One house edge, and no more than it needs."""
    ready = desk.ready(game, changes)
    if isinstance(ready, Stud):
        solution = ready.solve()
        if of == ANTE:
            return stud_figures(solution).house_edge
        return _jackpot_edge(stud_jackpot(ready, solution, Stakes(meter=meter, jackpot_wager=wager)))
    if of == BONUS:
        return bonus_return(ready.game, ready.counts).house_edge.fraction
    played = ready.solve()
    if of == ANTE:
        return holdem_figures(ready, played).house_edge
    return _jackpot_edge(holdem_jackpot(ready, played, HoldemStakes(meter=meter, jackpot_wager=wager)))
