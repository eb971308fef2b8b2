"""Who asks what: the envelope around every command, whatever kind of table it is for."""

from typing import Generic, TypeVar

from msgspec import Struct

from croupier.rules.terms import Role

C_co = TypeVar("C_co", covariant=True)


class Envelope(Struct, Generic[C_co], frozen=True):
    """Who asks, of which table, in which capacity."""

    table: str
    actor: str
    role: Role
    command: C_co
    version: int | None = None
    """The version of the table that the actor saw; a table that has moved on refuses."""
    key: str = ""
    """Makes a repeated delivery recognisable to whoever keeps the record."""
