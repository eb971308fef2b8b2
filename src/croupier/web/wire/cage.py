"""The types of the cage, for cashiers, for those above them, and for auditors.

A person who may count a drawer sees neither what it should hold nor what the other has counted.
"""

from typing import Any

from msgspec import Struct

from croupier.floor.reading.cash_log import CashLine, Patron
from croupier.money import Cents
from croupier.rules.terms import Role
from croupier.web.wire.books import TraySlip


class CageDrawer(Struct, frozen=True):
    """A drawer that a cashier holds."""

    name: str
    holder: str
    since: int
    float: Cents
    """The money with which it was opened or taken over."""
    moves: int
    holds: Cents | None
    """The money in it by the books, for those who do not count."""
    to: str
    """The cashier who takes it over, if it is being counted for that."""
    counted: tuple[str, ...]
    """The people who have counted it."""
    counting: bool
    count: bool
    """True if the viewer may count it now."""
    abandon: bool
    """True if the viewer may let its count begin again."""


class CageClose(Struct, frozen=True):
    """The last closing or handing over of a drawer."""

    drawer: str
    at: int
    counted: Cents
    difference: Cents
    by: tuple[str, ...]


class CageProposal(Struct, frozen=True):
    """An act that waits for a second signature."""

    number: int
    what: str
    """The name of the command."""
    who: str
    """The person whose cash it is, the drawer, or the act."""
    document: str
    table: str
    cents: Cents
    reason: str
    by: str
    role: str
    at: int
    own: bool
    sign: dict[str, Any] | None
    reject: dict[str, Any] | None


class CageTable(Struct, frozen=True):
    """A table without wallets, whose chips are paid at the cage."""

    table: str
    chips: tuple[Cents, ...]


class CageClaim(Struct, frozen=True):
    """An award with its number."""

    number: str
    table: str
    rulebook: str
    """The version of the table's document; its hue and letters follow."""
    round: int
    """The round; 0 where earlier books do not say."""
    box: int
    title: str
    hand: str
    cents: Cents
    """The amount; 0 until its table has settled with it."""
    state: str
    """One of ``registered``, ``owed``, ``paid``, ``to_return``, ``in_wallet``, ``from_tray``, ``dropped`` or
    ``undone``."""
    registered: int
    since: int
    signed: tuple[str, ...]
    """The people who signed for it at the table."""
    paying: str
    """The first person who has signed to pay it; empty if nobody has."""
    paid_by: tuple[str, ...]
    paid_to: str
    mine: bool
    """True if the viewer may pay it: the cage owes it, and the viewer did not sign for it."""


class CageTerms(Struct, frozen=True):
    """The terms that the House has set for the cage."""

    two_from: Cents
    identify_from: Cents
    tolerance: Cents
    alert_from: Cents
    notes: tuple[Cents, ...]


class CagePage(Struct, frozen=True, tag="cage"):
    """The cage as one person sees it."""

    me: str
    role: Role
    may: tuple[str, ...]
    day: str
    terms: CageTerms | None
    """The terms; None in a cage of earlier books."""
    holds: Cents | None
    """The House's money outside the drawers, for those who do not count."""
    drawers: tuple[CageDrawer, ...]
    closed: tuple[CageClose, ...]
    proposals: tuple[CageProposal, ...]
    tables: tuple[CageTable, ...]
    claims: tuple[CageClaim, ...]
    """The open claims, the oldest first, and those closed last, the newest first."""
    owed: Cents
    """The sum of the claims that the cage owes."""
    won: Cents
    """The sum in the jackpot accounts of awards won and not paid; it equals ``owed``."""
    slips: tuple[TraySlip, ...]
    log: tuple[CashLine, ...]
    """The last acts of the gaming day, newest first."""
    patrons: tuple[Patron, ...]
    alerts: int
    accounts: tuple[str, ...]
    """The names of accounts to choose from."""


class CashReport(Struct, frozen=True):
    """The cash log of a gaming day, or of one person on it."""

    me: str
    role: Role
    house: str
    day: str
    today: str
    report_from: Cents
    person: str
    lines: tuple[CashLine, ...]
    patrons: tuple[Patron, ...]
