"""What happened at a house-banked table. Each event carries the paragraphs it rests on."""

from msgspec import Struct

from croupier.cards import Card
from croupier.money import Cents
from croupier.rules.document import Cite
from croupier.rules.house import HousePolicy
from croupier.rules.settling import Result
from croupier.rules.terms import Decision, Role, WagerName

Cites = tuple[Cite, ...]


class Share(Struct, frozen=True, gc=False):
    """One Player's part of a wager."""

    player: str
    amount: Cents
    folded: bool = False


class ShareSettled(Struct, frozen=True, gc=False):
    """One Player's part of a settled wager."""

    player: str
    staked: Cents
    paid: Cents
    returned: Cents


class TableOpened(Struct, frozen=True, tag=True):
    """A table opens under a rulebook and a policy."""

    table: str
    rulebook: str
    policy: HousePolicy
    meter: int
    """The jackpot meter, in millionths of a cent."""


class RoundOpened(Struct, frozen=True, tag=True):
    """ "Place your Bets". Pins the rulebook under which the round is played."""

    number: int
    rulebook: str
    cites: Cites


class PlayerInformed(Struct, frozen=True, tag=True):
    """A Player with several boxes is told that he may examine one hand only."""

    player: str
    cites: Cites


class WagerPlaced(Struct, frozen=True, tag=True):
    """Chips lie on an area."""

    box: int
    wager: WagerName
    player: str
    amount: Cents
    by_staff: bool
    cites: Cites


class WagerWithdrawn(Struct, frozen=True, tag=True):
    """Chips were taken back before the close."""

    box: int
    wager: WagerName
    player: str
    amount: Cents
    cites: Cites


class BetsClosed(Struct, frozen=True, tag=True):
    """ "No more Bets". The chips count as they lie."""

    cites: Cites


class JackpotFed(Struct, frozen=True, tag=True):
    """A jackpot wager was accepted and its share went into the meter."""

    box: int
    stake: Cents
    millionths: int
    cites: Cites


class CardsDealt(Struct, frozen=True, tag=True):
    """Cards left the shoe for their places, in order."""

    cards: tuple[Card, ...]
    places: tuple[str, ...]
    cites: Cites


class HandLookedAt(Struct, frozen=True, tag=True):
    """A Player has seen his cards."""

    box: int
    player: str
    cites: Cites


class ShareDeclined(Struct, frozen=True, tag=True):
    """A share was not funded further and is folded."""

    box: int
    player: str
    cites: Cites


class Decided(Struct, frozen=True, tag=True):
    """A hand's decision, with the wager it placed."""

    box: int
    decision: Decision
    wager: WagerName | None
    shares: tuple[Share, ...]
    cites: Cites


class CommunityRevealed(Struct, frozen=True, tag=True):
    """Community Cards were turned face up."""

    name: str
    count: int
    cites: Cites


class DealerRevealed(Struct, frozen=True, tag=True):
    """The Dealer's cards were turned face up."""

    cites: Cites


class HandShown(Struct, frozen=True, tag=True):
    """A hand lies open."""

    box: int
    cites: Cites


class HandWithheld(Struct, frozen=True, tag=True):
    """A hand was not shown."""

    box: int
    cites: Cites


class HandInspected(Struct, frozen=True, tag=True):
    """Staff looked at a hand that was not shown."""

    box: int
    actor: str
    role: Role
    cites: Cites


class PlayerRestricted(Struct, frozen=True, tag=True):
    """A Player is kept to one box, or no longer."""

    player: str
    restricted: bool
    cites: Cites


class JackpotPaid(Struct, frozen=True, tag=True):
    """An award was paid, in its turn. The meter before and after, in millionths of a cent."""

    box: int
    player: str
    award: str
    amount: Cents
    meter_before: int
    meter_after: int
    cites: Cites


class WagerSettled(Struct, frozen=True, tag=True):
    """A wager's end: what is won and what of the stake comes back."""

    box: int
    player: str
    wager: WagerName
    staked: Cents
    result: Result
    paid: Cents
    returned: Cents
    cites: Cites
    award: str = ""
    shares: tuple[ShareSettled, ...] = ()
    """Who gets what, where the wager was not the seated Player's alone."""


class RoundEnded(Struct, frozen=True, tag=True):
    """Every Player is settled."""

    cites: Cites


HouseEvent = (
    RoundOpened
    | PlayerInformed
    | WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | JackpotFed
    | CardsDealt
    | HandLookedAt
    | ShareDeclined
    | Decided
    | CommunityRevealed
    | DealerRevealed
    | HandShown
    | HandWithheld
    | HandInspected
    | PlayerRestricted
    | JackpotPaid
    | WagerSettled
    | RoundEnded
)
