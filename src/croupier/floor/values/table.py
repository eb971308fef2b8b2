"""The commands, events and state of a table of the floor: the House's float, shoe, claims and signatures."""

from typing import Any, Final, final

from msgspec import UNSET, Struct, UnsetType

from croupier.floor.values.seeds import SeedCommitted, Seeding, SeedRevealed
from croupier.floor.values.table_duty import Call, Duty, DutyCommand, DutyEvent, Held, Relief
from croupier.floor.values.tray import Counts, Tray, TrayCommand, TrayEvent
from croupier.money import Cents
from croupier.play.authority import SignStatement
from croupier.play.banked.commands import BankedCommand, Report, TakeDecision
from croupier.play.banked.events import BankedEvent
from croupier.play.room import commands as room_commands
from croupier.play.room.commands import RoomCommand
from croupier.play.room.events import RoomEvent
from croupier.rules.document import Cite

SIGNATURES: Final = 2
"""The number of signatures under an act for which two people sign."""
Cites = tuple[Cite, ...]

# ---- What two people sign -------------------------------------------------------------------------------------------


class OpenTable(Struct, frozen=True, tag=True):
    """The table opens with a counted float from the cage."""

    counts: Counts


class CloseTable(Struct, frozen=True, tag=True):
    """The table closes; what its float holds goes back to the cage, counted."""

    counts: Counts


class FillFloat(Struct, frozen=True, tag=True):
    """Chips from the cage into the float."""

    counts: Counts


class CreditFloat(Struct, frozen=True, tag=True):
    """Chips from the float to the cage."""

    counts: Counts


class TakeDrop(Struct, frozen=True, tag=True):
    """Cash that was changed at the table goes from its box to the cage."""

    cents: Cents


class ChangePolicy(Struct, frozen=True, tag=True):
    """New limits, stakes or Rake, from the next round on."""

    policy: dict[str, Any]


class AdoptRulebook(Struct, frozen=True, tag=True):
    """A new version of the document, from the first round of a gaming day on."""

    rulebook: str
    day: str
    """The gaming day from which it applies."""
    today: str = ""
    """The gaming day on which it is proposed, which the floor fills in."""


class ChangeMode(Struct, frozen=True, tag=True):
    """A change of the table's mode from the next round on: the floor deals from a committed shoe, or a Dealer does."""

    automatic: bool


class BuyChips(Struct, frozen=True, tag=True, omit_defaults=True):
    """A person changes cash for chips at a table without wallets."""

    cents: Cents
    name: str = ""
    """The person who brings the cash, if known: an account of the house, or a name."""
    document: str = ""
    """The number of that person's document, where the House asks for one."""
    person: str = ""
    """The key of the person's sums. The floor fills in this and the following fields."""
    day: str = ""
    two: bool = False
    """True if a second person must sign."""


class EndFailure(Struct, frozen=True, tag=True):
    """The jackpot system of this table works again."""


TwoSigned = (
    OpenTable
    | CloseTable
    | FillFloat
    | CreditFloat
    | TakeDrop
    | ChangePolicy
    | AdoptRulebook
    | ChangeMode
    | BuyChips
    | EndFailure
)

# ---- Commands -------------------------------------------------------------------------------------------------------


@final
class EstablishTable(Struct, frozen=True, tag=True):
    """The House puts a table on the floor."""

    game: str
    policy: dict[str, Any] = {}
    link: str = ""
    """The jackpot link; empty for a game without one."""
    automatic: bool = False
    """True if the floor deals from a committed shoe; otherwise a Dealer enters the cards."""
    anonymous: bool = False
    """True if boxes are played without wallets: chips are the public's."""
    meter: int = 0
    """The link's meter now, in millionths of a cent."""
    rulebook: str = ""
    """The approved version under which it is played; the floor fills in the current one if none is named."""
    tolerance: Cents | UnsetType = UNSET
    """The largest variance of the tray for which a Pit Supervisor may sign; the floor fills it in.

    Left out by tables of earlier books, in which the float also bore the House's part in a jackpot.
    """


@final
class PlayBanked(Struct, frozen=True, tag="PlayHouse"):
    """A command of a house-banked game, with the link's meter and terms where the table has not seen them yet.

    The tag is the name in existing journals.
    """

    command: BankedCommand
    meter: int | None = None
    terms: tuple[Cents, str, Cents] | None = None
    """The seed to which the jackpot is reset, the share of a jackpot wager that goes into it, and that wager."""
    registered: Cents | UnsetType = UNSET
    """The rest of the registered value that this round shares with other tables' awards after a failure."""


@final
class PlayRoom(Struct, frozen=True, tag=True):
    """A command of the poker room."""

    command: RoomCommand


class CommitShuffle(Struct, frozen=True, tag=True):
    """The floor commits to the order of the shoe; the commitment is public, and the order stays secret."""

    root: str
    count: int


class DiscardShoe(Struct, frozen=True, tag=True):
    """The floor has started: a shoe from which no card was drawn is not dealt.

    Its order may be known from another life of the same record, if this one was restored from a copy.
    """


class TakeUpRulebook(Struct, frozen=True, tag=True):
    """The day has come on which the table takes up the version that it has adopted, and a round is to begin."""

    day: str


class TakeUpPolicy(Struct, frozen=True, tag=True):
    """A round is to begin, and a policy that was signed for during the last one applies to it."""


class TakeUpMode(Struct, frozen=True, tag=True):
    """A mode that was signed for during the last round applies from now on."""


class PrepareShoe(Struct, frozen=True, tag=True):
    """A Player asks for the commitment of the next round's shoe before the round, to add seeds to it."""


class CommitSeed(Struct, frozen=True, tag=True):
    """A Player commits to a seed for the shoe by sending its digest, in hexadecimal."""

    digest: str


class RevealSeed(Struct, frozen=True, tag=True):
    """A Player reveals the seed that they committed to."""

    seed: bytes


@final
class NoteJackpotWon(Struct, frozen=True, tag=True):
    """All of the link's jackpot was won at another table, and what this table's round had put into it went with it."""

    table: str
    back: bool = False
    """True if the jackpot is not won after all: the award went back."""
    failure: int | UnsetType = UNSET
    """The failure of the link whose registered value the award was paid from; rounds of it share that value."""


class RedeemChips(Struct, frozen=True, tag=True):
    """The cage gives cash for chips of a table without wallets."""

    cents: Cents


class SignClaim(Struct, frozen=True, tag=True):
    """A person has checked the cards of a major award and signs for it."""

    box: int
    hand: str = ""
    """The hand that they have checked, as the table had it then; empty if they have not said."""


class ReturnClaim(Struct, frozen=True, tag=True):
    """A person has checked the cards of a major award and does not sign: earlier signatures no longer count."""

    box: int
    reason: str


class LetSignaturesFall(Struct, frozen=True, tag=True):
    """The hands of these boxes are no longer those that were signed for."""

    boxes: tuple[int, ...]
    hands: tuple[str, ...]
    """The hands as they were signed for."""


class Propose(Struct, frozen=True, tag=True):
    """The first of two signatures."""

    what: TwoSigned


class Countersign(Struct, frozen=True, tag=True):
    """A second signature under a proposal, which takes effect with it."""

    number: int


class Reject(Struct, frozen=True, tag=True):
    """A person turns a proposal down: the proposed act is not carried out."""

    number: int
    reason: str


TableCommand = (
    EstablishTable
    | PlayBanked
    | PlayRoom
    | CommitShuffle
    | DiscardShoe
    | NoteJackpotWon
    | TakeUpRulebook
    | TakeUpPolicy
    | TakeUpMode
    | PrepareShoe
    | CommitSeed
    | RevealSeed
    | BuyChips
    | RedeemChips
    | SignClaim
    | ReturnClaim
    | LetSignaturesFall
    | Propose
    | Countersign
    | Reject
    | TrayCommand
    | DutyCommand
)

# ---- Events ---------------------------------------------------------------------------------------------------------


class TableEstablished(Struct, frozen=True, tag=True):
    """A table is on the floor; it is closed until its float is counted."""

    table: str
    game: str
    rulebook: str
    policy: dict[str, Any]
    link: str
    automatic: bool
    anonymous: bool
    meter: int
    tolerance: Cents | UnsetType = UNSET


class MeterRead(Struct, frozen=True, tag=True):
    """The link's meter as the table sees it from now on, in millionths of a cent."""

    millionths: int


class RegisteredRead(Struct, frozen=True, tag=True):
    """The rest of the value that was registered when the link failed, after the awards of other tables."""

    value: Cents


class JackpotWonElsewhere(Struct, frozen=True, tag=True):
    """This round's contributions have been paid out at another table: they can no longer leave the meter."""

    table: str
    back: bool = False
    """True if that award went back, so that a value registered before it is the meter's again."""
    failure: int | UnsetType = UNSET
    """The failure of the link whose registered value the award was paid from."""


class TermsRead(Struct, frozen=True, tag=True):
    """The link's terms that apply at the table from now on."""

    seed: Cents
    contribution: str
    wager: Cents


class ShuffleCommitted(Struct, frozen=True, tag=True):
    """The shoe's order is fixed and sealed."""

    number: int
    root: str
    count: int


class ShoeDiscarded(Struct, frozen=True, tag=True):
    """The shoe was put aside unopened, with the seeds that were added to it."""

    number: int


class SeedsInvited(Struct, frozen=True, tag=True):
    """Players may add seeds of their own to this shuffle, until the first of them is revealed."""

    shuffle: int


class SeedsClosed(Struct, frozen=True, tag=True):
    """No more seeds are accepted: the order of dealing is fixed.

    Players who sent a digest and no seed are left out, and named.
    """

    shuffle: int
    left_out: tuple[str, ...]


class ClaimsOpened(Struct, frozen=True, tag=True):
    """Major awards wait: the boxes are locked until each is signed by two."""

    boxes: tuple[int, ...]
    awards: tuple[str, ...]
    dealt: tuple[int, ...]
    """The time when each of these hands was complete."""
    cites: Cites
    entered: int = 0
    """The time when the claims were opened."""
    stand: tuple[int, ...] = ()
    """The boxes whose claims stand with their signatures: the Dealer has settled again because of another."""


class ClaimSigned(Struct, frozen=True, tag=True):
    """A signature under a claim."""

    box: int
    actor: str
    role: str


class ClaimReturned(Struct, frozen=True, tag=True):
    """A person did not sign: the box stays locked until the Dealer has checked the hand and settles again."""

    box: int
    actor: str
    role: str
    reason: str
    signed: tuple[str, ...]
    """The people whose signatures no longer count."""


class SignaturesFell(Struct, frozen=True, tag=True):
    """A hand was changed after it had been signed for."""

    box: int
    hand: str
    """The hand as it was signed for."""
    signed: tuple[str, ...]


class VoidSigned(Struct, frozen=True, tag=True):
    """One of two people has decided, at their discretion, that a round or a hand is void; a second has to agree."""

    number: int
    """The number of the pending decision."""
    actor: str
    role: str
    reason: str
    option: str = "void_round"
    boxes: tuple[int, ...] = ()


class Proposed(Struct, frozen=True, tag=True):
    """A proposal waits for its second signature."""

    number: int
    what: TwoSigned
    actor: str
    role: str = ""


class Countersigned(Struct, frozen=True, tag=True):
    """Two people have signed for a proposal."""

    number: int
    what: TwoSigned
    first: str
    second: str


class Rejected(Struct, frozen=True, tag=True):
    """A proposal was rejected."""

    number: int
    reason: str


class FloatMoved(Struct, frozen=True, tag=True):
    """Counted chips moved between cage and float; positive into the float."""

    cents: Cents
    counts: Counts


class Buyer(Struct, frozen=True):
    """The person who brought cash to a table, and the people who signed for it."""

    person: str
    """The key of the person's sums; empty if they were not named."""
    name: str
    document: str
    day: str
    by: tuple[str, ...]


class ChipsBought(Struct, frozen=True, tag=True):
    """Chips from the float for cash into the table's box."""

    cents: Cents
    buyer: Buyer | UnsetType = UNSET
    """The buyer; not there where they were not named and one signature was enough."""


class ChipsRedeemed(Struct, frozen=True, tag=True):
    """Cash for chips that a person had won or kept."""

    cents: Cents


class DropTaken(Struct, frozen=True, tag=True):
    """Cash went from the table's box to the cage."""

    cents: Cents


class TableOpenedForPlay(Struct, frozen=True, tag=True):
    """The table was opened: rounds may begin."""


class TableClosedForPlay(Struct, frozen=True, tag=True):
    """The table was closed, with the difference of its count from the books."""

    difference: Cents


class PolicyChanged(Struct, frozen=True, tag=True):
    """A new policy applies from the next round on."""

    policy: dict[str, Any]


class PolicyWaits(Struct, frozen=True, tag=True):
    """A new policy was signed for while a round was in play: it waits for the next one."""

    policy: dict[str, Any]


class ModeWaits(Struct, frozen=True, tag=True):
    """Another mode was signed for while a round was in play: it waits for the round's end."""

    automatic: bool


class ModeChanged(Struct, frozen=True, tag=True):
    """The table's mode has changed: the floor deals, or a Dealer does."""

    automatic: bool


class RulebookAdopted(Struct, frozen=True, tag=True):
    """Two people have signed for a new version of the document; the table follows it from that gaming day on."""

    rulebook: str
    day: str


class RulebookTakenUp(Struct, frozen=True, tag=True):
    """The table follows this version from this round on; the House's policy stays, as the version reads it."""

    rulebook: str
    policy: dict[str, Any]


FloorEvent = (
    TableEstablished
    | MeterRead
    | TermsRead
    | RegisteredRead
    | JackpotWonElsewhere
    | ShuffleCommitted
    | ShoeDiscarded
    | SeedsInvited
    | SeedCommitted
    | SeedRevealed
    | SeedsClosed
    | ClaimsOpened
    | ClaimSigned
    | ClaimReturned
    | SignaturesFell
    | VoidSigned
    | Proposed
    | Countersigned
    | Rejected
    | FloatMoved
    | ChipsBought
    | ChipsRedeemed
    | DropTaken
    | TableOpenedForPlay
    | TableClosedForPlay
    | PolicyChanged
    | PolicyWaits
    | ModeWaits
    | ModeChanged
    | RulebookAdopted
    | RulebookTakenUp
    | TrayEvent
    | DutyEvent
)
BankedTableEvent = BankedEvent | FloorEvent
RoomTableEvent = RoomEvent | FloorEvent
TableEvent = BankedTableEvent | RoomTableEvent

# ---- State ----------------------------------------------------------------------------------------------------------


class OpenClaim(Struct, frozen=True):
    """A major award waiting for its signatures, or for its turn."""

    box: int
    award: str
    dealt: int
    """The time when the hand was complete."""
    signed: tuple[str, ...] = ()
    entered: int = 0
    fell: SignaturesFell | UnsetType = UNSET
    """The signatures that the hand has lost by being changed."""
    returned: ClaimReturned | UnsetType = UNSET
    """The person who did not sign, and why; none may sign until the Dealer has settled again."""


class TableInfo(Struct, frozen=True):
    """The House's own facts about a table, apart from the game."""

    name: str
    game: str
    link: str
    automatic: bool
    anonymous: bool
    open: bool = False
    float: Cents = 0
    """The amount that the float should hold by the books."""
    shuffles: int = 0
    root: str = ""
    """The commitment of the shoe in use; empty if there is none."""
    dealt: int = 0
    """The number of cards of that shoe that are out."""
    seeding: Seeding | None = None
    """The Players' seeds for that shoe; None if Players were not asked for any."""
    complete: tuple[tuple[int, int], ...] = ()
    """The moment when each box of a house-banked round had all the cards of its hand."""
    claims: tuple[OpenClaim, ...] = ()
    voids: tuple[VoidSigned, ...] = ()
    """First signatures for discretionary Voids."""
    proposals: tuple[Proposed, ...] = ()
    proposed: int = 0
    adopted: RulebookAdopted | UnsetType = UNSET
    """The version that the table will take up.

    Left out if there is none, so that snapshots written before a table could adopt one still match a replay.
    """
    tray: Tray | UnsetType = UNSET
    """The tray's counts, slips and boxes; left out where the float of earlier books is not chips alone."""
    policy: dict[str, Any] | UnsetType = UNSET
    """The policy that applies from the next round on, if it was signed for during this one."""
    mode: bool | UnsetType = UNSET
    """The mode that the table takes up once this round has ended; left out if it does not change."""
    duty: Duty | UnsetType = UNSET
    """The table's Dealers and consents; left out, for the sake of earlier snapshots, until there are any."""
    held: Held | UnsetType = UNSET
    """The round that waits for the pit since a restart; left out if none does."""
    reliefs: tuple[Relief, ...] | UnsetType = UNSET
    """The planned reliefs of Dealers, the earliest first; left out if there are none."""
    call: Call | UnsetType = UNSET
    """The call of a Dealer who waits for a supervisor; left out if there is none."""
    signed: tuple[tuple[int, tuple[str, ...]], ...] | UnsetType = UNSET
    """The people who signed for each award that the last round has paid, by box; left out if it paid none."""


_RULINGS: Final = frozenset({Report, TakeDecision, room_commands.Report, room_commands.TakeDecision, SignStatement})


def is_ruling(command: object) -> bool:
    """Return whether a command undoes or changes a settlement by a ruling: a Player may then owe the House."""
    return (type(command) is PlayBanked or type(command) is PlayRoom) and type(command.command) in _RULINGS
