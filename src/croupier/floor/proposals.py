"""What two people sign: nobody does it alone, and it is proposed once."""

from typing import Any, Final, get_args

from croupier.floor.clock import ProposeTime
from croupier.floor.jackpots.links import LinkUp, ProposeTerms, ProposeUp, TermsProposed, UpProposed
from croupier.floor.money.cage import ProposeCash
from croupier.floor.people.house import HouseState, HouseTwoSigned, ProposeChange, SetLossLimit, SetTimeLimit
from croupier.floor.people.housekeeping import TWO, takes_two
from croupier.floor.record import ProposeRecord
from croupier.floor.tables.table import AdoptRulebook, ChangeMode, ChangePolicy, CloseTable, OpenTable, Propose
from croupier.play.refusal import Reason, Refusal

_ALONE: Final = (OpenTable, CloseTable, ChangePolicy, AdoptRulebook, ChangeMode)
"""Of these only one can happen: a second one would be impossible after the first, or would undo it."""


_Proposing = Propose | ProposeTerms | ProposeUp | ProposeChange | ProposeTime | ProposeRecord | ProposeCash


def doubled(state: Any, command: _Proposing) -> Refusal | None:
    """The refusal of a proposal while the same waits for its second signature."""
    if state is None:
        return None  # refused in its turn, with a sentence
    match command:
        case Propose(what=what):
            waits = (one for one in state.info.proposals if _same(one.what, what))
        case ProposeChange(what=what):
            waits = (
                one for one in state.proposals if type(one.what) is type(what) and one.what.account == what.account
            )
        case ProposeCash(what=what):
            waits = (one for one in state.proposals if one.what == what)
        case ProposeTime() | ProposeRecord():
            waits = iter(state.proposals)
        case ProposeTerms():
            waits = (one for one in state.proposals if isinstance(one, TermsProposed))
        case ProposeUp():
            waits = (one for one in state.proposals if isinstance(one, UpProposed))
    first = next(waits, None)
    if first is None:
        return None
    sentence = f"{first.actor} has already proposed this: it is signed or turned down first (number {first.number})"
    return Refusal(Reason.MOMENT, sentence, ())


def alone(house: HouseState | None, actor: str, command: object, at: int) -> Refusal | None:
    """The refusal of what one person asks for and two have to sign.

    Only new requests are asked: earlier records have some of it by one person, and stay as they are.
    """
    if isinstance(command, LinkUp):
        return Refusal(Reason.ROLE, "Two people sign that a link works again: propose it with its meter", ())
    if house is None or not isinstance(command, get_args(HouseTwoSigned)):
        return None
    return TWO if takes_two(house, actor, command, house.day(at)) else None


def falls(house: HouseState | None, actor: str, what: HouseTwoSigned, at: int) -> bool:
    """Whether a limit that somebody proposes needs no second signature as things are now.

    Whoever proposes it may look at a page from before the limit was changed. What protects a Player waits for nobody,
    and not for another proposal either.
    """
    if house is None or not isinstance(what, SetLossLimit | SetTimeLimit):
        return False
    return what.account in house.accounts and not takes_two(house, actor, what, house.day(at))


def _same(waits: object, what: object) -> bool:
    return waits == what or (isinstance(what, _ALONE) and type(waits) is type(what))
