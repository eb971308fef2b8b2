"""The state of a house-banked table at one moment: frozen, so that a refused command cannot have changed it."""

from enum import StrEnum
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from croupier.cards import Card, Piles
from croupier.money import MILLION, Cents
from croupier.play.authority import Statement
from croupier.play.banked.commands import BankedCommand
from croupier.play.banked.events import JackpotPaid, JackpotStatus, Share, StrayWager, Taped, WagerSettled
from croupier.play.moments import moment_of
from croupier.play.tape import Tape
from croupier.rules.banked import BankedPolicy
from croupier.rules.document import Cite
from croupier.rules.terms import SETTLING_ORDER, Decision, Role, WagerName


class Phase(StrEnum):
    """The state of a round."""

    BETTING = "betting"
    PLAY = "play"
    SETTLING = "settling"
    ENDED = "ended"


NOWHERE: Final = -1

_ANTE = WagerName.ANTE  # looked up once, because the next turn is worked out after every act


class Wager(Struct, frozen=True, gc=False):
    """The chips on one area of one box."""

    name: WagerName
    shares: tuple[Share, ...]
    cites: tuple[Cite, ...] = ()
    """The paragraphs of rulings on it."""

    @property
    def amount(self) -> Cents:
        """The sum of all shares."""
        total = 0
        for share in self.shares:  # a loop, not sum(): one share is usual, and this is hot
            total += share.amount
        return total

    @property
    def excess(self) -> Cents:
        """The part that exceeds what the area accepts, and always comes back."""
        return self.counted[2]

    @property
    def active(self) -> Cents:
        """The part still in play: what counts of the shares that are neither folded nor given back."""
        return self.counted[1]

    @property
    def lying(self) -> Cents:
        """The part that stays: all of it except the shares that go back whole."""
        total = 0
        for share in self.shares:
            if not share.back:
                total += share.amount
        return total

    @property
    def given_back(self) -> Cents:
        """The shares that go back whole."""
        return self.counted[3]

    @property
    def counted(self) -> tuple[Cents, Cents, Cents, Cents]:
        """The amount, and what of it is active, in excess and given back, counted in one pass."""
        amount = active = excess = back = 0
        for share in self.shares:
            amount += share.amount
            if share.back:
                back += share.amount
                continue
            excess += share.excess
            if not share.folded:
                active += share.amount - share.excess
        return amount, active, excess, back

    def back_to(self, player: str, cites: tuple[Cite, ...]) -> "Wager":
        """Return the wager with a Player's share going back whole under these paragraphs; unchanged without a share."""
        if all(one.player != player for one in self.shares):
            return self
        shares = tuple([replace(one, back=True) if one.player == player else one for one in self.shares])
        return replace(self, shares=shares, cites=self.cites + cites)


class Box(Struct, frozen=True, gc=False):
    """A playing position with a wager on it."""

    number: int
    player: str
    """The seated Player, who decides."""
    wagers: tuple[Wager, ...]
    """The wagers on the box in settling order."""
    cards: tuple[Card, ...] = ()
    looked_by: str = ""
    """The name of the Player who has examined the hand; the seat may have passed to another Player since."""
    folded: bool = False
    decisions: tuple[Decision, ...] = ()
    shown: bool | None = None
    """True if the hand was shown, False if it was withheld; None until then."""
    inspected_by: tuple[Role, ...] = ()
    established: bool = False
    """True if the hand was withheld and shown after all: for the jackpot, if the document says so."""
    absent: bool = False
    """True if the hand is folded because its Player has left."""
    out: tuple[Cite, ...] = ()
    """The paragraphs under which the hand left the round; none while it is valid."""
    fold_stands: bool = False
    """True if it left after a fold, so that what the fold lost stays lost."""
    undealt: bool = False
    """True if it left before any card was dealt, and gets none."""
    choice: tuple[str, ...] = ()
    """The options from which Players have to choose before the round goes on."""
    choosers: tuple[str, ...] = ()
    """The Players who have yet to answer."""
    choice_cites: tuple[Cite, ...] = ()
    unfunded: tuple[str, ...] = ()
    """Players who have checked with their share of the wager that is due."""
    antes_back: tuple[str, ...] = ()
    """Players whose Ante comes back although the hand plays on; the wagers sized by it come back with it."""

    @property
    def looked(self) -> bool:
        """True if a Player has examined the hand."""
        return bool(self.looked_by)

    @property
    def in_play(self) -> bool:
        """True if the hand is neither folded nor invalidated."""
        return not self.folded and not self.out

    @property
    def decides(self) -> bool:
        """True if the hand has decisions to make: it plays for an Ante, and not for a wager without one."""
        return self.wager(_ANTE) is not None

    def wager(self, name: WagerName) -> Wager | None:
        """Return the wager on that area; None if there is none."""
        for wager in self.wagers:
            if wager.name is name:
                return wager
        return None

    @property
    def playing(self) -> tuple[str, ...]:
        """The Players with a wager here that still wins or loses, in the order in which they placed it."""
        return tuple(dict.fromkeys([one.player for wager in self.wagers for one in wager.shares if one.in_play]))


def with_wager(box: Box, changed: Wager) -> tuple[Wager, ...]:
    """Return a box's wagers with one replaced or added, in settling order; an empty one is removed."""
    name, lying, at = changed.name, box.wagers, 0
    order = SETTLING_ORDER[name]
    for wager in lying:
        if SETTLING_ORDER[wager.name] >= order:
            break
        at += 1
    replaced = at < len(lying) and lying[at].name is name
    after = lying[at + 1 :] if replaced else lying[at:]
    return (*lying[:at], changed, *after) if changed.shares else lying[:at] + after


class Taken(Struct, frozen=True, gc=False):
    """The amount that a box's award has taken from the meter, in millionths of a cent, and if that was all of it."""

    box: int
    millionths: int
    whole: bool


class Registered(Struct, frozen=True, gc=False):
    """The value from which a round's awards are paid, because the jackpot system failed in it."""

    value: Cents
    seed: Cents
    """The seed to which that value is reset."""
    cites: tuple[Cite, ...]
    won_at: tuple[str, ...] = ()
    """The tables at which all of the jackpot was won since: the meter no longer pays."""
    failure: int | UnsetType = UNSET
    """The number of the link's failure, whose tables share the value: each award lowers it for all of them.

    Unset if this table alone has failed: the value then stays as it was registered.
    """


class Reached(Struct, frozen=True, gc=False):
    """Outcomes and cards that were seen before an act was taken back: they stay seen."""

    outcomes: tuple[int, ...] = ()
    """The boxes on which a wager was won or lost."""
    seen: bool = False
    """True if a Player had looked, or a card was turned."""


class Round(Struct, frozen=True, gc=False):
    """One round of play."""

    number: int
    rulebook: str
    phase: Phase = Phase.BETTING
    step: int = 0
    """The place of the next step of the dealing method."""
    dealt: int = 0
    """The number of cards of that step that have been dealt."""
    decided: int = 0
    """The number of complete rounds of decisions."""
    boxes: tuple[Box, ...] = ()
    """The boxes in clockwise order."""
    used: int = 0
    """The cards that have left the shoe, one bit each."""
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    community_up: int = 0
    dealer: tuple[Card, ...] = ()
    dealer_up: tuple[int, ...] = ()
    """The places of the Dealer's cards that are face up."""
    dealer_fixed: bool = False
    """True if an exposed card has become the face-up card; the one that would have been is face down."""
    lines: tuple[WagerSettled, ...] = ()
    fed: tuple[tuple[int, int], ...] = ()
    """The contribution of each box's jackpot wager to the meter, in millionths of a cent."""
    taken: tuple[Taken, ...] = ()
    """The amounts that the round's awards have taken from the meter."""
    awarded: tuple[JackpotPaid, ...] = ()
    """The round's awards of a share of the meter; some may have been paid ahead of the rest of the settlement."""
    registered: Registered | None = None
    exposed: tuple[Card, ...] = ()
    """The cards that all have seen."""
    exposed_at: tuple[tuple[str, int], ...] = ()
    """The places of those cards, including unidentified ones."""
    strays: tuple[StrayWager, ...] = ()
    """Jackpot wagers without an Ante that go back at the end."""
    fresh: tuple[tuple[str, int], ...] = ()
    """The cards dealt last, while nothing has followed them."""
    deal_over: bool = False
    """True if a decision or a turned card has followed the last card dealt: exposure is no longer in the deal."""
    dealer_open: bool = False
    """True if the Dealer has turned all their cards."""
    wrongly_exposed: int = 0
    """The number of cards wrongly exposed so far; the Dealer's face-up card is not one of them."""
    said: tuple[tuple[str, str], ...] = ()
    """Facts about the round that were stated and not recorded: they hold for later reports."""
    short: tuple[tuple[int, WagerName, str], ...] = ()
    """Wagers found below the minimum in this round that are settled this once, and whose they are."""
    away: tuple[str, ...] = ()
    """Players who have left."""
    tape: "Tape[Round, Taped] | UnsetType" = UNSET
    """The entries since the last ruling.

    The field is left out if there are none, so that snapshots between rounds are as they were before there were tapes.
    """
    reached: Reached | UnsetType = UNSET
    """The stage that the round had reached before acts were taken back; left out while there are none."""

    @property
    def cards_out(self) -> bool:
        """True if a card has left the shoe, identified or not."""
        return bool(self.burnt or self.community or self.dealer or any(box.cards for box in self.boxes))

    def box(self, number: int) -> Box | None:
        """Return the box of that number; None if no one plays it."""
        at = self.place(number)
        return None if at == NOWHERE else self.boxes[at]

    def place(self, number: int) -> int:
        """Return the place of the box of that number among those played, or NOWHERE."""
        boxes = self.boxes
        if 0 < number <= len(boxes) and boxes[number - 1].number == number:
            return number - 1  # as at a full table
        for at, box in enumerate(boxes):
            if box.number == number:
                return at
        return NOWHERE


class Meter(Struct, frozen=True):
    """A jackpot meter, exact: fractions of a cent are carried, never lost."""

    millionths: int

    @property
    def shown(self) -> Cents:
        """The value on the display."""
        return self.millionths // MILLION


class Pending(Struct, frozen=True):
    """A decision that a ruling leaves to a role."""

    number: int
    irregularity: str
    facts: dict[str, str]
    box: int | None
    player: str
    role: Role
    options: tuple[str, ...]
    cites: tuple[Cite, ...]
    piles: Piles = ()

    @property
    def holds_round(self) -> bool:
        """True if the round in play waits for it; how later rounds are played can be decided during the round."""
        return not {*self.options} <= {*JackpotStatus}


class Table(Struct, frozen=True):
    """A house-banked table."""

    name: str
    rulebook: str
    policy: BankedPolicy
    meter: Meter
    automatic: bool = False
    """True if it deals by itself, so that what was not recorded did not happen."""
    version: int = 0
    """The number of events so far."""
    rounds: int = 0
    restricted: tuple[str, ...] = ()
    """Players kept to one box."""
    barred: tuple[str, ...] = ()
    """Players who may no longer wager here."""
    short_before: tuple[str, ...] = ()
    """Players who have had a wager below the minimum settled here."""
    pending: tuple[Pending, ...] = ()
    decisions: int = 0
    """The number of decisions left to a role so far."""
    jackpot: JackpotStatus = JackpotStatus.RUNNING
    closed_boxes: tuple[int, ...] = ()
    round: Round | None = None
    """The round in play, or the last one until the next begins."""
    statements: tuple[Statement[BankedCommand], ...] | UnsetType = UNSET
    """Acts of staff that wait for more people; left out if none does, so that snapshots without any stay as they
    were."""
    stated: int | UnsetType = UNSET
    """The number of acts of staff that have waited so far; left out while there is none."""

    @property
    def waiting(self) -> tuple[Statement[BankedCommand], ...]:
        """The acts of staff that wait for more people."""
        return () if isinstance(self.statements, UnsetType) else self.statements

    @property
    def moment(self) -> str:
        """The moment of play for which acts are offered."""
        round_ = self.round
        return moment_of(self.rounds, None if round_ is None or round_.phase is Phase.ENDED else round_.community_up)
