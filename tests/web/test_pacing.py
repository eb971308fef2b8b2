"""The automatic Dealer's clock: nobody waits longer than he must, and nothing happens where nobody is."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.values.requests import Request
from croupier.floor.values.table import PlayBanked
from croupier.floor.values.table_kinds import BankedTable, RoomTable, TableState
from croupier.play.banked.commands import Choose, Look, PlaceWager, Report, WithdrawWager
from croupier.play.refusal import Reason, Refusal
from croupier.play.room.commands import Act, ComeBack, JoinTable
from croupier.rules.room import Move
from croupier.rules.terms import Decision, Role, WagerName
from croupier.web.clock.pacing import MOST_UNSEEN, Pacer
from croupier.web.clock.presence import Attendance, Presence
from croupier.web.clock.waiting import Wait, handed_back, waits_for
from tests.web.opened import QUICK, Opened, opened, pace
from tests.web.virtual import VirtualLoop

STUD, HOLDEM, BONUS, POKER = "stud-1", "holdem-1", "bonus-1", "poker-1"


def running(house: Opened, table: str = STUD) -> tuple[str, str]:
    clock = house.pacer.clock(table)
    return ("", "") if clock is None else (clock.kind, clock.then)


# ---- Rounds ---------------------------------------------------------------------------------------------------------


async def test_a_lone_player_never_waits(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        assert house.pacer.clock(STUD) is None  # no wager, no clock
        await house.ante("ann", STUD, 4)
        assert running(house) == ("bets", "closes")
        assert house.pacer.hint(STUD, "ann", "ready", None) is None
        await house.until(lambda: running(house)[0] == "turn")
        assert not house.pacer.ready(STUD, "ann")  # that was for the close
        await house.decide("ann", STUD, 4, Decision.FOLD)
        assert house.phase(STUD) == "ended"
        clock = house.pacer.clock(STUD)
        assert clock is not None
        assert (clock.kind, clock.then, clock.cites) == ("next", "opens", house.opens(STUD))
        assert 50_000 < clock.remaining <= clock.total == 60_000
        house.pacer.hint(STUD, "ann", "next", None)
        await house.until(lambda: house.phase(STUD) == "betting")
        assert [(one.box, one.player) for one in house.pacer.seated(STUD)] == [(4, "ann")]
        house.in_order()


async def test_bets_close_by_themselves_and_the_next_round_opens(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(bets=0.05, pause=0.05)) as house:
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        await house.quiet()
        await house.ante("ann", STUD, 1)
        await house.until(lambda: house.phase(STUD) == "play")
        await house.decide("ann", STUD, 1, Decision.FOLD)
        await house.until(lambda: house.round(STUD).number == 2)
        house.in_order()


async def test_who_is_guided_has_time_to_read_while_nobody_else_waits(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(bets=15, turn=20, guided=60)) as house:

        def total() -> int:
            clock = house.pacer.clock(STUD)
            return 0 if clock is None else clock.total

        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        assert house.pacer.hint(STUD, "ann", "guided") is None
        await house.ante("ann", STUD, 4)
        assert total() == 60_000
        house.pacer.hint(STUD, "ann", "unguided")
        assert total() == 15_000
        house.pacer.hint(STUD, "ann", "guided")
        assert total() == 60_000
        house.pacer.hint(STUD, "ann", "ready")
        await house.until(lambda: running(house)[0] == "turn")
        assert total() == 60_000
        clock = house.pacer.clock(STUD)
        for hint in ("unguided", "guided"):  # as when the page is loaded again: that wins no time
            house.pacer.hint(STUD, "ann", hint)
        again = house.pacer.clock(STUD)
        assert clock is not None
        assert again is not None
        assert again.remaining <= clock.remaining
        await house.guest("ben", STUD)  # who waits, and reads nothing
        assert total() == 20_000
        house.pacer.hint(STUD, "ben", "guided")
        assert total() == 60_000


async def test_who_said_ready_without_a_wager_is_asked_again_once_he_has_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        house.pacer.hint(STUD, "ann", "ready", None)
        assert house.pacer.ready(STUD, "ann")
        await house.ante("ann", STUD, 1)
        await house.quiet()
        assert not house.pacer.ready(STUD, "ann")
        assert house.phase(STUD) == "betting"


async def test_two_players_wait_for_each_other(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.guest("ann", STUD)
        await house.guest("ben", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        assert house.pacer.hint(STUD, "ben", "sit", 2) is None
        await house.ante("ann", STUD, 1)
        house.pacer.hint(STUD, "ann", "ready", None)
        await house.quiet()
        await house.ante("ben", STUD, 2)
        await house.quiet()
        house.pacer.hint(STUD, "ben", "ready", None)
        await house.until(lambda: running(house)[0] == "turn")
        for box, name in ((1, "ann"), (2, "ben")):
            assert running(house) == ("turn", "folds")
            await house.decide(name, STUD, box, Decision.FOLD)
        house.pacer.hint(STUD, "ann", "next", None)
        await house.quiet()
        house.pacer.hint(STUD, "ben", "next", None)
        await house.until(lambda: house.phase(STUD) == "betting")


async def test_who_comes_after_those_who_played_have_left_waits_for_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        await house.ante("ann", STUD, 1)
        house.pacer.hint(STUD, "ann", "ready", None)
        await house.until(lambda: running(house)[0] == "turn")
        await house.decide("ann", STUD, 1, Decision.FOLD)
        await house.guest("ben", STUD)
        house.pacer.hint(STUD, "ben", "next", None)
        await house.quiet()  # Ann still reads how it ended
        house.presence.left(STUD, "ann")
        await house.until(lambda: house.phase(STUD) == "betting")


@pytest.mark.parametrize(
    ("table", "box", "minimum", "then"),
    [(STUD, 1, 2_500, "folds"), (HOLDEM, 2, 2_500, "folds"), (BONUS, 3, 1_500, "returns")],
)
async def test_a_clock_that_runs_out_does_what_the_document_says(
    tmp_path: Path, table: str, box: int, minimum: int, then: str
) -> None:
    async with opened(tmp_path, pace(turn=0.08)) as house:
        await house.guest("ann", table)
        await house.until(lambda: house.phase(table) == "betting")
        await house.ante("ann", table, box, minimum)
        house.pacer.hint(table, "ann", "ready", None)
        await house.until(lambda: running(house, table)[0] == "turn")
        clock = house.pacer.clock(table)
        assert clock is not None
        assert (clock.kind, clock.then, clock.box) == ("turn", then, box)
        assert clock.cites
        await house.until(lambda: house.phase(table) == "ended")
        left = house.round(table).boxes[0]
        assert left.absent if then == "folds" else left.out
        assert sum("RunOutClock" in one for one in house.commands(table)) == 1
        house.in_order()


def test_a_turn_has_all_of_its_time_though_the_one_before_left_its_timer(tmp_path: Path) -> None:
    """One timer is set for many turns: it calls when the first of them would have been over, and is set again then."""

    class Counted:
        def __init__(self, loop: VirtualLoop) -> None:
            self.loop = loop
            self.set: list[float] = []

        def time(self) -> float:
            return self.loop.time()

        def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> asyncio.TimerHandle:
            self.set.append(when)
            return self.loop.call_at(when, callback, *args)

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        async with opened(tmp_path, pace(turn=30)) as house:
            house.pacer._timers = timers = Counted(loop)
            await house.guest("ann", STUD)
            await house.until(lambda: house.phase(STUD) == "betting")
            for box in (1, 2, 3):
                await house.ante("ann", STUD, box)
            house.pacer.hint(STUD, "ann", "ready", None)
            await house.until(lambda: running(house)[0] == "turn")
            began = loop.time()
            timers.set.clear()
            await house.do("ann", STUD, Look(1))
            await asyncio.sleep(20)
            for box in (1, 2):
                await house.do("ann", STUD, Choose(box, Decision.BET))
            since = loop.time()
            assert timers.set == []
            await asyncio.sleep(20)  # the first turn would be over
            assert timers.set == [since + 30]
            assert running(house) == ("turn", "folds")
            await asyncio.sleep(9.9)
            assert house.phase(STUD) == "play"
            await asyncio.sleep(0.2)
            assert house.phase(STUD) == "ended"
            assert began + 30 < since + 30 <= loop.time() < since + 30.2

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(evening())


async def test_who_has_looked_is_not_given_his_ante_back(tmp_path: Path) -> None:
    """MBS 5.11 is for a Player who is not present."""
    async with opened(tmp_path, pace(turn=1)) as house:
        await house.guest("ann", BONUS)
        await house.until(lambda: house.phase(BONUS) == "betting")
        await house.ante("ann", BONUS, 1, 1_500)
        house.pacer.hint(BONUS, "ann", "ready", None)
        await house.until(lambda: running(house, BONUS)[0] == "turn")
        await house.do("ann", BONUS, Look(1))
        clock = house.pacer.clock(BONUS)
        assert clock is not None
        assert (clock.then, clock.cites) == ("folds", ("3.9.1", "I18"))
        await house.until(lambda: house.phase(BONUS) == "ended")
        assert house.round(BONUS).boxes[0].folded
        assert house.floor.balances["wallet:ann"] == 1_000_000 - 1_500
        house.in_order()


async def test_after_the_flop_an_absent_player_checks(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(turn=0.3)) as house:
        await house.guest("ann", BONUS)
        await house.until(lambda: house.phase(BONUS) == "betting")
        await house.ante("ann", BONUS, 1, 1_500)
        house.pacer.hint(BONUS, "ann", "ready", None)
        await house.until(lambda: house.phase(BONUS) == "play")
        await house.decide("ann", BONUS, 1, Decision.FLOP)
        assert running(house, BONUS) == ("turn", "checks")
        await house.until(lambda: house.phase(BONUS) == "ended")
        assert not house.round(BONUS).boxes[0].folded


async def test_a_choice_has_its_clock(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(choice=0.1)) as house:
        await house.guest("ann", BONUS)
        await house.until(lambda: house.phase(BONUS) == "betting")
        await house.ante("ann", BONUS, 1)
        house.pacer.hint(BONUS, "ann", "ready", None)
        await house.until(lambda: house.phase(BONUS) == "play")
        report = PlayBanked(Report("interruption", reason="the lights went out"))
        reply = await house.desk.ask(Request(f"table:{BONUS}", "sue", Role.PIT_SUPERVISOR, report))
        assert not isinstance(reply, Refusal), reply
        assert house.round(BONUS).boxes[0].choice == ("stay", "withdraw")
        assert running(house, BONUS) == ("choice", "plays_on")
        await house.until(lambda: running(house, BONUS)[0] == "turn")
        assert not house.round(BONUS).boxes[0].choice


# ---- Nobody, and somebody who is gone -------------------------------------------------------------------------------


async def test_nothing_is_written_where_nobody_is(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        await house.quiet(0.3)
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        house.presence.left(STUD, "ann")
        await house.quiet(0.3)
        assert house.round(STUD).number == 1
        assert house.phase(HOLDEM) == ""


async def test_a_dealers_table_has_no_clock(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        await house.guest("ann", "dealer-1")
        await house.quiet()
        assert house.pacer.clock("dealer-1") is None


async def test_who_has_left_plays_no_further_round(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(bets=0.05, turn=0.05, pause=0.05)) as house:
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        await house.ante("ann", STUD, 1)
        house.presence.left(STUD, "ann")
        await house.until(lambda: house.phase(STUD) == "ended")
        await house.quiet()
        house.in_order()


# ---- Bets that cannot be closed -------------------------------------------------------------------------------------


async def test_a_wager_below_the_minimum_goes_back_when_nobody_mends_it(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(retry=0.15)) as house:
        await house.guest("ann", BONUS)
        await house.guest("ben", BONUS)
        await house.until(lambda: house.phase(BONUS) == "betting")
        await house.ante("ann", BONUS, 1, 500)
        await house.ante("ben", BONUS, 2, 1_500)
        state = house.floor.table(BONUS)
        assert isinstance(state, BankedTable)
        short = WithdrawWager(1, WagerName.ANTE, None, "ann")
        assert [one.command for one in handed_back(state, link_down=False)] == [short]
        for name in ("ann", "ben"):
            house.pacer.hint(BONUS, name, "ready", None)
        await house.until(lambda: running(house, BONUS) == ("bets", "returns"))
        clock = house.pacer.clock(BONUS)
        assert clock is not None
        assert clock.cites
        assert len(house.round(BONUS).boxes) == 2  # he has his time
        await house.until(lambda: house.phase(BONUS) == "play")
        assert [box.player for box in house.round(BONUS).boxes] == ["ben"]
        assert house.floor.balances["wallet:ann"] == 1_000_000
        house.in_order()


async def test_a_wager_that_is_mended_in_time_is_played(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(retry=0.3)) as house:
        await house.guest("ann", BONUS)
        await house.until(lambda: house.phase(BONUS) == "betting")
        await house.ante("ann", BONUS, 1, 500)
        house.pacer.hint(BONUS, "ann", "ready", None)
        await house.until(lambda: running(house, BONUS) == ("bets", "returns"))
        await house.ante("ann", BONUS, 1, 1_000)
        await house.until(lambda: house.phase(BONUS) == "play")
        assert house.round(BONUS).boxes[0].wagers[0].amount == 1_500


async def test_what_is_refused_is_not_tried_again_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(retry=0.2)) as house:
        asked = []
        real = house.desk.by_itself

        async def counted(stream: str, command: object, role: Role = Role.DEALER, *, version: int = 0) -> object:
            asked.append(command)
            return Refusal(Reason.MOMENT, "Not now", ())

        house.desk.by_itself = counted  # type: ignore[method-assign,assignment]
        await house.guest("ann", STUD)
        await asyncio.sleep(0.5)
        assert 2 <= len(asked) <= 4
        house.desk.by_itself = real  # type: ignore[method-assign]
        await house.until(lambda: house.phase(STUD) == "betting")


async def test_a_bug_at_one_table_leaves_the_others_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: TableState) -> Wait | None:
        assert state.info.name != STUD
        return waits_for(state)

    monkeypatch.setattr("croupier.web.clock.pacing.waits_for", broken)
    async with opened(tmp_path) as house:
        await house.guest("ann", STUD)
        await house.guest("ann", HOLDEM)
        await house.until(lambda: house.phase(HOLDEM) == "betting")


# ---- Seats ----------------------------------------------------------------------------------------------------------


async def test_a_clock_that_another_server_keeps_is_worked_out_when_it_is_shown(tmp_path: Path) -> None:
    """It says what the server shows that has looked at every change, and until when."""
    async with opened(tmp_path, pace(bets=15, turn=20)) as house:
        other = Pacer(house.desk, house.pacer.pace, house.presence, owns=lambda _: False)
        await other.start()
        house.desk.listen(other.heard)
        await house.guest("ann", STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        await house.ante("ann", STUD, 4)
        house.pacer.hint(STUD, "ann", "ready", None)
        await house.until(lambda: running(house)[0] == "turn")
        await asyncio.sleep(0.3)
        assert other._tables[STUD].waits is None, "nobody has asked"
        kept, shown = house.pacer.clock(STUD), other.clock(STUD)
        assert kept is not None
        assert shown is not None
        assert (shown.kind, shown.then, shown.box, shown.total) == (kept.kind, kept.then, kept.box, kept.total)
        assert abs(shown.remaining - kept.remaining) < 200
        await other.stop()


async def test_a_clock_that_no_page_shows_remembers_so_much_and_no_more(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        other = Pacer(house.desk, house.pacer.pace, house.presence, owns=lambda _: False)
        await other.start()
        for _ in range(3 * MOST_UNSEEN):
            other.look(STUD)
        assert 0 < len(other._tables[STUD].unseen) < MOST_UNSEEN
        await other.stop()


async def test_a_box_is_taken_by_whoever_sits_or_has_wagered_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        for name in ("ann", "ben"):
            await house.guest(name, STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        hint = house.pacer.hint
        assert hint(STUD, "ann", "sit", 3) is None
        refused = hint(STUD, "ben", "sit", 3)
        assert refused is not None
        assert refused.reason is Reason.NOT_YOURS
        assert refused.cites
        await house.do("ben", STUD, PlaceWager(5, WagerName.ANTE, 2_500))
        assert hint(STUD, "ann", "sit", 5) is not None
        assert hint(STUD, "ann", "stand", 3) is None
        assert hint(STUD, "ben", "sit", 3) is None
        for table, what, box in ((STUD, "sit", 9), (STUD, "sit", None), (STUD, "dance", 1), (POKER, "sit", 1)):
            assert hint(table, "ann", what, box) is not None
        assert hint("nowhere", "ann", "sit", 1) is not None
        assert hint(STUD, "ann", "stand", 3) is not None


async def test_the_box_of_who_is_gone_is_freed_unless_his_chips_lie_there(tmp_path: Path) -> None:
    async with opened(tmp_path, away=0.1) as house:
        for name in ("ann", "ben"):
            await house.guest(name, STUD)
        await house.until(lambda: house.phase(STUD) == "betting")
        house.pacer.hint(STUD, "ann", "sit", 1)
        await house.ante("ben", STUD, 2)
        for name in ("ann", "ben"):
            house.presence.left(STUD, name)
        await house.until(lambda: [one.box for one in house.pacer.seated(STUD)] == [2])
        await house.quiet(0.2)
        assert [one.box for one in house.pacer.seated(STUD)] == [2]


def test_who_has_two_pages_open_is_there_until_both_close() -> None:
    now = 0.0
    presence = Presence(lambda: now, away=60)
    told: list[str] = []
    presence.on_change.append(told.append)
    presence.entered("a", "ann")
    presence.entered("a", "ann")
    presence.entered("", None)
    assert presence.sit("a", 1, "ann") is None
    presence.left("a", "ann")
    assert presence.players("a") == {"ann"}
    assert presence.watchers("a") == 1
    assert presence.sweep(lambda *_: False) is None
    presence.left("a", "ann")
    assert not presence.players("a")
    assert presence.anybody()
    now = 59.0
    assert presence.sweep(lambda *_: False) == 1.0
    presence.entered("a", "ann")
    presence.left("a", "ann")
    now = 118.5
    assert presence.seats("a") == {1: "ann"}
    presence.sweep(lambda *_: False)
    now = 120.0
    presence.sweep(lambda *_: False)
    assert presence.seats("a") == {}
    presence.left("", None)
    assert not presence.anybody()
    assert set(told) == {"a", ""}


def test_who_sits_where_is_told_as_it_is() -> None:
    """It is put together once, until somebody sits down or stands up, here or at another server."""
    presence = Presence(lambda: 0.0)
    assert presence.seats("a") == {}
    presence.sit("a", 2, "ann")
    first = presence.seats("a")
    assert first == {2: "ann"}
    assert presence.seats("a") is first
    presence.told([Attendance(seats={"a": {1: "ben"}})])
    assert [*presence.seats("a").items()] == [(1, "ben"), (2, "ann")]
    presence.joined("a", "otto")
    presence.sit("a", 3, "otto")
    presence.stand("a", 2, "ann")
    assert presence.seats("a") == {1: "ben", 3: "otto"}
    presence.parted("a", "otto")
    assert presence.seats("a") == {1: "ben"}
    presence.told([])
    assert presence.seats("a") == {}
    assert first == {2: "ann"}


# ---- The poker room -------------------------------------------------------------------------------------------------


async def seated(house: Opened, *names: str) -> None:
    for seat, name in enumerate(names, 1):
        await house.guest(name, POKER)
        await house.do(name, POKER, JoinTable(seat, 100_000))


def turn(house: Opened) -> int | None:
    clock = house.pacer.clock(POKER)
    return clock.box if clock is not None and clock.kind in {"turn", "show"} else None


def away(house: Opened) -> list[str]:
    state = house.floor.table(POKER)
    assert isinstance(state, RoomTable)
    return [seat.player for seat in state.engine.seats if seat.away]


async def test_one_player_alone_opens_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, QUICK) as house:
        await seated(house, "ann")
        await house.quiet()
        await house.guest("ben", POKER)
        await house.do("ben", POKER, JoinTable(2, 100_000))
        await house.until(lambda: running(house, POKER)[0] == "turn")  # two are enough


async def test_a_turn_in_poker_runs_out_and_twice_in_a_row_sits_one_out(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(turn=0.05, show=0.05, room_pause=0.02)) as house:
        await seated(house, "ann", "ben")
        await house.until(lambda: away(house))
        await house.until(lambda: house.phase(POKER) == "ended")
        await house.quiet()
        (name,) = away(house)  # the other would play, but there is nobody left to play with
        assert sum("RunOutClock" in one for one in house.commands(POKER)) == 3
        await house.do(name, POKER, ComeBack({"ann": 1, "ben": 2}[name]))
        await house.until(lambda: house.phase(POKER) == "betting")
        house.in_order()


async def test_who_has_to_show_shows_and_who_is_beaten_mucks(tmp_path: Path) -> None:
    async with opened(tmp_path, pace(show=0.1, room_pause=0.02)) as house:
        await seated(house, "ann", "ben")
        names = {1: "ann", 2: "ben"}
        await house.until(lambda: turn(house))
        while running(house, POKER)[0] == "turn":
            seat = turn(house)
            assert seat is not None
            for move in (Move.CHECK, Move.CALL):
                if not isinstance(await house.ask(names[seat], POKER, Act(seat, move)), Refusal):
                    break
        clock = house.pacer.clock(POKER)
        assert clock is not None
        assert (clock.kind, clock.then) == ("show", "shows")
        await house.until(lambda: running(house, POKER) == ("show", "shows_or_mucks"))
        await house.until(lambda: house.phase(POKER) == "ended")
        house.in_order()


async def test_one_player_does_not_keep_the_whole_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.guest("ann", STUD)
        assert [house.pacer.hint(STUD, "ann", "sit", box) for box in (1, 2, 3)] == [None, None, None]
        refused = house.pacer.hint(STUD, "ann", "sit", 4)
        assert isinstance(refused, Refusal)
        assert house.pacer.hint(STUD, "ann", "stand", 3) is None
        assert house.pacer.hint(STUD, "ann", "sit", 4) is None


def test_boxes_of_several_who_are_gone_are_freed_by_whoever_looks_first() -> None:
    """Whoever is told that a box is free looks for others at once, as the clock does."""
    now = 0.0
    presence = Presence(lambda: now, away=60)
    for box, name in enumerate(("ann", "ben", "cat"), 1):
        presence.entered(STUD, name)
        presence.sit(STUD, box, name)
        presence.left(STUD, name)

    def sweep(_table: str) -> None:
        presence.sweep(lambda *_: False)

    presence.on_change.append(sweep)
    now = 61.0
    assert presence.sweep(lambda *_: False) is None
    assert presence.seats(STUD) == {}
