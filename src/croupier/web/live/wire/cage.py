"""The cage: what goes over the wire to cashiers, to those above them, and to auditors.

Whoever may count a drawer sees neither what it should hold nor what the other has counted.
"""

from typing import Any

from msgspec import Struct

from croupier.floor.money.cash_log import CashLine, Patron
from croupier.money import Cents
from croupier.rules.terms import Role
from croupier.web.live.wire.books import TraySlip


class CageDrawer(Struct, frozen=True):
    """A drawer that somebody holds."""

    name: str
    holder: str
    since: int
    float: Cents
    """What it was opened or taken over with."""
    moves: int
    holds: Cents | None
    """By the books, for those who do not count."""
    to: str
    """Who takes it over, if it is being counted for that."""
    counted: tuple[str, ...]
    """Who has counted."""
    counting: bool
    count: bool
    """Whether I may count it now."""
    abandon: bool
    """Whether I may let its count begin again."""


class CageClose(Struct, frozen=True):
    """How a drawer was last closed or handed over."""

    drawer: str
    at: int
    counted: Cents
    difference: Cents
    by: tuple[str, ...]


class CageProposal(Struct, frozen=True):
    """What waits for a second signature."""

    number: int
    what: str
    """The name of the command."""
    who: str
    """Whose cash, which drawer, or which act."""
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
    """A table without wallets, whose chips are paid here."""

    table: str
    chips: tuple[Cents, ...]


class CageClaim(Struct, frozen=True):
    """An award with its number."""

    number: str
    table: str
    rulebook: str
    """The version of the table's document; its hue and letters follow."""
    round: int
    """0 where earlier books do not say."""
    box: int
    title: str
    hand: str
    cents: Cents
    """0 until its table has settled with it."""
    state: str
    """``registered``, ``owed``, ``paid``, ``to_return``, ``in_wallet``, ``from_tray``, ``dropped`` or ``undone``."""
    registered: int
    since: int
    signed: tuple[str, ...]
    """The people who signed for it at the table."""
    paying: str
    """Who has signed first to pay it; empty if nobody has."""
    paid_by: tuple[str, ...]
    paid_to: str
    mine: bool
    """Whether I may pay it: the cage owes it, and I did not sign for it."""


class CageTerms(Struct, frozen=True):
    """What the House has set."""

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
    """None in a cage of earlier books."""
    holds: Cents | None
    """The House's money outside the drawers, for those who do not count."""
    drawers: tuple[CageDrawer, ...]
    closed: tuple[CageClose, ...]
    proposals: tuple[CageProposal, ...]
    tables: tuple[CageTable, ...]
    claims: tuple[CageClaim, ...]
    """Those that are open, the oldest first, and those closed last, the newest first."""
    owed: Cents
    """The sum of the claims that the cage owes."""
    won: Cents
    """The jackpot accounts' sum of what was won and not paid: the same."""
    slips: tuple[TraySlip, ...]
    log: tuple[CashLine, ...]
    """The last acts of the gaming day, newest first."""
    patrons: tuple[Patron, ...]
    alerts: int
    accounts: tuple[str, ...]
    """Names to choose from."""


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
