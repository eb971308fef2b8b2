"""Who asks for what: the envelope around every command, for either kind of table."""

from typing import Generic, TypeVar

from msgspec import Struct

from croupier.rules.terms import Role

C_co = TypeVar("C_co", covariant=True)


class Envelope(Struct, Generic[C_co], frozen=True):
    """Who asks, at which table, in which role."""

    table: str
    actor: str
    role: Role
    command: C_co
    version: int | None = None
    """The version of the table that the actor saw; if the table has moved on, the command is refused."""
    key: str = ""
    """Lets the record's keeper recognise a repeated delivery."""
