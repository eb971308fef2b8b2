"""Two signatures: the first one counts while whoever gave it could still give it."""

from typing import Any

from croupier.floor.jackpots.links import CountersignTerms
from croupier.floor.journal.records import SYSTEM
from croupier.floor.people import limits
from croupier.floor.people.house import CountersignChange, HouseState
from croupier.floor.people.permissions import PERMISSIONS
from croupier.floor.tables.table import Countersign
from croupier.play.refusal import Reason, Refusal
from croupier.rules.terms import Role


def withdrawn(house: HouseState | None, state: Any, command: Any) -> Refusal | None:
    """The refusal if what is to be countersigned was proposed by somebody who may no longer act in that role.

    Only if the House keeps accounts. Such a proposal can be rejected, and made again by somebody else.
    """
    if house is None or state is None or not isinstance(command, Countersign | CountersignTerms | CountersignChange):
        return None
    proposals = state.info.proposals if isinstance(command, Countersign) else state.proposals
    first = next((one for one in proposals if one.number == command.number), None)
    if first is None or first.actor == SYSTEM:
        return None
    # If the role was not recorded, any role that may sign will do.
    roles = (Role(first.role),) if first.role else tuple(PERMISSIONS[type(command)])
    refusals = [limits.may_enter(house, first.actor, role) for role in roles]
    gone = None if None in refusals else refusals[0]
    if gone is None:
        return None
    return Refusal(Reason.ROLE, f"The first signature no longer counts: {gone.sentence}", ())
