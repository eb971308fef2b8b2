"""A PAR sheet as a workbook: the counts are in cells, and formulas calculate the figures from them.

All counts are below 2^53, so that a cell holds them exactly; exact fractions are beside them as text.
"""

from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final

import xlsxwriter

from croupier.odds.results import JackpotReturn
from croupier.odds.stud.solution import suits_text
from croupier.reports.layout import called, per_cent, words
from croupier.reports.par import ParSheet

CENTS: Final = 100

_NO_CLOCK: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""A fixed date in the file, so that the same sheet gives the same bytes."""

Format = Any
"""XlsxWriter is published without types."""


class _Book:
    """The workbook being written, and its formats."""

    def __init__(self, book: Any) -> None:
        plain = {"font_name": "Georgia", "font_size": 10, "valign": "top"}
        self._book = book
        self.text = book.add_format(plain)
        self.wrap = book.add_format({**plain, "text_wrap": True})
        self.title = book.add_format({**plain, "font_size": 16, "bold": True})
        self.head = book.add_format({**plain, "bold": True, "bottom": 1, "text_wrap": True})
        self.whole = book.add_format({**plain, "num_format": "#,##0"})
        self.units = book.add_format({**plain, "num_format": "+#,##0.####;-#,##0.####;0"})
        self.share = book.add_format({**plain, "num_format": "0.000000000"})
        self.signed = book.add_format({**plain, "num_format": "+0.000000000;-0.000000000;0"})
        self.percent = book.add_format({**plain, "num_format": "0.000000%"})
        self.money = book.add_format({**plain, "num_format": '"SGD" #,##0.00'})
        self.given = book.add_format({**plain, "num_format": '"SGD" #,##0.00', "bg_color": "#FFF6D6"})
        self.strong = book.add_format({**plain, "bold": True, "num_format": "0.000000%", "top": 1})

    def page(self, name: str, widths: tuple[float, ...], heads: tuple[str, ...] = ()) -> Any:
        """Add a sheet that prints on one page's width; headings, if any, stay in view."""
        page = self._book.add_worksheet(name)
        for at, width in enumerate(widths):
            page.set_column(at, at, width, self.text)
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        page.hide_gridlines(2)
        if heads:
            page.write_row(0, 0, heads, self.head)
            page.freeze_panes(1, 0)
        return page


def render_xlsx(sheet: ParSheet) -> bytes:
    """Write a PAR sheet as a workbook."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as workbook:
        workbook.set_properties(
            {
                "title": f"PAR sheet: {sheet.title}",
                "author": f"croupier {sheet.croupier}",
                "comments": sheet.rulebook,
                "created": _NO_CLOCK,
            }
        )
        book = _Book(workbook)
        summary = book.page("Summary", (38, 24, 70))
        last = _outcomes(book, sheet)
        _summary(book, summary, sheet, last)
        _strategies(book, sheet)
        _pay_tables(book, sheet)
        if sheet.hands:
            _hands(book, sheet)
        if sheet.perfect is not None:
            _perfect(book, sheet)
        for name in sheet.side_wagers:
            _side_wager(book, sheet, name)
        if sheet.jackpot is not None:
            _jackpot(book, sheet, sheet.jackpot)
        if sheet.capped:
            _capped(book, sheet)
        _readings(book, sheet)
        _method(book, sheet)
    return out.getvalue()


def _summary(book: _Book, page: Any, sheet: ParSheet, last: int) -> None:
    page.write(0, 0, sheet.title, book.title)
    facts = [
        ("Document", f"{sheet.operator}, version {sheet.version}"),
        ("Effective", sheet.effective),
        ("Rulebook", sheet.rulebook),
        ("Reckoned by", f"croupier {sheet.croupier}"),
        ("Dated", sheet.dated),
        ("Strategy", sheet.strategy),
        ("Inputs, SHA-256", sheet.inputs_hash),
        ("Counts, SHA-256", sheet.counts_hash),
        *((f"Changed: {key}", value) for key, value in sheet.pay.items()),
    ]
    if sheet.ante is not None:
        facts.append(("Ante, in cents", str(sheet.ante)))
    for row, (name, said) in enumerate(facts, 2):
        page.write(row, 0, name, book.text)
        page.write_string(row, 1, said, book.text)
    row = len(facts) + 3
    page.write_row(row, 0, ("Figure", "Value", "Exactly"), book.head)
    ways, units = f"Outcomes!$C$2:$C${last}", f"Outcomes!$B$2:$B${last}"
    mean = f"SUMPRODUCT({units},{ways})/SUM({ways})"
    edge, wager = sheet.house_edge.value, sheet.average_wager.value
    rows: list[tuple[str, float | str, float | None, Format, str]] = [
        ("House edge, of the Ante", f"=-{mean}", edge, book.percent, sheet.house_edge.exact),
        ("Average wager, in Antes", wager, None, book.share, sheet.average_wager.exact),
        (
            "Element of risk",
            f"=B{row + 2}/B{row + 3}",
            sheet.element_of_risk.value,
            book.percent,
            sheet.element_of_risk.exact,
        ),
        (
            "Standard deviation, in Antes",
            f"=SQRT(SUMPRODUCT({units},{units},{ways})/SUM({ways})-({mean})^2)",
            sheet.standard_deviation,
            book.share,
            f"√({sheet.variance.exact})",
        ),
        ("Combinations", f"=SUM({ways})", sheet.total_combinations, book.whole, str(sheet.total_combinations)),
        *(
            (f"{called(sheet, name)} placed", often.value, None, book.percent, often.exact)
            for name, often in sheet.raise_frequencies.items()
        ),
    ]
    for at, (name, value, shown, style, exact) in enumerate(rows, row + 1):
        page.write(at, 0, name, book.text)
        if isinstance(value, str):
            page.write_formula(at, 1, value, style, shown)
        else:
            page.write_number(at, 1, value, style)
        page.write_string(at, 2, exact, book.text)


def _outcomes(book: _Book, sheet: ParSheet) -> int:
    """Write the outcomes; their last row, counted from 1."""
    heads = ("Outcome", "Antes", "Combinations", "Frequency", "Contribution", "Raises")
    page = book.page("Outcomes", (26, 12, 24, 16, 18, 8), heads)
    last = len(sheet.outcomes) + 1
    for row, line in enumerate(sheet.outcomes, 1):
        page.write(row, 0, words(line.outcome), book.text)
        page.write_number(row, 1, line.units.value, book.units)
        page.write_number(row, 2, line.combinations, book.whole)
        page.write_formula(row, 3, f"=C{row + 1}/SUM($C$2:$C${last})", book.share, line.frequency)
        page.write_formula(row, 4, f"=B{row + 1}*D{row + 1}", book.signed, line.contribution.value)
        if line.raises is not None:
            page.write_number(row, 5, line.raises, book.whole)
    page.write(last, 0, "House edge", book.strong)
    page.write_formula(last, 2, f"=SUM(C2:C{last})", book.whole, sheet.total_combinations)
    page.write_formula(last, 4, f"=-SUM(E2:E{last})", book.strong, sheet.house_edge.value)
    return last


def _strategies(book: _Book, sheet: ParSheet) -> None:
    page = book.page("Strategies", (18, 60, 16, 16, 40), ("Strategy", "Means", "House edge", "Costs", "Exactly"))
    for row, one in enumerate(sheet.strategies, 1):
        page.write(row, 0, one.strategy, book.text)
        page.write(row, 1, one.means, book.wrap)
        page.write_number(row, 2, one.house_edge.value, book.percent)
        page.write_formula(row, 3, f"=C{row + 1}-$C$2", book.percent, one.costs.value)
        page.write_string(row, 4, one.house_edge.exact, book.text)


def _pay_tables(book: _Book, sheet: ParSheet) -> None:
    heads = ("Wager", "Row", "From", "Pays", "Number", "Paragraph", "Decided by")
    page = book.page("Pay tables", (12, 30, 20, 24, 14, 12, 40), heads)
    row = 1
    for table in sheet.pay_tables:
        for line in table.lines:
            told = (called(sheet, table.wager), words(line.row), words(line.needs), line.pays)
            page.write_row(row, 0, told, book.text)
            page.write_number(row, 4, line.number, book.whole)
            page.write_string(row, 5, table.cite, book.text)
            page.write_string(row, 6, ", ".join(table.decided_by), book.text)
            row += 1


def _hands(book: _Book, sheet: ParSheet) -> None:
    heads = ("Hand", "Net", "Of", "Antes", "Decision", "Turn follows", "River follows")
    page = book.page("Starting hands", (8, 22, 20, 14, 10, 14, 14), heads)
    for row, (name, hand) in enumerate(sheet.hands.items(), 1):
        page.write(row, 0, name, book.text)
        page.write_number(row, 1, hand.net, book.whole)
        page.write_number(row, 2, hand.of, book.whole)
        page.write_formula(row, 3, f"=B{row + 1}/C{row + 1}", book.signed, hand.net / hand.of)
        page.write(row, 4, hand.decision.value, book.text)
        page.write_number(row, 5, hand.turn.value, book.percent)
        page.write_number(row, 6, hand.river.value, book.percent)


def _perfect(book: _Book, sheet: ParSheet) -> None:
    perfect = sheet.perfect
    assert perfect is not None
    page = book.page("Perfect strategy", (10, 18, 18, 90), ("Hand", "Bet against", "Fold against", "By suits"))
    for row, case in enumerate(perfect.cases, 1):
        for column, told in enumerate((case.hand, case.bet, case.fold, suits_text(case))):
            page.write_string(row, column, told, book.wrap)
    row = len(perfect.cases) + 2
    page.write(row, 0, f"Always bet with at least: {perfect.always_bet_from or 'no hand'}", book.text)
    page.write(row + 1, 0, f"Always fold with at most: {perfect.always_fold_to or 'no hand'}", book.text)


def _side_wager(book: _Book, sheet: ParSheet, name: str) -> None:
    wager = sheet.side_wagers[name]
    heads = ("Row", "Wins", "Combinations", "Frequency", "Contribution")
    page = book.page(called(sheet, name), (30, 10, 18, 16, 18), heads)
    last = len(wager.lines) + 1
    for row, line in enumerate(wager.lines, 1):
        units = -1 if line.pays is None else line.pays
        share = line.combinations / wager.total_combinations
        page.write(row, 0, words(line.row), book.text)
        page.write_number(row, 1, units, book.units)
        page.write_number(row, 2, line.combinations, book.whole)
        page.write_formula(row, 3, f"=C{row + 1}/SUM($C$2:$C${last})", book.share, share)
        page.write_formula(row, 4, f"=B{row + 1}*D{row + 1}", book.signed, units * share)
    page.write(last, 0, "House edge", book.strong)
    page.write_formula(last, 4, f"=-SUM(E2:E{last})", book.strong, wager.house_edge.value)
    page.write_string(last + 1, 0, f"exactly {wager.house_edge.exact}", book.text)


def _jackpot(book: _Book, sheet: ParSheet, jackpot: JackpotReturn) -> None:
    page = book.page("Jackpot", (38, 24, 60), ("Jackpot wager", "", "Exactly"))
    meter = jackpot.meter if jackpot.meter is not None else jackpot.break_even_meter or 0
    edge = 1 - jackpot.fixed_return - jackpot.meter_coefficient.value * meter / jackpot.wager
    rows: list[tuple[str, float | str, float | None, Format, str]] = [
        ("Wager", jackpot.wager / CENTS, None, book.money, ""),
        ("Fixed awards return", jackpot.fixed_return, None, book.percent, jackpot.fixed_return_exact),
        ("Share of the meter won", jackpot.meter_coefficient.value, None, book.text, jackpot.meter_coefficient.exact),
        ("Meter (change it)", meter / CENTS, None, book.given, ""),
        ("House edge at that meter", "=1-B3-B4*B5/B2", edge, book.percent, ""),
    ]
    if jackpot.break_even_meter is not None:
        exact = f"{jackpot.break_even_meter_exact} cents"
        rows.append(("Break-even meter", "=B2*(1-B3)/B4", jackpot.break_even_meter / CENTS, book.money, exact))
    for row, (name, value, shown, style, told) in enumerate(rows, 1):
        page.write(row, 0, name, book.text)
        if isinstance(value, str):
            page.write_formula(row, 1, value, style, shown)
        else:
            page.write_number(row, 1, value, style)
        page.write_string(row, 2, told, book.text)
    for row, (hand, ante) in enumerate(sheet.played_for_jackpot, len(rows) + 2):
        page.write(row, 0, f"With it, played up to an Ante: {hand}", book.text)
        page.write_number(row, 1, ante / CENTS, book.money)


def _capped(book: _Book, sheet: ParSheet) -> None:
    page = book.page("Maximum payouts", (20, 24, 24, 20), ("Wager", "On a wager of", "House edge", "The cap costs"))
    row = 1
    for one in sheet.capped:
        page.write(row, 0, f"{called(sheet, one.wager)}, at most SGD {one.most // CENTS:,} ({one.cite})", book.text)
        row += 1
        for at in one.edges:
            page.write_number(row, 1, at.wager / CENTS, book.money)
            page.write_number(row, 2, at.house_edge.value, book.percent)
            page.write_number(row, 3, at.costs.value, book.percent)
            row += 1


def _readings(book: _Book, sheet: ParSheet) -> None:
    heads = ("Cite", "Paragraphs", "Question", "Chosen", "Otherwise", "At", "Of", "Edge", "Otherwise", "Difference")
    page = book.page("Readings", (6, 16, 36, 50, 36, 24, 9, 14, 14, 14), heads)
    for row, one in enumerate(sheet.readings, 1):
        told = (one.cite, ", ".join(one.paragraphs), one.question, one.choice, one.otherwise, one.at, one.concerns)
        for column, text in enumerate(told):
            page.write_string(row, column, text, book.wrap)
        page.write_number(row, 7, one.house_edge.value, book.percent)
        page.write_number(row, 8, one.other_edge.value, book.percent)
        page.write_formula(row, 9, f"=I{row + 1}-H{row + 1}", book.percent, one.costs.value)


def _method(book: _Book, sheet: ParSheet) -> None:
    page = book.page("Method", (120,), ("Method",))
    for row, text in enumerate(sheet.method, 1):
        page.write_string(row, 0, text, book.wrap)
    said = f"House edge {per_cent(sheet.house_edge)} over {sheet.total_combinations:,} combinations."
    page.write_string(len(sheet.method) + 1, 0, said, book.wrap)
