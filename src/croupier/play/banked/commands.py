"""The commands of a house-banked table.

Every chance event, each card included, is part of a command.
"""

from typing import Final, final

from msgspec import UNSET, Struct, UnsetType

from croupier.cards import Card, Piles
from croupier.money import Cents
from croupier.play.authority import RefuseStatement, SignStatement
from croupier.rules.terms import Decision, WagerName


@final
class OpenRound(Struct, frozen=True, tag=True):
    """The Dealer announces "Place your Bets"."""


@final
class PlaceWager(Struct, frozen=True, tag=True):
    """Chips go on an area, on top of what is there. Staff name the Player for whom they place them."""

    box: int
    wager: WagerName
    amount: Cents
    player: str = ""


@final
class WithdrawWager(Struct, frozen=True, tag=True):
    """Chips come off an area before the close: all of the Player's, or some."""

    box: int
    wager: WagerName
    amount: Cents | None = None
    player: str = ""


@final
class CloseBets(Struct, frozen=True, tag=True):
    """The Dealer announces "No more Bets"."""


@final
class DealCards(Struct, frozen=True, tag=True):
    """The next cards of the deal, in the order in which they come."""

    cards: tuple[Card, ...]


@final
class Look(Struct, frozen=True, tag=True):
    """A Player examines their hand."""

    box: int


@final
class Choose(Struct, frozen=True, tag=True):
    """A Player decides about a hand. The amount may be left out; if given, it must be exact."""

    box: int
    decision: Decision
    amount: Cents | None = None


@final
class DeclineShare(Struct, frozen=True, tag=True):
    """A Player with a share in another's box does not fund the next wager."""

    box: int
    player: str = ""


@final
class Reveal(Struct, frozen=True, tag=True):
    """The Dealer turns the cards that are next to be turned."""


@final
class ShowHand(Struct, frozen=True, tag=True):
    """A hand is shown."""

    box: int


@final
class WithholdHand(Struct, frozen=True, tag=True):
    """A Player does not show their hand."""

    box: int


@final
class InspectHand(Struct, frozen=True, tag=True):
    """Staff look at a hand that was not shown."""

    box: int


@final
class RestrictPlayer(Struct, frozen=True, tag=True):
    """A Player is kept to one box from now on, or no longer."""

    player: str
    restricted: bool = True


@final
class StopPlayer(Struct, frozen=True, tag=True):
    """A Player is stopped: they may no longer wager here."""

    player: str
    reason: str


@final
class Settle(Struct, frozen=True, tag=True):
    """The Dealer settles every wager and ends the round."""

    awards: tuple[int, ...] = ()
    """The boxes of awards to pay now, because an award at another table comes before the others; empty for all."""


class LinkFailure(Struct, frozen=True):
    """A failure of the link of several tables: the value registered before it, less what their awards have taken."""

    number: int
    value: Cents


@final
class Report(Struct, frozen=True, tag=True):
    """An irregularity, reported by staff. Facts that the table knows need not be stated."""

    irregularity: str
    facts: dict[str, str] = {}
    box: int | None = None
    wager: WagerName | None = None
    amount: Cents | None = None
    """The amount on the area, if that is the irregularity."""
    cards: tuple[Card, ...] = ()
    player: str = ""
    round: int | None = None
    """The round in which it happened, if that is not the one in play."""
    piles: Piles = ()
    """The cards of each place in their intended order, if the deal can be reconstructed."""
    at: tuple[tuple[str, int], ...] = ()
    """The places of the cards concerned, as place and number, for unidentified cards."""
    reason: str = ""
    """The reason why a statement is true, where the table of authority requires one."""
    failure: LinkFailure | UnsetType = UNSET
    """The failure of the table's link, if that is the irregularity; the floor fills it in."""


@final
class AnswerChoice(Struct, frozen=True, tag=True):
    """A Player's answer if a ruling leaves the choice to them. Staff may name the Player for whom they answer."""

    box: int
    option: str
    player: str = ""


@final
class RunOutClock(Struct, frozen=True, tag=True):
    """The turn clock of a box has run out."""

    box: int


@final
class TakeDecision(Struct, frozen=True, tag=True):
    """The role to which a ruling leaves a decision takes it, with a reason."""

    number: int
    option: str
    reason: str
    boxes: tuple[int, ...] = ()
    piles: Piles = ()
    value: Cents | UnsetType = UNSET
    """The value from which the round's awards are paid after a failure of the jackpot system, if it is stated."""


@final
class ReopenJackpot(Struct, frozen=True, tag=True):
    """The jackpot system works again."""


@final
class CorrectCard(Struct, frozen=True, tag=True):
    """A card was keyed in wrongly."""

    place: str
    index: int
    card: Card
    reason: str = ""


@final
class CorrectWager(Struct, frozen=True, tag=True):
    """A wager was keyed in wrongly."""

    box: int
    wager: WagerName
    amount: Cents
    reason: str = ""


@final
class TakeBackLast(Struct, frozen=True, tag=True):
    """A wrong entry is taken back, as if it had never been made."""

    reason: str = ""


@final
class CorrectDecision(Struct, frozen=True, tag=True):
    """A hand's last decision was keyed in wrongly, and others have followed: this is what was really decided."""

    box: int
    decision: Decision
    amount: Cents | None = None
    reason: str = ""


BankedCommand = (
    OpenRound
    | PlaceWager
    | WithdrawWager
    | CloseBets
    | DealCards
    | Look
    | Choose
    | DeclineShare
    | Reveal
    | ShowHand
    | WithholdHand
    | InspectHand
    | RestrictPlayer
    | StopPlayer
    | Settle
    | Report
    | AnswerChoice
    | RunOutClock
    | TakeDecision
    | ReopenJackpot
    | CorrectCard
    | CorrectWager
    | TakeBackLast
    | CorrectDecision
    | SignStatement
    | RefuseStatement
)
"""A command to a house-banked table."""

OF_A_ROUND: Final = frozenset(
    {PlaceWager, WithdrawWager, Look, Choose, DeclineShare, ShowHand, WithholdHand, AnswerChoice}
)
"""The acts of Players that mean something in the round alone in which they are offered."""
