"""Trays, slips and boxes: what goes over the wire to those who count, fill and empty them.

Whoever may count a tray sees its level and never its sum, neither the books nor the other's figures, until both have
counted the same.
"""

from msgspec import Struct

from croupier.floor.money.vouchers import Step
from croupier.money import Cents
from croupier.rules.terms import Role

Counts = tuple[tuple[Cents, int], ...]


class TrayCounter(Struct, frozen=True):
    """Somebody who counts."""

    name: str
    role: Role
    again: bool
    """Whether they have yet to count the rows again that differ."""


class TrayRow(Struct, frozen=True):
    """A denomination as both have counted it."""

    chip: Cents
    numbers: tuple[int, ...]
    """In the order of the counters."""
    again: bool
    """Whether it was counted more than once."""


class TrayBooks(Struct, frozen=True):
    """How the books come to what the tray should hold, since the table opened."""

    opening: Cents
    fills: Cents
    credits: Cents
    taken: Cents
    paid: Cents
    fixed: Cents
    sold: Cents
    tray: Cents
    contributions: Cents
    """Not in the tray: what the House owes the jackpot."""
    from_meter: Cents
    """Not in the tray: shares of the meter, which the cage pays."""


class TrayFound(Struct, frozen=True):
    """What both have counted, beside the books."""

    rows: tuple[TrayRow, ...]
    counted: Cents
    difference: Cents
    books: TrayBooks
    manager: bool
    """Whether the variance is above the tolerance, so that a Pit Manager signs, with an explanation."""
    sign: bool
    """Whether I may sign."""


class TrayCountView(Struct, frozen=True):
    """A count under way."""

    closing: bool
    counters: tuple[TrayCounter, ...]
    mine: str
    """``due``, ``again``, ``signed``, or empty for somebody who does not count this tray."""
    chips: tuple[Cents, ...]
    """What I have yet to count."""
    found: TrayFound | None
    """Shown to those who have counted, and to managers and auditors."""
    agreed: bool
    """Whether both have counted the same and the books were shown: the count is final and waits for its signature."""
    shown: int
    """When; 0 before."""
    number: str
    """Empty until the first of the two has counted, and in earlier books."""
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
    """When the books were shown."""
    closing: bool
    counts: Counts
    counted: Cents
    books: Cents
    """What the tray should have held."""
    difference: Cents
    by: tuple[str, ...]
    signed: str
    role: Role
    reason: str
    recount: TrayOrdered | None
    """The order that it followed, if it was a recount."""


class TrayPerson(Struct, frozen=True):
    """A Pit Supervisor whom a recount may or may not name."""

    name: str
    barred: str
    """``signed`` if they stand under the count, ``worked`` if they have worked at the table today, ``self``, or
    empty."""


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
    """What I may do about it."""


class TrayBox(Struct, frozen=True):
    """A box of cash on its way to be counted."""

    table: str
    game: str
    number: int
    counted: tuple[str, ...]
    mine: bool
    """Whether I have counted it."""
    drop: str = ""
    """Its number in the house; empty in earlier books."""
    sealed: bool = False
    """Whether it is sealed and nobody has received it yet: its seal is read first."""
    pulled: bool = False
    """Whether I have pulled it: another person receives it."""


class TrayView(Struct, frozen=True):
    """A table's tray."""

    table: str
    game: str
    open: bool
    running: bool
    kept: bool
    """Whether the tray is chips alone; a table of earlier books closes once more by two signatures."""
    empty: bool
    level: int
    """From 0 to 5, by what the tray held when the table opened."""
    float: Cents | None
    """The books, for those who do not count."""
    tolerance: Cents
    cash: bool
    """Whether its box holds cash, which leaves the table when it closes."""
    chips: tuple[Cents, ...]
    """The denominations, the highest first."""
    rounds: int
    dealer: str
    """Who dealt last."""
    claims: int
    box: int
    """The number of the box at the table."""
    count: TrayCountView | None
    finals: tuple[TrayFinal, ...]
    """The last signed counts, the latest first: for managers and auditors, and for those who stand under them."""
    books: TrayBooks | None
    """How the books came to the last of them, if the table has been closed since."""
    ordered: TrayOrdered | None
    recounters: tuple[TrayPerson, ...]
    """For those who may order a recount of the last count now."""


class TraysPage(Struct, frozen=True, tag="trays"):
    """Every tray of the house, and what is on its way."""

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
    """``A`` award, ``F`` fill, ``C`` credit, ``R`` redemption, ``D`` box of cash, ``N`` count."""
    table: str
    game: str
    box: int
    title: str
    counts: tuple[tuple[Cents, int], ...]
    cents: Cents | None
    state: str
    done: int
    of: int
    """How many of its steps are done, and how many it has."""
    open: bool
    wrong: bool
    late: bool
    """Whether a box of cash is on its way too long."""
    owner: str
    """The person or the table that acts next, or ``cage``; of a closed object the last who acted."""
    since: int
    person: str
    seal: str
    history: tuple[Step, ...]
    """The latest step first."""


class VouchersPage(Struct, frozen=True, tag="vouchers"):
    """The claims, vouchers and counts of the gaming day, and those of earlier days that are open."""

    me: str
    role: Role
    rows: tuple[VoucherRow, ...]
    """Those that are open, the oldest first, then those closed last."""
    closed: int
    """How many were closed, some of which may not be among the rows."""
    owed: Cents | None
    """The sum of the awards that the cage owes; None for those who do not see the cage."""
    won: Cents | None
    """The jackpot accounts' sum of what was won and not paid: the same."""


class ReportRow(Struct, frozen=True):
    """A table in a shift or a gaming day."""

    table: str
    game: str
    room: bool
    open_time: int
    """In microseconds."""
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
    """None while the odds of its document are not counted, and in the poker room."""
    variance: Cents
    taken_back: int
    """Acts that were keyed in wrongly and taken back."""
    corrections: int


class ReportDealer(Struct, frozen=True):
    """A Dealer in the period, at all their tables."""

    dealer: str
    tables: tuple[str, ...]
    time: int
    """In microseconds; 0 where nobody signs on to deal."""
    rounds: int
    an_hour: float | None
    taken_back: int
    corrections: int


class ReportLink(Struct, frozen=True):
    """A jackpot in the period."""

    link: str
    game: str
    opening: Cents
    seed: Cents
    """The seed that the House began it with, and what changed terms put in or took out."""
    contributions: Cents
    awards: Cents
    seeded: Cents
    """The seeds from which it began again after all of it was won."""
    closing: Cents


class ReportVariance(Struct, frozen=True):
    """A count that did not find what the books say, and who signed for it."""

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
    """A shift or a gaming day, table by table."""

    me: str
    role: Role
    day: str
    shift: int | None
    """None for the whole gaming day."""
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
    """Whether the odds of some game are being counted, so that its theoretical win will come."""
