"""Company: it plays while somebody is there, makes room, and leaves the books in order."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from croupier.bots import BOTS, Level
from croupier.bots.banked import choose
from croupier.floor.values.table_kinds import BankedTable, RoomTable
from croupier.play.banked.options import Option
from croupier.play.banked.view import TableView
from croupier.play.room.commands import JoinTable, SitOut
from croupier.play.room.options import RoomOption
from croupier.play.room.view import RoomView
from croupier.play.viewer import HIDDEN
from croupier.web.demo import company as companies
from croupier.web.demo import demonstration
from croupier.web.demo.company import FREE_BOXES, CompanyPlan
from croupier.web.serving import Opening, open_venue
from tests.sampling import first
from tests.web.opened import AT_ONCE, QUICK, SLOW, Opened, opened

BANKED = ("stud-1", "multi-link-1", "holdem-1", "bonus-1")
TABLES = (*BANKED, "poker-1")


def rounds(house: Opened, *tables: str) -> int:
    return sum(house.floor.table(name).engine.rounds for name in tables)


async def test_nothing_is_written_while_nobody_is_connected(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK, AT_ONCE) as house:
        await house.quiet(0.3)
        house.presence.entered("", None)
        await house.until(lambda: rounds(house, *BANKED) >= 8)
        assert rounds(house, "poker-1") == 0  # nobody sits or watches there
        house.presence.left("", None)
        await house.until(lambda: not any(house.presence.company(name) for name in BANKED))
        await house.quiet(0.3)
        house.in_order()


@pytest.mark.parametrize("most", first(1, [60, 200]))
async def test_rounds_at_all_tables_leave_the_books_in_order(tmp_path: Path, most: int) -> None:
    async with opened(tmp_path, QUICK, AT_ONCE) as house:
        house.presence.entered("", None)
        house.presence.entered("poker-1", None)
        each = most // 20
        await house.until(
            lambda: rounds(house, *TABLES) >= most and min(rounds(house, one) for one in TABLES) >= each, 60
        )
        house.presence.left("poker-1", None)
        house.presence.left("", None)
        await house.until(lambda: all(house.phase(name) in {"ended", "betting"} for name in BANKED))
        house.in_order()
        for name in BANKED:
            state = house.floor.table(name)
            assert isinstance(state, BankedTable)
            assert not any("RunOutClock" in one for one in house.commands(name))


@pytest.mark.long
async def test_six_at_a_poker_table_play_forty_hands(tmp_path: Path) -> None:
    people = (*demonstration.company().room["poker-1"], ("Uma", Level.REGULAR))
    plan = CompanyPlan(room={"poker-1": people}, room_think=(0.0, 0.001), rests=0.02)
    free = companies.FREE_SEATS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companies, "FREE_SEATS", 0)
        async with opened(tmp_path, replace(QUICK, room_pause=0.005), plan) as house:
            house.presence.entered("poker-1", None)
            await house.until(lambda: rounds(house, "poker-1") >= 40, 90)
            state = house.floor.table("poker-1")
            assert isinstance(state, RoomTable)
            assert len(state.engine.seats) >= 4
            house.presence.left("poker-1", None)
            await house.until(lambda: house.phase("poker-1") == "ended")
            house.in_order()
    assert free == companies.FREE_SEATS == 1


async def test_boxes_are_left_to_others_and_no_seat_of_theirs_is_taken(tmp_path: Path) -> None:
    crowd = CompanyPlan(regulars={"stud-1": ("a", "b", "c", "d", "e", "f", "g")}, think=(0.0, 0.001))
    async with opened(tmp_path, SLOW, crowd) as house:
        await house.guest("ann", "stud-1")
        house.pacer.hint("stud-1", "ann", "sit", 4)
        await house.until(lambda: house.phase("stud-1") == "betting")
        await house.until(lambda: len(house.round("stud-1").boxes) == 7 - FREE_BOXES - 1)
        seats = house.presence.seats("stud-1")
        assert seats[4] == "ann"
        assert len(seats) == 7 - FREE_BOXES
        assert {box.player for box in house.round("stud-1").boxes} == set(seats.values()) - {"ann"}


async def test_a_guest_sits_down_with_company_and_plays(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(SLOW, alone_bets=0.1, alone_pause=0.01), AT_ONCE) as house:
        house.presence.entered("", None)
        await house.until(lambda: rounds(house, "stud-1") >= 3)
        await house.guest("ann", "stud-1")
        await house.until(lambda: house.phase("stud-1") == "betting")
        free = next(box for box in range(1, 8) if box not in house.presence.seats("stud-1"))
        number = house.round("stud-1").number
        await house.ante("ann", "stud-1", free)
        house.pacer.hint("stud-1", "ann", "ready", None)
        await house.until(
            lambda: house.floor.table("stud-1").engine.rounds == number and house.phase("stud-1") == "play"
        )


async def test_the_last_of_the_company_gives_up_a_seat(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK, AT_ONCE) as house:
        house.presence.entered("", None)
        state = house.floor.table("poker-1")
        assert isinstance(state, RoomTable)
        await house.until(lambda: len(seats(house)) == 5)
        await house.guest("ann", "poker-1")
        await house.do("ann", "poker-1", JoinTable(1, 100_000))
        await house.until(lambda: len(seats(house)) == 5 and "ann" in seats(house))
        assert house.company is not None
        assert "ann" not in house.company.names("poker-1")


async def test_who_sits_out_and_is_gone_gives_up_his_seat_and_has_his_chips(tmp_path: Path) -> None:
    """Who is connected keeps his seat, sitting out or not; who is gone keeps it as long as he is dealt in."""
    async with opened(tmp_path, SLOW, CompanyPlan(gone=0.2)) as house:
        for seat, name in enumerate(("ann", "ben", "cat"), start=1):
            await house.guest(name, "poker-1")
            await house.do(name, "poker-1", JoinTable(seat, 100_000))
        await house.do("ann", "poker-1", SitOut(1))
        await house.do("ben", "poker-1", SitOut(2))
        house.presence.left("poker-1", "ann")
        house.presence.left("poker-1", "cat")
        assert house.floor.balances["wallet:ann"] == 900_000
        await house.until(lambda: "ann" not in seats(house))
        assert house.floor.balances["wallet:ann"] == 1_000_000  # what she came with
        await house.quiet(0.4)
        assert seats(house) == ["ben", "cat"]
        await house.do("cat", "poker-1", SitOut(3))
        await house.until(lambda: seats(house) == ["ben"])
        house.in_order()


async def test_who_comes_back_in_time_keeps_his_seat(tmp_path: Path) -> None:
    async with opened(tmp_path, SLOW, CompanyPlan(gone=0.2)) as house:
        await house.guest("ann", "poker-1")
        await house.do("ann", "poker-1", JoinTable(1, 100_000))
        await house.do("ann", "poker-1", SitOut(1))
        house.presence.left("poker-1", "ann")
        await house.quiet(0.1)
        house.presence.entered("poker-1", "ann")
        await house.quiet(0.3)
        assert seats(house) == ["ann"]


async def test_nobody_gives_up_a_seat_while_a_round_is_played(tmp_path: Path) -> None:
    async with opened(tmp_path, replace(SLOW, room_pause=0.01), CompanyPlan(gone=0.1)) as house:
        for seat, name in enumerate(("ann", "ben", "cat"), start=1):
            await house.guest(name, "poker-1")
            await house.do(name, "poker-1", JoinTable(seat, 100_000))
        await house.until(lambda: house.phase("poker-1") not in {"", "ended"})
        await house.do("ann", "poker-1", SitOut(1))  # who is in a round still plays it
        house.presence.left("poker-1", "ann")
        await house.quiet(0.3)
        assert seats(house) == ["ann", "ben", "cat"]


async def test_a_real_house_decides_about_its_seats_itself(tmp_path: Path) -> None:
    """Only a demonstration has company, and with it whoever frees the seats of those who are gone."""
    plan = Path(__file__).parents[2] / "examples" / "floor.toml"
    venue = open_venue(Opening(floor=plan, db=str(tmp_path / "house.db")))
    try:
        assert venue.company is None
    finally:
        venue.floor.store.close()


def seats(house: Opened) -> list[str]:
    state = house.floor.table("poker-1")
    assert isinstance(state, RoomTable)
    return [seat.player for seat in state.engine.seats]


async def test_nobody_gets_anything_but_a_view_and_options_of_his_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is handed to a bot holds no card but its own, those that lie open, and hidden ones."""
    given = 0

    def banked(view: TableView, options: tuple[Option, ...], rng: Random) -> object:
        nonlocal given
        given += 1
        assert type(view) is TableView
        assert type(rng) is Random
        own = {getattr(one, "box", None) or getattr(getattr(one, "command", None), "box", None) for one in options}
        assert len(own) <= 1
        for box in view.boxes:
            if not box.shown and box.box not in own:
                assert set(box.cards) <= {HIDDEN}
        return choose(view, options, rng)

    def poker(view: RoomView, options: tuple[RoomOption, ...], rng: Random) -> object:
        nonlocal given
        given += 1
        assert type(view) is RoomView
        faces = [seat for seat in view.seats if set(seat.cards) - {HIDDEN} and not seat.shown]
        assert {seat.seat for seat in faces} <= {one.seat for one in options}  # type: ignore[union-attr]
        return BOTS[Level.NOVICE](view, options, rng)

    monkeypatch.setattr(companies, "BOTS", dict.fromkeys(Level, poker))
    monkeypatch.setattr(companies, "regular", lambda _: banked)
    async with opened(tmp_path, QUICK) as house:
        guests = companies.Company(house.desk, house.presence, house.pacer, AT_ONCE, Random(1))
        house.desk.listen(guests.heard)
        await guests.start()
        house.presence.entered("poker-1", None)
        await house.until(lambda: rounds(house, *TABLES) >= 25)
        await guests.stop()
    assert given > 100
