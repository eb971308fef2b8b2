"""What a table of the poker room is at one moment: frozen, so that a refused command cannot have touched it."""

from enum import StrEnum

from msgspec import Struct

from croupier.cards import Card
from croupier.money import Cents
from croupier.play.room.events import DecisionPending, PotAwarded
from croupier.rules.room import Marker, Move, RoomPolicy

BURN = "burn"
COMMUNITY = "community"
NOBODY = -1


class Phase(StrEnum):
    """Where a round stands."""

    DEALING = "dealing"
    """The next cards are to be dealt."""
    BETTING = "betting"
    SHOWDOWN = "showdown"
    """The Final Betting Round is over: the marker is turned, hands are shown, cards that are left are dealt."""
    ENDED = "ended"


class Seat(Struct, frozen=True, gc=False):
    """A Player at the table, between rounds and through them."""

    number: int
    player: str
    stake: Cents
    """As of the last round's end; while he plays, his chips are with his hand."""
    away: bool = False
    will_return: bool | None = None
    """What he said about it when he went; None where he did not say."""
    owes_join: bool = False
    """He has to pay the Big Blind to join, unless it comes to his seat."""
    relocated: bool = False
    """A Pit Employee brought him, and he has not played yet: no Small Blind is due from him."""
    missed_small: bool = False
    missed_big: bool = False
    passed: int = 0
    """How often in a row the Blinds have passed him."""
    pays: bool = False
    """He will pay what he owes in the next round that he may play."""
    waited: bool = False
    """He came back with the Button at his seat and has had to let it pass."""

    @property
    def present(self) -> bool:
        """Whether he sits there with chips, ready to be dealt in."""
        return not self.away and self.stake > 0

    @property
    def owes(self) -> bool:
        """Whether he has to pay something before he is dealt in."""
        return self.owes_join or self.missed_small or self.missed_big


class Hand(Struct, frozen=True, gc=False):
    """A Player's part in a round."""

    seat: int
    player: str
    stack: Cents
    """What he has left."""
    bet: Cents = 0
    """What lies before him in this Betting Round."""
    put: Cents = 0
    """What he has bet in all."""
    dead: Cents = 0
    """What he put into the Main Pot besides, as no bet."""
    cards: tuple[Card, ...] = ()
    folded: bool = False
    shown: bool | None = None
    """Whether it was laid open or mucked; None until that is known."""
    posted_big: bool = False
    """He posted the Big Blind's amount, by position or to join: he may check it."""
    gone: bool = False
    """He folded and has left the table with what he had left."""


class Positions(Struct, frozen=True, gc=False):
    """Where the Button and the Blinds were last."""

    button: int | None = None
    small_due: int | None = None
    """Where the Small Blind last fell due."""
    big_seat: int | None = None
    start: int | None = None
    """Where the Button began."""
    first_orbit: bool = True


class OutOfTurn(Struct, frozen=True, gc=False):
    """What a Player meant to do before his turn, and what has happened since."""

    seat: int
    move: Move
    to: Cents
    folds: bool = False
    checks: bool = False
    wagered: Cents = 0
    """The highest that somebody before him has wagered since; 0 for nobody."""


class Round(Struct, frozen=True, gc=False):
    """One round of play. Hands stand clockwise from the Button's left; sets of them are bit masks by their place."""

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
    """The Button and the Blinds before this round, should it be void."""
    marks: tuple[Seat, ...]
    """The seats before this round, for the same reason."""
    ahead: tuple[str, ...]
    """The places that the next cards go to."""
    phase: Phase = Phase.DEALING
    street: int = 0
    """How many of the community's deals are done, which is also the number of the Betting Round, from 0."""
    turn: int = NOBODY
    level: Cents = 0
    """What has to lie before a Player to have called."""
    largest: Cents = 0
    """The largest bet or increment of this Betting Round."""
    to_act: int = 0
    """Who still has to act."""
    open: int = 0
    """Who may raise."""
    active: int = 0
    """Who has not folded."""
    able: int = 0
    """Who has not folded and has chips left."""
    raisers: tuple[int, ...] = ()
    """Who has raised in this Betting Round, in order."""
    bettor: int = NOBODY
    community: tuple[Card, ...] = ()
    burnt: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    used: int = 0
    """A bit for every known card that is out of the shoe."""
    marker: Marker = Marker.BETTING_ROUND
    tabled: bool = False
    """The Final Betting Round was not the last: all hands are laid open before the remaining cards."""
    looked: int = 0
    mucked: tuple[int, ...] = ()
    """Who has given his hand up at the showdown, in order."""
    early: tuple[OutOfTurn, ...] = ()
    pots: tuple[PotAwarded, ...] = ()
    voided: bool = False
    acted: int = NOBODY
    """The Betting Round of the last act, as ``street`` counts them; NOBODY before the first."""
    exposed: int = 0
    """How many cards have been exposed in the Initial Deal, by all reports together."""
    seen: bool = False
    """Somebody has said that a Player had seen cards."""
    uncovered: bool = False
    """A Player has let his Hole Cards be seen."""
    resumes: bool = False
    """A card is replaced in the middle of a Betting Round, which goes on where it was."""
    left: tuple[tuple[Seat, str], ...] = ()
    """The seats before this round of those who have left since, should it be void, and the gaming day."""
    fresh: tuple[tuple[str, int], ...] = ()
    """The cards keyed in last, by place and index, as long as nobody has decided anything since."""

    def place(self, seat: int) -> int:
        """The place of a seat's hand, or NOBODY."""
        for at, hand in enumerate(self.hands):
            if hand.seat == seat:
                return at
        return NOBODY


class RoomTable(Struct, frozen=True, gc=False):
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
    """All that was taken at this table."""
    departed: tuple[tuple[str, Cents, int], ...] = ()
    """Who left with how much and when, as long as it matters."""
    missed: tuple[tuple[str, bool, bool, str], ...] = ()
    """Who left having missed the Small Blind or the Big Blind, and on which gaming day."""
    pending: tuple[DecisionPending, ...] = ()
    decisions: int = 0

    @property
    def playing(self) -> bool:
        """Whether a round is in play."""
        return self.round is not None and self.round.phase is not Phase.ENDED

    def seat(self, number: int) -> Seat | None:
        """Who sits there."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None


def lowest(mask: int) -> int:
    """The first place in a set."""
    return (mask & -mask).bit_length() - 1


def following(mask: int, at: int) -> int:
    """The first place in a set that comes after ``at``, going round."""
    later = mask >> (at + 1)
    return at + 1 + lowest(later) if later else lowest(mask)


def places_in(mask: int) -> list[int]:
    """The places in a set, in order."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
