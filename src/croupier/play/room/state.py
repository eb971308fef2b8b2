"""The state of a table of the poker room at one moment: frozen, so that a refused command cannot have changed it."""

from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from croupier.cards import Card
from croupier.money import Cents
from croupier.play.authority import Statement
from croupier.play.moments import moment_of
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import DecisionPending, PotAwarded, Taped
from croupier.play.tape import Tape
from croupier.rules.authority import Stage
from croupier.rules.room import Marker, Move, RoomPolicy

BURN = "burn"
COMMUNITY = "community"
NOBODY = -1


class Phase(StrEnum):
    """The state of a round."""

    DEALING = "dealing"
    """The next cards are to be dealt."""
    BETTING = "betting"
    SHOWDOWN = "showdown"
    """The Final Betting Round is over: the marker is turned, hands are shown, remaining cards are dealt."""
    ENDED = "ended"


_ENDED = Phase.ENDED


class Seat(Struct, frozen=True, gc=False):
    """A Player at the table, between rounds and through them."""

    number: int
    player: str
    stake: Cents
    """The Table Stake as of the last round's end; during a round the chips are with the hand."""
    away: bool = False
    will_return: bool | None = None
    """The word that they gave on coming back when they left the seat; None if they gave none."""
    owes_join: bool = False
    """True if they have to pay the Big Blind to join, unless it comes to their seat."""
    relocated: bool = False
    """True if a Pit Employee moved them here and they have not played yet: no Small Blind is due from them."""
    missed_small: bool = False
    missed_big: bool = False
    passed: int = 0
    """The number of times in a row that the Blinds have passed them."""
    pays: bool = False
    """True if they will pay what they owe in the next round that they may play."""
    waited: bool = False
    """True if they came back with the Button at their seat and had to let it pass."""

    @property
    def present(self) -> bool:
        """True if they sit there with chips, ready to be dealt in."""
        return not self.away and self.stake > 0

    @property
    def owes(self) -> bool:
        """True if they have to pay something before being dealt in."""
        return self.owes_join or self.missed_small or self.missed_big


class Hand(Struct, frozen=True, gc=False):
    """A Player's part in a round."""

    seat: int
    player: str
    stack: Cents
    """The chips that they have left."""
    bet: Cents = 0
    """The chips in front of them in this Betting Round."""
    put: Cents = 0
    """The sum that they have bet."""
    dead: Cents = 0
    """The chips that they put into the Main Pot in addition, not as a bet."""
    cards: tuple[Card, ...] = ()
    folded: bool = False
    shown: bool | None = None
    """True if it was shown, False if it was mucked; None until then."""
    posted_big: bool = False
    """True if they posted the Big Blind's amount, by position or to join, and may check it."""
    gone: bool = False
    """True if they folded and have left the table with their remaining chips."""


class Positions(Struct, frozen=True, gc=False):
    """The last places of the Button and the Blinds."""

    button: int | None = None
    small_due: int | None = None
    """The seat where the Small Blind last fell due."""
    big_seat: int | None = None
    start: int | None = None
    """The seat where the Button began."""
    first_orbit: bool = True


class OutOfTurn(Struct, frozen=True, gc=False):
    """A Player's intended act before their turn, and what has happened since."""

    seat: int
    move: Move
    to: Cents
    folds: bool = False
    checks: bool = False
    wagered: Cents = 0
    """The highest wager since then by a Player who acts before them; 0 for none."""


class Round(Struct, frozen=True, gc=False):
    """One round of play. Hands are in order clockwise from the Button's left; sets of them are bit masks by place."""

    number: int
    rulebook: str
    button: int
    small_due: int | None
    big_seat: int
    small: Cents
    big: Cents
    hands: tuple[Hand, ...]
    first: int
    """The place of the hand on the left of the Big Blind."""
    prior: Positions
    """The Button and the Blinds before this round, in case it is voided."""
    marks: tuple[Seat, ...]
    """The seats before this round, for the same reason."""
    ahead: tuple[str, ...]
    """The places that the next cards go to."""
    phase: Phase = Phase.DEALING
    street: int = 0
    """The number of community deals that are done, which is also the number of the Betting Round, from 0."""
    turn: int = NOBODY
    level: Cents = 0
    """The amount that a Player must have put in to have called."""
    largest: Cents = 0
    """The largest bet or increment of this Betting Round."""
    to_act: int = 0
    """The set of those who still have to act."""
    open: int = 0
    """The set of those who may raise."""
    active: int = 0
    """The set of those who have not folded."""
    able: int = 0
    """The set of those who have not folded and have chips left."""
    raisers: tuple[int, ...] = ()
    """The places of those who have raised in this Betting Round, in order."""
    bettor: int = NOBODY
    community: tuple[Card, ...] = ()
    burnt: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    used: int = 0
    """A bit for every known card that is out of the shoe."""
    marker: Marker = Marker.BETTING_ROUND
    tabled: bool = False
    """True if the Final Betting Round was not the last: all hands are shown before the remaining cards."""
    looked: int = 0
    mucked: tuple[int, ...] = ()
    """The places of those who have given up their hands at the showdown, in order."""
    early: tuple[OutOfTurn, ...] = ()
    pots: tuple[PotAwarded, ...] = ()
    voided: bool = False
    acted: int = NOBODY
    """The Betting Round of the last act, as ``street`` counts them; NOBODY before the first."""
    exposed: int = 0
    """The number of cards exposed in the Initial Deal, by all reports together."""
    seen: bool = False
    """True if a report has stated that a Player had seen cards."""
    uncovered: bool = False
    """True if a Player has let their Hole Cards be seen."""
    resumes: bool = False
    """True if a card is being replaced in the middle of a Betting Round, which then resumes."""
    left: tuple[tuple[Seat, str], ...] = ()
    """The seats before this round of those who have left since, in case it is voided, and the gaming day."""
    fresh: tuple[tuple[str, int], ...] = ()
    """The cards entered last, by place and index, until a Player decides something."""
    tape: "Tape[Round, Taped] | UnsetType" = UNSET
    """The entries since the last ruling.

    The field is left out if there are none, so that snapshots between rounds are as they were before there were tapes.
    """

    reached: Stage | UnsetType = UNSET
    """The stage that the round had reached before an entry was taken back: what people have seen is not undone.

    The field is left out if no entry was taken back, so that older snapshots stay valid.
    """

    def place(self, seat: int) -> int:
        """Return the place of a seat's hand, or NOBODY."""
        hands = self.hands
        at = (seat - hands[0].seat) % len(hands)
        if hands[at].seat == seat:  # true unless a seat between them has no part in the round
            return at
        for at, hand in enumerate(hands):
            if hand.seat == seat:
                return at
        return NOBODY


class Table(Struct, frozen=True, gc=False):
    """A table of the poker room between two commands."""

    name: str
    rulebook: str
    policy: RoomPolicy
    version: int = 0
    seats: tuple[Seat, ...] = ()
    """The occupied ones, by number."""
    positions: Positions = Positions()
    rounds: int = 0
    round: Round | None = None
    rake: Cents = 0
    """The total Rake taken at this table."""
    departed: tuple[tuple[str, Cents, int], ...] = ()
    """The Players who left, with their chips and the minute, as long as it matters."""
    missed: tuple[tuple[str, bool, bool, str], ...] = ()
    """The Players who left having missed the Small Blind or the Big Blind, with the gaming day."""
    pending: tuple[DecisionPending, ...] = ()
    decisions: int = 0
    statements: tuple[Statement[RoomCommand], ...] | UnsetType = UNSET
    """Acts of staff that wait for more people; left out if none does, so that snapshots without any stay as they
    were."""
    stated: int | UnsetType = UNSET
    """The number of acts of staff that have waited so far; left out while there is none."""

    @property
    def waiting(self) -> tuple[Statement[RoomCommand], ...]:
        """The acts of staff that wait for more people."""
        return () if isinstance(self.statements, UnsetType) else self.statements

    @property
    def playing(self) -> bool:
        """True while a round is in play."""
        return self.round is not None and self.round.phase is not _ENDED

    @property
    def moment(self) -> str:
        """The moment of play for which acts are offered."""
        round_ = self.round
        return moment_of(self.rounds, None if round_ is None or round_.phase is _ENDED else len(round_.community))

    def seat(self, number: int) -> Seat | None:
        """Return the seat of that number; None if it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None


def lowest(mask: int) -> int:
    """Return the first place in a set."""
    return (mask & -mask).bit_length() - 1


def following(mask: int, at: int) -> int:
    """Return the first place in a set that comes after ``at``, going round."""
    later = mask >> (at + 1)
    return at + (later & -later).bit_length() if later else (mask & -mask).bit_length() - 1


def places_in(mask: int) -> list[int]:
    """Return the places in a set, in order."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
