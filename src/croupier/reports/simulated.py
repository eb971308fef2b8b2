"""Files of simulations' results: rows for programs (CSV, Parquet), and a page with drawings for people (HTML)."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from typing import Final

from msgspec import Struct

from croupier.money import format_money
from croupier.notation.problem import InputError
from croupier.reports import charts
from croupier.reports.html import render_paper
from croupier.reports.layout import Grid, Paper, Picture, Section, words
from croupier.reports.par import croupier_version
from croupier.rulebooks import load, load_rulebook
from croupier.trials.following import Followed
from croupier.trials.jackpot import Life, Link, Spread
from croupier.trials.result import BAND, Result, Row
from croupier.trials.swings import Hold, House, Player

Cell = str | int | float | None
Said = Callable[[float], str]

_FIGURES: Final = ("part", "name", "figure", "value", "expected")
_TITLES: Final = {
    "wager": "Wagers",
    "row": "Rows",
    "award": "Awards from the meter",
    "meter_at_hit": "The meter whenever all of it was won",
    "hours_between": "Hours between",
    "jackpot": "The jackpot as a whole",
    "waited": "Players who follow the meter",
    "wagers": "What came back to whom",
    "house": "The House",
    "hold": "What it held",
    "cap": "Maximum payouts",
    "session": "What a session won",
    "player": "The Player",
}
"""The parts, as a page calls them."""
_SHARES: Final = ("returned", "share", "lost", "ahead", "broke")
_NUMBERS: Final = ("number", "paid", "played", "often", "count")


class Simulated(Struct, frozen=True):
    """The result of a simulation, laid out for files."""

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    heads: tuple[tuple[str, str], ...]
    """The columns, each with its kind: ``text``, ``whole`` or ``number``."""
    rows: tuple[tuple[Cell, ...], ...]
    pictures: tuple[Picture, ...]


# --- results -------------------------------------------------------------------------------------------------------


def of_rounds(result: Result) -> Simulated:
    """Lay out ``croupier simulate``: wagers and counts beside what the odds expect."""
    heads = (
        *(("kind", "text"), ("name", "text"), ("count", "whole"), ("staked", "whole"), ("won", "whole")),
        *((name, "number") for name in ("a_round", "low", "high", "expected")),
    )
    wagers = [
        ("wager", one.name, None, one.staked, one.won, one.a_round, one.low, one.high, one.expected)
        for one in result.columns
    ]
    counts = [("row", one.key, one.count, None, None, None, None, None, one.expected) for one in result.rows]
    facts = (
        ("Document", result.rulebook),
        ("Rounds", f"{result.rounds:,}, of {result.boxes} box{'es' * (result.boxes > 1)}"),
        ("Strategy", result.strategy),
        ("Seed", str(result.seed)),
        ("Played by", result.played_by if not result.why else f"{result.played_by}: {result.why}"),
    )
    return Simulated(
        "Simulation",
        load_rulebook(result.rulebook).document.title,
        facts,
        heads,
        (*wagers, *counts),
        tuple(_errors(result)),
    )


def _errors(result: Result) -> Iterator[Picture]:
    known = [one for one in result.columns if one.errors is not None]
    if known:
        bars = [(words(one.name), one.errors or 0.0, f"{one.errors:+.2f}") for one in known]
        caption = (
            f"What each wager came to, in standard errors from what the odds expect; 95 of 100 lie within {BAND:.2f}"
        )
        yield Picture(charts.bars(caption, bars), caption)
    met = [(one, far) for one in result.rows if (far := _far(one, result.rounds * result.boxes)) is not None]
    if met:
        rows = [(words(one.key), far, f"{far:+.2f}, {one.count:,}") for one, far in met]
        caption = "How often each row was met, in standard errors from what the odds expect, with its count"
        yield Picture(charts.bars(caption, rows), caption)


def _far(row: Row, boxes: int) -> float | None:
    """Return how many standard errors a count is from what is expected."""
    if row.expected is None or not 0 < row.expected < boxes:
        return None
    return (row.count - row.expected) / sqrt(row.expected * (1 - row.expected / boxes))


def of_jackpot(link: Link, life: Life, followed: Followed | None = None) -> Simulated:
    """Lay out ``croupier jackpot``: every figure beside its closed form, and the results of followers, if any."""
    rows: list[tuple[Cell, ...]] = [
        ("award", name, "paid", float(life.won.get(name, 0)), often) for name, often in life.won_expected.items()
    ]
    rows += _spread_rows("meter_at_hit", life.meter_at_hit, life.meter_at_hit_expected)
    rows += _spread_rows("hours_between", life.hours_between, life.hours_between_expected)
    rows += [
        ("jackpot", "", "reserve", life.reserve, life.reserve_expected),
        ("jackpot", "", "returned", life.returned, life.returned_expected),
        ("jackpot", "", "from_meter", float(life.from_meter), None),
        ("jackpot", "", "seeded", float(life.seeded), None),
        ("jackpot", "", "left", float(life.left), None),
    ]
    rows += [] if followed is None else _followed_rows(followed)
    facts = (
        ("Tables", ", ".join(f"{one.game} × {one.tables}" for one in link.feeds)),
        ("Hours", f"{life.hours:,}"),
        (
            "Jackpot wagers",
            f"{life.wagers:,} of {format_money(link.wager)}, of which {link.contribution} feeds the meter",
        ),
        ("Begins at", format_money(link.begins)),
        ("Seed", str(link.seed)),
    )
    pictures = [
        _histogram("The meter whenever all of it was won", life.meter_at_hit, life.meter_at_hit_expected, _money),
        _histogram("Hours between", life.hours_between, life.hours_between_expected, lambda hours: f"{hours:,.0f} h"),
    ]
    named = "The life of a jackpot"
    return Simulated(
        "Simulation", named, facts, _long(), tuple(rows), tuple(one for one in pictures if one is not None)
    )


def _followed_rows(followed: Followed) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for one in followed.waited:
        rows += [
            ("waited", one.game, "above", float(one.above), float(one.break_even)),
            ("waited", one.game, "share", one.share, one.share_expected),
        ]
    for name, side in (("always", followed.always), ("came", followed.came)):
        rows += [
            ("wagers", name, "number", float(side.number), None),
            ("wagers", name, "returned", side.returned, side.returned_expected),
            ("wagers", name, "a_round", side.a_round, side.a_round_expected),
            ("wagers", name, "played", float(side.played), None),
            ("wagers", name, "won", float(side.won), None),
        ]
    return rows


def of_swings(house: House, player: Player) -> Simulated:
    """Lay out ``croupier swings``: hold, caps, reserve, and the results of a Player's money."""
    rows: list[tuple[Cell, ...]] = [
        ("house", "", "staked", float(house.staked), None),
        ("house", "", "kept", float(house.kept), house.expected),
        ("house", "", "down", float(house.down), None),
        ("house", "", "reserve", None if house.reserve is None else float(house.reserve), None),
    ]
    for one in house.holds:
        figures = (("mean", one.mean, None), ("low", one.low, one.normal_low), ("high", one.high, one.normal_high))
        rows += [("hold", one.period, name, value, normal) for name, value, normal in figures]
        rows += [("hold", one.period, "lost", one.lost, None), ("hold", one.period, "worst", float(one.worst), None)]
    for cap in house.caps:
        rows += [("cap", cap.wager, "often", cap.often, None), ("cap", cap.wager, "saves", cap.saves, None)]
    rows += _spread_rows("session", player.result, None)
    rows += [("player", "", "ahead", player.ahead, None), ("player", "", "broke", player.broke, player.broke_exact)]
    facts = (
        ("Game", house.game),
        ("Tables", f"{house.tables:,}, for {house.days:,} days"),
        ("Rounds", f"{house.rounds:,}"),
        ("Sessions", f"{player.sessions:,} of {player.rounds:,} rounds, with {format_money(player.bankroll)}"),
    )
    ends = _histogram("What a session won", player.result, None, _money)
    pictures = (*(_held(one) for one in house.holds), *(() if ends is None else (ends,)))
    return Simulated("Swings", load(house.game).document.title, facts, _long(), tuple(rows), pictures)


def _long() -> tuple[tuple[str, str], ...]:
    return tuple((name, "text" if name in _FIGURES[:3] else "number") for name in _FIGURES)


def _spread_rows(part: str, found: Spread | None, mean: float | None) -> list[tuple[Cell, ...]]:
    if found is None:
        return [(part, "", "mean", None, mean)]
    figures = ("mean", "deviation", "least", "low", "middle", "high", "most")
    return [
        (part, "", "number", float(found.number), None),
        *((part, "", name, getattr(found, name), mean if name == "mean" else None) for name in figures),
    ]


# --- drawings ------------------------------------------------------------------------------------------------------


def _money(cents: float) -> str:
    return format_money(round(cents))


def _histogram(caption: str, found: Spread | None, expected: float | None, said: Said) -> Picture | None:
    """Draw a distribution with its mean marked, and beside it the closed form's if there is one."""
    if found is None:
        return None
    width = (found.most - found.least) or 1.0
    marks = [((found.mean - found.least) / width, f"mean {said(found.mean)}")]
    if expected is not None:
        marks.append(((expected - found.least) / width, f"closed form {said(expected)}"))
    drawn = charts.histogram(caption, found.counts, (said(found.least), said(found.most)), marks)
    return Picture(drawn, f"{caption}, {found.number:,} of them")


def _held(one: Hold) -> Picture:
    caption = f"What the House held of a {one.period}'s wagers, {one.number:,} of them, with its 95 % band"
    width = (one.most - one.least) or 1.0
    marks = [((edge - one.least) / width, f"{100 * edge:.2f} %") for edge in (one.low, one.high)]
    ends = (f"{100 * one.least:.2f} %", f"{100 * one.most:.2f} %")
    return Picture(charts.histogram(caption, one.counts, ends, marks), caption)


# --- files ---------------------------------------------------------------------------------------------------------


def as_csv(made: Simulated) -> str:
    """Write the rows as CSV."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(name for name, _ in made.heads)
    out.writerows(made.rows)
    return text.getvalue()


def as_html(made: Simulated) -> str:
    """Write drawings and rows as an HTML page that needs no other file.

    It has a table for each part, without the columns that the part leaves empty, and every figure as people write it.
    """
    grids = (_grid(made, part, tuple(rows)) for part, rows in groupby(made.rows, key=lambda row: str(row[0])))
    drawn = (Section("Drawn", made.pictures),) if made.pictures else ()
    return render_paper(
        Paper(made.title, made.subtitle, made.facts, (*drawn, Section("Figures", tuple(grids)))), croupier_version()
    )


def _grid(made: Simulated, part: str, rows: Sequence[tuple[Cell, ...]]) -> Grid:
    kept = [at for at in range(1, len(made.heads)) if any(row[at] not in (None, "") for row in rows)]
    heads = tuple(words(made.heads[at][0]) for at in kept)
    shown = tuple(tuple(_written(made, part, row, at) for at in kept) for row in rows)
    return Grid(heads, shown, tuple(made.heads[at][1] != "text" for at in kept), _TITLES[part])


def _written(made: Simulated, part: str, row: tuple[Cell, ...], at: int) -> str:
    cell = row[at]
    if cell is None:
        return ""
    if isinstance(cell, str):
        return words(cell)
    head = made.heads[at][0]
    figure = str(row[2]) if head in ("value", "expected") else head
    return _unit(part, figure)(cell).replace(" ", "\N{NO-BREAK SPACE}")


def _unit(part: str, figure: str) -> Said:
    """Return how a figure is written."""
    if part == "row" or figure in _NUMBERS:
        return lambda number: f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}"
    if part == "hours_between":
        return lambda hours: f"{hours:,.1f} h"
    if figure in _SHARES or (part == "hold" and figure != "worst"):
        return lambda share: f"{100 * share:.2f} %"
    if (part == "wager" and figure not in ("staked", "won")) or figure == "a_round":
        return lambda cents: f"SGD {cents / 100:,.4f}" if cents >= 0 else f"-SGD {-cents / 100:,.4f}"
    return _money


def check_parquet() -> None:
    """Raise :class:`InputError` if Parquet cannot be written."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise InputError(
            '--parquet: PyArrow is not installed here; pip install "croupier[parquet]" brings it'
        ) from None


def as_parquet(made: Simulated) -> bytes:
    """Write the rows as a Parquet table of typed columns, with the facts in its metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64()}
    facts = {"title": f"{made.title}: {made.subtitle}", **{name.lower(): value for name, value in made.facts}}
    schema = pa.schema([(name, kinds[kind]) for name, kind in made.heads], metadata=facts)
    columns = [list(column) for column in zip(*made.rows, strict=True)]
    kept = io.BytesIO()
    pq.write_table(pa.table(columns, schema=schema), kept)
    return kept.getvalue()
