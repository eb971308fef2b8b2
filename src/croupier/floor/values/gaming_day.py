"""The gaming day: a casino's night belongs to the evening before it, so a day begins in the morning.

The House decides when it begins and in which time zone. A day is named by the date on which it begins.
"""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

START: Final = "08:00"
ZONE: Final = "Asia/Singapore"

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_DAY: Final = timedelta(days=1)


class GamingDayError(ValueError):
    """An invalid day, time or time zone: the message is a sentence for a person."""


@lru_cache(maxsize=64)
def read_start(text: str) -> time:
    """Parse a time of day such as 08:00. Raise :class:`GamingDayError` for any other text."""
    try:
        start = datetime.strptime(text, "%H:%M").time()
    except ValueError:
        raise GamingDayError(f"{text[:40]!r} is not a time of day such as 08:00") from None
    if start.strftime("%H:%M") != text:
        raise GamingDayError(f"{text[:40]!r} is not a time of day such as 08:00")
    return start


@lru_cache(maxsize=64)
def read_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name. Raise :class:`GamingDayError` if there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError, RecursionError):  # no such name, one that is no name at all, or far too long
        raise GamingDayError(f"{name[:40]!r} is not a time zone such as {ZONE}") from None


def is_day(text: str) -> bool:
    """Return whether a text names a day, such as 2026-11-15."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@lru_cache(maxsize=256)
def next_day(day: str) -> str:
    """Return the date of the next day."""
    return (date.fromisoformat(day) + _DAY).isoformat()


@lru_cache(maxsize=256)
def begins(day: str, start: str, zone: str) -> int:
    """Return the moment when a gaming day begins, in microseconds since 1970, UTC.

    If the clocks are set back over the start, its first occurrence counts; if they skip it, the day begins as long
    after the skip as the start is after it.
    """
    local = datetime.combine(date.fromisoformat(day), read_start(start), tzinfo=read_zone(zone))
    return (local.astimezone(UTC) - _EPOCH) // _MICROSECOND


_LATEST: Final[dict[tuple[str, str], tuple[int, int, str]]] = {}
"""A cache by start and zone of the last day that :func:`day_of` found: its begin, its end and its name."""


def day_of(at: int, start: str = START, zone: str = ZONE) -> str:
    """Return the gaming day of a moment, given in microseconds since 1970, UTC.

    The last day found is cached: every act asks for its day, and nearly always it is the day of the act before.
    """
    first, ends, day = _LATEST.get((start, zone), (0, 0, ""))
    if not first <= at < ends:
        day = _day_of(at, start, zone)
        if day < "9999":  # after which there is no next day
            _LATEST[start, zone] = (begins(day, start, zone), begins(next_day(day), start, zone), day)
    return day


def _day_of(at: int, start: str, zone: str) -> str:
    around = (_EPOCH + timedelta(microseconds=at)).astimezone(read_zone(zone)).date()
    # Clocks that are set back over midnight show a date again that is over: a later day may have begun already.
    for day in (around + _DAY, around):
        if at >= begins(day.isoformat(), start, zone):
            return day.isoformat()
    return (around - _DAY).isoformat()
