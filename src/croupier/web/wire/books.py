"""The types of trays, slips and boxes, for the people who count, fill and empty them.

A person who may count a tray sees its level and never its sum, neither the books nor the other's figures, until both
have counted the same.
"""

from msgspec import Struct

from croupier.floor.reading.vouchers import Step
from croupier.money import Cents
from croupier.rules.terms import Role

Counts = tuple[tuple[Cents, int], ...]


class TrayCounter(Struct, frozen=True):
    """A person who counts a tray."""

    name: str
    role: Role
    again: bool
    """True if they still have to recount the rows that differ."""


class TrayRow(Struct, frozen=True):
    """A denomination as both people have counted it."""

    chip: Cents
    numbers: tuple[int, ...]
    """The numbers of chips, in the order of the counters."""
    again: bool
    """True if the row was counted more than once."""


class TrayBooks(Struct, frozen=True):
    """The movements since the table opened, from which the books calculate what the tray should hold."""

    opening: Cents
    fills: Cents
    credits: Cents
    taken: Cents
    paid: Cents
    fixed: Cents
    sold: Cents
    tray: Cents
    contributions: Cents
    """The contributions that the House owes the jackpot; they are not in the tray."""
    from_meter: Cents
    """The shares of the meter that the cage pays; they are not in the tray."""


class TrayFound(Struct, frozen=True):
    """The figures of both counters, beside the books."""

    rows: tuple[TrayRow, ...]
    counted: Cents
    difference: Cents
    books: TrayBooks
    manager: bool
    """True if the variance is above the tolerance, so that a Pit Manager signs, with an explanation."""
    sign: bool
    """True if the viewer may sign."""


class TrayCountView(Struct, frozen=True):
    """A count of a tray under way."""

    closing: bool
    counters: tuple[TrayCounter, ...]
    mine: str
    """The viewer's part: ``due``, ``again``, ``signed``, or empty for a person who does not count this tray."""
    chips: tuple[Cents, ...]
    """The denominations that the viewer has yet to count."""
    found: TrayFound | None
    """The figures, shown to those who have counted, and to managers and auditors."""
    agreed: bool
    """True if both have counted the same and the books were shown: the count is final and waits for its signature."""
    shown: int
    """The time at which the books were shown; 0 before."""
    number: str
    """The number of the count; empty until the first of the two has counted, and in earlier books."""
    recount: str
    """The number of the count before it, if it is a recount."""


class TrayOrdered(Struct, frozen=True):
    """A recount that was ordered and waits for its two people."""

    number: str
    count: str
    by: tuple[str, ...]
    actor: str
    role: Role
    reason: str


class TrayFinal(Struct, frozen=True):
    """A signed count of a tray."""

    number: str
    at: int
    shown: int
    """The time at which the books were shown."""
    closing: bool
    counts: Counts
    counted: Cents
    books: Cents
    """The amount that the tray should have held."""
    difference: Cents
    by: tuple[str, ...]
    signed: str
    role: Role
    reason: str
    recount: TrayOrdered | None
    """The order that the count followed, if it was a recount."""


class TrayPerson(Struct, frozen=True):
    """A Pit Supervisor whom a recount may or may not name."""

    name: str
    barred: str
    """The reason against naming them: ``signed`` the count, ``worked`` at the table today, ``self``, or empty."""


class TraySlip(Struct, frozen=True):
    """A fill or a credit that is under way."""

    table: str
    game: str
    slip: str
    fill: bool
    counts: Counts
    cents: Cents
    asked: str
    sent: str
    at: int
    send: bool
    receive: bool
    cancel: bool
    """True if the viewer may cancel it."""


class TrayBox(Struct, frozen=True):
    """A box of cash on its way to be counted."""

    table: str
    game: str
    number: int
    counted: tuple[str, ...]
    mine: bool
    """True if the viewer has counted it."""
    drop: str = ""
    """The number of the box in the house; empty in earlier books."""
    sealed: bool = False
    """True if the box is sealed and has not been received yet: its seal is read first."""
    pulled: bool = False
    """True if the viewer has pulled the box: another person receives it."""


class TrayView(Struct, frozen=True):
    """A table's tray."""

    table: str
    game: str
    open: bool
    running: bool
    kept: bool
    """True if the tray is chips alone; a table of earlier books closes once more by two signatures."""
    empty: bool
    level: int
    """The level from 0 to 5, compared with what the tray held when the table opened."""
    float: Cents | None
    """The float by the books, for those who do not count."""
    tolerance: Cents
    cash: bool
    """True if the table's box holds cash, which leaves the table when it closes."""
    chips: tuple[Cents, ...]
    """The denominations, the highest first."""
    rounds: int
    dealer: str
    """The Dealer who dealt last."""
    claims: int
    box: int
    """The number of the box at the table."""
    count: TrayCountView | None
    finals: tuple[TrayFinal, ...]
    """The last signed counts, the latest first: for managers and auditors, and for those who signed them."""
    books: TrayBooks | None
    """The movements that led to the last count, if the table has been closed since."""
    ordered: TrayOrdered | None
    recounters: tuple[TrayPerson, ...]
    """The people for a recount of the last count, for those who may order one now."""


class TraysPage(Struct, frozen=True, tag="trays"):
    """Every tray of the house, and the slips and boxes on their way."""

    me: str
    role: Role
    may: tuple[str, ...]
    trays: tuple[TrayView, ...]
    slips: tuple[TraySlip, ...]
    boxes: tuple[TrayBox, ...]


class VoucherRow(Struct, frozen=True):
    """A claim, a voucher or a count."""

    number: str
    kind: str
    """The kind: ``A`` award, ``F`` fill, ``C`` credit, ``R`` redemption, ``D`` box of cash, ``N`` count."""
    table: str
    game: str
    box: int
    title: str
    counts: tuple[tuple[Cents, int], ...]
    cents: Cents | None
    state: str
    done: int
    of: int
    """The number of its steps; ``done`` is the number of those that are done."""
    open: bool
    wrong: bool
    late: bool
    """True if a box of cash is on its way for too long."""
    owner: str
    """The person or the table that acts next, or ``cage``; of a closed object the last who acted."""
    since: int
    person: str
    seal: str
    history: tuple[Step, ...]
    """The steps, the latest first."""


class VouchersPage(Struct, frozen=True, tag="vouchers"):
    """The claims, vouchers and counts of the gaming day, and open ones of earlier days."""

    me: str
    role: Role
    rows: tuple[VoucherRow, ...]
    """The open ones, the oldest first, then those closed last."""
    closed: int
    """The number of closed ones, some of which may not be among the rows."""
    owed: Cents | None
    """The sum of the awards that the cage owes; None for those who do not see the cage."""
    won: Cents | None
    """The sum in the jackpot accounts of awards won and not paid; it equals ``owed``."""


class ReportRow(Struct, frozen=True):
    """The figures of a table in a shift or a gaming day."""

    table: str
    game: str
    room: bool
    open_time: int
    """The time for which the table was open, in microseconds."""
    rounds: int
    an_hour: float | None
    hands: int
    drop: Cents
    opening: Cents
    fills: Cents
    credits: Cents
    closing: Cents
    jackpot: Cents
    rake: Cents
    win: Cents
    hold: float | None
    handle: Cents
    average: Cents | None
    theoretical: Cents | None
    """The theoretical win; None while the odds of its document are not counted, and in the poker room."""
    variance: Cents
    taken_back: int
    """The number of acts that were keyed in wrongly and taken back."""
    corrections: int


class ReportDealer(Struct, frozen=True):
    """The figures of a Dealer in the period, at all their tables."""

    dealer: str
    tables: tuple[str, ...]
    time: int
    """The time on duty in microseconds; 0 where Dealers do not sign on."""
    rounds: int
    an_hour: float | None
    taken_back: int
    corrections: int


class ReportLink(Struct, frozen=True):
    """The figures of a jackpot in the period."""

    link: str
    game: str
    opening: Cents
    seed: Cents
    """The seed that the House began the jackpot with, and the effect of changed terms on it."""
    contributions: Cents
    awards: Cents
    seeded: Cents
    """The seeds from which the jackpot began again after all of it was won."""
    closing: Cents


class ReportVariance(Struct, frozen=True):
    """A count that differed from the books, and the person who signed for it."""

    table: str
    at: int
    difference: Cents
    signed: str
    role: Role
    reason: str
    count: str
    """The number of the count; empty in earlier books."""
    recount: str
    """The number of the count before it, if it was a recount."""


class ReportPage(Struct, frozen=True):
    """The report of a shift or a gaming day, table by table."""

    me: str
    role: Role
    day: str
    shift: int | None
    """The shift; None for the whole gaming day."""
    shifts: int
    today: str
    now: int | None
    """The shift that is on, if the day is today."""
    begin: int
    end: int
    rows: tuple[ReportRow, ...]
    banked: ReportRow
    games: tuple[ReportRow, ...]
    """The tables of each game together; the name of each is the game's."""
    dealers: tuple[ReportDealer, ...]
    links: tuple[ReportLink, ...]
    variances: tuple[ReportVariance, ...]
    rulings: int
    voided: int
    reconciles: bool
    counting: bool
    """True if the odds of some game are being counted, so that its theoretical win will come."""
