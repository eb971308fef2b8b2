"""The report of a shift: hours, hold, average wager and theoretical win beside the books, and its files."""

import csv
import io
import json
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import UNKNOWN, Card
from croupier.cli import app
from croupier.cli.problems import guarded
from croupier.floor.reading.reports import Period, day_period
from croupier.floor.running.floor import Floor
from croupier.floor.values.table import BuyChips, PlayBanked
from croupier.floor.values.table_duty import HandOver, SignOff, SignOn
from croupier.floor.values.tray import PullBox
from croupier.play.banked.commands import (
    CloseBets,
    CorrectCard,
    CorrectWager,
    DealCards,
    OpenRound,
    PlaceWager,
    Report,
    TakeBackLast,
)
from croupier.reports.shift import HOUR, ShiftReport, render_csv, render_xlsx, shift_report, unknown
from croupier.rules.terms import Role, WagerName
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
    assert (link.opening, link.seed, link.contributions, link.awards, link.closing) == (0, 5_000_000, 350, 0, 5_000_350)
    assert link.reconciles
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


# ---- By game and by Dealer ------------------------------------------------------------------------------------------

ANTE = PlaceWager(1, WagerName.ANTE, 10_000, "Hana")


BY_HAND = """
[tables.hand]
game = "rws-casino-stud"
link = "stud"
automatic = false
anonymous = true
"""


@pytest.fixture
def dealt(tmp_path: Path, watch: Watch) -> Floor:
    """dov deals a round at a table where nobody has signed on yet. From twelve to one dan deals three and takes a wager
    back; dot deals one in half an hour, in which a supervisor corrects a wager and a card that was misread. A card that
    is only turned is no correction."""
    floor = a_floor(tmp_path, PLAN + BY_HAND, LOSES, clock=watch, cash=200_000)

    def deals(name: str, *commands: Any) -> None:
        for command in commands:
            do(floor, "hand", PlayBanked(command), name, Role.DEALER)

    a_round(floor, "stud-1")
    deals("dov", OpenRound(), CloseBets())
    watch.set("2026-11-15 12:00")
    do(floor, "hand", SignOn(), "dan", Role.DEALER)
    deals("dan", OpenRound(), ANTE, TakeBackLast(), CloseBets())
    for _ in range(2):
        deals("dan", OpenRound(), CloseBets())
    watch.set("2026-11-15 13:00")
    do(floor, "hand", HandOver("dot"), "dan", Role.DEALER)
    deals("dot", OpenRound(), ANTE, CloseBets(), DealCards((Card(0), UNKNOWN)))
    deals("dot", CorrectCard("1", 0, Card(7)))  # it was dealt unseen, and is known now
    wrong = (CorrectWager(1, WagerName.ANTE, 5_000, "misheard"), CorrectCard("burn", 0, Card(8), "misread"))
    for command in wrong:
        do(floor, "hand", PlayBanked(command), "sue", Role.PIT_SUPERVISOR)
    deals("dot", Report("foreign_card"))
    watch.set("2026-11-15 13:30")
    do(floor, "hand", SignOff(), "dot", Role.DEALER)
    return floor


def test_by_dealer(dealt: Floor) -> None:
    rows = {one.dealer: one for one in made(dealt).dealers}
    dan, dot = rows["dan"], rows["dot"]
    assert (dan.rounds, dan.taken_back, dan.corrections, dan.tables) == (3, 1, 0, ("hand",))
    assert (dot.rounds, dot.taken_back, dot.corrections) == (1, 0, 2)
    assert [dan.time, dot.time] == pytest.approx([HOUR, HOUR // 2], rel=0.01)
    assert [dan.an_hour, dot.an_hour] == pytest.approx([3, 2], rel=0.01)
    # Where nobody has signed on, the round is known, and not how long it took; nobody deals at automatic tables.
    assert (rows["dov"].rounds, rows["dov"].time, rows["dov"].an_hour) == (1, 0, None)
    assert set(rows) == {"dan", "dot", "dov"}


def test_a_period_that_begins_while_somebody_deals(dealt: Floor, watch: Watch) -> None:
    """The second half of dan's hour: no round ended in it, and the time is counted from its beginning."""
    watch.set("2026-11-15 12:30")
    half = Period("half", watch.now(), day_period(DAY).end)
    begins = next(row for row in made(dealt, half).dealers if row.dealer == "dan")
    assert begins.rounds == 0
    assert begins.time == pytest.approx(HOUR // 2, rel=0.01)


def test_by_game(dealt: Floor) -> None:
    found = made(dealt)
    (game,) = found.games
    assert (game.table, game.game, game.taken_back, game.corrections) == ("rws-casino-stud", "rws-casino-stud", 1, 2)
    for name in ("rounds", "drop", "opening", "closing", "win", "variance", "handle"):
        assert getattr(game, name) == getattr(found.banked, name), name
    assert game.hold == pytest.approx(game.win / game.drop)


def test_games_and_dealers_as_files_and_by_the_command(
    dealt: Floor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = made(dealt)
    (game,) = csv.DictReader(io.StringIO(render_csv(found, "game").removeprefix("\ufeff")))
    assert (game["game"], game["taken back"], game["corrections"]) == ("rws-casino-stud", "1", "2")
    assert "table" not in game
    dealers = {row["dealer"]: row for row in csv.DictReader(io.StringIO(render_csv(found, "dealer")[1:]))}
    assert (dealers["dan"]["rounds"], dealers["dan"]["taken back"], dealers["dan"]["tables"]) == ("3", "1", "hand")
    assert (dealers["dov"]["hours"], dealers["dov"]["an hour"]) == ("", "")
    with zipfile.ZipFile(io.BytesIO(render_xlsx(found))) as book:
        sheets = book.read("xl/workbook.xml").decode()
        assert all(f'name="{name}"' in sheets for name in ("Games", "Dealers"))
    asked = ["report", "--db", str(tmp_path / "floor.db"), "--day", DAY]
    assert guarded(lambda: app([*asked, "--json"], standalone_mode=False)) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["taken_back"] for one in told["games"]] == [1]
    assert {one["dealer"]: one["corrections"] for one in told["dealers"]}["dot"] == 2
    assert guarded(lambda: app([*asked, "--by", "dealer"], standalone_mode=False)) == 0
    said = capsys.readouterr().out
    assert "dan" in said
    assert "acts taken back" in said
    assert guarded(lambda: app([*asked, "--by", "game"], standalone_mode=False)) == 0
    assert "rws-casino-stud" in capsys.readouterr().out
