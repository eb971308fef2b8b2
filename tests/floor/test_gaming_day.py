"""The gaming day: its boundary to the microsecond, in zones with and without daylight saving."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.values.gaming_day import GamingDayError, begins, day_of, is_day, next_day, read_start, read_zone

ZONES = ("Asia/Singapore", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "UTC")
STARTS = ("00:00", "01:30", "02:30", "06:00", "08:00", "23:59")
MOMENTS = st.integers(0, 4_000_000_000_000_000)  # from 1970 into 2096
HOUR = 3_600_000_000


def at(text: str) -> int:
    """A moment in UTC, in microseconds."""
    return (datetime.fromisoformat(text).replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(
        microseconds=1
    )


def test_a_day_begins_at_eight_in_singapore() -> None:
    begin = at("2026-11-15T00:00:00")  # 08:00 in Singapore
    assert day_of(begin - 1) == "2026-11-14"
    assert day_of(begin) == "2026-11-15"
    assert day_of(begin + 1) == "2026-11-15"
    assert day_of(begin + 24 * HOUR - 1) == "2026-11-15"
    assert day_of(begin + 24 * HOUR) == "2026-11-16"


def test_the_night_belongs_to_the_evening_before() -> None:
    assert day_of(at("2026-12-31T19:00:00")) == "2026-12-31"  # 03:00 on New Year's Day
    assert day_of(at("2027-01-01T00:00:00")) == "2027-01-01"


@pytest.mark.parametrize(
    ("start", "moment", "day"),
    [
        ("00:00", "2026-11-14T15:59:59", "2026-11-14"),
        ("00:00", "2026-11-14T16:00:00", "2026-11-15"),
        ("23:59", "2026-11-15T15:58:59", "2026-11-14"),
        ("23:59", "2026-11-15T15:59:00", "2026-11-15"),
    ],
)
def test_the_start_is_policy(start: str, moment: str, day: str) -> None:
    assert day_of(at(moment), start) == day


def test_days_of_twenty_three_and_twenty_five_hours() -> None:
    """In Berlin the clocks change in the night of a Sunday: the gaming day before it is shorter, or longer."""
    zone = "Europe/Berlin"
    spring, autumn = begins("2026-03-28", "08:00", zone), begins("2026-10-24", "08:00", zone)
    assert begins("2026-03-29", "08:00", zone) - spring == 23 * HOUR
    assert begins("2026-10-25", "08:00", zone) - autumn == 25 * HOUR
    assert day_of(spring + 23 * HOUR - 1, "08:00", zone) == "2026-03-28"
    assert day_of(spring + 23 * HOUR, "08:00", zone) == "2026-03-29"
    assert day_of(autumn + 25 * HOUR - 1, "08:00", zone) == "2026-10-24"
    assert day_of(autumn + 25 * HOUR, "08:00", zone) == "2026-10-25"


def test_a_start_that_comes_twice_counts_the_first_time() -> None:
    """In Berlin 02:30 comes twice on 25 October 2026, at 00:30 and 01:30 UTC."""
    for moment, day in (("00:29:59", "2026-10-24"), ("00:30:00", "2026-10-25"), ("01:29:00", "2026-10-25")):
        assert day_of(at(f"2026-10-25T{moment}"), "02:30", "Europe/Berlin") == day


def test_a_start_that_is_leapt_over_comes_after_the_leap() -> None:
    """In Berlin 02:30 does not come on 29 March 2026: after 01:59 it is 03:00, at 01:00 UTC."""
    for moment, day in (("00:59:59", "2026-03-28"), ("01:29:59", "2026-03-28"), ("01:30:00", "2026-03-29")):
        assert day_of(at(f"2026-03-29T{moment}"), "02:30", "Europe/Berlin") == day


@given(MOMENTS, st.sampled_from(STARTS), st.sampled_from(ZONES))
def test_a_moment_lies_in_its_day(moment: int, start: str, zone: str) -> None:
    day = day_of(moment, start, zone)
    assert is_day(day)
    assert begins(day, start, zone) <= moment < begins(next_day(day), start, zone)


@given(MOMENTS, st.integers(0, 30 * HOUR), st.sampled_from(STARTS), st.sampled_from(ZONES))
def test_days_never_go_back(moment: int, later: int, start: str, zone: str) -> None:
    assert day_of(moment, start, zone) <= day_of(moment + later, start, zone)


@pytest.mark.parametrize("text", ["", "8:00", "24:00", "08:60", "08:00:00", "eight", "08.00", " 08:00"])
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(GamingDayError, match="is not a time of day"):
        read_start(text)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Asia/Atlantis",
        "/etc/passwd",
        "../UTC",
        "Asia",
        "\0",
        "Asia/Singapore\0",
        pytest.param("Asia/" * 3_000, id="long"),
    ],
)
def test_what_is_no_zone(name: str) -> None:
    with pytest.raises(GamingDayError, match="is not a time zone"):
        read_zone(name)


@pytest.mark.parametrize("text", ["", "2026-02-29", "2026-1-1", "20260101", "2026-W01-1", "tomorrow", "2026-13-01"])
def test_what_is_no_day(text: str) -> None:
    assert not is_day(text)
    assert is_day("2028-02-29")
