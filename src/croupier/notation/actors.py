"""The actors of an act: the part of its line before the colon.

Players are written by their names; staff by their role, with a name if there is one (``dealer/ann``), and with the
Player for whom they act (``dealer for p1``). A Player whose name is that of a role is ``player/dealer``. People who
stand behind an act together are joined by ``+`` (``dealer/ann+pit_supervisor``): the first enters it, the others sign.
"""

import re
from typing import Final, Generic, TypeVar

from msgspec import Struct

from croupier.notation.problem import InputError
from croupier.play.actor import Actor
from croupier.rules.terms import Role

_WHO: Final = re.compile(r"(?:(?P<role>[a-z_]+)/)?(?P<name>[A-Za-z0-9_.-]+)(?: for (?P<player>[A-Za-z0-9_.-]+))?")
_AND: Final = "+"
_ROLES: Final = {role.value: role for role in Role}


C_co = TypeVar("C_co", covariant=True)


class Deed(Struct, Generic[C_co], frozen=True):
    """An act at a table with its actor."""

    actor: Actor
    command: C_co
    others: tuple[Actor, ...] = ()
    """The people who sign what the actor has said."""


class Said(Struct, frozen=True):
    """An act, with who acts read and what they do still a text."""

    actor: Actor
    player: str
    """The Player for whom they act, if named."""
    what: str
    others: tuple[Actor, ...] = ()
    """The people who sign what the actor says."""


def format_all(actor: Actor, others: tuple[Actor, ...], player: str = "") -> str:
    """Write who acts, for which Player, and who signs it."""
    return _AND.join((format_who(actor, player), *map(format_who, others)))


def format_who(actor: Actor, player: str = "") -> str:
    """Write the actor, and the Player for whom they act."""
    if actor.role is Role.PLAYER:
        who = f"player/{actor.name}" if actor.name in _ROLES else actor.name
    else:
        who = actor.role.value if actor.name == actor.role else f"{actor.role}/{actor.name}"
    return f"{who} for {player}" if player else who


def read_who(text: str) -> Said:
    """Read who acts. Raises :class:`InputError`."""
    who, colon, what = text.partition(":")
    first, *rest = who.split(_AND)
    match = _WHO.fullmatch(first.strip())
    if not colon or match is None:
        raise InputError(f"{text[:60]!r} does not begin with who acts and a colon, such as 'p1: look 1'")
    others = tuple(read_who(f"{one}:") for one in rest)
    if any(one.actor.role is Role.PLAYER or one.player for one in others):
        raise InputError(f"{text[:60]!r}: only staff sign what another has said, such as 'dealer+pit_supervisor: ...'")
    role, name, player = match["role"], match["name"], match["player"] or ""
    if role is None:
        role = name if name in _ROLES and name != Role.PLAYER else Role.PLAYER.value
    if role not in _ROLES:
        raise InputError(f"{role[:40]!r} is not a role; the roles are {', '.join(_ROLES)}")
    return Said(Actor(name, _ROLES[role]), player, what, tuple(one.actor for one in others))
