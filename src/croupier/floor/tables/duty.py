"""Who deals at a table, whose wallet may be staked there, and a round that a restart has left on the felt: the types.

A table to which nobody has been assigned is dealt by whichever Dealer works there. From its first assignment on, the
table is dealt only by the Dealer who has signed on at it (:mod:`croupier.floor.tables.dealing`).
"""

from typing import Final, Literal

from msgspec import Struct

KEPT: Final = 12
"""How many Dealers a table remembers: more than a gaming day has at one table."""

Tray = Literal["seen", "counted"]
"""What both Dealers did with the chip tray: they looked at it together, or counted it."""

# ---- Commands -------------------------------------------------------------------------------------------------------


class AssignDealers(Struct, frozen=True, tag=True):
    """The pit assigns Dealers to a table; nobody else deals there."""

    dealers: tuple[str, ...]


class SignOn(Struct, frozen=True, tag=True):
    """A Dealer starts to deal at a table where nobody does."""


class HandOver(Struct, frozen=True, tag=True):
    """The Dealer leaves the table to another, between rounds, once both have looked at the tray."""

    to: str
    tray: Tray = "seen"
    note: str = ""
    """What the next Dealer must know."""


class SignOff(Struct, frozen=True, tag=True):
    """The Dealer leaves the table to nobody; during a round only the pit may say that they are gone."""

    reason: str = ""


class Consent(Struct, frozen=True, tag=True):
    """A Player agrees that the Dealer stakes their wallet at this table, or no longer does."""

    given: bool = True


class HoldRound(Struct, frozen=True, tag=True):
    """After a restart, a round whose cards lie on the felt waits for the pit."""


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
    """Somebody deals from now on."""

    dealer: str


class DealerHandedOver(Struct, frozen=True, tag=True):
    """Another deals from now on."""

    leaves: str
    comes: str
    tray: Tray
    note: str


class DealerSignedOff(Struct, frozen=True, tag=True):
    """Nobody deals any more."""

    dealer: str
    reason: str


class ConsentGiven(Struct, frozen=True, tag=True):
    """The Dealer may stake this Player's wallet, until they say otherwise or the table closes."""

    player: str


class ConsentWithdrawn(Struct, frozen=True, tag=True):
    """The Dealer may no longer stake it."""

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
    """That relief does not take place."""

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
    """Somebody dealt, from one time until another."""

    dealer: str
    since: int
    until: int


class Duty(Struct, frozen=True):
    """Who may deal, who does, who has, and whose wallets may be staked."""

    assigned: tuple[str, ...] = ()
    dealer: str = ""
    """Who has signed on; empty if nobody has."""
    since: int = 0
    spells: tuple[Spell, ...] = ()
    """Those before, oldest first."""
    consents: tuple[str, ...] = ()


class Relief(Struct, frozen=True):
    """Who relieves whom, and when."""

    at: int
    leaves: str
    comes: str


class Call(Struct, frozen=True):
    """A Dealer has called, and nobody has answered yet."""

    dealer: str
    since: int


class Held(Struct, frozen=True):
    """A round that waits for the pit since a restart."""

    round: int
    since: int
