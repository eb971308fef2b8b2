"""The floats, limits and policies of the tables."""

from collections.abc import Iterator
from typing import Final, get_args

import msgspec
from msgspec import UNSET
from msgspec.structs import fields

from croupier.floor.deciding.adopting import to_come
from croupier.floor.deciding.meters import TERMS
from croupier.floor.values.table_kinds import RoomTable, TableState
from croupier.rulebooks import load, load_rulebook, versions
from croupier.rules.banked import BankedPolicy
from croupier.rules.room import RoomPolicy
from croupier.rules.terms import Role
from croupier.web.desks.pit.proposals import in_words
from croupier.web.desks.pit.trays import level_of, seen_float
from croupier.web.venue import Venue
from croupier.web.wire.pit import PitTill, PitVersion, PolicyField

_COUNTS: Final = frozenset({"boxes", "seats", "return_minutes"})
"""Whole numbers of a policy that are not cents."""
_NOT_HERE: Final = frozenset({*TERMS, "parameters", "chips"})
"""The parts of a policy that belong to its link, or are not a single value."""


def tills_of(venue: Venue, role: Role) -> tuple[PitTill, ...]:
    """Return each table's float, limits and policy as this role may see them."""
    return tuple(_till(venue, name, role) for name in venue.floor.tables())


def _till(venue: Venue, name: str, role: Role) -> PitTill:
    state = venue.floor.table(name)
    money = venue.books.money(name)
    coming = to_come(state)  # a change proposed now follows those already signed
    policy = msgspec.to_builtins(coming.engine.policy)
    return PitTill(
        table=name,
        game=state.info.game,
        rulebook=state.engine.rulebook,
        open=state.info.open,
        running=state.running,
        float=seen_float(role, state),
        level=level_of(state),
        empty=state.info.float == 0,
        kept=state.info.tray is not UNSET,
        chips=tuple(sorted(state.engine.policy.chips, reverse=True)),
        anonymous=state.info.anonymous,
        held=venue.floor.balances.get(f"drop:{name}", 0),
        drop=money.drop,
        win=money.win,
        policy={key: value for key, value in policy.items() if key not in TERMS},
        fields=tuple(_fields(coming)),
        versions=tuple(_versions(state, venue.books.day())),
        adopted=_adopted(state),
    )


def _versions(state: TableState, today: str) -> Iterator[PitVersion]:
    """Yield the rulebook versions that the table may adopt next, each from its own day on.

    The current version is among them once another has been adopted, so that the change can be cancelled.
    """
    played = load_rulebook(state.engine.rulebook).document.version
    last = state.engine.rulebook if state.info.adopted is UNSET else state.info.adopted.rulebook
    for version in versions(state.info.game):
        document = load(state.info.game, version).document
        if version >= played and document.rulebook != last:
            yield PitVersion(document.rulebook, version, max(document.effective_day, today))


def _adopted(state: TableState) -> PitVersion | None:
    adopted = state.info.adopted
    if adopted is UNSET:
        return None
    return PitVersion(adopted.rulebook, load_rulebook(adopted.rulebook).document.version, adopted.day)


def _fields(state: TableState) -> Iterator[PolicyField]:
    """Yield the parts of a policy, each with its kind, value and choices."""
    policy = state.engine.policy
    kinds = {one.name: one.type for one in fields(BankedPolicy if isinstance(policy, BankedPolicy) else RoomPolicy)}
    game = state.game
    for name, kind in kinds.items():
        if name in _NOT_HERE or (name.startswith("bonus") and not _has_bonus(state)):
            continue
        value = getattr(policy, name)
        if name == "dealing" and not isinstance(state, RoomTable):
            yield PolicyField(name, "choice", value, tuple(state.game.rounds))
        else:
            yield PolicyField(name, _kind(name, kind), in_words(value))
    readings = getattr(policy, "parameters", {})
    for one in game.parameters:
        yield PolicyField(one.name, "choice", readings.get(one.name, one.values[0]), one.values, parameter=True)


def _has_bonus(state: TableState) -> bool:
    return not isinstance(state, RoomTable) and state.game.has_side_wagers


def _kind(name: str, kind: object) -> str:
    if kind is bool:
        return "flag"
    if kind is int or int in get_args(kind):
        return "count" if name in _COUNTS else "cents"
    return "text"
