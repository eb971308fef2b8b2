"""A clock that cannot be believed: it stops the floor, and two people sign for the time."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.floor.house.recovery import recover
from croupier.floor.journal.schema import journal
from croupier.floor.journal.sealing import Key, KeyRing
from croupier.floor.journal.store import Store
from croupier.floor.running.floor import Floor
from croupier.floor.values.cage import CashIn
from croupier.floor.values.clock import (
    SHUT,
    STEP,
    STREAM,
    ClockDoubted,
    CountersignTime,
    ProposeTime,
    RejectTime,
    StartClock,
)
from croupier.floor.values.entries import SYSTEM, Entry, sealed
from croupier.floor.values.entropy import SystemEntropy
from croupier.floor.values.house import ExcludePerson, LockAccount, SetLossLimit
from croupier.floor.values.ports import MICROSECONDS
from croupier.floor.values.requests import Accepted, Request
from croupier.floor.verify.finding import Kind
from croupier.floor.verify.verification import verify
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role
from tests.floor.fresh import fresh
from tests.floor.house_floor import DAY, MINUTE, NEXT, NOON, HouseFloor, SetClock

YEAR = 365 * 24 * 60 * MINUTE


class Watch:
    """A stopwatch that a test moves."""

    def __init__(self) -> None:
        self.at = 5_000_000

    def elapsed(self) -> int:
        return self.at


class Watched(HouseFloor):
    """A house whose floor has a stopwatch; time passes on it and on the clock, unless the clock is set."""

    def __init__(self, path: Path) -> None:
        self.watch = Watch()
        super().__init__(path)

    def _floor(self) -> Floor:
        store = Store(fresh(self.path))
        keys = KeyRing(Key(bytes(32)))
        return Floor(store, clock=self.clock, entropy=SystemEntropy(), keys=keys, stopwatch=self.watch)

    def pass_time(self, microseconds: int) -> None:
        self.clock.at += microseconds
        self.watch.at += microseconds

    def opened(self) -> "Watched":
        self.again()
        self.floor.start()
        return self

    def sign(self, *, first: str = "mia", second: str = "max") -> None:
        self.do(STREAM, ProposeTime("looked at the wall"), first)
        self.do(STREAM, CountersignTime(self.floor.streams[STREAM].state.proposed), second)

    def findings(self) -> list[str]:
        with self.floor.store.reading() as reading:
            return [str(one) for one in verify(reading, keys=self.floor.keys)]


@pytest.fixture
def house(tmp_path: Path) -> Watched:
    made = Watched(tmp_path / "floor.db")
    made.floor.start()
    made.furnish()
    return made


def cash(house: HouseFloor, day: str = DAY) -> Accepted | Refusal:
    return house.ask("cage", CashIn("ann", 100, day), "tom", Role.CAGE)


@pytest.mark.parametrize("way", [1, -1])
def test_a_clock_that_is_set_by_more_than_the_bound_stops_the_running_floor(house: Watched, way: int) -> None:
    house.pass_time(60 * MINUTE)
    house.clock.at += way * STEP
    assert isinstance(cash(house), Accepted), "at the bound"
    assert house.floor.doubt() is None
    house.clock.at += way
    refused = cash(house)
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.MOMENT
    assert "two people have signed for the time" in refused.sentence
    assert house.floor.doubt() == ClockDoubted(house.clock.at, NOON + 60 * MINUTE + max(0, way) * STEP)
    assert house.findings() == []


def test_what_was_taken_before_is_answered_again_while_the_clock_is_in_doubt(house: Watched) -> None:
    """Whoever did not hear the answer must not be told that it did not happen."""
    asked = Request("cage", "tom", Role.CAGE, CashIn("ann", 100, DAY), "key-1")
    (first,) = house.floor.submit(asked)
    house.clock.at += YEAR
    assert isinstance(cash(house), Refusal)
    (again,) = house.floor.submit(asked)
    assert isinstance(first, Accepted)
    assert again == replace(first, repeated=True)


def test_small_steps_add_up(house: Watched) -> None:
    for _ in range(3):
        house.clock.at += STEP // 3
        assert isinstance(cash(house), Accepted)
    house.clock.at += 1
    assert isinstance(cash(house), Refusal)


def test_a_small_step_back_is_absorbed(house: Watched) -> None:
    house.pass_time(MINUTE)
    cash(house)
    before = house.floor.now()
    house.clock.at -= STEP // 2
    assert isinstance(cash(house), Accepted)
    assert house.floor.time.last == before
    assert house.findings() == []


@pytest.mark.parametrize(("pause", "trusted"), [(SHUT, True), (SHUT + 1, False), (-STEP, True), (-STEP - 1, False)])
def test_a_start_is_asked_about_beyond_each_bound(house: Watched, pause: int, trusted: bool) -> None:
    house.clock.at += pause
    house.opened()
    assert (house.floor.doubt() is None) is trusted
    assert isinstance(cash(house, house.house.day(house.clock.at)), Accepted) is trusted
    if not trusted:
        assert house.floor.now() == NOON, "an unbelievable clock is not followed"
    assert house.findings() == []


def test_an_empty_floor_has_nothing_to_hold_its_clock_against(tmp_path: Path) -> None:
    house = Watched(tmp_path / "floor.db")
    house.clock.at += YEAR
    house.opened()
    assert house.floor.doubt() is None


def test_a_long_pause_is_signed_for_and_the_floor_goes_on(house: Watched) -> None:
    house.clock.at += YEAR
    house.opened()
    house.sign()
    assert house.floor.doubt() is None
    assert house.floor.now() == NOON + YEAR
    assert isinstance(cash(house, house.house.day(NOON + YEAR)), Accepted)
    assert house.findings() == []


def test_a_year_ahead_for_one_moment_ends_no_exclusion(house: Watched) -> None:
    house.do("house", ExcludePerson("bob", "my own wish", "2027-03-01"), "bob", Role.PLAYER)
    house.clock.at += YEAR
    assert isinstance(house.ask("cage", CashIn("bob", 100, "2027-11-15"), "tom", Role.CAGE), Refusal)
    house.clock.at -= YEAR
    house.pass_time(MINUTE)
    house.sign()
    assert house.floor.now() == NOON + MINUTE
    refused = house.ask("cage", CashIn("bob", 100, DAY), "tom", Role.CAGE)
    assert isinstance(refused, Refusal)
    assert "excluded from play until 2027-03-01" in refused.sentence
    assert isinstance(cash(house), Accepted)
    assert house.findings() == []


def test_what_was_written_under_a_wrong_clock_is_corrected_on_record(tmp_path: Path) -> None:
    """Twenty hours ahead is within the bound of a start: the day turned too early, until somebody noticed."""
    house = Watched(tmp_path / "floor.db")
    house.furnish()
    house.do("house", SetLossLimit("ann", 20_000), "ann", Role.PLAYER)
    house.do("house", ExcludePerson("bob", "my own wish", NEXT), "bob", Role.PLAYER)
    house.clock.at += 20 * 60 * MINUTE
    house.opened()
    assert isinstance(house.ask("cage", CashIn("bob", 100, NEXT), "tom", Role.CAGE), Accepted)
    house.open_bets()
    assert isinstance(house.ante("ann", 10_000), Accepted)
    house.clock.at -= 20 * 60 * MINUTE
    assert isinstance(cash(house), Refusal)
    house.sign()
    assert house.floor.now() == NOON
    refused = house.ask("cage", CashIn("bob", 100, DAY), "tom", Role.CAGE)
    assert isinstance(refused, Refusal)
    assert "excluded" in refused.sentence
    again = house.again()
    for one in (house, again):
        played = one.floor.played(one.house, one.floor.now())
        assert played.day == DAY
        assert played.result("ann") == -10_000, "it counts in the day in which it happened"
    assert house.floor.doubt() is None
    assert house.findings() == []


def test_a_doubt_outlives_a_restart_under_a_clock_that_seems_right(house: Watched) -> None:
    house.clock.at += YEAR
    assert isinstance(cash(house), Refusal)
    house.clock.at = NOON
    house.opened()
    assert isinstance(cash(house), Refusal)
    house.sign()
    assert isinstance(cash(house), Accepted)


def test_two_different_people_sign_for_the_same_clock(house: Watched) -> None:
    house.clock.at += YEAR
    cash(house)
    assert "not in doubt" not in str(house.refused(STREAM, CountersignTime(1)))
    for name, role in (("tom", Role.CAGE), ("sue", Role.PIT_SUPERVISOR), ("dan", Role.DEALER), ("ann", Role.PLAYER)):
        assert house.refused(STREAM, ProposeTime("it is"), name, role).reason is Reason.ROLE
    assert "at most 400" in house.refused(STREAM, ProposeTime("x" * 401)).sentence
    house.do(STREAM, ProposeTime("we were shut"), "pam", Role.PIT_MANAGER)
    assert "already proposed" in house.refused(STREAM, ProposeTime("again")).sentence
    assert "Two different people" in house.refused(STREAM, CountersignTime(1), "pam", Role.PIT_MANAGER).sentence
    house.pass_time(10 * MINUTE)
    house.clock.at += STEP + 1
    assert "has been set since pam signed" in house.refused(STREAM, CountersignTime(1)).sentence
    house.clock.at -= 1
    house.do(STREAM, CountersignTime(1))
    assert house.floor.now() == house.clock.at
    assert "not in doubt" in house.refused(STREAM, ProposeTime("once more")).sentence
    assert house.findings() == []


def test_a_rejected_proposal_leaves_the_floor_stopped(house: Watched) -> None:
    house.clock.at += YEAR
    cash(house)
    house.do(STREAM, ProposeTime("it is"))
    for reason in (" ", "x" * 401):
        assert "at most 400" in house.refused(STREAM, RejectTime(1, reason), "max").sentence
    house.do(STREAM, RejectTime(1, "it is not"), "max")
    assert isinstance(house.refused(STREAM, CountersignTime(1), "max"), Refusal)
    assert isinstance(cash(house), Refusal)


def test_a_first_signature_does_not_outlast_its_role(house: Watched) -> None:
    house.clock.at += YEAR
    cash(house)
    house.do(STREAM, ProposeTime("it is"), "pam", Role.PIT_MANAGER)
    assert house.refused("house", LockAccount("pam", "gone"), "max").reason is Reason.MOMENT


def test_only_the_floor_starts_or_doubts_its_clock(house: Watched) -> None:
    refused = house.refused(STREAM, StartClock(NOON, NOON))
    assert refused.reason is Reason.ROLE


def test_what_shares_the_commit_of_the_signature_waits_for_the_next(house: Watched) -> None:
    house.clock.at += YEAR
    cash(house)
    house.clock.at -= YEAR
    house.do(STREAM, ProposeTime("put right"))
    asked = (
        Request(STREAM, "max", Role.SHIFT_MANAGER, CountersignTime(1)),
        Request("cage", "tom", Role.CAGE, CashIn("ann", 100, DAY)),
    )
    signed, waits = house.floor.submit(*asked)
    assert isinstance(signed, Accepted)
    assert isinstance(waits, Refusal)
    assert isinstance(cash(house), Accepted)


def test_a_start_in_doubt_still_rules_on_what_it_finds_in_play(house: Watched) -> None:
    house.open_bets()
    house.ante("ann", 10_000)
    house.close_bets()
    house.clock.at += YEAR
    house.opened()
    assert [one.table for one in recover(house.floor)] == ["stud"]
    assert house.floor.now() == NOON
    assert house.findings() == []


def _rewritten(house: HouseFloor, position: int, at: int) -> None:
    """Give the last entry another time, with a hash that fits."""
    with house.floor.store.engine.connect() as connection:
        row = connection.execute(journal.select().where(journal.c.position == position)).one()
        entry = sealed(replace(Entry(*row[1:]), at=at))
        connection.execute(journal.update().where(journal.c.position == position).values(at=entry.at, hash=entry.hash))


@pytest.mark.parametrize(("late", "found"), [(0, False), (1, True)])
def test_verify_finds_a_time_that_nobody_signed_for(house: Watched, late: int, found: bool) -> None:
    house.pass_time(MINUTE)
    cash(house)
    last = house.floor.time.last
    house.pass_time(MINUTE)
    cash(house)
    _rewritten(house, house.floor.position, last - late)
    with house.floor.store.reading() as reading:
        kinds = {one.kind for one in verify(reading)}
    assert (Kind.TIME in kinds) is found


def test_verify_finds_what_happened_while_the_clock_was_in_doubt(house: Watched) -> None:
    house.clock.at += YEAR
    cash(house)
    house.clock.at = NOON
    # A floor that does not mind the doubt.
    house.floor.streams[STREAM] = replace(
        house.floor.streams[STREAM], state=replace(house.floor.streams[STREAM].state, doubted=None)
    )
    house.floor.time.trust(NOON)
    assert isinstance(cash(house), Accepted)
    assert any("in doubt" in one for one in house.findings())


def test_without_a_stopwatch_the_clock_is_its_own(tmp_path: Path) -> None:
    house = HouseFloor(tmp_path / "floor.db").furnish()
    house.clock.at += YEAR
    assert isinstance(cash(house, house.house.day(house.clock.at)), Accepted)
    house.clock.at += 90 * MICROSECONDS
    assert house.floor.doubt() is None
    assert SYSTEM not in house.house.accounts
    assert isinstance(house.clock, SetClock)
