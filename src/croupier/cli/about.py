"""The table of a house and the House's document, which ``croupier rule`` takes beside an irregularity and its facts."""

from msgspec import Struct
from rich.table import Table

from croupier.money import Cents


class About(Struct, frozen=True):
    """The table of a house that a question is asked at, and the parts of the report besides facts."""

    table: str
    db: str
    house_keys: tuple[str, ...] = ()
    box: int | None = None
    """The box, or the seat."""
    wager: str = ""
    amount: Cents | None = None
    player: str = ""
    cards: str = ""


class Registered(Struct, frozen=True):
    """The House's file of its document, as the command line names it."""

    floor: str = ""
    """The floor.toml in which the document is registered."""
    file: str = ""
    sha256: str = ""


class AtTable(Struct, frozen=True):
    """The part of an answer that comes from a table: its stage, its facts and the money of each box."""

    where: str
    """The name of the table, its round and the stage, as a heading."""
    contradicted: dict[str, str]
    """The facts that were given against the record, as the record has them."""
    money: Table | None
    """The money of each box, for people; None if no chips lie there."""
    json: dict[str, object]
