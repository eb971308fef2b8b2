"""The commands of a table of the poker room.

Every card and every passing of time is part of a command.
"""

from typing import Final, final

from msgspec import Struct

from croupier.cards import Card, Piles
from croupier.money import Cents
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.rules.room import Move


@final
class JoinTable(Struct, frozen=True, tag=True, gc=False):
    """A Player takes a seat with a Table Stake. Staff name the Player whom they seat."""

    seat: int
    stake: Cents
    player: str = ""
    relocated: bool = False
    """True if a Pit Employee moved them here from another table."""
    minute: int = 0
    """The House's clock, in minutes; a Player who comes back soon brings what they left with."""
    day: str = ""
    """The House's gaming day; Blinds missed on it are still owed."""


@final
class TopUp(Struct, frozen=True, tag=True, gc=False):
    """A Player increases their Table Stake."""

    seat: int
    amount: Cents


@final
class SitOut(Struct, frozen=True, tag=True, gc=False):
    """A Player leaves their seat for a while, from the next round on."""

    seat: int
    will_return: bool | None = None
    """True if they say that they will be back, False if they say that they will not; None if they do not say."""


@final
class ComeBack(Struct, frozen=True, tag=True, gc=False):
    """A Player is back at their seat."""

    seat: int


@final
class PayIn(Struct, frozen=True, tag=True, gc=False):
    """A Player will pay what they owe to join or to return, in the next round that they may play."""

    seat: int
    pays: bool = True
    """False if they would rather wait for the Big Blind after all."""


@final
class LeaveTable(Struct, frozen=True, tag=True, gc=False):
    """A Player gives up their seat and takes their chips."""

    seat: int
    minute: int = 0
    day: str = ""


@final
class DeemLeft(Struct, frozen=True, tag=True, gc=False):
    """The House deems that an absent Player has left the game."""

    seat: int
    reason: str
    minute: int = 0
    day: str = ""


@final
class OpenRound(Struct, frozen=True, tag=True, gc=False):
    """The Dealer announces "Place your Blind Bets, please"."""


@final
class DealCards(Struct, frozen=True, tag=True, gc=False):
    """The next cards of the deal, in the order in which they come."""

    cards: tuple[Card, ...]


@final
class Look(Struct, frozen=True, tag=True, gc=False):
    """A Player looks at their Hole Cards."""

    seat: int


@final
class Act(Struct, frozen=True, tag=True, gc=False):
    """A Player acts in their turn."""

    seat: int
    move: Move
    to: Cents | None = None
    """The total in front of them in this Betting Round after a BET or a Raise."""


@final
class RunOutClock(Struct, frozen=True, tag=True, gc=False):
    """The turn clock of a seat has run out."""

    seat: int


@final
class TurnMarker(Struct, frozen=True, tag=True, gc=False):
    """The Dealer flips the Game Marker to SHOWDOWN."""


@final
class ShowHand(Struct, frozen=True, tag=True, gc=False):
    """A Player's showing of their Hole Cards, which names them if they were unknown."""

    seat: int
    cards: tuple[Card, ...] = ()


@final
class MuckHand(Struct, frozen=True, tag=True, gc=False):
    """A Player gives up their hand without showing it."""

    seat: int


@final
class Settle(Struct, frozen=True, tag=True, gc=False):
    """The Dealer takes the Rake, awards the pots and ends the round."""


@final
class Report(Struct, frozen=True, tag=True, gc=False):
    """An irregularity, reported by staff. Facts that the table knows need not be stated."""

    irregularity: str
    facts: dict[str, str] = {}
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    """The cards it is about: exposed ones, or one found face up in the shoe."""
    move: Move | None = None
    """The move that a Player meant to make Out of Turn."""
    to: Cents | None = None
    """The total up to which they meant to BET or Raise."""
    piles: Piles = ()
    """The cards of each place in their intended order, if the deal can be reconstructed."""
    reason: str = ""
    """The reason why a statement is true, where the table of authority requires one."""


@final
class TakeDecision(Struct, frozen=True, tag=True, gc=False):
    """The role to which a ruling leaves a decision takes it, with a reason."""

    number: int
    option: str
    reason: str


@final
class CorrectCard(Struct, frozen=True, tag=True, gc=False):
    """A card was keyed in wrongly."""

    place: str
    index: int
    card: Card
    reason: str = ""


@final
class TakeBackLast(Struct, frozen=True, tag=True, gc=False):
    """A wrong entry is taken back, as if it had never been made."""

    reason: str = ""


@final
class CorrectAct(Struct, frozen=True, tag=True, gc=False):
    """A seat's last act was keyed in wrongly, and others have followed: this is what was really done."""

    seat: int
    move: Move
    to: Cents | None = None
    """The total in front of them in that Betting Round after a BET or a Raise."""
    reason: str = ""


RoomCommand = (
    JoinTable
    | TopUp
    | SitOut
    | ComeBack
    | PayIn
    | LeaveTable
    | DeemLeft
    | OpenRound
    | DealCards
    | Look
    | Act
    | RunOutClock
    | TurnMarker
    | ShowHand
    | MuckHand
    | Settle
    | Report
    | TakeDecision
    | CorrectCard
    | TakeBackLast
    | CorrectAct
    | SignStatement
    | RefuseStatement
)

OF_A_ROUND: Final = frozenset({Look, Act, ShowHand, MuckHand})
"""The acts of Players that mean something in the round alone in which they are offered."""
