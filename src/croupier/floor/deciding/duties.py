"""The work of each person on the gaming day: no one plays, deals and works the cage on the same day.

The work is counted from the journal, by acts and not by sign-ins: a person who only looks has done no work.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum

from croupier.floor.deciding.played import moved
from croupier.floor.values.entries import SYSTEM, Entry, Posting
from croupier.floor.values.house import HouseState
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import STAFF, Role


class Work(StrEnum):
    """A kind of work; one person does only one kind on one gaming day. The value ends a sentence."""

    PLAYS = "played"
    DEALS = "dealt"
    CAGE = "worked the cage"


class Duties:
    """A tally of each person's work on the gaming day so far."""

    def __init__(self, house: HouseState, at: int) -> None:
        self.house, self.day = house, house.day(at)
        self.done: dict[str, set[Work]] = {}
        self.staff: dict[str, set[str]] = {}
        """The staff who have acted at a table, by stream."""

    def turn_to(self, at: int) -> None:
        """Begin the gaming day of this moment, if it is another one."""
        day = self.house.day(at)
        if day != self.day:
            self.day, self.done, self.staff = day, {}, {}

    def note(self, entry: Entry, posted: Iterable[Posting]) -> None:
        """Count the work that an entry shows."""
        self.turn_to(entry.at)
        for name, work in worked(entry, posted):
            self.done.setdefault(name, set()).add(work)
        if at_table(entry):
            self.staff.setdefault(entry.stream, set()).add(entry.actor)


def at_table(entry: Entry, stream: str = "") -> bool:
    """Return whether staff acted at a table, or at this one."""
    there = entry.stream == stream if stream else entry.stream.startswith("table:")
    return there and entry.actor != SYSTEM and entry.role in STAFF


def worked(entry: Entry, posted: Iterable[Posting]) -> Iterator[tuple[str, Work]]:
    """Yield the people whose work an entry shows, each with its kind."""
    table, cage = entry.stream.startswith("table:"), entry.stream == "cage"
    if entry.actor != SYSTEM:
        if cage or (table and entry.role == Role.CAGE):
            yield entry.actor, Work.CAGE
        elif table and entry.role in _AT_A_TABLE:
            yield entry.actor, _AT_A_TABLE[Role(entry.role)]
    if table:
        yield from ((player, Work.PLAYS) for player in moved(posted))


_AT_A_TABLE: Mapping[str, Work] = {Role.PLAYER: Work.PLAYS, Role.DEALER: Work.DEALS}


def conflict(done: AbstractSet[Work], name: str, work: Work) -> Refusal | None:
    """Return the refusal of work by a person who has done other work on the gaming day."""
    if not done or (len(done) == 1 and work in done):  # as for nearly every person
        return None
    other = next((one for one in Work if one is not work and one in done), None)
    if other is None:
        return None
    sentence = f"{name[:40]} has {other} on this gaming day: nobody plays, deals and works the cage on the same day"
    return Refusal(Reason.ROLE, sentence, ())
