"""The people and the program that act at a table of any kind."""

from typing import Final

from msgspec import Struct

from croupier.rules.terms import Role

SYSTEM: Final = "system"
"""The actor when the program itself acts. No account may have this name."""


class Actor(Struct, frozen=True):
    """A person by name, and the role in which they act."""

    name: str
    role: Role


class Entered(Struct, frozen=True, gc=False):
    """The entry of an act: its number, the person who entered it, and the time."""

    number: int
    """The number of the act, which all its events share and no other act has."""
    by: str
    role: Role
    at: int = 0

    @property
    def by_staff(self) -> bool:
        """True if staff entered it for a Player, False if it was a Player's own act."""
        return self.role is not Role.PLAYER
