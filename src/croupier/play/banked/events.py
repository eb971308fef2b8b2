"""The events of a house-banked table, each with the paragraphs on which it is based."""

from enum import StrEnum
from typing import final

from msgspec import UNSET, Struct, UnsetType

from croupier.cards import UNKNOWN, Card, Piles
from croupier.money import Cents
from croupier.play.authority import StatementEnded, StatementSigned, Weighing
from croupier.play.banked.commands import BankedCommand
from croupier.rules.banked import BankedPolicy
from croupier.rules.document import Cite
from croupier.rules.irregularities import Decider, Ruling
from croupier.rules.settling import Result
from croupier.rules.terms import Decision, Role, WagerName

Cites = tuple[Cite, ...]


class JackpotStatus(StrEnum):
    """The state of jackpot wagers at a table: accepted, or how the table is played without them."""

    RUNNING = "running"
    UNDECIDED = "undecided"
    CLOSE_TABLE = "close_table"
    CLOSE_BOXES = "close_boxes"
    WITHOUT_JACKPOT = "without_jackpot"


@final
class Share(Struct, frozen=True, gc=False):
    """One Player's part of a wager."""

    player: str
    amount: Cents
    """The amount on the area."""
    folded: bool = False
    back: bool = False
    """True if it goes back to its Player, independent of the rest."""
    excess: Cents = 0
    """The part of it that exceeds what the area accepts, and always goes back."""

    def __post_init__(self) -> None:
        assert 0 <= self.excess <= self.amount, f"{self.excess} of {self.amount} cannot be the excess"

    @property
    def in_play(self) -> bool:
        """True if it still wins or loses with the hand."""
        return not self.folded and not self.back

    @property
    def counts(self) -> Cents:
        """The part of it that wins or loses."""
        return self.amount - self.excess


@final
class ShareSettled(Struct, frozen=True, gc=False):
    """One Player's part of a settled wager."""

    player: str
    staked: Cents
    paid: Cents
    returned: Cents


@final
class TableOpened(Struct, frozen=True, tag=True, omit_defaults=True):
    """A table opens under a rulebook and a policy."""

    table: str
    rulebook: str
    policy: BankedPolicy
    meter: int
    """The jackpot meter, in millionths of a cent."""
    automatic: bool = False
    """True if the table deals by itself, and no one sees a card except by an act that it records."""


@final
class RoundOpened(Struct, frozen=True, tag=True):
    """A round opens with "Place your Bets". It pins the rulebook under which it is played."""

    number: int
    rulebook: str
    cites: Cites


@final
class PlayerInformed(Struct, frozen=True, tag=True):
    """A Player with several boxes is informed that they may examine one hand only."""

    player: str
    cites: Cites


@final
class WagerPlaced(Struct, frozen=True, tag=True):
    """Chips were put on an area."""

    box: int
    wager: WagerName
    player: str
    amount: Cents
    by_staff: bool
    cites: Cites


@final
class WagerWithdrawn(Struct, frozen=True, tag=True):
    """Chips were taken back before the close."""

    box: int
    wager: WagerName
    player: str
    amount: Cents
    cites: Cites


@final
class BetsClosed(Struct, frozen=True, tag=True):
    """The bets close with "No more Bets". The chips count as they are."""

    cites: Cites


@final
class JackpotFed(Struct, frozen=True, tag=True):
    """A jackpot wager was accepted and its share went into the meter."""

    box: int
    stake: Cents
    millionths: int
    cites: Cites


@final
class CardsDealt(Struct, frozen=True, tag=True):
    """Cards left the shoe for their places, in order."""

    cards: tuple[Card, ...]
    places: tuple[str, ...]
    cites: Cites


@final
class HandLookedAt(Struct, frozen=True, tag=True):
    """A Player has seen their cards."""

    box: int
    player: str
    cites: Cites


@final
class ShareDeclined(Struct, frozen=True, tag=True, omit_defaults=True):
    """A Player's decision not to fund their part of the wager that is due on a shared box."""

    box: int
    player: str
    cites: Cites
    checked: bool = False
    """True if the wager is optional, so that the share checks and plays on; otherwise the share is folded."""


@final
class Decided(Struct, frozen=True, tag=True):
    """A hand's decision, with the wager it placed."""

    box: int
    decision: Decision
    wager: WagerName | None
    shares: tuple[Share, ...]
    cites: Cites


@final
class CommunityRevealed(Struct, frozen=True, tag=True):
    """Community Cards were turned face up."""

    name: str
    count: int
    cites: Cites


@final
class DealerRevealed(Struct, frozen=True, tag=True):
    """The Dealer's cards were turned face up."""

    cites: Cites


@final
class HandShown(Struct, frozen=True, tag=True):
    """A hand was shown; one that was withheld before, and has folded by that, counts for the jackpot alone."""

    box: int
    cites: Cites


@final
class HandWithheld(Struct, frozen=True, tag=True):
    """A hand was not shown."""

    box: int
    cites: Cites


@final
class HandInspected(Struct, frozen=True, tag=True):
    """Staff looked at a hand that was not shown."""

    box: int
    actor: str
    role: Role
    cites: Cites


@final
class PlayerRestricted(Struct, frozen=True, tag=True):
    """A Player is kept to one box, or no longer."""

    player: str
    restricted: bool
    cites: Cites


@final
class JackpotPaid(Struct, frozen=True, tag=True):
    """An award was paid, in its turn. The meter before and after, in millionths of a cent."""

    box: int
    player: str
    award: str
    amount: Cents
    meter_before: int
    meter_after: int
    cites: Cites
    registered: Cents | None = None
    """The value from which it was paid instead, if the jackpot system failed in this round."""
    borne: bool = False
    """True if the House bears it: another hand has won the jackpot since that value was registered."""


@final
class WagerSettled(Struct, frozen=True, tag=True):
    """A wager's result: what is won, and how much of the stake comes back."""

    box: int
    player: str
    """The Player who placed it alone; of a wager made up of shares, the seated one."""
    wager: WagerName
    staked: Cents
    result: Result
    paid: Cents
    returned: Cents
    cites: Cites
    award: str = ""
    shares: tuple[ShareSettled, ...] = ()
    """The result of each share, if the wager was not the seated Player's alone."""


@final
class IrregularityRuled(Struct, frozen=True, tag=True):
    """An irregularity was reported, and this is the ruling."""

    irregularity: str
    facts: dict[str, str]
    """The facts ruled on: what the table knows, what was stated now, and what went wrong earlier in the round."""
    box: int | None
    ruling: Ruling
    then: tuple[Ruling, ...]
    options: tuple[str, ...]
    decided_by: Decider
    cites: Cites
    stated: dict[str, str] = {}
    """The facts that the reporter stated."""
    contradicted: dict[str, str] = {}
    """The facts of the record that a statement made with a reason contradicts."""
    by: str = ""
    reason: str = ""
    round: int | UnsetType = UNSET
    """The round in which it happened, if another has followed."""


@final
class RoundVoided(Struct, frozen=True, tag=True):
    """The round has no result; every wager goes back."""

    cites: Cites


@final
class HandInvalidated(Struct, frozen=True, tag=True):
    """A hand left the round; its wagers go back."""

    box: int
    cites: Cites
    fold_stands: bool = False
    """True if what a fold had lost before stays lost, and only wagers that could still win go back."""


@final
class WagerReturned(Struct, frozen=True, tag=True):
    """One wager of a hand, or a Player's share of it, goes back, independent of the others."""

    box: int
    wager: WagerName
    cites: Cites
    player: str = ""
    """The Player whose share it is; if empty, the whole wager."""


@final
class PlayerLeft(Struct, frozen=True, tag=True):
    """A Player has left: for the rest of the round their boxes accept no wagers from them."""

    player: str
    cites: Cites


@final
class JackpotUnfed(Struct, frozen=True, tag=True):
    """A jackpot wager goes back, and its contribution leaves the meter."""

    box: int
    stake: Cents
    millionths: int
    cites: Cites


@final
class MeterRestored(Struct, frozen=True, tag=True):
    """The meter gets back what the award of a hand without a result had taken."""

    box: int
    millionths: int
    cites: Cites


@final
class ShareReturned(Struct, frozen=True, tag=True):
    """A Player's share in another's box goes back with their other wagers."""

    box: int
    player: str
    cites: Cites


@final
class ChoiceOpened(Struct, frozen=True, tag=True):
    """Players may choose about a hand, each for their own wagers on it; the round waits."""

    box: int
    options: tuple[str, ...]
    cites: Cites
    players: tuple[str, ...] = ()
    """The Players who have to answer, the seated one first."""


@final
class ChoiceMade(Struct, frozen=True, tag=True):
    """A Player chose, or the clock did for them."""

    box: int
    option: str
    by_clock: bool
    cites: Cites
    player: str = ""


@final
class CardsReconstructed(Struct, frozen=True, tag=True):
    """Cards were put back into their intended order; both orders stay on record."""

    before: Piles
    after: Piles
    cites: Cites


@final
class CardsExposed(Struct, frozen=True, tag=True):
    """Cards that all have seen, at any place."""

    cards: tuple[Card, ...]
    cites: Cites
    count: int = 0
    """The number of them that the rules count as wrongly exposed, including unidentified cards."""
    at: tuple[tuple[str, int], ...] = ()
    """The places and numbers of the cards, as far as they were stated."""


@final
class DealerCardUp(Struct, frozen=True, tag=True):
    """An exposed card is the Dealer's face-up card."""

    index: int
    cites: Cites


@final
class WagerCounted(Struct, frozen=True, tag=True):
    """A wager is not what was keyed in: how much is on the area, and how much of it comes back."""

    box: int
    wager: WagerName
    lies: Cents
    excess: Cents
    cites: Cites


@final
class ShortWagerRemembered(Struct, frozen=True, tag=True):
    """A Player has had a wager below the minimum settled at this table."""

    player: str
    cites: Cites
    box: int = 0
    wager: WagerName = WagerName.ANTE


@final
class StrayWager(Struct, frozen=True, tag=True):
    """A jackpot wager without an Ante; it goes back, now or at the end of the hand."""

    box: int
    player: str
    amount: Cents
    at_end: bool
    cites: Cites


@final
class HandAbsent(Struct, frozen=True, tag=True):
    """A hand's Player has left: it counts as folded, or as checked this time."""

    box: int
    folded: bool
    cites: Cites


@final
class DecisionPending(Struct, frozen=True, tag=True):
    """A ruling waits for a role's decision."""

    number: int
    irregularity: str
    facts: dict[str, str]
    box: int | None
    player: str
    role: Role
    options: tuple[str, ...]
    cites: Cites
    piles: Piles = ()
    """The order of cards that the report proposed."""


@final
class DecisionTaken(Struct, frozen=True, tag=True):
    """A role decided, with a reason."""

    number: int
    option: str
    reason: str
    actor: str
    role: Role
    cites: Cites


@final
class JackpotDown(Struct, frozen=True, tag=True):
    """The jackpot system failed; the House has to choose how later rounds are played."""

    registered: Cents
    """The meter's display at that time."""
    cites: Cites
    pays: Cites = ()
    """The paragraphs by which the awards of the round in play are paid from that value; none if they are not."""
    failure: int | UnsetType = UNSET
    """The number of the link's failure: its tables share the value. Unset for a failure of this table alone."""


@final
class JackpotValued(Struct, frozen=True, tag=True):
    """A role decided from which value the awards of the round are paid, because the jackpot system failed in it."""

    value: Cents
    cites: Cites


@final
class JackpotArranged(Struct, frozen=True, tag=True):
    """The House's choice of how the table is played while the jackpot system is down, or the news that it works."""

    status: JackpotStatus
    boxes: tuple[int, ...]
    cites: Cites


@final
class PlayerBarred(Struct, frozen=True, tag=True):
    """A Player may no longer wager at this table."""

    player: str
    cites: Cites


@final
class CardCorrected(Struct, frozen=True, tag=True):
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


@final
class WagerCorrected(Struct, frozen=True, tag=True):
    """A wager that was keyed in wrongly; both versions stay on record."""

    box: int
    wager: WagerName
    player: str
    before: Cents
    after: Cents
    reason: str
    cites: Cites


Taped = (
    WagerPlaced
    | WagerWithdrawn
    | BetsClosed
    | JackpotFed
    | JackpotUnfed
    | CardsDealt
    | HandLookedAt
    | ShareDeclined
    | Decided
    | CommunityRevealed
    | DealerRevealed
    | HandShown
    | HandWithheld
    | HandInspected
    | CardCorrected
    | WagerCorrected
)
"""An event that a round's tape keeps, so that it can be taken back or corrected."""


@final
class ActTakenBack(Struct, frozen=True, tag=True):
    """An act was keyed in wrongly and is taken back, as if it had never been; it stays on record."""

    act: tuple[Taped, ...]
    """The events to which the act had led."""
    keyed_by: str
    by: str
    role: Role
    reason: str
    cites: Cites


@final
class DecisionCorrected(Struct, frozen=True, tag=True):
    """A hand's decision was keyed in wrongly, and others had followed; both versions stay on record."""

    box: int
    before: Decided
    after: Decided
    dropped: tuple[tuple[Taped, ...], ...]
    """Later acts that there would not have been after the right decision."""
    keyed_by: str
    by: str
    role: Role
    reason: str
    cites: Cites


@final
class StatementMade(Struct, frozen=True, tag=True):
    """An act of staff that waits for more people, beside the record."""

    number: int
    command: BankedCommand
    weighing: Weighing
    by: str
    role: Role
    reason: str
    cites: Cites


@final
class RoundEnded(Struct, frozen=True, tag=True):
    """The end of a round: every Player is settled."""

    cites: Cites


Happening = (
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
    | IrregularityRuled
    | RoundVoided
    | HandInvalidated
    | WagerReturned
    | PlayerLeft
    | JackpotUnfed
    | MeterRestored
    | ShareReturned
    | ChoiceOpened
    | ChoiceMade
    | CardsReconstructed
    | CardsExposed
    | DealerCardUp
    | WagerCounted
    | ShortWagerRemembered
    | StrayWager
    | HandAbsent
    | DecisionPending
    | DecisionTaken
    | JackpotDown
    | JackpotValued
    | JackpotArranged
    | PlayerBarred
    | CardCorrected
    | WagerCorrected
    | StatementMade
    | StatementSigned
    | StatementEnded
)
"""An event of a table that is not a correction of another event."""

BankedEvent = Happening | ActTakenBack | DecisionCorrected
"""An event of a table, or its later correction."""
