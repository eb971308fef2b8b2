"""One evening told in every way there is: page, CSV, workbook and command have the same figures, to the last cent."""

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from openpyxl import load_workbook

from croupier.cli import app
from croupier.cli.problems import guarded
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashChips, CashIn
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.values.table import BuyChips, Countersign, PlayBanked, SignClaim
from croupier.floor.values.table_duty import SignOn
from croupier.play.banked.commands import CloseBets, OpenRound, PlaceWager, TakeBackLast
from croupier.reports.shift import HOUR, exact_edges
from croupier.rules.terms import Role, WagerName
from croupier.web.desks.pit.reporting import KnownEdges
from tests.floor.cashiers import open_drawer, two_sign
from tests.floor.rigged import a_floor, act, in_order
from tests.floor.test_reports import DAY, Watch
from tests.floor.test_trays import CHIP, FLUSH, LOSES, PLAN, ROYAL, a_round
from tests.floor.trays import count, credit, do, every, fill
from tests.web.past import Asker, house_of

EDGE = Fraction(1, 20)
MORE = """
[tables.hand]
game = "rws-casino-stud"
link = "stud"
automatic = false
anonymous = true

[tables.poker-1]
game = "rws-poker"
policy = { minimum_stake = 10_000, maximum_stake = 100_000 }
"""
CASH = 900_000
"""Below what two sign for and what is reported, each time; together above it."""


def edges(rulebook: str) -> dict[str, Fraction] | None:
    """A twentieth of each Ante, let us say: the true odds may take minutes to count."""
    return {"ante": EDGE} if rulebook.startswith("rws-casino-stud") else None


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Floor, str]]:
    """A round that the House wins, one with a fixed award, a jackpot, a fill, a credit, a count that lacks a chip, cash
    at a table and at the cage, a Dealer who takes a wager back."""
    path, watch = tmp_path_factory.mktemp("evening"), Watch()
    watch.set("2026-11-15 10:00")
    floor = a_floor(path, PLAN + MORE, LOSES, FLUSH, ROYAL, clock=watch, cash=200_000)
    a_round(floor, "stud-1")
    a_round(floor, "stud-1")
    a_round(floor, "stud-2")
    for name in ("sue", "sam"):
        act(floor, "stud-2", SignClaim(1), name)
    fill(floor, "stud-1", ((CHIP, 3),))
    credit(floor, "stud-2", ((CHIP, 2),))
    do(floor, "hand", SignOn(), "dan", Role.DEALER)
    ante = PlaceWager(1, WagerName.ANTE, 10_000, "Hana")
    for command in (OpenRound(), ante, TakeBackLast(), CloseBets()):
        do(floor, "hand", PlayBanked(command), "dan", Role.DEALER)
    watch.set("2026-11-15 12:00")
    for _ in range(2):
        do(floor, "hand", BuyChips(CASH, "Ivan Petrov", "E 123"), "dan", Role.DEALER)
    waits = floor.table("hand").info.proposed  # the second takes the day's sum over what one person changes alone
    do(floor, "hand", Countersign(waits), "sue", Role.PIT_SUPERVISOR)
    open_drawer(floor, "tom")
    chips = CashChips("open-1", ((2_500, 10),), DAY, "Ivan Petrov", "E 123")
    assert isinstance(floor.submit(Request("cage", "tom", Role.CAGE, chips))[0], Accepted)
    two_sign(floor, CashIn("ann", CASH, DAY))
    held = floor.table("stud-1").info.float
    counts = dict(_counted(floor, "stud-1", held))
    counts[500] -= 1
    count(floor, "stud-1", tuple(counts.items()), "one of 5 is short")
    in_order(floor)
    yield floor, str(path / "floor.db")
    floor.store.close()


def _counted(floor: Floor, table: str, held: int) -> tuple[tuple[int, int], ...]:
    """A tray in the highest chips, and the rest in chips of 5."""
    rest = held % CHIP + CHIP
    return every(floor, table, ((CHIP, held // CHIP - 1), (500, rest // 500)))


def told(capsys: pytest.CaptureFixture[str], db: str, *options: str) -> Any:
    """What the command prints."""
    capsys.readouterr()
    assert guarded(lambda: app(["report", "--db", db, "--day", DAY, *options], standalone_mode=False)) == 0
    return capsys.readouterr().out


def sheet(book: Any, name: str) -> list[dict[str, Any]]:
    head, *rows = book[name].iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


FIGURES = {
    "hours": "open_time",
    "rounds": "rounds",
    "an hour": "an_hour",
    "hands": "hands",
    "drop": "drop",
    "opening": "opening",
    "fills": "fills",
    "credits": "credits",
    "closing": "closing",
    "jackpot": "jackpot",
    "rake": "rake",
    "win": "win",
    "hold": "hold",
    "wagered": "handle",
    "average wager": "average",
    "theoretical win": "theoretical",
    "variance": "variance",
    "taken back": "taken_back",
    "corrections": "corrections",
}
"""By heading of the files, the field of the page."""
MONEY = {"drop", "opening", "fills", "credits", "closing", "jackpot", "rake", "win", "handle", "average"} | {
    "theoretical",
    "variance",
}


def in_file(field: str, value: Any) -> Any:
    """A figure of the page as a file has it."""
    if value is None:
        return None
    if field in MONEY:
        return value / 100
    return value / HOUR if field == "open_time" else value


def by_command(row: dict[str, Any]) -> dict[str, Any]:
    """A table or a game of the command's JSON, under the page's names."""
    renamed = {"an_hour": "rounds_an_hour", "average": "average_wager", "jackpot": "house"}
    found = {field: row[renamed.get(field, field)] for field in FIGURES.values()}
    return {**found, "opening": row["opening"] + row["opened"]}


@pytest.mark.parametrize("shift", [None, 1, 2])
def test_page_files_and_command_agree_in_every_figure(
    evening: tuple[Floor, str],
    shift: int | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    floor, db = evening
    asked: dict[str, Any] = {"day": DAY} | ({} if shift is None else {"shift": shift})
    options = () if shift is None else ("--shift", str(shift))
    monkeypatch.setattr(KnownEdges, "__call__", lambda _, rulebook: edges(rulebook))
    monkeypatch.setattr("croupier.cli.reporting.exact_edges", edges)
    with house_of(floor) as house:
        grace = house.someone("grace", Role.SHIFT_MANAGER)
        page = grace.json("/api/report", **asked)
        lists = {by: _csv(grace, "/api/report", **asked, by=by) for by in ("table", "game", "dealer")}
        book = load_workbook(io.BytesIO(grace.get("/api/report", **asked, format="xlsx").content))
        said = json.loads(told(capsys, db, *options, "--json", "--theoretical"))
        printed = told(capsys, db, *options, "--theoretical", "--table", "stud-1")
    if shift is None:  # there is something to agree about
        rows = {row["table"]: row for row in page["rows"]}
        assert (rows["stud-1"]["rounds"], rows["stud-1"]["variance"], rows["stud-1"]["fills"]) == (2, -500, 3 * CHIP)
        assert rows["stud-1"]["theoretical"] == 2 * 250  # a twentieth of two Antes of 50.00
        assert (rows["stud-2"]["credits"], rows["hand"]["drop"]) == (2 * CHIP, 200_000 + 2 * CASH)
        assert page["links"][0]["awards"] > 0
        assert [one["taken_back"] for one in page["dealers"]] == [1]
    for name, listed, by, key in (
        ("Tables", [*page["rows"], page["banked"]], "table", "table"),
        ("Games", page["games"], "game", "game"),
    ):
        in_book, in_csv = sheet(book, name), lists[by]
        assert [row[key] for row in in_book] == [row[key] for row in in_csv] == [row["table"] for row in listed]
        for row, one, other in zip(listed, in_book, in_csv, strict=True):
            for heading, field in FIGURES.items():
                figure = in_file(field, row[field])
                if figure is None:
                    assert (one[heading], other[heading]) == (None, ""), heading
                    continue
                assert one[heading] == pytest.approx(figure, abs=1e-9), heading
                places = 4 if field == "hold" else 2
                assert float(other[heading]) == pytest.approx(figure, abs=0.51 * 10**-places), heading
    assert [by_command(one) for one in said["tables"]] == [_figures(row) for row in page["rows"]]
    assert [by_command(one) for one in said["games"]] == [_figures(row) for row in page["games"]]
    assert [_of_dealer(one, "an_hour") for one in page["dealers"]] == [
        _of_dealer(one, "rounds_an_hour") for one in said["dealers"]
    ]
    assert [one["dealer"] for one in page["dealers"]] == [one["dealer"] for one in lists["dealer"]]
    assert [one["rounds"] for one in page["dealers"]] == [one["rounds"] for one in sheet(book, "Dealers")]
    (stud,) = (row for row in page["rows"] if row["table"] == "stud-1")
    for amount in (stud["win"], stud["fills"], stud["variance"], stud["closing"]):
        assert f"{abs(amount) / 100:,.2f}" in printed


def _of_dealer(one: dict[str, Any], an_hour: str) -> tuple[Any, ...]:
    names = ("dealer", "tables", "time", "rounds", an_hour, "taken_back", "corrections")
    return tuple(one[name] for name in names)


def _figures(row: dict[str, Any]) -> dict[str, Any]:
    return {field: row[field] for field in FIGURES.values()}


def _csv(who: Asker, path: str, **asked: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(who.get(path, **asked, format="csv").text.removeprefix("\ufeff"))))


@pytest.mark.parametrize("alone", [False, True])
def test_the_cash_of_a_person_is_the_same_on_the_form_in_the_files_and_by_the_command(
    evening: tuple[Floor, str], alone: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twice 9,000.00 at a table and 250.00 of chips paid out at the cage: each below the amount, together above it."""
    floor, db = evening
    with house_of(floor) as house:
        tom = house.someone("tom", Role.CAGE)
        everybody = tom.json("/api/cash", day=DAY)["patrons"]
        named = next(one["person"] for one in everybody if one["name"] == "Ivan Petrov")
        whose = {"person": named} if alone else {}
        page = tom.json("/api/cash", day=DAY, **whose)
        lines = _csv(tom, "/api/cash", day=DAY, **whose)
        book = load_workbook(io.BytesIO(tom.get("/api/cash", day=DAY, **whose, format="xlsx").content))
        said = json.loads(told(capsys, db, "--by", "patron", "--json"))
        printed = told(capsys, db, "--by", "patron")
    ivan = next(one for one in page["patrons"] if one["name"] == "Ivan Petrov")
    assert (ivan["brought"], ivan["taken"], ivan["acts"]) == (2 * CASH, 25_000, 3)
    assert ivan["due"] == (2 * CASH >= page["report_from"] > CASH)
    assert ivan["due"]
    keep = [one["person"] for one in page["patrons"]]
    assert [one for one in said["patrons"] if one["person"] in keep] == page["patrons"]
    assert said["report_from"] == page["report_from"]
    own = {one["person"] for one in page["lines"]}
    assert [one for one in said["lines"] if one["person"] in own] == page["lines"]
    assert [int(line["cents"]) for line in lines] == [line["cents"] for line in page["lines"]]
    assert [(row["person or account"], row["brought"], row["taken"], row["acts"]) for row in sheet(book, "People")] == [
        (one["person"], one["brought"] / 100, one["taken"] / 100, one["acts"]) for one in page["patrons"]
    ]
    assert [row["amount"] for row in sheet(book, "Acts")] == [line["cents"] / 100 for line in page["lines"]]
    assert sum(line["cents"] for line in page["lines"] if line["person"] == ivan["person"]) == 2 * CASH - 25_000
    assert "18,000.00" in printed
    assert "250.00" in printed


@pytest.mark.parametrize("narrower", [("--shift", "1"), ("--table", "stud-1")])
def test_cash_is_added_up_over_a_gaming_day(
    evening: tuple[Floor, str], narrower: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["report", "--db", evening[1], "--day", DAY, "--by", "patron", *narrower]
    assert guarded(lambda: app(asked, standalone_mode=False)) == 2
    assert "name neither --shift nor --table" in " ".join(capsys.readouterr().err.split())


@pytest.mark.long
def test_page_and_command_know_the_same_edges() -> None:
    from croupier.rulebooks import as_banked, load_rulebook
    from croupier.web.desks.study.counting import counted

    page = counted(as_banked(load_rulebook("rws-casino-stud-v6")))
    assert exact_edges("rws-casino-stud-v6") == {
        "ante": page.house_edge.fraction,
        **{name: edge.fraction for name, edge in page.side_wagers.items() if name != "jackpot"},
    }
