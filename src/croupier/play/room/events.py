"""What happened at a table of the poker room. Each event carries the paragraphs it rests on."""

from enum import StrEnum

from msgspec import Struct

from croupier.cards import Card, Piles
from croupier.money import Cents
from croupier.rules.document import Cite
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.room import Blind, Move, RoomPolicy
from croupier.rules.terms import Role

Cites = tuple[Cite, ...]


class Post(StrEnum):
    """What a Player puts into the Pot before the first card."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    DEAD_SMALL = "dead_small_blind"
    """Paid to return: in the Main Pot, no part of a bet."""
    MATCHED_SMALL = "matched_small_blind"
    """Likewise, where it leaves the Player nothing: no bet either, but in the pots as far as it reaches."""
    LIVE_BIG = "live_big_blind"
    """Paid to join or to return: a bet, with the option."""
    ANTE = "ante"
    """Of rooms elsewhere, in hands read from their records: dead in the Main Pot."""
    MATCHED_ANTE = "matched_ante"
    """Likewise, where nobody wins more of another's than his own: no bet, but in the pots as far as it reaches."""
    STRADDLE = "straddle"
    """Likewise: a live bet beyond the two blinds."""


DEAD_POSTS = frozenset({Post.DEAD_SMALL, Post.ANTE})
MATCHED_POSTS = frozenset({Post.MATCHED_SMALL, Post.MATCHED_ANTE})


class RoomOpened(Struct, frozen=True, tag=True, gc=False):
    """A table opens under a rulebook and a policy."""

    table: str
    rulebook: str
    policy: RoomPolicy


class PlayerJoined(Struct, frozen=True, tag=True, gc=False):
    """A Player has a seat and a Table Stake, and is told whether he owes the Big Blind to join."""

    seat: int
    player: str
    stake: Cents
    owes: bool
    relocated: bool
    cites: Cites
    missed: tuple[Blind, ...] = ()
    """Blinds that he missed on this gaming day before he gave up a seat here."""


class StakeIncreased(Struct, frozen=True, tag=True, gc=False):
    """A Table Stake grew between rounds."""

    seat: int
    amount: Cents
    cites: Cites


class PlayerAway(Struct, frozen=True, tag=True, gc=False):
    """A Player sits out from the next round on."""

    seat: int
    will_return: bool | None
    """What he said about it; None where he did not say."""
    cites: Cites


class PlayerBack(Struct, frozen=True, tag=True, gc=False):
    """A Player is back at his seat."""

    seat: int
    cites: Cites


class PaymentChosen(Struct, frozen=True, tag=True, gc=False):
    """A Player will pay what he owes, or waits for the Big Blind."""

    seat: int
    pays: bool
    cites: Cites


class PlayerWaits(Struct, frozen=True, tag=True, gc=False):
    """A Player who is back has the Button at his seat, and is not dealt in until it has passed."""

    seat: int
    cites: Cites


class PlayerLeft(Struct, frozen=True, tag=True, gc=False):
    """A seat is free again; its Player took his chips, or the House deemed that he left."""

    seat: int
    player: str
    stake: Cents
    minute: int
    deemed: bool
    reason: str
    cites: Cites
    day: str = ""
    """The gaming day, for the Blinds that he missed."""


class RoundOpened(Struct, frozen=True, tag=True, gc=False):
    """ "Place your Blind Bets, please". Pins the rulebook, the Button, and who plays, clockwise from its left."""

    number: int
    rulebook: str
    button: int
    small_due: int | None
    """Where the Small Blind falls due, posted or not; none in a hand of another room without one."""
    big_seat: int
    small: Cents
    big: Cents
    seats: tuple[int, ...]
    first: int
    """The seat on the left of the Big Blind, which acts first in the 1st Betting Round."""
    orbit_over: bool
    """The Button has been round the table once."""
    cites: Cites


class BlindMissed(Struct, frozen=True, tag=True, gc=False):
    """An absent Player did not post his blind: the "missed Blind" button lies at his seat."""

    seat: int
    blind: Blind
    cites: Cites


class BlindPosted(Struct, frozen=True, tag=True, gc=False):
    """Chips went in before the first card."""

    seat: int
    post: Post
    amount: Cents
    cites: Cites


class CardsDealt(Struct, frozen=True, tag=True, gc=False):
    """Cards left the shoe for their places, in order."""

    cards: tuple[Card, ...]
    places: tuple[str, ...]
    cites: Cites


class HandLookedAt(Struct, frozen=True, tag=True, gc=False):
    """A Player has seen his Hole Cards."""

    seat: int
    cites: Cites


class Acted(Struct, frozen=True, tag=True, gc=False):
    """A Player acted in his turn."""

    seat: int
    move: Move
    """Never ``all_in``: that is a BET, a Call or a Raise with everything. What goes beyond a Call and is no Raise is a
    BET, also where there is one already."""
    amount: Cents
    """What he put in now."""
    to: Cents
    """What then lay before him in this Betting Round."""
    all_in: bool
    full: bool
    """A BET or Raise that opens the betting to everybody again."""
    cites: Cites
    by_staff: bool = False
    by_clock: bool = False


class BetReturned(Struct, frozen=True, tag=True, gc=False):
    """What nobody called goes back."""

    seat: int
    amount: Cents
    cites: Cites


class GonePaid(Struct, frozen=True, tag=True, gc=False):
    """A void round gives the bets of a Player back who folded and has left the table since."""

    seat: int
    player: str
    amount: Cents
    cites: Cites


class MarkerTurned(Struct, frozen=True, tag=True, gc=False):
    """The Game Marker shows SHOWDOWN."""

    cites: Cites


class HandShown(Struct, frozen=True, tag=True, gc=False):
    """A hand lies open."""

    seat: int
    cards: tuple[Card, ...]
    cites: Cites


class HandMucked(Struct, frozen=True, tag=True, gc=False):
    """A hand was given up unseen."""

    seat: int
    cites: Cites


class PotAwarded(Struct, frozen=True, tag=True, gc=False):
    """A pot's end: the fee, and who won how much of the rest."""

    pot: int
    """0 for the Main Pot, then the Side Pots in order."""
    amount: Cents
    rake: Cents
    winners: tuple[tuple[int, Cents], ...]
    """Seats and amounts, in the order in which extra chips went round."""
    cites: Cites


class RoundEnded(Struct, frozen=True, tag=True, gc=False):
    """Everything is settled."""

    cites: Cites


class IrregularityRuled(Struct, frozen=True, tag=True, gc=False):
    """An irregularity was reported, and this is the ruling."""

    irregularity: str
    facts: dict[str, str]
    seat: int | None
    ruling: Ruling
    then: tuple[Ruling, ...]
    options: tuple[str, ...]
    decided_by: Decider
    cites: Cites
    stated: dict[str, str] = {}
    """What the report said of the facts, whether or not the record has it too."""
    contradicted: dict[str, str] = {}
    """What the record has where a statement made with a reason goes against it."""
    by: str = ""
    """Who reported it."""
    reason: str = ""


class RoundVoided(Struct, frozen=True, tag=True, gc=False):
    """The round has no result; every bet goes back, and the Button stays."""

    cites: Cites


class StreetTakenBack(Struct, frozen=True, tag=True, gc=False):
    """Community Cards and their Burnt Card went back into the shoe, which is shuffled."""

    street: int
    community: tuple[Card, ...]
    burnt: tuple[Card, ...]
    cites: Cites


class CardDiscarded(Struct, frozen=True, tag=True, gc=False):
    """An exposed card is out of the round; where it lay before a Player, the next card is his."""

    card: Card
    place: str
    """Where it lay, or was on its way to in the Initial Deal; empty for the shoe."""
    cites: Cites


class CardsReconstructed(Struct, frozen=True, tag=True, gc=False):
    """Cards were put back into their intended order; both orders stay on record."""

    before: Piles
    after: Piles
    cites: Cites


class HandFolded(Struct, frozen=True, tag=True, gc=False):
    """A hand counts as folded, by a ruling."""

    seat: int
    cites: Cites


class ActedOutOfTurn(Struct, frozen=True, tag=True, gc=False):
    """A Player acted before his turn and took it back; what he meant may bind him when his turn comes."""

    seat: int
    move: Move
    to: Cents
    """What would have lain before him; 0 for a check or a fold."""
    cites: Cites


class DecisionPending(Struct, frozen=True, tag=True, gc=False):
    """A ruling waits for a role's decision."""

    number: int
    irregularity: str
    facts: dict[str, str]
    seat: int | None
    role: Role
    options: tuple[str, ...]
    cites: Cites


class DecisionTaken(Struct, frozen=True, tag=True, gc=False):
    """A role decided, with a reason."""

    number: int
    option: str
    reason: str
    actor: str
    role: Role
    cites: Cites


class CardCorrected(Struct, frozen=True, tag=True, gc=False):
    """A card that was keyed in wrongly; both versions stay on record."""

    place: str
    index: int
    before: Card
    after: Card
    reason: str
    cites: Cites


RoomEvent = (
    PlayerJoined
    | StakeIncreased
    | PlayerAway
    | PlayerBack
    | PaymentChosen
    | PlayerWaits
    | PlayerLeft
    | RoundOpened
    | BlindMissed
    | BlindPosted
    | CardsDealt
    | HandLookedAt
    | Acted
    | BetReturned
    | GonePaid
    | MarkerTurned
    | HandShown
    | HandMucked
    | PotAwarded
    | RoundEnded
    | IrregularityRuled
    | RoundVoided
    | StreetTakenBack
    | CardDiscarded
    | CardsReconstructed
    | HandFolded
    | ActedOutOfTurn
    | DecisionPending
    | DecisionTaken
    | CardCorrected
)
