"""The report of a shift: hours, hold, average wager and theoretical win beside the books, and its files."""

import csv
import io
import json
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.cli import app
from croupier.cli.problems import guarded
from croupier.floor.money.reports import Period, day_period
from croupier.floor.running import Floor
from croupier.floor.tables.table import BuyChips
from croupier.floor.tables.tray import PullBox
from croupier.reports.shift import HOUR, ShiftReport, render_csv, render_xlsx, shift_report, unknown
from croupier.rules.terms import Role
from tests.floor.rigged import a_floor, act
from tests.floor.test_reports import DAY, Watch
from tests.floor.test_trays import CHIP, LOSES, PLAN, a_round
from tests.floor.trays import count, do, every, fill

EDGE = Fraction(1, 20)


def edges(rulebook: str) -> dict[str, Fraction] | None:
    """A twentieth of each Ante, let us say, and of nothing else."""
    return {"ante": EDGE} if rulebook.startswith("rws-casino-stud") else None


@pytest.fixture
def watch() -> Watch:
    found = Watch()
    found.set("2026-11-15 10:00")
    return found


@pytest.fixture
def floor(tmp_path: Path, watch: Watch) -> Floor:
    """From ten to twelve: a round that the House wins, chips sold for 2,000.00, a fill, and a count that lacks one."""
    floor = a_floor(tmp_path, PLAN, LOSES, clock=watch, cash=200_000)
    a_round(floor, "stud-1")
    fill(floor, "stud-1", ((CHIP, 3),))
    watch.set("2026-11-15 12:00")
    chips = every(floor, "stud-1", ((CHIP, 103), (500, 26), (2_500, 1)))  # of 155.00 in small chips, all is there
    count(floor, "stud-1", tuple((chip, number - (chip == 500)) for chip, number in chips), "one of 5 is short")
    return floor


def made(floor: Floor, period: Period | None = None, known: bool = True) -> ShiftReport:
    with floor.store.reading() as reading:
        return shift_report(reading, period or day_period(DAY), edges if known else unknown)


def test_what_a_table_brought(floor: Floor) -> None:
    found = made(floor)
    row = next(one for one in found.rows if one.table == "stud-1")
    assert (row.opening, row.fills, row.closing) == (100 * CHIP, 3 * CHIP, 103 * CHIP + 15_500 - 500)
    assert (row.win, row.jackpot, row.variance) == (15_150, -350, -500)
    assert row.open_time / HOUR == pytest.approx(2, abs=0.01)
    assert row.an_hour == pytest.approx(0.5, abs=0.01)
    assert (row.rounds, row.hands, row.handle, row.average) == (1, 1, 15_500, 15_500)
    assert row.theoretical == 250  # a twentieth of the Ante of 50.00
    assert row.hold is None  # no cash was changed at this table
    (variance,) = found.variances
    assert (variance.table, variance.difference, variance.signed, variance.reason) == (
        "stud-1",
        -500,
        "mona",
        "one of 5 is short",
    )
    (link,) = found.links
    assert (link.opening, link.contributions, link.awards, link.closing) == (0, 350, 0, 5_000_350)
    assert found.reconciles


def test_hold_is_win_by_drop(floor: Floor) -> None:
    act(floor, "open-1", BuyChips(500))
    row = next(one for one in made(floor).rows if one.table == "open-1")
    assert (row.drop, row.hold) == (200_500, 0)
    whole = made(floor).banked
    assert whole.hold == pytest.approx(15_150 / 200_500)


def test_without_known_odds_there_is_no_theoretical_win(floor: Floor) -> None:
    assert {row.theoretical for row in made(floor, known=False).rows if row.rounds} == {None}


def test_the_banked_tables_add_up(floor: Floor) -> None:
    found = made(floor)
    for name in ("rounds", "drop", "opening", "closing", "win", "variance", "theoretical"):
        assert getattr(found.banked, name) == sum(getattr(row, name) for row in found.rows), name


def test_as_csv_and_as_a_workbook(floor: Floor) -> None:
    found = made(floor)
    text = render_csv(found)
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["table"] for row in rows] == ["open-1", "stud-1", "stud-2", "all banked tables"]
    assert (rows[1]["win"], rows[1]["variance"], rows[1]["hold"]) == ("151.50", "-5.00", "")
    assert rows[1]["theoretical win"] == "2.50"
    with zipfile.ZipFile(io.BytesIO(render_xlsx(found))) as book:
        sheets = book.read("xl/workbook.xml").decode()
        assert all(name in sheets for name in ("Tables", "Jackpots", "Variances"))
        assert "<v>151.5</v>" in book.read("xl/worksheets/sheet1.xml").decode()


def test_the_command_has_the_same_figures(floor: Floor, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["report", "--db", str(tmp_path / "floor.db"), "--day", DAY, "--table", "stud-1"]
    assert guarded(lambda: app([*asked, "--json"], standalone_mode=False)) == 0
    (table,) = json.loads(capsys.readouterr().out)["tables"]
    assert (table["win"], table["taken"], table["paid"], table["house"]) == (15_150, 15_500, 0, -350)
    assert (table["hold"], table["average_wager"], table["theoretical"]) == (None, 15_500, None)
    assert [one["slip"] for one in table["slips"]] == ["F-0001"]
    assert [(one["difference"], one["signed"]) for one in table["counts"]] == [(-500, "mona")]
    assert guarded(lambda: app(asked, standalone_mode=False)) == 0
    said = capsys.readouterr().out
    for part in ("wagers taken", "rounds an hour", "theoretical win", "House's part in the jackpot"):
        assert part in said


def test_a_box_that_is_pulled_is_still_drop(floor: Floor) -> None:
    do(floor, "open-1", PullBox(), "sue", Role.PIT_SUPERVISOR)
    row = next(one for one in made(floor).rows if one.table == "open-1")
    assert row.drop == 200_000
