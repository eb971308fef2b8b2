"""The viewer of a table of any kind, and the sign of a card that they may not see."""

from typing import Final

from msgspec import Struct

from croupier.rules.terms import Role

HIDDEN: Final = "??"


class Viewer(Struct, frozen=True):
    """A person who looks at a table."""

    role: Role
    player: str = ""
