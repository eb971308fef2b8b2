"""What a house-banked table is at one moment: frozen, so that a refused command cannot have touched it."""

from enum import StrEnum

from msgspec import Struct

from croupier.cards import Card
from croupier.money import MILLION, Cents
from croupier.play.events import Share, WagerSettled
from croupier.rules.house import HousePolicy
from croupier.rules.terms import Decision, Role, WagerName


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    PLAY = "play"
    SETTLING = "settling"
    ENDED = "ended"


class Wager(Struct, frozen=True, gc=False):
    """The chips on one area of one box."""

    name: WagerName
    shares: tuple[Share, ...]

    @property
    def amount(self) -> Cents:
        """All of it."""
        total = 0
        for share in self.shares:  # a loop, not sum(): one share is the rule, and this is asked often
            total += share.amount
        return total

    @property
    def active(self) -> Cents:
        """What is still in play: the shares that were not folded."""
        total = 0
        for share in self.shares:
            if not share.folded:
                total += share.amount
        return total


class Box(Struct, frozen=True, gc=False):
    """A playing position with a wager on it."""

    number: int
    player: str
    """The seated Player, who decides."""
    wagers: tuple[Wager, ...]
    """In settling order."""
    cards: tuple[Card, ...] = ()
    looked: bool = False
    folded: bool = False
    decisions: tuple[Decision, ...] = ()
    shown: bool | None = None
    """Whether the hand was laid open; None until that is known."""
    inspected_by: tuple[Role, ...] = ()

    def wager(self, name: WagerName) -> Wager | None:
        """The wager on that area, if there is one."""
        for wager in self.wagers:
            if wager.name is name:
                return wager
        return None


class Round(Struct, frozen=True, gc=False):
    """One round of play."""

    number: int
    rulebook: str
    phase: Phase = Phase.BETTING
    step: int = 0
    """Which step of the dealing method is next."""
    dealt: int = 0
    """How many cards of that step have come."""
    decided: int = 0
    """How many rounds of decisions are complete."""
    boxes: tuple[Box, ...] = ()
    """In clockwise order."""
    used: int = 0
    """The cards that have left the shoe, a bit each."""
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    community_up: int = 0
    dealer: tuple[Card, ...] = ()
    dealer_up: tuple[int, ...] = ()
    """Which of the Dealer's cards lie face up."""
    lines: tuple[WagerSettled, ...] = ()

    def box(self, number: int) -> Box | None:
        """The box of that number, if somebody plays it."""
        for box in self.boxes:
            if box.number == number:
                return box
        return None


class Meter(Struct, frozen=True):
    """A jackpot meter, exact: fractions of a cent are carried, never lost."""

    millionths: int

    @property
    def shown(self) -> Cents:
        """The value on the display."""
        return self.millionths // MILLION


class Table(Struct, frozen=True):
    """A house-banked table."""

    name: str
    rulebook: str
    policy: HousePolicy
    meter: Meter
    version: int = 0
    """How many events have happened here."""
    rounds: int = 0
    restricted: tuple[str, ...] = ()
    """Players kept to one box."""
    round: Round | None = None
    """The round in play, or the last one until the next begins."""
