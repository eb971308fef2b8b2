"""What people ask of a table of the poker room. Every card and every passing of time is part of a command."""

from msgspec import Struct

from croupier.cards import Card, Piles
from croupier.money import Cents
from croupier.rules.room import Move


class JoinTable(Struct, frozen=True, tag=True, gc=False):
    """A Player takes a seat with a Table Stake. Staff name the Player they seat."""

    seat: int
    stake: Cents
    player: str = ""
    relocated: bool = False
    """A Pit Employee moved him here from another table."""
    minute: int = 0
    """The House's clock, in minutes; who comes back soon brings what he left with."""
    day: str = ""
    """The House's gaming day; Blinds missed on it are still owed."""


class TopUp(Struct, frozen=True, tag=True, gc=False):
    """A Player increases his Table Stake."""

    seat: int
    amount: Cents


class SitOut(Struct, frozen=True, tag=True, gc=False):
    """A Player leaves his seat for a while, from the next round on."""

    seat: int
    will_return: bool | None = None
    """Whether he says that he will be back; None where he does not say."""


class ComeBack(Struct, frozen=True, tag=True, gc=False):
    """A Player is back at his seat."""

    seat: int


class PayIn(Struct, frozen=True, tag=True, gc=False):
    """A Player will pay what he owes to join or to return, in the next round that he may play."""

    seat: int
    pays: bool = True
    """Or, after all, would rather wait for the Big Blind."""


class LeaveTable(Struct, frozen=True, tag=True, gc=False):
    """A Player gives up his seat and takes his chips."""

    seat: int
    minute: int = 0
    day: str = ""


class DeemLeft(Struct, frozen=True, tag=True, gc=False):
    """The House deems that an absent Player has left the game."""

    seat: int
    reason: str
    minute: int = 0
    day: str = ""


class OpenRound(Struct, frozen=True, tag=True, gc=False):
    """The Dealer announces "Place your Blind Bets, please"."""


class DealCards(Struct, frozen=True, tag=True, gc=False):
    """The next cards of the deal, in the order in which they come."""

    cards: tuple[Card, ...]


class Look(Struct, frozen=True, tag=True, gc=False):
    """A Player looks at his Hole Cards."""

    seat: int


class Act(Struct, frozen=True, tag=True, gc=False):
    """A Player acts in his turn."""

    seat: int
    move: Move
    to: Cents | None = None
    """For a BET or a Raise: what then lies before him in this Betting Round, all told."""


class RunOutClock(Struct, frozen=True, tag=True, gc=False):
    """The turn clock of a seat has run out."""

    seat: int


class TurnMarker(Struct, frozen=True, tag=True, gc=False):
    """The Dealer flips the Game Marker to SHOWDOWN."""


class ShowHand(Struct, frozen=True, tag=True, gc=False):
    """A Player lays his Hole Cards open. Where nobody knew them, these are they."""

    seat: int
    cards: tuple[Card, ...] = ()


class MuckHand(Struct, frozen=True, tag=True, gc=False):
    """A Player gives his hand up without showing it."""

    seat: int


class Settle(Struct, frozen=True, tag=True, gc=False):
    """The Dealer takes the Rake, awards the pots and ends the round."""


class Report(Struct, frozen=True, tag=True, gc=False):
    """An irregularity, reported by staff. What the table knows of its facts it does not ask."""

    irregularity: str
    facts: dict[str, str] = {}
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    """The cards it is about: exposed ones, or one found face up in the shoe."""
    move: Move | None = None
    """What a Player meant to do Out of Turn."""
    to: Cents | None = None
    """And for a BET or Raise: up to what."""
    piles: Piles = ()
    """The cards of each place in their intended order, where the deal can be reconstructed."""
    reason: str = ""
    """Why a statement is true that the record contradicts, where a Pit Supervisor or above makes it."""


class TakeDecision(Struct, frozen=True, tag=True, gc=False):
    """The role to which a ruling leaves a decision takes it, with a reason."""

    number: int
    option: str
    reason: str


class CorrectCard(Struct, frozen=True, tag=True, gc=False):
    """A card was keyed in wrongly."""

    place: str
    index: int
    card: Card
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
)
