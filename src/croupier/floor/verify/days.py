"""Days and minutes that only the floor says: beside the time of their entries, whether it can have said so.

The floor writes the gaming day into what depends on it: a proposal for another version of a document, the version's
being taken up, a Player's coming and going in the poker room. A false day there would be decided on as if it were true.
So would a round that begins by the old version when the new one was due, and a table established under one to come.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET

from croupier.floor.journal.records import Entry
from croupier.floor.money.gaming_day import day_of
from croupier.floor.people.permissions import core
from croupier.floor.people.played import MINUTE
from croupier.floor.ports import MICROSECONDS
from croupier.floor.tables import adopting
from croupier.floor.tables.kinds import TableState
from croupier.floor.tables.table import AdoptRulebook, EstablishTable, Propose, TakeUpRulebook
from croupier.floor.verify.finding import Finding, Kind, found, plain
from croupier.floor.verify.replay import Followed
from croupier.play.banked.commands import OpenRound
from croupier.play.room import commands as room
from croupier.rulebooks import UnknownGameError, load_rulebook
from croupier.rulebooks.revisions import REVISION

_Coming = room.JoinTable | room.LeaveTable | room.DeemLeft
MOMENT: Final = 10 * MICROSECONDS
"""A command is looked at a little before its entry has its time; between the two a gaming day may begin."""


def check(streams: Mapping[str, Followed], entry: Entry, command: Any, before: TableState | None) -> Iterator[Finding]:
    """What a table's entry says of its day, or leaves undone on it; ``before`` is the table then."""
    followed = streams.get("house")
    if command is None or (followed is not None and (followed.shaken or followed.lost)):  # which has been told
        return
    houses = [None] if followed is None else followed.states
    days = {_day(house, entry.at - ago) for house in houses for ago in (0, MOMENT)}
    asked = core(command)
    wrong = _false_day(asked, days, _day(houses[0], entry.at)) or _too_early(asked, days)
    wrong = wrong or _not_taken_up(asked, before, days)
    if isinstance(asked, _Coming) and entry.schema == REVISION:  # the first one wrote no day there
        wrong = _false_time(asked, entry.at, days if any(houses) else {""})
    if wrong:
        yield found(Kind.COMMAND, "journal", wrong, stream=entry.stream, version=entry.version, field="command")


def _day(house: Any, at: int) -> str:
    return day_of(at) if house is None else str(house.day(at))


def _false_day(asked: Any, days: set[str], day: str) -> str:
    """Whether a command names another day than the floor would."""
    match asked:
        case TakeUpRulebook(said) | Propose(AdoptRulebook(today=said)) if said not in days:
            return f"the floor writes the gaming day of the entry, {day}, not {plain(said, 40)}"
        case _:
            return ""


def _false_time(asked: _Coming, at: int, days: set[str]) -> str:
    """Whether a Player came or went at another time than the floor would say."""
    if asked.minute != at // MINUTE:
        return f"the floor writes the minute of the entry, {at // MINUTE}, not {asked.minute}"
    if asked.day not in days:
        return f"the floor writes the gaming day of the entry, {max(days)}, not {plain(asked.day, 40)}"
    return ""


def _too_early(asked: Any, days: set[str]) -> str:
    """Whether a table is established under a version that does not hold yet."""
    if not isinstance(asked, EstablishTable):
        return ""
    try:
        holds = load_rulebook(asked.rulebook).document.effective_day
    except UnknownGameError:
        return ""  # its decision is found
    if holds <= max(days):
        return ""
    return f"{asked.rulebook} is effective from {holds} on; the gaming day of the entry is {max(days)}"


def _not_taken_up(asked: Any, before: TableState | None, days: set[str]) -> str:
    """Whether a round begins by a version in whose place the table was to have taken up another."""
    if before is None or not isinstance(asked, OpenRound | room.OpenRound):
        return ""
    adopted = before.info.adopted
    if adopted is UNSET or not all(adopting.is_due(before, day) for day in days):
        return ""
    return f"the table was to take up {adopted.rulebook} from {adopted.day} on before a round began"
