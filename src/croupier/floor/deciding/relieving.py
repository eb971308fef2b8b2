"""Calls for a supervisor and planned reliefs of Dealers at a table.

No document speaks of either: both are the House's own order of work. A plan does not bind; the hand-over itself is
decided in :mod:`croupier.floor.deciding.dealing`.
"""

from typing import Final, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.floor.values.entries import SYSTEM
from croupier.floor.values.table import TableInfo
from croupier.floor.values.table_duty import (
    AnswerCall,
    Call,
    CallAnswered,
    CallSupervisor,
    DropRelief,
    Duty,
    PitCommand,
    PitEvent,
    PlanRelief,
    Relief,
    ReliefDropped,
    ReliefPlanned,
    SupervisorCalled,
)
from croupier.play.banked.betting import is_name
from croupier.play.refusal import Reason, Refusal

MOST: Final = 12
"""The number of reliefs that can be planned at a table: more than a gaming day has."""
AHEAD: Final = 24 * 60 * 60 * 1_000_000
"""The time by which a relief can be planned ahead, in microseconds."""

Answer = tuple[PitEvent, ...] | Refusal


def planned(info: TableInfo) -> tuple[Relief, ...]:
    """Return the planned reliefs of a table, the earliest first."""
    return () if info.reliefs is UNSET else info.reliefs


def decide_pit(info: TableInfo, duty: Duty, actor: str, command: PitCommand, at: int) -> Answer:
    """Return the events of a call or a plan, or the refusal."""
    match command:
        case CallSupervisor():
            return _call(info, duty, actor)
        case AnswerCall():
            return _answer(info, actor)
        case PlanRelief():
            return _plan(info, duty, command, at)
        case DropRelief():
            found = next((one for one in planned(info) if (one.at, one.comes) == (command.at, command.comes)), None)
            if found is None:
                return Refusal(Reason.MOMENT, f"No relief by {command.comes[:40]} is planned for that time", ())
            return (ReliefDropped(found.at, found.comes),)
        case _:
            assert_never(command)


def _call(info: TableInfo, duty: Duty, actor: str) -> Answer:
    if duty.dealer and actor != duty.dealer:
        return Refusal(Reason.ROLE, f"{duty.dealer} deals at this table: nobody else calls from there", ())
    if info.call is not UNSET:
        return Refusal(Reason.MOMENT, "A supervisor has been called already", ())
    return (SupervisorCalled(actor),)


def _answer(info: TableInfo, actor: str) -> Answer:
    if info.call is UNSET:
        return Refusal(Reason.MOMENT, "Nobody has called from this table", ())
    if actor == info.call.dealer:
        return Refusal(Reason.ROLE, "Nobody answers their own call", ())
    return (CallAnswered(info.call.dealer, actor),)


def _plan(info: TableInfo, duty: Duty, command: PlanRelief, at: int) -> Answer:
    for name in (command.leaves, command.comes):
        if not is_name(name) or name.lower() == SYSTEM:
            return Refusal(Reason.FACT, f"{name[:40]!r} is not the name of a Dealer", ())
    if command.leaves == command.comes:
        return Refusal(Reason.FACT, "A Dealer is relieved by somebody else", ())
    if duty.assigned and command.comes not in duty.assigned:
        return Refusal(Reason.ROLE, f"{command.comes} is not assigned to this table", ())
    if not at < command.at <= at + AHEAD:
        return Refusal(Reason.FACT, "A relief is planned for a time to come, at most a day ahead", ())
    reliefs = planned(info)
    if len(reliefs) >= MOST:
        return Refusal(Reason.MOMENT, f"At most {MOST} reliefs are planned at a table", ())
    if any(one.at == command.at for one in reliefs):
        return Refusal(Reason.MOMENT, "Another relief is planned for that time", ())
    return (ReliefPlanned(command.at, command.leaves, command.comes),)


def evolve_pit(info: TableInfo, event: PitEvent, at: int) -> TableInfo:
    """Return what the House knows of a table after a call or a plan."""
    match event:
        case SupervisorCalled():
            return replace(info, call=Call(event.dealer, at))
        case CallAnswered():
            return replace(info, call=UNSET)
        case ReliefPlanned():
            added = (*planned(info), Relief(event.at, event.leaves, event.comes))
            return _with(info, tuple(sorted(added, key=lambda one: one.at)))
        case ReliefDropped():
            return _with(info, tuple(one for one in planned(info) if (one.at, one.comes) != (event.at, event.comes)))
        case _:
            assert_never(event)


def relieved(info: TableInfo, comes: str) -> TableInfo:
    """Return a table after a Dealer has begun to deal: their relief, and all planned before it, are over."""
    reliefs = planned(info)
    found = next((place for place, one in enumerate(reliefs) if one.comes == comes), None)
    return info if found is None else _with(info, reliefs[found + 1 :])


def _with(info: TableInfo, reliefs: tuple[Relief, ...]) -> TableInfo:
    return replace(info, reliefs=reliefs or UNSET)
