"""The types of a table's duty: its Dealers, consents to stake a wallet, and a round held after a restart.

A table to which no Dealer has been assigned is dealt by any Dealer who works there. From its first assignment on, the
table is dealt only by the Dealer who has signed on at it (:mod:`croupier.floor.deciding.dealing`).
"""

from typing import Final, Literal

from msgspec import Struct

KEPT: Final = 12
"""The number of Dealers that a table remembers: more than a gaming day has at one table."""

Tray = Literal["seen", "counted"]
"""The way in which both Dealers checked the chip tray: they looked at it together, or counted it."""

# ---- Commands -------------------------------------------------------------------------------------------------------


class AssignDealers(Struct, frozen=True, tag=True):
    """The pit assigns Dealers to a table; only these deal there."""

    dealers: tuple[str, ...]


class SignOn(Struct, frozen=True, tag=True):
    """A Dealer starts to deal at a table that has no Dealer signed on."""


class HandOver(Struct, frozen=True, tag=True):
    """The Dealer leaves the table to another, between rounds, once both have looked at the tray."""

    to: str
    tray: Tray = "seen"
    note: str = ""
    """A message to the next Dealer."""


class SignOff(Struct, frozen=True, tag=True):
    """The Dealer leaves the table without a successor; during a round only the pit may say that they are gone."""

    reason: str = ""


class Consent(Struct, frozen=True, tag=True):
    """A Player agrees that the Dealer stakes their wallet at this table, or no longer does."""

    given: bool = True


class HoldRound(Struct, frozen=True, tag=True):
    """A round whose cards lie on the felt after a restart waits for the pit."""


class ResumeRound(Struct, frozen=True, tag=True):
    """The pit finds that the interruption does not affect the round: it goes on as it lies."""

    reason: str


class CallSupervisor(Struct, frozen=True, tag=True):
    """The Dealer calls a supervisor to the table."""


class AnswerCall(Struct, frozen=True, tag=True):
    """A supervisor has heard the call, and comes."""


class PlanRelief(Struct, frozen=True, tag=True):
    """The pit plans that one Dealer relieves another at a time."""

    at: int
    leaves: str
    comes: str


class DropRelief(Struct, frozen=True, tag=True):
    """A planned relief does not take place."""

    at: int
    comes: str


PitCommand = CallSupervisor | AnswerCall | PlanRelief | DropRelief
DutyCommand = AssignDealers | SignOn | HandOver | SignOff | Consent | HoldRound | ResumeRound | PitCommand

# ---- Events ---------------------------------------------------------------------------------------------------------


class DealersAssigned(Struct, frozen=True, tag=True):
    """These Dealers may sign on at the table."""

    dealers: tuple[str, ...]


class DealerSignedOn(Struct, frozen=True, tag=True):
    """A Dealer deals from now on."""

    dealer: str


class DealerHandedOver(Struct, frozen=True, tag=True):
    """Another Dealer deals from now on."""

    leaves: str
    comes: str
    tray: Tray
    note: str


class DealerSignedOff(Struct, frozen=True, tag=True):
    """The table has no Dealer any more."""

    dealer: str
    reason: str


class ConsentGiven(Struct, frozen=True, tag=True):
    """The Dealer may stake this Player's wallet, until they say otherwise or the table closes."""

    player: str


class ConsentWithdrawn(Struct, frozen=True, tag=True):
    """The Dealer may no longer stake this Player's wallet."""

    player: str


class RoundHeld(Struct, frozen=True, tag=True):
    """The round stands still until the pit has decided."""

    round: int


class RoundResumed(Struct, frozen=True, tag=True):
    """The round goes on as it lies."""

    round: int
    reason: str
    cites: tuple[str, ...]


class SupervisorCalled(Struct, frozen=True, tag=True):
    """A Dealer waits for a supervisor."""

    dealer: str


class CallAnswered(Struct, frozen=True, tag=True):
    """A supervisor comes."""

    dealer: str
    by: str


class ReliefPlanned(Struct, frozen=True, tag=True):
    """A Dealer is to be relieved at this time."""

    at: int
    leaves: str
    comes: str


class ReliefDropped(Struct, frozen=True, tag=True):
    """A planned relief does not take place."""

    at: int
    comes: str


PitEvent = SupervisorCalled | CallAnswered | ReliefPlanned | ReliefDropped
DutyEvent = (
    DealersAssigned
    | DealerSignedOn
    | DealerHandedOver
    | DealerSignedOff
    | ConsentGiven
    | ConsentWithdrawn
    | RoundHeld
    | RoundResumed
    | PitEvent
)

# ---- State ----------------------------------------------------------------------------------------------------------


class Spell(Struct, frozen=True):
    """A span of time in which a Dealer dealt."""

    dealer: str
    since: int
    until: int


class Duty(Struct, frozen=True):
    """The Dealers who may deal, who deals, who has dealt, and the Players whose wallets may be staked."""

    assigned: tuple[str, ...] = ()
    dealer: str = ""
    """The Dealer who has signed on; empty if there is none."""
    since: int = 0
    spells: tuple[Spell, ...] = ()
    """The earlier spells, the oldest first."""
    consents: tuple[str, ...] = ()


class Relief(Struct, frozen=True):
    """A plan that one Dealer relieves another at a time."""

    at: int
    leaves: str
    comes: str


class Call(Struct, frozen=True):
    """A Dealer's call that has not been answered yet."""

    dealer: str
    since: int


class Held(Struct, frozen=True):
    """A round that waits for the pit since a restart."""

    round: int
    since: int
