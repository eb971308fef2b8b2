"""Results of simulations as files: read back, they say what the commands say."""

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow.parquet as pq
import pytest

from croupier.reports.charts import histogram
from croupier.trials.jackpot import counted
from tests.command import complaint_of, croupier

SVG = "{http://www.w3.org/2000/svg}"
COMMANDS = {
    "simulate": ("simulate", "rws-casino-stud", "--strategy", "pair", "--rounds", "5000", "--jackpot-wager", "500"),
    "jackpot": ("jackpot", "rws-multi-link-casino-stud:20", "--hours", "4000", "--strategy", "pair"),
    "swings": (
        *("swings", "rws-casino-stud", "--days", "2", "--sessions", "200", "--session", "40", "--strategy", "pair"),
    ),
}


def written(command: str, folder: Path) -> tuple[Any, list[dict[str, str]], list[dict[str, Any]], str]:
    """The answer, its rows as CSV and as Parquet, and the page."""
    files = {form: folder / f"result.{form}" for form in ("csv", "parquet", "html")}
    options = [part for form, file in files.items() for part in (f"--{form}", str(file))]
    done = croupier(*COMMANDS[command], *options, "--json")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(files["csv"].read_text().splitlines()))
    return json.loads(done.stdout), rows, pq.read_table(files["parquet"]).to_pylist(), files["html"].read_text()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_form_has_the_same_rows_and_the_page_needs_nothing_else(command: str, tmp_path: Path) -> None:
    _, rows, table, page = written(command, tmp_path)
    assert len(rows) == len(table) > 5
    for line, typed in zip(rows, table, strict=True):
        assert line == {name: "" if cell is None else str(cell) for name, cell in typed.items()}
    assert page.count("<svg") >= 2
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in page
    for drawing in page.split("<svg")[1:]:
        ElementTree.parse(io.StringIO("<svg" + drawing.partition("</svg>")[0] + "</svg>"))


def test_what_rounds_came_to(tmp_path: Path) -> None:
    answer, _, table, page = written("simulate", tmp_path)
    wagers = {one["name"]: one for one in table if one["kind"] == "wager"}
    for one in answer["columns"]:
        assert (wagers[one["name"]]["staked"], wagers[one["name"]]["won"]) == (one["staked"], one["won"])
        assert wagers[one["name"]]["expected"] == one["expected"]
    counts = {one["name"]: one["count"] for one in table if one["kind"] == "row"}
    assert counts == {one["key"]: one["count"] for one in answer["rows"]}
    schema = pq.read_schema(tmp_path / "result.parquet")
    assert [str(schema.field(name).type) for name in ("name", "count", "expected")] == ["string", "int64", "double"]
    assert schema.metadata[b"seed"] == b"1"
    assert "5,000, of 1 box" in page


def test_what_a_jackpot_and_swings_came_to(tmp_path: Path) -> None:
    life, _, table, _ = written("jackpot", tmp_path)
    found = {(one["part"], one["name"], one["figure"]): (one["value"], one["expected"]) for one in table}
    assert found["jackpot", "", "returned"] == (life["returned"], life["returned_expected"])
    assert found["award", "royal_flush", "paid"] == (life["won"]["royal_flush"], life["won_expected"]["royal_flush"])
    assert sum(life["meter_at_hit"]["counts"]) == life["meter_at_hit"]["number"]
    swung, _, table, page = written("swings", tmp_path)
    found = {(one["part"], one["name"], one["figure"]): (one["value"], one["expected"]) for one in table}
    shift = swung["house"]["holds"][0]
    assert found["hold", "shift", "low"] == (shift["low"], shift["normal_low"])
    assert found["player", "", "broke"] == (swung["player"]["broke"], swung["player"]["broke_exact"])
    assert sum(shift["counts"]) == shift["number"]
    assert "a shift&#39;s wagers" in page or "a shift's wagers" in page


def test_a_page_writes_every_figure_as_people_do(tmp_path: Path) -> None:
    """5,000 boxes of SGD 5.00 on the jackpot are SGD 25,000.00; what is a share is written in per cent."""
    page = written("simulate", tmp_path)[3].replace("\N{NO-BREAK SPACE}", " ")
    assert "<h1>Casino Stud Poker</h1>" in page
    assert re.search(r"<td>jackpot</td><td[^>]*>SGD 25,000\.00</td>", page)
    assert re.search(r"<th[^>]*>name</th><th[^>]*>count</th><th[^>]*>expected</th></tr>", page), "no empty columns"
    assert re.search(r"<td>bet\.full house</td><td[^>]*>\d+</td><td[^>]*>[\d.]+</td></tr>", page)
    swung, _, _, page = written("swings", tmp_path)
    page = page.replace("\N{NO-BREAK SPACE}", " ")
    broke = f"{100 * swung['player']['broke']:.2f} %", f"{100 * swung['player']['broke_exact']:.2f} %"
    assert re.search(rf"<td>broke</td><td[^>]*>{broke[0]}</td><td[^>]*>{broke[1]}</td>", page)
    staked, cents = divmod(swung["house"]["staked"], 100)
    assert f">SGD {staked:,}.{cents:02}</td>" in page
    assert re.search(rf"<td>number</td><td[^>]*>{swung['player']['sessions']}</td>", page)


def test_numbers_are_counted_in_equal_parts() -> None:
    """From 0 to 24: 1 lies in the second part, 12 at the beginning of the thirteenth, 24 in the last."""
    assert counted(np.array([0.0, 1.0, 12.0, 24.0])) == tuple(1 if part in (0, 1, 12, 23) else 0 for part in range(24))
    assert counted(np.array([5.0, 5.0])) == (2, *[0] * 23)


def test_the_highest_column_is_the_whole_height() -> None:
    drawn = histogram("three", [1, 4, 2], ("0", "3"), [(2.0, "beyond")])
    heights = [float(one.get("height", "0")) for one in ElementTree.fromstring(drawn).iter(f"{SVG}rect")][:3]
    assert heights == [pytest.approx(heights[1] / 4, abs=0.01), heights[1], pytest.approx(heights[1] / 2, abs=0.01)]


def test_parquet_without_its_library_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    done = croupier(*COMMANDS["simulate"], "--parquet", str(tmp_path / "x.parquet"))
    assert 'pip install "croupier[parquet]"' in complaint_of(done)
    assert list(tmp_path.iterdir()) == []


def test_two_forms_into_one_file_are_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "x")
    assert "two of them name the same file" in complaint_of(
        croupier(*COMMANDS["swings"], "--csv", file, "--html", file)
    )
