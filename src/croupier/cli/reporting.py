"""``croupier report``: a shift or a gaming day, table by table, and the cash of a day, person by person."""

from typing import Final

from rich.table import Column, Table
from rich.text import Text

from croupier.cli.journals import house_of, recorded
from croupier.cli.output import console, write_json
from croupier.cli.problems import FAILED_CHECK, OK
from croupier.floor.journal.store import Reading
from croupier.floor.reading.cash_log import cash_log, patrons
from croupier.floor.reading.reports import (
    SHIFTS,
    Period,
    TableReport,
    by_game,
    day_period,
    report,
    shift_period,
    tables_of,
    total,
)
from croupier.floor.running.loading import load
from croupier.floor.values.cage import CageState
from croupier.floor.values.gaming_day import day_of
from croupier.floor.values.house import hours_of
from croupier.floor.values.ports import SystemClock
from croupier.money import Cents, format_money
from croupier.notation.problem import InputError
from croupier.reports.shift import HOUR, By, DealerRow, Edges, dealers_of, exact_edges, row_of, unknown

_ROWS: Final = (
    ("opening float", "opening"),
    ("opened with", "opened"),
    ("fills", "fills"),
    ("credits", "credits"),
    ("drop", "drop"),
    ("counted at close", "closed"),
    ("variance", "variance"),
    ("win", "win"),
    ("closing float", "closing"),
    ("drop taken", "drop_taken"),
    ("drop in the box", "drop_left"),
    ("variance of the boxes", "drop_variance"),
    ("rake", "rake"),
    ("handle", "handle"),
    ("wagers taken", "taken"),
    ("paid on wagers", "paid"),
    ("fixed awards", "fixed"),
    ("House's part in the jackpot", "house"),
    ("into the jackpot", "contributions"),
    ("jackpot awards", "awards"),
    ("of them from the meter", "from_meter"),
    ("seeded again", "seeded"),
)


def show_report(
    db: str,
    *,
    day: str,
    shift: int | None,
    shifts: int,
    table: str,
    json: bool,
    theoretical: bool = False,
    by: By = "table",
) -> int:
    """Print a report. Return the exit code: 1 if a float is not explained by its movements."""
    with recorded(db) as reading:
        period = _period(reading, day, shift, shifts)
        made = report(reading, period, table)
    edges = exact_edges if theoretical else unknown
    if json:
        _write(period, made, edges)
    else:
        _print(period, made, edges, by)
    return OK if all(one.reconciles for one in made) else FAILED_CHECK


def show_cash(db: str, *, day: str, json: bool) -> int:
    """Print each person's cash of a gaming day, at the cage and at the tables. Return the exit code."""
    with recorded(db) as reading:
        period = _period(reading, day, None, SHIFTS)
        cage = load(reading, "cage").state
        if not isinstance(cage, CageState):
            raise InputError("the House has no cage yet")
        lines = cash_log(reading, period, tables_of(reading, period))
    people = patrons(lines, cage.alert_from)
    if json:
        write_json({"period": period, "report_from": cage.alert_from, "patrons": people, "lines": lines})
        return OK
    right = ("brought", "taken", "acts")
    table = Table("person or account", "document", *(Column(name, justify="right") for name in right), "to be reported")
    table.title = f"Cash on {period.name}, SGD"
    for one in people:
        sums = (_money(one.brought), _money(one.taken), f"{one.acts:,}", "yes" if one.due else "no")
        table.add_row(Text(one.name or one.person), Text(one.document), *sums)
    console().print(table)
    return OK


def _period(reading: Reading, day: str, shift: int | None, shifts: int) -> Period:
    """Return a gaming day or one of its shifts; a day begins at the House's hour, in the House's time zone."""
    hours = hours_of(house_of(reading))
    day = day or day_of(SystemClock().now(), *hours)
    return day_period(day, *hours) if shift is None else shift_period(day, shift, shifts, *hours)


def _write(period: Period, made: list[TableReport], edges: Edges) -> None:
    tables = [{**_fields(one, edges), "reconciles": one.reconciles} for one in made]
    games = [_fields(one, edges) for one in by_game(made, period)]
    dealers = [
        {**{name: getattr(one, name) for name in DealerRow.__struct_fields__}, "rounds_an_hour": one.an_hour}
        for one in dealers_of(made)
    ]
    whole = _fields(total(made, period), edges)
    write_json({"period": period, "tables": tables, "total": whole, "games": games, "dealers": dealers})


def _fields(one: TableReport, edges: Edges) -> dict[str, object]:
    row = row_of(one, edges)
    figures = {
        "hold": row.hold,
        "rounds_an_hour": row.an_hour,
        "average_wager": row.average,
        "theoretical": row.theoretical,
    }
    return {name: getattr(one, name) for name in TableReport.__struct_fields__} | figures


def _print(period: Period, made: list[TableReport], edges: Edges, by: By) -> None:
    out = console()
    if by == "dealer":
        _print_dealers(period, made)
        return
    columns = made if by == "table" else by_game(made, period)
    shown = [*columns, total(made, period)] if len(columns) > 1 else columns
    table = Table(
        Column("SGD", no_wrap=True),
        *(Column(one.table, justify="right", no_wrap=True) for one in shown),
        title=f"Report of {period.name}",
    )
    for name, field in _ROWS:
        table.add_row(name, *(_money(getattr(one, field)) for one in shown))
    for name, field in (("rounds", "rounds"), ("of them void", "voided")):
        table.add_row(name, *(f"{getattr(one, field):,}" for one in shown))
    for name, field in (("acts taken back", "taken_back"), ("corrections", "corrections")):
        table.add_row(name, *(f"{getattr(one, field):,}" for one in shown))
    table.add_row("rulings", *(f"{len(one.rulings):,}" for one in shown))
    rows = [row_of(one, edges) for one in shown]
    table.add_row("hours open", *(f"{row.open_time / HOUR:.1f}" for row in rows))
    table.add_row("rounds an hour", *(_or_dash(row.an_hour, "{:.1f}") for row in rows))
    table.add_row("hold", *(_or_dash(row.hold, "{:.1%}") for row in rows))
    table.add_row("average wager", *("-" if row.average is None else _money(row.average) for row in rows))
    table.add_row("theoretical win", *("-" if row.theoretical is None else _money(row.theoretical) for row in rows))
    out.print(table)
    for one in made:
        for line in one.rulings:
            cites = ", ".join(line.cites)
            out.print(f"{one.table}, round {line.round}: {line.irregularity}, {line.ruling} ({cites})", markup=False)
        if not one.reconciles:
            out.print(f"{one.table}: the float is not explained by its movements", markup=False)


def _print_dealers(period: Period, made: list[TableReport]) -> None:
    right = ("hours", "rounds", "rounds an hour", "acts taken back", "corrections")
    table = Table("Dealer", "tables", *(Column(name, justify="right") for name in right))
    table.title = f"Report of {period.name}"
    for row in dealers_of(made):
        figures = (f"{row.rounds:,}", _or_dash(row.an_hour, "{:.1f}"), f"{row.taken_back:,}", f"{row.corrections:,}")
        table.add_row(row.dealer, ", ".join(row.tables), f"{row.time / HOUR:.1f}" if row.time else "-", *figures)
    console().print(table)


def _or_dash(figure: float | None, form: str) -> str:
    return "-" if figure is None else form.format(figure)


def _money(cents: Cents) -> str:
    """Return an amount without the currency, which the heading names."""
    return format_money(cents).replace("SGD ", "")
