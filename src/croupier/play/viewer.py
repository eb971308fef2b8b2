"""Somebody who looks at a table of either kind, and what stands for a card that they may not see."""

from typing import Final

from msgspec import Struct

from croupier.rules.terms import Role

HIDDEN: Final = "??"


class Viewer(Struct, frozen=True):
    """Somebody who looks at a table."""

    role: Role
    player: str = ""
