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

_ANTE = WagerName.ANTE  # looked up once: whose turn it is, is asked after every act


class Wager(Struct, frozen=True, gc=False):
    """The chips on one area of one box."""

    name: WagerName
    shares: tuple[Share, ...]
    cites: tuple[Cite, ...] = ()
    """The paragraphs of rulings on it."""

    @property
    def amount(self) -> Cents:
        """All of it."""
        total = 0
        for share in self.shares:  # a loop, not sum(): one share is the rule, and this is asked often
            total += share.amount
        return total

    @property
    def excess(self) -> Cents:
        """How much of it exceeds what the area accepts, and comes back whatever happens."""
        return self.counted[2]

    @property
    def active(self) -> Cents:
        """What is still in play: what counts of the shares that are neither folded nor given back."""
        return self.counted[1]

    @property
    def lying(self) -> Cents:
        """What stays: all of it except the shares that go back whole."""
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
        """Its amount, and what of it is active, in excess and given back: in one pass, for who asks for several."""
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
        """The wager with a Player's share going back whole under these paragraphs; unchanged if they have none."""
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
    """In settling order."""
    cards: tuple[Card, ...] = ()
    looked_by: str = ""
    """Who has examined the hand; the seat may have passed to another Player since."""
    folded: bool = False
    decisions: tuple[Decision, ...] = ()
    shown: bool | None = None
    """Whether the hand was shown; None until that is known."""
    inspected_by: tuple[Role, ...] = ()
    established: bool = False
    """Whether the hand was withheld and shown after all: for the jackpot, if the document says so."""
    absent: bool = False
    """Whether the hand is folded because its Player has left."""
    out: tuple[Cite, ...] = ()
    """The paragraphs under which the hand left the round; none while it is valid."""
    fold_stands: bool = False
    """Whether it left after a fold, so that what the fold lost stays lost."""
    undealt: bool = False
    """Whether it left before anybody had a card, and gets none."""
    choice: tuple[str, ...] = ()
    """What Players have to choose from before the round goes on."""
    choosers: tuple[str, ...] = ()
    """Who of them has yet to answer."""
    choice_cites: tuple[Cite, ...] = ()
    unfunded: tuple[str, ...] = ()
    """Players who have checked with their share of the wager that is due."""
    antes_back: tuple[str, ...] = ()
    """Players whose Ante comes back although the hand plays on; the wagers sized by it come back with it."""

    @property
    def looked(self) -> bool:
        """Whether somebody has examined the hand."""
        return bool(self.looked_by)

    @property
    def in_play(self) -> bool:
        """Whether the hand is neither folded nor invalidated."""
        return not self.folded and not self.out

    @property
    def decides(self) -> bool:
        """Whether the hand has decisions to make: it plays for an Ante, and not for a wager without one."""
        return self.wager(_ANTE) is not None

    def wager(self, name: WagerName) -> Wager | None:
        """The wager on that area, if there is one."""
        for wager in self.wagers:
            if wager.name is name:
                return wager
        return None

    @property
    def playing(self) -> tuple[str, ...]:
        """The Players with a wager here that still wins or loses, in the order in which they placed it."""
        return tuple(dict.fromkeys([one.player for wager in self.wagers for one in wager.shares if one.in_play]))


def with_wager(box: Box, changed: Wager) -> tuple[Wager, ...]:
    """A box's wagers with one replaced or added, in settling order; an empty one is removed."""
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
    """What a box's award has taken from the meter, in millionths of a cent, and whether that was all of it."""

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
    """Whether a Player had looked, or a card was turned."""


class Round(Struct, frozen=True, gc=False):
    """One round of play."""

    number: int
    rulebook: str
    phase: Phase = Phase.BETTING
    step: int = 0
    """Which step of the dealing method is next."""
    dealt: int = 0
    """How many cards of that step have been dealt."""
    decided: int = 0
    """How many rounds of decisions are complete."""
    boxes: tuple[Box, ...] = ()
    """In clockwise order."""
    used: int = 0
    """The cards that have left the shoe, one bit each."""
    burnt: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    community_up: int = 0
    dealer: tuple[Card, ...] = ()
    dealer_up: tuple[int, ...] = ()
    """Which of the Dealer's cards are face up."""
    dealer_fixed: bool = False
    """Whether an exposed card has become the face-up card; the one that would have been is face down."""
    lines: tuple[WagerSettled, ...] = ()
    fed: tuple[tuple[int, int], ...] = ()
    """What each box's jackpot wager has put into the meter, in millionths of a cent."""
    taken: tuple[Taken, ...] = ()
    """What the round's awards have taken from the meter."""
    awarded: tuple[JackpotPaid, ...] = ()
    """Its awards of a share of the meter; some may have been paid ahead of the rest of the settlement."""
    registered: Registered | None = None
    exposed: tuple[Card, ...] = ()
    """Cards that everybody has seen."""
    exposed_at: tuple[tuple[str, int], ...] = ()
    """Where they are, including those that nobody has identified."""
    strays: tuple[StrayWager, ...] = ()
    """Jackpot wagers without an Ante that go back at the end."""
    fresh: tuple[tuple[str, int], ...] = ()
    """The cards dealt last, while nothing has followed them."""
    deal_over: bool = False
    """Whether a decision or a turned card has followed the last card dealt, so that exposure is no longer in the
    deal."""
    dealer_open: bool = False
    """Whether the Dealer has turned all their cards."""
    wrongly_exposed: int = 0
    """How many cards have been wrongly exposed so far; the Dealer's face-up card is not one of them."""
    said: tuple[tuple[str, str], ...] = ()
    """Facts about the round that were stated and not recorded: they hold for later reports."""
    short: tuple[tuple[int, WagerName, str], ...] = ()
    """Wagers found below the minimum in this round that are settled this once, and whose they are."""
    away: tuple[str, ...] = ()
    """Players who have left."""
    tape: "Tape[Round, Taped] | UnsetType" = UNSET
    """What has been entered since the last ruling.

    Left out if there is nothing, so that snapshots between rounds are as they were before there were tapes.
    """
    reached: Reached | UnsetType = UNSET
    """How far the round had come before acts were taken back; left out while none was."""

    @property
    def cards_out(self) -> bool:
        """Whether a card has left the shoe, identified or not."""
        return bool(self.burnt or self.community or self.dealer or any(box.cards for box in self.boxes))

    def box(self, number: int) -> Box | None:
        """The box of that number, if somebody plays it."""
        at = self.place(number)
        return None if at == NOWHERE else self.boxes[at]

    def place(self, number: int) -> int:
        """Where the box of that number is among those played, or NOWHERE."""
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
        """Whether the round in play waits for it; how later rounds are played can be decided during the round."""
        return not {*self.options} <= {*JackpotStatus}


class Table(Struct, frozen=True):
    """A house-banked table."""

    name: str
    rulebook: str
    policy: BankedPolicy
    meter: Meter
    automatic: bool = False
    """Whether it deals by itself, so that what was not recorded did not happen."""
    version: int = 0
    """How many events have happened here."""
    rounds: int = 0
    restricted: tuple[str, ...] = ()
    """Players kept to one box."""
    barred: tuple[str, ...] = ()
    """Players who may no longer wager here."""
    short_before: tuple[str, ...] = ()
    """Players who have had a wager below the minimum settled here."""
    pending: tuple[Pending, ...] = ()
    decisions: int = 0
    """How many decisions were left to a role so far."""
    jackpot: JackpotStatus = JackpotStatus.RUNNING
    closed_boxes: tuple[int, ...] = ()
    round: Round | None = None
    """The round in play, or the last one until the next begins."""
    statements: tuple[Statement[BankedCommand], ...] | UnsetType = UNSET
    """Acts of staff that wait for more people; left out if none does, so that snapshots without any stay as they
    were."""
    stated: int | UnsetType = UNSET
    """How many acts of staff have waited so far; left out while none has."""

    @property
    def waiting(self) -> tuple[Statement[BankedCommand], ...]:
        """The acts of staff that wait for more people."""
        return () if isinstance(self.statements, UnsetType) else self.statements

    @property
    def moment(self) -> str:
        """The moment of play for which acts are offered."""
        round_ = self.round
        return moment_of(self.rounds, None if round_ is None or round_.phase is Phase.ENDED else round_.community_up)
