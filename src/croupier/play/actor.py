"""Who acts at a table, whatever kind of table it is."""

from typing import Final

from msgspec import Struct

from croupier.rules.terms import Role

SYSTEM: Final = "system"
"""The actor when nobody acts: the program itself. No account may have this name."""


class Actor(Struct, frozen=True):
    """Somebody by name, and the role in which they act."""

    name: str
    role: Role


class Entered(Struct, frozen=True, gc=False):
    """How an act came to the table: which one it was, who entered it, and when."""

    number: int
    """The same for all events of one act, and no other act's."""
    by: str
    role: Role
    at: int = 0

    @property
    def by_staff(self) -> bool:
        """Whether it was keyed in, and not a Player's own act."""
        return self.role is not Role.PLAYER
