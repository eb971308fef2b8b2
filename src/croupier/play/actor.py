"""Who acts at a table, whatever kind of table it is."""

from msgspec import Struct

from croupier.rules.terms import Role


class Actor(Struct, frozen=True):
    """Somebody by name, and the role in which they act."""

    name: str
    role: Role
