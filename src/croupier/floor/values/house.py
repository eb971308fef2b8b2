"""The commands, events and state of the house: accounts, roles, limits and exclusions.

Passwords are not kept here: an entry of the journal stays for ever. Two people sign to give a person power, or to end a
person's protection.
"""

from typing import Final

from msgspec import UNSET, Struct, UnsetType

from croupier.floor.values.gaming_day import START, ZONE, day_of
from croupier.floor.values.vocabulary import Vocabulary
from croupier.money import Cents
from croupier.rules.terms import STAFF, Role

EMPLOYED: Final = frozenset({*STAFF, Role.CAGE, Role.AUDITOR})
"""The roles that a person works in; each is given by two people."""
KEPT_MANAGERS: Final = 2
"""The fewest Shift Managers: with fewer, no second person could sign."""
MOST_MINUTES: Final = 24 * 60

Roles = tuple[Role, ...]

# ---- What two people sign -------------------------------------------------------------------------------------------


class CreateAccount(Struct, frozen=True, tag=True):
    """A person gets an account. If they are to work in a role, two people sign."""

    account: str
    roles: Roles = (Role.PLAYER,)


class ChangeRoles(Struct, frozen=True, tag=True):
    """A person acts in these roles from now on.

    Two people sign if a working role is new to them, or if a Shift Manager is to be one no longer.
    """

    account: str
    roles: Roles


class Readmit(Struct, frozen=True, tag=True):
    """An excluded person may play again, before the end of the exclusion if it has one. Two people sign."""

    account: str
    reason: str


class ResetPassword(Struct, frozen=True, tag=True):
    """A person chooses a new password, with a code instead of the old one. Two people sign."""

    account: str
    reason: str


class LockAccount(Struct, frozen=True, tag=True):
    """An account is not used until it is unlocked. Two people sign for that of a Shift Manager."""

    account: str
    reason: str


class UnlockAccount(Struct, frozen=True, tag=True):
    """A locked account is used again. Two people sign for that of a Shift Manager."""

    account: str
    reason: str


class SetLossLimit(Struct, frozen=True, tag=True):
    """The most that a person may lose in a gaming day; None for no limit. It falls at once and rises the next day.

    Two people sign for a rise that the person has not asked for themselves.
    """

    account: str
    cents: Cents | None


class SetTimeLimit(Struct, frozen=True, tag=True):
    """A limit on the minutes that a person may play in a gaming day; None for no limit.

    It falls at once and rises the next day, by two people or the person's own wish.
    """

    account: str
    minutes: int | None


HouseTwoSigned = (
    CreateAccount | ChangeRoles | Readmit | ResetPassword | LockAccount | UnlockAccount | SetLossLimit | SetTimeLimit
)

# ---- Commands -------------------------------------------------------------------------------------------------------


class EstablishHouse(Struct, frozen=True, tag=True):
    """The House begins to keep accounts, with its first Shift Managers and the start of a gaming day."""

    managers: tuple[str, ...]
    day_start: str = START
    zone: str = ZONE
    pause: int = 5
    """Minutes between two rounds that still count as time played."""


class ExcludePerson(Struct, frozen=True, tag=True):
    """A person does not play: at their own wish or the House's."""

    account: str
    reason: str
    until: str = ""
    """The gaming day from which they may play again; empty if two people have to readmit them."""


class IssueCode(Struct, frozen=True, tag=True):
    """A one-time code with which a person signs in and chooses a password: the first, or after a reset."""

    account: str
    first: bool
    """True if the account has had no password so far."""


class ChangePassword(Struct, frozen=True, tag=True):
    """A person has chosen a new password."""

    account: str


class ProposeChange(Struct, frozen=True, tag=True):
    """The first of two signatures."""

    what: HouseTwoSigned


class CountersignChange(Struct, frozen=True, tag=True):
    """A second signature under a proposal, which takes effect with it."""

    number: int


class RejectChange(Struct, frozen=True, tag=True):
    """A person turns a proposal down: the proposed change is not made."""

    number: int
    reason: str


HouseStreamCommand = (
    EstablishHouse
    | CreateAccount
    | ChangeRoles
    | ExcludePerson
    | LockAccount
    | UnlockAccount
    | SetLossLimit
    | SetTimeLimit
    | IssueCode
    | ChangePassword
    | ProposeChange
    | CountersignChange
    | RejectChange
)

# ---- Events ---------------------------------------------------------------------------------------------------------


class HouseEstablished(Struct, frozen=True, tag=True):
    """The House keeps accounts."""

    managers: tuple[str, ...]
    day_start: str
    zone: str
    pause: int


class AccountCreated(Struct, frozen=True, tag=True):
    """An account was created for a person."""

    account: str
    roles: Roles


class RolesChanged(Struct, frozen=True, tag=True):
    """A person acts in these roles."""

    account: str
    roles: Roles


class PersonExcluded(Struct, frozen=True, tag=True):
    """A person does not play, until that gaming day or until they are readmitted."""

    account: str
    own_wish: bool
    reason: str
    until: str


class PersonReadmitted(Struct, frozen=True, tag=True):
    """An excluded person may play."""

    account: str
    reason: str


class AccountLocked(Struct, frozen=True, tag=True):
    """An account is out of use."""

    account: str
    reason: str


class AccountUnlocked(Struct, frozen=True, tag=True):
    """An account is in use again."""

    account: str
    reason: str


class LossLimitSet(Struct, frozen=True, tag=True):
    """A limit on the loss of a gaming day applies from that day on, or at once if none is named."""

    account: str
    cents: Cents | None
    from_day: str
    now: Cents | None
    """The limit that applies until then."""


class TimeLimitSet(Struct, frozen=True, tag=True):
    """A limit on the minutes played in a gaming day applies from that day on, or at once if none is named."""

    account: str
    minutes: int | None
    from_day: str
    now: int | None


class PasswordReset(Struct, frozen=True, tag=True):
    """A person may not sign in until they have chosen a new password."""

    account: str
    reason: str


class CodeIssued(Struct, frozen=True, tag=True):
    """A person was given a code in place of a password, with which they choose a new one."""

    account: str


class PasswordChanged(Struct, frozen=True, tag=True):
    """A person has chosen a new password."""

    account: str


class ChangeProposed(Struct, frozen=True, tag=True):
    """A change waits for its second signature."""

    number: int
    what: HouseTwoSigned
    actor: str
    role: str = ""


class ChangeCountersigned(Struct, frozen=True, tag=True):
    """Two people have signed for a change."""

    number: int
    what: HouseTwoSigned
    first: str
    second: str


class ChangeRejected(Struct, frozen=True, tag=True):
    """A proposal was rejected."""

    number: int
    reason: str


HouseStreamEvent = (
    HouseEstablished
    | AccountCreated
    | RolesChanged
    | PersonExcluded
    | PersonReadmitted
    | AccountLocked
    | AccountUnlocked
    | LossLimitSet
    | TimeLimitSet
    | PasswordReset
    | CodeIssued
    | PasswordChanged
    | ChangeProposed
    | ChangeCountersigned
    | ChangeRejected
)

# ---- State ----------------------------------------------------------------------------------------------------------


class Limit(Struct, frozen=True):
    """A limit of a gaming day, and the one that takes its place; None is no limit."""

    value: int | None = None
    later: int | None = None
    from_day: str = ""
    """The gaming day from which the later limit applies; empty if there is none."""

    def on(self, day: str) -> int | None:
        """Return the limit on a gaming day; None for no limit."""
        return self.later if self.from_day and day >= self.from_day else self.value


class Exclusion(Struct, frozen=True):
    """An exclusion of a person from play, and its reason."""

    own_wish: bool
    reason: str
    until: str

    def on(self, day: str) -> bool:
        """Return whether the exclusion applies on a gaming day."""
        return not self.until or day < self.until


class Account(Struct, frozen=True):
    """A person as the House knows them."""

    name: str
    roles: Roles
    locked: str = ""
    """The reason for which the account is locked; empty if it is not."""
    exclusion: Exclusion | None = None
    loss: Limit = Limit()
    """The limit on the loss, in cents."""
    time: Limit = Limit()
    """The limit on the time, in minutes."""
    renew: bool | UnsetType = UNSET
    """True if the person must choose a new password before they sign in.

    Left out if they do not, so that snapshots written before still match a replay.
    """


class HouseState(Struct, frozen=True):
    """The house at one moment."""

    day_start: str
    zone: str
    pause: int
    accounts: dict[str, Account]
    proposals: tuple[ChangeProposed, ...] = ()
    proposed: int = 0

    def day(self, at: int) -> str:
        """Return the gaming day of a moment."""
        return day_of(at, self.day_start, self.zone)


HOUSE: Final[Vocabulary[HouseState, HouseStreamCommand, HouseStreamEvent]] = Vocabulary(
    "house", HouseState, HouseStreamCommand, HouseStreamEvent
)


def hours_of(house: HouseState | None) -> tuple[str, str]:
    """Return the start of a gaming day and its time zone; the usual ones where the House keeps no accounts."""
    return (START, ZONE) if house is None else (house.day_start, house.zone)
