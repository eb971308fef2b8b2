"""The events of a table of the poker room, each with the paragraphs on which it is based."""

from enum import StrEnum
from typing import final

from msgspec import Struct

from croupier.cards import UNKNOWN, Card, Piles
from croupier.money import Cents
from croupier.play.authority import StatementEnded, StatementSigned, Weighing
from croupier.play.room.commands import RoomCommand
from croupier.rules.document import Cite
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.room import Blind, Move, RoomPolicy
from croupier.rules.terms import Role

Cites = tuple[Cite, ...]


class Post(StrEnum):
    """A payment that a Player puts into the Pot before the first card."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    DEAD_SMALL = "dead_small_blind"
    """Paid to return: it goes into the Main Pot and is not part of a bet."""
    MATCHED_SMALL = "matched_small_blind"
    """A dead Small Blind that leaves the Player nothing.

    It is not a bet, but contends for the pots as far as it reaches.
    """
    LIVE_BIG = "live_big_blind"
    """Paid to join or to return: a bet, with the option."""
    ANTE = "ante"
    """An ante of other rooms' rules, for hands read from their records: dead in the Main Pot."""
    MATCHED_ANTE = "matched_ante"
    """An ante of other rooms' rules by which no Player wins more of another's ante than they paid themselves.

    It is not a bet, but contends for the pots as far as it reaches.
    """
    STRADDLE = "straddle"
    """A live bet beyond the two blinds, of other rooms' rules."""


DEAD_POSTS = frozenset({Post.DEAD_SMALL, Post.ANTE})
MATCHED_POSTS = frozenset({Post.MATCHED_SMALL, Post.MATCHED_ANTE})


@final
class RoomOpened(Struct, frozen=True, tag=True, gc=False):
    """A table opens under a rulebook and a policy."""

    table: str
    rulebook: str
    policy: RoomPolicy


@final
class PlayerJoined(Struct, frozen=True, tag=True, gc=False):
    """A Player has taken a seat with a Table Stake, and is informed whether they owe the Big Blind to join."""

    seat: int
    player: str
    stake: Cents
    owes: bool
    relocated: bool
    cites: Cites
    missed: tuple[Blind, ...] = ()
    """Blinds that they missed on this gaming day before giving up a seat here."""


@final
class StakeIncreased(Struct, frozen=True, tag=True, gc=False):
    """A Table Stake grew between rounds."""

    seat: int
    amount: Cents
    cites: Cites


@final
class PlayerAway(Struct, frozen=True, tag=True, gc=False):
    """A Player sits out from the next round on."""

    seat: int
    will_return: bool | None
    """True if they said that they will return, False if they said that they will not; None if they did not say."""
    cites: Cites


@final
class PlayerBack(Struct, frozen=True, tag=True, gc=False):
    """A Player is back at their seat."""

    seat: int
    cites: Cites


@final
class PaymentChosen(Struct, frozen=True, tag=True, gc=False):
    """A Player will pay what they owe, or waits for the Big Blind."""

    seat: int
    pays: bool
    cites: Cites


@final
class PlayerWaits(Struct, frozen=True, tag=True, gc=False):
    """A Player who is back has the Button at their seat, and is not dealt in until it has passed."""

    seat: int
    cites: Cites


@final
class PlayerLeft(Struct, frozen=True, tag=True, gc=False):
    """A seat is free again; its Player took their chips, or the House deemed that they left."""

    seat: int
    player: str
    stake: Cents
    minute: int
    deemed: bool
    reason: str
    cites: Cites
    day: str = ""
    """The gaming day, for the Blinds that they missed."""


@final
class RoundOpened(Struct, frozen=True, tag=True, gc=False):
    """A round opens with "Place your Blind Bets, please".

    It pins the rulebook, the Button, and who plays, clockwise from the Button's left.
    """

    number: int
    rulebook: str
    button: int
    small_due: int | None
    """The seat where the Small Blind falls due, posted or not; None in another room's hand without one."""
    big_seat: int
    small: Cents
    big: Cents
    seats: tuple[int, ...]
    first: int
    """The seat on the left of the Big Blind, which acts first in the 1st Betting Round."""
    orbit_over: bool
    """True if the Button has been round the table once."""
    cites: Cites


@final
class BlindMissed(Struct, frozen=True, tag=True, gc=False):
    """An absent Player did not post their blind: the "missed Blind" button is at their seat."""

    seat: int
    blind: Blind
    cites: Cites


@final
class BlindPosted(Struct, frozen=True, tag=True, gc=False):
    """Chips went in before the first card."""

    seat: int
    post: Post
    amount: Cents
    cites: Cites


@final
class CardsDealt(Struct, frozen=True, tag=True, gc=False):
    """Cards left the shoe for their places, in order."""

    cards: tuple[Card, ...]
    places: tuple[str, ...]
    cites: Cites


@final
class HandLookedAt(Struct, frozen=True, tag=True, gc=False):
    """A Player has seen their Hole Cards."""

    seat: int
    cites: Cites


@final
class Acted(Struct, frozen=True, tag=True, gc=False):
    """A Player acted in their turn."""

    seat: int
    move: Move
    """Never ``all_in``: that is a BET, a Call or a Raise with everything.

    What exceeds a Call and is not a Raise is a BET, even if there is one already.
    """
    amount: Cents
    """The amount that they put in now."""
    to: Cents
    """The total then in front of them in this Betting Round."""
    all_in: bool
    full: bool
    """True if it is a BET or Raise that reopens the betting to all."""
    cites: Cites
    by_staff: bool = False
    by_clock: bool = False


@final
class BetReturned(Struct, frozen=True, tag=True, gc=False):
    """An uncalled bet goes back."""

    seat: int
    amount: Cents
    cites: Cites


@final
class GonePaid(Struct, frozen=True, tag=True, gc=False):
    """A void round returns the bets of a Player who folded and has left the table since."""

    seat: int
    player: str
    amount: Cents
    cites: Cites


@final
class MarkerTurned(Struct, frozen=True, tag=True, gc=False):
    """The Game Marker shows SHOWDOWN."""

    cites: Cites


@final
class HandShown(Struct, frozen=True, tag=True, gc=False):
    """A hand was shown."""

    seat: int
    cards: tuple[Card, ...]
    cites: Cites


@final
class HandMucked(Struct, frozen=True, tag=True, gc=False):
    """A hand was given up unseen."""

    seat: int
    cites: Cites


@final
class PotAwarded(Struct, frozen=True, tag=True, gc=False):
    """A pot is awarded: the Rake, and the winners' shares of the rest."""

    pot: int
    """0 for the Main Pot, then the Side Pots in order."""
    amount: Cents
    rake: Cents
    winners: tuple[tuple[int, Cents], ...]
    """Seats and amounts, in the order in which odd chips were given."""
    cites: Cites


@final
class RoundEnded(Struct, frozen=True, tag=True, gc=False):
    """The end of a round: all pots are settled."""

    cites: Cites


@final
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
    """The facts that the report stated, even if the record has them too."""
    contradicted: dict[str, str] = {}
    """The facts of the record that a statement made with a reason contradicts."""
    by: str = ""
    """The name of the person who reported it."""
    reason: str = ""


@final
class RoundVoided(Struct, frozen=True, tag=True, gc=False):
    """The round has no result; every bet goes back, and the Button stays."""

    cites: Cites


@final
class StreetTakenBack(Struct, frozen=True, tag=True, gc=False):
    """Community Cards and their Burnt Card went back into the shoe, which is shuffled."""

    street: int
    community: tuple[Card, ...]
    burnt: tuple[Card, ...]
    cites: Cites


@final
class CardDiscarded(Struct, frozen=True, tag=True, gc=False):
    """An exposed card is out of the round; if it was a Player's, the next card is theirs."""

    card: Card
    place: str
    """The place where it was, or was going in the Initial Deal; empty for the shoe."""
    cites: Cites


@final
class CardsReconstructed(Struct, frozen=True, tag=True, gc=False):
    """Cards were put back into their intended order; both orders stay on record."""

    before: Piles
    after: Piles
    cites: Cites


@final
class HandFolded(Struct, frozen=True, tag=True, gc=False):
    """A hand counts as folded, by a ruling."""

    seat: int
    cites: Cites


@final
class ActedOutOfTurn(Struct, frozen=True, tag=True, gc=False):
    """A Player acted before their turn and took it back; what they meant may bind them when their turn comes."""

    seat: int
    move: Move
    to: Cents
    """The total that would have been in front of them; 0 for a check or a fold."""
    cites: Cites


@final
class DecisionPending(Struct, frozen=True, tag=True, gc=False):
    """A ruling waits for a role's decision."""

    number: int
    irregularity: str
    facts: dict[str, str]
    seat: int | None
    role: Role
    options: tuple[str, ...]
    cites: Cites


@final
class DecisionTaken(Struct, frozen=True, tag=True, gc=False):
    """A role decided, with a reason."""

    number: int
    option: str
    reason: str
    actor: str
    role: Role
    cites: Cites


@final
class CardCorrected(Struct, frozen=True, tag=True, gc=False):
    """A card that was keyed in wrongly; both versions stay on record. Also a card dealt unseen that is known now."""

    place: str
    index: int
    before: Card
    after: Card
    reason: str
    cites: Cites

    @property
    def identified(self) -> bool:
        """True if the card was unknown before: it was not wrong, it is only identified."""
        return self.before == UNKNOWN


Taped = CardsDealt | HandLookedAt | Acted | BetReturned | MarkerTurned | HandShown | HandMucked | CardCorrected
"""An event that a round's tape keeps, so that it can be taken back or corrected."""


@final
class ActTakenBack(Struct, frozen=True, tag=True, gc=False):
    """An act was keyed in wrongly and is taken back, as if it had never been; it stays on record."""

    act: tuple[Taped, ...]
    """The events to which the act had led."""
    keyed_by: str
    by: str
    role: Role
    reason: str
    cites: Cites


@final
class ActCorrected(Struct, frozen=True, tag=True, gc=False):
    """A seat's act was keyed in wrongly, and others had followed; both versions stay on record."""

    seat: int
    before: Acted
    after: Acted
    keyed_by: str
    by: str
    role: Role
    reason: str
    cites: Cites


@final
class StatementMade(Struct, frozen=True, tag=True):
    """An act of staff that waits for more people, beside the record."""

    number: int
    command: RoomCommand
    weighing: Weighing
    by: str
    role: Role
    reason: str
    cites: Cites


Happening = (
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
    | StatementMade
    | StatementSigned
    | StatementEnded
)
"""An event of a table that is not a correction of another event."""

RoomEvent = Happening | ActTakenBack | ActCorrected
"""An event of a table, or its later correction."""
