"""PAR sheets, read back: a workbook by its cells, paper by its text, a page by its parser."""

import json
import re
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pypdf
import pytest

from croupier.notation.problem import InputError
from croupier.reports.html import render_html
from croupier.reports.par import ParSheet, par_sheet
from croupier.reports.pdf import render_pdf
from croupier.reports.xlsx import render_xlsx
from croupier.rulebooks import load_banked

GAMES = (
    "rws-casino-stud",
    "rws-multi-link-casino-stud",
    "rws-progressive-texas-holdem",
    "mbs-texas-holdem-bonus-progressive",
)
ROYAL = ("rws-casino-stud", (("bet.royal_flush", "100"),))


@cache
def sheet_of(
    game: str, changes: tuple[tuple[str, str], ...] = (), ante: int | None = None, meter: int | None = None
) -> ParSheet:
    """A sheet, reckoned once."""
    return par_sheet(load_banked(game), dict(changes), ante=ante, meter=meter, dated="2026-11-15")


@pytest.fixture(scope="module", params=GAMES)
def sheet(request: pytest.FixtureRequest) -> ParSheet:
    return sheet_of(request.param)


def published() -> Any:
    truth = Path(__file__).parents[3] / "shared" / "truth.json"
    if not truth.is_file():
        pytest.skip("no published figures beside this checkout")
    return json.loads(truth.read_text())


# --- the sheet ----------------------------------------------------------------------------------------------------


def test_a_sheet_says_where_it_comes_from(sheet: ParSheet) -> None:
    document = load_banked(sheet.game).document
    assert (sheet.rulebook, sheet.version, sheet.effective) == (document.rulebook, document.version, document.effective)
    assert all(document.knows(table.cite) for table in sheet.pay_tables)
    assert all(document.knows(cite) for table in sheet.pay_tables for cite in table.decided_by)
    assert all(document.knows(one.cite) for one in sheet.capped)
    assert all(document.knows(one.cite) for one in sheet.readings)
    assert re.fullmatch(r"[0-9a-f]{64}", sheet.inputs_hash)
    assert f"{sheet.total_combinations:,}" in sheet.method[0]


def test_a_sheet_adds_up(sheet: ParSheet) -> None:
    assert sum(line.combinations for line in sheet.outcomes) == sheet.total_combinations
    assert sum(line.contribution.fraction for line in sheet.outcomes) == -sheet.house_edge.fraction
    assert sheet.element_of_risk.fraction == sheet.house_edge.fraction / sheet.average_wager.fraction
    assert sheet.strategies[0].costs.fraction == 0
    assert all(one.costs.fraction > 0 for one in sheet.strategies[1:])
    assert (len(sheet.hands), sheet.perfect is None) in ((169, True), (0, False))
    for one in sheet.readings:
        assert one.costs.fraction == one.other_edge.fraction - one.house_edge.fraction != 0


@pytest.mark.long
def test_hashes_compare_sheets() -> None:
    plain, again = sheet_of("rws-casino-stud"), par_sheet(load_banked("rws-casino-stud"))
    changed, stakes = sheet_of(*ROYAL), sheet_of("rws-casino-stud", ante=500_000)
    other = sheet_of("rws-multi-link-casino-stud")
    assert plain.inputs_hash == again.inputs_hash == stakes.inputs_hash
    assert len({plain.inputs_hash, changed.inputs_hash, other.inputs_hash}) == 3
    assert plain.counts_hash == changed.counts_hash == other.counts_hash
    flush = sheet_of("mbs-texas-holdem-bonus-progressive", (("ante.from", "flush"),))
    assert flush.inputs_hash != sheet_of("mbs-texas-holdem-bonus-progressive").inputs_hash


def test_a_sheet_travels(sheet: ParSheet) -> None:
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=ParSheet) == sheet


def test_sheets_with_money() -> None:
    stud = sheet_of("rws-casino-stud", ante=30_000, meter=20_000_000)
    assert any(line.units.fraction.denominator > 1 for line in stud.outcomes)
    assert sum(line.contribution.fraction for line in stud.outcomes) == -stud.house_edge.fraction
    assert stud.jackpot is not None
    assert stud.jackpot.meter == 20_000_000
    holdem = sheet_of("rws-progressive-texas-holdem", ante=2_500, meter=20_000_000)
    assert {hand for hand, _ in holdem.played_for_jackpot} == {"72o", "62o", "52o", "42o", "32o"}
    for one in (stud, holdem):
        assert render_html(one)
        assert render_xlsx(one)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="--strategy"):
        par_sheet(load_banked("rws-casino-stud"), strategy="bold")
    with pytest.raises(InputError, match="--pay"):
        par_sheet(load_banked("mbs"), {"bet.royal_flush": "1"})


# --- the workbook -------------------------------------------------------------------------------------------------


def workbook(sheet: ParSheet) -> Any:
    return openpyxl.load_workbook(BytesIO(render_xlsx(sheet)))


def rows_of(page: Any, name: str) -> list[tuple[Any, ...]]:
    """The rows below the headings, down to the sum."""
    rows = list(page[name].iter_rows(min_row=2, values_only=True))
    return rows[: next(at for at, row in enumerate(rows) if row[0] == "House edge")]


def recomputed(rows: list[tuple[Any, ...]]) -> Fraction:
    """The house edge from the cells alone."""
    total = sum(Fraction(row[2]) for row in rows)
    return -sum((Fraction(row[1]) * Fraction(row[2]) for row in rows), Fraction(0)) / total


def test_the_workbook_reckons_the_edge(sheet: ParSheet) -> None:
    book = workbook(sheet)
    rows = rows_of(book, "Outcomes")
    assert recomputed(rows) == sheet.house_edge.fraction
    assert sum(row[2] for row in rows) == sheet.total_combinations
    last = len(rows) + 1
    formulas = {row[0]: row[1] for row in book["Summary"].iter_rows(values_only=True) if row[0]}
    units, ways = f"Outcomes!$B$2:$B${last}", f"Outcomes!$C$2:$C${last}"
    assert formulas["House edge, of the Ante"] == f"=-SUMPRODUCT({units},{ways})/SUM({ways})"
    assert formulas["Combinations"] == f"=SUM({ways})"
    assert formulas["Inputs, SHA-256"] == sheet.inputs_hash
    assert book["Outcomes"].cell(2, 4).value == f"=C2/SUM($C$2:$C${last})"
    for name in sheet.side_wagers:
        assert recomputed(rows_of(book, name.title())) == sheet.side_wagers[name].house_edge.fraction


def test_the_workbook_shows_what_its_formulas_give(sheet: ParSheet) -> None:
    """Readers that do not recompute show what was written beside the formula."""
    shown: Any = openpyxl.load_workbook(BytesIO(render_xlsx(sheet)), data_only=True)
    figures = {row[0]: row[1] for row in shown["Summary"].iter_rows(values_only=True) if row[0]}
    assert figures["House edge, of the Ante"] == sheet.house_edge.value
    assert figures["Element of risk"] == sheet.element_of_risk.value
    assert figures["Standard deviation, in Antes"] == sheet.standard_deviation
    jackpot = {row[0]: row[1] for row in shown["Jackpot"].iter_rows(values_only=True) if row[0]}
    assert sheet.jackpot is not None
    assert jackpot["Break-even meter"] * 100 == pytest.approx(sheet.jackpot.break_even_meter)
    assert jackpot["House edge at that meter"] == pytest.approx(0, abs=1e-6)
    assert shown["Strategies"].cell(2, 1).value == "perfect"
    assert shown["Strategies"].cell(2, 3).value == sheet.house_edge.value


def test_workbooks_have_the_published_figures() -> None:
    truth = published()
    stud = truth["caribbean_stud_100_to_1"]
    rows = rows_of(workbook(sheet_of(*ROYAL)), "Outcomes")
    assert [(row[1], row[2]) for row in rows] == [(line["units"], line["combos"]) for line in stud["return_table"]]
    assert float(recomputed(rows)) == stud["house_edge"]
    assert recomputed(rows) == Fraction(-stud["net_by_strategy"]["perfect"], stud["total_combinations"])
    book = workbook(sheet_of("mbs-texas-holdem-bonus-progressive"))
    assert float(recomputed(rows_of(book, "Outcomes"))) == truth["texas_holdem_bonus"]["house_edge"]
    bonus = truth["bonus_wager"]
    assert recomputed(rows_of(book, "Bonus")) == Fraction(-bonus["net"], bonus["total"])
    hands = {row[0]: row for row in book["Starting hands"].iter_rows(min_row=2, values_only=True)}
    assert {name: hands[name][1] for name in ("AA", "32o")} == truth["texas_holdem_bonus"]["per_hand_net"]
    assert [name for name, row in hands.items() if row[4] == "fold"] == truth["texas_holdem_bonus"]["folds"]


def test_the_same_sheet_gives_the_same_bytes() -> None:
    one = sheet_of("mbs-texas-holdem-bonus-progressive")
    assert render_xlsx(one) == render_xlsx(one)
    assert render_pdf(one) == render_pdf(one)
    assert render_html(one) == render_html(one)


# --- paper --------------------------------------------------------------------------------------------------------


def test_the_paper_has_the_figures(sheet: ParSheet) -> None:
    read = pypdf.PdfReader(BytesIO(render_pdf(sheet)))
    assert 4 <= len(read.pages) <= 9
    text = " ".join(page.extract_text() for page in read.pages)
    told = re.sub(r"[\s\u200b]+", "", text)
    for words in (
        sheet.title,
        sheet.rulebook,
        sheet.effective,
        sheet.inputs_hash,
        sheet.counts_hash,
        sheet.house_edge.exact,
        f"{100 * sheet.house_edge.value:.6f} %",
        f"{sheet.standard_deviation:.9f}",
        f"{sheet.outcomes[0].combinations:,}",
        "Reckoned and checked by",
    ):
        assert words.replace(" ", "") in told, words
    assert f"1of{len(read.pages)}" in told


# --- the page -----------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Notes words, tags, and every attribute that could reach elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.reaches: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "br", "rect", "line", "path"):
            self.open.append(tag)
        self.reaches += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "action", "data")
        ]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_stands_alone(sheet: ParSheet) -> None:
    page = render_html(sheet)
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert reader.reaches == []
    assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)
    addresses = re.findall(r"[a-z]+://[^\"'\s<]+", page)
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in page
    assert "@import" not in page
    assert reader.tags.count("svg") >= 3
    text = " ".join(" ".join(reader.words).split())
    for words in (sheet.title, sheet.inputs_hash, sheet.house_edge.exact, f"{100 * sheet.house_edge.value:.6f} %"):
        assert words in text
    for line in sheet.outcomes:
        assert f"{line.combinations:,}" in text
    for one in sheet.readings:
        assert one.question in text


def test_the_picture_of_starting_hands() -> None:
    one = sheet_of("rws-progressive-texas-holdem")
    page = render_html(one)
    drawn = page[page.index("<title>What the Flop wager") :]
    drawn = drawn[: drawn.index("</svg>")]
    assert all(f">{name}</text>" in drawn for name in one.hands)
    assert drawn.count("<path") == 5
