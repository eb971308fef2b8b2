"""The times of entries: they go forward, except where two people have signed for the time; and nothing happened while
the clock was in doubt."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from croupier.floor.clock import STREAM, CountersignTime, StartClock, starts_well
from croupier.floor.journal.records import SYSTEM, Entry
from croupier.floor.people.permissions import core
from croupier.floor.timekeeping import has_to_wait
from croupier.floor.verify.days import MOMENT
from croupier.floor.verify.finding import Finding, Kind, found
from croupier.floor.verify.replay import Followed
from croupier.play.banked import commands as banked
from croupier.play.room import commands as room

_BEGUN: Final = (banked.OpenRound, banked.CloseBets, banked.RunOutClock, room.OpenRound, room.RunOutClock)
"""What the floor's own clock begins, which follows from nothing else."""


class Times:
    """The time, while the entries go by in the order in which they were written."""

    def __init__(self) -> None:
        self.last = 0

    def take(self, streams: Mapping[str, Followed], entry: Entry, command: Any, before: Any) -> Iterator[Finding]:
        """What is wrong with the time of an entry; ``before`` is its stream then."""
        last, self.last = self.last, entry.at
        wrong = self._wrong(entry, command, last)
        clock = streams.get(STREAM)
        known = clock is not None and not clock.shaken and not clock.lost
        state = before if entry.stream == STREAM else clock.state if clock is not None and known else None
        doubted = state is not None and state.doubted is not None
        if not wrong and doubted and _had_to_wait(entry, core(command)):
            wrong = "the clock was in doubt, and nobody had signed for the time"
        if not wrong and type(command) is StartClock:
            wrong = _false_start(entry, command, last, doubted=doubted)
        if wrong:
            yield found(Kind.TIME, "journal", wrong, stream=entry.stream, version=entry.version, field="at")

    def _wrong(self, entry: Entry, command: Any, last: int) -> str:
        if type(command) is CountersignTime:
            if entry.at != command.reads:
                return "the entry does not have the time that was signed for"
            return "" if command.due >= last else "the floor's own count of the time lies before the last entry"
        return "" if entry.at >= last else "the entry lies before the one written before it, and nobody signed for that"


def _had_to_wait(entry: Entry, asked: Any) -> bool:
    """Whether nobody could have asked for it; what follows by itself from what they could is the floor's own."""
    if entry.actor == SYSTEM and not isinstance(asked, _BEGUN):
        return False
    return has_to_wait(entry.stream, entry.actor, asked)


def _false_start(entry: Entry, command: StartClock, last: int, *, doubted: bool) -> str:
    if command.last != last:
        return "the last entry before this start had another time"
    due = last if doubted or not starts_well(command.reads, last) else max(command.reads, last)
    return "" if abs(entry.at - due) <= MOMENT else "the entry has another time than the clock at this start"
