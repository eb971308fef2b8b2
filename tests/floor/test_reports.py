"""Reports of shifts and gaming days: every number from the events, and the same from the ledger."""

import json
import random
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from croupier.cli import app
from croupier.cli.problems import guarded
from croupier.floor.journal.database import prepare
from croupier.floor.journal.store import Reading, open_engine
from croupier.floor.reading.reports import Period, ReportError, TableReport, day_period, report, shift_period, total
from croupier.floor.running.floor import Floor
from croupier.floor.values.table import BuyChips, SignClaim
from croupier.floor.values.table_kinds import RoomTable
from croupier.play.banked.commands import Choose, CloseBets, OpenRound, PlaceWager, Report
from croupier.play.room import commands as room
from croupier.rules.room import Move
from croupier.rules.terms import Decision, WagerName
from tests.floor.pit import voided
from tests.floor.random_floor import PLAN as WHOLE
from tests.floor.random_floor import wanted
from tests.floor.rigged import a_floor, act, in_order
from tests.floor.trays import count, credit, empty_box, fill
from tests.sampling import first

PLAN = """
[links.stud]
seed = 5_000_000

[tables.stud-1]
game = "rws-casino-stud"
link = "stud"

[tables.open-1]
game = "rws-casino-stud"
link = "stud"
automatic = false
anonymous = true

[tables.poker-1]
game = "rws-poker"
"""
LOSES = "2c 2d Ah 4s As 6c Kd 8h 7d 9s 3c"
"""The Burnt Card; box 1 has nothing, the Dealer a pair of aces."""
ROYAL = "2c As 2d Ks 3h Qs 5h Js 7c Ts 9d"
"""The Burnt Card; box 1 has a royal flush, the Dealer does not qualify."""
SINGAPORE = ZoneInfo("Asia/Singapore")
DAY, NEXT = "2026-11-15", "2026-11-16"


class Watch:
    """A clock that a test sets; it goes on by a microsecond whenever somebody looks."""

    def __init__(self) -> None:
        self.at = 0
        self.set("2026-11-15 09:00")

    def now(self) -> int:
        self.at += 1
        return self.at

    def set(self, text: str) -> None:
        """So late it is in Singapore."""
        self.at = int(datetime.fromisoformat(text).replace(tzinfo=SINGAPORE).timestamp()) * 1_000_000


@pytest.fixture
def watch() -> Watch:
    return Watch()


def made(floor: Floor, table: str, day: str = DAY, shift: int | None = None) -> TableReport:
    period = day_period(day) if shift is None else shift_period(day, shift)
    with floor.store.reading() as reading:
        (found,) = report(reading, period, table)
    assert found.reconciles, found
    return found


def stud(floor: Floor, decision: Decision = Decision.BET) -> None:
    """A round with an Ante of SGD 50, so a Bet of SGD 100, and the jackpot's SGD 5."""
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    act(floor, "stud-1", PlaceWager(1, WagerName.JACKPOT, 500), "ann")
    act(floor, "stud-1", CloseBets())
    act(floor, "stud-1", Choose(1, decision), "ann")


def top(floor: Floor, table: str) -> int:
    return max(floor.table(table).engine.policy.chips)


def test_a_table_that_won_and_was_filled_and_closed(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, LOSES, clock=watch)
    chip = top(floor, "stud-1")
    stud(floor)
    fill(floor, "stud-1", ((chip, 3),))
    credit(floor, "stud-1", ((chip, 1),))
    found = made(floor, "stud-1")
    assert (found.opening, found.opened, found.fills, found.credits) == (0, 100 * chip, 3 * chip, chip)
    assert (found.handle, found.rounds, found.voided) == (5_000 + 10_000 + 500, 1, 0)
    assert found.contributions == 350  # 70 % of SGD 5
    assert found.win == 5_000 + 10_000 + 500 - 350
    assert (found.awards, found.from_meter, found.seeded, found.rake) == (0, 0, 0, 0)
    # The contribution is the House's and no chip of the tray: all three wagers are in it.
    assert found.closing == 102 * chip + 15_500 == floor.balances["float:stud-1"]
    assert (found.taken, found.paid, found.fixed, found.house) == (15_500, 0, 0, -350)
    assert floor.balances["house:stud-1"] == -350
    # Counted are 102 of the highest chips alone: SGD 155.00 of what the books have are missing, and the rest stays.
    count(floor, "stud-1", ((chip, 102),))
    closed = made(floor, "stud-1")
    assert (closed.closed, closed.variance, closed.closing) == (0, -15_500, 102 * chip)
    assert floor.balances["variance"] == 15_500
    in_order(floor)


def test_a_jackpot_is_won(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, LOSES, ROYAL, clock=watch)
    stud(floor)
    stud(floor)
    for actor in ("sue", "sam"):
        act(floor, "stud-1", SignClaim(1), actor)
    found = made(floor, "stud-1")
    meter = 5_000_000 + 2 * 350
    assert (found.awards, found.from_meter) == (meter, meter)
    assert found.seeded == 5_000_000  # of the award, 2 x 350 had been contributed; the rest starts the meter again
    # First round: all wagers less the contribution. Second: the Ante paid 1 to 1, the Bet returned, the jackpot's SGD 5
    # kept less the contribution; and the seed.
    assert found.win == (15_500 - 350) + (-5_000 + 500 - 350) - 5_000_000
    assert found.contributions == 700
    assert floor.balances["meter:stud"] == 5_000_000
    assert found.rounds == 2


def test_chips_for_cash_and_the_drop(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, clock=watch, cash=300_000)  # sold at the table when it opened
    empty_box(floor, "open-1", 299_500)  # SGD 5.00 are missing in it
    act(floor, "open-1", BuyChips(120_000))
    found = made(floor, "open-1")
    assert (found.drop, found.drop_taken, found.drop_left) == (420_000, 300_000, 120_000)
    assert (found.drop_variance, floor.balances["variance"]) == (-500, 500)
    assert found.drop_left == floor.balances["drop:open-1"]
    assert found.closing == 100 * top(floor, "open-1") - 420_000
    assert (found.win, found.handle, found.rounds) == (0, 0, 0)


def test_the_poker_room(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, clock=watch)
    state = floor.table("poker-1")
    assert isinstance(state, RoomTable)
    stake = state.engine.policy.maximum_stake
    for seat, name in ((1, "ann"), (2, "bob")):
        act(floor, "poker-1", room.JoinTable(seat, stake), name)
    act(floor, "poker-1", room.OpenRound())
    for _ in range(2):
        state = floor.table("poker-1")
        assert isinstance(state, RoomTable)
        assert state.engine.round is not None
        hand = state.engine.round.hands[state.engine.round.turn]
        act(floor, "poker-1", room.Act(hand.seat, Move.ALL_IN), hand.player)
    found = made(floor, "poker-1")
    assert found.rounds == 1
    assert found.handle == 2 * stake
    assert found.rake == found.win == floor.balances["rake:poker-1"] > 0
    assert found.opening + found.opened == found.closing


def test_a_night_belongs_to_the_evening_before_it(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, LOSES, LOSES, LOSES, clock=watch)
    watch.set("2026-11-16 07:59")
    stud(floor)
    watch.set("2026-11-16 08:00")
    stud(floor)
    stud(floor)
    evening, morning = made(floor, "stud-1"), made(floor, "stud-1", NEXT)
    assert (evening.rounds, morning.rounds) == (1, 2)
    assert (evening.win, morning.win) == (15_150, 30_300)
    assert evening.closing == morning.opening
    assert morning.closing == floor.balances["float:stud-1"]
    empty = made(floor, "stud-1", "2026-11-17")
    assert (empty.opening, empty.closing, empty.rounds) == (morning.closing, morning.closing, 0)


def test_the_shifts_of_a_day_add_up_to_it(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, LOSES, LOSES, clock=watch)
    stud(floor)
    watch.set("2026-11-15 16:00")
    stud(floor, Decision.FOLD)
    fill(floor, "stud-1", ((top(floor, "stud-1"), 1),))
    whole = made(floor, "stud-1")
    shifts = [made(floor, "stud-1", shift=number) for number in (1, 2, 3)]
    assert [one.rounds for one in shifts] == [1, 1, 0]
    assert [one.win for one in shifts] == [15_150, 5_500 - 350, 0]
    for field in ("opened", "fills", "win", "handle", "contributions", "rounds"):
        assert sum(getattr(one, field) for one in shifts) == getattr(whole, field)
    assert [one.opening for one in shifts[1:]] == [one.closing for one in shifts[:-1]]


def test_rulings_stand_in_it_and_a_void_round_wins_nothing(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, clock=watch)
    act(floor, "stud-1", OpenRound())
    act(floor, "stud-1", PlaceWager(1, WagerName.ANTE, 5_000), "ann")
    act(floor, "stud-1", PlaceWager(1, WagerName.JACKPOT, 500), "ann")
    act(floor, "stud-1", CloseBets())
    watch.set("2026-11-16 09:00")
    act(floor, "stud-1", Report("interruption"))
    before, found = made(floor, "stud-1"), made(floor, "stud-1", NEXT)
    assert (before.handle, before.contributions, before.rounds) == (5_500, 350, 0)
    assert (found.rounds, found.voided, found.contributions) == (1, 1, -350)
    assert before.win + found.win == 0
    assert [(line.round, line.irregularity, line.ruling) for line in found.rulings] == [
        (1, "interruption", "void_round")
    ]


def test_an_award_that_was_undone_is_not_counted(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL, clock=watch)
    stud(floor)
    for actor in ("sue", "sam"):
        act(floor, "stud-1", SignClaim(1), actor)
    voided(floor, "stud-1")
    found = made(floor, "stud-1")
    assert (found.awards, found.from_meter, found.seeded, found.win) == (0, 0, 0, 0)
    assert (found.rounds, found.voided) == (1, 1)


ADDED = [
    name
    for name, value in ((name, getattr(TableReport("", "", "", ""), name)) for name in TableReport.__struct_fields__)
    if isinstance(value, int) and name not in {"opening", "closing", "drop_left"}
]


def add_up(floor: Floor, table: str, *cuts: int) -> None:
    """The parts of a time add up to it, wherever it is cut."""
    bounds = [0, *cuts, floor.now() + 1]
    with floor.store.reading() as reading:
        (whole,) = report(reading, Period("whole", 0, bounds[-1]), table)
        parts = [
            one for begin, end in pairwise(bounds) for one in reports_of(reading, Period("part", begin, end), table)
        ]
    for name in ADDED:
        assert sum(getattr(one, name) for one in parts) == getattr(whole, name), name
    assert sum(len(one.rulings) for one in parts) == len(whole.rulings)


def reports_of(reading: Reading, period: Period, table: str) -> list[TableReport]:
    """A table's report, where it stood by then."""
    return [one for one in report(reading, period) if one.table == table]


def test_an_award_that_is_undone_on_the_next_day(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, ROYAL, clock=watch)
    stud(floor)
    for actor in ("sue", "sam"):
        act(floor, "stud-1", SignClaim(1), actor)
    watch.set("2026-11-16 09:00")
    voided(floor, "stud-1")
    before, found = made(floor, "stud-1"), made(floor, "stud-1", NEXT)
    assert (before.awards, before.from_meter, before.seeded, before.rounds, before.voided) == (
        5_000_350,
        5_000_350,
        5_000_000,
        1,
        0,
    )
    assert (found.awards, found.from_meter, found.seeded, found.rounds, found.voided) == (
        -5_000_350,
        -5_000_350,
        -5_000_000,
        0,
        1,
    )
    assert before.win + found.win == 0
    assert [line.round for line in found.rulings] == [1]


@pytest.mark.parametrize(("seed", "commands", "cuts"), first(1, [(0, 250, 8), (0, 500, 12), (1, 500, 12)]))
def test_wherever_a_time_is_cut_its_parts_add_up(
    tmp_path: Path, watch: Watch, seed: int, commands: int, cuts: int
) -> None:
    floor, rng = a_floor(tmp_path, WHOLE, clock=watch), random.Random(seed + 70)
    for _ in range(commands):
        floor.submit(wanted(floor, rng))
    with floor.store.reading() as reading:
        times = sorted({entry.at for stream in reading.streams() for entry in reading.entries(stream)})
    for name in floor.tables():
        add_up(floor, name, *sorted(rng.sample(times, cuts)))


@pytest.mark.parametrize("seed", first(1, range(2)))
def test_random_floors_reconcile_with_the_ledger(tmp_path: Path, watch: Watch, seed: int) -> None:
    """Whatever happens, the reports of all days explain every float, and their sums are the ledger's."""
    floor, rng = a_floor(tmp_path, WHOLE, clock=watch), random.Random(seed)
    for hour in ("2026-11-15 10:00", "2026-11-15 23:00", "2026-11-16 08:00"):
        watch.set(hour)
        for _ in range(300):
            floor.submit(wanted(floor, rng))
    for name in floor.tables():
        days = [made(floor, name, day) for day in (DAY, NEXT)]
        assert days[-1].closing == floor.balances.get(f"float:{name}", 0)
        assert sum(one.rake for one in days) == floor.balances.get(f"rake:{name}", 0)
        assert days[-1].drop_left == floor.balances.get(f"drop:{name}", 0) + floor.balances.get(f"box:{name}", 0)
        assert sum(one.house for one in days) == floor.balances.get(f"house:{name}", 0)
        assert sum(one.drop - one.drop_taken for one in days) == days[-1].drop_left
    with floor.store.reading() as reading:
        both = [total(report(reading, day_period(day)), day_period(day)) for day in (DAY, NEXT)]
        assert all(one.reconciles for one in both)
        assert -sum(one.variance + one.drop_variance for one in both) == floor.balances.get("variance", 0)
        for link in ("stud", "holdem", "bonus"):
            parts = [one for day in (DAY, NEXT) for one in report(reading, day_period(day)) if one.link == link]
            moved = sum(one.contributions - one.from_meter + one.seeded for one in parts)
            assert floor.link(link).seed + moved == floor.balances[f"meter:{link}"]


def test_what_cannot_be_reported(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, clock=watch)
    with floor.store.reading() as reading:
        with pytest.raises(ReportError, match="no table none"):
            report(reading, day_period(DAY), "none")
        assert report(reading, day_period("2026-11-14")) == []
    with pytest.raises(ReportError, match="not a day"):
        day_period("yesterday")
    with pytest.raises(ReportError, match="shifts 1 to 3"):
        shift_period(DAY, 4)


def test_the_command(tmp_path: Path, watch: Watch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = guarded(lambda: app(["report", "--db", db, *arguments], standalone_mode=False))
        return code, *capsys.readouterr()

    db = str(tmp_path / "floor.db")
    engine = open_engine(db)
    prepare(engine)
    engine.dispose()
    floor = a_floor(tmp_path, PLAN, LOSES, clock=watch)
    stud(floor)
    act(floor, "stud-1", Report("not_covered"))
    code, said, _ = run("--day", DAY)
    assert code == 0
    for part in ("Report of 2026-11-15", "stud-1", "all tables", "151.50", "155.00", "not_covered"):
        assert part in said
    answer = json.loads(run("--day", DAY, "--table", "stud-1", "--json")[1])
    (table,) = answer["tables"]
    assert (table["win"], table["handle"], table["reconciles"]) == (15_150, 15_500, True)
    assert answer["total"]["win"] == 15_150
    shift = json.loads(run("--day", DAY, "--shift", "2", "--json")[1])
    assert [one["rounds"] for one in shift["tables"]] == [0, 0, 0]
    for wrong in (["--day", "soon"], ["--day", DAY, "--table", "none"], ["--day", DAY, "--shift", "4"]):
        code, said, trouble = run(*wrong)
        assert (code, said) == (2, "")
        assert trouble.count("\n") == 1
    db = str(tmp_path / "none.db")
    assert run("--day", DAY)[0] == 2


def test_a_float_that_opened_twice(tmp_path: Path, watch: Watch) -> None:
    floor = a_floor(tmp_path, PLAN, clock=watch)
    chip = top(floor, "stud-1")
    count(floor, "stud-1", ((chip, 100),))
    count(floor, "stud-1", ((chip, 99),))  # one is missing in the morning
    found = made(floor, "stud-1")
    assert (found.opened, found.closed, found.variance, found.closing) == (100 * chip, 0, -chip, 99 * chip)
