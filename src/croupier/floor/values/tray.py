"""The tray of a table: its chips, the counts of two people, the slips of fills and credits, and the boxes of cash.

A tray holds chips and nothing else. Two people count it when the table opens and when it closes, and see neither the
books nor each other's figures. Chips on their way belong to the side that sent them until they are received.
"""

from typing import Final

from msgspec import UNSET, Struct, UnsetType

from croupier.money import Cents

TOLERANCE: Final[Cents] = 5_000
"""The largest difference of a count from the books for which a Pit Supervisor may sign, unless the House says
otherwise."""
COUNTERS: Final = 2
"""The number of people who count a tray."""

Counts = tuple[tuple[Cents, int], ...]
"""Chips by denomination: the worth of one, and their number."""


def worth(counts: Counts) -> Cents:
    """Return the worth of counted chips, in cents."""
    return sum(chip * number for chip, number in counts)


# ---- Commands -------------------------------------------------------------------------------------------------------


class KeepTray(Struct, frozen=True, tag=True):
    """A table's tray is its chips alone from now on; the floor enters it when a table of earlier books reopens."""

    tolerance: Cents


class CountTray(Struct, frozen=True, tag=True):
    """One person's count of the tray: of every denomination, or of those that are counted again."""

    counts: Counts
    count: str = ""
    """The number of the count that begins with it, such as ``N-0012``; the floor fills it in."""


class SignCount(Struct, frozen=True, tag=True):
    """Two people have counted the same: one signs for the variance, and the table opens or closes."""

    reason: str = ""
    """The explanation of the variance, if there is one."""
    seal: str = ""
    """The seal of the box of cash that leaves a table when it closes, if the House seals them."""
    drop: str = ""
    """The number of that box, such as ``D-0012``; the floor fills it in."""


class AbandonCount(Struct, frozen=True, tag=True):
    """A count, or an ordered recount, is abandoned before the books were shown."""

    reason: str


class OrderRecount(Struct, frozen=True, tag=True):
    """A manager orders that two other people count a tray once more; the count before it stays on record."""

    count: str
    """The number of the tray's last count."""
    reason: str
    by: tuple[str, ...]
    """The two people who are to count."""
    number: str = ""
    """The number of the recount. The floor fills in this and the following fields."""
    worked: tuple[str, ...] = ()
    """The staff who have worked at the table on this gaming day."""


class RequestFill(Struct, frozen=True, tag=True):
    """A table asks the cage for chips."""

    counts: Counts
    slip: str = ""
    """The slip's number, such as ``F-0012``. The floor fills in this and the following fields."""
    role: str = ""
    """The role in which it is asked for; left out in earlier books."""


class RequestCredit(Struct, frozen=True, tag=True):
    """A table asks to send chips to the cage."""

    counts: Counts
    slip: str = ""
    role: str = ""


class SendSlip(Struct, frozen=True, tag=True):
    """The chips of a slip are on their way: from the cage, or from the table."""

    slip: str


class ReceiveSlip(Struct, frozen=True, tag=True):
    """The chips of a slip have arrived, and were counted."""

    slip: str


class CancelSlip(Struct, frozen=True, tag=True):
    """The chips of a slip stay where they are, or go back there."""

    slip: str
    reason: str


class PullBox(Struct, frozen=True, tag=True):
    """The box of cash leaves the table, sealed, and an empty one takes its place."""

    seal: str = ""
    """The number of the box's seal, if the House seals boxes."""
    drop: str = ""
    """The number of the box, such as ``D-0012``; the floor fills it in."""


class ReceiveBox(Struct, frozen=True, tag=True):
    """A box has arrived where it is counted, and its seal was read."""

    number: int
    """The number of the box at the table."""
    seal: str = ""


class CountBox(Struct, frozen=True, tag=True):
    """The amount that one of two people has counted in a box that was pulled."""

    number: int
    cents: Cents


class PayAward(Struct, frozen=True, tag=True):
    """The cage pays an award of the meter that was won at a table without wallets, against its slip."""

    cents: Cents


TrayCommand = (
    KeepTray
    | CountTray
    | SignCount
    | AbandonCount
    | OrderRecount
    | RequestFill
    | RequestCredit
    | SendSlip
    | ReceiveSlip
    | CancelSlip
    | PullBox
    | ReceiveBox
    | CountBox
    | PayAward
)

# ---- Events ---------------------------------------------------------------------------------------------------------


class TrayKept(Struct, frozen=True, tag=True):
    """The tray is chips alone from now on; the House's part in a jackpot has an account of its own."""

    tolerance: Cents


class TrayCounted(Struct, frozen=True, tag=True):
    """One of two people has counted: everything, or the rows that differed."""

    actor: str
    role: str
    counts: Counts
    closing: bool
    count: str | UnsetType = UNSET
    """The number of the count; left out in earlier books."""


class CountsDiffer(Struct, frozen=True, tag=True):
    """The two counts differ in these denominations, which both count once more."""

    chips: tuple[Cents, ...]


class CountsAgree(Struct, frozen=True, tag=True):
    """Two people have counted the same; only now is the count compared with the books."""

    difference: Cents
    """The difference from the books; negative if chips are missing."""


class CountSigned(Struct, frozen=True, tag=True):
    """The variance is on the books, and the table is open or closed."""

    actor: str
    role: str
    closing: bool
    """True if the table is closed from now on; a recount leaves it as it was."""
    counts: Counts
    difference: Cents
    reason: str
    count: str | UnsetType = UNSET
    """The number of the count; left out, like the rest, in earlier books."""
    counted: tuple[str, ...] | UnsetType = UNSET
    """The two people who have counted."""
    recount: str | UnsetType = UNSET
    """The number of the earlier count, if this is a recount."""


class CountAbandoned(Struct, frozen=True, tag=True):
    """A count was abandoned before the books were shown."""

    reason: str
    count: str | UnsetType = UNSET
    """The number of the count; left out, like the names, in earlier books."""
    actor: str | UnsetType = UNSET
    counted: tuple[str, ...] | UnsetType = UNSET
    """The people who had counted until then."""


class RecountOrdered(Struct, frozen=True, tag=True):
    """Two others are to count a tray once more."""

    number: str
    count: str
    actor: str
    role: str
    by: tuple[str, ...]
    reason: str


class SlipRequested(Struct, frozen=True, tag=True):
    """A table has asked for chips, or to send chips back."""

    slip: str
    fill: bool
    counts: Counts
    actor: str
    role: str | UnsetType = UNSET
    """The role in which it was asked for; left out in earlier books."""


class SlipSent(Struct, frozen=True, tag=True):
    """The chips are on their way, and still the sender's."""

    slip: str
    actor: str


class SlipReceived(Struct, frozen=True, tag=True):
    """The chips have arrived: three people have signed."""

    slip: str
    fill: bool
    counts: Counts
    asked: str
    sent: str
    received: str


class SlipCancelled(Struct, frozen=True, tag=True):
    """A slip was cancelled: no chips move."""

    slip: str
    reason: str


class BoxPulled(Struct, frozen=True, tag=True):
    """A box left the table."""

    number: int
    cents: Cents
    """The cash that was taken into it, by the books."""
    drop: str | UnsetType = UNSET
    """The number of the box in the house; left out, like the following fields, in earlier books."""
    seal: str | UnsetType = UNSET
    actor: str | UnsetType = UNSET


class BoxReceived(Struct, frozen=True, tag=True):
    """A box has arrived where it is counted."""

    number: int
    actor: str
    seal: str
    """The seal as it was read there."""
    intact: bool
    """True if it is the seal with which the box left the table."""


class BoxCounted(Struct, frozen=True, tag=True):
    """One of two people has counted a box."""

    number: int
    cents: Cents
    actor: str


class BoxCountsDiffer(Struct, frozen=True, tag=True):
    """The two counts of a box differ: both count again."""

    number: int


class BoxEmptied(Struct, frozen=True, tag=True):
    """Two people have counted the same: the cash is the cage's, and its difference from the books is on record."""

    number: int
    cents: Cents
    difference: Cents
    counted: tuple[str, ...]


class AwardPaidOut(Struct, frozen=True, tag=True):
    """The cage has paid cash for an award of the meter."""

    cents: Cents


TrayEvent = (
    TrayKept
    | TrayCounted
    | CountsDiffer
    | CountsAgree
    | CountSigned
    | CountAbandoned
    | RecountOrdered
    | SlipRequested
    | SlipSent
    | SlipReceived
    | SlipCancelled
    | BoxPulled
    | BoxReceived
    | BoxCounted
    | BoxCountsDiffer
    | BoxEmptied
    | AwardPaidOut
)

# ---- State ----------------------------------------------------------------------------------------------------------


class Counter(Struct, frozen=True):
    """A person who counts, and their count so far."""

    actor: str
    role: str
    counts: Counts
    due: bool = False
    """True if the person must still count the differing denominations again."""


class TrayCount(Struct, frozen=True):
    """A count under way."""

    closing: bool
    counters: tuple[Counter, ...] = ()
    again: tuple[Cents, ...] = ()
    """The denominations that differ, until both people have counted them again."""
    recounted: tuple[Cents, ...] = ()
    """The denominations that were counted more than once."""
    difference: Cents | None = None
    """The difference from the books, shown once both have counted the same; None until then."""
    number: str | UnsetType = UNSET
    """The number of the count; left out, like the following fields, in earlier books."""
    recount: RecountOrdered | UnsetType = UNSET
    """The order that it follows, if it is a recount."""
    shown: int | UnsetType = UNSET
    """The time when the books were shown, from which the count is final."""

    def of(self, actor: str) -> Counter | None:
        """Return a person's count, or None."""
        return next((one for one in self.counters if one.actor == actor), None)


class FinalCount(Struct, frozen=True):
    """A count that was signed."""

    number: str
    at: int
    closing: bool
    counts: Counts
    difference: Cents
    counted: tuple[str, ...]
    signed: str
    role: str
    reason: str
    shown: int | UnsetType = UNSET
    recount: RecountOrdered | UnsetType = UNSET

    @property
    def names(self) -> tuple[str, ...]:
        """The people who counted and signed."""
        return tuple(dict.fromkeys((*self.counted, self.signed)))


class Slip(Struct, frozen=True):
    """A fill or a credit that has not been received."""

    slip: str
    fill: bool
    counts: Counts
    asked: str
    at: int
    """The time when the slip was asked for."""
    sent: str = ""
    role: str | UnsetType = UNSET
    """The role in which it was asked for; left out in earlier books."""


class PulledBox(Struct, frozen=True):
    """A box that was pulled and is not counted yet."""

    number: int
    cents: Cents
    counters: tuple[tuple[str, Cents], ...] = ()
    drop: str | UnsetType = UNSET
    """The number of the box in the house; left out, like the following fields, in earlier books."""
    seal: str | UnsetType = UNSET
    actor: str | UnsetType = UNSET
    """The person who pulled it."""
    at: int | UnsetType = UNSET
    received: str | UnsetType = UNSET
    """The person who received it."""


class Tray(Struct, frozen=True):
    """The House's facts about a tray; its sum is ``TableInfo.float``."""

    tolerance: Cents
    count: TrayCount | None = None
    slips: tuple[Slip, ...] = ()
    fills: int = 0
    """The number of fills that the table has asked for."""
    credits: int = 0
    cash: Cents = 0
    """The cash in the box at the table, by the books."""
    box: int = 1
    """The number of the box at the table, counted from 1."""
    boxes: tuple[PulledBox, ...] = ()
    counted: Counts = ()
    """The chips that the last count found, with which the next opening begins."""
    opened: Cents = 0
    """The worth of the tray when the table opened, with which its level is compared."""
    numbered: int | UnsetType = UNSET
    """The number of its counts that are numbered; left out, like the following fields, until the first."""
    finals: tuple[FinalCount, ...] | UnsetType = UNSET
    """The tray's last signed counts, the latest first."""
    ordered: RecountOrdered | UnsetType = UNSET
    """The recount that waits for its two people to begin."""
    dropped: int | UnsetType = UNSET
    """The number of its boxes that are numbered in the house."""

    @property
    def final(self) -> FinalCount | None:
        """The last signed count that has a number."""
        return self.finals[0] if self.finals else None

    def slip(self, number: str) -> Slip | None:
        """Return an open slip by its number, or None."""
        return next((one for one in self.slips if one.slip == number), None)
