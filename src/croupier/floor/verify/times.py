"""The check of entries' times: they never go back, unless two people have signed for the time.

While the clock was in doubt, no act may be committed that has to wait for the right time.

The entry of a start names the entry before it by its position and its time, and must name exactly that one. Starts of
earlier releases have the time alone, as it was when their server read the record. Another server may have committed
entries between that and the start. Such a start may therefore name the time of any entry that was the last one within
:data:`JOINING` before it, and may itself be that much later than the clock that it names.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from croupier.floor.deciding.permissions import core
from croupier.floor.journal import servers
from croupier.floor.streams.registry import has_to_wait
from croupier.floor.values.clock import STREAM, ClockState, CountersignTime, StartClock, starts_well
from croupier.floor.values.entries import SYSTEM, Entry
from croupier.floor.values.ports import MICROSECONDS
from croupier.floor.verify.days import MOMENT
from croupier.floor.verify.finding import Finding, Kind, found
from croupier.floor.verify.replay import Followed
from croupier.play.banked import commands as banked
from croupier.play.room import commands as room

_BEGUN: Final = (banked.OpenRound, banked.CloseBets, banked.RunOutClock, room.OpenRound, room.RunOutClock)
"""The commands of the floor's own clock, which follow from no other act."""
_JOINING_SECONDS: Final = round(servers.OPENING + servers.LOST)
JOINING: Final = _JOINING_SECONDS * MICROSECONDS
"""The most time between a server's reading of the record and its start, in earlier releases.

After that time, the other servers had removed it from the registry of servers.
"""


class Times:
    """The check of times along the entries, in the order in which they were written."""

    def __init__(self) -> None:
        self.last = 0
        self._recent = deque([0])
        """The times of the entries of the last :data:`JOINING`, and of the entry before these; 0 before the first."""

    def resume(self, last: int, recent: Iterable[int]) -> None:
        """Resume after an entry with the time ``last``; ``recent`` are the times of the entries up to it, in order."""
        self.last = last
        for at in recent:
            self._remember(at)

    def take(
        self, streams: Mapping[str, Followed], entry: Entry, command: object, before: object, position: int
    ) -> Iterator[Finding]:
        """Report a false time of the entry at a position; ``before`` is the state of its stream before it."""
        last, self.last = self.last, entry.at
        wrong = self._wrong(entry, command, last)
        clock = streams.get(STREAM)
        known = clock is not None and not clock.shaken and not clock.lost
        state = before if entry.stream == STREAM else clock.state if clock is not None and known else None
        doubted = isinstance(state, ClockState) and state.doubted is not None
        if not wrong and doubted and _had_to_wait(entry, core(command)):
            wrong = "the clock was in doubt, and nobody had signed for the time"
        if not wrong and type(command) is StartClock:
            wrong = self._false_start(entry, command, last, position - 1, doubted=doubted)
        self._remember(entry.at)
        if wrong:
            yield found(Kind.TIME, "journal", wrong, stream=entry.stream, version=entry.version, field="at")

    def _remember(self, at: int) -> None:
        recent = self._recent
        if recent and at < recent[-1]:  # two people have signed for an earlier time
            recent.clear()
        recent.append(at)
        while len(recent) > 1 and recent[1] < at - JOINING:
            recent.popleft()

    def _wrong(self, entry: Entry, command: object, last: int) -> str:
        if type(command) is CountersignTime:
            if entry.at != command.reads:
                return "the entry does not have the time that was signed for"
            return "" if command.due >= last else "the floor's own count of the time lies before the last entry"
        return "" if entry.at >= last else "the entry lies before the one written before it, and nobody signed for that"

    def _false_start(self, entry: Entry, command: StartClock, last: int, position: int, *, doubted: bool) -> str:
        """Return what is wrong with a start, or an empty text.

        ``last`` and ``position`` are the time and the position of the entry before it.
        """
        joined = not command.position and command.last != last
        if command.position and (command.position, command.last) != (position, last):
            return f"the last entry before this start was {position}, not {command.position}, or had another time"
        if joined and not self._was_last(command.last, entry.at):
            return (
                f"no entry of the last {_JOINING_SECONDS} seconds before this start has the time that it names as the "
                "last one's"
            )
        due = last if doubted or not starts_well(command.reads, command.last) else max(command.reads, last)
        late = MOMENT + joined * JOINING
        return "" if -MOMENT <= entry.at - due <= late else "the entry has another time than the clock at this start"

    def _was_last(self, time: int, at: int) -> bool:
        """Return whether an entry with this time was still the last one within :data:`JOINING` before ``at``."""
        place = bisect_right(self._recent, time)
        found = place > 0 and self._recent[place - 1] == time
        return found and (place == len(self._recent) or at - self._recent[place] <= JOINING)


def _had_to_wait(entry: Entry, asked: object) -> bool:
    """Return whether this command had to wait while the clock was in doubt.

    The floor's own commands need not, since they follow from acts that were accepted, except those of its own clock.
    """
    if entry.actor == SYSTEM and not isinstance(asked, _BEGUN):
        return False
    return has_to_wait(entry.stream, entry.actor, asked)
