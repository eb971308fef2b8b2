"""Words that all documents share: wagers, decisions, roles, areas on the layout, and the steps of a round."""

import re
from enum import StrEnum
from typing import Final, final

from msgspec import Struct

from croupier.rules.document import Cite


class WagerName(StrEnum):
    """A betting area on the layout: the wagers that documents share, in the order in which a box is settled.

    A document that has a wager of its own declares it with :func:`own_wager`.
    """

    ANTE = "ante"
    BONUS = "bonus"
    BET = "bet"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    JACKPOT = "jackpot"

    @classmethod
    def _missing_(cls, value: object) -> "WagerName | None":
        return _OWN.get(value) if isinstance(value, str) else None


_OWN: Final[dict[str, WagerName]] = {}
_APART: Final = 1_000
SETTLING_ORDER: Final = {name: place * _APART for place, name in enumerate(WagerName)}
"""The place of each wager in the order of settling; wagers that documents declare come after the Bonus."""


def own_wager(name: str) -> WagerName:
    """Declare a wager that the shared names do not cover, such as ``pair_plus``: small letters, digits and underscores.

    From then on it is read wherever a wager is named; a wager that no document has declared is refused there.
    """
    assert re.fullmatch("[a-z][a-z0-9_]*", name), f"{name!r} does not name a wager"
    known = wager_named(name)
    if known is not None:
        return known
    wager = str.__new__(WagerName, name)
    wager._name_, wager._value_ = name.upper(), name
    _OWN[name] = wager
    SETTLING_ORDER[wager] = SETTLING_ORDER[WagerName.BONUS] + len(_OWN)
    return wager


def wager_named(name: str) -> WagerName | None:
    """Return the wager of that name; None if no document has one."""
    try:
        return WagerName(name)
    except ValueError:
        return None


class Decision(StrEnum):
    """A decision that a Player may make about a hand."""

    FOLD = "fold"
    BET = "bet"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    CHECK = "check"


class Role(StrEnum):
    """The role in which a person acts."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    SHIFT_MANAGER = "shift_manager"
    CAGE = "cage"
    """Takes cash in and pays it out."""
    AUDITOR = "auditor"
    """Reads everything and changes nothing."""
    DISPLAY = "display"


STAFF: Final = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)
"""The positions from the lowest to the highest: the holder of a higher one may act in a lower.

Cage and auditor are not among them: neither does a Dealer's work.
"""
_HEIGHTS: Final = {role: height for height, role in enumerate(STAFF)}


def at_least(role: Role, needed: Role) -> bool:
    """Return whether ``role`` is the staff position ``needed`` or a higher one."""
    return _HEIGHTS.get(role, -1) >= _HEIGHTS[needed]


def or_above(needed: Role) -> str:
    """Name the people who are :func:`at_least` this, within a sentence: ``a Pit Supervisor or someone above them``."""
    title = f"a {needed.value.replace('_', ' ').title()}"
    return title if needed is STAFF[-1] else f"{title} or someone above them"


class Limits(StrEnum):
    """The displayed amounts of the table that bind a betting area."""

    ANTE = "ante"
    BONUS = "bonus"
    PRESCRIBED = "prescribed"


class Area(Struct, frozen=True):
    """A betting area that accepts a wager before the close."""

    wager: WagerName
    cite: Cite
    """The paragraph under which the wager is offered, or without which it is refused."""
    limits: Limits
    limits_cite: Cite
    other_box_cite: Cite
    """The paragraph under which a Player places this wager on a further box."""
    alone: bool = False
    """True if the wager may be placed without an Ante; the hand then has nothing to decide."""
    survives_fold: bool = False
    """True if the cards of a hand that has folded still decide the wager; they are shown for it."""


class OnePlayer(Struct, frozen=True):
    """A box belongs to one Player alone."""

    cite: Cite


class Shared(Struct, frozen=True):
    """An area accepts one wager that several Players may make up between them; the jackpot is the seated Player's."""

    cite: Cite
    jackpot_cite: Cite
    decider_cite: Cite
    """The paragraphs by which the seated Player decides for all, and on a share that is not funded further."""


Occupancy = OnePlayer | Shared


class BoxRange(Struct, frozen=True):
    """The number of boxes that a layout may have."""

    fewest: int
    most: int
    cite: Cite


# The steps of a round: sequence as data. The engine matches this union exhaustively.


@final
class Burn(Struct, frozen=True):
    """One card is discarded unseen."""

    cite: Cite


@final
class DealInTurn(Struct, frozen=True):
    """Single cards clockwise, round after round; if the Dealer takes part, they come last each time."""

    count: int
    with_dealer: bool
    cite: Cite
    dealer_up: int = 0
    """The number of the Dealer's last cards that are dealt face up."""


@final
class DealSets(Struct, frozen=True):
    """Whole hands clockwise, one box after the other, then the Dealer's."""

    count: int
    cite: Cite
    dealer_up: int = 0


@final
class DealCommunity(Struct, frozen=True):
    """Community Cards, face down."""

    count: int
    cite: Cite


@final
class DealDealer(Struct, frozen=True):
    """The Dealer's own cards, face down."""

    count: int
    cite: Cite


class Choice(Struct, frozen=True):
    """One thing a Player may decide, under its paragraph."""

    decision: Decision
    cite: Cite
    places: WagerName | None = None
    times_ante: int = 0
    """The wager placed, as a multiple of the Ante."""
    up_to: int = 0
    """The highest multiple, if any whole one up to it may be chosen; none if there is only one size."""
    title: str = ""
    """The document's word for the choice, if it is not the decision's own."""

    @property
    def sizes(self) -> range:
        """The multiples of the Ante that the wager may be."""
        return range(self.times_ante, max(self.times_ante, self.up_to) + 1)

    @property
    def most_times(self) -> int:
        """The most it may be."""
        return self.sizes[-1]

    @property
    def word(self) -> str:
        """The word for the choice, for people."""
        return self.title or self.decision.capitalize()


@final
class Decide(Struct, frozen=True):
    """Every hand still in the round decides, clockwise."""

    choices: tuple[Choice, ...]
    turn_cite: Cite
    examine_cites: tuple[Cite, ...] = ()
    """The paragraph under which hands are examined before this decision; none if that was before an earlier one."""


@final
class RevealCommunity(Struct, frozen=True):
    """The Dealer turns the next Community Cards face up."""

    name: str
    count: int
    cite: Cite


@final
class RevealDealer(Struct, frozen=True):
    """The Dealer turns their own cards face up."""

    cite: Cite


@final
class ShowHands(Struct, frozen=True):
    """The step in which each hand on which something may still be paid is shown or withheld."""

    shown_cite: Cite
    hidden_cite: Cite
    established_cites: tuple[Cite, ...] = ()
    """The paragraph under which a withheld hand can still be shown until the settlement, if the document lets it."""
    withheld_folds: bool = False
    """True if a withheld hand has folded, so that showing it later counts for the jackpot alone."""


DealStep = Burn | DealInTurn | DealSets | DealCommunity | DealDealer
Step = DealStep | Decide | RevealCommunity | RevealDealer | ShowHands
