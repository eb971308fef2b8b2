"""The check of gaming days and minutes in commands against the times of their entries.

The floor itself writes the gaming day into the commands that depend on it: a proposal to adopt another version of a
document, its adoption, a Player who joins or leaves a table in the poker room. Deciding the command again would accept
a false day there. It would also accept a round that begins under the old version when the new one is due, and a table
established under a version that is not in force yet. This module reports all of these.
"""

from collections.abc import Iterator, Mapping
from typing import Final, get_args

from msgspec import UNSET

from croupier.floor.deciding import adopting
from croupier.floor.deciding.permissions import core
from croupier.floor.deciding.played import MINUTE
from croupier.floor.values.entries import Entry
from croupier.floor.values.gaming_day import day_of
from croupier.floor.values.house import HouseState
from croupier.floor.values.ports import MICROSECONDS
from croupier.floor.values.table import AdoptRulebook, EstablishTable, Propose, TakeUpRulebook
from croupier.floor.values.table_kinds import TableState
from croupier.floor.verify.finding import Finding, Kind, found, plain
from croupier.floor.verify.replay import Followed
from croupier.play.banked.commands import OpenRound
from croupier.play.room import commands as room
from croupier.rulebooks import UnknownGameError, load_rulebook
from croupier.rulebooks.revisions import REVISION

_Coming = room.JoinTable | room.LeaveTable | room.DeemLeft
MOMENT: Final = 10 * MICROSECONDS
"""The tolerance between the check of a command and the time of its entry; a gaming day may begin in between."""


_DATED: Final = frozenset({*get_args(_Coming), TakeUpRulebook, Propose, EstablishTable, OpenRound, room.OpenRound})
"""The commands that contain a day, or depend on one."""


def is_dated(command: object) -> bool:
    """Return whether a command contains a day, or depends on one."""
    return type(core(command)) in _DATED


def check(
    streams: Mapping[str, Followed], entry: Entry, command: object, before: TableState | None
) -> Iterator[Finding]:
    """Report a false day in a table's entry, or a day that it does not respect.

    ``before`` is the table before the entry; ``command`` is one for which :func:`is_dated` holds.
    """
    followed = streams.get("house")
    if followed is not None and (followed.shaken or followed.lost):  # the house's days are not known
        return
    asked = core(command)
    houses = [None] if followed is None else followed.states
    days = {_day(house, entry.at - ago) for house in houses for ago in (0, MOMENT)}
    wrong = _false_day(asked, days, _day(houses[0], entry.at)) or _too_early(asked, days)
    wrong = wrong or _not_taken_up(asked, before, days)
    if isinstance(asked, _Coming) and entry.schema == REVISION:  # revision 1 wrote no day there
        wrong = _false_time(asked, entry.at, days if any(houses) else {""})
    if wrong:
        yield found(Kind.COMMAND, "journal", wrong, stream=entry.stream, version=entry.version, field="command")


def _day(house: object, at: int) -> str:
    return house.day(at) if isinstance(house, HouseState) else day_of(at)


def _false_day(asked: object, days: set[str], day: str) -> str:
    """Return what is wrong if a command names another day than the floor would; empty otherwise."""
    match asked:
        case TakeUpRulebook(said) | Propose(AdoptRulebook(today=said)) if said not in days:
            return f"the floor writes the gaming day of the entry, {day}, not {plain(said, 40)}"
        case _:
            return ""


def _false_time(asked: _Coming, at: int, days: set[str]) -> str:
    """Return what is wrong if a Player joined or left at another time than the floor would write; empty otherwise."""
    if asked.minute != at // MINUTE:
        return f"the floor writes the minute of the entry, {at // MINUTE}, not {asked.minute}"
    if asked.day not in days:
        return f"the floor writes the gaming day of the entry, {max(days)}, not {plain(asked.day, 40)}"
    return ""


def _too_early(asked: object, days: set[str]) -> str:
    """Return what is wrong if a table is established under a version that is not in force yet; empty otherwise."""
    if not isinstance(asked, EstablishTable):
        return ""
    try:
        holds = load_rulebook(asked.rulebook).document.effective_day
    except UnknownGameError:
        return ""  # the replay reports this command
    if holds <= max(days):
        return ""
    return f"{asked.rulebook} is effective from {holds} on; the gaming day of the entry is {max(days)}"


def _not_taken_up(asked: object, before: TableState | None, days: set[str]) -> str:
    """Return what is wrong if a round begins under a version that the table should have replaced; empty otherwise."""
    if before is None or not isinstance(asked, OpenRound | room.OpenRound):
        return ""
    adopted = before.info.adopted
    if adopted is UNSET or not all(adopting.is_due(before, day) for day in days):
        return ""
    return f"the table was to take up {adopted.rulebook} from {adopted.day} on before a round began"
