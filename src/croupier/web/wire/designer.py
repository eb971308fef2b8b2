"""The types of the pay-table designer. Every row, name and citation is the rulebook's own; every figure is exact."""

from msgspec import Struct

from croupier.money import Cents
from croupier.odds.results import Ratio
from croupier.rules.document import Cite
from croupier.web.wire import Cites
from croupier.web.wire.records import ChartHand, GridShown

# ---- A game's pay tables --------------------------------------------------------------------------------------------


class DesignRow(Struct, frozen=True):
    """A row that may be changed."""

    key: str
    """The key of the row, such as ``bonus.low_pair``."""
    title: str
    value: int
    """The approved value."""
    kind: str
    """The unit: ``to_1``, ``for_1``, ``percent`` of the meter, or ``cents``."""
    cite: Cite
    least: int
    most: int
    step: int


class DesignGroup(Struct, frozen=True):
    """The rows of a wager."""

    wager: str
    title: str
    cites: Cites
    edge: str
    """The wager whose house edge the rows change: ``ante``, a side wager such as ``bonus``, or ``jackpot``."""
    rows: tuple[DesignRow, ...]
    most: Cents | None = None
    """The most that is paid on one wager of one box."""
    most_cite: Cite = ""


class DesignOption(Struct, frozen=True):
    """A possible value of a threshold: the lowest hand with which it is met."""

    value: str
    title: str


class DesignThreshold(Struct, frozen=True):
    """The lowest hand with which the Ante wins."""

    key: str
    approved: str
    options: tuple[DesignOption, ...]
    cites: Cites


class DesignPage(Struct, frozen=True):
    """The pay tables and thresholds of a game that can be designed."""

    game: str
    title: str
    rulebook: str
    version: int
    total: str
    """The number of all combinations: a whole number, as text."""
    groups: tuple[DesignGroup, ...]
    thresholds: tuple[DesignThreshold, ...]
    jackpot_wager: Cents
    meter: Cents
    """The meter at which the jackpot wager's edge is calculated: that of the game's first link, or a usual seed."""
    games: tuple[str, ...]
    """All games that have such a page."""


# ---- Other pay tables -----------------------------------------------------------------------------------------------


class WhatIfAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Other numbers in the rows named; all other rows are as approved."""

    pay: dict[str, int | str] = {}
    meter: Cents | None = None


class CurveAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Other numbers in the rows named, and the row that moves."""

    line: str
    pay: dict[str, int | str] = {}
    meter: Cents | None = None


class BeingCounted(Struct, frozen=True, tag="counting"):
    """A notice that the deals of this game are being counted: ask again in a moment."""

    sentence: str


class EdgeShown(Struct, frozen=True):
    """The house edge of a wager, now and as approved."""

    wager: str
    """The wager: ``ante``, a side wager such as ``bonus``, or ``jackpot``."""
    edge: Ratio
    approved: Ratio


class LinePaid(Struct, frozen=True):
    """The average pay of a row, per unit of the wager whose edge it changes."""

    key: str
    share: Ratio


class OptionEdge(Struct, frozen=True):
    """The Ante's house edge with another threshold."""

    key: str
    value: str
    edge: Ratio


class WhatIfPage(Struct, frozen=True, tag="what_if"):
    """The game with those numbers, every combination counted."""

    game: str
    pay: dict[str, str]
    edges: tuple[EdgeShown, ...]
    element_of_risk: Ratio
    element_approved: Ratio
    average_wager: Ratio
    average_approved: Ratio
    standard_deviation: float
    frequencies: dict[str, Ratio]
    """The frequency with which each wager after the Ante is placed."""
    paid: tuple[LinePaid, ...]
    options: tuple[OptionEdge, ...]
    chart: tuple[ChartHand, ...]
    """The 169 starting hands of a hold'em game."""
    grid: tuple[GridShown, ...]
    """The hands of a stud game by the Dealer's face-up card."""
    always_fold_to: str
    always_bet_from: str
    milliseconds: float


class CurvePoint(Struct, frozen=True):
    """A row's number, and the house edge with it."""

    value: int
    edge: Ratio


class CurvePage(Struct, frozen=True, tag="curve"):
    """The house edge for several values of one row."""

    line: str
    wager: str
    points: tuple[CurvePoint, ...]


# ---- Design by search -----------------------------------------------------------------------------------------------


class SearchAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The wanted figures of a design, and the rows that may move."""

    edge: float
    """The Ante's house edge, as a share of it."""
    moves: tuple[str, ...]
    """The rows and the numbers that they may pay, such as ``bet.flush=4..7``."""
    hits: float | None = None
    """The share of rounds in which a Player is to end ahead."""
    deviation: float | None = None
    """The standard deviation of a round, in Antes."""


class DesignFound(Struct, frozen=True):
    """Pay tables and their figures, every combination counted."""

    pay: dict[str, int]
    edge: Ratio
    hits: Ratio
    standard_deviation: float


class SearchPage(Struct, frozen=True, tag="search"):
    """A Pareto front: no design in it is both further from the wanted figures and swings more than another."""

    designs: tuple[DesignFound, ...]
    """The designs, the nearest first."""
    milliseconds: float
